//! `millstone train`, driving the program: the same seed gives the same weights, whatever happened on the way.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A folder that goes when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("millstone-train-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_millstone"))
}

/// A small training: two chunks of games at a few nodes.
fn training(variant: &str, path: &Path) -> Command {
    let mut command = program();
    command.args(["train", "--variant", variant, "--rounds", "1", "--games", "256", "--nodes", "20"]);
    command.args(["--epochs", "2", "--gate-games", "4", "--gate-nodes", "50", "--seed", "5", "--path"]).arg(path);
    command
}

fn done(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn weights(path: &Path) -> Vec<u8> {
    fs::read(path.join("round-1/best.model")).unwrap()
}

#[test]
fn a_training_is_the_same_on_more_jobs_in_parts_and_after_a_kill() {
    let folder = Folder::new("same");
    let (plain, parts, killed) = (folder.path("plain"), folder.path("parts"), folder.path("killed"));
    let output = String::from_utf8(
        done({
            let mut command = training("thai", &plain);
            command.args(["--jobs", "1"]);
            command
        })
        .stdout,
    )
    .unwrap();
    assert!(output.starts_with("thai\nround") && output.contains("Elo") && output.contains("weights: "), "{output}");

    for part in ["2/2", "1/2"] {
        let mut command = training("thai", &parts);
        command.args(["--jobs", "2", "--part", part]);
        done(command);
        assert!(!parts.join("round-1/best.model").exists(), "a part fits nothing");
    }
    done(training("thai", &parts));
    assert_eq!(weights(&parts), weights(&plain));

    for wait in [5, 50, 120, 250] {
        let mut child = training("thai", &killed).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
    }
    done(training("thai", &killed));
    // What a kill decided about the match's weights stands, and a round that is decided is not played again.
    assert_eq!(weights(&killed).len(), weights(&plain).len());
    assert_eq!(weights(&killed), weights(&plain));
}

#[test]
fn damaged_and_foreign_files_are_refused_with_the_reason() {
    let folder = Folder::new("bad");
    let path = folder.path("work");
    let mut command = training("english", &path);
    command.args(["--part", "1/2"]);
    done(command);
    let other = training("russian", &path).output().unwrap();
    let text = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(
        !other.status.success() && text.contains("positions of `english`, expected positions of `russian`"),
        "{text}"
    );

    let chunk = path.join("round-1/games-00000.samples");
    let mut bytes = fs::read(&chunk).unwrap();
    bytes[100] ^= 1;
    fs::write(&chunk, bytes).unwrap();
    let damaged = training("english", &path).output().unwrap();
    let text = String::from_utf8_lossy(&damaged.stderr).into_owned();
    assert!(!damaged.status.success() && text.contains("damaged"), "{text}");

    // A round that is decided is not begun again, but it must be one of the same game.
    let decided = folder.path("decided");
    done(training("thai", &decided));
    for (other, problem) in [("pool", "positions of `thai`, expected"), ("nine-mens-morris", "positions of `thai`")] {
        let refused = training(other, &decided).output().unwrap();
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && text.contains(problem), "{text}");
    }
    fs::remove_dir_all(decided.join("round-1")).unwrap();
    fs::create_dir(decided.join("round-1")).unwrap();
    fs::copy("src/eval/weights/pool.model", decided.join("round-1/best.model")).unwrap();
    let refused = training("nine-mens-morris", &decided).output().unwrap();
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && text.contains("weights for `pool`: 75046 of them, expected 29032"), "{text}");

    let solved = training("wolf-and-sheep", &folder.path("wolf")).output().unwrap();
    assert!(String::from_utf8_lossy(&solved.stderr).contains("nothing to train"));
}

#[test]
fn games_are_played_with_tables() {
    let folder = Folder::new("tables");
    let (with, without, tables) = (folder.path("with"), folder.path("without"), folder.path("tables"));
    let mut missing = training("russian", &with);
    missing.arg("--tables").arg(&tables);
    let output = missing.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("endgame tables: ") && text.contains("not a folder"), "{text}");

    // The small tables are built in memory.
    fs::create_dir(&tables).unwrap();
    let mut command = training("russian", &with);
    command.arg("--tables").arg(&tables);
    done(command);
    done(training("russian", &without));
    let games = |path: &Path| fs::read(path.join("round-1/games-00000.samples")).unwrap();
    assert_ne!(games(&with), games(&without), "endings are played otherwise");
}

#[test]
fn weights_are_loaded_by_the_option_and_by_the_flag() {
    let folder = Folder::new("load");
    let path = folder.path("work");
    let mut command = training("english", &path);
    command.args(["--eval"]).arg(fs::canonicalize("src/eval/weights/international.model").unwrap());
    done(command);
    let file = path.join("round-1/best.model");
    let bad = folder.path("bad.model");
    fs::write(&bad, b"not weights").unwrap();

    let flag = program().arg("--eval").arg(&bad).args(["bench", "--depth", "1"]).output().unwrap();
    let text = String::from_utf8_lossy(&flag.stderr).into_owned();
    assert!(flag.status.code() == Some(2) && text.contains("not a file of weights"), "{text}");

    let mut engine = program().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let lines = format!(
        "setoption name UCI_Variant value english\nsetoption name EvalFile value {}\nsetoption name EvalFile value {}\n\
         setoption name EvalFile value /dev/zero\ngo depth 1\nsetoption name UCI_Variant value russian\ngo depth 1\n\
         setoption name EvalFile value\nquit\n",
        file.display(),
        bad.display()
    );
    engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
    let said: Vec<&str> = output.lines().filter(|line| line.starts_with("info string")).collect();
    assert!(said.iter().any(|line| line.contains("weights: ")), "{output}");
    assert!(said.iter().any(|line| line.contains("not a file of weights") && line.contains("unchanged")), "{output}");
    assert!(said.iter().any(|line| line.contains("not a regular file")), "{output}");
    // At once, and again before the first search of another game.
    let weights: Vec<usize> =
        output.lines().enumerate().filter(|(_, line)| line.contains("string weights: ")).map(|(at, _)| at).collect();
    let moves: Vec<usize> =
        output.lines().enumerate().filter(|(_, line)| line.starts_with("bestmove")).map(|(at, _)| at).collect();
    let between = |from: usize, to: usize| weights.iter().filter(|at| (from..to).contains(*at)).count();
    assert!(between(0, moves[0]) == 1 && between(moves[0], usize::MAX) >= 1, "{output}");
}
