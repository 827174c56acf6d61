//! The program as a user runs it.

use serde_json::Value;
use std::process::{Command, Stdio};

/// The output of a run.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn millstone(args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_millstone")).args(args).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The output of a run that must succeed without stderr.
fn good(args: &[&str]) -> String {
    let run = millstone(args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    run.out
}

/// The one error line of a run with bad arguments.
fn bad(args: &[&str]) -> String {
    let run = millstone(args);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}: {}", run.err);
    assert!(run.err.starts_with("error: ") && run.err.ends_with('\n'), "{args:?}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{args:?}: {}", run.err);
    run.err
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).unwrap()
}

/// The names of all variants.
fn names() -> Vec<String> {
    let list = json(&["variants", "--json"]);
    list["variants"].as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap().to_string()).collect()
}

/// `depth D nodes N` of each line that begins so, and the other lines whole.
fn counts(text: &str) -> Vec<String> {
    let head = |line: &str| match line.split_once(" time ") {
        Some((head, tail)) => {
            let words: Vec<&str> = tail.split(' ').collect();
            assert!(
                matches!(words[..], [s, "nps", n] if s.parse::<f64>().is_ok() && n.parse::<u64>().is_ok()),
                "{line}"
            );
            head.to_string()
        }
        None => line.to_string(),
    };
    text.lines().map(head).collect()
}

#[test]
fn without_a_command_it_is_the_engine() {
    // The input is empty, so the engine exits at once.
    for args in [&[][..], &["uci"], &["ugi"], &["hub"]] {
        let run = millstone(args);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    }
}

#[test]
fn help_has_examples() {
    for command in ["variants", "show", "perft", "bench", "analyse", "pdn", "completions"] {
        let help = good(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains(&format!("millstone {command}")), "{help}");
    }
    assert!(good(&["--help"]).contains("millstone perft 8"));
    let version = good(&["--version"]);
    let first = format!("millstone {} {}\n", env!("CARGO_PKG_VERSION"), millstone::util::cpu::BUILT_FOR);
    assert!(version.starts_with(&first), "{version}");
}

#[test]
fn bad_arguments_are_named_in_one_line() {
    assert!(bad(&["shwo"]).contains("'shwo'"));
    assert!(bad(&["show", "--fe", "x"]).contains("'--fen'"));
    assert!(bad(&["perft"]).contains("<DEPTH>"));
    assert!(bad(&["perft", "x"]).contains("'x' for '<DEPTH>': expected a whole number from 1 to 255"));
    assert!(bad(&["perft", "0"]).contains("from 1 to 255"));
    assert!(bad(&["perft", "3", "--threads", "0"]).contains("'0' for '--threads <N>': expected a whole number from 1"));
    assert!(bad(&["perft", "3", "--hash", "-1"]).contains("-1"));
    assert!(bad(&["completions", "tcl"]).contains("[possible values: bash,"));
}

#[test]
fn unknown_names_axes_and_values_come_with_a_suggestion() {
    for command in [&["variants"][..], &["show", "--variant"], &["perft", "2", "--variant"]] {
        let error = |name: &str| bad(&[command, &[name]].concat());
        let unknown = error("internatonal");
        assert!(
            unknown.starts_with("error: unknown variant `internatonal` (did you mean `international`?)"),
            "{unknown}"
        );
        assert!(unknown.contains("schmidt-de, draughts,"), "{unknown}");
        assert!(error("english+king-captur=any").contains("did you mean `king-capture`?"));
        assert!(error("english+king-capture=anny").contains("did you mean `any`?); allowed: adjacent, behind, any"));
        assert!(error("english+board").contains("expected axis=value"));
        assert!(error("international+capture=huff").contains("add choice=free"));
    }
}

#[test]
fn variants_are_listed_as_text() {
    let list = good(&["variants"]);
    assert!(list.starts_with("draughts\n  schmidt-de (draughts)"), "{list}");
    for name in names() {
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(&name)), "{name}");
    }
    assert!(list.contains("The default is schmidt-de."));
}

