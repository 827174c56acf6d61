//! Which moves are legal, and what they lead to.

use super::board::{Board, Piece, Square};
use super::jumps::{Capture, can_capture, captures, steps};
use super::laws::{Choice, Laws};
use std::collections::{BTreeMap, BTreeSet};

/// A legal move: its first and last square by number, and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Legal {
    pub huff: bool,
    pub from: usize,
    pub to: usize,
    pub after: String,
}

/// The routes that a move can take, as numbers, the start included.
pub type Routes = BTreeSet<Vec<usize>>;

/// More than any position of a game has, but few enough to list.
const MOST_ROUTES: usize = 5_000;

/// The legal moves with their routes; `None` if there are too many routes to follow.
pub fn legal(laws: &Laws, board: &Board) -> Option<BTreeMap<Legal, Routes>> {
    let mut moves: BTreeMap<Legal, Routes> = BTreeMap::new();
    if laws.crown_wins && has_king(board) {
        return Some(moves);
    }
    let own = board.pieces(board.white_to_move);
    let captures = routes(laws, board)?;
    for square in &board.huffable {
        let mut after = board.clone();
        after.put(*square, None);
        after.huffable.clear();
        forget_runs(&mut after);
        let number = board.number(*square);
        moves.insert(Legal { huff: true, from: number, to: number, after: after.write() }, Routes::new());
    }
    if laws.must_huff && !moves.is_empty() {
        return Some(moves);
    }
    // A capture that one route makes complete is no fault, whichever route was meant.
    let complete: BTreeSet<Identity> = captures.iter().filter(|capture| capture.complete).map(identity).collect();
    for capture in &captures {
        let to = *capture.route.last().expect("a landing square");
        // The victims leave before the piece arrives: it may end where one of them stood.
        let mut cleared = board.clone();
        for (victim, _) in &capture.victims {
            cleared.put(*victim, None);
        }
        let mut after = moved(&cleared, capture.from, to, capture.crowned);
        after.runs.remove(&board.white_to_move);
        forget_runs(&mut after);
        if laws.huffing && laws.chain_must && !complete.contains(&identity(capture)) {
            after.huffable.insert(to);
        }
        let mv = Legal { huff: false, from: board.number(capture.from), to: board.number(to), after: after.write() };
        let squares = std::iter::once(&capture.from).chain(&capture.route);
        moves.entry(mv).or_default().insert(squares.map(|square| board.number(*square)).collect());
    }
    if captures.is_empty() || !laws.must_capture {
        let capturers: Vec<Square> =
            own.iter().map(|(square, _)| *square).filter(|square| can_capture(laws, board, *square)).collect();
        for (from, piece) in own {
            let last = board.runs.get(&piece.white).filter(|(square, _)| *square == from);
            let moves_before = last.map_or(0, |(_, moves)| *moves);
            if laws.king_limit.is_some_and(|limit| moves_before >= limit) {
                continue;
            }
            for to in steps(laws, board, from) {
                let crowned = !piece.king && board.crowns(piece.white, to);
                let mut after = moved(board, from, to, crowned);
                after.runs.remove(&piece.white);
                if piece.king && laws.king_limit.is_some() {
                    after.runs.insert(piece.white, (to, moves_before + 1));
                }
                forget_runs(&mut after);
                if laws.huffing {
                    after.huffable = capturers.iter().map(|at| if *at == from { to } else { *at }).collect();
                }
                let (from, to) = (board.number(from), board.number(to));
                moves.insert(Legal { huff: false, from, to, after: after.write() }, Routes::new());
            }
        }
    }
    Some(moves)
}

/// The legal captures, each route on its own.
fn routes(laws: &Laws, board: &Board) -> Option<Vec<Capture>> {
    let mut budget = MOST_ROUTES;
    let mut all = Vec::new();
    for (square, _) in board.pieces(board.white_to_move) {
        all.extend(captures(laws, board, square, &mut budget));
    }
    if budget == 0 {
        return None;
    }
    if laws.chain_must && !laws.huffing {
        all.retain(|capture| capture.complete);
    }
    if let Some(best) = all.iter().map(|capture| rank(laws, capture)).max() {
        all.retain(|capture| rank(laws, capture) == best);
    }
    Some(all)
}

/// The place of a capture in the order of precedence: the greater comes first.
fn rank(laws: &Laws, capture: &Capture) -> Vec<i64> {
    let count = capture.victims.len() as i64;
    let kings = capture.victims.iter().filter(|(_, king)| *king).count() as i64;
    let by_king = i64::from(capture.by_king);
    match laws.choice {
        Choice::Free => Vec::new(),
        Choice::Most => vec![count],
        Choice::MostKings => vec![count, kings],
        Choice::KingFirst => vec![by_king],
        Choice::Italian => {
            let mut values = vec![count, by_king, kings];
            values.extend(capture.victims.iter().map(|(_, king)| i64::from(*king)));
            values
        }
        // A king counts as two men, but a little less.
        Choice::Frisian => vec![100 * (count - kings) + 199 * kings, by_king],
    }
}

/// What makes a capture the same move: start, end and victims. (Where a man goes on as a king, one route may
/// crown it and another not; these lead to different positions.)
type Identity = (Square, Option<Square>, BTreeSet<Square>, bool);

fn identity(capture: &Capture) -> Identity {
    let victims = capture.victims.iter().map(|(square, _)| *square).collect();
    (capture.from, capture.route.last().copied(), victims, capture.crowned)
}

/// A run is over once its king is gone, or its side has no men left.
fn forget_runs(board: &mut Board) {
    let lasts = |white: bool, square: Square| {
        let pieces = board.pieces(white);
        pieces.iter().any(|(at, piece)| *at == square && piece.king) && pieces.iter().any(|(_, piece)| !piece.king)
    };
    let gone: Vec<bool> =
        board.runs.iter().filter(|(white, run)| !lasts(**white, run.0)).map(|(white, _)| *white).collect();
    for white in gone {
        board.runs.remove(&white);
    }
}

fn has_king(board: &Board) -> bool {
    [true, false].into_iter().any(|white| board.pieces(white).iter().any(|(_, piece)| piece.king))
}

/// The board with a piece moved and the other side to move.
fn moved(board: &Board, from: Square, to: Square, crowned: bool) -> Board {
    let piece = board.get(from).expect("a piece");
    let mut after = board.clone();
    after.put(from, None);
    after.put(to, Some(Piece { king: piece.king || crowned, ..piece }));
    after.white_to_move = !board.white_to_move;
    after.huffable.clear();
    after
}
