//! What the rules mean while stones are in hand, which of them tables can do, and how a stage is solved from those after it.

use super::moving_rules::MovingRules;
use super::placing::{Closed, PlacedMill, Stage, Sweep};
use super::waiting::wait;
use crate::games::morris::rules::{Placing, PlacingMill, PlacingUntil, Rules};

/// The rules of the placing phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacingRules {
    /// Those of the moving phase.
    pub moving: MovingRules,
    /// The stones of each side.
    pub men: u32,
    /// What a mill is worth.
    pub mill: PlacedMill,
}

impl PlacingRules {
    /// The rules of a rule set, or why there are no tables for it.
    pub fn new(rules: &Rules) -> Result<PlacingRules, String> {
        if rules.placing != Placing::Phase {
            return Err("placing=mixed: tables know placing as a phase of its own".into());
        }
        let moving = MovingRules::new(rules)?;
        let mill = match rules.placing_mill {
            PlacingMill::Take if !moving.again => PlacedMill::Takes,
            PlacingMill::Again if rules.placing_until == PlacingUntil::Both => PlacedMill::Again,
            PlacingMill::Take => return Err("placing-mill=take with moving-mill=take-again".into()),
            PlacingMill::Again => return Err("placing-mill=again with placing-until=own".into()),
        };
        Ok(PlacingRules { moving, men: rules.men.into(), mill })
    }

    /// The rules as text: what tables of the placing phase depend on, and nothing else.
    pub fn text(&self) -> String {
        // Whose hands decide makes no difference where turns alternate.
        let (mill, until) = match self.mill {
            PlacedMill::Takes => (PlacingMill::Take, PlacingUntil::Own),
            PlacedMill::Again => (PlacingMill::Again, PlacingUntil::Both),
        };
        let (moving, mill, until, men) = (self.moving.text(), mill.word(), until.word(), self.men);
        format!("{moving}; placing=phase placing-mill={mill} placing-until={until} men={men}")
    }

    /// All stages in which stones are in hand, each after those that it leads to.
    pub fn stages(&self) -> Vec<Stage> {
        Stage::all(self.men, self.mill)
    }

    /// The stages that the moves of a stage lead to, other than itself.
    pub fn next(&self, stage: Stage) -> Vec<Stage> {
        if stage.own_hand > 0 { stage.next(self.mill) } else { vec![stage.passed()] }
    }

    /// The values of a stage by those of [`PlacingRules::next`].
    pub fn solve(&self, stage: Stage, next: &[&[u8]]) -> Vec<u8> {
        match next {
            [passed] if stage.own_hand == 0 => wait(stage, &self.moving, passed),
            [placed, rest @ ..] => {
                let closed = match (self.mill, rest.first()) {
                    (PlacedMill::Again, Some(again)) => Closed::Again(again),
                    (_, taken) => Closed::Taken(taken.copied()),
                };
                Sweep { stage, rules: self.moving, placed, closed }.run()
            }
            [] => Vec::new(),
        }
    }
}
