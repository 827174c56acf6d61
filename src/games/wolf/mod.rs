//! Wolf and sheep: four sheep against a wolf that must not slip through.
//!
//! ```text
//! rules     the one axis                              generate  all legal moves
//! position  a position, a move, playing it            notation  texts and diagrams
//! evaluate  the solved game
//! ```
//!
//! The squares are those of the small draughts board, [`crate::games::draughts::board`]. White's sheep begin on the
//! bottom row and step diagonally up. Black first places the wolf on any free square; it then steps
//! diagonally in any direction. Nothing is captured. The wolf wins once it is in a row below every sheep's, the
//! sheep win when it cannot move, and sheep that cannot move lose. A sheep never comes back, so that
//! no position does, and every game ends by itself.

pub(crate) mod movegen;
mod notation;
pub mod position;
pub mod rules;

use crate::games::{Ending, Game, Reason, Side, Visitor};
use movegen::BOARD;
use position::{Move, Position};
use rules::{First, Rules};

/// Wolf and sheep; the wolf also makes the first move after its placing if `WOLF_FIRST`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wolf<const WOLF_FIRST: bool>;

/// The number of sheep.
pub(crate) const SHEEP: u32 = 4;

/// Calls the visitor with the game of these rules.
pub fn visit<V: Visitor>(rules: Rules, visitor: V) -> V::Output {
    match rules.first {
        First::Sheep => visitor.visit(Wolf::<false>),
        First::Wolf => visitor.visit(Wolf::<true>),
    }
}

impl<const WOLF_FIRST: bool> Game for Wolf<WOLF_FIRST> {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = !WOLF_FIRST;

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
        position.play(mv, WOLF_FIRST && mv.from().is_none())
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
