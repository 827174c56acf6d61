//! The axes of morris: every question in which two morris games differ, and every answer.

use crate::games::axis::{Axes, Axis, AxisValues, YES_NO, axis_words, number, put, same, yes, yes_no};

axis_words! {
    /// The lines of the board.
    Board {
        Plain = "24": "24 points, 16 lines",
        Diagonals = "24-diagonals": "24 points, and the corners are joined too: 20 lines",
        Sixteen = "16": "16 points on two squares, 8 lines: none crosses from one square to the other",
        Nine = "9": "9 points in three rows, 6 lines",
        NineDiagonals = "9-diagonals": "9 points in three rows, and both diagonals are lines: 8 lines",
    }
}
axis_words! {
    /// What a side with stones in hand may do.
    Placing {
        Phase = "phase": "it must place until its hand is empty",
        Mixed = "mixed": "it may place or move",
    }
}
axis_words! {
    /// What a mill earns that was closed by placing a stone.
    PlacingMill {
        Take = "take": "one stone of the opponent's",
        Again = "again": "no stone, but another turn",
    }
}
axis_words! {
    /// What a mill earns that was closed by moving a stone.
    MovingMill {
        Take = "take": "one stone of the opponent's",
        TakeAgain = "take-again": "one stone of the opponent's, and another turn",
    }
}
axis_words! {
    /// Whose hands decide whether a mill counts as closed by placing or by moving.
    PlacingUntil {
        Own = "own": "the mover's: with a stone in hand, it is closed by placing",
        Both = "both": "both: until every stone is in the game, it is closed by placing, even by a move",
    }
}
axis_words! {
    /// Whether a stone has to be taken.
    Take {
        Must = "must": "a stone that can be taken has to be",
        May = "may": "a stone may be left",
    }
}
axis_words! {
    /// How many stones two mills closed at once take.
    DoubleMill {
        One = "one": "one",
        Two = "two": "two, one after the other; the second only if there is one to take and the game goes on",
    }
}
axis_words! {
    /// How far a mill protects its stones from being taken.
    Shield {
        UnlessAll = "unless-all": "they are safe as long as their side has a stone outside a mill",
        Always = "always": "they are safe, and where all are, nothing is taken",
    }
}
axis_words! {
    /// When a side may move to any free point.
    Fly {
        Three = "3": "with an empty hand and three stones left",
        Never = "never": "never",
    }
}

axis_words! {
    /// What wins.
    Goal {
        Stones = "stones": "leave the other side fewer than three stones, or no move",
        Mill = "mill": "close the first mill, or leave the other side no move; nothing is taken",
    }
}

/// The fewest stones with which a side can go on: a mill needs as many.
pub const FEWEST: u32 = 3;

/// The most stones a side can have: two such sides fill the largest board.
pub const MOST: u32 = 12;

/// The whole rule set of a morris game.
///
/// White begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The lines of the board.
    pub board: Board,
    /// Stones of each side.
    pub men: u16,
    /// What a side with stones in hand may do.
    pub placing: Placing,
    /// What a mill earns that was closed by placing.
    pub placing_mill: PlacingMill,
    /// What a mill earns that was closed by moving.
    pub moving_mill: MovingMill,
    /// Whose hands decide which of the two a mill is.
    pub placing_until: PlacingUntil,
    /// How far mills protect their stones.
    pub shield: Shield,
    /// Whether a stone has to be taken.
    pub take: Take,
    /// How many stones two mills closed at once take.
    pub double_mill: DoubleMill,
    /// Whether a side with three stones left loses one of them to any mill, shield or not.
    pub jumper_falls: bool,
    /// When stones fly.
    pub fly: Fly,
    /// What wins.
    pub goal: Goal,
    /// Plies without a placing or a taking that make a draw.
    pub no_progress: u32,
}

/// No number of plies without progress makes a draw.
pub const NEVER: u32 = u32::MAX;

impl Rules {
    /// The rules that the table of games starts from: each axis at its most common value.
    pub const COMMON: Rules = Rules {
        board: Board::Plain,
        men: 9,
        placing: Placing::Phase,
        placing_mill: PlacingMill::Take,
        moving_mill: MovingMill::Take,
        placing_until: PlacingUntil::Own,
        shield: Shield::UnlessAll,
        take: Take::Must,
        double_mill: DoubleMill::One,
        jumper_falls: false,
        fly: Fly::Three,
        goal: Goal::Stones,
        no_progress: 100,
    };

