//! One generator, compiled for every rule set that has a name.
//!
//! The generator asks a [`RuleSet`] each question about the rules. [`Compiled`] answers with constants, so that the
//! compiler folds every question away; [`AtRunTime`] carries the rules of any other game through the same code. Above
//! the generator nothing is compiled for a rule set: games call it through a [`Generator`], a small table of functions.

use super::movegen;
use super::named::RULES;
use super::position::{Move, Position};
use super::rules::Rules;

/// What the generator asks.
pub(crate) trait RuleSet: Copy {
    /// Whether the side to move changes with every move; `false` where that is not known.
    const ALTERNATES: bool;
    /// The rule set of these rules. A compiled one is what it is.
    fn new(rules: &Rules) -> Self;
    /// The answers.
    fn rules(self) -> Rules;
}

/// The rules of the named game with the index `N`.
#[derive(Clone, Copy)]
pub(crate) struct Compiled<const N: usize>;

impl<const N: usize> RuleSet for Compiled<N> {
    const ALTERNATES: bool = RULES[N].alternates();

    #[inline(always)]
    fn new(_: &Rules) -> Self {
        Compiled
    }

    #[inline(always)]
    fn rules(self) -> Rules {
        const { RULES[N] }
    }
}

/// Any rules.
#[derive(Clone, Copy)]
pub(crate) struct AtRunTime(Rules);

impl RuleSet for AtRunTime {
    const ALTERNATES: bool = false;

    #[inline(always)]
    fn new(rules: &Rules) -> Self {
        AtRunTime(*rules)
    }

    #[inline(always)]
    fn rules(self) -> Rules {
        self.0
    }
}

/// The functions of the generator, compiled for a rule set or for any. Each takes the rules first.
pub(crate) struct Generator {
    /// Appends every legal move.
    pub moves: fn(&Rules, &Position, &mut Vec<Move>),
    /// Counts the legal moves; the list is left as it was.
    pub count: fn(&Rules, &Position, &mut Vec<Move>) -> u64,
    /// Counts the positions two plies on, for perft.
    pub count_twice: fn(&Rules, &Position, &mut Vec<Move>) -> u64,
    /// Appends every move that takes a stone.
    pub takings: fn(&Rules, &Position, &mut Vec<Move>),
}

impl Generator {
    const fn of<R: RuleSet>() -> Generator {
        Generator {
            moves: movegen::moves::<R>,
            count: movegen::count::<R>,
            count_twice: movegen::count_twice::<R>,
            takings: movegen::takings::<R>,
        }
    }

    /// The generator for a rule set: its own if a named game has these rules.
    pub fn for_rules(rules: &Rules) -> &'static Generator {
        match RULES.iter().position(|named| named.moves_as(*rules)) {
            Some(place) => &COMPILED[place],
            None => Generator::at_run_time(),
        }
    }

    /// The generator that asks at run time, for any rules.
    pub fn at_run_time() -> &'static Generator {
        static GENERATOR: Generator = Generator::of::<AtRunTime>();
        &GENERATOR
    }
}

/// The first of the named games with the rules of the one in this place: they share a generator. A place past the end of
/// the table counts as the first.
const fn first_alike(place: usize) -> usize {
    let mut first = 0;
    while place < RULES.len() && !RULES[first].moves_as(RULES[place]) {
        first += 1;
    }
    first
}

/// The generators of the named games, in their order. There is room for more games than there are.
static COMPILED: [Generator; 16] = {
    macro_rules! all {
        ($($place:literal)+) => {
            [$(Generator::of::<Compiled<{ first_alike($place) }>>()),+]
        };
    }
    assert!(RULES.len() <= 16, "a place for each game");
    all!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
};
