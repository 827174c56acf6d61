//! `millstone match`: engine against engine.

mod files;
mod plan;
mod watch;

use super::error::Error;
use super::number::whole;
use super::start::VariantParser;
use crate::games::catalog::{self, Variant};
use crate::tools::tournament::adjudicate::{DrawRule, ResignRule};
use crate::tools::tournament::control::TimeControl;
use crate::tools::tournament::log::{GameLine, Log, LogError};
use crate::tools::tournament::process::{self, Halt};
use crate::tools::tournament::runner;
use crate::tools::tournament::schedule::Fixture;
use clap::{Args, ValueEnum};
use files::GamesFile;
use plan::Plan;
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use watch::Watch;

const EXAMPLES: &str = "\
Examples:
  millstone match --variant english --engine name=new --engine cmd=./old,name=old --tc 10+0.1 --games 200 \\
      --openings openings/english.txt --concurrency 2 --log match.jsonl --pdn games.pdn
  millstone match --engine name=a,option.Hash=16 --engine 'cmd=\"./scan hub\",dialect=hub,dir=/opt/scan' --movetime 100 \\
      --variant international
  millstone match --engine name=new --engine cmd=./old,name=old --tc 1+0.01 --games 20000 \\
      --openings openings/english.txt --sprt elo0=0,elo1=5 --log test.jsonl
  millstone match … --log match.jsonl --resume      go on after Ctrl-C, a crash or a lost machine

An engine is KEY=VALUE,…: cmd (the command line; this program if it is left out), name, dir (its folder), dialect \
(uci, ugi or hub), option.NAME, and its own tc, movetime, depth, nodes, margin. A value with a comma stands in quotes; \
in cmd a word with a blank does too.

Each opening is played twice with the colours exchanged. Our own rules referee every move. An engine that crashes, hangs, \
oversteps its time or plays against the rules loses that game, is started again, and the match goes on.

Ctrl-C ends the match with the result so far (exit code 130); games in progress are not counted. Exit code 0: the match \
is over; 1: an engine cannot be started, or a file cannot be written, or nobody reads on and no file is asked for; 2: the \
arguments are wrong. \
docs/tournament.md has the formats and more.";

/// Let engines play each other, with Elo, a sequential test, game files, and a log to go on from
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// An engine, two or more times
    #[arg(long, short, value_name = "KEY=VALUE,…", required = true)]
    engine: Vec<String>,

    /// The clock of every engine without its own: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,

    /// A fixed time for each move
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    movetime: Option<usize>,

    /// A depth for each move
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1000))]
    depth: Option<usize>,

    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    nodes: Option<usize>,

    /// An option of every engine
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,

    /// Games of each pairing
    #[arg(long, short, value_name = "N", default_value = "2", value_parser = |text: &str| whole(text, 1..=10_000_000))]
    games: usize,

    /// Who meets: everybody everybody, or the first engine all others
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: FormatWord,

    /// Openings, one a line: `startpos moves M …`, or a position with or without `moves M …`; or a PDN file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// The order of the openings
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    order: OrderWord,

    /// The number that random order grows from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Games at the same time
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1024))]
    concurrency: usize,

    /// By how much an answer may be late
    #[arg(long, value_name = "MS", default_value = "20", value_parser = |text: &str| whole(text, 0..=1 << 31))]
    margin: usize,

    /// How long a move may take where no clock limits it
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    move_limit: f64,

    /// How long an engine may take to start, or to get ready for a game
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    start_limit: f64,

    /// A draw when both sides see nothing ahead for 8 moves, counted from move 40: movenumber=40,movecount=8,score=10
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,

    /// A win when both sides see it: movecount=3,score=600
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,

    /// A draw after so many plies; 0 for never
    #[arg(long, value_name = "N", default_value = "1000", value_parser = |text: &str| whole(text, 0..=1_000_000))]
    max_plies: usize,

    /// Stop by a sequential test of two engines: elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalized|logistic]
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,

    /// Write the games there
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Write a line of JSON for each game there
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Go on with the match of the log
    #[arg(long, requires = "log")]
    resume: bool,

    /// Print the result as one JSON object, and nothing else
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatWord {
    RoundRobin,
    Gauntlet,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderWord {
    Sequential,
    Random,
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|seconds| (0.001..=1e7).contains(seconds));
    number.ok_or_else(|| "expected a number of seconds".into())
}

