//! Morris: the rules of every sheet, the published counts, and the generator against a plain one.

mod notation;
mod perft;
mod properties;
mod reference;
mod sheets;

use millstone::games::axis::{Axes, AxisValues};
use millstone::games::morris::named;
use millstone::games::morris::rules::{Board, Goal, Rules};

/// The named games by name.
const NAMES: [(&str, Rules); 12] = [
    ("nine-mens-morris", named::rules("nine-mens-morris")),
    ("ravensburger-mill", named::rules("ravensburger-mill")),
    ("doubleboard-mill", named::rules("doubleboard-mill")),
    ("mixed-mill", named::rules("mixed-mill")),
    ("ceylon-mill", named::rules("ceylon-mill")),
    ("lasker-morris", named::rules("lasker-morris")),
    ("twelve-mens-morris", named::rules("twelve-mens-morris")),
    ("eleven-mens-morris", named::rules("eleven-mens-morris")),
    ("morabaraba", named::rules("morabaraba")),
    ("six-mens-morris", named::rules("six-mens-morris")),
    ("five-mens-morris", named::rules("five-mens-morris")),
    ("three-mens-morris", named::rules("three-mens-morris")),
];

/// A small random number generator, the same everywhere (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Rules with a random value on every axis, as far as they go together.
    fn rules(&mut self) -> Rules {
        let mut rules = named::rules("nine-mens-morris");
        for axis in Rules::AXES {
            let value = match axis.values {
                AxisValues::Words(words) => self.pick(words).0.to_string(),
                AxisValues::Number { min, max, .. } => {
                    (usize::from(min) + self.below(usize::from(max - min) + 1)).to_string()
                }
            };
            rules.apply(&format!("{}={value}", axis.name)).unwrap();
        }
        rules.men = rules.men.min(match rules.board {
            Board::Plain | Board::Diagonals => 12,
            Board::Sixteen => 8,
            Board::Nine | Board::NineDiagonals => 4,
        });
        if rules.goal == Goal::Mill {
            let Rules { board, men, placing, fly, goal, no_progress, .. } = rules;
            rules = Rules { board, men, placing, fly, goal, no_progress, ..named::rules("nine-mens-morris") };
        }
        rules.check().unwrap();
        rules
    }

    /// The named rules, then as many random ones.
    fn rule_sets(&mut self, random: usize) -> Vec<Rules> {
        let mut all: Vec<Rules> = NAMES.iter().map(|(_, rules)| *rules).collect();
        all.extend((0..random).map(|_| self.rules()));
        all
    }
}
