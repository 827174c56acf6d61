//! What can be wrong with a line: each message names the token, what was expected, and the nearest spelling.

use crate::games::catalog::VariantError;
use crate::games::notation::clip;
use crate::games::record::SetupError;
use crate::util::suggest;
use thiserror::Error;

/// Why a line, or a part of it, was not obeyed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// A word that means nothing here.
    #[error("unknown {what} `{token}`{hint}; expected {expected}")]
    Unknown {
        /// What the word was taken for.
        what: &'static str,
        /// The word.
        token: String,
        /// The nearest right one.
        hint: String,
        /// What would have been right.
        expected: String,
    },
    /// A value that cannot be read.
    #[error("{what}: `{token}` is not {expected}")]
    Value {
        /// Whose value it is.
        what: String,
        /// The value.
        token: String,
        /// What would have been right.
        expected: String,
    },
    /// Something is not there.
    #[error("{what}: expected {expected}")]
    Missing {
        /// The command or option.
        what: String,
        /// What should follow.
        expected: String,
    },
    /// A position that cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// No such variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl Trouble {
    /// An unknown word, with all that is known.
    pub fn unknown<'a>(what: &'static str, token: &str, known: impl Iterator<Item = &'a str> + Clone) -> Trouble {
        let expected = known.clone().collect::<Vec<_>>().join(", ");
        Trouble::Unknown { what, token: clip(token), hint: suggest::hint(token, known), expected }
    }

    /// A value that cannot be read.
    pub fn value(what: impl Into<String>, token: &str, expected: impl Into<String>) -> Trouble {
        Trouble::Value { what: what.into(), token: clip(token), expected: expected.into() }
    }

    /// Something that is not there.
    pub fn missing(what: impl Into<String>, expected: impl Into<String>) -> Trouble {
        Trouble::Missing { what: what.into(), expected: expected.into() }
    }
}
