//! Text in columns.

use std::io::{self, IsTerminal};

/// The width of the terminal, or 80 without one.
pub fn width() -> usize {
    const DEFAULT: usize = 80;
    const MIN: usize = 20;
    if !io::stdout().is_terminal() {
        return DEFAULT;
    }
    terminal_size::terminal_size().map_or(DEFAULT, |(terminal_size::Width(columns), _)| usize::from(columns)).max(MIN)
}

/// Words in columns, indented by two, in lines of at most `width` (unless a word is longer).
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

/// Words in lines of at most `width` (unless a word is longer), each ended by a newline.
pub fn wrap(text: &str, width: usize) -> String {
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        if column > 0 && column + 1 + length(word) > width {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += length(word);
    }
    lines.push('\n');
    lines
}

/// Breaks lines that are longer than `width` between words; what follows a break is indented by four.
pub fn hang(text: &str, width: usize) -> String {
    const INDENT: &str = "    ";
    let mut lines = String::new();
    for line in text.lines() {
        let mut column = 0;
        // Several spaces in a row have empty words between them.
        for (index, word) in line.split(' ').enumerate() {
            if index > 0 && column + 1 + length(word) > width {
                lines += &format!("\n{INDENT}");
                column = INDENT.len();
            } else if index > 0 {
                lines.push(' ');
                column += 1;
            }
            lines += word;
            column += length(word);
        }
        lines.push('\n');
    }
    lines
}

/// Pads a word with spaces to `width`.
pub fn pad(word: &str, width: usize) -> String {
    format!("{word}{}", " ".repeat(width.saturating_sub(length(word))))
}

/// The width of a word; every character printed here has one column.
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

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrap("der Zug endet hier", 9), "der Zug\nendet\nhier\n");
        assert_eq!(wrap("Schräge  ist", 3), "Schräge\nist\n");
        assert_eq!(hang("1: W:W1:B2  1-5 2-6\n  2. 3-7 4-8", 14), "1: W:W1:B2 \n    1-5 2-6\n  2. 3-7 4-8\n");
    }
}
