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

/// A unit's tables with the first and the second side to move.
struct Loaded {
    space: Space,
    values: Vec<Values>,
    distances: Option<Distances>,
}

/// The values of one side to move.
pub enum Values {
    /// A byte a slot, with distances: see [`super::cell`].
    Cells(Vec<u8>),
    /// Two bits a slot.
    Packed(Vec<u8>),
    /// In a file.
    Filed(Lookup<Wdl>),
}

/// Reads what a file says of a slot.
pub type Lookup<T> = Box<dyn Fn(usize) -> Option<T> + Send + Sync>;

/// The distances of a unit, in a file.
pub struct Distances {
    /// What they count.
    pub metric: Metric,
    /// The cells of either half.
    pub cells: Vec<Lookup<u8>>,
}

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Who wins.
    pub wdl: Wdl,
    /// In how many plies, and what these count, if the game is decided and the tables hold distances.
    pub plies: Option<(u32, Metric)>,
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
                    let loaded = Loaded { space: unit.space, values, distances: None };
                    tables.units[a as usize][b as usize] = Some(loaded);
                }
            }
        }
        tables
    }

    /// No tables yet.
    pub fn empty(rules: MovingRules) -> MorrisTables {
        MorrisTables { rules, units: Default::default() }
    }

    /// Adds a unit: its values with the first side to move and, unless both have as many stones, with the second.
    pub fn add(&mut self, space: Space, values: Vec<Values>, distances: Option<Distances>) {
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
        unit.values.get(half)?.wdl(slot)
    }

    /// Who wins a position and how far it is, if there is a table for it. Reads a file where distances are not in
    /// memory.
    pub fn probe_root(&self, position: &Position) -> Option<Probed> {
        let (unit, half, slot) = self.find(position)?;
        let values = unit.values.get(half)?;
        let wdl = values.wdl(slot)?;
        let (code, metric) = match (values, &unit.distances) {
            (Values::Cells(cells), _) => (cells.get(slot).copied(), Metric::Conversion),
            (_, Some(distances)) => (distances.cells.get(half).and_then(|cell| cell(slot)), distances.metric),
            _ => (None, Metric::Conversion),
        };
        Some(Probed { wdl, plies: code.filter(|&code| code != DRAW).map(|code| (code.into(), metric)) })
    }

    fn unit(&self, a: u32, b: u32) -> Option<&Loaded> {
        self.units.get(a as usize)?.get(b as usize)?.as_ref()
    }

    fn cells(&self, a: u32, b: u32, second: bool) -> Option<&[u8]> {
        match self.unit(a, b)?.values.get(usize::from(second))? {
            Values::Cells(cells) => Some(cells),
            Values::Packed(_) | Values::Filed(_) => None,
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
        match self {
            Values::Cells(cells) => cells.get(slot).map(|&code| match code {
                DRAW => Wdl::Draw,
                code if code % 2 == 1 => Wdl::Win,
                _ => Wdl::Loss,
            }),
            Values::Packed(bytes) => bytes.get(slot / 4).and_then(|&byte| unpack(byte, slot)),
            Values::Filed(lookup) => lookup(slot),
        }
    }
}

/// The value of a slot in its byte of four.
#[inline(always)]
pub(super) const fn unpack(byte: u8, slot: usize) -> Option<Wdl> {
    const DECODED: [Option<Wdl>; 4] = [Some(Wdl::Draw), Some(Wdl::Win), Some(Wdl::Loss), None];
    DECODED[(byte >> (2 * (slot % 4)) & 3) as usize]
}
