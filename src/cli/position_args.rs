//! Arguments that name a position: a variant, a start position and moves.

use super::error::CliError;
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::{self, Variant};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use std::ffi::OsStr;

/// The position of a command.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The variant: a name from `millstone variants`, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    pub variant: Variant,

    /// The start position, for instance "W:WK5,12,13:BK32,20-22" [default: that of the variant]
    #[arg(long, short, value_name = "F")]
    pub fen: Option<String>,

    /// Moves to play from there, separated by spaces; move numbers are ignored
    #[arg(long, short, value_name = "MOVES")]
    moves: Option<String>,
}

impl PositionArgs {
    /// The game after the moves.
    pub fn any_game(&self) -> Result<Box<dyn AnyGame>, CliError> {
        let mut game = any_game(&self.variant);
        game.set_position(self.fen.as_deref(), &self.words())?;
        Ok(game)
    }

    /// The moves without their numbers.
    fn words(&self) -> Vec<&str> {
        self.moves.as_deref().unwrap_or_default().split_whitespace().filter_map(strip_number).collect()
    }
}

/// A word without a move number (`7.`, `7...`); `None` if nothing is left.
fn strip_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len() && rest.starts_with('.');
    let word = if numbered { rest.trim_start_matches('.') } else { word };
    (!word.is_empty()).then_some(word)
}

/// Parses a variant. Shell completions offer the names; overrides are accepted, too.
#[derive(Clone, Debug)]
pub struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = Variant;

    fn parse_ref(&self, _: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Variant, clap::Error> {
        let bad = |problem: String| clap::Error::raw(clap::error::ErrorKind::InvalidValue, problem);
        let text = value.to_str().ok_or_else(|| bad(format!("variant {value:?} is not UTF-8")))?;
        text.parse().map_err(|error: catalog::VariantError| bad(error.to_string()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |entry: &'static catalog::NamedGame| {
            PossibleValue::new(entry.name).help(entry.description()).aliases(entry.aliases)
        };
        Some(Box::new(catalog::entries().iter().map(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_ignored() {
        let words = |text: &'static str| text.split_whitespace().filter_map(strip_number).collect::<Vec<_>>();
        assert_eq!(words("1. 11-15 22-18 2.15x22 3... 25x18 x14"), ["11-15", "22-18", "15x22", "25x18", "x14"]);
    }
}
