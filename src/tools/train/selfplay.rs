//! Games of the engine against itself, from random openings.

use super::CHUNK;
use super::samples::{Chunk, Sample};
use crate::eval::{Evaluate, Leaf};
use crate::games::Side;
use crate::games::record::Record;
use crate::search::tt::TranspositionTable;
use crate::search::{Limits, SearchMemory, Settings, Signals, is_proven, search};
use crate::tables::lookup::TableProbe;
use crate::util::random::Rng;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A game is called a draw after so many plies.
const LONGEST: usize = 240;
/// The random plies that a game begins with.
const RANDOM: std::ops::RangeInclusive<u64> = 4..=15;
/// Of so many games one begins with a move less of thought: a random capture or any other, so that uneven positions are seen too.
const UNEVEN: u64 = 4;
/// An opening that is decided teaches nothing.
const DECIDED: i32 = 150;
/// A score that stays beyond this ends a game.
const RESIGN: (i32, u32) = (800, 6);
/// Pieces that only go to and fro teach nothing either: no samples after so many plies of it, and a draw after so many.
const AIMLESS: [usize; 2] = [12, 50];
/// Beside one in so many positions another is searched: where a move by chance leads.
const ASIDE: u64 = 2;
/// The moves that may follow that one until nothing is to be captured any more.
const ASIDE_PLIES: usize = 3;
/// Of so many games one is held out for testing.
const HELD_OUT: u64 = 16;
const TABLE_MB: usize = 2;

/// The samples of a numbered chunk of games, and of positions beside them if they are wanted; `None` if it was stopped.
pub(super) fn chunk<G: Evaluate>(
    game: &G,
    tables: Option<&dyn TableProbe<G::Position>>,
    nodes: u64,
    with_aside: bool,
    seed: u64,
    number: usize,
    stop: &AtomicBool,
) -> Option<Chunk> {
    let tt = TranspositionTable::new(TABLE_MB);
    let memory = SearchMemory { tt: &tt, tables };
    let mut chunk = Chunk::default();
    for at in 0..CHUNK {
        if stop.load(Relaxed) {
            return None;
        }
        let mut rng = Rng::stream(seed, (number * CHUNK + at) as u64);
        play(game, nodes, with_aside, memory, &mut rng, &mut chunk.samples);
    }
    Some(chunk)
}

/// The best move of a position and its score.
pub(super) fn think<'a, G: Evaluate>(
    record: &Record<G>,
    memory: impl Into<SearchMemory<'a, G::Position>>,
    nodes: u64,
) -> Option<(G::Move, i32)>
where
    G::Position: 'a,
{
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = search(record, memory, &limits, &Settings::default(), &Signals::default(), None, &mut |_| {});
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

/// Plays a game and adds its positions that can be judged without a search, and some beside it.
fn play<G: Evaluate>(
    game: &G,
    nodes: u64,
    with_aside: bool,
    memory: SearchMemory<'_, G::Position>,
    rng: &mut Rng,
    out: &mut Vec<Sample>,
) {
    let mut record = random_opening(game, rng);
    let (held_out, uneven) = (rng.below(HELD_OUT) == 0, rng.below(UNEVEN) == 0);
    let mut moves = Vec::new();
    // Samples that wait for the game's result, with the side to move.
    let mut played: Vec<(Sample, Side)> = Vec::new();
    let (mut winner, mut beyond) = (None, 0);
    memory.tt.new_game();
    for ply in 0..LONGEST {
        if let Some(ending) = record.ending() {
            winner = ending.winner;
            break;
        }
        let Some((mut best, score)) = think(&record, memory, nodes) else { break };
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
        let aimless = game.reversible_plies(position);
        if aimless >= AIMLESS[1] {
            break;
        }
        let quiet = aimless < AIMLESS[0]
            && game.leaf_kind(position, &mut moves) == Leaf::Quiet
            && game.gain(position, best) == 0;
        if quiet && !is_proven(score) {
            let position = game.pack(position);
            played.push((Sample { position, score: score as i16, result: None, held_out }, side));
        }
        if with_aside
            && quiet
            && rng.below(ASIDE) == 0
            && let Some((position, score)) = aside(&record, best, memory, nodes, rng)
        {
            out.push(Sample { position, score: score as i16, result: None, held_out });
        }
        // A move by chance now and then in an uneven game's first plies.
        if uneven && ply < 12 && rng.below(6) == 0 {
            moves.clear();
            game.moves(position, &mut moves);
            best = moves[rng.below(moves.len() as u64) as usize];
        }
        record.play(best);
    }
    out.extend(played.into_iter().map(|(sample, side)| Sample { result: Some(points(winner, side)), ..sample }));
}

/// A quiet position that another move than the best leads to, and its score: a search sees many that good play does not reach.
fn aside<G: Evaluate>(
    record: &Record<G>,
    best: G::Move,
    memory: SearchMemory<'_, G::Position>,
    nodes: u64,
    rng: &mut Rng,
) -> Option<([u64; 3], i32)> {
    let (game, mut record, mut moves) = (record.game(), record.clone(), Vec::new());
    game.moves(record.position(), &mut moves);
    moves.retain(|mv| *mv != best);
    if moves.is_empty() {
        return None;
    }
    record.play(moves[rng.below(moves.len() as u64) as usize]);
    for _ in 0..ASIDE_PLIES {
        if record.ending().is_some() {
            return None;
        }
        let position = record.position().clone();
        moves.clear();
        let is_quiet = game.leaf_kind(&position, &mut moves) == Leaf::Quiet;
        let (best, score) = think(&record, memory, if is_quiet { nodes } else { nodes / 8 })?;
        if is_quiet && game.gain(&position, best) == 0 {
            return (!is_proven(score)).then(|| (game.pack(&position), score));
        }
        record.play(best);
    }
    None
}

/// Nodes a move of the games that tell what scores say of results: the same for every game, whatever it was trained with.
pub(super) const CHANCES_NODES: u64 = 1000;

/// The half points of a side.
fn points(winner: Option<Side>, side: Side) -> u8 {
    match winner {
        None => 1,
        Some(winner) => 2 * u8::from(winner == side),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::catalog::Variant;
    use crate::with_game;

    /// How many positions of new games the search calls a win with 60 to 80 %, the mean of what it says, and how many are won.
    fn called_seventy<G: Evaluate>(game: &G) -> (usize, f64, f64) {
        let chances = game.model().chances;
        let samples = (0..2).flat_map(|number| {
            chunk(game, None, CHANCES_NODES, false, 0xC0FFEE, number, &AtomicBool::new(false))
                .expect("not stopped")
                .samples
        });
        let played = samples.filter_map(|sample| Some((i32::from(sample.score), sample.result?)));
        let called = played.map(|(score, result)| (chances.win_draw_loss(score)[0], result == 2));
        let called: Vec<(u32, bool)> = called.filter(|(win, _)| (600..=800).contains(win)).collect();
        let count = called.len() as f64;
        let said = called.iter().map(|(win, _)| f64::from(*win)).sum::<f64>() / count / 10.0;
        let won = called.iter().filter(|(_, won)| *won).count() as f64 * 100.0 / count;
        (called.len(), said, won)
    }

    #[test]
    fn of_positions_called_seventy_percent_about_seventy_are_won() {
        for name in ["english", "russian", "international", "nine-mens-morris"] {
            let variant: Variant = name.parse().expect("a named game");
            let (count, said, won) = with_game!(*variant.rules(), game => called_seventy(&game));
            assert!(
                count > 200 && (said - won).abs() < 12.0,
                "{name}: {count} positions, {said:.1} % said, {won:.1} % won"
            );
        }
    }
}
