//! The example client, with scripted input.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the client; `None` if there is no Python.
fn play(arguments: &[&str], input: &str) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/play.py");
    let mut child = Command::new("python3")
        .args([script, "--engine", env!("CARGO_BIN_EXE_millstone")])
        .args(arguments)
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn two_people_play() {
    let script = "moves\n22-18\n9-14\n18x9\n5-13\n5x14\nundo\n5x14\nquit\n";
    let Some(text) = play(&["--second", "human"], script) else { return };
    assert!(text.contains("21-17 22-17 22-18"), "{text}");
    assert!(text.contains("move `5-13` is not legal here"), "{text}");
    assert!(text.contains("First player: ") && text.contains("Second player: "), "{text}");
    assert!(text.contains("fen W:W21,23-32:B1-4,6-8,10-12,14"), "{text}");
}

#[test]
fn a_person_plays_the_engine() {
    let Some(text) = play(&["--variant", "morris", "--limit", "depth 2"], "d6\nhint\nz9\nquit\n") else { return };
    assert!(text.contains("Second player plays ") && text.contains("perhaps "), "{text}");
    assert!(text.contains("`z9` is not a point"), "{text}");
}

#[test]
fn whole_games_of_every_kind_are_played() {
    for variant in ["draughts", "wolf", "morris", "ceylon-mill", "doubleboard-de", "russian+promote=stop"] {
        let arguments = ["--variant", variant, "--first", "engine", "--second", "engine", "--limit", "nodes 300"];
        let Some(text) = play(&arguments, "") else { return };
        assert!(text.contains("Game over: "), "{variant}: {text}");
    }
}

#[test]
fn an_unknown_variant_is_reported() {
    let Some(text) = play(&["--variant", "chess"], "") else { return };
    assert!(text.contains("unknown variant `chess`"), "{text}");
}
