//! Who has the floor: a search speaks from a thread of its own, until the answer is given.
//!
//! A search that is told to stop answers within a fraction of a millisecond, unless its thread has to wait for the system: for
//! memory that was never touched, or for a processor. Then whoever told it to stop answers in its name, with the lines that it
//! reported last, which is what it would answer itself, but for what it finds in its first moments and does not report. What it
//! still says after that goes unheard.

use super::Dialect;
use super::search_thread::Voice;
use crate::engine::any_game::{Outcome, Report};
use crate::search::Signals;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How long a search has to answer by itself when it is time to; it needs a fifth of that, as long as the system lets it.
pub const GRACE: Duration = Duration::from_millis(1);
/// How long it has if it has not reported anything yet: without a line the answer is just a legal move.
const FIRST_GRACE: Duration = Duration::from_millis(5);

/// What a search has in common with those who give it orders.
pub struct Floor {
    /// The orders.
    pub signals: Signals,
    voice: Voice,
    /// Whether others know what the search would answer.
    foreseeable: bool,
    said: Mutex<Said>,
    ended: AtomicBool,
}

struct Said {
    /// The best lines reported last.
    lines: Vec<Report>,
    reported: bool,
    /// When the answer was given.
    answered: Option<Instant>,
}

impl Said {
    const fn grace(&self) -> Duration {
        if self.reported { GRACE } else { FIRST_GRACE }
    }
}

