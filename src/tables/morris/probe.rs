//! Looking a position up.

use super::cell::{DRAW, Metric};
use super::first::After;
use super::moving_rules::MovingRules;
use super::space::Space;
use super::unit::Unit;
use crate::games::morris::position::Position;
use crate::games::morris::rules::{FEWEST, MOST};
use crate::tables::Wdl;

/// The most stones of both sides for which tables are built in memory, in less than a second.
pub const SMALL: u32 = 8;

const SIDES: usize = MOST as usize + 1;

/// The tables of one rule set, as far as there are any.
pub struct MorrisTables {
    rules: MovingRules,
    /// By the stones of the stronger side and of the weaker one.
    units: [[Option<Loaded>; SIDES]; SIDES],
}

/// A unit's tables with the first and the second side to move. With as many stones of either side the second is empty.
struct Loaded {
    space: Space,
    values: [Values; 2],
    distances: Option<Distances>,
}

enum Values {
    /// A byte a slot, with distances: see [`super::cell`].
    Cells(Vec<u8>),
    /// Two bits a slot.
    Packed(Vec<u8>),
}

/// Gives the cell of a slot of either half from a file.
pub(super) type Distances = Box<dyn Fn(usize, usize) -> Option<u8> + Send + Sync>;

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Who wins.
    pub wdl: Wdl,
    /// Plies to the next capture or the end, if the game is decided and the tables hold distances.
    pub plies: Option<u32>,
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
                    let values = [Values::Cells(unit.first), Values::Cells(unit.second)];
                    let loaded = Loaded { space: unit.space, values, distances: None };
                    tables.units[a as usize][b as usize] = Some(loaded);
                }
            }
        }
        tables
    }

    /// No tables yet.
    pub(super) fn empty(rules: MovingRules) -> MorrisTables {
        MorrisTables { rules, units: Default::default() }
    }

    /// Adds a unit with values of two bits a slot.
    pub(super) fn add(&mut self, space: Space, [first, second]: [Vec<u8>; 2], distances: Option<Distances>) {
        let values = [Values::Packed(first), Values::Packed(second)];
        self.units[space.a as usize][space.b as usize] = Some(Loaded { space, values, distances });
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
        unit.values[half].wdl(slot)
    }

    /// Who wins a position and how far it is, if there is a table for it. Reads a file where distances are not in
    /// memory.
    pub fn probe_root(&self, position: &Position) -> Option<Probed> {
        let (unit, half, slot) = self.find(position)?;
        let wdl = unit.values[half].wdl(slot)?;
        let code = match (&unit.values[half], &unit.distances) {
            (Values::Cells(cells), _) => cells.get(slot).copied(),
            (_, Some(distances)) => distances(half, slot),
            _ => None,
        };
        Some(Probed { wdl, plies: code.filter(|&code| code != DRAW).map(u32::from) })
    }

    fn unit(&self, a: u32, b: u32) -> Option<&Loaded> {
        self.units.get(a as usize)?.get(b as usize)?.as_ref()
    }

    fn cells(&self, a: u32, b: u32, second: bool) -> Option<&[u8]> {
        match &self.unit(a, b)?.values[usize::from(second)] {
            Values::Cells(cells) => Some(cells),
            Values::Packed(_) => None,
        }
    }

    /// The unit of a position, which side of it is to move, and the slot.
    #[inline]
    fn find(&self, position: &Position) -> Option<(&Loaded, usize, usize)> {
        if position.own_hand | position.their_hand != 0 {
            return None;
        }
        let (own, their) = (position.own.count_ones(), position.their.count_ones());
        if own >= their {
            let unit = self.unit(own, their)?;
            Some((unit, 0, unit.space.slot(position.own, position.their)))
        } else {
            let unit = self.unit(their, own)?;
            Some((unit, 1, unit.space.slot(position.their, position.own)))
        }
    }
}

impl Values {
    #[inline(always)]
    fn wdl(&self, slot: usize) -> Option<Wdl> {
        const DECODED: [Option<Wdl>; 4] = [Some(Wdl::Draw), Some(Wdl::Win), Some(Wdl::Loss), None];
        match self {
            Values::Cells(cells) => cells.get(slot).map(|&code| match code {
                DRAW => Wdl::Draw,
                code if code % 2 == 1 => Wdl::Win,
                _ => Wdl::Loss,
            }),
            Values::Packed(bytes) => {
                bytes.get(slot / 4).and_then(|byte| DECODED[usize::from(byte >> (2 * (slot % 4)) & 3)])
            }
        }
    }
}
