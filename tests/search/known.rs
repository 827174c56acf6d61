//! Positions whose result is known.

use crate::{Rng, legal, record, run, with};
use millstone::eval::Evaluate;
use millstone::games::Side;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, PROVEN, Score, Settings, WIN, is_proven};

/// What is known of a position.
#[derive(Clone, Copy)]
enum Outcome {
    /// One move is better than all others by so much at least, in hundredths of a man.
    Only(&'static str, i32),
    /// The side to move wins, in so many plies at most, whatever the other does.
    Wins(i32),
    /// The side to move loses, however it plays.
    Loses,
    /// Nobody wins, and the search sees it: a trifle apart from 0 at most.
    Drawn,
    /// Nobody wins, but that takes too long to prove: no win may be announced.
    Unproven,
    /// The side to move has lost a man where the expected line ends, and the score lies within these bounds.
    CostsAMan(i32, i32),
}

use Outcome::{CostsAMan, Drawn, Loses, Only, Unproven, Wins};

/// The game, the position, a depth that shows it with some plies to spare, the result, and why.
type Case = (&'static str, &'static str, u32, Outcome, &'static str);

const BLOW: &str = "a shot: men are given for more, or for a king";

/// Out of games between weak players; each verified at depth 15 to be the only move.
const SHOTS: &[Case] = &[
    ("international", "W:W16,21,26,35-38,40,42,44,46,49:B2,3,5,7,8,11,12,17,20,23,24,28", 13, Only("35-30", 80), BLOW),
    ("international", "W:W26,27,30,32,35,37-39,41-43,45:B5-7,14-17,19,20,23,24,29", 13, Only("27-21", 80), BLOW),
    ("international", "W:W25,26,28,35-38,43,45-47,50:BK49,5,7,9,14,16,19,20,29", 13, Only("26-21", 80), BLOW),
    ("international", "W:W16,33,35,37,38,42-45,48:B1,5,9,10,19,22-24,34", 13, Only("33-29", 80), BLOW),
    ("russian", "B:W10,19,25,30,32:B1,3,8,9,13", 13, Only("9-14", 80), BLOW),
    ("russian", "W:W21,28,29,31,32:B3,4,9,18,20", 13, Only("28-24", 80), BLOW),
    ("russian", "W:W14,21,27-29:B12,15,17,19", 15, Only("14-10", 80), BLOW),
    ("brazilian", "B:W17-19,23,25-28,31:B1,5,7,9,10,12,16,20", 13, Only("9-14", 80), BLOW),
    ("brazilian", "W:W16,19-23,25,28,32:B4-7,9,10,12-14", 13, Only("16-11", 80), BLOW),
    ("brazilian", "W:WK2,18,20,22,25,26,29:BK32,8,11-13,16,17", 13, Only("18-15", 80), BLOW),
    ("english", "B:W18,19,21,24-26,28,29,31,32:B1-4,6-10,12", 13, Only("10-15", 80), BLOW),
    ("english", "W:WK7,15,20,24:BK23,K25,8,12", 13, Only("24-19", 80), BLOW),
    ("english", "B:WK14,12,16,20,29:BK22,3,7,11,25", 13, Only("22-26", 80), BLOW),
    (
        "international",
        "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        21,
        CostsAMan(-250, -40),
        "Woldouby's position: every way out costs White a man, but not the game at once",
    ),
    ("breakthrough", "W:W11,32,37:B36,40,20", 9, Wins(3), "the man on 11 is first to crown"),
];

const KINGS: &[Case] = &[
    ("international", "W:WK1,K2:BK45", 15, Wins(4), "off the main road a king can be caught by two in the corner"),
    ("international", "W:WK1,K2,K3:BK45", 9, Wins(2), "a king is given to catch the other"),
    ("international", "W:WK1,K2:BK46", 12, Drawn, "two kings cannot catch one on the main road"),
    ("international", "W:WK1,K3:BK5", 12, Drawn, "two kings cannot catch one on the main road"),
    ("international", "W:WK1:BK46", 12, Drawn, "one king each"),
    ("international", "W:WK1,K2,K3:BK46", 13, Unproven, "nor can three"),
    ("russian", "W:WK9,K6,K31:BK28", 17, Wins(4), "three kings catch one off the main road"),
    ("russian", "W:WK25,K22,K30:BK3", 17, Wins(3), "three kings catch one off the main road"),
    ("russian", "W:WK26,K18,K19:BK1", 17, Wins(4), "three kings catch one off the main road"),
    ("russian", "W:WK1,K2,K3:BK29", 13, Unproven, "three kings cannot catch one on the main road"),
    ("russian", "W:WK1,K2:BK29", 12, Drawn, "nor can two"),
    ("brazilian", "W:WK1,K2,K3:BK28", 13, Wins(2), "a king is given to catch the other"),
    ("brazilian", "W:WK1,K2,K3:BK29", 13, Unproven, "three kings cannot catch one on the main road"),
    ("brazilian", "W:WK1,K2:BK29", 12, Drawn, "nor can two"),
    ("english", "W:WK14,K15:BK1", 31, Wins(9), "two kings drive one out of the double corner"),
    ("english", "W:WK18,K19:BK28", 31, Wins(9), "two kings drive one out of the double corner"),
    ("english", "B:WK14,K15:BK1", 31, Loses, "the same, with the other side to move"),
    ("english", "W:WK18:BK27", 13, Drawn, "one king each, with the move but room to go"),
];

const MILLS: &[Case] = &[
    (
        "nine-mens-morris",
        "W:Wa7,d7,g7,b6,f6,c5:Bc4,e3,g1:H0,0",
        5,
        Wins(1),
        "a double mill takes the last stone needed",
    ),
    ("nine-mens-morris", "W:Wa7,d7,g7,b6,f6,d2,e4:Bc4,d3,g1,a1:H0,0", 15, Wins(3), "a double mill against four"),
    ("ceylon-mill", "W:Wa7,d7,g7,b6,f6:Bc3,e4,g1,a1,d2:H0,0", 6, Wins(3), "a double mill has turn after turn"),
    ("nine-mens-morris", "W:Wa4,d6,f4,d1:Ba7,d7,g7,g4:H0,0", 5, Wins(1), "the last way out is closed"),
    ("nine-mens-morris", "W:Wa4,d6,f4,a1:Ba7,d7,g7,g4:H0,0", 9, Wins(2), "out of one block into the next"),
    ("doubleboard-de", "W:W18,30:B14,K32", 9, Loses, "taking is no way out either"),
];

struct Check<'a>(&'a Case);

impl Check<'_> {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let &(name, fen, depth, result, reason) = self.0;
        let place = format!("{name} {fen}: {reason}");
        let record = record(game, fen);
        let table = TranspositionTable::new(16);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let lines = if matches!(result, Only(..)) { 2 } else { 1 };
        let answer = run(&record, &table, &limits, &Settings { lines, ..Settings::default() });
        let score = answer.lines[0].score;
        match result {
            Only(text, margin) => {
                let best = record.game().format_move(record.position(), answer.lines[0].pv[0]);
                assert_eq!(best, text, "{place}");
                let second = answer.lines[1].score;
                assert!(score - second >= margin, "{place}: {score} is not far above {second}");
            }
            Wins(moves) => {
                assert!(score > PROVEN && announced(score) <= moves, "{place}: {score}");
                let winner = record.game().side(record.position());
                let mut win = Delivery { winner, limits, table, rng: Rng(1), place, width: 3 };
                win.deliver(&record, announced(score), 0);
            }
            Loses => assert!(score < -PROVEN, "{place}: {score}"),
            Drawn => assert!(score.abs() < 20, "{place}: {score}"),
            Unproven => assert!(!is_proven(score), "{place}: {score}"),
            CostsAMan(least, most) => {
                assert!((least..=most).contains(&score), "{place}: {score}");
                let mover = record.game().side(record.position());
                let mut end = record.clone();
                answer.lines[0].pv.iter().for_each(|mv| end.play(*mv));
                let [own, their, _] = end.game().pack(end.position()).map(u64::count_ones);
                let is_movers = end.game().side(end.position()) == mover;
                let (left, others) = if is_movers { (own, their) } else { (their, own) };
                assert!(left < others, "{place}: {left} pieces against {others} in the end");
            }
        }
    }
}

