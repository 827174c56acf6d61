//! Counts of the game tree against the data files `tests/data/*.perft`.
//!
//! A line is `variant | start or position | counts for depth 1, 2, 3 …`; `#` begins a comment. Each line runs to
//! the deepest count below a cap, so that the suite stays quick; `cargo test --release -- --ignored` lifts it.

use millstone::games::catalog::Variant;
use millstone::games::notation::Notation;
use millstone::tools::perft::perft;
use millstone::with_game;
use std::fs;
use std::path::Path;

/// The most nodes counted for a line.
const CAP: u64 = if cfg!(debug_assertions) { 250_000 } else { 10_000_000 };

/// One line of a data file.
struct Case {
    place: String,
    variant: Variant,
    position: String,
    counts: Vec<u64>,
}

impl Case {
    fn parse(place: String, line: &str) -> Case {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, position, counts] = parts.as_slice() else {
            panic!("{place}: expected `variant | position | counts`, found `{line}`");
        };
        let variant = name.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
        let number = |word: &str| word.parse().unwrap_or_else(|error| panic!("{place}: `{word}`: {error}"));
        let counts = counts.split_whitespace().map(number).collect();
        Case { place, variant, position: (*position).to_string(), counts }
    }

    /// What is wrong, if anything.
    fn failure(&self, cap: u64) -> Option<String> {
        let wrong = with_game!(*self.variant.rules(), game => Compare { case: self, cap }.visit(game))?;
        Some(format!("{}: {} | {}: {wrong}", self.place, self.variant, self.position))
    }
}

struct Compare<'a> {
    case: &'a Case,
    cap: u64,
}

impl Compare<'_> {
    fn visit<G: Notation>(self, game: G) -> Option<String> {
        let position = match self.case.position.as_str() {
            "start" => game.start(),
            text => match game.parse_position(text) {
                Ok(position) => position,
                Err(error) => return Some(error.to_string()),
            },
        };
        for (depth, &expected) in (1..).zip(&self.case.counts) {
            if expected > self.cap {
                break;
            }
            let counted = perft(&game, &position, depth);
            if counted != expected {
                return Some(format!("depth {depth} has {counted}, expected {expected}"));
            }
        }
        None
    }
}

/// All lines of all data files.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of data files")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "perft"))
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("a readable data file");
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                cases.push(Case::parse(format!("{name}:{number}"), line));
            }
        }
    }
    assert!(!cases.is_empty(), "no lines in {}", folder.display());
    cases
}

fn run(cap: u64) {
    let failures: Vec<String> = cases().iter().filter_map(|case| case.failure(cap)).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn counts_agree_with_the_tables() {
    run(CAP);
}

#[test]
#[ignore = "minutes: every count of the tables, however large"]
fn counts_agree_with_the_tables_to_the_last_depth() {
    run(u64::MAX);
}
