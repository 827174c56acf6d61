//! What the counts of the evaluation are worth, a table for each game ([`crate::eval::weights`]).
//!
//! The numbers of a table are for the time in which stones are placed, and then the same for that in which they only move: a
//! stone on the board or in hand, a free point beside a stone, a stone that cannot move, a point at which a stone at
//! hand would close a mill, a stone that leaves one mill to close another, a stone in a mill, a stone on a point with four neighbours,
//! and having the move.

use crate::eval::weights::read;
use crate::games::morris::named::{NAMED, RULES};
use crate::games::morris::rules::Rules;
use std::sync::OnceLock;

/// How much is counted.
pub(crate) const COUNTS: usize = 8;

/// The weights of one game, while stones are placed and while they move.
pub type Tables = [[i16; COUNTS]; 2];

/// The weights of a rule set: its own where it has a name, and else those of the named game that is most like it.
pub(crate) fn of(rules: &Rules) -> &'static Tables {
    static TABLES: [OnceLock<Tables>; NAMED.len()] = [const { OnceLock::new() }; NAMED.len()];
    let place = most_alike(rules);
    TABLES[place].get_or_init(|| {
        // A test reads every file.
        let numbers = NAMED[place].weights.and_then(read).unwrap_or_default();
        let weight = |at: usize| numbers.get(at).copied().unwrap_or(0);
        [0, 1].map(|phase| std::array::from_fn(|at| weight(phase * COUNTS + at)))
    })
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
            assert_eq!(NAMED[most_alike(&rules)].name, entry.name, "a game has its own weights");
        }
    }
}
