//! The JSON of `millstone variants --json`. No field is ever removed or changes its meaning; new ones may come.
//!
//! The list is one object:
//!
//! ```text
//! default          the name of the game that is played where none is named
//! variants         the named games, in the order of the list; each has
//!   name           the name
//!   aliases        other names, maybe none
//!   family         "draughts", "morris" or "wolf and sheep"; games of a family have the same axes
//!   sheet          the printed sheet or the tournament rules it comes from
//!   description    what it is, in a line
//!   axes           an object: the value of each axis, as text
//! ```
//!
//! So is a single game:
//!
//! ```text
//! name, aliases, family, sheet, description
//!                  as above, but the name is the canonical one with its overrides
//! base             the name without overrides
//! axes             in the order in which a canonical name lists them; each has
//!   name           as written in an override
//!   meaning        the question it answers
//!   value          the answer here, as text
//!   base           the answer without overrides
//!   values         for an axis of words: the answers there are, each with value and meaning
//!   min, max       for an axis of whole numbers: the range; values are then the words that are allowed too, if any
//!   source         where the value is written, if the game changes the axis and it is not overridden
//! ```

use crate::games::axis::{Axis, Values};
use crate::games::catalog::{self, NamedGame, Variant};
use serde::Serialize;
use std::collections::BTreeMap;

/// All named games.
#[derive(Serialize)]
pub struct List {
    default: &'static str,
    variants: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    #[serde(flatten)]
    about: About,
    axes: BTreeMap<&'static str, String>,
}

/// One game, axis by axis.
#[derive(Serialize)]
pub struct Game {
    #[serde(flatten)]
    about: About,
    base: String,
    axes: Vec<Answer>,
}

#[derive(Serialize)]
struct About {
    name: String,
    aliases: &'static [&'static str],
    family: &'static str,
    sheet: &'static str,
    description: String,
}

#[derive(Serialize)]
struct Answer {
    name: &'static str,
    meaning: &'static str,
    value: String,
    base: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    #[serde(flatten)]
    allowed: Allowed,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Allowed {
    Words {
        values: Vec<Word>,
    },
    Number {
        min: u16,
        max: u16,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        values: Vec<Word>,
    },
}

#[derive(Serialize)]
struct Word {
    value: &'static str,
    meaning: &'static str,
}

impl About {
    fn new(name: String, entry: &'static NamedGame, description: String) -> About {
        About { name, aliases: entry.aliases, family: entry.rules.family(), sheet: entry.sheet, description }
    }
}

impl List {
    /// The whole catalogue.
    pub fn new() -> List {
        let item = |entry: &'static NamedGame| Item {
            about: About::new(entry.name.to_string(), entry, entry.description()),
            axes: entry.rules.axes().iter().map(|axis| (axis.name, entry.rules.value(axis.name))).collect(),
        };
        List { default: catalog::DEFAULT, variants: catalog::entries().iter().map(item).collect() }
    }
}

impl Game {
    /// A game with its overrides.
    pub fn new(variant: &Variant) -> Game {
        let entry = variant.entry();
        let answer = |axis: &Axis| Answer {
            name: axis.name,
            meaning: axis.meaning,
            value: variant.rules().value(axis.name),
            base: variant.base_rules().value(axis.name),
            source: variant.source(axis.name),
            allowed: Allowed::from(axis.values),
        };
        Game {
            about: About::new(variant.to_string(), entry, variant.description()),
            base: variant.base_name().to_string(),
            axes: variant.rules().axes().iter().map(answer).collect(),
        }
    }
}

impl From<Values> for Allowed {
    fn from(values: Values) -> Allowed {
        let list = |words: &[(&'static str, &'static str)]| {
            words.iter().map(|&(value, meaning)| Word { value, meaning }).collect()
        };
        match values {
            Values::Words(words) => Allowed::Words { values: list(words) },
            Values::Number { min, max, words } => Allowed::Number { min, max, values: list(words) },
        }
    }
}
