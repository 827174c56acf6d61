//! `millstone analyse`: what the engine thinks of many positions. protocol.md describes the objects it prints.

use super::error::Error;
use super::number::whole;
use super::start::VariantParser;
use crate::games::catalog::{self, Variant};
use crate::search::{Limits, Signals};
use crate::tools::analyse::{Analysis, Answer, Config, Failure, Progress};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  millstone analyse positions.txt --variant english --depth 10
  millstone analyse games.pdn --nodes 100000 --jobs 2 > analysis.jsonl
  echo \"startpos moves 22-18 9-14\" | millstone analyse --movetime 500 --format text
  echo '{\"id\":7,\"variant\":\"morris\",\"moves\":\"a1 d7\"}' | millstone analyse --depth 6 --multipv 3

The input has a position on each line: a FEN or `startpos`, with `moves M …` after it or not, or a JSON object with any \
of fen, moves (a text or a list), variant and id. Or it is a game file (PDN), all of whose positions are analysed. Blank \
lines and what follows a # are skipped.

The output has a JSON object for each position, in the order of the input, with v, id, line, variant, fen, side, legal, \
best, score, wdl, depth, seldepth, pv, nodes, time_ms, lines (with --multipv) and ending (if the game is over). What is \
wrong with a line is told in an object with line and error; the others go on, and the exit code is 2 in the end.";

/// Analyse many positions side by side, a JSON object for each
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("limit").required(true).multiple(true))]
pub struct Analyse {
    /// The positions; `-` or none is the standard input
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// The game of positions that name none
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// Search each position so many plies deep
    #[arg(long, short, value_name = "N", group = "limit", value_parser = |text: &str| whole(text, 1..=250))]
    depth: Option<usize>,

    /// Search at most so many nodes
    #[arg(long, short, value_name = "N", group = "limit", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    nodes: Option<usize>,

    /// Search for so many milliseconds
    #[arg(long, value_name = "MS", group = "limit", value_parser = |text: &str| whole(text, 1..=1_000_000_000))]
    movetime: Option<usize>,

    /// Find so many best lines
    #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=256))]
    multipv: usize,

    /// Threads for each position; with more than one, answers differ from run to run
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=256))]
    threads: usize,

    /// Positions at a time; without it as many as there are cores for. They do not change the answers
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=256))]
    jobs: Option<usize>,

    /// Megabytes of table for each job; long searches want more
    #[arg(long, value_name = "MB", default_value = "16", value_parser = |text: &str| whole(text, 1..=65536))]
    hash: usize,

    /// What to print
    #[arg(long, value_name = "FORM", default_value = "json")]
    format: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A JSON object for each position
    Json,
    /// A line for people
    Text,
}

impl Analyse {
    /// Prints an answer for each position.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let (source, size) = self.source()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let config = Config {
            limits: Limits {
                depth: self.depth.map(|depth| depth as u32),
                nodes: self.nodes.map(|nodes| nodes as u64),
                move_time: self.movetime.map(|time| Duration::from_millis(time as u64)),
                ..Limits::default()
            },
            games: self.file.as_deref().is_some_and(is_game_file),
            variant: self.variant,
            lines: self.multipv,
            threads: self.threads,
            jobs: self.jobs.unwrap_or_else(|| (cores / self.threads).max(1)),
            hash: self.hash,
        };
        let signals = Arc::new(Signals::default());
        let stop = Arc::clone(&signals);
        // Without a handler an interrupt ends the program all the same.
        let _ = ctrlc::set_handler(move || stop.stop.store(true, Relaxed));
        let mut bar = Bar::new(size, io::stderr().is_terminal(), io::stdout().is_terminal());
        // Both the answers and the moments between them go to the one output.
        let out = std::cell::RefCell::new(out);
        let mut give = |answer: &Answer, progress: Progress| {
            bar.show(progress);
            let mut out = out.borrow_mut();
            match self.format {
                Form::Json => serde_json::to_writer(&mut **out, answer)?,
                Form::Text => write!(out, "{answer}")?,
            }
            writeln!(out)
        };
        let total = Analysis::new(config, signals).run(source, &mut give, &mut || out.borrow_mut().flush());
        bar.clear();
        let total = total.map_err(|failure| match failure {
            Failure::Write(error) => Error::Io(error),
            Failure::Read(_) => Error::Input(failure.to_string()),
            Failure::Means(problem) => Error::Failed(problem),
        })?;
        match total.done.errors {
            _ if total.stopped => Err(Error::Interrupted),
            0 => Ok(()),
            errors => Err(Error::Input(format!("{errors} of {} positions are wrong", total.done.answers))),
        }
    }

    /// The input, and its size if that is known.
    fn source(&self) -> Result<(Box<dyn BufRead + Send>, Option<u64>), Error> {
        match self.file.as_deref() {
            None | Some("-") => Ok((Box::new(BufReader::new(io::stdin())), None)),
            Some(name) => {
                let open = |error| Error::Input(format!("cannot open `{name}`: {error}"));
                let file = File::open(name).map_err(open)?;
                let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
                Ok((Box::new(BufReader::new(file)), size))
            }
        }
    }
}

/// Whether a file's name is that of a game file.
fn is_game_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"))
}

/// How far it is, on one line of a terminal.
struct Bar {
    shown: bool,
    size: Option<u64>,
    began: Instant,
    last: Option<Instant>,
}

impl Bar {
    /// A bar for an input of some size; it is not seen where stderr is no terminal, nor where the answers go to the same
    /// one and tell enough.
    fn new(size: Option<u64>, errors: bool, answers: bool) -> Bar {
        Bar { shown: errors && !answers, size, began: Instant::now(), last: None }
    }

    fn show(&mut self, progress: Progress) {
        const EVERY: Duration = Duration::from_millis(100);
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let line = self.line(progress, self.began.elapsed());
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
    }

    fn line(&self, progress: Progress, spent: Duration) -> String {
        const WIDTH: usize = 24;
        let rate = progress.answers as f64 / spent.as_secs_f64().max(1e-3);
        let head = format!("{} positions, {rate:.0}/s", progress.answers);
        let share = self.size.map(|size| progress.bytes as f64 / size.max(1) as f64);
        let Some(share) = share.filter(|share| *share > 0.0) else { return head };
        let full = (share.min(1.0) * WIDTH as f64) as usize;
        let left = (spent.as_secs_f64() * (1.0 / share - 1.0)).max(0.0) as u64;
        let (bar, empty) = ("█".repeat(full), "░".repeat(WIDTH - full));
        format!("{bar}{empty} {:3.0} %  {head}, {}:{:02} left", share * 100.0, left / 60, left % 60)
    }

    /// Leaves the line empty.
    fn clear(&mut self) {
        if self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_share_rate_and_time_left() {
        let progress = Progress { answers: 50, errors: 0, bytes: 250 };
        let bar = |size| Bar::new(size, false, false);
        let line = bar(Some(1000)).line(progress, Duration::from_secs(25));
        assert_eq!(line, "██████░░░░░░░░░░░░░░░░░░  25 %  50 positions, 2/s, 1:15 left");
        assert_eq!(bar(None).line(progress, Duration::from_secs(25)), "50 positions, 2/s");
        // Only where the answers go elsewhere.
        let shown = |errors, answers| Bar::new(None, errors, answers).shown;
        assert_eq!([shown(true, false), shown(true, true), shown(false, false)], [true, false, false]);
        assert_eq!(bar(Some(0)).line(Progress::default(), Duration::ZERO), "0 positions, 0/s");
    }
}
