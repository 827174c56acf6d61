//! Replays a PDN game by the rules of its variant.

use super::game_type::{GameType, Renumber};
use super::{PdnError, PdnErrorKind, PdnGame, PdnPly};
use crate::engine::any_game::{AnyGame, AnyMove, any_game};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::notation::{MoveError, Style, clip};
use crate::games::record::SetupError;

/// A replayed game.
pub struct Replay {
    /// By whose rules the game was replayed.
    pub variant: Variant,
    /// The start position, if it is not the variant's own.
    pub fen: Option<String>,
    /// The moves in the requested notation; split moves are joined.
    pub moves: Vec<String>,
    /// The side that made each move.
    pub sides: Vec<Side>,
    /// For each move, the index of its first ply in [`PdnGame::plies`].
    pub plies: Vec<usize>,
    /// The game after the last move.
    pub game: Box<dyn AnyGame>,
}

/// Called with the number of moves so far, the last one as in the file and as text, and the game.
pub type PositionCallback<'a> = dyn FnMut(usize, Option<(&PdnPly, &str)>, &dyn AnyGame) + 'a;

impl PdnGame {
    /// The variant: from the tag Variant, else GameType, else the default.
    pub fn variant(&self, default: Option<&Variant>) -> Result<Variant, PdnError> {
        let wrong = |problem: String| PdnError { line: self.line, column: 1, kind: PdnErrorKind::Variant(problem) };
        let name = self.tag("Variant").map(str::trim).filter(|name| !name.is_empty() && *name != "?");
        let number = self.tag("GameType").map(str::trim).filter(|text| !text.is_empty() && *text != "?");
        let problem = match name.map(str::parse::<Variant>) {
            Some(Ok(variant)) => return Ok(variant),
            Some(Err(error)) => Some(format!("tag Variant: {error}")),
            None => None,
        };
        // Other programs use other names in Variant, often together with a known GameType.
        if let Some(variant) = number.and_then(GameType::parse).and_then(|number| number.variant()) {
            return Ok(variant);
        }
        let unknown = |text| format!("tag GameType: unknown game type `{}`", clip(text));
        match (problem.or_else(|| number.map(unknown)), default) {
            (Some(problem), _) => Err(wrong(problem)),
            (None, Some(variant)) => Ok(variant.clone()),
            (None, None) => Err(wrong("no tag Variant or GameType".into())),
        }
    }

    /// Replays the game.
    pub fn replay(&self, default: Option<&Variant>) -> Result<Replay, PdnError> {
        self.replay_with(default, Style::Usual, &mut |_, _, _| {})
    }

    /// Replays the game and writes its moves in a notation style. `visit` is called at the start position and after each
    /// move.
    pub fn replay_with(
        &self,
        default: Option<&Variant>,
        style: Style,
        visit: &mut PositionCallback<'_>,
    ) -> Result<Replay, PdnError> {
        let variant = self.variant(default)?;
        let renumber = self.tag("GameType").and_then(GameType::parse).and_then(|read| read.renumbering(&variant));
        // In some files the tag contradicts the moves. If both numberings are playable, the tag decides.
        if let Some(renumber) = renumber {
            let renumbered = self.play(&variant, style, Some(renumber), &mut |_, _, _| {});
            if renumbered.is_ok() || self.play(&variant, style, None, &mut |_, _, _| {}).is_err() {
                return self.play(&variant, style, Some(renumber), visit);
            }
        }
        self.play(&variant, style, None, visit)
    }

