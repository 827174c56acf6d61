//! A model: the weights of a game's evaluation with what is known of them, as a file.
//!
//! ```text
//! magic     8 bytes, "MILLEVAL"
//! version   u32, little endian like all numbers here
//! lengths   u32 each: the header, the packed weights, the number of weights
//! checksum  u64, FNV-1a of all that follows
//! header    text: a line `key: value` for the rules, the chances, and how it was made
//! weights   i16 each, deflated
//! ```
//!
//! A weight is in hundredths of a man or stone, those of a net have units of their own; the evaluation of the family says what each is for. A game without a file
//! has the plain counts of its text file, and zeros for the rest.

use super::Evaluate;
use super::score::Chances;
use crate::games::catalog::{AnyRules, Variant};
use crate::util::files;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"MILLEVAL";
const VERSION: u32 = 1;
/// Nothing that a game uses is larger.
const MOST_WEIGHTS: u32 = 4 << 20;
const MOST_HEADER: u32 = 64 << 10;

/// Weights, and what is known of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// In the order of the features of the family.
    pub weights: Vec<i16>,
    /// What a score says of the result.
    pub chances: Chances,
    /// The rules it was made for: the canonical name of the variant and the value of each axis that shapes the evaluation.
    pub rules: String,
    /// How it was made, a line `key: value` each.
    pub notes: Vec<(String, String)>,
}

/// Why a model was refused.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is not a file of weights.
    #[error("not a file of weights: {0}")]
    Format(String),
    /// It was made for a game that is not known here.
    #[error("weights for `{0}`, which is not a known variant")]
    Rules(String),
    /// It has another number of weights than its game needs.
    #[error("weights for `{rules}`: {found} of them, expected {expected}")]
    Count {
        /// The game.
        rules: String,
        /// How many there are.
        found: usize,
        /// How many it needs.
        expected: usize,
    },
}

/// The model that was loaded last, with the rules that it is for.
static LOADED: RwLock<Option<(AnyRules, Arc<Model>)>> = RwLock::new(None);

/// Loads a file of weights: from now on every game with its rules is evaluated with them.
pub fn load(path: &Path) -> Result<Arc<Model>, ModelError> {
    const LARGEST: u64 = 64 << 20;
    let failed = |error| ModelError::Read { path: path.display().to_string(), error };
    let model = Arc::new(Model::from_bytes(&files::read(path, LARGEST).map_err(failed)?)?);
    let variant: Variant = model.rules.parse().map_err(|_| ModelError::Rules(model.rules.clone()))?;
    crate::with_game!(*variant.rules(), game => model.check(&game))?;
    *LOADED.write().unwrap_or_else(PoisonError::into_inner) = Some((*variant.rules(), model.clone()));
    Ok(model)
}

