//! Games that a user has written down, in a file of entries:
//!
//! ```text
//! # How we play at home
//! [our-table]
//! parent = schmidt-de
//! king-capture = any
//! description = long kings land anywhere
//!
//! [our-mill] parent = nine-mens-morris, fly = never
//! ```
//!
//! Settings stand on lines of their own or behind the name, with commas between. A parent is any variant, of the table or
//! from further up in the file. A description goes on to the end of its line.

use super::{AnyRules, Variant, entries, find};
use crate::games::axis::AxisError;
use crate::games::notation::clip;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use thiserror::Error;

/// A game of a user's own.
#[derive(Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// As it stands in brackets in the file.
    pub name: String,
    /// The variant it starts from.
    pub parent: String,
    /// What it is, in a line; maybe empty.
    pub description: String,
    /// Those of its parent with its own settings.
    pub rules: AnyRules,
}

/// Why a file of games was refused.
#[derive(Debug, Error)]
pub enum OwnFileError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is no regular file, or too large.
    #[error("{path}: expected a text file of at most {LARGEST} bytes")]
    NoFile {
        /// The file.
        path: String,
    },
    /// Something in it is wrong.
    #[error("{path}:{line}:{column}: {problem}")]
    Entry {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in characters.
        column: usize,
        /// What is wrong, and what was expected.
        problem: String,
    },
}

/// The largest file that is read.
const LARGEST: u64 = 1 << 20;
/// The most games of a file.
const MOST_GAMES: usize = 1000;
/// The longest name of a game.
const LONGEST_NAME: usize = 40;
/// In characters: it should fit a line of a list.
const LONGEST_DESCRIPTION: usize = 200;

/// The file that was loaded last.
struct OwnFile {
    path: PathBuf,
    games: Arc<[Variant]>,
}

static OWN: RwLock<Option<OwnFile>> = RwLock::new(None);

/// Loads a file of games for this process, in place of the one before; says how many there are. If it is refused, the games
/// stay as they were. Variants that were read before stay valid.
pub fn load_own(path: &Path) -> Result<usize, OwnFileError> {
    let shown = path.display().to_string();
    let text = read(path, &shown)?;
    let games = parse(&text).map_err(|fault| OwnFileError::Entry {
        path: shown,
        line: fault.line,
        column: fault.column,
        problem: fault.problem,
    })?;
    let count = games.len();
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    *OWN.write().unwrap_or_else(PoisonError::into_inner) = Some(OwnFile { path, games: games.into() });
    Ok(count)
}

/// Forgets the games that were loaded.
pub fn forget_own() {
    *OWN.write().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The games that were loaded, in the order of their file.
pub fn own_games() -> Arc<[Variant]> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    own.as_ref().map_or_else(Arc::default, |file| file.games.clone())
}

/// The file that was loaded, as an absolute path.
pub fn own_file() -> Option<PathBuf> {
    OWN.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(|file| file.path.clone())
}

fn read(path: &Path, shown: &str) -> Result<String, OwnFileError> {
    let failed = |error| OwnFileError::Read { path: shown.to_string(), error };
    // Asked before it is opened: to open a pipe waits for somebody to write.
    let about = std::fs::metadata(path).map_err(failed)?;
    if !about.is_file() || about.len() > LARGEST {
        return Err(OwnFileError::NoFile { path: shown.to_string() });
    }
    let mut text = String::new();
    File::open(path).and_then(|file| file.take(LARGEST).read_to_string(&mut text)).map_err(failed)?;
    // Some editors begin a file with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
}

/// What is wrong with a file, and where.
struct Fault {
    line: usize,
    column: usize,
    problem: String,
}

/// An entry that is being read.
struct Draft {
    name: String,
    /// Where the name stands.
    line: usize,
    column: usize,
    parent: Option<Variant>,
    description: String,
    overrides: Vec<Override>,
}

/// A setting `axis = value`, with the columns of both.
struct Override {
    axis: String,
    value: String,
    line: usize,
    axis_column: usize,
    value_column: usize,
}

/// A part of a line, with the column at which it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Part<'a> {
    /// The part without blanks around it.
    fn trimmed(self) -> Part<'a> {
        let blanks = self.text.chars().take_while(|c| c.is_whitespace()).count();
        Part { text: self.text.trim(), column: self.column + blanks }
    }

    /// What stands before and behind the first of a character.
    fn split_once(self, at: char) -> Option<(Part<'a>, Part<'a>)> {
        let (before, behind) = self.text.split_once(at)?;
        let behind = Part { text: behind, column: self.column + before.chars().count() + 1 };
        Some((Part { text: before, ..self }, behind))
    }
}

