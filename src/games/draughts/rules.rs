//! The axes of draughts: every question in which two draughts games differ, and every answer.
//!
//! [`Movement`] holds the axes that the generator asks in its inner loops; [`Rules`] adds those that are
//! asked once a game or once a node. The split lets games that move alike share one compiled generator.

use crate::games::Side;
use crate::games::axis::{Axes, Axis, Values, YES_NO, axis_words, yes_no};

axis_words! {
    /// The size of the board.
    Board {
        Eight = "8": "8×8, 32 dark squares",
        Ten = "10": "10×10, 50 dark squares",
    }
}
axis_words! {
    /// Where the dark corner square lies for each player.
    Corner {
        Left = "left": "at each player's left",
        Right = "right": "at each player's right",
    }
}
axis_words! {
    /// Where a man may jump.
    MenCapture {
        Forward = "forward": "a man jumps forward only",
        All = "all": "a man jumps backwards too",
    }
}
axis_words! {
    /// How far a king moves.
    KingMove {
        Short = "short": "one step",
        Long = "long": "any distance",
    }
}
axis_words! {
    /// How a king captures.
    KingCapture {
        Adjacent = "adjacent": "the victim is next to the king, which lands just behind it",
        Behind = "behind": "the victim may be far away, and the king lands just behind it",
        Any = "any": "the victim may be far away, and the king lands on any free square behind it",
        Killer = "killer": "as any, but a king whose last victim is a king stops just behind it",
    }
}
axis_words! {
    /// Whether one must capture.
    Capture {
        Must = "must": "when a capture exists, only captures are legal",
        Huff = "huff": "everything is legal, and the opponent may remove a piece that failed to capture",
    }
}
axis_words! {
    /// Whether a capture that can go on must go on.
    Chain {
        Must = "must": "it must go on",
        May = "may": "it may stop anywhere",
    }
}
axis_words! {
    /// Which of several captures are allowed.
    Choice {
        Free = "free": "any",
        Most = "most": "those that take the most pieces",
        MostKings = "most-kings": "the most pieces, then the most kings (Spanish)",
        KingFirst = "king-first": "a king's before a man's (Czech)",
        Italian = "italian": "the most pieces, then by a king, then the most kings, then kings soonest",
        Frisian = "frisian": "the greatest value, a king counting just less than two men, then by a king",
    }
}
axis_words! {
    /// When jumped pieces leave the board.
    Removal {
        End = "end": "after the whole move; until then they block, and are not jumped twice",
        Now = "now": "one by one, as they are jumped",
    }
}
axis_words! {
    /// A man that reaches the last row in mid-capture.
    Promote {
        Stop = "stop": "is crowned and the move ends",
        Pass = "pass": "goes on as a man, and is crowned only if it ends there",
        Continue = "continue": "goes on as a king",
    }
}
axis_words! {
    /// What the players strive for.
    Goal {
        Win = "win": "the side to move without a legal move loses",
        Lose = "lose": "the side to move without a legal move wins",
        Crown = "crown": "the first to crown a man wins; without a legal move one loses",
    }
}
axis_words! {
    /// Which endings the rules call drawn, beyond repetition and the no-progress limit.
    Draws {
        Plain = "plain": "none",
        Sheet = "sheet": "one king each and no capture at hand",
        Fmjd = "fmjd": "a lone king against three pieces with a king: 16 moves each; against two or one: 5",
        Russian = "russian": "kings on both sides and no capture or crowning: 5 moves each with 2 or 3 pieces on the board, 30 with 4 or 5, 60 with 6 or 7",
        Brazilian = "brazilian": "one king against at most a king and another piece: 5 moves each",
        Pool = "pool": "a lone king against three kings: 13 moves each",
    }
}
axis_words! {
    /// Who moves first.
    First {
        White = "white": "White, at the bottom",
        Black = "black": "Black, at the top",
    }
}

impl First {
    /// The side that moves first.
    pub const fn side(self) -> Side {
        match self {
            First::White => Side::White,
            First::Black => Side::Black,
        }
    }
}

/// The axes that the generator asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The size of the board.
    pub board: Board,
    /// Where men jump.
    pub men_capture: MenCapture,
    /// How far kings move.
    pub king_move: KingMove,
    /// How kings capture.
    pub king_capture: KingCapture,
    /// Whether capture is compulsory.
    pub capture: Capture,
    /// Whether chains are.
    pub chain: Chain,
    /// Which captures take precedence.
    pub choice: Choice,
    /// When victims leave.
    pub removal: Removal,
    /// Men on the last row in mid-capture.
    pub promote: Promote,
    /// Whether men may jump kings.
    pub men_take_kings: bool,
    /// Whether the first crowned man ends the game. Follows from the goal.
    pub crown_ends: bool,
}

impl Movement {
    /// Whether a capture may stop where it could go on (with or without a penalty).
    #[inline(always)]
    pub const fn may_stop(self) -> bool {
        matches!(self.chain, Chain::May) || matches!(self.capture, Capture::Huff)
    }

    /// Whether a king sees victims that are not next to it.
    #[inline(always)]
    pub const fn king_reaches(self) -> bool {
        !matches!(self.king_capture, KingCapture::Adjacent)
    }
}

/// The whole rule set of a draughts game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What the generator asks.
    pub movement: Movement,
    /// Which corner is dark.
    pub corner: Corner,
    /// Rows of men at the start.
    pub men_rows: u16,
    /// Who begins.
    pub first: First,
    /// What wins.
    pub goal: Goal,
    /// The drawn endings.
    pub draws: Draws,
    /// Plies without a capture or a man's move that make a draw.
    pub no_progress: u16,
}

