//! The state of a connection, and what each command does to it.

use super::command::{self, Command, Question};
use super::error::Trouble;
use super::go::Go;
use super::hub::{self, Level};
use super::input::Live;
use super::opening_book::Shelf;
use super::options::{Effect, Options};
use super::output::Output;
use super::search_thread::{self, Running, Voice};
use super::{Dialect, uci};
use crate::engine::any_game::{AnyGame, Outcome, Tools, any_game};
use crate::games::notation::{Style, clip};
use crate::search::tt::TranspositionTable;
use crate::search::{self, Limits, Settings};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Instant;

/// A connection.
pub struct Session {
    pub(super) output: Output,
    pub(super) live: Live,
    /// The dialect, once it is chosen.
    pub(super) dialect: Option<Dialect>,
    pub(super) options: Options,
    pub(super) seat: Box<dyn AnyGame>,
    /// What Hub's `level` lines said since the last position.
    pub(super) level: Level,
    debug: bool,
    /// When the present line was read.
    read: Instant,
    /// The games begun, so that weaker play does not repeat itself.
    games: u64,
    /// Made when it is first needed.
    table: Option<Arc<TranspositionTable>>,
    /// The threads, of the number they were made for.
    pool: Option<(usize, Arc<ThreadPool>)>,
    /// The last search, which may be over; a late one has been answered for, and is coming to its end.
    running: Option<Running>,
    /// The books.
    shelf: Shelf,
}

impl Session {
    /// A connection at its beginning.
    pub fn new(output: Output, live: Live, dialect: Option<Dialect>) -> Session {
        let options = Options::default();
        let seat = any_game(&options.variant);
        let level = Level::default();
        let mut session = Session {
            output,
            live,
            dialect,
            options,
            seat,
            level,
            debug: false,
            read: Instant::now(),
            games: 0,
            table: None,
            pool: None,
            running: None,
            shelf: Shelf::default(),
        };
        if dialect == Some(Dialect::Hub) {
            session.become_hub();
        }
        session
    }

    /// Obeys a line that was read at a certain time; `false` if it was the last.
    pub fn line(&mut self, line: &str, read: Instant) -> bool {
        self.read = read;
        if self.dialect.is_none() {
            let first = line.split_whitespace().next();
            if first == Some("hub") {
                self.become_hub();
            } else if first.is_some() {
                self.dialect = Some(first.and_then(Dialect::from_word).unwrap_or(Dialect::Uci));
            }
        }
        if self.dialect == Some(Dialect::Hub) {
            return self.hub_line(line);
        }
        let parsed = command::parse(line);
        for trouble in &parsed.troubles {
            self.remark(&trouble.to_string());
        }
        parsed.command.is_none_or(|command| self.obey(command))
    }

    /// When to come back and mind the clock of the search, if nothing else comes before.
    pub fn due(&self) -> Option<Instant> {
        self.running.as_ref().and_then(Running::due)
    }

    /// Sees to it that a search on a clock answers in time.
    pub fn mind_clock(&self) {
        if let Some(running) = &self.running {
            running.mind_clock();
        }
    }

    /// Ends the connection: the search is stopped, and all is said.
    pub fn end(mut self) {
        self.finish();
        self.output.end();
    }

