//! What a morris position is worth, and the hints that the search asks for.

pub(crate) mod weights;
mod windows;

use crate::eval::model::Model;
use crate::eval::{Evaluate, Leaf};
use crate::games::Side;
use crate::games::morris::Morris;
use crate::games::morris::board::{APART, POINTS, Sets, both, clockwise, counterclockwise};
use crate::games::morris::movegen;
use crate::games::morris::position::{Move, Position};
use crate::games::morris::rules::{FEWEST, Fly, MOST, Rules};
use std::sync::Arc;
use weights::{COUNTS, Phase, Weights};
use windows::{ALL, states};

/// The points with four neighbours: the middles of the middle ring.
const CROSSINGS: u32 = 0x00_AA00;

impl<const ANY: bool> Evaluate for Morris<ANY> {
    const HISTORY_SLOTS: usize = 32 * 32;
    type Scratch = ();

    #[inline(always)]
    fn evaluate(&self, position: &Position) -> i32 {
        let (counts, weights) = (self.ask(|rules| counts(rules, position)), &*self.weights);
        let plain = weights.plain[half(position)].iter().zip(counts);
        let mut sum: i32 = plain.map(|(weight, count)| i32::from(*weight) * count).sum();
        let windows = &weights.windows[Phase::of(position) as usize * ALL..][..ALL];
        states(position.own, position.their, |place| sum += i32::from(windows[place]));
        sum
    }

    fn weight_count(&self) -> usize {
        weights::count()
    }

    fn features(&self, position: &Position, out: &mut Vec<(u32, f32)>) {
        let first = half(position) * COUNTS;
        let counts = self.ask(|rules| counts(rules, position)).into_iter().enumerate();
        out.extend(counts.filter(|(_, count)| *count != 0).map(|(at, count)| ((first + at) as u32, count as f32)));
        let phase = Phase::of(position);
        states(position.own, position.their, |place| out.push((weights::number(phase, place) as u32, 1.0)));
    }

    fn model(&self) -> Arc<Model> {
        self.weights.model.clone()
    }

    fn with_model(mut self, model: Arc<Model>) -> Self {
        if let Some(weights) = Weights::new(model) {
            self.weights = Arc::new(weights);
        }
        self
    }

    fn pack(&self, position: &Position) -> [u64; 3] {
        let hands = u64::from(position.own_hand) | u64::from(position.their_hand) << 8;
        [position.own.into(), position.their.into(), hands | u64::from(position.side == Side::Black) << 63]
    }

    fn without_one(&self, position: &Position) -> Vec<Position> {
        let own_hand = position.own_hand.checked_sub(1);
        own_hand.map(|own_hand| Position { own_hand, ..*position }).into_iter().collect()
    }

    fn unpack(&self, [own, their, rest]: [u64; 3]) -> Option<Position> {
        let (own, their) = (u32::try_from(own).ok()?, u32::try_from(their).ok()?);
        let [own_hand, their_hand, ..] = rest.to_le_bytes();
        let sound = own & their == 0
            && (own | their) & !self.rules().board.points() == 0
            && own_hand.max(their_hand) <= MOST as u8;
        let position = if rest >> 63 == 0 {
            Position::new([own, their], [own_hand, their_hand], Side::White, 0)
        } else {
            Position::new([their, own], [their_hand, own_hand], Side::Black, 0)
        };
        sound.then_some(position)
    }

    #[inline(always)]
    fn history_slot(&self, _: &Position, mv: Move) -> usize {
        mv.path()
    }

    #[inline(always)]
    fn gain(&self, _: &Position, mv: Move) -> i32 {
        100 * mv.taken_set().count_ones() as i32
    }

    #[inline]
    fn leaf_kind(&self, position: &Position, _: &mut Vec<Move>) -> Leaf {
        let finished = self.ask(|rules| movegen::is_finished(rules, position));
        if finished { Leaf::Finished } else { Leaf::Quiet }
    }

    #[inline]
    fn qsearch_moves(&self, position: &Position, extend: bool, out: &mut Vec<Move>) {
        if extend {
            self.takings(position, out);
        }
    }

    #[inline(always)]
    fn plies_to_draw(&self, position: &Position) -> [u32; 2] {
        [self.plies_without_progress_left(position), u32::MAX]
    }

    #[inline(always)]
    fn table_pieces(&self, position: &Position) -> u32 {
        let placing = position.own_hand | position.their_hand != 0;
        if placing { u32::MAX } else { (position.own | position.their).count_ones() }
    }
}

/// The half of the plain counts that a position takes its weights from: while stones are placed, and while they move.
#[inline(always)]
const fn half(position: &Position) -> usize {
    (position.own_hand | position.their_hand == 0) as usize
}

/// What the evaluation counts, the opponent's taken off. Both sides are looked at in one word; see [`both`].
#[inline(always)]
fn counts(rules: Rules, position: &Position) -> [i32; COUNTS] {
    let board = rules.board;
    let stones = both(position.own, position.their);
    let empty = u64::each(position.empty(board));
    // The points beside a free one: a stone there can move.
    let free = u64::each(board.beside(position.empty(board)));
    // All points for a side of which something is so.
    let sides = |own: bool, their: bool| both(if own { POINTS } else { 0 }, if their { POINTS } else { 0 });
    let flies = |stones: u32, hand: u8| hand == 0 && rules.fly == Fly::Three && stones.count_ones() <= FEWEST;
    let flying = sides(flies(position.own, position.own_hand), flies(position.their, position.their_hand));
    let anywhere = flying | sides(position.own_hand != 0, position.their_hand != 0);

    let (right, left) = (clockwise(stones) & empty, counterclockwise(stones) & empty);
    let (inward, outward) = (board.inward(stones) & empty, board.outward(stones) & empty);
    let closers = board.closers(stones);
    let in_mills = stones & closers.all();
    let along = right & closers.by_clockwise() | left & closers.by_counterclockwise();
    let reached = along | (inward | outward) & closers.by_crossing() | anywhere & empty & closers.all();
    // A stone out of a mill that steps into the gap of another one.
    let runners = clockwise(in_mills) & closers.by_clockwise()
        | counterclockwise(in_mills) & closers.by_counterclockwise()
        | (board.inward(in_mills) | board.outward(in_mills)) & closers.by_crossing();

    let more = |set: u64| (set as u32).count_ones() as i32 - ((set >> APART) as u32).count_ones() as i32;
    let steps = [right, left, inward, outward].map(|set| more(set & !flying)).iter().sum::<i32>();
    let in_hand = i32::from(position.own_hand) - i32::from(position.their_hand);
    [
        more(stones) + in_hand,
        steps,
        more(stones & !free & !flying),
        more(reached),
        more(runners & empty),
        more(in_mills),
        more(stones & u64::each(CROSSINGS)),
        1,
    ]
}
