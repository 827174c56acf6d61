//! What a draughts position is worth, and the hints that the search asks for.
//!
//! The evaluation is a sum of a few counts, each times a weight; a game picks its table of weights by how
//! its kings move and what its goal is. All counts are set-wise.

use super::Draughts;
use super::board::bits;
use super::generate::Sight;
use super::law::Law;
use super::position::{Move, Position};
use super::rules::{Board, Goal, KingCapture, KingMove, Rules};
use crate::game::Side;
use crate::search::{Leaf, Think};

/// The weights of one kind of game, in hundredths of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A man's advance, for each row it has covered, by tenths.
    pub advance: i32,
    /// A man on the two middle columns' side of the board, by tenths.
    pub centre: i32,
    /// A man still guarding the back row.
    pub guard: i32,
    /// The difference between the wings, for each man too many on one.
    pub balance: i32,
    /// A quiet move that a man has.
    pub mobility: i32,
    /// A king in the centre.
    pub king_centre: i32,
    /// Having the move.
    pub tempo: i32,
}

/// Short kings, as in English and Italian draughts.
const SHORT: Weights = Weights {
    man: 100,
    king: 150,
    advance: 20,
    centre: 20,
    guard: 8,
    balance: 2,
    mobility: 2,
    king_centre: 8,
    tempo: 3,
};

/// Long kings on 8×8.
const LONG_8: Weights = Weights {
    man: 100,
    king: 300,
    advance: 25,
    centre: 30,
    guard: 6,
    balance: 2,
    mobility: 2,
    king_centre: 5,
    tempo: 4,
};

/// Long kings on 10×10.
const LONG_10: Weights = Weights {
    man: 100,
    king: 300,
    advance: 15,
    centre: 30,
    guard: 3,
    balance: 3,
    mobility: 2,
    king_centre: 5,
    tempo: 3,
};

/// Kings that move far but take only their neighbours.
const NEIGHBOURS: Weights = Weights { king: 180, ..LONG_8 };

/// One strives to lose: pieces are a burden, and moves are worth having.
const LOSING: Weights = Weights {
    man: -100,
    king: -60,
    advance: -10,
    centre: -10,
    guard: 0,
    balance: 0,
    mobility: 4,
    king_centre: 0,
    tempo: 0,
};

/// The first king wins: everything is a race.
const CROWNING: Weights = Weights { advance: 60, guard: 12, mobility: 3, ..LONG_10 };

impl Weights {
    /// The weights for a rule set.
    pub const fn for_rules(rules: &Rules) -> &'static Weights {
        match (rules.goal, rules.movement.king_move, rules.movement.king_capture, rules.movement.board) {
            (Goal::Lose, ..) => &LOSING,
            (Goal::Crown, ..) => &CROWNING,
            (_, KingMove::Short, ..) => &SHORT,
            (_, _, KingCapture::Adjacent, _) => &NEIGHBOURS,
            (_, _, _, Board::Eight) => &LONG_8,
            (_, _, _, Board::Ten) => &LONG_10,
        }
    }
}

/// Sets of squares of a board that the evaluation counts on.
struct Zones {
    centre: u64,
    left: u64,
    right: u64,
}

impl Board {
    const fn zones(self) -> &'static Zones {
        const EIGHT: Zones = zones(Board::Eight);
        const TEN: Zones = zones(Board::Ten);
        match self {
            Board::Eight => &EIGHT,
            Board::Ten => &TEN,
        }
    }
}

const fn zones(board: Board) -> Zones {
    let (mut left, mut right, mut centre) = (0, 0, 0);
    let mut number = 1;
    while number <= board.count() {
        if let Some(bit) = board.bit(number, super::rules::Corner::Left) {
            let column = board.column(number, super::rules::Corner::Left);
            let row = (number - 1) / board.half();
            let third = board.size() / 2 - 2;
            if column < board.size() / 2 - 1 {
                left |= 1 << bit;
            } else if column > board.size() / 2 {
                right |= 1 << bit;
            }
            if column >= third && column < board.size() - third && row >= third && row < board.size() - third {
                centre |= 1 << bit;
            }
        }
        number += 1;
    }
    Zones { centre, left, right }
}