impl Floor {
    /// The floor for a search that speaks with this voice, and what to answer for it before it has reported anything. Without
    /// that nobody answers in its name.
    pub fn new(voice: Voice, first: Option<Report>) -> Floor {
        let foreseeable = first.is_some();
        let said = Mutex::new(Said { lines: Vec::from_iter(first), reported: false, answered: None });
        Floor { signals: Signals::default(), voice, foreseeable, said, ended: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search reports its best lines.
    pub fn report(&self, lines: &[Report]) {
        let mut said = self.lock();
        if said.answered.is_some() {
            return;
        }
        let content = |line: &Report| (line.depth, line.score, line.pv.clone());
        let repeated = said.reported && said.lines.iter().map(content).eq(lines.iter().map(content));
        // What the search repeats at its end Hub has had already, and a line less is a line less to lose.
        if !repeated || self.voice.dialect != Dialect::Hub {
            lines.iter().for_each(|line| self.voice.report(line));
        }
        said.reported = true;
        said.lines = lines.to_vec();
    }

    /// The search has ended, and answers unless that was done in its name.
    pub fn end(&self, answer: impl FnOnce(&Voice)) {
        // Before the answer, so that whoever has read it can rely on it.
        self.ended.store(true, Relaxed);
        let mut said = self.lock();
        if said.answered.is_none() {
            said.answered = Some(Instant::now());
            answer(&self.voice);
        }
    }

    /// Whether the answer has been given.
    pub fn is_answered(&self) -> bool {
        self.lock().answered.is_some()
    }

    /// Whether the answer had been given at a certain time.
    pub fn was_answered(&self, at: Instant) -> bool {
        self.lock().answered.is_some_and(|answered| answered < at)
    }

    /// Whether the search has ended, and touches nothing any more.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// How long the search may still take when it is time to answer.
    pub fn grace(&self) -> Duration {
        self.lock().grace()
    }

    /// Whether the answer is still to be given, and can be in the name of the search.
    pub fn can_stand_in(&self) -> bool {
        self.foreseeable && !self.is_answered()
    }

    /// Answers in the name of the search, if it has not done so and that is possible.
    pub fn stand_in(&self) {
        self.answer_with(&mut self.lock());
    }

    fn answer_with(&self, said: &mut Said) {
        if said.answered.is_some() || !self.foreseeable {
            return;
        }
        said.answered = Some(Instant::now());
        // Repeated as the search would, so that the last word before the answer is the answer's.
        if !said.reported || self.voice.dialect != Dialect::Hub {
            said.lines.iter().for_each(|line| self.voice.report(line));
        }
        self.voice.answer(&said.lines.first().map_or_else(Outcome::default, Report::outcome));
    }

    /// Stops the search, and answers in its name if it is late with that. Never waits for somebody who speaks: the reader of the
    /// input, who calls this, must go on reading even when nobody reads the output.
    pub fn stop(&self) {
        let begun = Instant::now();
        self.signals.stop.store(true, Relaxed);
        loop {
            let said = match self.said.try_lock() {
                Ok(said) => Some(said),
                Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            let grace = said.as_ref().map_or(GRACE, |said| said.grace());
            if begun.elapsed() >= grace {
                if let Some(mut said) = said.filter(|_| !self.voice.output.is_busy()) {
                    self.answer_with(&mut said);
                }
                return;
            }
            if said.is_some_and(|said| said.answered.is_some() || !self.foreseeable) {
                return;
            }
            if grace == GRACE {
                // To sleep is to queue for a processor again, which may take longer than all the rest.
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
    use crate::engine::protocol::Dialect;
    use crate::engine::protocol::hub::squares::Numbering;
    use crate::engine::protocol::output::Output;
    use std::io::{self, Write};
    use std::sync::Arc;

    /// What was said.
    #[derive(Clone, Default)]
    pub struct Ear(Arc<Mutex<Vec<u8>>>);

    impl Write for Ear {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Ear {
        /// A voice that this ear hears.
        pub fn voice(&self) -> Voice {
            let output = Output::new(self.clone());
            Voice { output, dialect: Dialect::Uci, show_wdl: false, numbering: Numbering::FromTop }
        }

        /// The moves answered with.
        pub fn answers(&self) -> Vec<String> {
            self.lines().iter().filter_map(|line| line.strip_prefix("bestmove ").map(String::from)).collect()
        }

        pub fn lines(&self) -> Vec<String> {
            String::from_utf8_lossy(&self.0.lock().unwrap()).lines().map(String::from).collect()
        }
    }

    pub fn line(number: usize, pv: &[&str]) -> Report {
        let pv: Vec<String> = pv.iter().map(|mv| (*mv).to_string()).collect();
        let (time, reply) = (Duration::ZERO, pv.get(1).cloned());
        Report { depth: 1, deepest: 1, line: number, score: 0, at_least: false, nodes: 0, time, full: 0, pv, reply }
    }

    pub fn answer(best: &str) -> Outcome {
        line(1, &[best]).outcome()
    }

    #[test]
    fn a_late_search_is_answered_for_and_then_silent() {
        let ear = Ear::default();
        let floor = Floor::new(ear.voice(), Some(line(1, &["1-6"])));
        floor.report(&[line(1, &["5-10"]), line(2, &["2-7"])]);
        floor.report(&[line(1, &["2-7", "40-34"]), line(2, &["3-8"])]);
        let reported = ear.lines();
        floor.stop();
        assert!(floor.signals.stop.load(Relaxed) && floor.is_answered() && !floor.has_ended());
        let said = ear.lines();
        assert_eq!(said[4..6], reported[2..], "as a search ends");
        assert_eq!(said[6..], ["bestmove 2-7 ponder 40-34"]);
        floor.report(&[line(1, &["4-9"])]);
        floor.stop();
        floor.stand_in();
        floor.end(|voice| voice.answer(&answer("4-9")));
        assert_eq!(ear.lines(), said);
        assert!(floor.has_ended());
    }

    #[test]
    fn without_a_line_the_answer_is_a_legal_move() {
        let ear = Ear::default();
        Floor::new(ear.voice(), Some(line(1, &["1-6"]))).stop();
        assert!(ear.lines()[0].ends_with(" pv 1-6"));
        assert_eq!(ear.lines()[1..], ["bestmove 1-6"]);
    }

    #[test]
    fn hub_hears_nothing_twice() {
        let ear = Ear::default();
        let hub = Voice { dialect: Dialect::Hub, ..ear.voice() };
        let floor = Floor::new(hub.clone(), Some(line(1, &["1-6"])));
        floor.report(&[line(1, &["1-6"])]);
        floor.report(&[line(1, &["2-7"])]);
        floor.report(&[line(1, &["2-7"])]);
        floor.stop();
        let words: Vec<_> =
            ear.lines().iter().map(|line| line.rsplit(['=', ' ']).next().unwrap().to_string()).collect();
        assert_eq!(words, ["\"1-6\"", "\"2-7\"", "2-7"]);
    }

    #[test]
    fn a_search_that_is_in_time_answers_itself() {
        let ear = Ear::default();
        let floor = Floor::new(ear.voice(), Some(line(1, &["1-6"])));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !floor.signals.stop.load(Relaxed) {
                    std::hint::spin_loop();
                }
                floor.end(|voice| voice.answer(&answer("2-7")));
            });
            // Without a line there is time enough, also on a busy machine that has to wake the other thread.
            floor.stop();
        });
        assert_eq!(ear.answers().len(), 1);
        let ear = Ear::default();
        let floor = Floor::new(ear.voice(), Some(line(1, &["1-6"])));
        floor.end(|voice| voice.answer(&answer("2-7")));
        floor.stop();
        floor.stand_in();
        assert_eq!(ear.answers(), ["2-7"]);
    }

    #[test]
    fn nobody_answers_for_a_search_whose_choice_is_its_own() {
        let ear = Ear::default();
        let floor = Floor::new(ear.voice(), None);
        floor.report(&[line(1, &["2-7"])]);
        floor.stop();
        floor.stand_in();
        assert!(!floor.is_answered() && ear.answers().is_empty());
        floor.end(|voice| voice.answer(&answer("3-8")));
        assert_eq!(ear.answers(), ["3-8"]);
    }

    #[test]
    fn whoever_stops_a_search_does_not_wait_until_it_has_spoken() {
        let ear = Ear::default();
        let floor = Floor::new(ear.voice(), Some(line(1, &["1-6"])));
        let speaking = floor.lock();
        floor.stop();
        drop(speaking);
        assert!(floor.signals.stop.load(Relaxed) && ear.lines().is_empty());
        floor.stand_in();
        assert_eq!(ear.answers(), ["1-6"]);
    }
}
