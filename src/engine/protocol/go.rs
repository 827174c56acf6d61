//! What a search is asked for, in any dialect.

use super::error::Trouble;
use crate::games::Side;
use crate::search::{Clock, Limits};
use std::time::Duration;

/// Whose clock is meant: by colour, or by the order of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player of a colour.
    Of(Side),
    /// The player who moves first in the game.
    First,
    /// The other one.
    Second,
}

/// The order for a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// A fixed time.
    pub move_time: Option<Duration>,
    /// Stop at a win in so many moves.
    pub mate: Option<u32>,
    /// The clocks given, the last word on each player last.
    pub times: Vec<(Player, Duration)>,
    /// The increments given.
    pub increments: Vec<(Player, Duration)>,
    /// The moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Until stopped.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// The moves to consider, as they were written.
    pub moves: Vec<String>,
    /// Count the tree instead of searching it.
    pub perft: Option<u32>,
    /// A limit was there that could not be read.
    pub spoilt: bool,
}

/// The words of `go`; each also ends the list after `searchmoves`.
pub const WORDS: [&str; 17] = [
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

impl Go {
    /// Reads what follows `go`. What cannot be understood is left out, and told.
    pub fn parse(mut words: &[&str]) -> (Go, Vec<Trouble>) {
        let (mut go, mut troubles) = (Go::default(), Vec::new());
        while let [word, rest @ ..] = words {
            words = rest;
            match *word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let end = rest.iter().position(|word| WORDS.contains(word)).unwrap_or(rest.len());
                    let (moves, rest) = rest.split_at(end);
                    go.moves.extend(moves.iter().map(|word| (*word).to_string()));
                    words = rest;
                }
                word if WORDS.contains(&word) => {
                    let problem = match rest {
                        // A word of `go` in the place of a number: the number was forgotten.
                        [value, rest @ ..] if !WORDS.contains(value) => {
                            words = rest;
                            go.number(word, value).err()
                        }
                        _ => Some(Trouble::missing(format!("go {word}"), "a number after it")),
                    };
                    go.spoilt |= problem.is_some();
                    troubles.extend(problem);
                }
                word => troubles.push(Trouble::unknown("word of `go`", word, WORDS.iter().copied())),
            }
        }
        (go, troubles)
    }

    fn number(&mut self, word: &str, text: &str) -> Result<(), Trouble> {
        let wrong = || Trouble::value(format!("go {word}"), text, "a whole number");
        let number: i64 = text.parse().map_err(|_| wrong())?;
        // Clocks run below zero; nothing else means anything there.
        let small = || u32::try_from(number).or(if number > 0 { Ok(u32::MAX) } else { Err(wrong()) });
        let millis = Duration::from_millis(number.max(0).unsigned_abs());
        match word {
            "depth" => self.depth = Some(small()?),
            "nodes" => self.nodes = Some(u64::try_from(number).map_err(|_| wrong())?),
            "mate" => self.mate = Some(small()?),
            "movestogo" => self.moves_to_go = Some(small()?),
            "perft" => self.perft = Some(small()?),
            "movetime" => self.move_time = Some(millis),
            "wtime" => self.times.push((Player::Of(Side::White), millis)),
            "btime" => self.times.push((Player::Of(Side::Black), millis)),
            "p1time" => self.times.push((Player::First, millis)),
            "p2time" => self.times.push((Player::Second, millis)),
            "winc" => self.increments.push((Player::Of(Side::White), millis)),
            "binc" => self.increments.push((Player::Of(Side::Black), millis)),
            "p1inc" => self.increments.push((Player::First, millis)),
            _ => self.increments.push((Player::Second, millis)),
        }
        Ok(())
    }

    /// The limits for the side to move, in a game that `first` begins.
    pub fn limits<M>(&self, side: Side, first: Side, moves: Vec<M>) -> Limits<M> {
        let mine = |list: &[(Player, Duration)]| {
            let is_mine = |player: Player| match player {
                Player::Of(colour) => colour == side,
                Player::First => side == first,
                Player::Second => side != first,
            };
            list.iter().rev().find(|(player, _)| is_mine(*player)).map(|(_, time)| *time)
        };
        let increment = mine(&self.increments).unwrap_or_default();
        // Where only the other player's clock is told, ours is likely to be like it.
        let time = mine(&self.times).or_else(|| self.times.last().map(|(_, time)| *time));
        let clock = time.map(|time| Clock { time, increment, moves_to_go: self.moves_to_go });
        let limited = [self.depth.is_some(), self.nodes.is_some(), self.move_time.is_some(), self.mate.is_some()]
            .contains(&true)
            || clock.is_some();
        // An order whose limits could not be read is answered at once rather than never.
        let hasty = self.spoilt && !limited && !self.infinite && !self.ponder;
        Limits {
            depth: if hasty { Some(1) } else { self.depth },
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
            mate: self.mate,
            infinite: self.infinite || !limited && !hasty && !self.ponder,
            ponder: self.ponder,
            moves,
            asked: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Go, Vec<String>) {
        let (go, troubles) = Go::parse(&text.split_whitespace().collect::<Vec<_>>());
        (go, troubles.iter().map(Trouble::to_string).collect())
    }

    #[test]
    fn clocks_are_the_movers_own() {
        let (go, troubles) = parse("wtime 1000 btime -20 winc 10 movestogo 3");
        assert!(troubles.is_empty());
        let clock = |side| go.limits::<()>(side, Side::White, Vec::new()).clock.map(|c| (c.time, c.increment));
        let ms = Duration::from_millis;
        assert_eq!(clock(Side::White), Some((ms(1000), ms(10))));
        assert_eq!(clock(Side::Black), Some((ms(0), ms(0))));
        let (go, _) = parse("wtime 30");
        assert_eq!(go.limits::<()>(Side::Black, Side::White, Vec::new()).clock.map(|c| c.time), Some(ms(30)));
        let (go, _) = parse("p1time 7 p2time 9");
        assert_eq!(go.limits::<()>(Side::Black, Side::Black, Vec::new()).clock.map(|c| c.time), Some(ms(7)));
    }

    #[test]
    fn what_cannot_be_read_is_told_and_left_out() {
        let (go, troubles) = parse("depth x nodes 5 dpeth 3");
        assert_eq!((go.depth, go.nodes, go.spoilt), (None, Some(5), true));
        assert_eq!(troubles.len(), 3);
        assert!(troubles[0].contains("go depth: `x` is not a whole number"));
        assert!(troubles[1].contains("did you mean `depth`?"));
        let (go, _) = parse("depth");
        assert_eq!(go.limits::<()>(Side::White, Side::White, Vec::new()).depth, Some(1));
    }

    #[test]
    fn nothing_given_means_until_stopped() {
        assert!(parse("").0.limits::<()>(Side::White, Side::White, Vec::new()).infinite);
        let (go, _) = parse("searchmoves 9-13 10-14 depth 2");
        assert_eq!((go.moves.len(), go.depth), (2, Some(2)));
    }
}
