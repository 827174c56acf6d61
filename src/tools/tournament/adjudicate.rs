//! Adjudication: games are ended early by the scores that both engines report, or by their length.

use crate::games::Side;
use crate::games::notation::clip;
use crate::search::Score;
use crate::util::suggest;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Draw adjudication: both engines report a score near 0 for some moves in a row. Moves before a given move number do
/// not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first move number that counts, from 1.
    pub number: u32,
    /// How many moves in a row, of each side.
    pub count: u32,
    /// The largest absolute score, in centipawns (hundredths of a man).
    pub score: i32,
}

/// Win adjudication: for some moves in a row one engine reports a lost score, and with `two_sided` the other a won one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// How many moves in a row, of each side.
    pub count: u32,
    /// The smallest absolute score, in centipawns.
    pub score: i32,
    /// Whether both engines must agree; else the loser resigns by its own score.
    pub two_sided: bool,
}

/// The adjudication rules of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Draw by score.
    pub draw: Option<DrawRule>,
    /// Win by score.
    pub resign: Option<ResignRule>,
    /// Draw after this many plies.
    pub max_plies: Option<usize>,
}

/// An adjudication rule that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}; expected {expected}")]
pub struct AdjudicationRuleError {
    problem: String,
    expected: &'static str,
}

/// Parses `key=number,…` into the given variables.
fn parse_keys(text: &str, expected: &'static str, keys: &mut [(&str, &mut u32)]) -> Result<(), AdjudicationRuleError> {
    let wrong = |problem| AdjudicationRuleError { problem, expected };
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (key.trim(), value.trim());
        let hint = suggest::hint(key, keys.iter().map(|(known, _)| *known));
        let Some((_, target)) = keys.iter_mut().find(|(known, _)| *known == key) else {
            return Err(wrong(format!("unknown key `{}`{hint}", clip(key))));
        };
        const MAX: u32 = 1_000_000;
        let number = value.parse().ok().filter(|number| *number <= MAX);
        **target = number.ok_or_else(|| wrong(format!("{key}: `{}` is not a whole number", clip(value))))?;
    }
    Ok(())
}

impl FromStr for DrawRule {
    type Err = AdjudicationRuleError;

    fn from_str(text: &str) -> Result<DrawRule, AdjudicationRuleError> {
        let (mut number, mut count, mut score) = (40, 8, 10);
        let keys = &mut [("movenumber", &mut number), ("movecount", &mut count), ("score", &mut score)];
        parse_keys(text, "movenumber=N,movecount=N,score=N", keys)?;
        Ok(DrawRule { number, count: count.max(1), score: score as i32 })
    }
}

impl FromStr for ResignRule {
    type Err = AdjudicationRuleError;

    fn from_str(text: &str) -> Result<ResignRule, AdjudicationRuleError> {
        const EXPECTED: &str = "movecount=N,score=N,sides=1|2";
        let (mut count, mut score, mut sides) = (3, 600, 2);
        let keys = &mut [("movecount", &mut count), ("score", &mut score), ("sides", &mut sides)];
        parse_keys(text, EXPECTED, keys)?;
        if !(1..=2).contains(&sides) {
            return Err(AdjudicationRuleError {
                problem: format!("sides: `{sides}` is not 1 or 2"),
                expected: EXPECTED,
            });
        }
        Ok(ResignRule { count: count.max(1), score: score as i32, two_sided: sides == 2 })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movenumber={},movecount={},score={}", self.number, self.count, self.score)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movecount={},score={}{}", self.count, self.score, if self.two_sided { "" } else { ",sides=1" })
    }
}

/// The result of an adjudicated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudicated {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The recorded reason.
    pub reason: &'static str,
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// For White and Black.
    streaks: [ScoreStreak; 2],
}

/// For how many moves in a row a side's scores have met each condition.
#[derive(Clone, Copy, Debug, Default)]
struct ScoreStreak {
    drawn: u32,
    winning: u32,
    losing: u32,
}

