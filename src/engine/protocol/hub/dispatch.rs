//! The commands of Hub.

use super::line::HubLine;
use super::squares::HubNumbering;
use super::{HubLevel, IGNORED, PARAMETERS, handshake, numbering, squares, variant};
use crate::engine::protocol::Dialect;
use crate::engine::protocol::error::ProtocolError;
use crate::engine::protocol::go::GoCommand;
use crate::engine::protocol::session::Session;
use crate::games::catalog::AnyRules;
use std::time::Duration;

const COMMANDS: [&str; 11] =
    ["hub", "set-param", "init", "new-game", "pos", "level", "go", "ping", "ponder-hit", "stop", "quit"];

impl Session {
    /// Switches to Hub, whose default variant is international draughts.
    pub fn switch_to_hub(&mut self) {
        self.dialect = Some(Dialect::Hub);
        self.output.pace();
        if let Ok(variant) = variant("normal") {
            self.options.variant = variant;
            self.start_variant();
        }
    }

    /// Executes a line; `false` if it was `quit`.
    pub fn hub_line(&mut self, text: &str) -> bool {
        let Some(line) = HubLine::parse(text) else { return true };
        if line.command == "quit" {
            return false;
        }
        if let Err(error) = self.hub_command(&line) {
            self.message(&error.to_string());
        }
        true
    }

    fn hub_command(&mut self, line: &HubLine) -> Result<(), ProtocolError> {
        match line.command.as_str() {
            "hub" => handshake().iter().for_each(|line| self.output.line(line)),
            "init" => {
                self.prepare();
                self.output.line("ready");
            }
            "ping" => self.output.line("pong"),
            "set-param" => self.set_parameter(line)?,
            "new-game" => self.new_game(),
            "pos" => self.set_hub_position(line)?,
            "level" => {
                for error in self.level.add(line) {
                    self.message(&error.to_string());
                }
            }
            "go" => {
                let go = self.parse_hub_go(line)?;
                self.go(&go);
            }
            "stop" => self.stop(),
            "ponder-hit" => self.search.ponder_hit(),
            word => return Err(ProtocolError::unknown("command", word, COMMANDS.into_iter())),
        }
        Ok(())
    }

    fn parse_hub_go(&self, line: &HubLine) -> Result<GoCommand, ProtocolError> {
        const MODES: [&str; 3] = ["think", "ponder", "analyze"];
        match line.arguments.first().map(|(name, _)| name.as_str()) {
            Some("think") => Ok(self.level.think()),
            Some("ponder") => Ok(GoCommand { ponder: true, ..self.level.think() }),
            Some("analyze") => Ok(self.level.analyze()),
            Some(word) => Err(ProtocolError::unknown("`go` argument", word, MODES.into_iter())),
            None => Err(ProtocolError::missing("go", MODES.join(", "))),
        }
    }

    fn set_hub_position(&mut self, line: &HubLine) -> Result<(), ProtocolError> {
        let AnyRules::Draughts(rules) = self.options.variant.rules() else {
            return Err(ProtocolError::Other("Hub supports draughts only".into()));
        };
        let fen = match (line.get("pos"), line.get("start")) {
            (Some("start"), _) | (None, Some(_)) => None,
            (Some(text), _) => Some(squares::fen(rules, text)?),
            (None, None) => {
                return Err(ProtocolError::missing("pos", "`start` or `pos=…`, optionally followed by `moves=\"…\"`"));
            }
        };
        let numbering = numbering(&self.options.variant, self.numbering);
        let moves: Vec<String> =
            line.get("moves").unwrap_or_default().split_whitespace().map(|mv| numbering.translate(mv)).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.game.set_position(fen.as_deref(), &moves)?;
        self.level = HubLevel::default();
        Ok(())
    }

    fn set_parameter(&mut self, line: &HubLine) -> Result<(), ProtocolError> {
        let Some(name) = line.get("name") else {
            return Err(ProtocolError::missing("set-param", "`name=…` and `value=…`"));
        };
        let value = line.get("value").unwrap_or_default();
        let option = match name {
            "variant" => {
                let variant = variant(value)?;
                let changed = variant.rules() != self.options.variant.rules();
                self.options.variant = variant;
                if changed {
                    self.start_variant();
                }
                return Ok(());
            }
            "numbering" => {
                self.numbering = match value {
                    "game" => None,
                    "top" => Some(HubNumbering::FromTop),
                    "bottom" => Some(HubNumbering::FromBottom),
                    _ => return Err(ProtocolError::value("parameter numbering", value, "game, top or bottom")),
                };
                return Ok(());
            }
            "move-overhead" => {
                let seconds = value.parse::<f64>().ok().filter(|seconds| (0.0..=5.0).contains(seconds));
                let Some(seconds) = seconds else {
                    return Err(ProtocolError::value(
                        "parameter move-overhead",
                        value,
                        "a number of seconds from 0 to 5",
                    ));
                };
                self.options.move_overhead = Duration::from_secs_f64(seconds);
                return Ok(());
            }
            "hash" => "Hash",
            "threads" => "Threads",
            "ponder" => "Ponder",
            "book" => "OwnBook",
            "book-file" => "BookFile",
            "eval-file" => "EvalFile",
            "variant-file" => "VariantFile",
            "table-path" => "TablePath",
            name if IGNORED.contains(&name) => return Ok(()),
            name => return Err(ProtocolError::unknown("parameter", name, PARAMETERS.into_iter())),
        };
        if let Some(note) = self.set_option_by_name(option, Some(value))?.note {
            self.message(&note);
        }
        Ok(())
    }
}