    fn play(
        &self,
        variant: &Variant,
        style: Style,
        renumber: Option<Renumber>,
        visit: &mut PositionCallback<'_>,
    ) -> Result<Replay, PdnError> {
        let mut game = any_game(variant);
        let tag = self.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty());
        let fen = tag.map(|fen| renumber.map_or_else(|| fen.to_string(), |renumber| renumber.position(fen)));
        if let Some(fen) = &fen {
            game.set_position(Some(fen), &[]).map_err(|error| {
                let kind = match error {
                    SetupError::Position(error) => PdnErrorKind::Position(error),
                    SetupError::Move { error, .. } => PdnErrorKind::Move(error),
                };
                PdnError { line: self.line, column: 1, kind }
            })?;
        }
        let (mut moves, mut sides, mut plies) = (Vec::new(), Vec::new(), Vec::new());
        visit(0, None, &*game);
        let mut rest = self.plies.as_slice();
        while let [ply, tail @ ..] = rest {
            let read =
                |ply: &PdnPly| renumber.map_or_else(|| ply.text.clone(), |renumber| renumber.move_text(&ply.text));
            let side = game.side();
            let next = tail.first().map(read);
            let (mv, joined) = parse_move(&*game, &read(ply), next.as_deref()).map_err(|error| {
                let error = match renumber {
                    Some(renumber) => renumber.error(error, &ply.text),
                    None => error,
                };
                PdnError { line: ply.line, column: ply.column, kind: error.into() }
            })?;
            let text = game.move_text(mv, style);
            game.play_move(mv);
            sides.push(side);
            plies.push(self.plies.len() - rest.len());
            visit(sides.len(), Some((ply, &text)), &*game);
            moves.push(text);
            rest = if joined { tail.get(1..).unwrap_or_default() } else { tail };
        }
        Ok(Replay { variant: variant.clone(), fen, moves, sides, plies, game })
    }
}

/// The move of a text, and whether `next` is part of it.
fn parse_move(game: &dyn AnyGame, text: &str, next: Option<&str>) -> Result<(AnyMove, bool), MoveError> {
    let error = match game.parse_move(text) {
        Ok(mv) => return Ok((mv, false)),
        Err(error) => error,
    };
    // A capture, or the rest of a chain, may be split from its move.
    if let Some(next) = next.filter(|next| next.starts_with(['x', 'X', ':', '×']))
        && let Ok(mv) = game.parse_move(&format!("{text}{next}"))
    {
        return Ok((mv, true));
    }
    // Some files write captures with a hyphen.
    if let MoveError::Illegal { .. } = error
        && text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_digit())
        && let Ok(mv) = game.parse_move(&text.replace('-', "x"))
    {
        return Ok((mv, false));
    }
    Err(error)
}

impl PdnGame {
    /// This game with the moves, start position and variant of its replay.
    pub fn canonical(&self, replay: &Replay) -> PdnGame {
        // Tags that the replay replaces.
        let replaced = |name: &str| ["Variant", "GameType", "FEN"].iter().any(|known| known.eq_ignore_ascii_case(name));
        let mut tags: Vec<_> = self.tags.iter().filter(|(name, _)| !replaced(name)).cloned().collect();
        tags.push(("Variant".into(), replay.variant.standard().to_string()));
        if let Some(fen) = &replay.fen {
            tags.push(("FEN".into(), fen.clone()));
        }
        // Variations are plain text, so they fit only if the notation is the same.
        let same =
            replay.moves.len() == self.plies.len() && replay.moves.iter().zip(&self.plies).all(|(a, b)| *a == b.text);
        let ends = replay.plies.iter().copied().skip(1).chain([self.plies.len()]);
        let ply = |((text, &start), end): ((&String, &usize), usize)| {
            // A joined move has the comments of all its plies.
            let parts = self.plies.get(start..end).unwrap_or_default();
            let comments: Vec<&str> = parts.iter().filter_map(|ply| ply.comment.as_deref()).collect();
            let comment = (!comments.is_empty()).then(|| comments.join(" "));
            let (line, column) = parts.first().map_or((0, 0), |ply| (ply.line, ply.column));
            let glyph = parts.last().map_or("", |ply| ply.glyph);
            let kept = parts.iter().filter(|_| same).flat_map(|ply| ply.variations.iter().cloned());
            PdnPly { text: text.clone(), comment, glyph, variations: kept.collect(), line, column }
        };
        let plies = replay.moves.iter().zip(&replay.plies).zip(ends).map(ply).collect();
        PdnGame { tags, comment: self.comment.clone(), plies, result: self.result, line: self.line }
    }
}
