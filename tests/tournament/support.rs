//! Runs matches, each in a temporary folder.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub const BINARY: &str = env!("CARGO_BIN_EXE_millstone");

/// Openings of English draughts.
pub const OPENINGS: &str = "\
# some first moves, and an ending
startpos moves 9-13 21-17 5-9
startpos moves 11-15 23-19
B:W18,21,23,24,26-32:B1-10,12 moves 8-11
startpos moves 12-16 24-20
W:WK5,12,13:BK32,20-22
startpos moves 10-14 22-17
";

/// A folder that is removed after the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("millstone-match-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("openings.txt"), OPENINGS).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        // Clearing a large tt before each game would take longer than these short games.
        let small: &[&str] = if arguments.first() == Some(&"match") { &["--option", "Hash=1"] } else { &[] };
        command
            .args(arguments)
            .args(small)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed, and returns its output.
    pub fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{:?}\n{out}\n{err}", output.status);
        out
    }

    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap_or_default()
    }

    /// The games of a log.
    pub fn games(&self, log: &str) -> Vec<Value> {
        let text = self.read(log);
        assert!(text.ends_with('\n'), "the last line is truncated: {text}");
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The arguments of a faulty engine, see stub.py.
    pub fn stub(&self, name: &str, fault: &str, when: usize) -> String {
        let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tournament/stub.py");
        format!("cmd=python3 -IS '{}' {fault} {when} '{BINARY}',name={name}", stub.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The number of processes with a text in their command line.
#[cfg(target_os = "linux")]
pub fn processes(mark: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let holds = |entry: std::fs::DirEntry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        text(&line).contains(mark)
    };
    entries.filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok()).map(holds).filter(|b| *b).count()
}
