//! Rules as prose for players, made from the axes, in six languages: right for every override and every user's game.
//!
//! The families choose the sentences by key (`draughts`, `morris`, `wolf`); the sentences themselves are data, a file for
//! each language.

mod draughts;
mod language;
mod morris;
mod wolf;

pub use language::{Language, UnknownLanguage};

use crate::games::catalog::{AnyRules, Variant};
use crate::games::notation::Notation;
use crate::with_game;
use serde::Serialize;

/// The rules of a game in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesProse {
    /// The canonical name of the game.
    pub variant: String,
    /// The language's code.
    pub language: &'static str,
    /// The start position as a drawing of several lines, each ended by a newline.
    pub diagram: String,
    /// The rules.
    pub sections: Vec<ProseSection>,
}

/// Sentences under a heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProseSection {
    /// The heading.
    pub heading: String,
    /// The sentences.
    pub sentences: Vec<ProseSentence>,
}

/// A sentence, or a few that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProseSentence {
    /// The text.
    pub text: String,
    /// The axes that it depends on.
    pub axes: &'static [&'static str],
}

impl RulesProse {
    /// The rules of a variant.
    pub fn new(variant: &Variant, language: Language) -> RulesProse {
        let outline = match variant.rules() {
            AnyRules::Draughts(rules) => draughts::outline(rules),
            AnyRules::Morris(rules) => morris::outline(rules),
            AnyRules::Wolf(rules) => wolf::outline(rules),
        };
        let section = |section: &Section| ProseSection {
            heading: language.sentence(&format!("heading.{}", section.heading)),
            sentences: section.keys.iter().map(|key| key.sentence(language)).collect(),
        };
        RulesProse {
            variant: variant.to_string(),
            language: language.code(),
            diagram: start_diagram(variant),
            sections: outline.iter().map(section).collect(),
        }
    }
}

/// The drawing of the start, without the line in English that says who is to move.
fn start_diagram(variant: &Variant) -> String {
    let diagram = with_game!(*variant.rules(), game => {
        use crate::games::Game;
        game.diagram(&game.start())
    });
    let parts: Vec<&str> = diagram.trim_end().split("\n\n").take(2).collect();
    parts.join("\n\n") + "\n"
}

/// A section before it has a language.
struct Section {
    heading: &'static str,
    keys: Vec<Key>,
}

/// A sentence before it has a language: its key in the files, the axes it depends on, and the numbers to fill in.
struct Key {
    name: String,
    axes: &'static [&'static str],
    numbers: Vec<(&'static str, u32)>,
}

impl Key {
    fn new(name: impl Into<String>, axes: &'static [&'static str]) -> Key {
        Key { name: name.into(), axes, numbers: Vec::new() }
    }

    fn with(mut self, name: &'static str, number: u32) -> Key {
        self.numbers.push((name, number));
        self
    }

    fn sentence(&self, language: Language) -> ProseSentence {
        let fill =
            |text: String, (name, number): &(&str, u32)| text.replace(&format!("{{{name}}}"), &number.to_string());
        ProseSentence { text: self.numbers.iter().fold(language.sentence(&self.name), fill), axes: self.axes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::axis::{Axis, AxisValues};
    use crate::games::catalog::entries;
    use std::collections::HashMap;

    fn text(prose: &RulesProse) -> String {
        let sentences = prose.sections.iter().flat_map(|section| &section.sentences);
        sentences.map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn values(axis: &Axis) -> Vec<String> {
        match axis.values {
            AxisValues::Words(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
            AxisValues::Number { min, max, words } => (min..=max.min(min + 20))
                .map(|n| n.to_string())
                .chain(words.iter().map(|(w, _)| w.to_string()))
                .collect(),
        }
    }

    /// A game in which an axis matters whatever its value.
    fn base(family: &str, axis: &str) -> &'static str {
        match (family, axis) {
            ("draughts", "huff") => "schmidt-de-huff",
            ("draughts", "men-rows") => "international",
            ("draughts", "turn-back") => "thai",
            ("draughts", _) => "schmidt-de",
            ("morris", "placing-until") => "ceylon-mill+placing=mixed",
            ("morris", _) => "nine-mens-morris",
            _ => "wolf-and-sheep",
        }
    }

    #[test]
    fn every_value_of_every_axis_changes_the_text_in_every_language() {
        for family in ["schmidt-de", "nine-mens-morris", "wolf-and-sheep"] {
            let rules = *family.parse::<Variant>().unwrap().rules();
            for axis in rules.axes() {
                for language in Language::ALL {
                    let mut seen: HashMap<String, String> = HashMap::new();
                    for value in values(axis) {
                        let name = format!("{}+{}={value}", base(rules.family(), axis.name), axis.name);
                        let variant: Variant = name.parse().unwrap();
                        let prose = RulesProse::new(&variant, language);
                        let mut sentences = prose.sections.iter().flat_map(|section| &section.sentences);
                        let named = sentences.any(|sentence| sentence.axes.contains(&axis.name));
                        assert!(named, "{language}: {name} has no sentence on {}", axis.name);
                        if let Some(other) = seen.insert(text(&prose), value.clone()) {
                            panic!("{language}: {name} reads like {other}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn no_sentence_is_missing_in_any_game() {
        let overrides =
            ["", "+capture=huff+choice=free", "+goal=crown", "+goal=lose", "+placing=mixed", "+moving-mill=take-again"];
        for entry in entries() {
            for part in overrides {
                let Ok(variant) = format!("{}{part}", entry.name).parse::<Variant>() else { continue };
                for language in Language::ALL {
                    let prose = RulesProse::new(&variant, language);
                    for section in &prose.sections {
                        assert!(!section.heading.is_empty() && !section.sentences.is_empty(), "{variant}");
                        for sentence in &section.sentences {
                            assert!(sentence.text.ends_with('.'), "{language}: {variant}: {:?}", section.sentences);
                            assert!(!sentence.text.contains(['{', '}']), "{language}: {variant}: {}", sentence.text);
                        }
                    }
                    assert!(prose.diagram.lines().count() > 8, "{}", prose.diagram);
                }
            }
        }
    }

    #[test]
    fn rules_that_do_not_matter_are_left_out() {
        let english = |name: &str| text(&RulesProse::new(&name.parse().unwrap(), Language::English));
        assert!(!english("breakthrough").contains("A king moves"));
        assert!(!english("english").contains("huff"));
        assert!(english("doubleboard-de").contains("huff"));
        assert!(english("international").contains("20 men"));
        assert_eq!(english("russian+draws=sheet+goal=lose"), english("russian+draws=plain+goal=lose"));
    }
}
