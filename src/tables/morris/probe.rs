//! Looking a position up.

use super::first::After;
use super::moving_rules::MovingRules;
use super::space::Space;
use super::unit::Unit;
use crate::games::morris::position::Position;
use crate::games::morris::rules::{FEWEST, MOST};
use crate::tables::Wdl;
use crate::tables::cell::Metric;
use crate::tables::lookup::{Progress, TableProbe, TableValue};
use crate::tables::values::{Loaded, Probed, Values};

/// The most stones of both sides for which tables are built in memory, in less than a second.
pub const SMALL: u32 = 8;

const SIDES: usize = MOST as usize + 1;

/// The tables of one rule set, as far as there are any.
pub struct MorrisTables {
    rules: MovingRules,
    /// By the stones of the stronger side and of the weaker one.
    units: [[Option<(Space, Loaded)>; SIDES]; SIDES],
    /// The most stones of a unit that is in memory.
    most_in_memory: u32,
    /// Reads what a position with stones in hand is worth, and what is known of the plies it takes where it does not say.
    placing: Option<(PlacingLookup, Progress)>,
}

/// Reads what a position with stones in hand is worth.
pub type PlacingLookup = Box<dyn Fn(&Position) -> Option<Probed> + Send + Sync>;

impl MorrisTables {
    /// Tables for up to `most` stones of both sides in all, built in memory. The rules' own number of stones does
    /// not matter.
    pub fn build(rules: MovingRules, most: u32) -> MorrisTables {
        let mut tables = MorrisTables::empty(rules);
        tables.solve(Metric::Conversion, &units(rules.most(), most), &|| true);
        tables
    }

    /// Adds the units of up to [`SMALL`] stones that are not there, built in memory with all distances; whether that
    /// was done before `going` said to stop.
    pub fn add_small(&mut self, going: &(dyn Fn() -> bool + Sync)) -> bool {
        self.add_built(&units(self.rules.most(), SMALL), going)
    }

    /// Adds units that are not there, built in memory with all distances, each after those that its captures lead to.
    pub(super) fn add_built(&mut self, units: &[(u32, u32)], going: &(dyn Fn() -> bool + Sync)) -> bool {
        let missing: Vec<(u32, u32)> = units.iter().copied().filter(|&(a, b)| !self.has(a, b)).collect();
        if missing.is_empty() {
            return true;
        }
        let [mut small, mut ends] = [MorrisTables::empty(self.rules), MorrisTables::empty(self.rules)];
        // Where a side moves twice, plies to the end are not solved.
        let done = small.solve(Metric::Conversion, units, going)
            && (self.rules.again || ends.solve(Metric::End, units, going));
        for (a, b) in missing.into_iter().filter(|_| done) {
            if let Some((space, mut loaded)) = small.take(a, b) {
                if let Some((_, end)) = ends.take(a, b) {
                    loaded.distances.push(end.into_distances(Metric::End));
                }
                self.add(space, loaded);
            }
        }
        done
    }

    /// Solves units, in an order that [`units`] gives; whether that was done before `going` said to stop.
    fn solve(&mut self, metric: Metric, units: &[(u32, u32)], going: &(dyn Fn() -> bool + Sync)) -> bool {
        for &(a, b) in units {
            if !going() {
                return false;
            }
            let again = self.rules.again;
            let after = After {
                by_first: self.cells(a, b - 1, !again),
                by_second: if a > b { self.cells(a - 1, b, again) } else { None },
            };
            if let Ok(unit) = Unit::solve(a, b, &self.rules, metric, after) {
                self.add(unit.space, Loaded::new(vec![Values::Cells(unit.first), Values::Cells(unit.second)]));
            }
        }
        true
    }

    /// No tables yet.
    pub fn empty(rules: MovingRules) -> MorrisTables {
        MorrisTables { rules, units: Default::default(), most_in_memory: 0, placing: None }
    }

    /// Adds a unit: its tables with the first side to move and, unless both have as many stones, with the second.
    pub fn add(&mut self, space: Space, loaded: Loaded) {
        if loaded.bytes() > 0 {
            self.most_in_memory = self.most_in_memory.max(space.a + space.b);
        }
        self.units[space.a as usize][space.b as usize] = Some((space, loaded));
    }

    /// Reads positions with stones in hand from now on; what is known of the plies to progress in those that are decided.
    pub fn set_placing(&mut self, placing: PlacingLookup, progress: Progress) {
        self.placing = Some((placing, progress));
    }

    fn take(&mut self, a: u32, b: u32) -> Option<(Space, Loaded)> {
        self.units.get_mut(a as usize)?.get_mut(b as usize)?.take()
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.units.iter().flatten().all(Option::is_none)
    }

    /// Those the tables were made for.
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

    pub(super) fn cells(&self, a: u32, b: u32, second: bool) -> Option<&[u8]> {
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

/// The units of up to so many stones of a side and of both sides, each after those that its captures lead to.
pub(super) fn units(most: u32, in_all: u32) -> Vec<(u32, u32)> {
    let of_sum = |sum: u32| (FEWEST..=sum / 2).map(move |b| (sum - b, b)).filter(|&(a, _)| a <= most);
    (2 * FEWEST..=in_all).flat_map(of_sum).collect()
}

impl TableProbe<Position> for MorrisTables {
    fn most_pieces(&self) -> u32 {
        self.most_in_memory
    }

    #[inline]
    fn look_up(&self, position: &Position) -> Option<TableValue> {
        let (unit, half, slot) = self.find(position)?;
        unit.value(half, slot, false)
    }

    fn same_table(&self, position: &Position, next: &Position) -> bool {
        let left = |position: &Position| position.own_left() + position.their_left();
        let in_hand = |position: &Position| position.own_hand + position.their_hand;
        left(position) == left(next) && in_hand(position) == in_hand(next)
    }

    fn read(&self, position: &Position) -> Option<TableValue> {
        if position.own_hand | position.their_hand != 0 {
            let (placing, bound) = self.placing.as_ref()?;
            let Probed { wdl, plies } = placing(position)?;
            let progress = plies.map_or(*bound, |(plies, _)| Progress::Exactly(plies));
            return Some(if wdl == Wdl::Draw {
                TableValue::DRAW
            } else {
                TableValue { wdl, progress, ..TableValue::DRAW }
            });
        }
        let (unit, half, slot) = self.find(position)?;
        unit.value(half, slot, true)
    }
}
