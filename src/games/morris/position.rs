//! A morris position and a morris move, each a few words.

use super::board::{IMAGES, POINTS, bits};
use super::rules::{Board, MOST};
use crate::games::zobrist;
use crate::games::{Packed, Side};
use std::hash::{Hash, Hasher};

/// A position. Sets are bits of [`super::board`], seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The stones of the side to move.
    pub own: u32,
    /// The stones of the other side.
    pub their: u32,
    /// Kept up move by move; see [`Position::key_from_scratch`].
    pub key: u64,
    /// Plies since the last placing or taking.
    pub quiet: u16,
    /// The stones that the side to move has in hand.
    pub own_hand: u8,
    /// The stones that the other side has in hand.
    pub their_hand: u8,
    /// Who is to move.
    pub side: Side,
}

const _: () = assert!(size_of::<Position>() == 24);

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.own, self.their, self.own_hand, self.their_hand, self.side)
            == (other.own, other.their, other.own_hand, other.their_hand, other.side)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// One random word for each colour and point. The table has 32 points, so that no index needs a check;
/// the words past the board are zero, and a stone that comes from nowhere or is not taken adds none.
static STONE: [[u64; 32]; 2] = stones();
/// One random word for each colour and number of stones in hand.
static HAND: [[[u64; 16]; 2]; 1] = zobrist::table(12);
/// Black to move.
const BLACK: u64 = zobrist::word(13 << 32);

const fn stones() -> [[u64; 32]; 2] {
    let [mut table] = zobrist::table::<1, 2, 32>(11);
    let mut point = 24;
    while point < 32 {
        table[0][point] = 0;
        table[1][point] = 0;
        point += 1;
    }
    table
}

#[inline(always)]
fn stone_key(side: Side, point: u32) -> u64 {
    STONE[side as usize][point as usize & 31]
}

#[inline(always)]
fn hand_key(side: Side, hand: u8) -> u64 {
    HAND[0][side as usize][usize::from(hand) & 15]
}

const _: () = assert!(MOST < 16);

impl Position {
    /// A position by its colours: the stones of White and of Black, their hands, and who is to move.
    pub fn new([white, black]: [u32; 2], [white_hand, black_hand]: [u8; 2], side: Side, quiet: u16) -> Position {
        let (own, their, own_hand, their_hand) = match side {
            Side::White => (white, black, white_hand, black_hand),
            Side::Black => (black, white, black_hand, white_hand),
        };
        let mut position = Position { own, their, key: 0, quiet, own_hand, their_hand, side };
        position.key = position.key_from_scratch();
        position
    }

    /// The stones of a colour on the board.
    pub fn stones(&self, side: Side) -> u32 {
        if side == self.side { self.own } else { self.their }
    }

    /// The stones of a colour in hand.
    pub fn hand(&self, side: Side) -> u8 {
        if side == self.side { self.own_hand } else { self.their_hand }
    }

    /// The free points of a board on which all stones stand.
    #[inline(always)]
    pub const fn empty(&self, board: Board) -> u32 {
        board.points() ^ (self.own | self.their)
    }

    /// The stones that the side to move has left, on the board and in hand.
    #[inline(always)]
    pub const fn own_left(&self) -> u32 {
        self.own.count_ones() + self.own_hand as u32
    }

    /// The stones that the other side has left, on the board and in hand.
    #[inline(always)]
    pub const fn their_left(&self) -> u32 {
        self.their.count_ones() + self.their_hand as u32
    }

    /// The key computed from the whole position.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = if self.side == Side::Black { BLACK } else { 0 };
        for side in [Side::White, Side::Black] {
            key ^= bits(self.stones(side)).fold(hand_key(side, self.hand(side)), |key, bit| key ^ stone_key(side, bit));
        }
        key
    }

    /// The least key of all images of the position, with the colours as they are and exchanged.
    pub fn symmetric_key(&self, board: Board) -> u64 {
        let images = (0..IMAGES).flat_map(|number| [(number, self.side), (number, self.side.other())]);
        let key = |(number, side)| {
            let (own, their) = (board.image(self.own, number), board.image(self.their, number));
            Position { own, their, side, ..*self }.key_from_scratch()
        };
        images.map(key).min().unwrap_or(self.key)
    }

    /// The position after a move that the generator gave; `again` if the same side has another turn.
    #[inline(always)]
    pub fn play(&self, mv: Move, again: bool) -> Position {
        let places = mv.places();
        let own_hand = self.own_hand.wrapping_sub(places as u8);
        let key = self.key
            ^ stone_key(self.side, mv.origin_code())
            ^ stone_key(self.side, mv.to())
            ^ stone_key(self.side.other(), mv.taken_code())
            ^ stone_key(self.side.other(), mv.second_code())
            ^ hand_key(self.side, self.own_hand)
            ^ hand_key(self.side, own_hand);
        let quiet = if places || mv.takes() { 0 } else { self.quiet.saturating_add(1) };
        Position { key: if again { key } else { key ^ BLACK }, quiet, ..self.play_without_key(mv, again) }
    }

    /// The same without its key and its plies: enough to count the moves of.
    #[inline(always)]
    pub(super) fn play_without_key(&self, mv: Move, again: bool) -> Position {
        let own = self.own & !mv.origin_set() | 1 << mv.to();
        let their = self.their & !mv.taken_set();
        let own_hand = self.own_hand.wrapping_sub(mv.places() as u8);
        if again {
            return Position { own, their, own_hand, key: 0, quiet: 0, ..*self };
        }
        Position {
            own: their,
            their: own,
            key: 0,
            quiet: 0,
            own_hand: self.their_hand,
            their_hand: own_hand,
            side: self.side.other(),
        }
    }
}

