//! `millstone pdn`: game files, checked, listed, turned into positions, and written anew.

use super::error::Error;
use super::start::VariantParser;
use crate::games::Reason;
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::tools::pdn::{self, Game, GameResult, Reader, Replay};
use clap::{Args, Subcommand, ValueEnum};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

const EXAMPLES: &str = "\
Examples:
  millstone pdn check games.pdn
  millstone pdn list games.pdn --json
  millstone pdn final --positions games.pdn | millstone analyse --depth 8
  millstone pdn convert --notation algebraic --variant russian < old.pdn > new.pdn
  millstone pdn convert --to json games.pdn

A game says by its tag Variant or GameType which game it is; --variant is for those that do not. What is wrong with a \
game is told with file, line and column, and the others go on; the exit code is then 2.";

/// Check, list and convert game files (PDN)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Pdn {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Play every game by the rules and say what is wrong, and where
    #[command(after_help = EXAMPLES)]
    Check {
        #[command(flatten)]
        files: Files,
    },
    /// Print a line for each game: its number, players, result, variant, plies and how it ended
    #[command(after_help = EXAMPLES)]
    List {
        #[command(flatten)]
        files: Files,
        /// Print a JSON object for each game
        #[arg(long)]
        json: bool,
    },
    /// Print the last position of each game, as a FEN
    #[command(after_help = EXAMPLES)]
    Final {
        #[command(flatten)]
        files: Files,
        /// Print every position, the first one included
        #[arg(long)]
        positions: bool,
        /// Print a JSON object for each position
        #[arg(long)]
        json: bool,
    },
    /// Write the games anew, in the strict form
    #[command(after_help = EXAMPLES)]
    Convert {
        #[command(flatten)]
        files: Files,
        /// How to write moves of draughts on 8×8; without it as is usual in files of the game
        #[arg(long, value_name = "STYLE")]
        notation: Option<Squares>,
        /// What to write
        #[arg(long, value_name = "FORM", default_value = "pdn")]
        to: Form,
    },
}

#[derive(Debug, Args)]
struct Files {
    /// The game files; `-` or none is the standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// The game where a file does not say
    #[arg(long, short, value_name = "V", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<Variant>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Squares {
    /// 22-18
    Numeric,
    /// c3-d4
    Algebraic,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// Strict PDN
    Pdn,
    /// A JSON object for each game
    Json,
}

impl Pdn {
    /// Does what is asked with every game.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        match self.action {
            Action::Check { files } => check(&files, out),
            Action::List { files, json } => files.replayed(|place, game, default| {
                let replay = game.replay(default)?;
                let entry = Listed::new(place, game, &replay);
                Ok(if json { line(out, &entry) } else { entry.print(out) })
            }),
            Action::Final { files, positions, json } => files.replayed(|place, game, default| {
                let mut fens = Vec::new();
                let replay = game.replay_styled(default, Style::Usual, &mut |ply, _, seat| {
                    if positions || ply == 0 {
                        fens.push((ply, seat.fen()));
                    }
                })?;
                if !positions {
                    fens = vec![(replay.moves.len(), replay.seat.fen())];
                }
                Ok(fens.into_iter().try_for_each(|(ply, fen)| {
                    if !json {
                        return Ok(writeln!(out, "{fen}")?);
                    }
                    let (game, variant) = (place.number, replay.variant.to_string());
                    line(out, &Stand { id: format!("{game}.{ply}"), file: place.told(), game, ply, variant, fen })
                }))
            }),
            Action::Convert { files, notation, to } => files.replayed(|place, game, default| {
                let variant = game.variant(default)?;
                let usual = pdn::game_type(&variant).is_some_and(|text| text.contains(",A"));
                let style = match notation {
                    Some(Squares::Algebraic) => Style::Algebraic,
                    None if usual => Style::Algebraic,
                    Some(Squares::Numeric) | None => Style::Usual,
                };
                let replay = game.replay_styled(default, style, &mut |_, _, _| {})?;
                let canonical = game.rewritten(&replay);
                Ok(match to {
                    Form::Pdn => pdn::write(&canonical, out).map_err(Error::from),
                    Form::Json => line(out, &Whole::new(place, &canonical, &replay)),
                })
            }),
        }
    }
}

/// Where a game stands.
struct Place<'a> {
    file: &'a str,
    /// Whether there are other files.
    several: bool,
    /// Its number in the file, from 1.
    number: usize,
}

impl<'a> Place<'a> {
    /// The file, where the number alone does not say which game it is.
    fn told(&self) -> Option<&'a str> {
        self.several.then_some(self.file)
    }

    fn problem(&self, error: &pdn::Error) -> String {
        format!("{}:{error} (game {})", self.file, self.number)
    }
}

