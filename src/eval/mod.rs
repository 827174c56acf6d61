//! What a game tells the search beyond its rules: how a position looks, and a few hints.

pub mod draughts;
pub mod morris;
pub mod score;
pub(crate) mod weights;
pub mod wolf;

use crate::games::Game;
pub use crate::games::Leaf;
use score::{DRAW, WIN};

/// A game that can be searched.
pub trait Evaluate: Game {
    /// The number of history slots: [`Evaluate::slot`] is below it.
    const SLOTS: usize;

    /// The position's worth for the side to move, in hundredths of a man or stone.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// What the evaluation counts of a position, as a training needs it: the evaluation is the sum of these, each times a
    /// weight. Empty for a game without weights.
    fn features(&self, _: &Self::Position) -> Vec<f32> {
        Vec::new()
    }

    /// The weights that the features are multiplied with, in their order.
    fn weights(&self) -> Vec<i16> {
        Vec::new()
    }

    /// The slot under which the success of a quiet move like this is remembered.
    fn slot(&self, position: &Self::Position, mv: Self::Move) -> usize;

    /// What a move wins at once, in the same units; 0 for a quiet move. Moves that win something are tried
    /// first and never reduced.
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> i32;

    /// How a leaf is to be judged. Where the side to move has no choice but to change the position at once, its
    /// moves are appended.
    fn leaf(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Leaf;

    /// Appends the moves that a quiet leaf may try to do better than its evaluation; asked only where that falls short.
    /// `extend` allows what could go on for long; without it only what ends by itself is handed out.
    fn tries(&self, position: &Self::Position, extend: bool, out: &mut Vec<Self::Move>);

    /// Whether lines of forced replies are long and decide games, so that it pays to follow them to their ends: an only move costs
    /// no depth then.
    #[inline(always)]
    fn follows_forced(&self) -> bool {
        false
    }

    /// How many plies more of the same make the game a draw, by each of the rules that count; `u32::MAX` for one that does not.
    fn plies_to_draw(&self, position: &Self::Position) -> [u32; 2];

    /// Works out beforehand what the first search would otherwise have to, where that takes a while.
    fn prepare(&self) {}

    /// The result of a position that the game has solved, if it has.
    #[inline(always)]
    fn solved(&self, _: &Self::Position) -> Option<Solved> {
        None
    }
}

/// The mover's score of what a move leads to, where that is known without a search: the game is over then, or has solved it.
pub(crate) fn outlook<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> Option<i32> {
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

/// What a move is worth to the mover before any search: the result that it leads to, if that is known, or else what it wins at
/// once.
pub fn first_impression<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> i32 {
    let next = game.play(position, mv);
    let Some(result) = game.solved(&next) else { return game.gain(position, mv) };
    if game.side(&next) == game.side(position) { result.score() } else { -result.score() }
}

/// A known result.
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
    /// Its score for the side to move.
    pub const fn score(self) -> i32 {
        match self {
            Solved::Win(plies) => WIN - plies as i32,
            Solved::Loss(plies) => plies as i32 - WIN,
            Solved::Draw => DRAW,
        }
    }
}
