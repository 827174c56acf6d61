//! The command line: one file for each subcommand.
//!
//! Exit codes: 0 for success, or if the output pipe was closed; 1 for an internal failure; 2 for bad input or arguments.
//! An error is one line on stderr that begins with `error: `.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod annotate;
mod bench;
mod book;
mod check;
mod completions;
mod dxp;
mod error;
mod layout;
mod matches;
mod number;
mod openings;
mod output;
mod pdn;
mod perft;
mod position_args;
mod progress;
mod result_file;
mod rules;
mod search_args;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod table_use;
mod tables;
mod train;
mod variants;

use crate::engine::protocol::{self, Dialect};
use crate::eval::model;
use crate::games::catalog;
use crate::util::cpu;
use clap::{CommandFactory, Parser, Subcommand};
use error::CliError;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

/// An engine for draughts and morris: the games of printed rule sheets, and the tournament games.
///
/// Without a command it is an engine on standard input and output, as described in protocol.md.
#[derive(Debug, Parser)]
#[command(name = "millstone", version = VERSION.as_str(), after_help = EXAMPLES)]
struct Cli {
    /// Evaluate with the weights of this file, as `millstone train` makes them
    #[arg(long, global = true, value_name = "FILE")]
    eval: Option<PathBuf>,

    /// A file of your own variants (docs/guide.md has the format)
    #[arg(long = OWN_GAMES, global = true, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    variants: Option<String>,

    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// The argument that names a file of variants.
const OWN_GAMES: &str = "variants";

/// The version, what the program was built for, and whether this CPU could do more.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let hint = cpu::hint().map_or_else(String::new, |hint| format!("\n{hint}"));
    format!("{} {}{hint}", env!("CARGO_PKG_VERSION"), cpu::BUILT_FOR)
});

const EXAMPLES: &str = "\
Examples:
  millstone variants                         list all variants
  millstone variants russian                 every rule of a variant
  millstone rules nine-mens-morris --lang de explain a game to a player
  millstone variants --variants ours.txt     list your own variants too
  millstone show --variant english           its board and legal moves
  millstone show --moves \"22-18 11-15\"       the position after two moves
  millstone perft 8 --variant international  count the game tree
  millstone analyse games.pdn --depth 10     analyse every position of a file
  millstone annotate games.pdn --depth 10    mark the mistakes of games
  millstone pdn check games.pdn              check the games of a file
  millstone serve --open                     a board in the browser
  millstone                                  the engine, for a GUI
  millstone bench                            node count and speed of the search
  millstone openings --variant russian       balanced openings for matches
  millstone book show --variant english      the moves of an opening book
  millstone match --engine name=a,depth=4 --engine name=b,depth=5
                                             a match between engines
  millstone tables build --variant morris    build endgame tables
  millstone train --variant russian          train an evaluation
  millstone check \"./engine hub\"             protocol checks of an engine
  millstone dxp listen                       games with other programs over TCP

A variant is a name with optional overrides: schmidt-de+king-capture=any.
`millstone COMMAND --help` has more examples.";

#[derive(Debug, Subcommand)]
enum CliCommand {
    Variants(variants::VariantsArgs),
    Rules(rules::RulesArgs),
    Show(show::ShowArgs),
    Perft(perft::PerftArgs),
    Pdn(pdn::PdnArgs),
    Analyse(analyse::AnalyseArgs),
    Annotate(annotate::AnnotateArgs),
    Bench(bench::BenchArgs),
    Openings(openings::OpeningsArgs),
    Book(book::BookArgs),
    Match(Box<matches::MatchArgs>),
    Check(check::CheckArgs),
    Dxp(dxp::DxpArgs),
    Tables(tables::TablesArgs),
    Solve(solve::SolveArgs),
    Train(train::TrainArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Completions(completions::CompletionsArgs),
    /// Run the engine with the UCI protocol, as without a command
    Uci,
    /// Run the engine with the UGI protocol
    Ugi,
    /// Run the engine with the Hub protocol
    Hub,
}

/// Loads the file of variants that the arguments name. This comes before they are parsed, since that reads variants.
fn load_own_games(mut arguments: impl Iterator<Item = OsString>) -> Result<(), CliError> {
    let argument = format!("--{OWN_GAMES}");
    while let Some(word) = arguments.next().filter(|word| word != "--") {
        let path = match word.to_str().and_then(|word| word.strip_prefix(&argument)) {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(OsString::from),
            None => None,
        };
        if let Some(path) = path {
            catalog::load_own(path.as_ref()).map_err(|error| CliError::Usage(error.to_string()))?;
        }
    }
    Ok(())
}

/// The names of the arguments of `millstone match`, as a file of arguments may have them.
static MATCH_ARGUMENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let command = Cli::command();
    let arguments = command.find_subcommand("match").into_iter().flat_map(clap::Command::get_arguments);
    let names = arguments.filter_map(clap::Arg::get_long).filter(|name| !["config", "help"].contains(name));
    names.map(str::to_string).collect()
});

