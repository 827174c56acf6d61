//! `millstone solve`: the value of a whole game, from its tables.

use super::error::CliError;
use super::position_args::VariantParser;
use super::tables::{TableGame, TablesFolderArgs};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::morris::board::{NAMES, READING_ORDER};
use crate::games::morris::position::Position;
use crate::tables::Wdl;
use crate::tables::morris::placing_build::PlacingBuild;
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  millstone solve --variant nine-mens-morris+men=3
  millstone solve --variant nine-mens-morris

The tables of the whole game must have been built: `millstone tables build --variant V`.";

/// Say who wins a game from its start, and what each first move is worth
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = "nine-mens-morris", value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    #[command(flatten)]
    folder: TablesFolderArgs,
}

impl SolveArgs {
    /// Prints the value of the start for White, and of each first move.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let game = TableGame::new(&self.variant)?;
        let folder = self.folder.of(&game)?;
        let TableGame::Morris(rules, moving) = game else {
            return Err(CliError::Usage(format!("`{}`: only morris can be solved from its start", self.variant)));
        };
        let store = moving.store(&folder);
        let placing =
            PlacingBuild::new(&rules, &store).map_err(|reason| CliError::Usage(format!("no tables for {reason}")))?;
        let men = rules.men as u8;
        let value = |position: &Position| {
            let help = format!("`millstone tables build --variant {}` makes the tables", self.variant);
            placing
                .probe(position)
                .map(|probed| probed.wdl)
                .map_err(|error| CliError::Failed(format!("{error}; {help}")))
        };
        writeln!(out, "{} {}", self.variant, word(value(&Position::new([0, 0], [men, men], Side::White, 0))?))?;
        for point in READING_ORDER {
            let name = NAMES.get(point as usize).copied().unwrap_or_default();
            let after = Position::new([1 << point, 0], [men - 1, men], Side::Black, 0);
            writeln!(out, "{name} {}", word(value(&after)?.flip()))?;
        }
        Ok(())
    }
}

const fn word(value: Wdl) -> &'static str {
    match value {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}
