//! What can be set: the options by name, kind and range, and their present values.

use super::error::Trouble;
use crate::games::catalog::{self, Variant};
use crate::games::notation::Style;
use crate::search::Strength;
use crate::search::tt::TranspositionTable;
use std::time::Duration;

/// The variant's name as the list of options has it.
pub const DEFAULT_VARIANT: &str = "draughts";

/// The present values.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// The size of the table in megabytes.
    pub hash: usize,
    /// The threads to search on.
    pub threads: usize,
    /// How many lines to report.
    pub lines: usize,
    /// Whether the client ponders.
    pub ponder: bool,
    /// Whether to play from a book.
    pub own_book: bool,
    /// The book.
    pub book_file: String,
    /// Where endgame tables lie.
    pub table_path: String,
    /// Whether the client analyses rather than plays.
    pub analyse: bool,
    /// Whether to play as weakly as `elo` says.
    pub limited: bool,
    /// The strength to play at, if limited.
    pub elo: u32,
    /// From 0, the weakest, to 20, as strong as it can.
    pub skill: u32,
    /// What passes between a decision and the opponent's clock starting.
    pub overhead: Duration,
    /// Whether to tell chances with scores.
    pub show_wdl: bool,
    /// How moves are written.
    pub style: Style,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            variant: Variant::default(),
            hash: 64,
            threads: 1,
            lines: 1,
            ponder: false,
            own_book: false,
            book_file: String::new(),
            table_path: String::new(),
            analyse: false,
            limited: false,
            elo: 1500,
            skill: *Strength::LEVELS.end(),
            overhead: Duration::from_millis(10),
            show_wdl: false,
            style: Style::Usual,
        }
    }
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Check(bool),
    /// A whole number.
    Spin {
        /// The value at the start.
        default: usize,
        /// The least.
        min: usize,
        /// The greatest.
        max: usize,
    },
    /// One of two words, the first at the start.
    Combo([&'static str; 2]),
    /// A variant.
    Variant,
    /// Nothing: it does something.
    Button,
    /// Any text, empty at the start.
    Text,
}

/// An option, by what it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the option of its name")]
pub enum Name {
    Variant,
    Hash,
    Threads,
    Lines,
    Ponder,
    OwnBook,
    BookFile,
    TablePath,
    Analyse,
    LimitStrength,
    Elo,
    Skill,
    Overhead,
    ClearHash,
    ShowWdl,
    Notation,
}

const fn spin(default: usize, min: usize, max: usize) -> Kind {
    Kind::Spin { default, min, max }
}

/// All options, in the order in which they are told.
pub const ALL: [(&str, Name, Kind); 16] = [
    ("UCI_Variant", Name::Variant, Kind::Variant),
    ("Hash", Name::Hash, spin(64, *TranspositionTable::MEGABYTES.start(), *TranspositionTable::MEGABYTES.end())),
    ("Threads", Name::Threads, spin(1, 1, 256)),
    ("MultiPV", Name::Lines, spin(1, 1, 256)),
    ("Ponder", Name::Ponder, Kind::Check(false)),
    ("OwnBook", Name::OwnBook, Kind::Check(false)),
    ("BookFile", Name::BookFile, Kind::Text),
    ("TablePath", Name::TablePath, Kind::Text),
    ("UCI_AnalyseMode", Name::Analyse, Kind::Check(false)),
    ("UCI_LimitStrength", Name::LimitStrength, Kind::Check(false)),
    ("UCI_Elo", Name::Elo, spin(1500, *Strength::ELO.start() as usize, *Strength::ELO.end() as usize)),
    ("Skill Level", Name::Skill, spin(20, *Strength::LEVELS.start() as usize, *Strength::LEVELS.end() as usize)),
    ("Move Overhead", Name::Overhead, spin(10, 0, 5000)),
    ("Clear Hash", Name::ClearHash, Kind::Button),
    ("UCI_ShowWDL", Name::ShowWdl, Kind::Check(false)),
    ("Notation", Name::Notation, Kind::Combo(["numeric", "algebraic"])),
];

/// What the setting of an option asks for besides its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Another game: its position and table begin anew.
    pub new_variant: bool,
    /// The table is to be forgotten.
    pub clear: bool,
    /// Another book is to be played from, or none.
    pub book: bool,
    /// Something to tell.
    pub note: Option<String>,
}

impl Options {
    /// How strongly to play the game with this number; `None` for all the strength there is, as analysis has.
    pub fn strength(&self, game: u64) -> Option<Strength> {
        let strength = if self.limited { Strength::from_elo(self.elo) } else { Strength::from_level(self.skill) };
        (!self.analyse && strength.elo().is_some()).then(|| strength.with_seed(game))
    }

