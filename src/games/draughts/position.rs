//! A draughts position and a draughts move, each a few words.

use super::rules::Board;
use crate::games::zobrist;
use crate::games::{Packed, Side};
use std::hash::{Hash, Hasher};

/// A position. Sets are bits of [`super::board`], seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u64,
    /// The pieces of the other side.
    pub their: u64,
    /// The kings of both sides.
    pub kings: u64,
    /// Those of `their` pieces that may be huffed.
    pub huffable: u64,
    /// Kept up move by move; see [`Position::key_from_scratch`].
    pub key: u64,
    /// Plies since the last capture or man's move.
    pub quiet: u16,
    /// Plies since the last capture or crowning.
    pub steady: u16,
    /// Who is to move.
    pub side: Side,
    /// The king that the side to move has moved last, where a king's moves are counted.
    pub own_run: KingRun,
    /// That of the other side.
    pub their_run: KingRun,
    /// Plies since a lone king came to stand on the main road, where the rules count them.
    pub road: u8,
}

/// The king with which a side has made its last quiet moves, and how many in a row. None where they are not counted, and for
/// a side without men, whose kings move freely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingRun(u8);

impl KingRun {
    /// No king.
    pub const NONE: KingRun = KingRun(0);

    /// A king on a square that has made so many moves, three at the most.
    pub const fn new(bit: u32, moves: u32) -> KingRun {
        if moves == 0 { KingRun::NONE } else { KingRun((bit | moves << 6) as u8) }
    }

    /// The moves in a row.
    #[inline(always)]
    pub const fn moves(self) -> u32 {
        (self.0 >> 6) as u32
    }

    /// Where the king stands; none if there is none.
    #[inline(always)]
    pub const fn square(self) -> u64 {
        if self.0 == 0 { 0 } else { 1 << (self.0 & 63) }
    }

    /// As it is once some pieces have left a side: nothing, if the king is gone or the last man.
    #[inline(always)]
    const fn among(self, pieces: u64, kings: u64) -> KingRun {
        if self.square() & pieces == 0 || pieces & !kings == 0 { KingRun::NONE } else { self }
    }

    #[inline(always)]
    fn key(self, side: Side) -> u64 {
        if self.0 == 0 { 0 } else { RUN[side as usize][self.0 as usize >> 6 & 3][self.0 as usize & 63] }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.own, self.their, self.kings, self.huffable, self.side, self.own_run, self.their_run)
            == (other.own, other.their, other.kings, other.huffable, other.side, other.own_run, other.their_run)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// One random word for each colour, kind and bit, then for huffable squares, then for the runs of kings.
static PIECE: [[[u64; 64]; 2]; 2] = zobrist::table(1);
static HUFFABLE: [[[u64; 64]; 1]; 1] = zobrist::table(2);
static RUN: [[[u64; 64]; 4]; 2] = zobrist::table(40);
/// Black to move.
const BLACK: u64 = zobrist::word(3 << 32);

impl Position {
    /// A position by its pieces, with nothing to huff and no plies counted.
    pub fn new(own: u64, their: u64, kings: u64, side: Side) -> Position {
        let (own_run, their_run) = (KingRun::NONE, KingRun::NONE);
        let position =
            Position { own, their, kings, huffable: 0, key: 0, quiet: 0, steady: 0, side, own_run, their_run, road: 0 };
        Position { key: position.key_from_scratch(), ..position }
    }

    /// The king's run of a colour.
    pub const fn run(&self, side: Side) -> KingRun {
        match (self.side, side) {
            (Side::White, Side::White) | (Side::Black, Side::Black) => self.own_run,
            _ => self.their_run,
        }
    }

    /// The pieces of a colour.
    pub const fn pieces(&self, side: Side) -> u64 {
        match (self.side, side) {
            (Side::White, Side::White) | (Side::Black, Side::Black) => self.own,
            _ => self.their,
        }
    }

    /// The key computed from the whole position.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = if self.side == Side::Black { BLACK } else { 0 };
        for side in [Side::White, Side::Black] {
            for bit in super::board::bits(self.pieces(side)) {
                key ^= piece(side, self.kings >> bit & 1, bit);
            }
        }
        for bit in super::board::bits(self.huffable) {
            key ^= HUFFABLE[0][0][bit as usize & 63];
        }
        key ^ self.own_run.key(self.side) ^ self.their_run.key(self.side.other())
    }

    /// The same position as the other colour sees it: the board turned half around, and the colours exchanged.
    pub fn turned(&self, board: Board) -> Position {
        self.rearranged(self.side.other(), |bits| board.turned(bits))
    }

