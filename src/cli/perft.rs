//! `millstone perft`: the size of the game tree, depth by depth.

use super::error::Error;
use super::number::whole;
use super::start::Start;
use crate::tools::perft::{CountError, CountOptions};
use clap::Args;
use std::io::Write;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  millstone perft 8
  millstone perft 10 --variant international --threads 2 --hash 256
  millstone perft 5 --variant english --moves \"11-15 22-18\" --divide

Each line is `depth D nodes N time SECONDS nps N`. A ply is a whole move (all jumps of a capture, the stone that \
a mill takes); captures with the same start, end and victims count once; draw rules do not end the tree. The \
counts are exact with any options.";

/// Count the positions that 1, 2, … DEPTH plies lead to
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    /// The greatest depth, in plies
    #[arg(value_parser = |text: &str| whole(text, 1..=255))]
    depth: usize,

    #[command(flatten)]
    start: Start,

    /// Add a line `MOVE N` for each legal move, with its share of the last depth
    #[arg(long)]
    divide: bool,

    /// Count with this many threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    /// Remember counts in this much memory, for all threads; when it is full, the smallest counts are forgotten
    #[arg(long, value_name = "MB", default_value = "0", value_parser = |text: &str| whole(text, 0..=1 << 20))]
    hash: usize,
}

impl Perft {
    /// Prints the counts, each as soon as it is known.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let options = CountOptions { threads: self.threads, hash: self.hash };
        let counter = self.start.any_game()?.counter(options)?;
        for depth in 1..=self.depth as u32 {
            let begun = Instant::now();
            let (nodes, parts) = if self.divide && depth == self.depth as u32 {
                let parts = counter.divide(depth)?;
                let total = parts.iter().try_fold(0u128, |total, (_, count)| total.checked_add(*count));
                (total.ok_or(CountError::Overflow { depth })?, parts)
            } else {
                (counter.count(depth)?, Vec::new())
            };
            let seconds = begun.elapsed().as_secs_f64();
            let speed = nodes as f64 / seconds.max(1e-9);
            writeln!(out, "depth {depth} nodes {nodes} time {seconds:.3} nps {speed:.0}")?;
            for (text, count) in parts {
                writeln!(out, "{text} {count}")?;
            }
            out.flush()?;
        }
        Ok(())
    }
}
