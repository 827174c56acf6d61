//! The `go` command: its parameters in any dialect, and the search limits they mean.

use super::error::ProtocolError;
use crate::games::Side;
use crate::search::{Clock, Deadlines, Limits};
use std::time::{Duration, Instant};

/// Whose clock a parameter sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockOwner {
    /// `wtime`, `btime`: the player of a colour.
    Colour(Side),
    /// `p1time`: the player who begins the game.
    First,
    /// `p2time`: the other player.
    Second,
}

/// The limits of a search, as `go` gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// A fixed time for the move.
    pub move_time: Option<Duration>,
    /// Stop at a mate in so many moves.
    pub mate: Option<u32>,
    /// The clocks; of two for the same player the last one counts.
    pub times: Vec<(ClockOwner, Duration)>,
    /// What a side gains with each of its moves.
    pub increments: Vec<(ClockOwner, Duration)>,
    /// The moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The root moves to search, as written; all if empty.
    pub search_moves: Vec<String>,
    /// Count the leaves at this depth instead of searching.
    pub perft: Option<u32>,
    /// A limit could not be parsed.
    pub invalid_limit: bool,
}

/// The parameters of `go`; each also ends the move list of `searchmoves`.
const PARAMETERS: [&str; 17] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

impl GoCommand {
    /// Parses the words after `go`. Invalid parameters are skipped and reported.
    pub fn parse(mut words: &[&str]) -> (GoCommand, Vec<ProtocolError>) {
        let (mut go, mut errors) = (GoCommand::default(), Vec::new());
        while let [word, rest @ ..] = words {
            words = rest;
            match *word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let end = rest.iter().position(|word| PARAMETERS.contains(word)).unwrap_or(rest.len());
                    let (moves, rest) = rest.split_at(end);
                    go.search_moves.extend(moves.iter().map(|word| (*word).to_string()));
                    words = rest;
                }
                word if PARAMETERS.contains(&word) => {
                    let problem = match rest {
                        // A parameter in the place of a number: the number is missing.
                        [value, rest @ ..] if !PARAMETERS.contains(value) => {
                            words = rest;
                            go.set_number(word, value).err()
                        }
                        _ => Some(ProtocolError::missing(format!("go {word}"), "a number")),
                    };
                    go.invalid_limit |= problem.is_some();
                    errors.extend(problem);
                }
                word => errors.push(ProtocolError::unknown("`go` parameter", word, PARAMETERS.iter().copied())),
            }
        }
        (go, errors)
    }

    fn set_number(&mut self, word: &str, text: &str) -> Result<(), ProtocolError> {
        let wrong = || ProtocolError::value(format!("go {word}"), text, "a whole number");
        if word == "nodes" {
            // Some clients send the largest number for no limit.
            self.nodes = Some(text.parse().map_err(|_| wrong())?);
            return Ok(());
        }
        let number: i64 = text.parse().map_err(|_| wrong())?;
        // Only a clock may be negative.
        let small = || u32::try_from(number).or(if number > 0 { Ok(u32::MAX) } else { Err(wrong()) });
        let millis = Duration::from_millis(number.max(0).unsigned_abs());
        match word {
            "depth" => self.depth = Some(small()?),
            "mate" => self.mate = Some(small()?),
            "movestogo" => self.moves_to_go = Some(small()?),
            "perft" => self.perft = Some(small()?),
            "movetime" => self.move_time = Some(millis),
            "wtime" => self.times.push((ClockOwner::Colour(Side::White), millis)),
            "btime" => self.times.push((ClockOwner::Colour(Side::Black), millis)),
            "p1time" => self.times.push((ClockOwner::First, millis)),
            "p2time" => self.times.push((ClockOwner::Second, millis)),
            "winc" => self.increments.push((ClockOwner::Colour(Side::White), millis)),
            "binc" => self.increments.push((ClockOwner::Colour(Side::Black), millis)),
            "p1inc" => self.increments.push((ClockOwner::First, millis)),
            _ => self.increments.push((ClockOwner::Second, millis)),
        }
        Ok(())
    }

    /// The search limits for `side`, in a game that `first` begins. The clock runs from `asked`, and `overhead` passes
    /// between the engine's decision and the start of the opponent's clock.
    pub fn limits(&self, side: Side, first: Side, asked: Instant, overhead: Duration) -> Limits<String> {
        let deadlines = Deadlines::new(self.move_time, self.clock(side, first), overhead);
        let limited = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || deadlines.is_some();
        // If the only limit is invalid, reply soon rather than never.
        let shallow = self.invalid_limit && !limited && !self.infinite && !self.ponder;
        Limits {
            depth: if shallow { Some(1) } else { self.depth },
            nodes: self.nodes,
            deadlines,
            mate: self.mate,
            infinite: self.infinite || !limited && !shallow && !self.ponder,
            ponder: self.ponder,
            moves: self.search_moves.clone(),
            asked: Some(asked),
        }
    }

    /// The clock of `side`.
    pub(super) fn clock(&self, side: Side, first: Side) -> Option<Clock> {
        let own = |list: &[(ClockOwner, Duration)]| {
            let is_own = |owner: ClockOwner| match owner {
                ClockOwner::Colour(colour) => colour == side,
                ClockOwner::First => side == first,
                ClockOwner::Second => side != first,
            };
            list.iter().rev().find(|(owner, _)| is_own(*owner)).map(|(_, time)| *time)
        };
        let increment = own(&self.increments).unwrap_or_default();
        // If only the opponent's clock is given, assume that ours is the same.
        let time = own(&self.times).or_else(|| self.times.last().map(|(_, time)| *time));
        time.map(|time| Clock { time, increment, moves_to_go: self.moves_to_go })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (GoCommand, Vec<String>) {
        let (go, errors) = GoCommand::parse(&text.split_whitespace().collect::<Vec<_>>());
        (go, errors.iter().map(ProtocolError::to_string).collect())
    }

    fn limits(text: &str, side: Side, first: Side) -> Limits<String> {
        parse(text).0.limits(side, first, Instant::now(), Duration::ZERO)
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let clock = |text, side, first| parse(text).0.clock(side, first).map(|clock| (clock.time, clock.increment));
        let ms = Duration::from_millis;
        let text = "wtime 1000 btime -20 winc 10 movestogo 3";
        assert_eq!(clock(text, Side::White, Side::White), Some((ms(1000), ms(10))));
        assert_eq!(clock(text, Side::Black, Side::White), Some((ms(0), ms(0))));
        assert_eq!(clock("wtime 30", Side::Black, Side::White), Some((ms(30), ms(0))));
        assert_eq!(clock("p1time 7 p2time 9", Side::Black, Side::Black), Some((ms(7), ms(0))));
    }

    #[test]
    fn invalid_parameters_are_reported_and_skipped() {
        let (go, errors) = parse("depth x nodes 5 dpeth 3");
        assert_eq!((go.depth, go.nodes, go.invalid_limit), (None, Some(5), true));
        assert_eq!(errors.len(), 3);
        assert!(errors[0].contains("go depth: `x` is not a whole number"));
        assert!(errors[1].contains("unknown `go` parameter `dpeth` (did you mean `depth`?)"));
        assert_eq!(limits("depth", Side::White, Side::White).depth, Some(1));
    }

    #[test]
    fn any_number_of_nodes_is_read() {
        for (text, nodes) in [("0", Some(0)), ("18446744073709551615", Some(u64::MAX)), ("18446744073709551616", None)]
        {
            let (go, errors) = parse(&format!("nodes {text}"));
            assert_eq!((go.nodes, errors.len()), (nodes, usize::from(nodes.is_none())), "{text}");
        }
    }

    #[test]
    fn go_without_limits_is_infinite() {
        assert!(limits("", Side::White, Side::White).infinite);
        let (go, _) = parse("searchmoves 9-13 10-14 depth 2");
        assert_eq!((go.search_moves.len(), go.depth), (2, Some(2)));
    }
}
