//! What a draughts position is worth, and the hints that the search asks for.
//!
//! The evaluation is a sum of counts, each times a weight of the game's own: a few plain ones, the kings, and what the men of eight
//! squares look like together (windows).

pub(crate) mod weights;
mod windows;

use crate::eval::model::Model;
use crate::eval::net::{self, Accumulator, KINDS, Net};
use crate::eval::{Evaluate, Leaf};
use crate::games::Side;
use crate::games::draughts::Draughts;
use crate::games::draughts::board::{DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT, Zones, bits};
use crate::games::draughts::movegen::{crownings, each_step};
use crate::games::draughts::position::{Move, Position};
use crate::games::draughts::rules::{Board, Corner, Goal, KingMove, MenCapture, NEVER};
use std::sync::Arc;
use weights::{FULL, Layout, OTHERS, Weights, weighed};

/// What is counted of one side's men besides their squares, and of its kings.
struct SideCounts {
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

impl SideCounts {
    #[inline(always)]
    fn new<const FORWARD: bool>(board: Board, men: u64, kings: u64, empty: u64) -> SideCounts {
        let zones = Zones::of(board);
        // The squares in front of the men, and on the full board those beside them.
        let (front, other, beside) = match (board.is_full(), FORWARD) {
            (false, true) => (board.step::<UP_LEFT>(men), board.step::<UP_RIGHT>(men), 0),
            (false, false) => (board.step::<DOWN_LEFT>(men), board.step::<DOWN_RIGHT>(men), 0),
            (true, true) => (board.step::<UP>(men), 0, board.step::<LEFT>(men)),
            (true, false) => (board.step::<DOWN>(men), 0, board.step::<LEFT>(men)),
        };
        let sideways =
            if board.is_full() { count(beside & empty) + count(board.step::<RIGHT>(men) & empty) } else { 0 };
        SideCounts {
            mobility: count(front & empty) + count(other & empty) + sideways,
            backed: count(front & men) + count(other & men),
            balance: (count(men & zones.left) - count(men & zones.right)).abs(),
            kings: count(kings),
            crowned: (kings != 0) as i32,
            king_centre: count(kings & zones.centre),
            king_road: count(kings & zones.road),
        }
    }
}

/// One side's part of the sum; its men's squares are in the windows.
#[inline(always)]
fn side_value<const FORWARD: bool>(
    board: Board,
    weights: &Weights,
    long: bool,
    men: u64,
    kings: u64,
    empty: u64,
) -> i32 {
    let counts = SideCounts::new::<FORWARD>(board, men, kings, empty);
    let mut sum =
        weights.mobility * counts.mobility + weights.backed * counts.backed + weights.balance * counts.balance;
    if kings != 0 {
        sum += weights.king * counts.kings
            + weights.crowned
            + weights.king_centre * counts.king_centre
            + weights.king_road * counts.king_road
            + weights.king_mobility * king_mobility(board, kings, empty, long)
            + weights.king_stuck * king_stuck(board, kings, empty);
        let squares = &weights.kings[if FORWARD { 0 } else { 1 }];
        // A loop, since the compiler leaves a sum of mapped bits a call: 4 % of the time.
        for bit in bits(kings) {
            sum += squares[bit as usize & 63];
        }
    }
    sum
}

/// The squares that kings can move to, counted for each king that can.
#[inline(always)]
fn king_mobility(board: Board, kings: u64, empty: u64, long: bool) -> i32 {
    let mut total = 0;
    each_step!(board, D => {
        // All kings slide in step; two of them never meet.
        let mut at = board.step::<D>(kings) & empty;
        while at != 0 {
            total += count(at);
            at = if long { board.step::<D>(at) & empty } else { 0 };
        }
    });
    total
}

/// The kings that cannot move.
#[inline(always)]
fn king_stuck(board: Board, kings: u64, empty: u64) -> i32 {
    let mut beside = 0;
    each_step!(board, D => { beside |= board.step::<D>(empty) });
    count(kings & !beside)
}

/// How full a board is, in parts of [`FULL`].
#[inline(always)]
fn fullness(board: Board, men: u64) -> i32 {
    let most = 2 * (board.usual_rows() as u32 * board.width()) as i32;
    count(men).min(most) * FULL / most
}

impl<const SQUARES: u32, const HUFF: bool> Draughts<SQUARES, HUFF> {
    /// What tells in packed positions that Black is to move: kings where nobody stands. The highest bit is no square, but on the full
    /// board, where no position has pieces on all of them.
    const BLACK: u64 = if Self::BOARD.is_full() { !0 } else { 1 << 63 };

