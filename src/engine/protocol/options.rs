//! The engine's options: their declarations and their current values.

use super::connection_limits::ConnectionLimits;
use super::error::ProtocolError;
use crate::games::catalog::{self, Variant};
use crate::games::notation::Style;
use crate::search::Strength;
use crate::search::tt::TranspositionTable;
use std::env;
use std::path::PathBuf;
use std::time::Duration;

/// The default of `UCI_Variant`.
pub const DEFAULT_VARIANT: &str = "draughts";

/// The current values of the options.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// `UCI_Variant`: the game.
    pub variant: Variant,
    /// `Hash`: the size of the transposition table in MB.
    pub hash: usize,
    /// `Threads`: the number of search threads.
    pub threads: usize,
    /// `MultiPV`: the number of best lines to report.
    pub multi_pv: usize,
    /// `Ponder`: whether the client ponders. Nothing depends on it.
    pub ponder: bool,
    /// `OwnBook`: whether to play from an opening book.
    pub own_book: bool,
    /// `BookFile`: the opening book; empty for the built-in one.
    pub book_file: String,
    /// `UseTables`: whether to look positions up in endgame tables.
    pub use_tables: bool,
    /// `TablePath`: the folders of endgame tables, separated as the system separates paths; empty for the usual one.
    pub table_path: String,
    /// `TableMemory`: the most memory that tables from files may take, in MB.
    pub table_memory: usize,
    /// `UCI_AnalyseMode`: full strength and no book.
    pub analyse_mode: bool,
    /// `UCI_LimitStrength`: whether to play at the strength of `elo`.
    pub limit_strength: bool,
    /// `UCI_Elo`: the strength with `UCI_LimitStrength`.
    pub elo: u32,
    /// `Skill Level`: from 0, the weakest, to 20, full strength.
    pub skill_level: u32,
    /// `Move Overhead`: the time between the engine's decision and the start of the opponent's clock.
    pub move_overhead: Duration,
    /// `UCI_ShowWDL`: whether to add win, draw and loss probabilities to scores.
    pub show_wdl: bool,
    /// `Notation`: how moves are written.
    pub style: Style,
    /// What the connection may set.
    pub limits: ConnectionLimits,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            variant: Variant::default(),
            hash: 64,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            own_book: false,
            book_file: String::new(),
            use_tables: true,
            table_path: String::new(),
            table_memory: 256,
            analyse_mode: false,
            limit_strength: false,
            elo: 1500,
            skill_level: *Strength::LEVELS.end(),
            move_overhead: Duration::from_millis(10),
            show_wdl: false,
            style: Style::Usual,
            limits: ConnectionLimits::default(),
        }
    }
}

