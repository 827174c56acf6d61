//! What the counts of the evaluation are worth, a table for each game ([`crate::eval::weights`]).
//!
//! The numbers of a table are for the full board, and then the same for the empty one; between them the number of men
//! decides. Each half has a man on every square, row by row as on the board and seen by White (Black's men are seen from
//! his side), and in a last line: a king, having a king at all, a king in the centre, a king on the main road, a free square
//! in front of a man, a man with one of its own right behind it, a man more on one wing than on the other, and having the
//! move.

use crate::eval::weights::read;
use crate::games::draughts::named;
use crate::games::draughts::rules::{Board, Corner, Goal, KingCapture, KingMove, Movement, Rules};
use crate::games::draughts::ruleset::{self, MOVEMENTS};

/// The numbers that follow those of the men.
const OTHERS: usize = 8;
/// The bytes of a board.
const BYTES: usize = 7;
/// The fullness of a board with all its men.
pub(crate) const FULL: i32 = 64;

/// The weights of one game, as the evaluation uses them: each is [`packed`].
#[derive(Debug)]
pub struct Tables {
    /// The men of eight squares at a time, White's and Black's.
    men: [[[i32; 256]; BYTES]; 2],
    pub(crate) king: i32,
    pub(crate) crowned: i32,
    pub(crate) king_centre: i32,
    pub(crate) king_road: i32,
    pub(crate) mobility: i32,
    pub(crate) backed: i32,
    pub(crate) balance: i32,
    pub(crate) tempo: i32,
}

/// The weights for the full and the empty board in one number, so that they are added and multiplied at once.
#[inline(always)]
const fn packed(full: i16, empty: i16) -> i32 {
    ((full as i32) << 16) + empty as i32
}

/// The sum of a packed number's halves, weighed by how full the board is, from 0 to [`FULL`].
#[inline(always)]
pub(crate) const fn weighed(packed: i32, fullness: i32) -> i32 {
    let empty = packed as i16 as i32;
    let full = (packed - empty) >> 16;
    (full * fullness + empty * (FULL - fullness)) / FULL
}

impl Tables {
    /// Prepares the numbers of a table.
    const fn new(numbers: &[i16], board: Board) -> Tables {
        let half = numbers.len() / 2;
        let squares = board.count() as usize;
        assert!(half == squares + OTHERS);
        let mut men = [[[0; 256]; BYTES]; 2];
        let mut square = 0;
        while square < squares {
            let number = square as u32 + 1;
            if let (Some(bit), Some(turned)) =
                (board.bit(number, Corner::Left), board.bit(board.count() + 1 - number, Corner::Left))
            {
                let weight = packed(numbers[square], numbers[half + square]);
                add(&mut men[0], bit as usize, weight);
                add(&mut men[1], turned as usize, weight);
            }
            square += 1;
        }
        let mut others = [0; OTHERS];
        let mut at = 0;
        while at < OTHERS {
            others[at] = packed(numbers[squares + at], numbers[half + squares + at]);
            at += 1;
        }
        let [king, crowned, king_centre, king_road, mobility, backed, balance, tempo] = others;
        Tables { men, king, crowned, king_centre, king_road, mobility, backed, balance, tempo }
    }

    /// The numbers of the table again.
    pub(crate) fn numbers(&self, board: Board) -> Vec<i16> {
        let squares = (1..=board.count()).filter_map(|number| board.bit(number, Corner::Left));
        let others = [
            self.king,
            self.crowned,
            self.king_centre,
            self.king_road,
            self.mobility,
            self.backed,
            self.balance,
            self.tempo,
        ];
        let packed: Vec<i32> = squares.map(|bit| self.men::<true>(board, 1 << bit)).chain(others).collect();
        let half = |fullness| packed.iter().map(move |packed| weighed(*packed, fullness) as i16);
        half(FULL).chain(half(0)).collect()
    }

    /// The men of a side, White's if they move up.
    #[inline(always)]
    pub(crate) fn men<const UP: bool>(&self, board: Board, men: u64) -> i32 {
        let bytes = if board.size() == 8 { 5 } else { BYTES };
        let table = &self.men[if UP { 0 } else { 1 }];
        (0..bytes).map(|byte| table[byte][(men >> (8 * byte)) as usize & 0xFF]).sum()
    }
}

