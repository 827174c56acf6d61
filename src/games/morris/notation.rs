//! Morris positions, moves and diagrams as text.
//!
//! A position names who is to move, the stones, the hands of White and Black, and the plies without progress
//! where there are any: `W:Wb4,c4:Bd2:H7,8`. The form with a character for each point (`W`, `B` and `.`, row by row from the
//! top, then the side to move and the hands) is read too, and Sanmill's. A move is the point of a placed stone
//! (`d6`) or the two points of a moved one (`d6-d7`), with `x` and the point of each stone it takes (`d6-d7xg7`).

use super::Morris;
use super::board::bits;
use super::position::{Move, Position};
use super::rules::{Board, FEWEST, Goal};
use super::sanmill;
use crate::games::notation::{MoveError, Notation, PositionError, illegal_move};
use crate::games::{Game, Side};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::fmt::Write;

const EXPECTED_POSITION: &str = "a form like `W:Wb4,c4:Bd2:H7,8`";
const EXPECTED_MOVE: &str = "a form like d6, d6-d7, d6xg7, d6-d7xg7 or d6-d7xb4xg7";

impl<const ANY: bool> Notation for Morris<ANY> {
    fn format_position(&self, position: &Position) -> String {
        let board = self.rules().board;
        let mut text = String::from(position.side.letter());
        for side in [Side::White, Side::Black] {
            text.extend([':', side.letter()]);
            let names = board.reading_order().iter().filter(|&&bit| position.stones(side) >> bit & 1 != 0);
            text += &names.map(|&bit| board.name(bit)).collect::<Vec<_>>().join(",");
        }
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, ":H{},{}", position.hand(Side::White), position.hand(Side::Black));
        if position.quiet > 0 {
            let _ = write!(text, ":P{}", position.quiet);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let text = text.trim();
        let board = self.rules().board;
        let parts = if sanmill::looks_like(text) {
            sanmill::parse(board, text)?
        } else if text.contains(':') {
            parse_tagged(board, text)?
        } else {
            parse_drawn(board, text)?
        };
        let men = u32::from(self.rules().men);
        for side in [Side::White, Side::Black] {
            let (stones, hand) = (parts.stones[side as usize].count_ones(), u32::from(parts.hands[side as usize]));
            if stones + hand > men {
                return Err(PositionError::illegal(format!(
                    "{side} has {stones} stones on the board and {hand} in hand, more than the {men} of this game"
                )));
            }
        }
        let position = Position::new(parts.stones, parts.hands, parts.side, parts.quiet);
        if position.own_left() < FEWEST && position.their_left() < FEWEST {
            return Err(PositionError::illegal(format!(
                "both sides have fewer than {FEWEST} stones, but the game ends as soon as one side has"
            )));
        }
        let has_mill = |stones: u32| board.in_mills(stones) != 0;
        if self.rules().goal == Goal::Mill && has_mill(position.own) && has_mill(position.their) {
            return Err(PositionError::illegal("both sides have a mill, but the first one ends the game"));
        }
        Ok(position)
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        let board = self.rules().board;
        let mut text = String::new();
        if let Some(from) = mv.from() {
            text += board.name(from);
            text.push('-');
        }
        text += board.name(mv.to());
        let mut taken: Vec<&str> = mv.taken().map(|point| board.name(point)).collect();
        taken.sort_unstable();
        for name in taken {
            text.push('x');
            text += name;
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        let read = |name: &str| {
            self.rules().board.point(name).ok_or_else(|| {
                let problem = if name.is_empty() {
                    "a point is missing".to_string()
                } else {
                    format!("`{}` is not a point", crate::games::notation::clip(name))
                };
                MoveError::syntax(text, problem, EXPECTED_MOVE)
            })
        };
        let mut parts = compact.split('x');
        let path = parts.next().unwrap_or_default();
        let taken: Vec<u32> = parts.map(read).collect::<Result<_, _>>()?;
        if taken.len() > 2 {
            return Err(MoveError::syntax(text, "more than two stones taken", EXPECTED_MOVE));
        }
        let (from, to) = match path.split_once('-') {
            Some((from, to)) => (Some(read(from)?), read(to)?),
            None => (None, read(path)?),
        };
        let wanted = Move::new(from, to, &taken);
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        if legal.contains(&wanted) { Ok(wanted) } else { Err(illegal_move(self, position, &compact)) }
    }

    fn diagram(&self, position: &Position) -> String {
        let board = self.rules().board;
        let mut canvas = empty_board(board);
        for side in [Side::White, Side::Black] {
            for bit in bits(position.stones(side)) {
                let (x, y) = place(board, bit);
                canvas[y][x] = side.letter();
            }
        }
        let mut text = String::new();
        for (y, row) in canvas.iter().enumerate() {
            text += &if y % 2 == 0 { format!("{}  ", board.grid() - y / 2) } else { "   ".to_string() };
            text.extend(row);
            text.push('\n');
        }
        let letters: Vec<String> = ('a'..='g').take(board.grid()).map(String::from).collect();
        let (white, black) = (position.hand(Side::White), position.hand(Side::Black));
        let _ = writeln!(text, "\n   {}\n", letters.join("   "));
        let _ = writeln!(text, "{} to move; in hand: White {white}, Black {black}", position.side);
        text
    }
}

/// What a position text says.
pub(super) struct Parts {
    pub side: Side,
    /// White's and Black's.
    pub stones: [u32; 2],
    pub hands: [u8; 2],
    pub quiet: u16,
}

/// Reads the form with a letter before each part.
fn parse_tagged(board: Board, text: &str) -> Result<Parts, PositionError> {
    let wrong = |part: &str, problem: String| PositionError::syntax(part, problem, EXPECTED_POSITION);
    let mut fields = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
    let side = parse_side(fields.next().unwrap_or_default())?;
    let (mut stones, mut hands, mut quiet) = ([None; 2], None, None);
    for field in fields {
        let mut rest = field.chars();
        let tag = rest.next().map(|tag| tag.to_ascii_uppercase());
        let rest = rest.as_str().trim();
        let repeated = match tag {
            Some('W') => stones[0].replace(parse_points(board, rest)?).is_some(),
            Some('B') => stones[1].replace(parse_points(board, rest)?).is_some(),
            Some('H') => hands.replace(parse_hands(rest)?).is_some(),
            Some('P') => quiet.replace(parse_number(rest, "a number of plies")?).is_some(),
            Some(tag) => return Err(wrong(field, format!("unknown part `{tag}`"))),
            None => return Err(wrong(text, "a part is empty".into())),
        };
        if repeated {
            return Err(wrong(field, "duplicate field".into()));
        }
    }
    let [Some(white), Some(black)] = stones else {
        let missing = if stones[0].is_none() { Side::White } else { Side::Black };
        return Err(wrong(text, format!("the stones of {missing} (`:{}`) are missing", missing.letter())));
    };
    let Some(hands) = hands else {
        return Err(wrong(text, "the stones in hand (`:H`) are missing".into()));
    };
    if let Some(bit) = bits(white & black).next() {
        return Err(PositionError::illegal(format!("{} holds a stone of each side", board.name(bit))));
    }
    Ok(Parts { side, stones: [white, black], hands, quiet: quiet.unwrap_or(0) })
}

/// Reads the form that draws the board, a character for each point.
fn parse_drawn(board: Board, text: &str) -> Result<Parts, PositionError> {
    let order = board.reading_order();
    let expected = || {
        let points = order.len();
        format!("{points} of `W`, `B`, `.`, then the side to move and the hands, or a form like `W:Wa1:Bb2:H2,2`")
    };
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[drawn, side, white_hand, black_hand] = fields.as_slice() else {
        return Err(PositionError::syntax(text, format!("{} parts", fields.len()), expected()));
    };
    let length = drawn.chars().count();
    if length != order.len() {
        return Err(PositionError::syntax(drawn, format!("{length} points"), expected()));
    }
    let mut stones = [0; 2];
    for (letter, bit) in drawn.chars().zip(order) {
        match (letter, Side::from_letter(letter)) {
            (_, Some(side)) => stones[side as usize] |= 1 << bit,
            ('.', None) => {}
            _ => return Err(PositionError::syntax(drawn, format!("`{letter}` is not a stone"), expected())),
        }
    }
    let hand = |text| parse_number(text, "the stones in hand");
    Ok(Parts { side: parse_side(side)?, stones, hands: [hand(white_hand)?, hand(black_hand)?], quiet: 0 })
}

pub(super) fn parse_side(text: &str) -> Result<Side, PositionError> {
    let mut letters = text.chars();
    match (letters.next().and_then(Side::from_letter), letters.next()) {
        (Some(side), None) => Ok(side),
        _ => Err(PositionError::syntax(text, "it is not a side to move", "W or B")),
    }
}

fn parse_points(board: Board, text: &str) -> Result<u32, PositionError> {
    const EXPECTED: &str = "points like `b4,c4`";
    let mut set = 0;
    if text.is_empty() {
        return Ok(set);
    }
    for name in text.split(',').map(str::trim) {
        let Some(bit) = board.point(name) else {
            let problem = if name.is_empty() { "a point is missing" } else { "it is not a point of the board" };
            return Err(PositionError::syntax(if name.is_empty() { text } else { name }, problem, EXPECTED));
        };
        if set >> bit & 1 != 0 {
            return Err(PositionError::syntax(text, format!("{} is named twice", board.name(bit)), EXPECTED));
        }
        set |= 1 << bit;
    }
    Ok(set)
}

fn parse_hands(text: &str) -> Result<[u8; 2], PositionError> {
    const EXPECTED: &str = "the stones in hand of White and Black, like `7,8`";
    match text.split_once(',') {
        Some((white, black)) => Ok([parse_number(white.trim(), EXPECTED)?, parse_number(black.trim(), EXPECTED)?]),
        None => Err(PositionError::syntax(text, "there are not two numbers", EXPECTED)),
    }
}

pub(super) fn parse_number<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, PositionError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    let problem = if digits { "the number is too large" } else { "it is not a number" };
    number.ok_or_else(|| PositionError::syntax(text, problem, expected))
}

