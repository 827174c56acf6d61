//! The points of each board for people: their names, their places in a drawing, the lines of three.

use super::board::{SLANTS, Slant, bits};
use super::rules::Board;

/// The names on three squares, by bit, as on a grid of 7×7.
const THREE_SQUARES: [&str; 24] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c5", "d5", "e5",
    "e4", "e3", "d3", "c3", "c4",
];

/// The names on two squares, as on a grid of 5×5.
const TWO_SQUARES: [&str; 24] = [
    "a5", "c5", "e5", "e3", "e1", "c1", "a1", "a3", "b4", "c4", "d4", "d3", "d2", "c2", "b2", "b3", "", "", "", "", "",
    "", "", "",
];

/// The names of nine points, as on a grid of 3×3.
const THREE_ROWS: [&str; 24] =
    ["a3", "b3", "c3", "", "", "", "", "", "a2", "b2", "c2", "", "", "", "", "", "a1", "b1", "c1", "", "", "", "", ""];

impl Board {
    const fn names(self) -> &'static [&'static str; 24] {
        match self {
            Board::Plain | Board::Diagonals => &THREE_SQUARES,
            Board::Sixteen => &TWO_SQUARES,
            Board::Nine | Board::NineDiagonals => &THREE_ROWS,
        }
    }

    /// The name of a point.
    pub fn name(self, point: u32) -> &'static str {
        self.names().get(point as usize).copied().unwrap_or_default()
    }

    /// The point of a name, in either case.
    pub fn point(self, name: &str) -> Option<u32> {
        bits(self.points()).find(|point| self.name(*point).eq_ignore_ascii_case(name))
    }

    /// The points row by row from the top, as people read them.
    pub const fn reading_order(self) -> &'static [u32] {
        match self {
            Board::Plain | Board::Diagonals => {
                &[0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4]
            }
            Board::Sixteen => &[0, 1, 2, 8, 9, 10, 7, 15, 11, 3, 14, 13, 12, 6, 5, 4],
            Board::Nine | Board::NineDiagonals => &[0, 1, 2, 8, 9, 10, 16, 17, 18],
        }
    }

    /// The rows, and columns, of the grid.
    pub const fn grid(self) -> usize {
        match self {
            Board::Plain | Board::Diagonals => 7,
            Board::Sixteen => 5,
            Board::Nine | Board::NineDiagonals => 3,
        }
    }

    /// The column (from the left) and the row (from the top) of a point on the grid.
    pub fn column_and_row(self, point: u32) -> (usize, usize) {
        match self.name(point).as_bytes() {
            [letter, digit] => (usize::from(letter - b'a'), self.grid() - usize::from(digit - b'0')),
            _ => (0, 0),
        }
    }

    /// The lines of three points, the sides of the rings first.
    pub fn lines(self) -> Vec<[u32; 3]> {
        let sides =
            [0, 8, 16].into_iter().flat_map(|ring| [0, 2, 4, 6].map(|at| [at, at + 1, (at + 2) % 8].map(|p| ring + p)));
        let across = bits(self.crossed() & 0xFF).map(|point| [point, point + 8, point + 16]);
        let slanted = SLANTS.iter().filter(|_| self.slants()).map(Slant::line);
        let whole = |line: &[u32; 3]| line.iter().all(|point| self.points() >> point & 1 != 0);
        sides.chain(across).chain(slanted).filter(whole).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [(Board, usize); 5] =
        [(Board::Plain, 16), (Board::Diagonals, 20), (Board::Sixteen, 8), (Board::Nine, 6), (Board::NineDiagonals, 8)];

    #[test]
    fn names_and_reading_order_cover_the_board() {
        for (board, _) in BOARDS {
            let order = board.reading_order();
            assert_eq!(order.iter().fold(0, |set, bit| set | 1 << bit), board.points());
            let places: Vec<_> = order.iter().map(|&bit| board.column_and_row(bit)).collect();
            assert!(places.is_sorted_by_key(|&(column, row)| (row, column)));
            assert!(order.iter().all(|&point| board.point(board.name(point)) == Some(point)));
            assert_eq!(board.point(""), None);
        }
        assert_eq!(Board::Plain.point("D6"), Some(9));
        assert_eq!((Board::Plain.point("d4"), Board::Sixteen.point("c3"), Board::Nine.point("d1")), (None, None, None));
    }

    #[test]
    fn lines_are_mills_and_no_others_are() {
        for (board, count) in BOARDS {
            let lines: Vec<u32> =
                board.lines().iter().map(|line| line.iter().fold(0, |set, point| set | 1 << point)).collect();
            assert_eq!(lines.len(), count, "{board:?}");
            let triples = (0..1u32 << 24).filter(|set| set.count_ones() == 3 && set & !board.points() == 0);
            assert!(triples.filter(|&set| board.in_mills(set) == set).eq({
                let mut sorted = lines.clone();
                sorted.sort_unstable();
                sorted
            }));
        }
    }
}
