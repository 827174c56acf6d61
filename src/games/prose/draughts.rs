//! The rules of draughts, sentence by sentence.

use super::{Key, SectionOutline};
use crate::games::axis::Axes;
use crate::games::draughts::rules::{Capture, Goal, KingCapture, MenCapture, NEVER, Promote, Removal, Rules};

pub(super) fn outline(rules: &Rules) -> Vec<SectionOutline> {
    let value = |axis: &'static str| format!("draughts.{axis}.{}", Axes::value(rules, axis));
    // The full board has its own words for where pieces go.
    let full = rules.movement.board.is_full();
    let on_board = if full { ".64" } else { "" };
    let crown_wins = rules.goal == Goal::Crown;
    let huffs = rules.movement.huffs();
    let rows = u32::from(rules.men_rows);
    let men = format!("draughts.men.{}{on_board}", if rows == 1 { "one-row" } else { "rows" });
    let mut board = vec![Key::new(value("board"), &["board"])];
    if !full {
        board.push(Key::new(value("corner"), &["corner"]));
    }
    board.push(Key::new(men, &["men-rows", "board"]).with("men", rules.men()).with("rows", rows));
    board.push(Key::new(value("first"), &["first"]));
    let mut moves = vec![Key::new(format!("draughts.man-move{on_board}"), &["board"])];
    let mut captures = vec![Key::new(value("men-capture") + on_board, &["men-capture", "board"])];
    let sideways = rules.movement.captures_straight() && rules.movement.men_capture == MenCapture::Forward;
    // Where the first king ends the game, no king ever moves.
    if !crown_wins {
        moves.push(Key::new(value("king-move") + on_board, &["king-move", "board"]));
        let limited = rules.movement.limits_kings();
        let limit = if limited { "draughts.king-limit.limit" } else { "draughts.king-limit.never" };
        moves.push(Key::new(limit, &["king-limit"]).with("moves", rules.movement.king_limit.into()));
        captures.push(Key::new(value("men-take-kings"), &["men-take-kings"]));
        captures.push(Key::new(value("king-capture") + on_board, &["king-capture", "board"]));
        let lands_anywhere = matches!(rules.movement.king_capture, KingCapture::Any | KingCapture::Killer);
        if lands_anywhere && !rules.movement.may_stop() {
            captures.push(Key::new("draughts.king-landing", &["king-capture", "chain", "capture"]));
        }
    }
    if !full {
        let lines = value("capture-lines") + if sideways { ".forward" } else { "" };
        captures.push(Key::new(lines, &["capture-lines", "men-capture"]));
    }
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
    // Pieces that stay block the way back, and nobody but a king that sees far can go it.
    if rules.movement.removal == Removal::Now && !crown_wins {
        captures.push(Key::new(value("turn-back"), &["turn-back", "removal"]));
    }
    let wins = if crown_wins { ".wins" } else { "" };
    let continued = crown_wins && rules.movement.promote == Promote::Continue;
    let passes = full && rules.movement.promote == Promote::Pass;
    let suffix = if continued {
        wins
    } else if passes {
        on_board
    } else {
        ""
    };
    let crowning = vec![
        Key::new(format!("draughts.crowning{wins}"), &["goal"]),
        Key::new(value("promote") + suffix, &["promote", "goal", "board"]),
    ];
    // Drawn endings need kings, and the sheets' is none for a player who wants to lose.
    let drawn = !crown_wins && (!rules.draws.at_once() || !rules.plays_to_lose());
    let draws = if drawn { value("draws") } else { "draughts.draws.plain".into() };
    let limited = rules.no_progress != NEVER;
    let limit = if limited { "draughts.no-progress.limit" } else { "draughts.no-progress.never" };
    let end = vec![
        Key::new("repetition", &[]),
        Key::new(limit, &["no-progress"]).with("plies", rules.no_progress),
        Key::new(draws, &["draws", "goal"]),
    ];
    vec![
        SectionOutline { heading: "board", keys: board },
        SectionOutline { heading: "goal", keys: vec![Key::new(value("goal"), &["goal"])] },
        SectionOutline { heading: "moves", keys: moves },
        SectionOutline { heading: "captures", keys: captures },
        SectionOutline { heading: "crowning", keys: crowning },
        SectionOutline { heading: "end", keys: end },
    ]
}
