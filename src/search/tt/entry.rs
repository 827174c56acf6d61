//! What the table stores of a position, and how it is packed into a word.
//!
//! ```text
//! bits  0–15  score, signed, wins counted from the node
//!      16–31  number of the game it was found in (`TranspositionTable::new_game`)
//!      32–47  best move, as its index in the generator's order, plus one; 0 for none
//!      48–55  depth
//!      56–57  bound: 1 upper, 2 lower, 3 exact; 0 marks an empty slot
//!      58–63  age: the number of the search, modulo 64
//! ```

/// The bits of a packed entry that hold the game.
pub(super) const GAME_MASK: u64 = 0xFFFF << 16;
pub(super) const ONE_GAME: u64 = 1 << 16;
pub(super) const ONE_SEARCH: u64 = 1 << 58;
/// How many ages there are.
pub(super) const AGES: u64 = 64;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this (fail low).
    Upper = 1,
    /// The true score is at least this (fail high).
    Lower = 2,
    /// The true score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// As [`to_tt`](crate::eval::score::to_tt) gives it.
    pub score: i16,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The depth of the search, or [`TtEntry::ANY_DEPTH`].
    pub depth: u8,
    /// The index of the best move in the generator's order.
    pub best_move: Option<u16>,
}

impl TtEntry {
    /// The depth of a proven score, which holds at any depth.
    pub const ANY_DEPTH: u8 = u8::MAX;

    /// Whether this proves a shorter win or loss than a newer entry of the same position.
    #[inline(always)]
    pub(super) const fn is_better_proof(self, new: TtEntry) -> bool {
        self.depth == TtEntry::ANY_DEPTH
            && (new.depth != TtEntry::ANY_DEPTH || self.score.unsigned_abs() > new.score.unsigned_abs())
    }

    /// `now` is the table's present game and age, at their places in the word.
    #[inline(always)]
    pub(super) fn pack(self, now: u64) -> u64 {
        now | u64::from(self.score as u16)
            | u64::from(self.best_move.map_or(0, |index| index.saturating_add(1))) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
    }

    /// `None` for an empty slot.
    #[inline(always)]
    pub(super) fn unpack(word: u64) -> Option<TtEntry> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(TtEntry {
            score: word as u16 as i16,
            best_move: ((word >> 32) as u16).checked_sub(1),
            depth: (word >> 48) as u8,
            bound,
        })
    }
}

/// The value of keeping a packed entry: its depth, less the searches since it was stored. A proof counts as one of the deeper
/// entries, so that old proofs do not fill the table.
#[inline(always)]
pub(super) const fn replacement_value(word: u64, now: u64) -> i32 {
    const PROOF_VALUE: i32 = 24;
    const AGE_PENALTY: i32 = 8;
    let depth = (word >> 48) as u8;
    let searches_ago = age(now).wrapping_sub(age(word)) % AGES;
    (if depth == TtEntry::ANY_DEPTH { PROOF_VALUE } else { depth as i32 }) - AGE_PENALTY * searches_ago as i32
}

#[inline(always)]
pub(super) const fn age(word: u64) -> u64 {
    word >> 58
}

#[inline(always)]
pub(super) const fn is_same_game(word: u64, now: u64) -> bool {
    (word ^ now) & GAME_MASK == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tt::tests::entry;

    #[test]
    fn entries_survive_packing() {
        for n in 0..10_000 {
            let now = (n % AGES * ONE_SEARCH) | ((n * ONE_GAME) & GAME_MASK);
            let packed = entry(n).pack(now);
            assert_eq!(TtEntry::unpack(packed), Some(entry(n)));
            assert_eq!(age(packed), n % AGES);
            assert!(is_same_game(packed, now));
        }
        assert_eq!(TtEntry::unpack(0), None);
    }
}
