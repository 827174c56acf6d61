//! Parses what engines send: handshake lines, scores, best moves.

use crate::engine::protocol::Dialect;
use crate::engine::protocol::hub::line::HubLine;
use crate::search::Score;
use std::process::ExitStatus;

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

/// The reply that a `bestmove` or `done` line expects, if it has one.
pub fn expected_reply(dialect: Dialect, text: &str) -> Option<String> {
    if dialect == Dialect::Hub {
        return HubLine::parse(text)?.get("ponder").filter(|mv| !mv.is_empty()).map(str::to_string);
    }
    let mut words = text.split_whitespace().skip(2);
    words.next().filter(|word| *word == "ponder")?;
    words.next().map(str::to_string)
}

/// What an engine reports about its search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// The score from its own view.
    pub score: Option<Score>,
    /// In plies.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The nodes per second.
    pub nps: Option<u64>,
    /// The time used, in milliseconds.
    pub time: Option<u64>,
    /// The best line, in the notation of the engine.
    pub pv: Vec<String>,
}

impl EngineInfo {
    /// Replaces what a later report has.
    pub fn update(&mut self, later: EngineInfo) {
        self.score = later.score.or(self.score);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.nps = later.nps.or(self.nps);
        self.time = later.time.or(self.time);
        if !later.pv.is_empty() {
            self.pv = later.pv;
        }
    }
}

/// The content of an `info` line; `None` for other lines and for MultiPV lines after the first.
pub fn search_info(dialect: Dialect, text: &str) -> Option<EngineInfo> {
    if dialect == Dialect::Hub {
        let line = HubLine::parse(text).filter(|line| line.command == "info")?;
        let number = |name: &str| line.get(name).and_then(|value| value.parse::<f64>().ok());
        // Times are in seconds, and speeds in millions of nodes per second.
        let scaled = |name: &str, factor: f64| number(name).map(|value| (value * factor).max(0.0).round() as u64);
        return Some(EngineInfo {
            score: number("score").map(hub_score),
            depth: line.get("depth").and_then(|depth| depth.parse().ok()),
            nodes: line.get("nodes").and_then(|nodes| nodes.parse().ok()),
            nps: scaled("nps", 1e6),
            time: scaled("time", 1000.0),
            pv: pv(dialect, text),
        });
    }
    let mut words = text.split_whitespace();
    words.next().filter(|word| *word == "info")?;
    let mut info = EngineInfo::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
            "nps" => info.nps = words.next().and_then(|word| word.parse().ok()),
            "time" => info.time = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next().is_some_and(|line| line != "1") => return None,
            "score" => {
                let kind = words.next();
                let number = words.next().and_then(|word| word.parse().ok());
                info.score = match kind {
                    Some("cp") => number.map(Score::Cp),
                    Some("mate") => number.map(Score::Mate),
                    _ => None,
                };
            }
            "pv" => {
                info.pv = words.map(str::to_string).collect();
                break;
            }
            "string" => break,
            _ => {}
        }
    }
    Some(info)
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
        let both = |info: Option<EngineInfo>| info.map(|info| (info.score, info.depth));
        let uci = |text| both(search_info(Dialect::Uci, text));
        assert_eq!(uci("info depth 9 score cp -31 nodes 5 pv depth 3"), Some((Some(Score::Cp(-31)), Some(9))));
        assert_eq!(uci("info score mate 3 depth 12"), Some((Some(Score::Mate(3)), Some(12))));
        assert_eq!(uci("info depth 9 multipv 2 score cp 1"), None);
        assert_eq!(uci("info string depth 3"), Some((None, None)));
        assert_eq!(uci("bestmove 9-13"), None);
        let info = search_info(Dialect::Uci, "info depth 3 nodes 77 nps 1000 time 4 pv 9-13 22-18").unwrap();
        assert_eq!((info.nodes, info.nps, info.time), (Some(77), Some(1000), Some(4)));
        assert_eq!(info.pv, ["9-13", "22-18"]);
        let hub = |score: &str| {
            let line = format!("info depth=21 mean-depth=20.8 score={score} nodes=900 time=0.25 nps=1.5 pv=\"a b\"");
            let info = search_info(Dialect::Hub, &line);
            let numbers = info.as_ref().map(|info| (info.nodes, info.time, info.nps));
            assert_eq!(numbers, Some((Some(900), Some(250), Some(1_500_000))));
            both(info)
        };
        assert_eq!(hub("-0.01"), Some((Some(Score::Cp(-1)), Some(21))));
        assert_eq!(hub("99.93"), Some((Some(Score::Mate(4)), Some(21))));
        assert_eq!(hub("-99.92"), Some((Some(Score::Mate(-4)), Some(21))));
    }

    #[test]
    fn best_moves_and_pvs_are_parsed() {
        assert_eq!(best_move(Dialect::Uci, "bestmove 9-13 ponder 22-18").as_deref(), Some("9-13"));
        assert_eq!(best_move(Dialect::Hub, "done move=28x19x23 ponder=1-6").as_deref(), Some("28x19x23"));
        assert_eq!(expected_reply(Dialect::Uci, "bestmove 9-13 ponder 22-18").as_deref(), Some("22-18"));
        assert_eq!(expected_reply(Dialect::Hub, "done move=28x19x23 ponder=1-6").as_deref(), Some("1-6"));
        assert_eq!(expected_reply(Dialect::Uci, "bestmove 9-13"), None);
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