#[test]
fn a_variant_is_shown_axis_by_axis() {
    let text = good(&["variants", "Draughts+king-capture=any"]);
    assert!(text.starts_with("schmidt-de+king-capture=any\n"), "{text}");
    assert!(!text.contains("also called"), "{text}");
    assert!(good(&["variants", "draughts"]).contains("also called draughts\n"));
    assert!(text.contains("\nking-capture=any (schmidt-de has behind): how a king captures\n"), "{text}");
    assert!(text.contains("  * any       the victim may be far away"), "{text}");
    assert!(text.contains("    adjacent  the victim is next"), "{text}");
    assert!(text.contains("\nno-progress=80: "), "{text}");
    assert!(text.contains("    any number from 2 to 1000, or never: there is no such limit\n"), "{text}");
}

#[test]
fn variants_are_listed_as_json() {
    let list = json(&["variants", "--json"]);
    assert_eq!(list["default"], "schmidt-de");
    let english = list["variants"].as_array().unwrap().iter().find(|v| v["name"] == "english").unwrap();
    assert_eq!(english["aliases"][0], "checkers");
    assert_eq!(english["family"], "draughts");
    assert_eq!(english["axes"]["king-move"], "short");
    assert!(english["sheet"].is_string() && english["description"].is_string());

    let game = json(&["variants", "--json", "schmidt-de+king-capture=any"]);
    assert_eq!(game["name"], "schmidt-de+king-capture=any");
    assert_eq!(game["base"], "schmidt-de");
    let axis = |name: &str| game["axes"].as_array().unwrap().iter().find(|a| a["name"] == name).unwrap().clone();
    let capture = axis("king-capture");
    assert_eq!((&capture["value"], &capture["base"]), (&Value::from("any"), &Value::from("behind")));
    assert_eq!(capture["values"][0]["value"], "adjacent");
    assert!(capture["values"][0]["meaning"].is_string());
    assert_eq!((axis("no-progress")["min"].as_u64(), axis("no-progress")["max"].as_u64()), (Some(2), Some(1000)));
}

#[test]
fn every_variant_can_be_shown_and_counted() {
    for name in names() {
        let view = json(&["show", "--json", "--variant", &name]);
        let moves = view["moves"].as_array().unwrap();
        assert_eq!(view["variant"], name.as_str());
        assert_eq!(view["ending"], Value::Null);
        assert!(!moves.is_empty());
        let again = json(&["show", "--json", "--variant", &name, "--fen", view["fen"].as_str().unwrap()]);
        assert_eq!(view, again, "{name}");
        let perft = counts(&good(&["perft", "2", "--variant", &name]));
        assert_eq!(perft[0], format!("depth 1 nodes {}", moves.len()), "{name}");
    }
}

#[test]
fn show_draws_the_position_and_lists_its_moves() {
    let text = good(&["show", "--variant", "english", "--moves", "1. 11-15 22-18 2. 15x22"]);
    assert!(text.starts_with("english\n\n"), "{text}");
    for part in ["  8 |   b   b   b   b |", "to move: white\n", "moves:   2\n", "  25x18 26x17\n"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("over:"), "{text}");
}

#[test]
fn a_capture_may_be_split_from_its_move() {
    let fen = |moves: &str| json(&["show", "--json", "--variant", "nine-mens-morris", "--moves", moves])["fen"].clone();
    assert_eq!(fen("a7 a4 d7 b4 g7 xa4 b6"), fen("a7 a4 d7 b4 g7xa4 b6"));
    let alone = bad(&["show", "--variant", "nine-mens-morris", "--moves", "a7 a4 d7 b4 g7 b6"]);
    assert!(alone.contains("move `g7` is not legal") && alone.contains("(move 5 of 6)"), "{alone}");
    let wrong = bad(&["show", "--variant", "nine-mens-morris", "--moves", "a7 a4 d7 b4 g7 xd7"]);
    assert!(wrong.contains("move `g7xd7`") && wrong.contains("(move 5 of 6)"), "{wrong}");
}

#[test]
fn the_wolf_is_placed_first() {
    let view = json(&["show", "--json", "--variant", "wolf-and-sheep", "--moves", "@14"]);
    assert_eq!((&view["side"], &view["fen"]), (&Value::from("white"), &Value::from("W:W29-32:B14")));
}

