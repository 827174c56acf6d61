//! `millstone tables`: building, checking and reading tables of perfect play.

mod build;
mod game;
mod probe;
mod read;

use super::error::CliError;
use super::position_args::VariantParser;
use crate::games::catalog::Variant;
use crate::tables::folder::default_folder;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;

pub use game::TableGame;

const EXAMPLES: &str = "\
Examples:
  millstone tables build --variant nine-mens-morris --pieces 10
  millstone tables build --variant ceylon-mill --jobs 2 --memory 6
  millstone tables build --variant english --pieces 5
  millstone tables probe --variant morris \"W:Wa7,d7,g7:Bc3,d3,e3:H0,0\"
  millstone tables stats --variant nine-mens-morris
  millstone tables verify --variant nine-mens-morris --step 100
  millstone tables list
  millstone tables path

Tables hold who wins a position, and in how many plies: endings of draughts, and all of morris (without plies while \
stones are in hand that have to be placed first). Games share tables where they differ only in what does not matter to them, such as the number of \
stones or who begins. In morris, a build with --pieces makes no tables of positions with stones in hand. A build can be broken off at any moment; the next one \
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
    Probe(probe::TablesProbeArgs),
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

    /// The folder of a game's tables.
    pub fn of(&self, game: &TableGame) -> Result<PathBuf, CliError> {
        Ok(self.find()?.join(game.folder_name()))
    }
}

/// The game whose tables are meant where none is named.
const DEFAULT: &str = "nine-mens-morris";

/// The game whose tables are meant.
#[derive(Debug, Args)]
struct TablesGameArgs {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,
}

/// The threads that a command works with.
fn pool(jobs: Option<usize>) -> Result<rayon::ThreadPool, CliError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or_default());
    pool.build().map_err(|error| CliError::Failed(format!("cannot start threads: {error}")))
}
