//! A variant: a name with any overrides (`schmidt-de+king-capture=any`), read and written.

use super::own::{OwnGame, own_games};
use super::{AnyRules, DEFAULT, NamedGame, find, names};
use crate::games::axis::AxisError;
use crate::games::notation::clip;
use crate::util::suggest;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// Why a variant was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// No such name.
    #[error("unknown variant `{name}`{hint}; the variants are: {known}")]
    Name {
        /// The name given.
        name: String,
        /// The nearest right one.
        hint: String,
        /// All names.
        known: String,
    },
    /// A bad override.
    #[error("variant `{name}`: {error}")]
    Override {
        /// The variant.
        name: String,
        /// What is wrong with the override.
        error: AxisError,
    },
}

impl VariantError {
    fn unknown(name: &str, own: &[Variant]) -> VariantError {
        let known: Vec<&str> = names().chain(own.iter().map(Variant::base_name)).collect();
        let hint = suggest::hint(name, known.iter().copied());
        VariantError::Name { name: clip(name), hint, known: known.join(", ") }
    }
}

/// A variant: a named game, of the table or of the user's own, as it is or with overrides.
#[derive(Clone, Debug)]
pub struct Variant {
    entry: &'static NamedGame,
    own: Option<Arc<OwnGame>>,
    rules: AnyRules,
}

impl Variant {
    /// The game of the table that it is based on.
    pub fn entry(&self) -> &'static NamedGame {
        self.entry
    }

    /// The name without overrides.
    pub fn base_name(&self) -> &str {
        self.own.as_ref().map_or(self.entry.name, |own| &own.name)
    }

    /// The rules without overrides.
    pub fn base_rules(&self) -> &AnyRules {
        self.own.as_ref().map_or(&self.entry.rules, |own| &own.rules)
    }

    /// Its rules, overrides applied.
    pub fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// Whether it is the game of the table, with the same rules.
    pub fn is_named(&self) -> bool {
        self.rules == self.entry.rules
    }

    /// Its other names. A variant with overrides has none.
    pub fn aliases(&self) -> &'static [&'static str] {
        if self.own.is_none() && self.is_named() { self.entry.aliases } else { &[] }
    }

    /// What it is, in a line; made from its rules where they are not those of a named game.
    pub fn description(&self) -> String {
        match &self.own {
            _ if self.rules != *self.base_rules() => self.rules.describe(),
            Some(own) if !own.description.is_empty() => own.description.clone(),
            Some(_) => self.rules.describe(),
            None => self.entry.description(),
        }
    }

    /// Where the value of an axis is written: the source that the game names, or that of the nearest game it comes from, with its
    /// name. None if the axis was overridden.
    pub fn source(&self, axis: &str) -> Option<String> {
        if self.rules.value(axis) != self.entry.rules.value(axis) {
            return None;
        }
        let mut entry = self.entry;
        loop {
            let change = entry.changes.iter().find(|change| change.axis == axis);
            match (change, entry.parent) {
                (Some(change), _) if entry.name == self.entry.name => return Some(change.source.to_string()),
                (Some(change), _) => return Some(format!("as {}: {}", entry.name, change.source)),
                (None, parent) => entry = find(parent?)?,
            }
        }
    }

    /// The user's game that it is based on, if it is.
    pub fn own_game(&self) -> Option<&OwnGame> {
        self.own.as_deref()
    }

    /// The same rules as overrides of a game of the table: its name can be read where the user's file is not known.
    pub fn standard(&self) -> Variant {
        Variant { own: None, ..self.clone() }
    }

    /// Reads a name of the table or of a list of users' games, with any overrides.
    pub(super) fn parse(text: &str, own: &[Variant]) -> Result<Variant, VariantError> {
        let mut parts = text.trim().split('+').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let named = find(name).map(Variant::from);
        let own_game = || own.iter().find(|game| game.base_name().eq_ignore_ascii_case(name)).cloned();
        let mut variant = named.or_else(own_game).ok_or_else(|| VariantError::unknown(name, own))?;
        // The board comes first: it brings its usual number of rows, which another override may change.
        let (board, other): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.starts_with("board"));
        let mut rules = variant.rules;
        let read = board.into_iter().chain(other).try_for_each(|part| rules.apply(part)).and_then(|()| rules.check());
        read.map_err(|error| VariantError::Override { name: variant.base_name().to_string(), error })?;
        variant.rules = rules;
        Ok(variant)
    }

    pub(super) fn own(parent: &Variant, own: Arc<OwnGame>) -> Variant {
        Variant { entry: parent.entry, rules: own.rules, own: Some(own) }
    }

    /// The axes to name so that the rules read back are these.
    fn overrides(&self) -> Vec<(&'static str, String)> {
        let axes = || self.rules.axes().iter().map(|axis| axis.name);
        let changed = |from: &AnyRules, axis: &&str| self.rules.value(axis) != from.value(axis);
        let mut named: Vec<&str> = axes().filter(|axis| changed(self.base_rules(), axis)).collect();
        // One axis may bring another along, as the board does the rows of men.
        let mut read = *self.base_rules();
        for axis in &named {
            let _ = read.apply(&format!("{axis}={}", self.rules.value(axis)));
        }
        named.extend(
            axes().filter(|axis| changed(&read, axis)).filter(|axis| !named.contains(axis)).collect::<Vec<_>>(),
        );
        axes().filter(|axis| named.contains(axis)).map(|axis| (axis, self.rules.value(axis))).collect()
    }
}

