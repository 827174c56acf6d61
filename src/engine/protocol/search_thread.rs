//! One search on its own thread, and how it speaks.

use super::hub::squares::Numbering;
use super::output::Output;
use super::reply::{Floor, GRACE};
use super::{Dialect, hub, uci};
use crate::engine::any_game::{Count, Outcome, Report, Search, Tools};
use crate::search::{Deadlines, Limits, STACK};
use crate::tools::book::Choice;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How the engine speaks: the dialect, with all that colours it.
#[derive(Clone)]
pub struct Voice {
    /// Where it speaks.
    pub output: Output,
    /// The dialect.
    pub dialect: Dialect,
    /// Whether to tell chances with scores.
    pub show_wdl: bool,
    /// How Hub numbers the squares of the game.
    pub numbering: Numbering,
}

impl Voice {
    /// Says that something is not right, or worth knowing.
    pub fn remark(&self, text: &str) {
        self.output.line(&match self.dialect {
            Dialect::Hub => hub::error(text),
            Dialect::Uci | Dialect::Ugi => uci::remark(text),
        });
    }

    /// Reports a line of a search.
    pub fn report(&self, report: &Report) {
        match self.dialect {
            Dialect::Hub => self.output.passing_line(&hub::info(report, self.numbering)),
            Dialect::Uci | Dialect::Ugi => self.output.line(&uci::info(report, self.show_wdl)),
        }
    }

    /// Answers with a move of a book, in the form of a search that took no time.
    pub fn book_move(&self, choice: &Choice, score: i32) {
        let best = choice.text.clone();
        if self.dialect != Dialect::Hub {
            self.remark(&format!("book {best} {:.1} %", 100.0 * choice.share));
        }
        let (time, pv, reply) = (Duration::ZERO, vec![best], None);
        let report =
            Report { depth: 1, deepest: 1, line: 1, score, at_least: false, nodes: 0, time, full: 0, pv, reply };
        self.report(&report);
        self.answer(&report.outcome());
    }

    /// Answers a search.
    pub fn answer(&self, outcome: &Outcome) {
        if outcome.broken {
            self.remark("the search broke down, which is a fault of the engine; any legal move is played instead");
        }
        self.output.line(&match self.dialect {
            Dialect::Hub => hub::done(outcome, self.numbering),
            dialect => uci::best_move(outcome, dialect),
        });
    }
}

/// Starts a search, when the one before has ended. If no thread can be had there is nothing to wait for.
pub fn search(
    search: Search,
    limits: &Limits<String>,
    tools: Tools,
    voice: Voice,
    before: Option<Running>,
) -> Option<Running> {
    // What a weaker player chooses is known only at the end.
    let first = tools.settings.strength.is_none().then(|| search.any.clone());
    let time = Deadlines::new(limits, tools.settings.overhead).filter(|_| !limits.infinite).map(|time| time.hard);
    let clock = limits.asked.filter(|_| !limits.ponder);
    let work = move |floor: &Floor| {
        let outcome = search.run(&tools, &floor.signals, &mut |lines| floor.report(lines));
        floor.end(|voice| voice.answer(&outcome));
    };
    spawn(work, Floor::new(voice, first), before).map(|running| Running { time, clock, ..running })
}

/// Starts a count, when the search before has ended.
pub fn count(count: Count, voice: Voice, before: Option<Running>) -> Option<Running> {
    let output = voice.output.clone();
    let work = move |floor: &Floor| {
        let total = count(&floor.signals, &mut |mv, nodes| output.line(&format!("{mv}: {nodes}")));
        floor.end(|voice| match total {
            Some(total) => voice.output.line(&format!("\nNodes searched: {total}")),
            None => voice.remark("perft: stopped before the count was complete"),
        });
    };
    spawn(work, Floor::new(voice, None), before)
}

fn spawn(work: impl FnOnce(&Floor) + Send + 'static, floor: Floor, before: Option<Running>) -> Option<Running> {
    let floor = Arc::new(floor);
    let own = Arc::clone(&floor);
    let work = move || {
        if let Some(thread) = before.and_then(|before| before.thread) {
            let _ = thread.join();
        }
        work(&own);
    };
    let thread = Builder::new().name("search".into()).stack_size(STACK).spawn(work).ok();
    thread.is_some().then_some(Running { thread, floor, time: None, clock: None })
}

/// A search or a count under way.
pub struct Running {
    /// What it shares with those who give it orders.
    pub floor: Arc<Floor>,
    /// None once it was waited for.
    thread: Option<JoinHandle<()>>,
    /// The time after which it must have answered, if there is one.
    time: Option<Duration>,
    /// When that time began to run, if it has.
    clock: Option<Instant>,
}