    /// The mirror image of a position on the full board, left and right exchanged.
    pub fn mirrored(&self) -> Position {
        self.rearranged(self.side, |bits| bits.reverse_bits().swap_bytes())
    }

    /// The position with its squares elsewhere and perhaps the colours exchanged.
    fn rearranged(&self, side: Side, place: impl Fn(u64) -> u64) -> Position {
        let run = |run: KingRun| KingRun::new(place(run.square()).trailing_zeros() & 63, run.moves());
        let mut position = Position {
            own: place(self.own),
            their: place(self.their),
            kings: place(self.kings),
            huffable: place(self.huffable),
            side,
            own_run: run(self.own_run),
            their_run: run(self.their_run),
            ..*self
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The position after a move that the generator gave, by which some piece becomes huffable or none.
    #[inline(always)]
    pub fn play(&self, board: Board, mv: Move, huffable: u64) -> Position {
        let captured = board.captured(mv, self.their);
        let king = self.kings >> mv.from() & 1;
        let crowned = king | u64::from(mv.crowns());
        let mut key = self.key ^ BLACK ^ piece(self.side, king, mv.from()) ^ piece(self.side, crowned, mv.to());
        let mut rest = captured;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            key ^= piece(self.side.other(), self.kings >> bit & 1, bit);
            rest &= rest - 1;
        }
        key ^= huff_key(self.huffable) ^ huff_key(huffable);
        Position { key, huffable, ..self.play_unkeyed(board, mv) }
    }

    /// The position after a move where nothing becomes huffable, with the key left as it was: for a position that is only counted.
    #[inline(always)]
    pub(super) fn play_unkeyed(&self, board: Board, mv: Move) -> Position {
        let (from, to, captured) = (1u64 << mv.from(), 1u64 << mv.to(), board.captured(mv, self.their));
        let king = self.kings >> mv.from() & 1;
        let crowned = king | u64::from(mv.crowns());
        let calm = captured == 0;
        Position {
            own: self.their & !captured,
            their: self.own & !from | to,
            kings: self.kings & !captured & !from | crowned << mv.to(),
            huffable: 0,
            key: self.key,
            quiet: if calm && king != 0 { self.quiet.saturating_add(1) } else { 0 },
            steady: if calm && !mv.crowns() { self.steady.saturating_add(1) } else { 0 },
            side: self.side.other(),
            own_run: KingRun::NONE,
            their_run: KingRun::NONE,
            road: 0,
        }
    }

    /// The position `next` after a move, with the runs of kings counted on.
    #[inline(always)]
    pub fn count_runs(&self, mv: Move, next: Position) -> Position {
        if self.kings == 0 {
            return next;
        }
        let run = match mv {
            _ if mv.is_capture() || self.kings >> mv.from() & 1 == 0 => KingRun::NONE,
            _ if self.own_run.square() == 1 << mv.from() => KingRun::new(mv.to(), (self.own_run.moves() + 1).min(3)),
            _ => KingRun::new(mv.to(), 1),
        };
        let own_run = self.their_run.among(next.own, next.kings);
        let their_run = run.among(next.their, next.kings);
        let key = next.key ^ own_run.key(next.side) ^ their_run.key(self.side) ^ self.run_keys();
        Position { own_run, their_run, key, ..next }
    }

    #[inline(always)]
    fn run_keys(&self) -> u64 {
        self.own_run.key(self.side) ^ self.their_run.key(self.side.other())
    }

    /// The position after one of the huffable pieces was removed; the same side is to move.
    pub fn huff(&self, bit: u32) -> Position {
        let gone = 1u64 << bit;
        let their_run = self.their_run.among(self.their & !gone, self.kings);
        let runs = self.their_run.key(self.side.other()) ^ their_run.key(self.side.other());
        Position {
            their: self.their & !gone,
            kings: self.kings & !gone,
            huffable: 0,
            their_run,
            key: self.key ^ piece(self.side.other(), self.kings >> bit & 1, bit) ^ huff_key(self.huffable) ^ runs,
            quiet: 0,
            steady: 0,
            ..*self
        }
    }

    /// The pieces of the side that has one, where a side has.
    pub const fn lone_king(&self) -> u64 {
        if self.own.is_power_of_two() { self.own } else { self.their }
    }

    /// The kings and the men of each side: own men, own kings, their men, their kings.
    pub const fn material(&self) -> [u32; 4] {
        [
            (self.own & !self.kings).count_ones(),
            (self.own & self.kings).count_ones(),
            (self.their & !self.kings).count_ones(),
            (self.their & self.kings).count_ones(),
        ]
    }
}

#[inline(always)]
fn piece(side: Side, king: u64, bit: u32) -> u64 {
    PIECE[side as usize][(king & 1) as usize][bit as usize & 63]
}

#[inline(always)]
fn huff_key(set: u64) -> u64 {
    let (mut key, mut rest) = (0, set);
    while rest != 0 {
        key ^= HUFFABLE[0][0][rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    key
}

/// A move in one word.
///
/// ```text
/// bit  0– 5  from
///      6–11  to
///     12–63  the captured squares 1–52, shifted by 11, but for
///     54     a man is crowned (the place of a ghost, 43)
///     60     a capture that stopped where it should have gone on (huffing); without captured squares
///            a huff, `from` being the piece removed (the place of a corner, 49)
/// ```
///
/// The corners are the first and the last square of the top and of the bottom row: nothing is ever captured there. The full
/// board has too many squares; on it the bits from 12 on are the captured ones of the other side's pieces, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u64);

const SHIFT: u32 = 11;
const CROWNS: u64 = 1 << 54;
const STOPPED: u64 = 1 << 60;
const CAPTURED: u64 = !0xFFF & !CROWNS & !STOPPED;

impl Move {
    /// A move without a capture.
    #[inline(always)]
    pub const fn quiet(from: u32, to: u32, crowns: bool) -> Move {
        Move((from | to << 6) as u64 | if crowns { CROWNS } else { 0 })
    }

    /// The removal of a piece that failed to capture.
    pub const fn huff(bit: u32) -> Move {
        Move((bit | bit << 6) as u64 | STOPPED)
    }

    /// The bit the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> u32 {
        (self.0 & 63) as u32
    }

    /// The bit the piece arrives at.
    #[inline(always)]
    pub const fn to(self) -> u32 {
        (self.0 >> 6 & 63) as u32
    }

    /// Whether a man becomes a king.
    #[inline(always)]
    pub const fn crowns(self) -> bool {
        self.0 & CROWNS != 0
    }

    /// Whether the capture should have gone on.
    #[inline(always)]
    pub const fn stopped(self) -> bool {
        self.0 & STOPPED != 0
    }

    /// The same move, not at fault.
    pub const fn completed(self) -> Move {
        Move(self.0 & !STOPPED)
    }

    /// Whether this is a huff.
    #[inline(always)]
    pub const fn is_huff(self) -> bool {
        self.0 & (STOPPED | CAPTURED) == STOPPED
    }

    /// Whether this is a capture.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURED != 0
    }
}

impl Packed for Move {
    fn pack(self) -> u64 {
        self.0
    }

