//! The results of a match, for people and for programs.

use super::log::GameLine;
use super::schedule::{Fixture, Schedule};
use super::sprt::{Model, Sprt, Verdict};
use super::standings::Standings;
use super::statistics::{self, Counts, Estimate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What has been played so far.
#[derive(Clone, Debug)]
pub struct Results {
    /// Points.
    pub standings: Standings,
    faults: BTreeMap<(String, String), u64>,
}

impl Results {
    /// Before the first game.
    pub fn new(schedule: &Schedule) -> Results {
        Results { standings: Standings::new(schedule), faults: BTreeMap::new() }
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, line: &GameLine) {
        self.standings.add(fixture, line.winner());
        if let Some(name) = &line.fault {
            let reason = line.reason.trim_start_matches("forfeit: ").to_string();
            *self.faults.entry((name.clone(), reason)).or_default() += 1;
        }
    }

    /// The counts of the first pairing, which a test looks at.
    pub fn test_counts(&self) -> Counts {
        Counts::Pairs(self.standings.pairings().first().map(|(_, tally)| tally.pairs).unwrap_or_default())
    }
}

/// The results of a match. Numbers that the results set no bound to are null.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The version of this form.
    pub schema: u32,
    /// The game.
    pub variant: String,
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub planned: usize,
    /// Whether all were played, or the test came to an end.
    pub complete: bool,
    /// The engines, the best first.
    pub engines: Vec<EngineSummary>,
    /// The pairings in the order of the schedule.
    pub pairings: Vec<PairingSummary>,
    /// The test.
    pub sprt: Option<SprtSummary>,
    /// What engines did wrong.
    pub faults: Vec<FaultSummary>,
}

/// The results of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineSummary {
    /// Its name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Points.
    pub points: f64,
    /// Elo against all it met.
    pub elo: Option<Interval>,
}

/// The results of a pairing, from the view of its first engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingSummary {
    /// The first engine.
    pub first: String,
    /// The second engine.
    pub second: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Pairs by half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Elo, from the pairs.
    pub elo: Option<Interval>,
    /// Normalised Elo, from the pairs.
    pub normalised_elo: Option<Interval>,
    /// How sure it is that the first is the stronger one.
    pub superiority: Option<f64>,
    /// The share of draws.
    pub draw_rate: Option<f64>,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How the test stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    /// `normalized` or `logistic`.
    pub model: &'static str,
    /// The first hypothesis.
    pub elo0: f64,
    /// The second hypothesis.
    pub elo1: f64,
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// Where the first is taken.
    pub lower: f64,
    /// Where the second is taken.
    pub upper: f64,
    /// `open`, `H0` or `H1`.
    pub verdict: &'static str,
}

/// A fault and how often it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultSummary {
    /// The engine.
    pub engine: String,
    /// The reason as recorded.
    pub reason: String,
    /// How often.
    pub games: u64,
}

impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Interval {
        Interval { value: estimate.value, low: estimate.low, high: estimate.high }
    }
}

/// Pairs where there are some, else the games alone.
fn counts(pairs: [u64; 5], won: u64, drawn: u64, lost: u64) -> Counts {
    if pairs.iter().any(|count| *count > 0) { Counts::Pairs(pairs) } else { Counts::Games([lost, drawn, won]) }
}

impl SprtSummary {
    /// How a test stands after these results.
    pub fn new(sprt: &Sprt, counts: &Counts) -> SprtSummary {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let model = match sprt.model() {
            Model::Normalised => "normalized",
            Model::Logistic => "logistic",
        };
        let verdict = match sprt.verdict(counts) {
            Verdict::Open => "open",
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        };
        SprtSummary { model, elo0, elo1, ratio: sprt.log_ratio(counts), lower, upper, verdict }
    }
}

