//! A small neural net, which corrects an evaluation by sums.
//!
//! Its inputs say which piece stands where. The board is seen from both sides through the same weights, so that the mover gets
//! the same with colours exchanged; each side's view is a row of [`HIDDEN`] sums, cut off at 0 and 1 and squared. The output is a sum of both rows, with
//! weights for each of a few ranges of the number of pieces.
//!
//! The rows are kept from one evaluation to the next, and only what has changed on the board is added or subtracted: leaves of a search that
//! follow each other differ by a few pieces.

use crate::util::cpu::{Vectors, vectors};

/// The sums of one side's view.
pub const HIDDEN: usize = 64;
/// The ranges of the number of pieces that are told apart: each has output weights of its own.
pub const BUCKETS: usize = 8;
/// The kinds of pieces: men of the viewer's, men of the other side's, and kings likewise.
pub const KINDS: usize = 4;
/// What stands for 1 in a row.
pub const ONE: i32 = 255;
/// What stands for 1 in an output weight.
pub const OUTPUT_ONE: i32 = 64;
/// The largest output weight, in its units: times a sum that is cut off at [`ONE`] it is within 16 bits.
pub const MOST_OUTPUT: i32 = 126;
/// What an output of one is worth, in hundredths of a man.
pub const SCALE: i32 = 100;
/// The output is at most this, in hundredths of a man: it corrects what is there.
pub const MOST: i32 = 120;

type HiddenRow = [i16; HIDDEN];

/// A row on a boundary that vector instructions like.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Aligned(HiddenRow);

