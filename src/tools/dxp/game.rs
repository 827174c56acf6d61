//! One game with a peer. Every wait has a time limit, so no peer can hang it.
//!
//! GAMEEND may be sent by the side to move only, in place of a move, and is answered with GAMEEND. A peer that does not
//! send it when the game is over, or that says nothing more, is sent ours after a while.

use super::board;
use super::connection::{DxpConnection, DxpEvent};
use super::message::{BackCode, DxpMessage, EndReason, MoveFields};
use super::player::DxpPlayer;
use crate::engine::any_game::AnyGame;
use crate::games::Side;
use crate::games::notation::Style;
use crate::search::Clock;
use crate::tools::pdn::GameResult;
use std::io;
use std::time::{Duration, Instant};

/// What was agreed on.
#[derive(Clone, Debug)]
pub struct GameTerms {
    /// Our side.
    pub own: Side,
    /// The name of the peer.
    pub peer: String,
    /// The time of each player for the whole game.
    pub time: Option<Duration>,
    /// The number of moves of each player after which the game is ended.
    pub moves: Option<u16>,
    /// The start position; that of the variant if `None`.
    pub fen: Option<String>,
    /// Whether we want no further game.
    pub last: bool,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves, each with a comment on ours.
    pub moves: Vec<(String, Option<String>)>,
    /// As the two programs agreed on it, or as we saw it.
    pub result: GameResult,
    /// Why it ended.
    pub reason: String,
    /// What comes next.
    pub after: AfterGame,
}

/// Whether there can be another game with the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterGame {
    /// Yes.
    Next,
    /// The peer wants none.
    Stop,
    /// The connection is lost.
    Lost,
}

/// Why and how a game ends.
struct GameEnding {
    result: GameResult,
    reason: String,
    after: AfterGame,
}

impl From<io::Error> for GameEnding {
    fn from(error: io::Error) -> GameEnding {
        let reason = format!("connection lost: {error}");
        GameEnding { result: GameResult::Unfinished, reason, after: AfterGame::Lost }
    }
}

/// How long a peer may take to answer GAMEEND, or to send it when the game is over.
const END_LIMIT: Duration = Duration::from_secs(5);
/// How often a running search is looked at.
const POLL: Duration = Duration::from_millis(2);
/// A peer that sends more messages out of place in a game is disconnected.
const MAX_STRAY: usize = 1000;

struct DxpGame<'a> {
    connection: &'a mut DxpConnection,
    player: &'a mut DxpPlayer,
    game: Box<dyn AnyGame>,
    terms: &'a GameTerms,
    first: Side,
    /// The time left of us and of the peer.
    left: [Option<Duration>; 2],
    moves: Vec<(String, Option<String>)>,
    stray: usize,
    /// Called with notes for the user.
    note: &'a mut dyn FnMut(&str),
}

/// Plays a game that has been agreed on; `game` is at its start position.
pub fn play(
    connection: &mut DxpConnection,
    player: &mut DxpPlayer,
    game: Box<dyn AnyGame>,
    terms: &GameTerms,
    note: &mut dyn FnMut(&str),
) -> PlayedGame {
    player.tools.table.new_game();
    let (first, left) = (game.side(), [terms.time; 2]);
    let mut running = DxpGame { connection, player, game, terms, first, left, moves: Vec::new(), stray: 0, note };
    loop {
        let own = running.game.side() == terms.own;
        let turn = if own { running.own_turn() } else { running.peer_turn() };
        if let Err(GameEnding { result, reason, after }) = turn {
            return PlayedGame { moves: running.moves, result, reason, after };
        }
    }
}

