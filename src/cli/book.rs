//! `millstone book`: builds, shows and checks opening books.

use super::error::CliError;
use super::number::whole;
use super::openings::SearchLimitArgs;
use super::output::OutputArgs;
use super::position_args::{PositionArgs, VariantParser};
use super::progress::{count_bar, input_bar};
use crate::games::catalog::{self, Variant};
use crate::games::notation::{Style, printable};
use crate::tools::book::{self, Book, BookBuilder, BookOptions, GameBookBuilder};
use crate::tools::pdn;
use crate::util::files;
use clap::{Args, Subcommand};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  millstone book build --variant russian --plies 6 --output russian.book
  millstone book build --variant english --plies 12 --games masters.pdn \\
      --least 3 > masters.book
  millstone book show --variant english --moves \"11-15\"
  millstone book show --variant russian --file russian.book
  millstone book check russian.book

A line of a book is `POSITION | MOVE WEIGHT | MOVE WEIGHT …`, after a first line `variant NAME`; a # begins a comment. \
The engine plays from a book if its option OwnBook is on: from the file of the option BookFile, else from its built-in \
book.";

/// Build, show and check opening books
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Build(BookBuildArgs),
    Show(BookShowArgs),
    Check(BookCheckArgs),
}

/// Build a book by search from the start position, or from games
#[derive(Debug, Args)]
struct BookBuildArgs {
    /// The variant: a name from `millstone variants`, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// The depth of the book, in plies
    #[arg(long, short, value_name = "N", default_value = "8", value_parser = |text: &str| whole(text, 1..=100))]
    plies: usize,

    /// The maximum number of moves per position
    #[arg(long, value_name = "N", default_value = "4", value_parser = |text: &str| whole(text, 1..=100))]
    width: usize,

    /// How much worse than the best move a move may be, in centipawns
    #[arg(long, short, value_name = "CP", default_value = "15", value_parser = |text: &str| whole(text, 0..=10_000))]
    margin: usize,

    /// The maximum number of positions
    #[arg(long, value_name = "N", default_value = "300", value_parser = |text: &str| whole(text, 1..=1_000_000))]
    positions: usize,

    /// Build from the games of this PDN file instead; the weight of a move is the half points it scored
    #[arg(long, value_name = "FILE", conflicts_with_all = ["width", "margin", "positions", "depth", "nodes"])]
    games: Option<PathBuf>,

    /// The minimum number of games of a move
    #[arg(long, value_name = "N", default_value = "2", requires = "games",
          value_parser = |text: &str| whole(text, 1..=1_000_000_000))]
    least: usize,

    #[command(flatten)]
    limit: SearchLimitArgs,

    /// The number of threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    threads: usize,

    #[command(flatten)]
    file: OutputArgs,
}

/// List the book moves of a position with their weights
#[derive(Debug, Args)]
struct BookShowArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// The book [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Check that all positions and moves of a book are legal, and its positions reachable
#[derive(Debug, Args)]
struct BookCheckArgs {
    /// The book
    file: PathBuf,
}

impl BookArgs {
    /// Builds, shows or checks a book.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            BookCommand::Build(build) => build.run(out),
            BookCommand::Show(show) => show.run(out),
            BookCommand::Check(check) => check.run(out),
        }
    }
}

