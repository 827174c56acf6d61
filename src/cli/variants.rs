//! `millstone variants`: the catalogue for people. For programs, see [`super::catalogue`].

use super::catalogue::{Game, List};
use super::error::Error;
use super::layout::{length, pad};
use super::start::VariantParser;
use crate::games::axis::Values;
use crate::games::catalog::{self, NamedGame, Variant};
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

The JSON of the list is an object: default, and variants, each with name, aliases, family, sheet, description and \
axes (the value of each axis). The JSON of one game has the same fields with its overrides applied, base (the name \
without them), and as axes a list: name, meaning, value, base, and values (each with value and meaning) or min and max.";

/// List the games, or show the rules of one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Variants {
    /// The game to show, with any overrides (NAME+AXIS=VALUE…)
    #[arg(value_parser = VariantParser, hide_possible_values = true)]
    name: Option<Variant>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Variants {
    /// Prints the list or the game.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match (self.name, self.json) {
            (None, false) => print_list(out),
            (Some(variant), false) => print_game(out, &variant),
            (None, true) => print_json(out, &List::new()),
            (Some(variant), true) => print_json(out, &Game::new(&variant)),
        }
    }
}

fn print_list(out: &mut impl Write) -> Result<(), Error> {
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
    writeln!(out, "\nThe default is {}. `millstone variants NAME` shows the rules of one.", catalog::DEFAULT)?;
    Ok(())
}

fn print_game(out: &mut impl Write, variant: &Variant) -> Result<(), Error> {
    let entry = variant.entry();
    writeln!(out, "{variant}")?;
    writeln!(out, "{}, from {}: {}", entry.rules.family(), entry.sheet, variant.description())?;
    if !entry.aliases.is_empty() {
        writeln!(out, "also called {}", entry.aliases.join(", "))?;
    }
    for axis in variant.rules().axes() {
        let (value, base) = (variant.rules().value(axis.name), variant.base_rules().value(axis.name));
        let changed = if value == base { String::new() } else { format!(" ({} has {base})", variant.base_name()) };
        writeln!(out, "\n{}={value}{changed}: {}", axis.name, axis.meaning)?;
        if let Some(source) = variant.source(axis.name) {
            writeln!(out, "    source: {source}")?;
        }
        match axis.values {
            Values::Words(words) => {
                let widest = words.iter().map(|(word, _)| length(word)).max().unwrap_or(0);
                for (word, meaning) in words {
                    let mark = if *word == value { '*' } else { ' ' };
                    writeln!(out, "  {mark} {}  {meaning}", pad(word, widest))?;
                }
            }
            Values::Number { .. } => writeln!(out, "    any number from {}", axis.allowed())?,
        }
    }
    Ok(())
}

fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
