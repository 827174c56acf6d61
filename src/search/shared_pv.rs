//! The shared PV: the better moves that a thread finds at a PV node, for the others that are at the same node.
//!
//! Off the PV the transposition table is enough: when another thread has finished a node, its score is there. On the PV a move that
//! raises alpha changes the window of all moves after it, and a thread that does not know of it goes on searching
//! against the old alpha; and the line is needed too. Such moves are few, so a lock for each slot costs nothing.

use std::sync::{Mutex, PoisonError};

/// A move that has raised alpha at a PV node.
pub(super) struct AlphaRaise<M> {
    /// The number of the root search, and the depth and the table's key of the node.
    pub root_search: u32,
    pub depth: i32,
    pub key: u64,
    /// As in the table.
    pub score: i16,
    /// The index of the move in the generator's order.
    pub index: u16,
    /// The move and what follows.
    pub line: Vec<M>,
}

/// The latest raises. Two nodes that share a slot hide each other's, which costs time and nothing else.
pub(super) struct SharedPv<M> {
    slots: Vec<Mutex<Option<AlphaRaise<M>>>>,
}

impl<M: Copy> SharedPv<M> {
    /// A power of two, a few times the PV nodes of all threads.
    const SLOTS: usize = 256;

    pub fn new() -> SharedPv<M> {
        SharedPv { slots: (0..Self::SLOTS).map(|_| Mutex::new(None)).collect() }
    }

    /// Keeps a raise, unless a higher one of the same node is there.
    pub fn publish(&self, raise: AlphaRaise<M>) {
        let mut slot = self.slots[raise.key as usize % Self::SLOTS].lock().unwrap_or_else(PoisonError::into_inner);
        let of_same_node =
            |old: &&AlphaRaise<M>| (old.key, old.depth, old.root_search) == (raise.key, raise.depth, raise.root_search);
        if slot.as_ref().filter(of_same_node).is_none_or(|old| old.score < raise.score) {
            *slot = Some(raise);
        }
    }

    /// Shows the latest raise of a node to `look`, if there is one.
    pub fn look<T>(&self, key: u64, depth: i32, root_search: u32, look: impl FnOnce(&AlphaRaise<M>) -> T) -> Option<T> {
        let slot = self.slots[key as usize % Self::SLOTS].lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_ref()
            .filter(|raise| raise.key == key && raise.depth == depth && raise.root_search == root_search)
            .map(look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raise_is_for_its_own_node_only() {
        let shared = SharedPv::new();
        let publish = |root_search, score, index, line: &str| {
            shared.publish(AlphaRaise { root_search, depth: 9, key: 77, score, index, line: line.chars().collect() });
        };
        let look = |key, depth, root_search| {
            shared.look(key, depth, root_search, |raise| {
                (raise.score, raise.index, raise.line.iter().collect::<String>())
            })
        };
        publish(3, 12, 4, "ab");
        assert_eq!(look(77, 9, 3), Some((12, 4, "ab".into())));
        for (key, depth, root_search) in
            [(77, 9, 4), (77, 8, 3), (77 + SharedPv::<char>::SLOTS as u64, 9, 3), (78, 9, 3)]
        {
            assert_eq!(look(key, depth, root_search), None);
        }
        publish(3, 15, 0, "c");
        assert_eq!(look(77, 9, 3), Some((15, 0, "c".into())));
        // A lower score comes too late, but in another root search it is the first.
        publish(3, 14, 1, "d");
        assert_eq!(look(77, 9, 3), Some((15, 0, "c".into())));
        publish(4, 14, 1, "d");
        assert_eq!((look(77, 9, 3), look(77, 9, 4)), (None, Some((14, 1, "d".into()))));
    }
}
