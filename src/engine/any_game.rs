//! A game in progress, whichever it is: what all that works on texts (the protocol, the analysis, matches, game
//! files, books) asks of it without knowing its type.

use super::any_counter::{self, AnyCounter, Count};
use crate::eval::model::Model;
use crate::eval::{Evaluate, Solved, static_move_score};
use crate::games::catalog::Variant;
use crate::games::notation::{MoveError, Notation, Style};
use crate::games::record::{Record, SetupError};
use crate::games::view::{BoardView, GameView, MoveView, View};
use crate::games::{Ending, Game, Packed, Side};
use crate::search::tt::TranspositionTable;
use crate::search::{self, Limits, SearchInfo, SearchMemory, Settings, Signals, WIN};
use crate::tables::lookup::{AnyTables, TableVerdict};
use crate::tools::perft::{CountError, CountOptions};
use crate::util::natural::natural;
use crate::with_game;
use rayon::ThreadPool;
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A line of a search, its moves as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply seen.
    pub deepest: u32,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// The score of the search.
    pub score: i32,
    /// The chances that go with it, in thousandths: win, draw, loss.
    pub wdl: [u32; 3],
    /// It is this or better: by how much is not known.
    pub at_least: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The moves.
    pub pv: Vec<String>,
    /// The reply to the first of them, where it is the opponent who moves next.
    pub reply: Option<String>,
}

impl Report {
    /// What to answer if nothing better is found.
    pub fn outcome(&self) -> Outcome {
        Outcome { best: self.pv.first().cloned(), ponder: self.reply.clone(), broken: false }
    }
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The best move; none if there is none.
    pub best: Option<String>,
    /// The reply expected from the opponent.
    pub ponder: Option<String>,
    /// The search broke down; the move is just a legal one.
    pub broken: bool,
}

/// What a search works with.
#[derive(Clone)]
pub struct Tools {
    /// The transposition table, which outlives the search.
    pub table: Arc<TranspositionTable>,
    /// The threads, if more than one.
    pub pool: Option<Arc<ThreadPool>>,
    /// How to search.
    pub settings: Settings,
    /// Endgame tables of the game's rules, if there are any.
    pub tables: Option<Arc<AnyTables>>,
}

/// A search that is ready to run, on any thread.
pub struct Search {
    /// What can be said before it: a line of depth 0 with a legal move of those asked for, or without if there is none.
    pub any: Report,
    /// The moves asked for that are not legal, with their number; they are left out.
    pub move_errors: Vec<(usize, MoveError)>,
    run: RunSearch,
}

