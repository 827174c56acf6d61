//! The result of an analysis, as JSON and as text.

use crate::engine::any_game::Report;
use crate::games::{Ending, Side};
use crate::search::Score;
use crate::tables::Wdl;
use crate::tables::lookup::{Progress, TableVerdict};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;
use std::time::Duration;

/// The version of the JSON format. It changes when a field changes or is removed, not when one is added.
pub const VERSION: u32 = 2;

/// The result of one task of the input.
#[derive(Debug, Serialize)]
pub struct AnalysisResult {
    v: u32,
    /// The id given in the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<RawValue>>,
    /// The line of the input, from 1.
    pub line: usize,
    /// The analysis, unless there is an error.
    #[serde(flatten)]
    pub analysis: Option<Box<PositionAnalysis>>,
    /// What is wrong with the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl AnalysisResult {
    /// The result of a task.
    pub fn new(id: Option<Box<RawValue>>, line: usize, analysis: Result<PositionAnalysis, String>) -> AnalysisResult {
        let (analysis, error) = match analysis {
            Ok(analysis) => (Some(Box::new(analysis)), None),
            Err(error) => (None, Some(error)),
        };
        AnalysisResult { v: VERSION, id, line, analysis, error }
    }
}

/// The analysis of a position.
#[derive(Debug, Serialize)]
pub struct PositionAnalysis {
    /// The canonical name of the variant.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side: Side,
    /// The number of legal moves.
    pub legal: usize,
    /// The best move; `None` if there are no moves.
    pub best: Option<String>,
    /// The best line; its fields are part of the object.
    #[serde(flatten)]
    pub top: AnalysisLine,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub time: Duration,
    /// All lines, with MultiPV.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<AnalysisLine>>,
    /// What endgame tables say of the position, if they hold it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "table")]
    pub table: Option<TableVerdict>,
    /// How the game ended, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

/// A principal variation with its score.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisLine {
    /// The score, from the view of the side to move.
    #[serde(serialize_with = "score")]
    pub score: Score,
    /// `lower` if the score is a lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// The probabilities of win, draw and loss, in thousandths.
    pub wdl: [u32; 3],
    /// The depth of the search.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The moves.
    pub pv: Vec<String>,
}

impl From<&Report> for AnalysisLine {
    fn from(report: &Report) -> AnalysisLine {
        AnalysisLine {
            score: Score::new(report.score),
            bound: report.at_least.then_some("lower"),
            wdl: report.wdl,
            depth: report.depth,
            seldepth: report.deepest,
            pv: report.pv.clone(),
        }
    }
}

/// `{"cp": N}` or `{"mate": N}`.
fn score<S: Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
    let (kind, value) = match score {
        Score::Cp(cp) => ("cp", cp),
        Score::Mate(moves) => ("mate", moves),
    };
    serializer.collect_map([(kind, value)])
}

/// An object with `result` (null if a win may come too late), `unlimited` if the result would be another without draws by rule, and
/// `to_end` and `to_capture`, each in plies, as far as they are known.
fn table<S: Serializer>(verdict: &Option<TableVerdict>, serializer: S) -> Result<S::Ok, S::Error> {
    let Some(verdict) = verdict else { return serializer.serialize_none() };
    let (result, value) = (verdict.wdl(), verdict.value);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("result", &result.map(Wdl::word))?;
    if result != Some(value.wdl) {
        map.serialize_entry("unlimited", value.wdl.word())?;
    }
    if let Some(plies) = value.end {
        map.serialize_entry("to_end", &plies)?;
    }
    if let Progress::Exactly(plies) | Progress::Within(plies) = value.progress {
        map.serialize_entry("to_capture", &plies)?;
    }
    map.end()
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_micros() as f64 / 1000.0)
}

/// One line of text, and another one for each PV with MultiPV.
impl fmt::Display for AnalysisResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "{}: ", id.get())?,
            None => write!(f, "{}: ", self.line)?,
        }
        if let Some(error) = &self.error {
            write!(f, "error: {error}")?;
        }
        let Some(analysis) = &self.analysis else { return Ok(()) };
        write!(f, "{}", analysis.fen)?;
        if let Some(ending) = &analysis.ending {
            write!(f, "  {ending}")?;
        }
        if let Some(result) = analysis.table.and_then(|verdict| verdict.wdl()) {
            write!(f, "  tables: {}", result.word())?;
        }
        let Some(best) = &analysis.best else { return Ok(()) };
        match &analysis.lines {
            None => write!(f, "  {best} {}", analysis.top),
            Some(lines) => lines.iter().enumerate().try_for_each(|(index, line)| {
                let best = line.pv.first().unwrap_or(best);
                write!(f, "\n  {}. {best} {line}", index + 1)
            }),
        }
    }
}

impl fmt::Display for AnalysisLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = match self.score {
            Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let more = if self.bound.is_some() { " or more" } else { "" };
        write!(f, " {score}{more} depth {}/{}  {}", self.depth, self.seldepth, self.pv.join(" "))
    }
}
