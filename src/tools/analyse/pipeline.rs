//! The pipeline from the input through the workers to the output.

use super::AnalysisConfig;
use super::input::{AnalysisInput, AnalysisTask, TaskReader};
use super::known::KnownPositions;
use super::result::AnalysisResult;
use super::resume::{KnownResults, is_same};
use super::worker::AnalysisWorker;
use crate::search::{STACK, Signals};
use crate::util::byte_queue::{self, QueueReceiver};
use rayon::ThreadPoolBuilder;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// How far the reader may be ahead of the writer, in positions and in the bytes they take.
const WINDOW: (usize, usize) = (1024, 64 << 20);
/// How often a waiting worker checks whether to stop.
const POLL: Duration = Duration::from_millis(20);

/// A batch analysis.
pub struct Analysis {
    config: AnalysisConfig,
    signals: Arc<Signals>,
}

/// How far an analysis has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnalysisProgress {
    /// Results written.
    pub results: usize,
    /// How many of them are errors.
    pub errors: usize,
    /// Bytes of the input that are done.
    pub bytes: u64,
}

/// How an analysis ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnalysisTotals {
    /// What was done.
    pub done: AnalysisProgress,
    /// Whether it was stopped early.
    pub stopped: bool,
}

/// Why an analysis failed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Read(io::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Write(#[from] io::Error),
    /// The input is not that of the results to continue.
    #[error("the results are those of another input, or of other arguments")]
    OtherInput,
    /// Not enough memory or threads, or a bug.
    #[error("{0}")]
    Internal(String),
}

/// A result with its number and the bytes of the input read for it.
type NumberedResult = (usize, u64, AnalysisResult);

impl Analysis {
    /// An analysis that `signals` can stop.
    pub fn new(config: AnalysisConfig, signals: Arc<Signals>) -> Analysis {
        Analysis { config, signals }
    }

