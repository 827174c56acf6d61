//! An engine that is asked and watched.

use super::super::decode::{self, Introduced};
use super::super::encode::{Course, Speech};
use super::super::process::{Halt, Process, Said, Silence};
use super::super::spec::EngineSpec;
use super::kept::Kept;
use super::{Flaw, Patience};
use crate::engine::protocol::Dialect;
use crate::games::catalog::Variant;
use std::time::{Duration, Instant};

/// An engine under watch. It is started when it is first needed.
pub struct Probe<'a> {
    spec: &'a EngineSpec,
    pub variant: &'a Variant,
    pub patience: &'a Patience,
    halt: &'a Halt,
    pub speech: Speech,
    process: Option<Process>,
    /// The lines of its introduction.
    pub introduction: Vec<String>,
}

/// A search that was answered.
pub struct Search {
    /// All that was said, the answer last.
    pub lines: Vec<String>,
    /// The move, in our numbers of squares.
    pub best: String,
    /// From the order to the answer.
    pub time: Duration,
}

impl<'a> Probe<'a> {
    /// Nothing is started yet.
    pub fn new(spec: &'a EngineSpec, variant: &'a Variant, patience: &'a Patience, halt: &'a Halt) -> Probe<'a> {
        let speech = Speech::new(spec.dialect, variant);
        Probe { spec, variant, patience, halt, speech, process: None, introduction: Vec::new() }
    }

    pub fn dialect(&self) -> Dialect {
        self.speech.dialect
    }

    /// Ends the engine; the next check starts it again.
    pub fn restart(&mut self) {
        self.process = None;
    }

    /// The running engine, started if it does not run.
    fn process(&mut self) -> Result<&mut Process, Flaw> {
        if self.process.is_none() {
            self.start()?;
        }
        self.process.as_mut().ok_or_else(|| Flaw::fail("an engine that runs", "none"))
    }

    /// Starts the engine, introduces it and sets the game.
    pub fn start(&mut self) -> Result<(), Flaw> {
        let command = self.spec.command.join(" ");
        let started = Process::start(&self.spec.command, self.spec.folder.as_deref());
        let process =
            started.map_err(|error| Flaw::fail(format!("`{}` starts", decode::shown(&command)), error.to_string()))?;
        self.process = Some(process);
        let (hello, end) = self.speech.hello();
        let lines = self.ask(hello, self.patience.start, &format!("`{end}` after `{hello}`"), |line| line == end)?;
        self.introduction = lines.into_iter().map(|said| said.text).collect();
        if let Some((name, value)) = self.speech.variant(self.variant)
            && self.offers(name)
        {
            self.send(self.speech.set(name, &value))?;
        }
        for (name, value) in &self.spec.options {
            self.send(self.speech.set(name, value))?;
        }
        let (begin, ready) = self.speech.begin();
        self.ask(begin, self.patience.start, &format!("`{ready}` after `{begin}`"), |line| line == ready)?;
        Ok(())
    }

    /// The names of the options that the engine offers.
    pub fn options(&self) -> Vec<String> {
        let of = |line: &String| match decode::introduced(self.dialect(), line) {
            Some(Introduced::Option(name)) => Some(name),
            _ => None,
        };
        self.introduction.iter().filter_map(of).collect()
    }

    pub fn offers(&self, name: &str) -> bool {
        self.options().iter().any(|offered| offered.eq_ignore_ascii_case(name))
    }

    pub fn send(&mut self, line: impl Into<String>) -> Result<(), Flaw> {
        self.process()?.send(line);
        Ok(())
    }

    /// Sends a line and takes all that is said up to a line that is wanted.
    pub fn ask(
        &mut self,
        line: &str,
        patience: Duration,
        expected: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Said>, Flaw> {
        self.send(line)?;
        self.until(patience, expected, wanted)
    }

    /// All that is said up to a line that is wanted.
    pub fn until(
        &mut self,
        patience: Duration,
        expected: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Said>, Flaw> {
        let (silence, lines) = match self.listen(patience, wanted)? {
            (None, lines) => return Ok(lines),
            (Some(silence), lines) => (silence, lines),
        };
        let last = lines.last().map(|said| format!(", the last line being `{}`", decode::shown(&said.text)));
        let last = last.unwrap_or_default();
        let process = self.process()?;
        Err(match silence {
            Silence::Halted => Flaw::Halted,
            Silence::Late => Flaw::fail(expected, format!("nothing of the kind within {patience:?}{last}")),
            Silence::Closed => {
                let end = decode::ended(process.wait(Duration::from_millis(500)));
                let complaint = Some(process.complaint()).filter(|text| !text.is_empty());
                let complaint = complaint.map(|text| format!(", and on stderr: {text}")).unwrap_or_default();
                Flaw::fail(expected, format!("the end of the engine ({end}){last}{complaint}"))
            }
        })
    }

    /// What is said, the last of it if it is much, and why no line that was wanted is the end of it, unless one is.
    fn listen(
        &mut self,
        patience: Duration,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(Option<Silence>, Vec<Said>), Flaw> {
        let (deadline, halt) = (Instant::now() + patience, self.halt);
        let process = self.process()?;
        let mut kept = Kept::default();
        let silence = loop {
            match process.next(deadline, halt) {
                Ok(said) if said.at > deadline => break Some(Silence::Late),
                Ok(said) => {
                    let found = wanted(said.text.trim());
                    kept.push(said);
                    if found {
                        break None;
                    }
                }
                Err(silence) => break Some(silence),
            }
        };
        Ok((silence, kept.lines()))
    }

    /// Waits until all before has been obeyed, and gives what was said meanwhile.
    pub fn sync(&mut self) -> Result<Vec<Said>, Flaw> {
        let (ask, answer) = self.speech.ready();
        self.ask(ask, self.patience.answer, &format!("`{answer}` after `{ask}`"), |line| line == answer)
    }

    /// Forgets what was said.
    pub fn settle(&mut self) -> Result<(), Flaw> {
        self.sync().map(|_| ())
    }

    /// Sets up a game so far.
    pub fn position(&mut self, course: &Course) -> Result<(), Flaw> {
        self.send(self.speech.position(course))
    }

    /// Orders a search of the position: words as UCI has them, or a level and a mode as Hub has them.
    pub fn order(&mut self, uci: &str, level: &str, mode: &str) -> Result<(), Flaw> {
        if self.dialect() == Dialect::Hub {
            if !level.is_empty() {
                self.send(format!("level {level}"))?;
            }
            self.send(format!("go {mode}"))
        } else {
            self.send(format!("go {uci}"))
        }
    }

    /// The answer to the search that was ordered.
    pub fn answer(&mut self, patience: Duration) -> Result<Search, Flaw> {
        let began = Instant::now();
        let speech = self.speech.clone();
        let expected = if self.dialect() == Dialect::Hub { "`done move=…`" } else { "`bestmove …`" };
        let lines = self.until(patience, expected, |line| speech.is_answer(line))?;
        let Some(last) = lines.last() else { return Err(Flaw::fail(expected, "nothing")) };
        let best =
            speech.best(&last.text).ok_or_else(|| Flaw::fail(expected, format!("`{}`", decode::shown(&last.text))))?;
        let time = last.at.saturating_duration_since(began);
        Ok(Search { lines: lines.into_iter().map(|said| said.text).collect(), best, time })
    }

    /// A search of a game so far with a limit.
    pub fn search(&mut self, course: &Course, uci: &str, level: &str, patience: Duration) -> Result<Search, Flaw> {
        self.position(course)?;
        self.order(uci, level, "think")?;
        self.answer(patience)
    }

    /// That the engine says nothing like an answer for a time.
    pub fn no_answer(&mut self, time: Duration, expected: &str) -> Result<(), Flaw> {
        let speech = self.speech.clone();
        match self.listen(time, |line| speech.is_answer(line))? {
            (Some(Silence::Late), _) => Ok(()),
            (Some(Silence::Halted), _) => Err(Flaw::Halted),
            (Some(Silence::Closed), _) => Err(Flaw::fail(expected, "the end of the engine")),
            (None, lines) => {
                let last = lines.last().map(|said| decode::shown(&said.text)).unwrap_or_default();
                Err(Flaw::fail(expected, format!("`{last}`")))
            }
        }
    }

    /// That the engine ends by itself, with success; its input is closed for that if `close` is true.
    pub fn ends(&mut self, after: &str, close: bool) -> Result<(), Flaw> {
        let patience = self.patience.answer;
        let process = self.process()?;
        if close {
            process.close_input();
        }
        let status = process.wait(patience);
        self.restart();
        let came = match status {
            Some(status) if status.success() => return Ok(()),
            None => format!("it still runs after {patience:?}"),
            status => decode::ended(status),
        };
        Err(Flaw::fail(format!("the engine ends after {after}"), came))
    }
}
