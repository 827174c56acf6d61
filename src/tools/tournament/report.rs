//! The report of one or several logs: ratings, crosstable, colours, openings, lengths and speed.

use super::log::LoggedMove;
use super::merged_logs::{MergedGame, MergedLogs};
use super::ratings::{self, EngineRating, RatedGame};
use super::sprt::Sprt;
use super::standings::WinDrawLoss;
use super::summary::{FaultSummary, MatchResults, MatchSummary};
use crate::games::Side;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What `match report` prints, as text or as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The number of logs.
    pub logs: usize,
    /// The results as at the end of a match.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The engines, the strongest first.
    pub ranking: Vec<RankedEngine>,
    /// White's advantage in Elo, and half the width of its 95 % interval.
    pub white_advantage: [f64; 2],
    /// All games from White's view.
    pub colours: WinDrawLoss,
    /// The openings in their order.
    pub openings: Vec<OpeningSummary>,
    /// The lengths of the games.
    pub lengths: LengthSummary,
    /// How the games ended, the most frequent first.
    pub endings: Vec<EndingSummary>,
}

/// An engine in a report.
#[derive(Clone, Debug, Serialize)]
pub struct RankedEngine {
    /// As in the logs.
    pub name: String,
    /// Its rating from all games of all engines; `None` without games.
    pub rating: Option<EngineRating>,
    /// All its games.
    pub score: WinDrawLoss,
    /// Its games with White.
    pub as_white: WinDrawLoss,
    /// Its games with Black.
    pub as_black: WinDrawLoss,
    /// Its games against each engine, in the order of the ranking; `None` if they have not met.
    pub against: Vec<Option<WinDrawLoss>>,
    /// Its searches.
    pub speed: SpeedSummary,
}

/// The searches of an engine. Means are over the moves that report the value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpeedSummary {
    /// Moves, without opening moves.
    pub moves: u64,
    /// The mean depth.
    pub depth: Option<f64>,
    /// The mean of the nodes per move.
    pub nodes: Option<f64>,
    /// All nodes by the time of their moves.
    pub nps: Option<f64>,
    /// The mean time per move, in milliseconds.
    pub ms: Option<f64>,
    /// The longest time of a move, in milliseconds.
    pub max_ms: Option<f64>,
    /// The mean latency, in milliseconds: the time from `go` to the reply, less what the engine says it used.
    pub latency: Option<f64>,
    /// The longest latency, in milliseconds.
    pub max_latency: Option<f64>,
}

/// The games of an opening, from White's view.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningSummary {
    /// Its number in the file, from 1.
    pub opening: usize,
    /// Its games.
    #[serde(flatten)]
    pub score: WinDrawLoss,
}

/// The lengths of games in plies.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LengthSummary {
    /// The plies of the shortest game.
    pub shortest: usize,
    /// Half of the games are not longer.
    pub median: usize,
    /// Plies per game.
    pub mean: f64,
    /// The plies of the longest game.
    pub longest: usize,
}

/// A way in which games ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingSummary {
    /// The reason as recorded.
    pub reason: String,
    /// How many games.
    pub games: u64,
}

/// A mean with its largest value.
#[derive(Default)]
struct Mean {
    count: u64,
    sum: f64,
    largest: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.largest = self.largest.max(value);
    }

    fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    fn largest(&self) -> Option<f64> {
        (self.count > 0).then_some(self.largest)
    }
}

#[derive(Default)]
struct SpeedMeter {
    moves: u64,
    depth: Mean,
    nodes: Mean,
    /// The time of the moves that report nodes.
    node_ms: f64,
    ms: Mean,
    latency: Mean,
}

impl SpeedMeter {
    fn add(&mut self, ply: &LoggedMove) {
        self.moves += 1;
        ply.depth.into_iter().for_each(|depth| self.depth.add(depth.into()));
        ply.ms.into_iter().for_each(|ms| self.ms.add(ms));
        if let (Some(nodes), Some(ms)) = (ply.nodes, ply.ms) {
            self.nodes.add(nodes as f64);
            self.node_ms += ms;
        }
        if let (Some(own), Some(ms)) = (ply.engine_ms, ply.ms) {
            self.latency.add((ms - own as f64).max(0.0));
        }
    }

    fn summary(&self) -> SpeedSummary {
        SpeedSummary {
            moves: self.moves,
            depth: self.depth.value(),
            nodes: self.nodes.value(),
            nps: (self.node_ms > 0.0).then(|| self.nodes.sum * 1000.0 / self.node_ms),
            ms: self.ms.value(),
            max_ms: self.ms.largest(),
            latency: self.latency.value(),
            max_latency: self.latency.largest(),
        }
    }
}

fn count(score: &mut WinDrawLoss, won: Option<bool>) {
    match won {
        Some(true) => score.won += 1,
        Some(false) => score.lost += 1,
        None => score.drawn += 1,
    }
}

