//! What the counts of the evaluation are worth, a table for each game ([`crate::eval::weights`]).
//!
//! The numbers of a table are for the full board, and then the same for the empty one; between them the number of men
//! decides. Each half has a man on every square, row by row as on the board and seen by White (Black's men are seen from
//! his side), and in a last line: a king, having a king at all, a king in the centre, a king on the main road, a free square
//! in front of a man, a man with one of its own right behind it, a man more on one wing than on the other, and having the
//! move.

use crate::eval::weights::read;
use crate::games::draughts::named::{NAMED, RULES};
use crate::games::draughts::rules::{Board, Corner, KingCapture, Movement, Rules};
use std::sync::OnceLock;

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
    fn new(numbers: &[i16], board: Board) -> Tables {
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

impl Tables {
    /// The tables of a rule set: its own where it has a name, and else those of the named game that is most like it.
    pub(crate) fn of(rules: &Rules) -> &'static Tables {
        static TABLES: [OnceLock<Tables>; NAMED.len()] = [const { OnceLock::new() }; NAMED.len()];
        let place = most_alike(rules);
        let board = rules.movement.board;
        TABLES[place].get_or_init(|| {
            let numbers = NAMED[place].weights.and_then(read);
            // A test reads every file.
            let numbers = numbers.unwrap_or_else(|| vec![0; 2 * (board.count() as usize + OTHERS)]);
            Tables::new(&numbers, board)
        })
    }
}

/// The game with weights of its own that is most like a rule set.
fn most_alike(rules: &Rules) -> usize {
    let fits = |place: &usize| NAMED[*place].weights.is_some() && RULES[*place].movement.board == rules.movement.board;
    // Of equals the first.
    (0..NAMED.len()).rev().filter(fits).max_by_key(|place| likeness(&RULES[*place], rules)).unwrap_or(0)
}

/// How much alike two games are played.
fn likeness(one: &Rules, other: &Rules) -> u32 {
    let (a, b) = (one.movement, other.movement);
    let far = |m: Movement| matches!(m.king_capture, KingCapture::Any | KingCapture::Killer);
    [
        (one.plays_to_lose() == other.plays_to_lose() && a.crown_ends == b.crown_ends, 256),
        (a.king_move == b.king_move, 128),
        (a.king_reaches() == b.king_reaches(), 64),
        (far(a) == far(b), 32),
        (a.men_capture == b.men_capture, 16),
        (a.must_capture() == b.must_capture(), 8),
        (a.men_take_kings == b.men_take_kings, 2),
        (a.king_capture == b.king_capture, 2),
        (a.choice == b.choice, 2),
        (a.promote == b.promote, 2),
        (a.chain == b.chain, 1),
        (a.capture == b.capture, 1),
        (a.removal == b.removal, 2),
        (one.men_rows == other.men_rows, 1),
    ]
    .iter()
    .map(|(same, worth)| if *same { *worth } else { 0 })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::named;

    #[test]
    fn halves_are_packed_and_weighed() {
        for (full, empty) in [(100, -7), (-30, 250), (0, -1), (-1, 0)] {
            let three = 3 * packed(full, empty);
            assert_eq!((weighed(three, FULL), weighed(three, 0)), (3 * i32::from(full), 3 * i32::from(empty)));
        }
    }

    #[test]
    fn every_file_has_its_numbers() {
        for (entry, rules) in NAMED.iter().zip(RULES) {
            let Some(text) = entry.weights else { continue };
            let expected = 2 * (rules.movement.board.count() as usize + OTHERS);
            assert_eq!(read(text).map(|numbers| numbers.len()), Some(expected), "{}", entry.name);
            let own = NAMED[most_alike(&rules)].name;
            assert_eq!(own, entry.name, "a game has its own weights");
        }
    }

    #[test]
    fn games_without_weights_have_those_of_their_kind() {
        let like = |name| NAMED[most_alike(&named::rules(name))].name;
        assert_eq!(like("schmidt-gb"), "english");
        assert_eq!(like("schmidt-it-losing"), "schmidt-de-losing");
        assert_eq!(like("ravensburger-de-huff"), "schmidt-de-huff");
        assert_eq!(like("ravensburger-es-100-huff"), "ravensburger-it-100");
    }

    #[test]
    fn a_table_keeps_its_numbers() {
        let numbers: Vec<i16> = (0..116).map(|n| n * 7 % 300 - 100).collect();
        assert_eq!(Tables::new(&numbers, Board::Ten).numbers(Board::Ten), numbers);
    }
}
