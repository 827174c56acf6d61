//! Draughts positions and moves as text.
//!
//! A position is a FEN in the manner of PDN: the side to move, then each side's pieces by square number, kings
//! marked by `K`, runs of men as ranges; then what there is of `:X…` (pieces that may be huffed), `:H…` (plies
//! without progress), `:E…` (plies with the material unchanged, in the endings that it makes a draw) and `:+…+…` (where a
//! king's moves in a row are limited, how many Black and White have made, each with the king's square).
//!
//! A move is `11-15`, `22x15`, or a chain of jumps with every landing square. Read are also the short form
//! of a chain where only one move fits it, the form that lists the victims after start and end, `:` for `x`,
//! and algebraic squares on boards of 8×8.

use super::board::bits;
use super::captures::{CaptureSearch, PathRecorder};
use super::movegen::MoveGen;
use super::position::{KingRun, Move, Position};
use super::rules::{Board, Choice, Rules};
use super::ruleset::{OneCopy, RuleSet};
use super::{Draughts, Game};
use crate::games::Side;
use crate::games::notation::{MoveError, Notation, PositionError, Style, clip, illegal_move};
use std::collections::HashSet;
use std::fmt::Write as _;

const FORM: &str = "a form like `W:W21-32:B1-12` (to move, White's squares, Black's squares, K before kings)";

impl<const SQUARES: u32, const HUFF: bool> Notation for Draughts<SQUARES, HUFF> {
    fn format_position(&self, position: &Position) -> String {
        format_position(&self.rules, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        parse_position(&self.rules, text)
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        self.format_move_styled(position, mv, Style::Usual)
    }

    fn format_move_styled(&self, position: &Position, mv: Move, style: Style) -> String {
        move_text(&self.rules, position, mv, style)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        self.read_move(position, text)
    }

    fn diagram(&self, position: &Position) -> String {
        diagram(&self.rules, position)
    }
}

fn format_position(rules: &Rules, position: &Position) -> String {
    let mut text = position.side.letter().to_string();
    for side in [Side::White, Side::Black] {
        let pieces = position.pieces(side);
        let men = rules.numbers(pieces & !position.kings);
        let kings = rules.numbers(pieces & position.kings);
        let mut parts: Vec<String> = kings.iter().map(|n| format!("K{n}")).collect();
        parts.extend(ranges(&men));
        let _ = write!(text, ":{}{}", side.letter(), parts.join(","));
    }
    if position.huffable != 0 {
        let squares: Vec<String> = rules.numbers(position.huffable).iter().map(u32::to_string).collect();
        let _ = write!(text, ":X{}", squares.join(","));
    }
    if position.quiet != 0 {
        let _ = write!(text, ":H{}", position.quiet);
    }
    // It decides nothing in other endings, and what changes the ending sets it back.
    if position.steady != position.quiet && rules.draws.counter(position, rules.movement.board).is_some() {
        let _ = write!(text, ":E{}", position.steady);
    }
    // Without it, a king is taken to have been there as long as the ending has lasted.
    if u16::from(position.road) != position.steady && rules.draws.on_the_road(position, rules.movement.board) {
        let _ = write!(text, ":R{}", position.road);
    }
    if position.own_run.moves() + position.their_run.moves() != 0 {
        let run = |side| {
            let run = position.run(side);
            let square = rules.numbers(run.square()).first().map(u32::to_string).unwrap_or_default();
            format!("+{}{square}", run.moves())
        };
        let _ = write!(text, ":{}{}", run(Side::Black), run(Side::White));
    }
    text
}

/// A move as it is printed: every landing square of a capture of more than one piece.
fn move_text(rules: &Rules, position: &Position, mv: Move, style: Style) -> String {
    let name = |bit| rules.name(bit, style);
    if mv.is_huff() {
        return format!("x{}", name(mv.from()));
    }
    if !mv.is_capture() {
        return format!("{}-{}", name(mv.from()), name(mv.to()));
    }
    if style == Style::Victims {
        let victims = rules.numbers(rules.movement.board.captured(mv, position.their));
        return victims.iter().fold(format!("{}x{}", name(mv.from()), name(mv.to())), |text, n| format!("{text}x{n}"));
    }
    let mut text = name(mv.from());
    let route = routes(rules, position, mv, 1).pop().unwrap_or_else(|| vec![mv.to()]);
    for bit in route {
        let _ = write!(text, "x{}", name(bit));
    }
    text
}

impl<const SQUARES: u32, const HUFF: bool> Draughts<SQUARES, HUFF> {
    /// The move of a text.
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        let wanted = Wanted::parse(&self.rules, text)?;
        match fitting(&self.rules, position, &legal, &wanted).as_slice() {
            [] => Err(illegal_move(self, position, text.trim())),
            [mv] => Ok(*mv),
            several => Err(MoveError::Ambiguous {
                text: text.trim().to_string(),
                candidates: several.iter().map(|mv| self.format_move(position, *mv)).collect(),
            }),
        }
    }
}

