//! An engine that plays: its dialect spoken for us, its answers understood.

use super::decode::{self, Introduced};
use super::encode::{Course, Order, Speech};
use super::process::{Halt, Process, Said, Silence};
use super::spec::EngineSpec;
use crate::engine::protocol::Dialect;
use crate::games::catalog::Variant;
use crate::games::notation::clip;
use crate::search::Score;
use crate::util::suggest;
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

/// Options beyond this are not remembered: an engine may talk without end.
const MOST_OPTIONS: usize = 4096;

/// A running engine that is ready to play.
#[derive(Debug)]
pub struct Player {
    process: Process,
    speech: Speech,
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
        let mut player = Player {
            process,
            speech: Speech::new(spec.dialect, variant),
            announced: String::new(),
            offered: Vec::new(),
            patience,
            answers_ping: false,
        };
        player.introduce(halt)?;
        player.set_options(spec, variant)?;
        let (sent, expected) = player.speech.begin();
        player.ask(sent, expected, halt)?;
        if player.speech.dialect == Dialect::Hub {
            player.answers_ping = player.try_ping(halt)?;
        }
        Ok(player)
    }

    fn introduce(&mut self, halt: &Halt) -> Result<(), StartError> {
        let (sent, expected) = self.speech.hello();
        self.process.send(sent);
        let deadline = Instant::now() + self.patience;
        loop {
            let said = self.hear(deadline, halt, sent, expected)?;
            if said.text.trim() == expected {
                return Ok(());
            }
            match decode::introduced(self.speech.dialect, &said.text) {
                Some(Introduced::Name(name)) => self.announced = name,
                Some(Introduced::Option(name)) if self.offered.len() < MOST_OPTIONS => self.offered.push(name),
                Some(Introduced::Option(_)) => {}
                None => {}
            }
        }
    }

    fn set_options(&mut self, spec: &EngineSpec, variant: &Variant) -> Result<(), StartError> {
        if let Some((name, value)) = self.speech.variant(variant)
            && self.offers(name)
        {
            self.process.send(self.speech.set(name, &value));
        }
        for (name, value) in &spec.options {
            if !self.offers(name) {
                let hint = suggest::hint(name, self.offered.iter().map(String::as_str));
                return Err(StartError::Option { name: clip(name), hint });
            }
            self.process.send(self.speech.set(name, value));
        }
        Ok(())
    }

    fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered.eq_ignore_ascii_case(name))
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
        self.process.send(self.speech.new_game());
        if self.speech.dialect == Dialect::Hub && !self.answers_ping {
            return Ok(());
        }
        let (sent, expected) = self.speech.ready();
        self.ask(sent, expected, halt)
    }

    /// Not every Hub engine knows `ping`. One that is ready and does answers at once, so that this is the time to find
    /// out; later an answer may take as long as getting ready for a game does.
    fn try_ping(&mut self, halt: &Halt) -> Result<bool, StartError> {
        const SHORT: Duration = Duration::from_secs(1);
        let patience = std::mem::replace(&mut self.patience, SHORT);
        let (sent, expected) = self.speech.ready();
        let asked = self.ask(sent, expected, halt);
        self.patience = patience;
        match asked {
            Err(StartError::Silent { .. }) if self.process.wait(Duration::ZERO).is_none() => Ok(false),
            asked => asked.map(|()| true),
        }
    }

    /// Lets the engine choose a move.
    pub fn choose(&mut self, course: &Course, order: &Order<'_>, halt: &Halt) -> Result<Answer, Trouble> {
        self.process.forget_lines();
        self.process.send(self.speech.position(course));
        let go = self.speech.go(order);
        let began = Instant::now();
        self.process.send(go);
        let deadline = began + order.allowed;
        let mut heard = Heard::default();
        if let Some(said) = self.until_answer(deadline, halt, &mut heard)? {
            let text = self.speech.best(&said.text).ok_or_else(|| Fault::Garbled(decode::shown(&said.text)))?;
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
        loop {
            match self.process.next(deadline, halt) {
                Ok(said) if self.speech.is_answer(&said.text) => return Ok(Some(said)),
                Ok(said) if said.at > deadline => return Ok(None),
                Ok(said) => heard.info(self.speech.dialect, &said.text),
                Err(Silence::Late) => return Ok(None),
                Err(Silence::Halted) => return Err(Trouble::Halted),
                Err(Silence::Closed) => return Err(Fault::Crash(self.end()).into()),
            }
        }
    }

    /// How the engine ended, in words.
    fn end(&mut self) -> String {
        const MOMENT: Duration = Duration::from_millis(500);
        decode::ended(self.process.wait(MOMENT))
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
        if let Some((score, depth)) = decode::info(dialect, text) {
            self.score = score.or(self.score);
            self.depth = depth.or(self.depth);
        }
    }
}