/// The type of an option, as UCI declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`, with the default.
    Check(bool),
    /// A whole number.
    Spin {
        /// Until a client sets another.
        default: usize,
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
    /// One of two words; the first is the default.
    Combo([&'static str; 2]),
    /// A variant, declared as a combo.
    Variant,
    /// An action without a value.
    Button,
    /// A string; empty by default.
    Text,
}

/// Which option; [`ALL`] has their names and types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the option of its name")]
pub enum OptionId {
    Variant,
    Hash,
    Threads,
    MultiPv,
    Ponder,
    OwnBook,
    BookFile,
    EvalFile,
    VariantFile,
    UseTables,
    TablePath,
    TableMemory,
    AnalyseMode,
    LimitStrength,
    Elo,
    SkillLevel,
    MoveOverhead,
    ClearHash,
    ShowWdl,
    Notation,
}

const fn spin(default: usize, min: usize, max: usize) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// All options, in the order of their declaration.
pub const ALL: [(&str, OptionId, OptionKind); 20] = [
    ("UCI_Variant", OptionId::Variant, OptionKind::Variant),
    ("Hash", OptionId::Hash, spin(64, *TranspositionTable::MEGABYTES.start(), *TranspositionTable::MEGABYTES.end())),
    ("Threads", OptionId::Threads, spin(1, 1, 256)),
    ("MultiPV", OptionId::MultiPv, spin(1, 1, 256)),
    ("Ponder", OptionId::Ponder, OptionKind::Check(false)),
    ("OwnBook", OptionId::OwnBook, OptionKind::Check(false)),
    ("BookFile", OptionId::BookFile, OptionKind::Text),
    ("EvalFile", OptionId::EvalFile, OptionKind::Text),
    ("VariantFile", OptionId::VariantFile, OptionKind::Text),
    ("UseTables", OptionId::UseTables, OptionKind::Check(true)),
    ("TablePath", OptionId::TablePath, OptionKind::Text),
    ("TableMemory", OptionId::TableMemory, spin(256, 0, 65536)),
    ("UCI_AnalyseMode", OptionId::AnalyseMode, OptionKind::Check(false)),
    ("UCI_LimitStrength", OptionId::LimitStrength, OptionKind::Check(false)),
    ("UCI_Elo", OptionId::Elo, spin(1500, *Strength::ELO.start() as usize, *Strength::ELO.end() as usize)),
    (
        "Skill Level",
        OptionId::SkillLevel,
        spin(20, *Strength::LEVELS.start() as usize, *Strength::LEVELS.end() as usize),
    ),
    ("Move Overhead", OptionId::MoveOverhead, spin(10, 0, 5000)),
    ("Clear Hash", OptionId::ClearHash, OptionKind::Button),
    ("UCI_ShowWDL", OptionId::ShowWdl, OptionKind::Check(false)),
    ("Notation", OptionId::Notation, OptionKind::Combo(["numeric", "algebraic"])),
];

/// What the session must do after an option was set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionEffect {
    /// Start the new variant with an empty table.
    pub new_variant: bool,
    /// Clear the transposition table.
    pub clear_hash: bool,
    /// Load or drop the opening book.
    pub book: bool,
    /// Load these weights, or drop those loaded if empty.
    pub eval: Option<String>,
    /// Load endgame tables.
    pub tables: bool,
    /// A message for the user.
    pub note: Option<String>,
}

impl EngineOptions {
    /// The defaults under limits.
    pub fn with_limits(limits: ConnectionLimits) -> EngineOptions {
        let options = EngineOptions::default();
        let (hash, threads) = (options.hash.min(limits.hash).max(1), options.threads.min(limits.threads).max(1));
        EngineOptions { hash, threads, limits, ..options }
    }

    /// The playing strength for game number `game`; `None` for full strength.
    pub fn strength(&self, game: u64) -> Option<Strength> {
        let strength =
            if self.limit_strength { Strength::from_elo(self.elo) } else { Strength::from_level(self.skill_level) };
        (!self.analyse_mode && strength.elo().is_some()).then(|| strength.with_seed(game))
    }

    /// Sets an option by its UCI name; an error changes nothing.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionEffect, ProtocolError> {
        let Some((name, which, kind)) = ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)) else {
            return Err(ProtocolError::unknown("option", name, ALL.iter().map(|(name, ..)| *name)));
        };
        let Some(kind) = self.limits.narrow(*which, *kind) else {
            return Err(ProtocolError::Other(format!(
                "option {name} names a file; it cannot be set over this connection"
            )));
        };
        let text = value.unwrap_or_default();
        let what = || format!("option {name}");
        let mut effect = OptionEffect::default();
        match kind {
            OptionKind::Button => effect.clear_hash = *which == OptionId::ClearHash,
            OptionKind::Text => {
                self.set_text(name, *which, if text == "<empty>" { "" } else { text })?;
                effect.tables = *which == OptionId::TablePath;
                effect.book = *which == OptionId::BookFile;
                effect.eval =
                    (*which == OptionId::EvalFile).then(|| if text == "<empty>" { "" } else { text }.to_string());
            }
            OptionKind::Variant => {
                let variant: Variant = text.parse()?;
                effect.new_variant = variant.rules() != self.variant.rules();
                effect.tables = effect.new_variant;
                self.variant = variant;
            }
            _ if value.is_none() => return Err(ProtocolError::missing(what(), "`value VALUE`")),
            OptionKind::Check(_) => {
                let on = match text {
                    _ if text.eq_ignore_ascii_case("true") => true,
                    _ if text.eq_ignore_ascii_case("false") => false,
                    _ => return Err(ProtocolError::value(what(), text, "`true` or `false`")),
                };
                self.set_check(*which, on);
                effect.book = *which == OptionId::OwnBook;
                effect.tables = *which == OptionId::UseTables;
            }
            OptionKind::Spin { min, max, .. } => {
                let range = || format!("a whole number from {min} to {max}");
                let number = text.parse().map_err(|_| ProtocolError::value(what(), text, range()))?;
                if !(min..=max).contains(&number) {
                    return Err(ProtocolError::value(what(), text, range()));
                }
                self.set_number(*which, number);
                effect.tables = *which == OptionId::TableMemory;
            }
            OptionKind::Combo(words) => {
                let Some(at) = words.iter().position(|word| word.eq_ignore_ascii_case(text)) else {
                    return Err(ProtocolError::unknown("value of option Notation", text, words.iter().copied()));
                };
                self.style = if at == 0 { Style::Usual } else { Style::Algebraic };
            }
        }
        Ok(effect)
    }

    /// The folders of `TablePath`.
    pub fn table_folders(&self) -> Vec<PathBuf> {
        env::split_paths(&self.table_path).filter(|folder| !folder.as_os_str().is_empty()).collect()
    }

    /// Sets a string option.
    fn set_text(&mut self, name: &str, which: OptionId, text: &str) -> Result<(), ProtocolError> {
        match which {
            OptionId::BookFile => self.book_file = text.to_string(),
            // The session loads it.
            OptionId::EvalFile => {}
            // The catalogue keeps the file's games, so that they count as variants everywhere.
            OptionId::VariantFile if text.is_empty() => catalog::forget_own(),
            OptionId::VariantFile => {
                let problem = |error| ProtocolError::Other(format!("option {name}: {error}; the games are unchanged"));
                catalog::load_own(text.as_ref()).map_err(problem)?;
            }
            _ => {
                let old = std::mem::replace(&mut self.table_path, text.to_string());
                if let Some(bad) = self.table_folders().iter().find(|folder| !folder.is_dir()) {
                    self.table_path = old;
                    return Err(ProtocolError::value(format!("option {name}"), &bad.to_string_lossy(), "a folder"));
                }
            }
        }
        Ok(())
    }

    fn set_check(&mut self, which: OptionId, on: bool) {
        let value = match which {
            OptionId::Ponder => &mut self.ponder,
            OptionId::OwnBook => &mut self.own_book,
            OptionId::AnalyseMode => &mut self.analyse_mode,
            OptionId::LimitStrength => &mut self.limit_strength,
            OptionId::UseTables => &mut self.use_tables,
            _ => &mut self.show_wdl,
        };
        *value = on;
    }

    fn set_number(&mut self, which: OptionId, number: usize) {
        match which {
            OptionId::Hash => self.hash = number,
            OptionId::Threads => self.threads = number,
            OptionId::MultiPv => self.multi_pv = number,
            OptionId::TableMemory => self.table_memory = number,
            OptionId::Elo => self.elo = number as u32,
            OptionId::SkillLevel => self.skill_level = number as u32,
            _ => self.move_overhead = Duration::from_millis(number as u64),
        }
    }
}

