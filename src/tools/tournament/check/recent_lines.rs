//! The last lines of an engine's output. It is bounded, since an engine may never stop sending.

use super::super::process::EngineLine;
use std::collections::VecDeque;

/// More lines than the output of any search in a check.
const MAX_LINES: usize = 10_000;
const MAX_BYTES: usize = 4 << 20;

/// The last lines.
#[derive(Default)]
pub struct RecentLines {
    lines: VecDeque<EngineLine>,
    bytes: usize,
}

impl RecentLines {
    /// Adds a line, and drops the oldest ones if there are too many.
    pub fn push(&mut self, line: EngineLine) {
        self.bytes += line.text.len();
        self.lines.push_back(line);
        while self.lines.len() > MAX_LINES || self.bytes > MAX_BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.text.len();
        }
    }

    /// The lines, oldest first.
    pub fn lines(self) -> Vec<EngineLine> {
        self.lines.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn kept(lines: impl Iterator<Item = String>) -> Vec<EngineLine> {
        let mut kept = RecentLines::default();
        lines.for_each(|text| kept.push(EngineLine { received: Instant::now(), text }));
        kept.lines()
    }

    #[test]
    fn the_last_lines_are_kept() {
        let few = kept((0..3).map(|n| n.to_string()));
        assert_eq!(few.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["0", "1", "2"]);
        let many = kept((0..2 * MAX_LINES).map(|n| n.to_string()));
        assert_eq!((many.len(), many[0].text.as_str()), (MAX_LINES, "10000"));
        let long = kept((0..9).map(|_| "x".repeat(1 << 20)));
        assert_eq!(long.len(), 4);
    }
}
