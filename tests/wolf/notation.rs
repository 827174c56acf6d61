//! Texts of wolf and sheep.

use crate::Random;
use millstone::games::Game;
use millstone::games::notation::{MoveError, Notation};
use millstone::games::wolf::Wolf;

const GAME: Wolf = Wolf::new(crate::WOLF_AND_SHEEP);

#[test]
fn positions_are_read_in_every_form() {
    for (text, written) in [
        ("W:W29-32:B14", "W:W29-32:B14"),
        (" w : B 14 : W 29 , 30,31 - 32 . ", "W:W29-32:B14"),
        ("W:Wa1,c1,e1,g1:Bc5", "W:W29-32:B14"),
        ("B:W5,6,14,32:B", "B:W5,6,14,32:B"),
        ("B:W1-3,9:B32", "B:W1-3,9:B32"),
    ] {
        let position = GAME.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(GAME.format_position(&position), written);
    }
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    for (text, part) in [
        ("", "not a side to move"),
        ("X:W29-32:B14", "`X`"),
        ("W:W29-32", "the wolf (`:B`) is missing"),
        ("W:B14", "the sheep (`:W`) are missing"),
        ("W:W29-32:B14:W1", "are given twice"),
        ("W:W29-32:B14:H3", "`H3`"),
        ("W:W29-33:B14", "`29-33`"),
        ("W:W32-29:B14", "the range runs backwards"),
        ("W:W29,29-31:B14", "square 29 is named twice"),
        ("W:WK29,30-32:B14", "`K29`"),
        ("W:W29-31:B14", "there are 3"),
        ("W:W29-32:B14,15", "there are 2"),
        ("W:W29-32:B30", "square 30 holds both"),
        ("W:W29-32:B", "has not been placed"),
    ] {
        match GAME.parse_position(text) {
            Ok(position) => panic!("`{text}` was read as {position:?}"),
            Err(error) => assert!(error.to_string().contains(part), "`{text}`: {error}"),
        }
    }
}

#[test]
fn moves_are_read_or_refused_with_the_reason() {
    let start = GAME.start();
    let placed = GAME.play(&start, GAME.parse_move(&start, " @ c5 ").unwrap());
    assert_eq!(GAME.format_position(&placed), "W:W29-32:B14");
    for text in ["29-25", "a1-b2", " 29 - 25"] {
        let mv = GAME.parse_move(&placed, text).unwrap();
        assert_eq!(GAME.format_move(&placed, mv), "29-25");
    }
    for text in ["@14", "29-21", "25-29", "14-18"] {
        assert!(matches!(GAME.parse_move(&placed, text), Err(MoveError::Illegal { .. })), "{text}");
    }
    for text in ["", "29", "29-33", "29-0", "29-25-22", "@", "x14", "29x25", "a2-b3"] {
        assert!(matches!(GAME.parse_move(&placed, text), Err(MoveError::Syntax { .. })), "{text}");
    }
}

#[test]
fn the_diagram_shows_both() {
    let drawing = GAME.diagram(&GAME.parse_position("W:W29-32:B14").unwrap());
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[3], "5  ·   W   ·   ·     13–16");
    assert_eq!(lines[7], "1  S   S   S   S     29–32");
    assert!(drawing.ends_with("White: the sheep (S) are to move\n"));
}

#[test]
fn no_text_brings_the_reader_down() {
    const LETTERS: &[char] = &['W', 'B', ':', ',', 'a', 'h', '1', '2', '3', '0', '-', '@', '.', ' ', 'é', '💡', '\0'];
    let mut random = Random(0xF022);
    for round in 0..20_000 {
        let seed = ["", "W:W29-32:B14", "B:W29-32:B", "@14", "29-25"][round % 5];
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = *random.pick(LETTERS),
                _ => text.insert(at, *random.pick(LETTERS)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = GAME.parse_position(&text) {
            assert_eq!(GAME.parse_position(&GAME.format_position(&position)), Ok(position), "{text}");
            assert!(GAME.count(&position, &mut Vec::new()) > 0 || GAME.ending(&position).is_some());
        }
        let _ = GAME.parse_move(&GAME.start(), &text);
    }
}
