//! `millstone match`: engine against engine.

pub mod config;
mod display;
mod files;
mod live;
mod report;
mod setup;

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use super::search_args::part;
use super::table_use::TableUseArgs;
use crate::games::catalog::{self, Variant};
use crate::tools::tournament::adjudicate::{DrawRule, ResignRule};
use crate::tools::tournament::log::{LoggedGame, MatchLog, MatchLogError};
use crate::tools::tournament::match_pdn::{self, PdnDetails};
use crate::tools::tournament::process::{self, StopFlag};
use crate::tools::tournament::runner;
use crate::tools::tournament::schedule::{Fixture, TournamentFormat};
use crate::tools::tournament::time_control::TimeControl;
use crate::tools::tournament::trace::MatchTrace;
use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use display::MatchDisplay;
use files::PdnFile;
pub use files::check_distinct;
use setup::{MatchSetup, winners};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  millstone match --engine name=new --engine cmd=./old,name=old \\
      --variant english --openings openings/english.txt --tc 10+0.1 \\
      --games 200 --concurrency 2 --log match.jsonl --pdn games.pdn
  millstone match --engine name=a,option.Hash=16 \\
      --engine 'cmd=\"./scan hub\",dialect=hub,dir=/opt/scan' \\
      --variant international --movetime 100
  millstone match --engine name=new --engine cmd=./old,name=old \\
      --variant english --openings openings/english.txt --tc 1+0.01 \\
      --games 20000 --sprt elo0=0,elo1=5 --log test.jsonl
  millstone match … --log match.jsonl --resume    continue after an interruption
  millstone match --config match.toml             arguments from a file
  millstone match report a.jsonl b.jsonl          ratings and more from logs

An engine is KEY=VALUE,…: cmd (the command line; default: this program), name, dir (its working directory), dialect \
(uci, ugi, hub or dxp), address (HOST:PORT, for dxp), option.NAME, ponder and restart (on or off), and its own tc, movetime, depth, nodes, margin. Values with commas are quoted; so are \
words with blanks in cmd.

Each opening is played twice with colours exchanged. This program's rules referee every move. An engine that crashes, \
hangs, exceeds its time or plays an illegal move forfeits that game, is restarted, and the match continues. With --tables a \
game ends as soon as endgame tables know its result.

Ctrl-C ends the match with the result so far (exit code 130); games in progress are dropped. Exit code 0: the match \
is finished; 1: an engine does not start, a file cannot be written, or the output is closed and neither --log nor --pdn \
is given; 2: bad arguments. docs/tournament.md has the file formats and more.";

/// Play matches between engines, with Elo, SPRT, PDN and a log to resume from
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_override_self = true, args_conflicts_with_subcommands = true,
          subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    command: Option<MatchCommand>,

    /// Read arguments from this TOML file; those given here come first
    // Replaced by the arguments of the file before they are parsed.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The variant: a name from `millstone variants`, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// An engine; give two or more
    #[arg(long, short, value_name = "KEY=VALUE,…", required = true)]
    engine: Vec<String>,

    /// Time control: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,

    /// Fixed time per move
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    movetime: Option<usize>,

    /// Search depth per move
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1000))]
    depth: Option<usize>,

    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    nodes: Option<usize>,

    /// An option to set in every engine
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,

    /// Games per pairing
    #[arg(long, short, value_name = "N", default_value = "2", value_parser = |text: &str| whole(text, 1..=10_000_000))]
    games: usize,

    /// Which engines play each other
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: TournamentFormat,

    /// The number of rounds of a Swiss
    #[arg(long, value_name = "N", default_value = "5", value_parser = |text: &str| whole(text, 1..=1000))]
    rounds: usize,

    /// The first N engines are seeded: in a gauntlet they play all others [default: 1], in a Swiss or knock-out only the
    /// others are drawn by lot [default: all]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=10_000))]
    seeds: Option<usize>,

    /// Play only the Ith of N shares of the games, for one of N machines
    #[arg(long, value_name = "I/N", value_parser = part)]
    part: Option<(usize, usize)>,

    /// Openings, one per line (`startpos` or a FEN, then optionally `moves M …`), or a PDN file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Begin with this opening of the file
    #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    start: usize,

    /// Use only the first moves of each opening
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 0..=1_000_000))]
    plies: Option<usize>,

    /// The order of the openings
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    order: OrderArg,

    /// The seed of the random order, and of what is drawn by lot
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Games at the same time
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    concurrency: usize,

    /// Engines search while their opponent thinks
    #[arg(long)]
    ponder: bool,

    /// Restart engines for every game
    #[arg(long)]
    restart: bool,

    /// How far an engine may exceed its time
    #[arg(long, value_name = "MS", default_value = "20", value_parser = |text: &str| whole(text, 0..=1 << 31))]
    margin: usize,

    /// Time limit for a move without a clock or --movetime
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    move_limit: f64,

    /// Time limit for an engine to start, and to get ready for a game
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    start_limit: f64,

    /// Adjudicate a draw by the scores of both engines: movenumber=40,movecount=8,score=10
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,

    /// Adjudicate a win by the scores of both engines: movecount=3,score=600; with sides=1 by that of the loser alone
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,

    /// Adjudicate a draw after this many plies; 0 for never
    #[arg(long, value_name = "N", default_value = "1000", value_parser = |text: &str| whole(text, 0..=1_000_000))]
    max_plies: usize,

    #[command(flatten)]
    tables: TableUseArgs,

    /// Stop by an SPRT of two engines: elo0=0,elo1=5, and optionally alpha=0.05, beta=0.05 and
    /// model=normalized|logistic
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,

    /// Write the games to this PDN file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// What the comments of the PDN file have besides clock, score, depth and time
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "pdn")]
    pdn_info: Vec<PdnInfoArg>,

    /// The tag Event of the PDN file
    #[arg(long, value_name = "TEXT", default_value = match_pdn::EVENT)]
    event: String,

    /// The tag Site of the PDN file
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,

    /// Write everything that engines and the match say to this new file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Write a line of JSON for each game to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Continue the match of the log
    #[arg(long, requires = "log")]
    resume: bool,

    /// Print only the result, as one JSON object
    #[arg(long)]
    json: bool,
}