/// Adds a square to all sums in which it takes part.
const fn add(table: &mut [[i32; 256]; BYTES], bit: usize, weight: i32) {
    let mut set = 0;
    while set < 256 {
        if set >> (bit % 8) & 1 == 1 {
            table[bit / 8][set] += weight;
        }
        set += 1;
    }
}

macro_rules! table {
    ($name:literal, Eight) => {{
        static TABLES: Tables =
            Tables::new(&read::<80>(include_str!(concat!("../weights/", $name, ".txt"))), Board::Eight);
        &TABLES
    }};
    ($name:literal, Ten) => {{
        static TABLES: Tables =
            Tables::new(&read::<116>(include_str!(concat!("../weights/", $name, ".txt"))), Board::Ten);
        &TABLES
    }};
}

/// The tables of the named ways of moving, in the order of [`MOVEMENTS`].
static TABLES: [&Tables; MOVEMENTS.len()] = [
    table!("schmidt-de", Eight),
    table!("english", Eight),
    table!("schmidt-fr", Eight),
    table!("schmidt-es", Eight),
    table!("ravensburger-fr", Eight),
    table!("ravensburger-it", Eight),
    table!("doubleboard-de", Eight),
    table!("schmidt-de-huff", Eight),
    table!("schmidt-gb-huff", Eight),
    table!("schmidt-fr-huff", Eight),
    table!("schmidt-es-huff", Eight),
    table!("ravensburger-fr-huff", Eight),
    table!("ravensburger-it-huff", Eight),
    table!("ravensburger-de-100", Ten),
    table!("ravensburger-fr-100", Ten),
    table!("ravensburger-it-100", Ten),
    table!("international", Ten),
    table!("russian", Eight),
    table!("brazilian", Eight),
    table!("pool", Eight),
    table!("italian", Eight),
    table!("spanish", Eight),
    table!("czech", Eight),
    table!("thai", Eight),
    table!("breakthrough", Ten),
    table!("killer", Ten),
];

/// The tables of the ways of moving in which one strives to lose.
static LOSING: [(Movement, &Tables); 5] = [
    (named::SCHMIDT_DE.movement, table!("schmidt-de-losing", Eight)),
    (named::SCHMIDT_GB.movement, table!("schmidt-gb-losing", Eight)),
    (named::SCHMIDT_FR.movement, table!("schmidt-fr-losing", Eight)),
    (named::SCHMIDT_ES.movement, table!("schmidt-es-losing", Eight)),
    (named::INTERNATIONAL.movement, table!("antidraughts", Ten)),
];

impl Tables {
    /// The tables of a rule set: its own where it has a name, and else those of the named game that is most like it.
    pub(crate) fn of(rules: &Rules) -> &'static Tables {
        let m = rules.movement;
        if rules.goal == Goal::Lose {
            let own = LOSING.iter().find(|(movement, _)| *movement == m);
            let like = || LOSING.iter().find(|(movement, _)| movement.board == m.board);
            return own.or_else(like).map_or(TABLES[0], |(_, tables)| *tables);
        }
        let like = || match (m.board, m.king_move, m.king_capture) {
            (Board::Ten, ..) if m.crown_ends => named::BREAKTHROUGH.movement,
            (Board::Ten, _, KingCapture::Adjacent) => ruleset::large(named::RAVENSBURGER_IT),
            (Board::Ten, ..) => named::INTERNATIONAL.movement,
            (_, KingMove::Short, _) => named::ENGLISH.movement,
            (_, _, KingCapture::Adjacent) => named::RAVENSBURGER_IT.movement,
            (_, _, KingCapture::Behind) => named::SCHMIDT_DE.movement,
            (..) => named::RUSSIAN.movement,
        };
        let place = ruleset::place(&m).or_else(|| ruleset::place(&like()));
        place.map_or(TABLES[0], |place| TABLES[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_packed_and_weighed() {
        for (full, empty) in [(100, -7), (-30, 250), (0, -1), (-1, 0)] {
            let three = 3 * packed(full, empty);
            assert_eq!((weighed(three, FULL), weighed(three, 0)), (3 * i32::from(full), 3 * i32::from(empty)));
        }
    }

    #[test]
    fn a_table_keeps_its_numbers() {
        let numbers: Vec<i16> = (0..116).map(|n| n * 7 % 300 - 100).collect();
        assert_eq!(Tables::new(&numbers, Board::Ten).numbers(Board::Ten), numbers);
    }
}
