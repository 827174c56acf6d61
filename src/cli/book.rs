//! `millstone book`: books for play, made, looked into and checked.

use super::error::Error;
use super::number::whole;
use super::openings::EffortArgs;
use super::output::to_file;
use super::progress::Progress;
use super::start::{Start, VariantParser};
use crate::games::catalog::{self, Variant};
use crate::games::notation::Style;
use crate::tools::book::{self, Book as Pages, Builder, Plan, Tally};
use crate::tools::pdn;
use clap::{Args, Subcommand};
use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  millstone book build --variant russian --plies 6 --output russian.book
  millstone book build --variant english --plies 12 --games masters.pdn --least 3 > masters.book
  millstone book show --variant english --moves \"11-15\"
  millstone book show --variant russian --file russian.book
  millstone book check russian.book

A line of a book is `POSITION | MOVE WEIGHT | MOVE WEIGHT …`; a line `variant NAME` stands before the first, and \
what follows a # is a comment. The engine plays from a book when its option OwnBook is on: from the file that BookFile \
names, or from its own.";

/// Make, show and check books of good first moves
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(Build),
    Show(Show),
    Check(Check),
}

/// Make a book: search from the first position on, and follow the moves found; or count the moves of games
#[derive(Debug, Args)]
struct Build {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// How many moves deep
    #[arg(long, short, value_name = "N", default_value = "8", value_parser = |text: &str| whole(text, 1..=100))]
    plies: usize,

    /// The most moves for a position
    #[arg(long, value_name = "N", default_value = "4", value_parser = |text: &str| whole(text, 1..=100))]
    width: usize,

    /// How much worse than the best a move may be, in hundredths of a man
    #[arg(long, short, value_name = "CP", default_value = "15", value_parser = |text: &str| whole(text, 0..=10_000))]
    margin: usize,

    /// The most positions
    #[arg(long, value_name = "N", default_value = "300", value_parser = |text: &str| whole(text, 1..=1_000_000))]
    positions: usize,

    /// Count the moves of the games in this file instead, each by the half points it brought
    #[arg(long, value_name = "FILE", conflicts_with_all = ["width", "margin", "positions", "depth", "nodes"])]
    games: Option<PathBuf>,

    /// Leave out moves that fewer games have
    #[arg(long, value_name = "N", default_value = "2", requires = "games",
          value_parser = |text: &str| whole(text, 1..=1_000_000_000))]
    least: usize,

    #[command(flatten)]
    effort: EffortArgs,

    /// Work on this many threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// List the moves a book has for a position, with their weights
#[derive(Debug, Args)]
struct Show {
    #[command(flatten)]
    start: Start,

    /// The book, instead of the one that is part of the program
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Check that every position and move of a book can be played, and that games come to its positions
#[derive(Debug, Args)]
struct Check {
    /// The book
    file: PathBuf,
}

impl Book {
    /// Does what is asked.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match self.command {
            Command::Build(build) => build.run(out),
            Command::Show(show) => show.run(out),
            Command::Check(check) => check.run(out),
        }
    }
}

impl Build {
    fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match &self.output {
            None => self.write(out),
            Some(path) => to_file(path, |out| self.write(out)),
        }
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Error> {
        match &self.games {
            Some(path) => self.count(path, out),
            None => self.search(out),
        }
    }

    fn count(&self, path: &Path, out: &mut impl Write) -> Result<(), Error> {
        let file = File::open(path).map_err(|error| Error::file(path, &error))?;
        let mut tally = Tally::new(self.variant.clone(), self.plies);
        let (mut counted, mut others, mut bad) = (0, 0, 0);
        for game in pdn::Reader::new(BufReader::new(file)) {
            match game.and_then(|game| tally.add(&game)) {
                Ok(true) => counted += 1,
                Ok(false) => others += 1,
                Err(_) => bad += 1,
            }
        }
        if counted == 0 {
            let (path, variant) = (path.display(), &self.variant);
            return Err(Error::Usage(format!("{path}: no finished game of {variant} that can be read")));
        }
        let Build { variant, plies, least, .. } = self;
        writeln!(out, "# A book for play, made by millstone {}:", env!("CARGO_PKG_VERSION"))?;
        let path = path.display();
        writeln!(out, "# millstone book build --variant {variant} --plies {plies} --games {path} --least {least}")?;
        writeln!(out, "# {counted} games; left out: {others} of other games or without a result, {bad} with errors")?;
        writeln!(out, "variant {variant}")?;
        for entry in tally.entries(*least as u64) {
            writeln!(out, "{entry}")?;
        }
        Ok(out.flush()?)
    }

    fn search(&self, out: &mut impl Write) -> Result<(), Error> {
        let plan = Plan {
            variant: self.variant.clone(),
            plies: self.plies,
            width: self.width,
            margin: self.margin as i32,
            positions: self.positions,
            effort: self.effort.effort(),
        };
        writeln!(out, "# A book for play, made by millstone {}:", env!("CARGO_PKG_VERSION"))?;
        writeln!(
            out,
            "# millstone book build --variant {} --plies {} --width {} --margin {} --positions {} {}",
            plan.variant, plan.plies, plan.width, plan.margin, plan.positions, plan.effort
        )?;
        writeln!(out, "# Moves that a search finds best or nearly so; the better, the heavier")?;
        writeln!(out, "variant {}", plan.variant)?;
        let mut bar = Progress::new("positions", plan.positions as u64);
        let builder = Builder::new(plan, self.threads).map_err(|error| Error::Failed(format!("threads: {error}")))?;
        let mut count = 0;
        builder.run(|entry| {
            count += 1;
            bar.set(count);
            writeln!(out, "{entry}").and_then(|()| out.flush())
        })?;
        bar.end();
        Ok(())
    }
}

impl Show {
    fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let variant = &self.start.variant;
        let pages = match &self.file {
            Some(path) => {
                let text = fs::read_to_string(path).map_err(|error| Error::file(path, &error))?;
                let pages = Pages::read(&text).map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
                if pages.variant().rules() != variant.rules() {
                    let (path, game) = (path.display(), pages.variant());
                    return Err(Error::Usage(format!("{path} is a book for {game}, not for {variant}")));
                }
                pages
            }
            None => book::built_in(variant).ok_or_else(|| {
                Error::Usage(format!("there is no book for {variant} in the program; name one with --file"))
            })?,
        };
        let seat = self.start.any_game()?;
        let choices = pages.choices(&*seat, Style::Usual);
        writeln!(out, "{}", seat.fen())?;
        if choices.is_empty() {
            writeln!(out, "not in the book")?;
        }
        let width = choices.iter().map(|choice| choice.text.len()).max().unwrap_or_default();
        for choice in choices {
            writeln!(out, "{:width$} {:>9.1} {:>5.1} %", choice.text, choice.weight, 100.0 * choice.share)?;
        }
        Ok(())
    }
}

impl Check {
    fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let text = fs::read_to_string(&self.file).map_err(|error| Error::file(&self.file, &error))?;
        let (count, errors) = book::check(&text);
        for error in &errors {
            writeln!(out, "{error}")?;
        }
        let path = self.file.display();
        match errors.len() {
            0 => Ok(writeln!(out, "{path}: {count} positions, all in order")?),
            bad => {
                out.flush()?;
                let (faults, positions) = (plural(bad, "fault"), plural(count, "position"));
                Err(Error::Usage(format!("{path}: {faults} in {positions}")))
            }
        }
    }
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