/// Forgets the model that was loaded.
pub fn unload() {
    *LOADED.write().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Whether a file of weights is loaded, for whatever game.
pub fn is_loaded() -> bool {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// The loaded model, if it is for a game that is played like this one.
pub fn loaded_for(rules: &AnyRules) -> Option<Arc<Model>> {
    let loaded = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    loaded.as_ref().filter(|(own, _)| own.plays_like(rules)).map(|(_, model)| model.clone())
}

impl Model {
    /// A model without training: weights as they are, and the usual chances.
    pub fn plain(weights: Vec<i16>) -> Model {
        Model { weights, chances: Chances::default(), rules: String::new(), notes: Vec::new() }
    }

    /// Whether it has as many weights as a game needs.
    pub fn check<G: Evaluate>(&self, game: &G) -> Result<(), ModelError> {
        let (rules, found, expected) = (self.rules.clone(), self.weights.len(), game.weight_count());
        if game.fits(self) { Ok(()) } else { Err(ModelError::Count { rules, found, expected }) }
    }

    /// What it is, in a line.
    pub fn describe(&self) -> String {
        match self.note("match") {
            _ if self.rules.is_empty() => "plain counts".to_string(),
            Some(result) => format!("{}, trained; {result}", self.rules),
            None => format!("{}, trained", self.rules),
        }
    }

    /// A note by its key.
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let plain = |text: &str| text.replace(['\n', '\r'], " ");
        let Chances { centre, spread } = self.chances;
        let mut header = format!("rules: {}\nchances: {centre} {spread}\n", plain(&self.rules));
        for (key, value) in &self.notes {
            header += &format!("{}: {}\n", plain(key), plain(value));
        }
        let raw: Vec<u8> = self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let mut packed = Vec::new();
        // Reading from memory cannot fail.
        let _ = DeflateEncoder::new(raw.as_slice(), Compression::best()).read_to_end(&mut packed);
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, header.len() as u32, packed.len() as u32, self.weights.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        let body = [header.into_bytes(), packed].concat();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        let wrong = |problem: &str| ModelError::Format(problem.to_string());
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| wrong("it is too short"))?;
        if magic != MAGIC {
            return Err(wrong("it does not begin with MILLEVAL"));
        }
        let (head, rest) = rest.split_first_chunk::<16>().ok_or_else(|| wrong("it is cut short"))?;
        let number =
            |at: usize| head.get(4 * at..4 * at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes);
        let (version, header, packed, count) = (number(0), number(1), number(2), number(3));
        if version != VERSION {
            return Err(wrong(&format!("version {version}, expected {VERSION}")));
        }
        if header > MOST_HEADER || count > MOST_WEIGHTS {
            return Err(wrong("its header claims more weights than any game has"));
        }
        let (sum, body) = rest.split_first_chunk::<8>().ok_or_else(|| wrong("it is cut short"))?;
        if body.len() as u64 != u64::from(header) + u64::from(packed) {
            return Err(wrong("it is cut short, or something follows it"));
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(wrong("it is damaged: the checksum does not match"));
        }
        let (header, packed) = body.split_at(header as usize);
        let header = std::str::from_utf8(header).map_err(|_| wrong("its header is not text"))?;
        let mut raw = Vec::new();
        let length = 2 * u64::from(count);
        DeflateDecoder::new(packed)
            .take(length + 1)
            .read_to_end(&mut raw)
            .map_err(|_| wrong("its weights are damaged"))?;
        if raw.len() as u64 != length {
            return Err(wrong("the number of weights is not that of the header"));
        }
        let weights = raw.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let mut model = Model::plain(weights);
        for (key, value) in header.lines().filter_map(|line| line.split_once(": ")) {
            match key {
                "rules" => model.rules = value.to_string(),
                "chances" => {
                    let numbers: Vec<f32> = value.split(' ').filter_map(|number| number.parse().ok()).collect();
                    if let [centre, spread] = numbers[..] {
                        model.chances = Chances::new(centre, spread);
                    }
                }
                _ => model.notes.push((key.to_string(), value.to_string())),
            }
        }
        Ok(model)
    }
}

/// FNV-1a, eight bytes at a time: enough against damage, and nobody gains by forging weights.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let word = chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        sum ^= sum >> 29;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        Model {
            weights: (0..5000).map(|n| (n * 7 % 300 - 100) as i16).collect(),
            chances: Chances::new(70.0, 50.0),
            rules: "english+first=white".into(),
            notes: vec![("games".into(), "1000".into()), ("match".into(), "+50 ± 20".into())],
        }
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        assert_eq!(Model::from_bytes(&model().to_bytes()).unwrap(), model());
        assert_eq!(model().note("games"), Some("1000"));
    }

    #[test]
    fn damage_is_found() {
        let bytes = model().to_bytes();
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(Model::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Model::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
        assert!(Model::from_bytes(b"MZ something else entirely, and long enough").is_err());
        assert!(Model::from_bytes(&[bytes, vec![0]].concat()).is_err());
    }
}
