//! Positions and moves of wolf and sheep as data.

use super::Wolf;
use super::movegen::BOARD;
use super::notation::{CORNER, number};
use super::position::{Move, Position};
use crate::games::Side;
use crate::games::draughts::view::chequered;
use crate::games::view::{BoardView, MoveKind, MoveShape, PieceKind, PieceView, PositionView, View};

impl View for Wolf {
    fn board(&self) -> BoardView {
        chequered(BOARD, CORNER, false)
    }

    fn view_position(&self, position: &Position) -> PositionView {
        let piece = |number| {
            let bit = 1u64 << BOARD.bit(number, CORNER)?;
            let (side, kind) = match () {
                () if position.sheep & bit != 0 => (Side::White, PieceKind::Sheep),
                () if position.wolf & bit != 0 => (Side::Black, PieceKind::Wolf),
                () => return None,
            };
            Some(PieceView { square: number.to_string(), side, kind })
        };
        PositionView {
            pieces: (1..=BOARD.count()).filter_map(piece).collect(),
            hands: None,
            huffable: Vec::new(),
            no_progress: None,
            drawn_ending: None,
            king_moves: None,
        }
    }

    fn view_move(&self, _: &Position, mv: Move) -> MoveShape {
        let name = |bit| number(bit).to_string();
        MoveShape {
            kind: if mv.from().is_some() { MoveKind::Step } else { MoveKind::WolfPlacement },
            from: mv.from().map(name),
            path: mv.from().into_iter().chain([mv.to()]).map(name).collect(),
            to: name(mv.to()),
            captured: Vec::new(),
            crowns: false,
            other_paths: Vec::new(),
            mills: Vec::new(),
        }
    }
}