    /// Sets an option of UCI or UGI by name; nothing changes if that fails.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Trouble> {
        let Some((name, which, kind)) = ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)) else {
            return Err(Trouble::unknown("option", name, ALL.iter().map(|(name, ..)| *name)));
        };
        let text = value.unwrap_or_default();
        let what = || format!("option {name}");
        let mut effect = Effect::default();
        match kind {
            Kind::Button => effect.clear = *which == Name::ClearHash,
            Kind::Text => {
                effect.note = self.set_text(name, *which, if text == "<empty>" { "" } else { text });
                effect.book = *which == Name::BookFile;
            }
            Kind::Variant => {
                let variant: Variant = text.parse()?;
                effect.new_variant = variant.rules() != self.variant.rules();
                self.variant = variant;
            }
            _ if value.is_none() => return Err(Trouble::missing(what(), "`value` and a value after the name")),
            Kind::Check(_) => {
                let on = match text {
                    _ if text.eq_ignore_ascii_case("true") => true,
                    _ if text.eq_ignore_ascii_case("false") => false,
                    _ => return Err(Trouble::value(what(), text, "`true` or `false`")),
                };
                self.set_check(*which, on);
                effect.book = *which == Name::OwnBook;
            }
            Kind::Spin { min, max, .. } => {
                let range = || format!("a whole number from {min} to {max}");
                let number = text.parse().map_err(|_| Trouble::value(what(), text, range()))?;
                if !(*min..=*max).contains(&number) {
                    return Err(Trouble::value(what(), text, range()));
                }
                self.set_number(*which, number);
            }
            Kind::Combo(words) => {
                let Some(at) = words.iter().position(|word| word.eq_ignore_ascii_case(text)) else {
                    return Err(Trouble::unknown("value of option Notation", text, words.iter().copied()));
                };
                self.style = if at == 0 { Style::Usual } else { Style::Algebraic };
            }
        }
        Ok(effect)
    }

    fn set_text(&mut self, name: &str, which: Name, text: &str) -> Option<String> {
        if which == Name::BookFile {
            self.book_file = text.to_string();
            return None;
        }
        self.table_path = text.to_string();
        let note = || format!("option {name}: this version has no endgame tables; the value is kept but not used");
        (!text.is_empty()).then(note)
    }

    fn set_check(&mut self, which: Name, on: bool) {
        let place = match which {
            Name::Ponder => &mut self.ponder,
            Name::OwnBook => &mut self.own_book,
            Name::Analyse => &mut self.analyse,
            Name::LimitStrength => &mut self.limited,
            _ => &mut self.show_wdl,
        };
        *place = on;
    }

    fn set_number(&mut self, which: Name, number: usize) {
        match which {
            Name::Hash => self.hash = number,
            Name::Threads => self.threads = number,
            Name::Lines => self.lines = number,
            Name::Elo => self.elo = number as u32,
            Name::Skill => self.skill = number as u32,
            _ => self.overhead = Duration::from_millis(number as u64),
        }
    }
}

/// The line that declares an option.
pub fn declaration(name: &str, kind: &Kind) -> String {
    let what = match kind {
        Kind::Check(default) => format!("check default {default}"),
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Combo([first, second]) => format!("combo default {first} var {first} var {second}"),
        Kind::Variant => {
            let names: String = catalog::entries().iter().map(|entry| format!(" var {}", entry.name)).collect();
            format!("combo default {DEFAULT_VARIANT} var {DEFAULT_VARIANT}{names}")
        }
        Kind::Button => "button".into(),
        Kind::Text => "string default <empty>".into(),
    };
    format!("option name {name} type {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_declared() {
        let options = Options::default();
        let spin = |name: Name| match ALL.iter().find(|(_, which, _)| *which == name) {
            Some((_, _, Kind::Spin { default, .. })) => *default,
            _ => unreachable!(),
        };
        assert_eq!(options.hash, spin(Name::Hash));
        assert_eq!(options.threads, spin(Name::Threads));
        assert_eq!(options.elo as usize, spin(Name::Elo));
        assert_eq!(options.skill as usize, spin(Name::Skill));
        assert_eq!(options.overhead.as_millis() as usize, spin(Name::Overhead));
        let default: Variant = DEFAULT_VARIANT.parse().unwrap();
        assert_eq!(default.rules(), options.variant.rules());
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [("hash", "0"), ("Hash", "x"), ("ponder", "yes"), ("UCI_Variant", "chess"), ("hsah", "1")]
        {
            assert!(options.set(name, Some(value)).is_err(), "{name} {value}");
        }
        assert!(options.set("Threads", None).is_err());
        assert_eq!(options.hash, 64);
        options.set("hAsH", Some("3")).unwrap();
        assert_eq!(options.hash, 3);
    }

    #[test]
    fn weaker_play_is_asked_for_by_rating_or_level_and_never_in_analysis() {
        let mut options = Options::default();
        assert_eq!(options.strength(0), None);
        options.set("Skill Level", Some("3")).unwrap();
        assert_eq!(options.strength(7), Some(Strength::from_level(3).with_seed(7)));
        options.set("UCI_LimitStrength", Some("true")).unwrap();
        assert_eq!(options.strength(0), Some(Strength::from_elo(1500)));
        options.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(options.strength(0), None);
    }

    #[test]
    fn a_variant_may_have_overrides() {
        let mut options = Options::default();
        let effect = options.set("uci_variant", Some("russian+promote=stop")).unwrap();
        assert!(effect.new_variant);
        assert_eq!(options.variant.to_string(), "russian+promote=stop");
        assert!(!options.set("uci_variant", Some("russian+promote=stop")).unwrap().new_variant);
    }
}
