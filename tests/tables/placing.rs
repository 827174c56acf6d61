//! The placing phase: whole games with few stones against the game's own generator.

use super::files::Folder;
use millstone::games::Game;
use millstone::games::morris::Morris;
use millstone::games::morris::board::IMAGES;
use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::games::morris::rules::{Board, Fly, Rules, Shield, Take};
use millstone::tables::Wdl;
use millstone::tables::cell::{DRAW, Metric};
use millstone::tables::census::Census;
use millstone::tables::morris::build::MovingBuild;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::placing::Stage;
use millstone::tables::morris::placing_build::PlacingBuild;
use millstone::tables::morris::placing_check::check_stage;
use millstone::tables::store::Store;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Builds a whole game.
fn build<'a>(rules: &Rules, store: &'a Store) -> PlacingBuild<'a> {
    let (moving, men) = (MovingRules::new(rules).unwrap(), u32::from(rules.men));
    let metric = Metric::Conversion;
    MovingBuild { store, rules: moving, metric, distances: true, most: men, most_in_all: 2 * men }.run(|_| {}).unwrap();
    let placing = PlacingBuild::new(rules, store).unwrap();
    fs::create_dir_all(placing.folder()).unwrap();
    let all_counted = |(stage, counts): &(Stage, Census)| counts.positions() == stage.space(rules.board).positions();
    placing.run(|done| assert!(done.counts.iter().all(all_counted), "{done:?}")).unwrap();
    placing
}

/// Builds a whole game and compares every `step`-th position with its successors.
fn check(name: &str, rules: Rules, step: usize) {
    let folder = Folder::new(&format!("placing-{name}"));
    let store = MovingRules::new(&rules).unwrap().store(&folder.0);
    let placing = build(&rules, &store);
    // A second build has nothing to do.
    assert_eq!(placing.todo(), []);

    let game = Morris::<true>::new(rules);
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
fn placing_or_moving_is_as_the_plain_rules_say() {
    let mixed = |men| Rules { men, ..rules("mixed-mill") };
    check("mixed-3", mixed(3), 1);
    check("mixed-4", mixed(4), 97);
    check("mixed-shield-4", Rules { shield: Shield::Always, jumper_falls: true, ..mixed(4) }, 97);
    check("mixed-may-4", Rules { take: Take::May, ..mixed(4) }, 97);
    check("mixed-steps-4", Rules { fly: Fly::Never, ..mixed(4) }, 97);
}

/// A position by its stones and hands, the mover's first, turned to the least of its images.
fn least(position: &Position) -> (u32, u32, u8, u8) {
    let images = (0..IMAGES)
        .map(|number| (Board::Plain.image(position.own, number), Board::Plain.image(position.their, number)));
    let (own, their) = images.min().unwrap();
    (own, their, position.own_hand, position.their_hand)
}

/// All that the start leads to, solved by nothing but the generator and lists of successors.
#[test]
fn a_plain_solver_agrees_in_every_position_that_the_start_leads_to() {
    let rules = Rules { men: 3, ..rules("mixed-mill") };
    let game = Morris::<true>::new(rules);
    let start = game.start();
    let (mut places, mut all) = (HashMap::from([(least(&start), 0)]), vec![start]);
    let (mut values, mut successors, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(&position) = all.get(successors.len()) {
        moves.clear();
        game.moves(&position, &mut moves);
        // Nobody can have taken a stone and have too few.
        values.push(if moves.is_empty() { Some(Wdl::Loss) } else { None });
        let next = moves.iter().map(|&mv| {
            let next = game.play(&position, mv);
            *places.entry(least(&next)).or_insert_with(|| {
                all.push(next);
                all.len() - 1
            })
        });
        successors.push(next.collect::<Vec<usize>>());
    }
    let mut news = true;
    while std::mem::take(&mut news) {
        for place in 0..all.len() {
            let of = |next: &usize| values[*next];
            let value = match values[place] {
                Some(_) => continue,
                None if successors[place].iter().any(|next| of(next) == Some(Wdl::Loss)) => Some(Wdl::Win),
                None if successors[place].iter().all(|next| of(next) == Some(Wdl::Win)) => Some(Wdl::Loss),
                None => continue,
            };
            (values[place], news) = (value, true);
        }
    }

    let folder = Folder::new("mixed-plain");
    let store = MovingRules::new(&rules).unwrap().store(&folder.0);
    let placing = build(&rules, &store);
    let mut tables = HashMap::new();
    let mut seen = [0; 3];
    for (position, value) in
        all.iter().zip(values).filter(|(position, _)| position.own_left().min(position.their_left()) >= 3)
    {
        let stage = Stage::of(position);
        let codes = tables.entry(stage).or_insert_with(|| placing.codes(stage).unwrap());
        let first = stage.own >= stage.their;
        let (one, other) = if first { (position.own, position.their) } else { (position.their, position.own) };
        let found = match codes[stage.space(rules.board).slot(one, other)] {
            DRAW => Wdl::Draw,
            code if code % 2 == 1 => Wdl::Win,
            _ => Wdl::Loss,
        };
        assert_eq!(found, value.unwrap_or(Wdl::Draw), "{position:?}");
        seen[found as usize] += 1;
    }
    assert!(seen.iter().sum::<u64>() > 200_000 && seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

/// The files of a folder that say who wins.
fn count_files(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    names.filter(|path| path.extension().is_some_and(|extension| extension == "wdl")).count()
}

#[test]
fn a_compact_build_keeps_what_a_search_does_not_see() {
    let rules = Rules { men: 4, ..rules("nine-mens-morris") };
    let [whole, small] = [Folder::new("not-compact"), Folder::new("compact")];
    let stores = [&whole, &small].map(|folder| MovingRules::new(&rules).unwrap().store(&folder.0));
    let all = build(&rules, &stores[0]);
    let moving = MovingRules::new(&rules).unwrap();
    let metric = Metric::Conversion;
    MovingBuild { store: &stores[1], rules: moving, metric, distances: false, most: 4, most_in_all: 8 }
        .run(|_| {})
        .unwrap();
    let compact = PlacingBuild::new(&rules, &stores[1]).unwrap().compact(true);
    fs::create_dir_all(compact.folder()).unwrap();
    let mut built = 0;
    compact.run(|done| built += done.counts.len()).unwrap();
    assert_eq!(built, all.stages().len());
    let kept: Vec<Stage> = all.stages().into_iter().filter(|stage| stage.own_hand + stage.their_hand >= 6).collect();
    assert_eq!((compact.todo(), count_files(compact.folder())), (vec![], kept.len()));
    let game = Morris::<true>::new(rules);
    for stage in kept {
        assert_eq!(compact.codes(stage).unwrap(), all.codes(stage).unwrap(), "{stage}");
        check_stage(&game, &compact, stage, 7).unwrap();
    }
}

#[test]
fn another_turn_while_placing_is_as_the_plain_rules_say() {
    let ceylon = |men| Rules { men, ..rules("ceylon-mill") };
    check("ceylon-3", ceylon(3), 1);
    check("ceylon-4", ceylon(4), 31);
    check("ceylon-4-steps", Rules { fly: Fly::Never, ..ceylon(4) }, 31);
}
