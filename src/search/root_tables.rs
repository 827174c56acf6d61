//! Roots that are in endgame tables: the moves are compared by what tables say of the positions they lead to, so that a won
//! game is won and a lost one lasts as long as it can.
//!
//! A move's value is a score: a win with its distance to the end where that comes before a draw by rule, else a win with its distance to
//! the next capture. Playing by the first as soon as there is one, and by the second before, a side that wins gets nearer to a
//! capture or to the end with each move.

use super::worker::SharedState;
use super::{Limits, SearchContext, SearchResult};
use crate::eval::Evaluate;
use crate::eval::score::{DRAW, Distance, MAX_PLY, TABLE_WIN, from_tt, is_decided, is_proven};
use crate::games::record::Record;
use crate::tables::Wdl;
use crate::tables::lookup::{TableProbe, TableValue};
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

/// The most values to read for the rest of a line, which take a fraction of a millisecond each if they are in files.
const MOST_READS: usize = 200;

/// The value of a move by tables.
#[derive(Clone, Copy)]
struct MoveValue<M> {
    mv: M,
    score: i32,
    /// The score before a capture was told from other moves: of two captures, the one after which less is left to do is better.
    rest: i32,
    /// Whether moves with the same result can be told apart.
    exact: bool,
}

/// What tables say of the root moves, the best first; empty if they do not hold the root.
pub(super) struct RootValues<M>(Vec<MoveValue<M>>);

impl<M: Copy + Eq> RootValues<M> {
    /// Looks up the moves to search at the root.
    pub fn probe<G: Evaluate<Move = M>>(
        record: &Record<G>,
        limits: &Limits<M>,
        shared: &SharedState<'_, G::Position>,
    ) -> RootValues<M> {
        let values = shared.tables.and_then(|tables| root_values(record, limits, tables, shared.stop));
        let mut values = values.unwrap_or_default();
        values.sort_by_key(|value| Reverse((value.score, value.rest)));
        shared.nodes.0.fetch_add(values.len() as u64, Relaxed);
        shared.tbhits.fetch_add(values.len() as u64, Relaxed);
        RootValues(values)
    }

    /// Whether a move is as good as any.
    pub fn allow(&self, mv: M) -> bool {
        self.0.first().is_none_or(|best| self.score(mv) == Some(best.score))
    }

    /// The score of a move.
    pub fn score(&self, mv: M) -> Option<i32> {
        self.0.iter().find(|value| value.mv == mv).map(|value| value.score)
    }
}

impl<G: Evaluate> SearchContext<'_, G> {
    /// The result where tables leave nothing to search: lines as far as tables know them. Moves that are worth the same and
    /// cannot be told apart are searched.
    pub(super) fn result_by_tables(&self) -> Option<SearchResult<G::Move>> {
        let values = &self.root_values.0;
        let best = values.first()?;
        if self.settings.lines == 1 && (best.score == DRAW || !best.exact) {
            return None;
        }
        let told = |line: &dyn Fn(G::Move) -> Vec<G::Move>| {
            let lines = values.iter().take(self.settings.lines).enumerate().map(|(place, value)| {
                let line = line(value.mv);
                self.info(1, line.len(), place + 1, value.score, line)
            });
            let result = SearchResult { lines: lines.collect() };
            self.report(&result);
            result
        };
        // The moves at once: the rest of a line may be in files, and time may be short.
        told(&|mv| vec![mv]);
        Some(told(&|mv| self.table_line(mv)))
    }

    /// A move and the best play after it.
    fn table_line(&self, first: G::Move) -> Vec<G::Move> {
        let (game, mut line) = (self.record.game(), vec![first]);
        let mut position = game.play(self.record.position(), first);
        let (mut moves, mut reads) = (Vec::new(), 0);
        while let Some(tables) = self.shared.tables.filter(|_| line.len() < MAX_PLY && reads < MOST_READS) {
            moves.clear();
            game.moves(&position, &mut moves);
            let values = moves.iter().map(|&mv| move_value(game, tables, &position, mv, &mut reads));
            let Some(values) = values.collect::<Option<Vec<_>>>() else { break };
            let best = values.iter().rev().max_by_key(|value| (value.score, value.rest));
            let Some(best) = best.filter(|best| best.score != DRAW) else { break };
            line.push(best.mv);
            position = game.play(&position, best.mv);
        }
        line
    }
}