/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

impl Match {
    /// Plays the match.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let files = [("--openings", &self.openings), ("--log", &self.log), ("--pdn", &self.pdn)];
        files::must_differ(&files.map(|(argument, path)| (argument, path.as_deref())))?;
        let plan = Plan::new(&self)?;
        let (mut log, before) = self.open_log(&plan)?;
        let known = |number| plan.identity(number, &before);
        let mut games = GamesFile::open(self.pdn.as_deref(), &plan.task.variant, &before, &known)?;
        if let Some(log) = &mut log {
            log.begin(&plan.header()).map_err(|error| self.log_error(&error))?;
        }
        let mut results = plan.results(&before);
        let played: BTreeSet<usize> = before.iter().map(|line| line.game).collect();
        let (halt, interrupted) = (Halt::default(), Arc::new(AtomicBool::new(false)));
        on_interrupt(&halt, &interrupted)?;
        let mut watch = Watch::new(self.json);
        let mut failure = None;
        let mut finished = |fixture: &Fixture, line: GameLine| {
            // What could not be written once may be half there, and nothing must come after that.
            if failure.is_some() {
                return ControlFlow::Break(());
            }
            results.add(fixture, &line);
            let written = log.as_mut().map_or(Ok(()), |log| log.game(&line));
            let written = written.map_err(|error| self.log_error(&error));
            failure = written.and_then(|()| games.add(&line)).err();
            watch.game(out, &line, &plan.summary(&results));
            // Where nobody reads on, the files are what the match is played for.
            let vain = !watch.is_read() && self.log.is_none() && self.pdn.is_none();
            let over = failure.is_some() || vain || plan.is_decided(&results);
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if plan.is_decided(&plan.results(&before)) {
            halt.set();
        }
        let ran = runner::run(&plan.task, &played, &halt, &mut finished);
        let summary = plan.summary(&results);
        let told = watch.end(out, &summary);
        match (failure, ran) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(Error::Failed(error.to_string())),
            (None, Ok(())) if interrupted.load(Ordering::SeqCst) => Err(Error::Exit(INTERRUPTED)),
            (None, Ok(())) if !summary.complete => {
                let (games, planned) = (summary.games, summary.planned);
                Err(Error::Failed(format!("nobody reads the results: the match ends after {games} of {planned} games")))
            }
            (None, Ok(())) => Ok(told?),
        }
    }

    /// The log, if one is asked for, and the games that are in it already.
    fn open_log(&self, plan: &Plan) -> Result<(Option<Log>, Vec<GameLine>), Error> {
        let Some(path) = &self.log else { return Ok((None, Vec::new())) };
        let opened = Log::open(path, &plan.header());
        let another = || {
            let path = path.display();
            let advice = "--resume goes on with its match, another name begins a new one";
            Error::Usage(format!("log {path} is there already: {advice}"))
        };
        let (log, games, torn) = match opened {
            Err(LogError::Line { .. } | LogError::Differs { .. }) if !self.resume => return Err(another()),
            Ok((_, games, _)) if !self.resume && !games.is_empty() => return Err(another()),
            Err(LogError::Foreign(_)) if !self.resume => {
                let path = path.display();
                return Err(Error::Usage(format!("log {path} is there already, and is not the log of a match")));
            }
            opened => opened.map_err(|error| self.log_error(&error))?,
        };
        if torn {
            watch::remark(&format!("log {}: the last line was torn and is left out", path.display()));
        }
        Ok((Some(log), games))
    }

    fn log_error(&self, error: &LogError) -> Error {
        let path = self.log.as_deref().unwrap_or(Path::new("")).display();
        let text = format!("log {path}: {error}");
        match error {
            LogError::Io(_) => Error::Failed(text),
            _ => Error::Usage(text),
        }
    }
}

/// The first Ctrl-C ends the match, the second the program.
fn on_interrupt(halt: &Halt, interrupted: &Arc<AtomicBool>) -> Result<(), Error> {
    let (halt, interrupted) = (halt.clone(), Arc::clone(interrupted));
    let handler = move || {
        if interrupted.swap(true, Ordering::SeqCst) {
            process::end_all();
            std::process::exit(i32::from(INTERRUPTED));
        }
        halt.set();
    };
    ctrlc::set_handler(handler).map_err(|error| Error::Failed(format!("cannot watch for Ctrl-C: {error}")))
}
