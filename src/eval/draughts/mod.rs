//! What a draughts position is worth, and the hints that the search asks for.
//!
//! The evaluation is a sum of a few counts, each times a weight of the game's own table. All counts are set-wise.

pub(crate) mod weights;

use crate::eval::{Evaluate, Leaf};
use crate::games::Side;
use crate::games::draughts::Draughts;
use crate::games::draughts::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, Zones};
use crate::games::draughts::movegen::crownings;
use crate::games::draughts::position::{Move, Position};
use crate::games::draughts::rules::{Board, Corner, Goal, KingMove, MenCapture, NEVER};
use weights::{FULL, Tables, weighed};

/// What is counted of one side's men besides their squares, and of its kings.
struct Counts {
    mobility: i32,
    backed: i32,
    balance: i32,
    kings: i32,
    crowned: i32,
    king_centre: i32,
    king_road: i32,
}

#[inline(always)]
const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl Counts {
    #[inline(always)]
    fn new<const UP: bool>(board: Board, men: u64, kings: u64, empty: u64) -> Counts {
        let zones = Zones::of(board);
        let (left, right) = if UP {
            (board.step::<UP_LEFT>(men), board.step::<UP_RIGHT>(men))
        } else {
            (board.step::<DOWN_LEFT>(men), board.step::<DOWN_RIGHT>(men))
        };
        Counts {
            mobility: count(left & empty) + count(right & empty),
            backed: count(left & men) + count(right & men),
            balance: (count(men & zones.left) - count(men & zones.right)).abs(),
            kings: count(kings),
            crowned: (kings != 0) as i32,
            king_centre: count(kings & zones.centre),
            king_road: count(kings & zones.road),
        }
    }
}

/// One side's part of the sum.
#[inline(always)]
fn side_value<const UP: bool>(board: Board, tables: &Tables, men: u64, kings: u64, empty: u64) -> i32 {
    let counts = Counts::new::<UP>(board, men, kings, empty);
    let mut sum = tables.men::<UP>(board, men)
        + tables.mobility * counts.mobility
        + tables.backed * counts.backed
        + tables.balance * counts.balance;
    if kings != 0 {
        sum += tables.king * counts.kings
            + tables.crowned
            + tables.king_centre * counts.king_centre
            + tables.king_road * counts.king_road;
    }
    sum
}

/// How full a board is, in parts of [`FULL`].
#[inline(always)]
fn fullness(board: Board, men: u64) -> i32 {
    let most = 2 * (board.usual_rows() as u32 * board.half()) as i32;
    count(men).min(most) * FULL / most
}

impl<const TEN: bool, const HUFF: bool> Draughts<TEN, HUFF> {
    /// How far a known drawish ending pulls a score towards the draw, as a divisor.
    fn drawishness(&self, position: &Position) -> i32 {
        let m = self.rules().movement;
        if m.king_move == KingMove::Short || !m.king_reaches() || self.rules().goal != Goal::Win {
            return 1;
        }
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        if own.min(their) != 1 || own_kings == 0 || their_kings == 0 {
            return 1;
        }
        // A lone long king holds against two pieces, and on the main road against three kings.
        match own.max(their) {
            2 => 16,
            3 if own_men + their_men == 0 && position.lone_king() & Zones::of(Self::BOARD).road != 0 => 16,
            _ => 1,
        }
    }
}

