//! The axes of draughts: every question in which two draughts games differ, and every answer.
//!
//! [`Movement`] holds the axes that the generator asks in its inner loops; [`Rules`] adds those that are
//! asked once a game or once a node. The split lets games that move alike share one compiled generator.

use crate::games::Side;
use crate::games::axis::{Axes, Axis, AxisValues, YES_NO, axis_words, number, put, same, yes, yes_no};

axis_words! {
    /// The size of the board.
    Board {
        Eight = "8": "8×8, 32 dark squares",
        Ten = "10": "10×10, 50 dark squares",
        Full = "64": "8×8, all 64 squares, along rows and columns; the row behind each player's men is free at the start",
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
        Forward = "forward": "a man jumps forward only, or sideways along a row",
        All = "all": "a man jumps backwards too",
    }
}
axis_words! {
    /// Along which lines pieces capture.
    CaptureLines {
        Moves = "moves": "those along which pieces move",
        All = "all": "rows and columns too, over the next dark square to the one behind it",
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
        May = "may": "everything is legal, and nothing is punished",
        Huff = "huff": "everything is legal, and the opponent removes a piece that failed to capture",
    }
}
axis_words! {
    /// Whether a piece at fault may stay, where huffing is played.
    Huff {
        May = "may": "the opponent may remove a piece at fault before moving, or let it stand",
        Must = "must": "the opponent has to remove a piece at fault before moving",
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
        LoseAll = "lose-all": "a side without pieces wins when its turn comes; a side that is blocked loses",
        Crown = "crown": "the first to crown a man wins; without a legal move one loses",
    }
}
axis_words! {
    /// Which endings the rules call drawn, beyond repetition and the no-progress limit.
    Draws {
        Plain = "plain": "none",
        Sheet = "sheet": "one king each and no capture at hand, unless one plays to lose",
        Fmjd = "fmjd": "a lone king against three pieces with a king: 16 moves each; against two or one: 5",
        Russian = "russian": "kings on both sides and no capture or crowning: 5 moves each with 2 or 3 pieces on the board, 30 with 4 or 5, 60 with 6 or 7; a lone king against three pieces, once on the main road: 5",
        Brazilian = "brazilian": "a lone king against at most a king and another piece, or against three pieces with a king, once on the main road: 5 moves each",
        Pool = "pool": "a lone king against three kings: 13 moves each",
        Turkish = "turkish": "one piece each and no capture at hand, unless one plays to lose",
        Frisian = "frisian": "a lone king against two kings: 7 moves each; against one: 2",
    }
}
axis_words! {
    /// Who moves first.
    First {
        White = "white": "White, at the bottom",
        Black = "black": "Black, at the top",
    }
}

impl Draws {
    /// Whether the endings are drawn as soon as they come up, if no capture is at hand.
    pub const fn at_once(self) -> bool {
        matches!(self, Draws::Sheet | Draws::Turkish)
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
    /// Along which lines pieces capture.
    pub capture_lines: CaptureLines,
    /// How far kings move.
    pub king_move: KingMove,
    /// How kings capture.
    pub king_capture: KingCapture,
    /// Whether capture is compulsory.
    pub capture: Capture,
    /// Whether a capture must go on.
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
    /// Whether a piece may turn by 180° between two jumps.
    pub turn_back: bool,
    /// How many quiet moves in a row a side with men may make with the same king, or [`NO_KING_LIMIT`].
    pub king_limit: u8,
}

/// A king may make any number of quiet moves.
pub const NO_KING_LIMIT: u8 = 0;
/// The smallest and the largest limit of a king's quiet moves.
const KING_LIMIT: (u16, u16) = (1, 3);

impl Movement {
    /// Whether two ways of moving are the same. A constant function, unlike `==`.
    pub const fn is(self, other: Movement) -> bool {
        self.board as u8 == other.board as u8
            && self.men_capture as u8 == other.men_capture as u8
            && self.capture_lines as u8 == other.capture_lines as u8
            && self.king_move as u8 == other.king_move as u8
            && self.king_capture as u8 == other.king_capture as u8
            && self.capture as u8 == other.capture as u8
            && self.chain as u8 == other.chain as u8
            && self.choice as u8 == other.choice as u8
            && self.removal as u8 == other.removal as u8
            && self.promote as u8 == other.promote as u8
            && self.men_take_kings == other.men_take_kings
            && self.crown_ends == other.crown_ends
            && self.turn_back == other.turn_back
            && self.king_limit == other.king_limit
    }

    /// Whether pieces capture along rows and columns.
    #[inline(always)]
    pub const fn captures_straight(self) -> bool {
        matches!(self.capture_lines, CaptureLines::All) || self.board.is_full()
    }

