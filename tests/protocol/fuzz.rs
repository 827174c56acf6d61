//! Fuzzing: random words of the protocol in random order. No panic, no hang, and every `go` gets its reply.

use crate::engine::Engine;
use millstone::util::random::Rng;
use std::time::{Duration, Instant};

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u64) as usize
}

fn pick<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[below(rng, words.len())]
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
const SEARCHES: &[&str] = &[
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

/// A line: random words, or a command that is valid or nearly so.
fn line(rng: &mut Rng, last_moves: &[String]) -> String {
    match below(rng, 9) {
        0 | 1 => (0..=below(rng, 7)).map(|_| pick(rng, WORDS)).collect::<Vec<_>>().join(" "),
        2 => format!("setoption name UCI_Variant value {}", pick(rng, VARIANTS)),
        3 => format!("setoption name MultiPV value {}", below(rng, 5)),
        4 => format!("setoption name Threads value {}", below(rng, 4)),
        5 if !last_moves.is_empty() => {
            format!("position startpos moves {}", last_moves[below(rng, last_moves.len())])
        }
        6 => "stop".into(),
        7 => pick(rng, SEARCHES).into(),
        _ => pick(rng, &["position startpos", "ponderhit", "ucinewgame", "moves", "eval", "d", "query result"]).into(),
    }
}

fn fuzz(seed: u64, time: Duration) {
    let (mut rng, began) = (Rng::new(seed), Instant::now());
    let mut engine = Engine::start();
    engine.send("uci");
    engine.send("setoption name Hash value 4");
    engine.read_until("uciok");
    let (mut searches, mut replies, mut log) = (0u32, 0u32, Vec::new());
    let mut moves = Vec::new();
    while began.elapsed() < time {
        for _ in 0..10 {
            let line = line(&mut rng, &moves);
            if line.split(' ').any(|word| word == "quit") {
                continue;
            }
            searches += count_searches(&line);
            engine.send(&line);
            log.push(line);
        }
        // `stop` ends any search; then every search must have its reply.
        engine.send("stop");
        engine.send("moves");
        engine.send("isready");
        loop {
            let line = engine.try_read().unwrap_or_else(|| panic!("seed {seed}: the engine died after {log:#?}"));
            assert!(!line.contains("internal error"), "seed {seed}: {log:#?}");
            replies += u32::from(line.starts_with("bestmove "));
            if let Some(list) = line.strip_prefix("moves ") {
                moves = list.split(' ').map(String::from).collect();
            }
            if line == "readyok" && all_replied(&mut engine, &mut replies, searches) {
                break;
            }
        }
        assert_eq!(replies, searches, "seed {seed}: {log:#?}");
        log.clear();
    }
    engine.quit();
}

/// Waits for the replies that are still missing.
fn all_replied(engine: &mut Engine, replies: &mut u32, searches: u32) -> bool {
    while *replies < searches {
        let line = engine.read();
        *replies += u32::from(line.starts_with("bestmove "));
    }
    true
}

/// How many searches a line starts: one if its command is `go`.
fn count_searches(line: &str) -> u32 {
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
    const EXTENSIONS: &[&str] = &["d", "moves", "eval", "query"];
    let mut words = line.split_whitespace();
    let first = words.next();
    if first.is_some_and(|first| EXTENSIONS.contains(&first)) {
        return 0;
    }
    u32::from(line.split_whitespace().find(|word| STANDARD.contains(word)) == Some("go"))
}

#[test]
fn a_few_seconds_of_fuzzing() {
    fuzz(1, Duration::from_secs(4));
}

#[test]
#[ignore = "takes a minute"]
fn a_minute_of_fuzzing() {
    for seed in 0..6 {
        fuzz(1000 + seed, Duration::from_secs(10));
    }
}
