//! The rules of draughts, sentence by sentence.

use super::{Key, Section};
use crate::games::axis::Axes;
use crate::games::draughts::rules::{Capture, Draws, Goal, MenCapture, NEVER, Promote, Rules};

pub(super) fn outline(rules: &Rules) -> Vec<Section> {
    let value = |axis: &'static str| format!("draughts.{axis}.{}", Axes::value(rules, axis));
    let crown_wins = rules.goal == Goal::Crown;
    let huffs = rules.movement.huffs();
    let rows = u32::from(rules.men_rows);
    let men = Key::new(if rows == 1 { "draughts.men.one-row" } else { "draughts.men.rows" }, &["men-rows", "board"]);
    let board = vec![
        Key::new("draughts.diagram", &[]),
        Key::new(value("board"), &["board"]),
        Key::new(value("corner"), &["corner"]),
        men.with("men", rules.men()).with("rows", rows),
        Key::new(value("first"), &["first"]),
    ];
    let mut moves = vec![Key::new("draughts.man-move", &[])];
    let mut captures = vec![Key::new(value("men-capture"), &["men-capture"])];
    let sideways = rules.movement.captures_straight() && rules.movement.men_capture == MenCapture::Forward;
    // Where the first king ends the game, no king ever moves.
    if !crown_wins {
        moves.push(Key::new(value("king-move"), &["king-move"]));
        let limited = rules.movement.limits_kings();
        let limit = if limited { "draughts.king-limit.limit" } else { "draughts.king-limit.never" };
        moves.push(Key::new(limit, &["king-limit"]).with("moves", rules.movement.king_limit.into()));
        captures.push(Key::new(value("men-take-kings"), &["men-take-kings"]));
        captures.push(Key::new(value("king-capture"), &["king-capture"]));
    }
    let lines = value("capture-lines") + if sideways { ".forward" } else { "" };
    captures.push(Key::new(lines, &["capture-lines", "men-capture"]));
    captures.push(Key::new(value("capture"), &["capture"]));
    let chain = value("chain");
    captures.push(Key::new(if huffs { format!("{chain}.huff") } else { chain }, &["chain", "capture"]));
    if huffs {
        captures.push(Key::new(value("huff"), &["huff", "capture"]));
    }
    if rules.movement.capture != Capture::Huff {
        captures.push(Key::new(value("choice"), &["choice"]));
    }
    captures.push(Key::new(value("removal"), &["removal"]));
    let wins = if crown_wins { ".wins" } else { "" };
    let continued = crown_wins && rules.movement.promote == Promote::Continue;
    let crowning = vec![
        Key::new(format!("draughts.crowning{wins}"), &["goal"]),
        Key::new(value("promote") + if continued { wins } else { "" }, &["promote", "goal"]),
    ];
    // Drawn endings need kings, and the sheets' is none for a player who wants to lose.
    let drawn = !crown_wins && (rules.draws != Draws::Sheet || !rules.plays_to_lose());
    let draws = if drawn { value("draws") } else { "draughts.draws.plain".into() };
    let limited = rules.no_progress != NEVER;
    let limit = if limited { "draughts.no-progress.limit" } else { "draughts.no-progress.never" };
    let end = vec![
        Key::new("repetition", &[]),
        Key::new(limit, &["no-progress"]).with("plies", rules.no_progress),
        Key::new(draws, &["draws", "goal"]),
    ];
    vec![
        Section { heading: "board", keys: board },
        Section { heading: "goal", keys: vec![Key::new(value("goal"), &["goal"])] },
        Section { heading: "moves", keys: moves },
        Section { heading: "captures", keys: captures },
        Section { heading: "crowning", keys: crowning },
        Section { heading: "end", keys: end },
    ]
}
