//! The replies in JSON: a word, a space, and one line of JSON.

use super::error::ProtocolError;
use crate::engine::any_game::AnyGame;
use crate::games::Side;
use crate::games::catalog::{Variant, VariantJson, VariantListJson};
use crate::games::notation::Style;
use crate::games::prose::{Language, RulesProse};
use crate::games::view::{BoardView, GameView, MoveView};
use crate::tools::pdn::{self, PdnError, PdnGame, Replay};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct BoardReply<'a> {
    variant: &'a str,
    family: &'static str,
    #[serde(flatten)]
    board: BoardView,
}

#[derive(Serialize)]
struct PositionReply<'a> {
    variant: &'a str,
    #[serde(flatten)]
    game: GameView,
}

#[derive(Serialize)]
struct MovesReply {
    side: Side,
    moves: Vec<MoveView>,
}

#[derive(Serialize)]
struct PdnReply {
    games: Vec<PdnGameReply>,
}

/// A game of a file, or what is wrong with it.
#[derive(Default, Serialize)]
struct PdnGameReply {
    tags: BTreeMap<String, String>,
    #[serde(flatten)]
    game: Option<PdnMoves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct PdnMoves {
    variant: String,
    start: Option<String>,
    moves: Vec<String>,
    result: &'static str,
}

/// The reply to `board`.
pub fn board(variant: &Variant, game: &dyn AnyGame) -> String {
    let family = variant.rules().family();
    line("board", &BoardReply { variant: &variant.to_string(), family, board: game.board() })
}

/// The reply to `moves json`.
pub fn moves(game: &dyn AnyGame, style: Style) -> String {
    let moves = game.legal_moves().into_iter().map(|mv| game.view_move(mv, style)).collect();
    line("moves", &MovesReply { side: game.side(), moves })
}

/// The reply to `position json`.
pub fn position(variant: &Variant, game: &dyn AnyGame, style: Style) -> String {
    line("position", &PositionReply { variant: &variant.to_string(), game: game.view(style) })
}

/// The reply to `variants json`: all games, or one of them with the meaning of its axes.
pub fn variants(name: Option<&str>) -> Result<String, ProtocolError> {
    Ok(match name {
        None => line("variants", &VariantListJson::new()),
        Some(name) => line("variants", &VariantJson::new(&name.parse()?)),
    })
}

/// The reply to `rules json`.
pub fn rules(variant: &Variant, name: Option<&str>, language: Language) -> Result<String, ProtocolError> {
    let prose = match name {
        Some(name) => RulesProse::new(&name.parse()?, language),
        None => RulesProse::new(variant, language),
    };
    Ok(line("rules", &prose))
}

/// The reply to `pdn json`: the games of a file, replayed; those that do not say what they are of are of the variant.
pub fn pdn(text: &str, variant: &Variant, style: Style) -> String {
    let reply = |read: Result<PdnGame, PdnError>| -> PdnGameReply {
        let game = match read {
            Ok(game) => game,
            Err(error) => return PdnGameReply { error: Some(error.to_string()), ..PdnGameReply::default() },
        };
        let (moves, error) = match game.replay_with(Some(variant), style, &mut |_, _, _| {}) {
            Ok(Replay { variant, fen, moves, .. }) => {
                let result = game.result.text(false);
                (Some(PdnMoves { variant: variant.to_string(), start: fen, moves, result }), None)
            }
            Err(error) => (None, Some(error.to_string())),
        };
        PdnGameReply { tags: game.tags.into_iter().collect(), game: moves, error }
    };
    line("pdn", &PdnReply { games: pdn::read(text).map(reply).collect() })
}

fn line(word: &str, value: &impl Serialize) -> String {
    // Only a map whose keys are not texts could fail, and there is none.
    let json = serde_json::to_string(value).unwrap_or_else(|_| "null".into());
    format!("{word} {json}")
}
