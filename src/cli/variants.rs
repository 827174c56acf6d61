//! `millstone variants`: the catalogue as text. For JSON, see [`catalog::VariantListJson`].

use super::error::CliError;
use super::layout::{length, pad};
use super::position_args::VariantParser;
use crate::games::axis::AxisValues;
use crate::games::catalog::{self, NamedGame, Variant, VariantJson, VariantListJson};
use clap::Args;
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  millstone variants
  millstone variants international
  millstone variants schmidt-de+king-capture=any+promote=continue
  millstone variants --json
  millstone variants --json thai
  millstone variants --variants ours.txt

The JSON of the list is an object with default and variants, each with name, aliases, family, sheet, description, parent \
(of a variant of your own) and axes (the value of each axis). The JSON of one variant has the same fields with its overrides applied, base (the name \
without them), and as axes a list: name, meaning, value, base, and values (each with value and meaning) or min and max.";

/// List the variants, or show the rules of one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct VariantsArgs {
    /// The variant to show, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(value_parser = VariantParser, hide_possible_values = true)]
    name: Option<Variant>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl VariantsArgs {
    /// Prints the list or the variant.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match (self.name, self.json) {
            (None, false) => print_list(out),
            (Some(variant), false) => print_variant(out, &variant),
            (None, true) => print_json(out, &VariantListJson::new()),
            (Some(variant), true) => print_json(out, &VariantJson::new(&variant)),
        }
    }
}

fn print_list(out: &mut impl Write) -> Result<(), CliError> {
    let entries = catalog::entries();
    let title = |entry: &NamedGame| match entry.aliases {
        [] => entry.name.to_string(),
        aliases => format!("{} ({})", entry.name, aliases.join(", ")),
    };
    let names = entries.iter().map(|entry| length(&title(entry))).max().unwrap_or(0);
    let sheets = entries.iter().map(|entry| length(entry.sheet)).max().unwrap_or(0);
    let mut family = "";
    for entry in entries {
        if entry.rules.family() != family {
            if !family.is_empty() {
                writeln!(out)?;
            }
            family = entry.rules.family();
            writeln!(out, "{family}")?;
        }
        writeln!(out, "  {}  {}  {}", pad(&title(entry), names), pad(entry.sheet, sheets), entry.description())?;
    }
    print_own(out)?;
    writeln!(out, "\nThe default is {}. `millstone variants NAME` shows the rules of one.", catalog::DEFAULT)?;
    Ok(())
}

/// The user's games, each with the one it starts from.
fn print_own(out: &mut impl Write) -> Result<(), CliError> {
    let (Some(file), games) = (catalog::own_file(), catalog::own_games()) else { return Ok(()) };
    let from = |game: &Variant| game.own_game().map_or_else(String::new, |own| format!("from {}", own.parent));
    let names = games.iter().map(|game| length(game.base_name())).max().unwrap_or(0);
    let parents = games.iter().map(|game| length(&from(game))).max().unwrap_or(0);
    writeln!(out, "\nof your own, in {}", file.display())?;
    for game in games.iter() {
        writeln!(out, "  {}  {}  {}", pad(game.base_name(), names), pad(&from(game), parents), game.description())?;
    }
    Ok(())
}

fn print_variant(out: &mut impl Write, variant: &Variant) -> Result<(), CliError> {
    let entry = variant.entry();
    let from = variant.own_game().map_or(entry.sheet, |own| &own.parent);
    writeln!(out, "{variant}")?;
    writeln!(out, "{}, from {from}: {}", entry.rules.family(), variant.description())?;
    if !variant.aliases().is_empty() {
        writeln!(out, "also called {}", variant.aliases().join(", "))?;
    }
    for axis in variant.rules().axes() {
        let (value, base) = (variant.rules().value(axis.name), variant.base_rules().value(axis.name));
        let changed = if value == base { String::new() } else { format!(" ({} has {base})", variant.base_name()) };
        writeln!(out, "\n{}={value}{changed}: {}", axis.name, axis.meaning)?;
        if let Some(source) = variant.source(axis.name) {
            writeln!(out, "    source: {source}")?;
        }
        match axis.values {
            AxisValues::Words(words) => {
                let widest = words.iter().map(|(word, _)| length(word)).max().unwrap_or(0);
                for (word, meaning) in words {
                    let mark = if *word == value { '*' } else { ' ' };
                    writeln!(out, "  {mark} {}  {meaning}", pad(word, widest))?;
                }
            }
            AxisValues::Number { min, max, words } => {
                let words: String = words.iter().map(|(word, meaning)| format!(", or {word}: {meaning}")).collect();
                writeln!(out, "    any number from {min} to {max}{words}")?;
            }
        }
    }
    Ok(())
}

fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
