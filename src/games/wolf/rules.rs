//! The axes of wolf and sheep: there is one.

use crate::games::axis::{Axes, Axis, axis_words, put, same};

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

impl Rules {
    /// The rules that the table of games starts from.
    pub const COMMON: Rules = Rules { first: First::Sheep };

    /// The same rules with another value of an axis; `None` if there is no such axis or value.
    pub const fn with(mut self, axis: &str, value: &str) -> Option<Rules> {
        if !same(axis, "first") {
            return None;
        }
        put!(self.first, First::from_word(value));
        Some(self)
    }
}

impl Axes for Rules {
    const AXES: &'static [Axis] =
        &[Axis { name: "first", meaning: "who moves first after the wolf was placed", values: First::VALUES }];

    fn value(&self, axis: &str) -> String {
        if axis == "first" { self.first.word().into() } else { String::new() }
    }

    fn with(self, axis: &str, value: &str) -> Option<Rules> {
        Rules::with(self, axis, value)
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
        let mut rules = Rules::COMMON;
        assert_eq!(rules.value("first"), "sheep");
        rules.apply("first=wolf").unwrap();
        assert_eq!(rules, Rules { first: First::Wolf });
        assert!(rules.apply("first=fox").is_err());
    }
}
