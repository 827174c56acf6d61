//! What the rules mean while stones are in hand, which of them tables can do, and how a stage is solved from those after it.

use super::moving_rules::MovingRules;
use super::placing::{Closed, PlacingKind, Stage, Sweep};
use super::waiting::wait;
use crate::games::morris::rules::{Placing, PlacingMill, PlacingUntil, Rules};

/// The rules of a game while stones are in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacingRules {
    /// Those of the moving phase.
    pub moving: MovingRules,
    /// The stones of each side.
    pub men: u32,
    /// What a side with stones in hand does.
    pub kind: PlacingKind,
}

impl PlacingRules {
    /// The rules of a rule set, or why there are no tables for it.
    pub fn new(rules: &Rules) -> Result<PlacingRules, String> {
        let moving = MovingRules::new(rules)?;
        let kind = match (rules.placing, rules.placing_mill) {
            (Placing::Mixed, PlacingMill::Again) => {
                return Err("placing=mixed with placing-mill=again: tables know another turn only where a side with \
                            stones in hand cannot move"
                    .into());
            }
            (_, PlacingMill::Take) if moving.again => {
                let placing = rules.placing.word();
                return Err(format!("placing={placing} with placing-mill=take and moving-mill=take-again"));
            }
            (Placing::Mixed, PlacingMill::Take) => PlacingKind::Mixed,
            (Placing::Phase, PlacingMill::Take) => PlacingKind::Takes,
            (Placing::Phase, PlacingMill::Again) if rules.placing_until == PlacingUntil::Both => PlacingKind::Again,
            (Placing::Phase, PlacingMill::Again) => return Err("placing-mill=again with placing-until=own".into()),
        };
        Ok(PlacingRules { moving, men: rules.men.into(), kind })
    }

    /// The rules as text: what tables of positions with stones in hand depend on, and nothing else.
    pub fn text(&self) -> String {
        // Whose hands decide makes no difference where turns alternate.
        let (placing, mill, until) = match self.kind {
            PlacingKind::Takes => (Placing::Phase, PlacingMill::Take, PlacingUntil::Own),
            PlacingKind::Again => (Placing::Phase, PlacingMill::Again, PlacingUntil::Both),
            PlacingKind::Mixed => (Placing::Mixed, PlacingMill::Take, PlacingUntil::Own),
        };
        let (moving, placing, mill, until) = (self.moving.text(), placing.word(), mill.word(), until.word());
        let text = format!("{moving}; placing={placing} placing-mill={mill} placing-until={until}");
        // What a stage is worth does not depend on how many stones the game began with.
        if self.kind == PlacingKind::Mixed { text } else { format!("{text} men={}", self.men) }
    }

    /// A name for the folder of these tables.
    pub fn folder_name(&self) -> String {
        match self.kind {
            PlacingKind::Takes => format!("placing-{}", self.men),
            PlacingKind::Again => format!("placing-again-{}", self.men),
            PlacingKind::Mixed => "mixed".into(),
        }
    }

    /// All stages in which stones are in hand, each after those that it is made from.
    pub fn stages(&self) -> Vec<Stage> {
        Stage::all(self.men, self.kind)
    }

    /// See [`Stage::exits`].
    pub fn exits(&self, stage: Stage) -> Vec<Stage> {
        stage.exits(self.kind)
    }

    /// The stages that a stage is made from: its exits, and those of the one that it is solved together with.
    pub fn made_from(&self, stage: Stage) -> Vec<Stage> {
        if self.kind != PlacingKind::Mixed {
            return self.exits(stage);
        }
        let first = stage.stronger();
        let mut stages = self.exits(first);
        for exit in self.exits(first.passed()) {
            if !stages.contains(&exit) {
                stages.push(exit);
            }
        }
        stages
    }

    /// The values of a stage in which a side with stones in hand can only place, by those of its exits.
    pub fn solve(&self, stage: Stage, next: &[&[u8]]) -> Vec<u8> {
        match next {
            [passed] if stage.own_hand == 0 => wait(stage, &self.moving, passed),
            [placed, rest @ ..] => {
                let closed = match (self.kind, rest.first()) {
                    (PlacingKind::Again, Some(again)) => Closed::Again(again),
                    (_, taken) => Closed::Taken(taken.copied()),
                };
                Sweep { stage, rules: self.moving, placed, closed }.run()
            }
            [] => Vec::new(),
        }
    }
}
