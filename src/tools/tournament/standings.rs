//! The score of every pairing so far.

use super::schedule::{Fixture, Schedule};
use crate::games::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinDrawLoss {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl WinDrawLoss {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// The results of one pairing, from the view of its first engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairingResults {
    /// Its games.
    pub games: WinDrawLoss,
    /// Its pairs of games, by half points from 0 to 4.
    pub pairs: [u64; 5],
    /// By round, the half points of games whose pair is not complete.
    single: BTreeMap<usize, usize>,
}

impl PairingResults {
    fn add(&mut self, round: usize, half_points: usize) {
        match half_points {
            0 => self.games.lost += 1,
            1 => self.games.drawn += 1,
            _ => self.games.won += 1,
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

/// The results of a match by pairing.
#[derive(Clone, Debug)]
pub struct Standings {
    pairings: Vec<([usize; 2], PairingResults)>,
    games: u64,
}

impl Standings {
    /// Before the first game.
    pub fn new(schedule: &Schedule) -> Standings {
        let pairings = schedule.pairings().iter().map(|pairing| (*pairing, PairingResults::default())).collect();
        Standings { pairings, games: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, winner: Option<Side>) {
        let Some(([first, _], results)) = self.pairings.get_mut(fixture.pairing) else { return };
        let half_points = match winner {
            None => 1,
            Some(side) if fixture.player(side) == *first => 2,
            Some(_) => 0,
        };
        results.add(fixture.round, half_points);
        self.games += 1;
    }

    /// The number of games added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The pairings with their results.
    pub fn pairings(&self) -> &[([usize; 2], PairingResults)] {
        &self.pairings
    }

    /// The games of one engine against all others.
    pub fn games_of(&self, engine: usize) -> WinDrawLoss {
        let mut sum = WinDrawLoss::default();
        for ([first, second], PairingResults { games, .. }) in &self.pairings {
            if *first == engine {
                sum.won += games.won;
                sum.lost += games.lost;
            } else if *second == engine {
                sum.won += games.lost;
                sum.lost += games.won;
            } else {
                continue;
            }
            sum.drawn += games.drawn;
        }
        sum
    }

    /// The pairs of one engine, by its half points.
    pub fn pairs_of(&self, engine: usize) -> [u64; 5] {
        let mut sum = [0; 5];
        for ([first, second], results) in &self.pairings {
            let mut pairs = results.pairs;
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
    use super::super::schedule::{OpeningOrder, TournamentFormat};
    use super::*;

    #[test]
    fn a_pair_counts_when_both_games_are_finished() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 6, 1, OpeningOrder::Sequential);
        let mut standings = Standings::new(&schedule);
        let mut add = |number, winner| standings.add(&schedule.fixture(number).unwrap(), winner);
        add(1, Some(Side::White));
        add(3, None);
        add(2, Some(Side::Black));
        add(5, Some(Side::Black));
        add(6, Some(Side::White));
        let (_, results) = &standings.pairings()[0];
        assert_eq!(results.pairs, [1, 0, 0, 0, 1]);
        assert_eq!(results.games, WinDrawLoss { won: 2, drawn: 1, lost: 2 });
        assert_eq!(standings.pairs_of(1), [1, 0, 0, 0, 1]);
        assert_eq!(standings.games_of(1), WinDrawLoss { won: 2, drawn: 1, lost: 2 });
    }
}