    /// Whether a king's quiet moves in a row are counted.
    #[inline(always)]
    pub const fn limits_kings(self) -> bool {
        self.king_limit != NO_KING_LIMIT
    }

    /// Whether huffing is played: a side may then move twice in a row, since a huff is a ply of its own.
    #[inline(always)]
    pub const fn huffs(self) -> bool {
        matches!(self.capture, Capture::Huff)
    }

    /// Whether only captures are legal where there is one.
    #[inline(always)]
    pub const fn must_capture(self) -> bool {
        matches!(self.capture, Capture::Must)
    }

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
    /// Whether a piece at fault has to be removed, where huffing is played.
    pub huff: Huff,
    /// What wins.
    pub goal: Goal,
    /// The drawn endings.
    pub draws: Draws,
    /// Plies without a capture or a man's move that make a draw, or [`NEVER`].
    pub no_progress: u32,
}

/// No number of plies without progress makes a draw.
pub const NEVER: u32 = u32::MAX;
/// The smallest and the largest limit of plies without progress.
const NO_PROGRESS: (u16, u16) = (2, 1000);

impl Rules {
    /// The pieces each side has at the start, and so the most it can have.
    pub const fn men(self) -> u32 {
        self.men_rows as u32 * self.movement.board.width()
    }

    /// Whether one plays to lose.
    #[inline(always)]
    pub const fn plays_to_lose(self) -> bool {
        matches!(self.goal, Goal::Lose | Goal::LoseAll)
    }

    /// The rules that the table of games starts from: each axis at its most common value.
    pub const COMMON: Rules = Rules {
        movement: Movement {
            board: Board::Eight,
            men_capture: MenCapture::Forward,
            capture_lines: CaptureLines::Moves,
            king_move: KingMove::Long,
            king_capture: KingCapture::Any,
            capture: Capture::Must,
            chain: Chain::Must,
            choice: Choice::Free,
            removal: Removal::End,
            promote: Promote::Stop,
            men_take_kings: true,
            crown_ends: false,
            turn_back: true,
            king_limit: NO_KING_LIMIT,
        },
        corner: Corner::Left,
        men_rows: 3,
        first: First::White,
        huff: Huff::May,
        goal: Goal::Win,
        draws: Draws::Plain,
        no_progress: 80,
    };

