//! What a second thread is worth: the time to a fixed depth on one thread and on two, over the positions of the bench.
//!
//! ```text
//! cargo run --release --example threads -- 20 3
//! ```
//!
//! searches every position to the bench's depths 18, 19 and 20, three times on each number of threads, in turn. Of each depth the
//! median time counts; a line has their sums, the ratio of these, and the ratio of the nodes, and the last line the median of
//! the ratios. How lucky two threads are differs much from depth to depth, which is why there are three. Positions that one
//! thread is done with in less than 40 ms are left out. The machine should have nothing else to do.

use millstone::bench::{Bench, BenchError, Line, positions};

/// Searches that take less time than this say nothing about threads.
const SHORTEST: f64 = 0.040;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [depth, runs] = arguments.as_slice() else { return Err("usage: threads DEPTH RUNS".into()) };
    let (depth, runs): (u32, usize) = (depth.parse()?, runs.parse()?);
    let benches = |depth| Ok::<_, BenchError>([Bench::new(depth, 1, 16)?, Bench::new(depth, 2, 16)?]);
    let benches = (depth.saturating_sub(2)..=depth).map(benches).collect::<Result<Vec<_>, _>>()?;
    let mut ratios = Vec::new();
    for position in positions(None) {
        let ([mut one, mut two], [mut few, mut many]) = ([0.0; 2], [0.0; 2]);
        for benches in &benches {
            let mut lines: [Vec<Line>; 2] = Default::default();
            for _ in 0..runs {
                for (bench, lines) in benches.iter().zip(&mut lines) {
                    lines.push(bench.search(&position)?);
                }
            }
            let times =
                lines.each_ref().map(|lines| median(lines.iter().map(|line| line.time.as_secs_f64()).collect()));
            let nodes = lines.each_ref().map(|lines| median(lines.iter().map(|line| line.nodes as f64).collect()));
            (one, two) = (one + times[0], two + times[1]);
            (few, many) = (few + nodes[0], many + nodes[1]);
        }
        if one < SHORTEST {
            continue;
        }
        println!("{:24} {one:7.3} s {two:7.3} s  time {:.2}  nodes {:.2}", position.variant, two / one, many / few);
        ratios.push(two / one);
    }
    println!("median of {} positions: {:.3}", ratios.len(), median(ratios));
    Ok(())
}
