//! Lines from the input, and the orders among them that cannot wait.

use super::reply::Floor;
use crate::util::lines::{self, LineRead};
use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The search that is running, for whoever has an order to give.
#[derive(Clone, Default)]
pub struct Live(Arc<Mutex<Option<Arc<Floor>>>>);

impl Live {
    /// Puts a new search in place.
    pub fn set(&self, floor: Arc<Floor>) {
        *self.lock() = Some(floor);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Floor>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn floor(&self) -> Option<Arc<Floor>> {
        self.lock().clone()
    }

    /// Stops the search, which answers soon.
    pub fn stop(&self) {
        if let Some(floor) = self.floor() {
            floor.stop();
        }
    }

    /// Tells the search that the expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(floor) = self.floor() {
            floor.signals.ponder_hit.store(true, Relaxed);
        }
    }
}

/// The maximum length of a command in bytes; the rest of a longer line is dropped.
const MAX_LINE: usize = 64 << 20;

/// Starts the reader: the lines arrive at the receiver with the time at which they were read, and it ends with the input.
pub fn spawn(input: impl Read + Send + 'static, live: Live) -> Receiver<(String, Instant)> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut input = BufReader::with_capacity(1 << 16, input);
        while let Some(line) = next_line(&mut input) {
            let read = Instant::now();
            // The session does the same in its turn; here it reaches a search even while the session is busy.
            match line.split_whitespace().next() {
                Some("stop" | "quit") => live.stop(),
                Some("ponderhit" | "ponder-hit") => live.ponder_hit(),
                _ => {}
            }
            if sender.send((line, read)).is_err() {
                return;
            }
        }
        live.stop();
    });
    receiver
}

/// The next line without its line ending; `None` at the end of input. Bytes that are not UTF-8 become replacement characters.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match lines::read_up_to(MAX_LINE, input, &mut bytes).ok()? {
        LineRead::End => return None,
        LineRead::Whole => {}
        LineRead::TooLong => lines::skip(input).ok()?,
    }
    let text = String::from_utf8_lossy(&bytes);
    Some(text.trim_end_matches(['\n', '\r']).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_need_not_be_text() {
        let (lines, live) = (b"uci\r\nd\n\n\xff\xfe go\nquit" as &[u8], Live::default());
        let lines: Vec<String> = spawn(lines, live).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, ["uci", "d", "", "\u{fffd}\u{fffd} go", "quit"]);
    }
}
