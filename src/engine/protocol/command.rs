//! A line of UCI or UGI, taken apart.

use super::error::Trouble;
use super::go::Go;

/// What can be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the game is over.
    GameOver,
    /// Whether the player who began is to move.
    FirstPlayersTurn,
    /// Who has won.
    Result,
    /// Why the game is over.
    Reason,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Introduce yourself in UCI.
    Uci,
    /// Introduce yourself in UGI.
    Ugi,
    /// Say more, or less.
    Debug(bool),
    /// Say when all before is done.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, as written.
        value: Option<&'a str>,
    },
    /// The next position is from another game.
    NewGame,
    /// Set up a position.
    Position {
        /// The position text; none for the first position of the game.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<&'a str>,
    },
    /// Search.
    Go(Go),
    /// Stop searching.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End.
    Quit,
    /// Draw the board.
    Display,
    /// List the legal moves.
    Moves,
    /// Judge the position without a search.
    Eval,
    /// Answer a question.
    Query(Question),
}

/// The commands of UCI and UGI; an unknown word before one of them is skipped.
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
/// The commands besides.
const OWN: [&str; 4] = ["d", "moves", "eval", "query"];
const QUESTIONS: [&str; 4] = ["gameover", "p1turn", "result", "reason"];

/// A line as it was understood: what to do, and what was wrong.
#[derive(Debug, Default)]
pub struct Parsed<'a> {
    /// What to do, if that is clear.
    pub command: Option<Command<'a>>,
    /// What could not be understood.
    pub troubles: Vec<Trouble>,
}

/// Takes a line apart.
pub fn parse(line: &str) -> Parsed<'_> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut parsed = Parsed::default();
    let known = |word: &&str| STANDARD.contains(word) || OWN.contains(word);
    let mut rest = words.as_slice();
    if let [first, ..] = rest
        && !known(first)
    {
        parsed.troubles.push(Trouble::unknown("command", first, STANDARD.iter().chain(&OWN).copied()));
        let Some(at) = rest.iter().position(|word| STANDARD.contains(word)) else { return parsed };
        rest = rest.get(at..).unwrap_or_default();
    }
    match command(line, rest, &mut parsed.troubles) {
        Ok(command) => parsed.command = command,
        Err(trouble) => parsed.troubles.push(trouble),
    }
    parsed
}

