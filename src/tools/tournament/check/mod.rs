//! Protocol compliance checks: a list of named checks of an engine.
//!
//! ```text
//! probe     an engine under test                    positions     positions to search
//! basics    handshake, readiness, options, exit     searches      checks of searches
//!                                                   recent_lines  bounded engine output
//! ```

mod basics;
mod positions;
mod probe;
mod recent_lines;
mod searches;

use super::process::StopFlag;
use super::spec::EngineSpec;
use crate::engine::protocol::Dialect;
use crate::games::catalog::Variant;
use probe::EngineProbe;
use serde::Serialize;
use std::time::Duration;

/// The time limits of the checks.
#[derive(Clone, Copy, Debug)]
pub struct CheckTimeouts {
    /// For the engine to start.
    pub start: Duration,
    /// For replies without a search.
    pub reply: Duration,
    /// For the move after `stop`.
    pub stop: Duration,
    /// How far a search may exceed its time.
    pub margin: Duration,
}

/// What the engine did in a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
pub enum CheckOutcome {
    /// The engine did what the protocol requires.
    Ok,
    /// It did something else.
    Fail {
        /// What the protocol requires.
        expected: String,
        /// What the engine did.
        #[serde(rename = "came")]
        got: String,
    },
    /// Not applicable.
    Skipped {
        /// Why.
        reason: String,
    },
}

/// One check, by name, with what the engine did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// Its name.
    pub check: &'static str,
    /// Passed, failed or skipped.
    #[serde(flatten)]
    pub outcome: CheckOutcome,
}

/// Why a check did not pass.
enum CheckFailure {
    Fail { expected: String, got: String },
    Skip(String),
    Stopped,
}

impl CheckFailure {
    fn fail(expected: impl Into<String>, got: impl Into<String>) -> CheckFailure {
        CheckFailure::Fail { expected: expected.into(), got: got.into() }
    }

    fn skip(reason: impl Into<String>) -> CheckFailure {
        CheckFailure::Skip(reason.into())
    }
}

type CheckFn = fn(&mut EngineProbe<'_>) -> Result<(), CheckFailure>;

const CHECKS: [(&str, CheckFn); 27] = [
    ("handshake", basics::handshake),
    ("ready when idle", basics::ready_when_idle),
    ("unknown command ignored", basics::unknown_command),
    ("option set", basics::option),
    ("unknown option ignored", basics::unknown_option),
    ("option out of range ignored", basics::option_out_of_range),
    ("position with moves", searches::position_with_moves),
    ("bad position keeps the old one", searches::bad_position),
    ("bad move keeps the old position", searches::bad_move),
    ("depth", searches::depth),
    ("nodes", searches::nodes),
    ("movetime", searches::movetime),
    ("clock", searches::clock),
    ("infinite does not end by itself", searches::infinite),
    ("ready while searching", searches::ready_while_searching),
    ("stop", searches::stop),
    ("one answer to each search", searches::one_answer),
    ("info before the answer", searches::info_before_answer),
    ("no legal move", searches::no_legal_move),
    ("ponder", searches::ponder),
    ("searchmoves", searches::searchmoves),
    ("several lines", searches::multi_pv),
    ("queries", basics::queries),
    ("long garbage survived", basics::garbage),
    ("a game to its end", searches::whole_game),
    ("end of input", basics::end_of_input),
    ("quit", basics::quit),
];

/// Runs all checks of an engine, and calls `report` after each. Returns `false` if any failed.
pub fn run(
    spec: &EngineSpec,
    dialect: Dialect,
    variant: &Variant,
    timeouts: &CheckTimeouts,
    stop: &StopFlag,
    report: &mut dyn FnMut(&CheckResult) -> std::io::Result<()>,
) -> std::io::Result<bool> {
    let mut probe = EngineProbe::new(spec, dialect, variant, timeouts, stop);
    let mut passed = true;
    for (check, run) in CHECKS {
        let outcome = match run(&mut probe) {
            Ok(()) => CheckOutcome::Ok,
            Err(CheckFailure::Skip(reason)) => CheckOutcome::Skipped { reason },
            Err(CheckFailure::Stopped) => break,
            Err(CheckFailure::Fail { expected, got }) => {
                // Restart, so that this failure does not cause others.
                probe.restart();
                passed = false;
                CheckOutcome::Fail { expected, got }
            }
        };
        let unusable = check == "handshake" && outcome != CheckOutcome::Ok;
        report(&CheckResult { check, outcome })?;
        if unusable {
            break;
        }
    }
    Ok(passed)
}
