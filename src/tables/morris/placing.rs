//! The placing phase: one sweep for each number of stones, from the last stone placed back to the first.
//!
//! A stage has the stones of the mover and of the other side on the board and in hand. As in the moving phase, the side
//! with more stones on the board is indexed by orbit (the mover, if they have as many), and the other is ranked.
//! Placing by the first leads from block to block, placing by the second stays in the block.
//!
//! A mill takes a stone, or gives another turn ([`super::waiting`] has what a side does then whose hand is empty).

use super::first::maps;
use super::moving_rules::MovingRules;
use super::orbits::Symmetries;
use super::sets::{PointMap, points, rank, squeeze};
use super::space::Space;
use crate::games::morris::position::Position;
use crate::games::morris::rules::{Board, FEWEST};
use rayon::prelude::*;

/// The side to move loses.
pub const LOST: u8 = 0;
/// Nobody wins.
pub const DRAWN: u8 = 1;
/// The side to move wins.
pub const WON: u8 = 2;

/// The same value for the other side.
#[inline(always)]
const fn flip(value: u8) -> u8 {
    WON - value
}

/// What a mill closed while stones are in hand is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacedMill {
    /// A stone of the other side's.
    Takes,
    /// Another turn.
    Again,
}

/// A stage of the placing phase; the moving phase, if both hands are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The mover's stones on the board.
    pub own: u32,
    /// The other side's stones on the board.
    pub their: u32,
    /// The mover's stones in hand.
    pub own_hand: u32,
    /// The other side's stones in hand.
    pub their_hand: u32,
}

impl Stage {
    /// The start of a game with so many stones.
    pub const fn start(men: u32) -> Stage {
        Stage { own: 0, their: 0, own_hand: men, their_hand: men }
    }

    /// The stage of a position.
    pub const fn of(position: &Position) -> Stage {
        Stage {
            own: position.own.count_ones(),
            their: position.their.count_ones(),
            own_hand: position.own_hand as u32,
            their_hand: position.their_hand as u32,
        }
    }

    /// Whether all stones are placed.
    pub const fn is_moving(&self) -> bool {
        self.own_hand == 0 && self.their_hand == 0
    }

    /// The positions.
    pub fn space(&self, board: Board) -> Space {
        Space::new(board, self.own.max(self.their), self.own.min(self.their))
    }

    /// The same stones with the other side to move.
    pub const fn passed(&self) -> Stage {
        Stage { own: self.their, their: self.own, own_hand: self.their_hand, their_hand: self.own_hand }
    }

    /// The stage after a stone was placed, with the same side to move.
    pub const fn again(&self) -> Stage {
        Stage { own: self.own + 1, own_hand: self.own_hand - 1, ..*self }
    }

    /// The stage after a stone was placed and nothing taken, with the other side to move.
    pub const fn placed(&self) -> Stage {
        self.again().passed()
    }

    /// The stage after a stone was placed and one taken; `None` where that leaves too few, so that the game is won.
    pub fn taken(&self) -> Option<Stage> {
        let placed = self.placed();
        (self.their + self.their_hand > FEWEST).then(|| Stage { own: placed.own.saturating_sub(1), ..placed })
    }

    /// Whether a mill can be closed by placing.
    pub const fn can_close(&self) -> bool {
        self.own + 1 >= FEWEST
    }

    /// The stages that placing a stone leads to.
    pub fn next(&self, mill: PlacedMill) -> Vec<Stage> {
        let closed = match mill {
            _ if !self.can_close() => None,
            PlacedMill::Again => Some(self.again()),
            PlacedMill::Takes if self.their == 0 => None,
            PlacedMill::Takes => self.taken(),
        };
        [Some(self.placed()), closed].into_iter().flatten().collect()
    }

    /// All stages of a game with so many stones in which stones are in hand, each after those that it leads to.
    pub fn all(men: u32, mill: PlacedMill) -> Vec<Stage> {
        let mut stages = vec![Stage::start(men)];
        let mut place = 0;
        while let Some(&stage) = stages.get(place) {
            place += 1;
            let next = if stage.own_hand > 0 { stage.next(mill) } else { vec![stage.passed()] };
            for after in next {
                if !after.is_moving() && !stages.contains(&after) {
                    stages.push(after);
                }
            }
        }
        // With an empty hand one moves, and the stones in hand stay as many.
        stages.sort_by_key(|stage| (stage.own_hand + stage.their_hand, stage.own_hand == 0, stage.own));
        stages
    }
}

