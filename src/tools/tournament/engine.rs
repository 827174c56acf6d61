//! An engine of a match: started, configured, asked for moves.

use super::decode::{self, EngineInfo, HandshakeLine};
use super::encode::{ClientProtocol, GoParams, MoveHistory};
use super::process::{EngineLine, EngineProcess, ReceiveError, StopFlag};
use super::spec::EngineSpec;
use super::trace::{EngineTrace, MatchTrace};
use crate::engine::protocol::Dialect;
use crate::games::catalog::Variant;
use crate::games::notation::clip;
use crate::util::suggest;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why an engine forfeits a game. The text is the recorded reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFault {
    /// An illegal move.
    #[error("illegal move {0}")]
    Illegal(String),
    /// A reply that is not a move.
    #[error("garbled answer `{0}`")]
    Garbled(String),
    /// Time exceeded.
    #[error("time")]
    Time,
    /// No reply, not even after `stop`.
    #[error("no answer")]
    NoAnswer,
    /// The engine exited.
    #[error("crash ({0})")]
    Crash(String),
}

/// Why an engine made no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// A fault of the engine.
    Fault(EngineFault),
    /// The engine gives the game up.
    Resigned,
    /// The match was stopped.
    Stopped,
}

impl From<EngineFault> for TurnError {
    fn from(fault: EngineFault) -> TurnError {
        TurnError::Fault(fault)
    }
}

/// Why an engine is not ready to play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineStartError {
    /// The program cannot be run.
    #[error("cannot run `{command}`: {problem}")]
    Run {
        /// The command line.
        command: String,
        /// The error of the operating system.
        problem: String,
    },
    /// It does not send the expected reply.
    #[error("no `{expected}` after `{sent}`: {problem}")]
    NoReply {
        /// The command sent.
        sent: &'static str,
        /// The expected reply.
        expected: &'static str,
        /// What happened instead.
        problem: String,
    },
    /// It has no such option.
    #[error("it has no option `{name}`{hint}")]
    Option {
        /// The name of the option.
        name: String,
        /// A suggestion, or empty.
        hint: String,
    },
    /// The match was stopped.
    #[error("stopped")]
    Stopped,
}

impl EngineStartError {
    /// Whether another attempt may succeed.
    pub fn is_temporary(&self) -> bool {
        matches!(self, EngineStartError::NoReply { .. })
    }
}

/// A move chosen by an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The move, in our square numbers.
    pub text: String,
    /// What it reported last; moves are in our square numbers.
    pub info: EngineInfo,
    /// From `go`, or from the opponent's move if it pondered, to the reply.
    pub time: Duration,
    /// The reply that it expects, in our square numbers.
    pub expected_reply: Option<String>,
    /// Whether it had searched the position while its opponent thought.
    pub ponder_hit: bool,
}

/// Further options are ignored, since an engine may send any number of lines; so are names that are longer.
const MAX_OPTIONS: usize = 4096;
const MAX_OPTION_NAME: usize = 1000;

/// A running engine that is ready to play.
#[derive(Debug)]
pub struct MatchEngine {
    process: EngineProcess,
    protocol: ClientProtocol,
    /// The options it offers.
    options: Vec<String>,
    /// The time limit for starting, and for getting ready.
    start_limit: Duration,
    answers_ping: bool,
    /// The move that it expects its opponent to make, while it ponders.
    pondering: Option<String>,
}

impl MatchEngine {
    /// Starts an engine and sets its options.
    pub fn start(
        spec: &EngineSpec,
        dialect: Dialect,
        variant: &Variant,
        start_limit: Duration,
        stop: &StopFlag,
        trace: Option<&MatchTrace>,
    ) -> Result<MatchEngine, EngineStartError> {
        let engine_trace = trace.map(|trace| |process: u32| trace.engine(&spec.name, process));
        let engine_trace = engine_trace.as_ref().map(|trace| trace as &dyn Fn(u32) -> EngineTrace);
        let started = EngineProcess::start(&spec.command, spec.dir.as_deref(), engine_trace);
        let process = started.map_err(|error| EngineStartError::Run {
            command: clip(&spec.command.join(" ")),
            problem: error.to_string(),
        })?;
        let protocol = ClientProtocol::new(dialect, variant);
        let mut engine =
            MatchEngine { process, protocol, options: Vec::new(), start_limit, answers_ping: false, pondering: None };
        engine.handshake(stop)?;
        engine.set_options(spec, variant)?;
        let (sent, expected) = engine.protocol.init();
        engine.ask(sent, expected, stop)?;
        if engine.protocol.dialect == Dialect::Hub {
            engine.answers_ping = engine.try_ping(stop)?;
        }
        Ok(engine)
    }

