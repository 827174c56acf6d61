//! An engine that plays: its dialect spoken for us, its answers understood.

use super::control::{Clock, Control};
use super::process::{Halt, Process, Said, Silence};
use super::spec::EngineSpec;
use super::words::{self, Introduced};
use crate::catalog::{Rules, Variant};
use crate::draughts;
use crate::game::Side;
use crate::notation::clip;
use crate::protocol::hub::line::quoted;
use crate::protocol::squares::Numbering;
use crate::protocol::{Dialect, hub, squares};
use crate::search::Score;
use crate::suggest;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What an engine did wrong in a game. The text is the reason that is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A move against the rules.
    #[error("illegal move {0}")]
    Illegal(String),
    /// An answer that is no move.
    #[error("garbled answer `{0}`")]
    Garbled(String),
    /// An answer after its time.
    #[error("time")]
    Time,
    /// No answer at all, not even when told to stop.
    #[error("no answer")]
    NoAnswer,
    /// The engine ended.
    #[error("crash ({0})")]
    Crash(String),
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The engine's fault.
    Fault(Fault),
    /// All waiting was ended.
    Halted,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// Why an engine is not there to play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The program cannot be run.
    #[error("cannot run `{command}`: {problem}")]
    Run {
        /// The command.
        command: String,
        /// What the system says.
        problem: String,
    },
    /// It does not speak as expected.
    #[error("no `{expected}` after `{sent}`: {problem}")]
    Silent {
        /// What it was told.
        sent: &'static str,
        /// What it should have said.
        expected: &'static str,
        /// What happened instead.
        problem: String,
    },
    /// It has no such option.
    #[error("it has no option `{name}`{hint}")]
    Option {
        /// The option.
        name: String,
        /// The nearest right one.
        hint: String,
    },
    /// All waiting was ended.
    #[error("stopped")]
    Halted,
}

impl StartError {
    /// Whether another try could go better.
    pub fn may_pass(&self) -> bool {
        matches!(self, StartError::Silent { .. })
    }
}

/// What an engine says of its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, in our numbers of squares.
    pub text: String,
    /// Its last score, from its own view.
    pub score: Option<Score>,
    /// Its last depth.
    pub depth: Option<u32>,
    /// From the order to the answer.
    pub time: Duration,
}

/// A game so far, as engines are told it.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The first position.
    pub fen: String,
    /// Whether that is where the game always begins.
    pub usual: bool,
    /// The moves since, in the game's usual form.
    pub moves: Vec<String>,
    /// The same moves with captures as start, end and victims, as Hub has them.
    pub victims: Vec<String>,
}

/// What is asked for with a move.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The limits of the engine.
    pub control: &'a Control,
    /// The clocks of White and Black, where they have one.
    pub clocks: [Option<Clock>; 2],
    /// Who is to move.
    pub side: Side,
    /// Who begins the game.
    pub first: Side,
    /// After this time an answer is late.
    pub allowed: Duration,
}

/// A running engine that is ready to play.
#[derive(Debug)]
pub struct Player {
    process: Process,
    dialect: Dialect,
    rules: Option<draughts::rules::Rules>,
    numbering: Numbering,
    /// What the engine calls itself.
    pub announced: String,
    offered: Vec<String>,
    patience: Duration,
    answers_ping: bool,
}

impl Player {
    /// Starts an engine and sets its options.
    pub fn start(spec: &EngineSpec, variant: &Variant, patience: Duration, halt: &Halt) -> Result<Player, StartError> {
        let process = Process::start(&spec.command, spec.folder.as_deref())
            .map_err(|error| StartError::Run { command: clip(&spec.command.join(" ")), problem: error.to_string() })?;
        let rules = match variant.rules() {
            Rules::Draughts(rules) => Some(*rules),
            _ => None,
        };
        let mut player = Player {
            process,
            dialect: spec.dialect,
            rules,
            numbering: hub::numbering(variant),
            announced: String::new(),
            offered: Vec::new(),
            patience,
            answers_ping: true,
        };
        player.introduce(halt)?;
        player.set_options(spec, variant)?;
        match player.dialect {
            Dialect::Hub => player.ask("init", "ready", halt)?,
            Dialect::Uci | Dialect::Ugi => player.ask("isready", "readyok", halt)?,
        }
        Ok(player)
    }

