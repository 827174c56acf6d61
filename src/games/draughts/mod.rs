//! Draughts in all its rule sets, on the dark squares of 8×8 and 10×10, and on all squares of 8×8.
//!
//! ```text
//! rules     the axes, and what each value means     named     the table of games
//! ruleset   a generator compiled for each rule set   movegen   all legal moves
//! captures  chains of jumps                          board     squares, numbers, directions
//! position  a position, a move, playing it           notation  texts and diagrams
//! draws     the drawn endings                        view      positions and moves as data
//! ```

pub mod board;
mod captures;
mod draws;
pub(crate) mod movegen;
pub mod named;
mod notation;
pub mod position;
pub mod rules;
mod ruleset;
pub(crate) mod view;

use crate::eval::draughts::weights::Weights;
use crate::games::{Ending, Game, Leaf, Reason, Side};
use position::{Move, Position};
use rules::{Board, Chain, Draws, Goal, Huff, Rules};
use ruleset::Generator;
use std::sync::Arc;

/// A draughts game on 32, 50 or 64 squares, perhaps with huffing or without: these decide what the search is compiled for. All else is data,
/// and the generator that was compiled for it.
#[derive(Clone)]
pub struct Draughts<const SQUARES: u32, const HUFF: bool> {
    rules: Rules,
    generator: &'static Generator,
    /// What a position of this game counts besides the plies without progress.
    counts: CountedMoves,
    /// What its evaluation weighs with.
    pub(crate) weights: Arc<Weights>,
}

/// What the positions of few games count move by move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountedMoves {
    Nothing,
    /// The moves of a king in a row.
    Runs,
    /// The plies of a lone king on the main road.
    Road,
}

impl<const SQUARES: u32, const HUFF: bool> Draughts<SQUARES, HUFF> {
    /// The board that the search is compiled for.
    pub(crate) const BOARD: Board = Board::with_squares(SQUARES);

    /// The game of a rule set, which must be for this board, and without huffing if this type is.
    pub fn new(rules: Rules) -> Self {
        let huffs = rules.movement.huffs();
        assert!(rules.movement.board == Self::BOARD && (HUFF || !huffs), "rules of another type of game");
        let generator = Generator::for_movement(&rules.movement);
        let counts = match rules.movement.limits_kings() {
            true => CountedMoves::Runs,
            false if rules.draws.counts_road() => CountedMoves::Road,
            false => CountedMoves::Nothing,
        };
        Draughts { rules, generator, counts, weights: Weights::of(&rules) }
    }

    /// Those the game was made with.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces that may be huffed before the side to move does anything else.
    #[inline(always)]
    fn huffable(&self, position: &Position) -> u64 {
        let over = self.rules.movement.crown_ends && position.kings != 0;
        if HUFF && !over { position.huffable } else { 0 }
    }

    /// Whether a huff is all that the side to move can do.
    #[inline(always)]
    fn must_huff(&self, position: &Position) -> bool {
        HUFF && self.huffable(position) != 0 && self.rules.huff == Huff::Must
    }

    /// The pieces that can be huffed after a move that was not a huff.
    #[inline(always)]
    fn faults(&self, position: &Position, mv: Move) -> u64 {
        if !HUFF || !self.rules.movement.huffs() {
            return 0;
        }
        let (from, to) = (1u64 << mv.from(), 1u64 << mv.to());
        if mv.is_capture() {
            return if self.rules.movement.chain == Chain::Must && mv.stopped() { to } else { 0 };
        }
        let capturers = self.capturers(position);
        if capturers & from != 0 { capturers & !from | to } else { capturers }
    }

    /// The pieces of the side to move that can capture.
    #[inline(always)]
    fn capturers(&self, position: &Position) -> u64 {
        (self.generator.capturers)(&self.rules.movement, position)
    }

    /// Appends the captures and the huffs, where nothing compels one to capture.
    #[inline(always)]
    pub(crate) fn captures_and_huffs(&self, position: &Position, out: &mut Vec<Move>) {
        if !self.must_huff(position) {
            (self.generator.captures)(&self.rules.movement, position, out);
        }
        out.extend(board::bits(self.huffable(position)).map(Move::huff));
    }

    /// How a leaf of the search is to be judged; appends the captures where they are compulsory.
    #[inline(always)]
    pub(crate) fn judge_leaf(&self, position: &Position, out: &mut Vec<Move>) -> Leaf {
        let leaf = (self.generator.leaf)(&self.rules.movement, position, out);
        if self.huffable(position) != 0 { Leaf::Quiet } else { leaf }
    }
}

