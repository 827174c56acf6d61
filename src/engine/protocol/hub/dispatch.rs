//! The way of a Hub line through the session.

use super::line::Line;
use super::{PARAMETERS, TOLERATED, introduction, numbering, variant};
use crate::engine::protocol::Dialect;
use crate::engine::protocol::error::Trouble;
use crate::engine::protocol::go::Go;
use crate::engine::protocol::hub::squares;
use crate::engine::protocol::options::Effect;
use crate::engine::protocol::session::Session;
use crate::games::catalog::Rules;

const COMMANDS: [&str; 11] =
    ["hub", "set-param", "init", "new-game", "pos", "level", "go", "ping", "ponder-hit", "stop", "quit"];

impl Session {
    /// Speaks Hub from now on.
    pub fn become_hub(&mut self) {
        self.dialect = Some(Dialect::Hub);
        self.output.pace();
        if let Ok(variant) = variant("normal") {
            self.options.variant = variant;
            self.new_variant();
        }
    }

    /// Obeys a line; `false` if it was the last.
    pub fn hub_line(&mut self, text: &str) -> bool {
        let Some(line) = Line::parse(text) else { return true };
        if line.command == "quit" {
            return false;
        }
        if let Err(trouble) = self.obey_hub(&line) {
            self.remark(&trouble.to_string());
        }
        true
    }

    fn obey_hub(&mut self, line: &Line) -> Result<(), Trouble> {
        match line.command.as_str() {
            "hub" => introduction().iter().for_each(|line| self.output.line(line)),
            "init" => {
                self.prepare();
                self.output.line("ready");
            }
            "ping" => self.output.line("pong"),
            "set-param" => self.set_parameter(line)?,
            "new-game" => self.new_game(),
            "pos" => self.hub_position(line)?,
            "level" => {
                for trouble in self.level.add(line) {
                    self.remark(&trouble.to_string());
                }
            }
            "go" => {
                let go = self.hub_go(line)?;
                self.go(&go);
            }
            "stop" => self.stop(),
            "ponder-hit" => self.ponder_hit(),
            word => return Err(Trouble::unknown("command", word, COMMANDS.into_iter())),
        }
        Ok(())
    }

    fn hub_go(&self, line: &Line) -> Result<Go, Trouble> {
        const MODES: [&str; 3] = ["think", "ponder", "analyze"];
        match line.arguments.first().map(|(name, _)| name.as_str()) {
            Some("think") => Ok(self.level.think()),
            Some("ponder") => Ok(Go { ponder: true, ..self.level.think() }),
            Some("analyze") => Ok(self.level.analyze()),
            Some(word) => Err(Trouble::unknown("word after `go`", word, MODES.into_iter())),
            None => Err(Trouble::missing("go", MODES.join(", "))),
        }
    }

    fn hub_position(&mut self, line: &Line) -> Result<(), Trouble> {
        let Rules::Draughts(rules) = self.options.variant.rules() else {
            return Err(Trouble::Other("Hub knows draughts only".into()));
        };
        let fen = match (line.get("pos"), line.get("start")) {
            (Some("start"), _) | (None, Some(_)) => None,
            (Some(text), _) => Some(squares::fen(rules, text)?),
            (None, None) => return Err(Trouble::missing("pos", "`start` or `pos=…`, and `moves=\"…\"` after it")),
        };
        let numbering = numbering(&self.options.variant);
        let moves: Vec<String> =
            line.get("moves").unwrap_or_default().split_whitespace().map(|mv| numbering.translate(mv)).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.seat.set_position(fen.as_deref(), &moves)?;
        self.level = super::Level::default();
        Ok(())
    }

    fn set_parameter(&mut self, line: &Line) -> Result<(), Trouble> {
        let Some(name) = line.get("name") else {
            return Err(Trouble::missing("set-param", "`name=…` and `value=…`"));
        };
        let value = line.get("value").unwrap_or_default();
        let option = match name {
            "variant" => {
                let variant = variant(value)?;
                let changed = variant.rules() != self.options.variant.rules();
                self.options.variant = variant;
                if changed {
                    self.new_variant();
                }
                return Ok(());
            }
            "move-overhead" => {
                let seconds = value.parse::<f64>().ok().filter(|seconds| (0.0..=5.0).contains(seconds));
                let Some(seconds) = seconds else {
                    return Err(Trouble::value("parameter move-overhead", value, "a number of seconds from 0 to 5"));
                };
                self.options.overhead = std::time::Duration::from_secs_f64(seconds);
                return Ok(());
            }
            "hash" => "Hash",
            "threads" => "Threads",
            "ponder" => "Ponder",
            "book" => "OwnBook",
            "book-file" => "BookFile",
            "table-path" => "TablePath",
            name if TOLERATED.contains(&name) => return Ok(()),
            name => return Err(Trouble::unknown("parameter", name, PARAMETERS.into_iter())),
        };
        let Effect { note, .. } = self.set_by_name(option, Some(value))?;
        if let Some(note) = note {
            self.remark(&note);
        }
        Ok(())
    }
}
