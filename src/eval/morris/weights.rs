//! What the counts of the evaluation are worth.
//!
//! A model has two parts. The plain counts are all that a text file has: for the time in which stones are placed, and then the same for
//! that in which they only move, a stone on the board or in hand, a free point beside a stone, a stone that cannot move, a
//! point at which a stone at hand would close a mill, a stone that leaves one mill to close another, a stone in a mill, a
//! stone on a point with four neighbours, and having the move. Then come the windows, for each phase.

use super::windows::{ALL, SHARED};
use crate::eval::model::{Model, loaded_for};
use crate::eval::weights::read;
use crate::games::catalog::AnyRules;
use crate::games::morris::named::{NAMED, RULES};
use crate::games::morris::position::Position;
use crate::games::morris::rules::{FEWEST, Rules};
use std::sync::{Arc, OnceLock};

/// How much is counted.
pub(crate) const COUNTS: usize = 8;

/// A time of the game with windows of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// More than half of the stones may still be in hand.
    Opening,
    /// The last stones are placed.
    Placing,
    /// All stones are on the board.
    Moving,
    /// And a side has three.
    Flying,
}

/// The number of phases.
const PHASES: usize = 4;
/// With more stones in both hands it is the opening.
const OPENING_HANDS: u8 = 8;

impl Phase {
    #[inline(always)]
    pub const fn of(position: &Position) -> Phase {
        match position.own_hand + position.their_hand {
            0 if position.own.count_ones() <= FEWEST || position.their.count_ones() <= FEWEST => Phase::Flying,
            0 => Phase::Moving,
            1..=OPENING_HANDS => Phase::Placing,
            _ => Phase::Opening,
        }
    }
}

/// The number of a model's weights.
pub(super) fn count() -> usize {
    2 * COUNTS + PHASES * SHARED.count
}

/// The number of the weight of a window's state in a phase.
pub(super) fn number(phase: Phase, place: usize) -> usize {
    2 * COUNTS + phase as usize * SHARED.count + usize::from(SHARED.number[place])
}

/// The weights of one game, as the evaluation uses them.
pub struct Weights {
    pub(crate) model: Arc<Model>,
    /// The plain counts, while stones are placed and while they move.
    pub(super) plain: [[i16; COUNTS]; 2],
    /// The windows of each phase, state by state.
    pub(super) windows: Vec<i16>,
}

impl Weights {
    /// Prepares a model, or `None` if it has not as many weights.
    pub(crate) fn new(model: Arc<Model>) -> Option<Weights> {
        if model.weights.len() != count() {
            return None;
        }
        let phases = [Phase::Opening, Phase::Placing, Phase::Moving, Phase::Flying];
        let windows =
            phases.iter().flat_map(|phase| (0..ALL).map(|place| model.weights[number(*phase, place)])).collect();
        let plain = [0, 1].map(|phase| std::array::from_fn(|at| model.weights[phase * COUNTS + at]));
        Some(Weights { plain, windows, model })
    }

    /// The weights of a rule set: those loaded for it, its own where it has a name, and else those of the named game that is most like it.
    pub(crate) fn of(rules: &Rules) -> Arc<Weights> {
        if let Some(weights) = loaded_for(&AnyRules::Morris(*rules)).and_then(Weights::new) {
            return Arc::new(weights);
        }
        static KNOWN: [OnceLock<Arc<Weights>>; NAMED.len()] = [const { OnceLock::new() }; NAMED.len()];
        let place = most_alike(rules);
        let read = || {
            let trained = NAMED[place].model.and_then(|bytes| Model::from_bytes(bytes).ok());
            // A test reads every file.
            let plain = || {
                let mut weights = NAMED[place].weights.and_then(read).unwrap_or_default();
                weights.resize(count(), 0);
                Model::plain(weights)
            };
            let empty = || Arc::new(Model::plain(vec![0; count()]));
            let prepared = Weights::new(Arc::new(trained.unwrap_or_else(plain))).or_else(|| Weights::new(empty()));
            Arc::new(prepared.unwrap_or_else(|| unreachable!("a model of the right size")))
        };
        KNOWN[place].get_or_init(read).clone()
    }
}

/// The game with weights of its own that is most like a rule set.
fn most_alike(rules: &Rules) -> usize {
    // Of equals the first.
    let places = (0..NAMED.len()).rev().filter(|place| NAMED[*place].weights.is_some());
    places.max_by_key(|place| likeness(&RULES[*place], rules)).unwrap_or(0)
}

/// How much alike two games are played.
fn likeness(one: &Rules, other: &Rules) -> u32 {
    [
        (one.board == other.board, 64),
        (one.moving_mill == other.moving_mill, 32),
        (one.placing == other.placing, 16),
        (one.placing_mill == other.placing_mill, 8),
        (one.shield == other.shield, 4),
        (one.jumper_falls == other.jumper_falls, 2),
        (one.men == other.men, 3),
    ]
    .iter()
    .map(|(same, worth)| if *same { *worth } else { 0 })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_its_numbers() {
        for (entry, rules) in NAMED.iter().zip(RULES) {
            let Some(text) = entry.weights else { continue };
            assert_eq!(read(text).map(|numbers| numbers.len()), Some(2 * COUNTS), "{}", entry.name);
            if let Some(bytes) = entry.model {
                let model = Model::from_bytes(bytes).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
                assert_eq!(model.weights.len(), count(), "{}", entry.name);
            }
            assert_eq!(NAMED[most_alike(&rules)].name, entry.name, "a game has its own weights");
        }
    }
}