/// The legal moves that a text may mean: those it names exactly, else those it fits.
fn fitting(rules: &Rules, position: &Position, legal: &[Move], wanted: &Wanted) -> Vec<Move> {
    let (first, last) = match (wanted.squares.first(), wanted.squares.last()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => return Vec::new(),
    };
    if wanted.huff {
        return legal.iter().filter(|mv| mv.is_huff() && mv.from() == first).copied().collect();
    }
    let captured = |mv: &Move| rules.movement.board.captured(*mv, position.their);
    let plain = |mv: &&Move| !mv.is_huff() && mv.from() == first && wanted.capture.is_none_or(|c| c == mv.is_capture());
    let ends: Vec<Move> = legal.iter().filter(plain).filter(|mv| mv.to() == last).copied().collect();
    if wanted.squares.len() == 2 {
        let exact: Vec<Move> = ends.iter().filter(|mv| captured(mv).count_ones() < 2).copied().collect();
        return if exact.len() == 1 { exact } else { ends };
    }
    let way = &wanted.squares[1..];
    let (mut exact, mut loose) = (Vec::new(), Vec::new());
    for mv in ends {
        let leads = |way: Way<'_>| !find_routes(rules, position, mv, way, 1).is_empty();
        if leads(Way::Exact(way)) {
            exact.push(mv);
        } else if leads(Way::Through(way)) {
            loose.push(mv);
        }
    }
    if !exact.is_empty() {
        return exact;
    }
    if !loose.is_empty() {
        return loose;
    }
    let victims = wanted.squares[2..].iter().fold(0u64, |set, bit| set | 1 << bit);
    let named = |mv: &&Move| mv.to() == way[0] && captured(mv) == victims;
    legal.iter().filter(plain).filter(named).copied().collect()
}

/// The first ways to make a capture, as landing squares, the last included: as many as there are, but not more than `most`.
pub(super) fn routes(rules: &Rules, position: &Position, mv: Move, most: usize) -> Vec<Vec<u32>> {
    find_routes(rules, position, mv, Way::Any, most)
}

/// The first routes of a capture along a way.
fn find_routes(rules: &Rules, position: &Position, mv: Move, way: Way<'_>, most: usize) -> Vec<Vec<u32>> {
    match position.side {
        Side::White => find_routes_of::<true>(rules, position, mv, way, most),
        Side::Black => find_routes_of::<false>(rules, position, mv, way, most),
    }
}

fn find_routes_of<const UP: bool>(
    rules: &Rules,
    position: &Position,
    mv: Move,
    way: Way<'_>,
    most: usize,
) -> Vec<Vec<u32>> {
    let ruleset = OneCopy::new(&rules.movement);
    let movegen = MoveGen::<OneCopy, UP>::new(ruleset, position);
    let mut out = Vec::new();
    // The order of the victims decides which of two routes is the better one in this choice alone.
    let ranked = rules.movement.choice == Choice::Italian;
    let (landed, found, tried) = (Vec::new(), Vec::new(), HashSet::new());
    let victims = rules.movement.board.captured(mv, position.their);
    let no_return = !rules.movement.turn_back;
    let finder = RouteFinder { wanted: mv, victims, way, most, ranked, landed, found, no_return, tried };
    let before = movegen.all_before_prey(movegen.empty | 1 << mv.from());
    let mut captures =
        CaptureSearch::<OneCopy, RouteFinder<'_>, UP>::new(ruleset, &movegen, &before, 0, &mut out, finder);
    if position.kings >> mv.from() & 1 != 0 {
        captures.king(mv.from());
    } else {
        captures.man(mv.from());
    }
    captures.path.found
}