/// Where a point stands in the drawing: four columns and two rows for each step of the grid.
fn place(board: Board, point: u32) -> (usize, usize) {
    let (column, row) = board.column_and_row(point);
    (4 * column, 2 * row)
}

/// What stands at a point, by the directions in which lines run from it: up, right, down and left, the first worth one.
const JOINTS: [char; 16] = ['·', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// The lines of the board drawn with characters, top row first.
fn empty_board(board: Board) -> Vec<Vec<char>> {
    let steps = board.grid() - 1;
    let mut canvas = vec![vec![' '; 4 * steps + 1]; 2 * steps + 1];
    for &point in board.reading_order() {
        let (x, y) = place(board, point);
        let mut joint = 0;
        for other in bits(board.beside(1 << point) & board.points()) {
            let (to_x, to_y) = place(board, other);
            joint |= match (to_x.cmp(&x), to_y.cmp(&y)) {
                (Equal, Less) => 1,
                (Greater, Equal) => 2,
                (Equal, _) => 4,
                (Less, Equal) => 8,
                _ => 0,
            };
            // The strokes between the two, once for each pair.
            match (to_x > x, to_y > y) {
                (true, false) if to_y == y => canvas[y][x + 1..to_x].fill('─'),
                (false, true) if to_x == x => canvas[y + 1..to_y].iter_mut().for_each(|row| row[x] = '│'),
                (right, true) => canvas[(y + to_y) / 2][(x + to_x) / 2] = if right { '╲' } else { '╱' },
                _ => {}
            }
        }
        canvas[y][x] = JOINTS[joint];
    }
    canvas
}
