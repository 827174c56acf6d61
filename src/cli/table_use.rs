//! `--tables`: endgame tables for the tools.

use super::error::CliError;
use super::number::whole;
use crate::tables::open::{TableCache, TableSource};
use clap::Args;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};

/// Whether to use endgame tables, and which.
#[derive(Debug, Args)]
pub struct TableUseArgs {
    /// Use endgame tables: those in these folders, or the usual one, and small ones built in memory
    #[arg(long, value_name = "DIR[:DIR…]", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    tables: Option<OsString>,

    /// Use at most this much memory for tables from files
    #[arg(long, value_name = "MB", default_value = "256", value_parser = |text: &str| whole(text, 0..=65536))]
    table_memory: usize,
}

impl TableUseArgs {
    /// The tables, if they are to be used.
    pub fn cache(&self) -> Result<Option<TableCache>, CliError> {
        let Some(path) = &self.tables else { return Ok(None) };
        let mut source = TableSource::usual(self.table_memory);
        if !path.is_empty() {
            source.folders = env::split_paths(path).collect();
        }
        match source.folders.iter().find(|folder| !folder.is_dir()) {
            Some(bad) => Err(CliError::Usage(format!("--tables: `{}` is not a folder", bad.display()))),
            None => Ok(Some(TableCache::new(source, note))),
        }
    }
}

/// Tells of a problem that is no reason to stop.
fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