impl<const TEN: bool, const HUFF: bool> Evaluate for Draughts<TEN, HUFF> {
    const HISTORY_SLOTS: usize = 64 * 64;

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        let board = Self::BOARD;
        let tables = self.tables;
        let empty = board.squares() ^ (position.own | position.their);
        let (white, black) = match position.side {
            Side::White => (position.own, position.their),
            Side::Black => (position.their, position.own),
        };
        let up = side_value::<true>(board, tables, white & !position.kings, white & position.kings, empty);
        let down = side_value::<false>(board, tables, black & !position.kings, black & position.kings, empty);
        let sum = if position.side == Side::White { up - down } else { down - up } + tables.tempo;
        let score = weighed(sum, fullness(board, (white | black) & !position.kings));
        if position.kings == 0 { score } else { score / self.drawishness(position) }
    }

    fn features(&self, position: &Position) -> Vec<f32> {
        let board = Self::BOARD;
        let empty = board.squares() ^ (position.own | position.their);
        let men = (position.own | position.their) & !position.kings;
        let (own, their) = (position.own & !position.kings, position.their & !position.kings);
        // As White sees it if White is to move, and else from the other side.
        let seen = |set: u64| if position.side == Side::White { set } else { board.turned(set) };
        let (own, their) = (seen(own), board.turned(seen(their)));
        let mut each: Vec<i32> = (1..=board.count())
            .filter_map(|number| board.bit(number, Corner::Left))
            .map(|bit| (own >> bit & 1) as i32 - (their >> bit & 1) as i32)
            .collect();
        let (own_kings, their_kings) = (position.own & position.kings, position.their & position.kings);
        let own = Counts::new::<true>(board, own, seen(own_kings), seen(empty));
        let their = Counts::new::<true>(board, their, board.turned(seen(their_kings)), board.turned(seen(empty)));
        each.extend([
            own.kings - their.kings,
            own.crowned - their.crowned,
            own.king_centre - their.king_centre,
            own.king_road - their.king_road,
            own.mobility - their.mobility,
            own.backed - their.backed,
            own.balance - their.balance,
            1,
        ]);
        let full = fullness(board, men) as f32 / FULL as f32;
        let half = |share: f32| each.iter().map(move |n| *n as f32 * share);
        half(full).chain(half(1.0 - full)).collect()
    }

    fn weights(&self) -> Vec<i16> {
        self.tables.numbers(Self::BOARD)
    }

    #[inline(always)]
    fn history_slot(&self, _: &Position, mv: Move) -> usize {
        // By the step first: the steps of men are few, and so all their slots lie on a few cache lines.
        ((mv.to().wrapping_sub(mv.from()) & 63) << 6 | mv.from()) as usize
    }

    #[inline(always)]
    fn gain(&self, position: &Position, mv: Move) -> i32 {
        let captured = mv.captured();
        let kings = (captured & position.kings).count_ones() as i32;
        100 * (captured.count_ones() as i32 + kings + i32::from(mv.crowns()) + i32::from(mv.is_huff()))
    }

    #[inline(always)]
    fn leaf_kind(&self, position: &Position, out: &mut Vec<Move>) -> Leaf {
        self.judge_leaf(position, out)
    }

    #[inline(always)]
    fn qsearch_moves(&self, position: &Position, _: bool, out: &mut Vec<Move>) {
        if self.rules().movement.must_capture() {
            // Trying all moves where the opponent could capture next was no gain (docs/search-tests.md).
            crownings(Self::BOARD, position, out);
        } else {
            // Captures and huffs are what changes the score.
            self.captures_and_huffs(position, out);
        }
    }

    #[inline(always)]
    fn extends_single_replies(&self) -> bool {
        // Where men jump both ways a shot may lead them anywhere, and where one wants to lose, to force the other is all there is to
        // it. Elsewhere matches say no (docs/search-tests.md).
        self.rules().movement.men_capture == MenCapture::All || self.rules().plays_to_lose()
    }

    #[inline(always)]
    fn plies_to_draw(&self, position: &Position) -> [u32; 2] {
        let rules = self.rules();
        let no_progress = match rules.no_progress {
            NEVER => u32::MAX,
            plies => plies.saturating_sub(position.quiet.into()),
        };
        let limit = if position.kings == 0 { None } else { rules.draws.limit(position, Self::BOARD) };
        [no_progress, limit.map_or(u32::MAX, |limit| limit.saturating_sub(position.steady).into())]
    }
}
