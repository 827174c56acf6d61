//! An engine under test.

use super::super::decode::{self, HandshakeLine};
use super::super::encode::{ClientProtocol, MoveHistory};
use super::super::process::{EngineLine, EngineProcess, ReceiveError, StopFlag};
use super::super::spec::EngineSpec;
use super::recent_lines::RecentLines;
use super::{CheckFailure, CheckTimeouts};
use crate::engine::protocol::Dialect;
use crate::games::catalog::Variant;
use crate::games::notation::clip;
use std::time::{Duration, Instant};

/// An engine under test. It is started when it is first needed.
pub struct EngineProbe<'a> {
    spec: &'a EngineSpec,
    pub variant: &'a Variant,
    pub timeouts: &'a CheckTimeouts,
    stop: &'a StopFlag,
    pub protocol: ClientProtocol,
    process: Option<EngineProcess>,
    /// The lines of its handshake.
    pub handshake: Vec<String>,
}

/// A finished search.
pub struct ProbeSearch {
    /// The engine's output, `bestmove` or `done` last.
    pub lines: Vec<String>,
    /// The best move, in our square numbers.
    pub best: String,
    /// From `go` to the best move.
    pub time: Duration,
}

/// Engine output in backquotes, made safe to print.
pub fn quoted(text: &str) -> String {
    format!("`{}`", clip(text))
}

