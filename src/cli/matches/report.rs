//! `millstone match report`: what one or several logs tell.

use super::setup::read_sprt;
use crate::cli::error::CliError;
use crate::tools::tournament::merged_logs::{self, MergedLogs};
use crate::tools::tournament::report::MatchReport;
use crate::util::files;
use clap::Args;
use std::io::{BufReader, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  millstone match report match.jsonl
  millstone match report part1.jsonl part2.jsonl --sprt elo0=0,elo1=5
  millstone match report *.jsonl --json

Ratings are computed from all games together, with 95 % intervals; their mean is 0. The logs may be the parts of one \
match (--part) or of several matches of one variant; engines with the same name count as one.";

/// Report ratings, crosstable, colours, openings, lengths and speed from match logs
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// Logs of matches, as `--log` writes them
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,

    /// Show the state of an SPRT of two engines: elo0=0,elo1=5
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ReportArgs {
    /// Prints the report.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        let mut logs = MergedLogs::default();
        for path in &self.logs {
            let wrong = |problem: &dyn std::fmt::Display| CliError::Input(format!("log {}: {problem}", path.display()));
            let file = files::open(path).map_err(|error| wrong(&error))?;
            let (header, games) = merged_logs::read(BufReader::new(file)).map_err(|error| wrong(&error))?;
            logs.add(header, games).map_err(|problem| wrong(&problem))?;
        }
        if sprt.is_some() && logs.names.len() != 2 {
            return Err(CliError::Usage(format!("--sprt needs two engines, but there are {}", logs.names.len())));
        }
        let report = MatchReport::new(&logs, sprt.as_ref());
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
        } else {
            write!(out, "{report}")?;
        }
        Ok(out.flush()?)
    }
}
