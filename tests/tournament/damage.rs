//! Damaged logs, broken disks and links, and what a match makes of them.
#![cfg(unix)]

use super::support::{BINARY, Folder, text};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// A match of very short games.
const SHORT: [&str; 13] = [
    "match",
    "--variant",
    "english",
    "--engine",
    "name=a,depth=1",
    "--engine",
    "name=b,depth=1",
    "--max-plies",
    "4",
    "--log",
    "log",
    "--pdn",
    "games.pdn",
];

fn short<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SHORT[..], more].concat()
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

fn write(folder: &Folder, file: &str, text: &str) {
    fs::write(folder.path().join(file), text).unwrap();
}

/// The names of the files in a folder, but for the openings.
fn names(folder: &Folder) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "openings.txt").collect();
    names.sort();
    names
}

#[test]
fn games_that_are_not_of_the_match_are_refused() {
    let folder = Folder::new();
    folder.done(&short(&["--games", "2"]));
    let (log, pdn) = (folder.read("log"), folder.read("games.pdn"));
    let draw = "\"result\":\"1/2-1/2\"";
    for (from, to, message) in [
        (draw, "\"result\":\"5-0\"", "line 2: game 1: result `5-0`, expected 1-0, 0-1 or 1/2-1/2"),
        (draw, "\"result\":\"\\u001b[2J\"", "line 2: game 1: result `\u{fffd}[2J`"),
        (
            "\"white\":\"a\",\"black\":\"b\"",
            "\"white\":\"b\",\"black\":\"a\"",
            "line 2: game 1: White is b, expected a",
        ),
        ("\"black\":\"b\"", "\"black\":\"c\"", "line 2: game 1: Black is c, expected b"),
        ("{\"game\":2,", "{\"game\":77,", "line 3: game 77 is not in the schedule"),
        ("{\"game\":2,", "{\"game\":0,", "line 3: game 0 is not in the schedule"),
        ("\"round\":1", "\"round\":9", "line 2: game 1: the round is 9, expected 1"),
        ("\"opening\":1", "\"opening\":3", "line 2: game 1: the opening is 3, expected 1"),
        ("\"reason\"", "\"fault\":\"a\",\"reason\"", "line 2: game 1: `a` is at fault, but has not lost"),
        ("{\"game\":2,", "{\"game\":1,", "line 3: game 1: White is b, expected a"),
    ] {
        let damaged = log.replacen(from, to, 1);
        assert_ne!(damaged, log, "{from}");
        write(&folder, "log", &damaged);
        let output = folder.run(&short(&["--games", "2", "--resume"]));
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{to}: {error}");
        assert!(error.contains(message), "{to}: {error}");
        assert_eq!((folder.read("log"), folder.read("games.pdn")), (damaged, pdn.clone()), "{to}");
    }
    write(&folder, "log", &log);
    folder.done(&short(&["--games", "2", "--resume"]));
}

/// A log whose games take a while to write again.
fn long_log(folder: &Folder, rounds: usize) -> String {
    folder.done(&short(&["--games", "2"]));
    let log = folder.read("log");
    let [header, first, second] = log.lines().collect::<Vec<_>>()[..] else { panic!("{log}") };
    let mut long = format!("{header}\n");
    for round in 0..rounds {
        for (at, game) in [first, second].into_iter().enumerate() {
            let number = 2 * round + at + 1;
            long += &game.replacen(
                &format!("{{\"game\":{},\"round\":1", at + 1),
                &format!("{{\"game\":{number},\"round\":{}", round + 1),
                1,
            );
            long.push('\n');
        }
    }
    write(folder, "log", &long);
    long
}

