//! The counts of `tests/data/morris.perft`, with the named types and with the same rules at run time.

use crate::NAMES;
use millstone::games::Game;
use millstone::games::catalog::AnyRules;
use millstone::games::notation::Notation;
use millstone::tools::perft::perft;
use millstone::with_game;

/// The largest count worth walking to: a debug build is some fifty times slower.
const LIMIT: u64 = if cfg!(debug_assertions) { 6_000_000 } else { 6_000_000_000 };

struct Check<'a> {
    line: &'a str,
    position: &'a str,
    counts: Vec<u64>,
}

impl Check<'_> {
    fn visit<G: Notation>(self, game: G) {
        let position =
            if self.position == "start" { game.start() } else { game.parse_position(self.position).unwrap() };
        for (depth, &expected) in (1..).zip(&self.counts).filter(|(_, count)| **count <= LIMIT) {
            assert_eq!(perft(&game, &position, depth), expected, "depth {depth}: {}", self.line);
        }
    }
}

fn check_file(by_name: bool) {
    let mut lines = 0;
    for line in include_str!("../data/morris.perft").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, position, counts] = fields[..] else { panic!("three fields expected: {line}") };
        let (_, rules) = NAMES.iter().find(|(known, _)| *known == name).expect(line);
        let mut counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        if by_name {
            with_game!(AnyRules::Morris(*rules), game => Check { line, position, counts: counts.clone() }.visit(game));
        } else {
            counts.retain(|count| *count <= LIMIT / 10);
            with_game!(AnyRules::Morris(*rules), game => Check { line, position, counts: counts.clone() }.visit(game.at_run_time()));
        }
        lines += 1;
    }
    assert!(lines >= 10);
}

#[test]
fn named_rules_give_the_known_counts() {
    check_file(true);
}

#[test]
fn custom_rules_give_the_known_counts() {
    check_file(false);
}
