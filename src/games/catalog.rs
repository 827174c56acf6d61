//! Every variant by name: the only place that knows them all.
//!
//! A variant is a name with any overrides (`schmidt-de+king-capture=any`), and resolves to a rule set of
//! one of the families. Code that works on any game is a [`Visitor`]; [`Variant::visit`] calls it with the
//! concrete type.

use crate::games::Visitor;
use crate::games::axis::{Axes, Axis, AxisError};
use crate::games::draughts::rules::Goal;
use crate::games::notation::clip;
use crate::games::{draughts, morris, wolf};
use crate::util::suggest;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// The variant a bare engine plays.
pub const DEFAULT: &str = "schmidt-de";

/// A rule set of any family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
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
            Rules::Draughts($r) => $body,
            Rules::Morris($r) => $body,
            Rules::Wolf($r) => $body,
        }
    };
}

impl Rules {
    /// The name of the family.
    pub const fn family(&self) -> &'static str {
        match self {
            Rules::Draughts(_) => "draughts",
            Rules::Morris(_) => "morris",
            Rules::Wolf(_) => "wolf and sheep",
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

    fn apply(&mut self, text: &str) -> Result<(), AxisError> {
        any!(self, r => r.apply(text))
    }

    fn check(&self) -> Result<(), AxisError> {
        any!(self, r => r.check()).map_err(AxisError::Senseless)
    }
}

/// A named game.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// The printed sheet or the tournament rules it comes from.
    pub sheet: String,
    /// What it is, in a line.
    pub description: String,
    /// Its rules.
    pub rules: Rules,
}

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

/// A variant: a named game, as it is or with overrides.
#[derive(Clone, Debug)]
pub struct Variant {
    entry: &'static Entry,
    rules: Rules,
}

impl Variant {
    /// The game it is based on.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Its rules, overrides applied.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Calls a visitor with the game.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self.rules {
            Rules::Draughts(rules) => draughts::ruleset::visit(rules, visitor),
            Rules::Morris(rules) => morris::ruleset::visit(rules, visitor),
            Rules::Wolf(rules) => wolf::visit(rules, visitor),
        }
    }
}

impl Default for Variant {
    fn default() -> Self {
        let entry = find(DEFAULT).unwrap_or(&ENTRIES[0]);
        Variant { entry, rules: entry.rules }
    }
}

/// The canonical name: the game's, then the axes that differ from it, in the order of the axes.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.entry.name)?;
        for axis in self.rules.axes() {
            let value = self.rules.value(axis.name);
            if value != self.entry.rules.value(axis.name) {
                write!(f, "+{}={value}", axis.name)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let mut parts = text.trim().split('+').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let Some(entry) = find(name) else {
            return Err(VariantError::Name {
                name: clip(name),
                hint: suggest::hint(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        let wrong = |error| VariantError::Override { name: entry.name.clone(), error };
        let mut rules = entry.rules;
        // The board comes first: it brings its usual number of rows, which another override may change.
        let (board, other): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.starts_with("board"));
        for part in board.into_iter().chain(other) {
            rules.apply(part).map_err(wrong)?;
        }
        rules.check().map_err(wrong)?;
        Ok(Variant { entry, rules })
    }
}

/// All named games, in the order in which they are listed.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The game of a name or alias, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    ENTRIES.iter().find(|entry| is(&entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}

/// Every name and alias.
fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().flat_map(|entry| std::iter::once(entry.name.as_str()).chain(entry.aliases.iter().copied()))
}

static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| [sheet_draughts(), tournament_draughts(), wolf_and_sheep(), morris_games()].concat());

/// A row of the sheets' games: publisher, language, the rules, and the forms the sheet has beside the plain one.
struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    sheet: &'static str,
    rules: draughts::rules::Rules,
    large: bool,
    losing: bool,
    huff: bool,
}

/// The forms that a publisher's sheets have: the large board, losing draughts, huffing.
const SCHMIDT: [bool; 3] = [false, true, true];
const REDBOARD: [bool; 3] = [false, false, true];
const RAVENSBURGER: [bool; 3] = [true, false, true];
/// Huffing is the plain form here.
const DOUBLEBOARD: [bool; 3] = [false, false, false];

