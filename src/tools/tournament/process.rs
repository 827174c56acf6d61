//! An engine as a child process, spoken to line by line.
//!
//! Three threads serve a process: one writes to it, so that an engine which does not read cannot block us; one
//! reads from it and notes when each line came; one drains what it says on stderr. All waiting here has an end.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A wish that all waiting ends, shared by many.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Ends all waiting.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether all waiting is to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// A line that an engine has said.
#[derive(Clone, Debug)]
pub struct Said {
    /// When it came.
    pub at: Instant,
    /// The line, without its end.
    pub text: String,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time is over.
    Late,
    /// The engine has closed its output.
    Closed,
    /// All waiting was ended.
    Halted,
}

/// A running engine. It is ended when this is dropped, with all processes it has started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<Said>,
    complaint: Arc<Mutex<String>>,
}

/// Longer lines are cut off.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines wait for us before the engine waits.
const MOST_LINES: usize = 4096;
/// How soon a halt is noticed.
const GLANCE: Duration = Duration::from_millis(25);

impl Process {
    /// Starts a program with its arguments in a folder.
    pub fn start(command: &[String], folder: Option<&Path>) -> io::Result<Process> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the command is empty"))?;
        let mut order = Command::new(resolve(program, folder));
        order.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            order.current_dir(folder);
        }
        // A group of its own: a Ctrl-C at the terminal is for us alone, and what the engine starts can be ended too.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut order, 0);
        let mut child = order.spawn()?;
        live().insert(child.id());
        let (input, written) = channel();
        let (heard, lines) = sync_channel(MOST_LINES);
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &written));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &heard));
        }
        if let Some(stderr) = child.stderr.take() {
            let last = Arc::clone(&complaint);
            thread::spawn(move || drain(stderr, &last));
        }
        Ok(Process { child, input: Some(input), lines, complaint })
    }

    /// Sends a line. An engine that has gone away is noticed when its answer is awaited.
    pub fn send(&self, line: impl Into<String>) {
        let mut line = line.into();
        line.push('\n');
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Closes the engine's input, when all that was sent is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if one comes in time; a line that waits already is given even after that.
    pub fn next(&self, deadline: Instant, halt: &Halt) -> Result<Said, Silence> {
        loop {
            if halt.is_set() {
                return Err(Silence::Halted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(said) => return Ok(said),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) if left <= GLANCE => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Forgets the lines that nobody has read.
    pub fn forget_lines(&self) {
        // Bounded, since an engine may talk without end.
        for _ in 0..MOST_LINES {
            if self.lines.try_recv().is_err() {
                return;
            }
        }
    }

    /// How the engine ended, if it does so in time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// The last line the engine has said on stderr.
    pub fn complaint(&self) -> String {
        self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks the engine to end, and ends it if it does not.
    pub fn quit(mut self) {
        const GRACE: Duration = Duration::from_millis(500);
        self.send("quit");
        self.close_input();
        self.wait(GRACE);
    }

    fn kill(&mut self) {
        end_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        live().remove(&self.child.id());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The processes that run.
fn live() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every engine at once, for a program that is about to end itself.
pub fn end_all() {
    live().iter().for_each(|id| end_group(*id));
}

#[cfg(unix)]
fn end_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // It fails if nothing is left of the group, which is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

/// A program named by a relative path is looked for in the engine's folder first, then in ours.
fn resolve(program: &str, folder: Option<&Path>) -> PathBuf {
    let path = Path::new(program);
    if path.is_absolute() || path.components().count() < 2 {
        return path.to_path_buf();
    }
    let inside = folder.map(|folder| folder.join(path)).filter(|path| path.exists());
    let found = inside.unwrap_or_else(|| path.to_path_buf());
    std::path::absolute(&found).unwrap_or(found)
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Said>) {
    let mut stdout = BufReader::new(stdout);
    let (mut bytes, mut within) = (Vec::new(), false);
    loop {
        bytes.clear();
        match stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let ended = bytes.last() == Some(&b'\n');
        // The rest of a line that was cut off.
        if std::mem::replace(&mut within, !ended) {
            continue;
        }
        // The end of the output is not the end of a line: half an answer is none.
        if !ended && (bytes.len() as u64) < LONGEST_LINE {
            return;
        }
        let text = String::from_utf8_lossy(&bytes).trim_end().to_string();
        if lines.send(Said { at, text }).is_err() {
            return;
        }
    }
}

fn drain(stderr: impl Read, last: &Mutex<String>) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes = Vec::new();
    while let Ok(1..) = stderr.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        let text = String::from_utf8_lossy(&bytes).trim().to_string();
        if !text.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = super::decode::shown(&text);
        }
        bytes.clear();
    }
}
