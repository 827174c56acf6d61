//! Morris positions, moves and diagrams as text.
//!
//! A position names who is to move, the stones, the hands of White and Black, and the plies without progress
//! where there are any: `W:Wb4,c4:Bd2:H7,8`. The form of 24 characters (`W`, `B` and `.`, row by row from the
//! top, then the side to move and the hands) is read too, and Sanmill's. A move is the point of a placed stone
//! (`d6`) or the two points of a moved one (`d6-d7`), with `x` and the point of each stone it takes (`d6-d7xg7`).

use super::Morris;
use super::board::{NAMES, READING_ORDER, bits, column_and_row, point};
use super::position::{Move, Position};
use super::rules::{Board, FEWEST};
use super::sanmill;
use crate::games::notation::{MoveError, Notation, PositionError, illegal_move};
use crate::games::{Game, Side};
use std::fmt::Write;

const EXPECTED_POSITION: &str = "a form like `W:Wb4,c4:Bd2:H7,8`";
const EXPECTED_MOVE: &str = "a form like d6, d6-d7, d6xg7, d6-d7xg7 or d6-d7xb4xg7";

impl<const DIAGONALS: bool, const ALTERNATES: bool> Notation for Morris<DIAGONALS, ALTERNATES> {
    fn format_position(&self, position: &Position) -> String {
        let mut text = String::from(position.side.letter());
        for side in [Side::White, Side::Black] {
            text.extend([':', side.letter()]);
            let names = READING_ORDER.iter().filter(|&&bit| position.stones(side) >> bit & 1 != 0);
            text += &names.map(|&bit| NAMES[bit as usize]).collect::<Vec<_>>().join(",");
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
        let parts = if sanmill::looks_like(text) {
            sanmill::parse(text)?
        } else if text.contains(':') {
            parse_tagged(text)?
        } else {
            parse_drawn(text)?
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
        Ok(position)
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        let mut text = String::new();
        if let Some(from) = mv.from() {
            text += NAMES[from as usize];
            text.push('-');
        }
        text += NAMES[mv.to() as usize];
        let mut taken: Vec<&str> = mv.taken().map(|point| NAMES[point as usize]).collect();
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
            point(name).ok_or_else(|| {
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
        let mut canvas = lines(self.rules().board);
        for side in [Side::White, Side::Black] {
            for bit in bits(position.stones(side)) {
                let (x, y) = place(bit);
                canvas[y][x] = side.letter();
            }
        }
        let mut text = String::new();
        for (y, row) in canvas.iter().enumerate() {
            text += &if y % 2 == 0 { format!("{}  ", 7 - y / 2) } else { "   ".to_string() };
            text.extend(row);
            text.push('\n');
        }
        let (white, black) = (position.hand(Side::White), position.hand(Side::Black));
        let _ = writeln!(text, "\n   a   b   c   d   e   f   g\n");
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
fn parse_tagged(text: &str) -> Result<Parts, PositionError> {
    let wrong = |part: &str, problem: String| PositionError::syntax(part, problem, EXPECTED_POSITION);
    let mut fields = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
    let side = parse_side(fields.next().unwrap_or_default())?;
    let (mut stones, mut hands, mut quiet) = ([None; 2], None, None);
    for field in fields {
        let mut rest = field.chars();
        let tag = rest.next().map(|tag| tag.to_ascii_uppercase());
        let rest = rest.as_str().trim();
        let repeated = match tag {
            Some('W') => stones[0].replace(parse_points(rest)?).is_some(),
            Some('B') => stones[1].replace(parse_points(rest)?).is_some(),
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
        return Err(PositionError::illegal(format!("{} holds a stone of each side", NAMES[bit as usize])));
    }
    Ok(Parts { side, stones: [white, black], hands, quiet: quiet.unwrap_or(0) })
}

/// Reads the form that draws the board in 24 characters.
fn parse_drawn(text: &str) -> Result<Parts, PositionError> {
    const EXPECTED: &str = "24 of `W`, `B`, `.`, then the side to move and the hands, or a form like `W:Wb4:Bd2:H8,8`";
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, side, white_hand, black_hand] = fields.as_slice() else {
        return Err(PositionError::syntax(text, format!("{} parts", fields.len()), EXPECTED));
    };
    let length = board.chars().count();
    if length != READING_ORDER.len() {
        return Err(PositionError::syntax(board, format!("{length} points"), EXPECTED));
    }
    let mut stones = [0; 2];
    for (letter, bit) in board.chars().zip(READING_ORDER) {
        match (letter, Side::from_letter(letter)) {
            (_, Some(side)) => stones[side as usize] |= 1 << bit,
            ('.', None) => {}
            _ => return Err(PositionError::syntax(board, format!("`{letter}` is no stone"), EXPECTED)),
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

fn parse_points(text: &str) -> Result<u32, PositionError> {
    const EXPECTED: &str = "points like `b4,c4`";
    let mut set = 0;
    if text.is_empty() {
        return Ok(set);
    }
    for name in text.split(',').map(str::trim) {
        let Some(bit) = point(name) else {
            let problem = if name.is_empty() { "a point is missing" } else { "it is not a point of the board" };
            return Err(PositionError::syntax(if name.is_empty() { text } else { name }, problem, EXPECTED));
        };
        if set >> bit & 1 != 0 {
            return Err(PositionError::syntax(text, format!("{} is named twice", NAMES[bit as usize]), EXPECTED));
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

/// The drawing's width and height, four columns and two rows for each step of the grid.
const SIZE: (usize, usize) = (25, 13);

/// Where a point stands in the drawing.
fn place(point: u32) -> (usize, usize) {
    let (column, row) = column_and_row(point);
    (4 * column, 2 * row)
}

/// The empty board.
fn lines(board: Board) -> [[char; SIZE.0]; SIZE.1] {
    let mut canvas = [[' '; SIZE.0]; SIZE.1];
    let (right, bottom) = (SIZE.0 - 1, SIZE.1 - 1);
    for ring in 0..3 {
        let (x, y) = (4 * ring, 2 * ring);
        for row in [y, bottom - y] {
            canvas[row][x..=right - x].fill('─');
        }
        for row in &mut canvas[y..=bottom - y] {
            row[x] = '│';
            row[right - x] = '│';
        }
        for (column, row, corner) in
            [(x, y, '┌'), (right - x, y, '┐'), (x, bottom - y, '└'), (right - x, bottom - y, '┘')]
        {
            canvas[row][column] = corner;
        }
    }
    let (middle, centre) = (right / 2, bottom / 2);
    for step in 0..=8 {
        canvas[centre][step] = '─';
        canvas[centre][right - step] = '─';
    }
    for step in 0..=4 {
        canvas[step][middle] = '│';
        canvas[bottom - step][middle] = '│';
    }
    for (ring, [top, left]) in [['┬', '├'], ['┼', '┼'], ['┴', '┤']].into_iter().enumerate() {
        let [below, opposite] = [['┴', '┤'], ['┼', '┼'], ['┬', '├']][ring];
        canvas[2 * ring][middle] = top;
        canvas[bottom - 2 * ring][middle] = below;
        canvas[centre][4 * ring] = left;
        canvas[centre][right - 4 * ring] = opposite;
    }
    if board == Board::Diagonals {
        for ring in 0..2 {
            let (x, y) = (4 * ring + 2, 2 * ring + 1);
            for (column, row, stroke) in
                [(x, y, '╲'), (right - x, y, '╱'), (x, bottom - y, '╱'), (right - x, bottom - y, '╲')]
            {
                canvas[row][column] = stroke;
            }
        }
    }
    canvas
}