impl DxpGame<'_> {
    fn own_turn(&mut self) -> Result<(), GameEnding> {
        if let Some((reason, result, text)) = self.over() {
            return Err(self.end(reason, result, text));
        }
        let [own_left, _] = self.left;
        if own_left == Some(Duration::ZERO) {
            return Err(self.end(EndReason::Lost, won_by(self.terms.own.other()), "we exceeded the time".into()));
        }
        let mut search = self.player.start(&*self.game, self.clock())?;
        let found = loop {
            if let Some(found) = search.poll() {
                break found;
            }
            match self.connection.receive(Instant::now() + POLL) {
                None => {}
                Some(DxpEvent::Message(DxpMessage::GameEnd { reason, stop })) => {
                    return Err(self.ended_by_peer(reason, stop));
                }
                Some(DxpEvent::Message(DxpMessage::BackRequest { number, side })) => {
                    let back = self.take_back(number, side)?;
                    if back {
                        return Ok(());
                    }
                }
                Some(event) => self.stray(event)?,
            }
        };
        let time = search.started.elapsed();
        let mv = found.legal(&*self.game);
        let fields = mv.and_then(|mv| board::move_fields(&*self.game, mv, time.as_secs_f64().round() as u64));
        let (Some(mv), Some(fields)) = (mv, fields) else {
            return Err(self.end(EndReason::Unknown, GameResult::Unfinished, "internal error: no move".into()));
        };
        self.connection.send(&DxpMessage::Move(fields))?;
        self.moves.push((self.game.move_text(mv, Style::Usual), Some(found.comment)));
        self.game.play_move(mv);
        let [own_left, _] = &mut self.left;
        *own_left = own_left.map(|left| left.saturating_sub(time));
        Ok(())
    }

    fn peer_turn(&mut self) -> Result<(), GameEnding> {
        let over = self.over();
        let [_, peer_left] = self.left;
        let (player, started) = (&self.player, Instant::now());
        let limit = match peer_left {
            _ if over.is_some() => END_LIMIT,
            Some(left) => left + player.grace,
            None => player.idle,
        };
        loop {
            match self.connection.receive(started + limit) {
                Some(DxpEvent::Message(DxpMessage::Move(fields))) if over.is_none() => {
                    return self.peer_move(&fields, started.elapsed());
                }
                Some(DxpEvent::Message(DxpMessage::GameEnd { reason, stop })) => {
                    return Err(self.ended_by_peer(reason, stop));
                }
                Some(DxpEvent::Message(DxpMessage::BackRequest { number, side })) => {
                    let back = self.take_back(number, side)?;
                    if back {
                        return Ok(());
                    }
                }
                Some(event) => self.stray(event)?,
                None => {
                    let own = self.terms.own;
                    let late = || (EndReason::Won, won_by(own), "the peer exceeded its time".into());
                    // It is the peer's turn, and the peer's reason: what it has lost, we have won.
                    let (reason, result, text) = over.map_or_else(late, |(reason, result, text)| {
                        let reason = match reason {
                            EndReason::Lost => EndReason::Won,
                            EndReason::Won => EndReason::Lost,
                            other => other,
                        };
                        (reason, result, text)
                    });
                    return Err(self.end(reason, result, text));
                }
            }
        }
    }

    fn peer_move(&mut self, fields: &MoveFields, time: Duration) -> Result<(), GameEnding> {
        let Some(mv) = board::find_move(&*self.game, fields) else {
            let text = DxpMessage::Move(fields.clone()).encode();
            let reason = format!("illegal move of the peer: `{text}`");
            self.connection.send(&DxpMessage::Chat(format!("illegal move {text}")))?;
            return Err(self.end(EndReason::Won, won_by(self.terms.own), reason));
        };
        self.moves.push((self.game.move_text(mv, Style::Usual), None));
        self.game.play_move(mv);
        let [_, peer_left] = &mut self.left;
        *peer_left = peer_left.map(|left| left.saturating_sub(time));
        Ok(())
    }

    /// Whether the game is over by the rules or the number of moves, for the side to move.
    fn over(&self) -> Option<(EndReason, GameResult, String)> {
        if let Some(ending) = self.game.ending() {
            let result = ending.winner.map_or(GameResult::Draw, won_by);
            let reason = match ending.winner {
                None => EndReason::Draw,
                Some(winner) if winner == self.game.side() => EndReason::Won,
                Some(_) => EndReason::Lost,
            };
            return Some((reason, result, ending.reason.to_string()));
        }
        let reached = self.terms.moves.is_some_and(|moves| self.moves.len() >= 2 * usize::from(moves));
        reached.then(|| (EndReason::Unknown, GameResult::Unfinished, "number of moves reached".into()))
    }

    fn clock(&self) -> Option<Clock> {
        let [own_left, _] = self.left;
        let played = self.moves.len().div_ceil(2) as u32;
        let moves_to_go = self.terms.moves.map(|moves| u32::from(moves).saturating_sub(played).max(1));
        own_left.map(|time| Clock { time, increment: Duration::ZERO, moves_to_go })
    }

    /// Ends the game ourselves and waits for the answer.
    fn end(&mut self, reason: EndReason, result: GameResult, text: String) -> GameEnding {
        let mut ending = GameEnding { result, reason: text, after: AfterGame::Lost };
        let deadline = Instant::now() + END_LIMIT;
        if self.connection.send(&DxpMessage::GameEnd { reason, stop: self.terms.last }).is_err() {
            return ending;
        }
        while let Some(event) = self.connection.receive(deadline) {
            match event {
                DxpEvent::Message(DxpMessage::GameEnd { stop, .. }) => {
                    ending.after = if stop { AfterGame::Stop } else { AfterGame::Next };
                    break;
                }
                event => {
                    if self.stray(event).is_err() {
                        break;
                    }
                }
            }
        }
        ending
    }

    /// Answers GAMEEND. The rules decide who has won; the peer's reason counts only where they do not, and only as far
    /// as it is no claim to have won.
    fn ended_by_peer(&mut self, reason: EndReason, stop: bool) -> GameEnding {
        let (result, text) = match (self.over(), reason) {
            (Some((_, result, text)), _) => (result, text),
            (None, EndReason::Lost) => (won_by(self.terms.own), "the peer resigns".into()),
            (None, EndReason::Draw) => (GameResult::Draw, "draw claimed by the peer".into()),
            (None, EndReason::Won) => (GameResult::Unfinished, "win claimed by the peer".into()),
            (None, EndReason::Unknown) => (GameResult::Unfinished, "ended by the peer".into()),
        };
        let answer = DxpMessage::GameEnd { reason: EndReason::Unknown, stop: self.terms.last };
        let after = match self.connection.send(&answer) {
            Err(_) => AfterGame::Lost,
            Ok(()) if stop => AfterGame::Stop,
            Ok(()) => AfterGame::Next,
        };
        GameEnding { result, reason: text, after }
    }

    /// Goes back to an earlier position, if that is allowed and there is one; says whether it did.
    fn take_back(&mut self, number: u16, side: Side) -> Result<bool, GameEnding> {
        let ply = usize::from(number).checked_sub(1).map(|number| 2 * number + usize::from(side != self.first));
        let ply = ply.filter(|ply| self.player.takeback && *ply <= self.moves.len());
        let back = ply.is_some_and(|ply| {
            let moves: Vec<&str> = self.moves.iter().take(ply).map(|(text, _)| text.as_str()).collect();
            let set_up = self.game.set_position(self.terms.fen.as_deref(), &moves).is_ok();
            if set_up {
                self.moves.truncate(ply);
            }
            set_up
        });
        self.connection.send(&DxpMessage::BackAccept(if back { BackCode::Yes } else { BackCode::No }))?;
        Ok(back)
    }

    /// A message that does not change the game.
    fn stray(&mut self, event: DxpEvent) -> Result<(), GameEnding> {
        self.stray += 1;
        let lost =
            |reason: &str| GameEnding { result: GameResult::Unfinished, reason: reason.into(), after: AfterGame::Lost };
        match event {
            DxpEvent::Closed => return Err(lost("connection closed by the peer")),
            _ if self.stray > MAX_STRAY => return Err(lost("too many messages out of place")),
            DxpEvent::Message(DxpMessage::Chat(text)) => (self.note)(&format!("{}: {text}", self.terms.peer)),
            DxpEvent::Message(message) => (self.note)(&format!("ignored out of place: `{}`", message.encode())),
            DxpEvent::Garbage(error) => (self.note)(&format!("ignored: {error}")),
        }
        Ok(())
    }
}

fn won_by(side: Side) -> GameResult {
    if side == Side::White { GameResult::White } else { GameResult::Black }
}
