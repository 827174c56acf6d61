//! The schedule of a match: numbered games, all known in advance.
//!
//! A round has two games for each pairing, with the same opening and the colours exchanged. The number of a game
//! depends only on its round, pairing and colours, so a longer match starts with the games of a shorter one.

use crate::games::Side;
use crate::util::random::Rng;

/// Which engines play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

impl TournamentFormat {
    /// The name in arguments and logs.
    pub const fn name(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round-robin",
            TournamentFormat::Gauntlet => "gauntlet",
        }
    }
}

/// The order of the openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningOrder {
    /// As in the file.
    Sequential,
    /// Shuffled by a seed.
    Random(u64),
}

/// A scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub number: usize,
    /// Its round, from 0.
    pub round: usize,
    /// The index of its pairing.
    pub pairing: usize,
    /// The indices of the engines that play White and Black.
    pub players: [usize; 2],
    /// The index of the opening.
    pub opening: usize,
}

impl Fixture {
    /// The engine that plays a side.
    pub fn player(&self, side: Side) -> usize {
        let [white, black] = self.players;
        if side == Side::White { white } else { black }
    }
}

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: Vec<usize>,
    games: usize,
}

impl Schedule {
    /// A schedule with `games` games for each pairing.
    pub fn new(
        format: TournamentFormat,
        engines: usize,
        games: usize,
        openings: usize,
        order: OpeningOrder,
    ) -> Schedule {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        let pairings = all.filter(|[first, _]| format == TournamentFormat::RoundRobin || *first == 0).collect();
        let mut openings: Vec<usize> = (0..openings.max(1)).collect();
        if let OpeningOrder::Random(seed) = order {
            shuffle(&mut openings, seed);
        }
        Schedule { pairings, openings, games }
    }

    /// The pairings; the first engine of each plays White in its first game.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.games
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game with a number, if there is one.
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        let at = number.checked_sub(1)?;
        let pair = at / 2;
        let (round, pairing) = (pair.checked_div(self.pairings.len())?, pair % self.pairings.len());
        let [first, second] = *self.pairings.get(pairing)?;
        let again = at % 2 == 1;
        if round * 2 + usize::from(again) >= self.games {
            return None;
        }
        let players = if again { [second, first] } else { [first, second] };
        let opening = *self.openings.get(round % self.openings.len())?;
        Some(Fixture { number, round, pairing, players, opening })
    }

    /// All games in order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> {
        let rounds = self.games.div_ceil(2);
        (1..=rounds * self.pairings.len() * 2).filter_map(|number| self.fixture(number))
    }
}

/// Fisher–Yates shuffle with SplitMix64. Logs depend on the order, so it must not change.
fn shuffle(items: &mut [usize], seed: u64) {
    let mut rng = Rng::new(seed);
    for end in (2..=items.len()).rev() {
        items.swap(end - 1, (rng.next_u64() % end as u64) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pairs_share_an_opening_with_colours_exchanged() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 3, 4, 5, OpeningOrder::Sequential);
        let games: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!(games.len(), 12);
        let seen: Vec<_> = games.iter().map(|game| (game.players, game.opening)).collect();
        assert_eq!(seen[..6], [([0, 1], 0), ([1, 0], 0), ([0, 2], 0), ([2, 0], 0), ([1, 2], 0), ([2, 1], 0)]);
        assert_eq!(seen[6], ([0, 1], 1));
    }

    #[test]
    fn a_gauntlet_is_the_first_against_all() {
        let schedule = Schedule::new(TournamentFormat::Gauntlet, 4, 2, 1, OpeningOrder::Sequential);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.fixtures().count(), 6);
    }

    #[test]
    fn the_random_order_is_that_of_old_logs() {
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        shuffle(&mut items, 1);
        assert_eq!(items, [4, 3, 2, 7, 5, 6, 0, 1]);
    }

    proptest! {

        #[test]
        fn a_longer_match_keeps_the_numbers_of_a_shorter_one(engines in 2usize..6, games in 0usize..9, more in 0usize..9, openings in 0usize..7, seed: u64) {
            let order = OpeningOrder::Random(seed);
            for format in [TournamentFormat::RoundRobin, TournamentFormat::Gauntlet] {
                let short = Schedule::new(format, engines, games, openings, order);
                let long = Schedule::new(format, engines, games + more, openings, order);
                prop_assert_eq!(short.fixtures().count(), short.len());
                for fixture in short.fixtures() {
                    prop_assert_eq!(Some(fixture), long.fixture(fixture.number));
                }
            }
        }
    }
}
