//! The reader thread: lines from standard input, and the commands that must reach a search at once.

use super::search_thread::ActiveSearch;
use crate::util::lines::{self, LineRead};
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::time::Instant;

/// The maximum length of a command in bytes; the rest of a longer line is dropped.
const MAX_LINE: usize = 64 << 20;

/// The lines of an input.
pub fn lines(input: impl Read) -> impl Iterator<Item = String> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    std::iter::from_fn(move || next_line(&mut input))
}

/// Hands a line on to the session; `false` if it has ended.
type LineSender = Box<dyn Fn((String, Instant)) -> bool + Send>;

/// Starts the reader. The receiver gets each line with the time at which it was read, and disconnects at the end of input.
/// The reader waits while `limit` lines have not been received.
pub fn spawn(
    lines: impl Iterator<Item = String> + Send + 'static,
    search: ActiveSearch,
    limit: Option<usize>,
) -> Receiver<(String, Instant)> {
    let (send, receiver): (LineSender, _) = match limit {
        Some(limit) => {
            let (sender, receiver) = sync_channel(limit);
            (Box::new(move |line| sender.send(line).is_ok()), receiver)
        }
        None => {
            let (sender, receiver) = channel();
            (Box::new(move |line| sender.send(line).is_ok()), receiver)
        }
    };
    std::thread::spawn(move || {
        for line in lines {
            let read = Instant::now();
            // The session handles these commands too, in their order; here they reach the search even if the session is busy.
            match line.split_whitespace().next() {
                Some("stop" | "quit") => search.stop(),
                Some("ponderhit" | "ponder-hit") => search.ponder_hit(),
                _ => {}
            }
            if !send((line, read)) {
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
        let lines: Vec<String> = received.into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, ["uci", "d", "", "\u{fffd}\u{fffd} go", "quit"]);
    }
}
