//! When a search ends: what the caller asked for, and how a clock becomes deadlines.

use std::time::{Duration, Instant};

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The moves until time is added, if that is so.
    pub moves_to_go: Option<u32>,
}

/// What the caller asked for. All that is given must hold; with nothing given the search runs to its
/// greatest depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// A fixed time.
    pub move_time: Option<Duration>,
    /// A clock to play on.
    pub clock: Option<Clock>,
    /// Stop when a win in so many moves is proven.
    pub mate: Option<u32>,
    /// Run until stopped, whatever is found.
    pub infinite: bool,
    /// Run until the opponent plays the expected move or the search is stopped; the clock starts then.
    pub ponder: bool,
    /// The only moves to consider at the root; all if empty.
    pub moves: Vec<M>,
    /// When it was asked for, from which time is counted; when the search begins if `None`.
    pub asked: Option<Instant>,
}

impl<M> Limits<M> {
    /// The same limits with moves of another kind.
    pub fn with_moves<N>(&self, moves: Vec<N>) -> Limits<N> {
        let Limits { depth, nodes, move_time, clock, mate, infinite, ponder, asked, .. } = *self;
        Limits { depth, nodes, move_time, clock, mate, infinite, ponder, moves, asked }
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            moves: Vec::new(),
            asked: None,
        }
    }
}

/// When to stop, counted from the moment the clock started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// The time to spend on an ordinary move; no new iteration is begun when most of it has gone.
    pub target: Duration,
    /// The time at which the search is broken off.
    pub hard: Duration,
    /// Whether the time is to be used up whatever is found.
    pub fixed: bool,
}

impl Deadlines {
    /// The deadlines of a fixed time or a clock; `None` if neither was given.
    ///
    /// `overhead` is what passes between a decision and the opponent's clock starting.
    pub fn new<M>(limits: &Limits<M>, overhead: Duration) -> Option<Deadlines> {
        // A margin that leaves even the shortest time a search.
        let usable = |time: Duration| time.saturating_sub(overhead.min(time / 2));
        let fixed = limits.move_time.map(usable);
        let Some(clock) = limits.clock else {
            return fixed.map(|time| Deadlines { target: time, hard: time, fixed: true });
        };
        let left = usable(clock.time);
        // A number of moves that says nothing is like none.
        let moves = clock.moves_to_go.filter(|moves| *moves > 0).map_or(28, |moves| moves.min(28));
        let share = left / moves + clock.increment.saturating_sub(overhead) * 3 / 4;
        let most = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
        // A fixed time beside a clock is the most to spend.
        let most = fixed.map_or(most, |time| most.min(time));
        let target = share.min(most);
        Some(Deadlines { target, hard: (target * 4).min(most), fixed: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deadlines(time: u64, increment: u64, moves_to_go: Option<u32>) -> Deadlines {
        let ms = Duration::from_millis;
        let clock = Clock { time: ms(time), increment: ms(increment), moves_to_go };
        Deadlines::new::<()>(&Limits { clock: Some(clock), ..Limits::default() }, ms(10)).unwrap()
    }

    #[test]
    fn the_hard_limit_lies_within_the_clock() {
        for time in [0, 1, 5, 11, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let d = deadlines(time, increment, moves_to_go);
                    assert!(d.target <= d.hard);
                    let usable = Duration::from_millis(time.saturating_sub(10)).max(Duration::from_millis(time) / 2);
                    assert!(d.hard <= usable, "{time} {increment}");
                    assert!(time == 0 || d.target > Duration::ZERO, "{time} {increment}");
                }
            }
        }
    }

    #[test]
    fn more_time_gives_more() {
        assert!(deadlines(60_000, 0, None).target > deadlines(30_000, 0, None).target);
        assert!(deadlines(60_000, 1000, None).target > deadlines(60_000, 0, None).target);
        assert!(deadlines(60_000, 0, Some(2)).target > deadlines(60_000, 0, Some(20)).target);
        assert_eq!(deadlines(60_000, 0, Some(0)), deadlines(60_000, 0, None));
    }

    #[test]
    fn a_fixed_time_beside_a_clock_is_the_most_to_spend() {
        let ms = Duration::from_millis;
        let with = |time, move_time| {
            let clock = Some(Clock { time: ms(time), increment: ms(0), moves_to_go: None });
            Deadlines::new::<()>(&Limits { clock, move_time: Some(ms(move_time)), ..Limits::default() }, ms(10))
                .unwrap()
        };
        assert_eq!(with(100_000, 510).hard, ms(500));
        assert!(with(1_000, 5_000).hard < ms(500));
    }
}
