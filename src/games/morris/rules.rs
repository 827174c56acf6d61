//! The axes of morris: every question in which two morris games differ, and every answer.

use crate::games::axis::{Axes, Axis, Values, YES_NO, axis_words, yes_no};

axis_words! {
    /// The lines of the board.
    Board {
        Plain = "24": "24 points, 16 lines",
        Diagonals = "24-diagonals": "24 points, and the corners are joined too: 20 lines",
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

/// The fewest stones with which a side can go on: a mill needs as many.
pub const FEWEST: u32 = 3;

/// The most stones a side can have: two such sides fill the board.
pub const MOST: u32 = 12;

/// The whole rule set of a morris game.
///
/// White begins. A closed mill takes one stone, even if it was two mills that one stone closed.
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
    /// How far mills protect their stones.
    pub shield: Shield,
    /// Whether a side with three stones left loses one of them to any mill, shield or not.
    pub jumper_falls: bool,
    /// When stones fly.
    pub fly: Fly,
    /// Plies without a placing or a taking that make a draw.
    pub no_progress: u16,
}

impl Rules {
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
            values: Values::Number { min: FEWEST as u16, max: MOST as u16 },
        },
        Axis { name: "placing", meaning: "what a side with stones in hand may do", values: Placing::VALUES },
        Axis { name: "placing-mill", meaning: "what a mill closed by placing earns", values: PlacingMill::VALUES },
        Axis { name: "moving-mill", meaning: "what a mill closed by moving earns", values: MovingMill::VALUES },
        Axis { name: "shield", meaning: "how far a mill protects its stones", values: Shield::VALUES },
        Axis {
            name: "jumper-falls",
            meaning: "whether a side with three stones left loses to any mill closed against it",
            values: YES_NO,
        },
        Axis { name: "fly", meaning: "when a side may move to any free point", values: Fly::VALUES },
        Axis {
            name: "no-progress",
            meaning: "plies without a placing or a taking that make a draw",
            values: Values::Number { min: NO_PROGRESS.0, max: NO_PROGRESS.1 },
        },
    ];

    fn value(&self, axis: &str) -> String {
        match axis {
            "board" => self.board.word().into(),
            "men" => self.men.to_string(),
            "placing" => self.placing.word().into(),
            "placing-mill" => self.placing_mill.word().into(),
            "moving-mill" => self.moving_mill.word().into(),
            "shield" => self.shield.word().into(),
            "jumper-falls" => yes_no(self.jumper_falls),
            "fly" => self.fly.word().into(),
            "no-progress" => self.no_progress.to_string(),
            _ => String::new(),
        }
    }

    fn set(&mut self, axis: &str, value: &str) {
        fn put<T>(field: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *field = value;
            }
        }
        match axis {
            "board" => put(&mut self.board, Board::from_word(value)),
            "men" => put(&mut self.men, value.parse().ok()),
            "placing" => put(&mut self.placing, Placing::from_word(value)),
            "placing-mill" => put(&mut self.placing_mill, PlacingMill::from_word(value)),
            "moving-mill" => put(&mut self.moving_mill, MovingMill::from_word(value)),
            "shield" => put(&mut self.shield, Shield::from_word(value)),
            "jumper-falls" => self.jumper_falls = value == "yes",
            "fly" => put(&mut self.fly, Fly::from_word(value)),
            "no-progress" => put(&mut self.no_progress, value.parse().ok()),
            _ => {}
        }
    }

    /// Every word of every axis goes with every other, so only numbers that did not come through
    /// [`Axes::apply`] can be wrong. In particular jumper-falls=yes keeps its meaning where nobody flies: it is
    /// the three stones that fall, not the jump.
    fn check(&self) -> Result<(), String> {
        let men = u32::from(self.men);
        if men < FEWEST {
            return Err(format!("men={men}: a side with fewer than {FEWEST} stones has lost before it begins"));
        }
        if men > MOST {
            return Err(format!("men={men}: the board has room for {MOST} stones of each side"));
        }
        if !(NO_PROGRESS.0..=NO_PROGRESS.1).contains(&self.no_progress) {
            let (least, most) = NO_PROGRESS;
            return Err(format!("no-progress={}: allowed are {least} to {most} plies", self.no_progress));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::named::NINE_MENS_MORRIS;
    use super::*;

    #[test]
    fn every_axis_takes_every_value_it_lists() {
        for axis in Rules::AXES {
            let values = match axis.values {
                Values::Words(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
                Values::Number { min, max } => vec![min.to_string(), max.to_string()],
            };
            for value in values {
                let mut rules = NINE_MENS_MORRIS;
                rules.apply(&format!("{}={value}", axis.name)).unwrap();
                assert_eq!(rules.value(axis.name), value);
                assert_eq!(rules.check(), Ok(()));
            }
        }
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let mut rules = NINE_MENS_MORRIS;
        assert!(rules.apply("men=2").is_err());
        assert!(rules.apply("men=13").is_err());
        assert_eq!(rules, NINE_MENS_MORRIS);
        for men in [0, 2, 13, u16::MAX] {
            assert!(Rules { men, ..rules }.check().is_err_and(|reason| reason.contains("men=")));
        }
        assert!(Rules { no_progress: 0, ..rules }.check().is_err());
    }
}
