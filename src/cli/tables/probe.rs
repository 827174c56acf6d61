//! `millstone tables probe`.

use super::super::error::CliError;
use super::super::position_args::PositionArgs;
use super::TablesFolderArgs;
use super::game::{TableGame, with_draughts, with_morris};
use crate::games::catalog::AnyRules;
use crate::games::notation::Notation;
use crate::games::{draughts, morris};
use crate::tables::Wdl;
use crate::tables::cell::Metric;
use crate::tables::draughts::material::Material;
use crate::tables::draughts::probe::{DraughtsTables, SMALL as SMALL_DRAUGHTS};
use crate::tables::file::FileError;
use crate::tables::load::Keep;
use crate::tables::lookup::{Progress, TableValue};
use crate::tables::morris::placing_build::PlacingBuild;
use crate::tables::morris::probe::{MorrisTables, SMALL as SMALL_MORRIS};
use crate::tables::morris::whole::{self, WholeGame};
use crate::tables::values::Probed;
use clap::Args;
use std::io::{self, Write};

/// Say who wins a position, in how many plies, and what each move is worth
#[derive(Debug, Args)]
// As with the other commands of tables.
#[command(mut_arg("variant", |arg| arg.default_value(super::DEFAULT)))]
pub struct TablesProbeArgs {
    /// The position, as with --fen
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    position: Option<String>,

    #[command(flatten)]
    start: PositionArgs,

    #[command(flatten)]
    folder: TablesFolderArgs,
}

impl TablesProbeArgs {
    /// Prints the value, then the moves, the best first.
    pub fn run(mut self, out: &mut impl Write) -> Result<(), CliError> {
        self.start.fen = self.position.or(self.start.fen);
        let fen = self.start.any_game()?.fen();
        if let AnyRules::Morris(rules) = self.start.variant.rules()
            && let Some(whole) = whole::solve(rules, &|| true)
        {
            return with_morris!(*rules, game => probe_whole(&game, &fen, &whole, out));
        }
        let table_game = TableGame::new(&self.start.variant)?;
        let folder = self.folder.of(&table_game)?;
        // What is left of the tables may do.
        let report = |error: FileError| drop(writeln!(io::stderr().lock(), "{error}"));
        match table_game {
            TableGame::Morris(rules, moving) => {
                let store = moving.store(&folder);
                let tables = MorrisTables::load(moving, &store, u32::MAX, Keep::Disk, report);
                let placing = PlacingBuild::new(&rules, &store).ok();
                with_morris!(rules, game => probe_morris(&game, &fen, tables, placing.as_ref(), out))
            }
            TableGame::Draughts(rules, endgame) => {
                let tables = DraughtsTables::load(endgame, &endgame.store(&folder), u32::MAX, Keep::Disk, report);
                with_draughts!(rules, game => probe_draughts(&game, &fen, tables, out))
            }
        }
    }
}

fn probe_morris<G>(
    game: &G,
    fen: &str,
    tables: MorrisTables,
    placing: Option<&PlacingBuild>,
    out: &mut impl Write,
) -> Result<(), CliError>
where
    G: Notation<Position = morris::position::Position, Move = morris::position::Move>,
{
    let position = game.parse_position(fen).map_err(|error| CliError::Input(error.to_string()))?;
    let stones = position.own_left() + position.their_left();
    let small = stones <= SMALL_MORRIS && !tables.has(position.own_left(), position.their_left());
    let tables = if small { MorrisTables::build(*tables.rules(), SMALL_MORRIS) } else { tables };
    let mixed = placing.is_some_and(PlacingBuild::is_mixed) && position.own_hand | position.their_hand != 0;
    let probe = Probe {
        game,
        look_up: &|position| {
            let in_hand = position.own_hand | position.their_hand != 0;
            let placed = placing.filter(|_| in_hand).and_then(|placing| placing.probe(position).ok());
            placed.or_else(|| tables.probe_root(position))
        },
        converts: if mixed { |mv| mv.takes() || mv.places() } else { morris::position::Move::takes },
        conversion: if mixed { "a placing, a capture or the end" } else { "a capture or the end" },
    };
    let missing = || {
        let (own, their) = (position.own.count_ones(), position.their.count_ones());
        if position.own_hand | position.their_hand == 0 {
            format!("no table for {own} stones against {their}; `millstone tables build` makes one")
        } else {
            "no table for positions with these stones in hand; `millstone tables build` makes them, if any".to_string()
        }
    };
    probe.print(&position, missing, out)
}

