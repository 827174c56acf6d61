//! The endings that the federations call drawn after a number of plies.

use super::board::Zones;
use super::position::Position;
use super::rules::{Board, Draws};

impl Draws {
    /// The shortest limit of all rules but one.
    const SHORTEST: u16 = 10;

    /// No ending is drawn sooner.
    #[inline(always)]
    pub(crate) const fn shortest(self) -> u16 {
        if matches!(self, Draws::Frisian) { 4 } else { Draws::SHORTEST }
    }

    /// For how many plies more such an ending is sure not to be drawn, if there is a limit.
    pub(crate) fn plies_left(self, position: &Position, board: Board) -> Option<u16> {
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        // A lone king may step onto the main road, where the shortest limit holds. Once that is over, any such step draws.
        let roads = matches!(self, Draws::Russian | Draws::Brazilian);
        if roads && own.min(their) == 1 && own + their == 4 && position.steady < Draws::SHORTEST {
            return Some(Draws::SHORTEST - position.steady);
        }
        self.limit(position, board).map(|limit| limit.saturating_sub(position.steady))
    }

    /// After how many plies without a capture or a crowning such an ending is drawn.
    pub(crate) fn limit(self, position: &Position, board: Board) -> Option<u16> {
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        let pieces = own + their;
        if own_kings == 0 || their_kings == 0 {
            return None;
        }
        let lone_king = own.min(their) == 1;
        let on_the_road = || lone_king && position.lone_king() & Zones::of(board).road != 0;
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
                4 if on_the_road() => Some(10),
                4 | 5 => Some(60),
                6 | 7 => Some(120),
                _ => None,
            },
            Draws::Brazilian => (lone_king && pieces <= 3 || pieces == 4 && on_the_road()).then_some(10),
            Draws::Pool => (lone_king && pieces == 4 && own_men + their_men == 0).then_some(26),
            Draws::Frisian => match pieces {
                2 if own_men + their_men == 0 => Some(self.shortest()),
                3 if own_men + their_men == 0 => Some(14),
                _ => None,
            },
        }
    }
}