fn command<'a>(line: &'a str, words: &[&'a str], troubles: &mut Vec<Trouble>) -> Result<Option<Command<'a>>, Trouble> {
    Ok(Some(match words {
        [] => return Ok(None),
        ["uci", ..] => Command::Uci,
        ["ugi", ..] => Command::Ugi,
        ["isready", ..] => Command::IsReady,
        ["ucinewgame" | "uginewgame", ..] => Command::NewGame,
        ["stop", ..] => Command::Stop,
        ["ponderhit", ..] => Command::PonderHit,
        ["quit", ..] => Command::Quit,
        ["d", ..] => Command::Display,
        ["moves", ..] => Command::Moves,
        ["eval", ..] => Command::Eval,
        ["debug", "on", ..] => Command::Debug(true),
        ["debug", "off", ..] => Command::Debug(false),
        ["debug", word, ..] => return Err(Trouble::unknown("word after `debug`", word, ["on", "off"].into_iter())),
        ["debug"] => return Err(Trouble::missing("debug", "`on` or `off`")),
        ["query", word, ..] => Command::Query(match *word {
            "gameover" => Question::GameOver,
            "p1turn" => Question::FirstPlayersTurn,
            "result" => Question::Result,
            "reason" => Question::Reason,
            word => return Err(Trouble::unknown("question", word, QUESTIONS.into_iter())),
        }),
        ["query"] => return Err(Trouble::missing("query", QUESTIONS.join(", "))),
        ["setoption", rest @ ..] => set_option(line, rest)?,
        ["position", rest @ ..] => position(rest)?,
        ["go", rest @ ..] => {
            let (go, problems) = Go::parse(rest);
            troubles.extend(problems);
            Command::Go(go)
        }
        ["hub", ..] => return Err(Trouble::Other("`hub` chooses a dialect, which only a first command can".into())),
        [word, ..] => return Err(Trouble::unknown("command", word, STANDARD.iter().chain(&OWN).copied())),
    }))
}

fn set_option<'a>(line: &'a str, words: &[&'a str]) -> Result<Command<'a>, Trouble> {
    const FORM: &str = "`name NAME`, and `value VALUE` after it";
    let words = match words {
        ["name", rest @ ..] => rest,
        [] => return Err(Trouble::missing("setoption", FORM)),
        [word, ..] => return Err(Trouble::value("setoption", word, FORM)),
    };
    // The name has at least one word, even if that is `value`.
    let at = words.iter().skip(1).position(|word| *word == "value").map(|at| at + 1);
    let (name, rest) = words.split_at(at.unwrap_or(words.len()));
    if name.is_empty() {
        return Err(Trouble::missing("setoption name", "the name of an option"));
    }
    let value = match rest {
        [] => None,
        // From its first letter to the end of the line, blanks included.
        [_, first, ..] => Some(tail(line, first).trim_end()),
        [_] => Some(""),
    };
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// The line from one of its own words on.
fn tail<'a>(line: &'a str, word: &str) -> &'a str {
    let offset = (word.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
    line.get(offset..).unwrap_or_default()
}

fn position<'a>(words: &[&'a str]) -> Result<Command<'a>, Trouble> {
    const FORM: &str = "`startpos` or `fen FEN`, and `moves …` after it";
    let at = words.iter().position(|word| *word == "moves");
    let (place, moves) = words.split_at(at.unwrap_or(words.len()));
    let fen = match place {
        ["startpos"] => None,
        ["startpos", word, ..] => return Err(Trouble::value("position startpos", word, "`moves`")),
        ["fen"] => return Err(Trouble::missing("position fen", "a position text")),
        ["fen", fen @ ..] => Some(fen.join(" ")),
        [word, ..] => return Err(Trouble::unknown("word after `position`", word, ["startpos", "fen"].into_iter())),
        [] => return Err(Trouble::missing("position", FORM)),
    };
    Ok(Command::Position { fen, moves: moves.iter().skip(1).copied().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Command<'_> {
        let parsed = parse(line);
        assert!(parsed.troubles.is_empty(), "{:?}", parsed.troubles);
        parsed.command.unwrap()
    }

    fn trouble(line: &str) -> String {
        let parsed = parse(line);
        assert_eq!(parsed.command, None);
        parsed.troubles.iter().map(Trouble::to_string).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn any_white_space_separates() {
        assert_eq!(one("\t uci  "), Command::Uci);
        let expected = Command::Position { fen: Some("W:W1:B2".into()), moves: vec!["1-5", "2-6"] };
        assert_eq!(one("position\tfen  W:W1:B2   moves 1-5\t2-6"), expected);
        assert_eq!(parse("   ").command, None);
    }

    #[test]
    fn option_names_and_values_may_hold_blanks() {
        let set = |name: &str, value| Command::SetOption { name: name.into(), value };
        assert_eq!(one("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(one("setoption name BookFile value /a  b/c d "), set("BookFile", Some("/a  b/c d")));
        assert_eq!(one("setoption name BookFile value"), set("BookFile", Some("")));
        assert_eq!(one("setoption name x value value"), set("x", Some("value")));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let parsed = parse("joho debug on");
        assert_eq!(parsed.command, Some(Command::Debug(true)));
        assert!(parsed.troubles[0].to_string().contains("unknown command `joho`"));
        assert!(trouble("positon startpos moves 9-13").contains("did you mean `position`?"));
    }

    #[test]
    fn troubles_say_what_was_expected() {
        assert!(trouble("debug maybe").contains("expected on, off"));
        assert!(trouble("query gamover").contains("did you mean `gameover`?"));
        assert!(trouble("position").contains("`startpos` or `fen FEN`"));
        assert!(trouble("position startps").contains("did you mean `startpos`?"));
        assert!(trouble("setoption Hash 3").contains("`name NAME`"));
    }
}
