//! A position of wolf and sheep, and a move.

use crate::games::draughts::board::bits;
use crate::games::zobrist;
use crate::games::{Packed, Side};
use std::hash::{Hash, Hasher};

/// A position. Sets are bits of the small draughts board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// White's sheep.
    pub sheep: u64,
    /// Black's wolf; empty until it is placed.
    pub wolf: u64,
    /// Kept up move by move; see [`Position::key_from_scratch`].
    pub key: u64,
    /// Who is to move.
    pub side: Side,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// One random word for each bit: of the sheep, then of the wolf.
static PIECE: [[[u64; 64]; 2]; 1] = zobrist::table(21);
/// Black to move.
const BLACK: u64 = zobrist::word(22 << 32);

#[inline(always)]
fn piece(side: Side, bit: u32) -> u64 {
    PIECE[0][side as usize][bit as usize & 63]
}

impl Position {
    /// A position with its key.
    pub fn new(sheep: u64, wolf: u64, side: Side) -> Position {
        let mut position = Position { sheep, wolf, key: 0, side };
        position.key = position.key_from_scratch();
        position
    }

    /// The key computed from the whole position.
    pub fn key_from_scratch(&self) -> u64 {
        let sheep = bits(self.sheep).fold(0, |key, bit| key ^ piece(Side::White, bit));
        let wolf = bits(self.wolf).fold(0, |key, bit| key ^ piece(Side::Black, bit));
        sheep ^ wolf ^ if self.side == Side::Black { BLACK } else { 0 }
    }

    /// The position after a legal move; `again` if the same side has the next one too.
    #[inline(always)]
    pub fn play(&self, mv: Move, again: bool) -> Position {
        let change = mv.from().map_or(0, |bit| 1 << bit) | 1 << mv.to();
        let moved = mv.from().map_or(0, |bit| piece(self.side, bit)) ^ piece(self.side, mv.to());
        let (sheep, wolf) = match self.side {
            Side::White => (self.sheep ^ change, self.wolf),
            Side::Black => (self.sheep, self.wolf ^ change),
        };
        let (side, turn) = if again { (self.side, 0) } else { (self.side.other(), BLACK) };
        Position { sheep, wolf, key: self.key ^ moved ^ turn, side }
    }
}

/// A move in one word: to in the low byte, and above it from, or 63 for the placing of the wolf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

const NOWHERE: u32 = 63;

impl Move {
    /// A step from one bit to another.
    #[inline(always)]
    pub const fn step(from: u32, to: u32) -> Move {
        Move((to | from << 8) as u16)
    }

    /// The placing of the wolf.
    #[inline(always)]
    pub const fn place(to: u32) -> Move {
        Move::step(NOWHERE, to)
    }

    /// The bit that the piece leaves, or `None` if it is placed.
    #[inline(always)]
    pub const fn from(self) -> Option<u32> {
        let from = self.0 as u32 >> 8;
        if from == NOWHERE { None } else { Some(from) }
    }

    /// The bit that the piece arrives at.
    #[inline(always)]
    pub const fn to(self) -> u32 {
        self.0 as u32 & 63
    }
}

impl Packed for Move {
    fn pack(self) -> u64 {
        self.0.into()
    }

    fn unpack(word: u64) -> Move {
        Move(word as u16)
    }
}