/// One side's part of the sum.
#[inline(always)]
fn side_value<const UP: bool>(board: Board, weights: &Weights, men: u64, kings: u64, empty: u64) -> i32 {
    let zones = board.zones();
    let count = |set: u64| set.count_ones() as i32;
    let mut tenths = 0;
    for row in 1..board.size() {
        let covered = if UP { board.size() - 1 - row } else { row };
        tenths += weights.advance * covered as i32 * count(men & board.row(row));
    }
    tenths += weights.centre * count(men & zones.centre);
    let ahead = if UP {
        count(board.step::<0>(men) & empty) + count(board.step::<1>(men) & empty)
    } else {
        count(board.step::<2>(men) & empty) + count(board.step::<3>(men) & empty)
    };
    weights.man * count(men)
        + weights.king * count(kings)
        + tenths / 10
        + weights.guard * count(men & board.crown_row(!UP))
        - weights.balance * (count(men & zones.left) - count(men & zones.right)).abs()
        + weights.mobility * ahead
        + weights.king_centre * count(kings & zones.centre)
}

impl<L: Law> Draughts<L> {
    /// How far a known drawish ending pulls a score towards the draw, as a divisor.
    fn drawishness(&self, position: &Position) -> i32 {
        let m = self.law.movement();
        if m.king_move == KingMove::Short || !m.king_reaches() || self.rules.goal != Goal::Win {
            return 1;
        }
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        // A lone long king holds against two kings, and often against three.
        let lone = own.min(their) == 1 && own_kings > 0 && their_kings > 0;
        match own.max(their) {
            2 if lone => 16,
            3 if lone && own_men + their_men == 0 => 4,
            _ => 1,
        }
    }
}

impl<L: Law> Think for Draughts<L> {
    const SLOTS: usize = 64 * 64;

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        let board = self.law.movement().board;
        let weights = Weights::for_rules(&self.rules);
        let empty = board.squares() ^ (position.own | position.their);
        let (white, black) = match position.side {
            Side::White => (position.own, position.their),
            Side::Black => (position.their, position.own),
        };
        let up = side_value::<true>(board, weights, white & !position.kings, white & position.kings, empty);
        let down = side_value::<false>(board, weights, black & !position.kings, black & position.kings, empty);
        let score = if position.side == Side::White { up - down } else { down - up } + weights.tempo;
        if position.kings == 0 { score } else { score / self.drawishness(position) }
    }

    #[inline(always)]
    fn slot(&self, _: &Position, mv: Move) -> usize {
        (mv.from() << 6 | mv.to()) as usize
    }

    #[inline(always)]
    fn gain(&self, position: &Position, mv: Move) -> i32 {
        let captured = mv.captured();
        let kings = (captured & position.kings).count_ones() as i32;
        100 * (captured.count_ones() as i32 + kings + i32::from(mv.crowns()) + i32::from(mv.is_huff()))
    }

    #[inline]
    fn leaf(&self, position: &Position, out: &mut Vec<Move>) -> Leaf {
        match position.side {
            Side::White => self.leaf_of::<true>(position, out),
            Side::Black => self.leaf_of::<false>(position, out),
        }
    }

    #[inline]
    fn tries(&self, position: &Position, _: bool, out: &mut Vec<Move>) {
        match position.side {
            Side::White => self.tries_of::<true>(position, out),
            Side::Black => self.tries_of::<false>(position, out),
        }
    }

    #[inline(always)]
    fn plies_to_draw(&self, position: &Position) -> u32 {
        let left = self.rules.no_progress.saturating_sub(position.quiet);
        let ending = if position.kings == 0 { None } else { self.rules.draws.limit(position.material()) };
        u32::from(ending.map_or(left, |limit| left.min(limit.saturating_sub(position.steady))))
    }
}

impl<L: Law> Draughts<L> {
    #[inline(always)]
    fn leaf_of<const UP: bool>(&self, position: &Position, out: &mut Vec<Move>) -> Leaf {
        let m = self.law.movement();
        if m.crown_ends && position.kings != 0 {
            return Leaf::Finished;
        }
        let sight = Sight::<L, UP>::new(self.law, position);
        let base = out.len();
        sight.captures(out);
        if out.len() > base {
            if m.huffs() {
                // Nothing is compulsory here.
                out.truncate(base);
                return Leaf::Quiet;
            }
            return Leaf::Forced;
        }
        let huffs = m.huffs() && position.huffable != 0;
        if !huffs && sight.count_quiets() == 0 { Leaf::Finished } else { Leaf::Quiet }
    }

    #[inline(always)]
    fn tries_of<const UP: bool>(&self, position: &Position, out: &mut Vec<Move>) {
        let sight = Sight::<L, UP>::new(self.law, position);
        if self.law.movement().huffs() {
            // Captures and huffs are what changes the score.
            sight.captures(out);
            out.extend(bits(position.huffable).map(Move::huff));
        } else {
            // Trying all moves where the opponent could capture next was no gain (docs/search-tests.md).
            sight.crownings(out);
        }
    }
}