#[test]
fn long_lists_of_moves_are_wrapped() {
    let fen = "W:WK46,K47,K48,K49,K50:BK1,K2,K3,K4,K5";
    let text = good(&["show", "--variant", "international", "--fen", fen]);
    assert!(text.lines().skip_while(|line| !line.starts_with("moves:")).count() > 2, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn show_says_when_the_game_is_over_and_why() {
    let over = |args: &[&str]| json(&[&["show", "--json"], args].concat())["ending"].clone();
    let win = over(&["--fen", "W:W:B1"]);
    assert_eq!((&win["winner"], &win["reason"]), (&Value::from("black"), &Value::from("no-pieces-left")));
    let blocked = over(&["--fen", "W:W29:B25,22"]);
    assert_eq!((&blocked["winner"], &blocked["reason"]), (&Value::from("black"), &Value::from("no-legal-move")));
    let losing = over(&["--variant", "schmidt-de-losing", "--fen", "W:W:B1"]);
    assert_eq!(losing["winner"], "white");
    let drawn = over(&["--variant", "ravensburger-de", "--fen", "W:WK1:BK32"]);
    assert_eq!((&drawn["winner"], &drawn["reason"]), (&Value::Null, &Value::from("drawn-ending")));

    let there_and_back = "1-5 32-28 5-1 28-32 ".repeat(2);
    let kings = ["--variant", "english", "--fen", "W:WK1,31:BK32,2", "--moves", &there_and_back];
    assert_eq!(over(&kings)["reason"], "third-repetition");
    let text = good(&[&["show"][..], &kings].concat());
    assert!(text.contains("\nover:    draw: third repetition\n"), "{text}");
    assert!(good(&["show", "--fen", "W:W:B1"]).contains("over:    Black wins: no pieces left\nmoves:   none\n"));
}

#[test]
fn bad_positions_and_moves_are_explained() {
    assert!(bad(&["show", "--fen", "hello"]).contains("`hello`"));
    assert!(bad(&["show", "--fen", "W:W33:B1"]).contains("33"));
    assert!(bad(&["show", "--fen", "W:W1:B32"]).contains("crowning row"));
    assert!(bad(&["perft", "2", "--fen", "W:W21,21:B1"]).contains("square 21 is named twice"));
    let illegal = bad(&["show", "--variant", "english", "--moves", "11-15 22-18 9-13"]);
    assert!(illegal.starts_with("error: move `9-13` is not legal here"), "{illegal}");
    assert!(illegal.trim_end().ends_with("(move 3 of 3)"), "{illegal}");
    assert!(bad(&["show", "--moves", "21-21-21"]).contains("(move 1 of 1)"));
    assert!(bad(&["show", "--moves", "22-18 hop"]).contains("move `hop`"));
}

#[test]
fn perft_counts_the_same_with_any_options() {
    for (variant, depth, fen, last) in [
        ("english", "7", None, "depth 7 nodes 179740"),
        ("international", "7", None, "depth 7 nodes 1049442"),
        ("doubleboard-de", "6", None, "depth 6 nodes 220165"),
        ("nine-mens-morris", "5", None, "depth 5 nodes 5140800"),
        ("ceylon-mill", "5", None, "depth 5 nodes 5100480"),
        ("international", "7", Some("W:W6,7,8,9,10:B41,42,43,44,45"), "depth 7 nodes 11448262"),
    ] {
        let mut args = vec!["perft", depth, "--variant", variant, "--divide"];
        if let Some(fen) = fen {
            args.extend(["--fen", fen]);
        }
        let plain = counts(&good(&args));
        let lines: Vec<&String> = plain.iter().filter(|line| line.starts_with("depth ")).collect();
        assert_eq!(lines.len().to_string(), depth);
        assert_eq!(*lines[lines.len() - 1], last);
        for (threads, hash) in [("1", "16"), ("2", "0"), ("2", "16"), ("5", "1")] {
            let run = |args: &[&str]| counts(&good(&[args, &["--threads", threads, "--hash", hash]].concat()));
            assert_eq!(run(&args), plain, "{variant} threads {threads} hash {hash}");
        }
        let without: Vec<&str> = args.iter().copied().filter(|arg| *arg != "--divide").collect();
        assert_eq!(counts(&good(&without)), plain[..lines.len()], "{variant}");
    }
}

#[test]
fn divide_adds_up() {
    let lines = counts(&good(&["perft", "5", "--variant", "russian", "--divide"]));
    let parts: Vec<(&str, u64)> = lines[5..]
        .iter()
        .map(|line| line.split_once(' ').map(|(mv, count)| (mv, count.parse().unwrap())).unwrap())
        .collect();
    assert_eq!(lines[4], "depth 5 nodes 7482");
    assert_eq!(parts.len(), 7);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 7482);
    for (mv, count) in parts {
        let below = counts(&good(&["perft", "4", "--variant", "russian", "--moves", mv]));
        assert_eq!(below[3], format!("depth 4 nodes {count}"), "{mv}");
    }
}

#[test]
fn a_finished_game_counts_nothing() {
    let lines = counts(&good(&["perft", "2", "--fen", "W:W:B1", "--divide", "--threads", "2", "--hash", "1"]));
    assert_eq!(lines, ["depth 1 nodes 0", "depth 2 nodes 0"]);
}

#[test]
fn a_memo_reaches_counts_beyond_64_bits_and_beyond_128_is_an_error() {
    let args = ["perft", "200", "--variant", "english", "--fen", "W:WK1:BK32", "--hash", "16"];
    let run = millstone(&args);
    assert_eq!(run.code, Some(2));
    assert!(run.out.lines().any(|line| line.split(' ').nth(3).is_some_and(|nodes| nodes.len() > 25)), "{}", run.out);
    let error = run.err;
    assert!(error.starts_with("error: depth ") && error.contains("more nodes than 128 bits can count"), "{error}");
}

#[test]
fn completions_know_the_commands_and_the_games() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = good(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("variants"), "{shell}");
    }
    assert!(good(&["completions", "bash"]).contains("international"));
}

