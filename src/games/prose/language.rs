//! The languages, and the sentences of each by key.

use crate::util::suggest;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// A language of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// Italian.
    Italian,
    /// Spanish.
    Spanish,
    /// Portuguese.
    Portuguese,
}

/// A word that is no language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown language `{word}`{hint}; expected {}", Language::CODES.join(", "))]
pub struct UnknownLanguage {
    word: String,
    hint: String,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Italian,
        Language::Spanish,
        Language::Portuguese,
    ];
    /// Their codes, in the same order.
    pub const CODES: [&str; 6] = ["en", "de", "fr", "it", "es", "pt"];

    /// The code of two letters.
    pub const fn code(self) -> &'static str {
        Language::CODES[self as usize]
    }

    /// The sentence of a key; empty if there is none, which no rules lead to.
    pub(super) fn sentence(self, key: &str) -> String {
        SENTENCES[self as usize].get(key).copied().unwrap_or_default().to_string()
    }
}

static SENTENCES: LazyLock<[HashMap<&str, &str>; 6]> = LazyLock::new(|| {
    [
        include_str!("en.txt"),
        include_str!("de.txt"),
        include_str!("fr.txt"),
        include_str!("it.txt"),
        include_str!("es.txt"),
        include_str!("pt.txt"),
    ]
    .map(|text| text.lines().filter_map(|line| line.split_once(" = ")).collect())
});

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(word: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(word)).ok_or_else(|| {
            UnknownLanguage {
                word: crate::games::notation::clip(word),
                hint: suggest::hint(word, Language::CODES.into_iter()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names in braces.
    fn blanks(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_language_has_every_sentence() {
        let english = &SENTENCES[0];
        for language in Language::ALL {
            let sentences = &SENTENCES[language as usize];
            let missing: Vec<_> = english.keys().filter(|key| !sentences.contains_key(*key)).collect();
            let extra: Vec<_> = sentences.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(missing.is_empty() && extra.is_empty(), "{language}: missing {missing:?}, extra {extra:?}");
            for (key, text) in sentences {
                assert!(!text.trim().is_empty(), "{language}: {key} is empty");
                assert_eq!(blanks(text), blanks(english[key]), "{language}: {key}");
                let ended = text.ends_with('.') != key.starts_with("heading.");
                assert!(ended, "{language}: {key}: a heading has no full stop, a sentence has one");
                assert!(language == Language::English || *text != english[key], "{language}: {key} is in English");
            }
        }
    }

    #[test]
    fn codes_are_read_and_suggested() {
        assert_eq!("DE".parse(), Ok(Language::German));
        assert!("nl".parse::<Language>().is_err_and(|error| error.to_string().contains("expected en, de, fr")));
    }
}
