//! What engines are told, in their dialect.

use super::control::{Clock, Control};
use super::decode;
use crate::engine::protocol::hub::line::quoted;
use crate::engine::protocol::hub::squares;
use crate::engine::protocol::hub::squares::Numbering;
use crate::engine::protocol::{Dialect, hub};
use crate::games::Side;
use crate::games::catalog::{Rules, Variant};
use crate::games::draughts;
use std::time::Duration;

/// A game so far, as engines are told it.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The first position.
    pub fen: String,
    /// Whether that is where the game always begins.
    pub usual: bool,
    /// The moves since, in the game's usual form.
    pub moves: Vec<String>,
    /// The same moves with captures as start, end and victims, as Hub has them.
    pub victims: Vec<String>,
}

/// What is asked for with a move.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The limits of the engine.
    pub control: &'a Control,
    /// The clocks of White and Black, where they have one.
    pub clocks: [Option<Clock>; 2],
    /// Who is to move.
    pub side: Side,
    /// Who begins the game.
    pub first: Side,
    /// After this time an answer is late.
    pub allowed: Duration,
}

/// A dialect, spoken of one game.
#[derive(Clone, Debug)]
pub struct Speech {
    /// The dialect.
    pub dialect: Dialect,
    rules: Option<draughts::rules::Rules>,
    numbering: Numbering,
}

impl Speech {
    /// A dialect for a game.
    pub fn new(dialect: Dialect, variant: &Variant) -> Speech {
        let rules = match variant.rules() {
            Rules::Draughts(rules) => Some(*rules),
            _ => None,
        };
        Speech { dialect, rules, numbering: hub::numbering(variant) }
    }

    /// The first command, and the word that ends the introduction.
    pub fn hello(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
            Dialect::Hub => ("hub", "wait"),
        }
    }

    /// The command after the options are set, and its answer.
    pub fn begin(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::Uci | Dialect::Ugi => ("isready", "readyok"),
            Dialect::Hub => ("init", "ready"),
        }
    }

    /// The command that is answered at once at any time, and its answer.
    pub fn ready(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::Uci | Dialect::Ugi => ("isready", "readyok"),
            Dialect::Hub => ("ping", "pong"),
        }
    }

    /// The option that chooses the game, and its value.
    pub fn variant(&self, variant: &Variant) -> Option<(&'static str, String)> {
        match self.dialect {
            Dialect::Hub => hub::name(variant).map(|name| ("variant", name)),
            Dialect::Uci | Dialect::Ugi => Some(("UCI_Variant", variant.to_string())),
        }
    }

    /// The order to set an option.
    pub fn set(&self, name: &str, value: &str) -> String {
        match self.dialect {
            Dialect::Hub => format!("set-param name={} value={}", quoted(name), quoted(value)),
            _ if value.is_empty() => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    /// The news that another game begins.
    pub fn new_game(&self) -> &'static str {
        match self.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
            Dialect::Hub => "new-game",
        }
    }

    /// Whether a line is the answer to a search.
    pub fn is_answer(&self, text: &str) -> bool {
        let word = if self.dialect == Dialect::Hub { "done" } else { "bestmove" };
        text.split_whitespace().next() == Some(word)
    }

    /// The move of an answer in our numbers of squares, if it has the form of one.
    pub fn best(&self, text: &str) -> Option<String> {
        decode::best(self.dialect, text).map(|text| self.heard(&text))
    }

    /// A move of the engine in our numbers of squares.
    pub fn heard(&self, text: &str) -> String {
        if self.dialect == Dialect::Hub { self.numbering.translate(text) } else { text.to_string() }
    }

    /// The order to set up a game so far.
    pub fn position(&self, course: &Course) -> String {
        match self.dialect {
            Dialect::Hub => {
                let squares = self.rules.and_then(|rules| squares::position(&rules, &course.fen));
                let mut text = match squares {
                    Some(squares) => format!("pos pos={squares}"),
                    None => "pos start".into(),
                };
                if !course.victims.is_empty() {
                    let moves: Vec<String> = course.victims.iter().map(|mv| self.numbering.speak(mv)).collect();
                    text += &format!(" moves=\"{}\"", moves.join(" "));
                }
                text
            }
            Dialect::Uci | Dialect::Ugi => {
                let mut text =
                    if course.usual { "position startpos".into() } else { format!("position fen {}", course.fen) };
                if !course.moves.is_empty() {
                    text += " moves ";
                    text += &course.moves.join(" ");
                }
                text
            }
        }
    }

    /// The order to search; two lines in Hub.
    pub fn go(&self, order: &Order<'_>) -> String {
        let control = order.control;
        let [white, black] = order.clocks;
        let own = if order.side == Side::White { white } else { black }.filter(|_| control.clock.is_some());
        if self.dialect == Dialect::Hub {
            let mut level = Vec::new();
            if let Some(clock) = own {
                level.extend(clock.moves_left().map(|moves| format!("moves={moves}")));
                level.push(format!("time={:.3}", clock.left().as_secs_f64()));
                level.push(format!("inc={:.3}", clock.increment().as_secs_f64()));
            }
            level.extend(control.move_time.map(|time| format!("move-time={:.3}", time.as_secs_f64())));
            level.extend(control.depth.map(|depth| format!("depth={depth}")));
            level.extend(control.nodes.map(|nodes| format!("nodes={nodes}")));
            return format!("level {}\ngo think", level.join(" "));
        }
        let mut text = String::from("go");
        if let Some(own) = own {
            let players = match (self.dialect, order.first) {
                (Dialect::Ugi, Side::White) => [("p1", white), ("p2", black)],
                (Dialect::Ugi, Side::Black) => [("p1", black), ("p2", white)],
                _ => [("w", white), ("b", black)],
            };
            for (player, clock) in players {
                // Where the opponent has no clock, his is taken for ours: some engines insist on both.
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
        if let Some(time) = control.move_time {
            text += &format!(" movetime {}", time.as_millis());
        }
        if let Some(depth) = control.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(nodes) = control.nodes {
            text += &format!(" nodes {nodes}");
        }
        text
    }
}
