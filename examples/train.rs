//! Fits the weights of a variant's evaluation to self-play games.
//!
//! ```text
//! cargo run --release --example train -- international 4000 1500 > international.txt
//! ```
//!
//! plays 4000 games at 1500 nodes per move from random openings, and prints the weights that best predict the results from
//! the quiet positions (logistic regression, regularised towards the current weights), in the format of
//! `src/eval/weights/international.txt`.

use millstone::engine::any_game::{AnyGame, Tools, any_game};
use millstone::games::Side;
use millstone::games::catalog::Variant;
use millstone::games::notation::Style;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Settings, Signals};
use millstone::util::random::Rng;
use rayon::prelude::*;
use std::sync::Arc;

/// A game is a draw after this many plies.
const MAX_PLIES: usize = 250;
/// The maximum number of random plies at the start of a game.
const MAX_RANDOM_PLIES: usize = 14;

/// The features of a position, and the points of its side to move in the game.
struct Sample {
    features: Vec<f32>,
    points: f32,
}

/// Plays a game and returns its positions.
fn play(start: &dyn AnyGame, nodes: u64, number: u64) -> Vec<Sample> {
    let mut random = Rng::stream(0, number);
    let mut random = |below: usize| random.below(below as u64) as usize;
    let tools = Tools { table: Arc::new(TranspositionTable::new(2)), pool: None, settings: Settings::default() };
    let mut game = start.copy();
    let mut seen: Vec<(Vec<f32>, Side)> = Vec::new();
    let opening = 2 + random(MAX_RANDOM_PLIES);
    let mut points = [0.5; 2];
    for ply in 0..MAX_PLIES {
        if let Some(ending) = game.ending() {
            if let Some(winner) = ending.winner {
                points = if winner == Side::White { [1.0, 0.0] } else { [0.0, 1.0] };
            }
            break;
        }
        let moves = game.moves(Style::Usual);
        let best = if ply < opening {
            moves[random(moves.len())].clone()
        } else {
            if let Some(features) = game.features() {
                seen.push((features, game.side()));
            }
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = game.search(&limits, Style::Usual).run(&tools, &Signals::default(), &mut |_| {});
            found.best.expect("an unfinished game has moves")
        };
        game.play(&best, Style::Usual).expect("a legal move");
    }
    seen.into_iter().map(|(features, side)| Sample { features, points: points[side as usize] }).collect()
}

/// The loss of some weights and its gradient.
fn loss(samples: &[Sample], weights: &[f64]) -> (f64, Vec<f64>) {
    let part = |samples: &[Sample]| {
        let (mut sum, mut slope) = (0.0, vec![0.0; weights.len()]);
        for sample in samples {
            let value: f64 = sample.features.iter().zip(weights).map(|(f, w)| f64::from(*f) * w).sum();
            let (chance, points) = (1.0 / (1.0 + (-value).exp()), f64::from(sample.points));
            sum -= points * chance.max(1e-9).ln() + (1.0 - points) * (1.0 - chance).max(1e-9).ln();
            for (slope, f) in slope.iter_mut().zip(&sample.features) {
                *slope += (chance - points) * f64::from(*f);
            }
        }
        (sum, slope)
    };
    let add = |(a, mut x): (f64, Vec<f64>), (b, y): (f64, Vec<f64>)| {
        x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
        (a + b, x)
    };
    let (sum, mut slope) = samples.par_chunks(1 << 12).map(part).reduce(|| (0.0, vec![0.0; weights.len()]), add);
    slope.iter_mut().for_each(|slope| *slope /= samples.len() as f64);
    (sum / samples.len() as f64, slope)
}

/// The scale from the current evaluation to the logit of the result.
fn unit(samples: &[Sample], weights: &[f64]) -> f64 {
    let scaled = |unit: f64| weights.iter().map(|w| w * unit).collect::<Vec<_>>();
    let units = (1..60).map(|n| f64::from(n) * 0.0005);
    let losses = units.map(|unit| (unit, loss(samples, &scaled(unit)).0));
    losses.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.01, |best| best.0)
}

/// Minimises the loss from some weights with Adam, regularised towards them by `spring`.
fn fit(samples: &[Sample], start: &[f64], spring: f64) -> Vec<f64> {
    const STEPS: i32 = 300;
    let mut weights = start.to_vec();
    let (mut mean, mut spread) = (vec![0.0; start.len()], vec![0.0; start.len()]);
    for step in 1..=STEPS {
        let (_, slope) = loss(samples, &weights);
        let rate = 0.03 * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        for i in 0..weights.len() {
            let slope = slope[i] + spring * (weights[i] - start[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            spread[i] = 0.99 * spread[i] + 0.01 * slope * slope;
            let (mean, spread) = (mean[i] / (1.0 - 0.9f64.powi(step)), spread[i] / (1.0 - 0.99f64.powi(step)));
            weights[i] -= rate * mean / (spread.sqrt() + 1e-9);
        }
    }
    weights
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, nodes] = arguments.as_slice() else {
        eprintln!("usage: train VARIANT GAMES NODES");
        std::process::exit(2);
    };
    let (Ok(variant), Ok(games), Ok(nodes)) = (name.parse::<Variant>(), games.parse::<u64>(), nodes.parse::<u64>())
    else {
        eprintln!("error: `{name} {games} {nodes}`: expected a variant, a number of games and a number of nodes");
        std::process::exit(2);
    };
    let start = any_game(&variant);
    let samples: Vec<Sample> =
        (0..games).into_par_iter().flat_map_iter(|number| play(&*start, nodes, number)).collect();
    let present: Vec<f64> = start.weights().into_iter().map(f64::from).collect();
    let (test, train) = samples.split_at(samples.len() / 10);
    let unit = unit(train, &present);
    let begin: Vec<f64> = present.iter().map(|w| w * unit).collect();
    let fitted = fit(train, &begin, 3e-4);
    let scale = scale(train, &present, &fitted);
    println!(
        "# {name}: fitted to {} positions of {games} games of the engine against itself at {nodes} nodes",
        samples.len()
    );
    println!("# loss on a tenth kept apart: {:.4} before, {:.4} after", loss(test, &begin).0, loss(test, &fitted).0);
    let numbers: Vec<String> = fitted.iter().map(|w| format!("{:4.0}", w * scale)).collect();
    let halves: Vec<String> = numbers.chunks(numbers.len() / 2).map(half).collect();
    println!("{}", halves.join("\n\n"));
}

/// The factor that gives fitted weights the scale of the current ones.
fn scale(samples: &[Sample], present: &[f64], fitted: &[f64]) -> f64 {
    let value = |sample: &Sample, weights: &[f64]| -> f64 {
        sample.features.iter().zip(weights).map(|(f, w)| f64::from(*f) * w).sum()
    };
    let (mut both, mut square) = (0.0, 0.0);
    for sample in samples {
        let (old, new) = (value(sample, present), value(sample, fitted));
        both += old * new;
        square += new * new;
    }
    both / square
}

/// Half of a weight file: the squares row by row, and the rest in one line.
fn half(numbers: &[String]) -> String {
    const OTHERS: usize = 8;
    let (squares, others) = numbers.split_at(numbers.len() - OTHERS);
    let width = if squares.len() == 50 { 5 } else { 4 };
    let rows = squares.chunks(width).chain([others]).filter(|row| !row.is_empty());
    rows.map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}