    /// How far a known drawish ending pulls a score towards the draw, as a divisor.
    fn drawishness(&self, position: &Position) -> i32 {
        let m = self.rules().movement;
        if m.king_move == KingMove::Short
            || !m.king_reaches()
            || m.captures_straight()
            || self.rules().goal != Goal::Win
        {
            return 1;
        }
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        if own.min(their) != 1 || own_kings == 0 || their_kings == 0 {
            return 1;
        }
        // A lone long king holds against two pieces; on the large board against three, and on the small one against three kings
        // if it stands on the main road. What it loses at once a search sees.
        match own.max(their) {
            2 => 16,
            3 if Self::BOARD == Board::Ten => 16,
            3 if own_men + their_men == 0 && position.lone_king() & Zones::of(Self::BOARD).road != 0 => 16,
            _ => 1,
        }
    }
}

impl<const SQUARES: u32, const HUFF: bool> Draughts<SQUARES, HUFF> {
    /// The sum of the counts for the side to move, each times its weight.
    #[inline(always)]
    fn sum_of_counts(&self, position: &Position) -> i32 {
        let (board, weights) = (Self::BOARD, &*self.weights);
        let long = self.rules().movement.king_move == KingMove::Long;
        let empty = board.squares() ^ (position.own | position.their);
        let (white, black) = match position.side {
            Side::White => (position.own, position.their),
            Side::Black => (position.their, position.own),
        };
        let kings = position.kings;
        let men = windows::sum::<SQUARES>(&weights.windows, white & !kings, black & !kings, weights.pext);
        let up = side_value::<true>(board, weights, long, white & !kings, white & kings, empty);
        let down = side_value::<false>(board, weights, long, black & !kings, black & kings, empty);
        let view = men + up - down;
        let sum = if position.side == Side::White { view } else { -view } + weights.tempo;
        weighed(sum, fullness(board, (white | black) & !kings))
    }

    /// The pieces by kind, as White sees them.
    #[inline(always)]
    fn kinds(position: &Position) -> [u64; KINDS] {
        let (white, black) = match position.side {
            Side::White => (position.own, position.their),
            Side::Black => (position.their, position.own),
        };
        let kings = position.kings;
        [white & !kings, black & !kings, white & kings, black & kings]
    }

    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        let most = 2 * u32::from(Self::BOARD.usual_rows()) * Self::BOARD.width();
        net::bucket((position.own | position.their).count_ones(), most)
    }

    #[inline(never)]
    fn value_of_net(&self, net: &Net, position: &Position, accumulator: &mut Accumulator) -> i32 {
        let (pieces, white_moves) = (Self::kinds(position), position.side == Side::White);
        let last = Self::BOARD.squares().ilog2();
        net.value(accumulator, pieces, last, white_moves, Self::bucket(position))
    }

    /// The score that a sum comes to.
    #[inline(always)]
    fn score(&self, position: &Position, sum: i32) -> i32 {
        if position.kings == 0 { sum } else { sum / self.drawishness(position) }
    }
}

impl<const SQUARES: u32, const HUFF: bool> Evaluate for Draughts<SQUARES, HUFF> {
    const HISTORY_SLOTS: usize = 64 * 64;
    type Scratch = Accumulator;

    fn evaluate(&self, position: &Position) -> i32 {
        self.score(position, self.sum_of_counts(position) + self.net_value(position))
    }

    #[inline]
    fn evaluate_within(&self, position: &Position, (alpha, beta): (i32, i32), accumulator: &mut Accumulator) -> i32 {
        let sum = self.sum_of_counts(position);
        let Some(net) = &self.weights.net else { return self.score(position, sum) };
        // Far outside the window the net cannot bring the score back.
        let least = self.score(position, sum - net::MOST);
        if least >= beta {
            return least;
        }
        let most = self.score(position, sum + net::MOST);
        if most <= alpha {
            return most;
        }
        self.score(position, sum + self.value_of_net(net, position, accumulator))
    }

    fn sum(&self, position: &Position) -> i32 {
        self.sum_of_counts(position)
    }

    fn net_squares(&self) -> Option<usize> {
        Some(Self::BOARD.count() as usize)
    }

    fn net_inputs(&self, position: &Position, [own, their]: [&mut Vec<u16>; 2]) -> usize {
        let board = Self::BOARD;
        let squares = board.count() as u16;
        for (kind, set) in (0..).zip(Self::kinds(position)) {
            for bit in bits(set) {
                let square = board.number(bit, Corner::Left) as u16 - 1;
                let (as_white, as_black) = (kind * squares + square, (kind ^ 1) * squares + (squares - 1 - square));
                let (for_own, for_their) = match position.side {
                    Side::White => (as_white, as_black),
                    Side::Black => (as_black, as_white),
                };
                own.push(for_own);
                their.push(for_their);
            }
        }
        Self::bucket(position)
    }