impl BookBuildArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.file.write(out, |mut out| self.write(&mut out))
    }

    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        match &self.games {
            Some(path) => self.count_games(path, out),
            None => self.search(out),
        }
    }

    fn count_games(&self, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
        let file = files::open(path).map_err(|error| CliError::file(path, &error))?;
        let mut builder = GameBookBuilder::new(self.variant.clone(), self.plies);
        let (mut counted, mut others, mut bad) = (0, 0, 0);
        let size = file.metadata().map_err(|error| CliError::file(path, &error))?.len();
        let bar = input_bar("games", Some(size), self.file.output.is_none());
        for (number, game) in (1_u64..).zip(pdn::PdnReader::new(BufReader::new(bar.wrap_read(file)))) {
            bar.set_message(number.to_string());
            match game.and_then(|game| builder.add(&game)) {
                Ok(true) => counted += 1,
                Ok(false) => others += 1,
                Err(_) => bad += 1,
            }
        }
        bar.finish_and_clear();
        if counted == 0 {
            let (path, variant) = (path.display(), &self.variant);
            return Err(CliError::Usage(format!("{path}: no finished games of {variant} without errors")));
        }
        let BookBuildArgs { variant, plies, least, .. } = self;
        writeln!(out, "# A book for play, made by millstone {}:", env!("CARGO_PKG_VERSION"))?;
        let path = path.display();
        writeln!(out, "# millstone book build --variant {variant} --plies {plies} --games {path} --least {least}")?;
        writeln!(out, "# {counted} games; skipped: {others} of other variants or without a result, {bad} with errors")?;
        writeln!(out, "variant {}", variant.standard())?;
        for entry in builder.entries(*least as u64) {
            writeln!(out, "{entry}")?;
        }
        Ok(out.flush()?)
    }

    fn search(&self, out: &mut impl Write) -> Result<(), CliError> {
        let options = BookOptions {
            variant: self.variant.clone(),
            plies: self.plies,
            width: self.width,
            margin: self.margin as i32,
            positions: self.positions,
            limit: self.limit.limit(),
        };
        writeln!(out, "# A book for play, made by millstone {}:", env!("CARGO_PKG_VERSION"))?;
        writeln!(
            out,
            "# millstone book build --variant {} --plies {} --width {} --margin {} --positions {} {}",
            options.variant, options.plies, options.width, options.margin, options.positions, options.limit
        )?;
        writeln!(out, "# Moves that a search finds best or nearly so; the better, the heavier")?;
        writeln!(out, "variant {}", options.variant.standard())?;
        let bar = count_bar("positions", options.positions as u64, self.file.output.is_none());
        let builder = BookBuilder::new(options, self.threads)
            .map_err(|error| CliError::Failed(format!("cannot start threads: {error}")))?;
        builder.run(|entry| {
            bar.inc(1);
            writeln!(out, "{entry}").and_then(|()| out.flush())
        })?;
        bar.finish_and_clear();
        Ok(())
    }
}

impl BookShowArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let variant = &self.position.variant;
        let book = match &self.file {
            Some(path) => {
                let text = files::read_text(path).map_err(|error| CliError::file(path, &error))?;
                let book =
                    Book::parse(&text).map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))?;
                if book.variant().rules() != variant.rules() {
                    let (path, found) = (path.display(), book.variant());
                    return Err(CliError::Usage(format!("{path} is a book for {found}, not for {variant}")));
                }
                book
            }
            None => book::built_in(variant)
                .ok_or_else(|| CliError::Usage(format!("no built-in book for {variant}; give one with --file")))?,
        };
        let game = self.position.any_game()?;
        let moves = book.moves(&*game, Style::Usual);
        writeln!(out, "{}", game.fen())?;
        if moves.is_empty() {
            writeln!(out, "not in the book")?;
        }
        let width = moves.iter().map(|mv| mv.text.len()).max().unwrap_or_default();
        for mv in moves {
            writeln!(out, "{:width$} {:>9.1} {:>5.1} %", mv.text, mv.weight, 100.0 * mv.share)?;
        }
        Ok(())
    }
}

impl BookCheckArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let text = files::read_text(&self.file).map_err(|error| CliError::file(&self.file, &error))?;
        let (count, errors) = book::check(&text);
        for error in &errors {
            writeln!(out, "{}", printable(&error.to_string()))?;
        }
        let path = self.file.display();
        match errors.len() {
            0 => Ok(writeln!(out, "{path}: {count} positions, no errors")?),
            bad => {
                out.flush()?;
                let (errors, positions) = (plural(bad, "error"), plural(count, "position"));
                Err(CliError::Usage(format!("{path}: {errors} in {positions}")))
            }
        }
    }
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
