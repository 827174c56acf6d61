//! `millstone pdn` as a user runs it.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn pdn(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_millstone"))
        .arg("pdn")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn file(name: &str) -> String {
    format!("{}/tests/pdn/games/{name}.pdn", env!("CARGO_MANIFEST_DIR"))
}

const MIXED: &str = "\
[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"english\"]\n\n1. 11-15 22-18 2. 15x22 1-0\n\n\
[Variant \"english\"]\n\n1. 11-15 22-17 2. 15x22 *\n\n\
[Variant \"morris\"]\n\n1. a1 b2 *\n";

#[test]
fn good_files_have_no_errors() {
    let files: Vec<String> = crate::fixtures::FILES.iter().map(|(name, ..)| file(name)).collect();
    let args: Vec<&str> = std::iter::once("check").chain(files.iter().map(String::as_str)).collect();
    let run = pdn(&args, "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let plies: usize = crate::fixtures::FILES.iter().map(|(_, _, plies, ..)| plies).sum();
    assert_eq!(run.out, format!("9 games, {plies} plies, 0 with errors\n"));
}

#[test]
fn errors_have_their_place() {
    let run = pdn(&["check"], MIXED);
    assert_eq!(run.code, Some(2));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.out);
    assert!(lines[0].starts_with("stdin:9:19: move `15x22` is not legal here"), "{}", run.out);
    assert!(lines[0].ends_with("(game 2)"), "{}", run.out);
    assert_eq!(lines[1], "3 games, 5 plies, 1 with errors");
    assert_eq!(run.err, "error: 1 of 3 games have errors\n");

    let run = pdn(&["check"], "[Variant \"english\"]\n[FEN \"W:W18:B14\"]\n1. 18x9 0-1\n");
    assert_eq!(run.code, Some(2));
    assert!(run.out.starts_with("stdin:1:1: the result is 0-1, but by the rules White wins"), "{}", run.out);

    let run = pdn(&["check", "no-such-file.pdn"], "");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.starts_with("error: cannot open `no-such-file.pdn`"), "{}", run.err);
}

#[test]
fn a_missing_file_does_not_affect_others() {
    let (english, wolf) = (file("english"), file("wolf"));
    let run = pdn(&["list", "--json", &english, "no-such-file.pdn", &wolf], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.starts_with("error: cannot open `no-such-file.pdn`") && run.err.lines().count() == 1,
        "{}",
        run.err
    );
    let files: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone()).collect();
    assert_eq!(files, [english.as_str(), &wolf]);
    let run = pdn(&["check", "no-such-file.pdn", &english], "");
    assert_eq!((run.code, run.out.as_str()), (Some(2), "1 game, 90 plies, 0 with errors\n"));
    // With one file the number identifies the game.
    let run = pdn(&["final", "--json", &wolf], "");
    assert!(!run.out.contains("\"file\"") && run.out.contains("\"id\":\"1.45\""), "{}", run.out);
    let run = pdn(&["final", "--json", &wolf, &english], "");
    assert_eq!(run.out.matches("\"file\":").count(), 2, "{}", run.out);
    let run = pdn(&["convert", "--to", "json", &wolf, &english], "");
    assert_eq!(run.out.matches("\"file\":").count(), 2, "{}", run.out);
}

#[test]
fn comments_survive_a_conversion() {
    let game = "{from the club} [Variant \"english\"]\n{a slow start} 1. 11-15 {so} 22-18 1-0 {a pity}\n";
    let converted = pdn(&["convert"], game).out;
    assert!(
        converted.ends_with("\n{from the club a slow start} 1. 11-15 {so} 1... 22-18 {a pity} 1-0\n\n"),
        "{converted}"
    );
    assert_eq!(pdn(&["convert"], &converted).out, converted);
    let whole: Value = serde_json::from_str(&pdn(&["convert", "--to", "json"], game).out).unwrap();
    assert_eq!(whole["comment"], "from the club a slow start");
}

