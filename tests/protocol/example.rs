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

#[test]
fn a_missing_engine_and_help_are_explained() {
    let Some(text) = play(&["--engine", "/nowhere/millstone"], "") else { return };
    assert!(text.starts_with("error: there is no engine `/nowhere/millstone`. Build it"), "{text}");
    let Some(text) = play(&[], "help\nundo\nquit\n") else { return };
    assert!(text.contains("undo     takes back to your last turn"), "{text}");
    assert!(text.contains("there is nothing to take back"), "{text}");
}

/// In Ceylon mill a mill gives another turn: what is taken back is what was played since the person's last turn, however many moves
/// that is.
#[test]
fn undo_goes_back_to_the_persons_turn_where_a_side_moves_twice() {
    let script = "
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import play
engine = play.Engine([sys.argv[2]])
engine.ask('setoption name UCI_Variant value ceylon-mill')
moves = 'a1 a7 d1 d7 g1 g7 b6'.split()
for players in (('human', 'engine'), ('engine', 'human'), ('human', 'human')):
    print([len(play.undone(engine, players, moves[:plies])) for plies in range(1, 8)])
engine.quit()
";
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let arguments = ["-c", script, folder, env!("CARGO_BIN_EXE_millstone")];
    let Ok(output) = Command::new("python3").args(arguments).output() else { return };
    // White moves at 0, 2, 4 and, after its mill, 5; Black at 1, 3 and 6.
    let expected = "[0, 0, 2, 2, 4, 5, 5]\n[0, 1, 1, 3, 3, 3, 6]\n[0, 1, 2, 3, 4, 5, 6]\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
}
