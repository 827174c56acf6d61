//! Matches that are broken off, and go on.

use super::support::{Folder, text};
use std::io::Write;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

const ARGUMENTS: [&str; 17] = [
    "match",
    "--variant",
    "english",
    "--engine",
    "name=a,depth=4",
    "--engine",
    "name=b,depth=3",
    "--games",
    "24",
    "--openings",
    "openings.txt",
    "--log",
    "log",
    "--pdn",
    "games.pdn",
    "--concurrency",
    "2",
];

/// Starts the match and waits until some games are in the log.
fn begun(folder: &Folder, arguments: &[&str], games: usize) -> Child {
    let child = folder.command(arguments).spawn().unwrap();
    let began = Instant::now();
    while folder.read("log").lines().count() < games + 1 {
        assert!(began.elapsed() < Duration::from_secs(60), "no games are played");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// That each game was played once, and the files agree.
fn complete(folder: &Folder) {
    let mut numbers: Vec<u64> = folder.games("log").iter().map(|game| game["game"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=24).collect::<Vec<_>>());
    let text = folder.read("games.pdn");
    let mut rounds: Vec<u64> = Vec::new();
    for game in millstone::pdn::read(&text) {
        let game = game.unwrap();
        game.replay(None).unwrap();
        rounds.push(game.tag("Round").unwrap().split('.').next_back().unwrap().parse().unwrap());
    }
    rounds.sort_unstable();
    assert_eq!(rounds, numbers);
}

#[test]
fn a_killed_match_goes_on() {
    let folder = Folder::new();
    let mut child = begun(&folder, &ARGUMENTS, 5);
    signal(&child, "-KILL");
    child.wait().unwrap();
    let before = folder.games("log");
    assert!((5..24).contains(&before.len()), "{}", before.len());
    // The worst case: it was writing a line, and a game.
    let append = |file: &str, text: &[u8]| {
        let mut file = std::fs::OpenOptions::new().append(true).open(folder.path().join(file)).unwrap();
        file.write_all(text).unwrap();
    };
    append("log", b"{\"game\":23,\"round\":12,\"opening\":1,\"whi");
    append("games.pdn", b"[Event \"x\"]\n\n1. 9-1");
    let mut arguments = ARGUMENTS.to_vec();
    arguments.push("--resume");
    let out = folder.done(&arguments);
    assert!(out.contains("english: 24 of 24 games"), "{out}");
    complete(&folder);
    assert_eq!(folder.games("log")[..before.len()], before[..]);
    // Once more there is nothing to do.
    let out = folder.done(&arguments);
    assert!(!out.contains("game 1:") && out.contains("english: 24 of 24 games"), "{out}");
    complete(&folder);
}

#[test]
fn ctrl_c_ends_a_match_cleanly() {
    let folder = Folder::new();
    let child = begun(&folder, &ARGUMENTS, 3);
    signal(&child, "-INT");
    let began = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let played = folder.games("log").len();
    assert!((3..24).contains(&played));
    assert!(text(&output.stdout).contains(&format!("english: {played} of 24 games")));
    let mut arguments = ARGUMENTS.to_vec();
    arguments.push("--resume");
    folder.done(&arguments);
    complete(&folder);
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    use super::support::{BINARY, processes};
    use std::path::Path;
    let folder = Folder::new();
    let mark = folder.path().file_name().unwrap().to_string_lossy().into_owned();
    // One that does not read, and so notices neither `quit` nor the end of its input.
    // The folder's name is in the command line of every process.
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tournament/stub.py");
    let (stub, engine) = (folder.path().join("stub.py"), folder.path().join("engine"));
    std::fs::copy(script, &stub).unwrap();
    std::os::unix::fs::symlink(BINARY, &engine).unwrap();
    let stub = format!("cmd=python3 '{}' no-answer 2 '{}',name=bad", stub.display(), engine.display());
    let mut arguments = vec!["match", "--variant", "english", "--depth", "1", "--games", "2", "--log", "log"];
    arguments.extend(["--engine", "name=good", "--engine", &stub]);
    let child = folder.command(&arguments).spawn().unwrap();
    let began = Instant::now();
    while processes(&mark) < 3 {
        assert!(began.elapsed() < Duration::from_secs(30), "the engine does not start");
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let began = Instant::now();
    while processes(&mark) > 0 {
        assert!(began.elapsed() < Duration::from_secs(3), "{} processes are left", processes(&mark));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_log_of_another_match_is_refused() {
    let folder = Folder::new();
    let mut arguments = vec!["match", "--variant", "wolf-and-sheep", "--depth", "1", "--games", "2", "--log", "log"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--resume"]);
    folder.done(&arguments);
    let log = folder.read("log");
    let refused = |arguments: &[&str], message: &str| {
        let output = folder.run(arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{error}");
        assert_eq!(folder.read("log"), log);
    };
    let depth: Vec<&str> = arguments.iter().map(|word| if *word == "1" { "2" } else { *word }).collect();
    refused(&depth, "it is the log of another match: engines was");
    let variant: Vec<&str> =
        arguments.iter().map(|word| if *word == "wolf-and-sheep" { "english" } else { *word }).collect();
    refused(&variant, "variant was \"wolf-and-sheep\" and is \"english\" now");
    // A longer match is the same match.
    let longer: Vec<&str> = arguments.iter().map(|word| if *word == "2" { "6" } else { *word }).collect();
    let out = folder.done(&longer);
    assert!(out.contains("wolf-and-sheep: 6 of 6 games"), "{out}");
    assert_eq!(folder.games("log").len(), 6);
    // A line in the middle that is no game is not read over.
    std::fs::write(folder.path().join("log"), folder.read("log").replacen("{\"game\":2", "{\"gme\":2", 1)).unwrap();
    let output = folder.run(&longer);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("log log: line 3: "), "{}", text(&output.stderr));
}