impl ValueEnum for TournamentFormat {
    fn value_variants<'a>() -> &'a [TournamentFormat] {
        use TournamentFormat::{Gauntlet, Knockout, RoundRobin, Swiss};
        &[RoundRobin, Gauntlet, Swiss, Knockout]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            TournamentFormat::RoundRobin => "every engine plays every other",
            TournamentFormat::Gauntlet => "the first engine plays all others",
            TournamentFormat::Swiss => "engines with similar scores meet, --rounds times",
            TournamentFormat::Knockout => "the loser of a meeting is out",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PdnInfoArg {
    Nodes,
    Nps,
    Pv,
}

#[derive(Debug, Subcommand)]
enum MatchCommand {
    Report(report::ReportArgs),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArg {
    Sequential,
    Random,
}

/// Parses a number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|seconds| (0.001..=1e7).contains(seconds));
    number.ok_or_else(|| "expected a number of seconds".into())
}

/// The exit code after Ctrl-C, as in shells.
const INTERRUPTED: u8 = 130;

impl MatchArgs {
    /// What the comments of the PDN file have.
    fn details(&self) -> PdnDetails {
        let has = |info| self.pdn_info.contains(&info);
        PdnDetails { nodes: has(PdnInfoArg::Nodes), nps: has(PdnInfoArg::Nps), pv: has(PdnInfoArg::Pv) }
    }

    /// Plays the match.
    pub fn run(mut self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(MatchCommand::Report(report)) = self.command.take() {
            return report.run(out);
        }
        let files =
            [("--openings", &self.openings), ("--log", &self.log), ("--pdn", &self.pdn), ("--trace", &self.trace)];
        check_distinct(&files.map(|(argument, path)| (argument, path.as_deref())))?;
        // Before any file is written: the first Ctrl-C must leave all of them whole.
        let (stop, interrupted) = (StopFlag::default(), Arc::new(AtomicBool::new(false)));
        on_interrupt(&stop, &interrupted)?;
        let mut setup = MatchSetup::new(&self)?;
        let (mut log, before) = self.open_log(&setup)?;
        let mut played = winners(&before);
        let scheduled = |text: &str| setup.identities(&played, text);
        let mut pdn = PdnFile::open(self.pdn.as_deref(), &setup.pdn, &before, scheduled, &stop)?;
        // Last, so that a match that cannot start leaves no file.
        setup.config.trace = self.open_trace()?;
        if let Some(log) = &mut log {
            log.begin(&setup.header()).map_err(|error| self.log_error(&error))?;
        }
        let mut results = setup.results(&before);
        let mut display = MatchDisplay::new(self.json, &setup.summary(&results));
        let mut failure = None;
        let mut ran = Ok(());
        if setup.is_decided(&results) {
            stop.set();
        }
        // A round robin has one stage.
        while let (Some(open), false) = (setup.open_games(&played), stop.is_set()) {
            let mut finished = |fixture: &Fixture, game: LoggedGame| {
                // After a failed write a file may end in half a game, so nothing more is written.
                if failure.is_some() {
                    return ControlFlow::Break(());
                }
                let written = log.as_mut().map_or(Ok(()), |log| log.add(&game));
                let logged = log.is_some() && written.is_ok();
                let written = written.map_err(|error| self.log_error(&error));
                failure = written.and_then(|()| pdn.add(&game)).err();
                // A resumed match plays what the log has not, so what the log has not does not count.
                if failure.is_none() || logged {
                    results.add(fixture, &game);
                    played.insert(game.game, game.winner());
                    display.game(out, &game, &setup.summary(&results));
                }
                // If the output is closed, the match continues only for its files.
                let useless = !display.is_open() && self.log.is_none() && self.pdn.is_none();
                let over = failure.is_some() || useless || setup.is_decided(&results);
                if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            ran = runner::run(&setup.config, open, &stop, &mut finished);
            if ran.is_err() {
                break;
            }
        }
        if setup.config.trace.as_ref().is_some_and(MatchTrace::has_failed) {
            display::note("the trace could not be written");
        }
        let mut summary = setup.summary(&results);
        summary.stage = setup.stage(&played);
        summary.complete = setup.is_decided(&results) || setup.open_games(&played).is_none();
        let printed = display.end(out, &summary);
        match (failure, ran) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(CliError::Failed(error.to_string())),
            (None, Ok(())) if interrupted.load(Ordering::SeqCst) => Err(CliError::Exit(INTERRUPTED)),
            (None, Ok(())) if !summary.complete => {
                let (games, planned) = (summary.games, summary.planned);
                Err(CliError::Failed(format!("the output was closed: the match ends after {games} of {planned} games")))
            }
            (None, Ok(())) => Ok(printed?),
        }
    }

    /// The log, if there is one, and the games in it.
    fn open_log(&self, setup: &MatchSetup) -> Result<(Option<MatchLog>, Vec<LoggedGame>), CliError> {
        let Some(path) = &self.log else { return Ok((None, Vec::new())) };
        let opened = MatchLog::open(path, &setup.header(), &mut setup.log_check());
        let exists = || {
            let advice = "use --resume to continue its match, or another file name for a new match";
            CliError::Usage(format!("log {} already exists: {advice}", path.display()))
        };
        let (log, games, truncated) = match opened {
            Err(MatchLogError::Line { .. } | MatchLogError::OtherMatch { .. }) if !self.resume => return Err(exists()),
            Ok((_, games, _)) if !self.resume && !games.is_empty() => return Err(exists()),
            Err(MatchLogError::NotALog(_)) if !self.resume => {
                let path = path.display();
                return Err(CliError::Usage(format!("log {path} already exists and is not the log of a match")));
            }
            opened => opened.map_err(|error| self.log_error(&error))?,
        };
        if truncated {
            display::note(&format!("log {}: ignoring a truncated last line", path.display()));
        }
        Ok((Some(log), games))
    }

    /// The trace, if there is one.
    fn open_trace(&self) -> Result<Option<MatchTrace>, CliError> {
        let Some(path) = &self.trace else { return Ok(None) };
        let wrong = |error: io::Error| CliError::Usage(format!("trace {}: {error}", path.display()));
        MatchTrace::create(path).map(Some).map_err(wrong)
    }

    fn log_error(&self, error: &MatchLogError) -> CliError {
        let path = self.log.as_deref().unwrap_or(Path::new("")).display();
        let text = format!("log {path}: {error}");
        match error {
            MatchLogError::Io(_) => CliError::Failed(text),
            _ => CliError::Usage(text),
        }
    }
}

/// The first Ctrl-C ends the match, the second one the program.
fn on_interrupt(stop: &StopFlag, interrupted: &Arc<AtomicBool>) -> Result<(), CliError> {
    let (stop, interrupted) = (stop.clone(), Arc::clone(interrupted));
    let handler = move || {
        if interrupted.swap(true, Ordering::SeqCst) {
            process::kill_all();
            std::process::exit(i32::from(INTERRUPTED));
        }
        stop.set();
    };
    ctrlc::set_handler(handler).map_err(|error| CliError::Failed(format!("cannot set a Ctrl-C handler: {error}")))
}
