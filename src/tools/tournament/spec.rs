//! The settings of one engine: `cmd="old hub",name=old,dialect=hub,tc=1+0.01,option.Hash=16`.

use super::time_control::{EngineLimits, TimeControl};
use crate::engine::protocol::Dialect;
use crate::games::notation::{clip, printable};
use crate::util::suggest;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// An engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// Its name in results and logs.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its working directory; the current one if `None`.
    pub dir: Option<PathBuf>,
    /// Its protocol.
    pub dialect: MatchDialect,
    /// Where it listens, if it speaks DXP: `HOST:PORT`.
    pub address: Option<String>,
    /// Options to set before the first game.
    pub options: Vec<(String, String)>,
    /// Its search limits.
    pub limits: EngineLimits,
    /// How far it may exceed its time.
    pub margin: Option<Duration>,
    /// Whether it searches while its opponent thinks.
    pub ponder: bool,
    /// Whether it is restarted for every game.
    pub restart: bool,
}

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchDialect {
    /// Lines on standard input and output.
    Lines(Dialect),
    /// Messages over TCP.
    Dxp,
}

impl Default for MatchDialect {
    fn default() -> MatchDialect {
        MatchDialect::Lines(Dialect::default())
    }
}

impl MatchDialect {
    fn from_word(word: &str) -> Option<MatchDialect> {
        if word == DXP { Some(MatchDialect::Dxp) } else { Dialect::from_word(word).map(MatchDialect::Lines) }
    }

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            MatchDialect::Lines(dialect) => dialect.word(),
            MatchDialect::Dxp => DXP,
        }
    }
}

const DXP: &str = "dxp";

/// An engine description that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineSpecError {
    /// An unknown key.
    #[error("engine: unknown key `{key}`{hint}; expected {}, or option.NAME", KEYS.join(", "))]
    Key {
        /// As given.
        key: String,
        /// A suggestion, or empty.
        hint: String,
    },
    /// Not `key=value`.
    #[error("engine: `{0}` is not KEY=VALUE")]
    Form(String),
    /// An unclosed quote.
    #[error("engine: unclosed quote {quote} in `{text}`")]
    Quote {
        /// The quote character.
        quote: char,
        /// The text from the quote on.
        text: String,
    },
    /// A bad value.
    #[error("engine {key}: `{value}` is not {expected}")]
    Value {
        /// Whose value is wrong.
        key: &'static str,
        /// As given.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}

const KEYS: [&str; 12] =
    ["cmd", "name", "dir", "dialect", "address", "tc", "movetime", "depth", "nodes", "margin", "ponder", "restart"];

impl EngineSpec {
    /// Parses an engine description. Missing keys keep their default.
    pub fn parse(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let mut spec = EngineSpec::default();
        for part in split(text, |c| c == ',')? {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            let (key, value) = part.split_once('=').ok_or_else(|| EngineSpecError::Form(clip(part)))?;
            spec.set(key.trim(), unquoted(value.trim()))?;
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), EngineSpecError> {
        let wrong = |key, expected| EngineSpecError::Value { key, value: clip(value), expected };
        match key {
            "cmd" => self.command = split_command(value)?,
            "name" => self.name = printable(value),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "dialect" => {
                self.dialect =
                    MatchDialect::from_word(value).ok_or_else(|| wrong("dialect", "uci, ugi, hub or dxp"))?;
            }
            "address" => self.address = Some(value.to_string()),
            "tc" => {
                let limits: Option<TimeControl> = value.parse().ok();
                self.limits.clock =
                    Some(limits.ok_or_else(|| wrong("tc", "seconds as in 10+0.1 or MOVES/SECONDS+INCREMENT"))?);
            }
            "movetime" => self.limits.move_time = Some(milliseconds(value).ok_or_else(|| wrong("movetime", TIME))?),
            "depth" => self.limits.depth = Some(positive(value).ok_or_else(|| wrong("depth", NUMBER))?),
            "nodes" => self.limits.nodes = Some(positive(value).ok_or_else(|| wrong("nodes", NUMBER))?),
            "margin" => self.margin = Some(milliseconds(value).ok_or_else(|| wrong("margin", TIME))?),
            "ponder" => self.ponder = switch(value).ok_or_else(|| wrong("ponder", SWITCH))?,
            "restart" => self.restart = switch(value).ok_or_else(|| wrong("restart", SWITCH))?,
            _ => match key.strip_prefix("option.") {
                Some(option) if !option.is_empty() => self.options.push((option.to_string(), value.to_string())),
                _ => {
                    let hint = suggest::hint(key, KEYS.into_iter());
                    return Err(EngineSpecError::Key { key: clip(key), hint });
                }
            },
        }
        Ok(())
    }

    /// The default name: that of the program.
    pub fn default_name(&self) -> String {
        let stem = self.command.first().and_then(|program| Path::new(program).file_stem());
        stem.map_or_else(|| "engine".into(), |stem| printable(&stem.to_string_lossy()))
    }
}

const TIME: &str = "a number of milliseconds";
const NUMBER: &str = "a whole number of at least 1";
const SWITCH: &str = "on or off";

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// Parses a whole number other than 0.
fn positive<N: std::str::FromStr + Default + PartialEq>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number| *number != N::default())
}

