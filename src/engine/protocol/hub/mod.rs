//! The Hub dialect, version 2.
//!
//! ```text
//! dispatch  the commands           line      the grammar
//! level     search limits          squares   position strings and square numbers
//! ```
//!
//! Existing clients are strict: the arguments of `info` have a fixed order with `mean-depth` among them, `done` has
//! `move` first, and every argument has exactly one `=`.

mod dispatch;
mod level;
pub(crate) mod line;
pub(crate) mod squares;

pub use level::HubLevel;

use super::error::ProtocolError;
use super::options::EngineOptions;
use super::uci::{AUTHOR, NAME};
use crate::engine::any_game::{Outcome, Report};
use crate::games::catalog::{self, AnyRules, NamedGame, Variant};
use crate::search::tt::TranspositionTable;
use crate::search::{WIN, is_proven};
use line::quoted;
use squares::HubNumbering;

/// Hub's names of the games that it knows, with the games, in Hub's order.
fn known() -> impl Iterator<Item = (&'static str, &'static NamedGame)> + Clone {
    let mut games: Vec<_> = catalog::entries().iter().filter_map(|entry| Some((entry.hub?, entry))).collect();
    games.sort_by_key(|(hub, _)| hub.rank);
    games.into_iter().map(|(hub, entry)| (hub.name, entry))
}

/// The variant with a name of Hub or of the engine, if Hub supports it.
pub fn variant(name: &str) -> Result<Variant, ProtocolError> {
    let ours = known().find(|(hub, _)| hub.eq_ignore_ascii_case(name)).map_or(name, |(_, entry)| entry.name);
    let unknown = || ProtocolError::unknown("variant", name, known().map(|(hub, _)| hub));
    let variant: Variant = if ours.contains('+') { ours.parse()? } else { ours.parse().map_err(|_| unknown())? };
    if !supports(variant.rules()) {
        return Err(ProtocolError::value("variant", name, "a draughts game without huffing; Hub supports no others"));
    }
    Ok(variant)
}

fn supports(rules: &AnyRules) -> bool {
    matches!(rules, AnyRules::Draughts(rules) if !rules.movement.huffs())
}

/// Hub's name of a variant, or the engine's if Hub has none; `None` if Hub does not support it.
pub fn name(variant: &Variant) -> Option<String> {
    let ours = variant.to_string();
    let hub = || known().find(|(_, entry)| entry.name == ours).map(|(hub, _)| hub.to_string());
    supports(variant.rules()).then(|| hub().unwrap_or(ours.clone()))
}

/// How the squares of a variant's moves are numbered: as the client has chosen, or else as most clients do. On 10×10 there is only one way.
pub fn numbering(variant: &Variant, chosen: Option<HubNumbering>) -> HubNumbering {
    let eight = matches!(variant.rules(), AnyRules::Draughts(rules) if rules.movement.board.count() == 32);
    let usual = || match variant.entry().hub {
        Some(hub) if hub.from_bottom => HubNumbering::FromBottom,
        _ => HubNumbering::FromTop,
    };
    if eight { chosen.unwrap_or_else(usual) } else { HubNumbering::FromTop }
}

/// The parameters that the engine declares.
const PARAMETERS: [&str; 11] = [
    "variant",
    "numbering",
    "hash",
    "threads",
    "ponder",
    "book",
    "book-file",
    "eval-file",
    "variant-file",
    "table-path",
    "move-overhead",
];
/// Parameters that clients set although they were not declared; they are ignored.
const IGNORED: [&str; 1] = ["initial-time"];

/// The reply to `hub`: the engine's identity, its parameters, and `wait`.
pub fn handshake() -> Vec<String> {
    let defaults = EngineOptions::default();
    let own = catalog::own_games();
    let own_names = own.iter().filter(|variant| supports(variant.rules())).map(Variant::base_name);
    let names: Vec<&str> = known().map(|(hub, _)| hub).chain(own_names).collect();
    let variant_file = catalog::own_file().map_or_else(String::new, |path| path.display().to_string());
    let (least, most) = (TranspositionTable::MEGABYTES.start(), TranspositionTable::MEGABYTES.end());
    vec![
        format!("id name={NAME} version={} author={}", env!("CARGO_PKG_VERSION"), quoted(AUTHOR)),
        format!("param name=variant value=normal type=enum values={}", quoted(&names.join(" "))),
        "param name=numbering value=game type=enum values=\"game top bottom\"".into(),
        format!("param name=hash value={} type=int min={least} max={most}", defaults.hash),
        format!("param name=threads value={} type=int min=1 max=256", defaults.threads),
        "param name=ponder value=false type=bool".into(),
        "param name=book value=false type=bool".into(),
        "param name=book-file value=\"\" type=string".into(),
        "param name=eval-file value=\"\" type=string".into(),
        format!("param name=variant-file value={} type=string", quoted(&variant_file)),
        "param name=table-path value=\"\" type=string".into(),
        format!("param name=move-overhead value={} type=real min=0 max=5", defaults.move_overhead.as_secs_f64()),
        "wait".into(),
    ]
}

