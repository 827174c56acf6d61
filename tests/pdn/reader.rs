//! What the reader accepts, and the places of errors.

use millstone::tools::pdn::{GameResult, PdnError, PdnGame, PdnReader, read};
use std::time::{Duration, Instant};

fn one(text: &str) -> PdnGame {
    let games: Vec<_> = read(text).collect();
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.into_iter().next().unwrap().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plies(text: &str) -> Vec<String> {
    one(text).plies.into_iter().map(|ply| ply.text).collect()
}

/// The errors of a text, the reader's and those of the replay.
fn errors(text: &str) -> Vec<String> {
    let error = |game: Result<PdnGame, PdnError>| game.and_then(|game| game.replay(None)).err();
    read(text).filter_map(error).map(|error| error.to_string()).collect()
}

#[test]
fn results_are_distinguished_from_moves() {
    use GameResult::{Black, Draw, Unfinished, White};
    for (end, result) in [
        ("1-0", White),
        ("2-0", White),
        ("0-1", Black),
        ("0-2", Black),
        ("1-1", Draw),
        ("1 - 1", Draw),
        ("1/2-1/2", Draw),
        ("1/2 - 1/2", Draw),
        ("½-½", Draw),
        ("*", Unfinished),
        ("0-0", Unfinished),
        ("", Unfinished),
    ] {
        let game = one(&format!("1. 11-15 22-18 {end}"));
        assert_eq!((game.plies.len(), game.result), (2, result), "{end}");
    }
    // A move from square 1 is not a result, with any spacing.
    assert_eq!(plies("10. 1-18 1 - 18 1-10 1- 12 1 -11 1-1"), ["1-18", "1-18", "1-10", "1-12", "1-11"]);
    assert_eq!(one("[Result \"0-1\"]\n1. 11-15").result, Black);
    assert_eq!(one("[Result \"0-1\"]\n1. 11-15 *").result, Black);
    assert_eq!(one("[Result \"0-1\"]\n1. 11-15 1-0").result, White);
}

#[test]
fn moves_come_in_many_forms() {
    for (text, moves) in [
        ("1.11-15 22-18", vec!["11-15", "22-18"]),
        ("1. 11-15 1... 22-18 2.15x22", vec!["11-15", "22-18", "15x22"]),
        ("1 . 11-15 ... 22-18", vec!["11-15", "22-18"]),
        ("1 11-15 22-18 2 15x22", vec!["11-15", "22-18", "15x22"]),
        ("11 - 15 22 x 18 x 9 15 x22 22 :18", vec!["11-15", "22x18", "x9", "15x22", "22:18"]),
        ("11-15! 22-18?? 8-11 !? 15x22* $1 25x18$2", vec!["11-15", "22-18", "8-11", "15x22", "25x18"]),
        ("1. @14 29-25", vec!["@14", "29-25"]),
        ("5. 22-18 x12 11-15", vec!["22-18", "x12", "11-15"]),
        ("1. d6 xg7 a1 d6-d7 xg4", vec!["d6xg7", "a1", "d6-d7", "xg4"]),
        ("c3 - d4 c3:e5 a1 x c3", vec!["c3-d4", "c3:e5", "a1xc3"]),
        ("11-15 {a {b} 22-18 ; 9-14 {\n8-11", vec!["11-15", "22-18", "8-11"]),
        ("11-15 (11-16 (9-14) (x) {)} 22-18) 23-19", vec!["11-15", "23-19"]),
        ("11-15 [%clk 0:01] 23-19", vec!["11-15", "23-19"]),
        ("% 9-14\n11-15\n%x\n23-19", vec!["11-15", "23-19"]),
    ] {
        assert_eq!(plies(text), moves, "{text}");
    }
}

#[test]
fn games_are_separated() {
    let count = |text: &str| read(text).map(|game| game.unwrap().plies.len()).collect::<Vec<_>>();
    assert_eq!(count(""), [0usize; 0]);
    assert_eq!(count("{only a comment}\n*"), [0usize; 0]);
    assert_eq!(count("11-15 1-0 11-15 22-18 0-1 {so it was}\n9-14"), [1, 2, 1]);
    assert_eq!(count("[White \"a\"]\n11-15\n[White \"b\"]\n11-15 22-18"), [1, 2]);
    assert_eq!(count("[White \"a\"]\n[White \"b\"]\n11-15"), [0, 1]);
    assert_eq!(count("[White \"a\"] [Black \"b\"] 11-15 1-1 [White \"b\"] *"), [1, 0]);
    let lines = read("\n[White \"a\"]\n\n11-15 *\n\n\n[White \"b\"]\n*").map(|game| game.unwrap().line);
    assert_eq!(lines.collect::<Vec<_>>(), [2, 7]);
}

#[test]
fn tags_come_in_many_forms() {
    let value = |tag: &str| one(tag).tags[0].1.clone();
    assert_eq!(value("[Event \"x\"]"), "x");
    assert_eq!(value("  [ Event   \"x y\"  ] "), "x y");
    assert_eq!(value("[Event\"x\"]"), "x");
    assert_eq!(value(r#"[Event "a \"b\" \\ c:\d"]"#), r#"a "b" \ c:\d"#);
    assert_eq!(value("[Event \"a \"b\" c\"]"), "a \"b\" c");
    assert_eq!(value("[Event \"[x]\"]"), "[x]");
    assert_eq!(value("\u{FEFF}[Event \"\"]\r\n"), "");
}

#[test]
fn places_are_right() {
    let game = one("[White \"a\"]\n\n1. 11-15 1...22-18\n  2.15 x 22");
    let places: Vec<_> = game.plies.iter().map(|ply| (ply.line, ply.column)).collect();
    assert_eq!(places, [(3, 4), (3, 14), (4, 5)]);
    for (text, place) in [
        ("[Event \"x]\n1. 11-15 *", "1:1: `[Event \"x]`: unclosed tag"),
        ("\n [Event x]", "2:2: `[Event x]`: a tag without a quoted value"),
        ("[]", "1:1: `[]`: a tag without a name"),
        ("1. 11-15 {so\n it goes on", "1:10: unclosed comment"),
        ("1. 11-15\n(22-18 (x)", "2:1: unclosed variation"),
        ("1. 11-15 )", "1:10: unexpected `)`"),
        ("1. 11-15 }", "1:10: unexpected `}`"),
        ("1. 11-15 ]", "1:10: unexpected `]`"),
        ("1. 11-15 22-18\n2. Müller", "2:4: `Müller` is not a move"),
        ("11-15 --", "1:7: `--` is not a move"),
        ("[Variant \"english\"]\n1. 11-15 22-18 2. 15x23", "2:19: move `15x23` is not legal here"),
        ("[Variant \"english\"]\n{ü} 11-15 11-15", "2:11: move `11-15` is not legal here"),
        ("\n[Variant \"engish\"]\n11-15", "2:1: tag Variant: unknown variant `engish` (did you mean `english`?)"),
        ("[GameType \"27\"]\n11-15", "1:1: tag GameType: unknown game type `27`"),
        ("11-15", "1:1: no tag Variant or GameType"),
        ("[FEN \"W:Wx\"]\n[GameType \"20\"]", "1:1: tag FEN: position"),
    ] {
        let errors = errors(text);
        assert!(errors.len() == 1 && errors[0].starts_with(place), "{text}: {errors:?}");
    }
}

#[test]
fn an_error_costs_one_game() {
    for bad in ["[Event \"x]\n[White \"a\"]\n\n11-15 *", "11-15 oops 22-18 1-0", "[White \"a\"]\n\n11-15 {no end\n"] {
        let text = format!("[White \"first\"]\n\n11-15 *\n\n{bad}\n\n[White \"last\"]\n\n11-15 22-18 *\n");
        let games: Vec<_> = read(&text).collect();
        let seen: Vec<_> = games.iter().map(|game| game.as_ref().ok().and_then(|game| game.tag("White"))).collect();
        assert_eq!(seen, [Some("first"), None, Some("last")], "{bad}");
    }
}

#[test]
fn the_variant_comes_from_the_tags_or_the_default() {
    let variant = |tags: &str| one(&format!("{tags}\n*")).variant(None).map(|variant| variant.to_string()).ok();
    assert_eq!(variant("[Variant \"Russian\"]").as_deref(), Some("russian"));
    assert_eq!(variant("[Variant \"russian+promote=stop\"]").as_deref(), Some("russian+promote=stop"));
    assert_eq!(variant("[GameType \"21\"]").as_deref(), Some("english"));
    // A name of another program with a known number.
    assert_eq!(variant("[Variant \"Standard\"] [GameType \"20\"]").as_deref(), Some("international"));
    assert_eq!(variant("[Variant \"ceylon-mill\"] [GameType \"20\"]").as_deref(), Some("ceylon-mill"));
    assert_eq!(variant("[White \"a\"]"), None);
    let default = "italian".parse().unwrap();
    assert_eq!(one("11-15").variant(Some(&default)).unwrap().to_string(), "italian");
}

#[test]
fn other_square_numbers_are_converted() {
    let fen = |text: &str| one(text).replay(None).unwrap().game.fen();
    // Spanish files number from the bottom right; those that contradict their tag are read as they are.
    assert_eq!(fen("[GameType \"24,W,8,8,N1,1\"] 10-14"), "B:W19,21,22,24-32:B1-12");
    assert_eq!(fen("[GameType \"24,W,8,8,N1,1\"] 23-19"), "B:W19,21,22,24-32:B1-12");
    // In Thai files Black begins, and sees square 1 at the top left, as White does here.
    assert_eq!(fen("[GameType \"31,B,8,8,N2,0\"] 25-22"), "B:W22,26-32:B1-8");
}

#[test]
fn captures_with_hyphens_and_in_parts_are_played() {
    let moves = |text: &str| one(text).replay(None).unwrap().moves;
    assert_eq!(moves("[GameType \"21\"] 11-15 22-18 15-22"), ["11-15", "22-18", "15x22"]);
    assert_eq!(moves("[Variant \"english\"] [FEN \"B:W17,26,32:B14,1\"] 14 x21"), ["14x21"],);
    assert_eq!(moves("[Variant \"morris\"] a1 d2 d1 d3 g1 {mill} xd2 b2"), ["a1", "d2", "d1", "d3", "g1xd2", "b2"]);
}

#[test]
fn comments_belong_to_the_right_move() {
    let games: Vec<PdnGame> = read("{a} 11-15 {b} {c} 1-0 {d} ; e\n{f}\n9-14 *\n").map(|game| game.unwrap()).collect();
    let [first, second] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(first.comment.as_deref(), Some("a"));
    assert_eq!(first.plies[0].comment.as_deref(), Some("b c d e"));
    assert_eq!((second.comment.as_deref(), second.plies[0].comment.as_deref()), (Some("f"), None));
    // An error after a result belongs to the next game.
    let games: Vec<_> = read("11-15 1-0 {no end\n\n[White \"x\"]\n9-14 *").collect();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn the_game_before_an_error_is_available() {
    let mut reader = PdnReader::new(&b"[White \"a\"]\n1. 11-15 22-18 bad *\n[White x]\n9-14 *"[..]);
    assert!(reader.next().unwrap().is_err());
    let part = reader.partial_game().unwrap();
    assert_eq!((part.tag("White"), part.plies.len()), (Some("a"), 2));
    // Not after an error in a tag.
    assert!(reader.next().unwrap().is_err());
    assert!(reader.partial_game().is_none());
    assert!(reader.next().is_none());
}

#[test]
fn long_lines_take_linear_time() {
    let begun = Instant::now();
    let tags: String = (0..60_000).map(|n| format!("[A{n} \"x\"]")).collect();
    assert_eq!(one(&tags).tags.len(), 60_000);
    let comments = format!("11-15 {}", "{a}".repeat(100_000));
    assert_eq!(one(&comments).plies[0].comment.as_ref().map(String::len), Some(199_999));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn lines_and_comments_are_bounded() {
    let line = format!("11-15 *\n{}\n[White \"x\"]\n9-14 *\n", "x".repeat(5 << 20));
    let games: Vec<_> = read(&line).collect();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(games[1].as_ref().unwrap_err().to_string(), "2:1: the line is longer than 4 MB");
    let comment = format!("11-15 {{{}", "word\n".repeat(1 << 20));
    assert_eq!(errors(&comment), ["1:7: the comment is longer than 4 MB"]);
}
