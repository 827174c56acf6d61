//! The games of a match as PDN.
//!
//! Each move has a comment: the clock after the move, the score in men from the mover's view (or `M5`: mate in five)
//! with the depth, and the time used: `{[%clk 0:00:09.95] +0.31/14 0.050s}`. Opening moves have `{book}`.

use super::log::{LoggedGame, LoggedMove};
use super::stages::Winners;
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::tools::pdn::{self, GameResult, PdnGame};
use crate::tools::tournament::time_control::EngineLimits;

/// The default of the tag `Event`.
pub const EVENT: &str = "millstone match";

/// What the comments of moves have besides clock, score, depth and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PdnDetails {
    /// The nodes searched.
    pub nodes: bool,
    /// The nodes per second.
    pub nps: bool,
    /// The best line.
    pub pv: bool,
}

/// How the games of a match are written.
#[derive(Clone, Debug)]
pub struct MatchPdnFormat {
    /// The game of the match, for the tags.
    pub variant: Variant,
    /// Its start position; other games have a tag `FEN`.
    pub start_fen: String,
    /// The tag `Event`.
    pub event: String,
    /// The tag `Site`, if there is one.
    pub site: Option<String>,
    /// The time controls of the engines by their names.
    pub time_controls: Vec<(String, String)>,
    /// What comments have.
    pub details: PdnDetails,
}

/// The search limits of an engine as the value of the tag `TimeControl`: a fixed time is one move in so many seconds.
pub fn time_control_tag(limits: &EngineLimits) -> String {
    match (limits.clock, limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".into(),
    }
}

