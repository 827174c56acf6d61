//! The results of a match, as text and as JSON.

use super::log::LoggedGame;
use super::schedule::Fixture;
use super::sprt::{EloModel, Sprt, SprtDecision};
use super::standings::{Standings, WinDrawLoss};
use super::statistics::{self, Estimate, ResultCounts};
use crate::games::notation::clip;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The results so far.
#[derive(Clone, Debug, Default)]
pub struct MatchResults {
    /// The score.
    pub standings: Standings,
    faults: BTreeMap<(String, String), u64>,
}

impl MatchResults {
    /// Before the first game.
    pub fn new(pairings: impl IntoIterator<Item = [usize; 2]>) -> MatchResults {
        MatchResults { standings: Standings::new(pairings), faults: BTreeMap::new() }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, game: &LoggedGame) {
        self.add_game(fixture.players, fixture.round, game);
    }

    /// Adds a game of two engines; the games of a pair have the same round.
    pub fn add_game(&mut self, players: [usize; 2], round: usize, game: &LoggedGame) {
        self.standings.add_game(players, round, game.winner());
        if let Some(name) = &game.fault {
            let reason = game.reason.trim_start_matches("forfeit: ").to_string();
            *self.faults.entry((name.clone(), reason)).or_default() += 1;
        }
    }

    /// The pairs of the first pairing, for the SPRT.
    pub fn sprt_counts(&self) -> ResultCounts {
        ResultCounts::Pairs(self.standings.pairings().first().map(|(_, results)| results.pairs).unwrap_or_default())
    }
}

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchSummary {
    /// The version of the JSON format.
    pub schema: u32,
    /// The canonical name of the variant.
    pub variant: String,
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub planned: usize,
    /// Whether all games were played or the SPRT is decided.
    pub complete: bool,
    /// Where a Swiss or a knock-out is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// The engines, best first.
    pub engines: Vec<EngineSummary>,
    /// The pairings in the order of the schedule.
    pub pairings: Vec<PairingSummary>,
    /// The SPRT, if there is one.
    pub sprt: Option<SprtSummary>,
    /// The faults of the engines.
    pub faults: Vec<FaultSummary>,
}

/// The results of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineSummary {
    /// As in the match.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// How they ended.
    #[serde(flatten)]
    pub score: WinDrawLoss,
    /// One for a win, a half for a draw.
    pub points: f64,
    /// Elo against all opponents.
    pub elo: Option<Estimate>,
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
    /// How they ended.
    #[serde(flatten)]
    pub score: WinDrawLoss,
    /// Pairs by half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Elo, from the pairs.
    pub elo: Option<Estimate>,
    /// Normalised Elo, from the pairs.
    pub normalised_elo: Option<Estimate>,
    /// The likelihood of superiority (LOS) of the first engine.
    #[serde(rename = "superiority")]
    pub los: Option<f64>,
    /// The share of draws.
    pub draw_rate: Option<f64>,
}

/// The state of the SPRT.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    /// `normalized` or `logistic`.
    pub model: &'static str,
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// The log-likelihood ratio.
    #[serde(rename = "ratio")]
    pub llr: f64,
    /// H0 is accepted at this LLR.
    pub lower: f64,
    /// H1 is accepted at this LLR.
    pub upper: f64,
    /// `open`, `H0` or `H1`.
    #[serde(rename = "verdict")]
    pub decision: &'static str,
}

/// A fault and how often it occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultSummary {
    /// The one at fault.
    pub engine: String,
    /// The reason as recorded.
    pub reason: String,
    /// How many games it lost.
    pub games: u64,
}

impl SprtSummary {
    /// The state of a test after these results.
    pub fn new(sprt: &Sprt, counts: &ResultCounts) -> SprtSummary {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let model = match sprt.model() {
            EloModel::Normalised => "normalized",
            EloModel::Logistic => "logistic",
        };
        let decision = match sprt.decision(counts) {
            SprtDecision::Open => "open",
            SprtDecision::H0 => "H0",
            SprtDecision::H1 => "H1",
        };
        SprtSummary { model, elo0, elo1, llr: sprt.llr(counts), lower, upper, decision }
    }
}

impl fmt::Display for SprtSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtSummary { model, elo0, elo1, llr, lower, upper, decision } = self;
        write!(f, "SPRT {model} {elo0} to {elo1}: LLR {llr:.2} in {lower:.2} to {upper:.2}, {decision}")
    }
}

