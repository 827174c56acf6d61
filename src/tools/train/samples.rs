//! Positions of games with what became of them, packed in files.
//!
//! ```text
//! magic     8 bytes, "MILLSAMP"
//! checksum  u64, little endian like all numbers here, of all that follows
//! name      u16 and as many bytes: the variant
//! samples   28 bytes each: three words of the position, the score (i16), the result (u8: half points of the side to
//!           move, or 3 for a position beside a game), and whether the game is held out (u8)
//! ```

use crate::util::random::splitmix64;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"MILLSAMP";
const BYTES: usize = 28;
const NO_RESULT: u8 = 3;

/// A position, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub position: [u64; 3],
    /// The search's, for the side to move.
    pub score: i16,
    /// Half points of the side to move; none for a position that was only searched.
    pub result: Option<u8>,
    /// Whether it is kept for testing.
    pub held_out: bool,
}

/// The samples of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chunk {
    pub samples: Vec<Sample>,
}

/// Why a file of positions was refused.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SampleError {
    /// It is something else.
    #[error("not a file of training positions")]
    Foreign,
    /// It is cut short or altered.
    #[error("damaged: the checksum does not match")]
    Damaged,
    /// It is of another game.
    #[error("positions of `{found}`, expected positions of `{expected}`")]
    Variant {
        /// The game of the file.
        found: String,
        /// The game wanted.
        expected: String,
    },
}

impl Chunk {
    pub fn to_bytes(&self, variant: &str) -> Vec<u8> {
        let mut body = (variant.len() as u16).to_le_bytes().to_vec();
        body.extend(variant.as_bytes());
        for sample in &self.samples {
            body.extend(sample.position.iter().flat_map(|word| word.to_le_bytes()));
            body.extend(sample.score.to_le_bytes());
            body.extend([sample.result.unwrap_or(NO_RESULT), u8::from(sample.held_out)]);
        }
        [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
    }

    pub fn from_bytes(bytes: &[u8], variant: &str) -> Result<Chunk, SampleError> {
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or(SampleError::Foreign)?;
        if magic != MAGIC {
            return Err(SampleError::Foreign);
        }
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(SampleError::Damaged)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(SampleError::Damaged);
        }
        let (length, rest) = body.split_first_chunk::<2>().ok_or(SampleError::Damaged)?;
        let (name, samples) = rest.split_at_checked(u16::from_le_bytes(*length).into()).ok_or(SampleError::Damaged)?;
        let found = String::from_utf8_lossy(name).into_owned();
        if found != variant {
            return Err(SampleError::Variant { found, expected: variant.to_string() });
        }
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let read = |bytes: &[u8]| Sample {
            position: [word(&bytes[..8]), word(&bytes[8..16]), word(&bytes[16..24])],
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: (bytes[26] < NO_RESULT).then_some(bytes[26]),
            held_out: bytes[27] != 0,
        };
        Ok(Chunk { samples: samples.chunks_exact(BYTES).map(read).collect() })
    }
}

pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let word = chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        splitmix64(sum ^ word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_read_as_they_were_written_and_damage_is_found() {
        let sample = |n: u64| Sample {
            position: [n, n << 40, !n],
            score: n as i16 - 50,
            result: (n % 4 != 3).then_some((n % 4) as u8),
            held_out: n.is_multiple_of(7),
        };
        let chunk = Chunk { samples: (0..100).map(sample).collect() };
        let bytes = chunk.to_bytes("english");
        assert_eq!(Chunk::from_bytes(&bytes, "english"), Ok(chunk));
        assert!(matches!(Chunk::from_bytes(&bytes, "russian"), Err(SampleError::Variant { .. })));
        for at in [9, 20, 500, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Chunk::from_bytes(&damaged, "english"), Err(SampleError::Damaged));
            assert_eq!(Chunk::from_bytes(&bytes[..at.max(16)], "english"), Err(SampleError::Damaged));
        }
        assert_eq!(Chunk::from_bytes(b"something", "english"), Err(SampleError::Foreign));
    }
}
