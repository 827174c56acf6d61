//! `millstone pdn`: checks, lists, counts and converts PDN files.

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use super::progress::input_bar;
use crate::games::Reason;
use crate::games::catalog::Variant;
use crate::games::notation::{Style, printable};
use crate::tools::pdn::{self, GameResult, OpeningTrees, PdnGame, PdnReader, Replay};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  millstone pdn check games.pdn
  millstone pdn list games.pdn --json
  millstone pdn tree games.pdn --plies 4 --min 10
  millstone pdn final --positions --json games.pdn \\
      | millstone analyse --depth 8
  millstone pdn convert --notation algebraic --variant russian \\
      < old.pdn > new.pdn
  millstone pdn convert --to json games.pdn

The variant of a game is that of its tag Variant or GameType, else that of --variant. Errors have file, line and \
column; the other games are processed, and the exit code is 2.";

/// Check, list and convert PDN game files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PdnArgs {
    #[command(subcommand)]
    command: PdnCommand,
}

#[derive(Debug, Subcommand)]
enum PdnCommand {
    /// Replay every game by the rules and print all errors
    #[command(after_help = EXAMPLES)]
    Check {
        #[command(flatten)]
        files: PdnFilesArgs,
    },
    /// Print a line for each game: number, players, result, variant, plies and how it ended
    #[command(after_help = EXAMPLES)]
    List {
        #[command(flatten)]
        files: PdnFilesArgs,
        /// Print a JSON object for each game
        #[arg(long)]
        json: bool,
    },
    /// Print the last position of each game, as a FEN
    #[command(after_help = EXAMPLES)]
    Final {
        #[command(flatten)]
        files: PdnFilesArgs,
        /// Print every position, from the start position on
        #[arg(long)]
        positions: bool,
        /// Print a JSON object for each position
        #[arg(long)]
        json: bool,
    },
    /// Print the opening tree: each move with its games and results
    #[command(after_help = EXAMPLES)]
    Tree {
        #[command(flatten)]
        files: PdnFilesArgs,
        /// How many plies deep
        #[arg(long, value_name = "N", default_value = "6", value_parser = |text: &str| whole(text, 0..=1000))]
        plies: usize,
        /// Leave out moves with fewer games
        #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
        min: usize,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Rewrite the games as strict PDN or JSON
    #[command(after_help = EXAMPLES)]
    Convert {
        #[command(flatten)]
        files: PdnFilesArgs,
        /// The notation of moves in draughts on 8×8 [default: the usual one of the variant]
        #[arg(long, value_name = "STYLE")]
        notation: Option<SquareNotation>,
        /// The output format
        #[arg(long, value_name = "FORMAT", default_value = "pdn")]
        to: ConvertFormat,
    },
}

#[derive(Debug, Args)]
struct PdnFilesArgs {
    /// The PDN files [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The variant of games without a tag Variant or GameType
    #[arg(long, short, value_name = "V", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<Variant>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SquareNotation {
    /// 22-18
    Numeric,
    /// c3-d4
    Algebraic,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ConvertFormat {
    /// Strict PDN
    Pdn,
    /// A JSON object for each game
    Json,
}

impl PdnArgs {
    /// Runs the command on every game.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            PdnCommand::Check { files } => check(&files, out),
            PdnCommand::List { files, json } => files.for_each_game(true, |source, game, default| {
                let replay = game.replay(default)?;
                let listed = ListedGame::new(source, game, &replay);
                Ok(if json { json_line(out, &listed) } else { listed.print(out) })
            }),
            PdnCommand::Final { files, positions, json } => files.for_each_game(true, |source, pdn_game, default| {
                let mut fens = Vec::new();
                let replay = pdn_game.replay_with(default, Style::Usual, &mut |ply, _, game| {
                    if positions || ply == 0 {
                        fens.push((ply, game.fen()));
                    }
                })?;
                if !positions {
                    fens = vec![(replay.moves.len(), replay.game.fen())];
                }
                Ok(fens.into_iter().try_for_each(|(ply, fen)| {
                    if !json {
                        return Ok(writeln!(out, "{fen}")?);
                    }
                    let (game, variant) = (source.number, replay.variant.to_string());
                    let (id, file) = (format!("{game}.{ply}"), source.file_name());
                    json_line(out, &PositionJson { id, file, game, ply, variant, fen })
                }))
            }),
            PdnCommand::Tree { files, plies, min, json } => {
                let mut trees = OpeningTrees::default();
                let done = files.for_each_game(false, |_, game, default| {
                    trees.add(game, &game.replay(default)?, plies);
                    Ok(Ok(()))
                });
                trees.finish(min as u64);
                if json {
                    json_line(out, &trees)?;
                } else {
                    write!(out, "{trees}")?;
                }
                out.flush()?;
                done
            }
            PdnCommand::Convert { files, notation, to } => files.for_each_game(true, |source, game, default| {
                let variant = game.variant(default)?;
                let usually_algebraic = pdn::game_type(&variant).is_some_and(|text| text.contains(",A"));
                let style = match notation {
                    Some(SquareNotation::Algebraic) => Style::Algebraic,
                    None if usually_algebraic => Style::Algebraic,
                    Some(SquareNotation::Numeric) | None => Style::Usual,
                };
                let replay = game.replay_with(default, style, &mut |_, _, _| {})?;
                let canonical = game.canonical(&replay);
                Ok(match to {
                    ConvertFormat::Pdn => pdn::write(&canonical, out).map_err(CliError::from),
                    ConvertFormat::Json => json_line(out, &GameJson::new(source, &canonical, &replay)),
                })
            }),
        }
    }
}

