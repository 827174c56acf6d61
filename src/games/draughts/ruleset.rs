//! One generator, compiled for every rule set that has a name.
//!
//! The generator asks a [`RuleSet`] each question about the rules. [`Compiled`] answers with constants, so that the
//! compiler folds every question away; [`AtRunTime`] carries the rules of any other game through the same code. Above
//! the generator nothing is compiled for a rule set: games call it through a [`Generator`], a small table of functions.

use super::movegen;
#[cfg(not(test))]
use super::named::RULES;
use super::position::{Move, Position};
use super::rules::{Board, Capture, MenCapture, Movement};
use crate::games::Leaf;

/// What the generator asks.
pub(crate) trait RuleSet: Copy {
    /// Whether pieces may capture along diagonals, and along rows and columns: no code is compiled for what none does.
    const DIAGONAL: bool;
    /// See [`RuleSet::DIAGONAL`].
    const STRAIGHT: bool;
    /// The rule set of a way of moving. A compiled one is what it is.
    fn new(movement: &Movement) -> Self;
    /// The answers.
    fn movement(self) -> Movement;
}

/// The way of moving of the named game with the index `N`.
#[cfg(not(test))]
#[derive(Clone, Copy)]
pub(crate) struct Compiled<const N: usize>;

#[cfg(not(test))]
impl<const N: usize> RuleSet for Compiled<N> {
    const DIAGONAL: bool = !RULES[N].movement.board.is_full();
    const STRAIGHT: bool = RULES[N].movement.captures_straight();

    #[inline(always)]
    fn new(_: &Movement) -> Self {
        Compiled
    }

    #[inline(always)]
    fn movement(self) -> Movement {
        const { RULES[N].movement }
    }
}

/// Any way of moving.
///
/// Three questions come before every node, and stay constants: the board, since every shift depends on it, whether men
/// jump backwards, and whether one must capture. That is worth a quarter of the speed. Pieces capture as they move.
#[derive(Clone, Copy)]
pub(crate) struct AtRunTime<const SQUARES: u32, const BACKWARDS: bool, const MUST: bool>(Movement);

impl<const SQUARES: u32, const BACKWARDS: bool, const MUST: bool> RuleSet for AtRunTime<SQUARES, BACKWARDS, MUST> {
    const DIAGONAL: bool = SQUARES != 64;
    const STRAIGHT: bool = SQUARES == 64;

    #[inline(always)]
    fn new(movement: &Movement) -> Self {
        AtRunTime(*movement)
    }

    #[inline(always)]
    fn movement(self) -> Movement {
        let capture = match self.0.capture {
            _ if MUST => Capture::Must,
            Capture::Must => Capture::May,
            other => other,
        };
        Movement {
            board: const { Board::with_squares(SQUARES) },
            men_capture: if BACKWARDS { MenCapture::All } else { MenCapture::Forward },
            capture,
            ..self.0
        }
    }
}

/// Any way of moving, all of it asked at run time: for texts, where speed does not matter, and for what would not be worth more
/// copies of the code.
#[derive(Clone, Copy)]
pub(super) struct OneCopy(Movement);

impl RuleSet for OneCopy {
    const DIAGONAL: bool = true;
    const STRAIGHT: bool = true;

    #[inline(always)]
    fn new(movement: &Movement) -> Self {
        OneCopy(*movement)
    }

    #[inline(always)]
    fn movement(self) -> Movement {
        self.0
    }
}

/// The functions of the generator, compiled for a rule set or for any of a kind. Each takes the way of moving first.
pub(crate) struct Generator {
    /// Appends every legal move.
    pub moves: fn(&Movement, &Position, &mut Vec<Move>),
    /// Counts the legal moves; the list is left as it was.
    pub count: fn(&Movement, &Position, &mut Vec<Move>) -> u64,
    /// Counts the positions two plies on, for perft.
    pub count_twice: fn(&Movement, &Position, &mut Vec<Move>) -> u64,
    /// Appends every capture.
    pub captures: fn(&Movement, &Position, &mut Vec<Move>),
    /// The pieces of the side to move that can capture.
    pub capturers: fn(&Movement, &Position) -> u64,
    /// How a leaf of the search is to be judged; appends the captures if they are compulsory.
    pub leaf: fn(&Movement, &Position, &mut Vec<Move>) -> Leaf,
}

impl Generator {
    const fn of<R: RuleSet>() -> Generator {
        Generator {
            moves: movegen::moves::<R>,
            count: movegen::count::<R>,
            count_twice: movegen::count_twice::<R>,
            captures: movegen::captures::<R>,
            capturers: movegen::capturers::<R>,
            leaf: movegen::leaf::<R>,
        }
    }

    /// The generator for a way of moving: its own if a named game moves so.
    ///
    /// The library's unit tests have one copy for all, since the generators would all be compiled once more for them; the tests
    /// in `tests/` have the others.
    pub fn for_movement(movement: &Movement) -> &'static Generator {
        #[cfg(not(test))]
        if let Some(place) = RULES.iter().position(|named| named.movement == *movement) {
            return &COMPILED[place / ROW][place % ROW];
        }
        Generator::at_run_time(movement)
    }

    /// The generator that asks at run time, for any way of moving.
    pub fn at_run_time(movement: &Movement) -> &'static Generator {
        // Captures in eight directions are most of the code, and few rule sets without a name have them.
        if cfg!(test) || movement.captures_straight() && !movement.board.is_full() {
            static ONE_COPY: Generator = Generator::of::<OneCopy>();
            return &ONE_COPY;
        }
        macro_rules! pick {
            ($($board:ident $squares:literal $backwards:literal $must:literal,)+) => {
                match (movement.board, movement.men_capture == MenCapture::All, movement.must_capture()) {
                    $((Board::$board, $backwards, $must) => {
                        static GENERATOR: Generator = Generator::of::<AtRunTime<$squares, $backwards, $must>>();
                        &GENERATOR
                    })+
                }
            };
        }
        pick! {
            Eight 32 false false, Eight 32 false true, Eight 32 true false, Eight 32 true true,
            Ten 50 false false, Ten 50 false true, Ten 50 true false, Ten 50 true true,
            Full 64 false false, Full 64 false true, Full 64 true false, Full 64 true true,
        }
    }
}

/// The first of the named games that moves as the one in this place does: they share a generator. A place past the end of
/// the table counts as the first.
#[cfg(not(test))]
const fn first_alike(place: usize) -> usize {
    let mut first = 0;
    while place < RULES.len() && !RULES[first].movement.is(RULES[place].movement) {
        first += 1;
    }
    first
}

#[cfg(not(test))]
const ROW: usize = 8;

/// The generators of the named games, in their order. There is room for more games than there are.
#[cfg(not(test))]
static COMPILED: [[Generator; ROW]; 8] = {
    macro_rules! row {
        ($row:literal) => {
            row!($row: 0 1 2 3 4 5 6 7)
        };
        ($row:literal: $($column:literal)+) => {
            [$(Generator::of::<Compiled<{ first_alike(ROW * $row + $column) }>>()),+]
        };
    }
    assert!(RULES.len() <= 8 * ROW, "a row for each eight games");
    [row!(0), row!(1), row!(2), row!(3), row!(4), row!(5), row!(6), row!(7)]
};
