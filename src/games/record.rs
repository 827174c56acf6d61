//! A game in progress: the positions so far, which repetition needs.

use crate::games::notation::{MoveError, Notation, PositionError};
use crate::games::{Ending, Game, Reason};
use thiserror::Error;

/// Why a position with moves could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A position that cannot be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that cannot be played.
    #[error("{error} (move {number} of {count})")]
    Move {
        /// What is wrong with it.
        error: MoveError,
        /// Its place in the list, from 1.
        number: usize,
        /// The length of the list.
        count: usize,
    },
}

/// A game from its first position on.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    game: G,
    /// The positions, the first and the present included; never empty.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// A record that begins with `position`.
    pub fn new(game: G, position: G::Position) -> Self {
        Record { game, positions: vec![position], moves: Vec::new() }
    }

    /// A record of texts: a position, the game's first without one, and the moves from there. A stone that a move
    /// takes may stand apart, as in `d6 xg7`.
    pub fn from_texts(game: G, fen: Option<&str>, moves: &[&str]) -> Result<Self, SetupError>
    where
        G: Notation,
    {
        let start = match fen {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut record = Record::new(game, start);
        let (mut rest, count) = (moves, moves.len());
        while let [text, tail @ ..] = rest {
            let number = count - tail.len();
            let (mv, tail) = record.next_move(text, tail).map_err(|error| SetupError::Move { error, number, count })?;
            record.play(mv);
            rest = tail;
        }
        Ok(record)
    }

    /// The move that a text means, and the texts after it.
    fn next_move<'a>(&self, text: &str, tail: &'a [&'a str]) -> Result<(G::Move, &'a [&'a str]), MoveError>
    where
        G: Notation,
    {
        let parse = |text: &str| self.game.parse_move(self.position(), text);
        let error = match parse(text) {
            Ok(mv) => return Ok((mv, tail)),
            Err(error) => error,
        };
        if let [next, tail @ ..] = tail
            && next.starts_with(['x', 'X'])
        {
            match parse(&format!("{text}{next}")) {
                Ok(mv) => return Ok((mv, tail)),
                Err(MoveError::Syntax { .. }) => {}
                Err(joined) => return Err(joined),
            }
        }
        Err(error)
    }

    /// The same record of a game that differs in nothing that positions or moves depend on.
    pub fn map_game(mut self, change: impl FnOnce(G) -> G) -> Self {
        self.game = change(self.game);
        self
    }

    /// This record without the positions that cannot come again.
    pub fn without_past(&self) -> Self {
        let back = self.game.reversible_plies(self.position()).min(self.moves.len());
        let from = self.moves.len() - back;
        Record {
            game: self.game.clone(),
            positions: self.positions[from..].to_vec(),
            moves: self.moves[from..].to_vec(),
        }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The present position.
    pub fn position(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, the first one first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let next = self.game.play(self.position(), mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// How often the present position has stood, this time included.
    pub fn repetitions(&self) -> usize {
        let present = self.position();
        let back = self.game.reversible_plies(present);
        self.positions.iter().rev().take(back + 1).filter(|p| *p == present).count()
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.game
            .ending(self.position())
            .or_else(|| (self.repetitions() >= 3).then(|| Ending::draw(Reason::Repetition)))
    }
}
