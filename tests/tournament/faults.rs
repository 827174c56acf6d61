//! Faulty engines forfeit the game, the reason is recorded, and the match continues.

use super::support::{Folder, text};

/// Plays two games against an engine that fails in its Nth search; returns reason and stderr of each game. Only the faulty
/// engine has the given limit, so a busy machine does not change the result.
fn reasons(fault: &str, when: usize, limit: &str) -> Vec<(String, Option<String>)> {
    let folder = Folder::new();
    let stub = format!("{},{limit}", folder.stub("bad", fault, when));
    let mut arguments = vec!["match", "--variant", "english", "--engine", "name=good,depth=1", "--engine", &stub];
    arguments.extend(["--games", "2", "--log", "log", "--pdn", "games.pdn", "--openings", "openings.txt"]);
    arguments.extend(["--concurrency", "2"]);
    let out = folder.done(&arguments);
    let games = folder.games("log");
    assert_eq!(games.len(), 2, "{fault}: {out}");
    assert_eq!(folder.read("games.pdn").matches("[Event ").count(), 2);
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

/// Asserts that all games are forfeited for one reason.
fn always(fault: &str, when: usize, limit: &str, reason: &str) {
    for (found, _) in reasons(fault, when, limit) {
        assert_eq!(found, format!("forfeit: {reason}"), "{fault}");
    }
}

#[test]
fn no_answer() {
    always("no-answer", 1, "movetime=100", "no answer");
}

#[test]
fn no_answer_on_a_clock() {
    always("no-answer", 1, "tc=0.1+0.01", "no answer");
}

#[test]
fn no_answer_without_a_clock() {
    let folder = Folder::new();
    let stub = format!("{},depth=1", folder.stub("bad", "no-answer", 1));
    // The stub plays first, so the other engine needs no time.
    let mut arguments = vec!["match", "--variant", "english", "--engine", "name=good,depth=1", "--engine", &stub];
    arguments.extend(["--games", "1", "--log", "log", "--move-limit", "0.1"]);
    std::fs::write(folder.path().join("white.txt"), "startpos moves 9-13\n").unwrap();
    arguments.extend(["--openings", "white.txt"]);
    folder.done(&arguments);
    assert_eq!(folder.games("log")[0]["reason"], "forfeit: no answer");
}

#[test]
fn an_answer_after_its_time() {
    always("late", 1, "movetime=100", "time");
}

#[test]
fn output_without_an_answer() {
    always("chatter", 1, "movetime=100", "no answer");
}

#[test]
fn an_illegal_move() {
    always("illegal", 3, "depth=1", "illegal move 9-9");
}

#[test]
fn a_crash_in_the_middle_of_a_game() {
    for (reason, stderr) in reasons("crash", 3, "depth=1") {
        assert_eq!(reason, "forfeit: crash (exit 3)");
        assert_eq!(stderr.as_deref(), Some("out of cheese"));
    }
}

#[test]
fn garbage() {
    for (reason, _) in reasons("garbage", 3, "depth=1") {
        assert!(reason.starts_with("forfeit: garbled answer"), "{reason}");
    }
}

#[test]
fn an_answer_without_a_newline_is_no_answer() {
    always("no-newline", 1, "movetime=100", "no answer");
}

#[test]
fn a_slow_start_is_waited_for() {
    for (reason, _) in reasons("slow-start", 700, "depth=1") {
        assert!(!reason.contains("forfeit"), "{reason}");
    }
}

/// Plays a game against this engine in Hub behind the stub.
fn hub_game(fault: &str, ms: usize) -> String {
    let folder = Folder::new();
    let stub = format!("{},dialect=hub", folder.stub("bad", fault, ms).replace(",name=", " hub,name="));
    let mut arguments = vec!["match", "--variant", "english", "--engine", "name=good", "--engine", &stub];
    arguments.extend(["--games", "1", "--log", "log", "--depth", "1", "--max-plies", "4"]);
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
    // The faulty engine comes first, so that it is the first to be started.
    let mut arguments = vec!["match", "--variant", "english", "--engine", stub, "--engine", "name=good"];
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
            vec!["match", "--variant", "wolf-and-sheep", "--engine", "name=bad", "--engine", "name=good"];
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
