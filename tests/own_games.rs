//! Games that a user has written down: `--variants FILE` and the option VariantFile, with the real binary.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_millstone");

const OURS: &str = "\
# How we play at home
[our-table]
parent = schmidt-de
king-capture = any
description = as in the box, but kings land anywhere

[our-large] parent = our-table, board = 10
[our-mill] parent = nine-mens-morris, fly = never
";

/// The folder of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("own-games-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder with some input; it must end, whatever the files are.
fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(BINARY)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has refused its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    // Read while it runs: a pipe holds less than the whole table of games.
    let mut pipe = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).map(|_| bytes)
    });
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    Output { stdout: reader.join().unwrap().unwrap(), ..output }
}

/// The output of a run that must succeed.
fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments, "");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The error line of a run that must be refused.
fn bad(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments, "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {error}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    error
}

/// What the engine answers to some lines.
fn engine(folder: &Path, arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let output = run(folder, arguments, &(lines.join("\n") + "\nquit\n"));
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn every_command_knows_the_games_of_the_file() {
    let folder = folder("commands");
    std::fs::write(folder.join("ours.txt"), OURS).unwrap();
    let king = "W:WK29:B22,2,1:H0";
    let expected = good(&folder, &["show", "--variant", "schmidt-de+king-capture=any", "--fen", king]);
    let moves = |text: &str| text.lines().skip(1).map(str::to_string).collect::<Vec<_>>();
    // Before the command or behind it, before the variant or behind it.
    for arguments in [
        ["--variants", "ours.txt", "show", "--variant", "our-table", "--fen", king],
        ["show", "--variant", "Our-Table", "--fen", king, "--variants", "ours.txt"],
    ] {
        let shown = good(&folder, &arguments);
        assert!(shown.starts_with("our-table\n"), "{shown}");
        assert_eq!(moves(&shown), moves(&expected));
    }
    let joined = good(&folder, &["perft", "4", "--variant=our-mill+men=3", "--variants=ours.txt"]);
    assert!(joined.contains("depth 4 nodes 255024"), "{joined}");
    let input = "{\"variant\":\"our-large\"}\n{\"variant\":\"our-mill\"}\n";
    let output = run(&folder, &["analyse", "--depth", "2", "--variants", "ours.txt"], input);
    let lines = String::from_utf8(output.stdout).unwrap();
    let variants: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["variant"].clone()).collect();
    assert_eq!(variants, ["our-large", "our-mill"]);
    assert!(bad(&folder, &["show", "--variant", "our-table"]).contains("unknown variant `our-table`"));
    let error = bad(&folder, &["show", "--variant", "our-tble", "--variants", "ours.txt"]);
    assert!(error.contains("did you mean `our-table`?"), "{error}");
}

#[test]
fn the_games_are_listed() {
    let folder = folder("list");
    std::fs::write(folder.join("ours.txt"), OURS).unwrap();
    let list = good(&folder, &["variants", "--variants", "ours.txt"]);
    let (_, own) = list.split_once("of your own, in ").unwrap();
    assert!(own.lines().next().unwrap().ends_with("ours.txt"));
    let line = own.lines().find(|line| line.starts_with("  our-table")).unwrap();
    assert!(line.ends_with("as in the box, but kings land anywhere"), "{line}");
    assert!(own.contains("our-large  from our-table") && own.contains("10×10"), "{own}");
    let one = good(&folder, &["variants", "our-table", "--variants", "ours.txt"]);
    assert!(one.contains("draughts, from schmidt-de: as in the box") && one.contains("\nking-capture=any: "), "{one}");
    assert!(!one.contains("also called"), "{one}");
    let json: Value = serde_json::from_str(&good(&folder, &["variants", "--json", "--variants", "ours.txt"])).unwrap();
    let own = json["variants"].as_array().unwrap().iter().find(|game| game["name"] == "our-mill").unwrap();
    assert_eq!((&own["parent"], &own["axes"]["fly"]), (&"nine-mens-morris".into(), &"never".into()));
    assert!(json["variants"][0].get("parent").is_none());
    let one = good(&folder, &["variants", "--json", "our-mill+men=7", "--variants", "ours.txt"]);
    let json: Value = serde_json::from_str(&one).unwrap();
    assert_eq!((&json["name"], &json["base"]), (&"our-mill+men=7".into(), &"our-mill".into()));
}

