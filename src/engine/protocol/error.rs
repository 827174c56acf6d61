//! Errors in commands. Each message names the bad token, what was expected, and the nearest spelling.

use crate::games::catalog::VariantError;
use crate::games::notation::clip;
use crate::games::record::SetupError;
use crate::util::suggest;
use thiserror::Error;

/// Why a command, or a part of it, was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// An unknown word.
    #[error("unknown {what} `{token}`{hint}; expected {expected}")]
    Unknown {
        /// What the word should have been, such as `command` or `option`.
        what: &'static str,
        /// The word.
        token: String,
        /// The nearest known word, as [`suggest::hint`] writes it.
        hint: String,
        /// All known words.
        expected: String,
    },
    /// An invalid value.
    #[error("{what}: `{token}` is not {expected}")]
    Value {
        /// The option or argument.
        what: String,
        /// The value.
        token: String,
        /// The form of a valid value.
        expected: String,
    },
    /// A missing argument.
    #[error("{what}: expected {expected}")]
    Missing {
        /// The command or option.
        what: String,
        /// What should follow.
        expected: String,
    },
    /// An invalid position or move.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An invalid variant name.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Any other error, as a message.
    #[error("{0}")]
    Other(String),
}

impl ProtocolError {
    /// An unknown word where one of `known` was expected.
    pub fn unknown<'a>(what: &'static str, token: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let expected = known.clone().collect::<Vec<_>>().join(", ");
        ProtocolError::Unknown { what, token: clip(token), hint: suggest::hint(token, known), expected }
    }

    /// An invalid value.
    pub fn value(what: impl Into<String>, token: &str, expected: impl Into<String>) -> Self {
        ProtocolError::Value { what: what.into(), token: clip(token), expected: expected.into() }
    }

    /// A missing argument.
    pub fn missing(what: impl Into<String>, expected: impl Into<String>) -> Self {
        ProtocolError::Missing { what: what.into(), expected: expected.into() }
    }
}
