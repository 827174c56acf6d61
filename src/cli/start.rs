//! The arguments that name a position: a game, where it starts, and the moves since.

use super::error::Error;
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::{self, Variant};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use std::ffi::OsStr;

/// A position, as the command line names it.
#[derive(Debug, Args)]
pub struct Start {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    pub variant: Variant,

    /// The position to start from instead of the game's own, for instance "W:WK5,12,13:BK32,20-22"
    #[arg(long, short, value_name = "F")]
    fen: Option<String>,

    /// Moves to play from there, with spaces between; move numbers may stand before them
    #[arg(long, short, value_name = "MOVES")]
    moves: Option<String>,
}

impl Start {
    /// The game so far, whichever it is.
    pub fn any_game(&self) -> Result<Box<dyn AnyGame>, Error> {
        let mut seat = any_game(&self.variant);
        seat.set_position(self.fen.as_deref(), &self.words())?;
        Ok(seat)
    }

    /// The moves without their numbers.
    fn words(&self) -> Vec<&str> {
        self.moves.as_deref().unwrap_or_default().split_whitespace().filter_map(bare).collect()
    }
}

/// A word without a move number before it (`7.`, `7...`), if anything is left.
fn bare(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len() && rest.starts_with('.');
    let word = if numbered { rest.trim_start_matches('.') } else { word };
    (!word.is_empty()).then_some(word)
}

/// Reads a variant. The names are known to shell completions, but a name with overrides is as good.
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
    fn move_numbers_are_left_out() {
        let words = |text: &'static str| text.split_whitespace().filter_map(bare).collect::<Vec<_>>();
        assert_eq!(words("1. 11-15 22-18 2.15x22 3... 25x18 x14"), ["11-15", "22-18", "15x22", "25x18", "x14"]);
    }
}