fn parse(text: &str) -> Result<Vec<Variant>, Fault> {
    let mut games: Vec<Variant> = Vec::new();
    let mut draft: Option<Draft> = None;
    for (at, line) in text.lines().enumerate() {
        let line_number = at + 1;
        let fault = |column: usize, problem: String| Fault { line: line_number, column, problem };
        let mut rest = Part { text: line, column: 1 }.trimmed();
        if rest.text.is_empty() || rest.text.starts_with(['#', ';']) {
            continue;
        }
        if rest.text.starts_with('[') {
            let inside = Part { text: &rest.text[1..], column: rest.column + 1 };
            let Some((name, behind)) = inside.split_once(']') else {
                return Err(fault(rest.column, format!("`{}`: expected `[name]`", clip(rest.text))));
            };
            if let Some(draft) = draft.take() {
                games.push(draft.finish()?);
            }
            let name = name.trimmed();
            if games.len() == MOST_GAMES {
                return Err(fault(rest.column, format!("more than {MOST_GAMES} games")));
            }
            check_name(name.text, &games).map_err(|problem| fault(name.column, problem))?;
            draft = Some(Draft {
                name: name.text.to_string(),
                line: line_number,
                column: name.column,
                parent: None,
                description: String::new(),
                overrides: Vec::new(),
            });
            rest = behind.trimmed();
        }
        while !rest.text.is_empty() {
            let Some(draft) = &mut draft else {
                return Err(fault(rest.column, format!("`{}` stands before the first `[name]`", clip(rest.text))));
            };
            let whole_line = rest.text.starts_with("description");
            let (setting, behind) = match rest.split_once(',') {
                Some(parts) if !whole_line => parts,
                _ => (rest, Part { text: "", column: 0 }),
            };
            draft.set(setting.trimmed(), line_number, &games).map_err(|(column, problem)| fault(column, problem))?;
            rest = behind.trimmed();
        }
    }
    if let Some(draft) = draft {
        games.push(draft.finish()?);
    }
    Ok(games)
}

/// Refuses a name that is taken, or that could not be written with overrides behind it.
fn check_name(name: &str, games: &[Variant]) -> Result<(), String> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(good) {
        return Err(format!(
            "name `{}`: expected letters, digits, `-` and `_`, at most {LONGEST_NAME} of them",
            clip(name)
        ));
    }
    let hub =
        |name: &str| entries().iter().any(|entry| entry.hub.is_some_and(|hub| hub.name.eq_ignore_ascii_case(name)));
    if find(name).is_some() || hub(name) {
        return Err(format!("name `{name}`: there is a game of that name already; choose another"));
    }
    if games.iter().any(|game| game.base_name().eq_ignore_ascii_case(name)) {
        return Err(format!("name `{name}`: duplicate entry"));
    }
    Ok(())
}

impl Draft {
    /// Takes in a setting `key = value`; a problem comes with its column.
    fn set(&mut self, setting: Part<'_>, line: usize, games: &[Variant]) -> Result<(), (usize, String)> {
        let Some((key, value)) = setting.split_once('=') else {
            return Err((setting.column, format!("`{}`: expected `axis = value`", clip(setting.text))));
        };
        let (key, value) = (key.trimmed(), value.trimmed());
        match key.text {
            "parent" if self.parent.is_some() => Err((key.column, "duplicate `parent`".to_string())),
            "parent" => {
                let parent = Variant::parse(value.text, games);
                self.parent = Some(parent.map_err(|error| (value.column, error.to_string()))?);
                Ok(())
            }
            "description" if !self.description.is_empty() => Err((key.column, "duplicate `description`".to_string())),
            "description" => {
                if value.text.chars().count() > LONGEST_DESCRIPTION || value.text.chars().any(char::is_control) {
                    let expected =
                        format!("expected at most {LONGEST_DESCRIPTION} characters, none of them control characters");
                    return Err((value.column, format!("description `{}`: {expected}", clip(value.text))));
                }
                self.description = value.text.to_string();
                Ok(())
            }
            axis => {
                if self.overrides.iter().any(|known| known.axis == axis) {
                    return Err((key.column, format!("duplicate axis `{}`", clip(axis))));
                }
                self.overrides.push(Override {
                    axis: axis.to_string(),
                    value: value.text.to_string(),
                    line,
                    axis_column: key.column,
                    value_column: value.column,
                });
                Ok(())
            }
        }
    }

