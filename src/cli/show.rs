//! `millstone show`: a position for people, or for programs.
//!
//! With `--json` the output is one object:
//!
//! ```text
//! variant      the canonical name of the game
//! fen          the position
//! side         "white" or "black": who is to move
//! plies        moves played since the first position
//! repetitions  how often the position has stood, this time included
//! moves        the legal moves in the order of their squares; a draw rule that has ended the game leaves them in place
//! ending       null, or { winner: "white", "black" or null for a draw, reason: a phrase }
//! ```

use super::error::Error;
use super::layout;
use super::start::Start;
use crate::games::notation::Style;
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

The JSON is an object with variant, fen, side, plies, repetitions, moves (all legal ones) and ending (null while \
the game goes on, else an object with winner, which is null for a draw, and reason).";

/// Draw a position, list its legal moves, and say whether the game is over
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    #[command(flatten)]
    start: Start,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Prints the position.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let game = self.start.any_game()?;
        let view = View {
            variant: self.start.variant.to_string(),
            fen: game.fen(),
            side: word(game.side()),
            plies: game.plies(),
            repetitions: game.repetitions(),
            moves: game.moves(Style::Usual),
            ending: game.ending().map(End::from),
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

/// What there is to see.
#[derive(Serialize)]
struct View {
    variant: String,
    fen: String,
    side: &'static str,
    plies: usize,
    repetitions: usize,
    moves: Vec<String>,
    ending: Option<End>,
    #[serde(skip)]
    diagram: String,
}

#[derive(Serialize)]
struct End {
    winner: Option<&'static str>,
    reason: &'static str,
    #[serde(skip)]
    text: String,
}

impl From<Ending> for End {
    fn from(ending: Ending) -> End {
        End { winner: ending.winner.map(word), reason: ending.reason.text(), text: ending.to_string() }
    }
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

impl View {
    fn print(&self, out: &mut impl Write) -> Result<(), Error> {
        writeln!(out, "{}\n\n{}", self.variant, self.diagram)?;
        writeln!(out, "fen:     {}", self.fen)?;
        writeln!(out, "to move: {}", self.side)?;
        if let Some(ending) = &self.ending {
            writeln!(out, "over:    {}", ending.text)?;
        }
        match self.moves.len() {
            0 => writeln!(out, "moves:   none")?,
            count => write!(out, "moves:   {count}\n{}", layout::columns(&self.moves, layout::width()))?,
        }
        Ok(())
    }
}
