//! Morris (mill, Mühle) in all its rule sets, on 24 points with and without diagonals, on 16 and on 9.
//!
//! ```text
//! rules     the axes, and what each value means     named     the table of games
//! ruleset   a generator compiled for each rule set   movegen   all legal moves
//! board     lines and steps on sets of points        points    the points by name, and the lines
//! position  a position, a move, playing it           notation  texts and diagrams
//! sanmill   another program's positions              view      positions and moves as data
//! ```
//!
//! A ply is a whole move: the stone taken belongs to the closing of the mill. Where a mill earns another turn
//! the same side simply moves once more, in a position of its own.

pub mod board;

pub(crate) mod movegen;
pub mod named;
mod notation;
pub mod points;
pub mod position;
pub mod rules;
mod ruleset;
mod sanmill;
mod view;

use crate::eval::morris::weights::Weights;
use crate::games::{Ending, Game, Reason, Side};
use position::{Move, Position};
use rules::{Board, FEWEST, Goal, NEVER, Rules};
use ruleset::Generator;
use std::sync::Arc;

/// A morris game: on the plain board with stones to take, in turns, or with any board, goal and turns. This decides what the search is
/// compiled for. All else is data, and the generator that was compiled for it.
#[derive(Clone)]
pub struct Morris<const ANY: bool> {
    rules: Rules,
    kind: Kind,
    generator: &'static Generator,
    /// What its evaluation weighs with.
    pub(crate) weights: Arc<Weights>,
}

/// What is known of the rules before a question is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The plain board, where stones are taken.
    Plain,
    /// The board with diagonals, where stones are taken.
    Diagonals,
    /// Nothing. Small boards, which are solved anyway, need not be fast.
    Other,
}

impl<const ANY: bool> Morris<ANY> {
    /// The game of a rule set, which must be plain with alternating turns unless this type takes any.
    pub fn new(rules: Rules) -> Self {
        assert!(ANY || rules.is_plain() && rules.alternates(), "rules of another type of game");
        let kind = match rules.board {
            _ if rules.goal != Goal::Stones => Kind::Other,
            Board::Plain => Kind::Plain,
            Board::Diagonals => Kind::Diagonals,
            _ => Kind::Other,
        };
        Morris { rules, kind, generator: Generator::for_rules(&rules), weights: Weights::of(&rules) }
    }

    /// Those the game was made with.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Asks a question whose answer depends on the rules. Board and goal are constants in it, on the plain board and on that with
    /// diagonals.
    #[inline(always)]
    pub(crate) fn ask<T>(&self, question: impl Fn(Rules) -> T) -> T {
        #[cold]
        #[inline(never)]
        fn ask_any<T>(rules: &Rules, question: impl Fn(Rules) -> T) -> T {
            question(*rules)
        }
        let on = |board| Rules { board, goal: Goal::Stones, ..self.rules };
        match self.kind {
            Kind::Diagonals if ANY => question(on(Board::Diagonals)),
            Kind::Other if ANY => ask_any(&self.rules, question),
            _ => question(on(Board::Plain)),
        }
    }

    /// Whether the side that plays a move has another turn after it.
    #[inline(always)]
    fn again(&self, position: &Position, mv: Move) -> bool {
        ANY && !self.rules.alternates() && self.ask(|rules| movegen::again(rules, position, mv))
    }

    /// Appends the moves that take a stone.
    #[inline(always)]
    pub(crate) fn takings(&self, position: &Position, out: &mut Vec<Move>) {
        (self.generator.takings)(&self.rules, position, out);
    }

    /// How many plies more without progress make a draw.
    #[inline(always)]
    pub(crate) fn plies_without_progress_left(&self, position: &Position) -> u32 {
        match self.rules.no_progress {
            NEVER => u32::MAX,
            plies => plies.saturating_sub(position.quiet.into()),
        }
    }
}

impl<const ANY: bool> Game for Morris<ANY> {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = !ANY;

    fn at_run_time(self) -> Self {
        Morris { generator: Generator::at_run_time(), ..self }
    }

    fn start(&self) -> Position {
        // At most twelve, as the rules' check has it.
        let men = self.rules.men.min(rules::MOST as u16) as u8;
        Position::new([0, 0], [men, men], Side::White, 0)
    }

    #[inline(always)]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        (self.generator.moves)(&self.rules, position, out);
    }

    #[inline(always)]
    fn count(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        (self.generator.count)(&self.rules, position, scratch)
    }

    #[inline(always)]
    fn count_twice(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        (self.generator.count_twice)(&self.rules, position, scratch)
    }

    #[inline(always)]
    fn is_finished(&self, position: &Position, _: &mut Vec<Move>) -> bool {
        self.ask(|rules| movegen::is_finished(rules, position))
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv, self.again(position, mv))
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn key_from_scratch(&self, position: &Position) -> u64 {
        position.key_from_scratch()
    }

    fn symmetric_key(&self, position: &Position) -> u64 {
        position.symmetric_key(self.rules.board)
    }

    fn finish(&self, position: &Position) -> Ending {
        let (mover, other) = (position.side, position.side.other());
        let has_mill = |side: Side| self.rules.board.in_mills(position.stones(side)) != 0;
        let millers = [other, mover].into_iter().filter(|side| self.rules.goal == Goal::Mill && has_mill(*side));
        if let Some(winner) = millers.into_iter().next() {
            Ending::win(winner, Reason::MillClosed)
        } else if position.own_left() < FEWEST {
            Ending::win(other, Reason::TooFewStones)
        } else if position.their_left() < FEWEST {
            // The side that took the last stone needed has another turn, and nothing left to do with it.
            Ending::win(mover, Reason::TooFewStones)
        } else {
            Ending::win(other, Reason::Blocked)
        }
    }

    fn draw(&self, position: &Position) -> Option<Ending> {
        (u32::from(position.quiet) >= self.rules.no_progress).then(|| Ending::draw(Reason::NoProgress))
    }

    fn reversible_plies(&self, position: &Position) -> usize {
        usize::from(position.quiet)
    }
}