impl From<&'static NamedGame> for Variant {
    fn from(entry: &'static NamedGame) -> Variant {
        Variant { entry, own: None, rules: entry.rules }
    }
}

impl Default for Variant {
    fn default() -> Self {
        Variant::from(find(DEFAULT).unwrap_or(&super::entries()[0]))
    }
}

/// The canonical name: the game's, then the axes that differ from it, in the order of the axes.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base_name())?;
        self.overrides().iter().try_for_each(|(axis, value)| write!(f, "+{axis}={value}"))
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        Variant::parse(text, &own_games())
    }
}

#[cfg(test)]
mod tests {
    use super::super::entries;
    use super::*;
    use crate::games::axis::{Axis, AxisValues};
    use proptest::prelude::*;

    #[test]
    fn overrides_are_kept_in_canonical_order() {
        let variant: Variant = "Draughts+promote=continue+king-capture=any+first=white".parse().unwrap();
        assert_eq!(variant.to_string(), "schmidt-de+king-capture=any+promote=continue");
    }

    #[test]
    fn a_name_reads_back_as_the_same_rules() {
        for text in ["italian+board=10+men-rows=3", "thai+board=10", "international+board=8+men-rows=2"] {
            let variant: Variant = text.parse().unwrap();
            let again: Variant = variant.to_string().parse().unwrap();
            assert_eq!(again.rules(), variant.rules(), "{text} became {variant}");
        }
        assert_eq!(
            "italian+board=10+men-rows=3".parse::<Variant>().unwrap().to_string(),
            "italian+board=10+men-rows=3"
        );
        assert_eq!("italian+board=10".parse::<Variant>().unwrap().to_string(), "italian+board=10+men-rows=4");
    }

    #[test]
    fn a_board_brings_its_rows() {
        let rows = |name: &str| name.parse::<Variant>().unwrap().rules().value("men-rows");
        assert_eq!(rows("international+board=8"), "3");
        assert_eq!(rows("international+men-rows=2+board=8"), "2");
        assert_eq!(rows("thai+board=10"), "2");
    }

