//! A paired fixed-node match of the search against itself with a technique switched, to say what it is worth.
//!
//! ```text
//! cargo run --release --example selfplay -- international 400 8000 lmr=off
//! ```
//!
//! plays 400 games at 8000 nodes a move: the search as it is against the search without late-move reductions. Each opening
//! (random legal plies from the start, kept when a search calls it balanced) is played with both colours.
//! A positive Elo means that the search as it is does better. Several techniques may be named; `base:`
//! before one applies it to the first player.

use millstone::engine::any_game::{AnyGame, Report, Tools, any_game};
use millstone::games::Side;
use millstone::games::catalog::Variant;
use millstone::games::notation::Style;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Params, Settings, Signals};
use millstone::tools::tournament::statistics::{self, ResultCounts};
use rayon::prelude::*;
use std::sync::Arc;

/// A game is called a draw after so many plies.
const LONGEST: usize = 300;

struct Match {
    games: usize,
    nodes: u64,
    players: [Params; 2],
}

impl Match {
    /// How many pairs of games gave the first player 0, 1, 2, 3 and 4 half points.
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

    /// One game; the first player has the given side. Half points of the first player.
    fn play(&self, mut seat: Box<dyn AnyGame>, side: Side) -> usize {
        let tools = self.players.map(|params| tools(8, params));
        for _ in 0..LONGEST {
            if let Some(ending) = seat.ending() {
                return match ending.winner {
                    None => 1,
                    Some(winner) if winner == side => 2,
                    Some(_) => 0,
                };
            }
            let player = usize::from(seat.side() != side);
            let Some((best, _)) = think(&*seat, &tools[player], self.nodes) else { return 1 };
            seat.play(&best, Style::Usual).expect("the search's own move");
        }
        1
    }
}

fn tools(megabytes: usize, params: Params) -> Tools {
    let settings = Settings { params, ..Settings::default() };
    Tools { table: Arc::new(TranspositionTable::new(megabytes)), pool: None, settings }
}

/// The best move and its score.
fn think(seat: &dyn AnyGame, tools: &Tools, nodes: u64) -> Option<(String, i32)> {
    let search = seat.search(&Limits { nodes: Some(nodes), ..Limits::default() }, Style::Usual);
    let mut score = 0;
    let outcome = search.run(tools, &Signals::default(), &mut |lines: &[Report]| score = lines[0].score);
    outcome.best.map(|best| (best, score))
}

/// A balanced opening by a number.
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
        let mut seat = start.copy();
        for _ in 0..8 + random(3) {
            let moves = seat.moves(Style::Usual);
            if moves.is_empty() {
                break;
            }
            seat.play(&moves[random(moves.len())], Style::Usual).expect("a legal move");
        }
        if seat.ending().is_none()
            && let Some((_, score)) = think(&*seat, &tools, 20_000)
            && score.abs() <= 40
        {
            return seat;
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
        let games = games.parse().map_err(|_| format!("`{games}` is no number of games"))?;
        let nodes = nodes.parse().map_err(|_| format!("`{nodes}` is no number of nodes"))?;
        Ok((variant, games, nodes))
    });
    let (variant, games, nodes) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    };
    let counts = Match { games, nodes, players }.run(&*any_game(&variant));
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
