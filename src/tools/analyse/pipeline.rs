//! From the input through the jobs to the output, in order.

use super::Config;
use super::answer::Answer;
use super::input::{self, Task};
use super::work::Worker;
use crate::search::{STACK, Signals};
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// How far the reader may be ahead of the writer, in positions.
const WINDOW: usize = 1024;
/// How often one who waits looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// An analysis that can be stopped from elsewhere.
pub struct Analysis {
    config: Config,
    signals: Arc<Signals>,
}

/// How far an analysis has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Answers given out.
    pub answers: usize,
    /// Those among them that are errors.
    pub errors: usize,
    /// The bytes of the input that have been answered.
    pub bytes: u64,
}

/// What an analysis came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    /// How far it came.
    pub done: Progress,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// Why an analysis failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Read(io::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Write(#[from] io::Error),
    /// There is not enough of what it takes.
    #[error("{0}")]
    Means(String),
}

/// An answer with its place in the order, and the bytes of the input read for it.
type Numbered = (usize, u64, Answer);

impl Analysis {
    /// An analysis that obeys orders given through `signals`.
    pub fn new(config: Config, signals: Arc<Signals>) -> Analysis {
        Analysis { config, signals }
    }

    /// Answers everything in `source`. `give` gets the answers in order, and `rest` is called when none is waiting to be
    /// given: then what was given should reach its reader. An error of either ends the analysis.
    pub fn run(
        &self,
        source: impl BufRead + Send + 'static,
        give: &mut dyn FnMut(&Answer, Progress) -> io::Result<()>,
        rest: &mut dyn FnMut() -> io::Result<()>,
    ) -> Result<Total, Failure> {
        let (tasks, received) = mpsc::channel();
        let (answers, answered) = mpsc::channel();
        // A place in the window for each task that has been read and not been answered.
        let (window, left) = mpsc::sync_channel(WINDOW);
        // The reader may wait for an input that never comes, so nobody waits for the reader.
        let (variant, games) = (self.config.variant.clone(), self.config.games);
        let reader = thread::Builder::new().name("reader".into());
        let failed = Arc::new(Mutex::new(None));
        let failure = Arc::clone(&failed);
        let reading = reader.spawn(move || {
            let mut number = 0;
            let take = |task| {
                number += 1;
                pass(&tasks, &window, number - 1, task)
            };
            let done = catch_unwind(AssertUnwindSafe(|| input::read(source, &variant, games, take)));
            let problem = match done {
                Ok(Ok(())) => return,
                Ok(Err(error)) => Failure::Read(error),
                // It would look like the end of the input.
                Err(_) => Failure::Means("the reader of the input broke down".into()),
            };
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
        });
        let means = |error: &dyn std::fmt::Display| Failure::Means(format!("no threads: {error}"));
        reading.map_err(|error| means(&error))?;
        let pool = ThreadPoolBuilder::new()
            .num_threads(self.config.jobs)
            .stack_size(STACK)
            .build()
            .map_err(|error| means(&error))?;
        let received = Mutex::new(received);
        let broken = Mutex::new(None);
        let closed = AtomicBool::new(false);
        let total = thread::scope(|scope| {
            let answers = Mutex::new(answers);
            let (received, broken, closed) = (&received, &broken, &closed);
            scope.spawn(move || {
                pool.broadcast(|_| {
                    let answers = answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let job = catch_unwind(AssertUnwindSafe(|| self.job(received, &answers, closed)));
                    if let Err(problem) = job.unwrap_or_else(|_| Err("a job broke down".into())) {
                        closed.store(true, Relaxed);
                        *broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
                    }
                });
            });
            let total = self.write(&answered, &left, give, rest);
            // Whatever ended the writing ends the work.
            closed.store(true, Relaxed);
            if total.is_err() {
                self.signals.stop.store(true, Relaxed);
            }
            total
        });
        let total = total?;
        if let Some(problem) = broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(Failure::Means(problem));
        }
        match failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(failure) if !total.stopped => Err(failure),
            _ => Ok(total),
        }
    }

    fn stopped(&self) -> bool {
        self.signals.stop.load(Relaxed)
    }

    /// Answers task after task.
    fn job(
        &self,
        tasks: &Mutex<Receiver<(usize, Task)>>,
        answers: &Sender<Numbered>,
        closed: &AtomicBool,
    ) -> Result<(), String> {
        let mut worker = Worker::new(&self.config)?;
        while !self.stopped() && !closed.load(Relaxed) {
            let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
            let (number, task) = match next {
                Ok(next) => next,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let read = task.read;
            let answer = worker.answer(task, &self.signals);
            // What was broken off is no answer.
            if self.stopped() || answers.send((number, read, answer)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Gives the answers out in order.
    fn write(
        &self,
        answered: &Receiver<Numbered>,
        left: &Receiver<()>,
        give: &mut dyn FnMut(&Answer, Progress) -> io::Result<()>,
        rest: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Total> {
        let mut waiting = BTreeMap::new();
        let mut done = Progress::default();
        loop {
            let next = match answered.try_recv() {
                Ok(next) => Some(next),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    rest()?;
                    answered.recv().ok()
                }
            };
            let Some((number, read, answer)) = next else { break };
            waiting.insert(number, (read, answer));
            while let Some((read, answer)) = waiting.remove(&done.answers) {
                done.answers += 1;
                done.errors += usize::from(answer.error.is_some());
                done.bytes = read;
                give(&answer, done)?;
                // A place in the window is free.
                let _ = left.recv();
            }
        }
        rest()?;
        Ok(Total { done, stopped: self.stopped() })
    }
}

/// Passes a task on when there is a place in the window; says whether anyone took it.
fn pass(tasks: &Sender<(usize, Task)>, window: &SyncSender<()>, number: usize, task: Task) -> bool {
    window.send(()).is_ok() && tasks.send((number, task)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use std::io::{BufReader, Read};

    struct Faulty(&'static [u8]);

    impl Read for Faulty {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.0.is_empty(), "a fault, for a test");
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_reader_that_breaks_down_is_no_end_of_input() {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let variant = "english".parse().unwrap();
        let config = Config { variant, games: false, limits, lines: 1, threads: 1, jobs: 2, hash: 1 };
        let mut answers = 0;
        let mut give = |_: &Answer, _| {
            answers += 1;
            Ok(())
        };
        let source = BufReader::new(Faulty(b"startpos\nstartpos\n"));
        let failure = Analysis::new(config, Arc::default()).run(source, &mut give, &mut || Ok(())).unwrap_err();
        assert_eq!(failure.to_string(), "the reader of the input broke down");
        assert_eq!(answers, 2, "what was read is answered");
    }
}
