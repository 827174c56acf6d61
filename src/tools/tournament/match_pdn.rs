//! The games of a match as PDN.
//!
//! Each move has a comment: the clock after the move, the score in men from the mover's view (or `M5`: mate in five)
//! with the depth, and the time used: `{[%clk 0:00:09.95] +0.31/14 0.050s}`. Opening moves have `{book}`.

use super::log::{LoggedGame, LoggedMove};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::tools::pdn::{self, GameResult, PdnGame};

/// The tag `Event` of every game.
const EVENT: &str = "millstone match";

/// Converts a logged game. The tag `FEN` is left out where the game begins at `start_fen`.
pub fn to_pdn(line: &LoggedGame, variant: &Variant, start_fen: &str) -> PdnGame {
    let mut tags: Vec<(String, String)> = [
        ("Event", EVENT.into()),
        ("Date", line.date.clone()),
        ("Round", format!("{}.{}", line.round, line.game)),
        ("White", line.white.clone()),
        ("Black", line.black.clone()),
        ("Variant", variant.standard().to_string()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into();
    if line.fen != start_fen {
        tags.push(("FEN".into(), line.fen.clone()));
    }
    tags.push(("Termination".into(), line.reason.clone()));
    let result = match line.winner() {
        Some(Side::White) => GameResult::White,
        Some(Side::Black) => GameResult::Black,
        None => GameResult::Draw,
    };
    let plies =
        line.plies.iter().map(|ply| pdn::PdnPly { text: ply.text.clone(), comment: comment(ply), line: 0, column: 0 });
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

/// Whether a file holds only games of one match; `known` looks a game up by its number. The last game may be
/// truncated, as it is after a crash.
pub fn all_belong_to_match(text: &str, known: &impl Fn(usize) -> Option<GameIdentity>) -> bool {
    let last = text.rfind("\n\n[").map_or(0, |at| at + 2);
    let (whole, last) = text.split_at_checked(last).unwrap_or((text, ""));
    let mut games = pdn::read(whole);
    if !games.all(|game| game.is_ok_and(|game| belongs_to_match(&game, true, known))) {
        return false;
    }
    let tags: String = last
        .lines()
        .filter(|line| line.starts_with('[') && line.ends_with("\"]"))
        .flat_map(|line| [line, "\n"])
        .collect();
    if tags.is_empty() {
        return last.trim().is_empty() || format!("[Event \"{EVENT}\"]\n").starts_with(last);
    }
    // Tags, a blank line, the moves, and nothing more.
    if last.trim_end().matches("\n\n").count() > 1 {
        return false;
    }
    let mut games = pdn::read(&tags);
    let one = games.next().is_some_and(|game| game.is_ok_and(|game| belongs_to_match(&game, false, known)));
    one && games.next().is_none()
}

/// Whether a game belongs to the match, by its tags. A `whole` game must have all of them.
fn belongs_to_match(game: &PdnGame, whole: bool, known: &impl Fn(usize) -> Option<GameIdentity>) -> bool {
    let mut names: Vec<&str> = game.tags.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let duplicates = names.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
    let (event, round) = (game.tag("Event"), game.tag("Round"));
    let (white, black) = (game.tag("White"), game.tag("Black"));
    if duplicates || event != Some(EVENT) || whole && (round.is_none() || white.is_none() || black.is_none()) {
        return false;
    }
    let Some(round) = round else { return true };
    let number = round.split_once('.').and_then(|(_, number)| number.parse().ok());
    let Some((number, identity)) = number.and_then(|number| Some((number, known(number)?))) else { return false };
    // Control characters of a name become spaces in a tag.
    let is = |tag: Option<&str>, name: &str| tag.is_none_or(|tag| tag == name.replace(char::is_control, " "));
    round == format!("{}.{number}", identity.round) && is(white, &identity.white) && is(black, &identity.black)
}

/// The comment after a move.
fn comment(ply: &LoggedMove) -> Option<String> {
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
            assert!(all_belong_to_match(&file[..end], &known), "{}", &file[..end]);
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
            assert!(!all_belong_to_match(&file.replacen(from, to, 1), &known), "{from}");
        }
        for other in ["[Event \"x\"]\n\n1. 9-13 *\n", "1. 9-13 *", "some text\n", "[Event \"millstone", "\0"] {
            assert_eq!(all_belong_to_match(other, &known), other == "[Event \"millstone", "{other}");
            assert_eq!(
                all_belong_to_match(&format!("{file}{other}"), &known),
                other == "[Event \"millstone",
                "{other}"
            );
        }
        assert!(!all_belong_to_match(&file.replace("\n\n", "\n").replace('\n', "\r\n"), &known));
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
        assert_eq!(comment(&ply).as_deref(), Some("[%clk 1:01:09.95] +0.31/14 0.050s"));
        let lost = LoggedMove { mate: Some(-3), ms: Some(1.0), ..LoggedMove::default() };
        assert_eq!(comment(&lost).as_deref(), Some("-M3 0.001s"));
        assert_eq!(comment(&LoggedMove::default()), None);
    }
}
