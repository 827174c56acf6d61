//! Opening books: the format, the built-in books, and `millstone book`.

use millstone::engine::any_game::{AnyGame, any_game};
use millstone::games::catalog::Variant;
use millstone::games::notation::Style;
use millstone::tools::book::{self, Book, built_in};
use millstone::util::random::Rng;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn millstone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_millstone")).arg("book").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn temporary(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("millstone-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path
}

fn variant(name: &str) -> Variant {
    name.parse().unwrap()
}

fn after(name: &str, moves: &[&str]) -> Box<dyn AnyGame> {
    let mut game = any_game(&variant(name));
    game.set_position(None, moves).unwrap();
    game
}

const GAMES: [&str; 3] = ["english", "international", "nine-mens-morris"];

#[test]
fn the_built_in_books_have_no_errors() {
    for name in GAMES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("openings/{name}.book"));
        let (count, errors) = book::check(&fs::read_to_string(path).unwrap());
        assert_eq!(errors, [], "{name}");
        assert!((100..=1000).contains(&count), "{name}: {count}");
        let book = built_in(&variant(name)).unwrap();
        assert_eq!(book.len(), count);
        assert!(!book.moves(&*after(name, &[]), Style::Usual).is_empty());
    }
    assert!(built_in(&variant("thai")).is_none());
}

#[test]
fn symmetric_positions_share_an_entry() {
    let book = Book::parse("variant nine-mens-morris\nstartpos | d6 30 | a7 10\nB:Wd6:B:H8,9 | f4 1\n").unwrap();
    let moves = book.moves(&*after("nine-mens-morris", &[]), Style::Usual);
    // Four points are symmetric to d6, and the corners of both the outer and the inner ring to a7.
    let share = |text: &str| moves.iter().find(|mv| mv.text == text).map_or(0.0, |mv| mv.share);
    for point in ["d6", "b4", "f4", "d2"] {
        assert!((share(point) - 0.75 / 4.0).abs() < 1e-9, "{point}: {}", share(point));
    }
    let total: f64 = moves.iter().map(|mv| mv.share).sum();
    assert!((total - 1.0).abs() < 1e-9 && share("a7") > 0.0 && share("a7") == share("g1"));
    // The reply to d6 is rotated with it.
    let replies = book.moves(&*after("nine-mens-morris", &["b4"]), Style::Usual);
    let replies: Vec<&str> = replies.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(replies, ["d2", "d6"]);
}

#[test]
fn moves_are_picked_by_weight() {
    let book = Book::parse("variant english\nstartpos | 11-15 30 | 9-14 10\n").unwrap();
    let (start, mut random) = (after("english", &[]), Rng::stream(3, 0));
    let heavy =
        (0..4000).filter(|_| book.pick(&*start, Style::Usual, &mut random).is_some_and(|c| c.text == "11-15")).count();
    assert!((2850..3150).contains(&heavy), "{heavy}");
    assert!(book.pick(&*after("english", &["11-15"]), Style::Usual, &mut random).is_none());
}

