//! Replies in the client's dialect, and the one reply of a running search.
//!
//! A search that is told to stop replies within a fraction of a millisecond, unless its thread waits for the system: for
//! a page of memory that was never touched, or for a core. Then the thread that told it to stop replies in its place, with
//! the lines the search reported last. That is what the search would reply itself, except for what it found in its first moments
//! and has not reported. Anything the search writes after that is dropped.

use super::hub::squares::HubNumbering;
use super::output::ProtocolOutput;
use super::{Dialect, hub, uci};
use crate::engine::any_game::{Outcome, Report};
use crate::search::Signals;
use crate::tools::book::BookMove;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Writes replies in a dialect.
#[derive(Clone)]
pub struct ReplyWriter {
    /// Where the replies go.
    pub output: ProtocolOutput,
    /// How lines and moves are written.
    pub dialect: Dialect,
    /// Whether to add win, draw and loss probabilities to scores.
    pub show_wdl: bool,
    /// How Hub numbers the squares of the game.
    pub numbering: HubNumbering,
}

impl ReplyWriter {
    /// Writes a message for the user.
    pub fn message(&self, text: &str) {
        self.output.line(&match self.dialect {
            Dialect::Hub => hub::error(text),
            Dialect::Uci | Dialect::Ugi => uci::info_string(text),
        });
    }

    /// Writes a line of the search.
    pub fn info(&self, report: &Report) {
        match self.dialect {
            Dialect::Hub => self.output.replaceable_line(&hub::info(report, self.numbering)),
            Dialect::Uci | Dialect::Ugi => self.output.line(&uci::info(report, self.show_wdl)),
        }
    }

    /// Writes the result of a search.
    pub fn best_move(&self, outcome: &Outcome) {
        if outcome.broken {
            self.message("internal error: the search failed; playing a legal move");
        }
        self.output.line(&match self.dialect {
            Dialect::Hub => hub::done(outcome, self.numbering),
            dialect => uci::best_move(outcome, dialect),
        });
    }

    /// Replies with a book move, as a search of depth 1 that took no time.
    pub fn book_move(&self, choice: &BookMove, score: i32, wdl: [u32; 3]) {
        let best = choice.text.clone();
        if self.dialect != Dialect::Hub {
            self.message(&format!("book {best} {:.1} %", 100.0 * choice.share));
        }
        let (time, pv, reply) = (Duration::ZERO, vec![best], None);
        let report = Report {
            depth: 1,
            deepest: 1,
            line: 1,
            score,
            wdl,
            at_least: false,
            nodes: 0,
            time,
            full: 0,
            tbhits: 0,
            pv,
            reply,
        };
        self.info(&report);
        self.best_move(&report.outcome());
    }
}

/// How long a search may take to reply after its end. It needs a fifth of that, unless the system delays it.
pub const GRACE: Duration = Duration::from_millis(1);
/// How long it may take if it has reported nothing yet, since without a line the reply is just some legal move.
const FIRST_GRACE: Duration = Duration::from_millis(5);

/// The reply of a search: shared by the search, which reports to it, and the threads that may have to reply in its place.
pub struct SearchReply {
    /// The signals to the search.
    pub signals: Signals,
    writer: ReplyWriter,
    /// Whether another thread may reply. At limited strength only the search knows its choice.
    can_force: bool,
    state: Mutex<ReplyState>,
    /// Whether the search has ended.
    ended: AtomicBool,
}

struct ReplyState {
    /// The best lines reported last; before the first report a line with some legal move.
    lines: Vec<Report>,
    reported: bool,
    /// When the reply was sent.
    sent: Option<Instant>,
}

impl ReplyState {
    const fn grace(&self) -> Duration {
        if self.reported { GRACE } else { FIRST_GRACE }
    }
}

