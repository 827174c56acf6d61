//! Boards, positions and moves as data: what a front-end draws and offers without knowing a rule. `protocol.md` documents
//! their JSON.
//!
//! Squares and points go by the names that moves and positions are written with: numbers on the draughts boards, letter and
//! digit on the morris board.

use crate::games::notation::Notation;
use crate::games::{Ending, Side};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What the pieces stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardKind {
    /// Squares: the dark ones of a chequered board, or all of them.
    Squares,
    /// Points joined by lines.
    Points,
}

/// The board of a game, drawn with White at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardView {
    /// What the pieces stand on.
    pub kind: BoardKind,
    /// Rows of the drawing.
    pub rows: u32,
    /// Columns of the drawing.
    pub columns: u32,
    /// Where the dark corner square lies for each player, `left` or `right`; only where the dark squares alone are played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark_corner: Option<&'static str>,
    /// Who sits at the bottom of the drawing.
    pub bottom: Side,
    /// Who sits at the top.
    pub top: Side,
    /// The squares or points, row by row from the top.
    pub squares: Vec<SquareView>,
    /// The lines of three points that can become a mill.
    pub lines: Vec<[String; 3]>,
}

/// A square or point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareView {
    /// Its name in moves and positions.
    pub name: String,
    /// Its number, where squares have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Its letter and digit, where squares have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<String>,
    /// Its row in the drawing, 0 at the top.
    pub row: u32,
    /// Its column in the drawing, 0 at the left.
    pub column: u32,
    /// The squares one step away.
    pub neighbours: Vec<String>,
    /// The side whose men are crowned here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crowns: Option<Side>,
}

/// How to draw a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// A man of draughts.
    Man,
    /// A king of draughts.
    King,
    /// A stone of morris.
    Stone,
    /// A sheep.
    Sheep,
    /// The wolf.
    Wolf,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// Where it stands.
    #[serde(skip)]
    pub square: String,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

/// A value for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// Plies counted towards a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawCounter {
    /// The plies so far.
    pub plies: u32,
    /// The plies that make a draw.
    pub limit: u32,
}

/// What stands where, and what counts towards a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionView {
    /// The pieces, by square.
    #[serde(serialize_with = "by_square")]
    pub pieces: Vec<PieceView>,
    /// The stones in hand; only in games that place them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<BySide<u32>>,
    /// The pieces that the side to move may huff.
    pub huffable: Vec<String>,
    /// Plies without progress, where the game limits them.
    pub no_progress: Option<DrawCounter>,
    /// Plies in an ending that is drawn after a number of them.
    pub drawn_ending: Option<DrawCounter>,
    /// The quiet moves in a row that each side has made with a king, where the game limits them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub king_moves: Option<KingMovesView>,
}

/// A limit of the quiet moves in a row that a side with men may make with the same king, and how many it has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KingMovesView {
    /// So many are allowed.
    pub limit: u32,
    /// White's king, if White has moved one last.
    pub white: Option<KingRunView>,
    /// Black's.
    pub black: Option<KingRunView>,
}

/// A king, and how many quiet moves in a row its side has made with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KingRunView {
    /// Where it stands.
    pub square: String,
    /// Quiet moves it has made in a row.
    pub moves: u32,
}

/// Pieces as an object with a member for each square.
fn by_square<S: Serializer>(pieces: &[PieceView], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pieces.iter().map(|piece| (&piece.square, piece)))
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A piece moves and takes nothing.
    Step,
    /// A piece jumps others.
    Capture,
    /// A piece that failed to capture is removed; the same side moves next.
    Huff,
    /// A stone is placed and closes no mill.
    Place,
    /// A stone closes a mill, placed or moved.
    Mill,
    /// The wolf is placed.
    WolfPlacement,
}

/// A move by its squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveShape {
    /// What it does.
    pub kind: MoveKind,
    /// The square that the piece leaves; none if it comes from the hand, or in a huff.
    pub from: Option<String>,
    /// The squares that the piece visits, in order: `from` if there is one, every landing square of a capture, and `to`.
    pub path: Vec<String>,
    /// Where the piece arrives; in a huff, the square of the piece that is removed.
    pub to: String,
    /// The squares of the captured, taken or huffed pieces, in the order of the path.
    pub captured: Vec<String>,
    /// Whether a man is crowned.
    pub crowns: bool,
    /// The other ways to make the same capture, as paths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_paths: Vec<Vec<String>>,
    /// The mills that it closes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mills: Vec<[String; 3]>,
}

/// A legal move, or the last one played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// The move as text.
    pub text: String,
    /// Who makes it.
    pub side: Side,
    /// Its squares.
    #[serde(flatten)]
    pub shape: MoveShape,
    /// Whose turn comes next.
    pub next: Side,
}

/// A game in progress.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// The position as text.
    pub fen: String,
    /// Who is to move.
    pub side: Side,
    /// Who begins a game.
    pub first: Side,
    /// What stands where.
    #[serde(flatten)]
    pub position: PositionView,
    /// How often the position has occurred, this time included.
    pub repetitions: usize,
    /// The position that the moves were played from.
    pub start: String,
    /// The moves played, as texts.
    pub played: Vec<String>,
    /// The last of them.
    pub last: Option<MoveView>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

/// A game that can be drawn.
pub trait View: Notation {
    /// The squares or points to draw, whatever stands on them.
    fn board(&self) -> BoardView;

    /// What stands where in a position.
    fn view_position(&self, position: &Self::Position) -> PositionView;

    /// The squares of a legal move.
    fn view_move(&self, position: &Self::Position, mv: Self::Move) -> MoveShape;
}

/// Lower case, as in all JSON of the program.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// An object with `winner` (null for a draw) and `reason`, a word.
impl Serialize for Ending {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("winner", &self.winner)?;
        map.serialize_entry("reason", self.reason.word())?;
        map.end()
    }
}
