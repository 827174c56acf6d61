//! A game of a match as PDN.
//!
//! What an engine said of its move stands in a comment: the clock after it, the score from the mover's view in men (or
//! `M5`, a win in five moves) with the depth, and the time used: `{[%clk 0:00:09.95] +0.31/14 0.050s}`. Moves of the opening
//! have `{book}`.

use super::log::{GameLine, Ply};
use crate::catalog::Variant;
use crate::game::Side;
use crate::pdn::{self, Game, GameResult};

/// The game as a file has it.
pub fn game(line: &GameLine, variant: &Variant, usual_fen: &str) -> Game {
    let mut tags: Vec<(String, String)> = [
        ("Event", "millstone match".into()),
        ("Round", format!("{}.{}", line.round, line.game)),
        ("White", line.white.clone()),
        ("Black", line.black.clone()),
        ("Variant", variant.to_string()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into();
    if line.fen != usual_fen {
        tags.push(("FEN".into(), line.fen.clone()));
    }
    tags.push(("Termination".into(), line.reason.clone()));
    let result = match line.winner() {
        Some(Side::White) => GameResult::White,
        Some(Side::Black) => GameResult::Black,
        None => GameResult::Draw,
    };
    let plies =
        line.plies.iter().map(|ply| pdn::Ply { text: ply.text.clone(), comment: comment(ply), line: 0, column: 0 });
    Game { tags, plies: plies.collect(), result, ..Game::default() }
}

/// What is told of a move.
fn comment(ply: &Ply) -> Option<String> {
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

    #[test]
    fn comments_have_clock_score_depth_and_time() {
        let ply = Ply { cp: Some(31), depth: Some(14), ms: Some(50.4), clock: Some(3_669_950.0), ..Ply::default() };
        assert_eq!(comment(&ply).as_deref(), Some("[%clk 1:01:09.95] +0.31/14 0.050s"));
        let lost = Ply { mate: Some(-3), ms: Some(1.0), ..Ply::default() };
        assert_eq!(comment(&lost).as_deref(), Some("-M3 0.001s"));
        assert_eq!(comment(&Ply::default()), None);
    }
}