    /// The game, once all of its settings are known.
    fn finish(mut self) -> Result<Variant, Fault> {
        let (line, column) = (self.line, self.column);
        let Some(parent) = self.parent else {
            let problem = format!("`[{}]`: no parent; expected `parent = NAME`, a game to start from", self.name);
            return Err(Fault { line, column, problem });
        };
        let mut rules = *parent.rules();
        // The board comes first, as in an override.
        self.overrides.sort_by_key(|setting| setting.axis != "board");
        for Override { axis, value, line, axis_column, value_column } in self.overrides {
            rules.apply(&format!("{axis}={value}")).map_err(|error| {
                let column = if matches!(error, AxisError::Value { .. }) { value_column } else { axis_column };
                Fault { line, column, problem: error.to_string() }
            })?;
        }
        rules.check().map_err(|error| Fault { line, column, problem: error.to_string() })?;
        let own = OwnGame { name: self.name, parent: parent.to_string(), description: self.description, rules };
        Ok(Variant::own(&parent, Arc::new(own)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str, name: &str) -> AnyRules {
        let games = parse(text).unwrap_or_else(|fault| panic!("{}:{}: {}", fault.line, fault.column, fault.problem));
        *games.iter().find(|game| game.base_name() == name).unwrap().rules()
    }

    fn fault(text: &str) -> (usize, usize, String) {
        parse(text).map(|_| ()).map_err(|fault| (fault.line, fault.column, fault.problem)).unwrap_err()
    }

    #[test]
    fn settings_stand_on_lines_or_behind_the_name() {
        let expected = *"schmidt-de+king-capture=any+board=10".parse::<Variant>().unwrap().rules();
        let lines = "# ours\n[our-table]\nparent = schmidt-de\nking-capture=any\n board = 10 \n";
        assert_eq!(rules(lines, "our-table"), expected);
        assert_eq!(rules("[t] parent=schmidt-de, king-capture = any, board=10", "t"), expected);
        let chain = "[a] parent = schmidt-de, board=10\n[b]\nparent = a\nking-capture = any\ndescription = x, y\n";
        assert_eq!(rules(chain, "b"), expected);
        let overridden = "[a] parent = schmidt-de+king-capture=any\n[b] parent = A+board=10";
        assert_eq!(rules(overridden, "b"), expected);
        assert_eq!(parse(chain).unwrap_or_default()[1].description(), "x, y");
        assert!(parse("").is_ok_and(|games| games.is_empty()));
    }

    #[test]
    fn a_game_can_be_named_without_the_file() {
        let text = "[a] parent = italian, board = 10, men-rows = 3\n[b] parent = a+first=black\n[c] parent = russian";
        for game in parse(text).unwrap_or_default() {
            let name = game.standard().to_string();
            assert_eq!(name.parse::<Variant>().unwrap().rules(), game.rules(), "{name}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        let (line, column, problem) = fault("[a]\nparent = schmidt-de\n  king-captur = any\n");
        assert_eq!((line, column), (3, 3));
        assert!(problem.contains("did you mean `king-capture`"), "{problem}");
        assert_eq!(fault("[a] parent = schmid-de").1, 14);
        let (line, column, problem) = fault("[a] parent = schmidt-de\nking-capture = anny");
        assert_eq!((line, column), (2, 16), "{problem}");
        assert_eq!((fault("king-move = long").0, fault("king-move = long").1), (1, 1));
        assert!(fault("[a]\nparent = english\n[a]\nparent = english").2.contains("duplicate entry"));
        assert!(fault("[english] parent = russian").2.contains("a game of that name"));
        assert!(fault("[a+b] parent = russian").2.contains("expected letters"));
        assert!(fault("[a\nparent = russian").2.contains("expected `[name]`"));
        assert!(fault("[a]\nking-move = long").2.contains("no parent"));
        assert!(fault("[a] parent = russian, first = white, first = black").2.contains("duplicate axis"));
        assert!(fault("[a] parent = international, men-rows = 4, board = 8").2.contains("no free row"));
        assert!(fault("[a] parent = russian, nonsense").2.contains("expected `axis = value`"));
        assert!(fault("[a] parent = russian, parent = english").2.contains("duplicate `parent`"));
        assert!(fault("[normal] parent = russian").2.contains("a game of that name"));
        assert!(fault("[a] parent = russian\ndescription = x\ndescription = y").2.contains("duplicate `description`"));
        assert!(fault(&format!("[a] parent = russian\ndescription = {}", "x".repeat(201))).2.contains("at most 200"));
        // A tab counts as one character.
        assert_eq!(fault("[a]\n\tparent = russin").1, 11);
        let many: String = (0..=MOST_GAMES).map(|n| format!("[g{n}] parent = russian\n")).collect();
        assert_eq!(fault(&many).0, MOST_GAMES + 1);
    }

    #[test]
    fn only_small_regular_files_are_read() {
        assert!(matches!(load_own(Path::new("/")), Err(OwnFileError::NoFile { .. })));
        assert!(matches!(load_own(Path::new("/no/such/file")), Err(OwnFileError::Read { .. })));
    }
}
