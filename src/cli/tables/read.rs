//! `millstone tables stats`, `verify` and `list`.

use super::super::error::CliError;
use super::super::number::whole;
use super::super::progress::clock_bar;
use super::build::in_words;
use super::game::{TableGame, with_draughts, with_morris};
use super::{TablesFolderArgs, TablesGameArgs};
use crate::games::morris::rules::{FEWEST, MOST};
use crate::games::notation::Notation;
use crate::tables::draughts::check::check as check_pair;
use crate::tables::draughts::endgame_rules::EndgameRules;
use crate::tables::draughts::index::{Cursor, SliceIndex};
use crate::tables::draughts::material::Pair;
use crate::tables::file::{Encoding, TableFile};
use crate::tables::morris::build::slice;
use crate::tables::morris::check::check as check_unit;
use crate::tables::morris::forward::position;
use crate::tables::morris::placing_build::PlacingBuild;
use crate::tables::morris::placing_check::check_stage;
use crate::tables::morris::space::Space;
use crate::tables::store::Store;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Count the positions of each table, with its longest wins
#[derive(Debug, Args)]
pub struct TablesStatsArgs {
    #[command(flatten)]
    game: TablesGameArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,
}

impl TablesStatsArgs {
    /// Prints a line for each side to move of each slice, and a position for each longest distance.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let game = TableGame::new(&self.game.variant)?;
        let folder = self.folder.of(&game)?;
        match game {
            TableGame::Morris(rules, moving) => {
                let store = moving.store(&folder);
                let units = units(&store);
                if units.is_empty() {
                    return Err(none_in(&folder));
                }
                writeln!(out, "{}", moving.text())?;
                with_morris!(rules, game => {
                    for (a, b) in units {
                        stats(&store, &slice(a, b), out, |section, slot| {
                            let (first, second) = Space::new(moving.board, a, b).sets(slot);
                            let example =
                                if section == 0 { position(first, second) } else { position(second, first) };
                            game.format_position(&example)
                        })?;
                    }
                    // Games without tables of positions with stones in hand have no such files.
                    if let Ok(placing) = PlacingBuild::new(&rules, &store) {
                        for stage in placing.stages().into_iter().filter(|&stage| placing.is_there(stage)) {
                            stats(placing.store(), &stage.to_string(), out, |_, slot| {
                                game.format_position(&stage.position(moving.board, slot))
                            })?;
                        }
                    }
                });
            }
            TableGame::Draughts(rules, endgame) => {
                let store = endgame.store(&folder);
                let pairs = pairs(&store, &endgame);
                if pairs.is_empty() {
                    return Err(none_in(&folder));
                }
                writeln!(out, "{}", endgame.text())?;
                with_draughts!(rules, game => {
                    for pair in pairs {
                        let movers = pair.movers();
                        stats(&store, &pair.to_string(), out, |section, slot| {
                            let found = movers.get(section).and_then(|&(own, their)| {
                                Cursor::new(SliceIndex::new(endgame.board(), own, their)).seek(slot)
                            });
                            found.map_or_else(String::new, |pieces| game.format_position(&pieces.position()))
                        })?;
                    }
                });
            }
        }
        Ok(())
    }
}

fn none_in(folder: &Path) -> CliError {
    CliError::Usage(format!("no tables in {}", folder.display()))
}

/// Prints what the files of a slice say, with the position of a slot as `example` writes it.
fn stats(
    store: &Store,
    slice: &str,
    out: &mut impl Write,
    example: impl Fn(usize, usize) -> String,
) -> Result<(), CliError> {
    let distances = [Encoding::Dtw, Encoding::Dtc].into_iter().find(|&kind| store.path(slice, kind).exists());
    let encoding = distances.unwrap_or(Encoding::Wdl);
    let file = store.open(slice, encoding).map_err(|error| CliError::Failed(error.to_string()))?;
    for (number, section) in file.header().sections.iter().enumerate() {
        let all = section.wins + section.losses + section.draws;
        write!(
            out,
            "{} wins {} losses {} draws {} positions {all}",
            section.name, section.wins, section.losses, section.draws
        )?;
        for (name, longest) in [("win", section.longest_win), ("loss", section.longest_loss)] {
            // A slot past the end is in no position.
            if let Some((plies, slot)) = longest.filter(|&(_, slot)| slot < section.slots) {
                let fen = example(number, slot as usize);
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

    /// Work with this many threads; all CPUs unless given
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1024))]
    jobs: Option<usize>,
}