#[test]
fn a_closed_output_is_no_error() {
    for args in [
        &["perft", "8", "--variant", "english", "--divide"][..],
        &["variants"],
        &["variants", "--json"],
        &["completions", "zsh"],
        &["--help"],
        &["perft", "--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_millstone"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

/// The node count of `millstone bench` with default options, as recorded in the repository.
fn bench_figure() -> u64 {
    include_str!("data/bench.txt").lines().find(|line| !line.starts_with('#')).unwrap().trim().parse().unwrap()
}

/// Nodes and speed from the last line of the bench.
fn sums(text: &str) -> (u64, u64) {
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    match words[..] {
        [nodes, "nodes", speed, "nps"] => (nodes.parse().unwrap(), speed.parse().unwrap()),
        _ => panic!("{text}"),
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimization")]
fn the_bench_has_the_recorded_node_count() {
    let text = good(&["bench"]);
    let (nodes, speed) = sums(&text);
    assert_eq!(
        nodes,
        bench_figure(),
        "the search has changed; if that is intended, update tests/data/bench.txt\n{text}"
    );
    assert!(speed > 0);
}

#[test]
fn the_bench_adds_up_and_takes_options() {
    let bench = |more: &[&str]| good(&[&["bench", "--depth", "2"], more].concat());
    for more in [&[][..], &["--variant", "international"], &["--threads", "2", "--hash", "1"], &["--variant", "czech"]]
    {
        let text = bench(more);
        let nodes = |line: &str| line.rsplit_once(" nodes ").and_then(|(_, nodes)| nodes.parse::<u64>().ok());
        let each: Vec<u64> = text.lines().filter_map(nodes).collect();
        assert!(text.starts_with("built for "), "{text}");
        assert_eq!(each.len() + 2, text.lines().count(), "{text}");
        assert_eq!(each.iter().sum::<u64>(), sums(&text).0, "{text}");
    }
    assert_eq!(sums(&bench(&[])).0, sums(&bench(&[])).0);
    let text = bench(&["--variant", "international"]);
    assert_eq!(text.lines().filter(|line| !line.starts_with("international ")).count(), 2, "{text}");
    assert!(bad(&["bench", "--depth", "0"]).contains("expected a whole number from 1 to 100"));
}

/// Checks the help of a command and of the commands below it.
fn help_fits(command: &[&str], columns: usize) {
    let mut run = Command::new(env!("CARGO_BIN_EXE_millstone"));
    let output = run.args(command).arg("--help").env("COLUMNS", columns.to_string()).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !help.is_empty(), "{command:?}");
    for line in help.lines() {
        assert!(line.chars().count() <= columns, "{command:?} at {columns} columns: {line}");
    }
    // A command of an example that is too long would go on at the margin.
    let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
    for line in examples {
        assert!(line.starts_with("  "), "{command:?} at {columns} columns: {line}");
    }
    let below = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // The descriptions of commands may take several lines.
    for name in below.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()) {
        if name != "help" {
            help_fits(&[command, &[name]].concat(), columns);
        }
    }
}

#[test]
fn help_fits_the_terminal() {
    help_fits(&[], 80);
    help_fits(&[], 120);
}
