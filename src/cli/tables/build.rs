//! `millstone tables build`.

use super::super::error::CliError;
use super::super::layout;
use super::super::number::whole;
use super::super::progress::clock_bar;
use super::game::TableGame;
use super::{TablesFolderArgs, TablesGameArgs};
use crate::games::morris::rules::{FEWEST, Rules};
use crate::tables::cell::Metric;
use crate::tables::draughts::build::EndgameBuild;
use crate::tables::draughts::endgame_rules::EndgameRules;
use crate::tables::draughts::material::Pair;
use crate::tables::folder::{free_disk, free_memory};
use crate::tables::morris::build::MovingBuild;
use crate::tables::morris::moving_rules::MovingRules;
use crate::tables::morris::placing::Stage;
use crate::tables::morris::placing_build::PlacingBuild;
use crate::tables::morris::space::Space;
use crate::util::files;
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Build the tables of a game, as far as they are not there yet
#[derive(Debug, Args)]
pub struct TablesBuildArgs {
    #[command(flatten)]
    game: TablesGameArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,

    /// The most pieces of both sides together; all there can be unless given
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 2..=24))]
    pieces: Option<usize>,

    /// What distances count
    #[arg(long, value_name = "WHAT", default_value = "capture")]
    distance: DistanceKind,

    /// Keep fewer files: only who wins, and of stages with stones in hand those with six or more (morris)
    #[arg(long, conflicts_with_all = ["distance", "pieces"])]
    compact: bool,

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
    /// Plies to the next capture, or crowning, or the end (.dtc)
    Capture,
    /// Plies to the end of the game (.dtw), where turns alternate
    End,
    /// Nothing: only who wins is stored (.wdl): morris
    None,
}

