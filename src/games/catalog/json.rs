//! The JSON of `millstone variants --json` and of the protocol's `variants json`. Fields are never removed and do not change
//! their meaning; new ones may be added.
//!
//! The list is one object:
//!
//! ```text
//! default          the default variant
//! variants         the variants, in the order of the list, then the user's own; each has
//!   name           the name
//!   aliases        other names, possibly none
//!   family         "draughts", "morris" or "wolf and sheep"; variants of a family have the same axes
//!   sheet          the printed sheet or the tournament rules it comes from
//!   description    a description in one line
//!   parent         for a variant of the user's own: the variant it starts from; sheet is then that of the named one it is based on
//!   axes           an object: the value of each axis, as text
//! families         each family with name and axes; an axis has name, meaning, and values or min and max, as below
//! ```
//!
//! A single variant is one object, too:
//!
//! ```text
//! name, aliases, family, sheet, description, parent
//!                  as above, but the name is the canonical one with its overrides
//! base             the name without overrides
//! axes             in the order of a canonical name; each has
//!   name           as written in an override
//!   meaning        what the axis decides
//!   value          its value here, as text
//!   base           its value without overrides
//!   values         for an axis of words: the possible values, each with value and meaning
//!   min, max       for an axis of whole numbers: the range; values are then the words that are also allowed, if any
//!   source         where the value is documented, if the variant changes the axis and it is not overridden
//! ```

use super::{DEFAULT, Variant, entries, own_games};
use crate::games::axis::{Axis, AxisValues};
use serde::Serialize;
use std::collections::BTreeMap;

/// All named variants.
#[derive(Serialize)]
pub struct VariantListJson {
    default: &'static str,
    variants: Vec<ListedVariantJson>,
    families: Vec<FamilyJson>,
}

/// What the games of a family can differ in.
#[derive(Serialize)]
struct FamilyJson {
    name: &'static str,
    axes: Vec<AxisMeaningJson>,
}

#[derive(Serialize)]
struct ListedVariantJson {
    #[serde(flatten)]
    about: VariantAboutJson,
    axes: BTreeMap<&'static str, String>,
}

/// One variant with all its axes.
#[derive(Serialize)]
pub struct VariantJson {
    #[serde(flatten)]
    about: VariantAboutJson,
    base: String,
    axes: Vec<AxisJson>,
}

#[derive(Serialize)]
struct VariantAboutJson {
    name: String,
    aliases: &'static [&'static str],
    family: &'static str,
    sheet: &'static str,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
}

#[derive(Serialize)]
struct AxisJson {
    #[serde(flatten)]
    axis: AxisMeaningJson,
    value: String,
    base: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

#[derive(Serialize)]
struct AxisMeaningJson {
    name: &'static str,
    meaning: &'static str,
    #[serde(flatten)]
    allowed: AllowedJson,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AllowedJson {
    Words {
        values: Vec<AxisValueJson>,
    },
    Number {
        min: u16,
        max: u16,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        values: Vec<AxisValueJson>,
    },
}

#[derive(Serialize)]
struct AxisValueJson {
    value: &'static str,
    meaning: &'static str,
}

impl VariantAboutJson {
    fn new(variant: &Variant) -> VariantAboutJson {
        let (entry, own) = (variant.entry(), variant.own_game());
        VariantAboutJson {
            name: variant.to_string(),
            aliases: variant.aliases(),
            family: entry.rules.family(),
            sheet: entry.sheet,
            description: variant.description(),
            parent: own.map(|own| own.parent.clone()),
        }
    }
}

impl Default for VariantListJson {
    fn default() -> Self {
        VariantListJson::new()
    }
}

impl VariantListJson {
    /// The whole catalogue, and the user's own variants.
    pub fn new() -> VariantListJson {
        let listed = |variant: Variant| {
            let (about, rules) = (VariantAboutJson::new(&variant), variant.rules());
            ListedVariantJson {
                about,
                axes: rules.axes().iter().map(|axis| (axis.name, rules.value(axis.name))).collect(),
            }
        };
        let own = own_games();
        let variants = entries().iter().map(Variant::from).chain(own.iter().cloned());
        let firsts = entries().chunk_by(|one, two| one.rules.family() == two.rules.family()).filter_map(<[_]>::first);
        let families = firsts.map(|entry| FamilyJson {
            name: entry.rules.family(),
            axes: entry.rules.axes().iter().map(AxisMeaningJson::from).collect(),
        });
        VariantListJson { default: DEFAULT, variants: variants.map(listed).collect(), families: families.collect() }
    }
}

impl VariantJson {
    /// A variant with its overrides.
    pub fn new(variant: &Variant) -> VariantJson {
        let axis = |axis: &Axis| AxisJson {
            axis: AxisMeaningJson::from(axis),
            value: variant.rules().value(axis.name),
            base: variant.base_rules().value(axis.name),
            source: variant.source(axis.name),
        };
        VariantJson {
            about: VariantAboutJson::new(variant),
            base: variant.base_name().to_string(),
            axes: variant.rules().axes().iter().map(axis).collect(),
        }
    }
}

impl From<&Axis> for AxisMeaningJson {
    fn from(axis: &Axis) -> AxisMeaningJson {
        AxisMeaningJson { name: axis.name, meaning: axis.meaning, allowed: AllowedJson::from(axis.values) }
    }
}

impl From<AxisValues> for AllowedJson {
    fn from(values: AxisValues) -> AllowedJson {
        let list = |words: &[(&'static str, &'static str)]| {
            words.iter().map(|&(value, meaning)| AxisValueJson { value, meaning }).collect()
        };
        match values {
            AxisValues::Words(words) => AllowedJson::Words { values: list(words) },
            AxisValues::Number { min, max, words } => AllowedJson::Number { min, max, values: list(words) },
        }
    }
}
