//! With pruning off the search returns what plain negamax returns.

use crate::{Rng, legal, random_game, record, run, with};
use millstone::eval::{Evaluate, Leaf, Solved};
use millstone::games::Game;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{
    DRAW, Limits, MAX_EVAL, Params, SearchResult, Settings, Signals, WIN, is_proven, pool, search,
};

/// Every family, and every way in which one departs from plain alternation and a plain goal.
const GAMES: [&str; 21] = [
    "schmidt-de",
    "english",
    "russian",
    "brazilian",
    "thai",
    "italian",
    "schmidt-de-losing",
    "schmidt-de-huff",
    "doubleboard-de",
    "international",
    "antidraughts",
    "breakthrough",
    "killer",
    "nine-mens-morris",
    "ravensburger-mill",
    "mixed-mill",
    "ceylon-mill",
    "twelve-mens-morris",
    "six-mens-morris",
    "three-mens-morris",
    "wolf-and-sheep",
];

const DEEPEST: u32 = 5;

/// The tree by its definition: no window, no table, no order.
struct Plain<'a, G: Evaluate> {
    game: &'a G,
    /// The positions before, if repetitions count.
    path: Option<Vec<G::Position>>,
    nodes: u64,
    most: u64,
}

impl<G: Evaluate> Plain<'_, G> {
    /// The score of every root move, best first; `None` if that takes too long.
    fn root(&mut self, position: &G::Position, depth: u32) -> Option<Vec<(G::Move, i32)>> {
        let mut scores = Vec::new();
        for mv in legal(self.game, position) {
            scores.push((mv, self.after(position, mv, |plain, next| plain.value(next, depth - 1))));
            if self.nodes > self.most {
                return None;
            }
        }
        scores.sort_by_key(|(_, score)| -score);
        Some(scores)
    }

    /// The score of a move for the one who makes it.
    fn after(&mut self, position: &G::Position, mv: G::Move, value: impl Fn(&mut Self, &G::Position) -> i32) -> i32 {
        let next = self.game.play(position, mv);
        if let Some(path) = &mut self.path {
            path.push(position.clone());
        }
        let score = value(self, &next);
        if let Some(path) = &mut self.path {
            path.pop();
        }
        // A distance is half the number of the winner's moves: a step to the other side's turn adds one, a step to the
        // mover's own next turn two if it is the mover who wins, and else nothing.
        let again = self.game.side(&next) == self.game.side(position);
        let step = match (again, score > 0) {
            (false, _) => 1,
            (true, true) => 2,
            (true, false) => 0,
        };
        let score = if is_proven(score) { score - step * score.signum() } else { score };
        if again { score } else { -score }
    }

    /// The score of a position that needs no moves to judge.
    fn settled(&mut self, position: &G::Position) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > self.most || self.path.as_ref().is_some_and(|path| path.contains(position)) {
            return Some(DRAW);
        }
        if legal(self.game, position).is_empty() {
            let winner = self.game.finish(position).winner;
            let won = winner == Some(self.game.side(position));
            return Some(winner.map_or(DRAW, |_| if won { WIN } else { -WIN }));
        }
        if self.game.draw(position).is_some() {
            return Some(DRAW);
        }
        self.game.solved(position).map(|result| match result {
            Solved::Win(plies) => WIN - plies as i32,
            Solved::Loss(plies) => plies as i32 - WIN,
            Solved::Draw => DRAW,
        })
    }

    fn value(&mut self, position: &G::Position, depth: u32) -> i32 {
        if depth == 0 {
            return self.qsearch(position, 0);
        }
        if let Some(score) = self.settled(position) {
            return score;
        }
        let moves = legal(self.game, position);
        let values = moves.into_iter().map(|mv| self.after(position, mv, |p, next| p.value(next, depth - 1)));
        values.max().unwrap()
    }

    fn qsearch(&mut self, position: &G::Position, beyond: i32) -> i32 {
        if let Some(score) = self.settled(position) {
            return score;
        }
        let mut moves = Vec::new();
        let leaf = self.game.leaf_kind(position, &mut moves);
        assert_ne!(leaf, Leaf::Finished);
        assert_eq!(leaf == Leaf::Forced, !moves.is_empty());
        let quiet = (leaf == Leaf::Quiet).then(|| self.game.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL));
        if quiet.is_some() {
            self.game.qsearch_moves(position, beyond < Params::EXACT.qsearch_plies, &mut moves);
        }
        let values = moves.into_iter().map(|mv| self.after(position, mv, |p, next| p.qsearch(next, beyond + 1)));
        values.chain(quiet).max().unwrap()
    }
}

struct Compare<'a> {
    name: &'a str,
    positions: usize,
    /// The most nodes that plain negamax may take for a position.
    nodes: u64,
}

