//! The first pass: every position by its captures, its crownings and the number of its other moves.

use super::endgame_rules::EndgameRules;
use super::index::Pieces;
use super::probe::DraughtsTables;
use super::quiet::count_moves;
use crate::games::draughts::Draughts;
use crate::games::draughts::movegen::crownings;
use crate::games::draughts::position::{Move, Position};
use crate::games::{Game, Leaf};
use crate::tables::cell::{Cells, DRAW, DRAWN_CAPTURE, Metric, NO_CAPTURE, WON_CAPTURE, capture_scores};

/// What the first pass needs to know.
pub struct ExitPass<'a, const SQUARES: u32> {
    game: Draughts<SQUARES, false>,
    rules: EndgameRules,
    /// The tables that captures and crownings lead to.
    tables: &'a DraughtsTables,
    /// The scores of captures and crownings by what they lead to.
    scores: [u8; 256],
    /// Whether they take effect at their own depth.
    waits: bool,
}

impl<'a, const SQUARES: u32> ExitPass<'a, SQUARES> {
    /// The first pass over the finished tables of smaller slices.
    pub fn new(tables: &'a DraughtsTables, metric: Metric) -> Self {
        let rules = *tables.rules();
        ExitPass {
            game: Draughts::new(*rules.rules()),
            rules,
            tables,
            scores: capture_scores(metric, false),
            waits: metric == Metric::End,
        }
    }

    /// How the cell of a position starts, and the score of its best capture or crowning. `moves` is room to work in.
    #[inline(always)]
    pub fn start(&self, pieces: &Pieces, cells: &Cells, moves: &mut Vec<Move>) -> (u8, u8) {
        let board = self.rules.board();
        let position = pieces.unkeyed();
        moves.clear();
        match self.game.judge_leaf(&position, moves) {
            Leaf::Finished => (u8::from(self.game.finish(&position).winner == Some(position.side)), NO_CAPTURE),
            // Captures are all the moves there are.
            Leaf::Forced => match self.best(&position, moves) {
                DRAWN_CAPTURE => (cells.settled_draw(), NO_CAPTURE),
                // No quiet move leads away, whatever a retraction says.
                score if self.waits => (cells.settled_draw(), score),
                score => (cells.start(0, score), score),
            },
            Leaf::Quiet if self.rules.rules().draws.at_once() && self.game.draw(&position).is_some() => {
                (cells.settled_draw(), NO_CAPTURE)
            }
            Leaf::Quiet => {
                crownings(board, &position, moves);
                if !self.rules.rules().movement.must_capture() {
                    self.game.captures_and_huffs(&position, moves);
                }
                let score = self.best(&position, moves);
                (cells.start(count_moves(board, self.rules.long_kings(), pieces), score), score)
            }
        }
    }

    /// The score of the best of these moves, all of which leave the slice.
    #[inline(always)]
    fn best(&self, position: &Position, moves: &[Move]) -> u8 {
        let mut best = NO_CAPTURE;
        for &mv in moves {
            best = best.max(self.scores[usize::from(self.after(&position.play(self.rules.board(), mv, 0)))]);
            if best == WON_CAPTURE {
                break;
            }
        }
        best
    }

    /// The code of the position after such a move.
    #[inline(always)]
    fn after(&self, next: &Position) -> u8 {
        if next.own == 0 || next.kings != 0 && !self.rules.has_kings() {
            return u8::from(self.game.finish(next).winner == Some(next.side));
        }
        self.tables.code(next).unwrap_or(DRAW)
    }
}
