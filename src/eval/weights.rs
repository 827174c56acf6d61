//! Tables of weights as text, one file for each game, so that a training can replace them.
//!
//! A table is a list of whole numbers in hundredths of a man or stone, first those for one end of the game and then as many
//! for the other: the evaluation of the family says what they mean. Lines that begin with `#` are remarks. The files are read
//! when the program is compiled; one that has too few numbers, or anything else, does not compile.

/// Reads a table.
pub(crate) const fn read<const N: usize>(text: &str) -> [i16; N] {
    let bytes = text.as_bytes();
    let mut numbers = [0; N];
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b' ' | b'\n' => at += 1,
            b'-' | b'0'..=b'9' => {
                let negative = bytes[at] == b'-';
                at += negative as usize;
                let mut number = 0;
                while at < bytes.len() && bytes[at].is_ascii_digit() {
                    number = 10 * number + (bytes[at] - b'0') as i16;
                    at += 1;
                }
                assert!(count < N, "a table of weights with too many numbers");
                numbers[count] = if negative { -number } else { number };
                count += 1;
            }
            _ => panic!("a table of weights with something else than numbers"),
        }
    }
    assert!(count == N, "a table of weights with too few numbers");
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_passed_over_and_signs_are_kept() {
        assert_eq!(read::<4>("# a table\n1 -20\n# and 5\n 300 0"), [1, -20, 300, 0]);
    }

    #[test]
    fn nothing_but_numbers_is_a_table() {
        for text in ["1 2", "1 2 3 4", "1 2 x", "1 2 3.5"] {
            assert!(std::panic::catch_unwind(|| read::<3>(text)).is_err(), "{text}");
        }
    }
}
