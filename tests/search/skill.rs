//! Weaker play: as asked for, the same under a seed, and the better the higher the level.

use crate::{Rng, legal, random_game, record, run, with};
use millstone::eval::Evaluate;
use millstone::games::Side;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Settings, Strength};
use std::io::Write;

fn settings(strength: Strength) -> Settings {
    Settings { strength: Some(strength), ..Settings::default() }
}

/// A match of two strengths; the points of the first in percent.
struct Match {
    players: [Strength; 2],
    pairs: u64,
}

impl Match {
    fn visit<G: Notation + Evaluate>(self, game: G) -> f64 {
        let mut half_points = 0;
        for pair in 0..self.pairs {
            let opening = random_game(&game, &mut Rng(pair), 6);
            for side in [Side::White, Side::Black] {
                half_points += self.play(opening.clone(), side, pair);
            }
        }
        25.0 * f64::from(half_points) / self.pairs as f64
    }
}

impl Match {
    /// The half points of the first player, who has the given side.
    fn play<G: Evaluate>(&self, mut record: Record<G>, side: Side, seed: u64) -> u32 {
        const LONGEST: usize = 200;
        let table = TranspositionTable::new(1);
        for _ in 0..LONGEST {
            if let Some(ending) = record.ending() {
                return ending.winner.map_or(1, |winner| 2 * u32::from(winner == side));
            }
            let player = usize::from(record.game().side(record.position()) != side);
            let settings = settings(self.players[player].with_seed(seed));
            let answer = run(&record, &table, &Limits::default(), &settings);
            record.play(answer.best().unwrap());
        }
        1
    }
}

fn levels(game: &str, [first, second]: [u32; 2], pairs: u64) -> f64 {
    let players = [Strength::from_level(first), Strength::from_level(second)];
    with!(game, Match { players, pairs })
}

#[test]
fn four_levels_more_win_clearly() {
    for (game, higher) in [("russian", 4), ("russian", 8), ("english", 12), ("nine-mens-morris", 6)] {
        let points = levels(game, [higher, higher - 4], if cfg!(debug_assertions) { 4 } else { 16 });
        assert!(points >= 60.0, "{game}: level {higher} makes {points} % against level {}", higher - 4);
    }
}

#[test]
#[ignore = "minutes: prints the table of docs/strength.md"]
fn every_four_levels_in_every_family() {
    for game in ["russian", "english", "nine-mens-morris", "international", "doubleboard-de"] {
        print!("| {game} |");
        for higher in [4, 8, 12, 16] {
            print!(" {:.0} |", levels(game, [higher, higher - 4], 10));
            std::io::stdout().flush().unwrap();
        }
        println!();
    }
}

/// What is asked of one game.
enum Task {
    Seeds,
    OneMove(&'static str),
    /// A position with a win on the spot, which every level plays.
    Win(&'static str),
    Limits,
}

impl Task {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let table = TranspositionTable::new(1);
        match self {
            Task::Seeds => {
                let mut rng = Rng(1);
                let mut different = 0;
                for seed in 0..100 {
                    let record = random_game(&game, &mut rng, 10);
                    let play = |seed| {
                        let strength = Strength::from_level(3).with_seed(seed);
                        run(&record, &table, &Limits::default(), &settings(strength)).best()
                    };
                    assert_eq!(play(seed), play(seed));
                    different += usize::from(play(seed) != play(seed + 1000));
                }
                assert!((20..100).contains(&different), "{different} of 100 moves depend on the seed");
            }
            Task::OneMove(fen) => {
                let record = record(game, fen);
                let only = legal(record.game(), record.position());
                assert_eq!(only.len(), 1);
                let answer = run(&record, &table, &Limits::default(), &settings(Strength::from_level(0)));
                assert_eq!(answer.best(), Some(only[0]));
            }
            Task::Win(fen) => {
                let record = record(game, fen);
                let side = record.game().side(record.position());
                for seed in 0..20 {
                    let strength = Strength::from_level(0).with_seed(seed);
                    let mut after = record.clone();
                    after.play(run(&record, &table, &Limits::default(), &settings(strength)).best().unwrap());
                    assert_eq!(after.ending().and_then(|ending| ending.winner), Some(side));
                }
            }
            Task::Limits => {
                let record = Record::new(game.clone(), game.start());
                let moves = legal(&game, record.position())[1..3].to_vec();
                let limits = Limits { nodes: Some(500), moves: moves.clone(), ..Limits::default() };
                let strong = Settings { lines: 2, ..settings(Strength::from_elo(2400)) };
                let answer = run(&record, &table, &limits, &strong);
                assert_eq!(answer.lines.len(), 2);
                assert!(answer.lines.iter().all(|line| moves.contains(&line.pv[0])));
                assert!(answer.lines[0].nodes <= 500);
                assert_eq!([1, 2], [answer.lines[0].multipv, answer.lines[1].multipv]);
                let full = run(&record, &TranspositionTable::new(1), &limits, &settings(Strength::full()));
                assert_eq!(
                    full.best(),
                    run(&record, &TranspositionTable::new(1), &limits, &Settings::default()).best()
                );
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    with!("international", Task::Seeds);
    with!("ceylon-mill", Task::Seeds);
}

#[test]
fn what_is_forced_is_never_missed() {
    with!("english", Task::OneMove("W:W22,29,30:B18,1"));
    with!("english", Task::Win("W:WK15,K14,K32:B18"));
    with!("nine-mens-morris", Task::Win("W:Wa7,d7,g4,a1:Bb2,d2,c5:H0,0"));
}

#[test]
fn weak_play_keeps_to_the_limits() {
    with!("international", Task::Limits);
    with!("nine-mens-morris", Task::Limits);
}