/// The tables that a mill leads to.
#[derive(Clone, Copy)]
pub enum Closed<'a> {
    /// After a capture, with the other side to move; `None` where a capture wins or there is none.
    Taken(Option<&'a [u8]>),
    /// With the same side to move once more.
    Again(&'a [u8]),
}

/// The sweep of one stage. The tables that moves lead to hold values for the side that is to move there.
pub struct Sweep<'a> {
    /// How many stones each side has on the board and in hand.
    pub stage: Stage,
    /// What a mill takes, and who flies afterwards.
    pub rules: MovingRules,
    /// The table after a quiet placing.
    pub placed: &'a [u8],
    /// The table after a mill.
    pub closed: Closed<'a>,
}

impl Sweep<'_> {
    /// The values of the stage, for the side to move.
    pub fn run(&self) -> Vec<u8> {
        let mut values = vec![LOST; self.here().slots()];
        if self.stage.own >= self.stage.their {
            self.place_first(&mut values);
        } else {
            self.place_second(&mut values);
        }
        values
    }

    /// The positions of the stage.
    fn here(&self) -> Space {
        self.stage.space(self.rules.board)
    }

    /// What the mover gets where nothing can be taken, or where a stone may be left.
    fn stays_quiet(&self, prey: u32) -> bool {
        prey == 0 || self.rules.may_leave
    }

    /// What remains of the other side, on the board and in hand.
    fn their_left(&self) -> u32 {
        self.stage.their + self.stage.their_hand
    }

    /// The mover is indexed by orbit: placing leads to a block with one stone more.
    fn place_first(&self, values: &mut [u8]) {
        let Stage { own, their, .. } = self.stage;
        let (here, after) = (self.here(), Space::new(self.rules.board, own + 1, their));
        let closed = self.closed_first(&after);
        let there = after.orbits;
        let symmetries = Symmetries::of(self.rules.board);
        values.par_chunks_mut(here.width).zip(&here.orbits.sets).for_each(|(values, &set)| {
            let (spreading, _) = maps(here.free(set));
            for point in points(here.free(set)) {
                let (block, symmetry) = there.locate(set | point);
                let target = there.sets[block as usize];
                let closes = self.rules.board.in_mills(set | point) & point != 0;
                let table = if closes { closed.as_slice() } else { self.placed };
                let next = &table[block as usize * after.width..][..after.width];
                let map = spreading.then(symmetries.map(symmetry)).then(&maps(here.free(target)).1);
                let point = squeeze(point, here.free(set));
                for (value, second) in values.iter_mut().zip(here.seconds()) {
                    // Where the point is taken, the set has no place in the next block: look at any.
                    let free = second & point == 0;
                    let found = flip(next[if free { rank(map.apply(second)) as usize } else { 0 }]);
                    *value = (*value).max(if free { found } else { LOST });
                }
            }
        });
    }

    /// For the mover's sets after a mill was closed: the best capture, as a value for the other side.
    fn closed_first(&self, after: &Space) -> Vec<u8> {
        if !self.stage.can_close() {
            return Vec::new();
        }
        let taken = match self.closed {
            Closed::Again(table) => return table.par_iter().map(|&value| flip(value)).collect(),
            Closed::Taken(table) => table,
        };
        let width = after.width;
        let narrow = Space::new(after.board, after.a, after.b.saturating_sub(1)).width;
        let mut closed = vec![WON; after.slots()];
        closed.par_chunks_mut(width).zip(&after.orbits.sets).enumerate().for_each(|(block, (closed, &set))| {
            if self.rules.board.in_mills(set) == 0 {
                return;
            }
            let (spreading, squeezing) = maps(after.free(set));
            let quiet = &self.placed[block * width..][..width];
            let taken = taken.map(|table| &table[block * narrow..][..narrow]);
            for ((worst, &quiet), second) in closed.iter_mut().zip(quiet).zip(after.seconds()) {
                let prey = self.rules.takeable_of(spreading.apply(second), self.their_left());
                if self.stays_quiet(prey) {
                    *worst = quiet;
                }
                for taken_point in points(squeezing.apply(prey)) {
                    let value = taken.map_or(LOST, |table| table[rank(second ^ taken_point) as usize]);
                    *worst = (*worst).min(value);
                }
            }
        });
        closed
    }

    /// The mover is ranked: placing stays in the block.
    fn place_second(&self, values: &mut [u8]) {
        let Stage { own, their, .. } = self.stage;
        let (board, width) = (self.rules.board, self.here().width);
        let after = Space::new(board, their, own + 1);
        let wide = after.width;
        // A table in which the mover's set is the one that is taken by orbit is needed the other way.
        let (table, mover_first) = match self.closed {
            Closed::Taken(table) => (table, their - 1 < own + 1),
            Closed::Again(table) => (Some(table), their == own + 1),
        };
        let turned = table.filter(|_| mover_first && self.stage.can_close()).map(|table| match self.closed {
            Closed::Taken(_) => turn(&Space::new(board, own + 1, their - 1), table),
            Closed::Again(_) => turn(&Space::new(board, own + 1, their), table),
        });
        let table = turned.as_deref().or(table);
        values.par_chunks_mut(width).zip(&after.orbits.sets).enumerate().for_each(|(block, (values, &set))| {
            let (spreading, squeezing) = maps(after.free(set));
            let quiet = &self.placed[block * wide..][..wide];
            let closed = match self.closed {
                _ if !self.stage.can_close() => Vec::new(),
                Closed::Taken(_) => self.closed_second(&after, set, quiet, table, &spreading),
                Closed::Again(_) => {
                    let again = table.map(|table| &table[block * wide..][..wide]);
                    again.into_iter().flatten().map(|&value| flip(value)).collect()
                }
            };
            for (place, after) in after.seconds().enumerate() {
                let mills = squeezing.apply(self.rules.board.in_mills(spreading.apply(after)));
                let (by_quiet, by_mill) = (flip(quiet[place]), closed.get(place).map_or(LOST, |&value| flip(value)));
                for point in points(after) {
                    let value = &mut values[rank(after ^ point) as usize];
                    *value = (*value).max(if mills & point != 0 { by_mill } else { by_quiet });
                }
            }
        });
    }

    /// For the mover's sets after a mill was closed: the best capture, as a value for the other side.
    fn closed_second(
        &self,
        space: &Space,
        set: u32,
        quiet: &[u8],
        taken: Option<&[u8]>,
        spreading: &PointMap,
    ) -> Vec<u8> {
        let prey = self.rules.takeable_of(set, self.their_left());
        let mut closed = if self.stays_quiet(prey) { quiet.to_vec() } else { vec![WON; quiet.len()] };
        let Some(taken) = taken else {
            if prey != 0 {
                closed.fill(LOST);
            }
            return closed;
        };
        let mills: Vec<(usize, u32)> = space
            .seconds()
            .enumerate()
            .filter(|(_, after)| self.rules.board.in_mills(spreading.apply(*after)) != 0)
            .collect();
        let Space { width: wide, orbits: fewer, .. } = Space::new(space.board, space.a - 1, space.b);
        let symmetries = Symmetries::of(space.board);
        for point in points(prey) {
            let (block, symmetry) = fewer.locate(set ^ point);
            let table = &taken[block as usize * wide..][..wide];
            let map = spreading.then(symmetries.map(symmetry)).then(&maps(space.free(fewer.sets[block as usize])).1);
            for &(place, after) in &mills {
                closed[place] = closed[place].min(table[rank(map.apply(after)) as usize]);
            }
        }
        closed
    }
}

