//! The speed-up of a second thread: the time to a fixed depth on one thread and on two, over the positions of the bench.
//!
//! ```text
//! cargo run --release --example threads -- 21 3
//! ```
//!
//! searches every position to the bench's depth 21, on each number of threads, in three rounds. Every depth that takes one
//! thread at least 40 ms counts, with the medians of its times and nodes. A line has the geometric means of the ratios over
//! these depths, and the last line the median over the positions. At which depth two threads find a better move is random,
//! and changes the time there by a factor of two; so a single depth means little.
//!
//! The two cores of a virtual machine may for seconds at a time be two hyperthreads of one core; then two independent
//! programs run at two thirds of their speed. So every round measures, before and after, how long two separate searches take
//! in parallel, and counts only if that is as long as one alone. What remains is the cost of searching together. A position
//! counts with the rounds it got, and the last line says how many there were.

use millstone::engine::bench::{BenchError, BenchPosition, BenchRunner, positions};
use std::collections::BTreeMap;

/// Shorter searches are too noisy to compare threads.
const SHORTEST: f64 = 0.040;
/// How much the time of two separate searches may differ from that of one alone, if there are two cores.
const TOLERANCE: f64 = 0.08;
/// How often a round without two cores is repeated.
const TRIES: usize = 8;

/// Times and nodes of some searches to the same depth.
#[derive(Default)]
struct Runs {
    seconds: Vec<f64>,
    nodes: Vec<f64>,
}

/// Time and nodes of every depth of one search.
type Depths = BTreeMap<u32, (f64, f64)>;

/// Searches a position; returns time and nodes of each depth, and the total time.
fn search(bench: &BenchRunner, position: &BenchPosition) -> Result<(Depths, f64), BenchError> {
    let mut depths = Depths::new();
    let line = bench.watch(position, |report| {
        // The last depth is reported twice.
        depths.entry(report.depth).or_insert((report.time.as_secs_f64(), report.nodes as f64));
    })?;
    Ok((depths, line.time.as_secs_f64()))
}

/// The mean time of two independent searches in parallel.
fn in_parallel(benches: [&BenchRunner; 2], position: &BenchPosition) -> Result<f64, BenchError> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| search(benches[1], position));
        let (_, time) = search(benches[0], position)?;
        let (_, other) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((time + other) / 2.0)
    })
}

/// The benches to compare, and one to find out whether there are two cores.
struct Benches {
    one: BenchRunner,
    two: BenchRunner,
    beside: BenchRunner,
}

impl Benches {
    fn new(depth: u32) -> Result<Benches, BenchError> {
        let (one, beside) = (BenchRunner::new(depth, 1, 16)?, BenchRunner::new(depth, 1, 16)?);
        Ok(Benches { two: one.on_threads(2)?, one, beside })
    }

    /// A search on each number of threads; `None` if there were not two cores all the time.
    fn round(&self, position: &BenchPosition) -> Result<Option<[Depths; 2]>, BenchError> {
        let (alone, time) = search(&self.one, position)?;
        let two_cores = || -> Result<bool, BenchError> {
            Ok((in_parallel([&self.one, &self.beside], position)? / time - 1.0).abs() <= TOLERANCE)
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
    let benches = Benches::new(depth)?;
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    let (mut tried, mut counted) = (0, 0);
    for position in positions(None) {
        if search(&benches.one, &position)?.1 < SHORTEST {
            continue;
        }
        let mut all: [BTreeMap<u32, Runs>; 2] = Default::default();
        let last = counted + runs;
        for _ in 0..runs * TRIES {
            if counted == last {
                break;
            }
            tried += 1;
            if let Some(round) = benches.round(&position)? {
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
