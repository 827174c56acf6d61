//! Does an engine keep to its protocol? A list of named checks, each with what was expected and what came.
//!
//! ```text
//! probe     an engine that is asked and watched     courses   games so far that are asked about
//! basics    handshake, readiness, options, ends     searches  what a search may be asked for
//! kept      what the engine has said
//! ```

mod basics;
mod courses;
mod kept;
mod probe;
mod searches;

use super::process::Halt;
use super::spec::EngineSpec;
use crate::games::catalog::Variant;
use probe::Probe;
use serde::Serialize;
use std::time::Duration;

/// How patient the checks are.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// With the start of the engine.
    pub start: Duration,
    /// With an answer that takes no thinking.
    pub answer: Duration,
    /// With the move after `stop`.
    pub stop: Duration,
}

/// How a check went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
pub enum Outcome {
    /// As it should be.
    Ok,
    /// Not as it should be.
    Fail {
        /// What the protocol wants.
        expected: String,
        /// What the engine did.
        came: String,
    },
    /// It does not apply.
    Skipped {
        /// Why.
        reason: String,
    },
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Its name.
    pub check: &'static str,
    /// How it went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Why a check is not passed.
enum Flaw {
    Fail { expected: String, came: String },
    Skip(String),
    Halted,
}

impl Flaw {
    fn fail(expected: impl Into<String>, came: impl Into<String>) -> Flaw {
        Flaw::Fail { expected: expected.into(), came: came.into() }
    }

    fn skip(reason: impl Into<String>) -> Flaw {
        Flaw::Skip(reason.into())
    }
}

type Check = fn(&mut Probe<'_>) -> Result<(), Flaw>;

const CHECKS: [(&str, Check); 27] = [
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
    ("several lines", searches::several_lines),
    ("queries", basics::queries),
    ("long garbage survived", basics::garbage),
    ("a game to its end", searches::whole_game),
    ("end of input", basics::end_of_input),
    ("quit", basics::quit),
];

/// Makes all checks of an engine; each is told as soon as it is made. `false` if some failed.
pub fn run(
    spec: &EngineSpec,
    variant: &Variant,
    patience: &Patience,
    halt: &Halt,
    tell: &mut dyn FnMut(&Checked) -> std::io::Result<()>,
) -> std::io::Result<bool> {
    let mut probe = Probe::new(spec, variant, patience, halt);
    let mut passed = true;
    for (check, make) in CHECKS {
        let outcome = match make(&mut probe) {
            Ok(()) => Outcome::Ok,
            Err(Flaw::Skip(reason)) => Outcome::Skipped { reason },
            Err(Flaw::Halted) => break,
            Err(Flaw::Fail { expected, came }) => {
                // What the engine does next would be the consequence of this, not a flaw of its own.
                probe.restart();
                passed = false;
                Outcome::Fail { expected, came }
            }
        };
        let unusable = check == "handshake" && outcome != Outcome::Ok;
        tell(&Checked { check, outcome })?;
        if unusable {
            break;
        }
    }
    Ok(passed)
}