/// Which routes of a capture are looked for, by their landing squares, the last included.
#[derive(Clone, Copy)]
enum Way<'a> {
    Any,
    /// These squares and no others.
    Exact(&'a [u32]),
    /// These squares in their order, the last being the end.
    Through(&'a [u32]),
}

impl Way<'_> {
    /// How many squares of the way a piece has passed that landed on these squares; `None` if it is off the way.
    fn passed(&self, landed: &[u32]) -> Option<usize> {
        match self {
            Way::Any => Some(0),
            Way::Exact(way) => way.starts_with(landed).then_some(landed.len()),
            Way::Through(way) => {
                let mut rest = way.iter().peekable();
                for square in landed {
                    rest.next_if_eq(&square);
                }
                Some(way.len() - rest.len())
            }
        }
    }

    fn is_passed(&self, landed: &[u32]) -> bool {
        match self {
            Way::Any => true,
            Way::Exact(way) => *way == landed,
            Way::Through(way) => self.passed(landed) == Some(way.len()) && way.last() == landed.last(),
        }
    }
}

/// How far a capture has come: the last square, what was taken, whether the piece was crowned, how much of the way was passed, and the
/// square before if that matters.
type CaptureStage = (Option<u32>, u64, bool, usize, Option<u32>);

/// Finds the first routes of one capture, of which there may be a great many. It follows only jumps over the victims of
/// that capture, and if one route is enough, no square twice with the same pieces taken.
struct RouteFinder<'a> {
    wanted: Move,
    /// What it captures.
    victims: u64,
    way: Way<'a>,
    /// How many routes to find.
    most: usize,
    /// Whether a route may turn out to be void because a better one is found, so that the first are not enough.
    ranked: bool,
    landed: Vec<u32>,
    found: Vec<Vec<u32>>,
    /// Whether it matters from where a piece came: it may not turn back.
    no_return: bool,
    /// What was followed already.
    tried: HashSet<CaptureStage>,
}

impl PathRecorder for RouteFinder<'_> {
    const EVERY_ROUTE: bool = true;

    fn prey(&mut self, taken: u64, crowned: bool) -> u64 {
        let victims = self.victims;
        if taken == victims {
            // Whether the piece would have to go on depends on all victims.
            return !0;
        }
        let over = taken & !victims != 0 || self.found.len() >= self.most && !self.ranked;
        let Some(passed) = self.way.passed(&self.landed).filter(|_| !over) else { return 0 };
        let before = self.landed.iter().rev().nth(1).copied().filter(|_| self.no_return);
        let here = (self.landed.last().copied(), taken, crowned, passed, before);
        let new = self.ranked || self.most > 1 || self.tried.insert(here);
        if new { victims } else { 0 }
    }

    fn land(&mut self, bit: u32) {
        self.landed.push(bit);
    }

    fn leave(&mut self) {
        self.landed.pop();
    }

    fn outrank(&mut self) {
        self.found.clear();
    }

    fn complete(&mut self, mv: Move) {
        let room = self.found.len() < self.most;
        if room && mv.completed() == self.wanted.completed() && self.way.is_passed(&self.landed) {
            self.found.push(self.landed.clone());
        }
    }
}

/// A move text taken apart.
struct Wanted {
    huff: bool,
    /// Whether it is written as a capture; `None` if it does not say.
    capture: Option<bool>,
    squares: Vec<u32>,
}