impl Summary {
    /// The summary of a match.
    pub fn new(
        variant: &str,
        names: &[String],
        schedule: &Schedule,
        results: &Results,
        sprt: Option<&Sprt>,
    ) -> Summary {
        let standings = &results.standings;
        let name = |engine: usize| names.get(engine).cloned().unwrap_or_default();
        let mut engines: Vec<EngineSummary> = (0..names.len())
            .map(|engine| {
                let record = standings.record(engine);
                let counts = counts(standings.pairs(engine), record.won, record.drawn, record.lost);
                EngineSummary {
                    name: name(engine),
                    games: record.games(),
                    won: record.won,
                    drawn: record.drawn,
                    lost: record.lost,
                    points: record.points(),
                    elo: statistics::elo(&counts).map(Interval::from),
                }
            })
            .collect();
        let share = |engine: &EngineSummary| engine.points / engine.games.max(1) as f64;
        engines.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let pairings = standings
            .pairings()
            .iter()
            .map(|([first, second], tally)| {
                let counts = counts(tally.pairs, tally.won, tally.drawn, tally.lost);
                PairingSummary {
                    first: name(*first),
                    second: name(*second),
                    games: tally.games(),
                    won: tally.won,
                    drawn: tally.drawn,
                    lost: tally.lost,
                    pairs: tally.pairs,
                    elo: statistics::elo(&counts).map(Interval::from),
                    normalised_elo: statistics::normalised_elo(&counts).map(Interval::from),
                    superiority: statistics::superiority(&counts),
                    draw_rate: statistics::draw_rate(tally.won, tally.drawn, tally.lost),
                }
            })
            .collect();
        let sprt = sprt.map(|sprt| SprtSummary::new(sprt, &results.test_counts()));
        let decided = sprt.as_ref().is_some_and(|sprt| sprt.verdict != "open");
        let fault = |((engine, reason), games): (&(String, String), &u64)| FaultSummary {
            engine: engine.clone(),
            reason: reason.clone(),
            games: *games,
        };
        Summary {
            schema: super::log::SCHEMA,
            variant: variant.to_string(),
            games: standings.games(),
            planned: schedule.len(),
            complete: decided || standings.games() as usize >= schedule.len(),
            engines,
            pairings,
            sprt,
            faults: results.faults.iter().map(fault).collect(),
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_finite() && self.low.is_finite() && self.high.is_finite() {
            write!(f, "{:+.1} ± {:.1}", self.value, (self.high - self.low) / 2.0)
        } else {
            write!(f, "{} ({} to {})", bound(self.value), bound(self.low), bound(self.high))
        }
    }
}

/// A number that may have no bound.
fn bound(value: f64) -> String {
    if value.is_finite() {
        format!("{value:+.1}")
    } else if value > 0.0 {
        "+∞".into()
    } else {
        "-∞".into()
    }
}

/// The table, a line for each engine, each pairing, the test and each fault.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} of {} games", self.variant, self.games, self.planned)?;
        let width = self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(f, "{:width$}  games   won drawn  lost  points      %  Elo (95 %)", "engine")?;
        for engine in &self.engines {
            let percent = 100.0 * engine.points / engine.games.max(1) as f64;
            let EngineSummary { name, games, won, drawn, lost, points, elo } = engine;
            let elo = elo.map(|elo| elo.to_string()).unwrap_or_default();
            let line = format!("{name:width$} {games:6}{won:6}{drawn:6}{lost:6}{points:8.1}{percent:7.1}  {elo}");
            writeln!(f, "{}", line.trim_end())?;
        }
        for pairing in self.pairings.iter().filter(|pairing| pairing.games > 0) {
            let PairingSummary { first, second, won, drawn, lost, pairs, .. } = pairing;
            let mut line = format!("{first} – {second}: +{won} ={drawn} -{lost}, pairs");
            pairs.iter().try_for_each(|count| write!(line, " {count}"))?;
            if let Some(rate) = pairing.draw_rate {
                write!(line, ", draws {:.1} %", rate * 100.0)?;
            }
            if let (Some(elo), Some(normalised)) = (pairing.elo, pairing.normalised_elo) {
                write!(line, ", Elo {elo}, normalised {normalised}")?;
            }
            match pairing.superiority {
                Some(superiority) => write!(line, ", LOS {:.1} %", superiority * 100.0)?,
                None => line += ", LOS -",
            }
            writeln!(f, "{line}")?;
        }
        if let Some(SprtSummary { model, elo0, elo1, ratio, lower, upper, verdict }) = &self.sprt {
            writeln!(f, "SPRT {model} {elo0} to {elo1}: LLR {ratio:.2} in {lower:.2} to {upper:.2}, {verdict}")?;
        }
        for FaultSummary { engine, reason, games } in &self.faults {
            writeln!(f, "fault of {engine}: {reason} ({games} {})", if *games == 1 { "game" } else { "games" })?;
        }
        Ok(())
    }
}
