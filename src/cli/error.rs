//! The errors of commands and their exit codes.

use crate::engine::bench::BenchError;
use crate::games::notation::printable;
use crate::games::record::SetupError;
use crate::tools::perft::CountError;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// Bad arguments.
    #[error("{0}")]
    Usage(String),
    /// A failure that is not caused by the input.
    #[error("{0}")]
    Failed(String),
    /// Only an exit code; everything has been printed.
    #[error("exit {0}")]
    Exit(u8),
    /// A bad `--fen` or a bad move of `--moves`.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// Bad input.
    #[error("{0}")]
    Input(String),
    /// Interrupted by the user.
    #[error("interrupted")]
    Interrupted,
    /// A perft that cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A bench that cannot be run.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// A JSON error.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Io(#[from] io::Error),
}

impl CliError {
    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: &io::Error) -> CliError {
        CliError::Usage(format!("file `{}`: {error}", path.display()))
    }

    /// The error of the argument parser in one line: the problem, any tip, and the usage.
    pub fn usage(error: &clap::Error) -> CliError {
        let text = error.render().to_string();
        let line = text
            .trim_start()
            .trim_start_matches("error: ")
            .split("\n\n")
            .filter(|paragraph| !paragraph.trim_start().starts_with("For more information"))
            .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|paragraph| !paragraph.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
        CliError::Usage(line)
    }

    /// Prints the error to stderr and returns the exit code. A closed output pipe is not an error.
    pub fn report(self) -> ExitCode {
        if let CliError::Exit(code) = self {
            return ExitCode::from(code);
        }
        if self.is_broken_pipe() {
            return ExitCode::SUCCESS;
        }
        let mut stderr = io::stderr().lock();
        // If stderr is closed, the message is lost.
        let _ = writeln!(stderr, "error: {}", printable(&self.to_string()));
        self.code()
    }

    fn is_broken_pipe(&self) -> bool {
        match self {
            CliError::Io(error) => error.kind() == io::ErrorKind::BrokenPipe,
            CliError::Json(error) => error.io_error_kind() == Some(io::ErrorKind::BrokenPipe),
            _ => false,
        }
    }

    fn code(&self) -> ExitCode {
        match self {
            // As in shells after an interrupt.
            CliError::Interrupted => ExitCode::from(130),
            CliError::Usage(_)
            | CliError::Setup(_)
            | CliError::Input(_)
            | CliError::Count(CountError::Overflow { .. }) => ExitCode::from(2),
            CliError::Exit(code) => ExitCode::from(*code),
            CliError::Failed(_)
            | CliError::Count(CountError::Memo(_) | CountError::Threads(_))
            | CliError::Bench(_)
            | CliError::Json(_)
            | CliError::Io(_) => ExitCode::FAILURE,
        }
    }
}
