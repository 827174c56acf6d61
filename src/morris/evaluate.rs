//! What a morris position is worth, and the hints that the search asks for.

use super::Morris;
use super::board::{clockwise, counterclockwise};
use super::generate;
use super::law::Law;
use super::position::{Move, Position};
use super::rules::{Board, FEWEST, Fly};
use crate::search::{Leaf, Think};

/// The weights, in hundredths of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A stone, on the board or in hand.
    pub stone: i32,
    /// A free neighbouring point of a stone.
    pub mobility: i32,
    /// A stone that cannot move.
    pub blocked: i32,
    /// A point at which a stone at hand would close a mill.
    pub open_mill: i32,
    /// A stone that leaves one mill to close another.
    pub double_mill: i32,
    /// A closed mill.
    pub mill: i32,
    /// A point with four neighbours.
    pub crossing: i32,
    /// Having the move.
    pub tempo: i32,
}

/// While stones are placed: points that leave room to move.
const PLACING: Weights =
    Weights { stone: 100, mobility: 4, blocked: 6, open_mill: 12, double_mill: 30, mill: 6, crossing: 6, tempo: 8 };

/// While stones move: freedom, and mills that open and close.
const MOVING: Weights =
    Weights { stone: 100, mobility: 5, blocked: 8, open_mill: 18, double_mill: 60, mill: 8, crossing: 3, tempo: 6 };

/// The points with four neighbours: the middles of the middle ring.
const CROSSINGS: u32 = 0x00_AA00;

/// One side's part of the sum.
#[inline(always)]
fn side_value(board: Board, weights: &Weights, stones: u32, hand: u32, (empty, free): (u32, u32), flies: bool) -> i32 {
    let count = |set: u32| set.count_ones() as i32;
    let (right, left) = (clockwise(stones) & empty, counterclockwise(stones) & empty);
    let (inward, outward) = (board.inward(stones) & empty, board.outward(stones) & empty);
    let steps = count(right) + count(left) + count(inward) + count(outward);
    let closers = board.closers(stones);
    let in_mills = stones & closers.all();
    let reached = if hand > 0 || flies {
        empty & closers.all()
    } else {
        (right & closers.by_clockwise())
            | (left & closers.by_counterclockwise())
            | ((inward | outward) & closers.by_crossing())
    };
    // A stone out of a mill that steps into the gap of another one.
    let runners = clockwise(in_mills) & closers.by_clockwise()
        | counterclockwise(in_mills) & closers.by_counterclockwise()
        | (board.inward(in_mills) | board.outward(in_mills)) & closers.by_crossing();
    let mobility = if flies { 0 } else { weights.mobility * steps - weights.blocked * count(stones & !free) };
    weights.stone * (count(stones) + hand as i32)
        + mobility
        + weights.open_mill * count(reached)
        + weights.double_mill * count(runners & empty)
        + weights.mill * count(in_mills) / 3
        + weights.crossing * count(stones & CROSSINGS)
}

impl<L: Law> Think for Morris<L> {
    const SLOTS: usize = 32 * 32;

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        let rules = self.law.rules();
        let placing = position.own_hand | position.their_hand != 0;
        let weights = if placing { &PLACING } else { &MOVING };
        let flies = |stones: u32, hand: u8| hand == 0 && rules.fly == Fly::Three && stones.count_ones() <= FEWEST;
        let empty = position.empty();
        // The points beside a free one: a stone there can move.
        let free = rules.board.beside(empty);
        let value = |stones, hand: u8| {
            side_value(rules.board, weights, stones, u32::from(hand), (empty, free), flies(stones, hand))
        };
        value(position.own, position.own_hand) - value(position.their, position.their_hand) + weights.tempo
    }

    #[inline(always)]
    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.path()
    }

    #[inline(always)]
    fn gain(&self, _: &Position, mv: Move) -> i32 {
        100 * i32::from(mv.takes())
    }

    #[inline]
    fn leaf(&self, position: &Position, extend: bool, out: &mut Vec<Move>) -> Leaf {
        if generate::is_finished(self.law, position) {
            return Leaf::Finished;
        }
        if extend {
            generate::takings(self.law, position, out);
        }
        Leaf::Quiet
    }

    #[inline(always)]
    fn urgency(&self, position: &Position) -> u64 {
        let left = self.law.rules().no_progress.saturating_sub(position.quiet);
        if left < 16 && position.quiet > 0 { 1 + u64::from(left / 4) } else { 0 }
    }
}
