//! Builds a book from games: the moves played, weighted by the points they scored.

use super::build::short_fen;
use super::text::{BookEntry, WEIGHTS};
use crate::engine::any_game::AnyGame;
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::tools::pdn::{GameResult, PdnError, PdnGame};
use fxhash::FxBuildHasher;
use std::collections::HashMap;

/// Counts the moves of games.
pub struct GameBookBuilder {
    variant: Variant,
    /// How many plies of each game count.
    plies: usize,
    positions: Vec<PositionStats>,
    /// The index of a position, by its key.
    index: HashMap<u64, usize, FxBuildHasher>,
}

/// A position of the games.
struct PositionStats {
    game: Box<dyn AnyGame>,
    moves: Vec<MoveStats>,
}

/// A move of the games.
struct MoveStats {
    /// The key of the position after the move.
    key: u64,
    /// The number of games with the move.
    games: u64,
    /// The half points scored with the move.
    points: u64,
}

impl GameBookBuilder {
    /// A builder without games.
    pub fn new(variant: Variant, plies: usize) -> GameBookBuilder {
        GameBookBuilder { variant, plies, positions: Vec::new(), index: HashMap::default() }
    }

    /// Adds a game. Returns `false` if it is of another variant, has a start position of its own, or no result.
    pub fn add(&mut self, pdn_game: &PdnGame) -> Result<bool, PdnError> {
        // The positions from which the first moves were made, and the keys of those they led to.
        let (mut before, mut played) = (None::<Box<dyn AnyGame>>, Vec::new());
        let replay = pdn_game.replay_with(Some(&self.variant), Style::Usual, &mut |ply, _, game| {
            played.extend(before.take().map(|before| (before, game.symmetric_key())));
            before = (ply < self.plies).then(|| game.copy());
        })?;
        let winner = match pdn_game.result {
            GameResult::White => Some(Side::White),
            GameResult::Black => Some(Side::Black),
            GameResult::Draw => None,
            GameResult::Unfinished => return Ok(false),
        };
        if replay.variant.rules() != self.variant.rules() || replay.fen.is_some() {
            return Ok(false);
        }
        for (before, key) in played {
            let points = winner.map_or(1, |winner| if winner == before.side() { 2 } else { 0 });
            self.add_move(before, key, points);
        }
        Ok(true)
    }

    fn add_move(&mut self, game: Box<dyn AnyGame>, key: u64, points: u64) {
        let at = *self.index.entry(game.symmetric_key()).or_insert(self.positions.len());
        if at == self.positions.len() {
            self.positions.push(PositionStats { game, moves: Vec::new() });
        }
        let Some(position) = self.positions.get_mut(at) else { return };
        match position.moves.iter_mut().find(|mv| mv.key == key) {
            Some(mv) => {
                mv.games += 1;
                mv.points += points;
            }
            None => position.moves.push(MoveStats { key, games: 1, points }),
        }
    }

    /// The book: moves that were played in at least `min_games` games and scored, weighted by half points.
    pub fn entries(&self, min_games: u64) -> Vec<BookEntry> {
        let entry = |position: &PositionStats| {
            // The position may have occurred in several symmetric forms; the first one is written.
            let mut moves: Vec<(String, u32)> = Vec::new();
            let legal = position.game.legal_moves();
            for mv in position.moves.iter().filter(|mv| mv.games >= min_games && mv.points > 0) {
                let found = legal.iter().find(|legal| position.game.symmetric_key_after(**legal) == mv.key);
                let weight = u32::try_from(mv.points).unwrap_or(u32::MAX).clamp(*WEIGHTS.start(), *WEIGHTS.end());
                moves.extend(found.map(|mv| (position.game.move_text(*mv, Style::Usual), weight)));
            }
            moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
            (!moves.is_empty()).then(|| BookEntry { line: 0, fen: Some(short_fen(&*position.game)), moves })
        };
        self.positions.iter().filter_map(entry).collect()
    }
}
