//! `millstone annotate`, and `millstone analyse` on games and files, as their users run them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Two games of English draughts with a player in common. White's 22-18 at the end of the first gives two men away.
const GAMES: &str = "\
[Event \"Club\"]
[White \"Anna\"]
[Black \"Bert </script>\"]
[GameType \"21\"]

1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 6. 3-7 28-24 7. 7x16 24-20 8. 16-19 25-22
9. 4-8 29-25 10. 10-15 22-18 {sad} 0-1

[Event \"Two\"]
[White \"Cleo\"]
[Black \"Anna\"]
[GameType \"21\"]

1. 11-15! 23-19 2. 8-11 (2. 9-14 {mine}) 22-17 *
";

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("millstone-annotate-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("games.pdn"), GAMES).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_millstone"));
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null()).output().unwrap()
    }

    /// Runs a command that must succeed, and returns its output.
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The error of a command that must fail with exit code 2.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
        text(&output.stderr)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Results without their times.
fn comparable(text: &str) -> Vec<Value> {
    let mut found = objects(text);
    for object in &mut found {
        object.as_object_mut().unwrap().remove("time_ms");
    }
    found
}

#[test]
fn moves_of_games_have_a_loss_and_a_verdict() {
    let folder = Folder::new();
    let found = objects(&folder.done(&["analyse", "games.pdn", "--depth", "6"]));
    assert_eq!(found.len(), 21 + 5);
    let blunder = found.iter().find(|object| object["id"] == "1.19").unwrap();
    assert_eq!((&blunder["played"], &blunder["verdict"]), (&"22-18".into(), &"blunder".into()), "{blunder}");
    let loss = blunder["loss"].as_f64().unwrap();
    assert!((0.2..=1.0).contains(&loss), "{blunder}");
    for object in found.iter().filter(|object| object["played"] == object["best"]) {
        assert_eq!(object["loss"], 0.0, "{object}");
        let verdict = if object["legal"] == 1 { "forced" } else { "best" };
        assert_eq!(object["verdict"], verdict, "{object}");
    }
    // No move follows the last positions.
    for id in ["1.20", "2.4"] {
        let last = found.iter().find(|object| object["id"] == id).unwrap();
        assert_eq!(last.get("played"), None, "{last}");
    }
    let lines = folder.done(&["analyse", "games.pdn", "--depth", "6", "--format", "text"]);
    assert!(lines.contains("  played 22-18 (blunder, -0."), "{lines}");
}

#[test]
fn ids_of_several_files_are_unique() {
    let folder = Folder::new();
    folder.write("more.pdn", GAMES);
    folder.write("positions.txt", "startpos\n{\"id\":7}\n");
    let arguments = ["analyse", "games.pdn", "more.pdn", "positions.txt", "-v", "english", "--depth", "2"];
    let found = objects(&folder.done(&arguments));
    assert_eq!(found.len(), 26 * 2 + 2);
    assert_eq!((&found[0]["id"], &found[0]["file"]), (&"games.pdn:1.0".into(), &"games.pdn".into()));
    assert_eq!(found[26]["id"], "more.pdn:1.0");
    assert_eq!((&found[52]["id"], &found[53]["id"]), (&"positions.txt:1".into(), &7.into()));
    let mut ids: Vec<String> = found.iter().map(|object| object["id"].to_string()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), found.len());
    let error = folder.refused(&["analyse", "games.pdn", "games.pdn", "--depth", "2"]);
    assert_eq!(error, "error: `games.pdn` is given twice\n");
}

#[test]
fn the_parts_of_an_input_make_up_the_whole() {
    let folder = Folder::new();
    folder.write("positions.txt", &"startpos\nstartpos moves 9-13\n# no\nstartpos moves 9-14\n".repeat(2));
    for (file, lines) in [("games.pdn", 26), ("positions.txt", 6)] {
        let base = ["analyse", file, "-v", "english", "--depth", "3"];
        let whole = comparable(&folder.done(&base));
        assert_eq!(whole.len(), lines);
        let part = |part| comparable(&folder.done(&[&base[..], &["--part", part]].concat()));
        let (first, second) = (part("1/2"), part("2/2"));
        assert!(!first.is_empty() && !second.is_empty());
        let mut both = [first, second].concat();
        both.sort_by_key(|object| whole.iter().position(|other| other == object));
        assert_eq!(both, whole);
    }
    for bad in ["0/2", "3/2", "1", "x/2", "1/0"] {
        let error = folder.refused(&["analyse", "games.pdn", "--depth", "2", "--part", bad]);
        assert!(error.contains(bad) && error.contains("expected I/N"), "{error}");
    }
}

#[test]
fn an_interrupted_analysis_resumes_where_it_was() {
    let folder = Folder::new();
    let base = ["analyse", "games.pdn", "--depth", "4", "-o", "out.jsonl"];
    folder.done(&base);
    let whole = folder.read("out.jsonl");
    assert!(folder.refused(&base).contains("use --resume to continue it"), "an old file is kept");
    let resume = [&base[..], &["--resume"]].concat();
    for end in [0, 1, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
        folder.write("out.jsonl", &whole[..end]);
        folder.done(&resume);
        assert_eq!(comparable(&folder.read("out.jsonl")), comparable(&whole), "from {end} bytes");
    }
    // Results of other arguments are not continued, as far as a search can be repeated.
    let part: String = whole.split_inclusive('\n').take(5).collect();
    folder.write("out.jsonl", &part);
    for other in [&["--depth", "5"][..], &["--nodes", "100"], &["--depth", "4", "--multipv", "2"]] {
        let error = folder.refused(&[&["analyse", "games.pdn", "-o", "out.jsonl", "--resume"], other].concat());
        assert!(error.contains("or of other arguments"), "{other:?}: {error}");
        assert_eq!(folder.read("out.jsonl"), part, "{other:?}");
    }
    // Nor are those of which one is missing, twice there, or changed.
    let lines: Vec<&str> = part.split_inclusive('\n').collect();
    let changed = part.replacen("\"id\":\"1.2\"", "\"id\":\"1.9\"", 1);
    for wrong in [[&lines[..2], &lines[3..]].concat().concat(), [&lines[..], &lines[4..]].concat().concat(), changed] {
        folder.write("out.jsonl", &wrong);
        assert!(folder.refused(&resume).contains("the results are those of another input"), "{wrong}");
        assert_eq!(folder.read("out.jsonl"), wrong);
    }
    // Results of another input are not continued.
    let line = whole.lines().next().unwrap().replace("\"line\":1,", "\"line\":5,");
    folder.write("out.jsonl", &format!("{line}\n"));
    let other = folder.refused(&["analyse", "games.pdn", "--depth", "4", "-o", "out.jsonl", "--resume"]);
    assert!(other.contains("the results are those of another input"), "{other}");
    folder.write("out.jsonl", "some text\n");
    assert!(folder.refused(&resume).contains("line 1 is not a result of an analysis"));
    assert_eq!(folder.read("out.jsonl"), "some text\n");
    // A file that is not continued stays as it is.
    for other in ["some text".to_string(), "{\"v\":7,\"line\":1}\n".into(), format!("{line}\n{{\"v\":2,\"li")] {
        folder.write("out.jsonl", &other);
        folder.refused(&resume);
        assert_eq!(folder.read("out.jsonl"), other);
    }
}

#[test]
fn results_replace_a_file_only_on_request() {
    let folder = Folder::new();
    let annotate = ["annotate", "games.pdn", "--depth", "2", "-o", "out.pdn", "--html", "out.html"];
    for (file, other) in [("out.pdn", "out.html"), ("out.html", "out.pdn")] {
        folder.write(file, "mine");
        let error = folder.refused(&annotate);
        assert_eq!(error, format!("error: file `{file}` already exists; --force overwrites it\n"));
        assert!(folder.read(file) == "mine" && !folder.path(other).exists());
        std::fs::remove_file(folder.path(file)).unwrap();
    }
    folder.write("out.html", "mine");
    folder.done(&[&annotate[..], &["--force"]].concat());
    assert!(folder.read("out.pdn").contains("[%eval ") && folder.read("out.html").contains("<html"));
    let same = folder.refused(&["annotate", "games.pdn", "--depth", "2", "-o", "x", "--html", "x", "--force"]);
    assert!(same.contains("--output and --html are the same file"), "{same}");
    // A bad file of evaluations, and one that is none.
    let none = folder.refused(&["annotate", "games.pdn", "--analysis", ".", "-o", "x"]);
    assert!(none.contains("not a regular file") && !folder.path("x").exists(), "{none}");
}

#[test]
fn games_are_annotated() {
    let folder = Folder::new();
    let summary = folder.done(&["annotate", "games.pdn", "--depth", "6", "-o", "out.pdn", "--html", "report.html"]);
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], "1: Anna – Bert </script> 0-1");
    assert!(
        lines[1].starts_with("  accuracy ") && lines[1].contains(", turned at 10... 22-18?? (better "),
        "{summary}"
    );
    assert!(lines[4].starts_with("player"), "{summary}");
    assert_eq!(lines.len(), 5 + 3);
    let written = folder.read("out.pdn");
    let flat = written.replace('\n', " ");
    assert!(flat.contains("10... 22-18?? {[%eval -"), "{written}");
    assert!(flat.contains("sad} (10... "), "{written}");
    assert_eq!(written.matches("[%eval\n").count() + written.matches(".\n").count(), 0, "{written}");
    assert!(flat.contains("[Annotator \"millstone depth 6\"]"), "{written}");
    // What people wrote stays.
    assert!(flat.contains("1. 11-15! {[%eval "), "{written}");
    assert!(flat.contains("(2. 9-14 {mine})"), "{written}");
    assert_eq!(folder.done(&["pdn", "check", "out.pdn"]), "2 games, 24 plies, 0 with errors\n");
    let page = folder.read("report.html");
    assert!(page.contains("22-18") && !page.contains("Bert </script>"), "a name cannot end the script");
    assert!(
        !page.contains("http") || page.matches("http").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    // Again, and from a stored analysis.
    let again = folder.run(&["annotate", "out.pdn", "--depth", "6"]);
    assert_eq!(text(&again.stdout), written);
    assert_eq!(text(&again.stderr), summary);
    folder.done(&["analyse", "games.pdn", "--depth", "6", "-o", "a.jsonl"]);
    folder.done(&["annotate", "games.pdn", "--analysis", "a.jsonl", "-o", "stored.pdn"]);
    assert_eq!(folder.read("stored.pdn").replace("\"millstone\"", "\"millstone depth 6\""), written);
    let json: Value =
        serde_json::from_str(&folder.done(&["annotate", "games.pdn", "--depth", "6", "--json", "-o", "x.pdn"]))
            .unwrap();
    assert_eq!(json["games"][0]["turned"]["ply"], 19);
    assert_eq!(json["players"].as_array().unwrap().len(), 3);
}

#[test]
fn annotated_games_keep_their_notation() {
    let folder = Folder::new();
    folder.write("r.pdn", "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n");
    folder.done(&["annotate", "r.pdn", "--depth", "4", "-o", "out.pdn"]);
    let written = folder.read("out.pdn");
    assert!(written.contains("1. c3-d4 {[%eval ") || written.contains("1. c3-d4?"), "{written}");
    folder.write("m.pdn", "[Variant \"nine-mens-morris\"]\n\n1. d2 f4 2. d6 b4 *\n");
    folder.done(&["annotate", "m.pdn", "--depth", "4", "-o", "out.pdn", "--html", "m.html", "--force"]);
    assert!(folder.read("m.html").contains("\"kind\":\"points\""));
}

#[test]
fn errors_of_games_are_reported() {
    let folder = Folder::new();
    let bad = GAMES.replace("2. 8-11 22-17 3. 11-16", "2. 8-11 22-17 3. 11-17");
    folder.write("bad.pdn", &bad);
    let output = folder.run(&["annotate", "bad.pdn", "--depth", "2"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: bad.pdn:6:33: "), "{error}");
    assert!(error.contains("`11-17`") && error.contains("(game 1)"), "{error}");
    assert!(error.ends_with("error: 1 of 2 games have errors\n"), "{error}");
    assert_eq!(text(&output.stdout).matches("[Event ").count(), 1);
    assert!(folder.refused(&["annotate", "games.pdn"]).contains("expected --depth, --nodes or --movetime"));
    folder.write("no.pdn", "1. 11-15 *\n");
    assert!(folder.refused(&["annotate", "no.pdn", "--depth", "2"]).contains("no tag Variant or GameType"));
    assert!(!Path::new(&folder.path("out.pdn")).exists());
}