    fn net_value(&self, position: &Position) -> i32 {
        self.weights.net.as_ref().map_or(0, |net| self.value_of_net(net, position, &mut Accumulator::default()))
    }

    fn weight_count(&self) -> usize {
        Layout::of(Self::BOARD).count
    }

    fn features(&self, position: &Position, out: &mut Vec<(u32, f32)>) {
        let (board, layout) = (Self::BOARD, Layout::of(Self::BOARD));
        let long = self.rules().movement.king_move == KingMove::Long;
        // As White sees it if White is to move, and else from the other side.
        let seen = |set: u64| if position.side == Side::White { set } else { board.turned(set) };
        let (own, their, kings) = (seen(position.own), seen(position.their), seen(position.kings));
        let empty = board.squares() ^ (own | their);
        let full = fullness(board, (own | their) & !kings) as f32 / FULL as f32;
        // Both halves of a count: the second lies so far behind the first.
        let mut add = |at: usize, half: usize, value: i32| {
            if value != 0 {
                let (at, value) = (at as u32, value as f32);
                out.extend(
                    [(at, value * full), (at + half as u32, value * (1.0 - full))].iter().filter(|(_, v)| *v != 0.0),
                );
            }
        };
        let squares = board.count() as usize;
        let place = |bit: u32| board.number(bit, Corner::Left) as usize - 1;
        let sides = [(own, 1, true), (board.turned(their), -1, false)];
        for (pieces, sign, mover) in sides {
            let all_kings = if mover { kings } else { board.turned(kings) };
            let (men, kings) = (pieces & !all_kings, pieces & all_kings);
            let empty = if mover { empty } else { board.turned(empty) };
            bits(men).for_each(|bit| add(place(bit), layout.plain, sign));
            let counts = SideCounts::new::<true>(board, men, kings, empty);
            let others = [
                counts.kings,
                counts.crowned,
                counts.king_centre,
                counts.king_road,
                counts.mobility,
                counts.backed,
                counts.balance,
            ];
            for (at, value) in others.into_iter().enumerate() {
                add(squares + at, layout.plain, sign * value);
            }
            let first = 2 * layout.plain;
            bits(kings).for_each(|bit| add(first + place(bit), layout.kings, sign));
            add(first + squares, layout.kings, sign * king_mobility(board, kings, empty, long));
            add(first + squares + 1, layout.kings, sign * king_stuck(board, kings, empty));
        }
        add(squares + OTHERS - 1, layout.plain, 1);
        let (own, their) = (own & !kings, their & !kings);
        for (white, black, sign) in [(own, their, 1), (board.turned(their), board.turned(own), -1)] {
            for window in 0..windows::count(board) {
                let look = |set| windows::extract(board, window, set);
                let state = windows::state(look(white), look(black));
                add(layout.windows + 2 * (window * windows::STATES + state), 1, sign);
            }
        }
    }

    fn model(&self) -> Arc<Model> {
        self.weights.model.clone()
    }

    fn with_model(mut self, model: Arc<Model>) -> Self {
        if let Some(weights) = Weights::new(model, Self::BOARD) {
            self.weights = Arc::new(weights);
        }
        self
    }

    fn pack(&self, position: &Position) -> [u64; 3] {
        let side = if position.side == Side::Black { Self::BLACK } else { 0 };
        [position.own, position.their, position.kings ^ side]
    }

    fn without_one(&self, position: &Position) -> Vec<Position> {
        if self.rules().plays_to_lose() {
            return Vec::new();
        }
        let men = bits(position.own & !position.kings);
        men.map(|bit| Position::new(position.own & !(1 << bit), position.their, position.kings, position.side))
            .collect()
    }

    fn unpack(&self, [own, their, kings]: [u64; 3]) -> Option<Position> {
        let pieces = own | their;
        let (side, kings) =
            if kings & !pieces == 0 { (Side::White, kings) } else { (Side::Black, kings ^ Self::BLACK) };
        let sound = own & their == 0 && pieces & !Self::BOARD.squares() == 0 && kings & !pieces == 0;
        sound.then(|| Position::new(own, their, kings, side))
    }

    #[inline(always)]
    fn history_slot(&self, _: &Position, mv: Move) -> usize {
        // By the step first: the steps of men are few, and so all their slots lie on a few cache lines.
        ((mv.to().wrapping_sub(mv.from()) & 63) << 6 | mv.from()) as usize
    }

