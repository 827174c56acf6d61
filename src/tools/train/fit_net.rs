//! Fits the small net: gradient descent by Adam, on the labels and the loss of [`Fit`]. The other weights stay as they are.
//!
//! A batch is cut into slices, whose gradients are computed side by side and added up in order: so the result does not depend on the number of
//! threads.

use super::TrainError;
use super::checkpoint::Checkpoints;
use super::fit::{Fit, Fitted, shuffle, sigmoid, target};
use crate::eval::Evaluate;
use crate::eval::model::Model;
use crate::eval::net::{HIDDEN, KINDS, MOST, MOST_OUTPUT, ONE, OUTPUT_ONE, SCALE, count};
use crate::util::random::Rng;
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Positions of a step.
const BATCH: usize = 2048;
/// The parts that a batch is cut into.
const SLICES: usize = 4;
/// Files of games that are mixed before they are learnt: positions of one game are much alike.
const MIXED: usize = 32;
/// The first step of a weight; the steps shrink to nothing by the end.
const RATE: f32 = 0.002;
/// What remains of the mean gradient and of the mean square in each step.
const DECAY: [f32; 2] = [0.9, 0.999];
/// The largest weight of an input: with all pieces of a board together the sums stay within 16 bits.
const MOST_INPUT: f32 = 1.5;

/// A position as a net learns from it.
struct Lesson {
    /// The inputs of both views, one after the other, in [`Lessons::inputs`].
    first: usize,
    pieces: usize,
    bucket: usize,
    /// What the counts say, and what it is worth.
    base: f32,
    target: f32,
}

/// Positions of some files.
#[derive(Default)]
struct Lessons {
    inputs: Vec<u16>,
    lessons: Vec<Lesson>,
}

/// A net in floating point, in the order of its file, or the gradient of one.
struct FloatNet {
    squares: usize,
    weights: Vec<f32>,
}

/// The net while it is fitted, with the means of its gradients and of their squares.
struct Descent {
    net: FloatNet,
    means: Vec<f32>,
    mean_squares: Vec<f32>,
    steps: i32,
}

