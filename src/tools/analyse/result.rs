//! The result of an analysis, as JSON and as text.

use super::input::GamePlace;
use super::verdict::{Judgement, expected_points};
use crate::engine::any_game::Report;
use crate::games::notation::printable;
use crate::games::{Ending, Side};
use crate::search::Score;
use crate::tables::Wdl;
use crate::tables::lookup::{Progress, TableVerdict};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::Arc;
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
    /// The file, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the input, from 1.
    pub line: usize,
    /// The analysis, unless there is an error.
    #[serde(flatten)]
    pub analysis: Option<Box<PositionAnalysis>>,
    /// What is wrong with the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The place in a game, if the position is from one.
    #[serde(skip)]
    pub place: Option<GamePlace>,
}

impl AnalysisResult {
    /// The result of a task.
    pub(super) fn new(
        id: Option<Box<RawValue>>,
        file: Option<String>,
        line: usize,
        place: Option<GamePlace>,
        analysis: Result<PositionAnalysis, String>,
    ) -> AnalysisResult {
        let (analysis, error) = match analysis {
            Ok(analysis) => (Some(Box::new(analysis)), None),
            Err(error) => (None, Some(error)),
        };
        AnalysisResult { v: VERSION, id, file, line, analysis, error, place }
    }

    /// Whether its move can be judged by the next result.
    pub(super) fn awaits_next(&self) -> bool {
        self.analysis.is_some() && self.place.as_ref().is_some_and(|place| place.played.is_some())
    }

    /// Judges its move by the result of the next position, if that belongs to the same game.
    pub(super) fn judge(&mut self, next: &AnalysisResult) {
        let (Some(place), Some(next_place)) = (&self.place, &next.place) else { return };
        let follows = Arc::ptr_eq(&place.game, &next_place.game) && place.ply + 1 == next_place.ply;
        let (Some(analysis), Some(after)) = (&mut self.analysis, &next.analysis) else { return };
        let before = analysis.expected_points();
        let after = if after.side == analysis.side { after.expected_points() } else { 1.0 - after.expected_points() };
        if let Some(judgement) = analysis.judgement.as_mut().filter(|_| follows) {
            judgement.judge(before, after, analysis.best.as_deref(), analysis.legal);
        }
    }
}

/// What a search found about one position.
#[derive(Clone, Debug, Serialize)]
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
    /// The move that was played in the game, and how good it was.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
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

impl PositionAnalysis {
    /// The expected points of the side to move.
    fn expected_points(&self) -> f64 {
        expected_points(self.side, self.ending, self.top.wdl)
    }
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
            Some(id) => {
                // A text without its quotes.
                let text: Option<String> = serde_json::from_str(id.get()).ok();
                write!(f, "{}: ", printable(text.as_deref().unwrap_or(id.get())))?;
            }
            None => {
                if let Some(file) = &self.file {
                    write!(f, "{}:", printable(file))?;
                }
                write!(f, "{}: ", self.line)?;
            }
        }
        if let Some(error) = &self.error {
            write!(f, "error: {}", printable(error))?;
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
        if let Some(Judgement { played, loss, verdict }) = &analysis.judgement {
            write!(f, "  played {played}")?;
            if let (Some(loss), Some(verdict)) = (loss, verdict) {
                write!(f, " ({}", verdict.name())?;
                if *loss > 0.0 {
                    write!(f, ", -{loss:.3}")?;
                }
                write!(f, ")")?;
            }
        }
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
