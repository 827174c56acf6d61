//! Looking a position up.

use super::first::After;
use super::moving_rules::MovingRules;
use super::space::Space;
use super::unit::Unit;
use crate::games::morris::position::Position;
use crate::games::morris::rules::{FEWEST, MOST};
use crate::tables::Wdl;
use crate::tables::cell::Metric;
use crate::tables::values::{Loaded, Probed, Values};

/// The most stones of both sides for which tables are built in memory, in less than a second.
pub const SMALL: u32 = 8;

const SIDES: usize = MOST as usize + 1;

/// The tables of one rule set, as far as there are any.
pub struct MorrisTables {
    rules: MovingRules,
    /// By the stones of the stronger side and of the weaker one.
    units: [[Option<(Space, Loaded)>; SIDES]; SIDES],
}

impl MorrisTables {
    /// Tables for up to `most` stones of both sides in all, built in memory. The rules' own number of stones does
    /// not matter.
    pub fn build(rules: MovingRules, most: u32) -> MorrisTables {
        let mut tables = MorrisTables::empty(rules);
        for sum in 2 * FEWEST..=most {
            for b in (FEWEST..=sum / 2).filter(|b| sum - b <= MOST) {
                let a = sum - b;
                let after = After {
                    by_first: tables.cells(a, b - 1, !rules.again),
                    by_second: if a > b { tables.cells(a - 1, b, rules.again) } else { None },
                };
                if let Ok(unit) = Unit::solve(a, b, &rules, Metric::Conversion, after) {
                    let values = vec![Values::Cells(unit.first), Values::Cells(unit.second)];
                    tables.add(unit.space, Loaded { values, distances: None });
                }
            }
        }
        tables
    }

    /// No tables yet.
    pub fn empty(rules: MovingRules) -> MorrisTables {
        MorrisTables { rules, units: Default::default() }
    }

    /// Adds a unit: its tables with the first side to move and, unless both have as many stones, with the second.
    pub fn add(&mut self, space: Space, loaded: Loaded) {
        self.units[space.a as usize][space.b as usize] = Some((space, loaded));
    }

    /// The rules.
    pub fn rules(&self) -> &MovingRules {
        &self.rules
    }

    /// Whether there is a table for `a` stones against `b`.
    pub fn has(&self, a: u32, b: u32) -> bool {
        self.unit(a.max(b), a.min(b)).is_some()
    }

    /// Who wins a position, if there is a table for it.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Wdl> {
        let (unit, half, slot) = self.find(position)?;
        unit.wdl(half, slot)
    }

    /// Who wins a position and how far it is, if there is a table for it. Reads a file where distances are not in
    /// memory.
    pub fn probe_root(&self, position: &Position) -> Option<Probed> {
        let (unit, half, slot) = self.find(position)?;
        unit.probe(half, slot)
    }

    fn unit(&self, a: u32, b: u32) -> Option<&(Space, Loaded)> {
        self.units.get(a as usize)?.get(b as usize)?.as_ref()
    }

    fn cells(&self, a: u32, b: u32, second: bool) -> Option<&[u8]> {
        self.unit(a, b)?.1.cells(usize::from(second))
    }

    /// The unit of a position, which side of it is to move, and the slot.
    #[inline]
    fn find(&self, position: &Position) -> Option<(&Loaded, usize, usize)> {
        if position.own_hand | position.their_hand != 0 {
            return None;
        }
        let (own, their) = (position.own.count_ones(), position.their.count_ones());
        if own >= their {
            let (space, unit) = self.unit(own, their)?;
            Some((unit, 0, space.slot(position.own, position.their)))
        } else {
            let (space, unit) = self.unit(their, own)?;
            Some((unit, 1, space.slot(position.their, position.own)))
        }
    }
}
