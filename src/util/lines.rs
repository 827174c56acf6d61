//! Lines of an input of which nothing is known: no line takes more memory than a line may.

use std::io::{self, BufRead, Read};

/// The most bytes of a line.
pub(crate) const LONGEST: usize = 4 << 20;

/// What is told of a line that is longer.
pub(crate) const TOO_LONG: &str = "the line is longer than 4 MB";

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Nothing: the input has ended.
    End,
    /// A line.
    Whole,
    /// The beginning of a line that is too long; [`skip`] reads over the rest.
    TooLong,
}

/// Adds the next line to `bytes`, with its end.
pub(crate) fn read(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Line> {
    let begin = bytes.len();
    let read = source.by_ref().take(LONGEST as u64).read_until(b'\n', bytes)?;
    Ok(match bytes.get(begin..).and_then(<[u8]>::last) {
        None => Line::End,
        Some(b'\n') => Line::Whole,
        Some(_) if read < LONGEST => Line::Whole,
        Some(_) => Line::TooLong,
    })
}

/// Reads over what is left of a line, its end included.
pub(crate) fn skip(source: &mut impl BufRead) -> io::Result<()> {
    source.skip_until(b'\n').map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_it_must() {
        let mut text = b"a\n\n".to_vec();
        text.extend(vec![b'x'; LONGEST + 5]);
        text.extend(b"\nlast");
        let mut source = text.as_slice();
        let mut next = || {
            let mut bytes = Vec::new();
            let line = read(&mut source, &mut bytes).unwrap();
            if line == Line::TooLong {
                skip(&mut source).unwrap();
            }
            (line, bytes.len())
        };
        assert_eq!(next(), (Line::Whole, 2));
        assert_eq!(next(), (Line::Whole, 1));
        assert_eq!(next(), (Line::TooLong, LONGEST));
        assert_eq!(next(), (Line::Whole, 4));
        assert_eq!(next(), (Line::End, 0));
    }
}
