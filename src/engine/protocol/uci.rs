//! The replies of UCI, and of UGI where they differ.

use super::connection_limits::ConnectionLimits;
use super::options::{self, EngineOptions};
use super::{Dialect, VERSION};
use crate::engine::any_game::{Outcome, Report};
use crate::games::{Ending, Side};
use crate::search::Score;
use crate::util::cpu::{BUILT_FOR, hint};
use std::fmt::Write as _;

/// The engine's name.
pub const NAME: &str = "Millstone";
/// As `id author` and Hub's `id` name them.
pub const AUTHOR: &str = "the Millstone authors";

/// The reply to `uci` or `ugi`: the engine's identity, its options, and `uciok` or `ugiok`.
pub fn handshake(dialect: Dialect, limits: &ConnectionLimits) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("id name {NAME} {version} {BUILT_FOR}\nid author {AUTHOR}\nid protocol {VERSION}\n");
    for (name, which, kind) in &options::ALL {
        let Some(kind) = limits.narrow(*which, *kind) else { continue };
        text += &options::declaration(name, *which, &kind);
        text.push('\n');
    }
    if let Some(hint) = hint() {
        text += &info_string(&hint);
        text.push('\n');
    }
    text + if dialect == Dialect::Ugi { "ugiok" } else { "uciok" }
}

/// A line of the search.
pub fn info(report: &Report, show_wdl: bool) -> String {
    let Report { depth, deepest, line, score, nodes, full, tbhits, .. } = *report;
    let mut text = format!("info depth {depth} seldepth {deepest} multipv {line} score {}", Score::new(score));
    if report.at_least {
        text += " lowerbound";
    }
    if show_wdl {
        let [win, draw, loss] = report.wdl;
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let time = report.time.as_millis();
    let nps = u128::from(nodes) * 1_000_000 / report.time.as_micros().max(1);
    let _ = write!(text, " nodes {nodes} nps {nps} hashfull {full} tbhits {tbhits} time {time}");
    if !report.pv.is_empty() {
        let _ = write!(text, " pv {}", report.pv.join(" "));
    }
    text
}

/// The result of a search. UGI has no ponder move.
pub fn best_move(outcome: &Outcome, dialect: Dialect) -> String {
    match (&outcome.best, &outcome.ponder) {
        (Some(best), Some(ponder)) if dialect == Dialect::Uci => format!("bestmove {best} ponder {ponder}"),
        (Some(best), _) => format!("bestmove {best}"),
        (None, _) => "bestmove 0000".into(),
    }
}

/// A message for the user.
pub fn info_string(text: &str) -> String {
    format!("info string {}", text.replace(['\n', '\r'], " "))
}

/// The reply to `query result`.
pub fn result(ending: Option<Ending>, first: Side) -> &'static str {
    match ending.map(|ending| ending.winner) {
        None => "none",
        Some(None) => "draw",
        Some(Some(side)) if side == first => "p1win",
        Some(Some(_)) => "p2win",
    }
}

/// The reply to `query reason`.
pub fn reason(ending: Option<Ending>) -> &'static str {
    ending.map_or("none", |ending| ending.reason.word())
}

/// The reply to `eval`.
pub fn evaluation(score: i32, wdl: [u32; 3], options: &EngineOptions) -> String {
    let mut text = format!("eval {}", Score::new(score));
    if options.show_wdl {
        let [win, draw, loss] = wdl;
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    text
}
