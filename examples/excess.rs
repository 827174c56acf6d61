//! The node overhead of two threads against one, over many positions.
//!
//! ```text
//! cargo run --release --example excess -- 100
//! ```
//!
//! searches the first hundred openings of five games (`openings/`) to a depth with some hundred thousand nodes, on one
//! thread and on two. Every depth with at least 60,000 nodes on one thread counts. A line has the geometric mean of a
//! game's ratios, with its standard error; the last line that of all games. It needs two free cores: threads that share a
//! core duplicate less work, and would need fewer nodes.

use millstone::engine::any_game::any_game;
use millstone::engine::bench::{BenchError, BenchPosition, BenchRunner};
use millstone::games::catalog::Variant;
use millstone::tools::openings;
use std::collections::BTreeMap;

/// The variants, with the depth for each.
const GAMES: [(&str, u32); 5] =
    [("international", 16), ("english", 17), ("russian", 16), ("nine-mens-morris", 14), ("mixed-mill", 14)];
/// Searches with fewer nodes are too short to compare threads.
const FEWEST: f64 = 60_000.0;

/// The nodes of every depth.
fn search(bench: &BenchRunner, position: &BenchPosition) -> Result<BTreeMap<u32, f64>, BenchError> {
    let mut depths = BTreeMap::new();
    bench.watch(position, |report| {
        // The last depth is reported twice.
        depths.entry(report.depth).or_insert(report.nodes as f64);
    })?;
    Ok(depths)
}

/// The first positions of a variant's opening file.
fn positions(name: &str, count: usize, depth: u32) -> Result<Vec<BenchPosition>, Box<dyn std::error::Error>> {
    let variant: Variant = name.parse()?;
    let file = format!("openings/{}", openings::file_for(&variant).ok_or("a variant without openings")?);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let mut positions = Vec::new();
    for (_, opening) in openings::read(&text).into_iter().take(count) {
        let mut game = any_game(&variant);
        opening.set_up(&mut *game)?;
        positions.push(BenchPosition { variant: name.to_string(), fen: game.fen(), deeper: depth as i32 });
    }
    Ok(positions)
}

/// Prints the geometric mean of ratios, given as logarithms, with its standard error.
fn show(name: &str, logarithms: &[f64]) {
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    println!("{name:18} {count:4} positions  nodes {:.3} ± {:.3}", mean.exp(), (variance / count).sqrt());
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).ok_or("usage: excess COUNT")?.parse()?;
    let one = BenchRunner::new(0, 1, 16)?;
    let two = one.on_threads(2)?;
    let mut all = Vec::new();
    for (name, depth) in GAMES {
        let mut ratios = Vec::new();
        for position in positions(name, count, depth)? {
            let (alone, both) = (search(&one, &position)?, search(&two, &position)?);
            let depths = alone.iter().filter(|(_, nodes)| **nodes >= FEWEST);
            let pairs: Vec<f64> =
                depths.filter_map(|(depth, alone)| both.get(depth).map(|both| (both / alone).ln())).collect();
            if !pairs.is_empty() {
                ratios.push(pairs.iter().sum::<f64>() / pairs.len() as f64);
            }
        }
        show(name, &ratios);
        all.extend(ratios);
    }
    show("all", &all);
    Ok(())
}