const fn row(
    name: &'static str,
    sheet: &'static str,
    rules: draughts::rules::Rules,
    [large, losing, huff]: [bool; 3],
) -> Row {
    Row { name, aliases: &[], sheet, rules, large, losing, huff }
}

fn sheet_draughts() -> Vec<Entry> {
    use draughts::named;
    use draughts::rules::{Board, Capture};
    let rows = [
        Row { aliases: &["draughts"], ..row("schmidt-de", "Schmidt, German", named::SCHMIDT_DE, SCHMIDT) },
        row("schmidt-it", "Schmidt, Italian", named::SCHMIDT_DE, SCHMIDT),
        row("schmidt-gb", "Schmidt, English", named::SCHMIDT_GB, SCHMIDT),
        row("schmidt-fr", "Schmidt, French", named::SCHMIDT_FR, SCHMIDT),
        row("schmidt-es", "Schmidt, Spanish", named::SCHMIDT_ES, SCHMIDT),
        row("redboard-de", "Red board, German", named::SCHMIDT_DE, REDBOARD),
        row("ravensburger-de", "Ravensburger, German", named::RAVENSBURGER_DE, RAVENSBURGER),
        row("ravensburger-fr", "Ravensburger, French", named::RAVENSBURGER_FR, RAVENSBURGER),
        row("ravensburger-it", "Ravensburger, Italian", named::RAVENSBURGER_IT, RAVENSBURGER),
        row("ravensburger-es", "Ravensburger, Spanish", named::RAVENSBURGER_IT, RAVENSBURGER),
        row("ravensburger-pt", "Ravensburger, Portuguese", named::RAVENSBURGER_IT, RAVENSBURGER),
        row("doubleboard-de", "Double board, German", named::DOUBLEBOARD, DOUBLEBOARD),
        row("doubleboard-gb", "Double board, English", named::DOUBLEBOARD, DOUBLEBOARD),
        row("doubleboard-fr", "Double board, French", named::DOUBLEBOARD, DOUBLEBOARD),
        row("doubleboard-it", "Double board, Italian", named::DOUBLEBOARD, DOUBLEBOARD),
    ];
    let mut entries = Vec::new();
    for row in rows {
        let about = summary(&row.rules);
        let mut add = |suffix: &str, note: &str, rules| {
            entries.push(Entry {
                name: format!("{}{suffix}", row.name),
                aliases: if suffix.is_empty() { row.aliases } else { &[] },
                sheet: row.sheet.to_string(),
                description: format!("{note}{about}"),
                rules: Rules::Draughts(rules),
            });
        };
        add("", "", row.rules);
        if row.large {
            let mut rules = row.rules;
            rules.set_board(Board::Ten);
            add("-100", "10×10, 20 men each; ", rules);
        }
        if row.losing {
            add("-losing", "who loses all men wins; ", row.rules.with_goal(Goal::Lose));
        }
        if row.huff {
            let mut rules = row.rules;
            rules.movement.capture = Capture::Huff;
            add("-huff", "with huffing; ", rules);
        }
    }
    entries
}

/// The traits in which the sheets' draughts differ, in a few words.
fn summary(rules: &draughts::rules::Rules) -> String {
    use draughts::rules::{Capture, KingCapture, KingMove, MenCapture};
    let m = rules.movement;
    let men = match m.men_capture {
        MenCapture::Forward => "men jump forward",
        MenCapture::All => "men jump both ways",
    };
    let kings = match (m.king_move, m.king_capture) {
        (KingMove::Short, _) => "short kings",
        (_, KingCapture::Adjacent) => "long kings take their neighbours",
        (_, KingCapture::Behind) => "long kings land just behind",
        (_, KingCapture::Any | KingCapture::Killer) => "long kings land anywhere behind",
    };
    let huff = if m.capture == Capture::Huff { ", huffing for missed captures" } else { "" };
    format!("{men}, {kings}, {} begins{huff}", rules.first.side())
}