/// Where a game comes from.
struct GameSource<'a> {
    file: &'a str,
    /// Whether there are other files.
    several: bool,
    /// Its number in the file, from 1.
    number: usize,
}

impl<'a> GameSource<'a> {
    /// The file name, if there are several files.
    fn file_name(&self) -> Option<&'a str> {
        self.several.then_some(self.file)
    }

    fn describe(&self, error: &pdn::PdnError) -> String {
        format!("{}:{error} (game {})", self.file, self.number)
    }
}

impl PdnFilesArgs {
    /// Calls `each` with every game of every file, or with its syntax error. Returns the number of files that could not be
    /// opened; if none could, that is an error.
    fn read(
        &self,
        bar: &ProgressBar,
        mut each: impl FnMut(&GameSource<'_>, Result<PdnGame, pdn::PdnError>) -> Result<(), CliError>,
    ) -> Result<usize, CliError> {
        let stdin = [PathBuf::from("-")];
        let paths = if self.files.is_empty() { &stdin[..] } else { &self.files };
        let several = paths.len() > 1;
        let (mut missing, mut games) = (0, 0_u64);
        for path in paths {
            let is_stdin = path.as_os_str() == "-";
            let opened = if is_stdin { None } else { Some(File::open(path)) };
            let source: Box<dyn BufRead> = match opened {
                None => Box::new(io::stdin().lock()),
                Some(Ok(file)) => Box::new(BufReader::new(bar.wrap_read(file))),
                Some(Err(error)) => {
                    missing += 1;
                    print_error(bar, &format!("cannot open `{}`: {error}", path.display()));
                    continue;
                }
            };
            let file = if is_stdin { "stdin".into() } else { path.to_string_lossy() };
            for (number, game) in (1..).zip(PdnReader::new(source)) {
                each(&GameSource { file: &file, several, number }, game)?;
                games += 1;
                bar.set_message(games.to_string());
            }
        }
        if missing == paths.len() { Err(CliError::Exit(2)) } else { Ok(missing) }
    }

    /// The progress of the files. `to_stdout` says that each game is printed to stdout.
    fn bar(&self, to_stdout: bool) -> ProgressBar {
        let size =
            |path: &PathBuf| std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
        let sizes: Option<Vec<u64>> = self.files.iter().map(size).collect();
        input_bar("games", sizes.filter(|sizes| !sizes.is_empty()).map(|sizes| sizes.iter().sum()), to_stdout)
    }

    /// Calls `each` with every game, and prints the errors of the reader and of `each`.
    fn for_each_game(
        &self,
        to_stdout: bool,
        mut each: impl FnMut(&GameSource<'_>, &PdnGame, Option<&Variant>) -> Result<Result<(), CliError>, pdn::PdnError>,
    ) -> Result<(), CliError> {
        let (mut games, mut bad) = (0, 0);
        let bar = self.bar(to_stdout);
        let missing = self.read(&bar, |source, game| {
            games += 1;
            match game.and_then(|game| each(source, &game, self.variant.as_ref())) {
                Ok(done) => done,
                Err(error) => {
                    bad += 1;
                    print_error(&bar, &source.describe(&error));
                    Ok(())
                }
            }
        });
        bar.finish_and_clear();
        let missing = missing?;
        finish(games, bad, missing)
    }
}

/// Prints an error that concerns only a part of the input.
fn print_error(bar: &ProgressBar, problem: &str) {
    // If stderr is closed, the message is lost.
    let _ = bar.suspend(|| writeln!(io::stderr(), "error: {}", printable(problem)));
}

fn finish(games: usize, bad: usize, missing: usize) -> Result<(), CliError> {
    match (bad, missing) {
        (0, 0) => Ok(()),
        (0, _) => Err(CliError::Exit(2)),
        _ => Err(CliError::Input(format!("{bad} of {games} games have errors"))),
    }
}

fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

fn check(files: &PdnFilesArgs, out: &mut impl Write) -> Result<(), CliError> {
    let (mut games, mut bad, mut plies) = (0, 0, 0);
    let bar = files.bar(false);
    let missing = files.read(&bar, |source, game| {
        games += 1;
        let problem = match game.and_then(|game| Ok((game.replay(files.variant.as_ref())?, game))) {
            Err(error) => Some(source.describe(&error)),
            Ok((replay, game)) => {
                plies += replay.moves.len();
                wrong_result(&game, &replay)
                    .map(|problem| format!("{}:{}:1: {problem} (game {})", source.file, game.line, source.number))
            }
        };
        if let Some(problem) = problem {
            bad += 1;
            bar.suspend(|| writeln!(out, "{}", printable(&problem)).and_then(|()| out.flush()))?;
        }
        Ok(())
    });
    bar.finish_and_clear();
    let missing = missing?;
    let plural = if games == 1 { "" } else { "s" };
    writeln!(out, "{games} game{plural}, {plies} plies, {bad} with errors")?;
    out.flush()?;
    finish(games, bad, missing)
}

/// The error of a result that contradicts the final position. Players may agree on a result before the end, and may
/// ignore a draw that has to be claimed.
fn wrong_result(game: &PdnGame, replay: &Replay) -> Option<String> {
    let ending = replay.game.ending()?;
    let claimed = matches!(ending.reason, Reason::Repetition | Reason::NoProgress | Reason::DrawnEnding);
    let result = GameResult::of(Some(ending));
    let right = game.result == result || game.result == GameResult::Unfinished || claimed;
    (!right).then(|| format!("the result is {}, but by the rules {ending}", game.result.text(false)))
}

/// One line, or one JSON object, of `pdn list`.
#[derive(Serialize)]
struct ListedGame<'a> {
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

impl<'a> ListedGame<'a> {
    fn new(source: &GameSource<'a>, game: &PdnGame, replay: &Replay) -> ListedGame<'a> {
        const OPENING_PLIES: usize = 6;
        let known = |name: &str| {
            let value = game.tag(name).map(str::trim);
            value.filter(|value| !value.chars().all(|c| matches!(c, '?' | '.'))).map(str::to_string)
        };
        ListedGame {
            file: source.file_name(),
            game: source.number,
            line: game.line,
            event: known("Event"),
            date: known("Date"),
            white: known("White"),
            black: known("Black"),
            result: game.result.text(false),
            variant: replay.variant.to_string(),
            plies: replay.moves.len(),
            fen: replay.fen.clone(),
            opening: replay.moves.iter().take(OPENING_PLIES).cloned().collect(),
            ending: replay.game.ending().map(|ending| ending.to_string()),
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<(), CliError> {
        let name = |name: &Option<String>| name.as_deref().map_or_else(|| "?".into(), printable);
        let (white, black, opening) = (name(&self.white), name(&self.black), self.opening.join(" "));
        if let Some(file) = self.file {
            write!(out, "{}:", printable(file))?;
        }
        write!(out, "{} {white} - {black} {} {} {} plies", self.game, self.result, self.variant, self.plies)?;
        if let Some(fen) = &self.fen {
            write!(out, " from {}", printable(fen))?;
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
struct PositionJson<'a> {
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
struct GameJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    line: usize,
    variant: String,
    fen: &'a Option<String>,
    tags: TagsJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    moves: Vec<MoveJson<'a>>,
    result: &'static str,
    #[serde(rename = "final")]
    last: String,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    glyph: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
}

/// Tags as an object, in their order.
struct TagsJson<'a>(&'a [(String, String)]);

impl Serialize for TagsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl GameJson<'_> {
    fn new<'a>(source: &GameSource<'a>, game: &'a PdnGame, replay: &'a Replay) -> GameJson<'a> {
        let json =
            |ply: &'a pdn::PdnPly| MoveJson { text: &ply.text, glyph: ply.glyph, comment: ply.comment.as_deref() };
        let moves = game.plies.iter().map(json);
        GameJson {
            file: source.file_name(),
            game: source.number,
            line: game.line,
            variant: replay.variant.to_string(),
            fen: &replay.fen,
            tags: TagsJson(&game.tags),
            comment: game.comment.as_deref(),
            moves: moves.collect(),
            result: game.result.text(false),
            last: replay.game.fen(),
        }
    }
}