/// The arguments of `millstone match` that a TOML file with this text stands for; what is wrong with it if there are none.
pub fn match_file(text: &str) -> Result<Vec<String>, String> {
    matches::config::parse(text, &MATCH_ARGUMENTS)
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    if let Err(error) = load_own_games(std::env::args_os().skip(1)) {
        return error.report();
    }
    let arguments = match matches::config::expand(std::env::args_os().collect(), &MATCH_ARGUMENTS) {
        Ok(arguments) => arguments,
        Err(error) => return error.report(),
    };
    let cli = Cli::try_parse_from(arguments);
    if let Some(path) = cli.as_ref().ok().and_then(|cli| cli.eval.as_deref())
        && let Err(error) = model::load(path)
    {
        return CliError::Input(format!("--eval {}: {error}", path.display())).report();
    }
    if let Some(dialect) = cli.as_ref().ok().and_then(Cli::engine) {
        protocol::run(dialect);
        return ExitCode::SUCCESS;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match cli {
        Ok(cli) => cli.run(&mut out),
        Err(error) if !error.use_stderr() => write!(out, "{}", error.render()).map_err(CliError::from),
        Err(error) => Err(CliError::usage(&error)),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

impl Cli {
    /// The dialect of the engine, if the command is to run it; `Some(None)` if the first input line decides.
    fn engine(&self) -> Option<Option<Dialect>> {
        match self.command {
            None => Some(None),
            Some(CliCommand::Uci) => Some(Some(Dialect::Uci)),
            Some(CliCommand::Ugi) => Some(Some(Dialect::Ugi)),
            Some(CliCommand::Hub) => Some(Some(Dialect::Hub)),
            Some(_) => None,
        }
    }

    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            Some(CliCommand::Variants(command)) => command.run(out),
            Some(CliCommand::Rules(command)) => command.run(out),
            Some(CliCommand::Show(command)) => command.run(out),
            Some(CliCommand::Perft(command)) => command.run(out),
            Some(CliCommand::Pdn(command)) => command.run(out),
            Some(CliCommand::Analyse(command)) => command.run(out),
            Some(CliCommand::Annotate(command)) => command.run(out),
            Some(CliCommand::Bench(command)) => command.run(out),
            Some(CliCommand::Openings(command)) => command.run(out),
            Some(CliCommand::Book(command)) => command.run(out),
            Some(CliCommand::Match(command)) => command.run(out),
            Some(CliCommand::Check(command)) => command.run(out),
            Some(CliCommand::Dxp(command)) => command.run(out),
            Some(CliCommand::Tables(command)) => command.run(out),
            Some(CliCommand::Solve(command)) => command.run(out),
            Some(CliCommand::Train(command)) => command.run(out),
            #[cfg(feature = "serve")]
            Some(CliCommand::Serve(command)) => command.run(out),
            Some(CliCommand::Completions(command)) => command.run(out),
            None | Some(CliCommand::Uci | CliCommand::Ugi | CliCommand::Hub) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// As a terminal of 80 columns shows it: no line is longer, and none of the examples is broken.
    #[test]
    fn help_fits_80_columns() {
        fn check(command: &clap::Command) {
            let name = command.get_name();
            let shown = command.clone().term_width(80).render_long_help().to_string();
            for line in shown.lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = help.split("\n\n").filter(|part| part.starts_with("Examples:"));
            for line in examples.flat_map(str::lines).skip(1) {
                assert!(line.starts_with("  ") && shown.lines().any(|shown| shown == line), "{name}: {line}");
            }
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }
}
