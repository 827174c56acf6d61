//! An engine of a match, whatever it speaks.

use super::dxp_engine::DxpEngine;
use super::encode::{GoParams, MoveHistory};
use super::engine::{EngineMove, EngineStartError, MatchEngine, TurnError};
use super::process::StopFlag;
use super::spec::{EngineSpec, MatchDialect};
use super::trace::MatchTrace;
use crate::games::catalog::Variant;
use std::time::Duration;

/// A running engine.
pub enum MatchPlayer {
    /// One that speaks UCI, UGI or Hub.
    Lines(Box<MatchEngine>),
    /// One that speaks DXP.
    Dxp(Box<DxpEngine>),
}

impl MatchPlayer {
    /// Starts an engine.
    pub fn start(
        spec: &EngineSpec,
        variant: &Variant,
        start_limit: Duration,
        stop: &StopFlag,
        trace: Option<&MatchTrace>,
    ) -> Result<MatchPlayer, EngineStartError> {
        match spec.dialect {
            MatchDialect::Lines(dialect) => MatchEngine::start(spec, dialect, variant, start_limit, stop, trace)
                .map(|engine| MatchPlayer::Lines(Box::new(engine))),
            MatchDialect::Dxp => DxpEngine::start(spec, variant, start_limit, stop, trace)
                .map(|engine| MatchPlayer::Dxp(Box::new(engine))),
        }
    }

    /// Gets it ready for a game.
    pub fn new_game(&mut self, stop: &StopFlag) -> Result<(), EngineStartError> {
        match self {
            MatchPlayer::Lines(engine) => engine.new_game(stop),
            MatchPlayer::Dxp(engine) => engine.new_game(stop),
        }
    }

    /// Lets it choose a move.
    pub fn choose_move(
        &mut self,
        history: &MoveHistory,
        params: &GoParams<'_>,
        stop: &StopFlag,
    ) -> Result<EngineMove, TurnError> {
        match self {
            MatchPlayer::Lines(engine) => engine.choose_move(history, params, stop),
            MatchPlayer::Dxp(engine) => engine.choose_move(history, params, stop),
        }
    }

    /// Lets it search the position after the move that it expects; DXP has no pondering on command.
    pub fn ponder(&mut self, history: &MoveHistory, params: &GoParams<'_>) {
        if let MatchPlayer::Lines(engine) = self {
            engine.ponder(history, params);
        }
    }

    /// Ends pondering after a game.
    pub fn stop_pondering(&mut self, stop: &StopFlag) {
        if let MatchPlayer::Lines(engine) = self {
            engine.stop_pondering(stop);
        }
    }

    /// The last line it wrote to stderr.
    pub fn last_stderr(&self) -> String {
        match self {
            MatchPlayer::Lines(engine) => engine.last_stderr(),
            MatchPlayer::Dxp(engine) => engine.last_stderr(),
        }
    }

    /// Ends it.
    pub fn quit(self) {
        match self {
            MatchPlayer::Lines(engine) => engine.quit(),
            MatchPlayer::Dxp(engine) => engine.quit(),
        }
    }
}