    /// The same rules with another value of an axis; `None` if there is no such axis or value.
    pub const fn with(mut self, axis: &str, value: &str) -> Option<Rules> {
        if same(axis, "board") {
            put!(self.board, Board::from_word(value));
        } else if same(axis, "men") {
            put!(self.men, number(value));
        } else if same(axis, "placing") {
            put!(self.placing, Placing::from_word(value));
        } else if same(axis, "placing-mill") {
            put!(self.placing_mill, PlacingMill::from_word(value));
        } else if same(axis, "moving-mill") {
            put!(self.moving_mill, MovingMill::from_word(value));
        } else if same(axis, "placing-until") {
            put!(self.placing_until, PlacingUntil::from_word(value));
        } else if same(axis, "shield") {
            put!(self.shield, Shield::from_word(value));
        } else if same(axis, "take") {
            put!(self.take, Take::from_word(value));
        } else if same(axis, "double-mill") {
            put!(self.double_mill, DoubleMill::from_word(value));
        } else if same(axis, "jumper-falls") {
            put!(self.jumper_falls, yes(value));
        } else if same(axis, "fly") {
            put!(self.fly, Fly::from_word(value));
        } else if same(axis, "goal") {
            put!(self.goal, Goal::from_word(value));
        } else if same(axis, "no-progress") {
            match number(value) {
                Some(plies) => self.no_progress = plies as u32,
                None if same(value, "never") => self.no_progress = NEVER,
                None => return None,
            }
        } else {
            return None;
        }
        Some(self)
    }

    /// Whether two rule sets are the same but for the limit of plies without progress, which no generator asks for. A constant
    /// function, unlike `==`.
    pub const fn moves_as(self, other: Rules) -> bool {
        self.board as u8 == other.board as u8
            && self.men == other.men
            && self.placing as u8 == other.placing as u8
            && self.placing_mill as u8 == other.placing_mill as u8
            && self.moving_mill as u8 == other.moving_mill as u8
            && self.placing_until as u8 == other.placing_until as u8
            && self.shield as u8 == other.shield as u8
            && self.take as u8 == other.take as u8
            && self.double_mill as u8 == other.double_mill as u8
            && self.jumper_falls == other.jumper_falls
            && self.fly as u8 == other.fly as u8
            && self.goal as u8 == other.goal as u8
    }

    /// Whether the board is the plain one and stones are taken: what most games have, and searches are compiled for.
    pub const fn is_plain(self) -> bool {
        matches!(self.board, Board::Plain) && matches!(self.goal, Goal::Stones)
    }

    /// Whether the turn always passes to the other side.
    #[inline(always)]
    pub const fn alternates(self) -> bool {
        matches!(self.placing_mill, PlacingMill::Take) && matches!(self.moving_mill, MovingMill::Take)
    }
}

const NO_PROGRESS: (u16, u16) = (2, 1000);

