//! What a second thread is worth: the time to a fixed depth on one thread and on two, over the positions of the bench.
//!
//! ```text
//! cargo run --release --example threads -- 21 3
//! ```
//!
//! searches every position to the bench's depth 21, on each number of threads, in three rounds. Every depth on the way counts
//! that takes one thread at least 40 ms, with the medians of its times and nodes. A line has the geometric means over these
//! depths of the ratios, and the last line the median over the positions. Which depth two threads come upon a
//! better move at is luck, and costs or saves half of the time there; that is why one depth alone says little.
//!
//! A rented machine does not always have the two cores that it shows: for seconds at a time they may be the two halves of one, and
//! then two programs that have nothing to do with each other run at two thirds of their speed. So every round looks, before and
//! after, how long two separate searches take side by side, and counts only if they take as long as one alone does. What
//! is left is the cost of searching together. A position counts with the rounds it got, and the last line says how many there were.

use millstone::engine::bench::{BenchError, BenchPosition, BenchRunner, positions};
use std::collections::BTreeMap;

/// Searches that take less time than this say nothing about threads.
const SHORTEST: f64 = 0.040;
/// By how much two separate searches may be slower or faster than one alone where there are two cores for them.
const TOLERANCE: f64 = 0.08;
/// How often a round is tried that does not find two cores.
const TRIES: usize = 8;

/// The times and the nodes of some searches to the same depth.
#[derive(Default)]
struct Runs {
    seconds: Vec<f64>,
    nodes: Vec<f64>,
}

/// The time and the nodes of every depth on the way of one search.
type Depths = BTreeMap<u32, (f64, f64)>;

/// Searches a position; gives what each depth took, and the time of the whole.
fn search(bench: &BenchRunner, position: &BenchPosition) -> Result<(Depths, f64), BenchError> {
    let mut depths = Depths::new();
    let line = bench.watch(position, |report| {
        // The last is reported twice.
        depths.entry(report.depth).or_insert((report.time.as_secs_f64(), report.nodes as f64));
    })?;
    Ok((depths, line.time.as_secs_f64()))
}

/// The mean time of two searches side by side that share nothing.
fn side_by_side(benches: [&BenchRunner; 2], position: &BenchPosition) -> Result<f64, BenchError> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| search(benches[1], position));
        let (_, time) = search(benches[0], position)?;
        let (_, other) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((time + other) / 2.0)
    })
}

/// The benches to compare, and one to see whether there are two cores.
struct Stand {
    one: BenchRunner,
    two: BenchRunner,
    beside: BenchRunner,
}

impl Stand {
    fn new(depth: u32) -> Result<Stand, BenchError> {
        let (one, beside) = (BenchRunner::new(depth, 1, 16)?, BenchRunner::new(depth, 1, 16)?);
        Ok(Stand { two: one.on_threads(2)?, one, beside })
    }

    /// One search on each number of threads, if there were two cores all the time.
    fn round(&self, position: &BenchPosition) -> Result<Option<[Depths; 2]>, BenchError> {
        let (alone, time) = search(&self.one, position)?;
        let two_cores = || -> Result<bool, BenchError> {
            Ok((side_by_side([&self.one, &self.beside], position)? / time - 1.0).abs() <= TOLERANCE)
        };
        if !two_cores()? {
            return Ok(None);
        }
        let (both, _) = search(&self.two, position)?;
        Ok(two_cores()?.then_some([alone, both]))
    }
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
    let stand = Stand::new(depth)?;
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    let (mut tried, mut counted) = (0, 0);
    for position in positions(None) {
        if search(&stand.one, &position)?.1 < SHORTEST {
            continue;
        }
        let mut all: [BTreeMap<u32, Runs>; 2] = Default::default();
        let last = counted + runs;
        for _ in 0..runs * TRIES {
            if counted == last {
                break;
            }
            tried += 1;
            if let Some(round) = stand.round(&position)? {
                counted += 1;
                for (all, depths) in all.iter_mut().zip(round) {
                    for (depth, (seconds, nodes)) in depths {
                        let runs = all.entry(depth).or_default();
                        runs.seconds.push(seconds);
                        runs.nodes.push(nodes);
                    }
                }
            }
        }
        let [alone, both] = all;
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
    println!("median of {} positions: {:.3} ({counted} of {tried} rounds had two cores)", times.len(), median(&times));
    Ok(())
}