impl TablesBuildArgs {
    /// Builds, with a line on stderr for each slice.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let game = TableGame::new(&self.game.variant)?;
        let folder = self.folder.of(&game)?;
        match game {
            TableGame::Morris(rules, moving) => self.morris(rules, moving, &folder, out),
            TableGame::Draughts(_, rules) => self.draughts(rules, &folder, out),
        }
    }

    fn morris(&self, rules: Rules, moving: MovingRules, folder: &Path, out: &mut impl Write) -> Result<(), CliError> {
        self.check_pieces(2 * FEWEST, 2 * moving.most(), "stones")?;
        if self.distance == DistanceKind::End && moving.again {
            let problem = "--distance end: in a game with another turn, tables count plies to the next capture only";
            return Err(CliError::Usage(problem.into()));
        }
        let store = moving.store(folder);
        let most = u32::from(rules.men);
        let build = MovingBuild {
            store: &store,
            rules: moving,
            metric: self.metric(),
            distances: self.distance != DistanceKind::None && !self.compact,
            most,
            most_in_all: self.pieces.map_or(2 * most, |pieces| pieces as u32),
        };
        let left: Vec<(u32, u32)> = build.units().into_iter().filter(|&(a, b)| !build.has(a, b)).collect();
        // With a number of pieces, tables of endings are wanted; without, the whole game.
        let placing = if self.pieces.is_some() { None } else { Some(PlacingBuild::new(&rules, &store)) };
        let (placing, no_placing) = match placing.transpose() {
            Ok(placing) => (placing.map(|placing| placing.with_distances(build.distances).compact(self.compact)), None),
            Err(reason) => (None, Some(reason)),
        };
        let stages: Vec<Stage> = placing.iter().flat_map(PlacingBuild::stages).collect();
        let stages_left: Vec<Stage> = placing.iter().flat_map(PlacingBuild::todo).collect();
        let units = left.iter().map(|&(a, b)| (build.memory(a, b) as u64, format!("{a}-{b}")));
        let staged = || placing.iter().flat_map(|placing| stages_left.iter().map(move |&stage| (placing, stage)));
        let placed =
            staged().map(|(placing, stage)| (placing.memory(stage) as u64, format!("the stage {stage}"))).max();
        let disk: u64 = left.iter().map(|&(a, b)| build.disk(a, b)).sum();
        let placed_disk = placing.as_ref().map_or(0, |placing| placing.disk(&stages_left));
        self.check_room(units.chain(placed).max(), disk + placed_disk, folder)?;
        let _lock = lock(folder)?;
        make_folder(placing.as_ref().map_or(folder, PlacingBuild::folder))?;
        let moving_slots: u64 = left.iter().map(|&(a, b)| slots(&moving, a, b)).sum();
        let placed_slots: u64 = stages_left.iter().map(|stage| stage.space(moving.board).slots() as u64).sum();
        let mut told = Told::new(moving_slots + placed_slots);
        let built = super::pool(self.jobs)?.install(|| {
            build.run(|done| {
                if done.counts.is_some() {
                    told.done(&format!("{}-{}", done.a, done.b), slots(&moving, done.a, done.b), done.time);
                }
            })?;
            placing.iter().try_for_each(|placing| {
                placing.run(|done| {
                    let what = done.counts.first().map_or_else(String::new, |(stage, _)| in_words(*stage));
                    let slots = done.counts.iter().map(|(stage, _)| stage.space(moving.board).slots() as u64);
                    told.done(&what, slots.sum(), done.time);
                })
            })
        });
        built.map_err(|error| CliError::Failed(error.to_string()))?;
        writeln!(out, "{} units in {}, {} of them new", build.units().len(), folder.display(), left.len())?;
        match no_placing {
            Some(reason) => writeln!(out, "positions with stones in hand are left out: {reason}")?,
            None if placing.is_some() => {
                writeln!(out, "{} stages with stones in hand, {} of them new", stages.len(), stages_left.len())?;
            }
            None => {}
        }
        Ok(())
    }

    fn draughts(&self, rules: EndgameRules, folder: &Path, out: &mut impl Write) -> Result<(), CliError> {
        self.check_pieces(2, rules.most_pieces(), &format!("pieces on board={}", rules.board().word()))?;
        if self.compact {
            return Err(CliError::Usage("--compact: draughts tables have nothing to leave out".into()));
        }
        if self.distance == DistanceKind::None {
            return Err(CliError::Usage("--distance none: draughts tables always have distances".into()));
        }
        let store = rules.store(folder);
        let most = self.pieces.map_or(rules.most_pieces(), |pieces| pieces as u32);
        let build = EndgameBuild { store: &store, rules, metric: self.metric(), most };
        let pairs = build.pairs();
        let left: Vec<Pair> = pairs.iter().copied().filter(|&pair| !build.has(pair)).collect();
        let needs = left.iter().map(|&pair| (build.memory(pair), pair.to_string())).max();
        self.check_room(needs, left.iter().map(|&pair| build.disk(pair)).sum(), folder)?;
        let _lock = lock(folder)?;
        let mut told = Told::new(left.iter().map(|&pair| build.slots(pair)).sum());
        let built = super::pool(self.jobs)?.install(|| {
            build.run(|done| {
                if done.counts.is_some() {
                    told.done(&done.pair.to_string(), build.slots(done.pair), done.time);
                }
            })
        });
        built.map_err(|error| CliError::Failed(error.to_string()))?;
        Ok(writeln!(out, "{} slices in {}, {} of them new", pairs.len(), folder.display(), left.len())?)
    }

    fn metric(&self) -> Metric {
        if self.distance == DistanceKind::End { Metric::End } else { Metric::Conversion }
    }

    fn check_pieces(&self, fewest: u32, most: u32, what: &str) -> Result<(), CliError> {
        match self.pieces.filter(|&pieces| !(fewest as usize..=most as usize).contains(&pieces)) {
            Some(pieces) => {
                let problem = format!("--pieces {pieces}: expected {fewest} to {most} {what}");
                Err(CliError::Usage(problem))
            }
            None => Ok(()),
        }
    }

    /// Refuses to begin what cannot be brought to an end: `memory` is the most that is needed at one time, and for what.
    fn check_room(&self, memory: Option<(u64, String)>, disk: u64, folder: &Path) -> Result<(), CliError> {
        const GB: u64 = 1 << 30;
        let gb = |bytes: u64| match bytes {
            0..GB => format!("{} MB", bytes.div_ceil(1 << 20)),
            _ => format!("{:.1} GB", bytes as f64 / GB as f64),
        };
        let (limit, whose) = match self.memory {
            Some(limit) => (Some(limit as u64 * GB), "--memory allows"),
            None => (free_memory(), "free are"),
        };
        if let (Some(limit), Some((need, what))) = (limit, memory)
            && limit < need
        {
            let problem = format!("{what} needs {} of memory, {whose} {}", gb(need), gb(limit));
            return Err(CliError::Usage(format!("{problem}; fewer --pieces need less")));
        }
        match free_disk(folder).filter(|&free| free < disk) {
            Some(free) => {
                let problem = format!("the tables can take up to {} on disk", gb(disk));
                Err(CliError::Usage(format!("{problem}; {} has {} free", folder.display(), gb(free))))
            }
            None => Ok(()),
        }
    }
}

