//! Time management: how a clock becomes deadlines, and when a search has searched enough.

use super::{Limits, SearchInfo, Signals};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// When to stop, counted from the moment the clock started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// The time for an ordinary move; no new iteration is begun when most of it has passed.
    pub soft: Duration,
    /// The time at which the search is stopped.
    pub hard: Duration,
    /// Whether the time is to be used up whatever is found.
    pub fixed: bool,
}

/// A clock is shared out as if so many moves were left: games are longer, but most moves need less than their share.
const MOVES_LEFT: u32 = 20;

impl Deadlines {
    /// The deadlines of a search that uses up a fixed time.
    pub const fn fixed(time: Duration) -> Deadlines {
        Deadlines { soft: time, hard: time, fixed: true }
    }

    /// The deadlines of a time for the move, a clock, or both; `None` if neither was given.
    ///
    /// `overhead` is what passes between a decision and the start of the opponent's clock.
    pub fn new(move_time: Option<Duration>, clock: Option<Clock>, overhead: Duration) -> Option<Deadlines> {
        // However short the time, half of it is left for a search.
        let usable = |time: Duration| time.saturating_sub(overhead.min(time / 2));
        let fixed = move_time.map(usable);
        let Some(clock) = clock else { return fixed.map(Deadlines::fixed) };
        let left = usable(clock.time);
        // Some clients send 0 moves to go where there is no such number.
        let moves = clock.moves_to_go.filter(|moves| *moves > 0).map_or(MOVES_LEFT, |moves| moves.min(MOVES_LEFT));
        let share = left / moves + clock.increment.saturating_sub(overhead);
        let max = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
        // A fixed time beside a clock is an upper limit.
        let max = fixed.map_or(max, |time| max.min(time));
        let soft = share.min(max);
        Some(Deadlines { soft, hard: (soft * 4).min(max), fixed: false })
    }
}

/// The clock of a running search, and the signals it obeys.
pub(super) struct TimeManager<'a> {
    signals: &'a Signals,
    pub started: Instant,
    pub deadlines: Option<Deadlines>,
    infinite: bool,
    ponder: bool,
    /// A thread has ended the search.
    pub done: AtomicBool,
    /// The result is good enough to end a search that ponders, as soon as the expected move is played.
    enough: AtomicBool,
}

impl<'a> TimeManager<'a> {
    pub fn new<M>(limits: &Limits<M>, signals: &'a Signals) -> Self {
        TimeManager {
            signals,
            started: limits.asked.unwrap_or_else(Instant::now),
            deadlines: limits.deadlines.filter(|_| !limits.infinite),
            infinite: limits.infinite,
            ponder: limits.ponder,
            done: AtomicBool::new(false),
            enough: AtomicBool::new(false),
        }
    }

    /// The time on our own clock, or `None` while pondering.
    fn time_on_clock(&self) -> Option<Duration> {
        if self.ponder { self.signals.ponder_hit_at().map(|hit| hit.elapsed()) } else { Some(self.started.elapsed()) }
    }

    pub fn must_stop(&self) -> bool {
        if self.signals.stop.load(Relaxed) || self.done.load(Relaxed) {
            return true;
        }
        let Some(time) = self.time_on_clock() else { return false };
        // Time spent pondering counts, unless a fixed time is to be used up.
        let is_late = |deadlines: Deadlines| {
            time >= deadlines.hard || !deadlines.fixed && self.started.elapsed() >= deadlines.hard
        };
        self.enough.load(Relaxed) || self.deadlines.is_some_and(is_late)
    }

    /// Notes whether the result is good enough to end the search; says whether it may end now.
    pub fn note_enough(&self, enough: bool) -> bool {
        if !self.infinite {
            self.enough.store(enough, Relaxed);
        }
        enough && self.may_end()
    }

    /// Whether the search may end by itself now.
    fn may_end(&self) -> bool {
        !self.infinite && self.time_on_clock().is_some()
    }

