//! A report as text, within 80 columns unless there are many engines.

use super::report::{EndingSummary, MatchReport, OpeningSummary, RankedEngine};
use super::standings::WinDrawLoss;
use super::summary::{FaultSummary, PairingSummary};
use crate::games::notation::clip;
use std::fmt::{self, Formatter};

/// Longer names are cut.
const MAX_NAME: usize = 20;
/// As many openings are listed as fit into a line.
const COLUMNS: usize = 80;

fn short(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_NAME).collect()
}

fn percent(score: &WinDrawLoss) -> f64 {
    100.0 * score.points() / score.games().max(1) as f64
}

/// A number, or a dash.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
}

impl MatchReport {
    fn width(&self) -> usize {
        self.ranking.iter().map(|engine| short(&engine.name).chars().count()).max().unwrap_or(0).max(6)
    }

    fn write_ratings(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.width();
        writeln!(f, "  # {:width$}       rating (95 %)  games   won drawn  lost  points     %", "engine")?;
        for (rank, RankedEngine { name, rating, score, .. }) in (1..).zip(&self.ranking) {
            let WinDrawLoss { won, drawn, lost } = score;
            let rating = rating.map(|rating| format!("{:+.1} ± {:.1}", rating.elo, rating.error));
            let (name, rating) = (short(name), rating.unwrap_or_else(|| "-".into()));
            let (games, points, percent) = (score.games(), score.points(), percent(score));
            writeln!(
                f,
                "{rank:3} {name:width$}{rating:>20}{games:7}{won:6}{drawn:6}{lost:6}{points:8.1}{percent:6.1}"
            )?;
        }
        let groups = self.ranking.iter().filter_map(|engine| engine.rating).map(|rating| rating.group).max();
        if groups.is_some_and(|groups| groups > 0) {
            writeln!(f, "Not all engines are connected by games, so not all ratings can be compared.")?;
        }
        let WinDrawLoss { won, drawn, lost } = self.colours;
        let ([elo, error], white) = (self.white_advantage, percent(&self.colours));
        writeln!(f, "White: +{won} ={drawn} -{lost}, {white:.1} %, advantage {elo:+.1} ± {error:.1} Elo")
    }

    /// The points of each engine (rows) against each other.
    fn write_crosstable(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.width();
        let cell = |score: &WinDrawLoss| format!("{}/{}", score.points(), score.games());
        let cells = self.ranking.iter().flat_map(|engine| engine.against.iter().flatten().map(cell));
        let column = cells.map(|cell| cell.len()).max().unwrap_or(0).max(4) + 2;
        write!(f, "  # {:width$}", "points")?;
        for rank in 1..=self.ranking.len() {
            write!(f, "{rank:>column$}")?;
        }
        writeln!(f)?;
        for (rank, engine) in (1..).zip(&self.ranking) {
            write!(f, "{rank:3} {:width$}", short(&engine.name))?;
            for (other, score) in (1..).zip(&engine.against) {
                let text = score.as_ref().map_or_else(|| if rank == other { "".into() } else { "-".into() }, cell);
                write!(f, "{text:>column$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_colours(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.width();
        writeln!(f, "    {:width$}   White: won drawn  lost     %   Black: won drawn  lost     %", "colour")?;
        for RankedEngine { name, as_white, as_black, .. } in &self.ranking {
            write!(f, "    {:width$}", short(name))?;
            for score in [as_white, as_black] {
                let WinDrawLoss { won, drawn, lost } = score;
                write!(f, "{won:13}{drawn:6}{lost:6}{:6.1}", percent(score))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_speed(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.width();
        writeln!(f, "    {:width$}   moves  depth    nodes     knps   ms (max)    latency ms (max)", "speed")?;
        for RankedEngine { name, speed, .. } in &self.ranking {
            let name = short(name);
            let (depth, nodes) = (number(speed.depth, 1), number(speed.nodes, 0));
            let knps = number(speed.nps.map(|nps| nps / 1000.0), 0);
            let time = format!("{} ({})", number(speed.ms, 1), number(speed.max_ms, 0));
            let latency = format!("{} ({})", number(speed.latency, 1), number(speed.max_latency, 0));
            let moves = speed.moves;
            writeln!(f, "    {name:width$}{moves:8}{depth:>7}{nodes:>9}{knps:>9}   {time:14}{latency}")?;
        }
        Ok(())
    }

    fn write_openings(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut openings: Vec<&OpeningSummary> = self.openings.iter().collect();
        openings.sort_by(|a, b| {
            let bias = |score: &WinDrawLoss| (score.points() - score.games() as f64 / 2.0).abs();
            bias(&b.score).total_cmp(&bias(&a.score))
        });
        let mut line = format!("openings: {}; White's points in the most uneven:", openings.len());
        let text = |OpeningSummary { opening, score }: &&OpeningSummary| {
            format!("{opening} ({} of {})", score.points(), score.games())
        };
        for (at, text) in openings.iter().map(text).enumerate() {
            let text = format!("{} {text}", if at == 0 { "" } else { "," });
            if line.len() + text.len() > COLUMNS {
                break;
            }
            line += &text;
        }
        writeln!(f, "{line}")
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = if self.logs == 1 { "" } else { "s" };
        writeln!(f, "{}: {} games of {} log{plural}", clip(&self.summary.variant), self.summary.games, self.logs)?;
        writeln!(f)?;
        self.write_ratings(f)?;
        writeln!(f)?;
        if self.ranking.len() > 2 {
            self.write_crosstable(f)?;
            writeln!(f)?;
        }
        for pairing in &self.summary.pairings {
            let PairingSummary { first, second, score: WinDrawLoss { won, drawn, lost }, pairs, elo, los, .. } =
                pairing;
            write!(f, "{} – {}: +{won} ={drawn} -{lost}, pairs", short(first), short(second))?;
            pairs.iter().try_for_each(|count| write!(f, " {count}"))?;
            if let Some(elo) = elo {
                write!(f, ", Elo {elo}")?;
            }
            writeln!(f, ", LOS {}", los.map_or_else(|| "-".into(), |los| format!("{:.1} %", los * 100.0)))?;
        }
        if let Some(sprt) = &self.summary.sprt {
            writeln!(f, "{sprt}")?;
        }
        writeln!(f)?;
        self.write_colours(f)?;
        writeln!(f)?;
        self.write_speed(f)?;
        writeln!(f)?;
        let lengths = &self.lengths;
        let (shortest, median, longest) = (lengths.shortest, lengths.median, lengths.longest);
        writeln!(f, "plies: {shortest} to {longest}, median {median}, mean {:.1}", lengths.mean)?;
        let ending = |EndingSummary { reason, games }: &EndingSummary| format!("{} {games}", clip(reason));
        writeln!(f, "endings: {}", self.endings.iter().map(ending).collect::<Vec<_>>().join(", "))?;
        self.write_openings(f)?;
        for FaultSummary { engine, reason, games } in self.faults() {
            let plural = if *games == 1 { "game" } else { "games" };
            writeln!(f, "fault of {}: {} ({games} {plural})", short(engine), clip(reason))?;
        }
        Ok(())
    }
}
