//! What a connection may ask for: everything on standard input, less over a socket.

use super::options::{OptionId, OptionKind};

/// The limits of a connection. By default there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Whether options that name files may be set.
    pub files: bool,
    /// The maximum of the option Hash, in MB.
    pub hash: usize,
    /// The maximum of the option Threads.
    pub threads: usize,
    /// How many lines may wait for their execution; the reader then waits too.
    pub waiting_lines: Option<usize>,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits { files: true, hash: usize::MAX, threads: usize::MAX, waiting_lines: None }
    }
}

impl ConnectionLimits {
    /// An option as it is declared under these limits; `None` if it cannot be set. All options of type string name files.
    pub(super) fn narrow(&self, which: OptionId, kind: OptionKind) -> Option<OptionKind> {
        let limit = match (which, kind) {
            (_, OptionKind::Text) => return self.files.then_some(kind),
            (OptionId::Hash, _) => self.hash,
            (OptionId::Threads, _) => self.threads,
            _ => return Some(kind),
        };
        let OptionKind::Spin { default, min, max } = kind else { return Some(kind) };
        let max = max.min(limit).max(min);
        Some(OptionKind::Spin { default: default.min(max), min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::ALL;
    use super::*;

    #[test]
    fn no_option_that_names_a_file_passes() {
        let limits = ConnectionLimits { files: false, ..ConnectionLimits::default() };
        let refused: Vec<_> = ALL
            .iter()
            .filter(|(_, which, kind)| limits.narrow(*which, *kind).is_none())
            .map(|(name, ..)| *name)
            .collect();
        assert_eq!(refused, ["BookFile", "EvalFile", "VariantFile", "TablePath"]);
    }

    #[test]
    fn sizes_are_capped_and_never_below_the_minimum() {
        let limits = ConnectionLimits { hash: 8, threads: 0, ..ConnectionLimits::default() };
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        assert_eq!(limits.narrow(OptionId::Hash, spin(64, 1, 1024)), Some(spin(8, 1, 8)));
        assert_eq!(limits.narrow(OptionId::Threads, spin(1, 1, 256)), Some(spin(1, 1, 1)));
        assert_eq!(limits.narrow(OptionId::MultiPv, spin(1, 1, 256)), Some(spin(1, 1, 256)));
    }
}
