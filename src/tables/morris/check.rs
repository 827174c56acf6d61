//! Checking files: the checksums, what they were made from, the counts, and the forward pass.

use super::cell::{DRAW, Metric};
use super::space::Space;
use super::store::Store;
use super::unit::Census;
use super::verify::{expected, position};
use crate::games::Game;
use crate::games::morris::position::{Move, Position};
use crate::games::morris::rules::FEWEST;
use crate::tables::file::{Encoding, FileError, Section, TableFile};
use thiserror::Error;

/// Why a unit's files are wrong.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file was made from another file than the one that is there.
    #[error("{file}: made from another {slice} than the one in the folder")]
    OtherSource {
        /// The file.
        file: String,
        /// The slice it was made from.
        slice: String,
    },
    /// The counts are not those of the values.
    #[error("{file}: {section}: {counted} positions, but {expected}")]
    Counts {
        /// The file.
        file: String,
        /// The side to move.
        section: String,
        /// What was counted.
        counted: String,
        /// What the file says.
        expected: String,
    },
    /// A value does not follow from its successors.
    #[error("{file}: slot {slot} of {section} holds {found}, but its moves make it {expected}")]
    Value {
        /// The file.
        file: String,
        /// The side to move.
        section: String,
        /// The slot.
        slot: usize,
        /// The code in the file.
        found: u8,
        /// The code by the rules.
        expected: u8,
    },
}

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
pub fn check<G>(game: &G, store: &Store, a: u32, b: u32, step: usize) -> Result<u64, CheckError>
where
    G: Game<Position = Position, Move = Move>,
{
    let space = Space::new(a, b);
    let wdl = store.open(a, b, Encoding::Wdl)?;
    check_sources(store, &wdl)?;
    let who_wins = halves(store, a, b, Encoding::Wdl)?;
    for (section, cells) in wdl.header().sections.iter().zip(&who_wins) {
        check_counts(&wdl, section, &space, cells)?;
    }
    let mut compared = 0;
    for (encoding, metric) in [(Encoding::Dtc, Metric::Conversion), (Encoding::Dtw, Metric::End)] {
        if !store.path(a, b, encoding).exists() {
            continue;
        }
        let file = store.open(a, b, encoding)?;
        check_sources(store, &file)?;
        let cells = halves(store, a, b, encoding)?;
        for (section, cells) in file.header().sections.iter().zip(&cells) {
            check_counts(&file, section, &space, cells)?;
        }
        let source = if encoding == Encoding::Dtw { Encoding::Dtw } else { Encoding::Wdl };
        let mut neighbours = Neighbours(vec![(space, cells)]);
        for (a, b) in [(a, b - 1), (a - 1, b)] {
            let (a, b) = (a.max(b), a.min(b));
            if b >= FEWEST && !neighbours.0.iter().any(|(space, _)| (space.a, space.b) == (a, b)) {
                neighbours.0.push((Space::new(a, b), halves(store, a, b, source)?));
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
        let wrong = |slot, found, expected| CheckError::Value {
            file: file.name(),
            section: section.name.clone(),
            slot,
            found,
            expected,
        };
        // The same winner in both files, in every slot.
        let value = |code: u8| if code == DRAW { DRAW } else { code % 2 };
        let differs = cells.iter().zip(&who_wins[half]).position(|(&code, &wdl)| value(code) != value(wdl));
        if let Some(slot) = differs {
            return Err(wrong(slot, cells[slot], who_wins[half][slot]));
        }
        for slot in (0..cells.len()).step_by(step.max(1)) {
            let (first, second) = space.sets(slot);
            let position = if half == 0 { position(first, second) } else { position(second, first) };
            let plain = expected(game, &position, metric, &mut moves, |next| neighbours.code(next));
            match plain {
                Some(plain) if plain == cells[slot] => compared += 1,
                Some(plain) => return Err(wrong(slot, cells[slot], plain)),
                None => {}
            }
        }
    }
    Ok(compared)
}

fn halves(store: &Store, a: u32, b: u32, encoding: Encoding) -> Result<Vec<Vec<u8>>, FileError> {
    (0..if a == b { 1 } else { 2 }).map(|half| store.cells(a, b, half == 1, encoding)).collect()
}

fn check_sources(store: &Store, file: &TableFile) -> Result<(), CheckError> {
    for source in &file.header().made_from {
        let other = || CheckError::OtherSource { file: file.name(), slice: source.slice.clone() };
        let sizes: Vec<u32> = source.slice.split('-').filter_map(|size| size.parse().ok()).collect();
        let &[a, b] = sizes.as_slice() else {
            return Err(other());
        };
        if store.source(a, b, file.header().encoding)? != *source {
            return Err(other());
        }
    }
    Ok(())
}

fn check_counts(file: &TableFile, section: &Section, space: &Space, cells: &[u8]) -> Result<(), CheckError> {
    let census = Census::new(space, cells);
    let text = |[wins, losses, draws]: [u64; 3]| format!("{wins} won, {losses} lost, {draws} drawn");
    let counted = [census.wins, census.losses, census.draws];
    let expected = [section.wins, section.losses, section.draws];
    let wrong = |counted: String, expected: String| {
        Err(CheckError::Counts { file: file.name(), section: section.name.clone(), counted, expected })
    };
    if counted != expected {
        return wrong(text(counted), format!("the file says {}", text(expected)));
    }
    if census.positions() != space.positions() {
        return wrong(census.positions().to_string(), format!("the board has {}", space.positions()));
    }
    Ok(())
}