/// Starts to resume a match, and waits until its PDN file is being rebuilt.
fn rebuilding(folder: &Folder, games: &str) -> Child {
    let child = folder.command(&short(&["--games", games, "--resume"])).spawn().unwrap();
    let start = Instant::now();
    while names(folder).len() < 3 {
        assert!(start.elapsed() < Duration::from_secs(120), "the PDN file is not rebuilt");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn an_interrupt_while_the_pdn_file_is_rebuilt_changes_nothing() {
    let folder = Folder::new();
    let log = long_log(&folder, 20_000);
    let pdn = folder.read("games.pdn");
    let child = rebuilding(&folder, "40000");
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(names(&folder), ["games.pdn", "log"]);
    assert!(folder.read("games.pdn") == pdn && folder.read("log") == log);
}

#[test]
fn a_kill_while_the_pdn_file_is_rebuilt_does_not_block_a_later_resume() {
    let folder = Folder::new();
    long_log(&folder, 20_000);
    let pdn = folder.read("games.pdn");
    let mut child = rebuilding(&folder, "40000");
    signal(&child, "-KILL");
    child.wait().unwrap();
    assert!(folder.read("games.pdn") == pdn);
    let left = names(&folder);
    assert_eq!(left.len(), 3, "{left:?}");
    // The name of what is left is not one that the next run would use.
    assert!(left.iter().any(|name| name.starts_with("games.pdn.") && name.ends_with(".part")), "{left:?}");
    folder.done(&short(&["--games", "40000", "--resume"]));
    assert_eq!(folder.read("games.pdn").matches("[Event ").count(), 40_000);
    assert_eq!(names(&folder), left);
}

#[test]
fn a_link_to_the_pdn_file_stays_a_link() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("data")).unwrap();
    symlink("data/real.pdn", folder.path().join("games.pdn")).unwrap();
    folder.done(&short(&["--games", "2"]));
    let whole = folder.read("data/real.pdn");
    write(&folder, "data/real.pdn", &whole[..whole.len() - 9]);
    folder.done(&short(&["--games", "4", "--resume"]));
    assert!(fs::symlink_metadata(folder.path().join("games.pdn")).unwrap().is_symlink());
    assert_eq!(folder.read("data/real.pdn").matches("[Event ").count(), 4);
}

/// A disk that is full, as a process sees it: writing fails beyond a size.
#[test]
fn a_game_that_the_log_has_not_does_not_count() {
    let folder = Folder::new();
    let arguments = short(&["--games", "100"]).join(" ");
    let script = format!("trap '' XFSZ; ulimit -f 8; exec '{BINARY}' {arguments} --option Hash=1");
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("log log: ") || error.contains("PDN file games.pdn: "), "{error}");
    let log = folder.read("log");
    let logged = log.matches('\n').count() - 1;
    assert!((1..100).contains(&logged), "{logged}");
    assert!(out.contains(&format!("english: {logged} of 100 games\n")), "{logged}: {out}");
    assert_eq!(out.matches("\ngame ").count() + usize::from(out.starts_with("game ")), logged, "{out}");
    // With room again the match goes on, and no game is missing or there twice.
    folder.done(&short(&["--games", "100", "--resume"]));
    let mut numbers: Vec<u64> = folder.games("log").iter().map(|game| game["game"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=100).collect::<Vec<_>>());
    assert_eq!(folder.read("games.pdn").matches("[Event ").count(), 100);
}

