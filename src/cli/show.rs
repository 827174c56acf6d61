//! `millstone show`: a position as text, JSON or SVG.
//!
//! With `--json` the output is one object:
//!
//! ```text
//! variant      the canonical name of the variant
//! fen          the position
//! side         the side to move: "white" or "black"
//! plies        moves played since the start position
//! repetitions  how often the position has occurred, including now
//! moves        the legal moves in the order of their squares, even if a draw rule has ended the game
//! ending       null, or an object with winner ("white", "black" or null for a draw) and reason
//! ```

use super::error::CliError;
use super::layout;
use super::position_args::PositionArgs;
use crate::games::notation::Style;
use crate::games::svg::{self, SvgOptions};
use crate::games::view::MoveView;
use crate::games::{Ending, Side};
use clap::Args;
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  millstone show
  millstone show --variant international --moves \"32-28 19-23 28x19\"
  millstone show --variant russian --fen \"W:WK5,12,13:BK32,20-22\"
  millstone show --variant schmidt-de+king-capture=any --json
  millstone show --variant english --moves \"11-15 22-18\" --svg > board.svg
  millstone show --variant morris --svg --legal --names --flip > board.svg

The JSON is an object with variant, fen, side, plies, repetitions, moves (all legal moves) and ending (null, or an \
object with winner, which is null for a draw, and reason).";

/// Show a position, its legal moves, and whether the game is over
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Print an SVG picture, with the last move marked
    #[arg(long, conflicts_with = "json")]
    svg: bool,

    /// Mark the legal moves in the picture
    #[arg(long, requires = "svg")]
    legal: bool,

    /// Write the number or name of each square in the picture
    #[arg(long, requires = "svg")]
    names: bool,

    /// Draw the picture with Black at the bottom
    #[arg(long, requires = "svg")]
    flip: bool,
}

impl ShowArgs {
    /// Prints the position.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let game = self.position.any_game()?;
        if self.svg {
            let legal = if self.legal { game.legal_moves() } else { Vec::new() };
            let legal: Vec<MoveView> = legal.into_iter().map(|mv| game.view_move(mv, Style::Usual)).collect();
            let bottom = if self.flip { Side::Black } else { Side::White };
            let options = SvgOptions { bottom, names: self.names, ..SvgOptions::default() };
            write!(out, "{}", svg::draw(&game.board(), &game.view(Style::Usual), &legal, options))?;
            return Ok(());
        }
        let view = ShownPosition {
            variant: self.position.variant.to_string(),
            fen: game.fen(),
            side: game.side(),
            plies: game.plies(),
            repetitions: game.repetitions(),
            moves: game.moves(Style::Usual),
            ending: game.ending(),
            diagram: game.diagram(),
        };
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &view)?;
            writeln!(out)?;
        } else {
            view.print(out)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct ShownPosition {
    variant: String,
    fen: String,
    side: Side,
    plies: usize,
    repetitions: usize,
    moves: Vec<String>,
    ending: Option<Ending>,
    #[serde(skip)]
    diagram: String,
}

impl ShownPosition {
    fn print(&self, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "{}\n\n{}", self.variant, self.diagram)?;
        writeln!(out, "fen:     {}", self.fen)?;
        writeln!(out, "to move: {}", self.side.word())?;
        if let Some(ending) = &self.ending {
            writeln!(out, "over:    {ending}")?;
        }
        match self.moves.len() {
            0 => writeln!(out, "moves:   none")?,
            count => write!(out, "moves:   {count}\n{}", layout::columns(&self.moves, layout::width()))?,
        }
        Ok(())
    }
}
