//! What an engine has said, up to a bound: an engine may talk without end.

use super::super::process::Said;
use std::collections::VecDeque;

/// More lines than any search of a check says.
const MOST_LINES: usize = 10_000;
const MOST_BYTES: usize = 4 << 20;

/// The last lines.
#[derive(Default)]
pub struct Kept {
    lines: VecDeque<Said>,
    bytes: usize,
}

impl Kept {
    /// Keeps a line, and forgets the oldest if there are too many.
    pub fn push(&mut self, said: Said) {
        self.bytes += said.text.len();
        self.lines.push_back(said);
        while self.lines.len() > MOST_LINES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.text.len();
        }
    }

    /// The lines, the oldest first.
    pub fn lines(self) -> Vec<Said> {
        self.lines.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn kept(lines: impl Iterator<Item = String>) -> Vec<Said> {
        let mut kept = Kept::default();
        lines.for_each(|text| kept.push(Said { at: Instant::now(), text }));
        kept.lines()
    }

    #[test]
    fn the_last_lines_are_kept() {
        let few = kept((0..3).map(|n| n.to_string()));
        assert_eq!(few.iter().map(|said| said.text.as_str()).collect::<Vec<_>>(), ["0", "1", "2"]);
        let many = kept((0..2 * MOST_LINES).map(|n| n.to_string()));
        assert_eq!((many.len(), many[0].text.as_str()), (MOST_LINES, "10000"));
        let long = kept((0..9).map(|_| "x".repeat(1 << 20)));
        assert_eq!(long.len(), 4);
    }
}