fn make_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))
}

/// Makes a folder and sees to it that no other build writes there, as long as the lock is kept. Not every system locks folders.
fn lock(folder: &Path) -> Result<Option<File>, CliError> {
    make_folder(folder)?;
    let Ok(lock) = File::open(folder) else { return Ok(None) };
    match files::lock(&lock) {
        Ok(false) => Err(CliError::Usage(format!("folder `{}`: another build is writing it", folder.display()))),
        Ok(true) | Err(_) => Ok(Some(lock)),
    }
}

/// What a build tells on stderr: a line for each table, and on a terminal a line that shows that the work goes on.
struct Told {
    begun: Instant,
    total: u64,
    done: u64,
    clock: ProgressBar,
    /// The columns of a line.
    width: usize,
}

impl Told {
    fn new(total: u64) -> Told {
        let width = if io::stderr().is_terminal() { layout::width() } else { usize::MAX };
        Told { begun: Instant::now(), total, done: 0, clock: clock_bar("building".into()), width }
    }

    fn done(&mut self, what: &str, positions: u64, time: Duration) {
        self.done += positions;
        let seconds = time.as_secs_f64();
        let rate = positions as f64 / seconds.max(1e-9);
        let elapsed = self.begun.elapsed().as_secs_f64();
        let left = elapsed / self.done.max(1) as f64 * self.total.saturating_sub(self.done) as f64;
        let share = 100.0 * self.done as f64 / self.total.max(1) as f64;
        // Small slices say nothing of how fast large ones are.
        let left = if share < 1.0 || self.done >= self.total {
            String::new()
        } else {
            format!(", about {} left", in_hours(left))
        };
        let text = format!("{what}: {positions} positions in {seconds:.1} s, {rate:.0} a second");
        let line = format!("{text}; {share:.0} % done{left}");
        // A terminal that has gone is no reason to stop.
        self.clock.suspend(|| drop(write!(io::stderr().lock(), "{}", layout::hang(&line, self.width))));
        self.clock.set_message(format!("building: {share:.0} % done{left}"));
    }
}

/// A time as a person says it.
fn in_hours(seconds: f64) -> String {
    match seconds.round() as u64 {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{}:{:02} h", seconds / 3600, seconds % 3600 / 60),
    }
}

/// A stage with stones in hand, the mover's first.
pub fn in_words(stage: Stage) -> String {
    let Stage { own, their, own_hand, their_hand } = stage;
    format!("{own}-{their} with {own_hand}-{their_hand} in hand")
}

/// The slots of a unit's tables: both sides to move.
fn slots(rules: &MovingRules, a: u32, b: u32) -> u64 {
    Space::new(rules.board, a, b).slots() as u64 * if a == b { 1 } else { 2 }
}
