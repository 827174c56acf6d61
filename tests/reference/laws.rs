//! The axes as plain answers, read by name.

use millstone::games::catalog::AnyRules;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Next to the king, landing just behind.
    Adjacent,
    /// From afar, landing just behind.
    Behind,
    /// From afar, landing anywhere behind.
    Any,
    /// As any, but just behind a king that is taken last.
    Killer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Free,
    Most,
    MostKings,
    KingFirst,
    Italian,
    Frisian,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crowning {
    Stop,
    Pass,
    Continue,
}

#[derive(Clone, Copy, Debug)]
pub struct Laws {
    pub size: usize,
    pub corner_left: bool,
    pub men_jump_back: bool,
    pub long_moves: bool,
    pub reach: Reach,
    pub must_capture: bool,
    pub huffing: bool,
    pub must_huff: bool,
    pub chain_must: bool,
    pub choice: Choice,
    pub removed_at_once: bool,
    pub crowning: Crowning,
    pub men_take_kings: bool,
    pub crown_wins: bool,
    /// All squares are played on, along rows and columns.
    pub full: bool,
    /// A piece may turn by 180° between two jumps.
    pub turn_back: bool,
    /// Captures along rows and columns, too.
    pub straight_captures: bool,
    /// Quiet moves in a row with the same king, where they are limited.
    pub king_limit: Option<usize>,
}

impl Laws {
    pub fn of(rules: &AnyRules) -> Laws {
        let is = |axis: &str, value: &str| rules.value(axis) == value;
        Laws {
            size: if is("board", "10") { 10 } else { 8 },
            full: is("board", "64"),
            turn_back: is("turn-back", "yes"),
            corner_left: is("corner", "left"),
            men_jump_back: is("men-capture", "all"),
            long_moves: is("king-move", "long"),
            reach: match rules.value("king-capture").as_str() {
                "adjacent" => Reach::Adjacent,
                "behind" => Reach::Behind,
                "any" => Reach::Any,
                "killer" => Reach::Killer,
                other => panic!("king-capture={other}"),
            },
            must_capture: is("capture", "must"),
            huffing: is("capture", "huff"),
            must_huff: is("huff", "must"),
            chain_must: is("chain", "must"),
            choice: match rules.value("choice").as_str() {
                "free" => Choice::Free,
                "most" => Choice::Most,
                "most-kings" => Choice::MostKings,
                "king-first" => Choice::KingFirst,
                "italian" => Choice::Italian,
                "frisian" => Choice::Frisian,
                other => panic!("choice={other}"),
            },
            removed_at_once: is("removal", "now"),
            crowning: match rules.value("promote").as_str() {
                "stop" => Crowning::Stop,
                "pass" => Crowning::Pass,
                "continue" => Crowning::Continue,
                other => panic!("promote={other}"),
            },
            men_take_kings: is("men-take-kings", "yes"),
            crown_wins: is("goal", "crown"),
            straight_captures: is("capture-lines", "all"),
            king_limit: rules.value("king-limit").parse().ok(),
        }
    }
}
