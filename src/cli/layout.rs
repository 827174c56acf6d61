//! Text in columns.

use std::io::{self, IsTerminal};

/// The columns a text may take: the terminal's, or 80 where there is none.
pub fn width() -> usize {
    const USUAL: usize = 80;
    const LEAST: usize = 20;
    if !io::stdout().is_terminal() {
        return USUAL;
    }
    terminal_size::terminal_size().map_or(USUAL, |(terminal_size::Width(columns), _)| usize::from(columns)).max(LEAST)
}

/// Words in columns, each line indented by two and at most `width` long (a longer word stands alone).
pub fn columns(words: &[String], width: usize) -> String {
    const INDENT: usize = 2;
    let widest = words.iter().map(|word| length(word)).max().unwrap_or(0);
    let across = ((width.saturating_sub(INDENT) + 1) / (widest + 1)).max(1);
    let mut text = String::new();
    for row in words.chunks(across) {
        let row: Vec<String> = row.iter().map(|word| pad(word, widest)).collect();
        text += &" ".repeat(INDENT);
        text += row.join(" ").trim_end();
        text.push('\n');
    }
    text
}

/// A word made `width` wide by spaces at its end.
pub fn pad(word: &str, width: usize) -> String {
    format!("{word}{}", " ".repeat(width.saturating_sub(length(word))))
}

/// The characters of a word; every one that is written here is one column wide.
pub fn length(word: &str) -> usize {
    word.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_in_columns() {
        let words = ["9-13", "10-14", "22x15", "1-5"].map(String::from);
        assert_eq!(columns(&words, 20), "  9-13  10-14 22x15\n  1-5\n");
        assert_eq!(columns(&words, 1), "  9-13\n  10-14\n  22x15\n  1-5\n");
        assert_eq!(columns(&[], 20), "");
    }
}
