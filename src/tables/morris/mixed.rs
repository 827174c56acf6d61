//! Stages in which a side may move as well as place.
//!
//! A stage and the same stones with the other side to move are a unit, solved as in the moving phase: quiet moves stay in
//! it and may go round in circles. Placing leaves it, as captures do, so it is part of the first pass.

use super::edges::Edges;
use super::first::{After, FirstPass, transpose};
use super::levels::{Half, Levels};
use super::moving_rules::MovingRules;
use super::placing::{Closed, DRAWN, LOST, Stage, Sweep, WON, turn};
use super::space::Space;
use super::unit::Unit;
use crate::games::morris::rules::Board;
use crate::tables::cell::{Cells, DRAW, DRAWN_CAPTURE, Metric, NO_CAPTURE, WON_CAPTURE};
use crate::tables::store::BuildError;
use rayon::prelude::*;

/// The score of placings that all lose.
const LOST_PLACING: u8 = 1;

/// What solving needs to know.
pub struct Mixed<'a, C> {
    /// What of the game's rules decides a move.
    pub rules: MovingRules,
    /// The cells of a stage that is solved.
    pub codes: &'a C,
}

/// The bytes of memory that a stage takes while it is solved, together with the one with the other side to move.
pub fn memory(stage: Stage, board: Board) -> usize {
    let slots = |stage: Option<Stage>| stage.map_or(0, |stage| stage.space(board).slots());
    let side = |stage: Stage| {
        let placed = (stage.own_hand > 0).then(|| stage.placed());
        // What placing leads to is there once as it is, and once by what a mill is worth.
        2 * slots(placed) + 2 * slots(stage.taken()).max(slots(stage.captured()))
    };
    3 * stage.space(board).slots() + side(stage).max(side(stage.passed()))
}

impl<C: Fn(Stage) -> Result<Vec<u8>, BuildError>> Mixed<'_, C> {
    /// Solves a stage, whose mover has no fewer stones on the board than the other side, and the same with the other side
    /// to move. Both tables are indexed by the first side's set. Distances count plies to the next placing, capture or
    /// the end.
    pub fn solve(&self, stage: Stage) -> Result<Unit, BuildError> {
        let (space, rules) = (stage.space(self.rules.board), self.rules);
        let Stage { own, their, own_hand, their_hand } = stage;
        let (hands, metric) = ([own_hand, their_hand], Metric::Conversion);
        let edges = &Edges::new(&space, &rules, own_hand);
        let [mut first, mut second] = [0; 2].map(|_| vec![0u8; space.slots()]);
        let first_cells = Cells::new(rules.most_moves(own, own_hand, their), metric);
        let second_cells = Cells::new(rules.most_moves(their, their_hand, own), metric);

        let mut exits = self.placings(stage)?;
        let taken = stage.captured().map(self.codes).transpose()?;
        let after = After { by_first: taken.as_deref(), by_second: None };
        let pass = FirstPass { space, rules, edges, hands, after, metric };
        pass.scores_after_first(&mut second);
        pass.fill_first(&second, first_cells, &mut first, Some(&mut exits));
        drop((exits, taken));

        let passed = stage.passed();
        if passed == stage {
            transpose(&space, &first, &mut second);
        } else {
            let mut exits = self.placings(passed)?;
            if own == their {
                let by_mover = std::mem::replace(&mut exits, vec![NO_CAPTURE; space.slots()]);
                transpose(&space, &by_mover, &mut exits);
            }
            let mut taken = passed.captured().map(self.codes).transpose()?;
            if own == their {
                taken = taken.map(|table| turn(&Space::new(rules.board, their, own - 1), &table));
            }
            let after = After { by_first: None, by_second: taken.as_deref() };
            let pass = FirstPass { space, rules, edges, hands, after, metric };
            pass.fill_second(second_cells, &mut second, Some(&mut exits));
        }

        let levels = Levels { space, rules, edges, hands };
        let solved = levels.run(
            &mut Half { cells: first_cells, table: &mut first, captures: &[] },
            &mut Half { cells: second_cells, table: &mut second, captures: &[] },
        );
        solved.map_err(|depth| BuildError::TooDeep { slice: stage.to_string(), depth })?;
        Ok(Unit { space, first, second })
    }

    /// The scores of the best placing in each position of a stage.
    fn placings(&self, stage: Stage) -> Result<Vec<u8>, BuildError> {
        if stage.own_hand == 0 {
            return Ok(vec![NO_CAPTURE; stage.space(self.rules.board).slots()]);
        }
        let placed = self.values(stage.placed())?;
        let taken = stage.taken().map(|taken| self.values(taken)).transpose()?;
        let mut scores =
            Sweep { stage, rules: self.rules, placed: &placed, closed: Closed::Taken(taken.as_deref()) }.run();
        scores.par_iter_mut().for_each(|score| {
            *score = match *score {
                WON => WON_CAPTURE,
                DRAWN => DRAWN_CAPTURE,
                _ => LOST_PLACING,
            }
        });
        Ok(scores)
    }

    fn values(&self, stage: Stage) -> Result<Vec<u8>, BuildError> {
        let mut values = (self.codes)(stage)?;
        values.par_iter_mut().for_each(|value| *value = value_of(*value));
        Ok(values)
    }
}

/// Who wins by a cell of a finished table.
pub const fn value_of(code: u8) -> u8 {
    match code {
        DRAW => DRAWN,
        code if code % 2 == 1 => WON,
        _ => LOST,
    }
}
