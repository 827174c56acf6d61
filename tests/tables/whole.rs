//! Games that are solved as a whole in memory, against a plain solver that shares nothing with them: lists of lines, no symmetries,
//! a table entry for every arrangement of stones.

use millstone::games::Side;
use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::games::morris::rules::{Board, Fly, Rules};
use millstone::tables::Wdl;
use millstone::tables::morris::whole::{WholeGame, is_small, solve};

/// A board and the rules that the solver knows; points are numbered row by row.
struct Plain {
    names: Vec<&'static str>,
    lines: Vec<u32>,
    beside: Vec<u32>,
    men: u32,
    flies: bool,
    mill_wins: bool,
    /// A set as a number to base three.
    digits: Vec<u32>,
}

/// Not decided yet, while solving.
const OPEN: i8 = 2;

impl Plain {
    fn new(points: &'static str, lines: &str, steps: &str, men: u32, flies: bool, mill_wins: bool) -> Plain {
        let names: Vec<&str> = points.split(' ').collect();
        let point = |name: &str| names.iter().position(|known| *known == name).unwrap();
        let read = |text: &str| -> Vec<Vec<usize>> {
            text.split_whitespace().map(|line| line.split('-').map(point).collect()).collect()
        };
        let (lines, mut beside) = (read(lines), vec![0; names.len()]);
        for pair in lines.iter().flat_map(|line| line.windows(2).map(<[usize]>::to_vec)).chain(read(steps)) {
            beside[pair[0]] |= 1 << pair[1];
            beside[pair[1]] |= 1 << pair[0];
        }
        let digits = (0..1u32 << names.len())
            .map(|set| (0..names.len() as u32).filter(|p| set >> p & 1 != 0).map(|p| 3u32.pow(p)).sum())
            .collect();
        let lines = lines.iter().map(|line| line.iter().fold(0, |set, p| set | 1 << p)).collect();
        Plain { lines, beside, men, flies, mill_wins, digits, names }
    }

    fn two_squares(men: u32, flies: bool) -> Plain {
        let points = "a5 c5 e5 b4 c4 d4 a3 b3 d3 e3 b2 c2 d2 a1 c1 e1";
        let lines = "a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a5-a3-a1 b4-b3-b2 d4-d3-d2 e5-e3-e1";
        Plain::new(points, lines, "c5-c4 a3-b3 d3-e3 c2-c1", men, flies, false)
    }

    fn three_rows(men: u32, flies: bool, mill_wins: bool) -> Plain {
        let lines = "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1 a3-b2-c1 c3-b2-a1";
        Plain::new("a3 b3 c3 a2 b2 c2 a1 b1 c1", lines, "", men, flies, mill_wins)
    }

    fn all(&self) -> u32 {
        (1 << self.names.len()) - 1
    }

    fn slot(&self, own: u32, their: u32) -> usize {
        (self.digits[own as usize] + 2 * self.digits[their as usize]) as usize
    }

    fn in_mills(&self, set: u32) -> u32 {
        self.lines.iter().filter(|&&line| set & line == line).fold(0, |all, line| all | line)
    }

    fn reach(&self, from: u32, own: u32, empty: u32) -> u32 {
        if self.flies && own.count_ones() == 3 { empty } else { self.beside[from as usize] & empty }
    }

    /// The best for the mover after it has closed a mill and has these stones: it takes one of `their`, and `values` say what
    /// that is worth to the other side.
    fn capture(&self, own: u32, their: u32, in_hand: u32, values: &[i8]) -> i8 {
        let free = their & !self.in_mills(their);
        if self.mill_wins || their.count_ones() + in_hand <= 3 && their != 0 {
            return 1;
        }
        let prey = if free == 0 { their } else { free };
        members(prey).map(|taken| -values[self.slot(their & !(1 << taken), own)]).max().unwrap_or(OPEN)
    }

    /// Calls `each` with every pair of disjoint sets of so many points.
    fn pairs(&self, sizes: (u32, u32), mut each: impl FnMut(u32, u32)) {
        let all = self.all();
        for own in (0..=all).filter(|own| own.count_ones() == sizes.0) {
            let rest = all & !own;
            let mut their = rest;
            loop {
                if their.count_ones() == sizes.1 {
                    each(own, their);
                }
                if their == 0 {
                    break;
                }
                their = (their - 1) & rest;
            }
        }
    }

