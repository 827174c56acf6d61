//! What a game tells the search beyond its rules: how a position looks, and a few hints.

use crate::game::Game;

/// How a leaf of the search is to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The game is over.
    Finished,
    /// The evaluation can be trusted; the moves that [`Think::tries`] hands out may do better.
    Quiet,
    /// The evaluation means nothing before one of the moves handed out, which are all there are, is played.
    Forced,
}

/// A game that can be searched.
pub trait Think: Game {
    /// The number of history slots: [`Think::slot`] is below it.
    const SLOTS: usize;

    /// The position's worth for the side to move, in hundredths of a man or stone.
    fn evaluate(&self, position: &Self::Position) -> i32;

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

    /// A coarse number that differs from 0 as the no-progress limit comes near, so that scores found then
    /// are not mistaken for those of the same position with time to spare.
    fn urgency(&self, position: &Self::Position) -> u64;

    /// Works out beforehand what the first search would otherwise have to, where that takes a while.
    fn prepare(&self) {}

    /// The result of a position that the game has solved, if it has.
    #[inline(always)]
    fn solved(&self, _: &Self::Position) -> Option<Solved> {
        None
    }
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