impl<G: Evaluate> Fit<'_, G> {
    /// Fits a net, or gives `None` if it was stopped. What there is after each epoch is left in the folder, and taken up from there.
    pub fn run_net(
        &self,
        folder: &Path,
        stop: &AtomicBool,
        epoch: &(dyn Fn(u32, f64) + Sync),
    ) -> Result<Option<Fitted>, TrainError> {
        let squares = self.game.net_squares().unwrap_or(0);
        let model = self.game.model();
        let (counts, old) = model.weights.split_at(self.game.weight_count());
        let steepness = self.steepness()?;
        let mut descent = Descent::new(FloatNet::begin(squares, old, self.seed));
        let Some((before, positions)) = self.test_net(&descent.net, steepness, stop)? else { return Ok(None) };
        let checkpoints = Checkpoints::new(folder, "net", &self.began_with());
        let mut after = before;
        for number in 1..=self.epochs {
            match checkpoints.load(number).and_then(|bytes| descent.read(&bytes)) {
                Some(known) => descent = known,
                None => {
                    if !self.net_epoch(&mut descent, number, steepness, stop)? {
                        return Ok(None);
                    }
                    checkpoints.save(number, &descent.to_bytes())?;
                }
            }
            let Some((loss, _)) = self.test_net(&descent.net, steepness, stop)? else { return Ok(None) };
            after = loss;
            epoch(number, loss);
        }
        let model = Model::plain([counts, &descent.net.rounded()].concat());
        Ok(Some(Fitted { model, positions, loss: [before, after] }))
    }

    /// One pass over all positions; says whether it came to its end.
    fn net_epoch(
        &self,
        descent: &mut Descent,
        number: u32,
        steepness: f32,
        stop: &AtomicBool,
    ) -> Result<bool, TrainError> {
        let mut order: Vec<usize> = (0..self.chunks.len()).collect();
        let mut rng = Rng::stream(self.seed, u64::from(number) << 8);
        shuffle(&mut order, &mut rng);
        let groups = order.len().div_ceil(MIXED);
        for (at, group) in order.chunks(MIXED).enumerate() {
            let mut lessons = self.lessons(group, steepness, false)?;
            shuffle(&mut lessons.lessons, &mut rng);
            let left = 1.0 - ((number - 1) as f32 + at as f32 / groups as f32) / self.epochs as f32;
            for batch in lessons.lessons.chunks(BATCH) {
                if stop.load(Relaxed) {
                    return Ok(false);
                }
                let gradients: Vec<FloatNet> = batch
                    .par_chunks(BATCH / SLICES)
                    .map(|slice| descent.net.gradient(slice, &lessons.inputs, steepness))
                    .collect();
                descent.step(&gradients, batch.len(), RATE * left);
            }
        }
        Ok(true)
    }

    /// The positions of some files: those held out, or the others.
    fn lessons(&self, chunks: &[usize], steepness: f32, held_out: bool) -> Result<Lessons, TrainError> {
        let mut all = Lessons::default();
        let (mut own, mut their) = (Vec::new(), Vec::new());
        for &chunk in chunks {
            for sample in self.read(chunk)?.samples.iter().filter(|sample| sample.held_out == held_out) {
                let Some(position) = self.game.unpack(sample.position) else { continue };
                let base = self.game.sum(&position) as f32;
                own.clear();
                their.clear();
                let bucket = self.game.net_inputs(&position, [&mut own, &mut their]);
                let (first, pieces) = (all.inputs.len(), own.len());
                all.inputs.extend(own.iter().chain(&their));
                all.lessons.push(Lesson { first, pieces, bucket, base, target: target(sample, steepness) });
            }
        }
        Ok(all)
    }

    /// The loss on the games held out, and the number of all positions.
    fn test_net(&self, net: &FloatNet, steepness: f32, stop: &AtomicBool) -> Result<Option<(f64, u64)>, TrainError> {
        let (mut loss, mut count, mut positions) = (0.0, 0u64, 0);
        for chunk in 0..self.chunks.len() {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            positions += self.read(chunk)?.samples.len() as u64;
            let lessons = self.lessons(&[chunk], steepness, true)?;
            for lesson in &lessons.lessons {
                let chance = sigmoid(steepness * net.value(lesson, &lessons.inputs)).clamp(1e-4, 1.0 - 1e-4);
                loss -= f64::from(lesson.target * chance.ln() + (1.0 - lesson.target) * (1.0 - chance).ln());
            }
            count += lessons.lessons.len() as u64;
        }
        Ok(Some((loss / count.max(1) as f64, positions)))
    }
}

impl FloatNet {
    /// The net that there is, or a new one, which adds next to nothing.
    fn begin(squares: usize, old: &[i16], seed: u64) -> FloatNet {
        let mut net = FloatNet { squares, weights: vec![0.0; count(squares)] };
        let (outputs, bias) = (net.outputs(), net.bias());
        if old.len() == net.weights.len() {
            for (at, (weight, old)) in net.weights.iter_mut().zip(old).enumerate() {
                *weight = f32::from(*old) / unit(at, outputs);
            }
            return net;
        }
        let mut rng = Rng::stream(seed, 0x4E57);
        for (at, weight) in net.weights.iter_mut().enumerate() {
            let random = rng.below(2_000_001) as f32 / 1_000_000.0 - 1.0;
            *weight = match at {
                _ if at < bias => 0.2 * random,
                _ if at < outputs => 0.2,
                _ if (at - outputs) % (2 * HIDDEN + 1) == 2 * HIDDEN => 0.0,
                _ => 0.02 * random,
            };
        }
        net
    }

    /// Where the bias of the rows begins.
    fn bias(&self) -> usize {
        KINDS * self.squares * HIDDEN
    }

    /// Where the weights of the outputs begin, and those of one of them.
    fn outputs(&self) -> usize {
        self.bias() + HIDDEN
    }

    fn output(&self, bucket: usize) -> usize {
        self.outputs() + bucket * (2 * HIDDEN + 1)
    }

