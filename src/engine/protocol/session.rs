//! The state of a connection, and what each command does to it.

use super::command::{self, UciCommand, UgiQuery};
use super::error::ProtocolError;
use super::go::GoCommand;
use super::hub::squares::HubNumbering;
use super::hub::{self, HubLevel};
use super::opening_book::OpeningBooks;
use super::options::{EngineOptions, OptionEffect};
use super::output::ProtocolOutput;
use super::reply::ReplyWriter;
use super::resources::SearchResources;
use super::search_thread::ActiveSearch;
use super::table_loader::TableLoader;
use super::{Dialect, json, uci};
use crate::engine::any_game::{AnyGame, Outcome, Tools, any_game};
use crate::eval::model;
use crate::games::notation::{Style, clip};
use crate::search::{Limits, Settings};
use crate::tables::lookup::AnyTables;
use crate::tables::open::is_whole;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A connection.
pub struct Session {
    pub(super) output: ProtocolOutput,
    /// The running search; the reader thread has a clone.
    pub(super) search: ActiveSearch,
    /// The dialect, once the first command has selected it.
    pub(super) dialect: Option<Dialect>,
    pub(super) options: EngineOptions,
    pub(super) game: Box<dyn AnyGame>,
    /// The limits of Hub's `level` commands since the last position.
    pub(super) level: HubLevel,
    /// How Hub's client numbers the squares of 8×8, if it has said so.
    pub(super) numbering: Option<HubNumbering>,
    debug: bool,
    /// When the current line was read.
    received: Instant,
    /// The number of games so far, so that play at limited strength varies from game to game.
    games: u64,
    /// Whether the client knows what the game is evaluated with.
    weights_told: bool,
    resources: SearchResources,
    books: OpeningBooks,
    tables: TableLoader,
}

impl Session {
    /// A new connection with these options.
    pub fn new(
        output: ProtocolOutput,
        search: ActiveSearch,
        dialect: Option<Dialect>,
        options: EngineOptions,
    ) -> Session {
        let mut session = Session {
            output,
            search,
            dialect,
            game: any_game(&options.variant),
            options,
            level: HubLevel::default(),
            numbering: None,
            debug: false,
            received: Instant::now(),
            games: 0,
            weights_told: false,
            resources: SearchResources::default(),
            books: OpeningBooks::default(),
            tables: TableLoader::default(),
        };
        if dialect == Some(Dialect::Hub) {
            session.switch_to_hub();
        }
        session
    }

    /// Executes a line that was read at the given time; `false` if it was `quit`.
    pub fn line(&mut self, line: &str, received: Instant) -> bool {
        self.received = received;
        if self.dialect.is_none() {
            let first = line.split_whitespace().next();
            if first == Some("hub") {
                self.switch_to_hub();
            } else if first.is_some() {
                self.dialect = Some(first.and_then(Dialect::from_word).unwrap_or(Dialect::Uci));
            }
        }
        if self.dialect == Some(Dialect::Hub) {
            return self.hub_line(line);
        }
        let parsed = command::parse(line);
        for error in &parsed.errors {
            self.message(&error.to_string());
        }
        parsed.command.is_none_or(|command| self.execute(command))
    }

    /// Ends the connection: stops the search and writes what is still queued.
    pub fn close(self) {
        self.search.finish();
        self.output.close();
    }

    fn execute(&mut self, command: UciCommand<'_>) -> bool {
        match command {
            UciCommand::Uci => self.handshake(Dialect::Uci),
            UciCommand::Ugi => self.handshake(Dialect::Ugi),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => {
                self.prepare();
                self.output.line("readyok");
            }
            UciCommand::SetOption { name, value } => self.set_option(&name, value),
            UciCommand::NewGame => self.new_game(),
            UciCommand::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            UciCommand::Go(go) => match go.perft {
                Some(depth) => self.perft(depth),
                None => self.go(&go),
            },
            UciCommand::Stop => {
                self.debug_if_idle("stop");
                self.stop();
            }
            UciCommand::PonderHit => {
                self.debug_if_idle("ponderhit");
                self.search.ponder_hit();
            }
            UciCommand::Quit => return false,
            UciCommand::Display => self.display(),
            UciCommand::Moves => {
                let moves = self.game.moves(self.options.style);
                self.output.line(format!("moves {}", moves.join(" ")).trim_end());
            }
            UciCommand::MovesJson => self.output.line(&json::moves(&*self.game, self.options.style)),
            UciCommand::PositionJson => {
                self.output.line(&json::position(&self.options.variant, &*self.game, self.options.style));
            }
            UciCommand::Board => self.output.line(&json::board(&self.options.variant, &*self.game)),
            UciCommand::VariantsJson(name) => self.reply_or_message(json::variants(name)),
            UciCommand::RulesJson { language, name } => {
                self.reply_or_message(json::rules(&self.options.variant, name, language));
            }
            UciCommand::PdnJson(text) => {
                self.output.line(&json::pdn(&text, &self.options.variant, self.options.style));
            }
            UciCommand::Eval => {
                let score = self.game.evaluate();
                self.output.line(&uci::evaluation(score, self.game.win_draw_loss(score), &self.options));
            }
            UciCommand::Query(query) => self.query(query),
        }
        true
    }

