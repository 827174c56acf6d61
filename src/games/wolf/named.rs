//! The table of the games with wolf and sheep: there is one.

use super::rules::Rules;
use crate::games::catalog::entry::{Entry, GAME, change, resolve};

/// The games.
pub const NAMED: &[Entry] = &[Entry {
    name: "wolf-and-sheep",
    aliases: &["wolf"],
    sheet: "Schmidt, all languages",
    description: "four sheep try to hem in a wolf that tries to slip past them",
    changes: &[change(
        "first",
        "sheep",
        "our reading: the wolf is placed, then the sheep move (variants: Wolf und Schafe)",
    )],
    openings: Some("wolf-and-sheep.txt"),
    ..GAME
}];

/// The rules of the games, in their order.
pub const RULES: [Rules; NAMED.len()] = resolve!(Rules, NAMED, Rules::COMMON);
