//! Wolf and sheep: four sheep against a wolf that must not slip through.
//!
//! ```text
//! rules     the one axis                              named     the table of games
//! position  a position, a move, playing it            movegen   all legal moves
//! notation  texts and diagrams                        view      positions and moves as data
//! ```
//!
//! The squares are those of the small draughts board, [`crate::games::draughts::board`]. White's sheep begin on the
//! bottom row and step diagonally up. Black first places the wolf on any free square; it then steps
//! diagonally in any direction. Nothing is captured. The wolf wins once it is in a row below every sheep's, the
//! sheep win when it cannot move, and sheep that cannot move lose. A sheep never comes back, so that
//! no position does, and every game ends by itself.

pub(crate) mod movegen;
pub mod named;
mod notation;
pub mod position;
pub mod rules;
mod view;

use crate::games::{Ending, Game, Reason, Side};
use movegen::BOARD;
use position::{Move, Position};
use rules::{First, Rules};

/// Wolf and sheep.
#[derive(Clone, Debug)]
pub struct Wolf {
    rules: Rules,
}

/// The number of sheep.
pub(crate) const SHEEP: u32 = 4;

impl Wolf {
    /// The game of a rule set.
    pub const fn new(rules: Rules) -> Wolf {
        Wolf { rules }
    }
}

impl Game for Wolf {
    type Position = Position;
    type Move = Move;
    /// Where the wolf has the first move, it moves right after it was placed.
    const ALTERNATES: bool = false;

    fn start(&self) -> Position {
        Position::new(BOARD.row(BOARD.size() - 1), 0, Side::Black)
    }

    #[inline(always)]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        movegen::moves(position, out);
    }

    fn count(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        movegen::count(position)
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv, self.rules.first == First::Wolf && mv.from().is_none())
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn key_from_scratch(&self, position: &Position) -> u64 {
        position.key_from_scratch()
    }

    fn symmetric_key(&self, position: &Position) -> u64 {
        // The players differ, and the dark squares have no mirror image.
        position.key
    }

    fn finish(&self, position: &Position) -> Ending {
        if movegen::escaped(position) {
            Ending::win(Side::Black, Reason::WolfEscaped)
        } else if position.side == Side::Black {
            Ending::win(Side::White, Reason::WolfCaught)
        } else {
            Ending::win(Side::Black, Reason::Blocked)
        }
    }

    fn draw(&self, _: &Position) -> Option<Ending> {
        None
    }

    fn reversible_plies(&self, _: &Position) -> usize {
        0
    }
}