impl Wanted {
    fn parse(rules: &Rules, text: &str) -> Result<Wanted, MoveError> {
        const MOVE_FORM: &str = "a form like `11-15`, `22x15`, `26x17x10`, or `x14` for a huff";
        // The longest real chain is far shorter; a longer text is not worth reading.
        const LONGEST: usize = 200;
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.len() > LONGEST {
            let problem = if trimmed.is_empty() { "empty" } else { "too long" };
            return Err(MoveError::syntax(trimmed, problem, MOVE_FORM));
        }
        let is_jump = |c: char| matches!(c, 'x' | 'X' | ':' | '×' | '*');
        let huff = trimmed.starts_with(is_jump);
        let (mut jumps, mut steps) = (0, 0);
        let mut squares = Vec::new();
        let mut rest = trimmed;
        loop {
            let start = rest;
            rest = rest.trim_start_matches(|c: char| is_jump(c) || c == '-');
            for c in start[..start.len() - rest.len()].chars() {
                *(if c == '-' { &mut steps } else { &mut jumps }) += 1;
            }
            if jumps + steps > squares.len().max(usize::from(huff)) {
                return Err(MoveError::syntax(trimmed, "two separators together", MOVE_FORM));
            }
            if rest.is_empty() {
                break;
            }
            let (word, tail) = split_square(rest);
            if word.is_empty() {
                let bad = rest.chars().next().unwrap_or(' ');
                return Err(MoveError::syntax(trimmed, format!("`{bad}` is not a square"), MOVE_FORM));
            }
            match rules.square(word) {
                Ok(bit) => squares.push(bit),
                Err(problem) => return Err(MoveError::syntax(trimmed, problem, MOVE_FORM)),
            }
            rest = tail;
        }
        let ended = !trimmed.ends_with(|c: char| is_jump(c) || c == '-');
        let well_formed = if huff { squares.len() == 1 } else { squares.len() >= 2 } && ended;
        if !well_formed || (jumps > 0 && steps > 0) || steps > 1 {
            return Err(MoveError::syntax(trimmed, "not a move", MOVE_FORM));
        }
        let capture = if jumps > 0 { Some(true) } else { (steps > 0).then_some(false) };
        Ok(Wanted { huff, capture, squares })
    }
}

/// Splits the first square off a text: digits, or a letter and a digit.
fn split_square(text: &str) -> (&str, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let bytes = text.as_bytes();
    let length = match bytes {
        _ if digits > 0 => digits,
        [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => 2,
        _ => 0,
    };
    text.split_at(length)
}

impl Rules {
    /// The numbers of a set of squares, in order.
    pub(super) fn numbers(&self, set: u64) -> Vec<u32> {
        let mut numbers: Vec<u32> = bits(set).map(|bit| self.movement.board.number(bit, self.corner)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// A square's name: its number, or on a board of 8×8 in the algebraic style its letter and digit.
    pub(super) fn name(&self, bit: u32, style: Style) -> String {
        let board = self.movement.board;
        let number = board.number(bit, self.corner);
        if style != Style::Algebraic || board == Board::Ten {
            return number.to_string();
        }
        let column = (b'a' + board.column(number, self.corner) as u8) as char;
        format!("{column}{}", board.size() - board.row_of(bit))
    }

    /// The bit of a square given by number, or on a board of 8×8 by letter and digit.
    fn square(&self, word: &str) -> Result<u32, String> {
        let board = self.movement.board;
        let number = match word.as_bytes() {
            [letter, digit] if letter.is_ascii_alphabetic() && board != Board::Ten => {
                let column = u32::from(letter.to_ascii_lowercase() - b'a');
                let row = u32::from(digit.wrapping_sub(b'1'));
                let number = (row < 8).then(|| board.number_at(7 - row, column, self.corner)).flatten();
                return match number.and_then(|n| board.bit(n, self.corner)) {
                    Some(bit) => Ok(bit),
                    None if board.is_full() => Err(format!("`{word}` is not a square of the board")),
                    None => Err(format!("`{word}` is not a dark square of the board")),
                };
            }
            digits if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => word.parse().unwrap_or(u32::MAX),
            _ => return Err(format!("`{word}` is not a square")),
        };
        board
            .bit(number, self.corner)
            .ok_or_else(|| format!("square {word} is off the board, whose squares are 1 to {}", board.count()))
    }

    /// The most pieces a side can have: its men at the start, or a usual set where it starts with fewer.
    fn most_pieces(&self) -> u32 {
        let board = self.movement.board;
        self.men().max(board.width() * u32::from(board.usual_rows()))
    }
}

/// Numbers in order as texts, runs of three and more as ranges.
fn ranges(numbers: &[u32]) -> Vec<String> {
    let mut parts = Vec::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, _, .., last] => parts.push(format!("{first}-{last}")),
            few => parts.extend(few.iter().map(u32::to_string)),
        }
    }
    parts
}