#[test]
fn games_that_are_not_of_a_tournament_are_refused() {
    for format in ["swiss", "knockout"] {
        let folder = Folder::new();
        let mut arguments = short(&["--engine", "name=c,depth=1", "--engine", "name=d,depth=1", "--format", format]);
        arguments.extend(["--openings", "openings.txt"]);
        folder.done(&arguments);
        let (log, pdn) = (folder.read("log"), folder.read("games.pdn"));
        let resume = [&arguments[..], &["--resume"]].concat();
        let lines: Vec<&str> = log.split_inclusive('\n').collect();
        // Two meetings of two games in the first stage: the fifth game depends on all of them.
        let without_the_second = [&lines[..2], &lines[3..]].concat().concat();
        let last = format!("\"game\":{},", lines.len() - 1);
        for (damaged, message) in [
            (without_the_second, "line 5: game 5 depends on games that are not in the log before it"),
            (log.replacen(&last, "\"game\":777,", 1), "game 777 depends on games that are not in the log before it"),
            (log.replacen("\"white\":\"a\"", "\"white\":\"d\"", 1), "line 2: game 1: White is d, expected a"),
            (log.replacen("\"opening\":1", "\"opening\":2", 1), "line 2: game 1: the opening is 2, expected 1"),
            (log.replacen("\"result\":\"1/2-1/2\"", "\"result\":\"2-0\"", 1), "result `2-0`, expected 1-0"),
        ] {
            assert_ne!(damaged, log, "{message}");
            write(&folder, "log", &damaged);
            let output = folder.run(&resume);
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{format}: {error}");
            assert!(error.contains(message), "{format}: {error}");
            assert_eq!((folder.read("log"), folder.read("games.pdn")), (damaged, pdn.clone()), "{format}");
        }
        write(&folder, "log", &log);
        folder.done(&resume);
        assert_eq!(folder.read("log"), log);
    }
}

#[test]
fn bad_logs_are_not_reported() {
    let folder = Folder::new();
    folder.done(&short(&["--games", "2"]));
    let log = folder.read("log");
    let run = |arguments: &[&str]| Command::new(BINARY).args(arguments).current_dir(folder.path()).output().unwrap();
    let report = |name: &str| run(&["match", "report", name]);
    assert!(report("log").status.success());
    for (from, to, message) in [
        ("\"result\":\"1/2-1/2\"", "\"result\":\"5-0\"", "line 2: game 1: result `5-0`"),
        ("\"black\":\"b\"", "\"black\":\"c\"", "line 2: game 1: Black is `c`, expected an engine of the match"),
        ("\"black\":\"b\"", "\"black\":\"a\"", "line 2: game 1: `a` plays itself"),
        ("{\"game\":2,", "{\"game\":1,", "line 3: duplicate game 1"),
        ("{\"game\":2,", "{\"game\":0,", "line 3: game 0, expected a number from 1 on"),
        (
            "\"white\":\"b\",\"black\":\"a\"",
            "\"white\":\"a\",\"black\":\"b\"",
            "game 2: `a` has White against `b` twice in round 1",
        ),
        ("\"reason\"", "\"fault\":\"a\",\"reason\"", "line 2: game 1: `a` is at fault, but has not lost"),
        ("\"millstone_match\":1", "\"millstone_match\":9", "millstone_match is 9, expected 1"),
    ] {
        let damaged = log.replacen(from, to, 1);
        assert_ne!(damaged, log, "{from}");
        write(&folder, "bad", &damaged);
        let output = report("bad");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{to}: {error}");
        assert!(error.contains(message), "{to}: {error}");
    }
    // Nothing waits for a pipe.
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    for arguments in [&["match", "report", "pipe"][..], &["match", "--config", "pipe"], &short(&["--config", "pipe"])] {
        let output = run(arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("not a regular file"), "{error}");
    }
    // A match that cannot start leaves no trace.
    assert_eq!(folder.run(&short(&["--games", "2", "--trace", "trace"])).status.code(), Some(2));
    assert!(!folder.path().join("trace").exists());
}

/// The summary of a match whose games ended as given, from White's view.
fn summary(results: &[&str]) -> Value {
    let folder = Folder::new();
    let games = results.len().to_string();
    folder.done(&short(&["--games", &games]));
    let log = folder.read("log");
    let mut lines = log.lines();
    let mut changed = format!("{}\n", lines.next().unwrap());
    for (line, result) in lines.zip(results) {
        changed += &line.replacen("\"result\":\"1/2-1/2\"", &format!("\"result\":\"{result}\""), 1);
        changed.push('\n');
    }
    write(&folder, "log", &changed);
    serde_json::from_str(&folder.done(&short(&["--games", &games, "--resume", "--json"]))).unwrap()
}