    /// The moving phase: -1, 0 or 1 for the mover, by slot.
    fn moving(&self) -> Vec<i8> {
        let slots = 3usize.pow(self.names.len() as u32);
        let (mut values, mut quiet, mut by_mill) = (vec![0i8; slots], vec![0u8; slots], vec![-1i8; slots]);
        for sum in 6..=2 * self.men {
            for few in (3..=sum / 2).filter(|few| sum - few <= self.men) {
                let (mut queue, many) = (Vec::new(), sum - few);
                for sizes in [(few, many), (many, few)].into_iter().take(if few == many { 1 } else { 2 }) {
                    self.pairs(sizes, |own, their| {
                        let (slot, empty) = (self.slot(own, their), self.all() & !own & !their);
                        let (mut count, mut best) = (0, -1);
                        for from in members(own) {
                            for to in members(self.reach(from, own, empty)) {
                                let after = own & !(1 << from) | 1 << to;
                                if self.in_mills(after) >> to & 1 == 0 {
                                    count += 1;
                                } else {
                                    best = best.max(self.capture(after, their, 0, &values));
                                }
                            }
                        }
                        (quiet[slot], by_mill[slot]) = (count, best);
                        values[slot] = match (best, count) {
                            (1, _) => 1,
                            (best, 0) => best,
                            _ => OPEN,
                        };
                        if values[slot].abs() == 1 {
                            queue.push((own, their));
                        }
                    });
                }
                while let Some((own, their)) = queue.pop() {
                    let value = values[self.slot(own, their)];
                    let empty = self.all() & !own & !their;
                    for to in members(their & !self.in_mills(their)) {
                        for from in members(self.reach(to, their, empty)) {
                            let before = their & !(1 << to) | 1 << from;
                            let slot = self.slot(before, own);
                            if values[slot] != OPEN {
                                continue;
                            }
                            quiet[slot] -= u8::from(value == 1);
                            values[slot] = match (value, quiet[slot]) {
                                (-1, _) => 1,
                                (_, 0) => by_mill[slot],
                                _ => OPEN,
                            };
                            if values[slot].abs() == 1 {
                                queue.push((before, own));
                            }
                        }
                    }
                }
                for sizes in [(few, many), (many, few)] {
                    self.pairs(sizes, |own, their| {
                        let value = &mut values[self.slot(own, their)];
                        *value = if *value == OPEN { 0 } else { *value };
                    });
                }
            }
        }
        values
    }

    /// One more stone to place for the mover, who has `own_hand` in hand, over the table of the next ply.
    fn placing(&self, own_hand: u32, their_hand: u32, next: &[i8]) -> Vec<i8> {
        let mut values = vec![0i8; next.len()];
        for sizes in (0..=self.men - own_hand).flat_map(|a| (0..=self.men - their_hand).map(move |b| (a, b))) {
            if sizes.0 + own_hand < 3 || sizes.1 + their_hand < 3 {
                continue;
            }
            self.pairs(sizes, |own, their| {
                let place = |to: u32| {
                    let after = own | 1 << to;
                    let plain = || -next[self.slot(their, after)];
                    let closes = self.in_mills(after) >> to & 1 != 0;
                    let captured = if closes { self.capture(after, their, their_hand, next) } else { OPEN };
                    if captured == OPEN { plain() } else { captured }
                };
                let empty = self.all() & !own & !their;
                values[self.slot(own, their)] = members(empty).map(place).max().unwrap_or(-1);
            });
        }
        values
    }

    /// The stones as a position of the game.
    fn position(&self, board: Board, own: u32, their: u32, hands: [u32; 2]) -> Position {
        let set =
            |stones: u32| members(stones).fold(0, |set, p| set | 1 << board.point(self.names[p as usize]).unwrap());
        Position::new([set(own), set(their)], hands.map(|hand| hand as u8), Side::White, 0)
    }

