//! An engine of a match that speaks DXP: a program that listens on a TCP port.
//!
//! The match is the initiator and plays the engine's opponent. A game begins with the first position in which the engine is
//! to move, so moves are sent only when they are answered, and a game that the referee has ended can be ended in the
//! engine too: from its view it is then the turn of the opponent, who may send GAMEEND.

use super::decode::{self, EngineInfo};
use super::encode::{GoParams, MoveHistory};
use super::engine::{EngineFault, EngineMove, EngineStartError, TurnError};
use super::process::{EngineProcess, StopFlag};
use super::spec::EngineSpec;
use super::trace::{EngineTrace, MatchTrace, TraceDirection};
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::{Style, clip, printable};
use crate::tools::dxp::board;
use crate::tools::dxp::connection::{DxpConnection, DxpEvent, PORT};
use crate::tools::dxp::message::{AcceptCode, DxpMessage, EndReason, GameRequest};
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

/// What stands for the port in a command.
pub const PORT_MARK: &str = "{port}";
/// How often the stop flag is checked.
const POLL: Duration = Duration::from_millis(25);
/// How long an engine that is too late may take to answer, for the recorded reason.
const GRACE: Duration = Duration::from_secs(1);

/// A running engine.
pub struct DxpEngine {
    connection: DxpConnection,
    /// The program, if the match has started it.
    process: Option<EngineProcess>,
    variant: Variant,
    start_limit: Duration,
    /// The game it plays.
    game: Option<Box<dyn AnyGame>>,
    trace: Option<EngineTrace>,
}

impl DxpEngine {
    /// Starts the program, if there is one, and connects to it.
    pub fn start(
        spec: &EngineSpec,
        variant: &Variant,
        start_limit: Duration,
        stop: &StopFlag,
        trace: Option<&MatchTrace>,
    ) -> Result<DxpEngine, EngineStartError> {
        let run = |problem: String| EngineStartError::Run { command: clip(&spec.command.join(" ")), problem };
        let port = match spec.command.iter().any(|word| word.contains(PORT_MARK)) {
            true => free_port().map_err(|error| run(error.to_string()))?,
            false => PORT,
        };
        let address = spec.address.clone().unwrap_or_else(|| format!("{}:{port}", Ipv4Addr::LOCALHOST));
        let command: Vec<String> = spec.command.iter().map(|word| word.replace(PORT_MARK, &port.to_string())).collect();
        let process_trace = trace.map(|trace| |process: u32| trace.engine(&spec.name, process));
        let process_trace = process_trace.as_ref().map(|trace| trace as &dyn Fn(u32) -> EngineTrace);
        let started = |command| EngineProcess::start(command, spec.dir.as_deref(), process_trace);
        let mut process = match command.is_empty() {
            true => None,
            false => Some(started(&command).map_err(|error| run(error.to_string()))?),
        };
        let connection = connect(&address, &mut process, start_limit, stop)?;
        // A program that was there before is known by its address only.
        let id = process.as_ref().map_or(0, EngineProcess::id);
        let trace = trace.map(|trace| trace.engine(&spec.name, id));
        Ok(DxpEngine { connection, process, variant: variant.clone(), start_limit, game: None, trace })
    }

    /// Ends the game before, if there was one.
    pub fn new_game(&mut self, stop: &StopFlag) -> Result<(), EngineStartError> {
        if self.game.take().is_none() {
            return Ok(());
        }
        let no_reply = |problem: &str| no_reply("GAMEEND", "GAMEEND", problem);
        let end = DxpMessage::GameEnd { reason: EndReason::Unknown, stop: false };
        self.send(&end).map_err(|error| no_reply(&error.to_string()))?;
        let deadline = Instant::now() + self.start_limit;
        loop {
            match self.receive(deadline, stop) {
                Ok(Some(DxpEvent::Message(DxpMessage::GameEnd { stop: false, .. }))) => return Ok(()),
                Ok(Some(DxpEvent::Message(DxpMessage::GameEnd { stop: true, .. }))) => {
                    return Err(no_reply("it wants no further game"));
                }
                Ok(Some(DxpEvent::Closed)) => return Err(no_reply(&self.exit_reason())),
                Ok(Some(_)) => {}
                Ok(None) => return Err(no_reply("nothing in time")),
                Err(_) => return Err(EngineStartError::Stopped),
            }
        }
    }