impl Compare<'_> {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let mut rng = Rng(self.name.len() as u64);
        let mut deep = 0;
        for number in 0..self.positions {
            let plies = if number % 2 == 0 { 30 } else { 120 };
            let played = random_game(&game, &mut rng, plies);
            // A table knows neither the way to a position nor the draw counters: it gets positions without a past.
            let fresh = Record::new(game.clone(), without_past(&game, played.position()));
            for (record, table) in [(&played, false), (&fresh, true)] {
                for depth in 1..=DEEPEST {
                    if !self.compare(record, table, depth) {
                        break;
                    }
                    deep += usize::from(depth >= 3);
                }
            }
        }
        assert!(deep > self.positions / 2, "{}: hardly a position was compared at depth 3", self.name);
    }
}

impl Compare<'_> {
    /// Compares the search with the plain one at a depth; false if that is out of reach.
    fn compare<G: Notation + Evaluate>(&self, record: &Record<G>, table: bool, depth: u32) -> bool {
        let game = record.game();
        let before = record.positions()[..record.positions().len() - 1].to_vec();
        let mut plain = Plain { game, path: (!table).then_some(before), nodes: 0, most: self.nodes };
        let Some(scores) = plain.root(record.position(), depth) else { return false };
        let params = Params { tt: table, repetition: !table, ..Params::EXACT };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let place = || format!("{} {} depth {depth} table {table}", self.name, game.format_position(record.position()));
        for lines in [1, 3] {
            let settings = Settings { params, lines, ..Settings::default() };
            let answer = run(record, &TranspositionTable::new(1), &limits, &settings);
            assert_eq!(answer.lines.len(), lines.min(scores.len()), "{}", place());
            for (line, (_, expected)) in answer.lines.iter().zip(&scores) {
                let score = scores.iter().find(|(mv, _)| Some(mv) == line.pv.first()).map(|(_, score)| *score);
                assert_eq!((line.score, score), (*expected, Some(*expected)), "{} line {}", place(), line.multipv);
            }
        }
        true
    }
}

/// The position with its draw counters at 0.
fn without_past<G: Notation>(game: &G, position: &G::Position) -> G::Position {
    let text = game.format_position(position);
    // The counters are the last fields; `H` with a comma is what two hands hold.
    let counter = |field: &&str| field.starts_with(['E', 'P']) || field.starts_with('H') && !field.contains(',');
    let fields: Vec<&str> = text.split(':').filter(|field| !counter(field)).collect();
    game.parse_position(&fields.join(":")).unwrap()
}

fn compare(positions: usize, nodes: u64) {
    std::thread::scope(|scope| {
        for half in [0, 1] {
            scope.spawn(move || {
                for name in GAMES.iter().skip(half).step_by(2) {
                    with!(name, Compare { name, positions, nodes });
                }
            });
        }
    });
}

#[test]
fn the_search_without_pruning_is_plain_negamax() {
    if cfg!(debug_assertions) { compare(2, 3_000) } else { compare(8, 20_000) }
}

#[test]
#[ignore = "minutes: more positions, and deeper"]
fn the_search_without_pruning_is_plain_negamax_in_many_positions() {
    compare(40, 300_000);
}

/// What holds of exact scores beyond one whole search. One visitor, so that each game's code is compiled once.
#[derive(Clone, Copy)]
enum Task {
    Together,
    BrokenOff,
    /// With the squares of the board, and counters of plies as the position's text has them.
    Counters(usize, &'static [&'static str]),
}

impl Task {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let mut rng = Rng(5);
        if let Task::Counters(squares, counters) = self {
            return draw_counters(&game, &mut rng, squares, counters);
        }
        let mut taken_over = 0;
        for _ in 0..if cfg!(debug_assertions) { 6 } else { 60 } {
            let played = random_game(&game, &mut rng, 30);
            let record = Record::new(game.clone(), without_past(&game, played.position()));
            match self {
                Task::Together => together(&record),
                Task::BrokenOff => taken_over += broken_off(&record),
                Task::Counters(..) => {}
            }
        }
        assert!(matches!(self, Task::Together) || cfg!(debug_assertions) || taken_over >= 10, "{taken_over}");
    }
}

/// Exact, whether the table is used or not.
fn exact(lines: usize) -> Settings {
    Settings { params: Params { repetition: false, ..Params::EXACT }, lines, ..Settings::default() }
}

/// Several threads over one table.
fn together<G: Notation + Evaluate>(record: &Record<G>) {
    let scores = |answer: &SearchResult<G::Move>| answer.lines.iter().map(|line| line.score).collect::<Vec<_>>();
    for (threads, lines) in [(2, 3), (4, 1), (4, 12)] {
        let (limits, settings) = (Limits { depth: Some(5), ..Limits::default() }, exact(lines));
        let alone = run(record, &TranspositionTable::new(1), &limits, &settings);
        let (table, signals, pool) = (TranspositionTable::new(1), Signals::default(), pool(threads).unwrap());
        let together = search(record, &table, &limits, &settings, &signals, pool.as_deref(), &mut |_| {});
        let text = record.game().format_position(record.position());
        assert_eq!(scores(&alone), scores(&together), "{text}, {lines} lines on {threads} threads");
    }
    let pool = pool(2).unwrap();
    let text = record.game().format_position(record.position());
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let alone = run(record, &TranspositionTable::new(1), &limits, &exact(1));
    let (table, signals) = (TranspositionTable::new(1), Signals::default());
    let both = search(record, &table, &limits, &exact(1), &signals, pool.as_deref(), &mut |_| {});
    assert_eq!(alone.lines[0].score, both.lines[0].score, "{text}");
    // The move is worth it too.
    let moves = both.best().into_iter().collect();
    let best = run(record, &TranspositionTable::new(1), &Limits { moves, ..limits }, &exact(1));
    assert_eq!(alone.lines[0].score, best.lines[0].score, "{text}");
}

