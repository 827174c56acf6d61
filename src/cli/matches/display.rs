//! The output of a running match: a live table on a terminal, else a line for each game.

use crate::games::notation::printable;
use crate::tools::tournament::log::LoggedGame;
use crate::tools::tournament::summary::MatchSummary;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Prints a match.
pub struct MatchDisplay {
    json: bool,
    live: bool,
    /// How many lines of the table are on the terminal.
    drawn: usize,
    last: Option<Instant>,
    start: Instant,
    /// The games of an earlier run.
    before: usize,
    /// The error after which nothing more is written.
    failed: Option<io::Error>,
}

/// Prints a note to stderr.
pub fn note(text: &str) {
    // If stderr is closed, the note is lost.
    let _ = writeln!(io::stderr().lock(), "note: {}", printable(text));
}

/// The table is drawn at most this often.
const REDRAW: Duration = Duration::from_millis(100);
/// Without a terminal, the summary is printed after this many games.
const SUMMARY_INTERVAL: u64 = 20;

impl MatchDisplay {
    /// A display of a match with some games of an earlier run.
    pub fn new(json: bool, before: usize) -> MatchDisplay {
        let live = io::stderr().is_terminal() && (json || io::stdout().is_terminal());
        MatchDisplay { json, live, drawn: 0, last: None, start: Instant::now(), before, failed: None }
    }

    /// Whether the output can still be written.
    pub fn is_open(&self) -> bool {
        self.failed.is_none()
    }

    /// Shows a finished game. After an error nothing more is written.
    pub fn game(&mut self, out: &mut impl Write, game: &LoggedGame, summary: &MatchSummary) {
        if self.is_open() {
            self.failed = self.print(out, game, summary).err();
        }
    }

    fn print(&mut self, out: &mut impl Write, game: &LoggedGame, summary: &MatchSummary) -> io::Result<()> {
        if self.live {
            if self.last.is_none_or(|last| last.elapsed() >= REDRAW) {
                self.draw(&format!("{summary}last: {}\n{}\n", describe(game), self.times(summary)));
                self.last = Some(Instant::now());
            }
            return Ok(());
        }
        if self.json {
            return Ok(());
        }
        writeln!(out, "{}", describe(game))?;
        if summary.games.is_multiple_of(SUMMARY_INTERVAL) && summary.games < summary.planned as u64 {
            writeln!(out, "{summary}{}", self.times(summary))?;
        }
        out.flush()
    }

    /// The time used, and about how much the rest will take.
    fn times(&self, summary: &MatchSummary) -> String {
        let elapsed = self.start.elapsed();
        let played = (summary.games as usize).saturating_sub(self.before);
        let left = summary.planned.saturating_sub(summary.games as usize);
        let mut text = format!("{} elapsed", clock(elapsed));
        if played > 0 && left > 0 {
            let rest = elapsed.mul_f64(left as f64 / played as f64);
            text += &format!(", about {} left", clock(rest));
        }
        text
    }

    /// Shows the final result; returns the first error of the output.
    pub fn end(mut self, out: &mut impl Write, summary: &MatchSummary) -> io::Result<()> {
        if self.live {
            self.draw("");
        }
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, summary)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{summary}{}", self.times(summary))?;
        }
        out.flush()
    }

    fn draw(&mut self, text: &str) {
        let mut stderr = io::stderr().lock();
        // A wrapped line would count as two.
        let columns = terminal_size::terminal_size_of(&stderr).map_or(80, |(width, _)| usize::from(width.0));
        let cut = |line: &str| line.chars().take(columns.saturating_sub(1)).chain(['\n']).collect::<String>();
        let text: String = text.lines().map(cut).collect();
        let up = if self.drawn > 0 { format!("\x1b[{}F\x1b[J", self.drawn) } else { String::new() };
        // If stderr is closed, the table is lost.
        let _ = write!(stderr, "{up}{text}").and_then(|()| stderr.flush());
        self.drawn = text.lines().count();
    }
}

/// A time as `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A game in one line.
fn describe(game: &LoggedGame) -> String {
    let LoggedGame { game: number, white, black, result, reason, plies, .. } = game;
    format!("game {number}: {white} – {black} {result}, {reason}, {} plies", plies.len())
}
