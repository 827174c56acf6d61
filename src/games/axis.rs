//! Rule axes: the questions in which games of a family differ, by name and value.
//!
//! A game is data: a value for each axis. This module holds what the three families share, so that the
//! catalogue can list, print and override any axis without knowing the family.

use crate::games::notation::clip;
use crate::util::suggest;
use thiserror::Error;

/// The values an axis can take.
#[derive(Clone, Copy, Debug)]
pub enum AxisValues {
    /// One of a list of words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// A whole number in a range, or one of a list of words.
    Number {
        /// The least value.
        min: u16,
        /// The greatest value.
        max: u16,
        /// The words, each with its meaning.
        words: &'static [(&'static str, &'static str)],
    },
}

/// Yes or no.
pub const YES_NO: AxisValues = AxisValues::Words(&[("yes", "it does"), ("no", "it does not")]);

/// One axis of a family.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Its name, as written in an override.
    pub name: &'static str,
    /// The question it answers.
    pub meaning: &'static str,
    /// The answers there are.
    pub values: AxisValues,
}

impl Axis {
    /// The allowed values as a list for people.
    pub fn allowed(&self) -> String {
        match self.values {
            AxisValues::Words(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "),
            AxisValues::Number { min, max, words } => {
                words.iter().fold(format!("{min} to {max}"), |text, (word, _)| format!("{text}, {word}"))
            }
        }
    }
}

/// Why an override was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AxisError {
    /// Not of the form `axis=value`.
    #[error("override `{0}`: expected axis=value, as in `king-capture=any`")]
    Form(String),
    /// No such axis.
    #[error("unknown axis `{axis}`{hint}; the axes are: {known}")]
    Axis {
        /// The name given.
        axis: String,
        /// The nearest right one.
        hint: String,
        /// All names.
        known: String,
    },
    /// No such value.
    #[error("axis `{axis}` has no value `{value}`{hint}; allowed: {allowed}")]
    Value {
        /// As the family names it.
        axis: &'static str,
        /// The value given.
        value: String,
        /// The nearest right one.
        hint: String,
        /// All values.
        allowed: String,
    },
    /// A combination that makes no sense.
    #[error("these rules make no sense together: {0}")]
    Senseless(String),
}

/// A rule set made of axes.
pub trait Axes: Copy {
    /// The axes, in the order in which they are listed.
    const AXES: &'static [Axis];

    /// The value of an axis of the list.
    fn value(&self, axis: &str) -> String;

    /// The same rules with another value of an axis; `None` if there is no such axis or value.
    fn with(self, axis: &str, value: &str) -> Option<Self>;

    /// Refuses combinations that make no sense, with the reason.
    fn check(&self) -> Result<(), String>;

    /// Applies one override of the form `axis=value`.
    fn apply(&mut self, text: &str) -> Result<(), AxisError> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(AxisError::Form(clip(text)));
        };
        let (name, value) = (name.trim(), value.trim());
        let Some(axis) = Self::AXES.iter().find(|axis| axis.name == name) else {
            let names = || Self::AXES.iter().map(|axis| axis.name);
            return Err(AxisError::Axis {
                axis: clip(name),
                hint: suggest::hint(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        let (valid, hint) = match axis.values {
            AxisValues::Words(words) => {
                let known = || words.iter().map(|(word, _)| *word);
                (known().any(|word| word == value), suggest::hint(value, known()))
            }
            AxisValues::Number { min, max, words } => {
                let in_range = number(value).is_some_and(|n| (min..=max).contains(&n));
                (in_range || words.iter().any(|(word, _)| *word == value), String::new())
            }
        };
        if !valid {
            return Err(AxisError::Value { axis: axis.name, value: clip(value), hint, allowed: axis.allowed() });
        }
        if let Some(rules) = self.with(name, value) {
            *self = rules;
        }
        Ok(())
    }
}

/// Whether two texts are the same. A constant function, so that the table of games is resolved by the compiler.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Reads a whole number, digits only.
pub(crate) const fn number(text: &str) -> Option<u16> {
    let bytes = text.as_bytes();
    if bytes.is_empty() || bytes.len() > 4 {
        return None;
    }
    let (mut value, mut at) = (0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            return None;
        }
        value = 10 * value + (bytes[at] - b'0') as u16;
        at += 1;
    }
    Some(value)
}

/// Reads yes or no.
pub(crate) const fn yes(text: &str) -> Option<bool> {
    if same(text, "yes") {
        Some(true)
    } else if same(text, "no") {
        Some(false)
    } else {
        None
    }
}

/// Sets a field to a value that was read, or leaves the function with `None`.
macro_rules! put {
    ($field:expr, $value:expr) => {
        match $value {
            Some(value) => $field = value,
            None => return None,
        }
    };
}
pub(crate) use put;

/// Declares an enum whose values are the words of an axis.
macro_rules! axis_words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal: $meaning:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = $meaning] $variant,)+ }

        impl $name {
            /// The words of the axis, with their meanings.
            pub const VALUES: $crate::games::axis::AxisValues = $crate::games::axis::AxisValues::Words(&[$(($word, $meaning),)+]);

            /// The word for the value.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value for a word.
            pub const fn from_word(word: &str) -> Option<Self> {
                $(if $crate::games::axis::same(word, $word) { return Some(Self::$variant); })+
                None
            }
        }
    };
}
pub(crate) use axis_words;

/// The word of a yes-or-no axis.
pub(crate) fn yes_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_string()
}
