//! Rules in a line, made from their axes: right for every override.

use super::AnyRules;
use crate::games::draughts::rules::{
    Board, Capture, CaptureLines, Chain, Choice, Goal, Huff, KingCapture, KingMove, MenCapture, Promote, Removal,
};
use crate::games::morris::rules::{
    Board as MillBoard, DoubleMill, Fly, Goal as MillGoal, MovingMill, Placing, PlacingMill, Shield, Take,
};
use crate::games::wolf::rules::First;
use crate::games::{draughts, morris};

impl AnyRules {
    /// The rules in a line.
    pub fn describe(&self) -> String {
        match self {
            AnyRules::Draughts(rules) => draughts(rules),
            AnyRules::Morris(rules) => morris(rules),
            AnyRules::Wolf(rules) => match rules.first {
                First::Sheep => "four sheep try to hem in a wolf; the sheep move first".into(),
                First::Wolf => "four sheep try to hem in a wolf; the wolf moves first".into(),
            },
        }
    }
}

fn draughts(rules: &draughts::rules::Rules) -> String {
    let m = rules.movement;
    let mut parts = Vec::new();
    if m.board == Board::Full {
        parts.push(format!("all squares of 8×8, {} men each, along rows and columns", rules.men()));
    } else if m.board == Board::Ten || rules.men_rows != m.board.usual_rows() {
        parts.push(format!("{0}×{0}, {1} men each", m.board.size(), rules.men()));
    }
    parts.extend(match rules.goal {
        Goal::Win => None,
        Goal::Lose => Some("a side without a legal move wins".to_string()),
        Goal::LoseAll => Some("who loses all men wins".to_string()),
        Goal::Crown => Some("the first to crown wins".to_string()),
    });
    let men = match m.men_capture {
        MenCapture::Forward => "men jump forward",
        MenCapture::All => "men jump both ways",
    };
    let kings = match (m.king_move, m.king_capture) {
        (KingMove::Short, KingCapture::Adjacent) => "short kings",
        (KingMove::Short, _) => "kings step once and capture from afar",
        (_, KingCapture::Adjacent) => "long kings take their neighbours",
        (_, KingCapture::Behind) => "long kings land just behind",
        (_, KingCapture::Any) => "long kings land anywhere behind",
        (_, KingCapture::Killer) => "long kings land anywhere behind, but just behind a king taken last",
    };
    let lines = if m.capture_lines == CaptureLines::All { ", captures along rows and columns too" } else { "" };
    let limit = match m.king_limit {
        0 => String::new(),
        moves => format!(", at most {moves} moves in a row with the same king"),
    };
    let capture = match (m.capture, rules.huff) {
        (Capture::Must, _) => "",
        (Capture::May, _) => ", captures are optional",
        (Capture::Huff, Huff::May) => ", huffing for missed captures",
        (Capture::Huff, Huff::Must) => ", missed captures must be huffed",
    };
    let chain = if m.chain == Chain::May { ", a capture may stop early" } else { "" };
    let removal = if m.removal == Removal::Now { ", captured pieces leave one by one" } else { "" };
    // Only where pieces leave at once is there a way back.
    let turn = if m.removal == Removal::Now && !m.turn_back { ", no turn by 180° in a capture" } else { "" };
    let promote = match m.promote {
        Promote::Stop => "",
        Promote::Pass => ", a capturing man passes the last row",
        Promote::Continue => ", a man crowned in a capture goes on as a king",
    };
    let victims = if m.men_take_kings { "" } else { ", men take no kings" };
    let choice = match m.choice {
        Choice::Free => "",
        Choice::Most => ", the most pieces must be taken",
        Choice::MostKings => ", the most pieces and then the most kings must be taken",
        Choice::KingFirst => ", kings capture first",
        Choice::Italian => ", a strict order of captures",
        Choice::Frisian => ", the greatest value must be taken",
    };
    let first = rules.first.side();
    parts.push(format!(
        "{men}, {kings}{victims}{lines}{choice}{promote}{removal}{turn}{limit}, {first} begins{capture}{chain}"
    ));
    parts.join("; ")
}

fn morris(rules: &morris::rules::Rules) -> String {
    let board = match rules.board {
        MillBoard::Plain => "",
        MillBoard::Diagonals => " on a board with diagonals",
        MillBoard::Sixteen => " on two squares",
        MillBoard::Nine => " on nine points",
        MillBoard::NineDiagonals => " on nine points with diagonals",
    };
    let placing = match rules.placing {
        Placing::Phase => "place them all, then move",
        Placing::Mixed => "place or move, as one likes",
    };
    let mut parts = vec![format!("{} stones each{board}", rules.men), placing.to_string()];
    parts.extend(match (rules.placing_mill, rules.moving_mill) {
        (PlacingMill::Take, MovingMill::Take) => None,
        (PlacingMill::Again, MovingMill::Take) => Some("a mill closed by placing gives another turn".to_string()),
        (PlacingMill::Take, MovingMill::TakeAgain) => Some("a mill closed by moving gives another turn".to_string()),
        (PlacingMill::Again, MovingMill::TakeAgain) => Some("a mill gives another turn".to_string()),
    });
    if rules.goal == MillGoal::Mill {
        parts.push("the first mill wins".to_string());
    }
    if rules.shield == Shield::Always {
        parts.push("mills are safe for ever".to_string());
    }
    let rules_of_note = [
        (rules.jumper_falls, "a mill against three stones wins"),
        (rules.fly == Fly::Never, "nobody flies"),
        (rules.take == Take::May, "taking is optional"),
        (rules.double_mill == DoubleMill::Two, "two mills at once take two stones"),
    ];
    parts.extend(rules_of_note.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text.to_string()));
    parts.join("; ")
}