/// The moves in which a win was announced.
fn announced(score: i32) -> i32 {
    match Score::new(score) {
        Score::Mate(moves) if moves > 0 => moves,
        other => panic!("{other} is no win"),
    }
}

/// A win that was announced, played out.
struct Delivery<M> {
    winner: Side,
    limits: Limits<M>,
    table: TranspositionTable,
    rng: Rng,
    place: String,
    /// In how many turns every defence is tried; then only the best one and a random one.
    width: usize,
}

impl<M: Copy> Delivery<M> {
    /// Plays on until the winner has made as many moves as were announced.
    fn deliver<G: Notation + Evaluate<Move = M>>(&mut self, record: &Record<G>, left: i32, turn: usize) {
        let (game, position) = (record.game(), record.position());
        if let Some(ending) = record.ending() {
            assert_eq!(ending.winner, Some(self.winner), "{}: {ending} after {:?}", self.place, played(record));
            return;
        }
        let answer = run(record, &self.table, &self.limits, &Settings::default());
        let best = answer.best().unwrap();
        if game.side(position) == self.winner {
            let moves = announced(answer.lines[0].score);
            assert!(moves <= left, "{}: {moves} more, not {left} at {:?}", self.place, played(record));
            let mut next = record.clone();
            next.play(best);
            return self.deliver(&next, left - 1, turn);
        }
        let moves = legal(game, position);
        let replies = if turn < self.width { moves } else { vec![best, moves[self.rng.below(moves.len())]] };
        // One branch late in the line, or the lines would double at every turn.
        let replies = if turn > self.width + 2 { &replies[..1] } else { &replies[..] };
        for &mv in replies {
            let mut next = record.clone();
            next.play(mv);
            self.deliver(&next, left, turn + 1);
        }
    }
}

