//! Morris (mill, Mühle) in all its rule sets, on 24 points with and without diagonals.
//!
//! ```text
//! rules     the axes, and what each value means     named     the named games as data
//! law       rule sets as types, so that they fold    board     points, lines, steps
//! position  a position, a move, playing it           generate  all legal moves
//! notation  texts and diagrams                       sanmill   another program's positions
//! evaluate  what a position is worth                 weights   what each count of that is worth
//! ```
//!
//! A ply is a whole move: the stone taken belongs to the closing of the mill. Where a mill earns another turn
//! the same side simply moves once more, in a position of its own.

pub mod board;

pub(crate) mod movegen;
pub mod named;
mod notation;
pub mod position;
pub mod rules;
pub mod ruleset;
mod sanmill;

pub use ruleset::visit;

use crate::eval::morris::weights::{self, Tables};
use crate::games::{Ending, Game, Reason, Side};
use position::{Move, Position};
use rules::{FEWEST, Rules};
use ruleset::Law;

/// A morris game: its rules, as a type that folds where it can.
#[derive(Clone, Copy, Debug)]
pub struct Morris<L: Law> {
    pub(crate) law: L,
    pub(crate) tables: &'static Tables,
}

impl<L: Law> Morris<L> {
    /// The game of a law.
    pub fn new(law: L) -> Self {
        Morris { law, tables: weights::of(&law.rules()) }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.law.rules()
    }
}

impl<L: Law> Game for Morris<L> {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = L::ALTERNATES;

    fn start(&self) -> Position {
        // At most twelve, as the rules' check has it.
        let men = self.rules().men.min(rules::MOST as u16) as u8;
        Position::new([0, 0], [men, men], Side::White, 0)
    }

    #[inline(always)]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    // One copy a game: the call costs less than its weight in every caller.
    #[inline(never)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        movegen::moves(self.law, position, out);
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        movegen::count(self.law, position)
    }

    #[inline(always)]
    fn is_finished(&self, position: &Position, _: &mut Vec<Move>) -> bool {
        movegen::is_finished(self.law, position)
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv, movegen::again(self.law, position, mv))
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn key_from_scratch(&self, position: &Position) -> u64 {
        position.key_from_scratch()
    }

    fn symmetric_key(&self, position: &Position) -> u64 {
        position.symmetric_key()
    }

    fn finish(&self, position: &Position) -> Ending {
        let (mover, other) = (position.side, position.side.other());
        if position.own_left() < FEWEST {
            Ending::win(other, Reason::TooFewStones)
        } else if position.their_left() < FEWEST {
            // The side that took the last stone needed has another turn, and nothing left to do with it.
            Ending::win(mover, Reason::TooFewStones)
        } else {
            Ending::win(other, Reason::Blocked)
        }
    }

    fn draw(&self, position: &Position) -> Option<Ending> {
        (position.quiet >= self.rules().no_progress).then(|| Ending::draw(Reason::NoProgress))
    }

    fn reversible_plies(&self, position: &Position) -> usize {
        usize::from(position.quiet)
    }
}
