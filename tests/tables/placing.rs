//! The placing phase: whole games with few stones against the game's own generator.

use super::files::Folder;
use millstone::games::morris::Morris;
use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::games::morris::rules::{Rules, Take};
use millstone::games::{Game, Side};
use millstone::tables::morris::build::MovingBuild;
use millstone::tables::morris::cell::Metric;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::placing::{DRAWN, LOST, Stage, WON};
use millstone::tables::morris::placing_build::PlacingBuild;
use millstone::tables::morris::store::Store;
use std::collections::HashMap;
use std::fs;

/// Builds a whole game and compares every `step`-th position with its successors; returns the value of the start.
fn check(rules: Rules, step: usize) -> u8 {
    let folder = Folder::new(&format!("placing-{}-{:?}-{:?}", rules.men, rules.shield, rules.take));
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

    let game = Morris::<false, false>::new(rules);
    let mut tables: HashMap<(u32, u32, u32), Vec<u8>> = HashMap::new();
    for stage in placing.stages() {
        for stage in [Some(stage), Some(stage.placed()), stage.taken(men)].into_iter().flatten() {
            tables.entry((stage.ply, stage.own, stage.their)).or_insert_with(|| {
                let decided = stage.ply == 2 * men && (stage.own < 3 || stage.their < 3);
                if decided || stage.ply < 2 * men && !placing.has(stage) {
                    Vec::new()
                } else {
                    placing.values(stage).unwrap()
                }
            });
        }
    }
    let value = |ply: u32, position: &Position| {
        let stage = Stage { ply, own: position.own.count_ones(), their: position.their.count_ones() };
        let first = stage.own >= stage.their;
        let (one, other) = if first { (position.own, position.their) } else { (position.their, position.own) };
        tables[&(ply, stage.own, stage.their)][stage.space().slot(one, other)]
    };
    for stage in placing.stages() {
        let space = stage.space();
        let (own_hand, their_hand) = stage.hands(men);
        for slot in (0..space.slots()).step_by(step) {
            let (one, other) = space.sets(slot);
            let (own, their) = if stage.own >= stage.their { (one, other) } else { (other, one) };
            let position = Position::new([own, their], [own_hand as u8, their_hand as u8], Side::White, 0);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let best = moves.iter().map(|&mv| {
                let next = game.play(&position, mv);
                if next.own_left() < 3 { WON } else { WON - value(stage.ply + 1, &next) }
            });
            assert_eq!(value(stage.ply, &position), best.max().unwrap(), "{stage:?} {position:?}");
        }
    }
    value(0, &game.start())
}

#[test]
fn games_with_three_and_four_stones_are_as_the_plain_rules_say() {
    let men = |name, men| Rules { men, ..rules(name) };
    assert!([LOST, DRAWN, WON].contains(&check(men("nine-mens-morris", 3), 1)));
    check(men("ravensburger-mill", 4), 97);
    check(Rules { take: Take::May, ..men("nine-mens-morris", 4) }, 97);
}
