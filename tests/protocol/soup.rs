//! Random words of the protocol in random order: no panic, no hang, and every `go` gets its answer.

use crate::engine::Engine;
use std::time::{Duration, Instant};

/// A small generator of random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const WORDS: &[&str] = &[
    "uci",
    "ugi",
    "hub",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "query",
    "gameover",
    "p1turn",
    "result",
    "reason",
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "UCI_Variant",
    "Clear",
    "Notation",
    "UCI_ShowWDL",
    "Skill",
    "Level",
    "true",
    "false",
    "algebraic",
    "numeric",
    "draughts",
    "russian",
    "morris",
    "wolf",
    "ceylon-mill",
    "doubleboard-de",
    "international",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "x",
    "22-18",
    "9-14",
    "x14",
    "@14",
    "d6",
    "d6xg7",
    "W:W21-32:B1-12",
    "B:W:B1",
    "W:W:B:H9,9",
    "B:W29-32:B",
    "W:WK5:BK32",
    "\u{fffd}",
    "é",
];
const VARIANTS: &[&str] = &[
    "draughts",
    "russian",
    "morris",
    "wolf",
    "ceylon-mill",
    "doubleboard-de",
    "international",
    "mixed-mill",
    "nonsense",
];
const ORDERS: &[&str] = &[
    "go depth 2",
    "go nodes 500",
    "go movetime 5",
    "go wtime 100 btime 100",
    "go infinite",
    "go ponder",
    "go",
    "go depth x",
    "go mate 1 depth 3",
    "go depth 2 searchmoves 22-18 d6 @14 x3",
];

/// A line that is nearly right, or soup.
fn line(random: &mut Random, last_moves: &[String]) -> String {
    match random.below(9) {
        0 | 1 => (0..=random.below(7)).map(|_| random.pick(WORDS)).collect::<Vec<_>>().join(" "),
        2 => format!("setoption name UCI_Variant value {}", random.pick(VARIANTS)),
        3 => format!("setoption name MultiPV value {}", random.below(5)),
        4 => format!("setoption name Threads value {}", random.below(4)),
        5 if !last_moves.is_empty() => {
            format!("position startpos moves {}", last_moves[random.below(last_moves.len())])
        }
        6 => "stop".into(),
        7 => random.pick(ORDERS).into(),
        _ => {
            random.pick(&["position startpos", "ponderhit", "ucinewgame", "moves", "eval", "d", "query result"]).into()
        }
    }
}

fn soup(seed: u64, time: Duration) {
    let (mut random, began) = (Random(seed), Instant::now());
    let mut engine = Engine::start();
    engine.send("uci");
    engine.send("setoption name Hash value 4");
    engine.read_until("uciok");
    let (mut sent, mut answered, mut log) = (0u32, 0u32, Vec::new());
    let mut moves = Vec::new();
    while began.elapsed() < time {
        for _ in 0..10 {
            let line = line(&mut random, &moves);
            // A thousand threads or gigabytes of table prove nothing here, nor does the end of the engine.
            if line.split(' ').any(|word| word == "quit") {
                continue;
            }
            sent += searches(&line);
            engine.send(&line);
            log.push(line);
        }
        // A stop ends whatever runs; then every search must have been answered.
        engine.send("stop");
        engine.send("moves");
        engine.send("isready");
        loop {
            let line = engine.try_read().unwrap_or_else(|| panic!("seed {seed}: the engine died after {log:#?}"));
            assert!(!line.contains("fault of the engine"), "seed {seed}: {log:#?}");
            answered += u32::from(line.starts_with("bestmove "));
            if let Some(list) = line.strip_prefix("moves ") {
                moves = list.split(' ').map(String::from).collect();
            }
            if line == "readyok" && engine_is_idle(&mut engine, &mut answered, sent) {
                break;
            }
        }
        assert_eq!(answered, sent, "seed {seed}: {log:#?}");
        log.clear();
    }
    engine.quit();
}

/// Waits for the answers that are still due.
fn engine_is_idle(engine: &mut Engine, answered: &mut u32, sent: u32) -> bool {
    while *answered < sent {
        let line = engine.read();
        *answered += u32::from(line.starts_with("bestmove "));
    }
    true
}

/// How many searches a line orders: one if its command is `go`, unless that is a count.
fn searches(line: &str) -> u32 {
    const STANDARD: &[&str] = &[
        "uci",
        "ugi",
        "debug",
        "isready",
        "setoption",
        "ucinewgame",
        "uginewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "hub",
    ];
    const OWN: &[&str] = &["d", "moves", "eval", "query"];
    let mut words = line.split_whitespace();
    let first = words.next();
    if first.is_some_and(|first| OWN.contains(&first)) {
        return 0;
    }
    u32::from(line.split_whitespace().find(|word| STANDARD.contains(word)) == Some("go"))
}

#[test]
fn a_spoonful_is_survived() {
    soup(1, Duration::from_secs(4));
}

#[test]
#[ignore = "takes a minute"]
fn a_minute_of_it_is_survived() {
    for seed in 0..6 {
        soup(1000 + seed, Duration::from_secs(10));
    }
}