    fn introduce(&mut self, halt: &Halt) -> Result<(), StartError> {
        let (sent, expected) = match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
            Dialect::Hub => ("hub", "wait"),
        };
        self.process.send(sent);
        let deadline = Instant::now() + self.patience;
        loop {
            let said = self.hear(deadline, halt, sent, expected)?;
            if said.text.trim() == expected {
                return Ok(());
            }
            match words::introduced(self.dialect, &said.text) {
                Some(Introduced::Name(name)) => self.announced = name,
                Some(Introduced::Option(name)) => self.offered.push(name),
                None => {}
            }
        }
    }

    fn set_options(&mut self, spec: &EngineSpec, variant: &Variant) -> Result<(), StartError> {
        let own = match self.dialect {
            Dialect::Hub => hub::name(variant).map(|name| ("variant", name)),
            Dialect::Uci | Dialect::Ugi => Some(("UCI_Variant", variant.to_string())),
        };
        if let Some((name, value)) = own
            && self.offers(name)
        {
            self.set(name, &value);
        }
        for (name, value) in &spec.options {
            if !self.offers(name) {
                let hint = suggest::hint(name, self.offered.iter().map(String::as_str));
                return Err(StartError::Option { name: clip(name), hint });
            }
            self.set(name, value);
        }
        Ok(())
    }

    fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered.eq_ignore_ascii_case(name))
    }

    fn set(&self, name: &str, value: &str) {
        self.process.send(match self.dialect {
            Dialect::Hub => format!("set-param name={} value={}", quoted(name), quoted(value)),
            _ if value.is_empty() => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        });
    }

    fn ask(&mut self, sent: &'static str, expected: &'static str, halt: &Halt) -> Result<(), StartError> {
        self.process.send(sent);
        let deadline = Instant::now() + self.patience;
        while self.hear(deadline, halt, sent, expected)?.text.trim() != expected {}
        Ok(())
    }

    fn hear(
        &mut self,
        deadline: Instant,
        halt: &Halt,
        sent: &'static str,
        expected: &'static str,
    ) -> Result<Said, StartError> {
        let silence = match self.process.next(deadline, halt) {
            Ok(said) if said.at <= deadline => return Ok(said),
            Ok(_) => Silence::Late,
            Err(silence) => silence,
        };
        let problem = match silence {
            Silence::Halted => return Err(StartError::Halted),
            Silence::Late => format!("nothing within {} s", self.patience.as_secs_f64()),
            Silence::Closed => {
                let (end, complaint) = (self.end(), self.complaint());
                if complaint.is_empty() { end } else { format!("{end}, and on stderr: {complaint}") }
            }
        };
        Err(StartError::Silent { sent, expected, problem })
    }

    /// Tells the engine that another game begins, and waits until it is ready for it.
    pub fn new_game(&mut self, halt: &Halt) -> Result<(), StartError> {
        match self.dialect {
            Dialect::Uci => self.process.send("ucinewgame"),
            Dialect::Ugi => self.process.send("uginewgame"),
            Dialect::Hub => {
                self.process.send("new-game");
                return self.ping(halt);
            }
        }
        self.ask("isready", "readyok", halt)
    }

    /// Not every Hub engine knows `ping`; one that does not is asked only once.
    fn ping(&mut self, halt: &Halt) -> Result<(), StartError> {
        const SHORT: Duration = Duration::from_secs(1);
        if !self.answers_ping {
            return Ok(());
        }
        let patience = std::mem::replace(&mut self.patience, SHORT);
        let asked = self.ask("ping", "pong", halt);
        self.patience = patience;
        match asked {
            Err(StartError::Silent { .. }) if self.process.wait(Duration::ZERO).is_none() => {
                self.answers_ping = false;
                Ok(())
            }
            asked => asked,
        }
    }

    /// Lets the engine choose a move.
    pub fn choose(&mut self, course: &Course, order: &Order<'_>, halt: &Halt) -> Result<Answer, Trouble> {
        self.process.forget_lines();
        self.process.send(self.position(course));
        let go = self.go(order);
        let began = Instant::now();
        self.process.send(go);
        let deadline = began + order.allowed;
        let mut heard = Heard::default();
        if let Some(said) = self.until_answer(deadline, halt, &mut heard)? {
            let text = words::best(self.dialect, &said.text).ok_or_else(|| Fault::Garbled(clip(&said.text)))?;
            let text = if self.dialect == Dialect::Hub { self.numbering.translate(&text) } else { text };
            if said.at > deadline {
                return Err(Fault::Time.into());
            }
            return Ok(Answer { text, score: heard.score, depth: heard.depth, time: said.at - began });
        }
        // Late already; whether the engine is alive decides only what is recorded.
        const GRACE: Duration = Duration::from_secs(1);
        self.process.send("stop");
        let answer = self.until_answer(Instant::now() + GRACE, halt, &mut heard)?;
        Err(if answer.is_some() { Fault::Time } else { Fault::NoAnswer }.into())
    }

    /// The line of the answer, if it comes in time.
    fn until_answer(&mut self, deadline: Instant, halt: &Halt, heard: &mut Heard) -> Result<Option<Said>, Trouble> {
        let word = if self.dialect == Dialect::Hub { "done" } else { "bestmove" };
        loop {
            match self.process.next(deadline, halt) {
                Ok(said) if said.text.split_whitespace().next() == Some(word) => return Ok(Some(said)),
                Ok(said) if said.at > deadline => return Ok(None),
                Ok(said) => heard.info(self.dialect, &said.text),
                Err(Silence::Late) => return Ok(None),
                Err(Silence::Halted) => return Err(Trouble::Halted),
                Err(Silence::Closed) => return Err(Fault::Crash(self.end()).into()),
            }
        }
    }

    fn position(&self, course: &Course) -> String {
        match self.dialect {
            Dialect::Hub => {
                let squares = self.rules.and_then(|rules| squares::position(&rules, &course.fen));
                let mut text = match squares {
                    Some(squares) => format!("pos pos={squares}"),
                    None => "pos start".into(),
                };
                if !course.victims.is_empty() {
                    let moves: Vec<String> = course.victims.iter().map(|mv| self.numbering.speak(mv)).collect();
                    text += &format!(" moves=\"{}\"", moves.join(" "));
                }
                text
            }
            Dialect::Uci | Dialect::Ugi => {
                let mut text =
                    if course.usual { "position startpos".into() } else { format!("position fen {}", course.fen) };
                if !course.moves.is_empty() {
                    text += " moves ";
                    text += &course.moves.join(" ");
                }
                text
            }
        }
    }

    fn go(&self, order: &Order<'_>) -> String {
        let control = order.control;
        let [white, black] = order.clocks;
        let own = if order.side == Side::White { white } else { black }.filter(|_| control.clock.is_some());
        if self.dialect == Dialect::Hub {
            let mut level = Vec::new();
            if let Some(clock) = own {
                level.extend(clock.moves_left().map(|moves| format!("moves={moves}")));
                level.push(format!("time={:.3}", clock.left().as_secs_f64()));
                level.push(format!("inc={:.3}", clock.increment().as_secs_f64()));
            }
            level.extend(control.move_time.map(|time| format!("move-time={:.3}", time.as_secs_f64())));
            level.extend(control.depth.map(|depth| format!("depth={depth}")));
            level.extend(control.nodes.map(|nodes| format!("nodes={nodes}")));
            return format!("level {}\ngo think", level.join(" "));
        }
        let mut text = String::from("go");
        if let Some(own) = own {
            let players = match (self.dialect, order.first) {
                (Dialect::Ugi, Side::White) => [("p1", white), ("p2", black)],
                (Dialect::Ugi, Side::Black) => [("p1", black), ("p2", white)],
                _ => [("w", white), ("b", black)],
            };
            for (player, clock) in players {
                // Where the opponent has no clock, his is taken for ours: some engines insist on both.
                let ms = clock.unwrap_or(own).left().as_millis();
                text += &format!(" {player}time {ms}");
            }
            for (player, clock) in players {
                let ms = clock.unwrap_or(own).increment().as_millis();
                text += &format!(" {player}inc {ms}");
            }
            if let Some(moves) = own.moves_left().filter(|_| self.dialect == Dialect::Uci) {
                text += &format!(" movestogo {moves}");
            }
        }
        if let Some(time) = control.move_time {
            text += &format!(" movetime {}", time.as_millis());
        }
        if let Some(depth) = control.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(nodes) = control.nodes {
            text += &format!(" nodes {nodes}");
        }
        text
    }

    /// How the engine ended, in words.
    fn end(&mut self) -> String {
        const MOMENT: Duration = Duration::from_millis(500);
        words::ended(self.process.wait(MOMENT))
    }

    /// The last that the engine said on stderr.
    pub fn complaint(&self) -> String {
        self.process.complaint()
    }

    /// Ends the engine.
    pub fn quit(self) {
        self.process.quit();
    }
}

/// What an engine said while it searched.
#[derive(Debug, Default)]
struct Heard {
    score: Option<Score>,
    depth: Option<u32>,
}

impl Heard {
    fn info(&mut self, dialect: Dialect, text: &str) {
        if let Some((score, depth)) = words::info(dialect, text) {
            self.score = score.or(self.score);
            self.depth = depth.or(self.depth);
        }
    }
}
