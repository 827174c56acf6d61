//! The whole game on nine points: a few ten thousand positions, solved by the game's own generator.
//!
//! Positions are the same whoever is to move. A pass decides those that are decided in so many plies by those decided in
//! one ply less, until a pass decides none; what is left is drawn.

use crate::games::morris::Morris;
use crate::games::morris::position::Position;
use crate::games::morris::rules::Rules;
use crate::games::{Game, Side};
use crate::tables::Wdl;
use crate::tables::cell::DRAW;
use crate::tables::lookup::{Progress, TableProbe, TableValue};
use std::ops::Range;

/// The ways to have own stones, others and none on nine points.
const BOARDS: u32 = 3u32.pow(9);
/// One more than the stones that a side can have in hand.
const HANDS: u32 = 5;

/// The plies to the end of every position, as [`crate::tables::cell`] has them.
pub struct NinePoints(Vec<u8>);

impl NinePoints {
    /// Solves a game in which turns alternate; `None` if `going` says to stop.
    pub fn solve(rules: &Rules, going: &(dyn Fn() -> bool + Sync)) -> Option<NinePoints> {
        let game = Morris::<true>::new(*rules);
        let mut codes = vec![DRAW; (BOARDS * HANDS * HANDS) as usize];
        let mut open: Vec<(usize, Range<usize>)> = Vec::new();
        let (mut successors, mut moves) = (Vec::new(), Vec::new());
        for position in (0..codes.len()).filter_map(|slot| position(rules, slot as u32)) {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                codes[slot(&position)] = u8::from(game.finish(&position).winner == Some(position.side));
            } else {
                let first = successors.len();
                successors.extend(moves.iter().map(|&mv| slot(&game.play(&position, mv))));
                open.push((slot(&position), first..successors.len()));
            }
        }
        for depth in 1..DRAW {
            let mut decided = Vec::new();
            open.retain(|(slot, moves)| {
                let after = || successors[moves.clone()].iter().map(|&next| codes[next]);
                let found = match depth % 2 {
                    1 => after().any(|code| code == depth - 1),
                    _ => after().all(|code| code % 2 == 1 && code < depth),
                };
                decided.extend(found.then_some(*slot));
                !found
            });
            if !going() {
                return None;
            }
            if decided.is_empty() {
                break;
            }
            decided.into_iter().for_each(|slot| codes[slot] = depth);
        }
        Some(NinePoints(codes))
    }
}

impl TableProbe<Position> for NinePoints {
    fn most_pieces(&self) -> u32 {
        9
    }

    fn look_up(&self, position: &Position) -> Option<TableValue> {
        let code = *self.0.get(slot(position))?;
        let wdl = match code {
            DRAW => return Some(TableValue::DRAW),
            code if code % 2 == 1 => Wdl::Win,
            _ => Wdl::Loss,
        };
        Some(TableValue { wdl, progress: Progress::AtMost(code.into()), end: Some(code.into()), sure: u32::MAX })
    }

    fn same_table(&self, _: &Position, _: &Position) -> bool {
        true
    }

    fn read(&self, position: &Position) -> Option<TableValue> {
        self.look_up(position)
    }
}

/// The slot of a position: its hands, and its stones as a number to base three.
fn slot(position: &Position) -> usize {
    let digit = |point: u32| (position.own >> point & 1) + 2 * (position.their >> point & 1);
    let board = (0..9).rev().fold(0, |number, nth| 3 * number + digit(8 * (nth / 3) + nth % 3));
    let hands = u32::from(position.own_hand) * HANDS + u32::from(position.their_hand);
    (hands * BOARDS + board) as usize
}

/// The position of a slot, with White to move; `None` if a side has more stones than the game.
fn position(rules: &Rules, slot: u32) -> Option<Position> {
    let (hands, mut board) = (slot / BOARDS, slot % BOARDS);
    let mut stones = [0; 2];
    for nth in 0..9 {
        let digit = board % 3;
        board /= 3;
        if let Some(side) = digit.checked_sub(1) {
            stones[side as usize] |= 1 << (8 * (nth / 3) + nth % 3);
        }
    }
    let position = Position::new(stones, [(hands / HANDS) as u8, (hands % HANDS) as u8], Side::White, 0);
    (position.own_left().max(position.their_left()) <= rules.men.into()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::morris::named::rules;

    #[test]
    fn a_slot_is_that_of_its_position() {
        let game = rules("three-mens-morris");
        let all: Vec<u32> = (0..BOARDS * HANDS * HANDS).filter(|&slot| position(&game, slot).is_some()).collect();
        assert!(
            all.iter().all(|&number| position(&game, number).map(|position| slot(&position)) == Some(number as usize))
        );
        // Three stones on each side, all on the board: 84 times 20.
        assert_eq!(
            all.iter()
                .filter_map(|&slot| position(&game, slot))
                .filter(|p| p.own.count_ones() + p.their.count_ones() == 6)
                .count(),
            1680
        );
    }
}
