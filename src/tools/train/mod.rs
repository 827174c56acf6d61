//! Training an evaluation: games of the engine against itself, a fit to them, and a match that says whether it helped.
//!
//! ```text
//! selfplay   games from random openings          samples   their positions, packed in files
//! fit        the weights that tell them best      gate      the new weights against the old ones
//! fit_net    a small net that corrects them         checkpoint   what a fit has after each epoch
//! ```
//!
//! A round plays games with the best weights so far, fits, and keeps the result if it wins its match. Games come in numbered
//! chunks, each a file, and each depends on the seed, the round and its number alone; a fit leaves its weights after each epoch. So
//! whatever is interrupted goes on where it was, and chunks may be played on many machines and put together.

mod checkpoint;
mod fit;
mod fit_net;
mod gate;
mod samples;
mod selfplay;

pub use gate::GateResult;
pub use samples::SampleError;

use crate::eval::Evaluate;
use crate::eval::model::{Model, ModelError};
use crate::eval::score::Chances;
use crate::games::catalog::Variant;
use crate::games::notation::Notation;
use crate::tables;
use crate::tables::lookup::AnyTables;
use crate::tables::open::{SmallTables, TableSource};
use crate::util::atomic_file::AtomicFile;
use crate::with_game;
use fit::{Fit, Fitted};
use rayon::prelude::*;
use samples::Chunk;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What to do.
#[derive(Clone, Debug)]
pub struct TrainPlan {
    /// The game.
    pub variant: Variant,
    /// The folder for games, checkpoints and the result.
    pub path: PathBuf,
    /// How many rounds.
    pub rounds: u32,
    /// Games of a round.
    pub games: usize,
    /// Nodes for each move of them.
    pub nodes: u64,
    /// What all random numbers come from.
    pub seed: u64,
    /// Games at a time.
    pub jobs: usize,
    /// Play this part of the games only, of so many, and fit nothing.
    pub part: Option<(usize, usize)>,
    /// Epochs of a fit of the net; that of the weights beside it takes half as many.
    pub epochs: u32,
    /// Fit a net that corrects the weights, too, where the family has a place for one.
    pub net: bool,
    /// Games of the match after each round.
    pub gate_games: usize,
    /// Nodes for each move of that.
    pub gate_nodes: u64,
    /// Folders of endgame tables, which the games are played with.
    pub tables: Vec<PathBuf>,
}

/// Games of a chunk.
pub const CHUNK: usize = 128;
/// Rounds whose games a fit uses: the present one and those right before it.
const MEMORY: u32 = 2;

/// Something to show while it runs.
#[derive(Clone, Copy, Debug)]
pub enum TrainStep {
    /// Games of a round: done, in all, positions so far.
    Games {
        /// Counted from 1.
        round: u32,
        /// Those done.
        done: usize,
        /// All of them.
        all: usize,
    },
    /// An epoch of a fit is done.
    Epoch {
        /// Counted from 1.
        round: u32,
        /// A pass over all positions, counted from 1.
        epoch: u32,
        /// Those of both fits.
        all: u32,
        /// Its loss on the games held out.
        loss: f64,
    },
    /// Games of the match.
    Gate {
        /// Counted from 1.
        round: u32,
        /// Those done.
        done: usize,
        /// All of them.
        all: usize,
    },
}

/// What came of a round.
#[derive(Clone, Debug)]
pub struct RoundResult {
    /// Counted from 1.
    pub round: u32,
    /// Games played in it.
    pub games: usize,
    /// Positions fitted to, older rounds included.
    pub positions: u64,
    /// The loss on games held out, before and after.
    pub loss: [f64; 2],
    /// The match.
    pub gate: GateResult,
    /// Whether the weights were kept.
    pub kept: bool,
    /// The time it took.
    pub time: Duration,
}

/// What came of a training.
#[derive(Clone, Debug)]
pub struct TrainResult {
    /// In their order, also those whose weights were not kept.
    pub rounds: Vec<RoundResult>,
    /// The file of the best weights; none if only games were played, or it was stopped.
    pub file: Option<PathBuf>,
}

/// Why a training failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file that cannot be written or read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file of positions that is not one of this game, or damaged.
    #[error("{path}: {error}")]
    Samples {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: SampleError,
    },
    /// Weights that do not fit.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A game whose evaluation has no weights.
    #[error("{0} is solved: its evaluation has nothing to train")]
    Nothing(String),
    /// Endgame tables that cannot be used.
    #[error("endgame tables: {0}")]
    Tables(String),
    /// There is nothing to fit to.
    #[error("no positions in {0}: play some games first")]
    Empty(PathBuf),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Trains; `show` is told how it goes, from any thread, and `stop` ends it soon: what is done is kept.
pub fn train(
    plan: &TrainPlan,
    stop: &AtomicBool,
    show: &(dyn Fn(TrainStep) + Sync),
) -> Result<TrainResult, TrainError> {
    with_game!(*plan.variant.rules(), game => Training { plan, game, stop, show }.run())
}

struct Training<'a, G> {
    plan: &'a TrainPlan,
    game: G,
    stop: &'a AtomicBool,
    show: &'a (dyn Fn(TrainStep) + Sync),
}

