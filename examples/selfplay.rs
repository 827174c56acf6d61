//! A paired fixed-node match of the search against itself with a technique switched, to say what it is worth.
//!
//! ```text
//! cargo run --release --example selfplay -- international 400 8000 reductions=off
//! ```
//!
//! plays 400 games at 8000 nodes a move: the search as it is against the search with reductions off. Each opening
//! (random legal plies from the start, kept when a search calls it balanced) is played with both colours.
//! A positive Elo means that the search as it is does better. Several techniques may be named; `base:`
//! before one applies it to the first player.

use millstone::catalog::Variant;
use millstone::game::Side;
use millstone::notation::Style;
use millstone::search::{Limits, Params, Settings, Signals};
use millstone::seat::{Report, Seat, Tools, seat};
use millstone::table::Table;
use rayon::prelude::*;
use std::sync::Arc;

/// A game is called a draw after so many plies.
const LONGEST: usize = 300;

struct Match {
    games: usize,
    nodes: u64,
    players: [Params; 2],
}

/// The points of the first player in a pair of games, in half points from 0 to 4.
type Pentanomial = [u32; 5];

impl Match {
    fn run(&self, start: &dyn Seat) -> Pentanomial {
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
    fn play(&self, mut seat: Box<dyn Seat>, side: Side) -> usize {
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
    Tools { table: Arc::new(Table::new(megabytes)), pool: None, settings }
}

/// The best move and its score.
fn think(seat: &dyn Seat, tools: &Tools, nodes: u64) -> Option<(String, i32)> {
    let (search, _) = seat.search(&Limits { nodes: Some(nodes), ..Limits::default() }, Style::Usual);
    let mut score = 0;
    let outcome = search(tools, &Signals::default(), &mut |report: &Report| score = report.score);
    outcome.best.map(|best| (best, score))
}

/// A balanced opening by a number.
fn opening(start: &dyn Seat, number: u64) -> Box<dyn Seat> {
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

/// Elo and the half width of its 95 % interval, from the pairs.
fn elo(counts: &Pentanomial) -> (f64, f64) {
    let pairs: f64 = counts.iter().map(|n| f64::from(*n)).sum();
    let mean = counts.iter().enumerate().map(|(i, n)| i as f64 / 4.0 * f64::from(*n)).sum::<f64>() / pairs;
    let variance =
        counts.iter().enumerate().map(|(i, n)| (i as f64 / 4.0 - mean).powi(2) * f64::from(*n)).sum::<f64>() / pairs;
    let error = 1.96 * (variance / pairs).sqrt();
    let to_elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    (to_elo(mean), (to_elo(mean + error) - to_elo(mean - error)) / 2.0)
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
    let counts = Match { games, nodes, players }.run(&*seat(&variant));
    let (elo, error) = elo(&counts);
    let played: u32 = 2 * counts.iter().sum::<u32>();
    println!(
        "{variant} {nodes} nodes, {played} games, against {}: {elo:+.1} ± {error:.1} Elo, pairs {counts:?}",
        techniques.join(" ")
    );
}
