//! The engine on standard input and output: UCI as `protocol.md` has it, and UGI and Hub as its dialects.
//!
//! ```text
//! input     lines from standard input               output    lines to standard output
//! command   a line of UCI or UGI, taken apart       options   what can be set
//! go        what a search is asked for              think     one search on its own thread
//! session   the state, and the way of a command     floor     who speaks, and who answers for a late search
//! uci       replies of UCI and UGI                  hub       the Hub dialect: lines, levels, replies
//! squares   Hub's positions and square numbers      trouble   what can be wrong with a line
//! shelf     the books to play from
//! ```
//!
//! Three threads share the work. The reader takes lines in and at once passes on what cannot wait (stop,
//! ponderhit, quit) to the running search. The session takes the lines in their order, and between them minds the clock;
//! nothing it does takes long, so that `isready` is answered at once in any state. Each search runs on a thread of its
//! own, with a copy of all it needs: whatever is sent meanwhile holds for the next one. The reader and the session do not wait
//! for a search that is late: they answer in its name.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod command;
mod go;
pub(crate) mod hub;
mod input;
mod opening_book;
mod options;
mod output;
mod reply;
mod session;

pub(crate) mod error;
mod search_thread;
mod uci;

use std::io::{Read, Write};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// The version of the protocol, as `protocol.md` counts it.
pub const VERSION: &str = "1.0";

/// A way of speaking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The engine's own protocol.
    #[default]
    Uci,
    /// The universal game interface: clocks by player, replies of two words.
    Ugi,
    /// Hub, version 2.
    Hub,
}

impl Dialect {
    /// The dialect that a first word chooses.
    pub fn from_word(word: &str) -> Option<Dialect> {
        match word {
            "uci" => Some(Dialect::Uci),
            "ugi" => Some(Dialect::Ugi),
            "hub" => Some(Dialect::Hub),
            _ => None,
        }
    }

    /// The word that chooses it.
    pub const fn word(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Ugi => "ugi",
            Dialect::Hub => "hub",
        }
    }
}

/// Runs the engine on standard input and output until it is told to quit or the input ends.
///
/// Without a dialect the first command chooses one.
pub fn run(dialect: Option<Dialect>) {
    run_on(std::io::stdin(), std::io::stdout(), dialect);
}

/// Runs the engine on any input and output.
pub fn run_on(input: impl Read + Send + 'static, output: impl Write + Send + 'static, dialect: Option<Dialect>) {
    let live = input::Live::default();
    let lines = input::spawn(input, live.clone());
    let mut session = session::Session::new(output::Output::new(output), live, dialect);
    loop {
        let line = match session.due() {
            Some(due) => lines.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => lines.recv().map_err(RecvTimeoutError::from),
        };
        match line {
            Ok((line, read)) if session.line(&line, read) => {}
            Err(RecvTimeoutError::Timeout) => session.mind_clock(),
            Ok(_) | Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    session.end();
}
