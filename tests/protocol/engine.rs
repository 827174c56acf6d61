//! The real binary as a child process, driven line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Guards against a hang; nothing in these tests takes as long, even on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Engine {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine::with(&[])
    }

    pub fn with(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_millstone"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("stdout is a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if line.map(|line| sender.send(line)).is_err() {
                    return;
                }
            }
        });
        Engine { child, input, lines }
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line; `None` once the engine has exited.
    pub fn try_read(&mut self) -> Option<String> {
        match self.lines.recv_timeout(TIMEOUT) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no output from the engine"),
        }
    }

    pub fn read(&mut self) -> String {
        self.try_read().expect("the engine has exited")
    }

    /// The next line, if there is one within the time.
    pub fn read_within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// All lines up to the first that begins with a word, that one last.
    pub fn read_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.read());
            if lines[lines.len() - 1].split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    /// All lines of the reply to a command.
    pub fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.send("isready");
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    /// The `bestmove` line of a search.
    pub fn best(&mut self, go: &str) -> String {
        self.send(go);
        self.read_until("bestmove").pop().expect("read_until returns the line")
    }

    /// Closes the input; gives the exit status and the remaining output.
    pub fn close(mut self) -> (ExitStatus, Vec<String>) {
        self.input = None;
        let mut lines = Vec::new();
        while let Some(line) = self.try_read() {
            lines.push(line);
        }
        (self.wait(), lines)
    }

    pub fn quit(mut self) {
        self.send("quit");
        assert!(self.wait().success());
    }

    fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the engine can be waited for") {
                return status;
            }
            assert!(began.elapsed() < TIMEOUT, "the engine does not exit");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
