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

use millstone::bench::{Bench, Line, Position, positions};

/// Searches that take less time than this say nothing about threads.
const SHORTEST: f64 = 0.040;

fn median(mut values: Vec<f64>) -> f64 {
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
    let benches = [one.on_threads(2)?, one];
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for position in positions(None) {
        // On two threads and on one.
        let (mut seconds, mut counts) = ([0.0; 2], [0.0; 2]);
        for less in 0..3 {
            let position = Position { deeper: position.deeper - less, ..position.clone() };
            let mut lines: [Vec<Line>; 2] = Default::default();
            for _ in 0..runs {
                for (bench, lines) in benches.iter().zip(&mut lines) {
                    lines.push(bench.search(&position)?);
                }
            }
            for (i, lines) in lines.iter().enumerate() {
                seconds[i] += median(lines.iter().map(|line| line.time.as_secs_f64()).collect());
                counts[i] += median(lines.iter().map(|line| line.nodes as f64).collect());
            }
        }
        let ([two, one], [many, few]) = (seconds, counts);
        if one < SHORTEST {
            continue;
        }
        println!("{:24} {one:7.3} s {two:7.3} s  time {:.2}  nodes {:.2}", position.variant, two / one, many / few);
        times.push(two / one);
        nodes.push(many / few);
    }
    let (time, count) = (geometric_mean(&times), geometric_mean(&nodes));
    println!("geometric mean: time {time:.3}, nodes {count:.3}, nodes a second {:.3}", count / time);
    println!("median of {} positions: {:.3}", times.len(), median(times));
    Ok(())
}
