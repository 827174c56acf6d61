//! Runs a match: games in parallel, engines restarted after a fault, results collected on one thread.

use super::engine::EngineStartError;
use super::game::{self, MatchRules, Participant};
use super::log::LoggedGame;
use super::match_player::MatchPlayer;
use super::openings::Opening;
use super::process::StopFlag;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use super::trace::MatchTrace;
use crate::engine::any_game::any_game;
use crate::games::Side;
use crate::games::catalog::Variant;
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// Everything needed to play a match.
#[derive(Clone)]
pub struct MatchConfig {
    /// What is played.
    pub variant: Variant,
    /// In the order of the arguments.
    pub engines: Vec<EngineSpec>,
    /// From which the games begin, by their numbers in the schedule.
    pub openings: Vec<Opening>,
    /// The rules of every game.
    pub rules: MatchRules,
    /// How many games run at the same time.
    pub concurrency: usize,
    /// How long an engine may take to start.
    pub start_limit: Duration,
    /// Where to write what engines say.
    pub trace: Option<MatchTrace>,
}

/// Why a match cannot be finished.
#[derive(Clone, Debug, Error)]
pub enum MatchError {
    /// An engine does not start, or not again.
    #[error("engine {name} does not start: {error}")]
    Engine {
        /// As in the match.
        name: String,
        /// Why.
        error: EngineStartError,
    },
}

/// How often an engine is started in a row before the match fails.
const TRIES: u32 = 3;

/// How many finished games may wait while the output blocks.
const MAX_WAITING: usize = 16;

/// Plays games. Calls `finished` with each, on this thread, until it returns `Break`. `stop` ends the match; unfinished
/// games are dropped.
pub fn run(
    config: &MatchConfig,
    games: impl Iterator<Item = Fixture> + Send,
    stop: &StopFlag,
    finished: &mut dyn FnMut(&Fixture, LoggedGame) -> ControlFlow<()>,
) -> Result<(), MatchError> {
    let waiting = Mutex::new(games);
    let next = || lock(&waiting).next();
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        let (results, arriving) = sync_channel(MAX_WAITING);
        for _ in 0..config.concurrency.max(1) {
            let (results, next, failure) = (results.clone(), &next, &failure);
            scope.spawn(move || {
                let mut worker = MatchWorker { config, stop, engines: Vec::new() };
                if let Err(error) = worker.work(next, &results) {
                    lock(failure).get_or_insert(error);
                    stop.set();
                }
                worker.engines.into_iter().for_each(|(_, engine)| engine.quit());
            });
        }
        drop(results);
        // Games that finish while the match is being stopped count, too.
        for (fixture, game) in arriving {
            if finished(&fixture, game).is_break() {
                stop.set();
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
struct MatchWorker<'a> {
    config: &'a MatchConfig,
    stop: &'a StopFlag,
    /// The running engines, by number: those of the last game.
    engines: Vec<(usize, MatchPlayer)>,
}

impl MatchWorker<'_> {
    fn work(
        &mut self,
        next: &impl Fn() -> Option<Fixture>,
        results: &SyncSender<(Fixture, LoggedGame)>,
    ) -> Result<(), MatchError> {
        while !self.stop.is_set() {
            let Some(fixture) = next() else { return Ok(()) };
            let Some(game) = self.game(&fixture)? else { return Ok(()) };
            if results.send((fixture, game)).is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays a game; `None` if the match was stopped meanwhile.
    fn game(&mut self, fixture: &Fixture) -> Result<Option<LoggedGame>, MatchError> {
        let [white, black] = fixture.players;
        // Stop engines that do not play in this game, to free their memory.
        let (keep, leave) = self.engines.drain(..).partition(|(number, _)| fixture.players.contains(number));
        self.engines = keep;
        let leave: Vec<(usize, MatchPlayer)> = leave;
        leave.into_iter().for_each(|(_, engine)| engine.quit());
        let (Some(mut first), Some(mut second)) = (self.ready(white)?, self.ready(black)?) else { return Ok(None) };
        let specs = &self.config.engines;
        let (Some(first_spec), Some(second_spec)) = (specs.get(white), specs.get(black)) else { return Ok(None) };
        let Some(opening) = self.config.openings.get(fixture.opening) else { return Ok(None) };
        let mut participants = [
            Participant { engine: &mut first, spec: first_spec },
            Participant { engine: &mut second, spec: second_spec },
        ];
        let game = any_game(&self.config.variant);
        let outcome = game::play(game, opening, &mut participants, &self.config.rules, self.stop);
        let fault = outcome.as_ref().and_then(|outcome| outcome.fault);
        let stderr = fault.map(|side| if side == Side::White { first.last_stderr() } else { second.last_stderr() });
        // An engine that forfeited, or was stopped in the middle of a search, is restarted for its next game.
        let stopped = outcome.is_none();
        for (side, number, engine) in [(Side::White, white, first), (Side::Black, black, second)] {
            let restart = specs.get(number).is_some_and(|spec| spec.restart);
            match stopped || fault == Some(side) {
                true => {}
                false if restart => engine.quit(),
                false => self.engines.push((number, engine)),
            }
        }
        let names = [first_spec.name.as_str(), second_spec.name.as_str()];
        Ok(outcome.map(|outcome| LoggedGame::new(fixture, names, outcome, stderr)))
    }

    /// An engine that is ready for a game; `None` if the match was stopped meanwhile.
    fn ready(&mut self, number: usize) -> Result<Option<MatchPlayer>, MatchError> {
        let Some(spec) = self.config.engines.get(number) else { return Ok(None) };
        let at = self.engines.iter().position(|(running, _)| *running == number);
        let mut running = at.map(|at| self.engines.swap_remove(at).1);
        let mut tries = 0;
        loop {
            let attempt = match running.take() {
                Some(engine) => Ok(engine),
                None => {
                    let trace = self.config.trace.as_ref();
                    MatchPlayer::start(spec, &self.config.variant, self.config.start_limit, self.stop, trace)
                }
            };
            let attempt = attempt.and_then(|mut engine| engine.new_game(self.stop).map(|()| engine));
            tries += 1;
            match attempt {
                Ok(engine) => return Ok(Some(engine)),
                Err(_) if self.stop.is_set() => return Ok(None),
                Err(error) if tries >= TRIES || !error.is_temporary() => {
                    return Err(MatchError::Engine { name: spec.name.clone(), error });
                }
                Err(_) => thread::sleep(Duration::from_millis(100) * tries),
            }
        }
    }
}
