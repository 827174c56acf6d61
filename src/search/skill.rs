//! Weaker play on request, with errors like those of people.
//!
//! Weak players do not move at random. They look less far, judge less exactly, and now and then overlook what a
//! move allows: the later a capture comes and the more it takes at once, the more easily. So every move
//! is searched twice, to depth 1 and to the player's depth. What is overlooked keeps the score of depth 1, every score
//! gets a random error, and the move that is best by these scores is played. A forced move and a win in one are never missed.
//!
//! The errors depend on the seed and the position alone: the same seed plays the same game.

use super::tt::TranspositionTable;
use super::{
    DRAW, Evaluate, Limits, OnInfo, Score, SearchInfo, SearchResult, Settings, Signals, WIN, is_proven, search,
};
use crate::games::record::Record;
use crate::util::random::{Rng, splitmix64};
use std::ops::RangeInclusive;

/// How strongly to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The rating; `None` for full strength.
    rating: Option<u32>,
    seed: u64,
}

impl Strength {
    /// The ratings that can be asked for.
    pub const ELO: RangeInclusive<u32> = 600..=2400;
    /// The levels that can be asked for; the last is full strength.
    pub const LEVELS: RangeInclusive<u32> = 0..=20;

    /// As strong as it can play.
    pub const fn full() -> Strength {
        Strength { rating: None, seed: 0 }
    }

    /// The strength of a rating, clamped to [`Strength::ELO`].
    pub fn from_elo(elo: u32) -> Strength {
        Strength { rating: Some(elo.clamp(*Self::ELO.start(), *Self::ELO.end())), seed: 0 }
    }

    /// The strength of a level: 90 Elo each, and full strength from the last on.
    pub fn from_level(level: u32) -> Strength {
        if level >= *Self::LEVELS.end() { Strength::full() } else { Strength::from_elo(Self::ELO.start() + 90 * level) }
    }

    /// The same strength with other errors.
    pub const fn with_seed(self, seed: u64) -> Strength {
        Strength { seed, ..self }
    }

    /// The rating; `None` for full strength.
    pub const fn elo(self) -> Option<u32> {
        self.rating
    }

    /// The player of this strength; `None` for full strength.
    pub(super) fn player(self) -> Option<WeakPlayer> {
        let rating = self.rating?;
        let range = f64::from(Self::ELO.end() - Self::ELO.start());
        let skill = f64::from(rating - Self::ELO.start()) / range;
        Some(WeakPlayer::new(skill, self.seed))
    }
}

/// A player by its weaknesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeakPlayer {
    depth: u32,
    nodes: u64,
    /// The standard deviation of its error, in hundredths of a man.
    error: f64,
    /// The chance to overlook what is hardest to see.
    blindness: f64,
    /// It sees wins and losses up to this many plies ahead.
    horizon: i32,
    seed: u64,
}

/// The most root moves with a score of their own.
const CANDIDATES: usize = 12;
/// It has a small table of its own: entries of a stronger search would make it see too much.
const TABLE_MB: usize = 4;

impl WeakPlayer {
    /// `skill` is from 0 to 1.
    fn new(skill: f64, seed: u64) -> WeakPlayer {
        let weak = 1.0 - skill;
        let depth = 1 + (skill * 11.0).round() as u32;
        WeakPlayer {
            depth,
            nodes: (1_000.0 * 400f64.powf(skill)) as u64,
            error: 4.0 + 70.0 * weak * weak,
            blindness: 0.9 * weak,
            horizon: 2 * depth as i32,
            seed,
        }
    }