#[test]
fn elo_agrees_with_the_points_after_an_odd_number_of_games() {
    // A win and a draw of a, then a loss.
    let found = summary(&["1-0", "1/2-1/2", "0-1"]);
    assert_eq!(found["pairings"][0]["elo"]["value"], 0.0, "{found}");
    assert_eq!(found["pairings"][0]["normalised_elo"]["value"], 0.0, "{found}");
    for engine in found["engines"].as_array().unwrap() {
        assert_eq!((&engine["points"], &engine["elo"]["value"]), (&1.5.into(), &0.0.into()), "{found}");
    }
}

#[test]
fn ten_wins_have_a_finite_bound() {
    let found = summary(&["1-0", "0-1", "1-0", "0-1", "1-0", "0-1", "1-0", "0-1", "1-0", "0-1"]);
    let [winner, loser] = &found["engines"].as_array().unwrap()[..] else { panic!("{found}") };
    assert_eq!(winner["won"], 10, "{found}");
    assert!(winner["elo"]["low"].as_f64().unwrap() > 0.0, "{found}");
    assert!(loser["elo"]["high"].as_f64().unwrap() < 0.0, "{found}");
    assert!(found["pairings"][0]["normalised_elo"]["low"].as_f64().unwrap() > 0.0, "{found}");
}

#[test]
fn an_engine_that_talks_out_of_turn_takes_little_memory() {
    /// In kB. On a busy machine it takes a while to send much.
    const LIMIT: u64 = 30_000;
    let folder = Folder::new();
    let stub = format!("{},depth=1", folder.stub("bad", "talkative", 1));
    // It moves first, and the other engine thinks for a long time.
    let mut arguments =
        vec!["match", "--variant", "english", "--engine", &stub, "--engine", "name=good,movetime=20000"];
    arguments.extend(["--games", "1", "--openings", "openings.txt"]);
    let mut child = folder.command(&arguments).spawn().unwrap();
    let start = Instant::now();
    while !folder.path().join("talking").exists() {
        assert!(start.elapsed() < Duration::from_secs(120), "the engine does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
    let (start, mut peak) = (Instant::now(), 0);
    while start.elapsed() < Duration::from_secs(6) && peak < LIMIT && child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        peak = line.and_then(|number| number.parse::<u64>().ok()).unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "-INT");
    child.wait().unwrap();
    assert!(peak < LIMIT, "{peak} kB");
}

#[test]
fn names_with_control_characters_are_harmless() {
    let folder = Folder::new();
    let mut arguments =
        vec!["match", "--variant", "english", "--max-plies", "4", "--engine", "name=a\u{1b}[2Jb,depth=1"];
    arguments.extend(["--engine", "name=c,depth=1", "--games", "2"]);
    let out = folder.done(&arguments);
    assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{out:?}");
    assert!(out.contains("a\u{fffd}[2Jb"), "{out}");
}

#[test]
fn two_matches_do_not_share_a_pdn_file() {
    let folder = Folder::new();
    let arguments =
        ["match", "--variant", "english", "--engine", "name=a,movetime=60000", "--engine", "name=b,depth=1"];
    let mut first = folder.command(&[&arguments[..], &["--pdn", "games.pdn"]].concat()).spawn().unwrap();
    let begun = Instant::now();
    while !folder.path().join("games.pdn").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let second = folder.run(&short(&["--games", "2"]));
    signal(&first, "-KILL");
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    assert_eq!(text(&second.stderr), "error: PDN file games.pdn: another match is writing it\n");
    assert_eq!(folder.read("games.pdn"), "");
    folder.done(&short(&["--games", "2"]));
}

#[test]
fn a_link_between_the_files_of_a_match_is_noticed() {
    let folder = Folder::new();
    // To a file that is not there yet, and another name of one that is.
    symlink("log", folder.path().join("games.pdn")).unwrap();
    for _ in 0..2 {
        let refused = folder.run(&short(&["--games", "2"]));
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert_eq!(folder.read("log"), "");
        fs::remove_file(folder.path().join("games.pdn")).unwrap();
        fs::hard_link(folder.path().join("log"), folder.path().join("games.pdn")).unwrap();
    }
}
