//! The rules of wolf and sheep, sentence by sentence.

use super::{Key, SectionOutline};
use crate::games::wolf::rules::Rules;

pub(super) fn outline(rules: &Rules) -> Vec<SectionOutline> {
    let board = vec![
        Key::new("wolf.board", &[]),
        Key::new("wolf.start", &[]),
        Key::new(format!("wolf.first.{}", rules.first.word()), &["first"]),
    ];
    let section = |heading, name: &str| SectionOutline { heading, keys: vec![Key::new(name, &[])] };
    vec![
        SectionOutline { heading: "board", keys: board },
        section("goal", "wolf.goal"),
        section("moves", "wolf.moves"),
        section("end", "wolf.end"),
    ]
}