/// An error message.
pub fn error(message: &str) -> String {
    // Always quoted: clients expect it of a message.
    let text = message.replace('"', "'").replace(['\n', '\r'], " ");
    format!("error message=\"{text}\"")
}

/// A score in men; a win in n plies is 100 − n/100.
fn score(score: i32) -> f64 {
    /// Keeps evaluations below the scores of proven wins.
    const MAX: i32 = 8000;
    let hundredths =
        if is_proven(score) { (10_000 - (WIN - score.abs())) * score.signum() } else { score.clamp(-MAX, MAX) };
    f64::from(hundredths) / 100.0
}

/// A line of the search.
pub fn info(report: &Report, numbering: HubNumbering) -> String {
    let seconds = report.time.as_secs_f64();
    let nps = report.nodes as f64 / seconds.max(1e-6) / 1e6;
    let moves: Vec<String> = report.pv.iter().map(|mv| numbering.format_move(mv)).collect();
    format!(
        "info depth={} mean-depth={:.1} score={:.2} nodes={} time={seconds:.3} nps={nps:.1} pv=\"{}\"",
        report.depth,
        f64::from(report.depth),
        score(report.score),
        report.nodes,
        moves.join(" ")
    )
}

/// The result of a search.
pub fn done(outcome: &Outcome, numbering: HubNumbering) -> String {
    match (&outcome.best, &outcome.ponder) {
        (Some(best), Some(ponder)) => {
            format!("done move={} ponder={}", numbering.format_move(best), numbering.format_move(ponder))
        }
        (Some(best), None) => format!("done move={}", numbering.format_move(best)),
        (None, _) => "done move=0-0".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn scores_are_in_men_and_wins_are_below_a_hundred() {
        assert_eq!(score(-1), -0.01);
        assert_eq!(score(20_000), 80.0);
        assert_eq!(score(WIN - 7), 99.93);
        assert_eq!(score(8 - WIN), -99.92);
    }

    #[test]
    fn info_arguments_are_in_order() {
        let report = Report {
            depth: 21,
            deepest: 30,
            line: 1,
            score: -1,
            wdl: [0, 1000, 0],
            at_least: false,
            nodes: 31_261_613,
            time: Duration::from_millis(3906),
            full: 0,
            tbhits: 0,
            pv: vec!["32-28".into(), "17-22".into()],
            reply: Some("17-22".into()),
        };
        assert_eq!(
            info(&report, HubNumbering::FromTop),
            "info depth=21 mean-depth=21.0 score=-0.01 nodes=31261613 time=3.906 nps=8.0 pv=\"32-28 17-22\""
        );
    }

    #[test]
    fn every_name_is_a_variant_and_unsupported_games_are_rejected() {
        for (name, _) in known() {
            assert!(variant(name).is_ok(), "{name}");
        }
        assert!(variant("international+promote=stop").is_ok());
        for name in ["canadian", "doubleboard-de", "morris", "schmidt-de-huff", "normal+x"] {
            assert!(variant(name).is_err(), "{name}");
        }
        assert_eq!(numbering(&variant("russian").unwrap(), None), HubNumbering::FromBottom);
        assert_eq!(numbering(&variant("russian").unwrap(), Some(HubNumbering::FromTop)), HubNumbering::FromTop);
        assert_eq!(numbering(&variant("italian").unwrap(), Some(HubNumbering::FromBottom)), HubNumbering::FromBottom);
        assert_eq!(numbering(&variant("normal").unwrap(), Some(HubNumbering::FromBottom)), HubNumbering::FromTop);
    }
}
