//! Rule sets as types: how the generator asks its questions without paying for them.
//!
//! [`Named`] is a type of no size whose answers are constants, one for each named game, so that the compiler
//! folds every rule question away. [`Custom`] carries an overridden rule set at run time through the same
//! generator.

use super::Morris;
use super::named::NAMED;
use super::rules::Rules;
use crate::games::Visitor;

/// Something that knows the rules of a morris game.
pub trait Law: Copy + Send + Sync + 'static {
    /// Whether the side to move changes with every move; `false` where that is not known.
    const ALTERNATES: bool;
    /// The answers.
    fn rules(self) -> Rules;
}

/// The game with the index `N` among the named ones.
#[derive(Clone, Copy, Debug)]
pub struct Named<const N: usize>;

impl<const N: usize> Law for Named<N> {
    const ALTERNATES: bool = NAMED[N].alternates();

    #[inline(always)]
    fn rules(self) -> Rules {
        const { NAMED[N] }
    }
}

/// Any rules.
#[derive(Clone, Copy, Debug)]
pub struct Custom(pub Rules);

impl Law for Custom {
    const ALTERNATES: bool = false;

    #[inline(always)]
    fn rules(self) -> Rules {
        self.0
    }
}

/// Calls the visitor with the game of these rules: a named type where there is one.
pub fn visit<V: Visitor>(rules: Rules, visitor: V) -> V::Output {
    macro_rules! pick {
        ($($n:literal)+) => {
            $(if rules == NAMED[$n] {
                return visitor.visit(Morris::new(Named::<$n>));
            })+
        };
    }
    pick!(0 1 2 3 4 5 6);
    visit_custom(rules, visitor)
}

/// Calls the visitor with the run-time form of these rules, whether they have a named type or not.
pub fn visit_custom<V: Visitor>(rules: Rules, visitor: V) -> V::Output {
    visitor.visit(Morris::new(Custom(rules)))
}
