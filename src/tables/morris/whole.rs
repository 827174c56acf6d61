//! Whole games that are small enough to be solved in memory, in less than a second: those on 16 points, and on nine.

use super::nine::NinePoints;
use super::placing::{DRAWN, LOST, Stage, WON};
use super::placing_rules::PlacingRules;
use super::probe::{MorrisTables, units};
use crate::games::morris::position::Position;
use crate::games::morris::rules::{Board, Rules};
use crate::tables::Wdl;
use crate::tables::cell::DRAW;
use crate::tables::lookup::{Progress, TableProbe};
use std::collections::HashMap;

/// All positions of a game.
pub type WholeGame = Box<dyn TableProbe<Position>>;

/// Whether [`solve`] can do a game.
pub fn is_small(rules: &Rules) -> bool {
    match rules.board {
        Board::Plain | Board::Diagonals => false,
        Board::Sixteen => PlacingRules::new(rules).is_ok(),
        Board::Nine | Board::NineDiagonals => rules.alternates(),
    }
}

/// Solves a whole game; `None` if it is too large, or `going` says to stop.
pub fn solve(rules: &Rules, going: &(dyn Fn() -> bool + Sync)) -> Option<WholeGame> {
    match rules.board {
        _ if !is_small(rules) => None,
        Board::Plain | Board::Diagonals => None,
        Board::Sixteen => Some(Box::new(two_squares(PlacingRules::new(rules).ok()?, going)?)),
        Board::Nine | Board::NineDiagonals => Some(Box::new(NinePoints::solve(rules, going)?)),
    }
}

/// The moving phase, then the placing phase stage by stage over it.
fn two_squares(rules: PlacingRules, going: &(dyn Fn() -> bool + Sync)) -> Option<MorrisTables> {
    let mut tables = MorrisTables::empty(rules.moving);
    let units = units(rules.men, 2 * rules.men);
    // A unit whose distances do not fit a byte is left out.
    if !tables.add_built(&units, going) || !units.iter().all(|&(a, b)| tables.has(a, b)) {
        return None;
    }
    let mut stages: HashMap<Stage, Vec<u8>> = HashMap::new();
    let mut longest = 0;
    for &(a, b) in &units {
        for (second, own, their) in [(false, a, b), (true, b, a)] {
            let cells = tables.cells(a, b, second)?;
            longest =
                cells.iter().filter(|&&code| code != DRAW).max().map_or(longest, |&code| longest.max(code.into()));
            let stage = Stage { own, their, own_hand: 0, their_hand: 0 };
            stages.entry(stage).or_insert_with(|| cells.iter().map(|&code| value(code)).collect());
        }
    }
    for stage in rules.stages() {
        let next: Option<Vec<&[u8]>> =
            rules.next(stage).iter().map(|next| stages.get(next).map(Vec::as_slice)).collect();
        let values = rules.solve(stage, &next.filter(|_| going())?);
        stages.insert(stage, values);
    }
    let board = rules.moving.board;
    let placing = move |position: &Position| {
        let stage = Stage::of(position);
        let values = stages.get(&stage)?;
        let (own, their) = (position.own, position.their);
        let (first, second) = if stage.own >= stage.their { (own, their) } else { (their, own) };
        let value = *values.get(stage.space(board).slot(first, second))?;
        Some([Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(value.min(WON))])
    };
    // Placing is progress, and after it no capture is further away.
    tables.set_placing(Box::new(placing), Progress::AtMost(longest));
    Some(tables)
}

/// The value of a cell, as the placing phase has it.
const fn value(code: u8) -> u8 {
    match code {
        DRAW => DRAWN,
        code if code % 2 == 1 => WON,
        _ => LOST,
    }
}
