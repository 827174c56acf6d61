//! Games of the engine against itself, from random openings.

use super::CHUNK;
use super::samples::{Chunk, Sample};
use crate::eval::{Evaluate, Leaf};
use crate::games::Side;
use crate::games::record::Record;
use crate::search::tt::TranspositionTable;
use crate::search::{Limits, Settings, Signals, is_proven, search};
use crate::util::random::Rng;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A game is called a draw after so many plies.
const LONGEST: usize = 240;
/// The random plies that a game begins with.
const RANDOM: std::ops::RangeInclusive<u64> = 4..=15;
/// Of so many games one begins with a move less of thought: a random capture or any other, so that uneven positions are seen too.
const UNEVEN: u64 = 4;
/// An opening that is decided teaches nothing.
const DECIDED: i32 = 250;
/// A score that stays beyond this ends a game.
const RESIGN: (i32, u32) = (1500, 6);
/// Of so many games one is held out for testing.
const HELD_OUT: u64 = 16;
const TABLE_MB: usize = 2;

/// The samples of a numbered chunk of games; `None` if it was stopped.
pub(super) fn chunk<G: Evaluate>(game: &G, nodes: u64, seed: u64, number: usize, stop: &AtomicBool) -> Option<Chunk> {
    let table = TranspositionTable::new(TABLE_MB);
    let mut chunk = Chunk::default();
    for at in 0..CHUNK {
        if stop.load(Relaxed) {
            return None;
        }
        let mut rng = Rng::stream(seed, (number * CHUNK + at) as u64);
        play(game, nodes, &table, &mut rng, &mut chunk.samples);
    }
    Some(chunk)
}

/// The best move of a position and its score.
pub(super) fn think<G: Evaluate>(record: &Record<G>, table: &TranspositionTable, nodes: u64) -> Option<(G::Move, i32)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = search(record, table, &limits, &Settings::default(), &Signals::default(), None, &mut |_| {});
    Some((answer.best()?, answer.lines.first()?.score))
}

/// A record after some random plies, of a game that is not over.
pub(super) fn random_opening<G: Evaluate>(game: &G, rng: &mut Rng) -> Record<G> {
    let mut moves = Vec::new();
    loop {
        let mut record = Record::new(game.clone(), game.start());
        for _ in 0..RANDOM.start() + rng.below(RANDOM.end() - RANDOM.start() + 1) {
            moves.clear();
            game.moves(record.position(), &mut moves);
            if moves.is_empty() {
                break;
            }
            record.play(moves[rng.below(moves.len() as u64) as usize]);
        }
        if record.ending().is_none() {
            return record;
        }
    }
}

/// Plays a game and adds its positions that can be judged without a search.
fn play<G: Evaluate>(game: &G, nodes: u64, table: &TranspositionTable, rng: &mut Rng, out: &mut Vec<Sample>) {
    let mut record = random_opening(game, rng);
    let (held_out, uneven) = (rng.below(HELD_OUT) == 0, rng.below(UNEVEN) == 0);
    let (first, mut moves) = (out.len(), Vec::new());
    let mut sides = Vec::new();
    let (mut winner, mut beyond) = (None, 0);
    table.new_game();
    for ply in 0..LONGEST {
        if let Some(ending) = record.ending() {
            winner = ending.winner;
            break;
        }
        let Some((mut best, score)) = think(&record, table, nodes) else { break };
        let (position, side) = (record.position(), game.side(record.position()));
        if ply == 0 && !uneven && score.abs() > DECIDED {
            return;
        }
        beyond = if score.abs() > RESIGN.0 { beyond + 1 } else { 0 };
        if beyond >= RESIGN.1 {
            winner = Some(if score > 0 { side } else { side.other() });
            break;
        }
        moves.clear();
        let quiet = game.leaf_kind(position, &mut moves) == Leaf::Quiet && game.gain(position, best) == 0;
        if quiet && !is_proven(score) {
            let sample = Sample { position: game.pack(position), score: score as i16, result: 1, held_out };
            out.push(sample);
            sides.push(side);
        }
        // A move by chance now and then in an uneven game's first plies.
        if uneven && ply < 12 && rng.below(6) == 0 {
            moves.clear();
            game.moves(position, &mut moves);
            best = moves[rng.below(moves.len() as u64) as usize];
        }
        record.play(best);
    }
    for (sample, side) in out[first..].iter_mut().zip(sides) {
        sample.result = points(winner, side);
    }
}

/// The half points of a side.
fn points(winner: Option<Side>, side: Side) -> u8 {
    match winner {
        None => 1,
        Some(winner) => 2 * u8::from(winner == side),
    }
}