type RunSearch = Box<dyn FnOnce(&Tools, &Signals, &mut Tell<'_>) -> Outcome + Send>;

/// What is called with the best lines found, all of them, the best first.
pub type Tell<'a> = dyn FnMut(&[Report]) + Send + 'a;

impl Search {
    /// Searches, and calls `tell` with the lines found, with those of the answer last.
    pub fn run(self, tools: &Tools, signals: &Signals, tell: &mut Tell<'_>) -> Outcome {
        (self.run)(tools, signals, tell)
    }
}

/// A game in progress.
pub trait AnyGame: Send + Sync {
    /// Works out what the first search would otherwise have to.
    fn prepare(&self);
    /// The same game in progress once more.
    fn copy(&self) -> Box<dyn AnyGame>;
    /// The same without the positions that cannot come again: a copy of bounded size, however long the game.
    fn copy_without_past(&self) -> Box<dyn AnyGame>;
    /// Sets up a position, the game's first without a text, and plays moves from there; nothing changes if that
    /// fails.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetupError>;
    /// The legal moves, in the order of their squares.
    fn legal_moves(&self) -> Vec<AnyMove>;
    /// The text of a legal move.
    fn move_text(&self, mv: AnyMove, style: Style) -> String;
    /// The legal move that a text means, in any form in use for the game.
    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError>;
    /// Plays a legal move; does nothing and says so if it is not legal.
    fn play_move(&mut self, mv: AnyMove) -> bool;
    /// Plays a move, in any form in use for the game, and gives it back as it is written.
    fn play(&mut self, text: &str, style: Style) -> Result<String, MoveError>;
    /// The moves played since the position set up, as texts.
    fn played(&self, style: Style) -> Vec<String>;
    /// How many moves have been played since the position set up.
    fn plies(&self) -> usize;
    /// How often the position has stood, this time included.
    fn repetitions(&self) -> usize;
    /// The key of the position.
    fn key(&self) -> u64;
    /// The keys of the positions, the present one first, that can still be repeated.
    fn repeatable_keys(&self) -> Vec<u64>;
    /// A key that positions share which are the same but for turning or mirroring the board, or for the colours.
    fn symmetric_key(&self) -> u64;
    /// The same key of the position after a legal move.
    fn symmetric_key_after(&self, mv: AnyMove) -> u64;
    /// The position as text.
    fn fen(&self) -> String;
    /// The position as a drawing.
    fn diagram(&self) -> String;
    /// The squares or points to draw, whatever stands on them.
    fn board(&self) -> BoardView;
    /// The game as it stands.
    fn view(&self, style: Style) -> GameView;
    /// A legal move by its squares.
    fn view_move(&self, mv: AnyMove, style: Style) -> MoveView;
    /// The legal moves, in the order of their squares.
    fn moves(&self, style: Style) -> Vec<String>;
    /// How many legal moves there are.
    fn legal(&self) -> usize;
    /// Who is to move.
    fn side(&self) -> Side;
    /// Who begins a game.
    fn first(&self) -> Side;
    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// The position's score without a search, for the side to move.
    fn evaluate(&self) -> i32;
    /// The chances that go with a score, in thousandths: win, draw, loss.
    fn win_draw_loss(&self, score: i32) -> [u32; 3] {
        self.model().chances.win_draw_loss(score)
    }
    /// The weights of the evaluation.
    fn model(&self) -> Arc<Model>;
    /// Evaluates with other weights from now on; does nothing and says so if they are not for such a game.
    fn load_model(&mut self, model: Arc<Model>) -> bool;
    /// What endgame tables say of the position; `None` if they do not hold it, or the game is over.
    fn table_verdict(&self, tables: &AnyTables) -> Option<TableVerdict>;
    /// A search of the position.
    fn search(&self, limits: &Limits<String>, style: Style) -> Search;
    /// A count of the tree below the position.
    fn count(&self, depth: u32, style: Style) -> Count;
    /// A counter for the tree below the position, with threads and a memo.
    fn counter(&self, options: CountOptions) -> Result<Box<dyn AnyCounter>, CountError>;
}

/// A game of a variant, at its first position.
pub fn any_game(variant: &Variant) -> Box<dyn AnyGame> {
    with_game!(*variant.rules(), game => {
        let start = game.start();
        Box::new(Record::new(game, start))
    })
}

/// A legal move of some position, whichever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove(u64);

impl<G: View + Evaluate> AnyGame for Record<G> {
    fn prepare(&self) {
        self.game().prepare();
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn copy_without_past(&self) -> Box<dyn AnyGame> {
        Box::new(self.without_past())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        *self = Record::from_texts(self.game().clone(), fen, moves)?;
        Ok(())
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves = legal(self);
        moves.sort_by_cached_key(|mv| natural(&self.game().format_move(self.position(), *mv)));
        moves.into_iter().map(|mv| AnyMove(mv.pack())).collect()
    }

    fn move_text(&self, mv: AnyMove, style: Style) -> String {
        self.game().format_move_styled(self.position(), G::Move::unpack(mv.0), style)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.game().parse_move(self.position(), text).map(|mv| AnyMove(mv.pack()))
    }

    fn play_move(&mut self, mv: AnyMove) -> bool {
        let mv = G::Move::unpack(mv.0);
        let legal = legal(self).contains(&mv);
        if legal {
            Record::play(self, mv);
        }
        legal
    }

    fn play(&mut self, text: &str, style: Style) -> Result<String, MoveError> {
        let mv = self.game().parse_move(self.position(), text)?;
        let written = self.game().format_move_styled(self.position(), mv, style);
        Record::play(self, mv);
        Ok(written)
    }

    fn played(&self, style: Style) -> Vec<String> {
        let text = |(position, &mv)| self.game().format_move_styled(position, mv, style);
        self.positions().iter().zip(Record::moves(self)).map(text).collect()
    }

    fn plies(&self) -> usize {
        Record::moves(self).len()
    }

    fn repetitions(&self) -> usize {
        Record::repetitions(self)
    }

    fn key(&self) -> u64 {
        self.game().key(self.position())
    }

    fn repeatable_keys(&self) -> Vec<u64> {
        let back = self.game().reversible_plies(self.position());
        self.positions().iter().rev().take(back + 1).map(|position| self.game().key(position)).collect()
    }

    fn symmetric_key(&self) -> u64 {
        self.game().symmetric_key(self.position())
    }

    fn symmetric_key_after(&self, mv: AnyMove) -> u64 {
        self.game().symmetric_key(&self.game().play(self.position(), G::Move::unpack(mv.0)))
    }

    fn fen(&self) -> String {
        self.game().format_position(self.position())
    }

    fn diagram(&self) -> String {
        self.game().diagram(self.position())
    }

    fn board(&self) -> BoardView {
        self.game().board()
    }

    fn view(&self, style: Style) -> GameView {
        let (positions, moves) = (self.positions(), Record::moves(self));
        let last = moves.last().map(|&mv| view_move(self.game(), &positions[moves.len() - 1], mv, style));
        GameView {
            fen: AnyGame::fen(self),
            side: AnyGame::side(self),
            first: self.first(),
            position: self.game().view_position(self.position()),
            repetitions: Record::repetitions(self),
            start: self.game().format_position(&positions[0]),
            played: self.played(style),
            last,
            ending: Record::ending(self),
        }
    }

    fn view_move(&self, mv: AnyMove, style: Style) -> MoveView {
        view_move(self.game(), self.position(), G::Move::unpack(mv.0), style)
    }

    fn moves(&self, style: Style) -> Vec<String> {
        let text = |mv| self.game().format_move_styled(self.position(), mv, style);
        let mut moves: Vec<String> = legal(self).into_iter().map(text).collect();
        moves.sort_by_cached_key(|text| natural(text));
        moves
    }

    fn legal(&self) -> usize {
        legal(self).len()
    }

    fn side(&self) -> Side {
        self.game().side(self.position())
    }

    fn first(&self) -> Side {
        self.game().side(&self.game().start())
    }

    fn ending(&self) -> Option<Ending> {
        Record::ending(self)
    }

    fn evaluate(&self) -> i32 {
        let (game, position) = (self.game(), self.position());
        if legal(self).is_empty() {
            return finished(self);
        }
        game.solved(position).map_or_else(|| game.evaluate(position), Solved::score)
    }

    fn model(&self) -> Arc<Model> {
        self.game().model()
    }

    fn load_model(&mut self, model: Arc<Model>) -> bool {
        let fits = self.game().fits(&model) && !model.weights.is_empty();
        if fits {
            *self = self.clone().map_game(|game| game.with_model(model));
        }
        fits
    }

    fn table_verdict(&self, tables: &AnyTables) -> Option<TableVerdict> {
        let tables = tables.of_positions().filter(|_| Record::ending(self).is_none())?;
        let [first, second] = self.game().plies_to_draw(self.position());
        Some(TableVerdict::new(tables.read(self.position())?, first.min(second)))
    }

    fn search(&self, limits: &Limits<String>, style: Style) -> Search {
        let (mut moves, mut move_errors) = (Vec::new(), Vec::new());
        for (at, text) in limits.moves.iter().enumerate() {
            match self.game().parse_move(self.position(), text) {
                Ok(mv) => moves.push(mv),
                Err(error) => move_errors.push((at + 1, error)),
            }
        }
        let (game, position) = (self.game(), self.position());
        let candidates = if moves.is_empty() { legal(self) } else { moves.clone() };
        let any = candidates.into_iter().min_by_key(|mv| Reverse(static_move_score(game, position, *mv)));
        let (score, time, pv) = (AnyGame::evaluate(self), Duration::ZERO, Vec::from_iter(any));
        let any = SearchInfo {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            lower_bound: false,
            nodes: 0,
            time,
            hashfull: 0,
            tbhits: 0,
            from_tables: false,
            pv,
        };
        let any = written(self, &any, style);
        let (record, limits, first) = (self.clone(), limits.with_moves(moves), any.clone());
        let endless = limits.infinite || limits.ponder;
        let run = move |tools: &Tools, signals: &Signals, tell: &mut Tell<'_>| {
            let tables = tools.tables.as_deref().and_then(AnyTables::of_positions);
            let memory = SearchMemory { tt: &tools.table, tables };
            let pool = tools.pool.as_deref();
            if first.pv.is_empty() {
                tell(std::slice::from_ref(&first));
            }
            let mut report = |lines: &[SearchInfo<G::Move>]| {
                let lines: Vec<Report> = lines.iter().map(|info| written(&record, info, style)).collect();
                tell(&lines);
            };
            let found = catch_unwind(AssertUnwindSafe(|| {
                search::search(&record, memory, &limits, &tools.settings, signals, pool, &mut report)
            }));
            let Ok(answer) = found else {
                // What was asked to last until it is stopped does so, even now.
                while endless && !signals.stop.load(Relaxed) && signals.ponder_hit_at().is_none() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                return Outcome { broken: true, ..first.outcome() };
            };
            answer.lines.first().map_or_else(Outcome::default, |info| written(&record, info, style).outcome())
        };
        Search { any, move_errors, run: Box::new(run) }
    }

    fn count(&self, depth: u32, style: Style) -> Count {
        any_counter::count(self.clone(), depth, style)
    }

    fn counter(&self, options: CountOptions) -> Result<Box<dyn AnyCounter>, CountError> {
        any_counter::counter(self.clone(), options)
    }
}

fn view_move<G: View>(game: &G, position: &G::Position, mv: G::Move, style: Style) -> MoveView {
    MoveView {
        text: game.format_move_styled(position, mv, style),
        side: game.side(position),
        shape: game.view_move(position, mv),
        next: game.side(&game.play(position, mv)),
    }
}

fn legal<G: Notation>(record: &Record<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    record.game().moves(record.position(), &mut moves);
    moves
}

/// The score of a position without moves.
fn finished<G: Notation>(record: &Record<G>) -> i32 {
    let side = record.game().side(record.position());
    match record.game().finish(record.position()).winner {
        Some(winner) if winner == side => WIN,
        Some(_) => -WIN,
        None => search::DRAW,
    }
}

fn written<G: Notation + Evaluate>(record: &Record<G>, info: &SearchInfo<G::Move>, style: Style) -> Report {
    let game = record.game();
    let mut position = record.position().clone();
    let (mut pv, mut reply) = (Vec::with_capacity(info.pv.len()), None);
    for (ply, &mv) in info.pv.iter().enumerate() {
        let text = game.format_move_styled(&position, mv, style);
        // Where the same side moves again there is no reply to expect.
        if ply == 1 && game.side(&position) != game.side(record.position()) {
            reply = Some(text.clone());
        }
        pv.push(text);
        position = game.play(&position, mv);
    }
    Report {
        depth: info.depth,
        deepest: info.seldepth.max(info.depth),
        line: info.multipv,
        score: info.score,
        wdl: match info.score {
            search::DRAW if info.from_tables => [0, 1000, 0],
            score => game.model().chances.win_draw_loss(score),
        },
        at_least: info.lower_bound,
        nodes: info.nodes,
        time: info.time,
        full: info.hashfull,
        tbhits: info.tbhits,
        pv,
        reply,
    }
}
