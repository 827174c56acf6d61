//! Positions as the program Sanmill writes them, for import only.
//!
//! `O@******/********/******** w p p 1 8 1 8 0 0 …`: the rings from the innermost, each clockwise from the top
//! middle; the side to move, the phase and the action; then for White and Black the stones on the board and in hand,
//! and the stones each has still to take. What follows (counters, marks) says nothing that a position of ours holds.

use super::board::POINTS;
use super::notation::{Parts, parse_number, parse_side};
use super::rules::Board;
use crate::games::Side;
use crate::games::notation::PositionError;

const EXPECTED: &str = "a form like `O@******/********/******** w p p 1 8 1 8 0 0`";

/// Whether the text is meant to be in this form.
pub(super) fn looks_like(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|board| board.contains('/'))
}

/// Reads a position.
pub(super) fn parse(on: Board, text: &str) -> Result<Parts, PositionError> {
    if on.points() != POINTS {
        let points = on.points().count_ones();
        return Err(PositionError::illegal(format!(
            "this form has three rings of eight points, but the board has {points}"
        )));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, side, _phase, action, _, white_hand, _, black_hand, ..] = fields.as_slice() else {
        return Err(PositionError::syntax(text, format!("{} parts", fields.len()), EXPECTED));
    };
    if action == "r" {
        // Here the taking belongs to the move, so there is no position between the two.
        return Err(PositionError::illegal("a stone is still to be taken; give the position before or after the move"));
    }
    let rings: Vec<Vec<char>> = board.split('/').map(|ring| ring.chars().collect()).collect();
    if rings.len() != 3 || rings.iter().any(|ring| ring.len() != 8) {
        return Err(PositionError::syntax(board, "there are not three rings of eight points", EXPECTED));
    }
    let mut stones = [0; 2];
    for (ring, letters) in (0..3).rev().zip(&rings) {
        for (index, letter) in (0..).zip(letters) {
            let bit = 8 * ring + (index + 1) % 8;
            match letter {
                'O' => stones[Side::White as usize] |= 1u32 << bit,
                '@' => stones[Side::Black as usize] |= 1u32 << bit,
                '*' => {}
                _ => return Err(PositionError::syntax(board, format!("`{letter}` is not a stone"), EXPECTED)),
            }
        }
    }
    let hand = |text| parse_number(text, "the stones in hand");
    Ok(Parts { side: parse_side(side)?, stones, hands: [hand(white_hand)?, hand(black_hand)?], quiet: 0 })
}
