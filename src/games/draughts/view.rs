//! Draughts boards, positions and moves as data.

use super::Draughts;
use super::board::bits;
use super::notation::routes;
use super::position::{Move, Position};
use super::rules::{Board, Corner, NEVER, Rules};
use crate::games::Side;
use crate::games::notation::Style;
use crate::games::view::{
    BoardKind, BoardView, DrawCounter, KingMovesView, KingRunView, MoveKind, MoveShape, PieceKind, PieceView,
    PositionView, SquareView, View,
};

/// More ways to make the same capture are not listed.
const MOST_PATHS: usize = 16;

impl<const SQUARES: u32, const HUFF: bool> View for Draughts<SQUARES, HUFF> {
    fn board(&self) -> BoardView {
        chequered(Self::BOARD, self.rules.corner, true)
    }

    fn view_position(&self, position: &Position) -> PositionView {
        let rules = &self.rules;
        let counter = rules.draws.counter(position, Self::BOARD);
        PositionView {
            pieces: pieces(rules, position),
            hands: None,
            huffable: names(rules, self.huffable(position)),
            no_progress: (rules.no_progress != NEVER)
                .then(|| DrawCounter { plies: position.quiet.into(), limit: rules.no_progress }),
            drawn_ending: counter.map(|(plies, limit)| DrawCounter { plies: plies.into(), limit: limit.into() }),
            king_moves: rules.movement.limits_kings().then(|| king_moves(rules, position)),
        }
    }

    fn view_move(&self, position: &Position, mv: Move) -> MoveShape {
        shape(&self.rules, position, mv)
    }
}

/// A board of squares, with or without rows on which men are crowned.
pub(crate) fn chequered(board: Board, corner: Corner, crowning: bool) -> BoardView {
    let size = board.size();
    let square = |number: u32| {
        let (row, column) = ((number - 1) / board.width(), board.column(number, corner));
        let steps =
            if board.is_full() { [(-1, 0), (0, -1), (0, 1), (1, 0)] } else { [(-1, -1), (-1, 1), (1, -1), (1, 1)] };
        let beside = steps.into_iter().filter_map(|(down, right)| {
            let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            board.number_at(row, column, corner).map(|number| number.to_string())
        });
        let letter = char::from(b'a' + column as u8);
        SquareView {
            name: number.to_string(),
            number: Some(number),
            letters: (board != Board::Ten).then(|| format!("{letter}{}", size - row)),
            row,
            column,
            neighbours: beside.collect(),
            crowns: match row {
                0 if crowning => Some(Side::White),
                _ if crowning && row == size - 1 => Some(Side::Black),
                _ => None,
            },
        }
    };
    BoardView {
        kind: BoardKind::Squares,
        rows: size,
        columns: size,
        dark_corner: (!board.is_full()).then(|| corner.word()),
        bottom: Side::White,
        top: Side::Black,
        squares: (1..=board.count()).map(square).collect(),
        lines: Vec::new(),
    }
}

fn pieces(rules: &Rules, position: &Position) -> Vec<PieceView> {
    let board = rules.movement.board;
    let piece = |number| {
        let bit = board.bit(number, rules.corner)?;
        let side = [Side::White, Side::Black].into_iter().find(|side| position.pieces(*side) >> bit & 1 != 0)?;
        let kind = if position.kings >> bit & 1 != 0 { PieceKind::King } else { PieceKind::Man };
        Some(PieceView { square: number.to_string(), side, kind })
    };
    (1..=board.count()).filter_map(piece).collect()
}

fn king_moves(rules: &Rules, position: &Position) -> KingMovesView {
    let view = |side| {
        let run = position.run(side);
        let square = bits(run.square()).next()?;
        Some(KingRunView { square: rules.name(square, Style::Usual), moves: run.moves() })
    };
    KingMovesView { limit: rules.movement.king_limit.into(), white: view(Side::White), black: view(Side::Black) }
}

fn names(rules: &Rules, set: u64) -> Vec<String> {
    rules.numbers(set).iter().map(u32::to_string).collect()
}

fn shape(rules: &Rules, position: &Position, mv: Move) -> MoveShape {
    let name = |bit: u32| rules.name(bit, Style::Usual);
    let (from, to) = (name(mv.from()), name(mv.to()));
    let mut shape = MoveShape {
        kind: MoveKind::Step,
        from: Some(from.clone()),
        path: vec![from.clone(), to.clone()],
        to,
        captured: Vec::new(),
        crowns: mv.crowns(),
        other_paths: Vec::new(),
        mills: Vec::new(),
    };
    if mv.is_huff() {
        return MoveShape { kind: MoveKind::Huff, from: None, path: Vec::new(), captured: vec![from], ..shape };
    }
    if mv.is_capture() {
        let routes = routes(rules, position, mv, MOST_PATHS + 1);
        let path = |route: &Vec<u32>| std::iter::once(mv.from()).chain(route.iter().copied()).map(name).collect();
        let mut paths = routes.iter().map(path);
        shape.kind = MoveKind::Capture;
        shape.path = paths.next().unwrap_or(shape.path);
        shape.other_paths = paths.collect();
        let first = routes.first().map_or(&[][..], Vec::as_slice);
        shape.captured = victims(rules.movement.board, position, mv, first).into_iter().map(name).collect();
    }
    shape
}

/// The captured squares in the order in which a route jumps them.
fn victims(board: Board, position: &Position, mv: Move, route: &[u32]) -> Vec<u32> {
    let place = |bit: u32| {
        let number = board.number(bit, Corner::Left);
        (board.row_of(bit) as i32, board.column(number, Corner::Left) as i32)
    };
    let (mut rest, mut order, mut from) = (board.captured(mv, position.their), Vec::new(), mv.from());
    for &to in route {
        let ((row, column), (end, side)) = (place(from), place(to));
        // One piece is jumped between two landings; those jumped before may still lie there.
        let between = |bit: &u32| {
            let (r, c) = place(*bit);
            let (down, right) = (r - row, c - column);
            let on_line = down * (side - column) == right * (end - row);
            on_line && (r - row) * (r - end) <= 0 && (c - column) * (c - side) <= 0 && *bit != to
        };
        if let Some(bit) = bits(rest).find(between) {
            rest &= !(1 << bit);
            order.push(bit);
        }
        from = to;
    }
    order.extend(bits(rest));
    order
}
