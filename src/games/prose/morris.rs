//! The rules of morris, sentence by sentence.

use super::{Key, SectionOutline};
use crate::games::axis::Axes;
use crate::games::morris::rules::{Goal, NEVER, Placing, PlacingUntil, Rules};

pub(super) fn outline(rules: &Rules) -> Vec<SectionOutline> {
    let value = |axis: &'static str| format!("morris.{axis}.{}", Axes::value(rules, axis));
    let board = vec![
        Key::new(value("board"), &["board"]),
        Key::new("morris.men", &["men"]).with("men", rules.men.into()),
        Key::new("morris.first", &[]),
    ];
    let placing =
        vec![Key::new(value("placing"), &["placing"]), Key::new("morris.move", &[]), Key::new(value("fly"), &["fly"])];
    let mut mills = vec![Key::new("morris.mill", &[])];
    if rules.goal == Goal::Mill {
        mills.push(Key::new("morris.mill.wins", &["goal"]));
    } else {
        mills.extend(what_mills_take(rules));
    }
    let limited = rules.no_progress != NEVER;
    let limit = if limited { "morris.no-progress.limit" } else { "morris.no-progress.never" };
    let end = vec![Key::new("repetition", &[]), Key::new(limit, &["no-progress"]).with("plies", rules.no_progress)];
    vec![
        SectionOutline { heading: "board", keys: board },
        SectionOutline { heading: "goal", keys: vec![Key::new(value("goal"), &["goal"])] },
        SectionOutline { heading: "placing", keys: placing },
        SectionOutline { heading: "mills", keys: mills },
        SectionOutline { heading: "end", keys: end },
    ]
}

/// What a mill earns where stones are taken.
fn what_mills_take(rules: &Rules) -> Vec<Key> {
    let value = |axis: &'static str| format!("morris.{axis}.{}", Axes::value(rules, axis));
    let mut mills = Vec::new();
    if rules.alternates() {
        mills.push(Key::new("morris.mill.take", &["placing-mill", "moving-mill"]));
    } else {
        mills.push(Key::new(value("placing-mill"), &["placing-mill"]));
        mills.push(Key::new(value("moving-mill"), &["moving-mill"]));
        // Where placing is a phase, a player with stones in hand closes no mill by moving.
        if rules.placing == Placing::Mixed || rules.placing_until == PlacingUntil::Both {
            mills.push(Key::new(value("placing-until"), &["placing-until", "placing"]));
        }
    }
    mills.extend([
        Key::new(value("shield"), &["shield"]),
        Key::new(value("jumper-falls"), &["jumper-falls"]),
        Key::new(value("take"), &["take"]),
        Key::new(value("double-mill"), &["double-mill"]),
    ]);
    mills
}
