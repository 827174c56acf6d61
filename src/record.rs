//! A game in progress: the positions so far, which repetition needs.

use crate::game::{Ending, Game, Reason};

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
