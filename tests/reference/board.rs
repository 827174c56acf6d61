//! The board as rows (from the top) and columns (from the left), and its text.

use super::laws::Laws;
use std::collections::{BTreeMap, BTreeSet};

/// Row and column.
pub type Square = (usize, usize);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub white: bool,
    pub king: bool,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub size: usize,
    full: bool,
    corner_left: bool,
    cells: [[Option<Piece>; 10]; 10],
    pub white_to_move: bool,
    /// The pieces that the side to move may remove.
    pub huffable: BTreeSet<Square>,
    /// By colour (white or not), the king that was moved last and its moves in a row, where they are limited.
    pub runs: BTreeMap<bool, (Square, usize)>,
}

impl Board {
    pub fn empty(laws: &Laws) -> Board {
        Board {
            size: laws.size,
            full: laws.full,
            corner_left: laws.corner_left,
            cells: [[None; 10]; 10],
            white_to_move: true,
            huffable: BTreeSet::new(),
            runs: BTreeMap::new(),
        }
    }

    pub fn get(&self, (row, column): Square) -> Option<Piece> {
        self.cells[row][column]
    }

    pub fn put(&mut self, (row, column): Square, piece: Option<Piece>) {
        self.cells[row][column] = piece;
    }

    /// The squares that are played on in the order of their numbers.
    pub fn squares(&self) -> Vec<Square> {
        // White's left corner is the bottom row's first column.
        let dark = |row: usize, column: usize| (self.size - 1 - row + column).is_multiple_of(2) == self.corner_left;
        let mut all = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                if self.full || dark(row, column) {
                    all.push((row, column));
                }
            }
        }
        all
    }

    pub fn number(&self, square: Square) -> usize {
        1 + self.squares().iter().position(|&other| other == square).expect("a dark square")
    }

    /// The next square in a diagonal direction.
    pub fn step(&self, (row, column): Square, (down, right): (isize, isize)) -> Option<Square> {
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right)?;
        (row < self.size && column < self.size).then_some((row, column))
    }

    /// Whether a man of this colour is crowned here.
    pub fn crowns(&self, white: bool, (row, _): Square) -> bool {
        row == if white { 0 } else { self.size - 1 }
    }

    /// The pieces of a colour.
    pub fn pieces(&self, white: bool) -> Vec<(Square, Piece)> {
        let occupied = self.squares().into_iter().filter_map(|square| Some((square, self.get(square)?)));
        occupied.filter(|(_, piece)| piece.white == white).collect()
    }

    /// Reads the texts that the engine prints; whatever counts plies is passed over.
    pub fn read(laws: &Laws, text: &str) -> Board {
        let mut board = Board::empty(laws);
        let squares = board.squares();
        let mut parts = text.split(':');
        board.white_to_move = parts.next() == Some("W");
        for part in parts {
            let (kind, list) = part.split_at(1);
            if kind == "+" {
                // Black's count and square, then White's.
                for (white, run) in [false, true].into_iter().zip(list.split('+')) {
                    if let (Ok(moves @ 1..), Ok(number)) = (run[..1].parse(), run[1..].parse::<usize>()) {
                        board.runs.insert(white, (squares[number - 1], moves));
                    }
                }
            }
            for item in list.split(',').filter(|item| !item.is_empty() && "WBX".contains(kind)) {
                let number = |word: &str| word.parse::<usize>().expect("a number");
                let digits = item.trim_start_matches('K');
                let (first, last) = digits.split_once('-').unwrap_or((digits, digits));
                for square in &squares[number(first) - 1..number(last)] {
                    match kind {
                        "X" => drop(board.huffable.insert(*square)),
                        _ => board.put(*square, Some(Piece { white: kind == "W", king: item.starts_with('K') })),
                    }
                }
            }
        }
        board
    }

    /// The position in a form that tells positions apart.
    pub fn write(&self) -> String {
        let list = |white: bool| {
            let name = |(square, piece): (Square, Piece)| {
                format!("{}{}", if piece.king { "K" } else { "" }, self.number(square))
            };
            self.pieces(white).into_iter().map(name).collect::<Vec<_>>().join(",")
        };
        let to_move = if self.white_to_move { "W" } else { "B" };
        let huffable: Vec<String> = self.huffable.iter().map(|square| self.number(*square).to_string()).collect();
        let run = |white| match self.runs.get(&white) {
            Some((square, moves)) => format!("+{moves}{}", self.number(*square)),
            None => "+0".to_string(),
        };
        let runs = if self.runs.is_empty() { String::new() } else { format!(":{}{}", run(false), run(true)) };
        format!("{to_move}:W{}:B{}:X{}{runs}", list(true), list(false), huffable.join(","))
    }
}
