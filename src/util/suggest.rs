//! Spelling suggestions for unknown words.

/// Up to `most` of the `known` words that are similar to `word`, the nearest first.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>, most: usize) -> Vec<String> {
    const CLOSE: f64 = 0.7;
    // Jaro-Winkler takes quadratic time, and no known word is long.
    let word: String = word.chars().take(100).collect::<String>().to_lowercase();
    let mut rated: Vec<(f64, &str)> =
        known.map(|k| (strsim::jaro_winkler(&word, &k.to_lowercase()), k)).filter(|(rate, _)| *rate >= CLOSE).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    rated.dedup_by(|a, b| a.1 == b.1);
    rated.into_iter().take(most).map(|(_, k)| k.to_string()).collect()
}

/// ` (did you mean …?)` with the nearest known word, or nothing; for the end of an error message.
pub fn hint<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(word, known, 1).first() {
        Some(near) => format!(" (did you mean `{near}`?)"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_comes_first_and_nonsense_has_none() {
        let known = ["international", "italian", "english"];
        assert_eq!(nearest("internationl", known.into_iter(), 1), ["international"]);
        assert_eq!(hint("Englsh", known.into_iter()), " (did you mean `english`?)");
        assert_eq!(hint("zzz", known.into_iter()), "");
    }
}
