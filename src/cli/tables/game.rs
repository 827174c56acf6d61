//! The games that there can be tables for.

use super::super::error::CliError;
use crate::games::catalog::{AnyRules, Variant};
use crate::games::{draughts, morris};
use crate::tables::draughts::endgame_rules::EndgameRules;
use crate::tables::morris::moving_rules::MovingRules;

/// The rules of a game, and what of them matters to its tables.
pub enum TableGame {
    /// Morris.
    Morris(morris::rules::Rules, MovingRules),
    /// Draughts.
    Draughts(draughts::rules::Rules, EndgameRules),
}

impl TableGame {
    /// The game of a variant, or why there are no tables for it.
    pub fn new(variant: &Variant) -> Result<TableGame, CliError> {
        let game = match variant.rules() {
            AnyRules::Morris(rules) => MovingRules::new(rules).map(|moving| TableGame::Morris(*rules, moving)),
            AnyRules::Draughts(rules) => EndgameRules::new(rules).map(|endgame| TableGame::Draughts(*rules, endgame)),
            AnyRules::Wolf(_) => Err(format!("`{variant}`: a search sees to the end of it")),
        };
        game.map_err(|reason| CliError::Usage(format!("no tables for {reason}")))
    }

    /// The name of the folder of its tables.
    pub fn folder_name(&self) -> String {
        match self {
            TableGame::Morris(_, rules) => rules.folder_name(),
            TableGame::Draughts(_, rules) => rules.folder_name(),
        }
    }
}

/// Evaluates an expression with the game of morris rules.
macro_rules! with_morris {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules.is_plain() && $rules.alternates() {
            true => {
                let $game = crate::games::morris::Morris::<false>::new($rules);
                $body
            }
            false => {
                let $game = crate::games::morris::Morris::<true>::new($rules);
                $body
            }
        }
    };
}
pub(super) use with_morris;

/// Evaluates an expression with the game of draughts rules without huffing.
macro_rules! with_draughts {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules.movement.board {
            crate::games::draughts::rules::Board::Ten => {
                let $game = crate::games::draughts::Draughts::<50, false>::new($rules);
                $body
            }
            // There are no tables for the full board.
            _ => {
                let $game = crate::games::draughts::Draughts::<32, false>::new($rules);
                $body
            }
        }
    };
}
pub(super) use with_draughts;