/// What is counted for one engine.
#[derive(Default)]
struct EngineCounts {
    as_white: WinDrawLoss,
    as_black: WinDrawLoss,
    against: BTreeMap<usize, WinDrawLoss>,
    speed: SpeedMeter,
}

impl EngineCounts {
    fn add(&mut self, side: Side, merged: &MergedGame) {
        let [white, black] = merged.players;
        let won = merged.game.winner().map(|winner| winner == side);
        let (own, opponent) =
            if side == Side::White { (&mut self.as_white, black) } else { (&mut self.as_black, white) };
        count(own, won);
        count(self.against.entry(opponent).or_default(), won);
        let mut mover = if merged.game.fen.starts_with('B') { Side::White } else { Side::Black };
        for ply in &merged.game.plies {
            if !ply.again {
                mover = mover.other();
            }
            if mover == side && !ply.book {
                self.speed.add(ply);
            }
        }
    }

    fn score(&self) -> WinDrawLoss {
        let (white, black) = (self.as_white, self.as_black);
        WinDrawLoss { won: white.won + black.won, drawn: white.drawn + black.drawn, lost: white.lost + black.lost }
    }
}

impl MatchReport {
    /// The report of some logs, with the state of an SPRT if one is given.
    pub fn new(logs: &MergedLogs, sprt: Option<&Sprt>) -> MatchReport {
        // The results are from the view of the engine that comes first, whichever game ended first.
        let pairing = |MergedGame { players: [a, b], .. }: &MergedGame| [*a.min(b), *a.max(b)];
        let mut results = MatchResults::new(logs.games.iter().map(pairing).collect::<BTreeSet<_>>());
        let mut counts: Vec<EngineCounts> = logs.names.iter().map(|_| EngineCounts::default()).collect();
        let mut colours = WinDrawLoss::default();
        let mut openings: BTreeMap<usize, WinDrawLoss> = BTreeMap::new();
        let (mut endings, mut lengths) = (BTreeMap::<String, u64>::new(), Vec::new());
        let mut rated = Vec::new();
        for merged in &logs.games {
            let MergedGame { game, players, pair } = merged;
            results.add_game(*players, *pair, game);
            for (side, player) in [Side::White, Side::Black].into_iter().zip(players) {
                if let Some(counts) = counts.get_mut(*player) {
                    counts.add(side, merged);
                }
            }
            let white_won = game.winner().map(|winner| winner == Side::White);
            count(&mut colours, white_won);
            count(openings.entry(game.opening).or_default(), white_won);
            *endings.entry(ending(&game.reason)).or_default() += 1;
            lengths.push(game.plies.len());
            let half_points = white_won.map_or(1, |won| if won { 2 } else { 0 });
            rated.push(RatedGame { players: *players, half_points, pair: *pair });
        }
        let ratings = ratings::rate(logs.names.len(), &rated);
        let rating = |engine: usize| ratings.engines.get(engine).copied().flatten();
        let mut order: Vec<usize> = (0..logs.names.len()).collect();
        let elo = |engine: usize| rating(engine).map_or(f64::NEG_INFINITY, |rating| rating.elo);
        order.sort_by(|a, b| elo(*b).total_cmp(&elo(*a)));
        let ranked = |engine: &usize| {
            let counts = counts.get(*engine)?;
            Some(RankedEngine {
                name: logs.names.get(*engine)?.clone(),
                rating: rating(*engine),
                score: counts.score(),
                as_white: counts.as_white,
                as_black: counts.as_black,
                against: order.iter().map(|other| counts.against.get(other).copied()).collect(),
                speed: counts.speed.summary(),
            })
        };
        let mut endings: Vec<EndingSummary> =
            endings.into_iter().map(|(reason, games)| EndingSummary { reason, games }).collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        lengths.sort_unstable();
        let lengths = LengthSummary {
            shortest: lengths.first().copied().unwrap_or_default(),
            median: lengths.get(lengths.len() / 2).copied().unwrap_or_default(),
            mean: lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64,
            longest: lengths.last().copied().unwrap_or_default(),
        };
        MatchReport {
            logs: logs.logs(),
            summary: MatchSummary::new(&logs.variant, &logs.names, logs.games.len(), &results, sprt),
            ranking: order.iter().filter_map(ranked).collect(),
            white_advantage: [ratings.white_advantage, ratings.white_advantage_error],
            colours,
            openings: openings.into_iter().map(|(opening, score)| OpeningSummary { opening, score }).collect(),
            lengths,
            endings,
        }
    }

    /// The faults of the engines.
    pub fn faults(&self) -> &[FaultSummary] {
        &self.summary.faults
    }
}

/// The reason without its details, which are listed as faults.
fn ending(reason: &str) -> String {
    match reason.strip_prefix("forfeit: ") {
        Some(fault) => {
            let kind = ["illegal move", "garbled answer", "time", "no answer", "crash"];
            let kind = kind.into_iter().find(|kind| fault.starts_with(kind)).unwrap_or("other");
            format!("forfeit: {kind}")
        }
        None => reason.to_string(),
    }
}