impl Files {
    /// Calls `each` with every game of every file, those that cannot be read included. Says how many files could not be
    /// opened, which is told on stderr; it is an error if none could.
    fn games(
        &self,
        mut each: impl FnMut(&Place<'_>, Result<Game, pdn::Error>) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        let names: Vec<&str> =
            if self.files.is_empty() { vec!["-"] } else { self.files.iter().map(String::as_str).collect() };
        let several = names.len() > 1;
        let mut missing = 0;
        for name in &names {
            let source: Box<dyn BufRead> = match *name {
                "-" => Box::new(io::stdin().lock()),
                name => match File::open(name) {
                    Ok(file) => Box::new(BufReader::new(file)),
                    Err(error) => {
                        missing += 1;
                        tell(&format!("cannot open `{name}`: {error}"));
                        continue;
                    }
                },
            };
            let file = if *name == "-" { "stdin" } else { name };
            for (number, game) in (1..).zip(Reader::new(source)) {
                each(&Place { file, several, number }, game)?;
            }
        }
        if missing == names.len() { Err(Error::Exit(2)) } else { Ok(missing) }
    }

    /// Calls `each` with every game that can be read; what it or the reader finds wrong with a game is told on stderr.
    fn replayed(
        &self,
        mut each: impl FnMut(&Place<'_>, &Game, Option<&Variant>) -> Result<Result<(), Error>, pdn::Error>,
    ) -> Result<(), Error> {
        let (mut games, mut bad) = (0, 0);
        let missing = self.games(|place, game| {
            games += 1;
            match game.and_then(|game| each(place, &game, self.variant.as_ref())) {
                Ok(done) => done,
                Err(error) => {
                    bad += 1;
                    tell(&place.problem(&error));
                    Ok(())
                }
            }
        })?;
        finish(games, bad, missing)
    }
}

/// Tells an error that costs a part of the input only.
fn tell(problem: &str) {
    // There is nowhere left to tell that stderr is closed.
    let _ = writeln!(io::stderr(), "error: {problem}");
}

fn finish(games: usize, bad: usize, missing: usize) -> Result<(), Error> {
    match (bad, missing) {
        (0, 0) => Ok(()),
        (0, _) => Err(Error::Exit(2)),
        _ => Err(Error::Input(format!("{bad} of {games} games are wrong"))),
    }
}

fn line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

fn check(files: &Files, out: &mut impl Write) -> Result<(), Error> {
    let (mut games, mut bad, mut plies) = (0, 0, 0);
    let missing = files.games(|place, game| {
        games += 1;
        let problem = match game.and_then(|game| Ok((game.replay(files.variant.as_ref())?, game))) {
            Err(error) => Some(place.problem(&error)),
            Ok((replay, game)) => {
                plies += replay.moves.len();
                contradiction(&game, &replay)
                    .map(|problem| format!("{}:{}:1: {problem} (game {})", place.file, game.line, place.number))
            }
        };
        if let Some(problem) = problem {
            bad += 1;
            writeln!(out, "{problem}")?;
        }
        Ok(())
    })?;
    let plural = if games == 1 { "" } else { "s" };
    writeln!(out, "{games} game{plural}, {plies} plies, {bad} wrong")?;
    out.flush()?;
    finish(games, bad, missing)
}

/// What is wrong with a result. Players may agree on one before the end, but not on another at the end; and they may
/// play on where a rule would call it a draw.
fn contradiction(game: &Game, replay: &Replay) -> Option<String> {
    let ending = replay.seat.ending()?;
    let claimed = matches!(ending.reason, Reason::Repetition | Reason::NoProgress | Reason::DrawnEnding);
    let result = GameResult::of(Some(ending));
    let right = game.result == result || game.result == GameResult::Unfinished || claimed;
    (!right).then(|| format!("the result is {}, but at the end {ending}", game.result.text(false)))
}

/// A game in a list.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    line: usize,
    event: Option<String>,
    date: Option<String>,
    white: Option<String>,
    black: Option<String>,
    result: &'static str,
    variant: String,
    plies: usize,
    fen: Option<String>,
    opening: Vec<String>,
    ending: Option<String>,
}

impl<'a> Listed<'a> {
    fn new(place: &Place<'a>, game: &Game, replay: &Replay) -> Listed<'a> {
        const OPENING: usize = 6;
        let known = |name: &str| {
            let value = game.tag(name).map(str::trim);
            value.filter(|value| !value.chars().all(|c| matches!(c, '?' | '.'))).map(str::to_string)
        };
        Listed {
            file: place.told(),
            game: place.number,
            line: game.line,
            event: known("Event"),
            date: known("Date"),
            white: known("White"),
            black: known("Black"),
            result: game.result.text(false),
            variant: replay.variant.to_string(),
            plies: replay.moves.len(),
            fen: replay.fen.clone(),
            opening: replay.moves.iter().take(OPENING).cloned().collect(),
            ending: replay.seat.ending().map(|ending| ending.to_string()),
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Error> {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".into());
        let (white, black, opening) = (name(&self.white), name(&self.black), self.opening.join(" "));
        if let Some(file) = self.file {
            write!(out, "{file}:")?;
        }
        write!(out, "{} {white} - {black} {} {} {} plies", self.game, self.result, self.variant, self.plies)?;
        if let Some(fen) = &self.fen {
            write!(out, " from {fen}")?;
        }
        if !opening.is_empty() {
            write!(out, ": {opening}{}", if self.plies > self.opening.len() { " …" } else { "" })?;
        }
        if let Some(ending) = &self.ending {
            write!(out, " ({ending})")?;
        }
        Ok(writeln!(out)?)
    }
}

/// A position of a game.
#[derive(Serialize)]
struct Stand<'a> {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    ply: usize,
    variant: String,
    fen: String,
}

/// A whole game.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    line: usize,
    variant: String,
    fen: &'a Option<String>,
    tags: Tags<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    moves: Vec<Move<'a>>,
    result: &'static str,
    #[serde(rename = "final")]
    last: String,
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
}

/// Tags as an object, in their order.
struct Tags<'a>(&'a [(String, String)]);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Whole<'_> {
    fn new<'a>(place: &Place<'a>, game: &'a Game, replay: &'a Replay) -> Whole<'a> {
        let moves = game.plies.iter().map(|ply| Move { text: &ply.text, comment: ply.comment.as_deref() });
        Whole {
            file: place.told(),
            game: place.number,
            line: game.line,
            variant: replay.variant.to_string(),
            fen: &replay.fen,
            tags: Tags(&game.tags),
            comment: game.comment.as_deref(),
            moves: moves.collect(),
            result: game.result.text(false),
            last: replay.seat.fen(),
        }
    }
}