/// The moves of a game so far.
fn played<G: Notation>(record: &Record<G>) -> Vec<String> {
    let each = record.positions().iter().zip(record.moves());
    each.map(|(position, mv)| record.game().format_move(position, *mv)).collect()
}

fn check(cases: &[Case]) {
    for case in cases {
        with!(case.0, Check(case));
    }
}

#[test]
fn shots_are_found() {
    check(SHOTS);
}

#[test]
fn king_endings_are_won_and_drawn() {
    check(KINGS);
}

#[test]
fn double_mills_and_blockades_win() {
    check(MILLS);
}

/// What a table knows of a position with time to spare, and the same position with little time left.
struct InTime(&'static str, u32, &'static str, u32);

impl InTime {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let InTime(fen, depth, late, shallow) = self;
        let table = TranspositionTable::new(16);
        let score = |fen: &str, depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            run(&record(game.clone(), fen), &table, &limits, &Settings::default()).lines[0].score
        };
        assert!(score(fen, depth) > PROVEN, "{fen}");
        assert!(score(late, shallow) < PROVEN, "{late}: that is too late");
        assert!(score(fen, 5) > PROVEN, "{fen}: a proof holds at any depth");
    }
}

#[test]
fn a_win_that_comes_too_late_is_none() {
    with!("english", InTime("W:WK14,K15:BK1", 31, "W:WK14,K15:BK1:H64", 12));
    with!("english", InTime("W:WK14,K15:BK1", 31, "W:WK14,K15:BK1:H70", 8));
}

/// A win once announced, with few nodes a move and the table of a game.
struct Kept;