    fn obey(&mut self, command: Command<'_>) -> bool {
        match command {
            Command::Uci => self.introduce(Dialect::Uci),
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.prepare();
                self.output.line("readyok");
            }
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => match go.perft {
                Some(depth) => self.count(depth),
                None => self.go(&go),
            },
            Command::Stop => {
                self.chat_if_idle("stop");
                self.stop();
            }
            Command::PonderHit => {
                self.chat_if_idle("ponderhit");
                self.ponder_hit();
            }
            Command::Quit => return false,
            Command::Display => self.display(),
            Command::Moves => {
                let moves = self.seat.moves(self.options.style);
                self.output.line(format!("moves {}", moves.join(" ")).trim_end());
            }
            Command::Eval => self.output.line(&uci::evaluation(self.seat.evaluate(), &self.options)),
            Command::Query(question) => self.answer(question),
        }
        true
    }

    /// The first introduction settles the dialect; a later one is repeated in it.
    fn introduce(&mut self, asked: Dialect) {
        let dialect = self.dialect.unwrap_or(asked);
        if dialect != asked {
            let (asked, dialect) = (format!("{asked:?}").to_lowercase(), format!("{dialect:?}").to_lowercase());
            self.remark(&format!("`{asked}` chooses a dialect, which only a first command can; this is {dialect}"));
            return;
        }
        self.output.line(&uci::introduction(dialect));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.set_by_name(name, value) {
            Ok(effect) => {
                if effect.new_variant {
                    self.new_variant();
                }
                if effect.clear {
                    self.forget();
                }
                if let Some(note) = effect.note {
                    self.remark(&note);
                }
                self.chat(|| format!("option {name} set to `{}`", clip(value.unwrap_or_default())));
            }
            Err(trouble) => self.remark(&trouble.to_string()),
        }
    }

    /// Sets an option; a book that cannot be used leaves the old one in its place.
    pub(super) fn set_by_name(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Trouble> {
        let old = self.options.book_file.clone();
        let mut effect = self.options.set(name, value)?;
        if effect.book {
            match self.shelf.fetch(&self.options, name.eq_ignore_ascii_case("BookFile")) {
                Ok(note) => effect.note = note,
                Err(problem) => {
                    self.options.book_file = old;
                    return Err(Trouble::Other(problem));
                }
            }
        }
        Ok(effect)
    }

    /// Begins with the variant that the options name.
    pub(super) fn new_variant(&mut self) {
        self.seat = any_game(&self.options.variant);
        self.level = Level::default();
        self.forget();
        // What takes a while is begun now and needed later; without that thread it is done when it is needed.
        let seat = self.seat.copy();
        let _ = std::thread::Builder::new().name("prepare".into()).spawn(move || seat.prepare());
    }

    /// What follows is another game.
    pub(super) fn new_game(&mut self) {
        self.games += 1;
        self.forget();
    }

    /// Forgets all that was found out about positions.
    pub(super) fn forget(&mut self) {
        if self.running.as_ref().is_some_and(|running| !running.has_ended()) {
            // It keeps its table; the next search gets a fresh one.
            self.table = None;
        } else if let Some(table) = &self.table {
            table.new_game();
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) {
        match self.seat.set_position(fen, moves) {
            Ok(()) => self.chat(|| format!("position {} ({} to move)", self.seat.fen(), self.seat.side())),
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn display(&self) {
        let diagram = self.seat.diagram();
        self.output.line(&format!("{}\nvariant {}\nfen {}", diagram.trim_end(), self.options.variant, self.seat.fen()));
    }

    fn answer(&self, question: Question) {
        let (ending, first) = (self.seat.ending(), self.seat.first());
        let text = match question {
            Question::GameOver => ending.is_some().to_string(),
            Question::FirstPlayersTurn => (self.seat.side() == first).to_string(),
            Question::Result => uci::result(ending, first).to_string(),
            Question::Reason => uci::reason(ending),
        };
        self.output.line(&format!("response {text}"));
    }

    /// Starts a search; one that still runs is stopped and answers first.
    pub(super) fn go(&mut self, go: &Go) {
        self.finish();
        let limits =
            Limits { asked: Some(self.read), ..go.limits(self.seat.side(), self.seat.first(), go.moves.clone()) };
        if let Some(choice) = self.shelf.choice(&self.options, &limits, &*self.seat, self.style()) {
            self.voice().book_move(&choice, self.seat.evaluate());
            return;
        }
        let search = self.seat.search(&limits, self.style());
        for (number, error) in &search.troubles {
            self.remark(&format!("{error} (move {number} of {})", go.moves.len()));
        }
        if let Some(ending) = self.seat.ending() {
            self.note_ending(&ending.to_string());
        }
        let tools = self.tools();
        self.chat(|| {
            format!("searching {} with {} MB and Threads {}", self.seat.fen(), self.options.hash, self.options.threads)
        });
        let running = search_thread::search(search, &limits, tools, self.voice(), self.running.take());
        self.begin(running);
    }

    /// How moves are written.
    fn style(&self) -> Style {
        if self.dialect == Some(Dialect::Hub) { Style::Victims } else { self.options.style }
    }

    /// Says why there may be nothing to find, where that does not look like an error.
    fn note_ending(&self, ending: &str) {
        if self.dialect != Some(Dialect::Hub) {
            self.remark(&format!("the game is over: {ending}"));
        }
    }

    fn count(&mut self, depth: u32) {
        self.finish();
        let count = self.seat.count(depth, self.options.style);
        let running = search_thread::count(count, self.voice(), self.running.take());
        self.begin(running);
    }

    /// Puts what has begun in place, also for the reader.
    fn begin(&mut self, running: Option<Running>) {
        self.running = running;
        if let Some(running) = &self.running {
            self.live.set(Arc::clone(&running.floor));
        } else {
            self.remark("no thread could be started for the search");
            let best = self.seat.moves(self.style()).into_iter().next();
            self.voice().answer(&Outcome { best, ponder: None, broken: true });
        }
    }

    /// Stops the search, which answers soon.
    pub(super) fn stop(&self) {
        self.live.stop();
        if let Some(running) = &self.running {
            running.floor.stand_in();
        }
    }

    /// The opponent has played the expected move.
    pub(super) fn ponder_hit(&mut self) {
        self.live.ponder_hit();
        if let Some(running) = &mut self.running {
            running.ponder_hit();
        }
    }

    /// Stops the search and waits for its answer.
    fn finish(&mut self) {
        self.live.stop();
        if let Some(running) = &mut self.running {
            running.wait();
        }
    }

    /// Whether a search was running when the present line was read.
    fn was_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.floor.was_answered(self.read))
    }

    /// Makes ready for a search.
    pub(super) fn prepare(&mut self) {
        self.seat.prepare();
        self.tools();
    }

    /// Makes what a search needs, as far as it is not there.
    fn tools(&mut self) -> Tools {
        let options = &self.options;
        let bytes = options.hash << 20;
        let mut trouble = None;
        let table = match self.table.take() {
            Some(table) if table.bytes() == bytes => table,
            old => {
                // Both at once may be more than there is.
                drop(old);
                let table = TranspositionTable::try_new(options.hash).unwrap_or_else(|error| {
                    let table = TranspositionTable::new(options.hash / 2);
                    let (asked, had) = (options.hash, table.bytes() >> 20);
                    trouble = Some(format!("option Hash: {asked} MB are not to be had ({error}); {had} MB must do"));
                    table
                });
                let table = Arc::new(table.lazy());
                let cold = Arc::downgrade(&table);
                // A table that is given up is not kept for it.
                let warm = move || {
                    while cold.upgrade().is_some_and(|table| table.prefault()) {}
                };
                if std::thread::Builder::new().name("warm".into()).spawn(warm).is_err() {
                    // Without that thread the first search is slower, and nothing else.
                    table.grow(true);
                }
                table
            }
        };
        self.options.hash = table.bytes() >> 20;
        self.table = Some(Arc::clone(&table));
        let threads = self.options.threads;
        if self.pool.as_ref().is_none_or(|(size, _)| *size != threads) {
            self.pool = None;
            match search::pool(threads) {
                Ok(pool) => self.pool = pool.map(|pool| (threads, pool)),
                Err(error) => trouble = Some(format!("option Threads: no {threads} threads to be had ({error})")),
            }
        }
        if let Some(trouble) = trouble {
            self.remark(&trouble);
        }
        Tools {
            table,
            pool: self.pool.as_ref().map(|(_, pool)| Arc::clone(pool)),
            settings: Settings {
                lines: self.options.lines,
                overhead: self.options.overhead,
                strength: self.options.strength(self.games),
                ..Settings::default()
            },
        }
    }

    fn voice(&self) -> Voice {
        Voice {
            output: self.output.clone(),
            dialect: self.dialect.unwrap_or(Dialect::Uci),
            show_wdl: self.options.show_wdl,
            numbering: hub::numbering(&self.options.variant),
        }
    }

    /// Says something that is not right.
    pub(super) fn remark(&self, text: &str) {
        self.voice().remark(text);
    }

    /// Says more, for those who asked for more.
    fn chat(&self, text: impl FnOnce() -> String) {
        if self.debug {
            self.remark(&format!("debug: {}", text()));
        }
    }

    fn chat_if_idle(&self, command: &str) {
        if !self.was_searching() {
            self.chat(|| format!("`{command}`: no search is running"));
        }
    }
}
