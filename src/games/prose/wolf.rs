//! The rules of wolf and sheep, sentence by sentence.

use super::{Key, Section};
use crate::games::wolf::rules::Rules;

pub(super) fn outline(rules: &Rules) -> Vec<Section> {
    let board = vec![
        Key::new("wolf.diagram", &[]),
        Key::new("wolf.board", &[]),
        Key::new("wolf.start", &[]),
        Key::new(format!("wolf.first.{}", rules.first.word()), &["first"]),
    ];
    let section = |heading, name: &str| Section { heading, keys: vec![Key::new(name, &[])] };
    vec![
        Section { heading: "board", keys: board },
        section("goal", "wolf.goal"),
        section("moves", "wolf.moves"),
        section("end", "wolf.end"),
    ]
}
