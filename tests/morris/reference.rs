//! A plain generator, written from the rules with arrays and loops, and the fast one against it.
//!
//! It shares nothing with the library but the rule axes and the texts: points are indices in reading order,
//! neighbours and mills come from a list of lines, and every move is played out to see what it did.

use crate::Random;
use millstone::games::axis::Axes;
use millstone::games::catalog::AnyRules;
use millstone::games::morris::rules::Rules;
use millstone::games::notation::Notation;
use millstone::games::{Game, Reason};
use millstone::with_game;
use std::collections::BTreeSet;

/// The points of a board in reading order, its lines of three, and the steps between points that no line of three has.
struct Drawn {
    points: &'static str,
    lines: Vec<&'static str>,
    steps: &'static str,
}

const POINTS: &str = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1";
const LINES: &str = "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 \
                     a7-a4-a1 b6-b4-b2 c5-c4-c3 d7-d6-d5 d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1";
const DIAGONALS: &str = "a7-b6-c5 g7-f6-e5 a1-b2-c3 g1-f2-e3";
const SMALL_POINTS: &str = "a5 c5 e5 b4 c4 d4 a3 b3 d3 e3 b2 c2 d2 a1 c1 e1";
const SMALL_LINES: &str = "a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a5-a3-a1 b4-b3-b2 d4-d3-d2 e5-e3-e1";
const SMALL_STEPS: &str = "c5-c4 a3-b3 d3-e3 c2-c1";
const NINE_POINTS: &str = "a3 b3 c3 a2 b2 c2 a1 b1 c1";
const NINE_LINES: &str = "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1";
const NINE_DIAGONALS: &str = "a3-b2-c1 c3-b2-a1";

