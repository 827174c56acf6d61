//! Rule sets as types: how the generator asks its questions without paying for them.
//!
//! [`Named`] is a type of no size whose answers are constants, one for each way of moving that a named game
//! has; the compiler folds every rule question away. [`Custom`] carries an overridden rule set at run
//! time through the same generator.

use super::Draughts;
use super::named;
use super::rules::{Board, Capture, MenCapture, Movement, Rules};
use crate::games::Visitor;

/// Something that knows how pieces move.
pub trait Law: Copy + Send + Sync + 'static {
    /// Whether the side to move changes with every move; `false` where that is not known.
    const ALTERNATES: bool;
    /// The answers.
    fn movement(self) -> Movement;
}

/// The way of moving with the index `N` among the named games.
#[derive(Clone, Copy, Debug)]
pub struct Named<const N: usize>;

impl<const N: usize> Law for Named<N> {
    const ALTERNATES: bool = !matches!(MOVEMENTS[N].capture, Capture::Huff);

    #[inline(always)]
    fn movement(self) -> Movement {
        const { MOVEMENTS[N] }
    }
}

/// Any way of moving, carried at run time.
///
/// Three questions stand in front of every node and so stay constants here too: the board, since every shift
/// depends on it, whether men jump backwards, and whether huffing is played.
#[derive(Clone, Copy, Debug)]
pub struct Custom<const TEN: bool, const BACKWARDS: bool, const HUFF: bool>(Movement);

impl<const TEN: bool, const BACKWARDS: bool, const HUFF: bool> Custom<TEN, BACKWARDS, HUFF> {
    /// A way of moving as data. The answers that are constants hold, whatever the data says.
    pub const fn new(movement: Movement) -> Self {
        Custom(movement)
    }
}

impl<const TEN: bool, const BACKWARDS: bool, const HUFF: bool> Law for Custom<TEN, BACKWARDS, HUFF> {
    const ALTERNATES: bool = !HUFF;

    #[inline(always)]
    fn movement(self) -> Movement {
        Movement {
            board: if TEN { Board::Ten } else { Board::Eight },
            men_capture: if BACKWARDS { MenCapture::All } else { MenCapture::Forward },
            capture: if HUFF { Capture::Huff } else { Capture::Must },
            ..self.0
        }
    }
}

/// Any way of moving, all of it asked at run time: for texts, where speed is nothing and one copy of the code is
/// enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunTime(pub Movement);

impl Law for RunTime {
    const ALTERNATES: bool = false;

    #[inline(always)]
    fn movement(self) -> Movement {
        self.0
    }
}

const fn huff(rules: Rules) -> Movement {
    Movement { capture: Capture::Huff, ..rules.movement }
}

pub(crate) const fn large(rules: Rules) -> Movement {
    Movement { board: Board::Ten, ..rules.movement }
}

/// The distinct ways of moving of the named games.
pub(crate) const MOVEMENTS: [Movement; 26] = [
    named::SCHMIDT_DE.movement,
    named::ENGLISH.movement,
    named::SCHMIDT_FR.movement,
    named::SCHMIDT_ES.movement,
    named::RAVENSBURGER_FR.movement,
    named::RAVENSBURGER_IT.movement,
    named::DOUBLEBOARD.movement,
    huff(named::SCHMIDT_DE),
    huff(named::SCHMIDT_GB),
    huff(named::SCHMIDT_FR),
    huff(named::SCHMIDT_ES),
    huff(named::RAVENSBURGER_FR),
    huff(named::RAVENSBURGER_IT),
    large(named::RAVENSBURGER_DE),
    large(named::RAVENSBURGER_FR),
    large(named::RAVENSBURGER_IT),
    named::INTERNATIONAL.movement,
    named::RUSSIAN.movement,
    named::BRAZILIAN.movement,
    named::POOL.movement,
    named::ITALIAN.movement,
    named::SPANISH.movement,
    named::CZECH.movement,
    named::THAI.movement,
    named::BREAKTHROUGH.movement,
    named::KILLER.movement,
];

/// How pieces move in international draughts.
pub type International = Named<16>;

/// Calls the visitor with the game of these rules: a named type where there is one.
///
/// The library's own unit tests do without the named types, which would all be compiled once more for them; every
/// test in `tests/` has them.
pub fn visit<V: Visitor>(rules: Rules, visitor: V) -> V::Output {
    #[cfg(not(test))]
    macro_rules! pick {
        ($($n:literal)+) => {
            $(if rules.movement == MOVEMENTS[$n] {
                return visitor.visit(Draughts::new(Named::<$n>, rules));
            })+
        };
    }
    #[cfg(not(test))]
    pick!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25);
    visit_custom(rules, visitor)
}

/// Whether a way of moving has a compiled generator of its own.
pub fn is_named(movement: &Movement) -> bool {
    place(movement).is_some()
}

/// The place of a way of moving among the named ones.
pub(crate) fn place(movement: &Movement) -> Option<usize> {
    MOVEMENTS.iter().position(|named| named == movement)
}

/// Calls the visitor with the run-time form of these rules, whether they have a named type or not.
pub fn visit_custom<V: Visitor>(rules: Rules, visitor: V) -> V::Output {
    let m = rules.movement;
    macro_rules! pick {
        ($($ten:literal $backwards:literal $huff:literal,)+) => {
            match (m.board == Board::Ten, m.men_capture == MenCapture::All, m.huffs()) {
                $(($ten, $backwards, $huff) => {
                    visitor.visit(Draughts::new(Custom::<$ten, $backwards, $huff>(m), rules))
                })+
            }
        };
    }
    pick! {
        false false false, false false true, false true false, false true true,
        true false false, true false true, true true false, true true true,
    }
}