/// A move in one word.
///
/// ```text
/// bit  0– 4  to
///      8–12  from, or 31 for a stone from the hand
///     16–20  the stone taken, or 31 for none
///     24–28  the second stone taken, or 31 for none; of two the lower comes first
/// ```
///
/// 31 is off the board in every set and every table, so that playing a move needs no branches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

/// The code for no point.
pub(super) const NOWHERE: u32 = 31;

impl Move {
    /// A move by its points: from (`None`: the hand), to, and the stones taken, in any order.
    pub fn new(from: Option<u32>, to: u32, taken: &[u32]) -> Move {
        let mv = Move::from_codes(from.unwrap_or(NOWHERE), to, NOWHERE);
        match *taken {
            [] => mv,
            [stone] => mv.taking(stone),
            [first, second, ..] => mv.taking_two(first, second),
        }
    }

    /// A move by its points, with [`NOWHERE`] for none.
    #[inline(always)]
    pub(super) const fn from_codes(from: u32, to: u32, taken: u32) -> Move {
        Move(to | from << 8 | taken << 16 | NOWHERE << 24)
    }

    /// The same move of the stone, taking another.
    #[inline(always)]
    pub(super) const fn taking(self, taken: u32) -> Move {
        Move(self.0 & 0xFFFF | taken << 16 | NOWHERE << 24)
    }

    /// The same move of the stone, taking two others.
    pub(super) const fn taking_two(self, first: u32, second: u32) -> Move {
        let (low, high) = if first < second { (first, second) } else { (second, first) };
        Move(self.0 & 0xFFFF | low << 16 | high << 24)
    }

    /// The point the stone arrives at.
    #[inline(always)]
    pub const fn to(self) -> u32 {
        self.0 & 31
    }

    /// The point the stone leaves, or `None` if it is placed.
    pub const fn from(self) -> Option<u32> {
        if self.places() { None } else { Some(self.origin_code()) }
    }

    /// The points of the stones that are taken.
    pub fn taken(self) -> impl Iterator<Item = u32> {
        [self.taken_code(), self.second_code()].into_iter().filter(|code| *code != NOWHERE)
    }

    /// Whether the stone comes from the hand.
    #[inline(always)]
    pub const fn places(self) -> bool {
        self.origin_code() == NOWHERE
    }

    /// Whether a stone is taken.
    #[inline(always)]
    pub const fn takes(self) -> bool {
        self.taken_code() != NOWHERE
    }

    /// A number below 1024 that stands for where the stone comes from and goes.
    #[inline(always)]
    pub const fn path(self) -> usize {
        (self.origin_code() << 5 | self.to()) as usize
    }

    /// The point the stone leaves as a set, empty if it is placed.
    #[inline(always)]
    pub const fn origin_set(self) -> u32 {
        1 << self.origin_code() & POINTS
    }

    /// The stones that are taken as a set.
    #[inline(always)]
    pub const fn taken_set(self) -> u32 {
        (1 << self.taken_code() | 1 << self.second_code()) & POINTS
    }

    #[inline(always)]
    const fn origin_code(self) -> u32 {
        self.0 >> 8 & 31
    }

    #[inline(always)]
    const fn taken_code(self) -> u32 {
        self.0 >> 16 & 31
    }

    #[inline(always)]
    const fn second_code(self) -> u32 {
        self.0 >> 24 & 31
    }
}

impl Packed for Move {
    fn pack(self) -> u64 {
        self.0.into()
    }

    fn unpack(word: u64) -> Move {
        Move(word as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_keeps_its_points() {
        for from in [None, Some(0), Some(23)] {
            for taken in [&[][..], &[0], &[22], &[0, 22], &[5, 3]] {
                let mv = Move::new(from, 7, taken);
                let mut sorted = taken.to_vec();
                sorted.sort_unstable();
                assert_eq!((mv.from(), mv.to(), mv.taken().collect::<Vec<_>>()), (from, 7, sorted));
                assert_eq!((mv.places(), mv.takes()), (from.is_none(), !taken.is_empty()));
                assert_eq!(mv.taken_set().count_ones() as usize, taken.len());
            }
        }
    }

    #[test]
    fn equality_leaves_the_quiet_plies_out_and_nothing_else() {
        let base = Position::new([1, 2], [8, 8], Side::White, 0);
        assert_eq!(base, Position::new([1, 2], [8, 8], Side::White, 7));
        let others = [
            Position::new([2, 1], [8, 8], Side::White, 0),
            Position::new([1, 2], [8, 7], Side::White, 0),
            Position::new([1, 2], [8, 8], Side::Black, 0),
            Position::new([2, 1], [8, 8], Side::Black, 0),
        ];
        for other in others {
            assert_ne!(base, other);
            assert_ne!(base.key, other.key);
        }
    }
}
