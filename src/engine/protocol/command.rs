//! Parsing of UCI and UGI commands.

use super::error::ProtocolError;
use super::go::GoCommand;
use crate::games::prose::{Language, UnknownLanguage};

/// The queries of UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiQuery {
    /// `gameover`: whether the game is over.
    GameOver,
    /// `p1turn`: whether the player who began the game is to move.
    FirstPlayersTurn,
    /// `result`: who won.
    Result,
    /// `reason`: why the game is over.
    Reason,
}

/// A command of UCI or UGI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand<'a> {
    /// `uci`: identify and list the options.
    Uci,
    /// `ugi`: the same in UGI.
    Ugi,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption`.
    SetOption {
        /// The option as the client wrote it, in any case.
        name: String,
        /// Its value, as written.
        value: Option<&'a str>,
    },
    /// `ucinewgame` or `uginewgame`.
    NewGame,
    /// `position`: the position to search, and its past.
    Position {
        /// The FEN; `None` for `startpos`.
        fen: Option<String>,
        /// The moves to play from there.
        moves: Vec<&'a str>,
    },
    /// `go`: search, with limits.
    Go(GoCommand),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// `d`: draw the board.
    Display,
    /// `moves`: list the legal moves.
    Moves,
    /// `moves json`: the legal moves by their squares.
    MovesJson,
    /// `position json`: what stands where, and how the game stands.
    PositionJson,
    /// `board`: the squares and how they lie.
    Board,
    /// `variants json`: all games, or the one of this name.
    VariantsJson(Option<&'a str>),
    /// `rules json`: the rules as prose, in a language, of the game of a name or the present one.
    RulesJson {
        /// In which to write the sentences.
        language: Language,
        /// The game.
        name: Option<&'a str>,
    },
    /// `pdn json`: the games of a file.
    PdnJson(String),
    /// `eval`: the static evaluation.
    Eval,
    /// `query` (UGI): whether the game is over, and for whom.
    Query(UgiQuery),
}

/// The commands of UCI and UGI. Unknown words before one of these are skipped, as UCI requires.
const STANDARD: [&str; 13] = [
    "uci",
    "ugi",
    "debug",
    "isready",
    "setoption",
    "ucinewgame",
    "uginewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "hub",
];
/// The engine's own commands. They are not searched for behind an unknown word: `moves` may belong to a misspelt `position`.
const EXTENSIONS: [&str; 8] = ["d", "board", "moves", "variants", "rules", "pdn", "eval", "query"];
const QUERIES: [&str; 4] = ["gameover", "p1turn", "result", "reason"];

/// What a line asks for, and what is wrong with the rest of it.
#[derive(Debug, Default)]
pub struct ParsedLine<'a> {
    /// The command, unless the line is blank or invalid.
    pub command: Option<UciCommand<'a>>,
    /// The errors; there may be some beside a command.
    pub errors: Vec<ProtocolError>,
}

/// Parses a line.
pub fn parse(line: &str) -> ParsedLine<'_> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut parsed = ParsedLine::default();
    let known = |word: &&str| STANDARD.contains(word) || EXTENSIONS.contains(word);
    let mut rest = words.as_slice();
    if let [first, ..] = rest
        && !known(first)
    {
        parsed.errors.push(ProtocolError::unknown("command", first, STANDARD.iter().chain(&EXTENSIONS).copied()));
        let Some(at) = rest.iter().position(|word| STANDARD.contains(word)) else { return parsed };
        rest = rest.get(at..).unwrap_or_default();
    }
    match command(line, rest, &mut parsed.errors) {
        Ok(command) => parsed.command = command,
        Err(error) => parsed.errors.push(error),
    }
    parsed
}

fn command<'a>(
    line: &'a str,
    words: &[&'a str],
    errors: &mut Vec<ProtocolError>,
) -> Result<Option<UciCommand<'a>>, ProtocolError> {
    Ok(Some(match words {
        [] => return Ok(None),
        ["uci", ..] => UciCommand::Uci,
        ["ugi", ..] => UciCommand::Ugi,
        ["isready", ..] => UciCommand::IsReady,
        ["ucinewgame" | "uginewgame", ..] => UciCommand::NewGame,
        ["stop", ..] => UciCommand::Stop,
        ["ponderhit", ..] => UciCommand::PonderHit,
        ["quit", ..] => UciCommand::Quit,
        ["d", ..] => UciCommand::Display,
        ["moves", "json", ..] => UciCommand::MovesJson,
        ["moves", ..] => UciCommand::Moves,
        ["board", ..] => UciCommand::Board,
        ["variants", "json", rest @ ..] => UciCommand::VariantsJson(rest.first().copied()),
        ["variants", word, ..] => {
            return Err(ProtocolError::unknown("`variants` argument", word, ["json"].into_iter()));
        }
        ["variants"] => return Err(ProtocolError::missing("variants", "`json`")),
        ["rules", "json", rest @ ..] => {
            let language = rest.first().map_or(Ok(Language::default()), |word| word.parse());
            let language = language.map_err(|error: UnknownLanguage| ProtocolError::Other(error.to_string()))?;
            UciCommand::RulesJson { language, name: rest.get(1).copied() }
        }
        ["rules", word, ..] => return Err(ProtocolError::unknown("`rules` argument", word, ["json"].into_iter())),
        ["rules"] => return Err(ProtocolError::missing("rules", "`json`")),
        ["pdn", "json", first, ..] => {
            let text = tail(line, first).trim_end();
            let wrong = |_| ProtocolError::value("pdn json", text, "a text in JSON, with its quotes and on one line");
            UciCommand::PdnJson(serde_json::from_str(text).map_err(wrong)?)
        }
        ["pdn", ..] => return Err(ProtocolError::missing("pdn", "`json` and a game file as a text in JSON")),
        ["position", "json", ..] => UciCommand::PositionJson,
        ["eval", ..] => UciCommand::Eval,
        ["debug", "on", ..] => UciCommand::Debug(true),
        ["debug", "off", ..] => UciCommand::Debug(false),
        ["debug", word, ..] => return Err(ProtocolError::unknown("`debug` argument", word, ["on", "off"].into_iter())),
        ["debug"] => return Err(ProtocolError::missing("debug", "`on` or `off`")),
        ["query", word, ..] => UciCommand::Query(match *word {
            "gameover" => UgiQuery::GameOver,
            "p1turn" => UgiQuery::FirstPlayersTurn,
            "result" => UgiQuery::Result,
            "reason" => UgiQuery::Reason,
            word => return Err(ProtocolError::unknown("query", word, QUERIES.into_iter())),
        }),
        ["query"] => return Err(ProtocolError::missing("query", QUERIES.join(", "))),
        ["setoption", rest @ ..] => set_option(line, rest)?,
        ["position", rest @ ..] => position(rest)?,
        ["go", rest @ ..] => {
            let (go, problems) = GoCommand::parse(rest);
            errors.extend(problems);
            UciCommand::Go(go)
        }
        ["hub", ..] => {
            return Err(ProtocolError::Other("`hub` selects a dialect and must be the first command".into()));
        }
        [word, ..] => return Err(ProtocolError::unknown("command", word, STANDARD.iter().chain(&EXTENSIONS).copied())),
    }))
}

fn set_option<'a>(line: &'a str, words: &[&'a str]) -> Result<UciCommand<'a>, ProtocolError> {
    const FORM: &str = "`name NAME [value VALUE]`";
    let words = match words {
        ["name", rest @ ..] => rest,
        [] => return Err(ProtocolError::missing("setoption", FORM)),
        [word, ..] => return Err(ProtocolError::value("setoption", word, FORM)),
    };
    // The name has at least one word, which may be `value`.
    let at = words.iter().skip(1).position(|word| *word == "value").map(|at| at + 1);
    let (name, rest) = words.split_at(at.unwrap_or(words.len()));
    if name.is_empty() {
        return Err(ProtocolError::missing("setoption name", "an option name"));
    }
    let value = match rest {
        [] => None,
        // The rest of the line as written, with its spaces.
        [_, first, ..] => Some(tail(line, first).trim_end()),
        [_] => Some(""),
    };
    Ok(UciCommand::SetOption { name: name.join(" "), value })
}

/// The line from one of its words on.
fn tail<'a>(line: &'a str, word: &str) -> &'a str {
    let offset = (word.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
    line.get(offset..).unwrap_or_default()
}

fn position<'a>(words: &[&'a str]) -> Result<UciCommand<'a>, ProtocolError> {
    const FORM: &str = "`startpos` or `fen FEN`, optionally followed by `moves …`";
    let at = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(at.unwrap_or(words.len()));
    let fen = match start {
        ["startpos"] => None,
        ["startpos", word, ..] => return Err(ProtocolError::value("position startpos", word, "`moves`")),
        ["fen"] => return Err(ProtocolError::missing("position fen", "a FEN")),
        ["fen", fen @ ..] => Some(fen.join(" ")),
        [word, ..] => {
            return Err(ProtocolError::unknown("`position` argument", word, ["startpos", "fen", "json"].into_iter()));
        }
        [] => return Err(ProtocolError::missing("position", FORM)),
    };
    Ok(UciCommand::Position { fen, moves: moves.iter().skip(1).copied().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> UciCommand<'_> {
        let parsed = parse(line);
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
        parsed.command.unwrap()
    }

    fn errors(line: &str) -> String {
        let parsed = parse(line);
        assert_eq!(parsed.command, None);
        parsed.errors.iter().map(ProtocolError::to_string).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn any_white_space_separates() {
        assert_eq!(one("\t uci  "), UciCommand::Uci);
        let expected = UciCommand::Position { fen: Some("W:W1:B2".into()), moves: vec!["1-5", "2-6"] };
        assert_eq!(one("position\tfen  W:W1:B2   moves 1-5\t2-6"), expected);
        assert_eq!(parse("   ").command, None);
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let set = |name: &str, value| UciCommand::SetOption { name: name.into(), value };
        assert_eq!(one("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(one("setoption name BookFile value /a  b/c d "), set("BookFile", Some("/a  b/c d")));
        assert_eq!(one("setoption name BookFile value"), set("BookFile", Some("")));
        assert_eq!(one("setoption name x value value"), set("x", Some("value")));
    }

    #[test]
    fn a_game_file_is_a_text_in_json() {
        let text = "[Event \"a  b\"]\n1. 11-15";
        let line = format!("pdn json {}", serde_json::to_string(text).unwrap());
        assert_eq!(one(&line), UciCommand::PdnJson(text.into()));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let parsed = parse("joho debug on");
        assert_eq!(parsed.command, Some(UciCommand::Debug(true)));
        assert!(parsed.errors[0].to_string().contains("unknown command `joho`"));
        assert!(errors("positon startpos moves 9-13").contains("did you mean `position`?"));
    }

    #[test]
    fn errors_say_what_was_expected() {
        assert!(errors("debug maybe").contains("expected on, off"));
        assert!(errors("query gamover").contains("did you mean `gameover`?"));
        assert!(errors("pdn json 1. 11-15").contains("`1. 11-15` is not a text in JSON"));
        assert!(errors("position").contains("`startpos` or `fen FEN`"));
        assert!(errors("position startps").contains("did you mean `startpos`?"));
        assert!(errors("setoption Hash 3").contains("`name NAME [value VALUE]`"));
    }
}
