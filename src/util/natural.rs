//! The order in which people expect texts with numbers.

/// A key by which texts sort with their numbers in order: `9-13` before `10-14`.
pub fn natural(text: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (word, tail) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
        let (number, tail) = tail.split_at(tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len()));
        parts.push((word.to_string(), number.parse().unwrap_or(0)));
        rest = tail;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_as_numbers() {
        let mut moves = ["x14", "10-14", "9x18x25", "9-13", "d6", "a7-d7", "9x18x5"];
        moves.sort_by_key(|text| natural(text));
        assert_eq!(moves, ["9-13", "9x18x5", "9x18x25", "10-14", "a7-d7", "d6", "x14"]);
    }
}
