//! Games that are ended because they are decided: by the scores of both sides, or by their length.

use crate::games::Side;
use crate::games::notation::clip;
use crate::search::Score;
use crate::util::suggest;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A draw: both sides see next to nothing in the position for some moves in a row, those before a certain move not
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first move that counts, from 1.
    pub number: u32,
    /// For so many moves of each side.
    pub count: u32,
    /// Scores up to this, in hundredths of a man.
    pub score: i32,
}

/// A resignation: one side sees itself lost and the other sees itself winning for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many moves of each side.
    pub count: u32,
    /// Scores from this on, in hundredths of a man.
    pub score: i32,
}

/// When games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// As a draw.
    pub draw: Option<DrawRule>,
    /// As a win.
    pub resign: Option<ResignRule>,
    /// As a draw after so many plies.
    pub length: Option<usize>,
}

/// A rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}; expected {expected}")]
pub struct RuleError {
    problem: String,
    expected: &'static str,
}

/// Reads `key=number,…` into the places of the keys.
fn read(text: &str, expected: &'static str, keys: &mut [(&str, &mut u32)]) -> Result<(), RuleError> {
    let wrong = |problem| RuleError { problem, expected };
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (key.trim(), value.trim());
        let hint = suggest::hint(key, keys.iter().map(|(known, _)| *known));
        let Some((_, place)) = keys.iter_mut().find(|(known, _)| *known == key) else {
            return Err(wrong(format!("unknown key `{}`{hint}", clip(key))));
        };
        const MOST: u32 = 1_000_000;
        let number = value.parse().ok().filter(|number| *number <= MOST);
        **place = number.ok_or_else(|| wrong(format!("{key}: `{}` is not a whole number", clip(value))))?;
    }
    Ok(())
}

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let (mut number, mut count, mut score) = (40, 8, 10);
        let keys = &mut [("movenumber", &mut number), ("movecount", &mut count), ("score", &mut score)];
        read(text, "movenumber=N,movecount=N,score=N", keys)?;
        Ok(DrawRule { number, count: count.max(1), score: score as i32 })
    }
}

impl FromStr for ResignRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<ResignRule, RuleError> {
        let (mut count, mut score) = (3, 600);
        read(text, "movecount=N,score=N", &mut [("movecount", &mut count), ("score", &mut score)])?;
        Ok(ResignRule { count: count.max(1), score: score as i32 })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movenumber={},movecount={},score={}", self.number, self.count, self.score)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movecount={},score={}", self.count, self.score)
    }
}

/// A game that was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: &'static str,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// For White and Black, over how many moves in a row.
    runs: [Run; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Run {
    level: u32,
    winning: u32,
    losing: u32,
}

impl Adjudicator {
    /// At the beginning of a game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, runs: [Run::default(); 2] }
    }

    /// Notes what a side said of its move, with the number of plies that it makes. A move without a score begins
    /// everything anew.
    pub fn note(&mut self, side: Side, score: Option<Score>, plies: usize) {
        let [white, black] = &mut self.runs;
        let run = if side == Side::White { white } else { black };
        let Some(score) = score else {
            *run = Run::default();
            return;
        };
        let score = match score {
            Score::Cp(cp) => cp,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        let next = |count: u32, holds: bool| if holds { count.saturating_add(1) } else { 0 };
        let number = plies.div_ceil(2) as u64;
        let level = |rule: DrawRule| number >= u64::from(rule.number) && score.saturating_abs() <= rule.score;
        run.level = next(run.level, self.rules.draw.is_some_and(level));
        run.winning = next(run.winning, self.rules.resign.is_some_and(|rule| score >= rule.score));
        run.losing = next(run.losing, self.rules.resign.is_some_and(|rule| score <= -rule.score));
    }

    /// Whether the game is to end now. Endgame tables, once there are some, are asked here too.
    pub fn verdict(&self, plies: usize) -> Option<Verdict> {
        let [white, black] = self.runs;
        if let Some(rule) = self.rules.resign {
            let won = |winner: Run, loser: Run| winner.winning >= rule.count && loser.losing >= rule.count;
            let reason = "adjudicated: both sides see it won";
            if won(white, black) {
                return Some(Verdict { winner: Some(Side::White), reason });
            }
            if won(black, white) {
                return Some(Verdict { winner: Some(Side::Black), reason });
            }
        }
        if let Some(rule) = self.rules.draw
            && white.level.min(black.level) >= rule.count
        {
            return Some(Verdict { winner: None, reason: "adjudicated: both sides see it drawn" });
        }
        let long = self.rules.length.is_some_and(|length| plies >= length);
        long.then_some(Verdict { winner: None, reason: "adjudicated: length" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watcher() -> Adjudicator {
        Adjudicator::new(Adjudication {
            draw: "movenumber=2,movecount=2,score=10".parse().ok(),
            resign: "movecount=2,score=300".parse().ok(),
            length: Some(100),
        })
    }

    #[test]
    fn both_sides_must_agree() {
        let mut watcher = watcher();
        for _ in 0..5 {
            watcher.note(Side::White, Some(Score::Cp(-400)), 9);
            assert_eq!(watcher.verdict(10), None);
        }
        watcher.note(Side::Black, Some(Score::Cp(400)), 10);
        assert_eq!(watcher.verdict(10), None);
        watcher.note(Side::Black, Some(Score::Mate(5)), 10);
        assert_eq!(watcher.verdict(10).unwrap().winner, Some(Side::Black));
        watcher.note(Side::Black, None, 10);
        assert_eq!(watcher.verdict(10), None);
    }

    #[test]
    fn moves_before_its_number_do_not_count_for_a_draw() {
        let mut watcher = watcher();
        for plies in [1, 3, 5] {
            watcher.note(Side::White, Some(Score::Cp(-10)), plies);
            assert_eq!(watcher.verdict(plies), None);
            watcher.note(Side::Black, Some(Score::Cp(0)), plies + 1);
            // Two moves of each, the second and the third.
            assert_eq!(watcher.verdict(plies + 1).is_some(), plies == 5);
        }
        assert_eq!(watcher.verdict(6).unwrap().winner, None);
        watcher.note(Side::White, Some(Score::Cp(11)), 7);
        assert_eq!(watcher.verdict(7), None);
        assert_eq!(watcher.verdict(100).unwrap().reason, "adjudicated: length");
    }

    #[test]
    fn rules_are_read_and_written() {
        assert_eq!("".parse::<DrawRule>().unwrap().to_string(), "movenumber=40,movecount=8,score=10");
        assert_eq!("score=5".parse::<ResignRule>().unwrap().to_string(), "movecount=3,score=5");
        let error = "scor=5".parse::<ResignRule>().unwrap_err().to_string();
        assert_eq!(error, "unknown key `scor` (did you mean `score`?); expected movecount=N,score=N");
        assert!("score=-5".parse::<DrawRule>().is_err());
    }
}
