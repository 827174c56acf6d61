//! The moving phase of morris: small units against the game's own generator, and against known counts.

use millstone::games::Game;
use millstone::games::morris::Morris;
use millstone::games::morris::named::rules;
use millstone::games::morris::position::{Move, Position};
use millstone::games::morris::rules::{Fly, Rules, Shield, Take};
use millstone::tables::cell::Metric;
use millstone::tables::morris::first::After;
use millstone::tables::morris::forward::{expected, position};
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::unit::{Unit, census};
use std::collections::HashMap;

const NINE_MENS_MORRIS: Rules = rules("nine-mens-morris");
const RAVENSBURGER_MILL: Rules = rules("ravensburger-mill");
const CEYLON_MILL: Rules = rules("ceylon-mill");

type Units = HashMap<(u32, u32), Unit>;

fn solve(rules: &Rules, metric: Metric, sizes: &[(u32, u32)]) -> Units {
    let rules = MovingRules::new(rules).unwrap();
    let mut units = Units::new();
    for &(a, b) in sizes {
        let half = |key, second| {
            units.get(&key).map(|unit: &Unit| if second { unit.second.as_slice() } else { unit.first.as_slice() })
        };
        let after = After { by_first: half((a, b - 1), !rules.again), by_second: half((a - 1, b), rules.again) };
        units.insert((a, b), Unit::solve(a, b, &rules, metric, after).unwrap());
    }
    units
}

fn code(units: &Units, own: u32, their: u32) -> Option<u8> {
    let (a, b) = (own.count_ones(), their.count_ones());
    let unit = units.get(&(a.max(b), a.min(b)))?;
    Some(if a >= b { unit.first[unit.space.slot(own, their)] } else { unit.second[unit.space.slot(their, own)] })
}

/// Compares every `step`-th slot of every unit with what the plain rules make of its successors.
fn check(rules: &Rules, metric: Metric, units: &Units, step: usize) {
    if rules.is_plain() && rules.alternates() {
        check_game(&Morris::<false>::new(*rules), metric, units, step);
    } else {
        check_game(&Morris::<true>::new(*rules), metric, units, step);
    }
}

fn check_game<G>(game: &G, metric: Metric, units: &Units, step: usize)
where
    G: Game<Position = Position, Move = Move>,
{
    let mut moves = Vec::new();
    for unit in units.values() {
        for slot in (0..unit.space.slots()).step_by(step) {
            let (first, second) = unit.space.sets(slot);
            for (position, found) in
                [(position(first, second), unit.first[slot]), (position(second, first), unit.second[slot])]
            {
                let plain = expected(game, &position, metric, &mut moves, |next| code(units, next.own, next.their));
                assert_eq!(Some(found), plain, "{metric:?} {position:?}");
            }
        }
    }
}

fn row(units: &Units, own: u32, their: u32) -> (u64, u64, u64, u8, u8) {
    let unit = &units[&(own.max(their), own.min(their))];
    let census = census(&unit.space, if own >= their { &unit.first } else { &unit.second });
    assert_eq!(census.positions(), unit.space.positions());
    let depth = |longest: Option<(u8, u64)>| longest.map_or(0, |(depth, _)| depth);
    (census.wins, census.losses, census.draws, depth(census.longest_win), depth(census.longest_loss))
}

#[test]
fn three_and_four_stones_are_as_the_plain_rules_say() {
    for metric in [Metric::Conversion, Metric::End] {
        let units = solve(&NINE_MENS_MORRIS, metric, &[(3, 3), (4, 3)]);
        check(&NINE_MENS_MORRIS, metric, &units, 1);
    }
}

#[test]
fn every_axis_is_as_the_plain_rules_say() {
    let sizes = [(3, 3), (4, 3), (4, 4)];
    let others = [
        RAVENSBURGER_MILL,
        CEYLON_MILL,
        rules("twelve-mens-morris"),
        rules("six-mens-morris"),
        Rules { fly: Fly::Three, ..rules("six-mens-morris") },
        Rules { take: Take::May, ..NINE_MENS_MORRIS },
        Rules { fly: Fly::Never, ..NINE_MENS_MORRIS },
        Rules { fly: Fly::Never, shield: Shield::Always, ..NINE_MENS_MORRIS },
        Rules { fly: Fly::Never, ..CEYLON_MILL },
    ];
    for rules in others {
        let units = solve(&rules, Metric::Conversion, &sizes);
        check(&rules, Metric::Conversion, &units, 211);
    }
    for rules in [RAVENSBURGER_MILL, rules("six-mens-morris")] {
        let units = solve(&rules, Metric::End, &sizes);
        check(&rules, Metric::End, &units, 211);
    }
}

#[test]
fn counts_and_longest_wins_are_the_known_ones() {
    let sizes = [(3, 3), (4, 3), (5, 3), (4, 4), (5, 4)];
    let units = solve(&NINE_MENS_MORRIS, Metric::End, &sizes);
    assert_eq!(row(&units, 3, 3), (140_621, 28_736, 269, 25, 26));
    assert_eq!(row(&units, 3, 4), (102_281, 0, 658_117, 33, 0));
    assert_eq!(row(&units, 4, 3), (75_397, 3_095, 681_906, 1, 32));
    assert_eq!(row(&units, 3, 5), (6_301, 9_677, 2_564_412, 31, 2));
    assert_eq!(row(&units, 5, 3), (580_660, 0, 1_999_730, 3, 0));
    assert_eq!(row(&units, 4, 4), (159, 29, 3_225_409, 9, 8));
    assert_eq!(row(&units, 4, 5), (51, 1_510, 10_308_935, 5, 28));
    assert_eq!(row(&units, 5, 4), (9_889, 8, 10_300_599, 29, 4));
    let units = solve(&NINE_MENS_MORRIS, Metric::Conversion, &sizes[..2]);
    assert_eq!(row(&units, 3, 4).3, 11);
}

#[test]
fn three_stones_to_move_win_every_position_against_four_in_ceylon_mill() {
    let units = solve(&CEYLON_MILL, Metric::Conversion, &[(3, 3), (4, 3)]);
    assert_eq!(row(&units, 3, 4), (760_398, 0, 0, 7, 0));
}