    fn unpack(word: u64) -> Move {
        Move(word)
    }
}

/// Which of the pieces `of`, lowest first, a set of them is.
#[inline(always)]
const fn places(mut set: u64, of: u64) -> u64 {
    let mut places = 0;
    while set != 0 {
        let lowest = set & set.wrapping_neg();
        places |= 1 << (of & (lowest - 1)).count_ones();
        set ^= lowest;
    }
    places
}

/// The set of those pieces `of` that have such places.
#[inline(always)]
const fn placed(mut places: u64, mut of: u64) -> u64 {
    let mut set = 0;
    while places != 0 {
        let lowest = of & of.wrapping_neg();
        if places & 1 != 0 {
            set |= lowest;
        }
        of ^= lowest;
        places >>= 1;
    }
    set
}

impl Board {
    /// A capture of some of the other side's pieces.
    #[inline(always)]
    pub const fn capture(self, (from, to): (u32, u32), captured: u64, their: u64, crowns: bool, stopped: bool) -> Move {
        let flags = if crowns { CROWNS } else { 0 } | if stopped { STOPPED } else { 0 };
        let captured = if self.is_full() { places(captured, their) << 12 } else { captured << SHIFT };
        Move((from | to << 6) as u64 | captured | flags)
    }

    /// Those of the other side's pieces that a move captures.
    #[inline(always)]
    pub const fn captured(self, mv: Move, their: u64) -> u64 {
        let captured = mv.0 & CAPTURED;
        if self.is_full() { placed(captured >> 12, their) } else { captured >> SHIFT }
    }

    /// The first position of a game with so many rows of men.
    pub(super) fn start(self, men_rows: u16, first: Side) -> Position {
        let (mut white, mut black) = (0, 0);
        for row in self.free_rows()..self.free_rows() + u32::from(men_rows) {
            black |= self.row(row);
            white |= self.row(self.size() - 1 - row);
        }
        let (own, their) = if first == Side::White { (white, black) } else { (black, white) };
        Position::new(own, their, 0, first)
    }
}
