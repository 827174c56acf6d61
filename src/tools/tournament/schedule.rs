//! Who plays whom: numbered games, all known before the first is played.
//!
//! A round has two games for each pairing, with the same opening and the colours exchanged. The number of a game
//! depends on its round, its pairing and its colours alone, so that a longer match begins as a shorter one does.

use crate::games::Side;

/// Who meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// In which order openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As in the file.
    Sequential,
    /// Shuffled, in the same way for the same number.
    Random(u64),
}

/// One game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub number: usize,
    /// Its round, from 0.
    pub round: usize,
    /// The pairing it belongs to.
    pub pairing: usize,
    /// The engines that play White and Black.
    pub players: [usize; 2],
    /// Which opening.
    pub opening: usize,
}

impl Fixture {
    /// The engine that plays a side.
    pub fn player(&self, side: Side) -> usize {
        let [white, black] = self.players;
        if side == Side::White { white } else { black }
    }
}

/// All games.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: Vec<usize>,
    games: usize,
}

impl Schedule {
    /// A schedule of so many games for each pairing.
    pub fn new(format: Format, engines: usize, games: usize, openings: usize, order: Order) -> Schedule {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        let pairings = all.filter(|[first, _]| format == Format::RoundRobin || *first == 0).collect();
        let mut openings: Vec<usize> = (0..openings.max(1)).collect();
        if let Order::Random(seed) = order {
            shuffle(&mut openings, seed);
        }
        Schedule { pairings, openings, games }
    }

    /// The pairings, each with the engine that has White in its first game first.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.games
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game of a number, if there is one.
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

    /// All games in the order in which they are played.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> {
        let rounds = self.games.div_ceil(2);
        (1..=rounds * self.pairings.len() * 2).filter_map(|number| self.fixture(number))
    }
}

/// Fisher and Yates, with SplitMix64.
fn shuffle(items: &mut [usize], seed: u64) {
    let mut state = seed;
    for end in (2..=items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        items.swap(end - 1, ((z ^ (z >> 31)) % end as u64) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pairs_share_an_opening_with_colours_exchanged() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 4, 5, Order::Sequential);
        let games: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!(games.len(), 12);
        let seen: Vec<_> = games.iter().map(|game| (game.players, game.opening)).collect();
        assert_eq!(seen[..6], [([0, 1], 0), ([1, 0], 0), ([0, 2], 0), ([2, 0], 0), ([1, 2], 0), ([2, 1], 0)]);
        assert_eq!(seen[6], ([0, 1], 1));
    }

    #[test]
    fn a_gauntlet_is_the_first_against_all() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2, 1, Order::Sequential);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.fixtures().count(), 6);
    }

    proptest! {
        #[test]
        fn numbers_stay_when_a_match_grows(engines in 2usize..6, games in 0usize..9, more in 0usize..9, openings in 0usize..7, seed: u64) {
            let order = Order::Random(seed);
            for format in [Format::RoundRobin, Format::Gauntlet] {
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