fn parse_position(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let trimmed = text.trim().trim_end_matches('.').trim_end();
    let mut fields = trimmed.split(':').map(str::trim);
    let to_move = fields.next().unwrap_or_default();
    let mut letters = to_move.chars();
    let side = match (letters.next().and_then(Side::from_letter), letters.next()) {
        (Some(side), None) => side,
        _ => return Err(PositionError::syntax(to_move, "no side to move", FORM)),
    };
    let mut pieces: [Option<u64>; 2] = [None; 2];
    let (mut kings, mut huffable, mut quiet, mut steady, mut road, mut runs) = (0, None, None, None, None, None);
    for field in fields {
        let Some(letter) = field.chars().next() else {
            return Err(PositionError::syntax(trimmed, "an empty part between colons", FORM));
        };
        let rest = &field[letter.len_utf8()..];
        match letter.to_ascii_uppercase() {
            'W' | 'B' => {
                let side = if letter.eq_ignore_ascii_case(&'W') { Side::White } else { Side::Black };
                let taken = pieces[0].unwrap_or(0) | pieces[1].unwrap_or(0);
                let list = parse_pieces(rules, rest, taken)?;
                if pieces[side as usize].replace(list.all).is_some() {
                    return Err(PositionError::syntax(field, format!("{side}'s pieces are given twice"), FORM));
                }
                kings |= list.kings;
            }
            'H' => quiet = Some(parse_plies(field, rest)?),
            'E' => steady = Some(parse_plies(field, rest)?),
            'R' => road = Some(parse_plies(field, rest)?),
            'F' => drop(parse_plies(field, rest)?),
            'X' => huffable = Some(parse_pieces(rules, rest, 0)?.all),
            '+' => runs = Some(field),
            _ => return Err(PositionError::syntax(field, format!("unknown part `{letter}`"), FORM)),
        }
    }
    let [Some(white), Some(black)] = pieces else {
        let missing = if pieces[0].is_none() { "White" } else { "Black" };
        return Err(PositionError::syntax(trimmed, format!("{missing}'s pieces are missing"), FORM));
    };
    let (own, their) = if side == Side::White { (white, black) } else { (black, white) };
    let quiet = quiet.unwrap_or(0);
    let steady = steady.unwrap_or(quiet);
    let mut position =
        Position { huffable: huffable.unwrap_or(0), quiet, steady, ..Position::new(own, their, kings, side) };
    validate(rules, &position)?;
    if rules.draws.on_the_road(&position, rules.movement.board) {
        position.road = road.unwrap_or(steady).min(steady).try_into().unwrap_or(u8::MAX);
    }
    if let Some(field) = runs {
        let [black, white] = parse_runs(rules, field, &position)?;
        (position.own_run, position.their_run) = if side == Side::White { (white, black) } else { (black, white) };
    }
    Ok(Position { key: position.key_from_scratch(), ..position })
}

/// The runs of Black's and White's king: for each `+`, the moves, and the square if there are any.
fn parse_runs(rules: &Rules, field: &str, position: &Position) -> Result<[KingRun; 2], PositionError> {
    const RUNS: &str = "+, the moves in a row of Black's king and its square, and the same for White, as in `+0+231`";
    let wrong = |problem: String| PositionError::syntax(field, problem, RUNS);
    let parts: Vec<&str> = field.split('+').skip(1).map(str::trim).collect();
    let [black, white] = parts[..] else { return Err(wrong(format!("{} counts of king's moves", parts.len()))) };
    let run = |text: &str, side: Side| {
        let digit = text.chars().next().and_then(|digit| digit.to_digit(10));
        let moves = digit.ok_or_else(|| wrong(format!("`{}` is not a number of moves", clip(text))))?;
        let limit = u32::from(rules.movement.king_limit);
        if moves > limit {
            let allowed = if limit == 0 { "this game has no limit of them".into() } else { format!("at most {limit}") };
            return Err(PositionError::illegal(format!("`{field}` counts {moves} moves of {side}'s king; {allowed}")));
        }
        if moves == 0 {
            return Ok(KingRun::NONE);
        }
        let kings = position.pieces(side) & position.kings;
        let bit = match &text[1..] {
            // Some write no square; a single king needs none.
            "" if kings.is_power_of_two() => kings.trailing_zeros(),
            word => rules.square(word).map_err(wrong)?,
        };
        if kings >> bit & 1 == 0 {
            let number = rules.movement.board.number(bit, rules.corner);
            return Err(PositionError::illegal(format!(
                "`{field}` counts the moves of a king of {side}'s on {number}, where none is"
            )));
        }
        // A side without men moves its kings freely.
        let free = position.pieces(side) & !position.kings == 0;
        Ok(if free { KingRun::NONE } else { KingRun::new(bit, moves) })
    };
    Ok([run(black, Side::Black)?, run(white, Side::White)?])
}

