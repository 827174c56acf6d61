//! What a search needs to know of a game, and nothing else.
//!
//! A game is a value (its rule set); a position is an immutable value of its own, and a move gives the
//! next one. Move lists are appended to one growing `Vec` that serves as a stack for a whole tree walk,
//! so that nothing is allocated or zeroed per node.
//!
//! Two things differ from chess-like engines. The side to move does not always alternate (an extra turn,
//! a huff): a walker must ask [`Game::side`] and must not assume. And a finished game is a position without
//! moves: [`Game::finish`] then says who won and why.

use std::fmt;
use std::hash::Hash;

/// One of the two players. White sits at the bottom of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player at the bottom.
    White,
    /// The player at the top.
    Black,
}

impl Side {
    /// The other player.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The letter that stands for the side in position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }

    /// The side in lower case, as in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    /// Reads the letter of a side, in either case.
    pub fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'W' | 'w' => Some(Side::White),
            'B' | 'b' => Some(Side::Black),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move has no pieces left.
    NoPieces,
    /// The side to move has pieces, but none can move.
    Blocked,
    /// A side has fewer stones left than a mill needs.
    TooFewStones,
    /// A man was crowned where that wins the game.
    Crowned,
    /// A mill was closed where that wins the game.
    MillClosed,
    /// The wolf got behind every sheep.
    WolfEscaped,
    /// The wolf cannot move.
    WolfCaught,
    /// The same position with the same side to move for the third time.
    Repetition,
    /// Too many plies without progress.
    NoProgress,
    /// An ending that the rules call drawn, at once or after a number of plies.
    DrawnEnding,
}

impl Reason {
    /// One word, stable for programs: `query reason` and all JSON use it.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::NoPieces => "no-pieces-left",
            Reason::Blocked => "no-legal-move",
            Reason::TooFewStones => "fewer-than-three-stones-left",
            Reason::Crowned => "a-man-was-crowned",
            Reason::MillClosed => "a-mill-was-closed",
            Reason::WolfEscaped => "the-wolf-is-behind-the-sheep",
            Reason::WolfCaught => "the-wolf-is-caught",
            Reason::Repetition => "third-repetition",
            Reason::NoProgress => "no-progress",
            Reason::DrawnEnding => "drawn-ending",
        }
    }
}

/// The word as a phrase for people.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word().replace('-', " "))
    }
}

/// How a game ended: the winner, or none for a draw, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Ending {
    /// A win for `side`.
    pub const fn win(side: Side, reason: Reason) -> Ending {
        Ending { winner: Some(side), reason }
    }

    /// Nobody wins.
    pub const fn draw(reason: Reason) -> Ending {
        Ending { winner: None, reason }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

/// A move that fits a word, so that code that does not know the game can pass it on.
pub trait Packed: Sized {
    /// The move as a word.
    fn pack(self) -> u64;
    /// The move of a word that [`Packed::pack`] gave.
    fn unpack(word: u64) -> Self;
}

/// The rules of one game.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position, with all that decides its future: pieces, side to move, rights, counters.
    ///
    /// Equality and hash leave the draw counters out: two equal positions have the same moves.
    type Position: Clone + Eq + Hash + Send + Sync + fmt::Debug;
    /// A whole move: all jumps of a capture, the stone that a mill takes.
    type Move: Copy + Eq + Send + Sync + fmt::Debug + Packed;

    /// Whether the side to move changes with every move. A constant, so that alternating games pay nothing.
    const ALTERNATES: bool;

    /// The same game with a generator that asks for each rule when it needs it, if its own was compiled for its rules: as right,
    /// and slower.
    fn at_run_time(self) -> Self {
        self
    }

    /// The position a game begins with.
    fn start(&self) -> Self::Position;

    /// Who chooses the next move.
    fn side(&self, position: &Self::Position) -> Side;

    /// Appends every legal move to `out`, none of them twice. A finished game has none.
    ///
    /// Draw rules do not end the list: they are asked for by [`Game::draw`].
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The number of legal moves. `scratch` is left as it was.
    fn count(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> u64 {
        let base = scratch.len();
        self.moves(position, scratch);
        let count = (scratch.len() - base) as u64;
        scratch.truncate(base);
        count
    }

    /// The number of ways to play two plies: where perft spends its time. `scratch` is left as it was.
    fn count_twice(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> u64 {
        count_twice(self, position, scratch)
    }

    /// Whether there is no legal move. `scratch` is left as it was.
    // Kept apart from `count`, which is inlined where it counts leaves.
    #[inline(never)]
    fn is_finished(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> bool {
        self.count(position, scratch) == 0
    }

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// A 64-bit key of all that equality compares, kept up move by move.
    fn key(&self, position: &Self::Position) -> u64;

    /// The same key computed from the whole position.
    fn key_from_scratch(&self, position: &Self::Position) -> u64;

    /// The least key of all positions that are the same but for turning or mirroring the board, or for the colours:
    /// what is true of one of them holds for all.
    fn symmetric_key(&self, position: &Self::Position) -> u64;

    /// Who won a position that has no legal move, and why.
    fn finish(&self, position: &Self::Position) -> Ending;

    /// Whether the position by itself is a draw (drawn endings, no progress). Repetition needs the
    /// [`crate::games::record::Record`] of the game.
    fn draw(&self, position: &Self::Position) -> Option<Ending>;

    /// For how many plies back every move could be undone: no earlier position can come again.
    fn reversible_plies(&self, position: &Self::Position) -> usize;

    /// How the game ended, if it has, as far as the position alone can tell.
    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        if self.is_finished(position, &mut Vec::new()) { Some(self.finish(position)) } else { self.draw(position) }
    }
}

/// Counts the positions after two plies, one move at a time.
pub(crate) fn count_twice<G: Game>(game: &G, position: &G::Position, stack: &mut Vec<G::Move>) -> u64 {
    let base = stack.len();
    game.moves(position, stack);
    let mut total = 0;
    for at in base..stack.len() {
        total += game.count(&game.play(position, stack[at]), stack);
    }
    stack.truncate(base);
    total
}

/// How a leaf of the search is to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The game is over.
    Finished,
    /// The evaluation can be trusted; the moves that the game hands out may do better.
    Quiet,
    /// The evaluation means nothing before one of the moves handed out, which are all there are, is played.
    Forced,
}