    /// Searches with this player's weaknesses. The line that it plays comes first.
    pub fn search<G: Evaluate>(
        self,
        record: &Record<G>,
        limits: &Limits<G::Move>,
        settings: &Settings,
        signals: &Signals,
        on_info: &mut OnInfo<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        let tt = TranspositionTable::new(TABLE_MB);
        let wide = Settings { strength: None, lines: settings.lines.max(CANDIDATES), ..*settings };
        let glance = Limits { depth: Some(1), moves: limits.moves.clone(), ..Limits::default() };
        let at_glance = search(record, &tt, &glance, &wide, signals, None, &mut |_| {});
        let thought = Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..limits.clone()
        };
        let mut first_lines = |lines: &[SearchInfo<G::Move>]| on_info(&lines[..lines.len().min(settings.lines)]);
        // It has no endgame tables.
        let mut result = search(record, &tt, &thought, &wide, signals, None, &mut first_lines);
        if let Some(at) = self.choose(record, &at_glance, &result) {
            result.lines[..=at].rotate_right(1);
        }
        result.lines.truncate(settings.lines.max(1));
        for (line, info) in result.lines.iter_mut().enumerate() {
            info.multipv = line + 1;
        }
        if !result.lines.is_empty() {
            on_info(&result.lines);
        }
        result
    }

    /// The index of the line that it plays.
    fn choose<G: Evaluate>(
        &self,
        record: &Record<G>,
        at_glance: &SearchResult<G::Move>,
        found: &SearchResult<G::Move>,
    ) -> Option<usize> {
        let best = found.lines.first()?;
        if found.lines.len() == 1 || Score::new(best.score) == Score::Mate(1) {
            return Some(0);
        }
        let key = record.game().key(record.position()) ^ splitmix64(self.seed);
        let believed_score = |line: &SearchInfo<G::Move>| {
            let mut rng = Rng::stream(key, line.pv.first().map_or(0, |mv| move_number(record, *mv)));
            let overlooked = unit(&mut rng) < self.blindness * difficulty(record, &line.pv);
            let first = |other: &&SearchInfo<G::Move>| other.pv.first() == line.pv.first();
            let score = match at_glance.lines.iter().find(first) {
                Some(glance) if overlooked => glance.score,
                _ => line.score,
            };
            self.perceived(score) + self.error * normal(&mut rng)
        };
        let mut choice = (0, f64::NEG_INFINITY);
        for (at, line) in found.lines.iter().enumerate() {
            let value = believed_score(line);
            if value > choice.1 {
                choice = (at, value);
            }
        }
        Some(choice.0)
    }

    /// The score as it sees it: a win or loss that lies too far ahead is only a small advantage.
    fn perceived(&self, score: i32) -> f64 {
        if !is_proven(score) {
            return f64::from(score.clamp(-1500, 1500));
        }
        let plies = WIN - score.abs();
        let size = if plies <= self.horizon { 3000 - 10 * plies } else { 2 * self.horizon };
        f64::from(if score > DRAW { size } else { -size })
    }
}

/// How hard it is to see what a line loses, from 0 to 1: the later the first loss comes after the move and the more is
/// taken at once, the harder.
fn difficulty<G: Evaluate>(record: &Record<G>, line: &[G::Move]) -> f64 {
    let game = record.game();
    let mut position = record.position().clone();
    let side = game.side(&position);
    let worth = |position: &G::Position| {
        let worth = game.evaluate(position);
        if game.side(position) == side { worth } else { -worth }
    };
    for (ply, &mv) in line.iter().enumerate() {
        let next = game.play(&position, mv);
        let gain = game.gain(&position, mv);
        // In a losing game it is the side that has to capture that loses by it.
        if ply > 0 && gain > 0 && worth(&next) < worth(&position) {
            let late = 0.15 * ply as f64;
            let many = 0.15 * f64::from(gain / 100 - 1);
            return (0.1 + late + many).clamp(0.0, 1.0);
        }
        position = next;
    }
    // Nothing is lost within the line.
    0.3
}

/// A number from 1 for a move of the present position.
fn move_number<G: Evaluate>(record: &Record<G>, mv: G::Move) -> u64 {
    let mut moves = Vec::new();
    record.game().moves(record.position(), &mut moves);
    moves.iter().position(|other| *other == mv).map_or(0, |at| at as u64 + 1)
}

/// Uniform from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Normal with mean 0 and standard deviation 1, approximately.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_levels_are_brought_into_range() {
        assert_eq!(Strength::from_elo(0).elo(), Some(600));
        assert_eq!(Strength::from_elo(9999).elo(), Some(2400));
        assert_eq!(Strength::from_level(0).elo(), Some(600));
        assert_eq!(Strength::from_level(10).elo(), Some(1500));
        assert_eq!(Strength::from_level(20), Strength::full());
        assert_eq!(Strength::from_level(u32::MAX), Strength::full());
    }

    #[test]
    fn a_better_player_errs_less() {
        let players: Vec<WeakPlayer> = (0..20).filter_map(|level| Strength::from_level(level).player()).collect();
        assert_eq!(players.len(), 20);
        for pair in players.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].error > pair[1].error && pair[0].blindness > pair[1].blindness);
        }
    }

    #[test]
    fn errors_are_normal() {
        let mut rng = Rng::new(7);
        let errors: Vec<f64> = (0..10_000).map(|_| normal(&mut rng)).collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let variance = errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05, "{mean}, {variance}");
    }
}