impl TablesVerifyArgs {
    /// Prints a line for each slice, and ends with the first that is wrong.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let pool = super::pool(self.jobs)?;
        let game = TableGame::new(&self.game.variant)?;
        let folder = self.folder.of(&game)?;
        let failed = |error: crate::tables::check::CheckError| CliError::Failed(error.to_string());
        let clock = clock_bar("verifying".into());
        let mut tell = |what: String, compared: u64| -> Result<(), CliError> {
            let line = format!("{what} right; {compared} positions compared with the rules");
            Ok(clock.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?)
        };
        match game {
            TableGame::Morris(rules, moving) => {
                let store = moving.store(&folder);
                let units = units(&store);
                if units.is_empty() {
                    return Err(none_in(&folder));
                }
                for (a, b) in units {
                    clock.set_message(format!("verifying {}", slice(a, b)));
                    let checked = with_morris!(rules, game => pool.install(|| check_unit(&game, &store, Space::new(moving.board, a, b), self.step)));
                    tell(slice(a, b), checked.map_err(failed)?)?;
                }
                // Games without tables of the placing phase have no such files.
                let Ok(placing) = PlacingBuild::new(&rules, &store) else {
                    return Ok(());
                };
                for stage in placing.stages().into_iter().filter(|&stage| placing.is_there(stage)) {
                    clock.set_message(format!("verifying {}", in_words(stage)));
                    let checked = with_morris!(rules, game => {
                        pool.install(|| check_stage(&game, &placing, stage, self.step))
                    });
                    tell(in_words(stage), checked.map_err(failed)?)?;
                }
            }
            TableGame::Draughts(_, endgame) => {
                let store = endgame.store(&folder);
                let pairs = pairs(&store, &endgame);
                if pairs.is_empty() {
                    return Err(none_in(&folder));
                }
                for pair in pairs {
                    clock.set_message(format!("verifying {pair}"));
                    let checked = with_draughts!(*endgame.rules(), game => {
                        pool.install(|| check_pair(&game, &endgame, &store, pair, self.step))
                    });
                    tell(pair.to_string(), checked.map_err(failed)?)?;
                }
            }
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
        // A folder of games, of which each has a folder, and in it one for stages with stones in hand.
        match list_folder(&folder, 2, out) {
            // None have been built yet.
            _ if !folder.exists() => Ok(()),
            listed => listed,
        }
    }
}

/// Lists the tables of a folder and of those in it, by name; links may lead in circles, so it goes only so deep.
fn list_folder(folder: &Path, deep: usize, out: &mut impl Write) -> Result<(), CliError> {
    let entries = fs::read_dir(folder).map_err(|error| CliError::file(folder, &error))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().unwrap_or_default();
        if path.is_dir() {
            if deep > 0 {
                list_folder(&path, deep - 1, out)?;
            }
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

/// The morris units of a folder, smallest first.
fn units(store: &Store) -> Vec<(u32, u32)> {
    let pairs = (FEWEST..=MOST).flat_map(|a| (FEWEST..=a).map(move |b| (a, b)));
    let mut units: Vec<_> = pairs.filter(|&(a, b)| store.path(&slice(a, b), Encoding::Wdl).exists()).collect();
    units.sort_by_key(|&(a, b)| (a + b, a));
    units
}

/// The draughts slices of a folder, smallest first.
fn pairs(store: &Store, rules: &EndgameRules) -> Vec<Pair> {
    let mut pairs = Pair::all(rules, rules.most_pieces());
    pairs.retain(|pair| store.path(&pair.to_string(), Encoding::Wdl).exists());
    pairs
}