    #[inline(always)]
    fn gain(&self, position: &Position, mv: Move) -> i32 {
        let captured = Self::BOARD.captured(mv, position.their);
        let kings = (captured & position.kings).count_ones() as i32;
        100 * (captured.count_ones() as i32 + kings + i32::from(mv.crowns()) + i32::from(HUFF && mv.is_huff()))
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
        if position.kings == 0 {
            return [no_progress, u32::MAX];
        }
        let [steady, road] = rules.draws.plies_left(position, Self::BOARD).map(|left| left.map_or(u32::MAX, u32::from));
        // There are two numbers. On the main road there hardly is a man left, and then these two go together.
        if road == u32::MAX { [no_progress, steady] } else { [no_progress.min(steady), road] }
    }

    #[inline(always)]
    fn table_pieces(&self, position: &Position) -> u32 {
        (position.own | position.their).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::{BUCKETS, HIDDEN, MOST, MOST_OUTPUT, ONE, OUTPUT_ONE, SCALE, count as net_count};
    use crate::games::catalog::Variant;
    use crate::util::random::Rng;
    use crate::with_game;

    /// What the weights of a net say of a position, from the inputs that a training sees.
    fn by_inputs<G: Evaluate>(game: &G, position: &G::Position, weights: &[i16]) -> i32 {
        let (mut own, mut their) = (Vec::new(), Vec::new());
        let bucket = game.net_inputs(position, [&mut own, &mut their]);
        let bias = weights.len() - BUCKETS * (2 * HIDDEN + 1) - HIDDEN;
        let outputs = &weights[bias + HIDDEN + bucket * (2 * HIDDEN + 1)..][..2 * HIDDEN + 1];
        let side = |inputs: &[u16], outputs: &[i16]| -> i32 {
            let hidden = |n: usize| -> i32 {
                let rows = inputs.iter().map(|input| i32::from(weights[usize::from(*input) * HIDDEN + n]));
                (i32::from(weights[bias + n]) + rows.sum::<i32>()).clamp(0, ONE)
            };
            (0..HIDDEN).map(|n| hidden(n).pow(2) * i32::from(outputs[n])).sum()
        };
        let sum = side(&own, &outputs[..HIDDEN]) + side(&their, &outputs[HIDDEN..2 * HIDDEN]);
        ((sum / ONE + i32::from(outputs[2 * HIDDEN])) * SCALE / (ONE * OUTPUT_ONE)).clamp(-MOST, MOST)
    }

    fn check<G: Evaluate>(game: G, name: &str) {
        let (mut rng, mut moves, mut scratch) = (Rng::new(3), Vec::new(), G::Scratch::default());
        let squares = game.net_squares().expect("draughts");
        let mut net: Vec<i16> = (0..net_count(squares)).map(|_| rng.below(61) as i16 - 30).collect();
        let outputs = net.len() - BUCKETS * (2 * HIDDEN + 1);
        net[outputs..]
            .iter_mut()
            .for_each(|weight| *weight = (*weight * 3).clamp(-MOST_OUTPUT as i16, MOST_OUTPUT as i16));
        let counts = game.model().weights[..game.weight_count()].to_vec();
        let game = game.with_model(Arc::new(Model::plain([counts, net.clone()].concat())));
        let (mut seen, mut differ) = (0, 0);
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..80 {
                moves.clear();
                game.moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                position = game.play(&position, moves[rng.below(moves.len() as u64) as usize]);
                let value = game.net_value(&position);
                assert_eq!(value, by_inputs(&game, &position, &net), "{name}: {position:?}");
                differ += i32::from(value != 0);
                let score = game.evaluate(&position);
                for alpha in [score - 300, score - 20, score, score + 20, score + 300] {
                    let beta = alpha + 10;
                    let within = game.evaluate_within(&position, (alpha, beta), &mut scratch);
                    let fits = match within {
                        _ if within >= beta => score >= within,
                        _ if within <= alpha => score <= within,
                        _ => score == within,
                    };
                    assert!(fits, "{name} {position:?}: {within} for {score} in {alpha}..{beta}");
                }
                seen += 1;
            }
        }
        assert!(seen > 200 && differ > seen / 2, "{name}: {seen} positions, {differ} with a correction");
    }

    #[test]
    fn the_net_sees_what_its_training_sees_and_bounds_hold() {
        for name in ["english", "russian", "international", "turkish", "schmidt-de-huff"] {
            let variant: Variant = name.parse().expect("a named game");
            with_game!(*variant.rules(), game => check(game, name));
        }
    }
}
