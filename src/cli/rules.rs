//! `millstone rules`: a game in plain prose, for a player.

use super::error::CliError;
use super::layout;
use super::position_args::VariantParser;
use crate::games::catalog::{self, Variant};
use crate::games::prose::{Language, RulesProse};
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  millstone rules schmidt-de
  millstone rules nine-mens-morris --lang de
  millstone rules international+king-move=short --lang fr
  millstone rules our-table --variants ours.txt
  millstone rules russian --json";

/// Explain the rules of a variant to a player
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RulesArgs {
    /// The variant, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(value_parser = VariantParser, hide_possible_values = true, default_value = catalog::DEFAULT)]
    name: Variant,

    /// The language: en, de, fr, it, es or pt
    #[arg(long, value_name = "L", default_value_t)]
    lang: Language,

    /// Print one JSON object: variant, language, diagram, legend, the board and the start as data, and sections with heading and
    /// sentences, each with text and axes
    #[arg(long)]
    json: bool,
}

impl RulesArgs {
    /// Prints the rules.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let prose = RulesProse::new(&self.name, self.lang);
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &prose)?;
            writeln!(out)?;
            return Ok(());
        }
        write!(out, "{}\n\n{}", prose.variant, prose.diagram)?;
        if let Some(legend) = &prose.legend {
            write!(out, "\n{}", layout::wrap(legend, layout::width()))?;
        }
        for section in &prose.sections {
            let texts: Vec<&str> = section.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
            write!(out, "\n{}\n{}", section.heading, layout::wrap(&texts.join(" "), layout::width()))?;
        }
        Ok(())
    }
}