    fn handshake(&mut self, stop: &StopFlag) -> Result<(), EngineStartError> {
        let (sent, expected) = self.protocol.handshake();
        self.process.send(sent);
        let deadline = Instant::now() + self.start_limit;
        loop {
            let line = self.receive(deadline, stop, sent, expected)?;
            if line.text.trim() == expected {
                return Ok(());
            }
            if let Some(HandshakeLine::Option(name)) = decode::handshake_line(self.protocol.dialect, &line.text)
                && self.options.len() < MAX_OPTIONS
                && name.len() <= MAX_OPTION_NAME
            {
                self.options.push(name);
            }
        }
    }

    fn set_options(&mut self, spec: &EngineSpec, variant: &Variant) -> Result<(), EngineStartError> {
        for (name, value) in self.protocol.variant_options(variant, |name| self.has_option(name)) {
            self.process.send(self.protocol.set_option(name, &value));
        }
        let ponder = self.protocol.ponder_option();
        if spec.ponder && self.has_option(ponder) {
            self.process.send(self.protocol.set_option(ponder, "true"));
        }
        for (name, value) in &spec.options {
            if !self.has_option(name) {
                let hint = suggest::hint(name, self.options.iter().map(String::as_str));
                return Err(EngineStartError::Option { name: clip(name), hint });
            }
            self.process.send(self.protocol.set_option(name, value));
        }
        Ok(())
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sends a command and waits for the reply.
    fn ask(&mut self, sent: &'static str, expected: &'static str, stop: &StopFlag) -> Result<(), EngineStartError> {
        self.process.send(sent);
        let deadline = Instant::now() + self.start_limit;
        while self.receive(deadline, stop, sent, expected)?.text.trim() != expected {}
        Ok(())
    }

    fn receive(
        &mut self,
        deadline: Instant,
        stop: &StopFlag,
        sent: &'static str,
        expected: &'static str,
    ) -> Result<EngineLine, EngineStartError> {
        let error = match self.process.receive(deadline, stop) {
            Ok(line) if line.received <= deadline => return Ok(line),
            Ok(_) => ReceiveError::Timeout,
            Err(error) => error,
        };
        let problem = match error {
            ReceiveError::Stopped => return Err(EngineStartError::Stopped),
            ReceiveError::Timeout => format!("nothing within {} s", self.start_limit.as_secs_f64()),
            ReceiveError::Closed => {
                let (exit, stderr) = (self.exit_reason(), self.last_stderr());
                if stderr.is_empty() { exit } else { format!("{exit}; stderr: {stderr}") }
            }
        };
        Err(EngineStartError::NoReply { sent, expected, problem })
    }

    /// Announces a new game and waits until the engine is ready for it.
    pub fn new_game(&mut self, stop: &StopFlag) -> Result<(), EngineStartError> {
        self.process.send(self.protocol.new_game());
        if self.protocol.dialect == Dialect::Hub && !self.answers_ping {
            return Ok(());
        }
        let (sent, expected) = self.protocol.ping();
        self.ask(sent, expected, stop)
    }

    /// Finds out whether a Hub engine answers `ping`, which not all do. An idle engine answers at once; a ping before a
    /// game may have to wait until the engine is ready for it.
    fn try_ping(&mut self, stop: &StopFlag) -> Result<bool, EngineStartError> {
        const PING_LIMIT: Duration = Duration::from_secs(1);
        let start_limit = std::mem::replace(&mut self.start_limit, PING_LIMIT);
        let (sent, expected) = self.protocol.ping();
        let asked = self.ask(sent, expected, stop);
        self.start_limit = start_limit;
        match asked {
            Err(EngineStartError::NoReply { .. }) if self.process.wait(Duration::ZERO).is_none() => Ok(false),
            asked => asked.map(|()| true),
        }
    }

    /// Lets the engine choose a move.
    pub fn choose_move(
        &mut self,
        history: &MoveHistory,
        params: &GoParams<'_>,
        stop: &StopFlag,
    ) -> Result<EngineMove, TurnError> {
        // An engine that ponders has its time from the opponent's move on, whether it expected that or not.
        let mut start = Instant::now();
        let missed = self.pondering.as_ref().is_some_and(|expected| history.moves.last() != Some(expected));
        let ponder_hit = match self.pondering.take() {
            Some(expected) if history.moves.last() == Some(&expected) => {
                self.process.send(self.protocol.ponder_hit().unwrap_or_default());
                true
            }
            Some(_) => {
                self.end_search(stop)?;
                false
            }
            None => {
                self.process.discard_lines();
                false
            }
        };
        if !ponder_hit {
            self.process.send(self.protocol.position(history));
            let go = self.protocol.go(params);
            if !missed {
                start = Instant::now();
            }
            self.process.send(go);
        }
        let deadline = start + params.time_limit;
        let mut info = EngineInfo::default();
        if let Some(line) = self.wait_for_best_move(deadline, stop, &mut info)? {
            let text = self.protocol.best_move(&line.text);
            let text = text.ok_or_else(|| EngineFault::Garbled(clip(&line.text)))?;
            if line.received > deadline {
                return Err(EngineFault::Time.into());
            }
            let expected_reply = self.protocol.expected_reply(&line.text);
            /// Longer lines are cut.
            const MAX_PV: usize = 32;
            info.pv = info.pv.iter().take(MAX_PV).map(|text| clip(&self.protocol.to_our_squares(text))).collect();
            let time = line.received.saturating_duration_since(start);
            return Ok(EngineMove { text, info, time, expected_reply, ponder_hit });
        }
        // The game is lost on time; this only finds out whether the engine still responds, for the recorded reason.
        self.end_search(stop)?;
        Err(EngineFault::Time.into())
    }

    /// Stops a search and drops its result.
    fn end_search(&mut self, stop: &StopFlag) -> Result<(), TurnError> {
        const GRACE: Duration = Duration::from_secs(1);
        self.process.send("stop");
        let reply = self.wait_for_best_move(Instant::now() + GRACE, stop, &mut EngineInfo::default())?;
        reply.map(|_| ()).ok_or(TurnError::Fault(EngineFault::NoAnswer))
    }

    /// Lets the engine search the position after the move that it expects; `history` ends with that move.
    pub fn ponder(&mut self, history: &MoveHistory, params: &GoParams<'_>) {
        if self.protocol.ponder_hit().is_none() {
            return;
        }
        self.process.discard_lines();
        self.process.send(self.protocol.position(history));
        self.process.send(self.protocol.go(&GoParams { ponder: true, ..*params }));
        self.pondering = history.moves.last().cloned();
    }

    /// Ends pondering after a game.
    pub fn stop_pondering(&mut self, stop: &StopFlag) {
        if self.pondering.take().is_some() {
            // An engine that does not answer will not get ready for its next game either.
            let _ = self.end_search(stop);
        }
    }

    /// The `bestmove` or `done` line; `None` after the deadline.
    fn wait_for_best_move(
        &mut self,
        deadline: Instant,
        stop: &StopFlag,
        info: &mut EngineInfo,
    ) -> Result<Option<EngineLine>, TurnError> {
        loop {
            match self.process.receive(deadline, stop) {
                Ok(line) if self.protocol.is_best_move(&line.text) => return Ok(Some(line)),
                Ok(line) if line.received > deadline => return Ok(None),
                Ok(line) => {
                    let later = decode::search_info(self.protocol.dialect, &line.text);
                    later.into_iter().for_each(|later| info.update(later));
                }
                Err(ReceiveError::Timeout) => return Ok(None),
                Err(ReceiveError::Stopped) => return Err(TurnError::Stopped),
                Err(ReceiveError::Closed) => return Err(EngineFault::Crash(self.exit_reason()).into()),
            }
        }
    }

    /// How the engine exited.
    fn exit_reason(&mut self) -> String {
        const EXIT_LIMIT: Duration = Duration::from_millis(500);
        decode::exit_reason(self.process.wait(EXIT_LIMIT))
    }

    /// The last line the engine wrote to stderr.
    pub fn last_stderr(&self) -> String {
        self.process.last_stderr()
    }

    /// Ends the engine.
    pub fn quit(self) {
        self.process.quit();
    }
}