fn drawn(board: &str) -> Drawn {
    let with = |points, lines, steps| Drawn { points, lines, steps };
    match board {
        "24" => with(POINTS, vec![LINES], ""),
        "24-diagonals" => with(POINTS, vec![LINES, DIAGONALS], ""),
        "16" => with(SMALL_POINTS, vec![SMALL_LINES], SMALL_STEPS),
        "9" => with(NINE_POINTS, vec![NINE_LINES], ""),
        "9-diagonals" => with(NINE_POINTS, vec![NINE_LINES, NINE_DIAGONALS], ""),
        other => panic!("the board {other} is not drawn"),
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Table {
    points: Vec<char>,
    /// White's and Black's.
    hands: [usize; 2],
    side: usize,
    quiet: usize,
}

pub struct Plain {
    names: Vec<&'static str>,
    lines: Vec<Vec<usize>>,
    steps: Vec<Vec<usize>>,
    answers: Vec<(&'static str, String)>,
}

const COLOURS: [char; 2] = ['W', 'B'];

impl Plain {
    pub fn new(rules: &Rules) -> Plain {
        let Drawn { points, lines, steps } = drawn(&rules.value("board"));
        let names: Vec<&str> = points.split(' ').collect();
        let answers: Vec<_> = Rules::AXES.iter().map(|axis| (axis.name, rules.value(axis.name))).collect();
        let index = |name: &str| names.iter().position(|known| *known == name).unwrap();
        let read = |text: &str| {
            let parts = text.split_whitespace().map(|line| line.split('-').map(index).collect::<Vec<usize>>());
            parts.collect::<Vec<_>>()
        };
        let lines: Vec<Vec<usize>> = lines.into_iter().flat_map(read).collect();
        let steps = lines.iter().flat_map(|line| line.windows(2).map(<[usize]>::to_vec)).chain(read(steps)).collect();
        Plain { names: names.clone(), lines, steps, answers }
    }

    fn is(&self, axis: &str, value: &str) -> bool {
        self.answers.iter().any(|(name, answer)| *name == axis && answer == value)
    }

    fn joined(&self, a: usize, b: usize) -> bool {
        self.steps.iter().any(|pair| *pair == [a, b] || *pair == [b, a])
    }

    fn in_mill(&self, points: &[char], point: usize) -> bool {
        self.lines.iter().any(|line| line.contains(&point) && line.iter().all(|&other| points[other] == points[point]))
    }

    /// Whether a side has three in a row.
    fn has_mill(&self, table: &Table, side: usize) -> bool {
        (0..self.names.len()).any(|p| table.points[p] == COLOURS[side] && self.in_mill(&table.points, p))
    }

    /// The side that has closed a mill, where that wins.
    fn first_mill(&self, table: &Table) -> Option<usize> {
        if self.is("goal", "mill") { (0..2).find(|&side| self.has_mill(table, side)) } else { None }
    }

    fn left(&self, table: &Table, side: usize) -> usize {
        table.hands[side] + table.points.iter().filter(|c| **c == COLOURS[side]).count()
    }

    /// The points of the stones that a mill of the side to move may take.
    fn takeable(&self, table: &Table) -> Vec<usize> {
        let other = 1 - table.side;
        let all: Vec<usize> = (0..self.names.len()).filter(|&p| table.points[p] == COLOURS[other]).collect();
        if self.is("jumper-falls", "yes") && self.left(table, other) == 3 {
            return all;
        }
        let free: Vec<usize> = all.iter().copied().filter(|&p| !self.in_mill(&table.points, p)).collect();
        if free.is_empty() && self.is("shield", "unless-all") { all } else { free }
    }

    /// Every move as text with the position text after it, sorted.
    fn moves(&self, table: &Table) -> Vec<(String, String)> {
        let mut found = Vec::new();
        if self.left(table, 0) < 3 || self.left(table, 1) < 3 || self.first_mill(table).is_some() {
            return found;
        }
        let hand = table.hands[table.side];
        let free = |p: &usize| table.points[*p] == '.';
        if hand > 0 {
            for to in (0..self.names.len()).filter(free) {
                self.finish_move(table, None, to, &mut found);
            }
        }
        if hand == 0 || self.is("placing", "mixed") {
            let flies = hand == 0 && self.left(table, table.side) == 3 && self.is("fly", "3");
            for from in (0..self.names.len()).filter(|&p| table.points[p] == COLOURS[table.side]) {
                for to in (0..self.names.len()).filter(free).filter(|&to| flies || self.joined(from, to)) {
                    self.finish_move(table, Some(from), to, &mut found);
                }
            }
        }
        found.sort();
        found
    }

    fn finish_move(&self, table: &Table, from: Option<usize>, to: usize, found: &mut Vec<(String, String)>) {
        let mut next = table.clone();
        let mut text = String::new();
        match from {
            Some(from) => {
                next.points[from] = '.';
                next.quiet += 1;
                text = format!("{}-", self.names[from]);
            }
            None => {
                next.hands[table.side] -= 1;
                next.quiet = 0;
            }
        }
        text += self.names[to];
        next.points[to] = COLOURS[table.side];
        let closes = self.in_mill(&next.points, to);
        let in_hand = |side: usize| table.hands[side] > 0;
        let own = in_hand(table.side);
        let placed = if self.is("placing-until", "both") { own || in_hand(1 - table.side) } else { own };
        let (takes, again) = match placed {
            _ if self.is("goal", "mill") => (false, false),
            true => (self.is("placing-mill", "take"), self.is("placing-mill", "again")),
            false => (true, self.is("moving-mill", "take-again")),
        };
        if !(closes && again) {
            next.side = 1 - table.side;
        }
        let prey = if closes && takes { self.takeable(table) } else { Vec::new() };
        if prey.is_empty() || self.is("take", "may") {
            found.push((text.clone(), self.text(&next)));
        }
        let full =
            |line: &&Vec<usize>| line.contains(&to) && line.iter().all(|&p| next.points[p] == COLOURS[table.side]);
        let two = self.is("double-mill", "two") && self.lines.iter().filter(full).count() >= 2;
        let mut ways: BTreeSet<Vec<usize>> = BTreeSet::new();
        for &first in &prey {
            let mut one_less = table.clone();
            one_less.points[first] = '.';
            let over = self.left(&one_less, 1 - table.side) < 3;
            let second = if two && !over { self.takeable(&one_less) } else { Vec::new() };
            if second.is_empty() || self.is("take", "may") {
                ways.insert(vec![first]);
            }
            for other in second {
                ways.insert(vec![first.min(other), first.max(other)]);
            }
        }
        for taken in ways {
            let mut after = next.clone();
            after.quiet = 0;
            let mut names: Vec<&str> = taken.iter().map(|&point| self.names[point]).collect();
            names.sort();
            taken.iter().for_each(|&point| after.points[point] = '.');
            found.push((format!("{text}x{}", names.join("x")), self.text(&after)));
        }
    }

    pub fn text(&self, table: &Table) -> String {
        let list = |colour| {
            let names = (0..self.names.len()).filter(|&p| table.points[p] == colour).map(|p| self.names[p]);
            names.collect::<Vec<_>>().join(",")
        };
        let quiet = if table.quiet > 0 { format!(":P{}", table.quiet) } else { String::new() };
        let [white, black] = table.hands;
        format!("{}:W{}:B{}:H{white},{black}{quiet}", COLOURS[table.side], list('W'), list('B'))
    }
}

/// A random table that the rules allow: any number of stones, many of them in mills.
fn random_table(plain: &Plain, men: usize, random: &mut Random) -> Table {
    let size = plain.names.len();
    let mut table = Table { points: vec!['.'; size], hands: [0; 2], side: random.below(2), quiet: random.below(3) };
    for (side, colour) in COLOURS.into_iter().enumerate() {
        let left = if random.below(3) == 0 { 3 } else { 2 + side + random.below(men - 1 - side) };
        table.hands[side] = if random.below(2) == 0 { 0 } else { random.below(left + 1) };
        let mut stones = left - table.hands[side];
        while stones > 0 {
            let line = random.pick(&plain.lines).clone();
            let whole = stones >= 3 && random.below(2) == 0 && line.iter().all(|&p| table.points[p] == '.');
            let points = if whole { line } else { vec![random.below(size)] };
            for point in points.into_iter().filter(|&p| table.points[p] == '.').collect::<Vec<_>>() {
                table.points[point] = colour;
                stones -= 1;
            }
        }
    }
    table
}

struct Compare<'a>(&'a mut Random, Rules);

impl Compare<'_> {
    fn visit<G: Notation>(self, game: G) {
        let Compare(random, rules) = self;
        let plain = Plain::new(&rules);
        for _ in 0..150 {
            let table = random_table(&plain, usize::from(rules.men), random);
            if plain.is("goal", "mill") && (0..2).all(|side| plain.has_mill(&table, side)) {
                // The first one would have ended the game.
                assert!(game.parse_position(&plain.text(&table)).is_err());
                continue;
            }
            let text = plain.text(&table);
            let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let after = |mv| (game.format_move(&position, mv), game.format_position(&game.play(&position, mv)));
            let mut fast: Vec<_> = moves.iter().map(|&mv| after(mv)).collect();
            fast.sort();
            assert_eq!(fast, plain.moves(&table), "{text} under {rules:?}");
            assert_eq!(game.count(&position, &mut Vec::new()), fast.len() as u64, "{text} under {rules:?}");
            if fast.is_empty() {
                check_end(&game, &position, &plain, &table);
            }
        }
    }
}

fn check_end<G: Game>(game: &G, position: &G::Position, plain: &Plain, table: &Table) {
    let ending = game.ending(position).expect("no move, so the game is over");
    if let Some(side) = plain.first_mill(table) {
        assert_eq!(ending.reason, Reason::MillClosed);
        return assert_eq!(ending.winner == Some(game.side(position)), side == table.side);
    }
    let (own, other) = (plain.left(table, table.side), plain.left(table, 1 - table.side));
    assert_eq!(ending.reason, if own < 3 || other < 3 { Reason::TooFewStones } else { Reason::Blocked });
    assert_eq!(ending.winner == Some(game.side(position)), other < 3);
}

#[test]
fn the_generator_agrees_with_a_plain_one() {
    let mut random = Random(0x5EED);
    for rules in random.rule_sets(if cfg!(debug_assertions) { 25 } else { 400 }) {
        with_game!(AnyRules::Morris(rules), game => {
            Compare(&mut random, rules).visit(game.clone());
            Compare(&mut random, rules).visit(game.at_run_time());
        });
    }
}
