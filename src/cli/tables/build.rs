//! `millstone tables build`.

use super::super::error::CliError;
use super::super::number::whole;
use super::{TablesFolderArgs, TablesGameArgs, morris_rules};
use crate::tables::folder::{free_disk, free_memory};
use crate::tables::morris::build::MovingBuild;
use crate::tables::morris::cell::Metric;
use crate::tables::morris::placing::Stage;
use crate::tables::morris::placing_build::PlacingBuild;
use crate::tables::morris::space::Space;
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Build the tables of a game, as far as they are not there yet
#[derive(Debug, Args)]
pub struct TablesBuildArgs {
    #[command(flatten)]
    game: TablesGameArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,

    /// The most pieces of both sides together; all there can be unless given
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 6..=24))]
    pieces: Option<usize>,

    /// What distances count
    #[arg(long, value_name = "WHAT", default_value = "capture")]
    distance: DistanceKind,

    /// Work with this many threads; all CPUs unless given
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1024))]
    jobs: Option<usize>,

    /// Use at most this much memory; what is free unless given
    #[arg(long, value_name = "GB", value_parser = |text: &str| whole(text, 1..=4096))]
    memory: Option<usize>,
}

/// The metrics by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DistanceKind {
    /// Plies to the next capture or the end (.dtc)
    Capture,
    /// Plies to the end of the game (.dtw), where turns alternate
    End,
}

impl TablesBuildArgs {
    /// Builds, with a line on stderr for each unit.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (rules, moving) = morris_rules(&self.game.variant)?;
        if self.distance == DistanceKind::End && moving.again {
            let problem = "--distance end: in a game with another turn, tables count plies to the next capture only";
            return Err(CliError::Usage(problem.into()));
        }
        let store = self.folder.store(&moving)?;
        let most = u32::from(rules.men);
        let build = MovingBuild {
            store: &store,
            rules: moving,
            metric: if self.distance == DistanceKind::End { Metric::End } else { Metric::Conversion },
            most,
            most_in_all: self.pieces.map_or(2 * most, |pieces| pieces as u32),
        };
        let left: Vec<(u32, u32)> = build.units().into_iter().filter(|&(a, b)| !build.has(a, b)).collect();
        // With a number of pieces, tables of endings are wanted; without, the whole game.
        let placing = if self.pieces.is_some() { None } else { Some(PlacingBuild::new(&rules, &store)) };
        let (placing, no_placing) = match placing.transpose() {
            Ok(placing) => (placing, None),
            Err(reason) => (None, Some(reason)),
        };
        let stages: Vec<Stage> = placing.iter().flat_map(PlacingBuild::stages).collect();
        let stages_left: Vec<Stage> = stages
            .iter()
            .copied()
            .filter(|&stage| placing.as_ref().is_some_and(|placing| !placing.has(stage)))
            .collect();
        let placing_memory = stages_left.iter().filter_map(|&stage| placing.as_ref().map(|p| p.memory(stage))).max();
        self.check_room(&build, &left, placing_memory.unwrap_or_default() as u64)?;
        let folder = placing.as_ref().map_or(store.folder(), PlacingBuild::folder);
        fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
        let mut pool = rayon::ThreadPoolBuilder::new();
        if let Some(jobs) = self.jobs {
            pool = pool.num_threads(jobs);
        }
        let pool = pool.build().map_err(|error| CliError::Failed(format!("cannot start threads: {error}")))?;
        let moving: u64 = left.iter().map(|&(a, b)| slots(a, b)).sum();
        let mut told = Told::new(moving + stages_left.iter().map(|stage| stage.space().slots() as u64).sum::<u64>());
        let built = pool.install(|| {
            build.run(|done| {
                if done.counts.is_some() {
                    told.done(&format!("{}-{}", done.a, done.b), slots(done.a, done.b), done.time);
                }
            })?;
            placing.iter().try_for_each(|placing| {
                placing.run(|done| {
                    if done.counts.is_some() {
                        let Stage { own, their, own_hand, their_hand } = done.stage;
                        let what = format!("{own}-{their} with {own_hand}-{their_hand} in hand");
                        told.done(&what, done.stage.space().slots() as u64, done.time);
                    }
                })
            })
        });
        built.map_err(|error| CliError::Failed(error.to_string()))?;
        writeln!(out, "{} units in {}, {} of them new", build.units().len(), store.folder().display(), left.len())?;
        match no_placing {
            Some(reason) => writeln!(out, "positions with stones in hand are left out: {reason}")?,
            None if placing.is_some() => {
                writeln!(out, "{} stages of placing, {} of them new", stages.len(), stages_left.len())?;
            }
            None => {}
        }
        Ok(())
    }

    /// Refuses to begin what cannot be brought to an end.
    fn check_room(&self, build: &MovingBuild, left: &[(u32, u32)], placing: u64) -> Result<(), CliError> {
        const GB: u64 = 1 << 30;
        let gb = |bytes: u64| format!("{:.1} GB", bytes as f64 / GB as f64);
        let (limit, whose) = match self.memory {
            Some(limit) => (Some(limit as u64 * GB), "--memory allows"),
            None => (free_memory(), "free are"),
        };
        let largest = left.iter().map(|&(a, b)| (build.memory(a, b) as u64, format!("{a}-{b}"))).max();
        let needs = largest.into_iter().chain([(placing, "the placing phase".to_string())]).max();
        if let (Some(limit), Some((need, what))) = (limit, needs)
            && limit < need
        {
            let problem = format!("{what} needs {} of memory, {whose} {}", gb(need), gb(limit));
            return Err(CliError::Usage(format!("{problem}; fewer --pieces need less")));
        }
        let need: u64 = left.iter().map(|&(a, b)| build.disk(a, b)).sum();
        let folder = build.store.folder();
        match free_disk(folder).filter(|&free| free < need) {
            Some(free) => {
                let problem = format!("the tables can take up to {} on disk", gb(need));
                Err(CliError::Usage(format!("{problem}; {} has {} free", folder.display(), gb(free))))
            }
            None => Ok(()),
        }
    }
}

/// What a build tells on stderr.
struct Told {
    begun: Instant,
    total: u64,
    done: u64,
}

impl Told {
    fn new(total: u64) -> Told {
        Told { begun: Instant::now(), total, done: 0 }
    }

    fn done(&mut self, what: &str, positions: u64, time: Duration) {
        self.done += positions;
        let seconds = time.as_secs_f64();
        let rate = positions as f64 / seconds.max(1e-9);
        let left =
            self.begun.elapsed().as_secs_f64() / self.done.max(1) as f64 * self.total.saturating_sub(self.done) as f64;
        let share = 100.0 * self.done as f64 / self.total.max(1) as f64;
        let text = format!("{what}: {positions} positions in {seconds:.1} s, {rate:.0} a second");
        // A terminal that has gone is no reason to stop.
        let _ = writeln!(io::stderr().lock(), "{text}; {share:.0} % done, about {left:.0} s left");
    }
}

/// The slots of a unit's tables: both sides to move.
fn slots(a: u32, b: u32) -> u64 {
    Space::new(a, b).slots() as u64 * if a == b { 1 } else { 2 }
}