impl<'a> EngineProbe<'a> {
    /// A probe of an engine that is not started yet.
    pub fn new(
        spec: &'a EngineSpec,
        dialect: Dialect,
        variant: &'a Variant,
        timeouts: &'a CheckTimeouts,
        stop: &'a StopFlag,
    ) -> EngineProbe<'a> {
        let protocol = ClientProtocol::new(dialect, variant);
        EngineProbe { spec, variant, timeouts, stop, protocol, process: None, handshake: Vec::new() }
    }

    pub fn dialect(&self) -> Dialect {
        self.protocol.dialect
    }

    /// Kills the engine; the next check starts it again.
    pub fn restart(&mut self) {
        self.process = None;
    }

    /// The running engine, started if necessary.
    fn process(&mut self) -> Result<&mut EngineProcess, CheckFailure> {
        if self.process.is_none() {
            self.start()?;
        }
        self.process.as_mut().ok_or_else(|| CheckFailure::fail("an engine that runs", "none"))
    }

    /// Starts the engine, does the handshake and sets the variant.
    pub fn start(&mut self) -> Result<(), CheckFailure> {
        let command = self.spec.command.join(" ");
        let started = EngineProcess::start(&self.spec.command, self.spec.dir.as_deref(), None);
        let process =
            started.map_err(|error| CheckFailure::fail(format!("{} starts", quoted(&command)), error.to_string()))?;
        self.process = Some(process);
        let (first, last) = self.protocol.handshake();
        let lines = self.ask(first, self.timeouts.start, &format!("`{last}` after `{first}`"), |line| line == last)?;
        self.handshake = lines.into_iter().map(|line| line.text).collect();
        for (name, value) in self.protocol.variant_options(self.variant, |name| self.has_option(name)) {
            self.send(self.protocol.set_option(name, &value))?;
        }
        for (name, value) in &self.spec.options {
            self.send(self.protocol.set_option(name, value))?;
        }
        let (init, ready) = self.protocol.init();
        self.ask(init, self.timeouts.start, &format!("`{ready}` after `{init}`"), |line| line == ready)?;
        Ok(())
    }

    /// The names of the engine's options.
    pub fn options(&self) -> Vec<String> {
        let name = |line: &String| match decode::handshake_line(self.dialect(), line) {
            Some(HandshakeLine::Option(name)) => Some(name),
            _ => None,
        };
        self.handshake.iter().filter_map(name).collect()
    }

    pub fn has_option(&self, name: &str) -> bool {
        self.options().iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    pub fn send(&mut self, line: impl Into<String>) -> Result<(), CheckFailure> {
        self.process()?.send(line);
        Ok(())
    }

    /// Sends a line and returns the output up to the `wanted` line.
    pub fn ask(
        &mut self,
        line: &str,
        timeout: Duration,
        expected: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<EngineLine>, CheckFailure> {
        self.send(line)?;
        self.read_until(timeout, expected, wanted)
    }

    /// The output up to the `wanted` line.
    pub fn read_until(
        &mut self,
        timeout: Duration,
        expected: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<EngineLine>, CheckFailure> {
        let (error, lines) = match self.listen(timeout, wanted)? {
            (None, lines) => return Ok(lines),
            (Some(error), lines) => (error, lines),
        };
        let last = lines.last().map(|line| format!("; last line: {}", quoted(&line.text)));
        let last = last.unwrap_or_default();
        let process = self.process()?;
        Err(match error {
            ReceiveError::Stopped => CheckFailure::Stopped,
            ReceiveError::Timeout => CheckFailure::fail(expected, format!("no such line within {timeout:?}{last}")),
            ReceiveError::Closed => {
                let exit = decode::exit_reason(process.wait(Duration::from_millis(500)));
                let stderr = Some(process.last_stderr()).filter(|text| !text.is_empty());
                let stderr = stderr.map(|text| format!("; stderr: {text}")).unwrap_or_default();
                CheckFailure::fail(expected, format!("the engine exited ({exit}){last}{stderr}"))
            }
        })
    }

    /// Reads until a `wanted` line, the timeout or the end of the output: the last lines, and the error unless the wanted
    /// line came.
    fn listen(
        &mut self,
        timeout: Duration,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(Option<ReceiveError>, Vec<EngineLine>), CheckFailure> {
        let (deadline, stop) = (Instant::now() + timeout, self.stop);
        let process = self.process()?;
        let mut recent = RecentLines::default();
        let error = loop {
            match process.receive(deadline, stop) {
                Ok(line) if line.received > deadline => break Some(ReceiveError::Timeout),
                Ok(line) => {
                    let found = wanted(line.text.trim());
                    recent.push(line);
                    if found {
                        break None;
                    }
                }
                Err(error) => break Some(error),
            }
        };
        Ok((error, recent.lines()))
    }

    /// Waits until the engine has handled all commands sent before, and returns its output since the last wait.
    pub fn sync(&mut self) -> Result<Vec<EngineLine>, CheckFailure> {
        let (ping, reply) = self.protocol.ping();
        self.ask(ping, self.timeouts.reply, &format!("`{reply}` after `{ping}`"), |line| line == reply)
    }

    /// Sends a position.
    pub fn position(&mut self, history: &MoveHistory) -> Result<(), CheckFailure> {
        self.send(self.protocol.position(history))
    }

    /// Starts a search: with the limits of UCI's `go`, or the level and mode of Hub.
    pub fn go(&mut self, uci: &str, level: &str, mode: &str) -> Result<(), CheckFailure> {
        if self.dialect() == Dialect::Hub {
            if !level.is_empty() {
                self.send(format!("level {level}"))?;
            }
            self.send(format!("go {mode}"))
        } else {
            self.send(format!("go {uci}"))
        }
    }

    /// Waits for the best move of the running search.
    pub fn best_move(&mut self, timeout: Duration) -> Result<ProbeSearch, CheckFailure> {
        let start = Instant::now();
        let protocol = self.protocol.clone();
        let expected = if self.dialect() == Dialect::Hub { "`done move=…`" } else { "`bestmove …`" };
        let lines = self.read_until(timeout, expected, |line| protocol.is_best_move(line))?;
        let Some(last) = lines.last() else { return Err(CheckFailure::fail(expected, "nothing")) };
        let best = protocol.best_move(&last.text);
        let best = best.ok_or_else(|| CheckFailure::fail(expected, quoted(&last.text)))?;
        let time = last.received.saturating_duration_since(start);
        Ok(ProbeSearch { lines: lines.into_iter().map(|line| line.text).collect(), best, time })
    }

    /// Searches a position with a limit.
    pub fn search(
        &mut self,
        history: &MoveHistory,
        uci: &str,
        level: &str,
        timeout: Duration,
    ) -> Result<ProbeSearch, CheckFailure> {
        self.position(history)?;
        self.go(uci, level, "think")?;
        self.best_move(timeout)
    }

    /// Checks that no best move comes for some time.
    pub fn no_best_move(&mut self, time: Duration, expected: &str) -> Result<(), CheckFailure> {
        let protocol = self.protocol.clone();
        match self.listen(time, |line| protocol.is_best_move(line))? {
            (Some(ReceiveError::Timeout), _) => Ok(()),
            (Some(ReceiveError::Stopped), _) => Err(CheckFailure::Stopped),
            (Some(ReceiveError::Closed), _) => Err(CheckFailure::fail(expected, "the engine exited")),
            (None, lines) => {
                let last = lines.last().map(|line| line.text.as_str()).unwrap_or_default();
                Err(CheckFailure::fail(expected, quoted(last)))
            }
        }
    }

    /// Checks that the engine exits with success; closes its input first if `close` is true.
    pub fn expect_exit(&mut self, after: &str, close: bool) -> Result<(), CheckFailure> {
        let timeout = self.timeouts.reply;
        let process = self.process()?;
        if close {
            process.close_input();
        }
        let status = process.wait(timeout);
        self.restart();
        let got = match status {
            Some(status) if status.success() => return Ok(()),
            None => format!("it still runs after {timeout:?}"),
            status => decode::exit_reason(status),
        };
        Err(CheckFailure::fail(format!("the engine exits after {after}"), got))
    }
}