impl<G: Notation + Evaluate> Training<'_, G> {
    fn run(&self) -> Result<TrainResult, TrainError> {
        let plan = self.plan;
        if self.game.weight_count() == 0 {
            return Err(TrainError::Nothing(plan.variant.to_string()));
        }
        create(&plan.path)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.jobs).stack_size(crate::search::STACK).build()?;
        let mut best = self.game.model();
        let mut result = TrainResult { rounds: Vec::new(), file: None };
        if plan.rounds == 0 {
            // Only what the scores of the weights there are say of results.
            let Some(chances) = pool.install(|| self.chances(0, &best)) else { return Ok(result) };
            let file = plan.path.join("best.model");
            write(&file, &Model { chances, ..(*best).clone() }.to_bytes())?;
            result.file = Some(file);
        }
        for round in 1..=plan.rounds {
            let began = Instant::now();
            // What an earlier run has decided stands.
            let decided = self.folder(round).join("best.model");
            if let Ok(bytes) = fs::read(&decided) {
                // Of this game: a folder may be named twice by mistake.
                let games = self.folder(round).join(chunk_name(0));
                if games.exists() {
                    read_chunk(&games, &plan.variant.to_string())?;
                }
                let model = Model::from_bytes(&bytes)?;
                model.check(&self.game)?;
                best = Arc::new(model);
                result.file = Some(decided);
                continue;
            }
            let player = self.game.clone().with_model(best.clone());
            pool.install(|| self.play_games(round, &player))?;
            if self.stop.load(Relaxed) || plan.part.is_some() {
                return Ok(result);
            }
            let chunks = self.chunks(round)?;
            let Some(fitted) = self.fit(round, &player, &chunks, &pool)? else { return Ok(result) };
            let new = Arc::new(fitted.model);
            // Also of a round that will be dropped, for whoever wants to try other matches.
            let rules = plan.variant.standard().to_string();
            write(&self.folder(round).join("candidate.model"), &Model { rules, ..(*new).clone() }.to_bytes())?;
            let gate = pool.install(|| {
                let tell = |done| (self.show)(TrainStep::Gate { round, done, all: plan.gate_games });
                let players = [&self.game.clone().with_model(new.clone()), &player];
                gate::play(
                    players,
                    plan.gate_games,
                    plan.gate_nodes,
                    plan.seed ^ 0x6A7E ^ u64::from(round),
                    self.stop,
                    &tell,
                )
            });
            if self.stop.load(Relaxed) {
                return Ok(result);
            }
            let kept = gate.elo > 0.0;
            let row = RoundResult {
                round,
                games: plan.games,
                positions: fitted.positions,
                loss: fitted.loss,
                gate,
                kept,
                time: began.elapsed(),
            };
            if kept {
                let Some(chances) = pool.install(|| self.chances(round, &new)) else { return Ok(result) };
                best = Arc::new(Model { chances, ..self.noted(&new, &row) });
            }
            write(&decided, &best.to_bytes())?;
            result.rounds.push(row);
            result.file = Some(decided);
        }
        Ok(result)
    }

    /// The weights that tell the games best, or those with a net that corrects them: then the weights are fitted once more beside the net.
    /// `None` if it was stopped.
    fn fit(
        &self,
        round: u32,
        player: &G,
        chunks: &[PathBuf],
        pool: &rayon::ThreadPool,
    ) -> Result<Option<Fitted>, TrainError> {
        let plan = self.plan;
        let (variant, seed, folder) = (plan.variant.to_string(), plan.seed ^ u64::from(round), self.folder(round));
        let fit = Fit { game: player, chunks, variant: &variant, epochs: plan.epochs, seed };
        let has_net = plan.net && self.game.net_squares().is_some();
        let weight_epochs = if has_net { plan.epochs.div_ceil(2) } else { plan.epochs };
        let all = weight_epochs + if has_net { plan.epochs } else { 0 };
        let tell = |epoch, loss| (self.show)(TrainStep::Epoch { round, epoch, all, loss });
        if !has_net {
            return fit.run(&folder, self.stop, &tell);
        }
        let Some(net) = pool.install(|| fit.run_net(&folder, self.stop, &tell))? else { return Ok(None) };
        let with_net = player.clone().with_model(Arc::new(net.model));
        let last = |epoch, loss| tell(plan.epochs + epoch, loss);
        let fitted = Fit { game: &with_net, epochs: weight_epochs, ..fit }.run(&folder, self.stop, &last)?;
        Ok(fitted.map(|fitted| Fitted { loss: [net.loss[0], fitted.loss[1]], ..fitted }))
    }

    /// What the scores of a model say of results: told by games that it plays against itself. `None` if it was stopped.
    fn chances(&self, round: u32, model: &Arc<Model>) -> Option<Chances> {
        const CHUNKS: usize = 8;
        let player = self.game.clone().with_model(model.clone());
        let seed = self.plan.seed ^ 0xCA1 ^ u64::from(round) << 32;
        let play = |number| selfplay::chunk(&player, None, selfplay::CHANCES_NODES, false, seed, number, self.stop);
        let chunks: Option<Vec<Chunk>> = (0..CHUNKS).into_par_iter().map(play).collect();
        let samples = chunks?.into_iter().flat_map(|chunk| chunk.samples);
        Some(fit::chances(&samples.filter_map(|sample| Some((sample.score, sample.result?))).collect::<Vec<_>>()))
    }

    /// The model with what is known of it.
    fn noted(&self, model: &Model, row: &RoundResult) -> Model {
        let plan = self.plan;
        let note = |key: &str, value: String| (key.to_string(), value);
        Model {
            rules: plan.variant.standard().to_string(),
            notes: vec![
                note("seed", plan.seed.to_string()),
                note("round", row.round.to_string()),
                note("games", row.games.to_string()),
                note("nodes", plan.nodes.to_string()),
                note("positions", row.positions.to_string()),
                note("loss", format!("{:.4} before, {:.4} after", row.loss[0], row.loss[1])),
                note("match", format!("{} at {} nodes a move", row.gate, plan.gate_nodes)),
            ],
            ..model.clone()
        }
    }

    fn folder(&self, round: u32) -> PathBuf {
        self.plan.path.join(format!("round-{round}"))
    }

    /// Plays the games of a round that are not there yet.
    fn play_games(&self, round: u32, player: &G) -> Result<(), TrainError> {
        let plan = self.plan;
        let folder = self.folder(round);
        create(&folder)?;
        let (part, parts) = plan.part.map_or((0, 1), |(part, parts)| (part - 1, parts));
        let mine: Vec<usize> = (0..plan.games.div_ceil(CHUNK)).filter(|number| number % parts == part).collect();
        let tables = self.tables()?;
        let tables = tables.as_ref().and_then(AnyTables::of_positions::<G::Position>);
        let (done, all) = (AtomicUsize::new(0), mine.len() * CHUNK);
        (self.show)(TrainStep::Games { round, done: 0, all });
        mine.par_iter().with_max_len(1).try_for_each(|&number| {
            let path = folder.join(chunk_name(number));
            if !path.exists() && !self.stop.load(Relaxed) {
                let seed = plan.seed ^ u64::from(round) << 32;
                let Some(chunk) = selfplay::chunk(player, tables, plan.nodes, true, seed, number, self.stop) else {
                    return Ok(());
                };
                write(&path, &chunk.to_bytes(&plan.variant.to_string()))?;
            }
            let done = done.fetch_add(CHUNK, Relaxed) + CHUNK;
            (self.show)(TrainStep::Games { round, done, all });
            Ok(())
        })
    }

    /// The endgame tables to play with, if there are to be any.
    fn tables(&self) -> Result<Option<AnyTables>, TrainError> {
        const MEGABYTES: usize = 4096;
        if self.plan.tables.is_empty() {
            return Ok(None);
        }
        if let Some(missing) = self.plan.tables.iter().find(|folder| !folder.is_dir()) {
            return Err(TrainError::Tables(format!("{} is not a folder", missing.display())));
        }
        let folders = self.plan.tables.clone();
        let source = TableSource { folders, megabytes: MEGABYTES, small: SmallTables::Larger, quiet: false };
        let problem = Mutex::new(None);
        let report = |text: &str| {
            problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text.to_string());
        };
        let opened = tables::open::open(self.plan.variant.rules(), &source, &|| true, &report);
        match problem.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(problem) => Err(TrainError::Tables(problem)),
            None => opened.map_err(TrainError::Tables),
        }
    }

    /// The chunks to fit to.
    fn chunks(&self, round: u32) -> Result<Vec<PathBuf>, TrainError> {
        let mut paths = Vec::new();
        for round in round.saturating_sub(MEMORY - 1).max(1)..=round {
            let folder = self.folder(round);
            let wrong = |error| TrainError::File { path: folder.clone(), error };
            for entry in fs::read_dir(&folder).map_err(wrong)? {
                let path = entry.map_err(wrong)?.path();
                if path.extension().is_some_and(|extension| extension == "samples") {
                    paths.push(path);
                }
            }
        }
        paths.sort();
        let variant = self.plan.variant.to_string();
        for path in &paths {
            read_chunk(path, &variant)?;
        }
        if paths.is_empty() {
            return Err(TrainError::Empty(self.plan.path.clone()));
        }
        Ok(paths)
    }
}

/// The name of a file of games.
fn chunk_name(number: usize) -> String {
    format!("games-{number:05}.samples")
}

fn read_chunk(path: &Path, variant: &str) -> Result<Chunk, TrainError> {
    let bytes = fs::read(path).map_err(|error| TrainError::File { path: path.to_path_buf(), error })?;
    Chunk::from_bytes(&bytes, variant).map_err(|error| TrainError::Samples { path: path.to_path_buf(), error })
}

fn create(path: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(path).map_err(|error| TrainError::File { path: path.to_path_buf(), error })
}

/// Writes a file that is there whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let failed = |error| TrainError::File { path: path.to_path_buf(), error };
    let mut file = AtomicFile::create(path).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.replace()).map_err(failed)
}
