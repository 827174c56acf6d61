//! The two roles: a follower waits for games, an initiator asks for them.

use super::board;
use super::connection::{DxpConnection, DxpEvent};
use super::game::{self, AfterGame, GameTerms, PlayedGame};
use super::message::{AcceptCode, DxpMessage, GameRequest, MessageError};
use super::player::DxpPlayer;
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::draughts::rules::Rules;
use std::net::TcpListener;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a session tells its user.
pub trait DxpObserver {
    /// A game begins.
    fn begins(&mut self, terms: &GameTerms);
    /// A game has ended; an error ends the session.
    fn ended(&mut self, terms: &GameTerms, game: &PlayedGame) -> std::io::Result<()>;
    /// A note: a chat message, a refused request, a lost connection.
    fn note(&mut self, text: &str);
}

/// Why a session cannot go on.
#[derive(Debug, Error)]
pub enum SessionError {
    /// Not a game of DXP.
    #[error("DXP is for draughts on 10×10 without huffing, not for {0}")]
    Variant(String),
    /// No connection.
    #[error("cannot connect to {address}: {error}")]
    Connect {
        /// Host and port, as given.
        address: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The network fails, or the games cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The peer does not answer a request for a game.
    #[error("no GAMEACC from the peer: {0}")]
    NoAnswer(String),
    /// The peer does not want to play.
    #[error("{peer} refuses the game ({why})")]
    Refused {
        /// Its name.
        peer: String,
        /// Its reason.
        why: &'static str,
    },
    /// The connection was lost in a game.
    #[error("{0}")]
    Lost(String),
}

/// A session with one peer after another.
pub struct DxpSession<'a> {
    variant: Variant,
    rules: Rules,
    player: DxpPlayer,
    observer: &'a mut dyn DxpObserver,
}

/// What an initiator asks for.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The number of games.
    pub games: usize,
    /// The start position as a FEN; the variant's own if `None`.
    pub fen: Option<String>,
    /// Our side in the first game.
    pub side: Side,
    /// Whether the sides are exchanged after each game.
    pub alternate: bool,
    /// The time of each player in minutes; 0 for no clock.
    pub minutes: u16,
    /// The number of moves; 0 for no limit.
    pub moves: u16,
}

/// How long a follower may take to answer GAMEREQ, at most.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);
/// A peer that sends more messages out of place between games is disconnected.
const MAX_STRAY: usize = 1000;

