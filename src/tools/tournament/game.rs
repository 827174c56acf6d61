//! One game between two engines, refereed by this program's rules.

use super::adjudicate::{Adjudication, Adjudicator};
use super::encode::{GoParams, MoveHistory};
use super::engine::{EngineFault, TurnError};
use super::log::LoggedMove;
use super::match_player::MatchPlayer;
use super::openings::Opening;
use super::process::StopFlag;
use super::spec::EngineSpec;
use super::time_control::GameClock;
use crate::engine::any_game::AnyGame;
use crate::games::Side;
use crate::games::notation::{MoveError, clip};
use crate::tables::Wdl;
use crate::tables::lookup::AnyTables;
use std::sync::Arc;
use std::time::Duration;

/// The result of a game and its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOutcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: String,
    /// The side that forfeited the game, if one did.
    pub fault: Option<Side>,
    /// The start position.
    pub fen: String,
    /// The moves, opening moves included.
    pub moves: Vec<LoggedMove>,
}

/// The rules that apply to every game of a match.
#[derive(Clone)]
pub struct MatchRules {
    /// How far an engine may exceed its time.
    pub margin: Duration,
    /// The time limit for a move without a clock or a fixed time.
    pub move_limit: Duration,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
    /// Games whose result these endgame tables know are adjudicated.
    pub tables: Option<Arc<AnyTables>>,
    /// Whether the lines that engines report are logged.
    pub log_pv: bool,
}

/// The engine of one side.
pub struct Participant<'a> {
    /// The running engine.
    pub engine: &'a mut MatchPlayer,
    /// Its settings.
    pub spec: &'a EngineSpec,
}

/// A game in progress.
struct RunningGame<'a> {
    game: Box<dyn AnyGame>,
    history: MoveHistory,
    moves: Vec<LoggedMove>,
    clocks: [Option<GameClock>; 2],
    /// Who made the last move.
    last: Option<Side>,
    adjudicator: Adjudicator,
    rules: &'a MatchRules,
}

