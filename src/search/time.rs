//! The clock of a running search, the orders it obeys, and when enough is known.

use super::{Deadlines, Info, Limits, Settings, Signals};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The clock of a search and the orders it obeys.
pub(super) struct Control<'a> {
    signals: &'a Signals,
    pub began: Instant,
    pub deadlines: Option<Deadlines>,
    endless: bool,
    ponder: bool,
    /// When the opponent played the expected move.
    hit: Mutex<Option<Instant>>,
    /// A thread has decided that the search is done.
    pub done: AtomicBool,
    /// What is known is enough to end a search that ponders, as soon as the expected move is played.
    enough: AtomicBool,
}

impl<'a> Control<'a> {
    pub fn new<M>(limits: &Limits<M>, settings: &Settings, signals: &'a Signals) -> Self {
        Control {
            signals,
            began: limits.asked.unwrap_or_else(Instant::now),
            deadlines: Deadlines::new(limits, settings.overhead).filter(|_| !limits.infinite),
            endless: limits.infinite,
            ponder: limits.ponder,
            hit: Mutex::new(None),
            done: AtomicBool::new(false),
            enough: AtomicBool::new(false),
        }
    }

    /// The time on our own clock, or `None` while it stands still.
    pub fn on_clock(&self) -> Option<Duration> {
        if !self.ponder {
            return Some(self.began.elapsed());
        }
        if !self.signals.ponder_hit.load(Relaxed) {
            return None;
        }
        let mut hit = self.hit.lock().ok()?;
        Some(hit.get_or_insert_with(Instant::now).elapsed())
    }

    pub fn must_stop(&self) -> bool {
        if self.signals.stop.load(Relaxed) || self.done.load(Relaxed) {
            return true;
        }
        let Some(time) = self.on_clock() else { return false };
        // What was thought while pondering counts, but for a time that is to be used up.
        let late =
            |deadlines: Deadlines| time >= deadlines.hard || !deadlines.fixed && self.began.elapsed() >= deadlines.hard;
        self.enough.load(Relaxed) || self.deadlines.is_some_and(late)
    }

    /// Takes note whether what is known is enough to end the search; says whether it may end now.
    pub fn note_enough(&self, enough: bool) -> bool {
        if !self.endless {
            self.enough.store(enough, Relaxed);
        }
        enough && self.may_end()
    }

    /// Whether the search may end by itself now.
    pub fn may_end(&self) -> bool {
        !self.endless && self.on_clock().is_some()
    }

    pub fn wait_until_allowed_to_end(&self) {
        while !self.signals.stop.load(Relaxed) && !self.may_end() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// How settled the best move is, over the iterations.
pub(super) struct TimeKeeper<M> {
    last: Option<(M, i32)>,
    stable: u32,
}

impl<M> Default for TimeKeeper<M> {
    fn default() -> Self {
        TimeKeeper { last: None, stable: 0 }
    }
}

impl<M: Copy + Eq> TimeKeeper<M> {
    /// The share of the target time after which no new iteration is begun: less while the best move stands,
    /// more when the score falls.
    pub fn share(&mut self, line: &Info<M>) -> f64 {
        let best = line.pv.first().copied();
        let drop = self.last.map_or(0, |(_, score)| score - line.score);
        self.stable = if self.last.map(|(mv, _)| mv) == best { self.stable + 1 } else { 0 };
        self.last = best.map(|mv| (mv, line.score));
        let base = match self.stable {
            0 => 0.8,
            1 | 2 => 0.65,
            3..=5 => 0.5,
            _ => 0.4,
        };
        if drop > 25 { base * 1.6 } else { base }
    }
}
