//! The output of a running match: a live table on a terminal, else a line for each game.

use super::live::{LiveState, LiveTable};
use crate::games::notation::printable;
use crate::tools::tournament::log::LoggedGame;
use crate::tools::tournament::summary::MatchSummary;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Prints a match.
pub struct MatchDisplay {
    json: bool,
    live: Option<LiveTable>,
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

/// Without a terminal, the summary is printed after this many games.
const SUMMARY_INTERVAL: u64 = 20;

impl MatchDisplay {
    /// A display of a match, which begins with some games of an earlier run.
    pub fn new(json: bool, summary: &MatchSummary) -> MatchDisplay {
        let is_live = io::stderr().is_terminal() && (json || io::stdout().is_terminal());
        let (start, before) = (Instant::now(), summary.games as usize);
        let mut display = MatchDisplay { json, live: None, start, before, failed: None };
        display.live = is_live.then(|| LiveTable::new(start, display.state(summary, None)));
        display
    }

    /// What a live table shows.
    fn state(&self, summary: &MatchSummary, last: Option<&LoggedGame>) -> LiveState {
        let last = last.map(|game| format!("last: {}\n", describe(game))).unwrap_or_default();
        LiveState { table: format!("{summary}{last}"), left: self.left(summary) }
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
        if let Some(live) = &self.live {
            live.show(self.state(summary, Some(game)));
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

    /// About how long the rest will take from now on, if that is known.
    fn left(&self, summary: &MatchSummary) -> Option<Duration> {
        let played = (summary.games as usize).saturating_sub(self.before);
        let left = summary.planned.saturating_sub(summary.games as usize);
        (played > 0 && left > 0).then(|| self.start.elapsed().mul_f64(left as f64 / played as f64))
    }

    fn times(&self, summary: &MatchSummary) -> String {
        times(self.start.elapsed(), self.left(summary))
    }

    /// Shows the final result; returns the first error of the output.
    pub fn end(mut self, out: &mut impl Write, summary: &MatchSummary) -> io::Result<()> {
        // Removes the table.
        drop(self.live.take());
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
}

/// The time used, and about how much the rest will take.
pub(super) fn times(elapsed: Duration, left: Option<Duration>) -> String {
    let left = left.map(|left| format!(", about {} left", clock(left))).unwrap_or_default();
    format!("{} elapsed{left}", clock(elapsed))
}

/// A time as `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A game in one line.
fn describe(game: &LoggedGame) -> String {
    let LoggedGame { game: number, white, black, result, reason, plies, .. } = game;
    let plural = if plies.len() == 1 { "ply" } else { "plies" };
    format!("game {number}: {white} – {black} {result}, {reason}, {} {plural}", plies.len())
}