    /// The same rules with another value of an axis; `None` if there is no such axis or value.
    ///
    /// Another board brings its usual rows of men, if they were the usual ones.
    pub const fn with(mut self, axis: &str, value: &str) -> Option<Rules> {
        if same(axis, "board") {
            let usual = self.men_rows == self.movement.board.usual_rows();
            put!(self.movement.board, Board::from_word(value));
            if usual {
                self.men_rows = self.movement.board.usual_rows();
            }
        } else if same(axis, "corner") {
            put!(self.corner, Corner::from_word(value));
        } else if same(axis, "men-rows") {
            put!(self.men_rows, number(value));
        } else if same(axis, "first") {
            put!(self.first, First::from_word(value));
        } else if same(axis, "men-capture") {
            put!(self.movement.men_capture, MenCapture::from_word(value));
        } else if same(axis, "capture-lines") {
            put!(self.movement.capture_lines, CaptureLines::from_word(value));
        } else if same(axis, "king-move") {
            put!(self.movement.king_move, KingMove::from_word(value));
        } else if same(axis, "king-limit") {
            match number(value) {
                Some(moves) => self.movement.king_limit = moves as u8,
                None if same(value, "never") => self.movement.king_limit = NO_KING_LIMIT,
                None => return None,
            }
        } else if same(axis, "king-capture") {
            put!(self.movement.king_capture, KingCapture::from_word(value));
        } else if same(axis, "capture") {
            put!(self.movement.capture, Capture::from_word(value));
        } else if same(axis, "huff") {
            put!(self.huff, Huff::from_word(value));
        } else if same(axis, "chain") {
            put!(self.movement.chain, Chain::from_word(value));
        } else if same(axis, "choice") {
            put!(self.movement.choice, Choice::from_word(value));
        } else if same(axis, "removal") {
            put!(self.movement.removal, Removal::from_word(value));
        } else if same(axis, "turn-back") {
            put!(self.movement.turn_back, yes(value));
        } else if same(axis, "promote") {
            put!(self.movement.promote, Promote::from_word(value));
        } else if same(axis, "men-take-kings") {
            put!(self.movement.men_take_kings, yes(value));
        } else if same(axis, "goal") {
            put!(self.goal, Goal::from_word(value));
            self.movement.crown_ends = matches!(self.goal, Goal::Crown);
        } else if same(axis, "draws") {
            put!(self.draws, Draws::from_word(value));
        } else if same(axis, "no-progress") {
            match number(value) {
                Some(plies) => self.no_progress = plies as u32,
                None if same(value, "never") => self.no_progress = NEVER,
                None => return None,
            }
        } else {
            return None;
        }
        Some(self)
    }
}

impl Axes for Rules {
    const AXES: &'static [Axis] = &[
        Axis { name: "board", meaning: "the squares of the side", values: Board::VALUES },
        Axis { name: "corner", meaning: "where the dark corner square lies", values: Corner::VALUES },
        Axis {
            name: "men-rows",
            meaning: "the rows of men at the start",
            values: AxisValues::Number { min: 1, max: 4, words: &[] },
        },
        Axis { name: "first", meaning: "who moves first", values: First::VALUES },
        Axis { name: "men-capture", meaning: "where a man may jump", values: MenCapture::VALUES },
        Axis { name: "capture-lines", meaning: "along which lines pieces capture", values: CaptureLines::VALUES },
        Axis { name: "king-move", meaning: "how far a king moves", values: KingMove::VALUES },
        Axis {
            name: "king-limit",
            meaning: "quiet moves in a row that a side with men may make with the same king",
            values: AxisValues::Number {
                min: KING_LIMIT.0,
                max: KING_LIMIT.1,
                words: &[("never", "there is no such limit")],
            },
        },
        Axis { name: "king-capture", meaning: "how a king captures", values: KingCapture::VALUES },
        Axis { name: "capture", meaning: "whether one must capture", values: Capture::VALUES },
        Axis {
            name: "huff",
            meaning: "whether a piece at fault has to be removed (capture=huff)",
            values: Huff::VALUES,
        },
        Axis { name: "chain", meaning: "whether a capture that can go on must go on", values: Chain::VALUES },
        Axis { name: "choice", meaning: "which of several captures are allowed", values: Choice::VALUES },
        Axis { name: "removal", meaning: "when jumped pieces leave the board", values: Removal::VALUES },
        Axis {
            name: "turn-back",
            meaning: "whether a king may turn by 180° between two jumps (removal=now)",
            values: YES_NO,
        },
        Axis { name: "promote", meaning: "a man that reaches the last row in mid-capture", values: Promote::VALUES },
        Axis { name: "men-take-kings", meaning: "whether a man may jump a king", values: YES_NO },
        Axis { name: "goal", meaning: "what the players strive for", values: Goal::VALUES },
        Axis { name: "draws", meaning: "which endings are drawn", values: Draws::VALUES },
        Axis {
            name: "no-progress",
            meaning: "plies without a capture or a man's move that make a draw",
            values: AxisValues::Number {
                min: NO_PROGRESS.0,
                max: NO_PROGRESS.1,
                words: &[("never", "there is no such limit")],
            },
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
            "capture-lines" => m.capture_lines.word().into(),
            "king-move" => m.king_move.word().into(),
            "king-limit" if m.king_limit == NO_KING_LIMIT => "never".into(),
            "king-limit" => m.king_limit.to_string(),
            "king-capture" => m.king_capture.word().into(),
            "capture" => m.capture.word().into(),
            "huff" => self.huff.word().into(),
            "chain" => m.chain.word().into(),
            "choice" => m.choice.word().into(),
            "removal" => m.removal.word().into(),
            "turn-back" => yes_no(m.turn_back),
            "promote" => m.promote.word().into(),
            "men-take-kings" => yes_no(m.men_take_kings),
            "goal" => self.goal.word().into(),
            "draws" => self.draws.word().into(),
            "no-progress" if self.no_progress == NEVER => "never".into(),
            "no-progress" => self.no_progress.to_string(),
            _ => String::new(),
        }
    }

    fn with(self, axis: &str, value: &str) -> Option<Rules> {
        Rules::with(self, axis, value)
    }

    fn check(&self) -> Result<(), String> {
        let m = &self.movement;
        if m.board.is_full() && self.corner != Corner::Left {
            return Err(
                "corner=right tells which squares are dark, but on board=64 all are played on; add corner=left".into(),
            );
        }
        if m.board.is_full() && m.capture_lines != CaptureLines::Moves {
            return Err(
                "capture-lines=all adds rows and columns to diagonals, of which board=64 has none; add capture-lines=moves"
                    .into(),
            );
        }
        if 2 * (u32::from(self.men_rows) + m.board.free_rows()) >= m.board.size() {
            return Err(format!("men-rows={} leaves no free row on board={}", self.men_rows, m.board.word()));
        }
        if m.huffs() && m.choice != Choice::Free {
            return Err(format!(
                "capture=huff makes every capture legal, so choice={} has nothing to choose; add choice=free",
                m.choice.word()
            ));
        }
        Ok(())
    }
}
