//! `millstone tables`: building, checking and reading tables of perfect play.

mod build;
mod read;

use super::error::CliError;
use super::position_args::VariantParser;
use crate::games::catalog::{AnyRules, Variant};
use crate::games::morris::rules::Rules;
use crate::tables::folder::default_folder;
use crate::tables::morris::moving_rules::MovingRules;
use crate::tables::morris::store::Store;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  millstone tables build --variant nine-mens-morris --pieces 10
  millstone tables build --variant ceylon-mill --jobs 2 --memory 6
  millstone tables probe --variant morris --fen \"W:Wa7,d7,g7:Bc3,d3,e3:H0,0\"
  millstone tables stats --variant nine-mens-morris
  millstone tables verify --variant nine-mens-morris --step 100
  millstone tables list
  millstone tables path

Tables hold who wins every morris position, and in how many plies where no stones are in hand. These are shared by \
games that differ only in the number of stones or in how they are placed. With --pieces a build makes no tables of \
positions with stones in hand. A build can be broken off at any moment; the next one \
goes on with the first file that is not complete.";

/// Perfect play: build tables, check them, look positions up
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Debug, Subcommand)]
enum TablesCommand {
    Build(build::TablesBuildArgs),
    Probe(read::TablesProbeArgs),
    Stats(read::TablesStatsArgs),
    Verify(read::TablesVerifyArgs),
    List(read::TablesListArgs),
    /// Print the folder where tables are kept unless --path names another
    Path,
}

impl TablesArgs {
    /// Runs the subcommand.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            TablesCommand::Build(command) => command.run(out),
            TablesCommand::Probe(command) => command.run(out),
            TablesCommand::Stats(command) => command.run(out),
            TablesCommand::Verify(command) => command.run(out),
            TablesCommand::List(command) => command.run(out),
            TablesCommand::Path => Ok(writeln!(out, "{}", TablesFolderArgs { path: None }.find()?.display())?),
        }
    }
}

/// Where the tables are.
#[derive(Debug, Args)]
pub struct TablesFolderArgs {
    /// The folder of all tables; `millstone tables path` prints the usual one
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

impl TablesFolderArgs {
    fn find(&self) -> Result<PathBuf, CliError> {
        let named = self.path.clone().or_else(default_folder);
        named.ok_or_else(|| CliError::Usage("there is no home folder to keep tables in; name one with --path".into()))
    }

    /// The files of a rule set.
    pub fn store(&self, rules: &MovingRules) -> Result<Store, CliError> {
        Ok(Store::new(&self.find()?.join(rules.folder_name()), rules.text()))
    }
}

/// The game whose tables are meant.
#[derive(Debug, Args)]
struct TablesGameArgs {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = "nine-mens-morris", value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,
}

/// The rules of a game that there can be tables for.
pub fn morris_rules(variant: &Variant) -> Result<(Rules, MovingRules), CliError> {
    match variant.rules() {
        AnyRules::Morris(rules) => {
            let moving = MovingRules::new(rules);
            moving.map(|moving| (*rules, moving)).map_err(|reason| CliError::Usage(format!("no tables for {reason}")))
        }
        other => Err(CliError::Usage(format!("`{variant}`: there are tables for morris, not for {}", other.family()))),
    }
}
