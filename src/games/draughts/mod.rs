//! Draughts in all its rule sets, on 8×8 and 10×10.
//!
//! ```text
//! rules     the axes, and what each value means     named     the named games as data
//! law       rule sets as types, so that they fold    board     squares, numbers, directions
//! position  a position, a move, playing it           generate  all legal moves
//! capture   chains of jumps                          notation  texts and diagrams
//! evaluate  what a position is worth                 weights   what each count of that is worth
//! ```

pub mod board;
mod captures;

pub(crate) mod movegen;
pub mod named;
mod notation;
pub mod position;
pub mod rules;
pub mod ruleset;

use crate::eval::draughts::weights::Tables;
use crate::games::{Ending, Game, Reason, Side};
use position::{Move, Position};
use rules::{Chain, Draws, Goal, Rules};
use ruleset::Law;

/// A draughts game: how its pieces move, as a type that folds where it can, and the rest of its rules.
#[derive(Clone, Copy, Debug)]
pub struct Draughts<L: Law> {
    pub(crate) law: L,
    pub(crate) rules: Rules,
    pub(crate) tables: &'static Tables,
}

impl<L: Law> Draughts<L> {
    /// A game by its law and rules, which agree.
    pub(crate) fn new(law: L, rules: Rules) -> Self {
        Draughts { law, rules, tables: Tables::of(&rules) }
    }

    /// A game by a law, for code that needs its type by name; `None` if the law moves pieces otherwise than the rules.
    pub fn with_law(law: L, rules: Rules) -> Option<Self> {
        (law.movement() == rules.movement).then(|| Draughts::new(law, rules))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces that can be huffed after a move that was not a huff.
    #[inline(always)]
    fn faults(&self, position: &Position, mv: Move) -> u64 {
        let m = self.law.movement();
        if !m.huffs() {
            return 0;
        }
        let (from, to) = (1u64 << mv.from(), 1u64 << mv.to());
        if mv.is_capture() {
            return if m.chain == Chain::Must && mv.stopped() { to } else { 0 };
        }
        let capturers = movegen::capturers(self.law, position);
        if capturers & from != 0 { capturers & !from | to } else { capturers }
    }
}

impl<L: Law> Game for Draughts<L> {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = L::ALTERNATES;

    fn start(&self) -> Position {
        self.rules.movement.board.start(self.rules.men_rows, self.rules.first.side())
    }

    #[inline(always)]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    // One copy a game: the call costs less than its weight in every caller.
    #[inline(never)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        movegen::moves(self.law, position, out);
    }

    #[inline(always)]
    fn count(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        movegen::count(self.law, position, scratch)
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        if self.law.movement().huffs() && mv.is_huff() {
            return position.huff(mv.from());
        }
        position.play(mv, self.faults(position, mv))
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn key_from_scratch(&self, position: &Position) -> u64 {
        position.key_from_scratch()
    }

    fn symmetric_key(&self, position: &Position) -> u64 {
        position.key.min(position.turned(self.law.movement().board).key)
    }

    fn finish(&self, position: &Position) -> Ending {
        let (mover, other) = (position.side, position.side.other());
        if self.rules.goal == Goal::Crown && position.kings != 0 {
            let winner = if position.kings & position.their != 0 { other } else { mover };
            return Ending::win(winner, Reason::Crowned);
        }
        let winner = if self.rules.goal == Goal::Lose { mover } else { other };
        Ending::win(winner, if position.own == 0 { Reason::NoPieces } else { Reason::Blocked })
    }

    fn draw(&self, position: &Position) -> Option<Ending> {
        if position.quiet >= self.rules.no_progress {
            return Some(Ending::draw(Reason::NoProgress));
        }
        // Asked at every node: the cheap questions first.
        let drawn = match self.rules.draws {
            Draws::Plain => false,
            // A king that may be huffed is as good as captured.
            Draws::Sheet => {
                position.own.is_power_of_two()
                    && position.their.is_power_of_two()
                    && position.kings == position.own | position.their
                    && position.huffable == 0
                    && movegen::capturers(self.law, position) == 0
            }
            draws => {
                position.steady >= Draws::SHORTEST
                    && draws.limit(position.material()).is_some_and(|limit| position.steady >= limit)
            }
        };
        drawn.then(|| Ending::draw(Reason::DrawnEnding))
    }

    fn reversible_plies(&self, position: &Position) -> usize {
        usize::from(position.quiet)
    }
}

impl Draws {
    /// No ending is drawn sooner.
    pub(crate) const SHORTEST: u16 = 10;

    /// After how many plies without a capture or a crowning an ending of this material is drawn.
    ///
    /// Material is own men, own kings, their men, their kings.
    pub(crate) fn limit(self, [own_men, own_kings, their_men, their_kings]: [u32; 4]) -> Option<u16> {
        let (own, their) = (own_men + own_kings, their_men + their_kings);
        let pieces = own + their;
        if own_kings == 0 || their_kings == 0 {
            return None;
        }
        match self {
            Draws::Plain | Draws::Sheet => None,
            Draws::Fmjd if own.min(their) != 1 => None,
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
            Draws::Brazilian => (own.min(their) == 1 && pieces <= 3).then_some(10),
            Draws::Pool => (own.min(their) == 1 && pieces == 4 && own_men + their_men == 0).then_some(26),
        }
    }
}
