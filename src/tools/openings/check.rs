//! Whether a file of openings holds what it should.

use super::judge::{Effort, score};
use super::text::Opening;
use crate::engine::any_game::AnyGame;
use crate::games::notation::Style;
use crate::games::record::SetupError;
use std::collections::HashMap;
use thiserror::Error;

/// What is wrong with an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// It cannot be set up.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// The position stood before.
    #[error("the same position as line {0}, but for symmetry")]
    Again(usize),
    /// One side is better.
    #[error("a search says {score}, expected from -{window} to {window}")]
    Uneven {
        /// The score of the search.
        score: i32,
        /// The most that is allowed.
        window: i32,
    },
}

/// What is wrong with openings of a game, with the lines; a window is checked by a search.
pub fn check(
    start: &dyn AnyGame,
    openings: &[(usize, Opening)],
    window: Option<(i32, Effort)>,
    mut progress: impl FnMut(usize),
) -> Vec<(usize, Problem)> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut problems = Vec::new();
    for (at, &(line, ref opening)) in openings.iter().enumerate() {
        let mut seat = start.copy();
        let problem = match opening.set_up(&mut *seat) {
            Err(error) => Some(error.into()),
            Ok(()) => problem(&*seat, line, &mut seen, window),
        };
        problems.extend(problem.map(|problem| (line, problem)));
        progress(at + 1);
    }
    problems
}

fn problem(
    seat: &dyn AnyGame,
    line: usize,
    seen: &mut HashMap<u64, usize>,
    window: Option<(i32, Effort)>,
) -> Option<Problem> {
    if let Some(ending) = seat.ending() {
        return Some(Problem::Over(ending.to_string()));
    }
    if seat.moves(Style::Usual).is_empty() {
        return Some(Problem::Over("no legal move".into()));
    }
    let first = *seen.entry(seat.symmetric_key()).or_insert(line);
    if first != line {
        return Some(Problem::Again(first));
    }
    let (window, effort) = window?;
    let score = score(seat, effort);
    (score.abs() > window).then_some(Problem::Uneven { score, window })
}
