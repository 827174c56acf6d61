//! The results so far, by pairing.

use super::schedule::{Fixture, Schedule};
use crate::games::Side;
use std::collections::BTreeMap;

/// The games of one pairing, from the view of its first engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Pairs of games by their half points, 0 to 4.
    pub pairs: [u64; 5],
    /// The half points of games whose partner is still to come, by round.
    single: BTreeMap<usize, usize>,
}

impl Tally {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, round: usize, half_points: usize) {
        match half_points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
        match self.single.remove(&round) {
            Some(other) => {
                if let Some(count) = self.pairs.get_mut(other + half_points) {
                    *count += 1;
                }
            }
            None => {
                self.single.insert(round, half_points);
            }
        }
    }
}

/// One engine's games against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Record {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// The results of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    pairings: Vec<([usize; 2], Tally)>,
    games: u64,
}

impl Standings {
    /// Before the first game.
    pub fn new(schedule: &Schedule) -> Standings {
        let pairings = schedule.pairings().iter().map(|pairing| (*pairing, Tally::default())).collect();
        Standings { pairings, games: 0 }
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, winner: Option<Side>) {
        let Some(([first, _], tally)) = self.pairings.get_mut(fixture.pairing) else { return };
        let half_points = match winner {
            None => 1,
            Some(side) if fixture.player(side) == *first => 2,
            Some(_) => 0,
        };
        tally.add(fixture.round, half_points);
        self.games += 1;
    }

    /// How many games have been counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The pairings with their results.
    pub fn pairings(&self) -> &[([usize; 2], Tally)] {
        &self.pairings
    }

    /// The games of one engine.
    pub fn record(&self, engine: usize) -> Record {
        let mut record = Record::default();
        for ([first, second], tally) in &self.pairings {
            if *first == engine {
                record.won += tally.won;
                record.lost += tally.lost;
            } else if *second == engine {
                record.won += tally.lost;
                record.lost += tally.won;
            } else {
                continue;
            }
            record.drawn += tally.drawn;
        }
        record
    }

    /// The pairs of one engine by its half points.
    pub fn pairs(&self, engine: usize) -> [u64; 5] {
        let mut sum = [0; 5];
        for ([first, second], tally) in &self.pairings {
            let mut pairs = tally.pairs;
            if *second == engine {
                pairs.reverse();
            } else if *first != engine {
                continue;
            }
            sum.iter_mut().zip(pairs).for_each(|(sum, count)| *sum += count);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::{Format, Order};
    use super::*;

    #[test]
    fn pairs_are_counted_when_both_games_are_there() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6, 1, Order::Sequential);
        let mut standings = Standings::new(&schedule);
        let mut add = |number, winner| standings.add(&schedule.fixture(number).unwrap(), winner);
        add(1, Some(Side::White));
        add(3, None);
        add(2, Some(Side::Black));
        add(5, Some(Side::Black));
        add(6, Some(Side::White));
        let (_, tally) = &standings.pairings()[0];
        assert_eq!(tally.pairs, [1, 0, 0, 0, 1]);
        assert_eq!((tally.won, tally.drawn, tally.lost), (2, 1, 2));
        assert_eq!(standings.pairs(1), [1, 0, 0, 0, 1]);
        assert_eq!(standings.record(1), Record { won: 2, drawn: 1, lost: 2 });
    }
}
