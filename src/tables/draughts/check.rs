//! Checking files: the checksums, what they were made from, the counts, and the forward pass.

use super::build::exits;
use super::endgame_rules::EndgameRules;
use super::index::{Cursor, SliceIndex};
use super::material::Pair;
use super::probe::DraughtsTables;
use super::solve::census;
use crate::games::Game;
use crate::games::draughts::position::{Move, Position};
use crate::tables::cell::{DRAW, Metric};
use crate::tables::check::{CheckError, check_counts, check_sources, check_winners, wrong_value};
use crate::tables::file::{Encoding, FileError, TableFile};
use crate::tables::store::Store;
use crate::tables::values::{Loaded, Values};
use crate::tables::verify::expected;
use rayon::prelude::*;

/// The code of a position by those of its successors, which `tables` must have, or `None` where one is missing.
pub fn by_moves<G>(
    game: &G,
    tables: &DraughtsTables,
    position: &Position,
    metric: Metric,
    moves: &mut Vec<Move>,
) -> Option<u8>
where
    G: Game<Position = Position, Move = Move>,
{
    let converts = |mv: Move| mv.is_capture() || mv.crowns();
    expected(game, position, metric, moves, converts, |next| {
        // What no table holds: a side without pieces, or a king where the first one wins.
        if next.own == 0 || next.kings != 0 && !tables.rules().has_kings() {
            return Some(u8::from(game.finish(next).winner == Some(game.side(next))));
        }
        tables.code(next)
    })
}

/// Checks the files of a pair: everything but the forward pass in full, and that for every `step`-th slot. Returns how
/// many positions were compared with the rules.
pub fn check<G>(game: &G, rules: &EndgameRules, store: &Store, pair: Pair, step: usize) -> Result<u64, CheckError>
where
    G: Game<Position = Position, Move = Move>,
{
    let slice = pair.to_string();
    let indices: Vec<SliceIndex> =
        pair.movers().into_iter().map(|(own, their)| SliceIndex::new(rules.board(), own, their)).collect();
    let cells = |encoding| -> Result<Vec<Vec<u8>>, FileError> {
        let sections = indices.iter().enumerate();
        sections.map(|(section, index)| store.cells(&slice, section, index.slots(), encoding)).collect()
    };
    let check_file = |encoding, cells: &[Vec<u8>]| -> Result<TableFile, CheckError> {
        let file = store.open(&slice, encoding)?;
        check_sources(store, &file)?;
        for ((section, index), cells) in file.header().sections.iter().zip(&indices).zip(cells) {
            check_counts(&file, section, &census(index, cells), index.positions())?;
        }
        Ok(file)
    };
    let who_wins = cells(Encoding::Wdl)?;
    check_file(Encoding::Wdl, &who_wins)?;
    let mut compared = 0;
    for (encoding, metric) in [(Encoding::Dtc, Metric::Conversion), (Encoding::Dtw, Metric::End)] {
        if !store.path(&slice, encoding).exists() {
            continue;
        }
        let distances = cells(encoding)?;
        let file = check_file(encoding, &distances)?;
        for ((section, cells), winners) in file.header().sections.iter().zip(&distances).zip(&who_wins) {
            check_winners(&file, section, cells, winners)?;
        }
        let mut tables = exits(rules, store, pair, metric)?;
        tables.add(pair, Loaded::new(distances.into_iter().map(Values::Cells).collect()));
        for (section, &index) in file.header().sections.iter().zip(&indices) {
            let parts = (0..index.slots()).into_par_iter().step_by(step.max(1));
            let compare = |(cursor, moves): &mut (Cursor, Vec<Move>), slot| {
                let Some(position) = cursor.seek(slot).map(|pieces| pieces.position()) else { return Ok(0) };
                let found = tables.code(&position).unwrap_or(DRAW);
                match by_moves(game, &tables, &position, metric, moves) {
                    Some(plain) if plain == found => Ok(1),
                    Some(plain) => Err(wrong_value(&file, section, slot, found, plain)),
                    None => Ok(0),
                }
            };
            compared += parts
                .map_init(|| (Cursor::new(index), Vec::new()), compare)
                .try_reduce(|| 0, |one, other| Ok(one + other))?;
        }
    }
    Ok(compared)
}