#[test]
fn a_bad_file_is_refused_with_its_place() {
    let folder = folder("bad");
    let many: String = (0..1001).map(|n| format!("[g{n}] parent = english\n")).collect();
    let large = format!("# {}\n", "x".repeat(1 << 20));
    for (text, expected) in [
        ("[a]\nparent = schmidt-de\n  king-captur = any\n", "bad.txt:3:3: unknown axis `king-captur` (did you mean"),
        ("[a]\nking-capture = any\nparent = schmid-de\n", "bad.txt:3:10: unknown variant `schmid-de` (did you mean"),
        ("[a] parent = schmidt-de, king-capture = sny", "bad.txt:1:41: axis `king-capture` has no value `sny`"),
        ("\n\nking-capture = any", "bad.txt:3:1: `king-capture = any` stands before the first `[name]`"),
        ("[a]\nking-capture = any", "bad.txt:1:2: `[a]`: no parent"),
        ("[a\nparent = english", "bad.txt:1:1: `[a`: expected `[name]`"),
        ("[] parent = english", "bad.txt:1:2: name ``: expected letters"),
        ("[a b] parent = english", "bad.txt:1:2: name `a b`: expected letters"),
        ("[English] parent = russian", "bad.txt:1:2: name `English`: there is a game of that name"),
        ("[checkers] parent = russian", "bad.txt:1:2: name `checkers`: there is a game of that name"),
        ("[a] parent = english\n[A] parent = english", "bad.txt:2:2: name `A`: duplicate entry"),
        ("[a] parent = english, parent = russian", "bad.txt:1:23: duplicate `parent`"),
        ("[a] parent = english\nfirst = white\nfirst = black", "bad.txt:3:1: duplicate axis `first`"),
        ("[a] parent = b\n[b] parent = english", "bad.txt:1:14: unknown variant `b`"),
        ("[a] parent = international, capture = huff", "bad.txt:1:2: these rules make no sense together"),
        ("[a] parent = english, huffing", "bad.txt:1:23: `huffing`: expected `axis = value`"),
        (many.as_str(), "bad.txt:1001:1: more than 1000 games"),
        (large.as_str(), "bad.txt: expected a text file of at most 1048576 bytes"),
    ] {
        std::fs::write(folder.join("bad.txt"), text).unwrap();
        let error = bad(&folder, &["show", "--variants", "bad.txt"]);
        assert!(error.contains(expected), "{expected}: {error}");
    }
    std::fs::write(folder.join("bad.txt"), b"[a] parent = english\n# \xff\xfe\n").unwrap();
    assert!(bad(&folder, &["show", "--variants", "bad.txt"]).contains("cannot read bad.txt: "));
    assert!(bad(&folder, &["show", "--variants", "none.txt"]).contains("cannot read none.txt: "));
    assert!(bad(&folder, &["show", "--variants", "."]).contains("expected a text file"));
    assert!(bad(&folder, &["show", "--variants"]).contains("a value is required"));
    // The engine does not start either.
    assert!(bad(&folder, &["--variants", "none.txt"]).contains("cannot read none.txt: "));
}

#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = folder("devices");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    for path in ["pipe", "/dev/zero"] {
        assert!(bad(&folder, &["show", "--variants", path]).contains("expected a text file"), "{path}");
        let set = format!("setoption name VariantFile value {path}");
        let lines = engine(&folder, &[], &[&set, "isready"]);
        assert!(lines[0].contains("option VariantFile: ") && lines[0].contains("expected a text file"), "{lines:?}");
        assert_eq!(lines[1], "readyok");
    }
}

#[test]
fn the_engine_has_an_option() {
    let folder = folder("engine");
    std::fs::write(folder.join("our games.txt"), OURS).unwrap();
    std::fs::write(folder.join("bad.txt"), "[our-table] parent = nothing\n").unwrap();
    std::fs::write(folder.join("other.txt"), "[our-table] parent = english\n").unwrap();
    let lines = engine(
        &folder,
        &[],
        &[
            "setoption name UCI_Variant value our-table",
            "setoption name VariantFile value our games.txt",
            "setoption name UCI_Variant value our-table",
            "position fen W:WK29:B22,2,1",
            "moves",
            "setoption name VariantFile value bad.txt",
            "moves",
            // Another file: the variant and the position in use stay as they are.
            "setoption name VariantFile value other.txt",
            "moves",
            "d",
            "setoption name UCI_Variant value our-mill",
            "setoption name UCI_Variant value our-table",
            "d",
            "setoption name VariantFile value <empty>",
            "setoption name UCI_Variant value our-table",
        ],
    );
    let said: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string")).collect();
    let moves: Vec<&String> = lines.iter().filter(|line| line.starts_with("moves")).collect();
    let fens: Vec<&String> = lines.iter().filter(|line| line.starts_with("fen")).collect();
    assert_eq!(moves, ["moves 29x4 29x8 29x11 29x15 29x18"; 3]);
    assert_eq!(fens, ["fen W:WK29:B1,2,22", "fen B:W21-32:B1-12"]);
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said[0].contains("unknown variant `our-table`"), "{said:?}");
    assert!(said[1].contains("option VariantFile: bad.txt:1:22: unknown variant `nothing`"), "{said:?}");
    assert!(said[1].ends_with("; the games are unchanged"), "{said:?}");
    assert!(said[2].contains("unknown variant `our-mill`"), "{said:?}");
    assert!(said[3].contains("unknown variant `our-table`"), "{said:?}");
}