impl Running {
    /// Whether it touches nothing any more.
    pub fn has_ended(&self) -> bool {
        self.floor.has_ended() || self.is_gone()
    }

    fn is_gone(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The opponent has played the expected move: from now on the time counts.
    pub fn ponder_hit(&mut self) {
        self.clock.get_or_insert_with(Instant::now);
    }

    /// When to answer in its name because its time is over, if that is possible.
    pub fn due(&self) -> Option<Instant> {
        let end = self.clock?.checked_add(self.time?)?;
        let due = end.checked_add(GRACE)?;
        // When that has passed without a word, a little longer.
        let due = if due <= Instant::now() { end.checked_add(self.floor.grace())? } else { due };
        self.floor.can_stand_in().then_some(due)
    }

    /// Answers in its name if its time is over.
    pub fn mind_clock(&self) {
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.floor.stand_in();
        }
    }

    /// Waits for the answer, once it was told to stop.
    pub fn wait(&mut self) {
        self.floor.stand_in();
        if !self.floor.is_answered()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reply::tests::{Ear, answer, line};
    use super::*;
    use crate::engine::any_game::any_game;
    use crate::games::notation::Style;
    use crate::search::tt::TranspositionTable;
    use crate::search::{Settings, Strength};
    use std::sync::mpsc::channel;

    #[test]
    fn a_search_begins_when_a_late_one_before_it_has_ended() {
        let (ear, (release, held)) = (Ear::default(), channel::<()>());
        let late = Floor::new(ear.voice(), Some(line(1, &["1-6"])));
        let mut late = spawn(move |_| held.recv().unwrap_or_default(), late, None).unwrap();
        late.floor.stop();
        late.wait();
        assert!(late.floor.is_answered() && !late.has_ended());
        let work = |floor: &Floor| floor.end(|voice| voice.answer(&answer("2-7")));
        let mut next = spawn(work, Floor::new(ear.voice(), None), Some(late)).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(ear.answers(), ["1-6"]);
        release.send(()).unwrap();
        next.wait();
        assert_eq!(ear.answers(), ["1-6", "2-7"]);
        assert!(next.has_ended());
    }

    #[test]
    fn a_search_whose_time_is_over_is_answered_for() {
        let (ear, (release, held)) = (Ear::default(), channel::<()>());
        let floor = Floor::new(ear.voice(), Some(line(1, &["1-6"])));
        let stuck = spawn(move |_| held.recv().unwrap_or_default(), floor, None).unwrap();
        let (time, clock) = (Some(Duration::from_millis(20)), None);
        let mut stuck = Running { time, clock, ..stuck };
        stuck.floor.report(&[line(1, &["2-7"])]);
        assert_eq!(stuck.due(), None, "its clock stands still");
        stuck.ponder_hit();
        let due = stuck.due().unwrap();
        stuck.mind_clock();
        assert!(Instant::now() >= due || ear.answers().is_empty());
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        stuck.mind_clock();
        assert_eq!(ear.answers(), ["2-7"]);
        assert_eq!(stuck.due(), None, "it is answered");
        drop(release);
    }

    #[test]
    fn the_time_is_that_of_the_clock_if_there_is_one() {
        let begun = |limits: Limits<String>, strength: Option<Strength>| {
            let (seat, ear) = (any_game(&"english".parse().unwrap()), Ear::default());
            let limits = Limits { asked: Some(Instant::now()), ..limits };
            let settings = Settings { strength, ..Settings::default() };
            let tools = Tools { table: Arc::new(TranspositionTable::new(1)), pool: None, settings };
            let mut running = search(seat.search(&limits, Style::Usual), &limits, tools, ear.voice(), None).unwrap();
            let due = running.due().map(|due| due - limits.asked.unwrap());
            running.floor.stop();
            running.wait();
            assert_eq!(ear.answers().len(), 1);
            due
        };
        let time = Duration::from_secs(60);
        let timed = || Limits { move_time: Some(time), ..Limits::default() };
        let expected = time - Settings::default().overhead + GRACE;
        assert_eq!(begun(timed(), None), Some(expected));
        assert_eq!(begun(Limits { infinite: true, ..timed() }, None), None);
        assert_eq!(begun(Limits { ponder: true, ..timed() }, None), None);
        assert_eq!(begun(Limits { infinite: true, ..Limits::default() }, None), None);
        assert_eq!(begun(timed(), Some(Strength::from_level(0))), None);
    }
}
