//! What one thread has found on the principal variation, for the others that are at the same node.
//!
//! A node off the principal variation is told by the table alone: when another thread has come to its end, the score stands
//! there. On it that is not enough. A move that is better than those before raises the bar for all that follow, and a
//! thread that does not know of it goes on asking whether they reach the old one; and the line has to be kept too. Such
//! finds are few, so a lock for each slot costs nothing.

use std::sync::{Mutex, PoisonError};

/// A move that has raised the bar of a node on the principal variation.
pub(super) struct Raise<M> {
    /// The search of the root, and the depth and the table's key of the node.
    pub step: u32,
    pub depth: i32,
    pub key: u64,
    /// As in the table.
    pub score: i16,
    pub index: u16,
    /// The move and what follows.
    pub line: Vec<M>,
}

/// The latest raises. Two nodes that share a slot hide each other's, which costs time and nothing else.
pub(super) struct News<M> {
    slots: Vec<Mutex<Option<Raise<M>>>>,
}

impl<M: Copy> News<M> {
    /// A power of two, a few times the nodes that the lines of all threads have.
    const SLOTS: usize = 256;

    pub fn new() -> News<M> {
        News { slots: (0..Self::SLOTS).map(|_| Mutex::new(None)).collect() }
    }

    /// Tells of a raise, unless a higher one of the same node is known.
    pub fn tell(&self, raise: Raise<M>) {
        let mut slot = self.slots[raise.key as usize % Self::SLOTS].lock().unwrap_or_else(PoisonError::into_inner);
        let same = |old: &&Raise<M>| (old.key, old.depth, old.step) == (raise.key, raise.depth, raise.step);
        if slot.as_ref().filter(same).is_none_or(|old| old.score < raise.score) {
            *slot = Some(raise);
        }
    }

    /// Lets a node look at its latest raise, if there is one.
    pub fn look<T>(&self, key: u64, depth: i32, step: u32, at: impl FnOnce(&Raise<M>) -> T) -> Option<T> {
        let slot = self.slots[key as usize % Self::SLOTS].lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_ref().filter(|raise| raise.key == key && raise.depth == depth && raise.step == step).map(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raise_is_for_its_own_node_alone() {
        let news = News::new();
        news.tell(Raise { step: 3, depth: 9, key: 77, score: 12, index: 4, line: vec!['a', 'b'] });
        let look =
            |key, depth, step| news.look(key, depth, step, |raise| (raise.score, raise.index, raise.line.clone()));
        assert_eq!(look(77, 9, 3), Some((12, 4, vec!['a', 'b'])));
        for (key, depth, step) in [(77, 9, 4), (77, 8, 3), (77 + News::<char>::SLOTS as u64, 9, 3), (78, 9, 3)] {
            assert_eq!(look(key, depth, step), None);
        }
        // The latest takes the slot.
        news.tell(Raise { step: 3, depth: 9, key: 77, score: 15, index: 0, line: vec!['c'] });
        assert_eq!(look(77, 9, 3), Some((15, 0, vec!['c'])));
        // A lower one comes too late, but for another step of the search it is the first.
        news.tell(Raise { step: 3, depth: 9, key: 77, score: 14, index: 1, line: vec!['d'] });
        assert_eq!(look(77, 9, 3), Some((15, 0, vec!['c'])));
        news.tell(Raise { step: 4, depth: 9, key: 77, score: 14, index: 1, line: vec!['d'] });
        assert_eq!((look(77, 9, 3), look(77, 9, 4)), (None, Some((14, 1, vec!['d']))));
    }
}
