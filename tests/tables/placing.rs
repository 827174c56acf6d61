//! The placing phase: whole games with few stones against the game's own generator.

use super::files::Folder;
use millstone::games::morris::Morris;
use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::games::morris::rules::{Fly, Rules, Take};
use millstone::games::{Game, Side};
use millstone::tables::morris::build::MovingBuild;
use millstone::tables::morris::cell::Metric;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::placing::{LOST, Stage, WON};
use millstone::tables::morris::placing_build::PlacingBuild;
use millstone::tables::morris::store::Store;
use std::collections::HashMap;
use std::fs;

fn stage_of(position: &Position) -> Stage {
    Stage {
        own: position.own.count_ones(),
        their: position.their.count_ones(),
        own_hand: position.own_hand.into(),
        their_hand: position.their_hand.into(),
    }
}

/// Builds a whole game and compares every `step`-th position with its successors.
fn check(name: &str, rules: Rules, step: usize) {
    let folder = Folder::new(&format!("placing-{name}"));
    let moving = MovingRules::new(&rules).unwrap();
    let store = Store::new(&folder.0, moving.text());
    let men = u32::from(rules.men);
    MovingBuild { store: &store, rules: moving, metric: Metric::Conversion, most: men, most_in_all: 2 * men }
        .run(|_| {})
        .unwrap();
    let placing = PlacingBuild::new(&rules, &store).unwrap();
    fs::create_dir_all(placing.folder()).unwrap();
    placing
        .run(|done| {
            assert_eq!(done.counts.map(|counts| counts.iter().sum()), Some(done.stage.space().positions()));
        })
        .unwrap();
    // A second build has nothing to do.
    placing.run(|done| assert!(done.counts.is_none())).unwrap();

    let mut tables: HashMap<Stage, Vec<u8>> = HashMap::new();
    for stage in placing.stages() {
        tables.insert(stage, placing.values(stage).unwrap());
    }
    for (a, b) in (3..=men).flat_map(|a| (3..=men).map(move |b| (a, b))) {
        let stage = Stage { own: a, their: b, own_hand: 0, their_hand: 0 };
        tables.insert(stage, placing.values(stage).unwrap());
    }
    let value = |position: &Position| {
        let stage = stage_of(position);
        let first = stage.own >= stage.their;
        let (one, other) = if first { (position.own, position.their) } else { (position.their, position.own) };
        tables[&stage][stage.space().slot(one, other)]
    };
    let game = Morris::<false, false>::new(rules);
    for stage in placing.stages() {
        let space = stage.space();
        for slot in (0..space.slots()).step_by(step) {
            let (one, other) = space.sets(slot);
            let stones = if stage.own >= stage.their { [one, other] } else { [other, one] };
            let hands = [stage.own_hand as u8, stage.their_hand as u8];
            let position = Position::new(stones, hands, Side::White, 0);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let best = moves.iter().map(|&mv| {
                let next = game.play(&position, mv);
                match game.side(&next) {
                    Side::White => value(&next),
                    Side::Black if next.own_left() < 3 => WON,
                    Side::Black => WON - value(&next),
                }
            });
            assert_eq!(value(&position), best.max().unwrap_or(LOST), "{name} {stage:?} {position:?}");
        }
    }
}

#[test]
fn games_with_three_and_four_stones_are_as_the_plain_rules_say() {
    let men = |name, men| Rules { men, ..rules(name) };
    check("nine-3", men("nine-mens-morris", 3), 1);
    check("ravensburger-4", men("ravensburger-mill", 4), 97);
    check("may-4", Rules { take: Take::May, ..men("nine-mens-morris", 4) }, 97);
}

#[test]
fn another_turn_while_placing_is_as_the_plain_rules_say() {
    let ceylon = |men| Rules { men, ..rules("ceylon-mill") };
    check("ceylon-3", ceylon(3), 1);
    check("ceylon-4", ceylon(4), 31);
    check("ceylon-4-steps", Rules { fly: Fly::Never, ..ceylon(4) }, 31);
}