fn milliseconds(text: &str) -> Option<Duration> {
    text.parse::<u32>().ok().map(|ms| Duration::from_millis(ms.into()))
}

/// Splits a text outside of double and single quotes. The quotes stay.
fn split(text: &str, between: impl Fn(char) -> bool) -> Result<Vec<&str>, EngineSpecError> {
    let (mut parts, mut begin, mut quote) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices() {
        match quote {
            Some((open, _)) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some((c, at)),
            None if between(c) => {
                parts.push(text.get(begin..at).unwrap_or_default());
                begin = at + c.len_utf8();
            }
            _ => {}
        }
    }
    if let Some((quote, at)) = quote {
        return Err(EngineSpecError::Quote { quote, text: clip(text.get(at..).unwrap_or_default()) });
    }
    parts.push(text.get(begin..).unwrap_or_default());
    Ok(parts)
}

/// Removes quotes that enclose the whole text.
fn unquoted(text: &str) -> &str {
    let within = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    ['"', '\''].into_iter().find_map(|quote| within(quote).filter(|rest| !rest.contains(quote))).unwrap_or(text)
}

/// Splits a command line into words; words with blanks are quoted.
pub fn split_command(text: &str) -> Result<Vec<String>, EngineSpecError> {
    let plain = |word: &str| word.replace(['"', '\''], "");
    let words = split(text, char::is_whitespace)?.into_iter().filter(|word| !word.is_empty());
    Ok(words.map(|word| if unquoted(word) == word { plain(word) } else { unquoted(word).to_string() }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_engine_is_parsed() {
        let spec = EngineSpec::parse(
            "cmd=\"./old hub\",name=old,dir=/x,dialect=hub,tc=1+0.01,depth=8,option.Hash=16,option.Skill Level=3",
        )
        .unwrap();
        assert_eq!(spec.command, ["./old", "hub"]);
        assert_eq!((spec.name.as_str(), spec.dialect), ("old", MatchDialect::Lines(Dialect::Hub)));
        assert_eq!(spec.dir, Some(PathBuf::from("/x")));
        assert_eq!(spec.limits.to_string(), "tc=1+0.01,depth=8");
        assert_eq!(spec.options, [("Hash".into(), "16".into()), ("Skill Level".into(), "3".into())]);
    }

    #[test]
    fn blanks_and_commas_are_quoted() {
        assert_eq!(EngineSpec::parse("cmd=\"'/a b/c' hub\"").unwrap().command, ["/a b/c", "hub"]);
        assert_eq!(EngineSpec::parse("cmd='a,b' x").unwrap().command, ["a,b", "x"]);
        assert_eq!(EngineSpec::parse("cmd=a b,name=\"a, b\"").unwrap().name, "a, b");
        assert_eq!(split_command(" a \"b c\"  d").unwrap(), ["a", "b c", "d"]);
    }

    #[test]
    fn errors_name_the_bad_part() {
        let error = |text| EngineSpec::parse(text).unwrap_err().to_string();
        assert!(error("dialct=hub").contains("did you mean `dialect`?"));
        assert_eq!(error("dialect=uhci"), "engine dialect: `uhci` is not uci, ugi, hub or dxp");
        assert_eq!(error("millstone"), "engine: `millstone` is not KEY=VALUE");
        assert_eq!(error("depth=0"), "engine depth: `0` is not a whole number of at least 1");
        assert_eq!(error("ponder=yes"), "engine ponder: `yes` is not on or off");
        assert!(error("option.=1").contains("unknown key"));
        assert_eq!(error("cmd=\"./old hub,name=old"), "engine: unclosed quote \" in `\"./old hub,name=old`");
        assert_eq!(error("cmd=\"'./old hub\",name=old"), "engine: unclosed quote ' in `'./old hub`");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,40}", near in "(cmd|name|option\\.x|tc|=|,|\"|'| |a){0,20}") {
            let _ = EngineSpec::parse(&text);
            let _ = EngineSpec::parse(&near);
        }
    }
}
