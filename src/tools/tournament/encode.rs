//! Encodes commands to engines, in their dialect.

use super::decode;
use super::time_control::{EngineLimits, GameClock};
use crate::engine::any_game::AnyGame;
use crate::engine::protocol::hub::line::quoted;
use crate::engine::protocol::hub::squares;
use crate::engine::protocol::hub::squares::HubNumbering;
use crate::engine::protocol::{Dialect, hub};
use crate::games::Side;
use crate::games::catalog::{self, AnyRules, Variant};
use crate::games::draughts;
use crate::games::notation::{MoveError, Style};
use std::time::Duration;

/// A start position and the moves since, as `position` commands send them.
#[derive(Clone, Debug, Default)]
pub struct MoveHistory {
    /// The start position.
    pub start_fen: String,
    /// Whether that is the variant's own start position.
    pub is_startpos: bool,
    /// The moves since, in the usual notation of the variant.
    pub moves: Vec<String>,
    /// The same moves in Hub's notation: captures as start, end and captured squares.
    pub hub_moves: Vec<String>,
}

impl MoveHistory {
    /// Plays a move in a game and adds it; returns it in the usual notation.
    pub fn play(&mut self, game: &mut dyn AnyGame, text: &str) -> Result<String, MoveError> {
        let mv = game.parse_move(text)?;
        let usual = game.move_text(mv, Style::Usual);
        self.hub_moves.push(game.move_text(mv, Style::Victims));
        self.moves.push(usual.clone());
        game.play_move(mv);
        Ok(usual)
    }
}

/// The parameters of a `go` command.
#[derive(Clone, Copy, Debug)]
pub struct GoParams<'a> {
    /// The limits of the engine.
    pub limits: &'a EngineLimits,
    /// The clocks of White and Black, if they have one.
    pub clocks: [Option<GameClock>; 2],
    /// The side to move.
    pub side: Side,
    /// The side that moves first in the game.
    pub first: Side,
    /// The engine loses on time after this.
    pub time_limit: Duration,
    /// Whether it is to search while its opponent thinks.
    pub ponder: bool,
}

/// The client's side of a protocol, for one variant.
#[derive(Clone, Debug)]
pub struct ClientProtocol {
    /// How commands and moves are written.
    pub dialect: Dialect,
    rules: Option<draughts::rules::Rules>,
    numbering: HubNumbering,
}

impl ClientProtocol {
    /// The protocol of a dialect.
    pub fn new(dialect: Dialect, variant: &Variant) -> ClientProtocol {
        let rules = match variant.rules() {
            AnyRules::Draughts(rules) => Some(*rules),
            _ => None,
        };
        ClientProtocol { dialect, rules, numbering: hub::numbering(variant, None) }
    }

