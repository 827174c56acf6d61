//! One position after the other: what a job does.

use super::Config;
use super::answer::{Answer, Line, Verdict};
use super::input::{self, Kind, Named, Task};
use crate::engine::any_game::{AnyGame, Report, Tools, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::tt::TranspositionTable;
use crate::search::{self, Settings, Signals};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A seat with the canonical name of its game.
type NamedSeat = (Arc<str>, Box<dyn AnyGame>);

/// What a job keeps between positions.
pub(super) struct Worker<'a> {
    config: &'a Config,
    tools: Tools,
    /// A seat for every variant that has been named, under that name; and one for the tasks that name none.
    seats: HashMap<Option<String>, NamedSeat>,
}

impl<'a> Worker<'a> {
    /// A worker with its table and its threads.
    pub fn new(config: &'a Config) -> Result<Worker<'a>, String> {
        let table = TranspositionTable::try_new(config.hash)
            .map_err(|error| format!("no table of {} MB for each job: {error}", config.hash))?;
        let pool = search::pool(config.threads).map_err(|error| format!("no threads: {error}"))?;
        // Nobody waits on a clock.
        let settings = Settings { lines: config.lines, overhead: Duration::ZERO, ..Settings::default() };
        let tools = Tools { table: Arc::new(table), pool, settings };
        Ok(Worker { config, tools, seats: HashMap::new() })
    }

    /// Answers a task. A fault of ours costs one answer, not all.
    pub fn answer(&mut self, task: Task, signals: &Signals) -> Answer {
        // What is known of the task survives the fault.
        let mut id = None;
        let found = catch_unwind(AssertUnwindSafe(|| self.find(task.kind, &mut id, signals)))
            .unwrap_or_else(|_| Err("the engine broke down".into()));
        Answer::new(id, task.line, found)
    }

    fn find(&mut self, kind: Kind, id: &mut Option<Box<RawValue>>, signals: &Signals) -> Result<Verdict, String> {
        match kind {
            Kind::Bad { id: name, problem } => {
                *id = name.and_then(|name| input::id(&name));
                Err(problem)
            }
            Kind::Game { id: name, variant, seat } => {
                *id = input::id(&name);
                self.search(&variant, &*seat, signals)
            }
            Kind::Text(bytes) => {
                let named = Named::parse(&bytes, id)?;
                self.named(&named, signals)
            }
            #[cfg(test)]
            Kind::Fault => panic!("a fault, for a test"),
        }
    }

    /// Answers a task that is named by texts.
    fn named(&mut self, named: &Named, signals: &Signals) -> Result<Verdict, String> {
        let (variant, mut seat) = match self.seats.remove(&named.variant) {
            Some(known) => known,
            None => {
                let variant = match &named.variant {
                    Some(name) => name.parse::<Variant>().map_err(|error| error.to_string())?,
                    None => self.config.variant.clone(),
                };
                (variant.to_string().into(), any_game(&variant))
            }
        };
        let fen = named.fen.as_deref().filter(|fen| *fen != "startpos");
        let set = seat.set_position(fen, &named.moves.words()).map_err(|error| error.to_string());
        let found = set.and_then(|()| self.search(&variant, &*seat, signals));
        // As many names as anyone needs; more come from a mistake.
        if self.seats.len() < 1000 {
            self.seats.insert(named.variant.clone(), (variant, seat));
        }
        found
    }

    fn search(&self, variant: &str, seat: &dyn AnyGame, signals: &Signals) -> Result<Verdict, String> {
        let began = Instant::now();
        let legal = seat.legal();
        // So that an answer does not depend on what was searched before.
        self.tools.table.new_game();
        let search = seat.search(&self.config.limits, Style::Usual);
        let mut reports: Vec<Report> = Vec::new();
        let outcome = search.run(&self.tools, signals, &mut |lines| reports = lines.to_vec());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    #[test]
    fn a_fault_costs_one_answer() {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let variant = "english".parse().unwrap();
        let config = Config { variant, games: false, limits, lines: 1, threads: 1, jobs: 1, hash: 1 };
        let mut worker = Worker::new(&config).unwrap();
        let mut answer = |kind| worker.answer(Task { line: 7, read: 0, kind }, &Signals::default());
        let broken = answer(Kind::Fault);
        assert_eq!((broken.line, broken.error.as_deref()), (7, Some("the engine broke down")));
        assert_eq!(answer(Kind::Text(b"startpos".to_vec())).error, None);
    }
}
