//! The endings that the federations call drawn after a number of plies.

use super::board::Zones;
use super::position::Position;
use super::rules::{Board, Draws};

impl Draws {
    /// The shortest limit of all rules but one.
    const SHORTEST: u16 = 10;

    /// The limit on the main road.
    pub(crate) const ROAD: u16 = 10;

    /// No ending is drawn sooner.
    #[inline(always)]
    pub(crate) const fn shortest(self) -> u16 {
        if matches!(self, Draws::Frisian) { 4 } else { Draws::SHORTEST }
    }

    /// How many plies more draw such an ending as it stands: for those without a capture or a crowning, and on the main road.
    pub(crate) fn plies_left(self, position: &Position, board: Board) -> [Option<u16>; 2] {
        self.counters(position, board).map(|counter| counter.map(|(plies, limit)| limit.saturating_sub(plies)))
    }

    /// The plies that draw such an ending first, if any do: how many there were, and the limit.
    pub(crate) fn counter(self, position: &Position, board: Board) -> Option<(u16, u16)> {
        let counters = self.counters(position, board).into_iter().flatten();
        counters.min_by_key(|(plies, limit)| limit.saturating_sub(*plies))
    }

    fn counters(self, position: &Position, board: Board) -> [Option<(u16, u16)>; 2] {
        let steady = self.limit(position).map(|limit| (position.steady, limit));
        let road = self.on_the_road(position, board).then_some((u16::from(position.road), Draws::ROAD));
        [steady, road]
    }

    /// Whether the plies are counted for which a lone king has stood on the main road.
    #[inline(always)]
    pub(crate) const fn counts_road(self) -> bool {
        matches!(self, Draws::Russian | Draws::Brazilian)
    }

    /// Whether a lone king stands on the main road against three pieces with a king, where that draws. The federations count five moves
    /// from the position on the road; who leaves it and comes back begins anew.
    #[inline]
    pub(crate) fn on_the_road(self, position: &Position, board: Board) -> bool {
        let four = (position.own | position.their).count_ones() == 4;
        let lone = position.own.is_power_of_two() || position.their.is_power_of_two();
        self.counts_road()
            && four
            && lone
            && position.own & position.kings != 0
            && position.their & position.kings != 0
            && position.lone_king() & Zones::of(board).road != 0
    }

    /// After how many plies without a capture or a crowning such an ending is drawn, wherever its pieces stand.
    fn limit(self, position: &Position) -> Option<u16> {
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        let pieces = own + their;
        if own_kings == 0 || their_kings == 0 {
            return None;
        }
        let lone_king = own.min(their) == 1;
        match self {
            Draws::Plain | Draws::Sheet | Draws::Turkish => None,
            Draws::Fmjd if !lone_king => None,
            Draws::Fmjd => match pieces {
                2 | 3 => Some(10),
                4 => Some(32),
                _ => None,
            },
            Draws::Russian => match pieces {
                2 | 3 => Some(10),
                4 | 5 => Some(60),
                6 | 7 => Some(120),
                _ => None,
            },
            Draws::Brazilian => (lone_king && pieces <= 3).then_some(10),
            Draws::Pool => (lone_king && pieces == 4 && own_men + their_men == 0).then_some(26),
            Draws::Frisian => match pieces {
                2 if own_men + their_men == 0 => Some(self.shortest()),
                3 if own_men + their_men == 0 => Some(14),
                _ => None,
            },
        }
    }
}