/// The values of the root moves; `None` if tables do not have all of them, or the search is to stop.
fn root_values<G: Evaluate>(
    record: &Record<G>,
    limits: &Limits<G::Move>,
    tables: &dyn TableProbe<G::Position>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<MoveValue<G::Move>>> {
    let (game, position) = (record.game(), record.position());
    tables.read(position)?;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.retain(|mv| limits.moves.is_empty() || limits.moves.contains(mv));
    let twice = twice(record);
    let value = |mv: G::Move| {
        let value = (!stop()).then(|| move_value(game, tables, position, mv, &mut 0))??;
        Some(if repeats(game, position, &value, &twice) { MoveValue { score: DRAW, ..value } } else { value })
    };
    moves.into_iter().map(value).collect()
}

/// The positions that have stood twice and can come again.
fn twice<G: Evaluate>(record: &Record<G>) -> Vec<&G::Position> {
    let past = record.positions();
    let back = record.game().reversible_plies(record.position()) + 1;
    let past = &past[past.len().saturating_sub(back)..];
    let again = |(at, position): (usize, &'_ G::Position)| past[..at].contains(position);
    past.iter().enumerate().filter(|&place| again(place)).map(|(_, position)| position).collect()
}

/// Whether a move brings a position for the third time, or lets a side that would lose do so.
fn repeats<G: Evaluate>(game: &G, position: &G::Position, value: &MoveValue<G::Move>, twice: &[&G::Position]) -> bool {
    if twice.is_empty() {
        return false;
    }
    let next = game.play(position, value.mv);
    let mut replies = Vec::new();
    if value.score > DRAW && game.side(&next) != game.side(position) {
        game.moves(&next, &mut replies);
    }
    twice.contains(&&next) || replies.into_iter().any(|reply| twice.contains(&&game.play(&next, reply)))
}

/// The value of a move for the side that makes it; adds to `reads` what was not in memory.
fn move_value<G: Evaluate>(
    game: &G,
    tables: &dyn TableProbe<G::Position>,
    position: &G::Position,
    mv: G::Move,
    reads: &mut usize,
) -> Option<MoveValue<G::Move>> {
    let next = game.play(position, mv);
    let value = if game.is_finished(&next, &mut Vec::new()) {
        match game.finish(&next).winner {
            Some(winner) => TableValue::finished(winner == game.side(&next)),
            None => TableValue::DRAW,
        }
    } else if game.draw(&next).is_some() {
        TableValue::DRAW
    } else {
        let known = |value: &TableValue| value.wdl == Wdl::Draw || value.end.is_some();
        match tables.look_up(&next).filter(known) {
            Some(value) => value,
            None => {
                *reads += 1;
                tables.read(&next)?
            }
        }
    };
    let [first, second] = game.plies_to_draw(&next);
    let score = value.score(first.min(second)) as i16;
    let rest = if game.side(&next) == game.side(position) {
        from_tt(score, Distance { win: 2, loss: 0 })
    } else {
        -from_tt(score, Distance { win: 1, loss: 1 })
    };
    // What is counted is the plies to a capture, and this may be one.
    let counts_to_capture = rest > DRAW && is_decided(rest) && !is_proven(rest);
    let score = if counts_to_capture && !tables.same_table(position, &next) { TABLE_WIN - 1 } else { rest };
    Some(MoveValue { mv, score, rest, exact: value.wdl == Wdl::Draw || value.has_distance() })
}
