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
    Ok(parse(&text, known).map_err(wrong)?.into_iter().map(OsString::from).collect())
}

/// The arguments of the text of a file.
pub fn parse(text: &str, known: &[String]) -> Result<Vec<String>, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text.get(..span.start).unwrap_or_default().lines().count().max(1));
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{line}{}", error.message())
    })?;
    arguments(&table, known)
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
                    parts.push(format!("option.{name}={}", quoted(name, &scalar(name, value)?, QUOTES)?));
                }
            }
            // The words of a command line.
            ("cmd", Value::Array(words)) => {
                let word = |word: &Value| {
                    let text = scalar("cmd", word)?;
                    let plain =
                        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '"' || c == '\'');
                    if plain { Ok(text) } else { quoted("cmd", &text, ['\'', '"']) }
                };
                let words: Vec<String> = words.iter().map(word).collect::<Result<_, String>>()?;
                parts.push(format!("cmd={}", quoted("cmd", &words.join(" "), QUOTES)?));
            }
            _ => parts.push(format!("{key}={}", quoted(key, &scalar(key, value)?, QUOTES)?)),
        }
    }
    Ok(parts.join(","))
}

const QUOTES: [char; 2] = ['"', '\''];

/// A value in the first of these quotes that does not occur in it.
fn quoted(key: &str, text: &str, quotes: [char; 2]) -> Result<String, String> {
    let quote = quotes.into_iter().find(|quote| !text.contains(*quote));
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
    fn a_command_has_the_words_of_the_file() {
        for words in [&["./x", "", "a b"][..], &["a\u{a0}b", "=,;"], &["./x", "--name", "say \"no\""]] {
            let table = Table::from_iter([("cmd".to_string(), Value::from(words.to_vec()))]);
            let spec = engine(&table).map(|text| EngineSpec::parse(&text).unwrap());
            match spec {
                Ok(spec) => assert_eq!(spec.command, words),
                Err(problem) => assert!(problem.contains("has both kinds of quotes"), "{problem}"),
            }
        }
    }

    #[test]
    fn errors_name_the_key() {
        let error = |text: &str| arguments(&text.parse().unwrap(), &known()).unwrap_err();
        assert!(error("gamse = 2").starts_with("unknown key `gamse` (did you mean `games`?)"));
        assert_eq!(error("engine = 2"), "engine: expected tables, [[engine]]");
        assert_eq!(error("games = 2020-01-01"), "games: expected a text, a number, or true or false");
        assert!(error("[[engine]]\nname = \"a'\\\"\"").contains("has both kinds of quotes"));
        assert!(error("[[engine]]\ncmd = [\"./x\", \"o'neill\"]").contains("has both kinds of quotes"));
    }
}
