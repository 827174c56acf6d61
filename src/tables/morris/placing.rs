//! The placing phase, where turns alternate and a mill takes a stone: no position comes twice, so one sweep for each
//! number of stones does, from the last stone placed back to the first.
//!
//! A stage is a number of plies with the stones of the mover and of the other side that are on the board. As in the moving
//! phase, the side with more stones on the board is indexed by orbit (the mover, if they have as many), and the other is
//! ranked. Placing by the first leads from block to block, placing by the second stays in the block.

use super::first::maps;
use super::moving_rules::MovingRules;
use super::orbits::{Orbits, Symmetries};
use super::sets::{PointMap, SIZE, binomial, points, rank, squeeze, subsets};
use super::space::Space;
use crate::games::morris::board::POINTS;
use crate::games::morris::rules::FEWEST;
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

/// A stage of the placing phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stage {
    /// The plies since the start.
    pub ply: u32,
    /// The mover's stones on the board.
    pub own: u32,
    /// The other side's stones on the board.
    pub their: u32,
}

impl Stage {
    /// The stones that the mover and the other side have in hand, in a game with so many stones.
    pub fn hands(&self, men: u32) -> (u32, u32) {
        (men - self.ply / 2, men - self.ply.div_ceil(2))
    }

    /// The positions.
    pub fn space(&self) -> Space {
        Space::new(self.own.max(self.their), self.own.min(self.their))
    }

    /// The stage after a stone was placed and nothing taken.
    pub fn placed(&self) -> Stage {
        Stage { ply: self.ply + 1, own: self.their, their: self.own + 1 }
    }

    /// The stage after a stone was placed and one taken; `None` where that leaves too few, so that the game is won.
    pub fn taken(&self, men: u32) -> Option<Stage> {
        let left = self.their + self.hands(men).1;
        (left > FEWEST).then(|| Stage { own: self.their.saturating_sub(1), ..self.placed() })
    }

    /// Whether a mill can be closed and a stone taken.
    pub fn can_take(&self) -> bool {
        self.own + 1 >= FEWEST && self.their > 0
    }

    /// All stages of a game with so many stones, first to last.
    pub fn all(men: u32) -> Vec<Stage> {
        let mut stages = vec![Stage { ply: 0, own: 0, their: 0 }];
        let mut next = 0;
        while let Some(&stage) = stages.get(next) {
            next += 1;
            let taken = stage.taken(men).filter(|_| stage.can_take());
            for after in [Some(stage.placed()), taken].into_iter().flatten() {
                if after.ply < 2 * men && !stages.contains(&after) {
                    stages.push(after);
                }
            }
        }
        stages.sort();
        stages
    }
}

/// The sweep of one stage. The tables that moves lead to hold values for the side that is to move there.
pub struct Sweep<'a> {
    /// The stage.
    pub stage: Stage,
    /// The stones of each side at the start.
    pub men: u32,
    /// The rules.
    pub rules: MovingRules,
    /// The table after a quiet placing.
    pub placed: &'a [u8],
    /// The table after a capture; `None` where a capture wins or there is none.
    pub taken: Option<&'a [u8]>,
}

