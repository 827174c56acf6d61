//! A match as it runs: games side by side, engines that are started again, and one place where results arrive.

use super::game::{self, Participant, Terms};
use super::log::GameLine;
use super::openings::Opening;
use super::player::{Player, StartError};
use super::process::Halt;
use super::schedule::{Fixture, Schedule};
use super::spec::EngineSpec;
use crate::engine::any_game::any_game;
use crate::games::Side;
use crate::games::catalog::Variant;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub variant: Variant,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// What holds for every game.
    pub terms: Terms,
    /// How many games run at once.
    pub concurrency: usize,
    /// How long an engine may take to start.
    pub start: Duration,
}

/// What ends a match too early.
#[derive(Clone, Debug, Error)]
pub enum MatchError {
    /// An engine that cannot be started, or not again.
    #[error("engine {name} does not start: {error}")]
    Engine {
        /// Its name.
        name: String,
        /// Why.
        error: StartError,
    },
}

/// An engine is started at most so many times in a row.
const TRIES: u32 = 3;

/// Plays what has not been played. Each finished game is given to `finished`, on this thread, until that breaks off.
/// `halt` ends the match; games that are not finished then are lost.
pub fn run(
    task: &Match,
    played: &BTreeSet<usize>,
    halt: &Halt,
    finished: &mut dyn FnMut(&Fixture, GameLine) -> ControlFlow<()>,
) -> Result<(), MatchError> {
    let waiting = Mutex::new(task.schedule.fixtures().filter(|fixture| !played.contains(&fixture.number)));
    let next = || lock(&waiting).next();
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        let (results, arriving) = channel();
        for _ in 0..task.concurrency.max(1) {
            let (results, next, failure) = (results.clone(), &next, &failure);
            scope.spawn(move || {
                let mut worker = Worker { task, halt, players: Vec::new() };
                if let Err(error) = worker.work(next, &results) {
                    lock(failure).get_or_insert(error);
                    halt.set();
                }
                worker.players.into_iter().for_each(|(_, player)| player.quit());
            });
        }
        drop(results);
        // Games that end while the match is being broken off are finished games all the same.
        for (fixture, line) in arriving {
            if finished(&fixture, line).is_break() {
                halt.set();
            }
        }
    });
    match lock(&failure).take() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays one game after another.
struct Worker<'a> {
    task: &'a Match,
    halt: &'a Halt,
    /// The engines that run, by number: those of the last game.
    players: Vec<(usize, Player)>,
}

impl Worker<'_> {
    fn work(
        &mut self,
        next: &impl Fn() -> Option<Fixture>,
        results: &Sender<(Fixture, GameLine)>,
    ) -> Result<(), MatchError> {
        while !self.halt.is_set() {
            let Some(fixture) = next() else { return Ok(()) };
            let Some(line) = self.game(&fixture)? else { return Ok(()) };
            if results.send((fixture, line)).is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays a game; `None` if the match was ended meanwhile.
    fn game(&mut self, fixture: &Fixture) -> Result<Option<GameLine>, MatchError> {
        let [white, black] = fixture.players;
        // Engines that do not play now would only hold memory.
        let (keep, leave) = self.players.drain(..).partition(|(engine, _)| fixture.players.contains(engine));
        self.players = keep;
        let leave: Vec<(usize, Player)> = leave;
        leave.into_iter().for_each(|(_, player)| player.quit());
        let (Some(mut first), Some(mut second)) = (self.ready(white)?, self.ready(black)?) else { return Ok(None) };
        let (Some(first_spec), Some(second_spec)) = (self.task.engines.get(white), self.task.engines.get(black)) else {
            return Ok(None);
        };
        let Some(opening) = self.task.openings.get(fixture.opening) else { return Ok(None) };
        let mut participants = [
            Participant { player: &mut first, spec: first_spec },
            Participant { player: &mut second, spec: second_spec },
        ];
        let seat = any_game(&self.task.variant);
        let played = game::play(seat, opening, &mut participants, &self.task.terms, self.halt);
        let fault = played.as_ref().and_then(|played| played.fault);
        let stderr = fault.map(|side| if side == Side::White { first.complaint() } else { second.complaint() });
        // Whoever was at fault, or was left in the middle of a search, is started afresh for its next game.
        let ended = played.is_none();
        for (side, engine, player) in [(Side::White, white, first), (Side::Black, black, second)] {
            if !ended && fault != Some(side) {
                self.players.push((engine, player));
            }
        }
        let names = [first_spec.name.as_str(), second_spec.name.as_str()];
        Ok(played.map(|played| GameLine::new(fixture, names, played, stderr)))
    }

    /// An engine that is ready for a game; `None` if the match was ended meanwhile.
    fn ready(&mut self, engine: usize) -> Result<Option<Player>, MatchError> {
        let Some(spec) = self.task.engines.get(engine) else { return Ok(None) };
        let at = self.players.iter().position(|(running, _)| *running == engine);
        let mut running = at.map(|at| self.players.swap_remove(at).1);
        let mut tries = 0;
        loop {
            let attempt = match running.take() {
                Some(player) => Ok(player),
                None => Player::start(spec, &self.task.variant, self.task.start, self.halt),
            };
            let attempt = attempt.and_then(|mut player| player.new_game(self.halt).map(|()| player));
            tries += 1;
            match attempt {
                Ok(player) => return Ok(Some(player)),
                Err(_) if self.halt.is_set() => return Ok(None),
                Err(error) if tries >= TRIES || !error.may_pass() => {
                    return Err(MatchError::Engine { name: spec.name.clone(), error });
                }
                Err(_) => thread::sleep(Duration::from_millis(100) * tries),
            }
        }
    }
}
