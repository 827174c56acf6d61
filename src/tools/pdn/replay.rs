//! A game of a file played by our rules.

use super::game_type::{GameType, Renumber};
use super::{Error, Game, Ply, Problem};
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::notation::{MoveError, Style, clip};
use crate::games::record::SetupError;

/// A game that was played to its end.
pub struct Replay {
    /// The game.
    pub variant: Variant,
    /// Its first position, if that is not the game's own.
    pub fen: Option<String>,
    /// The moves as they are written here; a split move is one.
    pub moves: Vec<String>,
    /// Who made each of them.
    pub sides: Vec<Side>,
    /// For each of them the place of its first text in [`Game::plies`].
    pub plies: Vec<usize>,
    /// The game after the last move.
    pub seat: Box<dyn AnyGame>,
}

/// What sees the positions of a game: it gets the number of moves so far, the last one, and the position.
pub type Watch<'a> = dyn FnMut(usize, Option<&Ply>, &dyn AnyGame) + 'a;

impl Game {
    /// Which game it is: what the tag Variant says, else GameType, else the default.
    pub fn variant(&self, default: Option<&Variant>) -> Result<Variant, Error> {
        let wrong = |problem: String| Error { line: self.line, column: 1, problem: Problem::Variant(problem) };
        let name = self.tag("Variant").map(str::trim).filter(|name| !name.is_empty() && *name != "?");
        let number = self.tag("GameType").map(str::trim).filter(|text| !text.is_empty() && *text != "?");
        let problem = match name.map(str::parse::<Variant>) {
            Some(Ok(variant)) => return Ok(variant),
            Some(Err(error)) => Some(format!("tag Variant: {error}")),
            None => None,
        };
        // Other programs have variants of other names, and then often a number that is known.
        if let Some(variant) = number.and_then(GameType::parse).and_then(|number| number.variant()) {
            return Ok(variant);
        }
        let unknown = |text| format!("tag GameType: `{}` is no game that is known here", clip(text));
        match (problem.or_else(|| number.map(unknown)), default) {
            (Some(problem), _) => Err(wrong(problem)),
            (None, Some(variant)) => Ok(variant.clone()),
            (None, None) => Err(wrong("the game has neither a tag Variant nor a tag GameType, expected one".into())),
        }
    }

    /// Plays the game.
    pub fn replay(&self, default: Option<&Variant>) -> Result<Replay, Error> {
        self.replay_styled(default, Style::Usual, &mut |_, _, _| {})
    }

    /// Plays the game, its moves written in a style. `watch` sees the first position and the one after each move, with
    /// the number of moves so far and the last one's text.
    pub fn replay_styled(
        &self,
        default: Option<&Variant>,
        style: Style,
        watch: &mut Watch<'_>,
    ) -> Result<Replay, Error> {
        let variant = self.variant(default)?;
        let renumber = self.tag("GameType").and_then(GameType::parse).and_then(|read| read.renumbering(&variant));
        // There are files whose tag says one thing and whose moves say another. The tag is believed if both are possible.
        if let Some(renumber) = renumber {
            let told = self.play(&variant, style, Some(renumber), &mut |_, _, _| {});
            if told.is_ok() || self.play(&variant, style, None, &mut |_, _, _| {}).is_err() {
                return self.play(&variant, style, Some(renumber), watch);
            }
        }
        self.play(&variant, style, None, watch)
    }

    fn play(
        &self,
        variant: &Variant,
        style: Style,
        renumber: Option<Renumber>,
        watch: &mut Watch<'_>,
    ) -> Result<Replay, Error> {
        let mut seat = any_game(variant);
        let tag = self.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty());
        let fen = tag.map(|fen| renumber.map_or_else(|| fen.to_string(), |renumber| renumber.position(fen)));
        if let Some(fen) = &fen {
            seat.set_position(Some(fen), &[]).map_err(|error| {
                let problem = match error {
                    SetupError::Position(error) => Problem::Position(error),
                    SetupError::Move { error, .. } => Problem::Move(error),
                };
                Error { line: self.line, column: 1, problem }
            })?;
        }
        let (mut moves, mut sides, mut plies) = (Vec::new(), Vec::new(), Vec::new());
        watch(0, None, &*seat);
        let mut rest = self.plies.as_slice();
        while let [ply, tail @ ..] = rest {
            let read = |ply: &Ply| renumber.map_or_else(|| ply.text.clone(), |renumber| renumber.move_text(&ply.text));
            let side = seat.side();
            let next = tail.first().map(read);
            let played = play_text(&mut *seat, &read(ply), next.as_deref(), style);
            let (text, joined) = played.map_err(|error| {
                let error = match renumber {
                    Some(renumber) => renumber.error(error, &ply.text),
                    None => error,
                };
                Error { line: ply.line, column: ply.column, problem: error.into() }
            })?;
            moves.push(text);
            sides.push(side);
            plies.push(self.plies.len() - rest.len());
            watch(moves.len(), Some(ply), &*seat);
            rest = if joined { tail.get(1..).unwrap_or_default() } else { tail };
        }
        Ok(Replay { variant: variant.clone(), fen, moves, sides, plies, seat })
    }
}

/// Plays a text; says how it is written, and whether the next text was part of it.
fn play_text(
    seat: &mut dyn AnyGame,
    text: &str,
    next: Option<&str>,
    style: Style,
) -> Result<(String, bool), MoveError> {
    let error = match seat.play(text, style) {
        Ok(written) => return Ok((written, false)),
        Err(error) => error,
    };
    // A stone that is taken, or the rest of a chain, may stand apart.
    if let Some(next) = next.filter(|next| next.starts_with(['x', 'X', ':', '×']))
        && let Ok(written) = seat.play(&format!("{text}{next}"), style)
    {
        return Ok((written, true));
    }
    // Some write captures with a hyphen.
    if let MoveError::Illegal { .. } = error
        && text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_digit())
        && let Ok(written) = seat.play(&text.replace('-', "x"), style)
    {
        return Ok((written, false));
    }
    Err(error)
}

impl Game {
    /// The same game with the moves, the first position and the variant of a replay of it.
    pub fn rewritten(&self, replay: &Replay) -> Game {
        // These tags say what the replay knows better.
        let replaced = |name: &str| ["Variant", "GameType", "FEN"].iter().any(|known| known.eq_ignore_ascii_case(name));
        let mut tags: Vec<_> = self.tags.iter().filter(|(name, _)| !replaced(name)).cloned().collect();
        tags.push(("Variant".into(), replay.variant.to_string()));
        if let Some(fen) = &replay.fen {
            tags.push(("FEN".into(), fen.clone()));
        }
        let ends = replay.plies.iter().copied().skip(1).chain([self.plies.len()]);
        let ply = |((text, &start), end): ((&String, &usize), usize)| {
            // A move of two texts has the comments of both.
            let parts = self.plies.get(start..end).unwrap_or_default();
            let comments: Vec<&str> = parts.iter().filter_map(|ply| ply.comment.as_deref()).collect();
            let comment = (!comments.is_empty()).then(|| comments.join(" "));
            let (line, column) = parts.first().map_or((0, 0), |ply| (ply.line, ply.column));
            Ply { text: text.clone(), comment, line, column }
        };
        let plies = replay.moves.iter().zip(&replay.plies).zip(ends).map(ply).collect();
        Game { tags, comment: self.comment.clone(), plies, result: self.result, line: self.line }
    }
}
