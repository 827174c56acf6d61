//! The weights that tell the results best: logistic regression by Adagrad.
//!
//! What a position is worth is asked of both the game's result and the search's score, since the result alone is mostly noise. The weights
//! begin as they are and are held near them, so that what was never seen is judged as before.

use super::checkpoint::Checkpoints;
use super::samples::{Chunk, Sample};
use super::{TrainError, read_chunk};
use crate::eval::Evaluate;
use crate::eval::model::Model;
use crate::eval::net::scaled;
use crate::eval::score::Chances;
use crate::util::random::Rng;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What the result counts beside the score.
const RESULT_SHARE: f32 = 0.4;
/// The largest step of a weight, in hundredths of a man. Larger ones leave a noise in the weights that more epochs do not remove.
const RATE: f32 = 2.0;
/// What the sum of the squared gradients begins with, so that the first samples of a weight do not move it by whole steps.
const FIRST_SQUARES: f32 = 1.0;
/// How far a weight is expected to move from where it began, in hundredths of a man: one that few samples have stays near it.
const SPREAD: f32 = 20.0;
/// The largest weight.
const LARGEST: f32 = 3000.0;

pub(super) struct Fit<'a, G> {
    pub game: &'a G,
    pub chunks: &'a [PathBuf],
    /// The game that they are of.
    pub variant: &'a str,
    pub epochs: u32,
    pub seed: u64,
}

/// What a fit came to.
pub(super) struct Fitted {
    pub model: Model,
    pub positions: u64,
    /// The loss on games held out, before and after.
    pub loss: [f64; 2],
}

/// The weights while they are fitted.
struct State {
    weights: Vec<f32>,
    start: Vec<f32>,
    /// The sum of the squared gradients of each.
    squares: Vec<f32>,
    /// How strongly each is held where it began, for each sample that it is in.
    hold: Vec<f32>,
    /// How fast the chances grow with the score, for each hundredth of a man.
    steepness: f32,
}