impl Axes for Rules {
    const AXES: &'static [Axis] = &[
        Axis { name: "board", meaning: "the points and lines of the board", values: Board::VALUES },
        Axis {
            name: "men",
            meaning: "the stones of each side",
            values: AxisValues::Number { min: FEWEST as u16, max: MOST as u16, words: &[] },
        },
        Axis { name: "placing", meaning: "what a side with stones in hand may do", values: Placing::VALUES },
        Axis { name: "placing-mill", meaning: "what a mill closed by placing earns", values: PlacingMill::VALUES },
        Axis { name: "moving-mill", meaning: "what a mill closed by moving earns", values: MovingMill::VALUES },
        Axis {
            name: "placing-until",
            meaning: "whose hands decide whether a mill counts as placed",
            values: PlacingUntil::VALUES,
        },
        Axis { name: "shield", meaning: "how far a mill protects its stones", values: Shield::VALUES },
        Axis { name: "take", meaning: "whether a stone has to be taken", values: Take::VALUES },
        Axis { name: "double-mill", meaning: "how many stones two mills at once take", values: DoubleMill::VALUES },
        Axis {
            name: "jumper-falls",
            meaning: "whether a side with three stones left loses to any mill closed against it",
            values: YES_NO,
        },
        Axis { name: "fly", meaning: "when a side may move to any free point", values: Fly::VALUES },
        Axis { name: "goal", meaning: "what wins", values: Goal::VALUES },
        Axis {
            name: "no-progress",
            meaning: "plies without a placing or a taking that make a draw",
            values: AxisValues::Number {
                min: NO_PROGRESS.0,
                max: NO_PROGRESS.1,
                words: &[("never", "there is no such limit")],
            },
        },
    ];

    fn value(&self, axis: &str) -> String {
        match axis {
            "board" => self.board.word().into(),
            "men" => self.men.to_string(),
            "placing" => self.placing.word().into(),
            "placing-mill" => self.placing_mill.word().into(),
            "moving-mill" => self.moving_mill.word().into(),
            "placing-until" => self.placing_until.word().into(),
            "shield" => self.shield.word().into(),
            "take" => self.take.word().into(),
            "double-mill" => self.double_mill.word().into(),
            "jumper-falls" => yes_no(self.jumper_falls),
            "fly" => self.fly.word().into(),
            "goal" => self.goal.word().into(),
            "no-progress" if self.no_progress == NEVER => "never".into(),
            "no-progress" => self.no_progress.to_string(),
            _ => String::new(),
        }
    }

    fn with(self, axis: &str, value: &str) -> Option<Rules> {
        Rules::with(self, axis, value)
    }

    /// The stones must fit the board, and where the first mill wins there is nothing to say about what mills take. Every other
    /// word goes with every other: jumper-falls=yes keeps its meaning where nobody flies, since it is the three stones that
    /// fall, not the jump.
    fn check(&self) -> Result<(), String> {
        let men = u32::from(self.men);
        if men < FEWEST {
            return Err(format!("men={men}: a side with fewer than {FEWEST} stones has lost before it begins"));
        }
        let (board, room) = (self.board.word(), self.board.points().count_ones() / 2);
        if men > room {
            return Err(format!("men={men} with board={board}: the board has room for {room} stones of each side"));
        }
        if self.goal == Goal::Mill {
            let idle =
                ["placing-mill", "moving-mill", "placing-until", "shield", "take", "double-mill", "jumper-falls"];
            if let Some(axis) = idle.into_iter().find(|axis| self.value(axis) != Rules::COMMON.value(axis)) {
                let (value, usual) = (self.value(axis), Rules::COMMON.value(axis));
                return Err(format!(
                    "goal=mill with {axis}={value}: the first mill ends the game and nothing is taken; add {axis}={usual}"
                ));
            }
        }
        let (least, most) = NO_PROGRESS;
        if self.no_progress != NEVER && !(u32::from(least)..=u32::from(most)).contains(&self.no_progress) {
            return Err(format!("no-progress={}: expected {least} to {most} plies, or never", self.no_progress));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_axis_takes_every_value_it_lists() {
        for axis in Rules::AXES {
            let values: Vec<String> = match axis.values {
                AxisValues::Words(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
                AxisValues::Number { min, max, words } => {
                    let words = words.iter().map(|(word, _)| word.to_string());
                    [min, max].iter().map(ToString::to_string).chain(words).collect()
                }
            };
            for value in values {
                // As many stones as go on every board.
                let mut rules = Rules { men: 3, ..Rules::COMMON };
                rules.apply(&format!("{}={value}", axis.name)).unwrap();
                assert_eq!(rules.value(axis.name), value);
                assert_eq!(rules.check(), Ok(()));
            }
        }
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let mut rules = Rules::COMMON;
        assert!(rules.apply("men=2").is_err());
        assert!(rules.apply("men=13").is_err());
        assert_eq!(rules, Rules::COMMON);
        for men in [0, 2, 13, u16::MAX] {
            assert!(Rules { men, ..rules }.check().is_err_and(|reason| reason.contains("men=")));
        }
        assert!(Rules { no_progress: 0, ..rules }.check().is_err());
    }

    #[test]
    fn senseless_combinations_are_refused_with_the_reason() {
        let refused = |changes: &[&str]| {
            let mut rules = Rules::COMMON;
            changes.iter().for_each(|change| rules.apply(change).unwrap());
            rules.check().unwrap_err()
        };
        assert!(refused(&["board=16"]).contains("men=9 with board=16: the board has room for 8 stones"));
        assert!(refused(&["board=9", "men=5"]).contains("room for 4 stones"));
        for change in ["placing-mill=again", "moving-mill=take-again", "shield=always", "take=may", "double-mill=two"] {
            assert!(refused(&["goal=mill", change]).starts_with(&format!("goal=mill with {change}: ")), "{change}");
        }
    }
}