#[test]
fn games_with_other_square_numbers_are_converted() {
    // Other programs number Spanish draughts from the bottom right as White sees it.
    for tag in ["24,W,8,8,N1,1", "28,W,8,8,N1,1", "24"] {
        let game = format!("[GameType \"{tag}\"]\n\n1. 10-14 23-20 2. 11-15 *\n");
        let ours = pdn(&["convert"], &game);
        assert_eq!((ours.code, ours.err.as_str()), (Some(0), ""));
        assert!(ours.out.contains("[GameType \"24,W,8,8,N2,1\"]\n[Variant \"spanish\"]\n"), "{}", ours.out);
        assert!(ours.out.ends_with("\n1. 23-19 10-13 2. 22-18 *\n\n"), "{}", ours.out);
        assert_eq!(pdn(&["convert"], &ours.out).out, ours.out);
        assert_eq!(pdn(&["final"], &game).out, pdn(&["final"], &ours.out).out);
    }
    // Errors use the square numbers of the file.
    let run = pdn(&["check"], "[GameType \"24,W,8,8,N1,1\"]\n\n1. 10-14 23-20 2. 10-13 *\n");
    assert!(run.out.starts_with("stdin:3:19: move `10-13` is not legal here"), "{}", run.out);
    assert!(!run.out.contains("23-20"), "{}", run.out);
    // In Thai draughts of other programs Black begins, from the squares from which White begins here.
    let game = "[White \"Ann\"]\n[Black \"Bob\"]\n[WhiteElo \"1500\"]\n[Result \"0-1\"]\n[GameType \"31,B,8,8,N2,0\"]\n\n\
                1. 25-22 5-9 2. 26-23 0-1\n";
    let ours = pdn(&["convert"], game);
    assert_eq!((ours.code, ours.err.as_str()), (Some(0), ""));
    for part in [
        "[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n[GameType \"31,W,8,8,N2,0\"]\n[Variant \"thai\"]\n",
        "[BlackElo \"1500\"]\n",
        "\n1. 25-22 5-9 2. 26-23 1-0\n\n",
    ] {
        assert!(ours.out.contains(part), "{part}: {}", ours.out);
    }
    assert_eq!(pdn(&["convert"], &ours.out).out, ours.out);
    let fen = "[GameType \"31,B,8,8,N2,0\"]\n[FEN \"B:W1,2:B31,K32\"]\n\n1. 31-27 *\n";
    assert_eq!(pdn(&["final"], fen).out, "B:WK32,27:B1,2\n");
}

#[test]
fn games_are_listed() {
    let run = pdn(&["list", "-"], MIXED);
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.out,
        "1 Ann - Bob 1-0 english 3 plies: 11-15 22-18 15x22\n3 ? - ? * nine-mens-morris 2 plies: a1 b2\n"
    );
    assert!(run.err.starts_with("error: stdin:9:19: "), "{}", run.err);
    let run = pdn(&["list", "--json", &file("wolf")], "");
    let listed: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(listed["variant"], "wolf-and-sheep");
    assert_eq!(listed["ending"], "Black wins: the wolf is behind the sheep");
    assert_eq!((listed["game"].as_u64(), listed["plies"].as_u64()), (Some(1), Some(45)));
}

#[test]
fn positions_are_printed() {
    let game = "[Variant \"morris\"] a1 b2 *";
    assert_eq!(pdn(&["final"], game).out, "W:Wa1:Bb2:H8,8\n");
    assert_eq!(pdn(&["final", "--positions"], game).out, "W:W:B:H9,9\nB:Wa1:B:H8,9\nW:Wa1:Bb2:H8,8\n");
    let run = pdn(&["final", "--json"], game);
    assert_eq!(
        run.out,
        "{\"id\":\"1.2\",\"game\":1,\"ply\":2,\"variant\":\"nine-mens-morris\",\"fen\":\"W:Wa1:Bb2:H8,8\"}\n"
    );
    assert_eq!(pdn(&["final", "--variant", "wolf"], "@5 *").out, "W:W29-32:B5\n");
}

#[test]
fn games_are_converted() {
    let russian = pdn(&["convert", "--variant", "russian"], "22-18 9-14 18x9 *");
    assert!(russian.out.contains("[GameType \"25,W,8,8,A0,0\"]\n"), "{}", russian.out);
    assert!(russian.out.ends_with("\n1. c3-d4 b6-c5 2. d4xb6 *\n\n"), "{}", russian.out);
    let numeric = pdn(&["convert", "--notation", "numeric"], &russian.out);
    assert!(numeric.out.contains("[GameType \"25,W,8,8,N2,0\"]\n"), "{}", numeric.out);
    assert!(numeric.out.ends_with("\n1. 22-18 9-14 2. 18x9 *\n\n"), "{}", numeric.out);
    let run = pdn(&["convert", "--to", "json"], "[Variant \"morris\"] [White \"Ann\"] a1 {corner} b2 1-1");
    let whole: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(whole["moves"], serde_json::json!([{ "move": "a1", "comment": "corner" }, { "move": "b2" }]));
    assert_eq!((&whole["result"], &whole["final"]), (&"1/2-1/2".into(), &"W:Wa1:Bb2:H8,8".into()));
    assert_eq!(whole["tags"]["White"], "Ann");
}

