//! Reading lines of bounded length, so that no input can use up the memory.

use std::io::{self, BufRead, Read};

/// The maximum length of a line of a file, in bytes.
pub(crate) const MAX_LINE: usize = 4 << 20;

/// The error message for a longer line.
pub(crate) const TOO_LONG: &str = "the line is longer than 4 MB";

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineRead {
    /// End of input; nothing was read.
    End,
    /// A whole line. The last line of the input may lack its line feed.
    Whole,
    /// The first bytes of a line that is too long; [`skip`] discards the rest.
    TooLong,
}

/// Appends the next line to `bytes`, with its line feed.
pub(crate) fn read(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<LineRead> {
    read_up_to(MAX_LINE, source, bytes)
}

/// [`read`] with another maximum length.
pub(crate) fn read_up_to(limit: usize, source: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<LineRead> {
    let begin = bytes.len();
    let read = source.by_ref().take(limit as u64).read_until(b'\n', bytes)?;
    Ok(match bytes.get(begin..).and_then(<[u8]>::last) {
        None => LineRead::End,
        Some(b'\n') => LineRead::Whole,
        Some(_) if read < limit => LineRead::Whole,
        Some(_) => LineRead::TooLong,
    })
}

/// Discards the rest of a line, its line feed included.
pub(crate) fn skip(source: &mut impl BufRead) -> io::Result<()> {
    source.skip_until(b'\n').map(|_| ())
}

/// [`skip`] for a file: one that has no line feed in a gigabyte may have none at all, as a device.
pub(crate) fn skip_in_file(source: &mut impl BufRead) -> io::Result<()> {
    const LIMIT: u64 = 1 << 30;
    let mut rest = source.take(LIMIT);
    rest.skip_until(b'\n')?;
    match rest.limit() {
        0 => Err(io::Error::new(io::ErrorKind::InvalidData, "a line does not end within 1 GB")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_line_is_whole() {
        let mut source: &[u8] = b"a\n\n123456789\nlast";
        let mut next = || {
            let mut bytes = Vec::new();
            let line = read_up_to(5, &mut source, &mut bytes).unwrap();
            if line == LineRead::TooLong {
                skip(&mut source).unwrap();
            }
            (line, String::from_utf8(bytes).unwrap())
        };
        assert_eq!(next(), (LineRead::Whole, "a\n".into()));
        assert_eq!(next(), (LineRead::Whole, "\n".into()));
        assert_eq!(next(), (LineRead::TooLong, "12345".into()));
        assert_eq!(next(), (LineRead::Whole, "last".into()));
        assert_eq!(next(), (LineRead::End, String::new()));
    }
}