impl<'a> DxpSession<'a> {
    /// A session; an error if the variant cannot be played over DXP.
    pub fn new(
        variant: Variant,
        player: DxpPlayer,
        observer: &'a mut dyn DxpObserver,
    ) -> Result<DxpSession<'a>, SessionError> {
        let rules = board::rules(&variant).ok_or_else(|| SessionError::Variant(variant.to_string()))?;
        Ok(DxpSession { variant, rules, player, observer })
    }

    /// Plays with whoever connects, until `games` are played.
    pub fn follow(&mut self, listener: &TcpListener, games: Option<usize>) -> Result<(), SessionError> {
        let mut played = 0;
        while games.is_none_or(|games| played < games) {
            let (stream, address) = listener.accept()?;
            match DxpConnection::new(stream) {
                Ok(mut connection) => self.serve(&mut connection, games, &mut played)?,
                Err(error) => self.observer.note(&format!("{address}: {error}")),
            }
        }
        Ok(())
    }

    /// Plays with one initiator until it leaves.
    fn serve(
        &mut self,
        connection: &mut DxpConnection,
        games: Option<usize>,
        played: &mut usize,
    ) -> Result<(), SessionError> {
        let mut stray = 0;
        while games.is_none_or(|games| *played < games) && stray < MAX_STRAY {
            let Some(event) = connection.receive(Instant::now() + self.player.idle) else {
                self.observer.note("nothing from the peer; disconnected");
                break;
            };
            match event {
                DxpEvent::Closed => break,
                DxpEvent::Message(DxpMessage::GameRequest(request)) => {
                    let last = games.is_some_and(|games| *played + 1 >= games);
                    let after = self.requested(connection, request, last, played)?;
                    if after != AfterGame::Next {
                        break;
                    }
                }
                DxpEvent::Garbage(error @ MessageError::Version(_)) => {
                    self.observer.note(&error.to_string());
                    if self.answer(connection, AcceptCode::Version).is_err() {
                        break;
                    }
                }
                DxpEvent::Message(DxpMessage::GameEnd { stop: true, .. }) => break,
                event => {
                    stray += 1;
                    self.stray(event);
                }
            }
        }
        Ok(())
    }

    fn answer(&self, connection: &mut DxpConnection, code: AcceptCode) -> std::io::Result<()> {
        connection.send(&DxpMessage::GameAccept { name: self.player.name.clone(), code })
    }

    /// Accepts a game and plays it, or refuses it.
    fn requested(
        &mut self,
        connection: &mut DxpConnection,
        request: GameRequest,
        last: bool,
        played: &mut usize,
    ) -> Result<AfterGame, SessionError> {
        let fen = request.position.as_deref().map(|position| board::fen(&self.rules, position)).transpose();
        let game = fen.and_then(|fen| self.set_up(fen));
        let (code, game) = match game {
            Ok(game) => (AcceptCode::Accepted, Some(game)),
            Err(problem) => {
                self.observer.note(&format!("{}: game refused: {problem}", request.name));
                (AcceptCode::NotThis, None)
            }
        };
        if let Err(error) = self.answer(connection, code) {
            self.observer.note(&format!("connection lost: {error}"));
            return Ok(AfterGame::Lost);
        }
        let Some((game, fen)) = game else { return Ok(AfterGame::Next) };
        let terms = GameTerms {
            own: request.follower,
            peer: request.name,
            time: (request.minutes > 0).then(|| Duration::from_secs(60 * u64::from(request.minutes))),
            moves: Some(request.moves).filter(|moves| *moves > 0),
            fen,
            last,
        };
        *played += 1;
        Ok(self.play(connection, game, &terms)?.after)
    }

    fn set_up(&self, fen: Option<String>) -> Result<(Box<dyn AnyGame>, Option<String>), String> {
        let mut game = any_game(&self.variant);
        game.set_position(fen.as_deref(), &[]).map_err(|error| error.to_string())?;
        if let Some(ending) = game.ending() {
            return Err(format!("the game is over in this position: {}", ending.reason));
        }
        Ok((game, fen))
    }

    fn play(
        &mut self,
        connection: &mut DxpConnection,
        game: Box<dyn AnyGame>,
        terms: &GameTerms,
    ) -> Result<PlayedGame, SessionError> {
        self.observer.begins(terms);
        let observer = &mut *self.observer;
        let played = game::play(connection, &mut self.player, game, terms, &mut |text| observer.note(text));
        self.observer.ended(terms, &played)?;
        Ok(played)
    }

    /// Connects to a follower and plays games with it.
    pub fn initiate(&mut self, address: &str, limit: Duration, plan: &GamePlan) -> Result<(), SessionError> {
        let failed = |error| SessionError::Connect { address: address.into(), error };
        let mut connection = DxpConnection::connect(address, limit).map_err(failed)?;
        let mut own = plan.side;
        for number in 1..=plan.games {
            let (game, fen) = self.set_up(plan.fen.clone()).map_err(SessionError::Lost)?;
            let position = fen.is_some().then(|| board::position(&self.rules, &game.fen())).flatten();
            let GamePlan { minutes, moves, .. } = *plan;
            let name = self.player.name.clone();
            let request = GameRequest { name, follower: own.other(), minutes, moves, position };
            connection.send(&DxpMessage::GameRequest(request))?;
            let terms = GameTerms {
                own,
                peer: self.wait_for_answer(&mut connection)?,
                time: (minutes > 0).then(|| Duration::from_secs(60 * u64::from(minutes))),
                moves: Some(moves).filter(|moves| *moves > 0),
                fen,
                last: number == plan.games,
            };
            let played = self.play(&mut connection, game, &terms)?;
            match played.after {
                AfterGame::Next => {}
                _ if number == plan.games => {}
                AfterGame::Stop => return Err(SessionError::Lost(format!("{} wants no further game", terms.peer))),
                AfterGame::Lost => return Err(SessionError::Lost(played.reason)),
            }
            if plan.alternate {
                own = own.other();
            }
        }
        Ok(())
    }

    /// The name of the peer that accepts a game.
    fn wait_for_answer(&mut self, connection: &mut DxpConnection) -> Result<String, SessionError> {
        let limit = ANSWER_LIMIT.min(self.player.idle);
        let deadline = Instant::now() + limit;
        for _ in 0..MAX_STRAY {
            match connection.receive(deadline) {
                Some(DxpEvent::Message(DxpMessage::GameAccept { name, code })) => {
                    let why = match code {
                        AcceptCode::Accepted => return Ok(name),
                        AcceptCode::Version => "another version of DXP",
                        AcceptCode::NotThis => "not this game",
                        AcceptCode::Never => "no game at all",
                    };
                    return Err(SessionError::Refused { peer: name, why });
                }
                Some(DxpEvent::Closed) => return Err(SessionError::NoAnswer("connection closed".into())),
                Some(event) => self.stray(event),
                None => return Err(SessionError::NoAnswer(format!("nothing within {} s", limit.as_secs()))),
            }
        }
        Err(SessionError::NoAnswer("too many other messages".into()))
    }

    fn stray(&mut self, event: DxpEvent) {
        match event {
            DxpEvent::Message(DxpMessage::Chat(text)) => self.observer.note(&format!("chat: {text}")),
            // A late answer to our own GAMEEND.
            DxpEvent::Message(DxpMessage::GameEnd { .. }) | DxpEvent::Closed => {}
            DxpEvent::Message(message) => {
                self.observer.note(&format!("ignored out of place: `{}`", message.encode()));
            }
            DxpEvent::Garbage(error) => self.observer.note(&format!("ignored: {error}")),
        }
    }
}
