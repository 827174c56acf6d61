//! `millstone analyse`: batch analysis of positions. protocol.md describes the JSON output.

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use super::progress::input_bar;
use super::table_use::TableUseArgs;
use crate::games::catalog::{self, Variant};
use crate::search::{Deadlines, Limits, Signals};
use crate::tools::analyse::{Analysis, AnalysisConfig, AnalysisError, AnalysisProgress, AnalysisResult};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  millstone analyse positions.txt --variant english --depth 10
  millstone analyse games.pdn --nodes 100000 --jobs 2 > analysis.jsonl
echo \"startpos moves 22-18 9-14\" \\
      | millstone analyse --movetime 500 --format text
  echo '{\"id\":7,\"variant\":\"morris\",\"moves\":\"a1 d7\"}' \\
      | millstone analyse --depth 6 --multipv 3

The input has a position on each line: a FEN or `startpos`, optionally followed by `moves M …`; or a JSON object with \
any of fen, moves (a text or a list), variant and id. Or it is a PDN file, all of whose positions are analysed. Blank \
lines and comments (from # on) are skipped.

The output has a JSON object for each position, in the order of the input, with v, id, line, variant, fen, side, legal, \
best, score, wdl, depth, seldepth, pv, nodes, time_ms, lines (with --multipv), table (with --tables, if tables hold the \
position) and ending (if the game is over). For a \
bad line it has an object with line and error; the other lines are analysed, and the exit code is 2.";

/// Analyse many positions in parallel; prints a JSON object for each
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("limit").required(true).multiple(true))]
pub struct AnalyseArgs {
    /// The input file [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// The variant of positions that do not name one
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// Search each position to this depth
    #[arg(long, short, value_name = "N", group = "limit", value_parser = |text: &str| whole(text, 1..=250))]
    depth: Option<usize>,

    /// Search at most this many nodes
    #[arg(long, short, value_name = "N", group = "limit", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    nodes: Option<usize>,

    /// Search for this many milliseconds
    #[arg(long, value_name = "MS", group = "limit", value_parser = |text: &str| whole(text, 1..=1_000_000_000))]
    movetime: Option<usize>,

    /// Find this many best lines
    #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=256))]
    multipv: usize,

    /// Threads per position; with more than one, results differ from run to run
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=256))]
    threads: usize,

    /// Positions searched at the same time; does not change the results [default: all cores]
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=256))]
    jobs: Option<usize>,

    /// Size of the transposition table per job; long searches need more
    #[arg(long, value_name = "MB", default_value = "16", value_parser = |text: &str| whole(text, 1..=65536))]
    hash: usize,

    #[command(flatten)]
    tables: TableUseArgs,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: AnalyseFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnalyseFormat {
    /// A JSON object for each position
    Json,
    /// A readable line for each position
    Text,
}

impl AnalyseArgs {
    /// Prints a result for each position.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (source, size) = self.source()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let config = AnalysisConfig {
            limits: Limits {
                depth: self.depth.map(|depth| depth as u32),
                nodes: self.nodes.map(|nodes| nodes as u64),
                deadlines: self.movetime.map(|time| Deadlines::fixed(Duration::from_millis(time as u64))),
                ..Limits::default()
            },
            is_pdn: self.file.as_deref().is_some_and(is_pdn_name),
            variant: self.variant,
            multi_pv: self.multipv,
            threads: self.threads,
            jobs: self.jobs.unwrap_or_else(|| (cores / self.threads).max(1)),
            hash: self.hash,
            tables: self.tables.cache()?.map(Arc::new),
        };
        let signals = Arc::new(Signals::default());
        let stop = Arc::clone(&signals);
        // Without a handler, Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(move || stop.stop.store(true, Relaxed));
        let bar = input_bar("positions", size);
        // Both closures write to the output.
        let out = std::cell::RefCell::new(out);
        let mut write = |result: &AnalysisResult, progress: AnalysisProgress| {
            bar.set_position(progress.bytes);
            bar.set_message(progress.results.to_string());
            let mut out = out.borrow_mut();
            match self.format {
                AnalyseFormat::Json => serde_json::to_writer(&mut **out, result)?,
                AnalyseFormat::Text => write!(out, "{result}")?,
            }
            writeln!(out)
        };
        let totals = Analysis::new(config, signals).run(source, &mut write, &mut || out.borrow_mut().flush());
        bar.finish_and_clear();
        let totals = totals.map_err(|error| match error {
            AnalysisError::Write(error) => CliError::Io(error),
            AnalysisError::Read(_) => CliError::Input(error.to_string()),
            AnalysisError::Internal(problem) => CliError::Failed(problem),
        })?;
        match totals.done.errors {
            _ if totals.stopped => Err(CliError::Interrupted),
            0 => Ok(()),
            errors => Err(CliError::Input(format!("{errors} of {} positions have errors", totals.done.results))),
        }
    }

    /// The input, and its size if it is a file.
    fn source(&self) -> Result<(Box<dyn BufRead + Send>, Option<u64>), CliError> {
        match self.file.as_deref() {
            None | Some("-") => Ok((Box::new(BufReader::new(io::stdin())), None)),
            Some(name) => {
                let open = |error| CliError::Input(format!("cannot open `{name}`: {error}"));
                let file = File::open(name).map_err(open)?;
                let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
                Ok((Box::new(BufReader::new(file)), size))
            }
        }
    }
}

/// Whether a file name has the extension `pdn`.
fn is_pdn_name(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"))
}
