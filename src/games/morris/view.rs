//! Morris boards, positions and moves as data.

use super::Morris;
use super::position::{Move, Position};
use super::rules::NEVER;
use crate::games::Side;
use crate::games::view::{
    BoardKind, BoardView, BySide, DrawCounter, MoveKind, MoveShape, PieceKind, PieceView, PositionView, SquareView,
    View,
};

impl<const ANY: bool> View for Morris<ANY> {
    fn board(&self) -> BoardView {
        let board = self.rules().board;
        let name = |point: u32| board.name(point).to_string();
        let square = |&bit: &u32| {
            let (column, row) = board.column_and_row(bit);
            let beside = board.beside(1 << bit);
            SquareView {
                name: name(bit),
                number: None,
                letters: Some(name(bit)),
                row: row as u32,
                column: column as u32,
                neighbours: board
                    .reading_order()
                    .iter()
                    .filter(|&&other| beside >> other & 1 != 0)
                    .map(|&b| name(b))
                    .collect(),
                crowns: None,
            }
        };
        BoardView {
            kind: BoardKind::Points,
            rows: board.grid() as u32,
            columns: board.grid() as u32,
            dark_corner: None,
            bottom: Side::White,
            top: Side::Black,
            squares: board.reading_order().iter().map(square).collect(),
            lines: board.lines().into_iter().map(|line| line.map(name)).collect(),
        }
    }

    fn view_position(&self, position: &Position) -> PositionView {
        let board = self.rules().board;
        let piece = |&bit: &u32| {
            let side = [Side::White, Side::Black].into_iter().find(|side| position.stones(*side) >> bit & 1 != 0)?;
            Some(PieceView { square: board.name(bit).to_string(), side, kind: PieceKind::Stone })
        };
        let limit = self.rules().no_progress;
        PositionView {
            pieces: board.reading_order().iter().filter_map(piece).collect(),
            hands: Some(BySide { white: position.hand(Side::White).into(), black: position.hand(Side::Black).into() }),
            huffable: Vec::new(),
            no_progress: (limit != NEVER).then(|| DrawCounter { plies: position.quiet.into(), limit }),
            drawn_ending: None,
            king_moves: None,
        }
    }

    fn view_move(&self, position: &Position, mv: Move) -> MoveShape {
        let board = self.rules().board;
        let name = |point: u32| board.name(point).to_string();
        let stones = position.own & !mv.origin_set() | 1 << mv.to();
        let closed = |line: &[u32; 3]| line.contains(&mv.to()) && line.iter().all(|point| stones >> point & 1 != 0);
        let mills: Vec<[String; 3]> = board.lines().into_iter().filter(closed).map(|line| line.map(name)).collect();
        let mut captured: Vec<String> = mv.taken().map(name).collect();
        captured.sort_unstable();
        MoveShape {
            kind: match (mills.is_empty(), mv.places()) {
                (false, _) => MoveKind::Mill,
                (true, true) => MoveKind::Place,
                (true, false) => MoveKind::Step,
            },
            from: mv.from().map(name),
            path: mv.from().into_iter().chain([mv.to()]).map(name).collect(),
            to: name(mv.to()),
            captured,
            crowns: false,
            other_paths: Vec::new(),
            mills,
        }
    }
}
