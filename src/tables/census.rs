//! Counting a table.

use super::cell::DRAW;

/// How many positions of a table are won, lost and drawn, each counted once, and the longest distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The others.
    pub draws: u64,
    /// The longest win, and the first slot that has it.
    pub longest_win: Option<(u8, u64)>,
    /// The longest loss, and the first slot that has it.
    pub longest_loss: Option<(u8, u64)>,
}

impl Census {
    /// Counts a position.
    #[inline(always)]
    pub fn count(&mut self, cell: u8, slot: u64) {
        let longest = match cell {
            DRAW => {
                self.draws += 1;
                return;
            }
            depth if depth % 2 == 1 => {
                self.wins += 1;
                &mut self.longest_win
            }
            _ => {
                self.losses += 1;
                &mut self.longest_loss
            }
        };
        if longest.is_none_or(|(depth, _)| cell > depth) {
            *longest = Some((cell, slot));
        }
    }

    /// All of two counts, the first one of lower slots.
    pub fn and(self, other: Census) -> Census {
        Census {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            longest_win: longer(self.longest_win, other.longest_win),
            longest_loss: longer(self.longest_loss, other.longest_loss),
        }
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }
}

/// The greater depth; of two as great, the lower slot.
fn longer(one: Option<(u8, u64)>, other: Option<(u8, u64)>) -> Option<(u8, u64)> {
    one.into_iter().chain(other).max_by_key(|&(depth, slot)| (depth, u64::MAX - slot))
}
