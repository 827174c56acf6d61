//! Evaluations of positions, from a running analysis or from its output.

use crate::search::Score;
use crate::tools::analyse::PositionAnalysis;
use crate::util::lines::{self, LineRead, TOO_LONG};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, BufRead};
use thiserror::Error;

/// What a search found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The position.
    pub fen: String,
    /// The number of legal moves.
    pub legal: usize,
    /// The score, from the view of the side to move.
    pub score: Score,
    /// The chances of win, draw and loss, in thousandths.
    pub wdl: [u32; 3],
    /// The depth of the search.
    pub depth: u32,
    /// The best line.
    pub pv: Vec<String>,
}

impl From<&PositionAnalysis> for Evaluation {
    fn from(analysis: &PositionAnalysis) -> Evaluation {
        Evaluation {
            fen: analysis.fen.clone(),
            legal: analysis.legal,
            score: analysis.top.score,
            wdl: analysis.top.wdl,
            depth: analysis.top.depth,
            pv: analysis.top.pv.clone(),
        }
    }
}

/// A line of the output of `millstone analyse`.
#[derive(Deserialize)]
struct EvaluationLine {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    fen: String,
    #[serde(default)]
    legal: usize,
    #[serde(default)]
    score: ScoreField,
    #[serde(default)]
    wdl: [u32; 3],
    #[serde(default)]
    depth: u32,
    #[serde(default)]
    pv: Vec<String>,
}

#[derive(Default, Deserialize)]
struct ScoreField {
    cp: Option<i32>,
    mate: Option<i32>,
}

/// The output of an analysis that cannot be used.
#[derive(Debug, Error)]
pub enum EvaluationError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line that is not a result.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

/// The evaluations of earlier analyses, by id.
#[derive(Debug, Default)]
pub struct EvaluationFile {
    by_id: HashMap<String, Evaluation>,
}

impl EvaluationFile {
    /// Adds the output of `millstone analyse`. Lines with errors are skipped.
    pub fn read(&mut self, mut source: impl BufRead) -> Result<(), EvaluationError> {
        for line in 1.. {
            let mut bytes = Vec::new();
            match lines::read(&mut source, &mut bytes)? {
                LineRead::End => break,
                LineRead::TooLong => return Err(EvaluationError::Line { line, problem: TOO_LONG.into() }),
                LineRead::Whole => {}
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let EvaluationLine { id, error, fen, legal, score, wdl, depth, pv } = serde_json::from_slice(&bytes)
                .map_err(|error| EvaluationError::Line { line, problem: error.to_string() })?;
            let score = match (score.cp, score.mate) {
                (_, Some(moves)) => Score::Mate(moves),
                (Some(cp), None) => Score::Cp(cp),
                (None, None) => continue,
            };
            let (Value::String(id), None) = (id, error) else { continue };
            self.by_id.insert(id, Evaluation { fen, legal, score, wdl, depth, pv });
        }
        Ok(())
    }

    /// How many evaluations there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The evaluation of a position of a game; its id begins with the name of the file if there were `several`.
    pub fn get(&self, file: &str, game: usize, ply: usize) -> Option<&Evaluation> {
        self.by_id.get(&format!("{file}:{game}.{ply}")).or_else(|| self.by_id.get(&format!("{game}.{ply}")))
    }
}
