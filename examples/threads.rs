//! What a second thread is worth: the time to a fixed depth on one thread and on two, over the positions of the bench.
//!
//! ```text
//! cargo run --release --example threads -- 21 3
//! ```
//!
//! searches every position to the bench's depth 21, three times on each number of threads, in turn. Every depth on the way counts
//! that takes one thread at least 40 ms, with the medians of its times and nodes. A line has the geometric means over these
//! depths of the ratios, and the last line the median over the positions. Which depth two threads come upon a
//! better move at is luck, and costs or saves half of the time there; that is why one depth alone says little. The machine should
//! have nothing else to do.

use millstone::bench::{Bench, BenchError, Position, positions};
use std::collections::BTreeMap;

/// Searches that take less time than this say nothing about threads.
const SHORTEST: f64 = 0.040;

/// The times and the nodes of some searches to the same depth.
#[derive(Default)]
struct Runs {
    seconds: Vec<f64>,
    nodes: Vec<f64>,
}

/// Searches a position and adds what each depth took.
fn search(bench: &Bench, position: &Position, depths: &mut BTreeMap<u32, Runs>) -> Result<(), BenchError> {
    let mut last = 0;
    bench.watch(position, |report| {
        // The last is reported twice.
        if std::mem::replace(&mut last, report.depth) != report.depth {
            let runs = depths.entry(report.depth).or_default();
            runs.seconds.push(report.time.as_secs_f64());
            runs.nodes.push(report.nodes as f64);
        }
    })?;
    Ok(())
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [depth, runs] = arguments.as_slice() else { return Err("usage: threads DEPTH RUNS".into()) };
    let (depth, runs): (u32, usize) = (depth.parse()?, runs.parse()?);
    let one = Bench::new(depth, 1, 16)?;
    let two = one.on_threads(2)?;
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for position in positions(None) {
        let (mut alone, mut both) = (BTreeMap::new(), BTreeMap::new());
        for _ in 0..runs {
            search(&one, &position, &mut alone)?;
            search(&two, &position, &mut both)?;
        }
        let pairs: Vec<(&Runs, &Runs)> = alone
            .iter()
            .filter(|(_, alone)| median(&alone.seconds) >= SHORTEST)
            .filter_map(|(depth, alone)| both.get(depth).map(|both| (alone, both)))
            .collect();
        if pairs.is_empty() {
            continue;
        }
        let mean = |of: fn(&Runs) -> &[f64]| {
            geometric_mean(&pairs.iter().map(|(alone, both)| median(of(both)) / median(of(alone))).collect::<Vec<_>>())
        };
        let (time, count) = (mean(|runs| &runs.seconds), mean(|runs| &runs.nodes));
        println!("{:24} depths {:2}  time {time:.2}  nodes {count:.2}", position.variant, pairs.len());
        times.push(time);
        nodes.push(count);
    }
    let (time, count) = (geometric_mean(&times), geometric_mean(&nodes));
    println!("geometric mean: time {time:.3}, nodes {count:.3}, nodes a second {:.3}", count / time);
    println!("median of {} positions: {:.3}", times.len(), median(&times));
    Ok(())
}
