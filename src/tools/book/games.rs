//! Making a book from games: what was played, weighed by the points it brought.

use super::build::plain;
use super::successor;
use super::text::{Entry, WEIGHTS};
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::tools::pdn::{Error, Game, GameResult};
use fxhash::FxBuildHasher;
use std::collections::HashMap;

/// The moves of many games, counted.
pub struct Tally {
    variant: Variant,
    /// How many moves of a game count.
    plies: usize,
    places: Vec<Place>,
    /// Where a position is among the places, by its key.
    index: HashMap<u64, usize, FxBuildHasher>,
}

/// A position of the games.
struct Place {
    seat: Box<dyn AnyGame>,
    moves: Vec<Played>,
}

/// A move of the games.
struct Played {
    /// The key of the position it leads to.
    key: u64,
    /// In how many games it was played.
    games: u64,
    /// The half points it brought.
    points: u64,
}

impl Tally {
    /// No games yet.
    pub fn new(variant: Variant, plies: usize) -> Tally {
        Tally { variant, plies, places: Vec::new(), index: HashMap::default() }
    }

    /// Counts a game; `false` if it is of another variant, begins with a position of its own, or has no result.
    pub fn add(&mut self, game: &Game) -> Result<bool, Error> {
        let replay = game.replay(Some(&self.variant))?;
        let winner = match game.result {
            GameResult::White => Some(Side::White),
            GameResult::Black => Some(Side::Black),
            GameResult::Draw => None,
            GameResult::Unfinished => return Ok(false),
        };
        if replay.variant.rules() != self.variant.rules() || replay.fen.is_some() {
            return Ok(false);
        }
        let mut present = any_game(&self.variant);
        for text in replay.moves.iter().take(self.plies) {
            let before = present.copy();
            if present.play(text, Style::Usual).is_err() {
                break;
            }
            let points = winner.map_or(1, |winner| if winner == before.side() { 2 } else { 0 });
            self.count(before, present.symmetric_key(), points);
        }
        Ok(true)
    }

    fn count(&mut self, seat: Box<dyn AnyGame>, key: u64, points: u64) {
        let at = *self.index.entry(seat.symmetric_key()).or_insert(self.places.len());
        if at == self.places.len() {
            self.places.push(Place { seat, moves: Vec::new() });
        }
        let Some(place) = self.places.get_mut(at) else { return };
        match place.moves.iter_mut().find(|played| played.key == key) {
            Some(played) => {
                played.games += 1;
                played.points += points;
            }
            None => place.moves.push(Played { key, games: 1, points }),
        }
    }

    /// The book: moves that were played at least so often and brought anything, by their half points.
    pub fn entries(&self, least: u64) -> Vec<Entry> {
        let entry = |place: &Place| {
            // A position may have come in several symmetric forms; its moves are written for the first of them.
            let mut moves: Vec<(String, u32)> = Vec::new();
            let legal = place.seat.moves(Style::Usual);
            for played in place.moves.iter().filter(|played| played.games >= least && played.points > 0) {
                let text = legal.iter().find(|text| successor(&*place.seat, text) == Some(played.key));
                let weight = u32::try_from(played.points).unwrap_or(u32::MAX).clamp(*WEIGHTS.start(), *WEIGHTS.end());
                moves.extend(text.map(|text| (text.clone(), weight)));
            }
            moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
            (!moves.is_empty()).then(|| Entry { line: 0, fen: Some(plain(&*place.seat)), moves })
        };
        self.places.iter().filter_map(entry).collect()
    }
}
