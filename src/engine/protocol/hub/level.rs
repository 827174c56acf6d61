//! Hub's `level` command: search limits, which accumulate until the next `pos`.

use super::line::HubLine;
use crate::engine::protocol::error::ProtocolError;
use crate::engine::protocol::go::{ClockOwner, GoCommand};
use crate::games::Side;
use std::time::Duration;

/// The limits of all `level` commands since the last position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HubLevel {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    moves: Option<u32>,
    time: Option<f64>,
    increment: Option<f64>,
    infinite: bool,
    invalid_limit: bool,
}

/// The arguments of `level`.
const ARGUMENTS: [&str; 7] = ["depth", "nodes", "move-time", "moves", "time", "inc", "infinite"];

impl HubLevel {
    /// Adds the limits of a line. Invalid values are skipped and reported.
    pub fn add(&mut self, line: &HubLine) -> Vec<ProtocolError> {
        if line.arguments.is_empty() {
            return vec![ProtocolError::missing("level", ARGUMENTS.join(", "))];
        }
        let mut errors = Vec::new();
        for (name, value) in &line.arguments {
            let text = value.as_deref().unwrap_or_default();
            if let Err(error) = self.set(name, text) {
                self.invalid_limit |= ARGUMENTS.contains(&name.as_str());
                errors.push(error);
            }
        }
        errors
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), ProtocolError> {
        let what = || format!("level {name}");
        let number = || text.parse::<u64>().map_err(|_| ProtocolError::value(what(), text, "a whole number"));
        let small = || number().map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let seconds = || match text.parse::<f64>() {
            Ok(seconds) if seconds.is_finite() => Ok(seconds),
            _ => Err(ProtocolError::value(what(), text, "a number of seconds")),
        };
        match name {
            "depth" => self.depth = Some(small()?),
            "nodes" => self.nodes = Some(number()?),
            "move-time" => self.move_time = Some(seconds()?),
            "moves" => self.moves = Some(small()?),
            "time" => self.time = Some(seconds()?),
            "inc" => self.increment = Some(seconds()?),
            "infinite" => self.infinite = true,
            name => return Err(ProtocolError::unknown("`level` argument", name, ARGUMENTS.into_iter())),
        }
        Ok(())
    }

    /// The search of `go think`.
    pub fn think(&self) -> GoCommand {
        let increment = self.increment.unwrap_or_default();
        // Some clients subtract the increment first, which can make the time negative; the increment is still available.
        let time = self.time.map(|time| if time <= 0.0 { time + increment } else { time });
        let both = |time: Option<f64>| {
            let clock = |side| time.map(|time| (ClockOwner::Colour(side), duration(time)));
            [Side::White, Side::Black].into_iter().filter_map(clock).collect()
        };
        GoCommand {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(duration),
            times: both(time),
            increments: both(self.increment),
            moves_to_go: self.moves.filter(|moves| *moves > 0),
            infinite: self.infinite,
            invalid_limit: self.invalid_limit,
            ..GoCommand::default()
        }
    }

    /// The search of `go analyze`, which ignores the clock.
    pub fn analyze(&self) -> GoCommand {
        let move_time = self.move_time.map(duration);
        let go = GoCommand { depth: self.depth, nodes: self.nodes, move_time, ..GoCommand::default() };
        GoCommand { infinite: go == GoCommand::default() || self.infinite, ..go }
    }
}

/// A number of seconds, clamped to a range that cannot overflow.
fn duration(seconds: f64) -> Duration {
    const MAX: f64 = 1e9;
    Duration::try_from_secs_f64(seconds.clamp(0.0, MAX)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn level(lines: &[&str]) -> (HubLevel, Vec<String>) {
        let mut level = HubLevel::default();
        let errors = lines.iter().flat_map(|line| level.add(&HubLine::parse(line).unwrap())).collect::<Vec<_>>();
        (level, errors.iter().map(ProtocolError::to_string).collect())
    }

    fn clock(lines: &[&str]) -> (f64, f64, Option<u32>) {
        let clock = level(lines).0.think().clock(Side::Black, Side::White).unwrap();
        (clock.time.as_secs_f64(), clock.increment.as_secs_f64(), clock.moves_to_go)
    }

    #[test]
    fn levels_accumulate() {
        let (level, errors) = level(&["level depth=9", "level nodes=1000 move-time=0.5"]);
        assert!(errors.is_empty());
        let go = level.think();
        assert_eq!((go.depth, go.nodes, go.move_time), (Some(9), Some(1000), Some(Duration::from_millis(500))));
        assert_eq!(clock(&["level moves=40 time=60.5 inc=0.1"]), (60.5, 0.1, Some(40)));
    }

    #[test]
    fn a_subtracted_increment_is_added_back() {
        assert_eq!(clock(&["level time=-0.25 inc=1"]), (0.75, 1.0, None));
        assert_eq!(clock(&["level time=5 inc=1"]), (5.0, 1.0, None));
    }

    #[test]
    fn invalid_limits_are_reported_and_searched_one_ply_deep() {
        for line in ["level depth=x", "level time=nan", "level move-time=inf", "level nodes=-1"] {
            let (level, errors) = level(&[line]);
            assert_eq!(errors.len(), 1, "{line}");
            assert_eq!(level.think().limits(Side::White, Side::White, Instant::now(), Duration::ZERO).depth, Some(1));
        }
        assert!(level(&["level dpeth=3"]).1[0].contains("did you mean `depth`?"));
    }
}