impl Adjudicator {
    /// An adjudicator for one game, before its first move.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, streaks: [ScoreStreak::default(); 2] }
    }

    /// Adds the score a side reported with its move; `plies` is the length of the game with that move. A move without
    /// a score resets the side's streak.
    pub fn add_move(&mut self, side: Side, score: Option<Score>, plies: usize) {
        let [white, black] = &mut self.streaks;
        let streak = if side == Side::White { white } else { black };
        let Some(score) = score else {
            *streak = ScoreStreak::default();
            return;
        };
        let score = match score {
            Score::Cp(cp) => cp,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        let next = |count: u32, holds: bool| if holds { count.saturating_add(1) } else { 0 };
        let number = plies.div_ceil(2) as u64;
        let drawn = |rule: DrawRule| number >= u64::from(rule.number) && score.saturating_abs() <= rule.score;
        streak.drawn = next(streak.drawn, self.rules.draw.is_some_and(drawn));
        streak.winning = next(streak.winning, self.rules.resign.is_some_and(|rule| score >= rule.score));
        streak.losing = next(streak.losing, self.rules.resign.is_some_and(|rule| score <= -rule.score));
    }

    /// The result, if the game is to be adjudicated now.
    pub fn result(&self, plies: usize) -> Option<Adjudicated> {
        let [white, black] = self.streaks;
        if let Some(rule) = self.rules.resign {
            let won = |winner: ScoreStreak, loser: ScoreStreak| {
                loser.losing >= rule.count && (!rule.two_sided || winner.winning >= rule.count)
            };
            let reason = "adjudicated: win by score";
            if won(white, black) {
                return Some(Adjudicated { winner: Some(Side::White), reason });
            }
            if won(black, white) {
                return Some(Adjudicated { winner: Some(Side::Black), reason });
            }
        }
        if let Some(rule) = self.rules.draw
            && white.drawn.min(black.drawn) >= rule.count
        {
            return Some(Adjudicated { winner: None, reason: "adjudicated: draw by score" });
        }
        let long = self.rules.max_plies.is_some_and(|max| plies >= max);
        long.then_some(Adjudicated { winner: None, reason: "adjudicated: maximum length" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator() -> Adjudicator {
        Adjudicator::new(Adjudication {
            draw: "movenumber=2,movecount=2,score=10".parse().ok(),
            resign: "movecount=2,score=300".parse().ok(),
            max_plies: Some(100),
        })
    }

    #[test]
    fn both_sides_must_agree() {
        let mut adjudicator = adjudicator();
        for _ in 0..5 {
            adjudicator.add_move(Side::White, Some(Score::Cp(-400)), 9);
            assert_eq!(adjudicator.result(10), None);
        }
        adjudicator.add_move(Side::Black, Some(Score::Cp(400)), 10);
        assert_eq!(adjudicator.result(10), None);
        adjudicator.add_move(Side::Black, Some(Score::Mate(5)), 10);
        assert_eq!(adjudicator.result(10).unwrap().winner, Some(Side::Black));
        adjudicator.add_move(Side::Black, None, 10);
        assert_eq!(adjudicator.result(10), None);
    }

    #[test]
    fn one_side_may_resign() {
        let resign = "movecount=2,score=300,sides=1".parse().ok();
        let mut adjudicator = Adjudicator::new(Adjudication { resign, ..Adjudication::default() });
        adjudicator.add_move(Side::White, Some(Score::Cp(-400)), 9);
        adjudicator.add_move(Side::Black, Some(Score::Cp(0)), 10);
        assert_eq!(adjudicator.result(10), None);
        adjudicator.add_move(Side::White, Some(Score::Mate(-2)), 11);
        assert_eq!(adjudicator.result(11).unwrap().winner, Some(Side::Black));
        // A won score alone decides nothing.
        let mut adjudicator = Adjudicator::new(Adjudication { resign, ..Adjudication::default() });
        (0..5).for_each(|_| adjudicator.add_move(Side::White, Some(Score::Cp(900)), 9));
        assert_eq!(adjudicator.result(9), None);
    }

    #[test]
    fn moves_before_its_number_do_not_count_for_a_draw() {
        let mut adjudicator = adjudicator();
        for plies in [1, 3, 5] {
            adjudicator.add_move(Side::White, Some(Score::Cp(-10)), plies);
            assert_eq!(adjudicator.result(plies), None);
            adjudicator.add_move(Side::Black, Some(Score::Cp(0)), plies + 1);
            // Two moves of each, the second and the third.
            assert_eq!(adjudicator.result(plies + 1).is_some(), plies == 5);
        }
        assert_eq!(adjudicator.result(6).unwrap().winner, None);
        adjudicator.add_move(Side::White, Some(Score::Cp(11)), 7);
        assert_eq!(adjudicator.result(7), None);
        assert_eq!(adjudicator.result(100).unwrap().reason, "adjudicated: maximum length");
    }

    #[test]
    fn rules_are_parsed_and_printed() {
        assert_eq!("".parse::<DrawRule>().unwrap().to_string(), "movenumber=40,movecount=8,score=10");
        assert_eq!("score=5".parse::<ResignRule>().unwrap().to_string(), "movecount=3,score=5");
        let error = "scor=5".parse::<ResignRule>().unwrap_err().to_string();
        assert_eq!(error, "unknown key `scor` (did you mean `score`?); expected movecount=N,score=N,sides=1|2");
        assert!("score=-5".parse::<DrawRule>().is_err());
        assert_eq!("sides=1".parse::<ResignRule>().unwrap().to_string(), "movecount=3,score=600,sides=1");
        assert!("sides=3".parse::<ResignRule>().unwrap_err().to_string().starts_with("sides: `3` is not 1 or 2"));
    }
}