    /// The first command, and the line that ends the engine's handshake.
    pub fn handshake(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
            Dialect::Hub => ("hub", "wait"),
        }
    }

    /// The command sent after the options are set, and the reply to it.
    pub fn init(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::Uci | Dialect::Ugi => ("isready", "readyok"),
            Dialect::Hub => ("init", "ready"),
        }
    }

    /// The command that an engine answers at once at any time, and the reply to it.
    pub fn ping(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::Uci | Dialect::Ugi => ("isready", "readyok"),
            Dialect::Hub => ("ping", "pong"),
        }
    }

    /// The options that select the variant, of those that the engine `has`, and their values. A game of the user's own has its
    /// name where the engine can read the file, and is described by its rules elsewhere.
    pub fn variant_options(&self, variant: &Variant, has: impl Fn(&str) -> bool) -> Vec<(&'static str, String)> {
        let (file_option, variant_option) = match self.dialect {
            Dialect::Hub => ("variant-file", "variant"),
            Dialect::Uci | Dialect::Ugi => ("VariantFile", "UCI_Variant"),
        };
        let file = catalog::own_file().and_then(|path| Some((file_option, path.to_str()?.to_string())));
        let file = file.filter(|_| has(file_option));
        let variant = if file.is_some() { variant } else { &variant.standard() };
        let name = if self.dialect == Dialect::Hub { hub::name(variant) } else { Some(variant.to_string()) };
        let name = name.map(|name| (variant_option, name)).filter(|_| has(variant_option));
        file.into_iter().chain(name).collect()
    }

    /// The command that sets an option.
    pub fn set_option(&self, name: &str, value: &str) -> String {
        match self.dialect {
            Dialect::Hub => format!("set-param name={} value={}", quoted(name), quoted(value)),
            _ if value.is_empty() => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    /// The command that announces a new game.
    pub fn new_game(&self) -> &'static str {
        match self.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
            Dialect::Hub => "new-game",
        }
    }

    /// The option that says that the client ponders.
    pub fn ponder_option(&self) -> &'static str {
        if self.dialect == Dialect::Hub { "ponder" } else { "Ponder" }
    }

    /// The command after the expected move was played; `None` if the dialect has no pondering.
    pub fn ponder_hit(&self) -> Option<&'static str> {
        match self.dialect {
            Dialect::Uci => Some("ponderhit"),
            Dialect::Hub => Some("ponder-hit"),
            Dialect::Ugi => None,
        }
    }

    /// The reply that the engine expects to its move, in our square numbers.
    pub fn expected_reply(&self, text: &str) -> Option<String> {
        decode::expected_reply(self.dialect, text).map(|text| self.to_our_squares(&text))
    }

    /// Whether a line is the final reply to a search.
    pub fn is_best_move(&self, text: &str) -> bool {
        let word = if self.dialect == Dialect::Hub { "done" } else { "bestmove" };
        text.split_whitespace().next() == Some(word)
    }

    /// The move of a `bestmove` or `done` line, in our square numbers.
    pub fn best_move(&self, text: &str) -> Option<String> {
        decode::best_move(self.dialect, text).map(|text| self.to_our_squares(&text))
    }

    /// A move of the engine in our square numbers.
    pub fn to_our_squares(&self, text: &str) -> String {
        if self.dialect == Dialect::Hub { self.numbering.translate(text) } else { text.to_string() }
    }

    /// The command that sets up a position.
    pub fn position(&self, history: &MoveHistory) -> String {
        match self.dialect {
            Dialect::Hub => {
                let squares = self.rules.and_then(|rules| squares::position(&rules, &history.start_fen));
                let mut text = match squares {
                    Some(squares) => format!("pos pos={squares}"),
                    None => "pos start".into(),
                };
                if !history.hub_moves.is_empty() {
                    let moves: Vec<String> =
                        history.hub_moves.iter().map(|mv| self.numbering.format_move(mv)).collect();
                    text += &format!(" moves=\"{}\"", moves.join(" "));
                }
                text
            }
            Dialect::Uci | Dialect::Ugi => {
                let mut text = if history.is_startpos {
                    "position startpos".into()
                } else {
                    format!("position fen {}", history.start_fen)
                };
                if !history.moves.is_empty() {
                    text += " moves ";
                    text += &history.moves.join(" ");
                }
                text
            }
        }
    }

    /// The command that starts a search; two lines in Hub.
    pub fn go(&self, params: &GoParams<'_>) -> String {
        let limits = params.limits;
        let [white, black] = params.clocks;
        let own = if params.side == Side::White { white } else { black }.filter(|_| limits.clock.is_some());
        if self.dialect == Dialect::Hub {
            let mut level = Vec::new();
            if let Some(clock) = own {
                level.extend(clock.moves_left().map(|moves| format!("moves={moves}")));
                level.push(format!("time={:.3}", clock.left().as_secs_f64()));
                level.push(format!("inc={:.3}", clock.increment().as_secs_f64()));
            }
            level.extend(limits.move_time.map(|time| format!("move-time={:.3}", time.as_secs_f64())));
            level.extend(limits.depth.map(|depth| format!("depth={depth}")));
            level.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
            let mode = if params.ponder { "ponder" } else { "think" };
            return format!("level {}\ngo {mode}", level.join(" "));
        }
        let mut text = String::from(if params.ponder { "go ponder" } else { "go" });
        if let Some(own) = own {
            let players = match (self.dialect, params.first) {
                (Dialect::Ugi, Side::White) => [("p1", white), ("p2", black)],
                (Dialect::Ugi, Side::Black) => [("p1", black), ("p2", white)],
                _ => [("w", white), ("b", black)],
            };
            for (player, clock) in players {
                // If the opponent has no clock, send ours for both: some engines require both.
                let ms = clock.unwrap_or(own).left().as_millis();
                text += &format!(" {player}time {ms}");
            }
            for (player, clock) in players {
                let ms = clock.unwrap_or(own).increment().as_millis();
                text += &format!(" {player}inc {ms}");
            }
            if let Some(moves) = own.moves_left().filter(|_| self.dialect == Dialect::Uci) {
                text += &format!(" movestogo {moves}");
            }
        }
        if let Some(time) = limits.move_time {
            text += &format!(" movetime {}", time.as_millis());
        }
        if let Some(depth) = limits.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            text += &format!(" nodes {nodes}");
        }
        text
    }
}