impl<G: Evaluate> Fit<'_, G> {
    /// Fits, or gives `None` if it was stopped. The weights after each epoch are left in the folder, and taken up from there.
    pub fn run(
        &self,
        folder: &Path,
        stop: &AtomicBool,
        epoch: &dyn Fn(u32, f64),
    ) -> Result<Option<Fitted>, TrainError> {
        let model = self.game.model();
        let counts = &model.weights[..self.game.weight_count()];
        let start: Vec<f32> = counts.iter().map(|weight| f32::from(*weight)).collect();
        let squares = vec![FIRST_SQUARES; start.len()];
        let steepness = self.steepness()?;
        let hold = self.hold(start.len(), steepness, stop)?;
        let mut state = State { weights: start.clone(), start, squares, hold, steepness };
        let before = self.test(&state, stop)?;
        let checkpoints = Checkpoints::new(folder, "weights", &self.began_with());
        for number in 1..=self.epochs {
            if let Some(known) = checkpoints.load(number).and_then(|bytes| State::from_bytes(&bytes, &state)) {
                state = known;
                continue;
            }
            let mut order: Vec<usize> = (0..self.chunks.len()).collect();
            let mut rng = Rng::stream(self.seed, number.into());
            shuffle(&mut order, &mut rng);
            let mut features = Vec::new();
            // The last epochs take smaller steps.
            let rate = RATE / (1.0 + 0.5 * (number - 1) as f32);
            // The weights of the last epoch are averaged over the chunks, which removes the noise of the last steps.
            let (is_last, chunks) = (number == self.epochs, order.len() as f32);
            let mut mean = vec![0.0; if is_last { state.weights.len() } else { 0 }];
            for chunk in order {
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                let mut samples = self.read(chunk)?.samples;
                samples.retain(|sample| !sample.held_out);
                shuffle(&mut samples, &mut rng);
                for sample in &samples {
                    self.learn(&mut state, sample, rate, &mut features);
                }
                mean.iter_mut().zip(&state.weights).for_each(|(mean, weight)| *mean += weight / chunks);
            }
            if is_last {
                state.weights = mean;
            }
            let after = self.test(&state, stop)?;
            epoch(number, after.loss);
            checkpoints.save(number, &state.to_bytes())?;
        }
        let after = self.test(&state, stop)?;
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let model = self.scaled(&state);
        Ok(Some(Fitted { model, positions: after.positions, loss: [before.loss, after.loss] }))
    }

    /// What the result depends on besides the samples, in bytes.
    pub fn began_with(&self) -> Vec<u8> {
        let model = self.game.model();
        let weights = model.weights.iter().flat_map(|weight| weight.to_le_bytes());
        let chunks = self.chunks.iter().flat_map(|chunk| chunk.as_os_str().as_encoded_bytes());
        let numbers = [self.seed, self.epochs.into(), self.chunks.len() as u64];
        numbers.iter().flat_map(|number| number.to_le_bytes()).chain(weights).chain(chunks.copied()).collect()
    }

    /// How fast the chances grow with the score in these games: on the scale of the weights that played them.
    pub fn steepness(&self) -> Result<f32, TrainError> {
        const ENOUGH: usize = 200_000;
        let mut pairs: Vec<(f32, f32)> = Vec::new();
        for chunk in (0..self.chunks.len()).rev() {
            let samples = self.read(chunk)?.samples;
            let played = samples.iter().filter_map(|sample| Some((f32::from(sample.score), sample.result?)));
            pairs.extend(played.map(|(score, result)| (score, f32::from(result) / 2.0)));
            if pairs.len() > ENOUGH {
                break;
            }
        }
        let loss = |steepness: f32| -> f64 {
            let one = |(score, result): &(f32, f32)| {
                let chance = sigmoid(steepness * score).clamp(1e-4, 1.0 - 1e-4);
                -f64::from(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
            };
            pairs.iter().map(one).sum()
        };
        let candidates = (0..=30).map(|n| 0.001 * 40f32.powf(n as f32 / 30.0));
        let best = candidates.map(|steepness| (loss(steepness), steepness)).min_by(|a, b| a.0.total_cmp(&b.0));
        Ok(best.map_or(0.006, |(_, steepness)| steepness))
    }

    /// How strongly each weight is held, in each sample that it is in: a normal distribution around where it began, whatever the
    /// number of its samples.
    fn hold(&self, count: usize, steepness: f32, stop: &AtomicBool) -> Result<Vec<f32>, TrainError> {
        let mut seen = vec![0f32; count];
        let mut features = Vec::new();
        for chunk in 0..self.chunks.len() {
            if stop.load(Relaxed) {
                break;
            }
            for sample in self.read(chunk)?.samples.iter().filter(|sample| !sample.held_out) {
                let Some(position) = self.game.unpack(sample.position) else { continue };
                features.clear();
                self.game.features(&position, &mut features);
                features.iter().for_each(|(at, _)| seen[*at as usize] += 1.0);
            }
        }
        // The gradients are those of the loss without the factor of the steepness.
        let all = 1.0 / (SPREAD * SPREAD * steepness);
        Ok(seen.into_iter().map(|seen: f32| all / seen.max(1.0)).collect())
    }

    pub fn read(&self, chunk: usize) -> Result<Chunk, TrainError> {
        read_chunk(&self.chunks[chunk], self.variant)
    }

    /// The features and the value of a sample.
    fn value(&self, weights: &[f32], sample: &Sample, features: &mut Vec<(u32, f32)>) -> Option<f32> {
        let position = self.game.unpack(sample.position)?;
        features.clear();
        self.game.features(&position, features);
        let sum: f32 = features.iter().map(|(at, count)| weights[*at as usize] * count).sum();
        // A net that there is stays as it is.
        Some(sum + self.game.net_value(&position) as f32)
    }

    fn learn(&self, state: &mut State, sample: &Sample, rate: f32, features: &mut Vec<(u32, f32)>) {
        let Some(value) = self.value(&state.weights, sample, features) else { return };
        let error = sigmoid(state.steepness * value) - target(sample, state.steepness);
        for (at, count) in features.iter() {
            let at = *at as usize;
            let weight = state.weights[at];
            let gradient = error * count + state.hold[at] * (weight - state.start[at]);
            state.squares[at] += gradient * gradient;
            state.weights[at] = (weight - rate * gradient / state.squares[at].sqrt()).clamp(-LARGEST, LARGEST);
        }
    }

    /// The loss on the games held out.
    fn test(&self, state: &State, stop: &AtomicBool) -> Result<Tested, TrainError> {
        let (mut loss, mut count, mut positions, mut features) = (0.0, 0u64, 0, Vec::new());
        for chunk in 0..self.chunks.len() {
            if stop.load(Relaxed) {
                break;
            }
            let chunk = self.read(chunk)?;
            positions += chunk.samples.len() as u64;
            for sample in chunk.samples.iter().filter(|sample| sample.held_out) {
                let Some(value) = self.value(&state.weights, sample, &mut features) else { continue };
                let (chance, target) =
                    (sigmoid(state.steepness * value).clamp(1e-4, 1.0 - 1e-4), target(sample, state.steepness));
                loss -= f64::from(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln());
                count += 1;
            }
        }
        Ok(Tested { loss: loss / count.max(1) as f64, positions })
    }

    /// The weights on a scale on which a man or stone less in the first position costs a hundred. Where men are to be lost, a hundred is
    /// a chance of 73 % instead: men are worth little there, and a scale by them would make every score a huge one. What bounds a net stays
    /// as it is; from the second round on the scale is near one.
    fn scaled(&self, state: &State) -> Model {
        let scale = match self.man(&state.weights) {
            Some(man) => 100.0 / man.clamp(20.0, 500.0),
            None => 100.0 * state.steepness,
        };
        let mut weights: Vec<i16> = state.weights.iter().map(|weight| (weight * scale).round() as i16).collect();
        let model = self.game.model();
        weights.extend(scaled(&model.weights[weights.len()..], self.game.net_squares().unwrap_or(0), scale));
        Model::plain(weights)
    }

    /// What a man or stone of the first position is worth on average: the mover's without it, each in turn.
    fn man(&self, weights: &[f32]) -> Option<f32> {
        let game = self.game;
        let worth = |position: &G::Position, features: &mut Vec<(u32, f32)>| {
            features.clear();
            game.features(position, features);
            let sum = features.iter().map(|(at, count)| weights[*at as usize] * count).sum::<f32>();
            sum + game.net_value(position) as f32
        };
        let mut features = Vec::new();
        let start = game.start();
        let full = worth(&start, &mut features);
        let without = game.without_one(&start);
        let losses: Vec<f32> = without.iter().map(|position| full - worth(position, &mut features)).collect();
        (!losses.is_empty()).then(|| (losses.iter().sum::<f32>() / losses.len() as f32).abs())
    }
}

