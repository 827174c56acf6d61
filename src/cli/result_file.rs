//! The output file of an analysis: results are appended at once, and a later run can continue.

use super::error::CliError;
use crate::tools::analyse::{KnownResults, VERSION};
use crate::util::files;
use crate::util::lines::{self, LineRead, TOO_LONG};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// An open result file.
pub struct ResultFile {
    /// Where to write the next results.
    pub out: BufWriter<ResultWriter>,
    /// The results that are there.
    pub known: KnownResults,
    /// How many of them are errors.
    pub errors: usize,
}

/// Appends to the whole lines of a file. Nothing changes before the first write, so a file that is not continued after all
/// stays as it is.
pub struct ResultWriter {
    file: File,
    /// How many bytes at its start are whole lines, until the rest is removed.
    valid: Option<u64>,
}

impl Write for ResultWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(valid) = self.valid {
            self.file.set_len(valid)?;
            self.file.seek(SeekFrom::End(0))?;
            self.valid = None;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The parts of a result that identify it.
#[derive(Deserialize)]
struct KnownResult {
    v: u32,
    id: Option<Box<RawValue>>,
    file: Option<String>,
    line: usize,
    error: Option<String>,
}

/// How every result begins.
const START: &str = "{\"v\":";

/// Opens a file for results. It must be new or empty, unless the analysis is to `resume`; then a truncated last line is
/// replaced. The file is locked, so that no other analysis writes to it.
pub fn open(path: &Path, resume: bool) -> Result<ResultFile, CliError> {
    let wrong = |problem: String| CliError::Usage(format!("file `{}`: {problem}", path.display()));
    let failed = |error: io::Error| CliError::file(path, &error);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(wrong("not a regular file; write to standard output instead".into()));
    }
    if !files::lock(&file).map_err(failed)? {
        return Err(wrong("another analysis is writing it".into()));
    }
    if !resume && file.metadata().map_err(failed)?.len() > 0 {
        return Err(wrong("it already exists; use --resume to continue it, or another name".into()));
    }
    let (mut known, mut errors, mut valid) = (KnownResults::default(), 0, 0);
    let mut reader = BufReader::new(&file);
    let (mut bytes, mut last) = (Vec::new(), Vec::new());
    loop {
        bytes.clear();
        let number = known.count + 1;
        let not_a_result = |problem: &str| wrong(format!("line {number} is not a result of an analysis: {problem}"));
        match lines::read(&mut reader, &mut bytes).map_err(failed)? {
            LineRead::End => break,
            LineRead::TooLong => return Err(not_a_result(TOO_LONG)),
            LineRead::Whole => {}
        }
        // A last line without a newline was being written when the analysis ended.
        if !bytes.ends_with(b"\n") {
            let common = bytes.len().min(START.len());
            if bytes.get(..common) != START.as_bytes().get(..common) {
                return Err(not_a_result("it has no newline"));
            }
            break;
        }
        let result: KnownResult = serde_json::from_slice(&bytes).map_err(|error| not_a_result(&error.to_string()))?;
        if result.v != VERSION {
            return Err(wrong(format!("line {number} has the format {}, expected {VERSION}", result.v)));
        }
        errors += usize::from(result.error.is_some());
        known.add(result.file.as_deref(), result.line, result.id.as_deref().map(RawValue::get));
        valid += bytes.len() as u64;
        std::mem::swap(&mut last, &mut bytes);
    }
    known.last = serde_json::from_slice(&last).ok();
    Ok(ResultFile { out: BufWriter::new(ResultWriter { file, valid: Some(valid) }), known, errors })
}
