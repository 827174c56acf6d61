//! Scores: hundredths of a man (centipawns), and wins by their distance.

use std::fmt;

/// A win at a distance of 0. A win at a distance of `n` is `WIN - n`.
///
/// Where sides alternate the distance is counted in plies. Where a side may move again, each extra move of the winner's
/// counts twice and of the loser's not at all, so that half the distance is always the number of the winner's own moves.
pub const WIN: i32 = 32_000;
/// Beyond every score.
pub const INFINITE: i32 = 32_500;
/// Neither side is better, or the game is drawn.
pub const DRAW: i32 = 0;
/// The deepest line the search follows, in plies.
pub const MAX_PLY: usize = 500;
/// Scores beyond this are wins or losses.
pub const PROVEN: i32 = WIN - RANGE;
/// A win by tables of which only the next capture is known, less the plies to it: below every win whose end is known.
pub const TABLE_WIN: i32 = 30_000;
/// A win by tables that may take longer than the rules allow, less the plies to it.
pub const LIKELY_WIN: i32 = 25_000;
/// The greatest absolute value of an evaluation.
pub const MAX_EVAL: i32 = 20_000;
/// The width of each range of wins: no distance is as great.
const RANGE: i32 = 1000;

/// Whether a score is a proven win or loss.
#[inline(always)]
pub const fn is_proven(score: i32) -> bool {
    score.abs() > PROVEN
}

/// Whether a score is a win or loss without doubt, at a known distance or by tables.
#[inline(always)]
pub const fn is_decided(score: i32) -> bool {
    score.abs() > TABLE_WIN - RANGE
}

/// The distance that a win or loss is counted down by; `None` for an evaluation.
#[inline(always)]
pub const fn win_distance(score: i32) -> Option<i32> {
    let size = score.abs();
    if size > PROVEN {
        Some(WIN - size)
    } else if size > TABLE_WIN - RANGE {
        Some(TABLE_WIN - size)
    } else if size > LIKELY_WIN - RANGE {
        Some(LIKELY_WIN - size)
    } else {
        None
    }
}

/// The distance of a node from the root, for a win of its side to move and for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// If the side to move wins.
    pub win: i32,
    /// If it loses.
    pub loss: i32,
}

/// A score as the transposition table stores it: wins counted from the node, not from the root.
#[inline(always)]
pub const fn to_tt(score: i32, from_root: Distance) -> i16 {
    (if score > MAX_EVAL {
        score + from_root.win
    } else if score < -MAX_EVAL {
        score - from_root.loss
    } else {
        score
    }) as i16
}

/// The reverse of [`to_tt`].
#[inline(always)]
pub const fn from_tt(score: i16, from_root: Distance) -> i32 {
    let score = score as i32;
    if score > MAX_EVAL {
        score - from_root.win
    } else if score < -MAX_EVAL {
        score + from_root.loss
    } else {
        score
    }
}

/// A score as protocols print it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a man.
    Cp(i32),
    /// A win in so many moves of the winner's own; negative for a loss.
    Mate(i32),
}

impl Score {
    /// From a score of the search.
    pub const fn new(score: i32) -> Score {
        if !is_proven(score) {
            return Score::Cp(score);
        }
        let moves = (WIN - score.abs() + 1) / 2;
        Score::Mate(if score > 0 { moves } else { -moves })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What a score says of the result: a logistic curve for each of win and loss, a draw between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The score with which half of the games are won.
    pub centre: f32,
    /// How slowly the chances change around it.
    pub spread: f32,
}

impl Default for Chances {
    /// One man up wins about three in four.
    fn default() -> Self {
        Chances { centre: 60.0, spread: 45.0 }
    }
}

impl Chances {
    /// The curves by their numbers, brought into a range that makes sense.
    pub fn new(centre: f32, spread: f32) -> Chances {
        let sane = |number: f32, default: f32| if number.is_finite() { number } else { default };
        Chances { centre: sane(centre, 60.0).clamp(0.0, 2000.0), spread: sane(spread, 45.0).clamp(1.0, 2000.0) }
    }

    /// The chances in thousandths: win, draw, loss, which add up to 1000.
    pub fn win_draw_loss(self, score: i32) -> [u32; 3] {
        if is_decided(score) {
            return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let chance = |centre: f32| (1000.0 / (1.0 + (-(score as f32 - centre) / self.spread).exp())).round() as u32;
        let (win, not_loss) = (chance(self.centre), chance(-self.centre));
        [win, not_loss.saturating_sub(win), 1000 - not_loss.max(win)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_keep_their_distance_through_the_table() {
        let at = |win, loss| Distance { win, loss };
        for score in [0, 57, -300, WIN - 12, -(WIN - 13)] {
            assert_eq!(from_tt(to_tt(score, at(7, 9)), at(7, 9)), score);
        }
        assert_eq!(from_tt(to_tt(WIN - 12, at(7, 5)), at(3, 9)), WIN - 8);
        assert_eq!(from_tt(to_tt(-(WIN - 12), at(7, 5)), at(3, 9)), -(WIN - 16));
        assert_eq!(from_tt(to_tt(TABLE_WIN - 12, at(7, 5)), at(3, 9)), TABLE_WIN - 8);
    }

    #[test]
    fn mates_count_own_moves() {
        assert_eq!(Score::new(WIN - 1), Score::Mate(1));
        assert_eq!(Score::new(WIN - 3), Score::Mate(2));
        assert_eq!(Score::new(-(WIN - 2)), Score::Mate(-1));
        assert_eq!(Score::new(-(WIN - 4)), Score::Mate(-2));
        assert_eq!(Score::new(-57).to_string(), "cp -57");
    }

    #[test]
    fn chances_add_up() {
        for score in -3000..3000 {
            let [win, draw, loss] = Chances::default().win_draw_loss(score);
            assert_eq!(win + draw + loss, 1000);
            let [other_win, _, other_loss] = Chances::default().win_draw_loss(-score);
            assert!(win.abs_diff(other_loss) <= 1 && loss.abs_diff(other_win) <= 1);
        }
    }
}