    /// Analyses everything in `inputs`. `write` gets the results in order; `flush` is called when no result is ready. An
    /// error of either ends the analysis.
    pub fn run(
        &self,
        inputs: Vec<AnalysisInput>,
        write: &mut dyn FnMut(&AnalysisResult, AnalysisProgress) -> io::Result<()>,
        flush: &mut dyn FnMut() -> io::Result<()>,
    ) -> Result<AnalysisTotals, AnalysisError> {
        let (tasks, task_queue) = mpsc::channel();
        let (results, result_queue) = mpsc::channel();
        // Holds an entry for each task that has been read and not yet written.
        let (window, window_entries) = byte_queue::bounded(WINDOW.0, WINDOW.1);
        // The reader may wait forever for input, so it is not joined.
        let (variant, part, known) = (self.config.variant.clone(), self.config.part, self.config.known.clone());
        // The last one is found again, if it can be.
        let skip = known.count - usize::from(known.repeatable(&self.config).is_some());
        let reader = thread::Builder::new().name("reader".into());
        let read_error = Arc::new(Mutex::new(None));
        let reader_error = Arc::clone(&read_error);
        let reading = reader.spawn(move || {
            let (mut number, mut found, mut other) = (0, KnownResults::default(), false);
            let take = |task: AnalysisTask| {
                if found.count < known.count {
                    found.add(task.file.as_deref(), task.line, task.id().as_deref().map(RawValue::get));
                    other = found.count == known.count && !found.same_places(&known);
                    if other || found.count <= skip {
                        return !other;
                    }
                }
                number += 1;
                window.send((), task.bytes()) && tasks.send((number - 1, task)).is_ok()
            };
            let several = inputs.len() > 1;
            let mut reader = TaskReader::new(variant.as_ref(), part, several, take);
            let done = catch_unwind(AssertUnwindSafe(|| reader.read_all(inputs)));
            let error = match done {
                Ok(Ok(())) if other || found.count < known.count => AnalysisError::OtherInput,
                Ok(Ok(())) => return,
                Ok(Err(error)) => AnalysisError::Read(error),
                // Without an error it would look like the end of the input.
                Err(_) => AnalysisError::Internal("internal error: the input reader panicked".into()),
            };
            *reader_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        });
        let no_threads =
            |error: &dyn std::fmt::Display| AnalysisError::Internal(format!("cannot start threads: {error}"));
        reading.map_err(|error| no_threads(&error))?;
        let pool = ThreadPoolBuilder::new()
            .num_threads(self.config.jobs)
            .stack_size(STACK)
            .build()
            .map_err(|error| no_threads(&error))?;
        let task_queue = Mutex::new(task_queue);
        let job_error = Mutex::new(None);
        let closed = AtomicBool::new(false);
        let known = KnownPositions::default();
        let totals = thread::scope(|scope| {
            let results = Mutex::new(results);
            let (task_queue, job_error, closed, known) = (&task_queue, &job_error, &closed, &known);
            scope.spawn(move || {
                pool.broadcast(|_| {
                    let results = results.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let job = catch_unwind(AssertUnwindSafe(|| self.job(task_queue, &results, closed, known)));
                    if let Err(problem) = job.unwrap_or_else(|_| Err("internal error: a job panicked".into())) {
                        closed.store(true, Relaxed);
                        *job_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
                    }
                });
            });
            let totals = self.write(&result_queue, &window_entries, write, flush);
            // The jobs end when the writer ends, for whatever reason.
            closed.store(true, Relaxed);
            if totals.is_err() {
                self.signals.stop.store(true, Relaxed);
            }
            totals
        });
        let totals = totals?;
        if let Some(problem) = job_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(AnalysisError::Internal(problem));
        }
        match read_error.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) if !totals.stopped => Err(error),
            _ => Ok(totals),
        }
    }

    fn stopped(&self) -> bool {
        self.signals.stop.load(Relaxed)
    }

    /// Analyses one task after another.
    fn job(
        &self,
        tasks: &Mutex<Receiver<(usize, AnalysisTask)>>,
        results: &Sender<NumberedResult>,
        closed: &AtomicBool,
        known: &KnownPositions,
    ) -> Result<(), String> {
        let mut worker = AnalysisWorker::new(&self.config, known)?;
        while !self.stopped() && !closed.load(Relaxed) {
            let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(POLL);
            let (number, task) = match next {
                Ok(next) => next,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let bytes_read = task.bytes_read;
            let result = worker.analyse(task, &self.signals);
            // The result of a stopped search is dropped.
            if self.stopped() || results.send((number, bytes_read, result)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Writes the results in order.
    fn write(
        &self,
        results: &Receiver<NumberedResult>,
        window_entries: &QueueReceiver<()>,
        write: &mut dyn FnMut(&AnalysisResult, AnalysisProgress) -> io::Result<()>,
        flush: &mut dyn FnMut() -> io::Result<()>,
    ) -> Result<AnalysisTotals, AnalysisError> {
        let mut again = self.config.known.repeatable(&self.config);
        let mut write = |result: &AnalysisResult, done: &mut AnalysisProgress| match again.take() {
            Some(known) if is_same(result, known) => Ok(()),
            Some(_) => Err(AnalysisError::OtherInput),
            None => {
                done.results += 1;
                done.errors += usize::from(result.error.is_some());
                Ok(write(result, *done)?)
            }
        };
        let mut waiting = BTreeMap::new();
        let mut done = AnalysisProgress::default();
        // The last result, if its move is to be judged by the next.
        let mut held: Option<AnalysisResult> = None;
        let mut taken = 0;
        loop {
            let next = match results.try_recv() {
                Ok(next) => Some(next),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    flush()?;
                    results.recv().ok()
                }
            };
            let Some((number, bytes_read, result)) = next else { break };
            waiting.insert(number, (bytes_read, result));
            while let Some((bytes_read, result)) = waiting.remove(&taken) {
                taken += 1;
                if let Some(mut last) = held.take() {
                    last.judge(&result);
                    write(&last, &mut done)?;
                }
                done.bytes = bytes_read;
                if result.awaits_next() {
                    held = Some(result);
                } else {
                    write(&result, &mut done)?;
                }
                // Let the reader read another task.
                let _ = window_entries.recv();
            }
        }
        // After an interruption it is left for the next run.
        if let Some(last) = held.filter(|_| !self.stopped()) {
            write(&last, &mut done)?;
        }
        flush()?;
        Ok(AnalysisTotals { done, stopped: self.stopped() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use std::io::{BufReader, Read};

    struct Faulty(&'static [u8]);

    impl Read for Faulty {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.0.is_empty(), "a panic, for a test");
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_panic_of_the_reader_is_an_error() {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let variant = "english".parse().unwrap();
        let config = AnalysisConfig { limits, jobs: 2, ..AnalysisConfig::new(Some(variant)) };
        let mut results = 0;
        let mut write = |_: &AnalysisResult, _| {
            results += 1;
            Ok(())
        };
        let source = Box::new(BufReader::new(Faulty(b"startpos\nstartpos\n")));
        let inputs = vec![AnalysisInput { name: "x".into(), is_pdn: false, source }];
        let error = Analysis::new(config, Arc::default()).run(inputs, &mut write, &mut || Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "internal error: the input reader panicked");
        assert_eq!(results, 2, "what was read is analysed");
    }
}
