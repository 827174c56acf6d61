//! `millstone tables probe`, `stats`, `verify` and `list`.

use super::super::error::CliError;
use super::super::number::whole;
use super::super::position_args::PositionArgs;
use super::{TablesFolderArgs, TablesGameArgs, morris_rules};
use crate::games::morris::Morris;
use crate::games::morris::position::{Move, Position};
use crate::games::morris::rules::{Board, FEWEST, MOST};
use crate::games::notation::Notation;
use crate::tables::Wdl;
use crate::tables::file::{Encoding, TableFile};
use crate::tables::morris::cell::Metric;
use crate::tables::morris::check::check;
use crate::tables::morris::load::Keep;
use crate::tables::morris::placing::Stage;
use crate::tables::morris::placing_build::PlacingBuild;
use crate::tables::morris::placing_check::check_stage;
use crate::tables::morris::probe::{MorrisTables, Probed, SMALL};
use crate::tables::morris::space::Space;
use crate::tables::morris::store::Store;
use crate::tables::morris::verify::position;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Evaluates an expression with the game of morris rules.
macro_rules! with_morris {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules.board {
            Board::Plain => {
                let $game = Morris::<false, false>::new($rules);
                $body
            }
            Board::Diagonals => {
                let $game = Morris::<true, false>::new($rules);
                $body
            }
        }
    };
}

/// Say who wins a position, in how many plies, and what each move is worth
#[derive(Debug, Args)]
pub struct TablesProbeArgs {
    #[command(flatten)]
    start: PositionArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,
}

impl TablesProbeArgs {
    /// Prints the value, then the moves, the best first.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (rules, moving) = morris_rules(&self.start.variant)?;
        let fen = self.start.any_game()?.fen();
        let store = self.folder.store(&moving)?;
        let mut problems = Vec::new();
        let tables = MorrisTables::load(moving, &store, 2 * MOST, Keep::Disk, |error| problems.push(error.to_string()));
        for problem in problems {
            // What is left of the tables may do.
            let _ = writeln!(io::stderr().lock(), "{problem}");
        }
        let placing = PlacingBuild::new(&rules, &store).ok();
        with_morris!(rules, game => probe(&game, &fen, tables, placing.as_ref(), out))
    }
}

fn probe<G>(
    game: &G,
    fen: &str,
    tables: MorrisTables,
    placing: Option<&PlacingBuild>,
    out: &mut impl Write,
) -> Result<(), CliError>
where
    G: Notation<Position = Position, Move = Move>,
{
    let position = game.parse_position(fen).map_err(|error| CliError::Input(error.to_string()))?;
    let stones = position.own_left() + position.their_left();
    let small = stones <= SMALL && !tables.has(position.own_left(), position.their_left());
    let tables = if small { MorrisTables::build(*tables.rules(), SMALL) } else { tables };
    if let Some(ending) = game.ending(&position).filter(|ending| ending.winner.is_some()) {
        return Ok(writeln!(out, "{ending}")?);
    }
    let look_up = |position: &Position| {
        let in_hand = position.own_hand | position.their_hand != 0;
        let placed = placing.filter(|_| in_hand).and_then(|placing| placing.probe(position).ok());
        placed.map(|wdl| Probed { wdl, plies: None }).or_else(|| tables.probe_root(position))
    };
    let Some(value) = look_up(&position) else {
        let (own, their) = (position.own.count_ones(), position.their.count_ones());
        let problem = if position.own_hand | position.their_hand == 0 {
            format!("no table for {own} stones against {their}; `millstone tables build` makes one")
        } else {
            "no table for positions with these stones in hand; `millstone tables build` makes them, if any".to_string()
        };
        return Err(CliError::Failed(problem));
    };
    writeln!(out, "{}", describe(value))?;
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut values: Vec<(Probed, String)> = Vec::new();
    for mv in moves {
        let next = game.play(&position, mv);
        let same_side = game.side(&next) == game.side(&position);
        let value = if game.is_finished(&next, &mut Vec::new()) {
            let won = game.finish(&next).winner == Some(game.side(&next));
            Some(Probed { wdl: if won { Wdl::Win } else { Wdl::Loss }, plies: Some((0, Metric::End)) })
        } else {
            look_up(&next)
        };
        // A table that a capture leads to may be missing while this one is there.
        if let Some(value) = value {
            values.push((before(value, same_side, mv.takes()), game.format_move(&position, mv)));
        }
    }
    values.sort_by_key(|(value, _)| {
        let plies = value.plies.map_or(0, |(plies, _)| i64::from(plies));
        (std::cmp::Reverse(value.wdl), if value.wdl == Wdl::Win { plies } else { -plies })
    });
    for (value, text) in values {
        writeln!(out, "{text} {}", describe(value))?;
    }
    Ok(())
}

/// What a position is worth by what the next one is worth to the side that is to move then.
fn before(next: Probed, same_side: bool, takes: bool) -> Probed {
    let wdl = if same_side { next.wdl } else { next.wdl.flip() };
    let plies = next.plies.map(|(plies, metric)| match metric {
        Metric::Conversion if takes => (1, metric),
        _ => (plies + 1, metric),
    });
    Probed { wdl, plies }
}

fn describe(value: Probed) -> String {
    let word = match value.wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    };
    match value.plies {
        Some((plies, Metric::End)) => format!("{word}, {plies} plies to the end"),
        Some((plies, Metric::Conversion)) => format!("{word}, {plies} plies to a capture or the end"),
        None => word.to_string(),
    }
}