impl Rules {
    /// The pieces each side has at the start, and so the most it can have.
    pub const fn men(self) -> u32 {
        self.men_rows as u32 * self.movement.board.half()
    }

    /// Changes the board, and with it the rows of men if they are the usual ones.
    pub fn set_board(&mut self, board: Board) {
        if self.men_rows == self.movement.board.usual_rows() {
            self.men_rows = board.usual_rows();
        }
        self.movement.board = board;
    }

    /// The same rules with another goal.
    pub const fn with_goal(mut self, goal: Goal) -> Rules {
        self.goal = goal;
        self.movement.crown_ends = matches!(goal, Goal::Crown);
        self
    }
}

impl Axes for Rules {
    const AXES: &'static [Axis] = &[
        Axis { name: "board", meaning: "the squares of the side", values: Board::VALUES },
        Axis { name: "corner", meaning: "where the dark corner square lies", values: Corner::VALUES },
        Axis { name: "men-rows", meaning: "the rows of men at the start", values: Values::Number { min: 1, max: 4 } },
        Axis { name: "first", meaning: "who moves first", values: First::VALUES },
        Axis { name: "men-capture", meaning: "where a man may jump", values: MenCapture::VALUES },
        Axis { name: "king-move", meaning: "how far a king moves", values: KingMove::VALUES },
        Axis { name: "king-capture", meaning: "how a king captures", values: KingCapture::VALUES },
        Axis { name: "capture", meaning: "whether one must capture", values: Capture::VALUES },
        Axis { name: "chain", meaning: "whether a capture that can go on must go on", values: Chain::VALUES },
        Axis { name: "choice", meaning: "which of several captures are allowed", values: Choice::VALUES },
        Axis { name: "removal", meaning: "when jumped pieces leave the board", values: Removal::VALUES },
        Axis { name: "promote", meaning: "a man that reaches the last row in mid-capture", values: Promote::VALUES },
        Axis { name: "men-take-kings", meaning: "whether a man may jump a king", values: YES_NO },
        Axis { name: "goal", meaning: "what the players strive for", values: Goal::VALUES },
        Axis { name: "draws", meaning: "which endings are drawn", values: Draws::VALUES },
        Axis {
            name: "no-progress",
            meaning: "plies without a capture or a man's move that make a draw",
            values: Values::Number { min: 2, max: 1000 },
        },
    ];

    fn value(&self, axis: &str) -> String {
        let m = &self.movement;
        match axis {
            "board" => m.board.word().into(),
            "corner" => self.corner.word().into(),
            "men-rows" => self.men_rows.to_string(),
            "first" => self.first.word().into(),
            "men-capture" => m.men_capture.word().into(),
            "king-move" => m.king_move.word().into(),
            "king-capture" => m.king_capture.word().into(),
            "capture" => m.capture.word().into(),
            "chain" => m.chain.word().into(),
            "choice" => m.choice.word().into(),
            "removal" => m.removal.word().into(),
            "promote" => m.promote.word().into(),
            "men-take-kings" => yes_no(m.men_take_kings),
            "goal" => self.goal.word().into(),
            "draws" => self.draws.word().into(),
            "no-progress" => self.no_progress.to_string(),
            _ => String::new(),
        }
    }

    fn set(&mut self, axis: &str, value: &str) {
        fn put<T>(field: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *field = value;
            }
        }
        let m = &mut self.movement;
        match axis {
            "board" => {
                let board = Board::from_word(value).unwrap_or(m.board);
                self.set_board(board);
            }
            "corner" => put(&mut self.corner, Corner::from_word(value)),
            "men-rows" => put(&mut self.men_rows, value.parse().ok()),
            "first" => put(&mut self.first, First::from_word(value)),
            "men-capture" => put(&mut m.men_capture, MenCapture::from_word(value)),
            "king-move" => put(&mut m.king_move, KingMove::from_word(value)),
            "king-capture" => put(&mut m.king_capture, KingCapture::from_word(value)),
            "capture" => put(&mut m.capture, Capture::from_word(value)),
            "chain" => put(&mut m.chain, Chain::from_word(value)),
            "choice" => put(&mut m.choice, Choice::from_word(value)),
            "removal" => put(&mut m.removal, Removal::from_word(value)),
            "promote" => put(&mut m.promote, Promote::from_word(value)),
            "men-take-kings" => m.men_take_kings = value == "yes",
            "goal" => *self = self.with_goal(Goal::from_word(value).unwrap_or(self.goal)),
            "draws" => put(&mut self.draws, Draws::from_word(value)),
            "no-progress" => put(&mut self.no_progress, value.parse().ok()),
            _ => {}
        }
    }

    fn check(&self) -> Result<(), String> {
        let m = &self.movement;
        if 2 * u32::from(self.men_rows) >= m.board.size() {
            return Err(format!("men-rows={} leaves no free row on board={}", self.men_rows, m.board.word()));
        }
        if m.capture == Capture::Huff && m.choice != Choice::Free {
            return Err(format!(
                "capture=huff makes every capture legal, so choice={} has nothing to choose; add choice=free",
                m.choice.word()
            ));
        }
        if m.chain == Chain::May && !matches!(m.choice, Choice::Free | Choice::KingFirst) {
            return Err(format!(
                "choice={} compels the longest capture, so chain=may can stop none; add choice=free or chain=must",
                m.choice.word()
            ));
        }
        Ok(())
    }
}
