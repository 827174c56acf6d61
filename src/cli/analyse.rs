//! `millstone analyse`: batch analysis of positions. docs/formats.md describes the JSON output.

use super::error::CliError;
use super::layout;
use super::number::whole;
use super::position_args::VariantParser;
use super::progress::input_bar;
use super::result_file::{self, ResultFile};
use super::search_args::{self, SearchArgs};
use crate::games::catalog::Variant;
use crate::search::Signals;
use crate::tools::analyse::{Analysis, AnalysisConfig, AnalysisError, AnalysisProgress, AnalysisResult, InputPart};
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// As clap would write it, but within 80 columns.
const USAGE: &str = "millstone analyse [OPTIONS] <--depth N|--nodes N|--movetime MS> [FILE]…";

const EXAMPLES: &str = "\
Examples:
  millstone analyse positions.txt --variant english --depth 10
  millstone analyse games.pdn --nodes 100000 --jobs 2 > analysis.jsonl
  millstone analyse *.pdn --nodes 100000 -o analysis.jsonl --resume
  echo \"startpos moves 22-18 9-14\" \\
      | millstone analyse --variant russian --movetime 500 --format text
  echo '{\"id\":7,\"variant\":\"morris\",\"moves\":\"a1 d7\"}' \\
      | millstone analyse --depth 6 --multipv 3

The input has a position on each line: a FEN or `startpos`, optionally followed by `moves M …`; or a JSON object with \
any of fen, moves (a text or a list), variant and id. Or it is a PDN file, all of whose positions are analysed. Blank \
lines and comments (from # on) are skipped. Positions that do not name their variant, and games without a tag Variant or \
GameType, are of the variant given by --variant; without it they are errors.

The output has a JSON object for each position, in the order of the input, with v, id, line, variant, fen, side, legal, \
best, score, wdl, depth, seldepth, pv, nodes, time_ms, lines (with --multipv), table (with --tables, if tables hold the \
position) and ending (if the game is over). In games, played is the next move, loss the expected points (from 0 to 1) it \
gave away, and verdict one of forced, best, good, inaccuracy, mistake and blunder. With several files, file is the name, \
and begins each id. For a bad line it has an object with line and error; the other lines are analysed, and the exit code is \
2.";

/// Analyse many positions in parallel; prints a JSON object for each
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
pub struct AnalyseArgs {
    /// The input files [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The variant of positions that do not name one
    #[arg(long, short, value_name = "V", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<Variant>,

    #[command(flatten)]
    search: SearchArgs,

    /// Find this many best lines
    #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=256))]
    multipv: usize,

    /// Analyse only every Nth line or game, from the Ith on: a share for one of N machines
    #[arg(long, value_name = "I/N", value_parser = search_args::part)]
    part: Option<(usize, usize)>,

    /// Write the results to this file, which must be new
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Continue the output file of an interrupted run, with the same input and arguments
    #[arg(long, requires = "output")]
    resume: bool,

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
        let part = self.part.map_or_else(InputPart::default, |(index, of)| InputPart { index: index - 1, of });
        let config = AnalysisConfig { multi_pv: self.multipv, part, ..self.search.config(self.variant.clone())? };
        let Some(path) = &self.output else { return self.analyse(config, 0, false, out) };
        if self.resume && self.format != AnalyseFormat::Json {
            return Err(CliError::Usage("--resume needs the format json".into()));
        }
        let ResultFile { mut out, known, errors } = result_file::open(path, self.resume)?;
        let done = self.analyse(AnalysisConfig { known, ..config }, errors, true, &mut out);
        done.map_err(|error| match error {
            CliError::Io(error) => CliError::file(path, &error),
            error => error,
        })
    }

    fn analyse(
        &self,
        config: AnalysisConfig,
        known_errors: usize,
        to_file: bool,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let (inputs, size) = search_args::open(&self.files, false)?;
        let known = config.known.count;
        let signals = Arc::new(Signals::default());
        let stop = Arc::clone(&signals);
        // Without a handler, Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(move || stop.stop.store(true, Relaxed));
        // Results on a terminal come between the states of the bar.
        let bar = input_bar("positions", size, false);
        let columns = (!to_file && io::stdout().is_terminal()).then(layout::width);
        // Both closures write to the output.
        let out = std::cell::RefCell::new(out);
        let mut write = |result: &AnalysisResult, progress: AnalysisProgress| {
            bar.set_position(progress.bytes);
            bar.set_message((known + progress.results).to_string());
            let write = || {
                let mut out = out.borrow_mut();
                match (self.format, columns) {
                    (AnalyseFormat::Text, Some(columns)) => {
                        write!(out, "{}", layout::hang(&result.to_string(), columns))?;
                    }
                    (AnalyseFormat::Text, None) => writeln!(out, "{result}")?,
                    (AnalyseFormat::Json, _) => {
                        serde_json::to_writer(&mut **out, result)?;
                        writeln!(out)?;
                    }
                }
                if columns.is_some() { out.flush() } else { Ok(()) }
            };
            if columns.is_some() { bar.suspend(write) } else { write() }
        };
        let totals = Analysis::new(config, signals).run(inputs, &mut write, &mut || out.borrow_mut().flush());
        bar.finish_and_clear();
        let totals = totals.map_err(analysis_error)?;
        match totals.done.errors + known_errors {
            _ if totals.stopped => Err(CliError::Interrupted),
            0 => Ok(()),
            errors => {
                Err(CliError::Input(format!("{errors} of {} positions have errors", known + totals.done.results)))
            }
        }
    }
}

/// The error of a command whose analysis failed.
pub fn analysis_error(error: AnalysisError) -> CliError {
    match error {
        AnalysisError::Write(error) => CliError::Io(error),
        AnalysisError::Read(_) | AnalysisError::OtherInput => CliError::Input(error.to_string()),
        AnalysisError::Internal(problem) => CliError::Failed(problem),
    }
}
