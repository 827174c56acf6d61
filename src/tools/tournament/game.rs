//! One game between two engines, refereed by our rules.

use super::adjudicate::{Adjudication, Adjudicator};
use super::control::Clock;
use super::decode;
use super::encode::{Course, Order};
use super::log::Ply;
use super::openings::Opening;
use super::player::{Fault, Player, Trouble};
use super::process::Halt;
use super::spec::EngineSpec;
use crate::engine::any_game::AnyGame;
use crate::games::Side;
use crate::games::notation::{MoveError, Style};
use crate::games::record::SetupError;
use std::time::Duration;

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: String,
    /// The side whose fault it is, if it is one's.
    pub fault: Option<Side>,
    /// The first position.
    pub fen: String,
    /// The moves, those of the opening included.
    pub plies: Vec<Ply>,
}

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// By how much an engine may be late.
    pub margin: Duration,
    /// How long an engine without a clock may think.
    pub patience: Duration,
    /// When games are ended early.
    pub adjudication: Adjudication,
}

/// The engine of one side.
#[derive(Debug)]
pub struct Participant<'a> {
    /// The engine.
    pub player: &'a mut Player,
    /// How it is to play.
    pub spec: &'a EngineSpec,
}

/// A game in progress.
struct Table<'a> {
    seat: Box<dyn AnyGame>,
    course: Course,
    plies: Vec<Ply>,
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    terms: &'a Terms,
}

/// Plays a game between White and Black; `None` if it was ended from outside.
pub fn play(
    seat: Box<dyn AnyGame>,
    opening: &Opening,
    participants: &mut [Participant<'_>; 2],
    terms: &Terms,
    halt: &Halt,
) -> Option<Played> {
    let clock = |participant: &Participant<'_>| participant.spec.control.clock.map(Clock::new);
    let [white, black] = participants;
    let clocks = [clock(white), clock(black)];
    let adjudicator = Adjudicator::new(terms.adjudication);
    let mut table = Table { seat, course: Course::default(), plies: Vec::new(), clocks, adjudicator, terms };
    if let Err(error) = table.open(opening) {
        // Openings are tried when they are read, so this is a draw that never happens.
        return Some(table.over(None, format!("opening: {error}"), None));
    }
    loop {
        if let Some(ending) = table.seat.ending() {
            return Some(table.over(ending.winner, ending.reason.to_string(), None));
        }
        if let Some(verdict) = table.adjudicator.verdict(table.course.moves.len()) {
            return Some(table.over(verdict.winner, verdict.reason.into(), None));
        }
        let side = table.seat.side();
        let [white, black] = participants;
        let participant = if side == Side::White { white } else { black };
        match table.turn(side, participant, halt) {
            Ok(()) => {}
            Err(Trouble::Halted) => return None,
            Err(Trouble::Fault(fault)) => {
                return Some(table.over(Some(side.other()), format!("forfeit: {fault}"), Some(side)));
            }
        }
    }
}

/// An opening that cannot be played.
#[derive(Debug, thiserror::Error)]
enum OpenError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl Table<'_> {
    fn open(&mut self, opening: &Opening) -> Result<(), OpenError> {
        self.course.usual = opening.fen.is_none();
        self.seat.set_position(opening.fen.as_deref(), &[])?;
        self.course.fen = self.seat.fen();
        for text in &opening.moves {
            let written = self.play(text)?;
            self.plies.push(Ply::book(written));
        }
        Ok(())
    }

    /// Plays a move and gives it back in its usual form.
    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let victims = self.seat.copy().play(text, Style::Victims)?;
        let written = self.seat.play(text, Style::Usual)?;
        self.course.victims.push(victims);
        self.course.moves.push(written.clone());
        Ok(written)
    }

    fn turn(&mut self, side: Side, participant: &mut Participant<'_>, halt: &Halt) -> Result<(), Trouble> {
        let control = &participant.spec.control;
        let [white, black] = &self.clocks;
        let clock = if side == Side::White { white } else { black };
        let margin = participant.spec.margin.unwrap_or(self.terms.margin);
        let limits = [clock.map(|clock| clock.left()), control.move_time];
        let allowed = limits.into_iter().flatten().min().map_or(self.terms.patience, |limit| limit + margin);
        let order = Order { control, clocks: self.clocks, side, first: self.seat.first(), allowed };
        let answer = participant.player.choose(&self.course, &order, halt)?;
        let written = self.play(&answer.text).map_err(|error| match error {
            MoveError::Syntax { text, .. } if text != "0000" && text != "0-0" => Fault::Garbled(decode::shown(&text)),
            _ => Fault::Illegal(decode::shown(&answer.text)),
        })?;
        let [white, black] = &mut self.clocks;
        let clock = if side == Side::White { white } else { black };
        if let Some(clock) = clock {
            clock.spend(answer.time);
        }
        self.adjudicator.note(side, answer.score, self.course.moves.len());
        self.plies.push(Ply::played(written, &answer, clock.as_ref()));
        Ok(())
    }

    fn over(self, winner: Option<Side>, reason: String, fault: Option<Side>) -> Played {
        Played { winner, reason, fault, fen: self.course.fen, plies: self.plies }
    }
}