    pub fn wait_until_it_may_end(&self) {
        while !self.signals.stop.load(Relaxed) && !self.may_end() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// How stable the best move and its score are over the iterations.
pub(super) struct BestMoveStability<M> {
    last: Option<(M, i32)>,
    /// The iterations since the best move changed.
    iterations: u32,
}

impl<M> Default for BestMoveStability<M> {
    fn default() -> Self {
        BestMoveStability { last: None, iterations: 0 }
    }
}

impl<M: Copy + Eq> BestMoveStability<M> {
    /// Takes a completed iteration; gives the share of the soft deadline after which no new one is begun: less while the
    /// best move is stable, more when the score falls, less when nearly all nodes went into the best move (`effort`, from 0 to 1).
    pub fn soft_share(&mut self, line: &SearchInfo<M>, effort: Option<f64>) -> f64 {
        let best = line.pv.first().copied();
        let drop = self.last.map_or(0, |(_, score)| score - line.score);
        self.iterations = if self.last.map(|(mv, _)| mv) == best { self.iterations + 1 } else { 0 };
        self.last = best.map(|mv| (mv, line.score));
        let share = match self.iterations {
            0 => 1.0,
            1 | 2 => 0.85,
            3..=5 => 0.7,
            _ => 0.55,
        };
        let share = share * effort.map_or(1.0, |effort| 1.4 - 0.6 * effort);
        if drop > 25 { share * 1.6 } else { share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deadlines(time: u64, increment: u64, moves_to_go: Option<u32>) -> Deadlines {
        let ms = Duration::from_millis;
        let clock = Clock { time: ms(time), increment: ms(increment), moves_to_go };
        Deadlines::new(None, Some(clock), ms(10)).unwrap()
    }

    #[test]
    fn the_hard_limit_lies_within_the_clock() {
        for time in [0, 1, 5, 11, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let d = deadlines(time, increment, moves_to_go);
                    assert!(d.soft <= d.hard);
                    let usable = Duration::from_millis(time.saturating_sub(10)).max(Duration::from_millis(time) / 2);
                    assert!(d.hard <= usable, "{time} {increment}");
                    assert!(time == 0 || d.soft > Duration::ZERO, "{time} {increment}");
                }
            }
        }
    }

    #[test]
    fn a_clock_is_used_and_not_used_up() {
        // An ordinary move takes between the least share of its time and one iteration more.
        for share in [0.75, 0.95] {
            let mut left = 5_000.0;
            for _ in 0..80 {
                let spent = deadlines(left as u64, 50, None).soft.as_secs_f64() * 1000.0 * share;
                left = left - spent + 50.0;
                assert!(left > 0.0);
            }
            assert!(left < 1_000.0, "{left:.0} ms of 5 s left at a share of {share}");
        }
    }

    #[test]
    fn doubt_takes_more_time() {
        let line = |mv: u32, score| SearchInfo {
            depth: 9,
            seldepth: 9,
            multipv: 1,
            score,
            lower_bound: false,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            from_tables: false,
            pv: vec![mv],
        };
        let share = |lines: &[SearchInfo<u32>], effort| {
            let mut stability = BestMoveStability::default();
            lines.iter().map(|line| stability.soft_share(line, effort)).last().unwrap()
        };
        let steady = share(&[line(1, 0), line(1, 0), line(1, 0)], Some(0.7));
        assert!(share(&[line(1, 0), line(1, 0), line(2, 0)], Some(0.7)) > steady, "another best move");
        assert!(share(&[line(1, 0), line(1, 0), line(1, -60)], Some(0.7)) > steady, "a lower score");
        assert!(share(&[line(1, 0), line(1, 0), line(1, 0)], Some(0.3)) > steady, "other moves are hard to refute");
        assert!(share(&[line(1, 0), line(1, 0), line(1, 0)], Some(0.98)) < steady, "no other move is worth a look");
    }

    #[test]
    fn more_time_gives_more() {
        assert!(deadlines(60_000, 0, None).soft > deadlines(30_000, 0, None).soft);
        assert!(deadlines(60_000, 1000, None).soft > deadlines(60_000, 0, None).soft);
        assert!(deadlines(60_000, 0, Some(2)).soft > deadlines(60_000, 0, Some(20)).soft);
        assert_eq!(deadlines(60_000, 0, Some(0)), deadlines(60_000, 0, None));
    }

    #[test]
    fn a_fixed_time_beside_a_clock_is_an_upper_limit() {
        let ms = Duration::from_millis;
        let with = |time, move_time| {
            let clock = Clock { time: ms(time), increment: ms(0), moves_to_go: None };
            Deadlines::new(Some(ms(move_time)), Some(clock), ms(10)).unwrap()
        };
        assert_eq!(with(100_000, 510).hard, ms(500));
        assert!(with(1_000, 5_000).hard < ms(500));
    }
}