impl Kept {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let mut rng = Rng(11);
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let mut wins = 0;
        for _ in 0..if cfg!(debug_assertions) { 2 } else { 60 } {
            let mut free: Vec<usize> = (1..=32).collect();
            let mut king = || format!("K{}", free.swap_remove(rng.below(free.len())));
            let text = format!("W:W{},{},{}:B{},{}", king(), king(), king(), king(), king());
            let mut record = record(game.clone(), &text);
            let (table, other) = (TranspositionTable::new(16), TranspositionTable::new(1));
            let mut left = None;
            for _ in 0..200 {
                if record.ending().is_some() {
                    break;
                }
                let mine = game.side(record.position()) == Side::White;
                let answer = run(&record, if mine { &table } else { &other }, &limits, &Settings::default());
                if mine {
                    let score = answer.lines[0].score;
                    if let Some(left) = left {
                        let place = || format!("{text}: {score} after {:?}", played(&record));
                        assert!(score > PROVEN && announced(score) <= left, "{left} left, {}", place());
                    }
                    left = (score > PROVEN).then(|| announced(score) - 1);
                }
                record.play(answer.best().unwrap());
            }
            let won = record.ending().is_some_and(|ending| ending.winner == Some(Side::White));
            assert!(left.is_none() || won, "{text}: {left:?} left after {:?}", played(&record));
            wins += usize::from(won);
        }
        assert!(cfg!(debug_assertions) || wins > 20, "{wins}");
    }
}

#[test]
fn a_win_once_announced_is_kept() {
    with!("english", Kept);
}

/// Wolf and sheep from every placing of the wolf.
struct Flock;

impl Flock {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let start = Record::new(game.clone(), game.start());
        for mv in legal(&game, start.position()) {
            let mut placed = start.clone();
            placed.play(mv);
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let table = TranspositionTable::new(1);
            let line = run(&placed, &table, &limits, &Settings::default()).lines.remove(0);
            let score = line.score;
            let place = game.format_position(placed.position());
            // The line goes to the end.
            let mut told = placed.clone();
            line.pv.iter().for_each(|mv| told.play(*mv));
            assert_eq!(told.ending().and_then(|ending| ending.winner), Some(Side::White), "{place}");
            assert_eq!(line.pv.len() as i32, WIN - score.abs(), "{place}");
            let sheep_move = game.side(placed.position()) == Side::White;
            assert_eq!(score > 0, sheep_move, "{place}");
            let plies = WIN - score.abs();
            assert!(plies < 100, "{place}: {score}");
            let rng = Rng(plies as u64);
            let mut win = Delivery { winner: Side::White, limits, table, rng, place, width: 1 };
            win.deliver(&placed, announced(score.abs()), 0);
            resist(&placed, plies);
        }
    }
}

/// The wolf lasts as long as announced against any sheep, or gets away.
fn resist<G: Notation + Evaluate>(placed: &Record<G>, plies: i32) {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let table = TranspositionTable::new(1);
    for seed in 0..8 {
        let mut rng = Rng(seed);
        let mut record = placed.clone();
        let mut lasted = 0;
        while record.ending().is_none() {
            let moves = legal(record.game(), record.position());
            let wolf = record.game().side(record.position()) == Side::Black;
            // The first flock plays its best.
            let mv = if wolf || seed == 0 {
                run(&record, &table, &limits, &Settings::default()).best().unwrap()
            } else {
                moves[rng.below(moves.len())]
            };
            record.play(mv);
            lasted += 1;
        }
        let escaped = record.ending().and_then(|ending| ending.winner) == Some(Side::Black);
        assert!(escaped || lasted >= plies, "{:?}", played(&record));
        assert!(seed > 0 || (!escaped && lasted == plies), "{:?}", played(&record));
    }
}

#[test]
fn the_sheep_catch_the_wolf_from_every_placing() {
    with!("wolf-and-sheep", Flock);
    with!("wolf-and-sheep+first=wolf", Flock);
}
