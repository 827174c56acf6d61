//! A worker: parses and searches one position after another.

use super::AnalysisConfig;
use super::input::{AnalysisTask, PositionSpec, TaskInput};
use super::known::KnownPositions;
use super::result::{AnalysisLine, AnalysisResult, PositionAnalysis};
use super::verdict::Judgement;
use crate::engine::any_game::{AnyGame, Report, Tools, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::tt::TranspositionTable;
use crate::search::{self, Settings, Signals};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// A game with the canonical name of its variant.
type CachedGame = (Arc<str>, Box<dyn AnyGame>);

/// What a job keeps between positions.
pub(super) struct AnalysisWorker<'a> {
    config: &'a AnalysisConfig,
    known: &'a KnownPositions,
    tools: Tools,
    /// A game for each variant name seen; `None` is the default variant.
    games: HashMap<Option<String>, CachedGame>,
}

impl<'a> AnalysisWorker<'a> {
    /// A worker with its own tt and threads.
    pub fn new(config: &'a AnalysisConfig, known: &'a KnownPositions) -> Result<AnalysisWorker<'a>, String> {
        let table = TranspositionTable::try_new(config.hash)
            .map_err(|error| format!("cannot allocate {} MB for each job: {error}", config.hash))?;
        let pool = search::pool(config.threads).map_err(|error| format!("cannot start threads: {error}"))?;
        let settings = Settings { lines: config.multi_pv, playing: false, ..Settings::default() };
        let tools = Tools { table: Arc::new(table), pool, settings, tables: None };
        Ok(AnalysisWorker { config, known, tools, games: HashMap::new() })
    }

    /// Analyses a task. A panic costs one result, not all.
    pub fn analyse(&mut self, task: AnalysisTask, signals: &Signals) -> AnalysisResult {
        let id = task.id();
        let place = match &task.input {
            TaskInput::Position { place, .. } => Some(place.clone()),
            _ => None,
        };
        let analysis = catch_unwind(AssertUnwindSafe(|| self.analyse_input(task.input, signals)))
            .unwrap_or_else(|_| Err("internal error: the engine panicked".into()));
        AnalysisResult::new(id, task.file.map(|file| file.to_string()), task.line, place, analysis)
    }

    fn analyse_input(&mut self, input: TaskInput, signals: &Signals) -> Result<PositionAnalysis, String> {
        match input {
            TaskInput::Bad { problem, .. } => Err(problem),
            TaskInput::Position { variant, game, place, .. } => {
                let mut analysis = self.search(&variant, &*game, signals)?;
                analysis.judgement = place.played.map(Judgement::pending);
                Ok(analysis)
            }
            TaskInput::Line(bytes) => {
                let spec = PositionSpec::parse(&bytes)?;
                self.set_up_and_search(&spec, signals)
            }
            #[cfg(test)]
            TaskInput::Panic => panic!("a panic, for a test"),
        }
    }

    fn set_up_and_search(&mut self, spec: &PositionSpec, signals: &Signals) -> Result<PositionAnalysis, String> {
        let (variant, mut game) = match self.games.remove(&spec.variant) {
            Some(known) => known,
            None => {
                let variant = match &spec.variant {
                    Some(name) => name.parse::<Variant>().map_err(|error| error.to_string())?,
                    None => self.config.variant.clone().ok_or("no variant named; give `variant` or --variant")?,
                };
                (variant.to_string().into(), any_game(&variant))
            }
        };
        let fen = spec.fen.as_deref().filter(|fen| *fen != "startpos");
        let set_up = game.set_position(fen, &spec.moves.words()).map_err(|error| error.to_string());
        let analysis = set_up.and_then(|()| self.search(&variant, &*game, signals));
        // Bounded, since the input may name any number of overrides.
        if self.games.len() < 1000 {
            self.games.insert(spec.variant.clone(), (variant, game));
        }
        analysis
    }

    /// Searches a position, unless it has been searched before.
    fn search(&self, variant: &str, game: &dyn AnyGame, signals: &Signals) -> Result<PositionAnalysis, String> {
        let searched = self.known.get(variant, game);
        searched.get_or_init(|| self.search_new(variant, game, signals)).clone()
    }

    fn search_new(&self, variant: &str, game: &dyn AnyGame, signals: &Signals) -> Result<PositionAnalysis, String> {
        let start = Instant::now();
        let legal = game.legal();
        // The result must not depend on earlier positions.
        self.tools.table.new_game();
        let search = game.search(&self.config.limits, Style::Usual);
        let mut reports: Vec<Report> = Vec::new();
        let cache = self.config.tables.as_ref();
        let tables = cache.and_then(|cache| variant.parse().ok().and_then(|variant| cache.tables(&variant)));
        let table = tables.as_deref().and_then(|tables| game.table_verdict(tables));
        let tools = Tools { tables, ..self.tools.clone() };
        let outcome = search.run(&tools, signals, &mut |lines| reports = lines.to_vec());
        let (false, Some(top)) = (outcome.broken, reports.first()) else {
            return Err("internal error: the search panicked".into());
        };
        Ok(PositionAnalysis {
            variant: variant.to_string(),
            fen: game.fen(),
            side: game.side(),
            legal,
            best: outcome.best,
            top: AnalysisLine::from(top),
            judgement: None,
            nodes: top.nodes,
            time: start.elapsed(),
            lines: (self.config.multi_pv > 1)
                .then(|| reports.iter().filter(|report| !report.pv.is_empty()).map(AnalysisLine::from).collect()),
            table,
            ending: game.ending(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    #[test]
    fn a_panic_costs_one_result() {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let variant = "english".parse().unwrap();
        let config = AnalysisConfig { limits, ..AnalysisConfig::new(Some(variant)) };
        let known = KnownPositions::default();
        let mut worker = AnalysisWorker::new(&config, &known).unwrap();
        let mut analyse =
            |input| worker.analyse(AnalysisTask { file: None, line: 7, bytes_read: 0, input }, &Signals::default());
        let failed = analyse(TaskInput::Panic);
        assert_eq!((failed.line, failed.error.as_deref()), (7, Some("internal error: the engine panicked")));
        assert_eq!(analyse(TaskInput::Line(b"startpos".to_vec())).error, None);
    }
}
