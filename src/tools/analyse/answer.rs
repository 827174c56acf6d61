//! What is said of a position, for programs and for people.

use crate::engine::any_game::Report;
use crate::games::{Ending, Side};
use crate::search;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;
use std::time::Duration;

/// The version of the objects. It changes when a field changes or goes, not when one comes.
pub const VERSION: u32 = 1;

/// The answer to one task of the input.
#[derive(Debug, Serialize)]
pub struct Answer {
    v: u32,
    /// What the input calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<RawValue>>,
    /// The line of the input, from 1.
    pub line: usize,
    /// What was found.
    #[serde(flatten)]
    pub verdict: Option<Box<Verdict>>,
    /// What is wrong with the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Answer {
    /// The answer to a task.
    pub fn new(id: Option<Box<RawValue>>, line: usize, found: Result<Verdict, String>) -> Answer {
        let (verdict, error) = match found {
            Ok(verdict) => (Some(Box::new(verdict)), None),
            Err(error) => (None, Some(error)),
        };
        Answer { v: VERSION, id, line, verdict, error }
    }
}

/// What was found out about a position.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// The canonical name of the game.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// Who is to move.
    #[serde(serialize_with = "side")]
    pub side: Side,
    /// How many legal moves there are.
    pub legal: usize,
    /// The best move; none if there is no move.
    pub best: Option<String>,
    /// The best line; its fields are those of the object.
    #[serde(flatten)]
    pub top: Line,
    /// Nodes searched.
    pub nodes: u64,
    /// What it took.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub time: Duration,
    /// All lines, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Line>>,
    /// How the game ended; nothing while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<End>,
}

/// One line of play.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its score.
    pub score: Score,
    /// `lower` if the true score is this or better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// The chances of win, draw and loss, in thousandths.
    pub wdl: [u32; 3],
    /// The depth of the search.
    pub depth: u32,
    /// The deepest ply seen.
    pub seldepth: u32,
    /// The moves.
    pub pv: Vec<String>,
}

/// A score from the view of the side to move.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a man.
    Cp(i32),
    /// A win in so many moves of the side's own; negative for a loss.
    Mate(i32),
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct End {
    /// Who won; nobody in a draw.
    #[serde(serialize_with = "winner")]
    pub winner: Option<Side>,
    /// Why.
    pub reason: &'static str,
}

impl From<Ending> for End {
    fn from(ending: Ending) -> End {
        End { winner: ending.winner, reason: ending.reason.text() }
    }
}

impl From<&Report> for Line {
    fn from(report: &Report) -> Line {
        Line {
            score: match search::Score::new(report.score) {
                search::Score::Cp(cp) => Score::Cp(cp),
                search::Score::Mate(moves) => Score::Mate(moves),
            },
            bound: report.at_least.then_some("lower"),
            wdl: search::win_draw_loss(report.score),
            depth: report.depth,
            seldepth: report.deepest,
            pv: report.pv.clone(),
        }
    }
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word(*side))
}

fn winner<S: Serializer>(winner: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    winner.map(word).serialize(serializer)
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_micros() as f64 / 1000.0)
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// One line for people, and one more for each line of play where there are several.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "{}: ", id.get())?,
            None => write!(f, "{}: ", self.line)?,
        }
        if let Some(error) = &self.error {
            write!(f, "error: {error}")?;
        }
        let Some(verdict) = &self.verdict else { return Ok(()) };
        write!(f, "{}", verdict.fen)?;
        if let Some(end) = &verdict.ending {
            let winner = end.winner.map_or_else(|| "draw".to_string(), |side| format!("{side} wins"));
            write!(f, "  {winner}: {}", end.reason)?;
        }
        let Some(best) = &verdict.best else { return Ok(()) };
        match &verdict.lines {
            None => write!(f, "  {best} {}", verdict.top),
            Some(lines) => lines.iter().enumerate().try_for_each(|(place, line)| {
                let best = line.pv.first().unwrap_or(best);
                write!(f, "\n  {}. {best} {line}", place + 1)
            }),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.bound.is_some() { " or more" } else { "" };
        write!(f, " {}{more} depth {}/{}  {}", self.score, self.depth, self.seldepth, self.pv.join(" "))
    }
}