/// The table of a space with the two sides exchanged: the second set taken by orbit, the first one ranked.
fn turn(space: &Space, table: &[u8]) -> Vec<u8> {
    let to = Space::new(space.board, space.b, space.a);
    let mut turned = vec![LOST; to.slots()];
    turned.par_chunks_mut(to.width).zip(&to.orbits.sets).for_each(|(cells, &set)| {
        let (spreading, _) = maps(to.free(set));
        for (cell, other) in cells.iter_mut().zip(to.seconds()) {
            *cell = table[space.slot(spreading.apply(other), set)];
        }
    });
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_comes_after_those_it_leads_to() {
        for mill in [PlacedMill::Takes, PlacedMill::Again] {
            let stages = Stage::all(9, mill);
            assert_eq!(stages.last(), Some(&Stage::start(9)));
            for (place, stage) in stages.iter().enumerate() {
                assert!(stage.own + stage.own_hand <= 9 && stage.their + stage.their_hand <= 9);
                let next = if stage.own_hand > 0 { stage.next(mill) } else { vec![stage.passed()] };
                assert!(next.iter().all(|next| next.is_moving() || stages[..place].contains(next)), "{stage:?}");
            }
        }
        // Before the fifth ply nobody can have closed a mill.
        let early = |stage: &&Stage| stage.own_hand + stage.their_hand >= 13;
        assert_eq!(Stage::all(9, PlacedMill::Takes).iter().filter(early).count(), 7);
    }
}
