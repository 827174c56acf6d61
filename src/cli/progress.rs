//! How far long work is, on stderr, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line that counts.
pub struct Progress {
    what: &'static str,
    total: u64,
    began: Instant,
    told: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// A count of `what` up to a total.
    pub fn new(what: &'static str, total: u64) -> Progress {
        Progress { what, total, began: Instant::now(), told: None, shown: io::stderr().is_terminal() }
    }

    /// Shows that so many are done.
    pub fn set(&mut self, done: u64) {
        const OFTEN: Duration = Duration::from_millis(100);
        if !self.shown || self.told.is_some_and(|told| told.elapsed() < OFTEN) {
            return;
        }
        self.told = Some(Instant::now());
        let spent = self.began.elapsed().as_secs_f64();
        let rate = done as f64 / spent.max(1e-9);
        let left = if done > 0 { self.total.saturating_sub(done) as f64 / rate } else { 0.0 };
        let text = format!("{done} of {} {}, {rate:.1} a second, {left:.0} s left", self.total, self.what);
        self.say(&text);
    }

    /// Takes the line away.
    pub fn end(&mut self) {
        if self.told.is_some() {
            self.say("");
        }
    }

    /// A terminal that has gone is no reason to stop.
    fn say(&self, text: &str) {
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{text}").and_then(|()| stderr.flush());
    }
}
