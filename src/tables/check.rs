//! Checking files of any game: what they were made from, the counts, and that all of them name the same winners.

use super::cell::DRAW;
use super::census::Census;
use super::file::{FileError, Section, TableFile};
use super::store::Store;
use thiserror::Error;

/// Why files are wrong.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file was made from another file than the one that is there.
    #[error("{file}: made from another {slice} than the one in the folder")]
    OtherSource {
        /// The path of the table file.
        file: String,
        /// The slice it was made from.
        slice: String,
    },
    /// The counts are not those of the values.
    #[error("{file}: {section}: {counted} positions, but {expected}")]
    Counts {
        /// The path of the table file.
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
        /// The path of the table file.
        file: String,
        /// The side to move.
        section: String,
        /// The number of the position in its section.
        slot: usize,
        /// The code in the file.
        found: u8,
        /// The code by the rules.
        expected: u8,
    },
}

/// Compares what a file was made from with the files in the folder.
pub fn check_sources(store: &Store, file: &TableFile) -> Result<(), CheckError> {
    for source in &file.header().made_from {
        if store.source(&source.slice, file.header().encoding)? != *source {
            return Err(CheckError::OtherSource { file: file.name(), slice: source.slice.clone() });
        }
    }
    Ok(())
}

/// Compares what a file says it counts with what was counted, and with the number of positions there are.
pub fn check_counts(file: &TableFile, section: &Section, census: &Census, positions: u64) -> Result<(), CheckError> {
    let text = |[wins, losses, draws]: [u64; 3]| format!("{wins} won, {losses} lost, {draws} drawn");
    let counted = [census.wins, census.losses, census.draws];
    let expected = [section.wins, section.losses, section.draws];
    let wrong = |counted: String, expected: String| {
        Err(CheckError::Counts { file: file.name(), section: section.name.clone(), counted, expected })
    };
    if counted != expected {
        return wrong(text(counted), format!("the file says {}", text(expected)));
    }
    if census.positions() != positions {
        return wrong(census.positions().to_string(), format!("the board has {positions}"));
    }
    Ok(())
}

/// Compares the winners of a section by its distances with those of the `.wdl` file, in every slot.
pub fn check_winners(file: &TableFile, section: &Section, cells: &[u8], who_wins: &[u8]) -> Result<(), CheckError> {
    let value = |code: u8| if code == DRAW { DRAW } else { code % 2 };
    match cells.iter().zip(who_wins).position(|(&code, &wdl)| value(code) != value(wdl)) {
        Some(slot) => Err(wrong_value(file, section, slot, cells[slot], who_wins[slot])),
        None => Ok(()),
    }
}

/// A value that is not as it must be.
pub fn wrong_value(file: &TableFile, section: &Section, slot: usize, found: u8, expected: u8) -> CheckError {
    CheckError::Value { file: file.name(), section: section.name.clone(), slot, found, expected }
}