fn probe_whole<G>(game: &G, fen: &str, whole: &WholeGame, out: &mut impl Write) -> Result<(), CliError>
where
    G: Notation<Position = morris::position::Position, Move = morris::position::Move>,
{
    let position = game.parse_position(fen).map_err(|error| CliError::Input(error.to_string()))?;
    let plies = |value: TableValue| match (value.end, value.progress) {
        (Some(plies), _) => Some((plies, Metric::End)),
        (None, Progress::Exactly(plies)) => Some((plies, Metric::Conversion)),
        _ => None,
    };
    let probe = Probe {
        game,
        look_up: &|position| whole.read(position).map(|value| Probed { wdl: value.wdl, plies: plies(value) }),
        converts: morris::position::Move::takes,
        conversion: "a capture or the end",
    };
    probe.print(&position, || "the position is not one of this game".into(), out)
}

fn probe_draughts<G>(game: &G, fen: &str, tables: DraughtsTables, out: &mut impl Write) -> Result<(), CliError>
where
    G: Notation<Position = draughts::position::Position, Move = draughts::position::Move>,
{
    let position = game.parse_position(fen).map_err(|error| CliError::Input(error.to_string()))?;
    let [own_men, own_kings, their_men, their_kings] = position.material();
    let (own, their) = (Material { men: own_men, kings: own_kings }, Material { men: their_men, kings: their_kings });
    let small = own.pieces() + their.pieces() <= SMALL_DRAUGHTS && !tables.has(own, their);
    let tables = if small { DraughtsTables::build(*tables.rules(), SMALL_DRAUGHTS) } else { tables };
    let probe = Probe {
        game,
        look_up: &|position| tables.probe_root(position),
        converts: |mv: draughts::position::Move| mv.is_capture() || mv.crowns(),
        conversion: "a capture, a crowning or the end",
    };
    let missing = || format!("no table for {own} against {their} (men and kings); `millstone tables build` makes one");
    probe.print(&position, missing, out)
}

/// How positions of a game are looked up.
struct Probe<'a, G: Notation> {
    game: &'a G,
    look_up: &'a dyn Fn(&G::Position) -> Option<Probed>,
    /// The moves that end a count to the next conversion.
    converts: fn(G::Move) -> bool,
    /// What these are.
    conversion: &'a str,
}

impl<G: Notation> Probe<'_, G> {
    fn print(
        &self,
        position: &G::Position,
        missing: impl FnOnce() -> String,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let game = self.game;
        if let Some(ending) = game.ending(position).filter(|ending| ending.winner.is_some()) {
            return Ok(writeln!(out, "{ending}")?);
        }
        let Some(value) = (self.look_up)(position) else { return Err(CliError::Failed(missing())) };
        writeln!(out, "{}", self.describe(value))?;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut values: Vec<(Probed, String)> = Vec::new();
        for mv in moves {
            let next = game.play(position, mv);
            let same_side = game.side(&next) == game.side(position);
            let value = if game.is_finished(&next, &mut Vec::new()) {
                let won = game.finish(&next).winner == Some(game.side(&next));
                Some(Probed { wdl: if won { Wdl::Win } else { Wdl::Loss }, plies: Some((0, Metric::End)) })
            } else {
                (self.look_up)(&next)
            };
            // A table that a capture leads to may be missing while this one is there.
            if let Some(value) = value {
                values.push((before(value, same_side, (self.converts)(mv)), game.format_move(position, mv)));
            }
        }
        values.sort_by_key(|(value, _)| {
            let plies = value.plies.map_or(0, |(plies, _)| i64::from(plies));
            (std::cmp::Reverse(value.wdl), if value.wdl == Wdl::Win { plies } else { -plies })
        });
        for (value, text) in values {
            writeln!(out, "{text} {}", self.describe(value))?;
        }
        Ok(())
    }

    fn describe(&self, value: Probed) -> String {
        let word = match value.wdl {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        match value.plies {
            Some((plies, Metric::End)) => format!("{word}, {plies} plies to the end"),
            Some((plies, Metric::Conversion)) => format!("{word}, {plies} plies to {}", self.conversion),
            None => word.to_string(),
        }
    }
}

/// What a position is worth by what the next one is worth to the side that is to move then.
fn before(next: Probed, same_side: bool, converts: bool) -> Probed {
    let wdl = if same_side { next.wdl } else { next.wdl.flip() };
    let plies = next.plies.map(|(plies, metric)| match metric {
        Metric::Conversion if converts => (1, metric),
        _ => (plies + 1, metric),
    });
    Probed { wdl, plies }
}
