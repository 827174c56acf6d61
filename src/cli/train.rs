//! `millstone train`: an evaluation of its own for any game.

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use super::progress::count_bar;
use crate::games::catalog::Variant;
use crate::tools::train::{TrainPlan, TrainResult, TrainStep, train};
use clap::Args;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

const EXAMPLES: &str = "\
Examples:
  millstone train --variant russian
  millstone train --variant schmidt-de+king-capture=any --rounds 3 --games 20000
  millstone train --variant english --part 2/4    one of four machines

Each round plays games of the engine against itself, fits the weights of the evaluation to them, and keeps the \
result if it wins a match against the weights before. All of it is kept in the folder; Ctrl-C stops, and the same \
command goes on. The result is a file for the option EvalFile and for --eval; with --eval FILE a training begins with those weights.";

/// Train the evaluation of a game by games of the engine against itself
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TrainArgs {
    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", value_parser = VariantParser, hide_possible_values = true)]
    variant: Variant,

    /// The folder for games and results [default: training-NAME]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,

    /// How many rounds; 0 keeps the weights and only fits what their scores say of results
    #[arg(long, value_name = "N", default_value = "2", value_parser = |text: &str| whole(text, 0..=100))]
    rounds: usize,

    /// Games of each round
    #[arg(long, value_name = "N", default_value = "20000", value_parser = |text: &str| whole(text, 1..=100_000_000))]
    games: usize,

    /// Nodes for each move of them
    #[arg(long, value_name = "N", default_value = "600", value_parser = |text: &str| whole(text, 10..=1_000_000_000))]
    nodes: usize,

    /// Times that the fit of the net goes through the positions; that of the weights does half as often, or as often where there is no net
    #[arg(long, value_name = "N", default_value = "6", value_parser = |text: &str| whole(text, 1..=1000))]
    epochs: usize,

    /// Fit no net beside the weights; one that they have stays as it is (only draughts have one)
    #[arg(long)]
    no_net: bool,

    /// Games of the match after each round
    #[arg(long, value_name = "N", default_value = "400", value_parser = |text: &str| whole(text, 2..=10_000_000))]
    gate_games: usize,

    /// Nodes for each move of the match
    #[arg(long, value_name = "N", default_value = "4000", value_parser = |text: &str| whole(text, 10..=1_000_000_000))]
    gate_nodes: usize,

    /// Play the games with the endgame tables in this folder, and so learn from them too; may be given several times
    #[arg(long, value_name = "DIR")]
    tables: Vec<PathBuf>,

    /// Where all random numbers come from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Games at a time [default: the cores of this machine]
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=1024))]
    jobs: Option<usize>,

    /// Play only this part of the first unfinished round's games, and fit nothing
    #[arg(long, value_name = "I/N", value_parser = part)]
    part: Option<(usize, usize)>,
}

fn part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    numbers
        .filter(|(part, parts)| (1..=*parts).contains(part) && *parts <= 100_000)
        .ok_or_else(|| "expected I/N, as in 2/4".to_string())
}

impl TrainArgs {
    /// Trains, and prints what came of each round.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let failed = |error: &dyn std::fmt::Display| CliError::Failed(error.to_string());
        let name = self.variant.to_string();
        let plan = TrainPlan {
            path: self.path.unwrap_or_else(|| PathBuf::from(format!("training-{name}"))),
            rounds: self.rounds as u32,
            games: self.games,
            nodes: self.nodes as u64,
            seed: self.seed,
            jobs: self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
            part: self.part,
            epochs: self.epochs as u32,
            net: !self.no_net,
            gate_games: self.gate_games,
            gate_nodes: self.gate_nodes as u64,
            tables: self.tables,
            variant: self.variant,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let handler = stop.clone();
        ctrlc::set_handler(move || handler.store(true, Relaxed)).map_err(|error| failed(&error))?;
        let bar: Mutex<Option<(&str, u32, ProgressBar)>> = Mutex::new(None);
        let show = |step: TrainStep| {
            let Ok(mut bar) = bar.lock() else { return };
            let (round, items, done, all) = match step {
                TrainStep::Games { round, done, all } => (round, "games", done, all),
                TrainStep::Epoch { round, epoch, all, .. } => (round, "epochs", epoch as usize, all as usize),
                TrainStep::Gate { round, done, all } => (round, "games of the match", done, all),
            };
            if bar.as_ref().is_none_or(|(known, number, _)| (*known, *number) != (items, round)) {
                // Before the next one is drawn.
                drop(bar.take());
                *bar = Some((items, round, count_bar(items, all as u64, false)));
            }
            if let Some((_, _, bar)) = bar.as_ref() {
                bar.set_position(done as u64);
            }
        };
        let result = train(&plan, &stop, &show);
        drop(bar);
        let result = result.map_err(|error| failed(&error))?;
        report(out, &plan, &result, stop.load(Relaxed))
    }
}

fn report(out: &mut impl Write, plan: &TrainPlan, result: &TrainResult, stopped: bool) -> Result<(), CliError> {
    writeln!(out, "{}", plan.variant)?;
    writeln!(
        out,
        "{:>5} {:>8} {:>10} {:>8} {:>8} {:>6}  match",
        "round", "games", "positions", "before", "after", "kept"
    )?;
    for row in &result.rounds {
        let kept = if row.kept { "yes" } else { "no" };
        writeln!(
            out,
            "{:>5} {:>8} {:>10} {:>8.4} {:>8.4} {kept:>6}  {}",
            row.round, row.games, row.positions, row.loss[0], row.loss[1], row.gate
        )?;
    }
    match &result.file {
        Some(file) if !stopped => writeln!(out, "weights: {}", file.display())?,
        _ if stopped => writeln!(out, "stopped; the same command goes on")?,
        _ => writeln!(out, "games played: {}", plan.path.display())?,
    }
    Ok(())
}
