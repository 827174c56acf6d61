//! The reader thread: lines from standard input, and the commands that must reach a search at once.

use super::search_thread::ActiveSearch;
use crate::util::byte_queue::{self, QueueReceiver};
use crate::util::lines::{self, LineRead};
use std::io::{BufRead, BufReader, Read};
use std::time::Instant;

/// The maximum length of a command in bytes; the rest of a longer line is dropped.
const MAX_LINE: usize = 64 << 20;

/// How far the reader may be ahead of the session, in lines and bytes. Then it waits: a client that never reads the
/// replies must not fill the memory with its commands.
const MAX_AHEAD: (usize, usize) = (1 << 14, 16 << 20);

/// The lines of an input.
pub fn lines(input: impl Read) -> impl Iterator<Item = String> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    std::iter::from_fn(move || next_line(&mut input))
}

/// Starts the reader. The receiver gets each line with the time at which it was read, and disconnects at the end of input.
/// The reader waits while `limit` lines have not been received.
pub fn spawn(
    lines: impl Iterator<Item = String> + Send + 'static,
    search: ActiveSearch,
    limit: Option<usize>,
) -> QueueReceiver<(String, Instant)> {
    let (sender, receiver) = byte_queue::bounded(limit.unwrap_or(MAX_AHEAD.0), MAX_AHEAD.1);
    std::thread::spawn(move || {
        for line in lines {
            let read = Instant::now();
            // The session handles these commands too, in their order; here they reach the search even if the session is busy.
            match line.split_whitespace().next() {
                Some("stop" | "quit") => search.stop(),
                Some("ponderhit" | "ponder-hit") => search.ponder_hit(),
                _ => {}
            }
            let bytes = line.len();
            if !sender.send((line, read), bytes) {
                return;
            }
        }
        search.stop();
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
    fn line_endings_are_removed_and_invalid_utf8_is_replaced() {
        let input = b"uci\r\nd\n\n\xff\xfe go\nquit" as &[u8];
        let received = spawn(lines(input), ActiveSearch::default(), Some(2));
        let lines: Vec<String> = std::iter::from_fn(|| received.recv()).map(|(line, _)| line).collect();
        assert_eq!(lines, ["uci", "d", "", "\u{fffd}\u{fffd} go", "quit"]);
    }
}
