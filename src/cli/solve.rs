//! `millstone solve`: the value of a whole game, from its tables.

use super::error::CliError;
use super::position_args::VariantParser;
use super::tables::{TableGame, TablesFolderArgs};
use crate::games::Side;
use crate::games::catalog::{AnyRules, Variant};
use crate::games::morris::position::Position;
use crate::games::morris::rules::Rules;
use crate::tables::Wdl;
use crate::tables::morris::moving_rules::MovingRules;
use crate::tables::morris::placing_build::PlacingBuild;
use crate::tables::morris::whole;
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  millstone solve --variant nine-mens-morris+men=3
  millstone solve --variant six-mens-morris
  millstone solve --variant nine-mens-morris

Games on 9 and 16 points are solved in memory. For others the tables of the whole game must have been built: \
`millstone tables build --variant V`.";

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
        let AnyRules::Morris(rules) = *self.variant.rules() else {
            return Err(CliError::Usage(format!("`{}`: only morris can be solved from its start", self.variant)));
        };
        if let Some(whole) = whole::solve(&rules, &|| true) {
            let value = |position: &Position| whole.read(position).map(|value| value.wdl);
            let missing = || CliError::Failed(format!("`{}`: a position is missing", self.variant));
            return self.print(&rules, |position| value(position).ok_or_else(missing), out);
        }
        let game = TableGame::new(&self.variant)?;
        let folder = self.folder.of(&game)?;
        let store = MovingRules::new(&rules).map_err(CliError::Usage)?.store(&folder);
        let placing =
            PlacingBuild::new(&rules, &store).map_err(|reason| CliError::Usage(format!("no tables for {reason}")))?;
        let value = |position: &Position| {
            let help = format!("`millstone tables build --variant {}` makes the tables", self.variant);
            placing.probe(position).map_err(|error| CliError::Failed(format!("{error}; {help}")))
        };
        self.print(&rules, value, out)
    }

    fn print(
        &self,
        rules: &Rules,
        value: impl Fn(&Position) -> Result<Wdl, CliError>,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let men = rules.men as u8;
        writeln!(out, "{} {}", self.variant, word(value(&Position::new([0, 0], [men, men], Side::White, 0))?))?;
        for &point in rules.board.reading_order() {
            let after = Position::new([1 << point, 0], [men - 1, men], Side::Black, 0);
            writeln!(out, "{} {}", rules.board.name(point), word(value(&after)?.flip()))?;
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