    /// The weights as whole numbers of their units.
    fn rounded(&self) -> Vec<i16> {
        let outputs = self.outputs();
        self.weights.iter().enumerate().map(|(at, weight)| (weight * unit(at, outputs)).round() as i16).collect()
    }

    /// A view's sums before they are cut off.
    #[inline(always)]
    fn sums(&self, inputs: &[u16]) -> [f32; HIDDEN] {
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.weights[self.bias()..][..HIDDEN]);
        for input in inputs {
            let row = &self.weights[usize::from(*input) * HIDDEN..][..HIDDEN];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// The output in hundredths of a man, before it is bounded, with both views' sums.
    #[inline(always)]
    fn forward(&self, lesson: &Lesson, inputs: &[u16]) -> (f32, [[f32; HIDDEN]; 2]) {
        let inputs = &inputs[lesson.first..][..2 * lesson.pieces];
        let (own, their) = inputs.split_at(lesson.pieces);
        let views = [self.sums(own), self.sums(their)];
        let at = self.output(lesson.bucket);
        let mut output = self.weights[at + 2 * HIDDEN];
        for (view, weights) in views.iter().zip(self.weights[at..][..2 * HIDDEN].chunks_exact(HIDDEN)) {
            output += view.iter().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        (SCALE as f32 * output, views)
    }

    fn value(&self, lesson: &Lesson, inputs: &[u16]) -> f32 {
        let most = MOST as f32;
        lesson.base + self.forward(lesson, inputs).0.clamp(-most, most)
    }

    /// The sum of the gradients of some positions, without the factors that all share: Adam does not see them.
    fn gradient(&self, lessons: &[Lesson], inputs: &[u16], steepness: f32) -> FloatNet {
        let mut gradient = FloatNet { squares: self.squares, weights: vec![0.0; self.weights.len()] };
        let bias = self.bias();
        for lesson in lessons {
            let (output, views) = self.forward(lesson, inputs);
            let bounded = output.clamp(-(MOST as f32), MOST as f32);
            let error = sigmoid(steepness * (lesson.base + bounded)) - lesson.target;
            // Beyond the bound only what leads back has an effect.
            if output != bounded && error * output < 0.0 {
                continue;
            }
            let at = self.output(lesson.bucket);
            gradient.weights[at + 2 * HIDDEN] += error;
            for (view, sums) in views.iter().enumerate() {
                let at = at + view * HIDDEN;
                let mut back = [0.0; HIDDEN];
                for n in 0..HIDDEN {
                    let cut = sums[n].clamp(0.0, 1.0);
                    gradient.weights[at + n] += error * cut * cut;
                    let passes = if sums[n] == cut { 2.0 * cut } else { 0.0 };
                    back[n] = error * self.weights[at + n] * passes;
                }
                let own = &inputs[lesson.first + view * lesson.pieces..][..lesson.pieces];
                for first in own.iter().map(|input| usize::from(*input) * HIDDEN).chain([bias]) {
                    let row = &mut gradient.weights[first..][..HIDDEN];
                    row.iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
                }
            }
        }
        gradient
    }
}

/// The unit of a weight by its number.
fn unit(at: usize, outputs: usize) -> f32 {
    if at < outputs {
        ONE as f32
    } else if (at - outputs) % (2 * HIDDEN + 1) == 2 * HIDDEN {
        (ONE * OUTPUT_ONE) as f32
    } else {
        OUTPUT_ONE as f32
    }
}

impl Descent {
    fn new(net: FloatNet) -> Descent {
        let zeros = vec![0.0; net.weights.len()];
        Descent { net, means: zeros.clone(), mean_squares: zeros, steps: 0 }
    }

    /// A step against the mean of the gradients (Adam).
    fn step(&mut self, gradients: &[FloatNet], positions: usize, rate: f32) {
        self.steps += 1;
        let [mean_decay, square_decay] = DECAY;
        let mean_share = 1.0 - mean_decay.powi(self.steps);
        let square_share = 1.0 - square_decay.powi(self.steps);
        let outputs = self.net.outputs();
        for (at, weight) in self.net.weights.iter_mut().enumerate() {
            let gradient = gradients.iter().map(|part| part.weights[at]).sum::<f32>() / positions as f32;
            let (mean, square) = (&mut self.means[at], &mut self.mean_squares[at]);
            *mean += (1.0 - mean_decay) * (gradient - *mean);
            *square += (1.0 - square_decay) * (gradient * gradient - *square);
            let most = if at < outputs { MOST_INPUT } else { MOST_OUTPUT as f32 / OUTPUT_ONE as f32 };
            let step = rate * (*mean / mean_share) / ((*square / square_share).sqrt() + 1e-8);
            *weight = (*weight - step).clamp(-most, most);
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.net.weights.iter().chain(&self.means).chain(&self.mean_squares);
        self.steps.to_le_bytes().into_iter().chain(numbers.flat_map(|number| number.to_le_bytes())).collect()
    }

    /// One for the same board out of a file; `None` if it is not one.
    fn read(&self, bytes: &[u8]) -> Option<Descent> {
        let (steps, rest) = bytes.split_first_chunk::<4>()?;
        let numbers: Vec<f32> = rest.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let count = self.net.weights.len();
        if rest.len() != 12 * count || numbers.iter().any(|number| !number.is_finite()) {
            return None;
        }
        let part = |at: usize| numbers[at * count..(at + 1) * count].to_vec();
        let net = FloatNet { squares: self.net.squares, weights: part(0) };
        Some(Descent { net, means: part(1), mean_squares: part(2), steps: i32::from_le_bytes(*steps) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::{Accumulator, Net};

    #[test]
    fn a_net_learns_and_rounded_it_says_the_same_within_three() {
        // A piece of the mover's on square 3 is worth a man, on other squares nothing.
        let (squares, mut rng) = (32, Rng::new(9));
        let mut lessons = Lessons::default();
        for _ in 0..4096 {
            let (own, their) = (rng.below(32) as u16, rng.below(32) as u16);
            let worth = 100.0 * (f32::from(own == 3) - f32::from(their == 28));
            let first = lessons.inputs.len();
            lessons.inputs.extend([own, 32 + their, 32 + 31 - own, 31 - their]);
            let (base, target) = (0.0, sigmoid(0.01 * worth));
            lessons.lessons.push(Lesson { first, pieces: 2, bucket: 1, base, target });
        }
        let mut descent = Descent::new(FloatNet::begin(squares, &[], 5));
        for _ in 0..400 {
            let gradient = descent.net.gradient(&lessons.lessons, &lessons.inputs, 0.01);
            descent.step(&[gradient], lessons.lessons.len(), 0.01);
        }
        let rounded = descent.net.rounded();
        let net = Net::new(&rounded, squares, |square| square).unwrap();
        let again = FloatNet::begin(squares, &rounded, 0).rounded();
        assert_eq!(again, rounded, "read again");
        let mut errors = 0.0;
        for lesson in lessons.lessons.iter().take(500) {
            let value = descent.net.value(lesson, &lessons.inputs);
            let wanted = (lesson.target / (1.0 - lesson.target)).ln() / 0.01;
            assert!((value - wanted).abs() < 30.0, "{value} instead of {wanted}");
            let [own, their] = [lessons.inputs[lesson.first], lessons.inputs[lesson.first + 1] - 32];
            let pieces = [1 << own, 1 << their, 0, 0];
            let whole = net.value(&mut Accumulator::default(), pieces, 31, true, 1);
            assert!((whole as f32 - value).abs() <= 3.0, "{whole} is not {value}");
            errors += (whole as f32 - value).abs();
        }
        assert!(errors / 500.0 < 1.0, "{} on average", errors / 500.0);
        let bytes = descent.to_bytes();
        assert_eq!(descent.read(&bytes).map(|known| known.net.weights), Some(descent.net.weights.clone()));
        assert!(descent.read(&bytes[1..]).is_none());
    }
}
