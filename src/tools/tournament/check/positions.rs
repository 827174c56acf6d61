//! Positions that engines are asked to search, made by this program's own rules.

use super::super::encode::MoveHistory;
use crate::engine::any_game::{AnyGame, AnyMove, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::util::random::Rng;

/// A position to search: as sent to the engine, and as a game to check the reply.
pub struct TestPosition {
    pub history: MoveHistory,
    pub game: Box<dyn AnyGame>,
}

impl TestPosition {
    /// The start position.
    pub fn start(variant: &Variant) -> TestPosition {
        let game = any_game(variant);
        let history = MoveHistory { start_fen: game.fen(), is_startpos: true, ..MoveHistory::default() };
        TestPosition { history, game }
    }

    /// The position after some moves, the same in every run.
    pub fn after(variant: &Variant, plies: usize) -> TestPosition {
        let mut position = TestPosition::start(variant);
        let mut rng = Rng::new(7);
        for _ in 0..plies {
            // The game must not end.
            let goes_on = |mv: &AnyMove| {
                let mut next = position.game.copy();
                next.play_move(*mv) && next.ending().is_none()
            };
            let moves: Vec<AnyMove> = position.game.legal_moves().into_iter().filter(goes_on).collect();
            let Some(mv) = moves.get(rng.below(moves.len() as u64) as usize) else { break };
            position.play(&position.game.move_text(*mv, Style::Usual));
        }
        position
    }

    /// A position without legal moves, reached by random moves; `None` if there is none in a few tries.
    pub fn without_moves(variant: &Variant) -> Option<TestPosition> {
        (1..40).find_map(|seed| {
            let (mut position, mut rng) = (TestPosition::start(variant), Rng::new(seed));
            for _ in 0..2000 {
                let moves = position.game.moves(Style::Usual);
                if moves.is_empty() {
                    return Some(position);
                }
                // A draw by rule, which engines need not know.
                if position.game.ending().is_some() {
                    return None;
                }
                let text = moves.get(rng.below(moves.len() as u64) as usize).cloned().unwrap_or_default();
                position.play(&text);
            }
            None
        })
    }

    /// Plays a legal move; returns `false` if it is not legal.
    pub fn play(&mut self, text: &str) -> bool {
        self.history.play(&mut *self.game, text).is_ok()
    }

    pub fn is_legal(&self, text: &str) -> bool {
        self.game.parse_move(text).is_ok()
    }
}