struct Tested {
    loss: f64,
    positions: u64,
}

impl State {
    fn to_bytes(&self) -> Vec<u8> {
        self.weights.iter().chain(&self.squares).flat_map(|number| number.to_le_bytes()).collect()
    }

    fn from_bytes(bytes: &[u8], like: &State) -> Option<State> {
        let numbers: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let count = like.start.len();
        if bytes.len() != 8 * count || numbers.iter().any(|number| !number.is_finite()) {
            return None;
        }
        let (weights, squares) = numbers.split_at(count);
        Some(State {
            weights: weights.to_vec(),
            squares: squares.to_vec(),
            start: like.start.clone(),
            hold: like.hold.clone(),
            steepness: like.steepness,
        })
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What a sample says that the position is worth, from 0 to 1.
pub(super) fn target(sample: &Sample, steepness: f32) -> f32 {
    let thought = sigmoid(steepness * f32::from(sample.score));
    match sample.result {
        Some(result) => RESULT_SHARE * f32::from(result) / 2.0 + (1.0 - RESULT_SHARE) * thought,
        None => thought,
    }
}

/// The curves that tell results best from scores, by trying. A result is in half points.
pub(super) fn chances(pairs: &[(i16, u8)]) -> Chances {
    let loss = |chances: Chances| -> f64 {
        let one = |(score, result): &(i16, u8)| {
            let [win, draw, loss] =
                chances.win_draw_loss(i32::from(*score)).map(|share| f64::from(share.max(1)) / 1000.0);
            -[loss, draw, win][usize::from((*result).min(2))].ln()
        };
        pairs.iter().step_by(pairs.len().div_ceil(40_000).max(1)).map(one).sum()
    };
    let grid =
        |from: f32, to: f32, steps: u32| (0..=steps).map(move |n| from * (to / from).powf(n as f32 / steps as f32));
    let all =
        grid(5.0, 600.0, 16).flat_map(|centre| grid(10.0, 2000.0, 24).map(move |spread| Chances::new(centre, spread)));
    let best = all.map(|chances| (loss(chances), chances)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or_else(Chances::default, |(_, chances)| chances)
}

pub(super) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for at in (1..items.len()).rev() {
        items.swap(at, rng.below(at as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_found_again() {
        let known = Chances::new(80.0, 60.0);
        let mut rng = Rng::new(1);
        let pairs: Vec<(i16, u8)> = (0..20_000)
            .map(|_| {
                let score = rng.below(800) as i16 - 400;
                let [win, draw, _] = known.win_draw_loss(score.into());
                let roll = rng.below(1000) as u32;
                (score, if roll < win { 2 } else { u8::from(roll < win + draw) })
            })
            .collect();
        let found = chances(&pairs);
        assert!((found.centre - 80.0).abs() < 20.0 && (found.spread - 60.0).abs() < 15.0, "{found:?}");
    }
}
