//! Checks of an opening file.

use super::search::{SearchLimit, score};
use super::text::Opening;
use crate::engine::any_game::AnyGame;
use crate::games::record::SetupError;
use std::collections::HashMap;
use thiserror::Error;

/// What is wrong with an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningProblem {
    /// An illegal position or move.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// A duplicate of an earlier line.
    #[error("the same position as line {0}, up to symmetry")]
    Duplicate(usize),
    /// The score is outside the window.
    #[error("the search score is {score}, expected from -{window} to {window}")]
    Unbalanced {
        /// The score of the search.
        score: i32,
        /// The largest score allowed.
        window: i32,
    },
}

/// The problems of some openings, by line. With a window, each position is searched. `progress` is called with the number
/// of openings checked.
pub fn check(
    start: &dyn AnyGame,
    openings: &[(usize, Opening)],
    window: Option<(i32, SearchLimit)>,
    mut progress: impl FnMut(usize),
) -> Vec<(usize, OpeningProblem)> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut problems = Vec::new();
    for (at, &(line, ref opening)) in openings.iter().enumerate() {
        let mut game = start.copy();
        let problem = match opening.set_up(&mut *game) {
            Err(error) => Some(error.into()),
            Ok(()) => problem(&*game, line, &mut seen, window),
        };
        problems.extend(problem.map(|problem| (line, problem)));
        progress(at + 1);
    }
    problems
}

fn problem(
    game: &dyn AnyGame,
    line: usize,
    seen: &mut HashMap<u64, usize>,
    window: Option<(i32, SearchLimit)>,
) -> Option<OpeningProblem> {
    if let Some(ending) = game.ending() {
        return Some(OpeningProblem::Over(ending.to_string()));
    }
    if game.legal() == 0 {
        return Some(OpeningProblem::Over("no legal move".into()));
    }
    let first = *seen.entry(game.symmetric_key()).or_insert(line);
    if first != line {
        return Some(OpeningProblem::Duplicate(first));
    }
    let (window, limit) = window?;
    let score = score(game, limit, None);
    (score.abs() > window).then_some(OpeningProblem::Unbalanced { score, window })
}
