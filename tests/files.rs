//! The files that commands read and write: what is not a regular file, what is too large, and who may overwrite what.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("millstone-files-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_millstone"))
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs a command that must end by itself.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut child = self.start(arguments);
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{arguments:?} does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.wait_with_output().unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Arguments of `millstone openings` that need no search; a seed gives each run its own file.
fn openings(count: &'static str, seed: &'static str) -> Vec<&'static str> {
    vec!["openings", "--variant", "english", "--window", "any", "--count", count, "--seed", seed, "--output", "out.txt"]
}

fn is_whole(file: &str, count: usize) -> bool {
    file.ends_with('\n') && file.lines().filter(|line| line.starts_with("startpos")).count() == count
}

#[test]
fn two_writers_of_one_file_do_not_mix_and_one_is_told() {
    let folder = Folder::new();
    // On a busy machine one may end before the other begins; that one is told at once.
    let outputs = loop {
        let writers = ["1", "2"].map(|seed| folder.start(&openings("3000", seed)));
        let outputs = writers.map(|writer| writer.wait_with_output().unwrap());
        if !outputs.iter().any(|output| text(&output.stderr).contains("already exists")) {
            break outputs;
        }
        fs::remove_file(folder.path("out.txt")).unwrap();
    };
    let done: Vec<usize> = (0..2).filter(|at| outputs[*at].status.success()).collect();
    assert_eq!(done.len(), 1, "{outputs:?}");
    let file = folder.read("out.txt");
    assert!(is_whole(&file, 3000) && file.contains(&format!("--seed {}\n", done[0] + 1)));
    // What the other one made is not lost.
    let error = text(&outputs[1 - done[0]].stderr);
    let kept = error.split('`').find(|name| name.ends_with(".part")).unwrap_or_else(|| panic!("{error}"));
    assert!(is_whole(&folder.read(kept), 3000));
}

#[test]
fn a_link_at_the_name_of_a_part_file_is_not_followed() {
    let folder = Folder::new();
    fs::write(folder.path("precious"), "precious").unwrap();
    symlink("precious", folder.path("out.txt.part")).unwrap();
    assert!(folder.run(&openings("5", "1")).status.success());
    assert_eq!(folder.read("precious"), "precious");
    assert!(is_whole(&folder.read("out.txt"), 5));
    assert_eq!(folder.names(), ["out.txt", "out.txt.part", "precious"]);
}

#[test]
fn an_existing_file_is_overwritten_only_on_request() {
    let folder = Folder::new();
    fs::write(folder.path("out.txt"), "my work\n").unwrap();
    let book = ["book", "build", "--variant", "english", "--plies", "1", "--depth", "1", "--output", "out.txt"];
    for arguments in [&openings("5", "1")[..], &book] {
        let refused = folder.run(arguments);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert_eq!(
            text(&refused.stderr),
            "error: file `out.txt` already exists; --force overwrites it\n",
            "{arguments:?}"
        );
        assert_eq!(folder.read("out.txt"), "my work\n");
        let forced = folder.run(&[arguments, &["--force"]].concat());
        assert!(forced.status.success(), "{forced:?}");
        assert_ne!(folder.read("out.txt"), "my work\n");
        assert_eq!(folder.names(), ["out.txt"]);
        fs::write(folder.path("out.txt"), "my work\n").unwrap();
    }
}

