//! `millstone openings`: fair and varied positions to begin the games of a match with.

use super::error::Error;
use super::number::whole;
use super::output::to_file;
use super::progress::Progress;
use super::start::VariantParser;
use crate::engine::any_game::any_game;
use crate::games::catalog::{self, Variant};
use crate::tools::openings::{self, Effort, Generator, Outcome, Quarry};
use clap::{Args, Subcommand};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  millstone openings --variant russian --count 50 > russian.txt
  millstone openings --variant international --plies 6..10 --window 30 --nodes 200000 --seed 7 --output big.txt
  millstone openings check russian.txt --variant russian
  millstone openings check russian.txt --variant russian --window 50

A line of the file is `startpos moves M…`; lines that begin with # say how it was made. The same options give the \
same file, whatever the threads. Positions that are the same but for symmetry come once, and none has \
something to take at once.";

/// Make openings for matches: random moves, kept where a search finds the position even
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Openings {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    make: Make,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(Check),
}

#[derive(Debug, Args)]
struct Make {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// How many openings
    #[arg(long, short, value_name = "N", default_value = "200", value_parser = |text: &str| whole(text, 1..=1_000_000))]
    count: usize,

    /// How many random moves: a number, or the fewest and the most
    #[arg(long, short, value_name = "A..B", default_value = "4..8", value_parser = plies)]
    plies: (usize, usize),

    /// How far from even the score may be, in hundredths of a man; `any` asks no search
    #[arg(long, short, value_name = "CP", default_value = "40", value_parser = window)]
    window: Window,

    #[command(flatten)]
    effort: EffortArgs,

    /// What settles the random moves
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,

    /// Work on this many threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Check that a file's openings can be played and are distinct
#[derive(Debug, Args)]
struct Check {
    /// The file
    file: PathBuf,

    /// The game
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// Check with a search that scores are at most so far from even
    #[arg(long, short, value_name = "CP", value_parser = window)]
    window: Option<Window>,

    #[command(flatten)]
    effort: EffortArgs,
}

/// How a position is judged.
#[derive(Clone, Debug, Args)]
pub struct EffortArgs {
    /// Judge positions by a search of this depth
    #[arg(long, short, value_name = "N", conflicts_with = "nodes", value_parser = |text: &str| whole(text, 1..=100))]
    depth: Option<usize>,

    /// Judge positions by a search of so many nodes, 100000 unless a depth is given
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1_000_000_000_000))]
    nodes: Option<usize>,
}

impl EffortArgs {
    /// What is asked for.
    pub fn effort(&self) -> Effort {
        match (self.depth, self.nodes) {
            (Some(depth), _) => Effort::Depth(depth as u32),
            (None, nodes) => Effort::Nodes(nodes.unwrap_or(100_000) as u64),
        }
    }
}

/// A greatest distance from an even score, or none: an `Option` itself would mean something else to the argument parser.
#[derive(Clone, Copy, Debug)]
struct Window(Option<i32>);

fn window(text: &str) -> Result<Window, String> {
    if text == "any" {
        return Ok(Window(None));
    }
    whole(text, 0..=32_000).map(|cp| Window(Some(cp as i32))).map_err(|error| format!("{error}, or `any`"))
}

fn plies(text: &str) -> Result<(usize, usize), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (whole(least, 1..=200), whole(most, 1..=200)) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        _ => Err("expected a whole number from 1 to 200, or two of them as in 4..8, the smaller first".into()),
    }
}

impl Openings {
    /// Makes openings, or checks them.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match self.command {
            Some(Command::Check(check)) => check.run(out),
            None => self.make.run(out),
        }
    }
}

impl Make {
    fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match &self.output {
            None => self.write(out),
            Some(path) => to_file(path, |out| self.write(out)),
        }
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Error> {
        self.header(out)?;
        out.flush()?;
        let quarry = Quarry {
            variant: self.variant.clone(),
            count: self.count,
            plies: self.plies,
            window: self.window.0,
            effort: self.effort.effort(),
            seed: self.seed,
        };
        let mut bar = Progress::new("openings", self.count as u64);
        let generator =
            Generator::new(quarry, self.threads).map_err(|error| Error::Failed(format!("threads: {error}")))?;
        let mut found = 0;
        let outcome = generator.run(
            |moves| {
                found += 1;
                // What is found is safe at once.
                writeln!(out, "startpos moves {}", moves.join(" ")).and_then(|()| out.flush())
            },
            |progress| bar.set(progress.found as u64),
        )?;
        bar.end();
        match outcome {
            Outcome::Complete => Ok(()),
            Outcome::Exhausted => Err(Error::Failed(format!(
                "only {found} of {} openings found: allow more moves (--plies) or a wider --window",
                self.count
            ))),
        }
    }

    fn header(&self, out: &mut impl Write) -> Result<(), Error> {
        let names = openings::namesakes(&self.variant);
        let (least, most) = self.plies;
        let plies = if least == most { least.to_string() } else { format!("{least}..{most}") };
        let (window, judged) = match self.window.0 {
            None => ("any".to_string(), "whatever their score".to_string()),
            Some(cp) => (cp.to_string(), format!("with a score from -{cp} to {cp}, in hundredths of a man")),
        };
        let games = if names.is_empty() { self.variant.to_string() } else { names.join(", ") };
        writeln!(out, "# Openings for {games}")?;
        writeln!(out, "# Made by millstone {}:", env!("CARGO_PKG_VERSION"))?;
        writeln!(
            out,
            "# millstone openings --variant {} --count {} --plies {plies} --window {window} {} --seed {}",
            self.variant,
            self.count,
            self.effort.effort(),
            self.seed
        )?;
        writeln!(out, "# Random legal moves; positions distinct up to symmetry, nothing to take at once, {judged}")?;
        Ok(())
    }
}

impl Check {
    fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let text = fs::read_to_string(&self.file).map_err(|error| Error::file(&self.file, &error))?;
        let list = openings::read(&text);
        let window = self.window.and_then(|Window(cp)| Some((cp?, self.effort.effort())));
        let mut bar = Progress::new("openings", list.len() as u64);
        let problems = openings::check(&*any_game(&self.variant), &list, window, |done| bar.set(done as u64));
        bar.end();
        for (line, problem) in &problems {
            writeln!(out, "line {line}: {problem}")?;
        }
        let path = self.file.display();
        match (list.len(), problems.len()) {
            (0, _) => Err(Error::Usage(format!("{path}: no openings in it"))),
            (count, 0) => Ok(writeln!(out, "{path}: {count} openings, all legal and distinct")?),
            (count, bad) => {
                out.flush()?;
                Err(Error::Usage(format!("{path}: {bad} of {count} openings are wrong")))
            }
        }
    }
}
