//! Parses what engines send: handshake lines, scores, best moves.

use crate::engine::protocol::Dialect;
use crate::engine::protocol::hub::line::HubLine;
use crate::games::notation::clip;
use crate::search::Score;
use std::process::ExitStatus;

/// Engine output made safe to print: clipped, and without control characters that a terminal would act on.
pub fn printable(text: &str) -> String {
    clip(text).replace(char::is_control, "\u{fffd}")
}

/// What a line between the first command and `uciok` (`wait` in Hub) says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandshakeLine {
    /// The engine's name.
    Name(String),
    /// The name of an option.
    Option(String),
}

/// Parses a handshake line; `None` for lines other than name and option.
pub fn handshake_line(dialect: Dialect, text: &str) -> Option<HandshakeLine> {
    if dialect == Dialect::Hub {
        let line = HubLine::parse(text)?;
        let name = line.get("name")?.to_string();
        return match line.command.as_str() {
            "id" => Some(HandshakeLine::Name(name)),
            "param" => Some(HandshakeLine::Option(name)),
            _ => None,
        };
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["id", "name", name @ ..] => Some(HandshakeLine::Name(name.join(" "))),
        ["option", "name", rest @ ..] => {
            let name: Vec<&str> = rest.iter().copied().take_while(|word| *word != "type").collect();
            Some(HandshakeLine::Option(name.join(" ")))
        }
        _ => None,
    }
}

/// The move of a `bestmove` or `done` line, if it has one.
pub fn best_move(dialect: Dialect, text: &str) -> Option<String> {
    if dialect == Dialect::Hub {
        return HubLine::parse(text)?.get("move").filter(|mv| !mv.is_empty()).map(str::to_string);
    }
    text.split_whitespace().nth(1).map(str::to_string)
}

/// The score and depth of an `info` line; `None` for other lines and for MultiPV lines after the first.
pub fn search_info(dialect: Dialect, text: &str) -> Option<(Option<Score>, Option<u32>)> {
    if dialect == Dialect::Hub {
        let line = HubLine::parse(text).filter(|line| line.command == "info")?;
        let score = line.get("score").and_then(|score| score.parse().ok()).map(hub_score);
        return Some((score, line.get("depth").and_then(|depth| depth.parse().ok())));
    }
    let mut words = text.split_whitespace();
    words.next().filter(|word| *word == "info")?;
    let (mut score, mut depth) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next().is_some_and(|line| line != "1") => return None,
            "score" => {
                let kind = words.next();
                let number = words.next().and_then(|word| word.parse().ok());
                score = match kind {
                    Some("cp") => number.map(Score::Cp),
                    Some("mate") => number.map(Score::Mate),
                    _ => None,
                };
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    Some((score, depth))
}

/// The principal variation of an `info` line.
pub fn pv(dialect: Dialect, text: &str) -> Vec<String> {
    if dialect == Dialect::Hub {
        let line = HubLine::parse(text);
        let moves = line.as_ref().and_then(|line| line.get("pv")).unwrap_or_default();
        return moves.split_whitespace().map(str::to_string).collect();
    }
    text.split_whitespace().skip_while(|word| *word != "pv").skip(1).map(str::to_string).collect()
}

/// Converts a Hub score, which is in men. Above 90 it is a win: 100 minus a hundredth per ply.
fn hub_score(score: f64) -> Score {
    let hundredths = (score * 100.0).clamp(-1e6, 1e6).round() as i32;
    let moves = (10_000 - hundredths.abs() + 1) / 2;
    match hundredths {
        9_000..=10_000 => Score::Mate(moves),
        -10_000..=-9_000 => Score::Mate(-moves),
        cp => Score::Cp(cp),
    }
}

/// How a process ended, for messages; `None` if it still runs but has closed its output.
pub fn exit_reason(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "output closed".into() };
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    status.code().map_or_else(|| "ended".into(), |code| format!("exit {code}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BOTH: [Dialect; 2] = [Dialect::Uci, Dialect::Hub];

    #[test]
    fn handshake_lines_are_parsed() {
        let name = |text: &str| Some(HandshakeLine::Name(text.into()));
        let option = |text: &str| Some(HandshakeLine::Option(text.into()));
        assert_eq!(handshake_line(Dialect::Uci, "id name Mill Stone 1"), name("Mill Stone 1"));
        assert_eq!(handshake_line(Dialect::Ugi, "option name Skill Level type spin default 20"), option("Skill Level"));
        assert_eq!(handshake_line(Dialect::Hub, "id name=Scan version=3.1"), name("Scan"));
        assert_eq!(handshake_line(Dialect::Hub, "param name=hash value=1 type=int"), option("hash"));
        assert_eq!(handshake_line(Dialect::Hub, "wait"), None);
    }

    #[test]
    fn scores_are_parsed() {
        let uci = |text| search_info(Dialect::Uci, text);
        assert_eq!(uci("info depth 9 score cp -31 nodes 5 pv depth 3"), Some((Some(Score::Cp(-31)), Some(9))));
        assert_eq!(uci("info score mate 3 depth 12"), Some((Some(Score::Mate(3)), Some(12))));
        assert_eq!(uci("info depth 9 multipv 2 score cp 1"), None);
        assert_eq!(uci("info string depth 3"), Some((None, None)));
        assert_eq!(uci("bestmove 9-13"), None);
        let hub =
            |score: &str| search_info(Dialect::Hub, &format!("info depth=21 mean-depth=20.8 score={score} pv=\"a b\""));
        assert_eq!(hub("-0.01"), Some((Some(Score::Cp(-1)), Some(21))));
        assert_eq!(hub("99.93"), Some((Some(Score::Mate(4)), Some(21))));
        assert_eq!(hub("-99.92"), Some((Some(Score::Mate(-4)), Some(21))));
    }

    #[test]
    fn control_characters_are_not_printed() {
        assert_eq!(printable("a\0b\x1b[2J"), "a\u{fffd}b\u{fffd}[2J");
    }

    #[test]
    fn best_moves_and_pvs_are_parsed() {
        assert_eq!(best_move(Dialect::Uci, "bestmove 9-13 ponder 22-18").as_deref(), Some("9-13"));
        assert_eq!(best_move(Dialect::Hub, "done move=28x19x23 ponder=1-6").as_deref(), Some("28x19x23"));
        assert_eq!(best_move(Dialect::Uci, "bestmove"), None);
        assert_eq!(best_move(Dialect::Hub, "done"), None);
        assert_eq!(pv(Dialect::Uci, "info depth 1 pv 9-13 22-18"), ["9-13", "22-18"]);
        assert_eq!(pv(Dialect::Hub, "info depth=1 pv=\"9-13 22-18\""), ["9-13", "22-18"]);
    }

    proptest! {
        #[test]
        fn no_line_panics(text in "\\PC{0,60}", near in "((info|score|cp|depth|move=|done|=|\"|-?[0-9.]{1,6}) ?){0,12}") {
            for dialect in BOTH {
                for text in [&text, &near] {
                    let _ = (
                        handshake_line(dialect, text),
                        best_move(dialect, text),
                        search_info(dialect, text),
                        pv(dialect, text),
                    );
                }
            }
        }
    }
}
