//! Faulty engines forfeit the game, the reason is recorded, and the match continues.

use super::support::{Folder, text};

/// Plays four games against an engine that fails in its Nth search; returns reason and stderr of each game.
fn reasons(fault: &str, when: usize, more: &[&str]) -> Vec<(String, Option<String>)> {
    let folder = Folder::new();
    let stub = folder.stub("bad", fault, when);
    let mut arguments = vec!["match", "--variant", "english", "--engine", "name=good", "--engine", &stub];
    arguments.extend(["--games", "4", "--log", "log", "--pdn", "games.pdn", "--openings", "openings.txt"]);
    arguments.extend(more);
    let out = folder.done(&arguments);
    let games = folder.games("log");
    assert_eq!(games.len(), 4, "{fault}: {out}");
    assert_eq!(folder.read("games.pdn").matches("[Event ").count(), 4);
    for game in &games {
        let (white, black) = (game["white"].as_str().unwrap(), game["black"].as_str().unwrap());
        if let Some(engine) = game["fault"].as_str() {
            assert_eq!(engine, "bad");
            let lost = if white == "bad" { "0-1" } else { "1-0" };
            assert_eq!(game["result"], lost, "{white} – {black}");
        }
    }
    let of = |game: &serde_json::Value| {
        (game["reason"].as_str().unwrap().to_string(), game["stderr"].as_str().map(str::to_string))
    };
    games.iter().map(of).collect()
}

/// Asserts that all games end for one reason: the engine is restarted after each, and fails again.
fn always(fault: &str, more: &[&str], reason: &str) {
    for (found, _) in reasons(fault, 3, more) {
        assert_eq!(found, format!("forfeit: {reason}"), "{fault}");
    }
}

#[test]
fn no_answer() {
    always("no-answer", &["--depth", "1", "--move-limit", "0.5", "--concurrency", "4"], "no answer");
}

#[test]
fn no_answer_on_a_clock() {
    always("no-answer", &["--tc", "0.4+0.01", "--margin", "1000", "--concurrency", "4"], "no answer");
}

#[test]
fn an_answer_after_its_time() {
    always("late", &["--movetime", "40", "--margin", "1000", "--concurrency", "4"], "time");
}

#[test]
fn output_without_an_answer() {
    always("chatter", &["--depth", "1", "--move-limit", "0.5", "--concurrency", "2"], "no answer");
}

#[test]
fn an_illegal_move() {
    always("illegal", &["--depth", "1"], "illegal move 9-9");
}

#[test]
fn a_crash_in_the_middle_of_a_game() {
    for (reason, stderr) in reasons("crash", 3, &["--depth", "1"]) {
        assert_eq!(reason, "forfeit: crash (exit 3)");
        assert_eq!(stderr.as_deref(), Some("out of cheese"));
    }
}

#[test]
fn garbage() {
    for (reason, _) in reasons("garbage", 3, &["--depth", "1"]) {
        assert!(reason.starts_with("forfeit: garbled answer"), "{reason}");
    }
}

#[test]
fn an_answer_without_a_newline_is_no_answer() {
    always("no-newline", &["--depth", "1", "--move-limit", "0.5", "--concurrency", "4"], "no answer");
}

#[test]
fn a_slow_start_is_waited_for() {
    for (reason, _) in reasons("slow-start", 700, &["--depth", "1"]) {
        assert!(!reason.contains("forfeit"), "{reason}");
    }
}

/// Plays a game against this engine in Hub behind the stub.
fn hub_game(fault: &str, ms: usize) -> String {
    let folder = Folder::new();
    let stub = format!("{},dialect=hub", folder.stub("bad", fault, ms).replace(",name=", " hub,name="));
    let mut arguments = vec!["match", "--variant", "english", "--engine", "name=good", "--engine", &stub];
    arguments.extend(["--games", "1", "--log", "log", "--movetime", "10", "--margin", "500", "--max-plies", "4"]);
    folder.done(&arguments);
    folder.games("log")[0]["reason"].as_str().unwrap().to_string()
}

#[test]
fn a_hub_engine_may_be_slow_before_a_game() {
    assert_eq!(hub_game("slow-new-game", 2000), "adjudicated: maximum length");
}

#[test]
fn a_hub_engine_need_not_know_ping() {
    assert_eq!(hub_game("no-ping", 0), "adjudicated: maximum length");
}

/// The error of a match in which an engine does not start.
fn start_error(stub: &str, folder: &Folder, more: &[&str]) -> String {
    let mut arguments = vec!["match", "--variant", "english", "--engine", "name=good", "--engine", stub];
    arguments.extend(["--depth", "1", "--games", "4", "--log", "log"]);
    arguments.extend(more);
    let output = folder.run(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("english:"), "the result so far is printed");
    let error = text(&output.stderr);
    error.lines().last().unwrap_or_default().to_string()
}

#[test]
fn an_engine_that_starts_too_slowly_ends_the_match() {
    let folder = Folder::new();
    let error = start_error(&folder.stub("slow", "slow-start", 3000), &folder, &["--start-limit", "0.2"]);
    assert_eq!(error, "error: engine slow does not start: no `uciok` after `uci`: nothing within 0.2 s");
    assert!(folder.games("log").is_empty());
}

#[test]
fn an_engine_that_does_not_start_ends_the_match() {
    let folder = Folder::new();
    let error = start_error(&folder.stub("bad", "no-start", 1), &folder, &[]);
    assert!(error.starts_with("error: engine bad does not start"), "{error}");
    assert!(error.contains("exit 1") && error.contains("no licence"), "{error}");
    let folder = Folder::new();
    let error = start_error("cmd=./there-is-none,name=bad", &folder, &["--pdn", "games.pdn"]);
    assert!(error.contains("cannot run `./there-is-none`"), "{error}");
    // The files it left do not prevent a new match with the right command, nor a resumed one.
    for (more, games) in [(&[][..], 2), (&["--resume"], 2)] {
        let mut arguments =
            vec!["match", "--variant", "wolf-and-sheep", "--engine", "name=good", "--engine", "name=bad"];
        arguments.extend(["--depth", "1", "--games", "2", "--log", "log", "--pdn", "games.pdn"]);
        arguments.extend(more);
        folder.done(&arguments);
        assert_eq!(folder.games("log").len(), games);
        assert_eq!(folder.read("games.pdn").matches("[Event ").count(), games);
    }
    let folder = Folder::new();
    let error = start_error("name=bad,option.Hsh=3", &folder, &[]);
    assert_eq!(error, "error: engine bad does not start: it has no option `Hsh` (did you mean `Hash`?)");
}

#[test]
fn results_are_kept_when_an_engine_cannot_be_started_again() {
    let folder = Folder::new();
    let stub = format!("{},dir={}", folder.stub("bad", "no-restart", 2), folder.path().display());
    let error = start_error(&stub, &folder, &[]);
    assert!(error.starts_with("error: engine bad does not start"), "{error}");
    let games = folder.games("log");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["reason"] == "forfeit: crash (exit 3)"));
}
