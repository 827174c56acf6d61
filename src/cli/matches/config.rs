//! A match described by a TOML file: its keys are the names of the arguments, and each `[[engine]]` is an engine.

use crate::cli::error::CliError;
use crate::games::notation::clip;
use crate::util::{files, suggest};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use toml::{Table, Value};

/// The name of the argument that names the file.
const ARGUMENT: &str = "--config";
/// The largest file.
const MAX_FILE: u64 = 1 << 20;

/// Replaces `--config FILE` of `millstone match` by the arguments of the file. They come before those on the command line,
/// which override them. `known` are the names of the arguments.
pub fn expand(arguments: Vec<OsString>, known: &[String]) -> Result<Vec<OsString>, CliError> {
    let Some(command) = arguments.iter().position(|word| word == "match") else { return Ok(arguments) };
    let mut before = arguments;
    let mut rest = before.split_off(command + 1).into_iter();
    let mut others = Vec::new();
    while let Some(word) = rest.next() {
        let path = match word.to_str().and_then(|word| word.strip_prefix(ARGUMENT)) {
            Some("") => rest.next(),
            Some(value) => value.strip_prefix('=').map(OsString::from),
            None => None,
        };
        match path {
            Some(path) => before.extend(read(&path, known)?),
            None => others.push(word),
        }
    }
    before.extend(others);
    Ok(before)
}

/// The arguments of a file.
fn read(path: &OsStr, known: &[String]) -> Result<Vec<OsString>, CliError> {
    let wrong = |problem: String| CliError::Usage(format!("config {}: {problem}", path.to_string_lossy()));
    let text = files::read(Path::new(path), MAX_FILE).map_err(|error| wrong(error.to_string()))?;
    let text = String::from_utf8(text).map_err(|_| wrong("not UTF-8".into()))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text.get(..span.start).unwrap_or_default().lines().count().max(1));
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        wrong(format!("{line}{}", error.message()))
    })?;
    let arguments = arguments(&table, known).map_err(wrong)?;
    Ok(arguments.into_iter().map(OsString::from).collect())
}

/// The arguments of a table.
fn arguments(table: &Table, known: &[String]) -> Result<Vec<String>, String> {
    let mut arguments = Vec::new();
    for (key, value) in table {
        if !known.contains(key) {
            let hint = suggest::hint(key, known.iter().map(String::as_str));
            return Err(format!("unknown key `{}`{hint}; expected an argument of `millstone match`", clip(key)));
        }
        match (key.as_str(), value) {
            ("engine", Value::Array(engines)) => {
                for engine in engines {
                    let Value::Table(engine) = engine else { return Err("engine: expected tables, [[engine]]".into()) };
                    arguments.push(format!("--engine={}", self::engine(engine)?));
                }
            }
            ("engine", _) => return Err("engine: expected tables, [[engine]]".into()),
            ("option", Value::Table(options)) => {
                for (name, value) in options {
                    arguments.push(format!("--option={name}={}", scalar(name, value)?));
                }
            }
            (_, Value::Boolean(true)) => arguments.push(format!("--{key}")),
            (_, Value::Boolean(false)) => {}
            (_, Value::Array(values)) => {
                for value in values {
                    arguments.push(format!("--{key}={}", scalar(key, value)?));
                }
            }
            _ => arguments.push(format!("--{key}={}", scalar(key, value)?)),
        }
    }
    Ok(arguments)
}

/// A value as text.
fn scalar(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(value) => Ok(value.to_string()),
        _ => Err(format!("{key}: expected a text, a number, or true or false")),
    }
}

/// An engine as an argument: `name="new",cmd="./new"`.
fn engine(table: &Table) -> Result<String, String> {
    let mut parts = Vec::new();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("option" | "options", Value::Table(options)) => {
                for (name, value) in options {
                    parts.push(format!("option.{name}={}", quoted(name, &scalar(name, value)?)?));
                }
            }
            // The words of a command line.
            ("cmd", Value::Array(words)) => {
                let word = |word: &Value| {
                    let text = scalar("cmd", word)?;
                    Ok(if text.contains(char::is_whitespace) { format!("'{text}'") } else { text })
                };
                let words: Vec<String> = words.iter().map(word).collect::<Result<_, String>>()?;
                parts.push(format!("cmd={}", quoted("cmd", &words.join(" "))?));
            }
            _ => parts.push(format!("{key}={}", quoted(key, &scalar(key, value)?)?)),
        }
    }
    Ok(parts.join(","))
}

/// A value in quotes that do not occur in it.
fn quoted(key: &str, text: &str) -> Result<String, String> {
    let quote = ['"', '\''].into_iter().find(|quote| !text.contains(*quote));
    let quote = quote.ok_or_else(|| format!("{key}: `{}` has both kinds of quotes", clip(text)))?;
    Ok(format!("{quote}{text}{quote}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tournament::spec::EngineSpec;

    fn known() -> Vec<String> {
        ["engine", "tc", "games", "option", "resume", "json"].map(String::from).into()
    }

    #[test]
    fn keys_are_arguments() {
        let text = "tc = \"1+0.01\"\ngames = 20\nresume = true\njson = false\n[option]\nHash = 16\n\
                    [[engine]]\nname = \"a, b\"\ncmd = [\"/my engines/x\", \"hub\"]\ndepth = 3\noptions = { Threads = 2 }\n";
        let found = arguments(&text.parse().unwrap(), &known()).unwrap();
        let (engines, mut others): (Vec<String>, Vec<String>) =
            found.into_iter().partition(|argument| argument.starts_with("--engine="));
        others.sort();
        assert_eq!(others, ["--games=20", "--option=Hash=16", "--resume", "--tc=1+0.01"]);
        let engine = EngineSpec::parse(engines[0].strip_prefix("--engine=").unwrap()).unwrap();
        assert_eq!((engine.name.as_str(), engine.limits.depth), ("a, b", Some(3)));
        assert_eq!(engine.command, ["/my engines/x", "hub"]);
        assert_eq!(engine.options, [("Threads".into(), "2".into())]);
    }

    #[test]
    fn errors_name_the_key() {
        let error = |text: &str| arguments(&text.parse().unwrap(), &known()).unwrap_err();
        assert!(error("gamse = 2").starts_with("unknown key `gamse` (did you mean `games`?)"));
        assert_eq!(error("engine = 2"), "engine: expected tables, [[engine]]");
        assert_eq!(error("games = 2020-01-01"), "games: expected a text, a number, or true or false");
        assert!(error("[[engine]]\nname = \"a'\\\"\"").contains("has both kinds of quotes"));
    }
}
