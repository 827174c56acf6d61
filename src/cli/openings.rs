//! `millstone openings`: generates and checks openings for matches.

use super::error::CliError;
use super::number::whole;
use super::output::OutputArgs;
use super::position_args::VariantParser;
use super::progress::count_bar;
use crate::engine::any_game::any_game;
use crate::games::catalog::{self, Variant};
use crate::games::notation::printable;
use crate::tools::openings::{self, GeneratorOptions, GeneratorOutcome, OpeningGenerator, SearchLimit};
use crate::util::files;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  millstone openings --variant russian --count 50 > russian.txt
  millstone openings --variant international --plies 6..10 --window 30 \\
      --nodes 200000 --seed 7 --output big.txt
  millstone openings check russian.txt --variant russian
  millstone openings check russian.txt --variant russian --window 50

A line of the file is `startpos moves M…`; comments (with #) say how it was made. The same options give the same file, \
with any number of threads. Positions are distinct up to symmetry, and none has a capture.";

/// Generate openings for matches: random moves to positions that a search finds balanced
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct OpeningsArgs {
    #[command(subcommand)]
    command: Option<OpeningsCommand>,

    #[command(flatten)]
    generate: OpeningsGenerateArgs,
}

#[derive(Debug, Subcommand)]
enum OpeningsCommand {
    Check(OpeningsCheckArgs),
}

#[derive(Debug, Args)]
struct OpeningsGenerateArgs {
    /// The variant: a name from `millstone variants`, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// The number of openings
    #[arg(long, short, value_name = "N", default_value = "200", value_parser = |text: &str| whole(text, 1..=1_000_000))]
    count: usize,

    /// The number of random moves, or the minimum and the maximum
    #[arg(long, short, value_name = "A..B", default_value = "4..8", value_parser = plies)]
    plies: (usize, usize),

    /// The largest absolute score, in centipawns; `any` keeps all positions without a search
    #[arg(long, short, value_name = "CP", default_value = "40", value_parser = window)]
    window: WindowArg,

    #[command(flatten)]
    limit: SearchLimitArgs,

    /// The seed of the random moves
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,

    /// The number of threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    #[command(flatten)]
    file: OutputArgs,
}

/// Check that the openings of a file are legal and distinct
#[derive(Debug, Args)]
struct OpeningsCheckArgs {
    /// A file of openings, as this command writes them
    file: PathBuf,

    /// The variant
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// Also check by a search that no absolute score is larger, in centipawns
    #[arg(long, short, value_name = "CP", value_parser = window)]
    window: Option<WindowArg>,

    #[command(flatten)]
    limit: SearchLimitArgs,
}

/// The limit of the search of each position.
#[derive(Clone, Debug, Args)]
pub struct SearchLimitArgs {
    /// Search each position to this depth
    #[arg(long, short, value_name = "N", conflicts_with = "nodes", value_parser = |text: &str| whole(text, 1..=100))]
    depth: Option<usize>,

    /// Search this many nodes per position [default: 100000, without --depth]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1_000_000_000_000))]
    nodes: Option<usize>,
}

impl SearchLimitArgs {
    /// The limit given, or the default.
    pub fn limit(&self) -> SearchLimit {
        match (self.depth, self.nodes) {
            (Some(depth), _) => SearchLimit::Depth(depth as u32),
            (None, nodes) => SearchLimit::Nodes(nodes.unwrap_or(100_000) as u64),
        }
    }
}

/// A score window, or `None` for `any`. A plain `Option` would mean an optional argument to clap.
#[derive(Clone, Copy, Debug)]
struct WindowArg(Option<i32>);

fn window(text: &str) -> Result<WindowArg, String> {
    if text == "any" {
        return Ok(WindowArg(None));
    }
    whole(text, 0..=32_000).map(|cp| WindowArg(Some(cp as i32))).map_err(|error| format!("{error}, or `any`"))
}

fn plies(text: &str) -> Result<(usize, usize), String> {
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    match (whole(min, 1..=200), whole(max, 1..=200)) {
        (Ok(min), Ok(max)) if min <= max => Ok((min, max)),
        _ => Err("expected a whole number from 1 to 200, or a range such as 4..8".into()),
    }
}

impl OpeningsArgs {
    /// Generates or checks openings.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            Some(OpeningsCommand::Check(check)) => check.run(out),
            None => self.generate.run(out),
        }
    }
}

impl OpeningsGenerateArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.file.write(out, |mut out| self.write(&mut out))
    }

    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        self.header(out)?;
        out.flush()?;
        let options = GeneratorOptions {
            variant: self.variant.clone(),
            count: self.count,
            plies: self.plies,
            window: self.window.0,
            limit: self.limit.limit(),
            seed: self.seed,
        };
        let bar = count_bar("openings", self.count as u64, self.file.output.is_none());
        let generator = OpeningGenerator::new(options, self.threads)
            .map_err(|error| CliError::Failed(format!("cannot start threads: {error}")))?;
        let mut found = 0;
        let outcome = generator.run(
            |moves| {
                found += 1;
                // Flushed at once, so that an interruption loses nothing.
                writeln!(out, "startpos moves {}", moves.join(" ")).and_then(|()| out.flush())
            },
            |progress| bar.set_position(progress.found as u64),
        )?;
        bar.finish_and_clear();
        match outcome {
            GeneratorOutcome::Complete => Ok(()),
            GeneratorOutcome::Exhausted => Err(CliError::Failed(format!(
                "only {found} of {} openings found: try more --plies or a wider --window",
                self.count
            ))),
        }
    }

    fn header(&self, out: &mut impl Write) -> Result<(), CliError> {
        let names = openings::names_with_same_file(&self.variant);
        let (min, max) = self.plies;
        let plies = if min == max { min.to_string() } else { format!("{min}..{max}") };
        let (window, score) = match self.window.0 {
            None => ("any".to_string(), "whatever their score".to_string()),
            Some(cp) => (cp.to_string(), format!("with a score from -{cp} to {cp}, in hundredths of a man")),
        };
        let names = if names.is_empty() { self.variant.to_string() } else { names.join(", ") };
        writeln!(out, "# Openings for {names}")?;
        writeln!(out, "# Made by millstone {}:", env!("CARGO_PKG_VERSION"))?;
        writeln!(
            out,
            "# millstone openings --variant {} --count {} --plies {plies} --window {window} {} --seed {}",
            self.variant,
            self.count,
            self.limit.limit(),
            self.seed
        )?;
        writeln!(out, "# Random legal moves; positions distinct up to symmetry, nothing to take at once, {score}")?;
        Ok(())
    }
}

impl OpeningsCheckArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let text = files::read_text(&self.file).map_err(|error| CliError::file(&self.file, &error))?;
        let list = openings::read(&text);
        let window = self.window.and_then(|WindowArg(cp)| Some((cp?, self.limit.limit())));
        let bar = count_bar("openings", list.len() as u64, false);
        let problems = openings::check(&*any_game(&self.variant), &list, window, |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        for (line, problem) in &problems {
            writeln!(out, "line {line}: {}", printable(&problem.to_string()))?;
        }
        let path = self.file.display();
        match (list.len(), problems.len()) {
            (0, _) => Err(CliError::Usage(format!("{path}: no openings"))),
            (count, 0) => Ok(writeln!(out, "{path}: {count} openings, all legal and distinct")?),
            (count, bad) => {
                out.flush()?;
                Err(CliError::Usage(format!("{path}: {bad} of {count} openings have errors")))
            }
        }
    }
}
