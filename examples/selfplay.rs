//! A paired self-play match at fixed nodes with a search technique switched on or off, to measure its Elo.
//!
//! ```text
//! cargo run --release --example selfplay -- international 400 8000 lmr=off
//! ```
//!
//! plays 400 games at 8000 nodes per move: the current search against the search without late-move reductions. Each opening (random
//! legal plies from the start position, kept if a search finds it balanced) is played with both colours. A positive Elo
//! means that the current search is stronger. Several techniques may be given; the prefix `base:` applies one to the first
//! player.

use millstone::engine::any_game::{AnyGame, Report, Tools, any_game};
use millstone::games::Side;
use millstone::games::catalog::Variant;
use millstone::games::notation::Style;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Params, Settings, Signals};
use millstone::tools::tournament::statistics::{self, ResultCounts};
use rayon::prelude::*;
use std::sync::Arc;

/// A game is a draw after this many plies.
const MAX_PLIES: usize = 300;

struct SelfPlay {
    games: usize,
    nodes: u64,
    players: [Params; 2],
}

impl SelfPlay {
    /// The pairs of games by half points of the first player, 0 to 4.
    fn run(&self, start: &dyn AnyGame) -> [u64; 5] {
        let pair = |number: usize| {
            let opening = opening(start, number as u64);
            self.play(opening.copy(), Side::White) + self.play(opening, Side::Black)
        };
        let pairs: Vec<usize> = (0..self.games.div_ceil(2)).into_par_iter().map(pair).collect();
        let mut counts = [0; 5];
        for points in pairs {
            counts[points] += 1;
        }
        counts
    }

    /// Plays a game in which the first player has the given side; returns its half points.
    fn play(&self, mut game: Box<dyn AnyGame>, side: Side) -> usize {
        let tools = self.players.map(|params| tools(8, params));
        for _ in 0..MAX_PLIES {
            if let Some(ending) = game.ending() {
                return match ending.winner {
                    None => 1,
                    Some(winner) if winner == side => 2,
                    Some(_) => 0,
                };
            }
            let player = usize::from(game.side() != side);
            let Some((best, _)) = search(&*game, &tools[player], self.nodes) else { return 1 };
            game.play(&best, Style::Usual).expect("the search's own move");
        }
        1
    }
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, games, nodes, techniques @ ..] = arguments.as_slice() else {
        eprintln!("usage: selfplay VARIANT GAMES NODES [TECHNIQUE=on|off …]");
        std::process::exit(2);
    };
    let mut players = [Params::PLAY; 2];
    let parsed = variant.parse::<Variant>().map_err(|error| error.to_string()).and_then(|variant| {
        for technique in techniques {
            match technique.strip_prefix("base:") {
                Some(technique) => players[0].set(technique)?,
                None => players[1].set(technique)?,
            }
        }
        let games = games.parse().map_err(|_| format!("`{games}` is not a number of games"))?;
        let nodes = nodes.parse().map_err(|_| format!("`{nodes}` is not a number of nodes"))?;
        Ok((variant, games, nodes))
    });
    let (variant, games, nodes) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    };
    let counts = SelfPlay { games, nodes, players }.run(&*any_game(&variant));
    let pairs = ResultCounts::Pairs(counts);
    let Some(elo) = statistics::elo(&pairs) else { return println!("no games") };
    println!(
        "{variant} {nodes} nodes, {} games, against {}: {:+.1} ± {:.1} Elo, pairs {counts:?}",
        pairs.games(),
        techniques.join(" "),
        elo.value,
        elo.error()
    );
}