    /// Lets the engine choose a move.
    pub fn choose_move(
        &mut self,
        history: &MoveHistory,
        params: &GoParams<'_>,
        stop: &StopFlag,
    ) -> Result<EngineMove, TurnError> {
        if let Some(process) = &self.process {
            // Nobody reads what it prints; a full pipe would block it.
            process.discard_lines();
        }
        let lost = |error: std::io::Error| EngineFault::Crash(format!("connection lost: {error}"));
        let start = match self.game.take() {
            None => self.request(history, params, stop)?,
            Some(mut game) => {
                if let Some(text) = history.moves.last() {
                    let fields = game.parse_move(text).ok().and_then(|mv| {
                        let fields = board::move_fields(&*game, mv, 0);
                        game.play_move(mv);
                        fields
                    });
                    let fields = fields.ok_or_else(|| EngineFault::Garbled(clip(text)))?;
                    self.send(&DxpMessage::Move(fields)).map_err(lost)?;
                }
                self.game = Some(game);
                Instant::now()
            }
        };
        let deadline = start + params.time_limit;
        let reply = self.receive_reply(deadline, stop)?;
        let time = start.elapsed();
        let Some(message) = reply else {
            let late = self.receive_reply(Instant::now() + GRACE, stop)?;
            return Err(if late.is_some() { EngineFault::Time } else { EngineFault::NoAnswer }.into());
        };
        match message {
            DxpMessage::Move(fields) => {
                let mut game = self.game.take().unwrap_or_else(|| any_game(&self.variant));
                let mv = board::find_move(&*game, &fields);
                let mv = mv.ok_or_else(|| EngineFault::Illegal(DxpMessage::Move(fields).encode()))?;
                let text = game.move_text(mv, Style::Usual);
                game.play_move(mv);
                self.game = Some(game);
                Ok(EngineMove { text, info: EngineInfo::default(), time, expected_reply: None, ponder_hit: false })
            }
            DxpMessage::GameEnd { reason, stop } => {
                self.game = None;
                let answer = DxpMessage::GameEnd { reason: EndReason::Unknown, stop };
                self.send(&answer).map_err(lost)?;
                let claim = match reason {
                    EndReason::Lost => return Err(TurnError::Resigned),
                    EndReason::Draw => "claims a draw",
                    EndReason::Won => "claims a win",
                    EndReason::Unknown => "ends the game",
                };
                Err(EngineFault::Garbled(claim.into()).into())
            }
            other => Err(EngineFault::Garbled(other.encode()).into()),
        }
    }

    /// Asks for a game from the current position, and waits until it begins.
    fn request(&mut self, history: &MoveHistory, params: &GoParams<'_>, stop: &StopFlag) -> Result<Instant, TurnError> {
        let mut game = any_game(&self.variant);
        let moves: Vec<&str> = history.moves.iter().map(String::as_str).collect();
        let fen = (!history.is_startpos).then_some(history.start_fen.as_str());
        let set_up = game.set_position(fen, &moves);
        set_up.map_err(|error| EngineFault::Garbled(error.to_string()))?;
        let current = game.fen();
        let position = board::rules(&self.variant).and_then(|rules| board::position(&rules, &current));
        let seconds = params.limits.clock.map_or(0, |clock| clock.time.as_secs());
        let request = GameRequest {
            name: "millstone match".into(),
            follower: params.side,
            minutes: u16::try_from(seconds / 60).unwrap_or(u16::MAX),
            moves: 0,
            position: position.filter(|_| !(history.is_startpos && moves.is_empty())),
        };
        let lost = |error: std::io::Error| EngineFault::Crash(format!("connection lost: {error}"));
        self.send(&DxpMessage::GameRequest(request)).map_err(lost)?;
        self.game = Some(game);
        match self.receive_reply(Instant::now() + self.start_limit, stop)? {
            Some(DxpMessage::GameAccept { code: AcceptCode::Accepted, .. }) => Ok(Instant::now()),
            Some(DxpMessage::GameAccept { .. }) => Err(EngineFault::Garbled("refuses the game".into()).into()),
            Some(other) => Err(EngineFault::Garbled(printable(&other.encode())).into()),
            None => Err(EngineFault::NoAnswer.into()),
        }
    }