/// Plays a game between White and Black; `None` if `stop` ended it.
pub fn play(
    game: Box<dyn AnyGame>,
    opening: &Opening,
    participants: &mut [Participant<'_>; 2],
    rules: &MatchRules,
    stop: &StopFlag,
) -> Option<GameOutcome> {
    let outcome = play_moves(game, opening, participants, rules, stop);
    participants.iter_mut().for_each(|participant| participant.engine.stop_pondering(stop));
    outcome
}

fn play_moves(
    game: Box<dyn AnyGame>,
    opening: &Opening,
    participants: &mut [Participant<'_>; 2],
    rules: &MatchRules,
    stop: &StopFlag,
) -> Option<GameOutcome> {
    let clock = |participant: &Participant<'_>| participant.spec.limits.clock.map(GameClock::new);
    let [white, black] = participants;
    let clocks = [clock(white), clock(black)];
    let adjudicator = Adjudicator::new(rules.adjudication);
    let mut running = RunningGame {
        game,
        history: MoveHistory::default(),
        moves: Vec::new(),
        clocks,
        last: None,
        adjudicator,
        rules,
    };
    if let Err(problem) = running.set_up(opening) {
        // Openings are checked when they are read, so this does not happen.
        return Some(running.end(None, format!("opening: {problem}"), None));
    }
    loop {
        if let Some(ending) = running.game.ending() {
            return Some(running.end(ending.winner, ending.reason.to_string(), None));
        }
        if let Some(winner) = running.winner_by_tables() {
            return Some(running.end(winner, "adjudicated: tables".into(), None));
        }
        if let Some(result) = running.adjudicator.result(running.history.moves.len()) {
            return Some(running.end(result.winner, result.reason.into(), None));
        }
        let side = running.game.side();
        let [white, black] = participants;
        let participant = if side == Side::White { white } else { black };
        match running.turn(side, participant, stop) {
            Ok(()) => {}
            Err(TurnError::Stopped) => return None,
            Err(TurnError::Resigned) => return Some(running.end(Some(side.other()), "resignation".into(), None)),
            Err(TurnError::Fault(fault)) => {
                return Some(running.end(Some(side.other()), format!("forfeit: {fault}"), Some(side)));
            }
        }
    }
}

impl RunningGame<'_> {
    fn set_up(&mut self, opening: &Opening) -> Result<(), String> {
        self.history.is_startpos = opening.fen.is_none();
        self.game.set_position(opening.fen.as_deref(), &[]).map_err(|error| error.to_string())?;
        self.history.start_fen = self.game.fen();
        for text in &opening.moves {
            let side = self.game.side();
            let written = self.history.play(&mut *self.game, text).map_err(|error| error.to_string())?;
            self.log(side, LoggedMove::book(written));
        }
        Ok(())
    }

    /// The winner that tables know, `None` inside for a draw.
    fn winner_by_tables(&self) -> Option<Option<Side>> {
        let verdict = self.game.table_verdict(self.rules.tables.as_deref()?)?;
        let side = self.game.side();
        Some(match verdict.wdl()? {
            Wdl::Win => Some(side),
            Wdl::Draw => None,
            Wdl::Loss => Some(side.other()),
        })
    }

    fn turn(&mut self, side: Side, participant: &mut Participant<'_>, stop: &StopFlag) -> Result<(), TurnError> {
        let limits = &participant.spec.limits;
        let [white, black] = &self.clocks;
        let clock = if side == Side::White { white } else { black };
        let margin = participant.spec.margin.unwrap_or(self.rules.margin);
        let times = [clock.map(|clock| clock.left()), limits.move_time];
        let time_limit = times.into_iter().flatten().min().map_or(self.rules.move_limit, |time| time + margin);
        let params =
            GoParams { limits, clocks: self.clocks, side, first: self.game.first(), time_limit, ponder: false };
        let chosen = participant.engine.choose_move(&self.history, &params, stop)?;
        let written = self.history.play(&mut *self.game, &chosen.text).map_err(|error| match error {
            MoveError::Syntax { text, .. } if text != "0000" && text != "0-0" => EngineFault::Garbled(clip(&text)),
            _ => EngineFault::Illegal(clip(&chosen.text)),
        })?;
        let [white, black] = &mut self.clocks;
        let clock = if side == Side::White { white } else { black };
        if let Some(clock) = clock {
            clock.spend(chosen.time);
        }
        self.adjudicator.add_move(side, chosen.info.score, self.history.moves.len());
        let logged = LoggedMove::played(written, &chosen, clock.as_ref(), self.rules.log_pv);
        self.log(side, logged);
        if participant.spec.ponder
            && let Some(expected) = chosen.expected_reply
        {
            self.ponder(side, &expected, participant);
        }
        Ok(())
    }

    fn log(&mut self, side: Side, ply: LoggedMove) {
        self.moves.push(LoggedMove { again: self.last == Some(side), ..ply });
        self.last = Some(side);
    }

    /// Lets an engine ponder on the reply that it expects, if that is legal and the engine is to move after it.
    fn ponder(&self, side: Side, expected: &str, participant: &mut Participant<'_>) {
        let (mut game, mut history) = (self.game.copy(), self.history.clone());
        let legal = game.ending().is_none() && game.side() != side && history.play(&mut *game, expected).is_ok();
        if legal && game.ending().is_none() && game.side() == side {
            let limits = &participant.spec.limits;
            let (first, time_limit) = (game.first(), Duration::ZERO);
            let params = GoParams { limits, clocks: self.clocks, side, first, time_limit, ponder: true };
            participant.engine.ponder(&history, &params);
        }
    }

    fn end(self, winner: Option<Side>, reason: String, fault: Option<Side>) -> GameOutcome {
        GameOutcome { winner, reason, fault, fen: self.history.start_fen, moves: self.moves }
    }
}