    /// Compares every `step`-th position that the game can have; returns the value of the start.
    fn compare(&self, rules: &Rules, step: usize) -> i8 {
        let whole = solve(rules, &|| true).expect("a small game");
        let mut values = self.moving();
        self.compare_stage(rules.board, &whole, [0, 0], &values, step);
        for hand in 1..=self.men {
            for hands in [[hand, hand - 1], [hand, hand]] {
                values = self.placing(hands[0], hands[1], &values);
                self.compare_stage(rules.board, &whole, hands, &values, step);
            }
        }
        values[0]
    }

    fn compare_stage(&self, board: Board, whole: &WholeGame, hands: [u32; 2], values: &[i8], step: usize) {
        let (mut seen, mut compared) = (0, 0);
        let sizes = (0..=self.men - hands[0]).flat_map(|a| (0..=self.men - hands[1]).map(move |b| (a, b)));
        for sizes in sizes.filter(|(a, b)| a + hands[0] >= 3 && b + hands[1] >= 3) {
            self.pairs(sizes, |own, their| {
                seen += 1;
                let over = self.mill_wins && self.in_mills(own) | self.in_mills(their) != 0;
                if seen % step != 0 || over {
                    return;
                }
                let position = self.position(board, own, their, hands);
                // With stones in hand, numbers that no game leads to are not solved.
                let Some(found) = whole.read(&position) else { return assert_ne!(hands, [0, 0]) };
                let expected = [Wdl::Loss, Wdl::Draw, Wdl::Win][(values[self.slot(own, their)] + 1) as usize];
                assert_eq!(found.wdl, expected, "{position:?}");
                compared += 1;
            });
        }
        assert!(compared > 0 || seen < step, "{hands:?}");
    }
}

fn members(set: u32) -> impl Iterator<Item = u32> {
    (0..24).filter(move |p| set >> p & 1 != 0)
}

fn start(rules: &Rules) -> Wdl {
    let men = rules.men as u8;
    let whole = solve(rules, &|| true).unwrap();
    whole.read(&Position::new([0, 0], [men, men], Side::White, 0)).unwrap().wdl
}

#[test]
fn three_mens_morris_is_as_a_plain_solver_says() {
    let three = rules("three-mens-morris");
    let value = Plain::three_rows(3, false, true).compare(&three, 1);
    // Who begins takes the middle and wins.
    assert_eq!((value, start(&three)), (1, Wdl::Win));
    Plain::three_rows(3, true, true).compare(&Rules { fly: Fly::Three, ..three }, 1);
    let four = rules("nine-mens-morris").with("board", "9-diagonals").unwrap().with("men", "4").unwrap();
    Plain::three_rows(4, true, false).compare(&four, 1);
    Plain::three_rows(4, false, false).compare(&Rules { fly: Fly::Never, ..four }, 1);
}

#[test]
fn few_stones_on_two_squares_are_as_a_plain_solver_says() {
    let men = |men, fly| Rules { men, fly, ..rules("six-mens-morris") };
    Plain::two_squares(3, false).compare(&men(3, Fly::Never), 1);
    Plain::two_squares(4, true).compare(&men(4, Fly::Three), 7);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn five_and_six_mens_morris_are_draws_as_a_plain_solver_says() {
    for (name, men, step) in [("five-mens-morris", 5, 5), ("six-mens-morris", 6, 17)] {
        let game = rules(name);
        let value = Plain::two_squares(men, false).compare(&game, step);
        assert_eq!((value, start(&game)), (0, Wdl::Draw), "{name}");
    }
}

#[test]
fn only_small_games_are_solved_as_a_whole() {
    for name in ["five-mens-morris", "six-mens-morris", "three-mens-morris"] {
        assert!(is_small(&rules(name)), "{name}");
    }
    let mixed = rules("six-mens-morris").with("placing", "mixed").unwrap();
    for rules in [rules("nine-mens-morris"), rules("morabaraba"), mixed] {
        assert!(!is_small(&rules) && solve(&rules, &|| true).is_none());
    }
    assert!(solve(&rules("six-mens-morris"), &|| false).is_none());
}
