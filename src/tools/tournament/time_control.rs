//! Time controls, search limits of an engine, and the clock of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A time control: `moves/time+increment`, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves per period; `None` for one period for the whole game.
    pub moves: Option<u32>,
    /// Base time of a period.
    pub time: Duration,
    /// Increment per move.
    pub increment: Duration,
}

/// A time control that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("time control `{0}`: expected seconds as in 10, 10+0.1, 40/60+0.5 or 1:30+1")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let wrong = || TimeControlError(crate::games::notation::clip(text));
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (time, increment) = (seconds(time).ok_or_else(wrong)?, seconds(increment).ok_or_else(wrong)?);
        if time.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        Ok(TimeControl { moves, time, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Parses seconds, or `minutes:seconds`.
fn seconds(text: &str) -> Option<Duration> {
    const MAX: f64 = 1e7;
    let (minutes, seconds) = text.trim().split_once(':').unwrap_or(("0", text.trim()));
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if !plain(minutes) || !plain(seconds) {
        return None;
    }
    let total = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
    (0.0..=MAX).contains(&total).then(|| Duration::from_micros((total * 1e6).round() as u64))
}

/// The limits of an engine's searches. All that are set apply at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// A game clock.
    pub clock: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// The depth of each search.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
}

impl EngineLimits {
    /// Whether nothing limits a search.
    pub fn is_unlimited(&self) -> bool {
        *self == EngineLimits::default()
    }

    /// These limits, with missing ones taken from `other`. A clock and a fixed time per move replace each other.
    pub fn or(self, other: EngineLimits) -> EngineLimits {
        let timed = self.clock.is_some() || self.move_time.is_some();
        EngineLimits {
            clock: self.clock.or(other.clock.filter(|_| !timed)),
            move_time: self.move_time.or(other.move_time.filter(|_| !timed)),
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
        }
    }
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("movetime={}", time.as_millis())),
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// One side's clock in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    moves_left: Option<u32>,
}

impl GameClock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { control, left: control.time, moves_left: control.moves }
    }

    /// The time left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The increment per move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves until the next period.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// Subtracts the time of a move, then adds the increment and, at the end of a period, the base time.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let Some(moves) = &mut self.moves_left {
            *moves = moves.saturating_sub(1);
            if *moves == 0 {
                self.moves_left = self.control.moves;
                self.left += self.control.time;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn time_controls_are_parsed_and_printed() {
        for text in ["10", "10+0.1", "40/60+0.5", "0.05", "0+1", "40/60"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30+1".parse::<TimeControl>().unwrap().to_string(), "90+1");
        for text in ["", "x", "0", "-1", "10+", "0/10", "1e3", "inf", "nan", "10+0.1+1", "99999999999", "1:2:3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_new_period_adds_the_base_time() {
        let mut clock = GameClock::new("2/10+1".parse().unwrap());
        clock.spend(Duration::from_secs(4));
        assert_eq!((clock.left().as_secs(), clock.moves_left()), (7, Some(1)));
        clock.spend(Duration::from_secs(9));
        assert_eq!((clock.left().as_secs(), clock.moves_left()), (11, Some(2)));
    }

    #[test]
    fn an_engine_s_own_limits_come_first() {
        let all = EngineLimits { clock: "10".parse().ok(), depth: Some(5), ..EngineLimits::default() };
        let own = EngineLimits { move_time: Some(Duration::from_millis(50)), ..EngineLimits::default() };
        assert_eq!(own.or(all).to_string(), "movetime=50,depth=5");
        assert_eq!(EngineLimits::default().or(all), all);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,20}", near in "[0-9/+:.]{0,12}") {
            let _ = text.parse::<TimeControl>();
            if let Ok(control) = near.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
            }
        }
    }
}