    fn handshake(&self, requested: Dialect) {
        let dialect = self.dialect.unwrap_or(requested);
        if dialect != requested {
            let (requested, dialect) = (requested.word(), dialect.word());
            self.message(&format!(
                "`{requested}` selects a dialect and must be the first command; the dialect is {dialect}"
            ));
            return;
        }
        self.output.line(&uci::handshake(dialect, &self.options.limits));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.set_option_by_name(name, value) {
            Ok(effect) => {
                if effect.new_variant {
                    self.start_variant();
                }
                if effect.clear_hash {
                    self.clear_hash();
                }
                if let Some(note) = effect.note {
                    self.message(&note);
                }
                self.debug(|| format!("option {name} set to `{}`", clip(value.unwrap_or_default())));
            }
            Err(error) => self.message(&error.to_string()),
        }
    }

    /// Sets an option and loads the book if it changed; an error changes nothing.
    pub(super) fn set_option_by_name(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<OptionEffect, ProtocolError> {
        let old_book = self.options.book_file.clone();
        let mut effect = self.options.set(name, value)?;
        if effect.book {
            match self.books.load(&self.options, name.eq_ignore_ascii_case("BookFile")) {
                Ok(note) => effect.note = note,
                Err(problem) => {
                    self.options.book_file = old_book;
                    return Err(ProtocolError::Other(problem));
                }
            }
        }
        if effect.tables {
            self.load_tables();
        }
        if let Some(path) = &effect.eval {
            effect.note = Some(self.load_eval(path)?);
        }
        Ok(effect)
    }

    /// Loads the weights of a file, or goes back to the built-in ones if the path is empty; says what the game is evaluated with.
    fn load_eval(&mut self, path: &str) -> Result<String, ProtocolError> {
        if path.is_empty() {
            model::unload();
        } else {
            let wrong = |error| {
                ProtocolError::Other(format!("option EvalFile: `{}`: {error}; the weights are unchanged", clip(path)))
            };
            let loaded = model::load(Path::new(path)).map_err(wrong)?;
            if model::loaded_for(self.options.variant.rules()).is_none() {
                return Ok(format!("weights for {}, not for {}", loaded.rules, self.options.variant));
            }
        }
        self.game.load_model(any_game(&self.options.variant).model());
        self.clear_hash();
        self.weights_told = true;
        Ok(format!("weights: {}", self.game.model().describe()))
    }

    /// Sets up the first position of the variant in the options.
    pub(super) fn start_variant(&mut self) {
        self.game = any_game(&self.options.variant);
        self.weights_told = false;
        self.level = HubLevel::default();
        self.clear_hash();
        // Computes the game's tables in the background; without that thread the first search does it.
        let game = self.game.copy();
        let _ = std::thread::Builder::new().name("prepare".into()).spawn(move || game.prepare());
    }

    /// Begins another game; the position stays until the next `position`.
    pub(super) fn new_game(&mut self) {
        self.games += 1;
        self.clear_hash();
    }

    fn clear_hash(&mut self) {
        self.resources.clear_table(self.search.uses_table());
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) {
        match self.game.set_position(fen, moves) {
            Ok(()) => self.debug(|| format!("position {} ({} to move)", self.game.fen(), self.game.side())),
            Err(error) => self.message(&error.to_string()),
        }
    }

    fn display(&self) {
        let diagram = self.game.diagram();
        self.output.line(&format!("{}\nvariant {}\nfen {}", diagram.trim_end(), self.options.variant, self.game.fen()));
    }

    fn reply_or_message(&self, reply: Result<String, ProtocolError>) {
        match reply {
            Ok(reply) => self.output.line(&reply),
            Err(error) => self.message(&error.to_string()),
        }
    }

    fn query(&self, query: UgiQuery) {
        let (ending, first) = (self.game.ending(), self.game.first());
        let response = match query {
            UgiQuery::GameOver => ending.is_some().to_string(),
            UgiQuery::FirstPlayersTurn => (self.game.side() == first).to_string(),
            UgiQuery::Result => uci::result(ending, first).to_string(),
            UgiQuery::Reason => uci::reason(ending).to_string(),
        };
        self.output.line(&format!("response {response}"));
    }

    /// Replies with a book move or starts a search. A search that is running is stopped and replies first.
    pub(super) fn go(&mut self, go: &GoCommand) {
        self.search.finish();
        let limits = go.limits(self.game.side(), self.game.first(), self.received, self.options.move_overhead);
        if let Some(choice) = self.books.choose(&self.options, &limits, &*self.game, self.style()) {
            let score = self.game.evaluate();
            return self.reply_writer().book_move(&choice, score, self.game.win_draw_loss(score));
        }
        let search = self.game.search(&limits, self.style());
        for (number, error) in &search.move_errors {
            self.message(&format!("{error} (move {number} of {})", limits.moves.len()));
        }
        // Hub would take a message for an error.
        if self.dialect != Some(Dialect::Hub) {
            if let Some(ending) = self.game.ending() {
                self.message(&format!("the game is over: {ending}"));
            }
            self.tell_weights();
        }
        let tools = Tools { tables: self.tables_for(&limits), ..self.tools() };
        self.debug(|| {
            let (fen, weights) = (self.game.fen(), self.game.model().describe());
            let EngineOptions { hash, threads, .. } = &self.options;
            format!("searching {fen} with {hash} MB and Threads {threads}; weights: {weights}")
        });
        if !self.search.start(search, &limits, tools, self.reply_writer()) {
            self.message("cannot start a thread for the search; playing a legal move");
            let best = self.game.moves(self.style()).into_iter().next();
            self.reply_writer().best_move(&Outcome { best, ..Outcome::default() });
        }
    }

    /// Says once for each game what it is evaluated with, if a file of weights is loaded.
    fn tell_weights(&mut self) {
        if !self.weights_told && model::is_loaded() {
            self.message(&format!("weights: {}", self.game.model().describe()));
        }
        self.weights_told = true;
    }

    fn perft(&self, depth: u32) {
        self.search.finish();
        if !self.search.start_perft(self.game.count(depth, self.options.style), self.reply_writer()) {
            self.message("cannot start a thread for perft");
        }
    }

    /// How moves are written.
    fn style(&self) -> Style {
        if self.dialect == Some(Dialect::Hub) { Style::Victims } else { self.options.style }
    }

    /// Stops the search; its reply is sent when this returns, unless it must choose its move at limited strength.
    pub(super) fn stop(&self) {
        self.search.stop();
        self.search.force_reply();
    }

    /// Allocates all that a search needs, and waits for the files of `TablePath`, or for a game that is solved as a whole, unless a
    /// search is running.
    pub(super) fn prepare(&mut self) {
        self.game.prepare();
        self.tools();
        self.load_tables();
        if !self.search.was_running(self.received) {
            self.tables.wait_for_all();
        }
    }

    /// Loads the tables of `TablePath` in the background, or solves a small game as a whole. Else nothing happens before a search
    /// asks for tables.
    fn load_tables(&mut self) {
        if !self.options.use_tables {
            self.tables.drop_tables();
        } else if !self.options.table_path.is_empty() || is_whole(self.options.variant.rules()) {
            self.tables.request(&self.options, self.reply_writer());
        }
    }

    /// The tables for a search. A search by depth or nodes is to give the same reply every time: it uses those of `TablePath`, which
    /// are there after `isready`, and none that happen to be there; and it waits for a game that is solved as a whole.
    fn tables_for(&mut self, limits: &Limits<String>) -> Option<Arc<AnyTables>> {
        let fixed = limits.depth.is_some() || limits.nodes.is_some();
        let weak = self.options.strength(self.games).is_some();
        let whole = is_whole(self.options.variant.rules());
        if !self.options.use_tables || weak || fixed && self.options.table_path.is_empty() && !whole {
            return None;
        }
        self.tables.request(&self.options, self.reply_writer());
        if fixed && whole {
            self.tables.wait_for_all();
        }
        self.tables.tables()
    }

    fn tools(&mut self) -> Tools {
        let replies = self.reply_writer();
        let table = self.resources.table(&mut self.options, |warning| replies.message(warning));
        let pool = self.resources.pool(&self.options, |warning| replies.message(warning));
        let settings = Settings {
            lines: self.options.multi_pv,
            strength: self.options.strength(self.games),
            playing: !self.options.analyse_mode && self.options.multi_pv == 1,
            ..Settings::default()
        };
        Tools { table, pool, settings, tables: None }
    }

    fn reply_writer(&self) -> ReplyWriter {
        ReplyWriter {
            output: self.output.clone(),
            dialect: self.dialect.unwrap_or(Dialect::Uci),
            show_wdl: self.options.show_wdl,
            numbering: hub::numbering(&self.options.variant, self.numbering),
        }
    }

    /// Writes a message for the user.
    pub(super) fn message(&self, text: &str) {
        self.reply_writer().message(text);
    }

    fn debug(&self, text: impl FnOnce() -> String) {
        if self.debug {
            self.message(&format!("debug: {}", text()));
        }
    }

    fn debug_if_idle(&self, command: &str) {
        if !self.search.was_running(self.received) {
            self.debug(|| format!("`{command}`: no search is running"));
        }
    }
}
