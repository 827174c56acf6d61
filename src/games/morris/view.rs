//! Morris boards, positions and moves as data.

use super::Morris;
use super::board::{NAMES, READING_ORDER, bits, column_and_row};
use super::position::{Move, Position};
use super::rules::{Board, NEVER};
use crate::games::Side;
use crate::games::view::{
    BoardKind, BoardView, BySide, DrawCounter, MoveKind, MoveShape, PieceKind, PieceView, PositionView, SquareView,
    View,
};

/// Rows and columns of the drawing.
const GRID: u32 = 7;

impl<const DIAGONALS: bool, const ALTERNATES: bool> View for Morris<DIAGONALS, ALTERNATES> {
    fn board(&self) -> BoardView {
        let square = |&bit: &u32| {
            let (column, row) = column_and_row(bit);
            let beside = Self::BOARD.beside(1 << bit);
            SquareView {
                name: name(bit),
                number: None,
                letters: Some(name(bit)),
                row: row as u32,
                column: column as u32,
                neighbours: READING_ORDER.iter().filter(|&&other| beside >> other & 1 != 0).map(|&b| name(b)).collect(),
                crowns: None,
            }
        };
        BoardView {
            kind: BoardKind::Points,
            rows: GRID,
            columns: GRID,
            dark_corner: None,
            bottom: Side::White,
            top: Side::Black,
            squares: READING_ORDER.iter().map(square).collect(),
            lines: Self::BOARD.lines().map(|line| line.map(name)).collect(),
        }
    }

    fn view_position(&self, position: &Position) -> PositionView {
        let piece = |&bit: &u32| {
            let side = [Side::White, Side::Black].into_iter().find(|side| position.stones(*side) >> bit & 1 != 0)?;
            Some(PieceView { square: name(bit), side, kind: PieceKind::Stone })
        };
        let limit = self.rules().no_progress;
        PositionView {
            pieces: READING_ORDER.iter().filter_map(piece).collect(),
            hands: Some(BySide { white: position.hand(Side::White).into(), black: position.hand(Side::Black).into() }),
            huffable: Vec::new(),
            no_progress: (limit != NEVER).then(|| DrawCounter { plies: position.quiet.into(), limit }),
            drawn_ending: None,
            king_moves: None,
        }
    }

    fn view_move(&self, position: &Position, mv: Move) -> MoveShape {
        let stones = position.own & !mv.origin_set() | 1 << mv.to();
        let closed = |line: &[u32; 3]| line.contains(&mv.to()) && line.iter().all(|point| stones >> point & 1 != 0);
        let mills: Vec<[String; 3]> = Self::BOARD.lines().filter(closed).map(|line| line.map(name)).collect();
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

fn name(bit: u32) -> String {
    NAMES[bit as usize].to_string()
}

impl Board {
    /// The lines of three points, the sides of the rings first.
    fn lines(self) -> impl Iterator<Item = [u32; 3]> {
        let sides =
            [0, 8, 16].into_iter().flat_map(|ring| [0, 2, 4, 6].map(|at| [at, at + 1, (at + 2) % 8].map(|p| ring + p)));
        sides.chain(bits(self.crossed() & 0xFF).map(|point| [point, point + 8, point + 16]))
    }
}
