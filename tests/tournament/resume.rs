//! Interrupted and resumed matches, and files that must not be overwritten.

use super::support::{Folder, text};
use std::io::Write;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

const GAMES: usize = 12;

/// Plies per game.
const PLIES: usize = 20;

/// The arguments of a match that pauses in its fourth game, until [`unpause`] is called.
fn pausing_match(folder: &Folder) -> Vec<String> {
    let stub = folder.stub("b", "hold", 3 * PLIES / 2 + 5);
    let mut arguments: Vec<String> = ["match", "--variant", "english", "--depth", "1", "--log", "log"]
        .into_iter()
        .chain(["--pdn", "games.pdn", "--openings", "openings.txt", "--engine", "name=a", "--engine", &stub])
        .map(String::from)
        .collect();
    arguments.extend(["--games".into(), GAMES.to_string(), "--max-plies".into(), PLIES.to_string()]);
    arguments
}

fn unpause(folder: &Folder) {
    std::fs::write(folder.path().join("continue"), "").unwrap();
}

/// Starts the match and waits until some games are in the log.
fn start(folder: &Folder, arguments: &[&str], games: usize) -> Child {
    let child = folder.command(arguments).spawn().unwrap();
    let start = Instant::now();
    while folder.read("log").lines().count() < games + 1 {
        assert!(start.elapsed() < HANG, "no game finished");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Something that takes longer has failed.
const HANG: Duration = Duration::from_secs(120);

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Asserts that each game was played once and that the log and the PDN file agree.
fn assert_complete(folder: &Folder) {
    let mut numbers: Vec<u64> = folder.games("log").iter().map(|game| game["game"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=GAMES as u64).collect::<Vec<_>>());
    let text = folder.read("games.pdn");
    let mut rounds: Vec<u64> = Vec::new();
    for game in millstone::tools::pdn::read(&text) {
        let game = game.unwrap();
        game.replay(None).unwrap();
        rounds.push(game.tag("Round").unwrap().split('.').next_back().unwrap().parse().unwrap());
    }
    rounds.sort_unstable();
    assert_eq!(rounds, numbers);
}

#[test]
fn a_killed_match_is_resumed() {
    let folder = Folder::new();
    let arguments = pausing_match(&folder);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut child = start(&folder, &arguments, 3);
    signal(&child, "-KILL");
    child.wait().unwrap();
    let before = folder.games("log");
    assert!((3..GAMES).contains(&before.len()), "{}", before.len());
    // The worst case: it was killed while writing to both files.
    let append = |file: &str, text: &[u8]| {
        let mut file = std::fs::OpenOptions::new().append(true).open(folder.path().join(file)).unwrap();
        file.write_all(text).unwrap();
    };
    append("log", b"{\"game\":11,\"round\":6,\"opening\":1,\"whi");
    append("games.pdn", b"[Event \"millstone match\"]\n[Site \"?\"]\n[Date \"2026.11.16\"]\n[Round \"6.1");
    unpause(&folder);
    arguments.push("--resume");
    let out = folder.done(&arguments);
    assert!(out.contains("english: 12 of 12 games"), "{out}");
    assert_complete(&folder);
    assert_eq!(folder.games("log")[..before.len()], before[..]);
    // Resuming a finished match does nothing.
    let out = folder.done(&arguments);
    assert!(!out.contains("game 1:") && out.contains("english: 12 of 12 games"), "{out}");
    assert_complete(&folder);
}

#[test]
fn ctrl_c_ends_a_match_cleanly() {
    let folder = Folder::new();
    let arguments = pausing_match(&folder);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let child = start(&folder, &arguments, 3);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let played = folder.games("log").len();
    assert!((3..GAMES).contains(&played));
    assert!(text(&output.stdout).contains(&format!("english: {played} of 12 games")));
    unpause(&folder);
    arguments.push("--resume");
    folder.done(&arguments);
    assert_complete(&folder);
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    use super::support::{BINARY, processes};
    use std::path::Path;
    let folder = Folder::new();
    let mark = folder.path().file_name().unwrap().to_string_lossy().into_owned();
    // An engine that does not read notices neither `quit` nor the end of its input. The folder's name is in the
    // command line of every process.
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tournament/stub.py");
    let (stub, engine) = (folder.path().join("stub.py"), folder.path().join("engine"));
    std::fs::copy(script, &stub).unwrap();
    std::os::unix::fs::symlink(BINARY, &engine).unwrap();
    let stub = format!("cmd=python3 '{}' no-answer 2 '{}',name=bad", stub.display(), engine.display());
    let mut arguments = vec!["match", "--variant", "english", "--depth", "1", "--games", "2", "--log", "log"];
    arguments.extend(["--engine", "name=good", "--engine", &stub]);
    let child = folder.command(&arguments).spawn().unwrap();
    let start = Instant::now();
    while !folder.path().join("hanging").exists() {
        assert!(start.elapsed() < HANG, "the engine does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(processes(&mark) >= 3);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let start = Instant::now();
    while processes(&mark) > 0 {
        assert!(start.elapsed() < HANG, "{} processes are left", processes(&mark));
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
    refused(&depth, "it is the log of another match: engines is");
    let variant: Vec<&str> =
        arguments.iter().map(|word| if *word == "wolf-and-sheep" { "english" } else { *word }).collect();
    refused(&variant, "variant is \"wolf-and-sheep\" in the log, and \"english\" was given");
    // A match may become longer.
    let longer: Vec<&str> = arguments.iter().map(|word| if *word == "2" { "6" } else { *word }).collect();
    let out = folder.done(&longer);
    assert!(out.contains("wolf-and-sheep: 6 of 6 games"), "{out}");
    assert_eq!(folder.games("log").len(), 6);
    // A bad line in the middle is an error.
    std::fs::write(folder.path().join("log"), folder.read("log").replacen("{\"game\":2", "{\"gme\":2", 1)).unwrap();
    let output = folder.run(&longer);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("log log: line 3: "), "{}", text(&output.stderr));
}

/// A short match.
const SHORT: [&str; 13] = [
    "match",
    "--variant",
    "english",
    "--max-plies",
    "20",
    "--engine",
    "name=a,depth=1",
    "--engine",
    "name=b,depth=1",
    "--games",
    "2",
    "--log",
    "log",
];

/// Asserts that a command is refused and the files are unchanged.
fn assert_refused(folder: &Folder, more: &[&str], message: &str) {
    let files = ["log", "games.pdn", "openings.txt"];
    let before = files.map(|file| folder.read(file));
    let output = folder.run(&[&SHORT[..], more].concat());
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
    assert!(error.contains(message), "{more:?}: {error}");
    assert_eq!(files.map(|file| folder.read(file)), before, "{more:?}");
}

#[test]
fn a_file_that_is_not_a_log_is_unchanged() {
    let folder = Folder::new();
    let write = |text: &str| std::fs::write(folder.path().join("log"), text).unwrap();
    for text in ["my thesis", "my thesis\nin two lines\n", "first\nsecond, and no end", "{\"a\":1}\n{\"b", "\n\n", "{ "]
    {
        write(text);
        assert_refused(&folder, &["--resume"], "log log: it is not the log of a match");
        assert_refused(&folder, &[], "log log already exists and is not the log of a match");
    }
    // The settings may be truncated, too.
    write("");
    folder.done(&[&SHORT[..], &["--resume"]].concat());
    let header = folder.read("log").lines().next().unwrap().to_string();
    for length in [1, 30, header.len()] {
        write(&header[..length]);
        folder.done(&[&SHORT[..], &["--resume"]].concat());
        assert_eq!(folder.games("log").len(), 2);
        assert_eq!(folder.read("log").lines().next(), Some(header.as_str()));
    }
}

#[test]
fn a_pdn_file_with_other_games_is_unchanged() {
    let folder = Folder::new();
    let write = |file: &str, text: &str| std::fs::write(folder.path().join(file), text).unwrap();
    let (pdn, resume) = (["--pdn", "games.pdn"], ["--pdn", "games.pdn", "--resume"]);
    let theirs = "[Event \"Hull 1894\"]\n[White \"Ferrie\"]\n[Black \"Wyllie\"]\n\n1. 11-15 *\n\n";
    write("games.pdn", theirs);
    assert_refused(&folder, &resume, "PDN file games.pdn already exists");
    std::fs::remove_file(folder.path().join("games.pdn")).unwrap();
    folder.done(&[&SHORT[..], &pdn].concat());
    let ours = folder.read("games.pdn");
    for text in [theirs, &format!("{ours}{theirs}"), &format!("{theirs}{ours}"), &ours.replace("\"a\"", "\"c\"")] {
        write("games.pdn", text);
        assert_refused(&folder, &resume, "PDN file games.pdn already exists and contains games of other matches");
    }
    // A truncated file of this match is rebuilt.
    write("games.pdn", &ours[..ours.len() - 20]);
    folder.done(&[&SHORT[..], &resume].concat());
    assert_eq!(folder.read("games.pdn"), ours);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn the_files_of_a_match_must_differ() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    assert_refused(&folder, &["--pdn", "./sub/../log"], "--log and --pdn are the same file");
    assert!(!folder.path().join("log").exists());
    assert_refused(&folder, &["--pdn", "./openings.txt", "--openings", "openings.txt"], "--openings and --pdn are");
    std::fs::write(folder.path().join("log"), "startpos\n").unwrap();
    assert_refused(&folder, &["--openings", "sub/../log", "--resume"], "--openings and --log are the same file");
}

#[test]
fn a_log_is_locked() {
    let folder = Folder::new();
    let arguments = pausing_match(&folder);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut child = start(&folder, &arguments, 1);
    for more in [&[][..], &["--resume"]] {
        let output = folder.run(&[&arguments, more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("log log: another match is writing it"), "{}", text(&output.stderr));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_match_with_closed_output_continues_for_its_files() {
    let folder = Folder::new();
    let arguments = pausing_match(&folder);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    unpause(&folder);
    let mut child = folder.command(&arguments).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert_complete(&folder);
    // Without files it ends.
    let arguments: Vec<&str> = SHORT[..11].iter().map(|word| if *word == "2" { "2000" } else { *word }).collect();
    let mut child = folder.command(&arguments).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the output was closed"), "{}", text(&output.stderr));
}
