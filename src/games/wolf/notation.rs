//! Positions, moves and diagrams of wolf and sheep as text.
//!
//! A position is written as in draughts, the sheep as White's men and the wolf as Black's: `B:W29-32:B` before
//! the wolf is placed, `W:W29-32:B14` after `@14`. Steps are `29-25`. Squares may also be given by column and row.

use super::movegen::BOARD;
use super::position::{Move, Position};
use super::{SHEEP, Wolf};
use crate::games::draughts::board::bits;
use crate::games::draughts::rules::Corner;
use crate::games::notation::{MoveError, Notation, PositionError, clip, illegal_move};
use crate::games::{Game, Side};
use std::fmt::Write;

const EXPECTED_POSITION: &str = "a form like `W:W29-32:B14`";
const EXPECTED_MOVE: &str = "a form like 29-25, or @14 to place the wolf";
pub(super) const CORNER: Corner = Corner::Left;

impl Notation for Wolf {
    fn format_position(&self, position: &Position) -> String {
        format!("{}:W{}:B{}", position.side.letter(), format_squares(position.sheep), format_squares(position.wolf))
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let (side, sheep, wolf) = parse_parts(text.trim())?;
        if sheep.count_ones() != SHEEP {
            let count = sheep.count_ones();
            return Err(PositionError::illegal(format!("there must be {SHEEP} sheep (White), and there are {count}")));
        }
        if wolf.count_ones() > 1 {
            let count = wolf.count_ones();
            return Err(PositionError::illegal(format!("there must be one wolf (Black), and there are {count}")));
        }
        if let Some(bit) = bits(sheep & wolf).next() {
            return Err(PositionError::illegal(format!("square {} holds both a sheep and the wolf", number(bit))));
        }
        if wolf == 0 && side == Side::White {
            return Err(PositionError::illegal("White is to move, but the wolf (Black) has not been placed"));
        }
        Ok(Position::new(sheep, wolf, side))
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        match mv.from() {
            Some(from) => format!("{}-{}", number(from), number(mv.to())),
            None => format!("@{}", number(mv.to())),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let read = |name: &str| {
            square(name)
                .ok_or_else(|| MoveError::syntax(text, format!("`{}` is not a dark square", clip(name)), EXPECTED_MOVE))
        };
        let wanted = match (compact.strip_prefix('@'), compact.split_once('-')) {
            (Some(to), _) => Move::place(read(to)?),
            (None, Some((from, to))) => Move::step(read(from)?, read(to)?),
            (None, None) => return Err(MoveError::syntax(text, "it is neither a step nor a placing", EXPECTED_MOVE)),
        };
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        if legal.contains(&wanted) { Ok(wanted) } else { Err(illegal_move(self, position, &compact)) }
    }

    fn diagram(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in 0..BOARD.size() {
            // Writing to a string cannot fail, here and below.
            let _ = write!(text, "{} ", BOARD.size() - row);
            for column in 0..BOARD.size() {
                let bit = BOARD.number_at(row, column, CORNER).and_then(|number| BOARD.bit(number, CORNER));
                let mark = match bit.map(|bit| 1 << bit) {
                    None => ' ',
                    Some(square) if position.sheep & square != 0 => 'S',
                    Some(square) if position.wolf & square != 0 => 'W',
                    Some(_) => '·',
                };
                text.extend([' ', mark]);
            }
            let first = row * BOARD.width() + 1;
            let _ = writeln!(text, "   {first:2}–{:2}", first + BOARD.width() - 1);
        }
        let task = match position.side {
            Side::White => "the sheep (S) are to move",
            Side::Black if position.wolf == 0 => "the wolf (W) is to be placed",
            Side::Black => "the wolf (W) is to move",
        };
        let _ = writeln!(text, "\n   a b c d e f g h\n\n{}: {task}", position.side);
        text
    }
}

/// The number of a bit that is a square.
pub(super) fn number(bit: u32) -> u32 {
    BOARD.number(bit, CORNER)
}

/// The bit of a square by its number, or by its column and row.
fn square(text: &str) -> Option<u32> {
    let number = match *text.as_bytes() {
        [column @ (b'a'..=b'h' | b'A'..=b'H'), row @ b'1'..=b'8'] => {
            BOARD.number_at(u32::from(b'8' - row), u32::from(column.to_ascii_lowercase() - b'a'), CORNER)?
        }
        [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'] => text.parse().ok()?,
        _ => return None,
    };
    BOARD.bit(number, CORNER)
}

/// The squares of a set by number, three or more in a row as a range.
fn format_squares(set: u64) -> String {
    let numbers: Vec<u32> = bits(set).map(number).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match *run {
        [first, _, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// Reads the side to move, the sheep and the wolf.
fn parse_parts(text: &str) -> Result<(Side, u64, u64), PositionError> {
    let wrong = |part: &str, problem: String| PositionError::syntax(part, problem, EXPECTED_POSITION);
    let mut fields = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
    let turn = fields.next().unwrap_or_default();
    let mut letters = turn.chars();
    let (Some(side), None) = (letters.next().and_then(Side::from_letter), letters.next()) else {
        return Err(wrong(turn, "it is not a side to move (W or B)".into()));
    };
    let mut pieces = [None; 2];
    for field in fields {
        let mut rest = field.chars();
        let Some(side) = rest.next().and_then(Side::from_letter) else {
            return Err(wrong(field, "the part does not begin with W or B".into()));
        };
        if pieces[side as usize].replace(parse_squares(rest.as_str().trim())?).is_some() {
            return Err(wrong(field, format!("the squares of {side} are given twice")));
        }
    }
    match pieces {
        [Some(sheep), Some(wolf)] => Ok((side, sheep, wolf)),
        [None, _] => Err(wrong(text, "the sheep (`:W`) are missing".into())),
        _ => Err(wrong(text, "the wolf (`:B`) is missing".into())),
    }
}

/// Reads squares and ranges of squares.
fn parse_squares(text: &str) -> Result<u64, PositionError> {
    let mut set = 0;
    if text.is_empty() {
        return Ok(set);
    }
    for item in text.split(',').map(str::trim) {
        let (first, last) = item.split_once('-').unwrap_or((item, item));
        let (Some(first), Some(last)) = (square(first.trim()), square(last.trim())) else {
            return Err(PositionError::syntax(item, "it is not a square or range", "numbers from 1 to 32"));
        };
        if first > last {
            return Err(PositionError::syntax(item, "the range runs backwards", "the smaller number first"));
        }
        for number in number(first)..=number(last) {
            let bit = BOARD.bit(number, CORNER).map_or(0, |bit| 1 << bit);
            if set & bit != 0 {
                return Err(PositionError::syntax(text, format!("square {number} is named twice"), "each once"));
            }
            set |= bit;
        }
    }
    Ok(set)
}
