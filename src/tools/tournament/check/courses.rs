//! Games so far that are asked about, found by our own rules.

use super::super::encode::Course;
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;

/// A game so far, and the same at our table.
pub struct Place {
    pub course: Course,
    pub seat: Box<dyn AnyGame>,
}

impl Place {
    /// The first position.
    pub fn start(variant: &Variant) -> Place {
        let seat = any_game(variant);
        let course = Course { fen: seat.fen(), usual: true, ..Course::default() };
        Place { course, seat }
    }

    /// After some moves, always the same ones.
    pub fn after(variant: &Variant, plies: usize) -> Place {
        let mut place = Place::start(variant);
        let mut dice = Dice(7);
        for _ in 0..plies {
            // A move that ends the game or leaves no choice would make a poor question.
            let moves = place.seat.moves(Style::Usual);
            let good = |text: &&String| {
                let mut next = place.seat.copy();
                next.play(text, Style::Usual).is_ok() && next.ending().is_none()
            };
            let good: Vec<&String> = moves.iter().filter(good).collect();
            let Some(text) = good.get(dice.below(good.len())).map(|text| (*text).clone()) else { break };
            place.play(&text);
        }
        place
    }

    /// A game that was played to its end by random moves; none is found where games do not end so.
    pub fn finished(variant: &Variant) -> Option<Place> {
        (1..40).find_map(|seed| {
            let (mut place, mut dice) = (Place::start(variant), Dice(seed));
            for _ in 0..2000 {
                let moves = place.seat.moves(Style::Usual);
                if moves.is_empty() {
                    return Some(place);
                }
                // Engines that know draw rules must not be asked about a game that has ended by one.
                if place.seat.ending().is_some() {
                    return None;
                }
                let text = moves.get(dice.below(moves.len())).cloned().unwrap_or_default();
                place.play(&text);
            }
            None
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, text: &str) -> bool {
        let Ok(victims) = self.seat.copy().play(text, Style::Victims) else { return false };
        let Ok(usual) = self.seat.play(text, Style::Usual) else { return false };
        self.course.victims.push(victims);
        self.course.moves.push(usual);
        true
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, text: &str) -> bool {
        self.seat.copy().play(text, Style::Usual).is_ok()
    }
}

/// Random numbers (SplitMix64), so that every run asks the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }
}
