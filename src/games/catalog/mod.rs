//! Every game by name.
//!
//! ```text
//! entry     what the table of games says of a game     variant   a name with overrides, and back
//! own       games that a user has written down         describe  rules in a line
//! json      the table for programs
//! ```
//!
//! The entries stand in the families' rooms, in `named.rs`; this is where they come together.

mod describe;
pub(crate) mod entry;
mod json;
mod own;
mod variant;

pub use entry::{Change, Entry, HubName};
pub use json::{VariantJson, VariantListJson};
pub use own::{OwnFileError, OwnGame, forget_own, load_own, own_file, own_games};
pub use variant::{Variant, VariantError};

use crate::games::axis::{Axes, Axis, AxisError};
use crate::games::{draughts, morris, wolf};
use std::ops::Deref;
use std::sync::LazyLock;

/// The game that is played where none is named.
pub const DEFAULT: &str = "schmidt-de";

/// A rule set of any family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyRules {
    /// Draughts.
    Draughts(draughts::rules::Rules),
    /// Morris.
    Morris(morris::rules::Rules),
    /// Wolf and sheep.
    Wolf(wolf::rules::Rules),
}

/// Evaluates an expression with the rules of whichever family.
macro_rules! any {
    ($rules:expr, $r:ident => $body:expr) => {
        match $rules {
            AnyRules::Draughts($r) => $body,
            AnyRules::Morris($r) => $body,
            AnyRules::Wolf($r) => $body,
        }
    };
}

impl AnyRules {
    /// The name of the family.
    pub const fn family(&self) -> &'static str {
        match self {
            AnyRules::Draughts(_) => "draughts",
            AnyRules::Morris(_) => "morris",
            AnyRules::Wolf(_) => "wolf and sheep",
        }
    }

    /// The family's axes.
    pub fn axes(&self) -> &'static [Axis] {
        fn of<R: Axes>(_: &R) -> &'static [Axis] {
            R::AXES
        }
        any!(self, r => of(r))
    }

    /// The value of an axis of the family.
    pub fn value(&self, axis: &str) -> String {
        any!(self, r => r.value(axis))
    }

    /// Whether two games are played alike: the same but for the draw rules.
    pub fn plays_like(&self, other: &AnyRules) -> bool {
        match (*self, *other) {
            (AnyRules::Draughts(one), AnyRules::Draughts(two)) => {
                one == draughts::rules::Rules { draws: one.draws, no_progress: one.no_progress, ..two }
            }
            (AnyRules::Morris(one), AnyRules::Morris(two)) => one.moves_as(two),
            (one, two) => one == two,
        }
    }

    /// Applies one override of the form `axis=value`.
    fn apply(&mut self, text: &str) -> Result<(), AxisError> {
        any!(self, r => r.apply(text))
    }

    /// Refuses combinations that make no sense.
    fn check(&self) -> Result<(), AxisError> {
        any!(self, r => r.check()).map_err(AxisError::Senseless)
    }
}

/// A game of the table with its rules.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame {
    entry: &'static Entry,
    /// Those of its parent with its own changes.
    pub rules: AnyRules,
}

impl Deref for NamedGame {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        self.entry
    }
}

impl NamedGame {
    /// What it is, in a line.
    pub fn description(&self) -> String {
        match self.entry.description {
            "" => self.rules.describe(),
            text => text.to_string(),
        }
    }
}

/// All games of the table, in the order in which they are listed.
pub fn entries() -> &'static [NamedGame] {
    static ENTRIES: LazyLock<Vec<NamedGame>> = LazyLock::new(|| {
        fn of<R>(table: &'static [Entry], rules: &[R], any: fn(R) -> AnyRules) -> impl Iterator<Item = NamedGame>
        where
            R: Copy,
        {
            table.iter().zip(rules).map(move |(entry, rules)| NamedGame { entry, rules: any(*rules) })
        }
        of(draughts::named::NAMED, &draughts::named::RULES, AnyRules::Draughts)
            .chain(of(wolf::named::NAMED, &wolf::named::RULES, AnyRules::Wolf))
            .chain(of(morris::named::NAMED, &morris::named::RULES, AnyRules::Morris))
            .collect()
    });
    &ENTRIES
}

/// The game of a name or alias, in any case.
pub fn find(name: &str) -> Option<&'static NamedGame> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    entries().iter().find(|entry| is(entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}

/// Every name and alias of the table.
fn names<'a>() -> impl Iterator<Item = &'a str> {
    entries().iter().flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_resolve_to_themselves() {
        let mut seen = HashSet::new();
        for name in names() {
            assert!(seen.insert(name), "{name} twice");
            assert!(name.parse::<Variant>().is_ok());
        }
        for entry in entries() {
            let variant: Variant = entry.name.parse().unwrap();
            assert_eq!(variant.to_string(), entry.name);
            assert!(entry.rules.check().is_ok(), "{}", entry.name);
        }
        assert_eq!(Variant::default().to_string(), DEFAULT);
    }

    #[test]
    fn entries_are_complete_and_share_nothing_they_must_not() {
        let (mut hub, mut ranks, mut types) = (HashSet::new(), HashSet::new(), HashSet::new());
        let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/openings/");
        for entry in entries() {
            assert!(!entry.sheet.is_empty(), "{}: no source of the rules", entry.name);
            assert!(!entry.description().is_empty() && entry.description().len() < 200, "{}", entry.name);
            assert!(entry.changes.iter().all(|change| !change.source.is_empty()), "{}: no source", entry.name);
            assert!(entry.hub.is_none_or(|name| hub.insert(name.name)), "{}: Hub name twice", entry.name);
            assert!(entry.hub.is_none_or(|name| ranks.insert(name.rank)), "{}: place in Hub's list twice", entry.name);
            for game_type in entry.game_types {
                // Two games may share a number if one board is the mirror image of the other.
                let (number, inverted) = (game_type.split(',').next(), game_type.split(',').nth(5));
                assert!(types.insert((number, inverted)), "{}: GameType twice", entry.name);
            }
            if let Some(file) = entry.openings {
                assert!(std::path::Path::new(openings).join(file).is_file(), "{file} is missing");
            }
        }
        for entry in entries().iter().filter(|entry| entry.parent.is_none()) {
            for axis in entry.rules.axes() {
                assert!(entry.changes.iter().any(|change| change.axis == axis.name), "{}: {}", entry.name, axis.name);
            }
        }
    }

    #[test]
    fn a_source_is_that_of_the_value_the_game_has() {
        // A change may bring another along, as the board does the rows of men; that one needs a source of its own.
        for entry in entries() {
            for axis in entry.rules.axes() {
                let of_axis = |change: &&Change| change.axis == axis.name;
                let line = std::iter::successors(Some(entry), |game| find(game.parent?));
                let change = line.flat_map(|game| game.changes).find(of_axis);
                let value = change.map(|change| change.value.to_string());
                assert_eq!(value, Some(entry.rules.value(axis.name)), "{}: {}", entry.name, axis.name);
            }
        }
    }

    #[test]
    fn no_entry_changes_an_axis_twice() {
        // What a parent has already may be said again, with the game's own source.
        for entry in entries() {
            let axes: Vec<&str> = entry.changes.iter().map(|change| change.axis).collect();
            assert_eq!(axes.iter().collect::<HashSet<_>>().len(), axes.len(), "{}: an axis twice", entry.name);
        }
    }
}
