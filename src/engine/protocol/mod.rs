//! The engine on standard input and output: UCI as `protocol.md` describes it, with UGI and Hub as dialects.
//!
//! ```text
//! input          the reader thread              output         lines to standard output
//! command, go    UCI and UGI commands           uci, hub       the replies of each dialect; Hub's commands
//! session        the state and the commands     options        the engine's options
//! search_thread  the running search             reply          its one reply
//! resources      table and threads              opening_book   the books
//! json           the replies in JSON            table_loader   endgame tables
//! error          errors in commands             connection_limits  what a socket may not ask for
//! ```
//!
//! Three threads share the work. The reader takes lines in, and passes `stop`, `ponderhit` and `quit` to the running
//! search at once. The session executes the commands in order and, between them, enforces the search's deadline; no command
//! takes long, so `isready` is always answered at once, unless it has to wait for the files of `TablePath`. Each search runs on its own thread with a copy of all it needs:
//! commands that arrive meanwhile affect the next search. Neither reader nor session waits for a late search: they reply in
//! its place.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod command;
mod connection_limits;
pub(crate) mod error;
mod go;
pub(crate) mod hub;
mod input;
mod json;
mod opening_book;
mod options;
mod output;
mod reply;
mod resources;
mod search_thread;
mod session;
mod table_loader;
mod uci;

pub use connection_limits::ConnectionLimits;
use std::io::{Read, Write};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// The version of the protocol, as `protocol.md` counts it.
pub const VERSION: &str = "1.1";

/// A dialect of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The engine's own protocol.
    #[default]
    Uci,
    /// The Universal Game Interface: clocks by player, replies of two words.
    Ugi,
    /// Hub, version 2.
    Hub,
}

impl Dialect {
    /// The dialect that a first command selects.
    pub fn from_word(word: &str) -> Option<Dialect> {
        match word {
            "uci" => Some(Dialect::Uci),
            "ugi" => Some(Dialect::Ugi),
            "hub" => Some(Dialect::Hub),
            _ => None,
        }
    }

    /// The command that selects it.
    pub const fn word(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Ugi => "ugi",
            Dialect::Hub => "hub",
        }
    }
}

/// Runs the engine on standard input and output until `quit` or the end of input.
///
/// Without a dialect the first command selects one.
pub fn run(dialect: Option<Dialect>) {
    run_on(std::io::stdin(), std::io::stdout(), dialect);
}

/// Runs the engine on any input and output.
pub fn run_on(input: impl Read + Send + 'static, output: impl Write + Send + 'static, dialect: Option<Dialect>) {
    run_lines(input::lines(input), output, dialect, ConnectionLimits::default());
}

/// Runs the engine on lines from anywhere, within limits. A write to `output` that fails ends the process, so the output of a
/// process that has more to do must not fail.
pub fn run_lines(
    lines: impl Iterator<Item = String> + Send + 'static,
    output: impl Write + Send + 'static,
    dialect: Option<Dialect>,
    limits: ConnectionLimits,
) {
    let search = search_thread::ActiveSearch::default();
    let lines = input::spawn(lines, search.clone(), limits.waiting_lines);
    let options = options::EngineOptions::with_limits(limits);
    let mut session = session::Session::new(output::ProtocolOutput::new(output), search.clone(), dialect, options);
    loop {
        let line = match search.due() {
            Some(due) => lines.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => lines.recv().ok_or(RecvTimeoutError::Disconnected),
        };
        match line {
            Ok((line, read)) if session.line(&line, read) => {}
            Err(RecvTimeoutError::Timeout) => search.enforce_deadline(),
            Ok(_) | Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    session.close();
}
