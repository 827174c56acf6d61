//! Checking the files of the placing phase.

use super::placing::{LOST, Stage, WON};
use super::placing_build::{PlacingBuild, count};
use crate::games::morris::position::{Move, Position};
use crate::games::morris::rules::FEWEST;
use crate::games::{Game, Side};
use crate::tables::check::CheckError;

/// Checks the file of a stage: its checksum, what it was made from, its counts, and every `step`-th value against those
/// that its moves lead to. Returns how many positions were compared with the rules.
pub fn check_stage<G>(game: &G, placing: &PlacingBuild, stage: Stage, step: usize) -> Result<u64, CheckError>
where
    G: Game<Position = Position, Move = Move>,
{
    let file = placing.open(stage)?;
    let next = placing.next(stage);
    for (&next, known) in next.iter().zip(&file.header().made_from) {
        if placing.source(next)? != *known {
            return Err(CheckError::OtherSource { file: file.name(), slice: known.slice.clone() });
        }
    }
    let space = stage.space(placing.board());
    let mut tables = vec![(stage, placing.values(stage)?)];
    let Some(section) = file.header().sections.first() else {
        return Ok(0);
    };
    let counted = count(&space, &tables[0].1);
    let expected = [section.wins, section.losses, section.draws];
    if counted != expected || counted.iter().sum::<u64>() != space.positions() {
        let text = |[wins, losses, draws]: [u64; 3]| format!("{wins} won, {losses} lost, {draws} drawn");
        return Err(CheckError::Counts {
            file: file.name(),
            section: section.name.clone(),
            counted: text(counted),
            expected: format!("the file says {}, the board {}", text(expected), space.positions()),
        });
    }
    for next in next {
        tables.push((next, placing.values(next)?));
    }
    let value = |position: &Position| {
        let stage = Stage::of(position);
        let (_, table) = tables.iter().find(|(known, _)| *known == stage)?;
        let first = stage.own >= stage.their;
        let (one, other) = if first { (position.own, position.their) } else { (position.their, position.own) };
        table.get(stage.space(placing.board()).slot(one, other)).copied()
    };
    let (mut moves, mut compared) = (Vec::new(), 0);
    for slot in (0..space.slots()).step_by(step.max(1)) {
        let (one, other) = space.sets(slot);
        let stones = if stage.own >= stage.their { [one, other] } else { [other, one] };
        let position = Position::new(stones, [stage.own_hand as u8, stage.their_hand as u8], Side::White, 0);
        moves.clear();
        game.moves(&position, &mut moves);
        let worth = moves.iter().map(|&mv| {
            let next = game.play(&position, mv);
            match game.side(&next) {
                Side::White => value(&next),
                Side::Black if next.own_left() < FEWEST => Some(WON),
                Side::Black => value(&next).map(|value| WON - value),
            }
        });
        let best: Option<u8> = worth.into_iter().try_fold(LOST, |best, value| Some(best.max(value?)));
        let found = tables[0].1[slot];
        match best {
            Some(expected) if expected != found => {
                let section = section.name.clone();
                return Err(CheckError::Value { file: file.name(), section, slot, found, expected });
            }
            Some(_) => compared += 1,
            None => {}
        }
    }
    Ok(compared)
}
