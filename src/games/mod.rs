//! The games: their rules, their names, and how they are written down.
//!
//! ```text
//! game      what every game is: positions, moves, endings     axis      rules by name and value
//! catalog   every game by name                                notation  positions and moves as text
//! record    a game in progress                                view      boards, positions and moves as data
//! prose     rules as text for players                       svg       positions as pictures
//! zobrist   random words for keys
//! draughts, morris, wolf   the families
//! ```

pub mod axis;
pub mod catalog;
pub mod draughts;
pub(crate) mod game;
pub mod morris;
pub mod notation;
pub mod prose;
pub mod record;
pub mod svg;
pub mod view;
pub mod wolf;
pub(crate) mod zobrist;

pub use game::{Ending, Game, Leaf, Packed, Reason, Side};

/// Evaluates an expression with the game of a rule set ([`catalog::AnyRules`]) as a value of its own type. These are all types
/// that a search is compiled for.
///
/// ```
/// use millstone::games::Game;
/// use millstone::games::catalog::Variant;
///
/// let variant: Variant = "english".parse()?;
/// let nodes = millstone::with_game!(*variant.rules(), game => millstone::tools::perft::perft(&game, &game.start(), 6));
/// assert_eq!(nodes, 36768);
/// # Ok::<(), millstone::games::catalog::VariantError>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules {
            $crate::games::catalog::AnyRules::Draughts(rules) => {
                use $crate::games::draughts::{Draughts, rules::Board};
                match (rules.movement.board, rules.movement.huffs()) {
                    (Board::Eight, false) => {
                        let $game = Draughts::<32, false>::new(rules);
                        $body
                    }
                    (Board::Eight, true) => {
                        let $game = Draughts::<32, true>::new(rules);
                        $body
                    }
                    (Board::Ten, false) => {
                        let $game = Draughts::<50, false>::new(rules);
                        $body
                    }
                    (Board::Ten, true) => {
                        let $game = Draughts::<50, true>::new(rules);
                        $body
                    }
                    // Not worth two types.
                    (Board::Full, _) => {
                        let $game = Draughts::<64, true>::new(rules);
                        $body
                    }
                }
            }
            $crate::games::catalog::AnyRules::Morris(rules) => {
                use $crate::games::morris::Morris;
                match rules.is_plain() && rules.alternates() {
                    true => {
                        let $game = Morris::<false>::new(rules);
                        $body
                    }
                    // Not worth more types.
                    false => {
                        let $game = Morris::<true>::new(rules);
                        $body
                    }
                }
            }
            $crate::games::catalog::AnyRules::Wolf(rules) => {
                let $game = $crate::games::wolf::Wolf::new(rules);
                $body
            }
        }
    };
}