/// A search that is broken off in an iteration that has found something better: how often it was seen to play that.
fn broken_off<G: Notation + Evaluate>(record: &Record<G>) -> usize {
    const DEPTH: u32 = 6;
    let whole = |depth, moves| {
        let limits = Limits { depth: Some(depth), moves, ..Limits::default() };
        run(record, &TranspositionTable::new(1), &limits, &exact(1)).lines.remove(0)
    };
    let (before, after) = (whole(DEPTH - 1, vec![]), whole(DEPTH, vec![]));
    if before.pv[0] == after.pv[0] || is_proven(after.score) {
        return 0;
    }
    let old = whole(DEPTH, vec![before.pv[0]]).score;
    let mut taken_over = 0;
    for part in 1..16 {
        let nodes = Some(before.nodes + (after.nodes - before.nodes) * part / 16);
        let limits = Limits { nodes, ..Limits::default() };
        let answer = run(record, &TranspositionTable::new(1), &limits, &exact(1)).lines.remove(0);
        if answer.depth == DEPTH {
            taken_over += 1;
            let worth = whole(DEPTH, vec![answer.pv[0]]).score;
            let place = || format!("{} {nodes:?}", record.game().format_position(record.position()));
            assert!(worth > old, "{}: {worth} is not better than {old}", place());
            let told = if answer.lower_bound { answer.score <= worth } else { answer.score == worth };
            assert!(told, "{}: {} told, {worth} true", place(), answer.score);
        }
    }
    taken_over
}

/// One board with either side to move, near a draw by rule and far from it, over one table: what is found with time to spare
/// must not be believed without, nor the other way round.
fn draw_counters<G: Notation + Evaluate>(game: &G, rng: &mut Rng, squares: usize, counters: &[&str]) {
    let mut told = 0;
    for _ in 0..if cfg!(debug_assertions) { 2 } else { 7 } {
        let table = TranspositionTable::new(1);
        let mut free: Vec<usize> = (1..=squares).collect();
        let mut kings = |count: usize| {
            let each = (0..count).map(|_| format!("K{}", free.swap_remove(rng.below(free.len()))));
            each.collect::<Vec<_>>().join(",")
        };
        let (white, black) = (kings(3), kings(1));
        for _ in 0..2 {
            for (counter, side) in counters.iter().flat_map(|counter| [(counter, 'W'), (counter, 'B')]) {
                let text = format!("{side}:W{white}:B{black}{counter}");
                let record = record(game.clone(), &text);
                for depth in [3, 5] {
                    let mut plain = Plain { game, path: None, nodes: 0, most: 100_000 };
                    let Some(scores) = plain.root(record.position(), depth).filter(|scores| !scores.is_empty()) else {
                        break;
                    };
                    let limits = Limits { depth: Some(depth), ..Limits::default() };
                    let score = run(&record, &table, &limits, &exact(1)).lines[0].score;
                    assert_eq!(score, scores[0].1, "{text} depth {depth}");
                    told += 1;
                }
            }
        }
    }
    assert!(told > 40, "{told}");
}

#[test]
fn a_draw_by_rule_is_seen_through_the_table() {
    with!("english", Task::Counters(32, &["", ":H69", ":H71", ":H74", ":H75", ":H77", ":H78"]));
    with!("russian", Task::Counters(32, &["", ":H25:E50", ":H5:E55", ":H20:E55", ":H27:E30", ":H0:E57"]));
    with!("russian", Task::Counters(32, &[":H20:R3", ":H20:R8", ":H10:E55:R6", ":H22:E55:R4", ":H8:R8"]));
    with!("brazilian", Task::Counters(32, &["", ":H0:E7", ":H0:E5", ":H0:E0", ":H8", ":H3", ":H20:R7"]));
    with!("international", Task::Counters(50, &["", ":H0:E7", ":H0:E4", ":H0:E0", ":H6"]));
}

#[test]
fn threads_do_not_change_an_exact_score() {
    for name in ["international", "ceylon-mill", "doubleboard-de"] {
        with!(name, Task::Together);
    }
}

#[test]
fn what_is_better_is_played_even_if_the_search_is_broken_off() {
    for name in ["international", "ceylon-mill", "doubleboard-de"] {
        with!(name, Task::BrokenOff);
    }
}

/// The variants named above must be as different as the comments say.
#[test]
fn some_of_the_games_do_not_alternate() {
    struct Alternates;
    impl Alternates {
        fn visit<G: Notation + Evaluate>(self, _: G) -> bool {
            <G as Game>::ALTERNATES
        }
    }
    let alternating = GAMES.iter().filter(|name| with!(name, Alternates)).count();
    assert!(alternating > 0 && alternating < GAMES.len());
}
