//! Games of the search against itself with other parameters, for the examples that measure and tune them.

use millstone::engine::any_game::{AnyGame, Report, Tools};
use millstone::games::Side;
use millstone::games::notation::Style;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Params, Settings, Signals};
use std::sync::Arc;

/// A game is a draw after this many plies.
const MAX_PLIES: usize = 300;

/// A pair of games from the opening with a number, each player once with either side; returns the half points of the first player.
pub fn play_pair(start: &dyn AnyGame, number: u64, nodes: u64, players: &[Params; 2]) -> usize {
    let opening = opening(start, number);
    play(opening.copy(), Side::White, nodes, players) + play(opening, Side::Black, nodes, players)
}

/// Plays a game in which the first player has the given side; returns its half points.
fn play(mut game: Box<dyn AnyGame>, side: Side, nodes: u64, players: &[Params; 2]) -> usize {
    let tools = players.map(|params| tools(8, params));
    for _ in 0..MAX_PLIES {
        if let Some(ending) = game.ending() {
            return match ending.winner {
                None => 1,
                Some(winner) if winner == side => 2,
                Some(_) => 0,
            };
        }
        let player = usize::from(game.side() != side);
        let Some((best, _)) = search(&*game, &tools[player], nodes) else { return 1 };
        game.play(&best, Style::Usual).expect("the search's own move");
    }
    1
}

fn tools(megabytes: usize, params: Params) -> Tools {
    let settings = Settings { params, ..Settings::default() };
    Tools { table: Arc::new(TranspositionTable::new(megabytes)), pool: None, settings, tables: None }
}

/// The best move and its score.
fn search(game: &dyn AnyGame, tools: &Tools, nodes: u64) -> Option<(String, i32)> {
    let search = game.search(&Limits { nodes: Some(nodes), ..Limits::default() }, Style::Usual);
    let mut score = 0;
    let outcome = search.run(tools, &Signals::default(), &mut |lines: &[Report]| score = lines[0].score);
    outcome.best.map(|best| (best, score))
}

/// The balanced opening with a number.
fn opening(start: &dyn AnyGame, number: u64) -> Box<dyn AnyGame> {
    let mut state = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let tools = tools(1, Params::PLAY);
    loop {
        let mut game = start.copy();
        for _ in 0..8 + random(3) {
            let moves = game.moves(Style::Usual);
            if moves.is_empty() {
                break;
            }
            game.play(&moves[random(moves.len())], Style::Usual).expect("a legal move");
        }
        if game.ending().is_none()
            && let Some((_, score)) = search(&*game, &tools, 20_000)
            && score.abs() <= 40
        {
            return game;
        }
    }
}