/// The UCI declaration of an option.
pub fn declaration(name: &str, which: OptionId, kind: &OptionKind) -> String {
    let what = match kind {
        OptionKind::Check(default) => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        OptionKind::Combo([first, second]) => format!("combo default {first} var {first} var {second}"),
        OptionKind::Variant => {
            let own = catalog::own_games();
            let names = catalog::entries().iter().map(|entry| entry.name).chain(own.iter().map(Variant::base_name));
            let names: String = names.map(|name| format!(" var {name}")).collect();
            format!("combo default {DEFAULT_VARIANT} var {DEFAULT_VARIANT}{names}")
        }
        OptionKind::Button => "button".into(),
        // A client may set all options to their defaults: that must not undo the program's argument.
        OptionKind::Text => match catalog::own_file().filter(|_| which == OptionId::VariantFile) {
            Some(path) => format!("string default {}", path.display()),
            None => "string default <empty>".into(),
        },
    };
    format!("option name {name} type {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_as_declared() {
        let options = EngineOptions::default();
        let spin = |name: OptionId| match ALL.iter().find(|(_, which, _)| *which == name) {
            Some((_, _, OptionKind::Spin { default, .. })) => *default,
            _ => unreachable!(),
        };
        assert_eq!(options.hash, spin(OptionId::Hash));
        assert_eq!(options.threads, spin(OptionId::Threads));
        assert_eq!(options.elo as usize, spin(OptionId::Elo));
        assert_eq!(options.skill_level as usize, spin(OptionId::SkillLevel));
        assert_eq!(options.move_overhead.as_millis() as usize, spin(OptionId::MoveOverhead));
        let default: Variant = DEFAULT_VARIANT.parse().unwrap();
        assert_eq!(default.rules(), options.variant.rules());
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut options = EngineOptions::default();
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
    fn strength_is_limited_by_elo_or_level_but_not_in_analysis() {
        let mut options = EngineOptions::default();
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
        let mut options = EngineOptions::default();
        let effect = options.set("uci_variant", Some("russian+promote=stop")).unwrap();
        assert!(effect.new_variant);
        assert_eq!(options.variant.to_string(), "russian+promote=stop");
        assert!(!options.set("uci_variant", Some("russian+promote=stop")).unwrap().new_variant);
    }
}
