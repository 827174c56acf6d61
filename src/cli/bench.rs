//! `millstone bench`: a fixed set of positions searched to a fixed depth.

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use crate::engine::bench;
use crate::games::catalog::Variant;
use crate::search::Score;
use crate::search::tt::TranspositionTable;
use crate::util::cpu;
use clap::Args;
use std::io::Write;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  millstone bench
  millstone bench --depth 15 --threads 2 --hash 256
  millstone bench --variant international

The first line says which CPU the program was built for. Then each line is `VARIANT FEN depth D score S best MOVE \
nodes N`, with S as `cp N` or `mate N`; the last line is `N nodes M nps`. With one thread the node count depends only \
on the depth and the size of the transposition table, so it identifies the search. Variants with small trees are \
searched deeper than --depth, those with large ones less deep.";

/// Search a fixed set of positions and print the node count and speed
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    /// The depth, in plies
    #[arg(long, short, value_name = "N", default_value_t = bench::DEPTH as usize,
          value_parser = |text: &str| whole(text, 1..=100))]
    depth: usize,

    /// The number of threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    /// The size of the transposition table
    #[arg(long, value_name = "MB", default_value_t = bench::HASH,
          value_parser = |text: &str| whole(text, TranspositionTable::MEGABYTES))]
    hash: usize,

    /// Search only the positions of this variant, or its start position if there are none
    #[arg(long, short, value_name = "V", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<Variant>,
}

impl BenchArgs {
    /// Prints each position when it is searched, and the totals.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let bencher = bench::BenchRunner::new(self.depth as u32, self.threads, self.hash)?;
        let hint = cpu::hint().map_or_else(String::new, |hint| format!("; {hint}"));
        writeln!(out, "built for {}{hint}", cpu::BUILT_FOR)?;
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for position in bench::positions(self.variant.as_ref()) {
            let line = bencher.search(&position)?;
            let score = Score::new(line.score);
            writeln!(
                out,
                "{} {} depth {} score {score} best {} nodes {}",
                position.variant, line.fen, line.depth, line.best, line.nodes
            )?;
            out.flush()?;
            nodes += line.nodes;
            time += line.time;
        }
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
        writeln!(out, "{nodes} nodes {speed:.0} nps")?;
        Ok(())
    }
}
