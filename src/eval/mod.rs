//! Evaluation: what a game tells the search beyond its rules.

pub mod draughts;
pub mod model;
pub mod morris;
pub mod net;
pub mod score;
pub(crate) mod weights;
pub mod wolf;

use crate::games::Game;
pub use crate::games::Leaf;
use model::Model;
use score::{DRAW, WIN};
use std::sync::Arc;

/// A game that can be searched.
pub trait Evaluate: Game {
    /// The number of history slots: [`Evaluate::history_slot`] is below it.
    const HISTORY_SLOTS: usize;

    /// What a thread keeps from one evaluation to the next, to save time; no score depends on it.
    type Scratch: Default + Send;

    /// The static evaluation for the side to move, in hundredths of a man or stone.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// The same for a search that asks whether it lies in a window: outside, a bound may do, which lies between the window and the value.
    #[inline(always)]
    fn evaluate_within(&self, position: &Self::Position, _window: (i32, i32), _: &mut Self::Scratch) -> i32 {
        self.evaluate(position)
    }

    /// The number of weights that the evaluation has, without those of a net; 0 for a game that needs none.
    fn weight_count(&self) -> usize {
        0
    }

    /// The squares of the board that a net sees, if the family can use one.
    fn net_squares(&self) -> Option<usize> {
        None
    }

    /// What a net sees of a position, for the mover and for the other side: appends the number of each piece, by kind and square, and gives
    /// the [bucket](net::bucket).
    fn net_inputs(&self, _: &Self::Position, _: [&mut Vec<u16>; 2]) -> usize {
        0
    }

    /// The sum of the counts, each times its weight: the evaluation without the net, and without what draws it towards the draw.
    fn sum(&self, position: &Self::Position) -> i32 {
        self.evaluate(position)
    }

    /// What the net in use adds to the sum of the counts.
    fn net_value(&self, _: &Self::Position) -> i32 {
        0
    }

    /// Whether a model has as many weights as this game needs, with a net or without.
    fn fits(&self, model: &Model) -> bool {
        let (count, own) = (model.weights.len(), self.weight_count());
        count == own || self.net_squares().is_some_and(|squares| count == own + net::count(squares))
    }

    /// Appends what the evaluation counts of a position, as a training needs it: the evaluation is the sum of the counts, each times
    /// the weight of its number. What it is divided by in drawish endings is left out.
    fn features(&self, _: &Self::Position, _: &mut Vec<(u32, f32)>) {}

    /// The weights in use.
    fn model(&self) -> Arc<Model>;

    /// The same game with other weights, which must [fit](Evaluate::fits).
    fn with_model(self, model: Arc<Model>) -> Self;

    /// A position in a few words, for files of positions, without its draw counters.
    fn pack(&self, position: &Self::Position) -> [u64; 3];

    /// A position with a man or stone of the mover's less, for each that it has: what they are worth is the scale of the evaluation.
    /// None where a man more or less does not say who is ahead.
    fn without_one(&self, _: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// The position of such words; `None` if they are not those of a position.
    fn unpack(&self, words: [u64; 3]) -> Option<Self::Position>;

    /// The history slot of a quiet move: moves of one slot share their history.
    fn history_slot(&self, position: &Self::Position, mv: Self::Move) -> usize;

    /// What a move wins at once, in the same units; 0 for a quiet move. Moves that win something are tried
    /// first and never reduced.
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> i32;

    /// How quiescence search treats a position. If it is [`Leaf::Forced`], all its moves are appended.
    fn leaf_kind(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Leaf;

    /// Appends the moves that quiescence search tries in a quiet position whose evaluation is below beta. `extend` allows
    /// moves whose sequels could go on for long; without it only those that end by themselves are appended.
    fn qsearch_moves(&self, position: &Self::Position, extend: bool, out: &mut Vec<Self::Move>);

    /// Whether the single-reply extension pays: where lines of forced replies are long and decide games, an only move costs
    /// no depth.
    #[inline(always)]
    fn extends_single_replies(&self) -> bool {
        false
    }

    /// How many more plies without progress make a draw, by each rule that counts them; `u32::MAX` for a rule that does not apply.
    fn plies_to_draw(&self, position: &Self::Position) -> [u32; 2];

    /// The pieces of both sides, by which tables are chosen; more than any table has where no table can hold the position.
    #[inline(always)]
    fn table_pieces(&self, _: &Self::Position) -> u32 {
        u32::MAX
    }

    /// Computes in advance what would delay the first search.
    fn prepare(&self) {}

    /// The result of a position that the game has solved, if it has.
    #[inline(always)]
    fn solved(&self, _: &Self::Position) -> Option<Solved> {
        None
    }
}

/// The score of a move for the mover, where it is known without a search: the game is over after it, or solved.
pub(crate) fn known_move_score<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> Option<i32> {
    let next = game.play(position, mv);
    let score = match game.solved(&next) {
        Some(result) => result.score(),
        None if game.is_finished(&next, &mut Vec::new()) => match game.finish(&next).winner {
            Some(winner) if winner == game.side(&next) => WIN,
            Some(_) => -WIN,
            None => DRAW,
        },
        None => return None,
    };
    Some(if game.side(&next) == game.side(position) { score } else { -score })
}

/// A first ranking of a move before any search: the result that it leads to, if the game has solved it, or what it wins at once.
pub fn static_move_score<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> i32 {
    let next = game.play(position, mv);
    let Some(result) = game.solved(&next) else { return game.gain(position, mv) };
    if game.side(&next) == game.side(position) { result.score() } else { -result.score() }
}

/// The result of a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The side to move wins in so many plies with best play on both sides.
    Win(u32),
    /// The side to move loses in so many plies.
    Loss(u32),
    /// Nobody can win.
    Draw,
}

impl Solved {
    /// The score for the side to move.
    pub const fn score(self) -> i32 {
        match self {
            Solved::Win(plies) => WIN - plies as i32,
            Solved::Loss(plies) => plies as i32 - WIN,
            Solved::Draw => DRAW,
        }
    }
}
