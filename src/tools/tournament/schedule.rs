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
    /// The seeds, by default the first engine, play all others.
    Gauntlet,
    /// Engines with similar scores meet.
    Swiss,
    /// The loser of a meeting is out.
    Knockout,
}

impl TournamentFormat {
    /// The name in arguments and logs.
    pub const fn name(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round-robin",
            TournamentFormat::Gauntlet => "gauntlet",
            TournamentFormat::Swiss => "swiss",
            TournamentFormat::Knockout => "knockout",
        }
    }
}

/// Which opening a pair of games begins from.
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

/// The games of a round robin or a gauntlet, or a share of them.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: Vec<usize>,
    games: usize,
    part: SchedulePart,
    len: usize,
}

/// One of several shares of a match: every `of`th pair of games, from the `index`th on (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedulePart {
    /// Which share.
    pub index: usize,
    /// The number of shares.
    pub of: usize,
}

impl Default for SchedulePart {
    fn default() -> SchedulePart {
        SchedulePart { index: 0, of: 1 }
    }
}

impl Schedule {
    /// A schedule with `games` games for each pairing. In a gauntlet the first `seeds` engines play all others.
    pub fn new(
        format: TournamentFormat,
        engines: usize,
        seeds: usize,
        games: usize,
        openings: usize,
        order: OpeningOrder,
        part: SchedulePart,
    ) -> Schedule {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        let gauntlet = |[first, second]: &[usize; 2]| *first < seeds && *second >= seeds;
        let pairings = all.filter(|pair| format == TournamentFormat::RoundRobin || gauntlet(pair)).collect();
        let mut schedule = Schedule { pairings, openings: opening_order(openings, order), games, part, len: 0 };
        schedule.len = if part.of == 1 { schedule.pairings.len() * games } else { schedule.fixtures().count() };
        schedule
    }

    /// The pairings; the first engine of each plays White in its first game.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.len
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
        if round * 2 + usize::from(again) >= self.games || pair % self.part.of != self.part.index {
            return None;
        }
        let players = if again { [second, first] } else { [first, second] };
        let opening = *self.openings.get(round % self.openings.len())?;
        Some(Fixture { number, round, players, opening })
    }

    /// All games in order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> {
        let rounds = self.games.div_ceil(2);
        (1..=rounds * self.pairings.len() * 2).filter_map(|number| self.fixture(number))
    }
}

/// The openings in the order in which they are used.
pub fn opening_order(openings: usize, order: OpeningOrder) -> Vec<usize> {
    let mut openings: Vec<usize> = (0..openings.max(1)).collect();
    if let OpeningOrder::Random(seed) = order {
        shuffle(&mut openings, seed);
    }
    openings
}

/// Fisher–Yates shuffle with SplitMix64. Logs depend on the order, so it must not change.
pub fn shuffle(items: &mut [usize], seed: u64) {
    let mut rng = Rng::new(seed);
    for end in (2..=items.len()).rev() {
        items.swap(end - 1, (rng.next_u64() % end as u64) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn schedule(
        format: TournamentFormat,
        engines: usize,
        games: usize,
        openings: usize,
        order: OpeningOrder,
    ) -> Schedule {
        Schedule::new(format, engines, 1, games, openings, order, SchedulePart::default())
    }

    #[test]
    fn the_parts_of_a_schedule_make_up_the_whole() {
        let order = OpeningOrder::Random(3);
        let whole: Vec<Fixture> = schedule(TournamentFormat::RoundRobin, 3, 5, 4, order).fixtures().collect();
        let mut parts: Vec<Fixture> = Vec::new();
        for index in 0..4 {
            let part = SchedulePart { index, of: 4 };
            let part = Schedule::new(TournamentFormat::RoundRobin, 3, 1, 5, 4, order, part);
            assert_eq!(part.fixtures().count(), part.len());
            parts.extend(part.fixtures());
        }
        parts.sort_by_key(|fixture| fixture.number);
        assert_eq!(parts, whole);
    }

    #[test]
    fn seeds_of_a_gauntlet_play_all_but_each_other() {
        let part = SchedulePart::default();
        let schedule = Schedule::new(TournamentFormat::Gauntlet, 4, 2, 2, 1, OpeningOrder::Sequential, part);
        assert_eq!(schedule.pairings(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }

    #[test]
    fn pairs_share_an_opening_with_colours_exchanged() {
        let schedule = schedule(TournamentFormat::RoundRobin, 3, 4, 5, OpeningOrder::Sequential);
        let games: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!(games.len(), 12);
        let seen: Vec<_> = games.iter().map(|game| (game.players, game.opening)).collect();
        assert_eq!(seen[..6], [([0, 1], 0), ([1, 0], 0), ([0, 2], 0), ([2, 0], 0), ([1, 2], 0), ([2, 1], 0)]);
        assert_eq!(seen[6], ([0, 1], 1));
    }

    #[test]
    fn a_gauntlet_is_the_first_against_all() {
        let schedule = schedule(TournamentFormat::Gauntlet, 4, 2, 1, OpeningOrder::Sequential);
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
                let short = schedule(format, engines, games, openings, order);
                let long = schedule(format, engines, games + more, openings, order);
                prop_assert_eq!(short.fixtures().count(), short.len());
                for fixture in short.fixtures() {
                    prop_assert_eq!(Some(fixture), long.fixture(fixture.number));
                }
            }
        }
    }
}
