//! `millstone perft`: counts the nodes of the game tree.

use super::error::CliError;
use super::number::whole;
use super::position_args::PositionArgs;
use super::progress::clock_bar;
use crate::tools::perft::{CountError, CountOptions};
use clap::Args;
use std::io::Write;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  millstone perft 8
  millstone perft 10 --variant international --threads 2 --hash 256
  millstone perft 5 --variant english --moves \"11-15 22-18\" --divide

Each line is `depth D nodes N time SECONDS nps N`. A ply is a complete move, with all its captures. Captures with \
the same start, end and captured pieces count once; draw rules do not end the tree. The counts are exact with any \
options.";

/// Count the nodes of the game tree at depths 1 to DEPTH
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    /// The maximum depth, in plies
    #[arg(value_parser = |text: &str| whole(text, 1..=255))]
    depth: usize,

    #[command(flatten)]
    position: PositionArgs,

    /// Add a line `MOVE N` for each legal move, with its nodes at the last depth
    #[arg(long)]
    divide: bool,

    /// The number of threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    /// Size of a hash table of counts, for all threads; the smallest counts are replaced first
    #[arg(long, value_name = "MB", default_value = "0", value_parser = |text: &str| whole(text, 0..=1 << 20))]
    hash: usize,
}

impl PerftArgs {
    /// Prints each count as soon as it is known.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let options = CountOptions { threads: self.threads, hash: self.hash };
        let counter = self.position.any_game()?.counter(options)?;
        // The counts and times of the last two depths, by which the next time is estimated.
        let mut last = [(1_u128, 0.0), (1, 0.0)];
        for depth in 1..=self.depth as u32 {
            let growth = last[1].0 as f64 / last[0].0.max(1) as f64;
            let bar = clock_bar(format!("depth {depth}, about {:.0} s", (last[1].1 * growth).ceil()));
            let begun = Instant::now();
            let (nodes, parts) = if self.divide && depth == self.depth as u32 {
                let parts = counter.divide(depth)?;
                let total = parts.iter().try_fold(0u128, |total, (_, count)| total.checked_add(*count));
                (total.ok_or(CountError::Overflow { depth })?, parts)
            } else {
                (counter.count(depth)?, Vec::new())
            };
            let seconds = begun.elapsed().as_secs_f64();
            bar.finish_and_clear();
            last = [last[1], (nodes, seconds)];
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