/// The weights of a net, ready for use.
pub struct Net {
    /// By kind and bit.
    inputs: Box<[Aligned; KINDS * 64]>,
    bias: Aligned,
    /// By bucket: for the mover's view and for the other.
    outputs: [[Aligned; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
    vectors: Vectors,
}

/// The number of weights of a net for a board of so many squares.
pub const fn count(squares: usize) -> usize {
    (KINDS * squares + 1) * HIDDEN + BUCKETS * (2 * HIDDEN + 1)
}

/// The weights of a net with an output so many times as large.
pub fn scaled(weights: &[i16], squares: usize, scale: f32) -> Vec<i16> {
    let outputs = (KINDS * squares + 1) * HIDDEN;
    let multiplied = |(at, weight): (usize, &i16)| match at.checked_sub(outputs) {
        None => *weight,
        Some(at) => {
            let is_bias = at % (2 * HIDDEN + 1) == 2 * HIDDEN;
            let most = if is_bias { f32::from(i16::MAX) } else { MOST_OUTPUT as f32 };
            (f32::from(*weight) * scale).round().clamp(-most, most) as i16
        }
    };
    weights.iter().enumerate().map(multiplied).collect()
}

/// The bucket of a position with so many pieces on a board that begins with `most`.
#[inline(always)]
pub const fn bucket(pieces: u32, most: u32) -> usize {
    let bucket = (pieces.saturating_sub(1) * BUCKETS as u32 / most) as usize;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// Both sides' rows for the pieces that they were last computed for.
pub struct Accumulator {
    rows: [Aligned; 2],
    /// By kind, as White sees them.
    pieces: [u64; KINDS],
    is_begun: bool,
}

impl Default for Accumulator {
    fn default() -> Accumulator {
        Accumulator { rows: [Aligned([0; HIDDEN]); 2], pieces: [0; KINDS], is_begun: false }
    }
}

impl Net {
    /// Reads weights: for each kind and square a row, the bias of the rows, and for each bucket the output weights and their bias. `bit` tells the
    /// bit of a square. `None` if there are not as many weights as it takes.
    pub fn new(weights: &[i16], squares: usize, bit: impl Fn(usize) -> usize) -> Option<Net> {
        if weights.len() != count(squares) {
            return None;
        }
        let row = |at: usize| weights.get(at..at + HIDDEN).and_then(|row| row.try_into().ok()).map(Aligned);
        let mut inputs = Box::new([Aligned([0; HIDDEN]); KINDS * 64]);
        for kind in 0..KINDS {
            for square in 0..squares {
                inputs[kind * 64 + bit(square)] = row((kind * squares + square) * HIDDEN)?;
            }
        }
        let bias = row(KINDS * squares * HIDDEN)?;
        let first = (KINDS * squares + 1) * HIDDEN;
        let (mut outputs, mut output_bias) = ([[bias; 2]; BUCKETS], [0; BUCKETS]);
        for bucket in 0..BUCKETS {
            let at = first + bucket * (2 * HIDDEN + 1);
            outputs[bucket] = [row(at)?, row(at + HIDDEN)?];
            for row in &mut outputs[bucket] {
                row.0.iter_mut().for_each(|weight| *weight = (*weight).clamp(-MOST_OUTPUT as i16, MOST_OUTPUT as i16));
            }
            output_bias[bucket] = weights[at + 2 * HIDDEN].into();
        }
        Some(Net { inputs, bias, outputs, output_bias, vectors: vectors() })
    }

    /// The output for the mover, who is White if `white_moves`, in hundredths of a man. `pieces` is by kind as White sees them, and `last` is the
    /// bit that the lowest bit is turned to.
    #[inline]
    pub fn value(
        &self,
        accumulator: &mut Accumulator,
        pieces: [u64; KINDS],
        last: u32,
        white_moves: bool,
        bucket: usize,
    ) -> i32 {
        match self.vectors {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `vectors` says that the CPU has the instructions.
            Vectors::Avx512 => unsafe { self.value_by_avx512(accumulator, pieces, last, white_moves, bucket) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Vectors::Avx2 => unsafe { self.value_by_avx2(accumulator, pieces, last, white_moves, bucket) },
            _ => self.compute(accumulator, pieces, last, white_moves, bucket),
        }
    }

    /// The same with vectors twice as wide: 25 ns instead of 32 (`what_wide_vectors_are_worth`).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn value_by_avx2(
        &self,
        accumulator: &mut Accumulator,
        pieces: [u64; KINDS],
        last: u32,
        white_moves: bool,
        bucket: usize,
    ) -> i32 {
        self.compute(accumulator, pieces, last, white_moves, bucket)
    }

    /// Twice as wide again: 15 ns.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512bw,bmi1")]
    fn value_by_avx512(
        &self,
        accumulator: &mut Accumulator,
        pieces: [u64; KINDS],
        last: u32,
        white_moves: bool,
        bucket: usize,
    ) -> i32 {
        self.compute(accumulator, pieces, last, white_moves, bucket)
    }

    #[inline(always)]
    fn compute(
        &self,
        accumulator: &mut Accumulator,
        pieces: [u64; KINDS],
        last: u32,
        white_moves: bool,
        bucket: usize,
    ) -> i32 {
        self.update(accumulator, pieces, last);
        let [white, black] = &accumulator.rows;
        let (own, their) = if white_moves { (white, black) } else { (black, white) };
        let [own_weights, their_weights] = &self.outputs[bucket];
        let sum = output(&own.0, &own_weights.0) + output(&their.0, &their_weights.0);
        ((sum / ONE + self.output_bias[bucket]) * SCALE / (ONE * OUTPUT_ONE)).clamp(-MOST, MOST)
    }

    /// Brings the rows up to date. Sums wrap, so that what weights of a foreign file overflow is taken back exactly.
    #[inline(always)]
    fn update(&self, accumulator: &mut Accumulator, pieces: [u64; KINDS], last: u32) {
        if !accumulator.is_begun {
            *accumulator = Accumulator { rows: [self.bias; 2], pieces: [0; KINDS], is_begun: true };
        }
        let [mut white, mut black] = accumulator.rows;
        for (kind, (old, new)) in accumulator.pieces.into_iter().zip(pieces).enumerate() {
            let (mut gone, mut come) = (old & !new, new & !old);
            while gone != 0 {
                let bit = gone.trailing_zeros();
                gone &= gone - 1;
                let (own, other) = self.rows_of(kind, bit, last);
                white.0.iter_mut().zip(own).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                black.0.iter_mut().zip(other).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
            }
            while come != 0 {
                let bit = come.trailing_zeros();
                come &= come - 1;
                let (own, other) = self.rows_of(kind, bit, last);
                white.0.iter_mut().zip(own).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                black.0.iter_mut().zip(other).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
        }
        *accumulator = Accumulator { rows: [white, black], pieces, is_begun: true };
    }

    /// The weights of a piece for White's view and for Black's.
    #[inline(always)]
    fn rows_of(&self, kind: usize, bit: u32, last: u32) -> (&HiddenRow, &HiddenRow) {
        // The masks spare the checks of bounds.
        let place = |kind: usize, bit: u32| &self.inputs[(kind << 6 | (bit & 63) as usize) & (KINDS * 64 - 1)].0;
        (place(kind, bit), place(kind ^ 1, last.wrapping_sub(bit)))
    }
}

/// One view's part of the output.
#[inline(always)]
fn output(row: &HiddenRow, weights: &HiddenRow) -> i32 {
    let mut sum = 0;
    for (value, weight) in row.iter().zip(weights) {
        let value = (*value).clamp(0, ONE as i16);
        sum += i32::from(value.wrapping_mul(*weight)) * i32::from(value);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Rng;

    fn net() -> Net {
        let mut rng = Rng::new(3);
        let weights: Vec<i16> = (0..count(50)).map(|_| rng.below(100) as i16 - 50).collect();
        Net::new(&weights, 50, |square| square).unwrap()
    }

    /// All vectors that this CPU has.
    fn possible() -> impl Iterator<Item = Vectors> {
        let all = [Vectors::Plain, Vectors::Avx2, Vectors::Avx512];
        all.into_iter().take(1 + all.iter().position(|kind| *kind == vectors()).unwrap_or(0))
    }

    #[test]
    fn rows_that_are_kept_give_what_new_ones_give() {
        let (net, mut rng, mut kept) = (net(), Rng::new(1), Accumulator::default());
        for n in 0..1000 {
            let mut draw = || rng.next_u64() & rng.next_u64() & ((1 << 50) - 1);
            let pieces = [draw(), draw(), draw(), draw()];
            let bucket = n % BUCKETS;
            let value = net.value(&mut kept, pieces, 49, n % 3 == 0, bucket);
            assert_eq!(value, net.value(&mut Accumulator::default(), pieces, 49, n % 3 == 0, bucket));
            for vectors in possible() {
                let narrower = Net { vectors, ..self::net() };
                assert_eq!(
                    value,
                    narrower.value(&mut Accumulator::default(), pieces, 49, n % 3 == 0, bucket),
                    "{vectors:?}"
                );
            }
            // With colours exchanged the mover sees the same.
            let turned = |set: u64| set.reverse_bits() >> 14;
            let [a, b, c, d] = pieces.map(turned);
            assert_eq!(value, net.value(&mut Accumulator::default(), [b, a, d, c], 49, n % 3 != 0, bucket));
        }
    }

    #[test]
    #[ignore = "a measurement: nanoseconds of an evaluation, by the width of the vectors"]
    fn what_wide_vectors_are_worth() {
        // From one leaf to the next a man of each side moves, and now and then one is gone or back.
        let (mut rng, mut positions) = (Rng::new(4), Vec::new());
        let mut pieces: [u64; KINDS] = [0x3_FFFF, 0xF_FFFF << 30, 0, 0];
        for _ in 0..100_000 {
            for kind in 0..2 {
                let free = ((1 << 50) - 1) & !(pieces[0] | pieces[1]);
                let mut any = |set: u64| {
                    let rest = (0..rng.below(set.count_ones().into())).fold(set, |set, _| set & (set - 1));
                    rest & rest.wrapping_neg()
                };
                let (from, to) = (any(pieces[kind]), any(free));
                pieces[kind] ^= match rng.below(8) {
                    0 if pieces[kind].count_ones() > 12 => from,
                    1 if pieces[kind].count_ones() < 18 => to,
                    _ => from | to,
                };
            }
            positions.push(pieces);
        }
        for vectors in possible() {
            let (net, mut kept, mut sum) = (Net { vectors, ..net() }, Accumulator::default(), 0);
            let started = std::time::Instant::now();
            for pieces in &positions {
                sum += net.value(&mut kept, *pieces, 49, true, 7);
            }
            println!("{vectors:?}: {:.1} ns ({sum})", started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64);
        }
    }

    #[test]
    fn a_net_needs_all_its_weights() {
        assert!(Net::new(&vec![0; count(32)], 50, |square| square).is_none());
        assert_eq!((bucket(0, 24), bucket(1, 24), bucket(24, 24), bucket(40, 24)), (0, 0, 7, 7));
    }
}