impl MatchSummary {
    /// Summarises a match.
    pub fn new(
        variant: &str,
        names: &[String],
        planned: usize,
        results: &MatchResults,
        sprt: Option<&Sprt>,
    ) -> MatchSummary {
        let standings = &results.standings;
        let name = |engine: usize| names.get(engine).cloned().unwrap_or_default();
        let mut engines: Vec<EngineSummary> = (0..names.len())
            .map(|engine| {
                let score = standings.games_of(engine);
                let (pairs, singles) = standings.counts_of(engine);
                let counts = ResultCounts::Both(pairs, singles);
                let (games, points) = (score.games(), score.points());
                EngineSummary { name: name(engine), games, score, points, elo: statistics::elo(&counts) }
            })
            .collect();
        let share = |engine: &EngineSummary| engine.points / engine.games.max(1) as f64;
        engines.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let pairings = standings
            .pairings()
            .iter()
            .map(|([first, second], results)| {
                let score = results.games;
                let counts = ResultCounts::Both(results.pairs, results.singles());
                PairingSummary {
                    first: name(*first),
                    second: name(*second),
                    games: score.games(),
                    score,
                    pairs: results.pairs,
                    elo: statistics::elo(&counts),
                    normalised_elo: statistics::normalised_elo(&counts),
                    los: statistics::los(&counts),
                    draw_rate: statistics::draw_rate(score.won, score.drawn, score.lost),
                }
            })
            .collect();
        let sprt = sprt.map(|sprt| SprtSummary::new(sprt, &results.sprt_counts()));
        let decided = sprt.as_ref().is_some_and(|sprt| sprt.decision != "open");
        let fault = |((engine, reason), games): (&(String, String), &u64)| FaultSummary {
            engine: engine.clone(),
            reason: reason.clone(),
            games: *games,
        };
        MatchSummary {
            schema: super::log::SCHEMA,
            variant: variant.to_string(),
            games: standings.games(),
            planned,
            complete: decided || standings.games() as usize >= planned,
            stage: None,
            engines,
            pairings,
            sprt,
            faults: results.faults.iter().map(fault).collect(),
        }
    }
}

/// A table of the engines, then lines for each pairing, the SPRT and each fault.
impl fmt::Display for MatchSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {} games", self.variant, self.games, self.planned)?;
        self.stage.iter().try_for_each(|stage| write!(f, ", {stage}"))?;
        writeln!(f)?;
        let width = self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(f, "{:width$}  games   won drawn  lost  points      %  Elo (95 %)", "engine")?;
        for engine in &self.engines {
            let percent = 100.0 * engine.points / engine.games.max(1) as f64;
            let EngineSummary { name, games, score: WinDrawLoss { won, drawn, lost }, points, elo } = engine;
            let elo = elo.map(|elo| elo.to_string()).unwrap_or_default();
            let line = format!("{name:width$} {games:6}{won:6}{drawn:6}{lost:6}{points:8.1}{percent:7.1}  {elo}");
            writeln!(f, "{}", line.trim_end())?;
        }
        for pairing in self.pairings.iter().filter(|pairing| pairing.games > 0) {
            let PairingSummary { first, second, score: WinDrawLoss { won, drawn, lost }, pairs, .. } = pairing;
            let mut line = format!("{first} – {second}: +{won} ={drawn} -{lost}, pairs");
            pairs.iter().try_for_each(|count| write!(line, " {count}"))?;
            if let Some(rate) = pairing.draw_rate {
                write!(line, ", draws {:.1} %", rate * 100.0)?;
            }
            writeln!(f, "{line}")?;
            // A line of its own, since one would not fit a terminal of 80 columns.
            if let (Some(elo), Some(normalised)) = (pairing.elo, pairing.normalised_elo) {
                let los = pairing.los.map_or_else(|| "-".into(), |los| format!("{:.1} %", los * 100.0));
                writeln!(f, "  Elo {elo}, normalised {normalised}, LOS {los}")?;
            }
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        for FaultSummary { engine, reason, games } in &self.faults {
            writeln!(
                f,
                "fault of {engine}: {} ({games} {})",
                clip(reason),
                if *games == 1 { "game" } else { "games" }
            )?;
        }
        Ok(())
    }
}
