//! The axes of wolf and sheep: there is one.

use crate::games::axis::{Axes, Axis, axis_words};

axis_words! {
    /// Who makes the first move after the wolf was placed.
    First {
        Sheep = "sheep": "the sheep",
        Wolf = "wolf": "the wolf",
    }
}

/// The whole rule set of wolf and sheep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Who moves first once the wolf stands.
    pub first: First,
}

/// The game of the Schmidt sheet.
pub const WOLF_AND_SHEEP: Rules = Rules { first: First::Sheep };

impl Axes for Rules {
    const AXES: &'static [Axis] =
        &[Axis { name: "first", meaning: "who moves first after the wolf was placed", values: First::VALUES }];

    fn value(&self, axis: &str) -> String {
        if axis == "first" { self.first.word().into() } else { String::new() }
    }

    fn set(&mut self, axis: &str, value: &str) {
        if let ("first", Some(first)) = (axis, First::from_word(value)) {
            self.first = first;
        }
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_can_be_given_to_either() {
        let mut rules = WOLF_AND_SHEEP;
        assert_eq!(rules.value("first"), "sheep");
        rules.apply("first=wolf").unwrap();
        assert_eq!(rules, Rules { first: First::Wolf });
        assert!(rules.apply("first=fox").is_err());
    }
}
