//! The command line: one file for each subcommand.
//!
//! A command writes to the output it is given and returns; only this module turns what happened into an exit
//! code. 0: done, or the reader of the output went away; 1: a failure of ours; 2: the input is wrong. An error
//! is one line on stderr that begins with `error: `.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod analyse;
mod bench;
mod book;
mod catalogue;
mod check;
mod completions;
mod error;
mod layout;
mod matches;
mod number;
mod openings;
mod output;
mod pdn;
mod perft;
mod progress;
mod show;
mod start;
mod variants;

use crate::engine::protocol::{self, Dialect};
use crate::util::cpu;
use clap::{Parser, Subcommand};
use error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

/// Draughts and morris: every printed rule sheet's game, and the tournament games.
///
/// Without a command it is an engine on standard input and output, as protocol.md describes it.
#[derive(Debug, Parser)]
#[command(name = "millstone", version = VERSION.as_str(), after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The version, what the program was built for, and whether this CPU could do more.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let hint = cpu::hint().map_or_else(String::new, |hint| format!("\n{hint}"));
    format!("{} {}{hint}", env!("CARGO_PKG_VERSION"), cpu::BUILT_FOR)
});

const EXAMPLES: &str = "\
Examples:
  millstone variants                         every game there is
  millstone variants russian                 the rules of one, axis by axis
  millstone show --variant english           its board and legal moves
  millstone show --moves \"22-18 11-15\"       the position after two moves
  millstone perft 8 --variant international  count the game tree
  millstone analyse games.pdn --depth 10     what the engine thinks of every position
  millstone pdn check games.pdn              whether the games of a file are right
  millstone                                  the engine, for a graphical board
  millstone bench                            how fast the search is
  millstone openings --variant russian       fair positions to begin a match with
  millstone book show --variant english      good first moves
  millstone match --engine name=a,depth=4 --engine name=b,depth=5
                                             engine against engine
  millstone check \"./engine hub\"             does an engine keep to its protocol?

A game is a name with any overrides: schmidt-de+king-capture=any+promote=continue.
`millstone COMMAND --help` has more examples.";

#[derive(Debug, Subcommand)]
enum Command {
    Variants(variants::Variants),
    Show(show::Show),
    Perft(perft::Perft),
    Pdn(pdn::Pdn),
    Analyse(analyse::Analyse),
    Bench(bench::Bench),
    Openings(openings::Openings),
    Book(book::Book),
    Match(Box<matches::MatchArgs>),
    Check(check::CheckArgs),
    Completions(completions::Completions),
    /// Be an engine that speaks UCI, as without a command
    Uci,
    /// Be an engine that speaks UGI
    Ugi,
    /// Be an engine that speaks Hub
    Hub,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::try_parse();
    if let Some(dialect) = cli.as_ref().ok().and_then(Cli::engine) {
        protocol::run(dialect);
        return ExitCode::SUCCESS;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match cli {
        Ok(cli) => cli.run(&mut out),
        Err(error) if !error.use_stderr() => write!(out, "{}", error.render()).map_err(Error::from),
        Err(error) => Err(Error::usage(&error)),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

impl Cli {
    /// The dialect of the engine that is asked for, if one is; with none the first line chooses it.
    fn engine(&self) -> Option<Option<Dialect>> {
        match self.command {
            None => Some(None),
            Some(Command::Uci) => Some(Some(Dialect::Uci)),
            Some(Command::Ugi) => Some(Some(Dialect::Ugi)),
            Some(Command::Hub) => Some(Some(Dialect::Hub)),
            Some(_) => None,
        }
    }

    fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match self.command {
            Some(Command::Variants(command)) => command.run(out),
            Some(Command::Show(command)) => command.run(out),
            Some(Command::Perft(command)) => command.run(out),
            Some(Command::Pdn(command)) => command.run(out),
            Some(Command::Analyse(command)) => command.run(out),
            Some(Command::Bench(command)) => command.run(out),
            Some(Command::Openings(command)) => command.run(out),
            Some(Command::Book(command)) => command.run(out),
            Some(Command::Match(command)) => command.run(out),
            Some(Command::Check(command)) => command.run(out),
            Some(Command::Completions(command)) => command.run(out),
            None | Some(Command::Uci | Command::Ugi | Command::Hub) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
