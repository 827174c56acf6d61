//! What a command can fail with, and how that is told.

use crate::engine::bench::BenchError;
use crate::games::record::SetupError;
use crate::tools::perft::CountError;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The arguments do not have the form of a command, or name no game.
    #[error("{0}")]
    Usage(String),
    /// Something that the input is not to blame for.
    #[error("{0}")]
    Failed(String),
    /// All has been said already; only the exit code is left.
    #[error("exit {0}")]
    Exit(u8),
    /// A bad `--fen` or a bad move of `--moves`.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// What was read is wrong.
    #[error("{0}")]
    Input(String),
    /// The user broke it off.
    #[error("interrupted")]
    Interrupted,
    /// A count that cannot be made.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A bench that cannot be run.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// A value that has no JSON form.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Io(#[from] io::Error),
}

impl Error {
    /// A file that cannot be read or made.
    pub fn file(path: &Path, error: &io::Error) -> Error {
        Error::Usage(format!("file `{}`: {error}", path.display()))
    }

    /// The complaint of the argument parser, in one line: what is wrong, any tip, and the usage.
    pub fn usage(error: &clap::Error) -> Error {
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
        Error::Usage(line)
    }

    /// Tells the error on stderr and gives the exit code. A reader that went away is no error.
    pub fn report(self) -> ExitCode {
        if let Error::Exit(code) = self {
            return ExitCode::from(code);
        }
        if self.is_broken_pipe() {
            return ExitCode::SUCCESS;
        }
        let mut stderr = io::stderr().lock();
        // There is nowhere left to tell that stderr is closed.
        let _ = writeln!(stderr, "error: {self}");
        self.code()
    }

    fn is_broken_pipe(&self) -> bool {
        match self {
            Error::Io(error) => error.kind() == io::ErrorKind::BrokenPipe,
            Error::Json(error) => error.io_error_kind() == Some(io::ErrorKind::BrokenPipe),
            _ => false,
        }
    }

    fn code(&self) -> ExitCode {
        match self {
            // What a shell says of a program that an interrupt ended.
            Error::Interrupted => ExitCode::from(130),
            Error::Usage(_) | Error::Setup(_) | Error::Input(_) | Error::Count(CountError::Overflow { .. }) => {
                ExitCode::from(2)
            }
            Error::Exit(code) => ExitCode::from(*code),
            Error::Failed(_)
            | Error::Count(CountError::Memo(_) | CountError::Threads(_))
            | Error::Bench(_)
            | Error::Json(_)
            | Error::Io(_) => ExitCode::FAILURE,
        }
    }
}