impl SearchReply {
    /// The reply of a search. `fallback` is the line to reply with before the search has reported anything; without one no
    /// other thread may reply in its place.
    pub fn new(writer: ReplyWriter, fallback: Option<Report>) -> SearchReply {
        let can_force = fallback.is_some();
        let state = Mutex::new(ReplyState { lines: Vec::from_iter(fallback), reported: false, sent: None });
        SearchReply { signals: Signals::default(), writer, can_force, state, ended: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, ReplyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the best lines of the search.
    pub fn report(&self, lines: &[Report]) {
        let mut state = self.lock();
        if state.sent.is_some() {
            return;
        }
        let content = |line: &Report| (line.depth, line.score, line.pv.clone());
        let repeated = state.reported && state.lines.iter().map(content).eq(lines.iter().map(content));
        // A search repeats its last lines at the end. Hub clients may lose lines, so they get no line twice.
        if !repeated || self.writer.dialect != Dialect::Hub {
            lines.iter().for_each(|line| self.writer.info(line));
        }
        state.reported = true;
        state.lines = lines.to_vec();
    }

    /// Ends the search: writes the reply, unless another thread has done so.
    pub fn finish(&self, write: impl FnOnce(&ReplyWriter)) {
        // Set before the reply, so that whoever reads the reply can rely on it.
        self.ended.store(true, Relaxed);
        let mut state = self.lock();
        if state.sent.is_none() {
            state.sent = Some(Instant::now());
            write(&self.writer);
        }
    }

    /// Whether the reply has been sent.
    pub fn is_sent(&self) -> bool {
        self.lock().sent.is_some()
    }

    /// Whether the reply was sent before a point in time.
    pub fn was_sent_before(&self, time: Instant) -> bool {
        self.lock().sent.is_some_and(|sent| sent < time)
    }

    /// Whether the search has ended and no longer uses its table.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// How long the search may take to reply after its end.
    pub fn grace(&self) -> Duration {
        self.lock().grace()
    }

    /// Whether the reply is not sent yet and another thread may send it.
    pub fn is_forcible(&self) -> bool {
        self.can_force && !self.is_sent()
    }

    /// Replies in place of the search, if it has not replied and that is possible.
    pub fn force(&self) {
        self.force_locked(&mut self.lock());
    }

    fn force_locked(&self, state: &mut ReplyState) {
        if state.sent.is_some() || !self.can_force {
            return;
        }
        state.sent = Some(Instant::now());
        // Repeated as the search would repeat it: the last line before the best move is the one that leads to it.
        if !state.reported || self.writer.dialect != Dialect::Hub {
            state.lines.iter().for_each(|line| self.writer.info(line));
        }
        self.writer.best_move(&state.lines.first().map_or_else(Outcome::default, Report::outcome));
    }

    /// Stops the search, and replies in its place if it is late. Never waits for a thread that writes: the reader thread,
    /// which calls this, must go on reading even if the client does not read.
    pub fn stop(&self) {
        let begun = Instant::now();
        self.signals.stop.store(true, Relaxed);
        loop {
            let state = match self.state.try_lock() {
                Ok(state) => Some(state),
                Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            let grace = state.as_ref().map_or(GRACE, |state| state.grace());
            if begun.elapsed() >= grace {
                if let Some(mut state) = state.filter(|_| !self.writer.output.is_busy()) {
                    self.force_locked(&mut state);
                }
                return;
            }
            if state.is_some_and(|state| state.sent.is_some() || !self.can_force) {
                return;
            }
            if grace == GRACE {
                // A thread that sleeps has to wait for a core again, which may take longer than all the rest.
                std::hint::spin_loop();
            } else {
                std::thread::sleep(GRACE / 10);
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::{self, Write};
    use std::sync::Arc;

    /// An output that keeps what was written.
    #[derive(Clone, Default)]
    pub struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

    impl Write for CapturedOutput {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl CapturedOutput {
        pub fn writer(&self) -> ReplyWriter {
            let output = ProtocolOutput::new(self.clone());
            ReplyWriter { output, dialect: Dialect::Uci, show_wdl: false, numbering: HubNumbering::FromTop }
        }

        /// The moves of all `bestmove` lines.
        pub fn best_moves(&self) -> Vec<String> {
            self.lines().iter().filter_map(|line| line.strip_prefix("bestmove ").map(String::from)).collect()
        }

        pub fn lines(&self) -> Vec<String> {
            String::from_utf8_lossy(&self.0.lock().unwrap()).lines().map(String::from).collect()
        }
    }

    pub fn line(number: usize, pv: &[&str]) -> Report {
        let pv: Vec<String> = pv.iter().map(|mv| (*mv).to_string()).collect();
        let (time, reply) = (Duration::ZERO, pv.get(1).cloned());
        Report {
            depth: 1,
            deepest: 1,
            line: number,
            score: 0,
            wdl: [0, 1000, 0],
            at_least: false,
            nodes: 0,
            time,
            full: 0,
            tbhits: 0,
            pv,
            reply,
        }
    }

    pub fn outcome(best: &str) -> Outcome {
        line(1, &[best]).outcome()
    }

    #[test]
    fn a_late_search_is_replied_for_and_then_silenced() {
        let output = CapturedOutput::default();
        let reply = SearchReply::new(output.writer(), Some(line(1, &["1-6"])));
        reply.report(&[line(1, &["5-10"]), line(2, &["2-7"])]);
        reply.report(&[line(1, &["2-7", "40-34"]), line(2, &["3-8"])]);
        let reported = output.lines();
        reply.stop();
        assert!(reply.signals.stop.load(Relaxed) && reply.is_sent() && !reply.has_ended());
        let written = output.lines();
        assert_eq!(written[4..6], reported[2..], "the last lines are repeated");
        assert_eq!(written[6..], ["bestmove 2-7 ponder 40-34"]);
        reply.report(&[line(1, &["4-9"])]);
        reply.stop();
        reply.force();
        reply.finish(|writer| writer.best_move(&outcome("4-9")));
        assert_eq!(output.lines(), written);
        assert!(reply.has_ended());
    }

    #[test]
    fn without_a_report_the_reply_is_the_fallback() {
        let output = CapturedOutput::default();
        SearchReply::new(output.writer(), Some(line(1, &["1-6"]))).stop();
        assert!(output.lines()[0].ends_with(" pv 1-6"));
        assert_eq!(output.lines()[1..], ["bestmove 1-6"]);
    }

    #[test]
    fn hub_gets_no_line_twice() {
        let output = CapturedOutput::default();
        let writer = ReplyWriter { dialect: Dialect::Hub, ..output.writer() };
        let reply = SearchReply::new(writer, Some(line(1, &["1-6"])));
        reply.report(&[line(1, &["1-6"])]);
        reply.report(&[line(1, &["2-7"])]);
        reply.report(&[line(1, &["2-7"])]);
        reply.stop();
        let words: Vec<_> =
            output.lines().iter().map(|line| line.rsplit(['=', ' ']).next().unwrap().to_string()).collect();
        assert_eq!(words, ["\"1-6\"", "\"2-7\"", "2-7"]);
    }

    #[test]
    fn one_reply_is_sent_whoever_is_first() {
        let output = CapturedOutput::default();
        let reply = SearchReply::new(output.writer(), Some(line(1, &["1-6"])));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !reply.signals.stop.load(Relaxed) {
                    std::hint::spin_loop();
                }
                reply.finish(|writer| writer.best_move(&outcome("2-7")));
            });
            reply.stop();
        });
        assert_eq!(output.best_moves().len(), 1);
        let output = CapturedOutput::default();
        let reply = SearchReply::new(output.writer(), Some(line(1, &["1-6"])));
        reply.finish(|writer| writer.best_move(&outcome("2-7")));
        reply.stop();
        reply.force();
        assert_eq!(output.best_moves(), ["2-7"]);
    }

    #[test]
    fn a_reply_without_fallback_cannot_be_forced() {
        let output = CapturedOutput::default();
        let reply = SearchReply::new(output.writer(), None);
        reply.report(&[line(1, &["2-7"])]);
        reply.stop();
        reply.force();
        assert!(!reply.is_sent() && output.best_moves().is_empty());
        reply.finish(|writer| writer.best_move(&outcome("3-8")));
        assert_eq!(output.best_moves(), ["3-8"]);
    }

    #[test]
    fn stop_does_not_wait_for_a_thread_that_writes() {
        let output = CapturedOutput::default();
        let reply = SearchReply::new(output.writer(), Some(line(1, &["1-6"])));
        let writing = reply.lock();
        reply.stop();
        drop(writing);
        assert!(reply.signals.stop.load(Relaxed) && output.lines().is_empty());
        reply.force();
        assert_eq!(output.best_moves(), ["1-6"]);
    }
}
