//! The Hub dialect, version 2.
//!
//! ```text
//! line      the grammar                  level     how long a search lasts
//! talk      the way of a line through the session
//! ```
//!
//! Clients in use are particular: `info` has a fixed order with `mean-depth` in it, `done` has `move` first, and
//! every argument has one `=`.

mod dispatch;
mod level;
pub(crate) mod line;
pub(crate) mod squares;

pub use level::Level;

use super::error::Trouble;
use super::hub::squares::Numbering;
use super::options::Options;
use super::uci::{AUTHOR, NAME};
use crate::engine::any_game::{Outcome, Report};
use crate::games::catalog::{Rules, Variant};
use crate::search::tt::TranspositionTable;
use crate::search::{WIN, is_proven};
use line::quoted;

/// Hub's names for variants, and ours.
const VARIANTS: [(&str, &str); 13] = [
    ("normal", "international"),
    ("killer", "killer"),
    ("bt", "breakthrough"),
    ("losing", "antidraughts"),
    ("russian", "russian"),
    ("brazilian", "brazilian"),
    ("english", "english"),
    ("italian", "italian"),
    ("spanish", "spanish"),
    ("pool", "pool"),
    ("czech", "czech"),
    ("thai", "thai"),
    ("draughts", "draughts"),
];
/// The variants whose moves clients number from the bottom row.
const FROM_BOTTOM: [&str; 3] = ["russian", "brazilian", "czech"];

/// The variant of a name, Hub's or ours, if Hub can speak of it.
pub fn variant(name: &str) -> Result<Variant, Trouble> {
    let known = || VARIANTS.iter().map(|(hub, _)| *hub);
    let ours = VARIANTS.iter().find(|(hub, _)| hub.eq_ignore_ascii_case(name)).map_or(name, |(_, ours)| *ours);
    let unknown = || Trouble::unknown("variant", name, known());
    let variant: Variant = if ours.contains('+') { ours.parse()? } else { ours.parse().map_err(|_| unknown())? };
    match variant.rules() {
        Rules::Draughts(rules) if !rules.movement.huffs() => Ok(variant),
        _ => {
            Err(Trouble::value("variant", name, "a draughts game without huffing, which is all that Hub can speak of"))
        }
    }
}

/// Hub's name for a variant, ours where Hub has none; `None` if Hub cannot speak of it.
pub fn name(of: &Variant) -> Option<String> {
    let ours = of.to_string();
    variant(&ours).ok()?;
    Some(VARIANTS.iter().find(|(_, name)| *name == ours).map_or(ours, |(hub, _)| (*hub).to_string()))
}

/// How the moves of a variant are numbered.
pub fn numbering(variant: &Variant) -> Numbering {
    let eight = matches!(variant.rules(), Rules::Draughts(rules) if rules.movement.board.count() == 32);
    if eight && FROM_BOTTOM.contains(&variant.entry().name.as_str()) {
        Numbering::FromBottom
    } else {
        Numbering::FromTop
    }
}

/// The names of the parameters.
const PARAMETERS: [&str; 8] =
    ["variant", "hash", "threads", "ponder", "book", "book-file", "table-path", "move-overhead"];
/// Parameters that clients set without being asked to; they change nothing here.
const TOLERATED: [&str; 1] = ["initial-time"];

/// The introduction: who this is, what can be set, and the closing word.
pub fn introduction() -> Vec<String> {
    let defaults = Options::default();
    let names: Vec<&str> = VARIANTS.iter().map(|(hub, _)| *hub).collect();
    let (least, most) = (TranspositionTable::MEGABYTES.start(), TranspositionTable::MEGABYTES.end());
    vec![
        format!("id name={NAME} version={} author={}", env!("CARGO_PKG_VERSION"), quoted(AUTHOR)),
        format!("param name=variant value=normal type=enum values={}", quoted(&names.join(" "))),
        format!("param name=hash value={} type=int min={least} max={most}", defaults.hash),
        format!("param name=threads value={} type=int min=1 max=256", defaults.threads),
        "param name=ponder value=false type=bool".into(),
        "param name=book value=false type=bool".into(),
        "param name=book-file value=\"\" type=string".into(),
        "param name=table-path value=\"\" type=string".into(),
        format!("param name=move-overhead value={} type=real min=0 max=5", defaults.overhead.as_secs_f64()),
        "wait".into(),
    ]
}

/// Something that is not right.
pub fn error(message: &str) -> String {
    // Always in quotes, as clients expect of a message.
    let text = message.replace('"', "'").replace(['\n', '\r'], " ");
    format!("error message=\"{text}\"")
}

/// A score in men; a win in so many plies is so many hundredths short of 100.
fn score(score: i32) -> f64 {
    /// Below what stands for a proven win.
    const MOST: i32 = 8000;
    let hundredths =
        if is_proven(score) { (10_000 - (WIN - score.abs())) * score.signum() } else { score.clamp(-MOST, MOST) };
    f64::from(hundredths) / 100.0
}

/// A line of a search.
pub fn info(report: &Report, numbering: Numbering) -> String {
    let seconds = report.time.as_secs_f64();
    let nps = report.nodes as f64 / seconds.max(1e-6) / 1e6;
    let moves: Vec<String> = report.pv.iter().map(|mv| numbering.speak(mv)).collect();
    format!(
        "info depth={} mean-depth={:.1} score={:.2} nodes={} time={seconds:.3} nps={nps:.1} pv=\"{}\"",
        report.depth,
        f64::from(report.depth),
        score(report.score),
        report.nodes,
        moves.join(" ")
    )
}

/// The answer to a search.
pub fn done(outcome: &Outcome, numbering: Numbering) -> String {
    match (&outcome.best, &outcome.ponder) {
        (Some(best), Some(ponder)) => {
            format!("done move={} ponder={}", numbering.speak(best), numbering.speak(ponder))
        }
        (Some(best), None) => format!("done move={}", numbering.speak(best)),
        (None, _) => "done move=0-0".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn scores_are_in_men_and_wins_short_of_a_hundred() {
        assert_eq!(score(-1), -0.01);
        assert_eq!(score(20_000), 80.0);
        assert_eq!(score(WIN - 7), 99.93);
        assert_eq!(score(8 - WIN), -99.92);
    }

    #[test]
    fn info_keeps_its_order() {
        let report = Report {
            depth: 21,
            deepest: 30,
            line: 1,
            score: -1,
            at_least: false,
            nodes: 31_261_613,
            time: Duration::from_millis(3906),
            full: 0,
            pv: vec!["32-28".into(), "17-22".into()],
            reply: Some("17-22".into()),
        };
        assert_eq!(
            info(&report, Numbering::FromTop),
            "info depth=21 mean-depth=21.0 score=-0.01 nodes=31261613 time=3.906 nps=8.0 pv=\"32-28 17-22\""
        );
    }

    #[test]
    fn every_name_is_a_variant_and_others_are_refused() {
        for (name, _) in VARIANTS {
            assert!(variant(name).is_ok(), "{name}");
        }
        assert!(variant("international+promote=stop").is_ok());
        for name in ["frisian", "doubleboard-de", "morris", "schmidt-de-huff", "normal+x"] {
            assert!(variant(name).is_err(), "{name}");
        }
        assert_eq!(numbering(&variant("russian").unwrap()), Numbering::FromBottom);
        assert_eq!(numbering(&variant("normal").unwrap()), Numbering::FromTop);
    }
}
