//! Checking files: the checksums, what they were made from, the counts, and the forward pass.

use super::build::{cells, slice};
use super::forward::{expected, position};
use super::space::Space;
use super::unit::census;
use crate::games::Game;
use crate::games::morris::position::{Move, Position};
use crate::games::morris::rules::FEWEST;
use crate::tables::cell::Metric;
use crate::tables::check::{CheckError, check_counts, check_sources, check_winners, wrong_value};
use crate::tables::file::{Encoding, FileError, TableFile};
use crate::tables::store::Store;

/// The cells that the forward pass looks up: a unit, and those that its captures lead to.
struct Neighbours(Vec<(Space, Vec<Vec<u8>>)>);

impl Neighbours {
    fn code(&self, position: &Position) -> Option<u8> {
        let (own, their) = (position.own.count_ones(), position.their.count_ones());
        let (space, halves) =
            self.0.iter().find(|(space, _)| (space.a, space.b) == (own.max(their), own.min(their)))?;
        if own >= their {
            halves.first()?.get(space.slot(position.own, position.their)).copied()
        } else {
            halves.get(1)?.get(space.slot(position.their, position.own)).copied()
        }
    }
}

/// Checks the files of a unit: everything but the forward pass in full, and that for every `step`-th slot. Returns how
/// many positions were compared with the rules.
pub fn check<G>(game: &G, store: &Store, space: Space, step: usize) -> Result<u64, CheckError>
where
    G: Game<Position = Position, Move = Move>,
{
    let Space { board, a, b, .. } = space;
    let wdl = store.open(&slice(a, b), Encoding::Wdl)?;
    check_sources(store, &wdl)?;
    let who_wins = halves(store, &space, Encoding::Wdl)?;
    for (section, cells) in wdl.header().sections.iter().zip(&who_wins) {
        check_counts(&wdl, section, &census(&space, cells), space.positions())?;
    }
    let mut compared = 0;
    for (encoding, metric) in [(Encoding::Dtc, Metric::Conversion), (Encoding::Dtw, Metric::End)] {
        if !store.path(&slice(a, b), encoding).exists() {
            continue;
        }
        let file = store.open(&slice(a, b), encoding)?;
        check_sources(store, &file)?;
        let cells = halves(store, &space, encoding)?;
        for (section, cells) in file.header().sections.iter().zip(&cells) {
            check_counts(&file, section, &census(&space, cells), space.positions())?;
        }
        let source = if encoding == Encoding::Dtw { Encoding::Dtw } else { Encoding::Wdl };
        let mut neighbours = Neighbours(vec![(space, cells)]);
        for (a, b) in [(a, b - 1), (a - 1, b)] {
            let (a, b) = (a.max(b), a.min(b));
            if b >= FEWEST && !neighbours.0.iter().any(|(space, _)| (space.a, space.b) == (a, b)) {
                let space = Space::new(board, a, b);
                neighbours.0.push((space, halves(store, &space, source)?));
            }
        }
        compared += forward(game, &file, metric, &who_wins, &neighbours, step)?;
    }
    Ok(compared)
}

fn forward<G>(
    game: &G,
    file: &TableFile,
    metric: Metric,
    who_wins: &[Vec<u8>],
    neighbours: &Neighbours,
    step: usize,
) -> Result<u64, CheckError>
where
    G: Game<Position = Position, Move = Move>,
{
    let (mut moves, mut compared) = (Vec::new(), 0);
    let Some((space, cells)) = neighbours.0.first() else {
        return Ok(0);
    };
    for (half, (section, cells)) in file.header().sections.iter().zip(cells).enumerate() {
        check_winners(file, section, cells, &who_wins[half])?;
        for slot in (0..cells.len()).step_by(step.max(1)) {
            let (first, second) = space.sets(slot);
            let position = if half == 0 { position(first, second) } else { position(second, first) };
            let plain = expected(game, &position, metric, &mut moves, |next| neighbours.code(next));
            match plain {
                Some(plain) if plain == cells[slot] => compared += 1,
                Some(plain) => return Err(wrong_value(file, section, slot, cells[slot], plain)),
                None => {}
            }
        }
    }
    Ok(compared)
}

fn halves(store: &Store, space: &Space, encoding: Encoding) -> Result<Vec<Vec<u8>>, FileError> {
    (0..if space.a == space.b { 1 } else { 2 }).map(|half| cells(store, space, half == 1, encoding)).collect()
}
