//! Checking the files of stages with stones in hand.

use super::forward::{expected, expected_winner};
use super::placing::Stage;
use super::placing_build::PlacingBuild;
use super::unit::census;
use crate::games::Game;
use crate::games::morris::position::{Move, Position};
use crate::tables::cell::Metric;
use crate::tables::check::{CheckError, check_counts, check_winners, wrong_value};
use crate::tables::file::{Encoding, TableFile};

/// Checks the files of a stage: checksums, what they were made from, counts, and every `step`-th value against those
/// that its moves lead to. Returns how many positions were compared with the rules.
pub fn check_stage<G>(game: &G, placing: &PlacingBuild, stage: Stage, step: usize) -> Result<u64, CheckError>
where
    G: Game<Position = Position, Move = Move>,
{
    let space = stage.space(placing.board());
    let check_file = |file: &TableFile, cells: &[u8]| -> Result<(), CheckError> {
        for (&next, known) in placing.made_from(stage).iter().zip(&file.header().made_from) {
            if placing.is_there(next) && placing.source(next)? != *known {
                return Err(CheckError::OtherSource { file: file.name(), slice: known.slice.clone() });
            }
        }
        let sections = file.header().sections.iter();
        sections.take(1).try_for_each(|section| check_counts(file, section, &census(&space, cells), space.positions()))
    };
    let mut file = placing.open(stage, Encoding::Wdl)?;
    let mut cells = placing.codes(stage)?;
    check_file(&file, &cells)?;
    let mut tables = Vec::new();
    // Where sides can go round in circles, who wins says nothing without distances that become shorter.
    let counted = placing.is_mixed() && placing.open(stage, Encoding::Dtc).is_ok();
    if counted {
        file = placing.open(stage, Encoding::Dtc)?;
        let plies = placing.plies(stage)?;
        check_file(&file, &plies)?;
        if let Some(section) = file.header().sections.first() {
            check_winners(&file, section, &plies, &cells)?;
        }
        cells = plies;
        tables.push((stage.passed(), placing.plies(stage.passed())?));
    } else if placing.is_mixed() {
        tables.push((stage.passed(), placing.codes(stage.passed())?));
    }
    tables.push((stage, cells));
    // A compact build leaves some out; what leads there is not compared.
    for next in placing.made_from(stage).into_iter().filter(|&next| placing.is_there(next)) {
        tables.push((next, placing.codes(next)?));
    }
    let code = |position: &Position| {
        let stage = Stage::of(position);
        let (_, table) = tables.iter().find(|(known, _)| *known == stage)?;
        let first = stage.own >= stage.their;
        let (one, other) = if first { (position.own, position.their) } else { (position.their, position.own) };
        table.get(stage.space(placing.board()).slot(one, other)).copied()
    };
    let (mut moves, mut compared) = (Vec::new(), 0);
    let Some(section) = file.header().sections.first() else {
        return Ok(0);
    };
    for slot in (0..space.slots()).step_by(step.max(1)) {
        let position = stage.position(placing.board(), slot);
        let plain = if counted {
            expected(game, &position, Metric::Conversion, &mut moves, code)
        } else {
            expected_winner(game, &position, &mut moves, code)
        };
        match code(&position).zip(plain) {
            Some((found, plain)) if found != plain => return Err(wrong_value(&file, section, slot, found, plain)),
            Some(_) => compared += 1,
            None => {}
        }
    }
    Ok(compared)
}