/// Converts a logged game.
pub fn to_pdn(line: &LoggedGame, format: &MatchPdnFormat) -> PdnGame {
    let MatchPdnFormat { variant, start_fen, event, site, time_controls, details } = format;
    let control =
        |name: &str| time_controls.iter().find(|(known, _)| known == name).map(|(_, control)| control.clone());
    let mut tags: Vec<(String, String)> = [
        ("Event", event.clone()),
        ("Site", site.clone().unwrap_or_else(|| "?".into())),
        ("Date", line.date.clone()),
        ("Round", format!("{}.{}", line.round, line.game)),
        ("White", line.white.clone()),
        ("Black", line.black.clone()),
        ("Variant", variant.standard().to_string()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into();
    if line.fen != *start_fen {
        tags.push(("FEN".into(), line.fen.clone()));
    }
    match (control(&line.white), control(&line.black)) {
        (Some(white), Some(black)) if white == black => tags.push(("TimeControl".into(), white)),
        (white, black) => {
            tags.extend(white.map(|white| ("WhiteTimeControl".into(), white)));
            tags.extend(black.map(|black| ("BlackTimeControl".into(), black)));
        }
    }
    tags.push(("Termination".into(), line.reason.clone()));
    let result = match line.winner() {
        Some(Side::White) => GameResult::White,
        Some(Side::Black) => GameResult::Black,
        None => GameResult::Draw,
    };
    let ply = |ply: &LoggedMove| pdn::PdnPly {
        text: ply.text.clone(),
        comment: comment(ply, *details),
        ..pdn::PdnPly::default()
    };
    let plies = line.plies.iter().map(ply);
    PdnGame { tags, plies: plies.collect(), result, ..PdnGame::default() }
}

/// What the tags of a PDN file say about which game of the match it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameIdentity {
    /// The round, from 1.
    pub round: usize,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
}

/// The winners of the finished games of a file, by their numbers.
pub fn winners(text: &str) -> Winners {
    let winner = |game: PdnGame| {
        let number = game_number(game.tag("Round")?)?;
        match game.result {
            GameResult::White => Some((number, Some(Side::White))),
            GameResult::Black => Some((number, Some(Side::Black))),
            GameResult::Draw => Some((number, None)),
            GameResult::Unfinished => None,
        }
    };
    pdn::read(text).filter_map(|game| winner(game.ok()?)).collect()
}

/// The number of a game in its tag `Round`: `2.7` is game 7.
fn game_number(round: &str) -> Option<usize> {
    round.split_once('.').and_then(|(_, number)| number.parse().ok())
}

/// Whether a file holds only games of one match; `known` looks a game up by its number. The last game may be
/// truncated, as it is after a crash.
pub fn all_belong_to_match(text: &str, event: &str, known: &impl Fn(usize) -> Option<GameIdentity>) -> bool {
    let last = text.rfind("\n\n[").map_or(0, |at| at + 2);
    let (whole, last) = text.split_at_checked(last).unwrap_or((text, ""));
    let mut games = pdn::read(whole);
    if !games.all(|game| game.is_ok_and(|game| belongs_to_match(&game, event, true, known))) {
        return false;
    }
    let tags: String = last
        .lines()
        .filter(|line| line.starts_with('[') && line.ends_with("\"]"))
        .flat_map(|line| [line, "\n"])
        .collect();
    if tags.is_empty() {
        let event = event.replace('\\', "\\\\").replace('"', "\\\"");
        return last.trim().is_empty() || format!("[Event \"{event}\"]\n").starts_with(last);
    }
    // Tags, a blank line, the moves, and nothing more.
    if last.trim_end().matches("\n\n").count() > 1 {
        return false;
    }
    let mut games = pdn::read(&tags);
    let one = games.next().is_some_and(|game| game.is_ok_and(|game| belongs_to_match(&game, event, false, known)));
    one && games.next().is_none()
}

/// Whether a game belongs to the match, by its tags. A `whole` game must have all of them.
fn belongs_to_match(
    game: &PdnGame,
    expected_event: &str,
    whole: bool,
    known: &impl Fn(usize) -> Option<GameIdentity>,
) -> bool {
    let mut names: Vec<&str> = game.tags.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let duplicates = names.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
    let (event, round) = (game.tag("Event"), game.tag("Round"));
    let (white, black) = (game.tag("White"), game.tag("Black"));
    if duplicates || event != Some(expected_event) || whole && (round.is_none() || white.is_none() || black.is_none()) {
        return false;
    }
    let Some(round) = round else { return true };
    let Some((number, identity)) = game_number(round).and_then(|number| Some((number, known(number)?))) else {
        return false;
    };
    // Control characters of a name become spaces in a tag.
    let is = |tag: Option<&str>, name: &str| tag.is_none_or(|tag| tag == name.replace(char::is_control, " "));
    round == format!("{}.{number}", identity.round) && is(white, &identity.white) && is(black, &identity.black)
}

/// The comment after a move.
fn comment(ply: &LoggedMove, details: PdnDetails) -> Option<String> {
    if ply.book {
        return Some("book".into());
    }
    let mut words = Vec::new();
    if let Some(ms) = ply.clock {
        let hundredths = (ms / 10.0) as u64;
        let seconds = hundredths / 100;
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        words.push(format!("[%clk {hours}:{minutes:02}:{:02}.{:02}]", seconds % 60, hundredths % 100));
    }
    let score = match (ply.cp, ply.mate) {
        (_, Some(moves)) if moves < 0 => Some(format!("-M{}", moves.unsigned_abs())),
        (_, Some(moves)) => Some(format!("+M{moves}")),
        (Some(cp), None) => Some(format!("{:+.2}", f64::from(cp) / 100.0)),
        (None, None) => None,
    };
    match (score, ply.depth) {
        (Some(score), Some(depth)) => words.push(format!("{score}/{depth}")),
        (Some(score), None) => words.push(score),
        (None, Some(depth)) => words.push(format!("?/{depth}")),
        (None, None) => {}
    }
    words.extend(ply.ms.map(|ms| format!("{:.3}s", ms / 1000.0)));
    words.extend(ply.nodes.filter(|_| details.nodes).map(|nodes| format!("nodes {nodes}")));
    words.extend(ply.nps.filter(|_| details.nps).map(|nps| format!("nps {nps}")));
    if details.pv && !ply.pv.is_empty() {
        words.push(format!("pv {}", ply.pv.join(" ")));
    }
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two games, each followed by a blank line.
    fn file() -> String {
        let game = |number, white, black| {
            format!(
                "[Event \"millstone match\"]\n[Site \"?\"]\n[Round \"1.{number}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n\
                 1. 9-13 {{+0.10/3 0.001s}} 1-0\n\n"
            )
        };
        game(1, "a", "b") + &game(2, "b", "a")
    }

    fn known(number: usize) -> Option<GameIdentity> {
        let (white, black) = if number == 1 { ("a", "b") } else { ("b", "a") };
        (number <= 2).then(|| GameIdentity { round: 1, white: white.into(), black: black.into() })
    }

    #[test]
    fn games_of_the_match_are_recognised_when_truncated_anywhere() {
        let file = file();
        for end in 0..=file.len() {
            assert!(all_belong_to_match(&file[..end], EVENT, &known), "{}", &file[..end]);
        }
    }

    #[test]
    fn other_games_are_rejected() {
        let file = file();
        for (from, to) in [
            ("match\"]\n[Site \"?\"]\n[Round \"1.1", "mtch\"]\n[Site \"?\"]\n[Round \"1.1"),
            ("1.1", "1.3"),
            ("1.2", "2.2"),
            ("[White \"b\"]", "[White \"c\"]"),
            ("[Black \"b\"]", "[Black \"c\"]"),
            ("[Black \"b\"]", ""),
        ] {
            assert!(file.contains(from));
            assert!(!all_belong_to_match(&file.replacen(from, to, 1), EVENT, &known), "{from}");
        }
        for other in ["[Event \"x\"]\n\n1. 9-13 *\n", "1. 9-13 *", "some text\n", "[Event \"millstone", "\0"] {
            assert_eq!(all_belong_to_match(other, EVENT, &known), other == "[Event \"millstone", "{other}");
            assert_eq!(
                all_belong_to_match(&format!("{file}{other}"), EVENT, &known),
                other == "[Event \"millstone",
                "{other}"
            );
        }
        assert!(!all_belong_to_match(&file.replace("\n\n", "\n").replace('\n', "\r\n"), EVENT, &known));
    }

    #[test]
    fn comments_have_clock_score_depth_and_time() {
        let ply = LoggedMove {
            cp: Some(31),
            depth: Some(14),
            ms: Some(50.4),
            clock: Some(3_669_950.0),
            ..LoggedMove::default()
        };
        assert_eq!(comment(&ply, PdnDetails::default()).as_deref(), Some("[%clk 1:01:09.95] +0.31/14 0.050s"));
        let details = PdnDetails { nodes: true, nps: true, pv: true };
        let more = LoggedMove { nodes: Some(900), nps: Some(1000), pv: vec!["9-13".into(), "22-18".into()], ..ply };
        let text = comment(&more, details).unwrap();
        assert!(text.ends_with(" 0.050s nodes 900 nps 1000 pv 9-13 22-18"), "{text}");
        let lost = LoggedMove { mate: Some(-3), ms: Some(1.0), ..LoggedMove::default() };
        assert_eq!(comment(&lost, PdnDetails::default()).as_deref(), Some("-M3 0.001s"));
        assert_eq!(comment(&LoggedMove::default(), PdnDetails::default()), None);
    }
}
