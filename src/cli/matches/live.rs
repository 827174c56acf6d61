//! A table on the terminal that is drawn again as a match goes on, and every second.

use super::display::times;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a table shows.
pub struct LiveState {
    /// Its lines.
    pub table: String,
    /// About how long the rest of the match takes.
    pub left: Option<Duration>,
}

/// A table that a thread of its own draws. It disappears when it is dropped.
pub struct LiveTable {
    /// Always there, but for the end.
    states: Option<Sender<LiveState>>,
    thread: Option<JoinHandle<()>>,
}

/// The table is drawn at most this often.
const REDRAW: Duration = Duration::from_millis(100);
/// The time goes on without news.
const TICK: Duration = Duration::from_secs(1);

impl LiveTable {
    /// A table of a match that began at `start`.
    pub fn new(start: Instant, mut state: LiveState) -> LiveTable {
        let (states, news) = mpsc::channel();
        let draw = move || {
            let (mut lines, mut drawn) = (0, Instant::now());
            loop {
                let left = state.left.map(|left| left.saturating_sub(drawn.elapsed()));
                draw(&format!("{}{}\n", state.table, times(start.elapsed(), left)), &mut lines);
                match news.recv_timeout(TICK) {
                    Ok(new) => {
                        (state, drawn) = (new, Instant::now());
                        thread::sleep(REDRAW);
                        // Only the newest counts.
                        news.try_iter().for_each(|new| (state, drawn) = (new, Instant::now()));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return draw("", &mut lines),
                }
            }
        };
        // Without a thread there is no table.
        LiveTable { states: Some(states), thread: thread::Builder::new().name("display".into()).spawn(draw).ok() }
    }

    /// Shows another state.
    pub fn show(&self, state: LiveState) {
        if let Some(states) = &self.states {
            let _ = states.send(state);
        }
    }
}

impl Drop for LiveTable {
    fn drop(&mut self) {
        self.states = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Draws the table in place of the one before, which had so many `lines`.
fn draw(text: &str, lines: &mut usize) {
    let mut stderr = io::stderr().lock();
    let size = terminal_size::terminal_size_of(&stderr);
    let (columns, rows) = size.map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)));
    let text = fit(text, columns, rows);
    let up = if *lines > 0 { format!("\x1b[{lines}F\x1b[J") } else { String::new() };
    // If stderr is closed, the table is lost.
    let _ = write!(stderr, "{up}{text}").and_then(|()| stderr.flush());
    *lines = text.lines().count();
}

/// Cuts what has no room: a wrapped line would count as two, and the cursor cannot go up beyond the first row. The last two
/// lines, which have the news, stay.
fn fit(text: &str, columns: usize, rows: usize) -> String {
    let cut = |line: &str| line.chars().take(columns.saturating_sub(1)).chain(['\n']).collect::<String>();
    let lines: Vec<String> = text.lines().map(cut).collect();
    let room = rows.saturating_sub(1).max(4);
    if lines.len() <= room {
        return lines.concat();
    }
    let (first, rest) = lines.split_at(room - 3);
    let (hidden, last) = rest.split_at(rest.len() - 2);
    let hidden = cut(&format!("… {} more lines", hidden.len()));
    [first.concat(), hidden, last.concat()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_the_terminal() {
        let text: String = (1..=9).map(|line| format!("{line} {line}\n")).collect();
        assert_eq!(fit(&text, 80, 24), text);
        assert_eq!(fit(&text, 80, 10), text);
        assert_eq!(fit(&text, 80, 9), "1 1\n2 2\n3 3\n4 4\n5 5\n… 2 more lines\n8 8\n9 9\n");
        assert_eq!(fit(&text, 3, 10).lines().next(), Some("1 "));
        assert_eq!(fit(&text, 0, 0).lines().count(), 4);
    }
}