/// Count the positions of each table, with its longest wins
#[derive(Debug, Args)]
pub struct TablesStatsArgs {
    #[command(flatten)]
    game: TablesGameArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,
}

impl TablesStatsArgs {
    /// Prints a line for each side to move of each unit, and a position for each longest distance.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (rules, moving) = morris_rules(&self.game.variant)?;
        let store = self.folder.store(&moving)?;
        writeln!(out, "{}", moving.text())?;
        with_morris!(rules, game => {
            for (a, b) in units(&store) {
                stats(&game, &store, a, b, out)?;
            }
        });
        Ok(())
    }
}

fn stats<G>(game: &G, store: &Store, a: u32, b: u32, out: &mut impl Write) -> Result<(), CliError>
where
    G: Notation<Position = Position, Move = Move>,
{
    let distances = [Encoding::Dtw, Encoding::Dtc].into_iter().find(|&kind| store.path(a, b, kind).exists());
    let encoding = distances.unwrap_or(Encoding::Wdl);
    let file = store.open(a, b, encoding).map_err(|error| CliError::Failed(error.to_string()))?;
    for (half, section) in file.header().sections.iter().enumerate() {
        let all = section.wins + section.losses + section.draws;
        write!(
            out,
            "{} wins {} losses {} draws {} positions {all}",
            section.name, section.wins, section.losses, section.draws
        )?;
        for (name, longest) in [("win", section.longest_win), ("loss", section.longest_loss)] {
            if let Some((plies, slot)) = longest {
                let (first, second) = Space::new(a, b).sets(slot as usize);
                let example = if half == 0 { position(first, second) } else { position(second, first) };
                let fen = game.format_position(&example);
                write!(out, " longest-{name} {plies} {} {fen}", encoding.extension())?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Check the tables of a game: checksums, counts, and values against the rules
#[derive(Debug, Args)]
pub struct TablesVerifyArgs {
    #[command(flatten)]
    game: TablesGameArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,

    /// Compare every N-th position with the rules; 1 for all
    #[arg(long, value_name = "N", default_value = "1000", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    step: usize,
}

impl TablesVerifyArgs {
    /// Prints a line for each unit, and ends with the first that is wrong.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (rules, moving) = morris_rules(&self.game.variant)?;
        let store = self.folder.store(&moving)?;
        let units = units(&store);
        if units.is_empty() {
            return Err(CliError::Usage(format!("no tables in {}", store.folder().display())));
        }
        for (a, b) in units {
            let checked = with_morris!(rules, game => check(&game, &store, a, b, self.step));
            let compared = checked.map_err(|error| CliError::Failed(error.to_string()))?;
            writeln!(out, "{a}-{b} right; {compared} positions compared with the rules")?;
            out.flush()?;
        }
        // Games without tables of the placing phase have no such files.
        let Ok(placing) = PlacingBuild::new(&rules, &store) else {
            return Ok(());
        };
        for stage in placing.stages().into_iter().filter(|&stage| placing.has(stage)) {
            let checked = with_morris!(rules, game => check_stage(&game, &placing, stage, self.step));
            let compared = checked.map_err(|error| CliError::Failed(error.to_string()))?;
            let Stage { own, their, own_hand, their_hand } = stage;
            write!(out, "{own}-{their} with {own_hand}-{their_hand} in hand right; ")?;
            writeln!(out, "{compared} positions compared with the rules")?;
            out.flush()?;
        }
        Ok(())
    }
}

/// List the tables there are
#[derive(Debug, Args)]
pub struct TablesListArgs {
    #[command(flatten)]
    folder: TablesFolderArgs,
}

impl TablesListArgs {
    /// Prints a line for each folder and each file in it.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let folder = self.folder.find()?;
        match list_folder(&folder, out) {
            // None have been built yet.
            _ if !folder.exists() => Ok(()),
            listed => listed,
        }
    }
}

/// Lists the tables of a folder and of those in it, by name.
fn list_folder(folder: &Path, out: &mut impl Write) -> Result<(), CliError> {
    let entries = fs::read_dir(folder).map_err(|error| CliError::file(folder, &error))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().unwrap_or_default();
        if path.is_dir() {
            list_folder(&path, out)?;
        } else if ["wdl", "dtc", "dtw"].iter().any(|known| extension == *known) {
            list(&path, out)?;
        }
    }
    Ok(())
}

fn list(path: &Path, out: &mut impl Write) -> Result<(), CliError> {
    let size = fs::metadata(path).map_err(|error| CliError::file(path, &error))?.len();
    match TableFile::open(path) {
        Ok(file) => {
            let sections = file.header().sections.iter();
            let positions: u64 = sections.map(|section| section.wins + section.losses + section.draws).sum();
            writeln!(out, "{} {size} bytes, {positions} positions", path.display())?;
        }
        Err(error) => writeln!(out, "{error}")?,
    }
    Ok(())
}

/// The units of a folder, smallest first.
fn units(store: &Store) -> Vec<(u32, u32)> {
    let pairs = (FEWEST..=MOST).flat_map(|a| (FEWEST..=a).map(move |b| (a, b)));
    let mut units: Vec<_> = pairs.filter(|&(a, b)| store.path(a, b, Encoding::Wdl).exists()).collect();
    units.sort_by_key(|&(a, b)| (a + b, a));
    units
}
