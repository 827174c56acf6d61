//! Whole numbers as arguments.

use std::ops::RangeInclusive;

/// Parses a whole number in a range.
pub fn whole(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(whole("7", 1..=9), Ok(7));
        for text in ["", "0", "10", "-1", "x", "7.0", "99999999999999999999999"] {
            assert_eq!(whole(text, 1..=9), Err("expected a whole number from 1 to 9".into()));
        }
    }
}
