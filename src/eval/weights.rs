//! Weights as text, a file for each game in `src/eval/weights`, so that a training can replace them.
//!
//! A file is a list of whole numbers in hundredths of a man or stone, first those for one end of the game and then as many
//! for the other: the evaluation of the family says what they mean. Lines that begin with `#` are comments.

/// The numbers of a file, if it holds nothing else.
pub(crate) fn read(text: &str) -> Option<Vec<i16>> {
    let numbers = text.lines().filter(|line| !line.starts_with('#'));
    numbers.flat_map(str::split_whitespace).map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_skipped_and_signs_are_kept() {
        assert_eq!(read("# a table\n1 -20\n# and 5\n 300 0"), Some(vec![1, -20, 300, 0]));
        for text in ["1 2 x", "1 2 3.5", "1 99999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
