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
use crate::games::view::{BoardView, PositionView, View};
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
    /// What the letters of the drawing mean, if there are any.
    pub legend: Option<String>,
    /// The board, for a better drawing.
    pub board: BoardView,
    /// What stands on it at the start.
    pub start: PositionView,
    /// The rules.
    pub sections: Vec<ProseSection>,
}

/// Sentences under a heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProseSection {
    /// In the language asked for.
    pub heading: String,
    /// In the order in which a player needs them.
    pub sentences: Vec<ProseSentence>,
}

/// A sentence, or a few that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProseSentence {
    /// A whole sentence, in the language asked for.
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
        let section = |section: &SectionOutline| ProseSection {
            heading: language.sentence(&format!("heading.{}", section.heading)),
            sentences: section.keys.iter().map(|key| key.sentence(language)).collect(),
        };
        let (diagram, board, start) = start(variant);
        let legend = match variant.rules() {
            AnyRules::Draughts(_) => Some("draughts.diagram"),
            AnyRules::Wolf(_) => Some("wolf.diagram"),
            AnyRules::Morris(_) => None,
        };
        RulesProse {
            variant: variant.to_string(),
            language: language.code(),
            diagram,
            legend: legend.map(|key| language.sentence(key)),
            board,
            start,
            sections: outline.iter().map(section).collect(),
        }
    }
}

/// The start as a drawing, without the line in English that says who is to move, and as data.
fn start(variant: &Variant) -> (String, BoardView, PositionView) {
    let (diagram, board, start) = with_game!(*variant.rules(), game => {
        use crate::games::Game;
        let start = game.start();
        (game.diagram(&start), game.board(), game.view_position(&start))
    });
    let parts: Vec<&str> = diagram.trim_end().split("\n\n").take(2).collect();
    (parts.join("\n\n") + "\n", board, start)
}

/// A section before it has a language.
struct SectionOutline {
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
    use crate::util::random::Rng;
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
            ("morris", "board") => "nine-mens-morris+men=3",
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
                    assert!(prose.diagram.lines().count() > 6, "{}", prose.diagram);
                }
            }
        }
    }

    #[test]
    fn any_overrides_give_whole_sentences_in_every_language() {
        let mut random = Rng::new(17);
        let mut pick = |count: usize| random.below(count as u64) as usize;
        let (mut tried, names) = (0, entries().iter().map(|entry| entry.name).collect::<Vec<_>>());
        while tried < 300 {
            let mut name = names[pick(names.len())].to_string();
            let axes = name.parse::<Variant>().unwrap().rules().axes();
            for _ in 0..=pick(4) {
                let axis = &axes[pick(axes.len())];
                let values = values(axis);
                name += &format!("+{}={}", axis.name, values[pick(values.len())]);
            }
            // Some combinations make no sense.
            let Ok(variant) = name.parse::<Variant>() else { continue };
            tried += 1;
            let english = RulesProse::new(&variant, Language::English);
            for language in Language::ALL {
                let prose = RulesProse::new(&variant, language);
                let shape = |prose: &RulesProse| -> Vec<usize> {
                    prose.sections.iter().map(|section| section.sentences.len()).collect()
                };
                assert_eq!(shape(&prose), shape(&english), "{language}: {name}");
                for ProseSentence { text, .. } in prose.sections.iter().flat_map(|section| &section.sentences) {
                    assert!(text.ends_with('.') && !text.contains(['{', '}']), "{language}: {name}: {text:?}");
                }
            }
        }
    }

    #[test]
    fn a_king_that_lands_anywhere_must_go_on_only_where_chains_must() {
        let english = |name: &str| text(&RulesProse::new(&name.parse().unwrap(), Language::English));
        let landing = "it has to land on one from which it does";
        for name in ["international", "russian", "schmidt-fr", "killer"] {
            assert!(english(name).contains(landing), "{name}");
        }
        for name in ["schmidt-de", "doubleboard-de", "russian+chain=may", "english", "schmidt-fr-huff"] {
            assert!(!english(name).contains(landing), "{name}");
        }
    }

    #[test]
    fn the_start_is_drawn_and_told_as_data() {
        let prose = RulesProse::new(&"italian".parse().unwrap(), Language::German);
        assert!(prose.legend.is_some_and(|legend| legend.contains("w ein weißer")));
        assert_eq!((prose.board.rows, prose.start.pieces.len()), (8, 24));
        let prose = RulesProse::new(&"morris".parse().unwrap(), Language::German);
        assert_eq!((prose.legend, prose.start.hands.map(|hands| hands.white)), (None, Some(9)));
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
