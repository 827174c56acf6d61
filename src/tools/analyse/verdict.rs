//! How good a played move was.
//!
//! A move is judged by the expected points (a win is 1, a draw ½) that it gave away: those of the position before it,
//! less those of the position after it.

use crate::games::{Ending, Side};
use serde::{Deserialize, Serialize};

/// A class of moves, by the points they lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The only legal move.
    Forced,
    /// The move that the search prefers.
    Best,
    /// A move that loses little.
    Good,
    /// A loss of at least 0.05 points.
    Inaccuracy,
    /// A loss of at least 0.1 points.
    Mistake,
    /// A loss of at least 0.2 points.
    Blunder,
}

impl Verdict {
    /// The annotation in game files.
    pub const fn glyph(self) -> &'static str {
        match self {
            Verdict::Forced | Verdict::Best | Verdict::Good => "",
            Verdict::Inaccuracy => "?!",
            Verdict::Mistake => "?",
            Verdict::Blunder => "??",
        }
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Forced => "forced",
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }
}

/// The verdict on a played move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// The move.
    pub played: String,
    /// The expected points it lost, from 0 to 1; `None` if the position after it was not analysed.
    pub loss: Option<f64>,
    /// Its class.
    pub verdict: Option<Verdict>,
}

/// The expected points of the side to move, from 0 to 1: by the rules if the game is over, else by the chances.
pub fn expected_points(side: Side, ending: Option<Ending>, wdl: [u32; 3]) -> f64 {
    match ending.map(|ending| ending.winner) {
        Some(Some(winner)) => f64::from(u8::from(winner == side)),
        Some(None) => 0.5,
        None => {
            let [won, drawn, _] = wdl.map(f64::from);
            (won + drawn / 2.0) / 1000.0
        }
    }
}

impl Judgement {
    /// A move that is not judged yet.
    pub fn pending(played: String) -> Judgement {
        Judgement { played, loss: None, verdict: None }
    }

    /// Judges the move: `before` and `after` are the mover's expected points.
    pub fn judge(&mut self, before: f64, after: f64, best: Option<&str>, legal: usize) {
        let is_best = best == Some(self.played.as_str());
        // A search of the next position may see more than this one; the preferred move has no loss all the same.
        let loss = if is_best || legal == 1 { 0.0 } else { (before - after).clamp(0.0, 1.0) };
        let loss = (loss * 1000.0).round() / 1000.0;
        self.loss = Some(loss);
        self.verdict = Some(match loss {
            _ if legal == 1 => Verdict::Forced,
            _ if is_best => Verdict::Best,
            loss if loss >= 0.2 => Verdict::Blunder,
            loss if loss >= 0.1 => Verdict::Mistake,
            loss if loss >= 0.05 => Verdict::Inaccuracy,
            _ => Verdict::Good,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Reason;

    #[test]
    fn moves_are_judged_by_the_points_they_lose() {
        let judged = |before, after, best, legal| {
            let mut move_ = Judgement::pending("9-13".into());
            move_.judge(before, after, best, legal);
            (move_.loss.unwrap(), move_.verdict.unwrap())
        };
        assert_eq!(judged(0.5, 0.1, Some("9-14"), 7), (0.4, Verdict::Blunder));
        assert_eq!(judged(0.5, 0.4, Some("9-14"), 7), (0.1, Verdict::Mistake));
        assert_eq!(judged(0.5, 0.45, Some("9-14"), 7), (0.05, Verdict::Inaccuracy));
        assert_eq!(judged(0.5, 0.49, Some("9-14"), 7), (0.01, Verdict::Good));
        assert_eq!(judged(0.5, 0.6, Some("9-14"), 7), (0.0, Verdict::Good));
        assert_eq!(judged(0.5, 0.1, Some("9-13"), 7), (0.0, Verdict::Best));
        assert_eq!(judged(0.5, 0.1, Some("9-13"), 1), (0.0, Verdict::Forced));
    }

    #[test]
    fn a_finished_game_is_worth_its_result() {
        let won = Ending { winner: Some(Side::White), reason: Reason::Blocked };
        assert_eq!(expected_points(Side::White, Some(won), [0, 1000, 0]), 1.0);
        assert_eq!(expected_points(Side::Black, Some(won), [0, 1000, 0]), 0.0);
        assert_eq!(expected_points(Side::Black, Some(Ending::draw(Reason::Repetition)), [900, 100, 0]), 0.5);
        assert_eq!(expected_points(Side::Black, None, [900, 50, 50]), 0.925);
    }
}