/// The squares of a list, and those among them that are marked as kings.
struct Squares {
    all: u64,
    kings: u64,
}

/// Reads a list of squares, none of them among those `taken`.
fn parse_pieces(rules: &Rules, list: &str, taken: u64) -> Result<Squares, PositionError> {
    const LIST: &str = "square numbers and ranges with commas between, K before kings";
    let mut squares = Squares { all: 0, kings: 0 };
    if list.is_empty() {
        return Ok(squares);
    }
    for item in list.split(',').map(str::trim) {
        let (king, word) = match item.strip_prefix(['K', 'k']) {
            Some(word) => (true, word),
            None => (false, item),
        };
        let bit = |word: &str| rules.square(word).map_err(|problem| PositionError::syntax(item, problem, LIST));
        let added: Vec<u32> = match word.split_once('-') {
            None => vec![bit(word)?],
            Some((first, last)) => {
                // The ends are checked as squares first, so the range cannot be long.
                let number = |word: &str| bit(word).map(|b| rules.movement.board.number(b, rules.corner));
                let (first, last) = (number(first)?, number(last)?);
                if first > last {
                    return Err(PositionError::syntax(item, "a range that runs backwards", LIST));
                }
                (first..=last).filter_map(|n| rules.movement.board.bit(n, rules.corner)).collect()
            }
        };
        for bit in added {
            if (squares.all | taken) >> bit & 1 != 0 {
                let number = rules.movement.board.number(bit, rules.corner);
                return Err(PositionError::illegal(format!("square {number} is named twice, in `{item}` again")));
            }
            squares.all |= 1 << bit;
            squares.kings |= u64::from(king) << bit;
        }
    }
    Ok(squares)
}

fn parse_plies(field: &str, digits: &str) -> Result<u16, PositionError> {
    let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
    number.ok_or_else(|| {
        PositionError::syntax(field, "no number of plies", "a whole number up to 65535 after the letter")
    })
}

fn validate(rules: &Rules, position: &Position) -> Result<(), PositionError> {
    let board = rules.movement.board;
    for side in [Side::White, Side::Black] {
        let pieces = position.pieces(side);
        let stuck = pieces & !position.kings & board.crown_row(side == Side::White);
        if let Some(number) = rules.numbers(stuck).first() {
            return Err(PositionError::illegal(format!(
                "{side} has a man on {number}, its crowning row; expected a king there (K{number})"
            )));
        }
        let (count, most) = (pieces.count_ones(), rules.most_pieces());
        if count > most {
            return Err(PositionError::illegal(format!("{side} has {count} pieces; a side has {most} at the most")));
        }
    }
    if position.huffable != 0 && !rules.movement.huffs() {
        return Err(PositionError::illegal("`X` names pieces to huff, but this game is played without huffing"));
    }
    if let Some(number) = rules.numbers(position.huffable & !position.their).first() {
        return Err(PositionError::illegal(format!(
            "`X` names {number}, where {} has no piece to be huffed",
            position.side.other()
        )));
    }
    Ok(())
}

fn diagram(rules: &Rules, position: &Position) -> String {
    let board = rules.movement.board;
    let (size, width) = (board.size(), board.width());
    let rule = format!("    +{}+\n", "-".repeat(2 * size as usize + 1));
    let mut text = rule.clone();
    for row in 0..size {
        let _ = write!(text, " {:>2} |", size - row);
        for column in 0..size {
            let bit = board.number_at(row, column, rules.corner).and_then(|n| board.bit(n, rules.corner));
            let mark = bit.map_or(' ', |bit| {
                let (king, set) = (position.kings >> bit & 1 != 0, |side| position.pieces(side) >> bit & 1 != 0);
                match (set(Side::White), set(Side::Black), king) {
                    (true, _, false) => 'w',
                    (true, _, true) => 'W',
                    (_, true, false) => 'b',
                    (_, true, true) => 'B',
                    _ => '.',
                }
            });
            let _ = write!(text, " {mark}");
        }
        let _ = writeln!(text, " |  {:>2}-{}", row * width + 1, (row + 1) * width);
    }
    text += &rule;
    text += "      ";
    for column in 0..size {
        let _ = write!(text, "{} ", (b'a' + column as u8) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
