//! What a fit has after each epoch, in files that only the same fit takes up again.
//!
//! ```text
//! fit       u64, little endian: what the fit began with
//! checksum  u64, of all that follows
//! state     the fit's own
//! ```

use super::samples::checksum;
use super::{TrainError, write};
use std::fs;
use std::path::Path;

pub(super) struct Checkpoints<'a> {
    folder: &'a Path,
    name: &'static str,
    fit: u64,
}

impl<'a> Checkpoints<'a> {
    /// Those of a fit in a folder. `began_with` is all that its result depends on but the samples.
    pub fn new(folder: &'a Path, name: &'static str, began_with: &[u8]) -> Checkpoints<'a> {
        Checkpoints { folder, name, fit: checksum(began_with) }
    }

    pub fn save(&self, epoch: u32, state: &[u8]) -> Result<(), TrainError> {
        write(&self.path(epoch), &[&self.fit.to_le_bytes(), &checksum(state).to_le_bytes(), state].concat())
    }

    /// What was saved; `None` if it is not there, damaged, or of another fit.
    pub fn load(&self, epoch: u32) -> Option<Vec<u8>> {
        let bytes = fs::read(self.path(epoch)).ok()?;
        let (fit, rest) = bytes.split_first_chunk::<8>()?;
        let (sum, state) = rest.split_first_chunk::<8>()?;
        let is_sound = u64::from_le_bytes(*fit) == self.fit && u64::from_le_bytes(*sum) == checksum(state);
        is_sound.then(|| state.to_vec())
    }

    fn path(&self, epoch: u32) -> std::path::PathBuf {
        self.folder.join(format!("{}-epoch-{epoch}.state", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_fit_takes_a_sound_state() {
        let folder = tempfile::tempdir().unwrap();
        let one = Checkpoints::new(folder.path(), "weights", b"one");
        one.save(2, b"some state").unwrap();
        assert_eq!(one.load(2).as_deref(), Some(&b"some state"[..]));
        assert_eq!(one.load(1), None);
        assert_eq!(Checkpoints::new(folder.path(), "weights", b"other").load(2), None);
        let mut bytes = fs::read(one.path(2)).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(one.path(2), bytes).unwrap();
        assert_eq!(one.load(2), None, "damaged");
    }
}
