//! What is seen of a match while it runs: a table that is drawn anew on a terminal, a line for each game elsewhere.

use crate::tools::tournament::log::GameLine;
use crate::tools::tournament::summary::Summary;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shows a match.
pub struct Watch {
    json: bool,
    live: bool,
    /// How many lines of the table stand on the terminal.
    drawn: usize,
    last: Option<Instant>,
    /// Why the output can no longer be written.
    lost: Option<io::Error>,
}

/// A remark for people.
pub fn remark(text: &str) {
    // There is nowhere left to tell that stderr is closed.
    let _ = writeln!(io::stderr().lock(), "note: {text}");
}

/// The table is not drawn more often than this.
const PAUSE: Duration = Duration::from_millis(100);
/// The summary is told after so many games where there is no terminal.
const OFTEN: u64 = 20;

impl Watch {
    /// Before the first game.
    pub fn new(json: bool) -> Watch {
        let live = io::stderr().is_terminal() && (json || io::stdout().is_terminal());
        Watch { json, live, drawn: 0, last: None, lost: None }
    }

    /// Whether there is still somebody to tell.
    pub fn is_read(&self) -> bool {
        self.lost.is_none()
    }

    /// A game is over. An output that cannot be written is not tried again.
    pub fn game(&mut self, out: &mut impl Write, line: &GameLine, summary: &Summary) {
        if self.is_read() {
            self.lost = self.tell(out, line, summary).err();
        }
    }

    fn tell(&mut self, out: &mut impl Write, line: &GameLine, summary: &Summary) -> io::Result<()> {
        if self.live {
            if self.last.is_none_or(|last| last.elapsed() >= PAUSE) {
                self.draw(&format!("{summary}last: {}\n", told(line)));
                self.last = Some(Instant::now());
            }
            return Ok(());
        }
        if self.json {
            return Ok(());
        }
        writeln!(out, "{}", told(line))?;
        if summary.games.is_multiple_of(OFTEN) && summary.games < summary.planned as u64 {
            write!(out, "{summary}")?;
        }
        out.flush()
    }

    /// The match is over. Gives what went wrong with the output at any time.
    pub fn end(mut self, out: &mut impl Write, summary: &Summary) -> io::Result<()> {
        if self.live {
            self.draw("");
        }
        if let Some(error) = self.lost {
            return Err(error);
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, summary)?;
            writeln!(out)?;
        } else {
            write!(out, "{summary}")?;
        }
        out.flush()
    }

    fn draw(&mut self, text: &str) {
        let mut stderr = io::stderr().lock();
        // A line that runs over the edge would be two.
        let columns = terminal_size::terminal_size_of(&stderr).map_or(80, |(width, _)| usize::from(width.0));
        let cut = |line: &str| line.chars().take(columns.saturating_sub(1)).chain(['\n']).collect::<String>();
        let text: String = text.lines().map(cut).collect();
        let up = if self.drawn > 0 { format!("\x1b[{}F\x1b[J", self.drawn) } else { String::new() };
        // There is nowhere left to tell that stderr is closed.
        let _ = write!(stderr, "{up}{text}").and_then(|()| stderr.flush());
        self.drawn = text.lines().count();
    }
}

/// A game in a line.
fn told(line: &GameLine) -> String {
    let GameLine { game, white, black, result, reason, plies, .. } = line;
    format!("game {game}: {white} – {black} {result}, {reason}, {} plies", plies.len())
}