#[test]
fn a_link_and_the_permissions_of_its_file_are_kept() {
    let folder = Folder::new();
    fs::create_dir(folder.path("data")).unwrap();
    fs::write(folder.path("data/real.txt"), "old").unwrap();
    fs::set_permissions(folder.path("data/real.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("data/real.txt", folder.path("out.txt")).unwrap();
    let done = folder.run(&[&openings("5", "1")[..], &["--force"]].concat());
    assert!(done.status.success(), "{done:?}");
    assert!(fs::symlink_metadata(folder.path("out.txt")).unwrap().is_symlink());
    assert!(is_whole(&folder.read("data/real.txt"), 5));
    assert_eq!(fs::metadata(folder.path("data/real.txt")).unwrap().permissions().mode() & 0o777, 0o640);
    // A new file is as readable as any other.
    folder.run(&["openings", "--variant", "english", "--window", "any", "--count", "1", "--output", "new.txt"]);
    fs::write(folder.path("plain"), "").unwrap();
    let mode = |name| fs::metadata(folder.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("new.txt"), mode("plain"));
}

#[test]
fn a_failed_run_leaves_the_old_file_and_no_other() {
    let folder = Folder::new();
    fs::write(folder.path("out.txt"), "my work\n").unwrap();
    let arguments =
        ["openings", "--variant", "wolf-and-sheep", "--plies", "1", "--count", "5000", "--depth", "1", "--window"];
    let failed = folder.run(&[&arguments[..], &["any", "--force", "--output", "out.txt"]].concat());
    assert_eq!(failed.status.code(), Some(1), "{failed:?}");
    assert_eq!(folder.read("out.txt"), "my work\n");
    assert_eq!(folder.names(), ["out.txt"]);
}

/// Commands that read the file `NAME`.
const READERS: [&[&str]; 8] = [
    &["openings", "check", "NAME", "--variant", "english"],
    &["book", "check", "NAME"],
    &["book", "show", "--variant", "english", "--file", "NAME"],
    &["book", "build", "--variant", "english", "--games", "NAME"],
    &[
        "match",
        "--engine",
        "name=a",
        "--engine",
        "name=b",
        "--depth",
        "1",
        "--variant",
        "english",
        "--openings",
        "NAME",
    ],
    &["match", "--engine", "name=a", "--engine", "name=b", "--depth", "1", "--variant", "english", "--pdn", "NAME"],
    &["--eval", "NAME", "bench"],
    &["--variants", "NAME", "variants"],
];

fn with_name<'a>(arguments: &[&'a str], name: &'a str) -> Vec<&'a str> {
    arguments.iter().map(|word| if *word == "NAME" { name } else { *word }).collect()
}

#[test]
fn pipes_and_devices_are_refused() {
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    assert!(fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo());
    for name in ["pipe", "/dev/zero", "."] {
        for reader in READERS {
            let output = folder.run(&with_name(reader, name));
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{reader:?} {name}: {error}");
            let expected = if reader[0] == "--variants" { "expected a text file" } else { "not a regular file" };
            assert!(error.contains(expected), "{reader:?} {name}: {error}");
        }
    }
    let log = ["match", "--engine", "name=a", "--engine", "name=b", "--depth", "1", "--variant", "english", "--log"];
    for more in [&["pipe"][..], &["/dev/zero"], &["/dev/zero", "--resume"]] {
        let output = folder.run(&[&log, more].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
        assert!(error.contains("is not the log of a match"), "{more:?}: {error}");
    }
    let book = folder.path("pipe");
    let input = format!("uci\nsetoption name BookFile value {}\nisready\nquit\n", book.display());
    assert!(engine(&input).contains("not a regular file"));
}

#[test]
fn an_input_without_lines_is_given_up() {
    let folder = Folder::new();
    for reader in [&["pdn", "check", "/dev/zero"][..], &["analyse", "/dev/zero", "--depth", "1", "-v", "english"]] {
        let output = folder.run(reader);
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{reader:?}: {error}");
        assert!(out.contains("the line is longer than 4 MB"), "{reader:?}: {out}");
        assert!(format!("{out}{error}").contains("a line does not end within 1 GB"), "{reader:?}: {out}{error}");
    }
}

#[test]
fn a_pipe_is_written_if_somebody_reads_it() {
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    fs::write(folder.path("games.pdn"), "[GameType \"21\"]\n\n1. 11-15 *\n").unwrap();
    let writers: [&[&str]; 4] = [
        &["openings", "--variant", "english", "--window", "any", "--count", "1", "-o", "pipe"],
        &["book", "build", "--variant", "english", "--plies", "1", "--nodes", "10", "-o", "pipe"],
        &["annotate", "games.pdn", "--depth", "1", "-o", "pipe"],
        &["annotate", "games.pdn", "--depth", "1", "--html", "pipe"],
    ];
    for writer in writers {
        let output = folder.run(writer);
        assert!(text(&output.stderr).contains("nobody reads this pipe"), "{writer:?}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{writer:?}");
    }
    let reader = Command::new("cat").arg(folder.path("pipe")).stdout(Stdio::piped()).spawn().unwrap();
    // Until the reader has opened it.
    while !folder.run(writers[0]).status.success() {}
    assert!(is_whole(&text(&reader.wait_with_output().unwrap().stdout), 1));
}

/// The engine's replies to some lines.
fn engine(input: &str) -> String {
    use std::io::Write;
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_millstone")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    text(&child.wait_with_output().unwrap().stdout)
}

#[test]
fn huge_files_are_refused_before_they_are_read() {
    let folder = Folder::new();
    // Takes no room on the disk.
    fs::File::create(folder.path("huge")).unwrap().set_len(1 << 40).unwrap();
    // A PDN file of games is read game by game; the last two have limits and messages of their own.
    for reader in READERS[..6].iter().filter(|reader| !reader.contains(&"--games")) {
        let start = Instant::now();
        let output = folder.run(&with_name(reader, "huge"));
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{reader:?}: {error}");
        assert!(error.contains("larger than"), "{reader:?}: {error}");
        assert!(start.elapsed() < Duration::from_secs(20), "{reader:?}");
    }
    let path = folder.path("huge");
    let input = format!("uci\nsetoption name BookFile value {}\nisready\nquit\n", path.display());
    assert!(engine(&input).contains("larger than"));
    assert_eq!(fs::metadata(Path::new(&path)).unwrap().len(), 1 << 40);
}

/// File names of other times and systems are bytes, not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_file_may_have_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"caf\xe9.pdn");
    fs::write(folder.0.join(name), "[Variant \"english\"]\n\n1. 11-15 22-18 *\n").unwrap();
    for command in
        [&["pdn", "check"][..], &["pdn", "list"], &["analyse", "--depth", "1"], &["annotate", "--depth", "1"]]
    {
        let mut run = Command::new(env!("CARGO_BIN_EXE_millstone"));
        let output = run.args(command).arg(name).current_dir(&folder.0).output().unwrap();
        assert!(output.status.success(), "{command:?}: {output:?}");
    }
    // Two that look the same would have the same ids.
    fs::write(folder.0.join(OsStr::from_bytes(b"caf\xe8.pdn")), "").unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_millstone"));
    run.args(["analyse", "--depth", "1"]).arg(name).arg(OsStr::from_bytes(b"caf\xe8.pdn"));
    let output = run.current_dir(&folder.0).output().unwrap();
    assert!(text(&output.stderr).contains("given twice"), "{output:?}");
}
