//! Texts: every accepted form, every complaint, and that no text brings the reader down.

use crate::Random;
use millstone::engine::any_game::any_game;
use millstone::games::Game;
use millstone::games::morris::Morris;
use millstone::games::morris::named;
use millstone::games::notation::{MoveError, Notation, Style};
use millstone::games::svg::{SvgOptions, draw};

fn nine() -> Morris<false> {
    Morris::new(named::rules("nine-mens-morris"))
}

fn canonical(text: &str) -> String {
    let game = nine();
    game.format_position(&game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn complaint(text: &str) -> String {
    match nine().parse_position(text) {
        Ok(position) => panic!("`{text}` was read as {position:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn positions_are_read_in_every_form() {
    assert_eq!(nine().format_position(&nine().start()), "W:W:B:H9,9");
    let plain = "W:Wb4,c4:Bd2:H7,8";
    for text in [
        plain,
        "W:Bd2:Wc4,b4:H7,8",
        " w : W b4 , C4 : b D2 : h 7 , 8 . ",
        "W:H7,8:Wb4,c4:Bd2:P0",
        "..........WW.......B.... w 7 8",
        "  ..........ww.......b....   W 7 8 ",
        "******O*/****@*O*/******** w p p 2 7 1 8 0 0 0 0 0 0 0 0 1",
        "******O*/****@*O*/******** w p p 2 7 1 8 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
    ] {
        assert_eq!(canonical(text), plain, "{text}");
    }
    assert_eq!(canonical("B:Wb4,c4:Bd2,g1:H7,7:P17."), "B:Wb4,c4:Bd2,g1:H7,7:P17");
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    for (text, part) in [
        ("", "0 parts"),
        ("W", "1 parts"),
        ("X:W:B:H9,9", "`X`: it is not a side to move"),
        ("WW:W:B:H9,9", "`WW`"),
        (":W:B:H9,9", "not a side"),
        ("W:Wb4", "the stones of Black (`:B`) are missing"),
        ("W:Bb4:H9,9", "the stones of White (`:W`) are missing"),
        ("W:Wb4:Bd2", "the stones in hand (`:H`) are missing"),
        ("W:Wb4::H8,9", "a part is empty"),
        ("W:Wb4:Wc4:Bd2:H7,8", "`Wc4`: duplicate field"),
        ("W:Wb4:Bd2:H7,8:Q3", "unknown part `Q`"),
        ("W:Wb4,d4:Bd2:H7,8", "`d4`: it is not a point"),
        ("W:Wb4,:Bd2:H7,8", "`b4,`: a point is missing"),
        ("W:Wb4,b4:Bd2:H7,8", "b4 is named twice"),
        ("W:Wb4:Bb4:H7,8", "b4 holds a stone of each side"),
        ("W:Wb4:Bd2:H7", "not two numbers"),
        ("W:Wb4:Bd2:H7,8,9", "`8,9`: it is not a number"),
        ("W:Wb4:Bd2:H7,", "``: it is not a number"),
        ("W:Wb4:Bd2:H+7,8", "`+7`: it is not a number"),
        ("W:Wb4:Bd2:H7,300", "`300`: the number is too large"),
        ("W:Wb4:Bd2:H7,8:P99999", "`99999`: the number is too large"),
        ("W:Wb4:Bd2:H9,8", "White has 1 stones on the board and 9 in hand, more than the 9"),
        ("W:Wb4:Bd2:H1,1", "both sides have fewer than 3"),
        ("..........WW.......B...? w 7 8", "`?` is not a stone"),
        ("..........WW.......B... w 7 8", "23 points"),
        ("..........WW.......B.... w 7", "3 parts"),
        ("********/********/******** w p", "3 parts"),
        ("********/*******/******** w p p 0 9 0 9", "not three rings of eight"),
        ("********/***X****/******** w p p 0 9 0 9", "`X` is not a stone"),
        ("OOO*****/@@******/******** w p r 3 6 2 7 1 0", "still to be taken"),
        ("..........WW.......B.... w 7 x", "`x`: it is not a number"),
    ] {
        let error = complaint(text);
        assert!(error.contains(part), "`{text}`: {error}");
    }
    // What is too much for one game is right for another.
    assert!(Morris::<true>::new(named::rules("twelve-mens-morris")).parse_position("W:W:B:H12,12").is_ok());
}

#[test]
fn moves_are_read_in_every_form() {
    let game = nine();
    let placing = game.parse_position("W:Wa7,d7:Bb2,f2:H7,7").unwrap();
    let moving = game.parse_position("W:Wa7,d7,g4,c3:Bb2,f2,b4,f4:H0,0").unwrap();
    for (position, text, written) in [
        (placing, "d6", "d6"),
        (placing, " D6 ", "d6"),
        (placing, "g7xb2", "g7xb2"),
        (placing, "g7 xb2", "g7xb2"),
        (placing, "G7 X B2", "g7xb2"),
        (moving, "c3-d3", "c3-d3"),
        (moving, "g4-g7 xf4", "g4-g7xf4"),
        (moving, "g4 - g7xf4", "g4-g7xf4"),
    ] {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.format_move(&position, mv), written);
    }
}

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let game = nine();
    let position = game.parse_position("W:Wa7,d7:Bb2,f2:H7,7").unwrap();
    for (text, part) in [
        ("", "a point is missing"),
        ("d4", "`d4` is not a point"),
        ("xg7", "a point is missing"),
        ("d6-", "a point is missing"),
        ("d6xg7xa9", "`a9` is not a point"),
        ("d6xg7xa1xd1", "more than two stones taken"),
        ("d6-d7-d5", "`d7-d5` is not a point"),
    ] {
        let error = game.parse_move(&position, text).unwrap_err();
        assert!(matches!(error, MoveError::Syntax { .. }) && error.to_string().contains(part), "`{text}`: {error}");
    }
    for text in ["a7", "d6xb2", "g7", "g7xa7", "g7xd5", "a7-a4"] {
        let error = game.parse_move(&position, text).unwrap_err();
        assert!(matches!(error, MoveError::Illegal { .. }), "`{text}`: {error}");
    }
    // A mill without its stone: the message names the moves that were meant.
    assert!(game.parse_move(&position, "g7").unwrap_err().to_string().contains("g7xb2"));
}

#[test]
fn the_diagram_shows_stones_and_hands() {
    let game = nine();
    let drawing = game.diagram(&game.parse_position("B:Wa7,g1:Bd5:H7,8").unwrap());
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "7  W───────────┬───────────┐");
    assert_eq!(lines[4], "5  │   │   ┌───B───┐   │   │");
    assert_eq!(lines[6], "4  ├───┼───┤       ├───┼───┤");
    assert_eq!(lines[12], "1  └───────────┴───────────W");
    assert_eq!(lines[lines.len() - 1], "Black to move; in hand: White 7, Black 8");
    assert!(drawing.ends_with('\n'));
}

fn game(name: &str) -> Morris<true> {
    Morris::new(named::rules(name))
}

#[test]
fn small_boards_have_names_and_forms_of_their_own() {
    let (six, three) = (game("six-mens-morris"), game("three-mens-morris"));
    let position = six.parse_position("W:Wa5,c4:Be1,d3:H4,4").unwrap();
    assert_eq!(six.parse_position("W...W...B......B w 4 4").as_ref(), Ok(&position));
    assert_eq!(six.format_position(&position), "W:Wa5,c4:Bd3,e1:H4,4");
    let position = three.parse_position("W.B.B...W w 1 1").unwrap();
    assert_eq!(three.format_position(&position), "W:Wa3,c1:Bc3,b2:H1,1");
    for (text, part) in [
        ("W:Wc3:Ba1:H5,5", "`c3`: it is not a point"),
        ("W:Wa7:Ba1:H5,5", "`a7`: it is not a point"),
        ("..........WW.......B.... w 7 8", "24 points, expected 16 of"),
        ("********/********/******** w p p 0 6 0 6", "three rings of eight points, but the board has 16"),
        ("W:Wa1:Bb2:H6,5", "more than the 6 of this game"),
    ] {
        let error = six.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let both = three.parse_position("W:Wa1,b1,c1:Ba3,b3,c3:H0,0").unwrap_err().to_string();
    assert!(both.contains("both sides have a mill"), "{both}");
    let error = six.parse_move(&six.start(), "c3").unwrap_err().to_string();
    assert!(error.contains("`c3` is not a point"), "{error}");
}

#[test]
fn small_boards_are_drawn() {
    let three = game("three-mens-morris");
    let drawing = three.diagram(&three.parse_position("W:Wa3:Bb2:H2,2").unwrap());
    let expected = "3  W───┬───┐\n   │ ╲ │ ╱ │\n2  ├───B───┤\n   │ ╱ │ ╲ │\n1  └───┴───┘\n\n   a   b   c\n\n\
                    White to move; in hand: White 2, Black 2\n";
    assert_eq!(drawing, expected);
    let six = game("six-mens-morris");
    let drawing = six.diagram(&six.start());
    let expected = "5  ┌───────┬───────┐\n   │       │       │\n4  │   ┌───┴───┐   │\n   │   │       │   │\n\
                    3  ├───┤       ├───┤\n   │   │       │   │\n2  │   └───┬───┘   │\n   │       │       │\n\
                    1  └───────┴───────┘\n\n   a   b   c   d   e\n\n";
    assert!(drawing.starts_with(expected), "{drawing}");
}

#[test]
fn small_boards_are_told_to_front_ends_with_all_their_lines() {
    for (name, points, grid, lines, steps) in
        [("six-mens-morris", 16, 5, 8, 20), ("five-mens-morris", 16, 5, 8, 20), ("three-mens-morris", 9, 3, 8, 16)]
    {
        let game = any_game(&name.parse().unwrap());
        let board = game.board();
        assert_eq!((board.squares.len(), board.rows, board.columns, board.lines.len()), (points, grid, grid, lines));
        assert_eq!(board.squares.iter().map(|square| square.neighbours.len()).sum::<usize>(), 2 * steps, "{name}");
        // A picture has every step once, also those that lie on no line of three.
        let svg = draw(&board, &game.view(Style::Usual), &[], SvgOptions::default());
        assert_eq!((svg.matches("<line ").count(), svg.matches("r=\"6\"").count()), (steps, points), "{name}");
    }
}

#[test]
fn no_text_brings_the_reader_down() {
    const LETTERS: &[char] = &[
        'W', 'B', 'b', 'w', ':', ',', 'H', 'P', 'a', 'd', 'g', '1', '4', '7', '9', '-', 'x', '.', ' ', 'é', '💡', '\0',
        '/', '*', 'O', '@',
    ];
    const SEEDS: [&str; 5] =
        ["W:Wb4,c4:Bd2:H7,8:P3", "B:Wa7,d7,g7:Ba1,d1,g1:H0,0", "..........WW.......B.... w 7 8", "d6-d7xg7", "g7 xb2"];
    let game = nine();
    let mut random = Random(0xF022);
    for round in 0..20_000 {
        let mut text: Vec<char> = if round % 4 == 0 { Vec::new() } else { random.pick(&SEEDS).chars().collect() };
        for _ in 0..1 + random.below(8) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = *random.pick(LETTERS),
                _ => text.insert(at, *random.pick(LETTERS)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = game.parse_position(&text) {
            let written = game.format_position(&position);
            assert_eq!(game.parse_position(&written).as_ref(), Ok(&position), "{text}");
            assert!(game.count(&position, &mut Vec::new()) > 0 || game.ending(&position).is_some());
            assert!(!game.diagram(&position).is_empty());
        }
        let start = game.start();
        if let Ok(mv) = game.parse_move(&start, &text) {
            assert_eq!(game.parse_move(&start, &game.format_move(&start, mv)), Ok(mv));
        }
    }
}
