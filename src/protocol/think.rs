//! One search on its own thread, and how it speaks.

use super::output::Output;
use super::squares::Numbering;
use super::{Dialect, hub, uci};
use crate::book::Choice;
use crate::search::Signals;
use crate::seat::{Count, Outcome, Report, Search, Tools};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How the engine speaks: the dialect, with all that colours it.
#[derive(Clone)]
pub struct Voice {
    /// Where it speaks.
    pub output: Output,
    /// The dialect.
    pub dialect: Dialect,
    /// Whether to tell chances with scores.
    pub show_wdl: bool,
    /// How Hub numbers the squares of the game.
    pub numbering: Numbering,
}

impl Voice {
    /// Says that something is not right, or worth knowing.
    pub fn remark(&self, text: &str) {
        self.output.line(&match self.dialect {
            Dialect::Hub => hub::error(text),
            Dialect::Uci | Dialect::Ugi => uci::remark(text),
        });
    }

    fn report(&self, report: &Report) {
        match self.dialect {
            Dialect::Hub => self.output.passing_line(&hub::info(report, self.numbering)),
            Dialect::Uci | Dialect::Ugi => self.output.line(&uci::info(report, self.show_wdl)),
        }
    }

    /// Answers with a move of a book, in the form of a search that took no time.
    pub fn book_move(&self, choice: &Choice, score: i32) {
        let best = choice.text.clone();
        if self.dialect != Dialect::Hub {
            self.remark(&format!("book {best} {:.1} %", 100.0 * choice.share));
        }
        let pv = vec![best.clone()];
        self.report(&Report { depth: 1, deepest: 1, line: 1, score, nodes: 0, time: Duration::ZERO, full: 0, pv });
        self.answer(&Outcome { best: Some(best), ponder: None, broken: false });
    }

    /// Answers a search.
    pub fn answer(&self, outcome: &Outcome) {
        if outcome.broken {
            self.remark("the search broke down, which is a fault of the engine; any legal move is played instead");
        }
        self.output.line(&match self.dialect {
            Dialect::Hub => hub::done(outcome, self.numbering),
            dialect => uci::best_move(outcome, dialect),
        });
    }
}

/// Starts a search. If no thread can be had it is done at once, and there is nothing to wait for.
pub fn search(search: Search, tools: Tools, signals: Arc<Signals>, voice: Voice) -> Option<Running> {
    spawn(move |over| {
        let mut last: Option<Report> = None;
        let mut tell = |report: &Report| {
            // What the search repeats at its end Hub has had already, and a line less is a line less to lose.
            let same = |last: &Report| (last.depth, last.score, &last.pv) == (report.depth, report.score, &report.pv);
            if voice.dialect != Dialect::Hub || !last.as_ref().is_some_and(same) {
                voice.report(report);
            }
            last = Some(report.clone());
        };
        let outcome = search(&tools, &signals, &mut tell);
        over.store(true, Relaxed);
        voice.answer(&outcome);
    })
}

/// Starts a count.
pub fn count(count: Count, signals: Arc<Signals>, voice: Voice) -> Option<Running> {
    spawn(move |over| {
        let total = count(&signals, &mut |mv, nodes| voice.output.line(&format!("{mv}: {nodes}")));
        over.store(true, Relaxed);
        match total {
            Some(total) => voice.output.line(&format!("\nNodes searched: {total}")),
            None => voice.remark("perft: stopped before the count was complete"),
        }
    })
}

/// The search is recursive, hundreds of plies deep: more than a thread usually has.
pub const STACK: usize = 16 << 20;

/// A search or a count under way.
pub struct Running {
    thread: JoinHandle<()>,
    /// Set before the answer is given, so that whoever has read the answer finds the search over.
    over: Arc<AtomicBool>,
}

impl Running {
    /// Whether the answer has been given.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.thread.is_finished()
    }

    /// Waits for the answer.
    pub fn wait(self) {
        let _ = self.thread.join();
    }
}

fn spawn(work: impl FnOnce(&AtomicBool) + Send + 'static) -> Option<Running> {
    let over = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&over);
    let thread = Builder::new().name("search".into()).stack_size(STACK).spawn(move || work(&flag)).ok()?;
    Some(Running { thread, over })
}