#[test]
fn the_argument_declares_the_games_and_the_file() {
    let folder = folder("declared");
    std::fs::write(folder.join("ours.txt"), OURS).unwrap();
    let path = folder.join("ours.txt");
    let lines = engine(&folder, &["--variants", "ours.txt"], &["uci"]);
    let variants = lines.iter().find(|line| line.starts_with("option name UCI_Variant")).unwrap();
    assert!(variants.ends_with(" var our-table var our-large var our-mill"), "{variants}");
    assert!(lines.contains(&format!("option name VariantFile type string default {}", path.display())));
    let lines = engine(&folder, &["hub", "--variants", "ours.txt"], &["hub"]);
    let variants = lines.iter().find(|line| line.starts_with("param name=variant ")).unwrap();
    assert!(variants.ends_with(" our-table our-large\""), "{variants}");
    let lines = engine(&folder, &[], &["uci"]);
    assert!(lines.contains(&"option name VariantFile type string default <empty>".to_string()));
}

#[test]
fn hub_has_a_parameter() {
    let folder = folder("hub");
    std::fs::write(folder.join("ours.txt"), OURS).unwrap();
    let lines = engine(
        &folder,
        &["hub"],
        &[
            "hub",
            "set-param name=variant-file value=ours.txt",
            "set-param name=variant value=our-table",
            "pos start moves=\"22-18\"",
            "set-param name=variant value=our-mill",
            "set-param name=variant-file value=none.txt",
        ],
    );
    assert!(lines.contains(&"param name=variant-file value=\"\" type=string".to_string()), "{lines:?}");
    let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("error")).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("a draughts game without huffing"), "{errors:?}");
    assert!(errors[1].contains("cannot read none.txt"), "{errors:?}");
}

#[test]
fn a_match_passes_the_file_on() {
    let folder = folder("match");
    std::fs::write(folder.join("ours.txt"), OURS).unwrap();
    // One engine offers the option; the other one does not, as if it were of another make.
    let script = |name: &str, hide: &str| {
        let text = format!("tee {name}.sent | '{BINARY}' | grep -v --line-buffered 'option name {hide}'\n");
        std::fs::write(folder.join(format!("{name}.sh")), text).unwrap();
    };
    script("new", "nothing");
    script("old", "VariantFile");
    good(
        &folder,
        &[
            "match",
            "--variants",
            "ours.txt",
            "--variant",
            "our-table",
            "--engine",
            "cmd=sh new.sh,name=new",
            "--engine",
            "cmd=sh old.sh,name=old",
            "--games",
            "2",
            "--depth",
            "1",
            "--max-plies",
            "12",
            "--pdn",
            "games.pdn",
            "--log",
            "games.jsonl",
        ],
    );
    let sent = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.sent"))).unwrap();
    let file = format!("setoption name VariantFile value {}\n", folder.join("ours.txt").display());
    assert!(sent("new").contains(&(file + "setoption name UCI_Variant value our-table\n")), "{}", sent("new"));
    assert!(sent("old").contains("setoption name UCI_Variant value schmidt-de+king-capture=any\n"), "{}", sent("old"));
    assert!(!sent("old").contains("VariantFile"));
    // What is kept can be read by those who do not have the file.
    let log = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert!(log.lines().next().unwrap().contains("\"variant\":\"schmidt-de+king-capture=any\""), "{log}");
    assert!(!log.contains("forfeit"), "{log}");
    good(&folder, &["pdn", "check", "games.pdn"]);
}

#[test]
fn books_name_the_rules() {
    let folder = folder("book");
    std::fs::write(folder.join("ours.txt"), OURS).unwrap();
    let build = ["book", "build", "--variant", "our-mill", "--plies", "1", "--nodes", "500", "--variants", "ours.txt"];
    let book = good(&folder, &build);
    assert!(book.contains("\nvariant nine-mens-morris+fly=never\n"), "{book}");
    std::fs::write(folder.join("ours.book"), book).unwrap();
    good(&folder, &["book", "check", "ours.book"]);
    let show = ["book", "show", "--variant", "our-mill", "--variants", "ours.txt", "--file", "ours.book"];
    assert!(!good(&folder, &show).is_empty());
}