fn tournament_draughts() -> Vec<Entry> {
    use draughts::named;
    let entry = |name: &str, aliases, sheet: &str, description: &str, rules| Entry {
        name: name.into(),
        aliases,
        sheet: sheet.into(),
        description: description.into(),
        rules: Rules::Draughts(rules),
    };
    vec![
        entry(
            "english",
            &["checkers"],
            "tournament",
            "English draughts, American checkers: short kings",
            named::ENGLISH,
        ),
        entry(
            "international",
            &[],
            "tournament (FMJD)",
            "10×10, long kings, the most pieces must be taken",
            named::INTERNATIONAL,
        ),
        entry("russian", &[], "tournament (IDF)", "8×8, long kings, a man goes on capturing as a king", named::RUSSIAN),
        entry("brazilian", &[], "tournament", "international rules on 8×8", named::BRAZILIAN),
        entry("pool", &[], "tournament", "American pool checkers: long kings, free choice of captures", named::POOL),
        entry(
            "italian",
            &[],
            "tournament (FID)",
            "short kings that no man can take, a strict order of captures",
            named::ITALIAN,
        ),
        entry(
            "spanish",
            &["portuguese"],
            "tournament",
            "long kings, the most pieces and then the most kings must be taken",
            named::SPANISH,
        ),
        entry("czech", &[], "tournament", "long kings, whose captures come before a man's", named::CZECH),
        entry("thai", &["makhos"], "tournament", "eight men each, victims leave one by one", named::THAI),
        entry("antidraughts", &[], "tournament", "international, and who loses all men wins", named::ANTIDRAUGHTS),
        entry("breakthrough", &[], "tournament", "international, and the first to crown wins", named::BREAKTHROUGH),
        entry(
            "killer",
            &[],
            "tournament",
            "international, and a king stops just behind a king it takes last",
            named::KILLER,
        ),
    ]
}

fn wolf_and_sheep() -> Vec<Entry> {
    vec![Entry {
        name: "wolf-and-sheep".into(),
        aliases: &["wolf"],
        sheet: "Schmidt, all languages".into(),
        description: "four sheep try to hem in a wolf that tries to slip past them".into(),
        rules: Rules::Wolf(wolf::rules::WOLF_AND_SHEEP),
    }]
}

fn morris_games() -> Vec<Entry> {
    use morris::named;
    let entry = |name: &str, aliases, sheet: &str, description: &str, rules| Entry {
        name: name.into(),
        aliases,
        sheet: sheet.into(),
        description: description.into(),
        rules: Rules::Morris(rules),
    };
    vec![
        entry(
            "nine-mens-morris",
            &["morris", "mill"],
            "Schmidt, all languages; Red board",
            "place nine stones, then move; three in a row take one",
            named::NINE_MENS_MORRIS,
        ),
        entry(
            "ravensburger-mill",
            &[],
            "Ravensburger, all languages",
            "mills are safe for ever, but a mill against three stones wins",
            named::RAVENSBURGER_MILL,
        ),
        entry(
            "doubleboard-mill",
            &[],
            "Double board, all languages",
            "mills are safe for ever",
            named::DOUBLEBOARD_MILL,
        ),
        entry("mixed-mill", &[], "Schmidt, all languages", "place or move, as one likes", named::MIXED_MILL),
        entry("ceylon-mill", &[], "Schmidt, all languages", "a mill gives another turn", named::CEYLON_MILL),
        entry("lasker-morris", &[], "Emanuel Lasker", "ten stones, place or move, as one likes", named::LASKER_MORRIS),
        entry(
            "twelve-mens-morris",
            &[],
            "traditional",
            "twelve stones on a board with diagonals",
            named::TWELVE_MENS_MORRIS,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_resolve_to_themselves() {
        let mut seen = std::collections::HashSet::new();
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
    fn overrides_are_kept_in_canonical_order() {
        let variant: Variant = "Draughts+promote=continue+king-capture=any+first=white".parse().unwrap();
        assert_eq!(variant.to_string(), "schmidt-de+king-capture=any+promote=continue");
        let again: Variant = variant.to_string().parse().unwrap();
        assert_eq!(again.rules(), variant.rules());
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
        assert!(error("international+board=8+men-rows=4").contains("no free row"));
        assert!(error("international+capture=huff").contains("add choice=free"));
        assert!(error("").contains("unknown variant"));
    }

    #[test]
    fn every_named_draughts_game_has_a_compiled_generator() {
        for entry in entries() {
            if let Rules::Draughts(rules) = entry.rules {
                assert!(draughts::ruleset::is_named(&rules.movement), "{}", entry.name);
            }
        }
    }
}
