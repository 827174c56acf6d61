//! An engine as a child process with line-based input and output.
//!
//! Each process has three threads: one writes to it, so that an engine that does not read cannot block us; one reads
//! its lines with the time each arrived; one drains its stderr. Every wait has a time limit.

use super::trace::{EngineTrace, TraceDirection};
use crate::games::notation::clip;
use crate::util::byte_queue::{self, QueueReceiver, QueueSender};
use crate::util::lines::{self, LineRead};
use std::collections::BTreeSet;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A shared flag that ends all waiting.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Sets the flag.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// A line from an engine.
#[derive(Clone, Debug)]
pub struct EngineLine {
    /// When it arrived.
    pub received: Instant,
    /// The line without its newline.
    pub text: String,
}

/// Why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiveError {
    /// The deadline has passed.
    Timeout,
    /// The engine has closed its output.
    Closed,
    /// The stop flag is set.
    Stopped,
}

/// A running engine. Dropping it kills the engine and all processes the engine has started.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    input: Option<Sender<String>>,
    lines: QueueReceiver<EngineLine>,
    last_stderr: Arc<Mutex<String>>,
    /// Disconnected once all of stderr is read.
    stderr_end: Receiver<()>,
    trace: Option<EngineTrace>,
}

/// Longer lines are truncated.
const MAX_LINE: usize = 1 << 20;
/// How many unread lines are kept, and how many bytes; then the engine's output blocks.
const MAX_QUEUED: (usize, usize) = (4096, 4 << 20);
/// How often the stop flag is checked.
const POLL: Duration = Duration::from_millis(25);

impl EngineProcess {
    /// Starts a program with its arguments in a working directory. `trace` makes a trace by the id of the process.
    pub fn start(
        command: &[String],
        dir: Option<&Path>,
        trace: Option<&dyn Fn(u32) -> EngineTrace>,
    ) -> io::Result<EngineProcess> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the command is empty"))?;
        let mut command = Command::new(resolve(program, dir));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        // A process group of its own: Ctrl-C at the terminal does not reach the engine, and its children can be killed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        running().insert(child.id());
        let trace = trace.map(|trace| trace(child.id()));
        let (input, to_write) = channel();
        let (received, lines) = byte_queue::bounded(MAX_QUEUED.0, MAX_QUEUED.1);
        let last_stderr = Arc::new(Mutex::new(String::new()));
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            let trace = trace.clone();
            thread::spawn(move || read_lines(stdout, &received, trace.as_ref()));
        }
        let (end, stderr_end) = channel();
        if let Some(stderr) = child.stderr.take() {
            let (last, trace) = (Arc::clone(&last_stderr), trace.clone());
            thread::spawn(move || {
                drain(stderr, &last, trace.as_ref());
                drop(end);
            });
        }
        Ok(EngineProcess { child, input: Some(input), lines, last_stderr, stderr_end, trace })
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line. If the engine has exited, the next receive reports it.
    pub fn send(&self, line: impl Into<String>) {
        let mut line = line.into();
        line.push('\n');
        if let Some(trace) = &self.trace {
            trace.add(TraceDirection::ToEngine, &line);
        }
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Closes the engine's input after everything sent so far has been written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line; a line that has already arrived is returned even after the deadline.
    pub fn receive(&self, deadline: Instant, stop: &StopFlag) -> Result<EngineLine, ReceiveError> {
        loop {
            if stop.is_set() {
                return Err(ReceiveError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(ReceiveError::Closed),
                Err(RecvTimeoutError::Timeout) if left <= POLL => return Err(ReceiveError::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Discards unread lines.
    pub fn discard_lines(&self) {
        // Bounded, since an engine may never stop sending.
        for _ in 0..MAX_QUEUED.0 {
            if self.lines.try_recv().is_none() {
                return;
            }
        }
    }

    /// The exit status, if the engine exits within `limit`.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        /// A process that the engine has left behind may keep its stderr open.
        const LAST_WORDS: Duration = Duration::from_secs(1);
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let _ = self.stderr_end.recv_timeout(LAST_WORDS);
                    return Some(status);
                }
                Err(_) => return None,
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// The last line the engine wrote to stderr.
    pub fn last_stderr(&self) -> String {
        self.last_stderr.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks the engine to exit, and kills it if it does not.
    pub fn quit(mut self) {
        const GRACE: Duration = Duration::from_millis(500);
        self.send("quit");
        self.close_input();
        self.wait(GRACE);
    }

    fn kill(&mut self) {
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        running().remove(&self.child.id());
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The ids of all running engines.
fn running() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all engines, for a program that is about to exit.
pub fn kill_all() {
    running().iter().for_each(|id| kill_group(*id));
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // Fails only if no process of the group is left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Looks for a program with a relative path in the engine's directory first, then in the current one.
fn resolve(program: &str, dir: Option<&Path>) -> PathBuf {
    let path = Path::new(program);
    if path.is_absolute() || path.components().count() < 2 {
        return path.to_path_buf();
    }
    let inside = dir.map(|dir| dir.join(path)).filter(|path| path.exists());
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

fn read_lines(stdout: ChildStdout, sender: &QueueSender<EngineLine>, trace: Option<&EngineTrace>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    while let Ok(read @ (LineRead::Whole | LineRead::TooLong)) = lines::read_up_to(MAX_LINE, &mut stdout, &mut bytes) {
        let received = Instant::now();
        // A last line without a newline is incomplete.
        if read == LineRead::Whole && !bytes.ends_with(b"\n") {
            return;
        }
        let text = String::from_utf8_lossy(&bytes).trim_end().to_string();
        trace.into_iter().for_each(|trace| trace.add(TraceDirection::FromEngine, &text));
        let length = text.len();
        if !sender.send(EngineLine { received, text }, length) {
            return;
        }
        if read == LineRead::TooLong && lines::skip(&mut stdout).is_err() {
            return;
        }
        bytes.clear();
    }
}

fn drain(stderr: impl Read, last: &Mutex<String>, trace: Option<&EngineTrace>) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes = Vec::new();
    while let Ok(LineRead::Whole | LineRead::TooLong) = lines::read_up_to(MAX_LINE, &mut stderr, &mut bytes) {
        let text = String::from_utf8_lossy(&bytes).trim().to_string();
        if !text.is_empty() {
            trace.into_iter().for_each(|trace| trace.add(TraceDirection::Stderr, &text));
            *last.lock().unwrap_or_else(PoisonError::into_inner) = clip(&text);
        }
        bytes.clear();
    }
}