#[test]
fn a_check_finds_planted_errors() {
    let good = "# hand-made\nvariant english\nB:W21-32:B1-12 | 11-15 40 | 9-14 25 # comment\n\
                W:W21-32:B1-10,12,15 | 23-19 10\n";
    let path = temporary("good.book", good);
    let output = millstone(&["check", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    assert!(text(&output.stdout).ends_with("2 positions, no errors\n"));
    fs::remove_file(path).unwrap();

    let bad = [
        ("startpos | 9-14 1", "duplicate position"),
        ("W:W21-32:B1-8,10-12,14 | 22-18 0", "weight `0`"),
        ("W:W21-32:B1-8,10-12,14 | 22-18 many", "weight `many`"),
        ("W:W21-32:B1-8,10-12,14 | 22-19 3", "move `22-19` is not legal here"),
        ("W:W21-32:B1-8,10-12,14 | 22-18 3 | 22-18 3", "duplicate move `22-18`"),
        ("W:W21-32:B1-8,10-12,14 | 22-18", "expected a move and its weight"),
        ("W:W21-32:B1-8,10-12,14", "no moves"),
        ("W:W21-33:B1-8 | 22-18 3", "position"),
        ("W:W32:B1 | 32-28 3", "no moves of the book lead to this position"),
        ("B:WK1:B | 32-28 3", "the game is over"),
        ("variant russian", "duplicate `variant` line"),
    ];
    let whole: String = bad.iter().map(|(line, _)| format!("{line}\n")).collect();
    let path = temporary("bad.book", &format!("{good}{whole}"));
    let output = millstone(&["check", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), bad.len(), "{lines:?}");
    for (at, ((_, wanted), line)) in bad.iter().zip(lines).enumerate() {
        assert!(line.starts_with(&format!("line {}: ", at + 5)) && line.contains(wanted), "{line}, not {wanted}");
    }
    assert!(text(&output.stderr).starts_with("error: "));
    fs::remove_file(path).unwrap();

    for (content, wanted) in [("startpos | 9-14 1\n", "variant NAME"), ("variant englsh\n", "did you mean `english`?")]
    {
        let path = temporary("nameless.book", content);
        let output = millstone(&["check", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stdout).contains(wanted), "{}", text(&output.stdout));
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_book_does_not_depend_on_the_threads() {
    let options =
        ["build", "--variant", "mixed-mill", "--plies", "4", "--positions", "25", "--margin", "40", "--nodes", "2000"];
    let one = millstone(&options);
    assert!(one.status.success(), "{}", text(&one.stderr));
    assert_eq!(one.stdout, millstone(&[&options[..], &["--threads", "2"]].concat()).stdout);
    let (count, errors) = book::check(text(&one.stdout));
    assert_eq!(errors, []);
    assert!((10..=25).contains(&count), "{count}");
    // The comment has the command that builds the book.
    let command = text(&one.stdout).lines().find_map(|line| line.strip_prefix("# millstone book ")).unwrap();
    assert_eq!(millstone(&command.split(' ').collect::<Vec<_>>()).stdout, one.stdout);
}

#[test]
fn a_book_is_built_from_games() {
    let games = "[GameType \"21\"]\n1. 11-15 23-19 1-0\n\n[GameType \"21\"]\n1. 11-15 23-19 1/2-1/2\n\n\
                 [GameType \"21\"]\n1. 11-15 22-18 0-1\n\n[GameType \"21\"]\n1. 9-14 22-18 0-1\n\n\
                 [GameType \"20\"]\n1. 32-28 19-23 1-1\n\n[GameType \"21\"]\n1. 11-15 *\n\n\
                 [GameType \"21\"]\n1. 11-14 0-1\n";
    let path = temporary("games.pdn", games);
    let file = path.to_str().unwrap();
    let output = millstone(&["build", "--variant", "english", "--games", file, "--least", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let made = text(&output.stdout);
    assert!(made.contains("# 4 games; skipped: 2 of other variants or without a result, 1 with errors"), "{made}");
    assert_eq!(book::check(made).1, []);
    let book = Book::parse(made).unwrap();
    let weights = |moves: &[&str]| -> Vec<(String, f64)> {
        book.moves(&*after("english", moves), Style::Usual).into_iter().map(|mv| (mv.text, mv.weight)).collect()
    };
    // Black begins: a loss scores nothing for 11-15, a draw one half point, a win two.
    assert_eq!(weights(&[]), [("11-15".into(), 3.0), ("9-14".into(), 2.0)]);
    assert_eq!(weights(&["11-15"]), [("23-19".into(), 3.0)]);
    assert_eq!(weights(&["9-14"]), []);
    assert_eq!(made, text(&millstone(&["build", "--variant", "english", "--games", file, "--least", "1"]).stdout));
    let output = millstone(&["build", "--variant", "thai", "--games", file]);
    assert_eq!(output.status.code(), Some(2));
    fs::remove_file(path).unwrap();
}

/// Other programs number the squares of Spanish draughts differently, and Black begins in Thai draughts.
#[test]
fn a_book_is_built_from_games_of_other_programs() {
    for (variant, game, first) in [
        ("spanish", "[GameType \"24,W,8,8,N1,1\"]\n1. 10-14 23-20 1-0\n", "23-19"),
        ("thai", "[GameType \"31,B,8,8,N2,0\"]\n1. 25-22 5-9 0-1\n", "25-22"),
    ] {
        let path = temporary(&format!("{variant}.pdn"), game);
        let output = millstone(&["build", "--variant", variant, "--games", path.to_str().unwrap(), "--least", "1"]);
        fs::remove_file(path).unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let book = Book::parse(text(&output.stdout)).unwrap();
        let moves = book.moves(&*after(variant, &[]), Style::Usual);
        let moves: Vec<_> = moves.into_iter().map(|mv| (mv.text, mv.weight)).collect();
        assert_eq!(moves, [(first.to_string(), 2.0)], "the side that began won");
    }
}

#[test]
fn a_book_is_shown() {
    let path = temporary("show.book", "variant english\nstartpos | 11-15 30 | 9-14 10\n");
    let file = path.to_str().unwrap();
    let output = millstone(&["show", "--variant", "english", "--file", file]);
    assert_eq!(text(&output.stdout), "B:W21-32:B1-12\n11-15      30.0  75.0 %\n9-14       10.0  25.0 %\n");
    let output = millstone(&["show", "--variant", "english", "--file", file, "--moves", "10-14"]);
    assert!(output.status.success() && text(&output.stdout).ends_with("not in the book\n"));
    let output = millstone(&["show", "--variant", "russian", "--file", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is a book for english, not for russian"));
    let output = millstone(&["show", "--variant", "thai"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(millstone(&["show", "--variant", "international"]).status.success());
    fs::remove_file(path).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// No text makes the parser panic, and parser and check agree.
    #[test]
    fn any_text_is_parsed_or_refused(
        lines in prop::collection::vec("(variant |startpos|W:W21-32:B1-12|\\| ?|[0-9]{1,2}-[0-9]{1,2} |[ -~é#]){0,9}", 0..6),
        named in any::<bool>(),
    ) {
        let text = format!("{}{}", if named { "variant english\n" } else { "" }, lines.join("\n"));
        let (_, errors) = book::check(&text);
        match Book::parse(&text) {
            Ok(_) => prop_assert!(errors.iter().all(|error| error.kind == book::BookErrorKind::Unreachable)),
            Err(error) => prop_assert!(!error.to_string().is_empty() && !errors.is_empty()),
        }
    }
}
