//! The first pass: every position by its captures, its crownings and the number of its other moves.

use super::endgame_rules::EndgameRules;
use super::index::Pieces;
use super::probe::DraughtsTables;
use super::quiet::count_moves;
use crate::games::draughts::Draughts;
use crate::games::draughts::movegen::crownings;
use crate::games::draughts::position::{Move, Position};
use crate::games::{Game, Leaf};
use crate::tables::Wdl;
use crate::tables::cell::{Cells, DRAWN_CAPTURE, NO_CAPTURE, WON_CAPTURE};

/// The score of moves that all lose.
const LOST_CAPTURE: u8 = 1;

/// What the first pass needs to know.
pub struct ExitPass<'a, const SQUARES: u32> {
    game: Draughts<SQUARES, false>,
    rules: EndgameRules,
    /// The tables that captures and crownings lead to.
    tables: &'a DraughtsTables,
}

impl<'a, const SQUARES: u32> ExitPass<'a, SQUARES> {
    /// The first pass over the finished tables of smaller slices.
    pub fn new(tables: &'a DraughtsTables) -> Self {
        let rules = *tables.rules();
        ExitPass { game: Draughts::new(*rules.rules()), rules, tables }
    }

    /// How the cell of a position starts. `moves` is room to work in.
    #[inline(always)]
    pub fn start(&self, pieces: &Pieces, cells: &Cells, moves: &mut Vec<Move>) -> u8 {
        let board = self.rules.board();
        let position = pieces.unkeyed();
        moves.clear();
        match self.game.judge_leaf(&position, moves) {
            Leaf::Finished => u8::from(self.game.finish(&position).winner == Some(position.side)),
            // Captures are all the moves there are.
            Leaf::Forced => match self.best(&position, moves) {
                DRAWN_CAPTURE => cells.settled_draw(),
                score => cells.start(0, score),
            },
            Leaf::Quiet if self.rules.rules().draws.at_once() && self.game.draw(&position).is_some() => {
                cells.settled_draw()
            }
            Leaf::Quiet => {
                crownings(board, &position, moves);
                if !self.rules.rules().movement.must_capture() {
                    self.game.captures_and_huffs(&position, moves);
                }
                cells.start(count_moves(board, self.rules.long_kings(), pieces), self.best(&position, moves))
            }
        }
    }

    /// The score of the best of these moves, all of which leave the slice.
    #[inline(always)]
    fn best(&self, position: &Position, moves: &[Move]) -> u8 {
        let mut best = NO_CAPTURE;
        for &mv in moves {
            best = best.max(match self.after(&position.play(self.rules.board(), mv, 0)) {
                Wdl::Loss => return WON_CAPTURE,
                Wdl::Draw => DRAWN_CAPTURE,
                Wdl::Win => LOST_CAPTURE,
            });
        }
        best
    }

    /// What the position after such a move is worth to the side to move then.
    #[inline(always)]
    fn after(&self, next: &Position) -> Wdl {
        if next.own == 0 || next.kings != 0 && !self.rules.has_kings() {
            let won = self.game.finish(next).winner == Some(next.side);
            return if won { Wdl::Win } else { Wdl::Loss };
        }
        self.tables.probe(next).unwrap_or(Wdl::Draw)
    }
}
