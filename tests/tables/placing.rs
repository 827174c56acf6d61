//! The placing phase: whole games with few stones against the game's own generator.

use super::files::Folder;
use millstone::games::morris::Morris;
use millstone::games::morris::named::rules;
use millstone::games::morris::rules::{Fly, Rules, Take};
use millstone::tables::cell::Metric;
use millstone::tables::morris::build::MovingBuild;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::placing_build::PlacingBuild;
use millstone::tables::morris::placing_check::check_stage;
use std::fs;

/// Builds a whole game and compares every `step`-th position with its successors.
fn check(name: &str, rules: Rules, step: usize) {
    let folder = Folder::new(&format!("placing-{name}"));
    let moving = MovingRules::new(&rules).unwrap();
    let store = moving.store(&folder.0);
    let men = u32::from(rules.men);
    MovingBuild { store: &store, rules: moving, metric: Metric::Conversion, most: men, most_in_all: 2 * men }
        .run(|_| {})
        .unwrap();
    let placing = PlacingBuild::new(&rules, &store).unwrap();
    fs::create_dir_all(placing.folder()).unwrap();
    placing
        .run(|done| {
            assert_eq!(done.counts.map(|counts| counts.iter().sum()), Some(done.stage.space(rules.board).positions()));
        })
        .unwrap();
    // A second build has nothing to do.
    placing.run(|done| assert!(done.counts.is_none())).unwrap();

    let game = Morris::<true, false>::new(rules);
    for stage in placing.stages() {
        let compared = check_stage(&game, &placing, stage, step).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Every one that was to be compared was.
        assert_eq!(compared as usize, stage.space(rules.board).slots().div_ceil(step), "{name} {stage:?}");
    }
}

#[test]
fn games_with_three_and_four_stones_are_as_the_plain_rules_say() {
    let men = |name, men| Rules { men, ..rules(name) };
    check("nine-3", men("nine-mens-morris", 3), 1);
    check("ravensburger-4", men("ravensburger-mill", 4), 97);
    check("six-4", men("six-mens-morris", 4), 1);
    check("five", rules("five-mens-morris"), 97);
    check("may-4", Rules { take: Take::May, ..men("nine-mens-morris", 4) }, 97);
}

#[test]
fn another_turn_while_placing_is_as_the_plain_rules_say() {
    let ceylon = |men| Rules { men, ..rules("ceylon-mill") };
    check("ceylon-3", ceylon(3), 1);
    check("ceylon-4", ceylon(4), 31);
    check("ceylon-4-steps", Rules { fly: Fly::Never, ..ceylon(4) }, 31);
}
