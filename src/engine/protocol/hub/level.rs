//! How long Hub's searches last: `level` lines, which add up until the next position.

use super::line::Line;
use crate::engine::protocol::error::Trouble;
use crate::engine::protocol::go::{Go, Player};
use crate::games::Side;
use std::time::Duration;

/// What the `level` lines since the last position said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    moves: Option<u32>,
    time: Option<f64>,
    increment: Option<f64>,
    infinite: bool,
    spoilt: bool,
}

/// The names of a `level` line.
const NAMES: [&str; 7] = ["depth", "nodes", "move-time", "moves", "time", "inc", "infinite"];

impl Level {
    /// Adds what a line says. A value that cannot be read is left out, and told.
    pub fn add(&mut self, line: &Line) -> Vec<Trouble> {
        if line.arguments.is_empty() {
            return vec![Trouble::missing("level", NAMES.join(", "))];
        }
        let mut troubles = Vec::new();
        for (name, value) in &line.arguments {
            let text = value.as_deref().unwrap_or_default();
            if let Err(trouble) = self.set(name, text) {
                self.spoilt |= NAMES.contains(&name.as_str());
                troubles.push(trouble);
            }
        }
        troubles
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let what = || format!("level {name}");
        let number = || text.parse::<u64>().map_err(|_| Trouble::value(what(), text, "a whole number"));
        let small = || number().map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let seconds = || match text.parse::<f64>() {
            Ok(seconds) if seconds.is_finite() => Ok(seconds),
            _ => Err(Trouble::value(what(), text, "a number of seconds")),
        };
        match name {
            "depth" => self.depth = Some(small()?),
            "nodes" => self.nodes = Some(number()?),
            "move-time" => self.move_time = Some(seconds()?),
            "moves" => self.moves = Some(small()?),
            "time" => self.time = Some(seconds()?),
            "inc" => self.increment = Some(seconds()?),
            "infinite" => self.infinite = true,
            name => return Err(Trouble::unknown("name after `level`", name, NAMES.into_iter())),
        }
        Ok(())
    }

    /// The order for a search to play a move.
    pub fn think(&self) -> Go {
        let increment = self.increment.unwrap_or_default();
        // A client that takes the increment off the clock first can arrive below zero; it is there all the same.
        let time = self.time.map(|time| if time <= 0.0 { time + increment } else { time });
        let both = |time: Option<f64>| {
            let of = |side| time.map(|time| (Player::Of(side), duration(time)));
            [Side::White, Side::Black].into_iter().filter_map(of).collect()
        };
        Go {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(duration),
            times: both(time),
            increments: both(self.increment),
            moves_to_go: self.moves.filter(|moves| *moves > 0),
            infinite: self.infinite,
            spoilt: self.spoilt,
            ..Go::default()
        }
    }

    /// The order for a search without a clock.
    pub fn analyze(&self) -> Go {
        let go = Go { depth: self.depth, nodes: self.nodes, move_time: self.move_time.map(duration), ..Go::default() };
        Go { infinite: go == Go::default() || self.infinite, ..go }
    }
}

/// So many seconds, within what a clock can show.
fn duration(seconds: f64) -> Duration {
    const LONGEST: f64 = 1e9;
    Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> (Level, Vec<String>) {
        let mut level = Level::default();
        let troubles = lines.iter().flat_map(|line| level.add(&Line::parse(line).unwrap())).collect::<Vec<_>>();
        (level, troubles.iter().map(Trouble::to_string).collect())
    }

    fn clock(lines: &[&str]) -> (f64, f64, Option<u32>) {
        let limits = level(lines).0.think().limits::<()>(Side::Black, Side::White, Vec::new());
        let clock = limits.clock.unwrap();
        (clock.time.as_secs_f64(), clock.increment.as_secs_f64(), clock.moves_to_go)
    }

    #[test]
    fn lines_add_up() {
        let (level, troubles) = level(&["level depth=9", "level nodes=1000 move-time=0.5"]);
        assert!(troubles.is_empty());
        let go = level.think();
        assert_eq!((go.depth, go.nodes, go.move_time), (Some(9), Some(1000), Some(Duration::from_millis(500))));
        assert_eq!(clock(&["level moves=40 time=60.5 inc=0.1"]), (60.5, 0.1, Some(40)));
    }

    #[test]
    fn an_increment_taken_off_is_put_back() {
        assert_eq!(clock(&["level time=-0.25 inc=1"]), (0.75, 1.0, None));
        assert_eq!(clock(&["level time=5 inc=1"]), (5.0, 1.0, None));
    }

    #[test]
    fn nonsense_is_told_and_answered_at_once() {
        for line in ["level depth=x", "level time=nan", "level move-time=inf", "level nodes=-1"] {
            let (level, troubles) = level(&[line]);
            assert_eq!(troubles.len(), 1, "{line}");
            assert_eq!(level.think().limits::<()>(Side::White, Side::White, Vec::new()).depth, Some(1));
        }
        assert!(level(&["level dpeth=3"]).1[0].contains("did you mean `depth`?"));
    }
}
