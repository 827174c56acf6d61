//! What a byte of a table says.
//!
//! ```text
//! finished table     0, 2, 4 …  lost in so many plies        while solving  the same, and from `base` on:
//!                    1, 3, 5 …  won in so many plies                        base      a settled draw
//!                    255        drawn                                       base + n  n moves may still save it
//!                                                                           255       cannot be lost
//! ```
//!
//! The best that a side can get by moves that leave the slice, such as captures, is a score, so that the better one is
//! the greater.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Drawn; while solving: not lost, and perhaps won.
pub const DRAW: u8 = 255;

/// No move leaves the slice.
pub const NO_CAPTURE: u8 = 0;
/// The score of a capture that draws.
pub const DRAWN_CAPTURE: u8 = 127;
/// The score of a capture that wins, by a metric that ends there.
pub const WON_CAPTURE: u8 = 254;

/// What the distances of a table count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Plies to the next capture or the end of the game.
    Conversion,
    /// Plies to the end of the game.
    End,
}

/// The score of a capture that wins in one ply, whatever the metric.
pub const WIN_NOW: u8 = WON_CAPTURE;

/// Scores by the value of the position after the capture; `again` if the same side is then to move.
pub fn capture_scores(metric: Metric, again: bool) -> [u8; 256] {
    std::array::from_fn(|code| {
        let code = code as u8;
        if code == DRAW {
            return DRAWN_CAPTURE;
        }
        match (metric, (code % 2 == 1) == again) {
            (Metric::Conversion, true) => WON_CAPTURE,
            (Metric::Conversion, false) => 1,
            (Metric::End, true) => WON_CAPTURE - code.saturating_add(1) / 2,
            (Metric::End, false) => 1 + code.saturating_add(1) / 2,
        }
    })
}

/// The score that a capture has which decides the game in so many plies: a win if the number is odd.
pub const fn score_of_depth(depth: u8) -> u8 {
    if depth % 2 == 1 { WON_CAPTURE - depth / 2 } else { 1 + depth / 2 }
}

/// How the cells of one side's table start, and where depths end and counters begin.
#[derive(Clone, Copy)]
pub struct Cells {
    /// The greatest depth, or a settled draw where there are such; greater codes are undecided.
    pub base: u8,
    metric: Metric,
}

impl Cells {
    /// Cells with room for a counter up to so many moves.
    pub fn new(most_moves: u32, metric: Metric) -> Cells {
        // One more for captures that all lose, which count as one move.
        Cells { base: DRAW - 2 - most_moves as u8, metric }
    }

    /// The cell of a position with so many quiet moves and this best capture.
    #[inline(always)]
    pub fn start(&self, quiet: u32, capture: u8) -> u8 {
        let wins = capture > DRAWN_CAPTURE;
        if capture >= DRAWN_CAPTURE {
            return if wins && self.metric == Metric::Conversion { 1 } else { DRAW };
        }
        let waits = capture != NO_CAPTURE && self.metric == Metric::End;
        let open = quiet + u32::from(waits);
        if open == 0 { 0 } else { self.base + open as u8 }
    }

    /// The cell of a position that is drawn whatever its moves are worth that stay in the slice.
    #[inline(always)]
    pub fn settled_draw(&self) -> u8 {
        self.base
    }

    /// Notes that a move wins at `depth`; whether that is news.
    #[inline(always)]
    pub fn win(&self, cell: &mut u8, depth: u8) -> bool {
        let news = *cell > self.base;
        *cell = if news { depth } else { *cell };
        news
    }

    /// Notes that one more move loses; whether it was the last hope.
    #[inline(always)]
    pub fn lose(&self, cell: &mut u8, depth: u8) -> bool {
        let open = *cell > self.base && *cell != DRAW;
        let less = *cell - u8::from(open);
        let news = open && less == self.base;
        *cell = if news { depth } else { less };
        news
    }
}

/// The same for cells that threads share, where all that is noted at one time is of one depth.
impl Cells {
    /// See [`Cells::win`].
    #[inline(always)]
    pub fn win_shared(&self, cell: &AtomicU8, depth: u8) -> bool {
        let news = cell.load(Relaxed) > self.base;
        if news {
            cell.store(depth, Relaxed);
        }
        news
    }

    /// See [`Cells::lose`].
    #[inline(always)]
    pub fn lose_shared(&self, cell: &AtomicU8, depth: u8) -> bool {
        let before = cell.load(Relaxed);
        if before <= self.base || before == DRAW {
            return false;
        }
        // A counter never falls below zero: each move is noted once.
        let news = cell.fetch_sub(1, Relaxed) == self.base + 1;
        if news {
            cell.store(depth, Relaxed);
        }
        news
    }
}

/// Calls `each` with the places of a byte, lowest first.
#[inline(always)]
pub fn find(cells: &[u8], code: u8, mut each: impl FnMut(usize)) {
    const STRIDE: usize = 64;
    for (stride, chunk) in cells.chunks(STRIDE).enumerate() {
        // Most strides hold none; the comparison of a whole stride is a few vector instructions.
        if chunk.iter().fold(false, |found, &cell| found | (cell == code)) {
            for (place, &cell) in chunk.iter().enumerate() {
                if cell == code {
                    each(stride * STRIDE + place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_order_captures_and_name_their_depth() {
        let scores = capture_scores(Metric::End, false);
        assert!(scores[0] > scores[2] && scores[2] > scores[DRAW as usize]);
        assert!(scores[DRAW as usize] > scores[33] && scores[33] > scores[1] && scores[1] > NO_CAPTURE);
        assert_eq!((scores[0], scores[6], scores[5]), (score_of_depth(1), score_of_depth(7), score_of_depth(6)));
        let again = capture_scores(Metric::Conversion, true);
        assert_eq!((again[1], again[4], again[DRAW as usize]), (WIN_NOW, 1, DRAWN_CAPTURE));
    }

    #[test]
    fn a_cell_is_lost_with_its_last_move_and_won_with_its_first() {
        let cells = Cells::new(32, Metric::Conversion);
        let mut cell = cells.start(2, NO_CAPTURE);
        assert!(!cells.lose(&mut cell, 4) && cells.lose(&mut cell, 6) && !cells.win(&mut cell, 7));
        assert_eq!(cell, 6);
        let mut free = cells.start(2, DRAWN_CAPTURE);
        assert!(!cells.lose(&mut free, 4) && cells.win(&mut free, 5));
        assert_eq!((free, cells.start(3, WIN_NOW), cells.start(0, NO_CAPTURE), cells.start(0, 1)), (5, 1, 0, 0));
        assert_eq!(Cells::new(32, Metric::End).start(3, WIN_NOW), DRAW);
    }
}
