//! The arguments of commands that search many positions.

use super::error::CliError;
use super::number::whole;
use super::table_use::TableUseArgs;
use crate::games::catalog::Variant;
use crate::search::{Deadlines, Limits};
use crate::tools::analyse::{AnalysisConfig, AnalysisInput};
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long to search each position, and with what.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Search each position to this depth
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=250))]
    depth: Option<usize>,

    /// Search at most this many nodes
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    nodes: Option<usize>,

    /// Search for this many milliseconds
    #[arg(long, value_name = "MS", value_parser = |text: &str| whole(text, 1..=1_000_000_000))]
    movetime: Option<usize>,

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
}

impl SearchArgs {
    /// The limits as text, for example `depth 8`; empty without any.
    pub fn describe(&self) -> String {
        let parts = [
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.movetime.map(|time| format!("{time} ms")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// An analysis with these settings.
    pub fn config(&self, variant: Option<Variant>) -> Result<AnalysisConfig, CliError> {
        if self.describe().is_empty() {
            return Err(CliError::Usage("no search limit; expected --depth, --nodes or --movetime".into()));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = Limits {
            depth: self.depth.map(|depth| depth as u32),
            nodes: self.nodes.map(|nodes| nodes as u64),
            deadlines: self.movetime.map(|time| Deadlines::fixed(Duration::from_millis(time as u64))),
            ..Limits::default()
        };
        Ok(AnalysisConfig {
            limits,
            threads: self.threads,
            jobs: self.jobs.unwrap_or_else(|| (cores / self.threads).max(1)),
            hash: self.hash,
            tables: self.tables.cache()?.map(Arc::new),
            ..AnalysisConfig::new(variant)
        })
    }
}

/// Opens the files, or standard input without any; returns their total size, if all are files.
pub fn open(paths: &[PathBuf], is_pdn: bool) -> Result<(Vec<AnalysisInput>, Option<u64>), CliError> {
    let (mut inputs, mut size) = (Vec::<AnalysisInput>::new(), Some(0));
    let stdin = [PathBuf::from("-")];
    for path in if paths.is_empty() { &stdin } else { paths } {
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin { "stdin".into() } else { path.to_string_lossy().into_owned() };
        // The names are a part of the ids.
        if inputs.iter().any(|other| other.name == name) {
            return Err(CliError::Usage(format!("`{}` is given twice", path.display())));
        }
        if is_stdin {
            size = None;
            inputs.push(AnalysisInput { name, is_pdn, source: Box::new(BufReader::new(io::stdin())) });
            continue;
        }
        let file = File::open(path).map_err(|error| CliError::Input(format!("cannot open `{name}`: {error}")))?;
        let length = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
        size = size.zip(length).map(|(size, length)| size + length);
        let is_pdn = is_pdn || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
        inputs.push(AnalysisInput { name, is_pdn, source: Box::new(BufReader::new(file)) });
    }
    Ok((inputs, size))
}

/// Parses a share of the work: `2/5`.
pub fn part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    let numbers = numbers.filter(|(index, of): &(usize, usize)| (1..=*of).contains(index) && *of <= 1_000_000);
    numbers.ok_or_else(|| "expected I/N with I from 1 to N, as in 2/5".into())
}
