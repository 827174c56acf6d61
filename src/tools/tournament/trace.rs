//! A trace of everything that engines and the match say to each other.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A trace file, shared by all engines.
#[derive(Clone, Debug)]
pub struct MatchTrace {
    shared: Arc<TraceFile>,
}

#[derive(Debug)]
struct TraceFile {
    file: Mutex<File>,
    start: Instant,
    failed: AtomicBool,
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceDirection {
    /// The match, to the engine.
    ToEngine,
    /// The engine, on standard output.
    FromEngine,
    /// The engine, on standard error.
    Stderr,
}

impl MatchTrace {
    /// A trace in a new file.
    pub fn create(path: &Path) -> io::Result<MatchTrace> {
        let file = Mutex::new(File::create_new(path)?);
        let (start, failed) = (Instant::now(), AtomicBool::new(false));
        Ok(MatchTrace { shared: Arc::new(TraceFile { file, start, failed }) })
    }

    /// The trace of an engine.
    pub fn engine(&self, name: &str, process: u32) -> EngineTrace {
        EngineTrace { shared: Arc::clone(&self.shared), label: format!("{name}[{process}]") }
    }

    /// Whether a line could not be written.
    pub fn has_failed(&self) -> bool {
        self.shared.failed.load(Ordering::Relaxed)
    }
}

/// The trace of one running engine.
#[derive(Clone, Debug)]
pub struct EngineTrace {
    shared: Arc<TraceFile>,
    label: String,
}

impl EngineTrace {
    /// Writes lines, each with the time since the start in seconds: `12.345678 new[4711] < bestmove 9-13`.
    pub fn add(&self, direction: TraceDirection, text: &str) {
        let mark = match direction {
            TraceDirection::ToEngine => '>',
            TraceDirection::FromEngine => '<',
            TraceDirection::Stderr => '!',
        };
        let time = self.shared.start.elapsed().as_secs_f64();
        let line = |text: &str| format!("{time:.6} {} {mark} {}\n", self.label, text.trim_end());
        let lines: String = text.lines().map(line).collect();
        let mut file = self.shared.file.lock().unwrap_or_else(PoisonError::into_inner);
        // The match goes on without a trace.
        if file.write_all(lines.as_bytes()).is_err() {
            self.shared.failed.store(true, Ordering::Relaxed);
        }
    }
}