    #[test]
    fn errors_list_what_is_allowed_and_suggest() {
        let error = |text: &str| text.parse::<Variant>().unwrap_err().to_string();
        assert!(error("internatonal").contains("did you mean `international`?"));
        assert!(error("english+king-captur=any").contains("did you mean `king-capture`?"));
        assert!(error("english+king-capture=sny").contains("allowed: adjacent, behind, any, killer"));
        assert!(error("english+board").contains("expected axis=value"));
        assert!(error("english+no-progress=nevr").contains("allowed: 2 to 1000, never"));
        assert!(error("international+board=8+men-rows=4").contains("no free row"));
        assert!(error("international+capture=huff").contains("add choice=free"));
        assert!(error("").contains("unknown variant"));
    }

    /// Rules by chance: a named game with a value drawn for each of some axes.
    fn any_variant() -> impl Strategy<Value = String> {
        let entry = (0..entries().len()).prop_map(|place| &entries()[place]);
        entry.prop_flat_map(|entry| {
            let values = |axis: &Axis| match axis.values {
                AxisValues::Words(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
                AxisValues::Number { min, max, words } => {
                    let words = words.iter().map(|(word, _)| word.to_string());
                    [min, min + 1, max].iter().map(u16::to_string).chain(words).collect::<Vec<_>>()
                }
            };
            let overrides: Vec<String> = entry
                .rules
                .axes()
                .iter()
                .flat_map(|axis| values(axis).into_iter().map(|value| format!("{}={value}", axis.name)))
                .collect();
            proptest::collection::vec(proptest::sample::select(overrides), 0..5)
                .prop_map(|chosen| chosen.iter().fold(entry.name.to_string(), |name, part| format!("{name}+{part}")))
        })
    }

    proptest! {
        #[test]
        fn a_canonical_name_always_reads_back_as_the_same_rules(text in any_variant()) {
            let Ok(variant) = text.parse::<Variant>() else { return Ok(()) };
            let again = variant.to_string().parse::<Variant>().expect("a canonical name reads");
            prop_assert_eq!(again.rules(), variant.rules(), "{} became {}", text, variant);
            prop_assert_eq!(again.to_string(), variant.to_string());
        }
    }

    #[test]
    fn a_description_is_that_of_the_rules() {
        let description = |name: &str| name.parse::<Variant>().unwrap().description();
        assert!(description("russian").contains("8×8"));
        let large = description("russian+board=10");
        assert!(!large.contains("8×8") && large.contains("10×10"), "{large}");
        for (name, rule) in [
            ("russian+board=10", "goes on as a king"),
            ("thai+board=10", "leave one by one"),
            ("italian+board=10", "men take no kings"),
            ("schmidt-de+capture=huff+huff=must", "must be huffed"),
            ("schmidt-de+capture=may+chain=may", "may stop early"),
            ("nine-mens-morris+fly=never", "nobody flies"),
            ("nine-mens-morris+jumper-falls=yes", "a mill against three stones wins"),
            ("nine-mens-morris+take=may", "taking is optional"),
            ("nine-mens-morris+double-mill=two", "take two stones"),
        ] {
            assert!(description(name).contains(rule), "{name}: {}", description(name));
        }
    }

    #[test]
    fn a_variant_with_overrides_has_no_aliases() {
        let aliases = |name: &str| name.parse::<Variant>().unwrap().aliases();
        assert_eq!(aliases("draughts"), ["draughts"]);
        assert!(aliases("draughts+first=black").is_empty());
        assert_eq!(aliases("draughts+first=white"), ["draughts"]);
    }

    #[test]
    fn only_huffing_and_a_choice_of_captures_exclude_each_other() {
        for choice in ["most", "most-kings", "king-first", "italian", "frisian"] {
            for rest in ["capture=may", "chain=may", "capture=may+chain=may"] {
                assert!(format!("english+choice={choice}+{rest}").parse::<Variant>().is_ok(), "{choice}, {rest}");
            }
            assert!(format!("english+choice={choice}+capture=huff").parse::<Variant>().is_err(), "{choice}");
        }
    }
}
