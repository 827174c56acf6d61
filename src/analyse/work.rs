//! One position after the other: what a job does.

use super::Config;
use super::answer::{Answer, Line, Verdict};
use super::input::{self, Kind, Named, Task};
use crate::catalog::Variant;
use crate::notation::Style;
use crate::search::{Settings, Signals};
use crate::seat::{Report, Seat, Tools, seat};
use crate::table::Table;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a job keeps between positions.
pub(super) struct Worker<'a> {
    config: &'a Config,
    tools: Tools,
    /// A seat for every variant that has been named, under that name, with the canonical one.
    seats: HashMap<String, (Arc<str>, Box<dyn Seat>)>,
}

impl<'a> Worker<'a> {
    /// A worker with its table and its threads.
    pub fn new(config: &'a Config) -> Result<Worker<'a>, String> {
        // So that an answer does not depend on what was searched before.
        let table = Table::try_new(config.hash)
            .map(Table::forgetful)
            .map_err(|error| format!("no table of {} MB for each job: {error}", config.hash))?;
        let pool = (config.threads > 1).then(|| ThreadPoolBuilder::new().num_threads(config.threads).build());
        let pool: Option<ThreadPool> = pool.transpose().map_err(|error| format!("no threads: {error}"))?;
        // Nobody waits on a clock.
        let settings = Settings { lines: config.lines, overhead: Duration::ZERO, ..Settings::default() };
        let tools = Tools { table: Arc::new(table), pool: pool.map(Arc::new), settings };
        Ok(Worker { config, tools, seats: HashMap::new() })
    }

    /// Answers a task; nothing if it was told to stop meanwhile.
    pub fn answer(&mut self, task: Task, signals: &Signals) -> Answer {
        let line = task.line;
        match task.kind {
            Kind::Bad { id, problem } => Answer::new(id.and_then(|id| input::id(&id)), line, Err(problem)),
            Kind::Game { id, variant, seat } => {
                Answer::new(input::id(&id), line, self.guarded(&variant, &*seat, signals))
            }
            Kind::Text(bytes) => match Named::parse(&bytes) {
                Err(problem) => Answer::new(None, line, Err(problem)),
                Ok(mut named) => {
                    let id = named.id.take();
                    Answer::new(id, line, self.named(&named, signals))
                }
            },
        }
    }

    /// Answers a task that is named by texts.
    fn named(&mut self, named: &Named, signals: &Signals) -> Result<Verdict, String> {
        let name = named.variant.as_deref().unwrap_or_default();
        let (variant, mut seat) = match self.seats.remove(name) {
            Some(known) => known,
            None => {
                let variant = match &named.variant {
                    Some(name) => name.parse::<Variant>().map_err(|error| error.to_string())?,
                    None => self.config.variant.clone(),
                };
                (variant.to_string().into(), seat(&variant))
            }
        };
        let fen = named.fen.as_deref().filter(|fen| *fen != "startpos");
        let set = seat.set_position(fen, &named.moves.words()).map_err(|error| error.to_string());
        let found = set.and_then(|()| self.guarded(&variant, &*seat, signals));
        // As many names as anyone needs; more come from a mistake.
        if self.seats.len() < 1000 {
            self.seats.insert(name.to_string(), (variant, seat));
        }
        found
    }

    /// A fault of ours costs one answer, not all.
    fn guarded(&self, variant: &str, seat: &dyn Seat, signals: &Signals) -> Result<Verdict, String> {
        catch_unwind(AssertUnwindSafe(|| self.search(variant, seat, signals)))
            .unwrap_or_else(|_| Err("the search broke down".into()))
    }

    fn search(&self, variant: &str, seat: &dyn Seat, signals: &Signals) -> Result<Verdict, String> {
        let began = Instant::now();
        let legal = seat.legal();
        let (search, _) = seat.search(&self.config.limits, Style::Usual);
        let mut reports: Vec<Report> = Vec::new();
        let outcome = search(&self.tools, signals, &mut |report| {
            // The lines of each iteration replace those of the last.
            if report.line == 1 {
                reports.clear();
            }
            reports.push(report.clone());
        });
        let (false, Some(top)) = (outcome.broken, reports.first()) else {
            return Err("the search broke down".into());
        };
        Ok(Verdict {
            variant: variant.to_string(),
            fen: seat.fen(),
            side: seat.side(),
            legal,
            best: outcome.best,
            top: Line::from(top),
            nodes: top.nodes,
            time: began.elapsed(),
            lines: (self.config.lines > 1)
                .then(|| reports.iter().filter(|report| !report.pv.is_empty()).map(Line::from).collect()),
            ending: seat.ending().map(Into::into),
        })
    }
}