#[test]
fn help_has_examples() {
    for args in [&["--help"][..], &["check", "--help"], &["convert", "--help"]] {
        assert!(pdn(args, "").out.contains("millstone pdn check games.pdn"));
    }
}

#[test]
fn the_opening_tree_has_results() {
    let games = "[Variant \"english\"]\n1. 11-15 22-18 1-0\n\n[Variant \"english\"]\n1. 11-15 22-17 1/2-1/2\n\n\
                 [Variant \"english\"]\n1. 9-13 22-18 0-1\n\n[Variant \"english\"]\n1. 11-15 *\n\n\
                 [Variant \"english\"]\n[FEN \"W:W18:B1\"]\n1. 18-14 1-0\n";
    let run = pdn(&["tree"], games);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let expected = [
        "english: 4 games, +1 =1 -1 50.0 % for White",
        "11-15 3 +1 =1 -0 75.0 %",
        "22-17 1 +0 =1 -0 50.0 %",
        "22-18 1 +1 =0 -0 100.0 %",
        "9-13 1 +0 =0 -1 0.0 %",
        "22-18 1 +0 =0 -1 0.0 %",
        "english from W:W18:B1: 1 game, +1 =0 -0 100.0 % for White",
        "18-14 1 +1 =0 -0 100.0 %",
    ];
    assert_eq!(lines.iter().map(|words| words.join(" ")).collect::<Vec<_>>(), expected, "{}", run.out);
    let run = pdn(&["tree", "--plies", "1", "--min", "2", "--json"], games);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let moves = json["trees"][0]["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["move"], &moves[0]["games"]), (1, &"11-15".into(), &3.into()));
    assert_eq!(moves[0]["moves"].as_array().unwrap().len(), 0);
    // Bad games are reported, the others counted.
    let run = pdn(&["tree"], &games.replace("22-17 1/2", "22-16 1/2"));
    assert_eq!(run.code, Some(2));
    assert!(run.out.starts_with("english: 3 games") && run.err.contains("`22-16`"), "{}{}", run.out, run.err);
}

#[test]
fn files_that_were_put_together_are_read() {
    let game = "\u{feff}[Variant \"english\"]\n\n1. 11-15 22-18 1-0\n\n";
    assert_eq!(pdn(&["check"], &game.repeat(3)).out, "3 games, 6 plies, 0 with errors\n");
}

#[test]
fn names_of_tags_are_kept() {
    let games = "[Événement \"Hull\"]\n[Variant \"english\"]\n[White-Elo \"1\"]\n[WhiteElo \"2\"]\n[White.Elo \"3\"]\n\
                 [Ünï \"4\"]\n[n \"5\"]\n\n1. 11-15 *\n";
    let run = pdn(&["convert"], games);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for tag in ["[Événement \"Hull\"]", "[White-Elo \"1\"]", "[WhiteElo \"2\"]", "[White.Elo \"3\"]", "[Ünï \"4\"]"]
    {
        assert!(run.out.contains(tag), "{}", run.out);
    }
    assert_eq!(millstone::tools::pdn::read(&run.out).count(), 1, "{}", run.out);
    assert_eq!(pdn(&["convert"], &run.out).out, run.out);
}

#[test]
fn control_characters_are_not_printed() {
    let games = "[White \"A\x1b]0;owned\x07nn\"]\n[Black \"B\x1b[2Job\u{9b}31m\"]\n[Event \"\x1b[1m\"]\n[Variant \"english\"]\n\n1. 11-15 *\n\n\
                 [Variant \"\x1b[2J\"]\n\n1. 11-15 *\n\n[Variant \"english\"]\n\n1. 11-1\x1b[2J *\n\n[Variant \"english\"]\n[\x1b[2J\n";
    let comments =
        "[Variant \"english\"]\n\n{\x1b[2J} 1. 11-15 {\x1b[31mred\u{9b}31m \x07} (1. 9-13 {\x1b[2J}) 1... 23-19 *\n";
    let games = &format!("{comments}\n{games}");
    for command in ["list", "check", "final", "tree", "convert"] {
        let run = pdn(&[command], games);
        let bad = |c: char| c.is_control() && c != '\n';
        assert!(!run.out.contains(bad) && !run.err.contains(bad), "{command}: {:?} {:?}", run.out, run.err);
    }
    let converted = pdn(&["convert"], comments).out;
    assert!(converted.contains("[31mred") && converted.contains("(1. 9-13"), "{converted}");
    assert!(pdn(&["list"], games).out.contains("A\u{fffd}]0;owned\u{fffd}nn - B\u{fffd}[2Job"));
}