impl Sweep<'_> {
    /// The values of the stage, for the side to move.
    pub fn run(&self) -> Vec<u8> {
        let mut values = vec![LOST; self.stage.space().slots()];
        if self.stage.own >= self.stage.their {
            self.place_first(&mut values);
        } else {
            self.place_second(&mut values);
        }
        values
    }

    /// What the mover gets where nothing can be taken, or where a stone may be left.
    fn stays_quiet(&self, prey: u32) -> bool {
        prey == 0 || self.rules.may_leave
    }

    /// What remains of the other side, on the board and in hand.
    fn their_left(&self) -> u32 {
        self.stage.their + self.stage.hands(self.men).1
    }

    /// The mover is indexed by orbit: placing leads to a block with one stone more.
    fn place_first(&self, values: &mut [u8]) {
        let Stage { own, their, .. } = self.stage;
        let after = Space::new(own + 1, their);
        let closed = self.closed_first(&after);
        let (here, there) = (self.stage.space(), Orbits::of(own + 1));
        let symmetries = Symmetries::get();
        values.par_chunks_mut(here.width).zip(&here.orbits.sets).for_each(|(values, &set)| {
            let (spreading, _) = maps(set);
            for point in points(POINTS & !set) {
                let (block, symmetry) = there.locate(set | point);
                let target = there.sets[block as usize];
                let closes = self.rules.board.in_mills(set | point) & point != 0;
                let table = if closes { closed.as_slice() } else { self.placed };
                let next = &table[block as usize * after.width..][..after.width];
                let map = spreading.then(symmetries.map(symmetry)).then(&maps(target).1);
                let point = squeeze(point, POINTS & !set);
                for (value, second) in values.iter_mut().zip(subsets(SIZE - own, their)) {
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
        if self.stage.own + 1 < FEWEST {
            return Vec::new();
        }
        let (width, narrow) = (after.width, binomial(SIZE - after.a, after.b.saturating_sub(1)) as usize);
        let mut closed = vec![WON; after.slots()];
        closed.par_chunks_mut(width).zip(&after.orbits.sets).enumerate().for_each(|(block, (closed, &set))| {
            if self.rules.board.in_mills(set) == 0 {
                return;
            }
            let (spreading, squeezing) = maps(set);
            let quiet = &self.placed[block * width..][..width];
            let taken = self.taken.map(|table| &table[block * narrow..][..narrow]);
            for ((worst, &quiet), second) in closed.iter_mut().zip(quiet).zip(subsets(SIZE - after.a, after.b)) {
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
        let width = self.stage.space().width;
        let wide = binomial(SIZE - their, own + 1) as usize;
        // Where the mover comes to have more stones than the other side keeps, the table is indexed the other way.
        let turned =
            self.taken.filter(|_| their - 1 < own + 1).map(|table| turn(&Space::new(own + 1, their - 1), table));
        let taken = turned.as_deref().or(self.taken);
        let orbits = Orbits::of(their);
        values.par_chunks_mut(width).zip(&orbits.sets).enumerate().for_each(|(block, (values, &set))| {
            let (spreading, squeezing) = maps(set);
            let quiet = &self.placed[block * wide..][..wide];
            let closed = self.closed_second(set, quiet, taken, &spreading);
            for (place, after) in subsets(SIZE - their, own + 1).enumerate() {
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
    fn closed_second(&self, set: u32, quiet: &[u8], taken: Option<&[u8]>, spreading: &PointMap) -> Vec<u8> {
        let Stage { own, their, .. } = self.stage;
        if own + 1 < FEWEST {
            return Vec::new();
        }
        let prey = self.rules.takeable_of(set, self.their_left());
        let mut closed = if self.stays_quiet(prey) { quiet.to_vec() } else { vec![WON; quiet.len()] };
        let Some(taken) = taken else {
            if prey != 0 {
                closed.fill(LOST);
            }
            return closed;
        };
        let mills: Vec<(usize, u32)> = subsets(SIZE - their, own + 1)
            .enumerate()
            .filter(|(_, after)| self.rules.board.in_mills(spreading.apply(*after)) != 0)
            .collect();
        let (fewer, symmetries) = (Orbits::of(their - 1), Symmetries::get());
        let wide = binomial(SIZE - their + 1, own + 1) as usize;
        for point in points(prey) {
            let (block, symmetry) = fewer.locate(set ^ point);
            let table = &taken[block as usize * wide..][..wide];
            let map = spreading.then(symmetries.map(symmetry)).then(&maps(fewer.sets[block as usize]).1);
            for &(place, after) in &mills {
                closed[place] = closed[place].min(table[rank(map.apply(after)) as usize]);
            }
        }
        closed
    }
}

/// The table of a space with the two sides exchanged: the second set taken by orbit, the first one ranked.
fn turn(space: &Space, table: &[u8]) -> Vec<u8> {
    let to = Space::new(space.b, space.a);
    let mut turned = vec![LOST; to.slots()];
    turned.par_chunks_mut(to.width).zip(&to.orbits.sets).for_each(|(cells, &set)| {
        let (spreading, _) = maps(set);
        for (cell, other) in cells.iter_mut().zip(subsets(SIZE - to.a, to.b)) {
            *cell = table[space.slot(spreading.apply(other), set)];
        }
    });
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_as_many_as_there_are() {
        let stages = Stage::all(9);
        assert_eq!(stages.first(), Some(&Stage { ply: 0, own: 0, their: 0 }));
        assert!(stages.iter().all(|stage| stage.ply < 18 && stage.own <= 9 && stage.their <= 9));
        // Before the fifth ply nobody can have closed a mill.
        assert_eq!(stages.iter().filter(|stage| stage.ply <= 5).count(), 7);
    }
}
