//! Weaker play on request, that errs as people do.
//!
//! Weak players do not move at random. They look less far, judge less exactly, and now and then do not see what a
//! move allows: the later the blow falls and the more it takes at once, the sooner it is overlooked. So every move
//! is looked at twice, at a glance and with thought. What is overlooked keeps the score of the glance, every score
//! gets an error of judgement, and the best of what the player then believes is played. A forced move and a win
//! on the spot are never missed.
//!
//! The errors come from a seed and the position alone: the same seed plays the same game.

use super::{Answer, DRAW, Evaluate, Info, Limits, Report, Score, Settings, Signals, WIN, is_proven, search};
use crate::games::record::Record;
use crate::games::zobrist;
use crate::search::tt::TranspositionTable;
use std::ops::RangeInclusive;

/// How strongly to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The rating; `None` for all the strength there is.
    rating: Option<u32>,
    seed: u64,
}

impl Strength {
    /// The ratings that can be asked for.
    pub const ELO: RangeInclusive<u32> = 600..=2400;
    /// The levels that can be asked for; the last is full strength.
    pub const LEVELS: RangeInclusive<u32> = 0..=20;

    /// All the strength there is.
    pub const fn full() -> Strength {
        Strength { rating: None, seed: 0 }
    }

    /// The strength of a rating, which is brought into [`Strength::ELO`].
    pub fn from_elo(elo: u32) -> Strength {
        Strength { rating: Some(elo.clamp(*Self::ELO.start(), *Self::ELO.end())), seed: 0 }
    }

    /// The strength of a level: 90 points of rating each, and full strength from the last on.
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
    pub(super) fn player(self) -> Option<Player> {
        let rating = self.rating?;
        let range = f64::from(Self::ELO.end() - Self::ELO.start());
        let skill = f64::from(rating - Self::ELO.start()) / range;
        Some(Player::new(skill, self.seed))
    }
}

/// The weaknesses of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Player {
    /// How far it looks.
    depth: u32,
    /// The most that it looks at.
    nodes: u64,
    /// The error of its judgement, in hundredths of a man.
    error: f64,
    /// How likely it is to overlook what is hard to see.
    blindness: f64,
    /// It counts to the end so many plies ahead.
    horizon: i32,
    seed: u64,
}

/// The most moves that are thought about.
const CANDIDATES: usize = 12;
/// Weak play keeps a small table of its own: what a strong search left in the common one would make it see.
const TABLE_MB: usize = 4;

impl Player {
    /// A player by its skill, from 0 to 1.
    fn new(skill: f64, seed: u64) -> Player {
        let weak = 1.0 - skill;
        let depth = 1 + (skill * 11.0).round() as u32;
        Player {
            depth,
            nodes: (1_000.0 * 400f64.powf(skill)) as u64,
            error: 4.0 + 70.0 * weak * weak,
            blindness: 0.9 * weak,
            horizon: 2 * depth as i32,
            seed,
        }
    }

    /// Searches as this player does, and puts the move that it would play first.
    pub fn play<G: Evaluate>(
        self,
        record: &Record<G>,
        limits: &Limits<G::Move>,
        settings: &Settings,
        signals: &Signals,
        report: &mut Report<'_, G::Move>,
    ) -> Answer<G::Move> {
        let table = TranspositionTable::new(TABLE_MB);
        let wide = Settings { strength: None, lines: settings.lines.max(CANDIDATES), ..*settings };
        let glance = Limits { depth: Some(1), moves: limits.moves.clone(), ..Limits::default() };
        let seen = search(record, &table, &glance, &wide, signals, None, &mut |_| {});
        let thought = Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..limits.clone()
        };
        let mut tell = |lines: &[Info<G::Move>]| report(&lines[..lines.len().min(settings.lines)]);
        let mut answer = search(record, &table, &thought, &wide, signals, None, &mut tell);
        if let Some(at) = self.choose(record, &seen, &answer) {
            answer.lines[..=at].rotate_right(1);
        }
        answer.lines.truncate(settings.lines.max(1));
        for (line, info) in answer.lines.iter_mut().enumerate() {
            info.line = line + 1;
        }
        if !answer.lines.is_empty() {
            report(&answer.lines);
        }
        answer
    }

    /// The line that it plays.
    fn choose<G: Evaluate>(
        &self,
        record: &Record<G>,
        seen: &Answer<G::Move>,
        found: &Answer<G::Move>,
    ) -> Option<usize> {
        let best = found.lines.first()?;
        if found.lines.len() == 1 || Score::new(best.score) == Score::Mate(1) {
            return Some(0);
        }
        let key = record.game().key(record.position()) ^ zobrist::word(self.seed);
        let believed = |line: &Info<G::Move>| {
            let mut dice = Dice(key ^ zobrist::word(line.pv.first().map_or(0, |mv| slot(record, *mv))));
            let overlooked = dice.chance() < self.blindness * difficulty(record, &line.pv);
            let first = |other: &&Info<G::Move>| other.pv.first() == line.pv.first();
            let score = match seen.lines.iter().find(first) {
                Some(glance) if overlooked => glance.score,
                _ => line.score,
            };
            self.sense(score) + self.error * dice.bell()
        };
        let mut choice = (0, f64::NEG_INFINITY);
        for (at, line) in found.lines.iter().enumerate() {
            let value = believed(line);
            if value > choice.1 {
                choice = (at, value);
            }
        }
        Some(choice.0)
    }

    /// What a score means to it: an end that lies too far ahead is no more than a hint.
    fn sense(&self, score: i32) -> f64 {
        if !is_proven(score) {
            return f64::from(score.clamp(-1500, 1500));
        }
        let plies = WIN - score.abs();
        let size = if plies <= self.horizon { 3000 - 10 * plies } else { 2 * self.horizon };
        f64::from(if score > DRAW { size } else { -size })
    }
}

/// How hard it is to see what a line comes to, from 0 to 1: the later the first blow falls after the move and the
/// more it takes at once, the harder.
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
        // Who takes is not always who wins by it: where one strives to lose, to have to take is the blow.
        if ply > 0 && gain > 0 && worth(&next) < worth(&position) {
            let late = 0.15 * ply as f64;
            let many = 0.15 * f64::from(gain / 100 - 1);
            return (0.1 + late + many).clamp(0.0, 1.0);
        }
        position = next;
    }
    // Nothing is lost in sight; a quiet line is seen for what it is.
    0.3
}

/// A number for a move of the present position.
fn slot<G: Evaluate>(record: &Record<G>, mv: G::Move) -> u64 {
    let mut moves = Vec::new();
    record.game().moves(record.position(), &mut moves);
    moves.iter().position(|other| *other == mv).map_or(0, |at| at as u64 + 1)
}

/// Random numbers that depend on nothing but where they begin.
struct Dice(u64);

impl Dice {
    /// Evenly from 0 to 1.
    fn chance(&mut self) -> f64 {
        self.0 = zobrist::word(self.0);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Around 0 with deviation 1, like a bell.
    fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.chance()).sum::<f64>() - 6.0
    }
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
        let players: Vec<Player> = (0..20).filter_map(|level| Strength::from_level(level).player()).collect();
        assert_eq!(players.len(), 20);
        for pair in players.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].error > pair[1].error && pair[0].blindness > pair[1].blindness);
        }
    }

    #[test]
    fn the_dice_are_fair() {
        let mut dice = Dice(7);
        let mean = (0..10_000).map(|_| dice.bell()).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.05, "{mean}");
    }
}