impl<const SQUARES: u32, const HUFF: bool> Game for Draughts<SQUARES, HUFF> {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = !HUFF;

    fn at_run_time(self) -> Self {
        Draughts { generator: Generator::at_run_time(&self.rules.movement), ..self }
    }

    fn start(&self) -> Position {
        Self::BOARD.start(self.rules.men_rows, self.rules.first.side())
    }

    #[inline(always)]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        out.extend(board::bits(self.huffable(position)).map(Move::huff));
        if !self.must_huff(position) {
            (self.generator.moves)(&self.rules.movement, position, out);
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        let huffs = u64::from(self.huffable(position).count_ones());
        if self.must_huff(position) {
            return huffs;
        }
        huffs + (self.generator.count)(&self.rules.movement, position, scratch)
    }

    #[inline(always)]
    fn count_twice(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        if HUFF && self.rules.movement.huffs() {
            return crate::games::game::count_twice(self, position, scratch);
        }
        (self.generator.count_twice)(&self.rules.movement, position, scratch)
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        if HUFF && mv.is_huff() {
            return position.huff(mv.from());
        }
        let faults = self.faults(position, mv);
        match self.counts {
            CountedMoves::Runs => return play_counting(Self::BOARD, position, mv, faults),
            CountedMoves::Road if (position.own | position.their).count_ones() == 4 => {
                return play_on_the_road(&self.rules, position, mv, faults);
            }
            _ => {}
        }
        position.play(Self::BOARD, mv, faults)
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn key_from_scratch(&self, position: &Position) -> u64 {
        position.key_from_scratch()
    }

    fn symmetric_key(&self, position: &Position) -> u64 {
        let both = |position: Position| position.key.min(position.turned(Self::BOARD).key);
        // The dark squares have no mirror image on their own board.
        if Self::BOARD.is_full() { both(*position).min(both(position.mirrored())) } else { both(*position) }
    }

    fn finish(&self, position: &Position) -> Ending {
        let (mover, other) = (position.side, position.side.other());
        if self.rules.goal == Goal::Crown && position.kings != 0 {
            let winner = if position.kings & position.their != 0 { other } else { mover };
            return Ending::win(winner, Reason::Crowned);
        }
        let no_pieces = position.own == 0;
        let mover_wins = match self.rules.goal {
            Goal::Win | Goal::Crown => false,
            Goal::Lose => true,
            Goal::LoseAll => no_pieces,
        };
        let reason = if no_pieces { Reason::NoPieces } else { Reason::Blocked };
        Ending::win(if mover_wins { mover } else { other }, reason)
    }

    #[inline]
    fn draw(&self, position: &Position) -> Option<Ending> {
        if u32::from(position.quiet) >= self.rules.no_progress {
            return Some(Ending::draw(Reason::NoProgress));
        }
        // Asked at every node: the cheap questions first.
        let drawn = match self.rules.draws {
            Draws::Plain => false,
            // A king that may be huffed is as good as captured.
            draws @ (Draws::Sheet | Draws::Turkish) => {
                position.own.is_power_of_two()
                    && position.their.is_power_of_two()
                    && (draws == Draws::Turkish || position.kings == position.own | position.their)
                    && position.huffable == 0
                    && !self.rules.plays_to_lose()
                    && self.capturers(position) == 0
            }
            draws => position.steady >= draws.shortest() && draws.plies_left(position, Self::BOARD).contains(&Some(0)),
        };
        drawn.then(|| Ending::draw(Reason::DrawnEnding))
    }

    fn reversible_plies(&self, position: &Position) -> usize {
        usize::from(position.quiet)
    }
}

/// Plays a move where the moves of kings are counted. Kept apart, so that all other games play in place.
#[inline(never)]
fn play_counting(board: Board, position: &Position, mv: Move, huffable: u64) -> Position {
    position.count_runs(mv, position.play(board, mv, huffable))
}

/// Plays a move in an ending in which a lone king may be on the main road.
#[inline(never)]
fn play_on_the_road(rules: &Rules, position: &Position, mv: Move, huffable: u64) -> Position {
    let (board, draws) = (rules.movement.board, rules.draws);
    let next = position.play(board, mv, huffable);
    let stays = next.steady != 0 && draws.on_the_road(position, board) && draws.on_the_road(&next, board);
    Position { road: if stays { position.road.saturating_add(1) } else { 0 }, ..next }
}