    /// The next message that is not chat; `None` after the deadline.
    fn receive_reply(&mut self, deadline: Instant, stop: &StopFlag) -> Result<Option<DxpMessage>, TurnError> {
        loop {
            match self.receive(deadline, stop)? {
                Some(DxpEvent::Message(DxpMessage::Chat(_))) => {}
                Some(DxpEvent::Message(message)) => return Ok(Some(message)),
                Some(DxpEvent::Garbage(error)) => {
                    return Err(EngineFault::Garbled(printable(&error.to_string())).into());
                }
                Some(DxpEvent::Closed) => return Err(EngineFault::Crash(self.exit_reason()).into()),
                None => return Ok(None),
            }
        }
    }

    fn receive(&self, deadline: Instant, stop: &StopFlag) -> Result<Option<DxpEvent>, TurnError> {
        loop {
            if stop.is_set() {
                return Err(TurnError::Stopped);
            }
            let now = Instant::now();
            if let Some(event) = self.connection.receive(deadline.min(now + POLL)) {
                if let (Some(trace), DxpEvent::Message(message)) = (&self.trace, &event) {
                    trace.add(TraceDirection::FromEngine, &message.encode());
                }
                return Ok(Some(event));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    fn send(&mut self, message: &DxpMessage) -> std::io::Result<()> {
        if let Some(trace) = &self.trace {
            trace.add(TraceDirection::ToEngine, &message.encode());
        }
        self.connection.send(message)
    }

    fn exit_reason(&mut self) -> String {
        const EXIT_LIMIT: Duration = Duration::from_millis(500);
        let process = self.process.as_mut();
        process.map_or("connection closed".into(), |process| decode::exit_reason(process.wait(EXIT_LIMIT)))
    }

    /// The last line the engine wrote to stderr.
    pub fn last_stderr(&self) -> String {
        self.process.as_ref().map_or_else(String::new, EngineProcess::last_stderr)
    }

    /// Ends the engine.
    pub fn quit(mut self) {
        // It is the last game, and the answer does not matter.
        let _ = self.send(&DxpMessage::GameEnd { reason: EndReason::Unknown, stop: true });
        if let Some(process) = self.process {
            process.quit();
        }
    }
}

fn no_reply(sent: &'static str, expected: &'static str, problem: &str) -> EngineStartError {
    EngineStartError::NoReply { sent, expected, problem: problem.into() }
}

/// A port that nobody listens on. Another program may take it before the engine does; then the engine is started again.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn connect(
    address: &str,
    process: &mut Option<EngineProcess>,
    limit: Duration,
    stop: &StopFlag,
) -> Result<DxpConnection, EngineStartError> {
    let deadline = Instant::now() + limit;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let error = match DxpConnection::connect(address, left.min(Duration::from_millis(200))) {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        if stop.is_set() {
            return Err(EngineStartError::Stopped);
        }
        let exited = process.as_mut().and_then(|process| process.wait(Duration::ZERO).map(|status| (status, process)));
        if let Some((status, process)) = exited {
            let (exit, stderr) = (decode::exit_reason(Some(status)), process.last_stderr());
            return Err(no_reply("its start", "connection", &format!("{exit}; stderr: {stderr}")));
        }
        if Instant::now() >= deadline {
            return Err(no_reply("its start", "connection", &format!("{address}: {error}")));
        }
    }
}
