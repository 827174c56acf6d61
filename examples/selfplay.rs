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

mod common;

use common::play_pair;
use millstone::engine::any_game::any_game;
use millstone::games::catalog::Variant;
use millstone::search::Params;
use millstone::tools::tournament::statistics::{self, ResultCounts};
use rayon::prelude::*;

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
    let start = any_game(&variant);
    let pair = |number: usize| play_pair(&*start, number as u64, nodes, &players);
    let pairs: Vec<usize> = (0..usize::div_ceil(games, 2)).into_par_iter().map(pair).collect();
    // The pairs of games by half points of the first player, 0 to 4.
    let mut counts = [0; 5];
    pairs.into_iter().for_each(|points| counts[points] += 1);
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
