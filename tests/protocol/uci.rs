//! UCI and UGI, in the states in which engines tend to fail.

use crate::engine::Engine;
use std::time::{Duration, Instant};

/// Long enough for a wrong reply to arrive.
const A_WHILE: Duration = Duration::from_millis(100);

#[test]
fn the_handshake_declares_every_option() {
    let lines = Engine::start().ask("uci");
    assert!(lines[0].starts_with("id name Millstone "));
    assert_eq!(lines.last().unwrap(), "uciok");
    let options = [
        "UCI_Variant type combo default draughts var draughts var schmidt-de",
        "Hash type spin default 64 min 1 max 65536",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "OwnBook type check default false",
        "BookFile type string default <empty>",
        "VariantFile type string default <empty>",
        "UseTables type check default true",
        "TablePath type string default <empty>",
        "TableMemory type spin default 256 min 0 max 65536",
        "UCI_AnalyseMode type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default ",
        "Skill Level type spin default 20 min 0 max 20",
        "Move Overhead type spin default 10 min 0 max 5000",
        "Clear Hash type button",
        "UCI_ShowWDL type check default false",
        "Notation type combo default numeric var numeric var algebraic",
    ];
    for option in options {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
}

#[test]
fn is_ready_is_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for _ in 0..20 {
        engine.send("isready");
        engine.read_until("readyok");
    }
    engine.send("stop");
    assert!(engine.read_until("bestmove").len() > 1, "an info line comes first");
    engine.quit();
}

#[test]
fn commands_during_a_search_affect_the_next() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("position startpos moves 22-18");
    engine.send("setoption name Hash value 8");
    engine.send("setoption name Threads value 2");
    engine.send("setoption name Clear Hash");
    engine.send("setoption name MultiPV value 3");
    engine.send("moves");
    let lines = engine.read_until("moves");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    assert!(lines.last().unwrap().starts_with("moves 9-13"), "{lines:?}");
    engine.send("stop");
    let best = engine.read_until("bestmove").pop().unwrap();
    let from: u32 = best["bestmove ".len()..].split('-').next().unwrap().parse().unwrap();
    assert!(from > 20, "the move is White's: {best}");
    engine.send("go depth 3");
    let lines = engine.read_until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")));
    let from: u32 = lines.last().unwrap()["bestmove ".len()..].split('-').next().unwrap().parse().unwrap();
    assert!(from < 13, "the move is Black's");
    engine.quit();
}

#[test]
fn a_variant_set_during_a_search_affects_the_next() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("setoption name UCI_Variant value morris");
    engine.send("stop");
    assert!(engine.read_until("bestmove").pop().unwrap().contains('-'), "a draughts move");
    assert!(!engine.best("go depth 2").contains('-'), "a stone is placed");
    engine.quit();
}

#[test]
fn every_go_has_one_reply() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("go infinite");
    engine.send("go depth 2");
    for _ in 0..3 {
        engine.read_until("bestmove");
    }
    assert_eq!(engine.read_within(A_WHILE), None);
    engine.quit();
}

#[test]
fn stop_and_ponderhit_without_a_search_are_ignored() {
    let mut engine = Engine::start();
    assert!(engine.ask("stop").is_empty());
    assert!(engine.ask("ponderhit").is_empty());
    engine.best("go depth 1");
    assert!(engine.ask("stop").is_empty());
    engine.send("debug on");
    assert_eq!(engine.ask("stop"), ["info string debug: `stop`: no search is running"]);
    engine.quit();
}

#[test]
fn stop_affects_only_the_search_before_it() {
    let mut engine = Engine::start();
    engine.send_bytes(b"go infinite\nstop\nposition startpos\ngo depth 4\nisready\n");
    engine.read_until("bestmove");
    let lines = engine.read_until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
    engine.quit();
}

#[test]
fn infinite_searches_last_until_stop() {
    // None ends by itself: an only move, a finished game, a forced loss, a ponder search.
    let positions = [
        ("draughts", "startpos"),
        ("draughts", "fen W:W32:BK23"),
        ("draughts", "fen W:W:B1"),
        ("wolf", "fen W:W29-32:B14"),
        ("morris", "fen W:Wa1,d1,b2:Ba7,d7,g7:H0,0"),
    ];
    let mut engine = Engine::start();
    for (variant, position) in positions {
        assert!(engine.ask(&format!("setoption name UCI_Variant value {variant}")).is_empty());
        assert!(engine.ask(&format!("position {position}")).is_empty());
        for go in ["go infinite", "go ponder wtime 10 btime 10", "go ponder movetime 1", "go depth 1 infinite"] {
            engine.send(go);
            let end = Instant::now() + A_WHILE;
            while Instant::now() < end {
                if let Some(line) = engine.read_within(Duration::from_millis(20)) {
                    assert!(line.starts_with("info"), "{variant} {position} {go}: {line}");
                }
            }
            engine.send("stop");
            engine.read_until("bestmove");
        }
    }
    engine.quit();
}

#[test]
fn a_new_game_begins_with_an_empty_table() {
    let mut engine = Engine::start();
    let mut nodes = |before: &str| {
        engine.send(before);
        engine.send("position startpos");
        engine.send("go depth 11");
        let last = engine.read_until("bestmove").into_iter().rev().find(|line| line.contains(" nodes ")).unwrap();
        last.split_whitespace().skip_while(|word| *word != "nodes").nth(1).unwrap().parse::<u64>().unwrap()
    };
    let first = nodes("isready");
    assert!(nodes("isready") < first, "the table is used");
    for clear in ["ucinewgame", "setoption name Clear Hash", "ucinewgame"] {
        assert_eq!(nodes(clear), first, "{clear}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut engine = Engine::start();
    engine.send("position fen W:W:B1");
    engine.send("go depth 5");
    let lines = engine.read_until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove 0000");
    assert!(lines[lines.len() - 2].starts_with("info depth 0 "), "{lines:?}");
    assert_eq!(engine.ask("moves"), ["moves"]);
    assert_eq!(engine.ask("query result"), ["response p2win"]);
    assert_eq!(engine.ask("query reason"), ["response no-pieces-left"]);
    engine.quit();
}

#[test]
fn the_last_line_leads_to_the_best_move() {
    let mut engine = Engine::start();
    for go in ["go depth 5", "go nodes 3000", "go movetime 30", "go wtime 300 btime 300", "go mate 1 depth 4"] {
        engine.send(go);
        let lines = engine.read_until("bestmove");
        let pv = lines[lines.len() - 2].split(" pv ").nth(1).expect("an info with moves");
        let best = lines[lines.len() - 1].split(' ').nth(1).unwrap();
        assert_eq!(pv.split(' ').next(), Some(best), "{go}");
    }
    engine.quit();
}

#[test]
fn searchmoves_and_notation_work() {
    let mut engine = Engine::start();
    assert_eq!(engine.best("go depth 3 searchmoves 21-17").split(' ').nth(1), Some("21-17"));
    assert_eq!(engine.best("go searchmoves a3-b4 depth 3").split(' ').nth(1), Some("21-17"));
    engine.send("setoption name notation value Algebraic");
    assert_eq!(engine.best("go searchmoves 21-17 depth 3").split(' ').nth(1), Some("a3-b4"));
    assert_eq!(engine.ask("moves"), ["moves a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4"]);
    engine.send("setoption name UCI_Variant value international");
    assert!(engine.ask("moves")[0].starts_with("moves 31-26"), "on 10×10 squares have numbers only");
    engine.quit();
}

#[test]
fn invalid_lines_change_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 22-18");
    let before = engine.ask("d");
    let invalid = [
        ("position startpos moves 22-18 9-14 18x10", "move `18x10` is not legal here"),
        ("position startpos moves 22-18 9-99", "square 99 is off the board"),
        ("position fen W:W99:B1", "square 99 is off the board"),
        ("position fen", "expected a FEN"),
        ("position strtpos", "did you mean `startpos`?"),
        ("positoin startpos", "did you mean `position`?"),
        ("setoption name Hsah value 1", "did you mean `Hash`?"),
        ("setoption name Hash value 0", "a whole number from 1 to 65536"),
        ("setoption name Hash value 1e9", "`1e9`"),
        ("setoption name UCI_Variant value internatonal", "did you mean `international`?"),
        ("setoption name UCI_Variant value draughts+king-captur=any", "did you mean `king-capture`?"),
        ("setoption name Ponder value maybe", "`true` or `false`"),
        ("setoption name Notation value latin", "expected numeric, algebraic"),
        ("setoption", "`name NAME [value VALUE]`"),
        ("debug", "`on` or `off`"),
        ("query", "gameover, p1turn, result, reason"),
        ("query p2turn", "did you mean `p1turn`?"),
        ("ugi", "must be the first command"),
        ("hub", "must be the first command"),
        ("xyzzy", "unknown command `xyzzy`"),
    ];
    for (line, part) in invalid {
        let reply = engine.ask(line);
        assert_eq!(reply.len(), 1, "{line}: {reply:?}");
        assert!(reply[0].starts_with("info string ") && reply[0].contains(part), "{line}: {reply:?}");
        assert_eq!(engine.ask("d"), before, "{line}");
    }
    engine.quit();
}

#[test]
fn an_invalid_limit_is_reported_and_searched_one_ply_deep() {
    let mut engine = Engine::start();
    for go in ["go depth x", "go movetime", "go wtime btime", "go depth -1", "go nodes 1e5"] {
        engine.send(go);
        let lines = engine.read_until("bestmove");
        assert!(lines[0].starts_with("info string go "), "{go}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn a_taken_stone_may_be_a_word_of_its_own() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value morris");
    assert!(engine.ask("position startpos moves a1 d2 d1 d3 g1 xd2").is_empty());
    assert_eq!(engine.ask("d").last().unwrap(), "fen B:Wa1,d1,g1:Bd3:H6,7");
    engine.quit();
}

#[test]
fn wdl_is_shown_on_request_and_missing_books_are_reported() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("go depth 2");
    assert!(engine.read_until("bestmove")[0].contains(" wdl "));
    assert!(engine.ask("setoption name BookFile value <empty>").is_empty());
    assert!(engine.ask("setoption name BookFile value a b.txt")[0].contains("BookFile"));
    assert!(engine.ask("setoption name OwnBook value true")[0].contains("OwnBook"));
    engine.quit();
}

#[test]
fn limited_strength_replies_as_usual() {
    let mut engine = Engine::start();
    for option in ["Skill Level value 0", "UCI_LimitStrength value true", "UCI_Elo value 700", "MultiPV value 2"] {
        assert!(engine.ask(&format!("setoption name {option}")).is_empty());
        for go in ["go depth 4", "go movetime 30", "go wtime 500 btime 500", "go nodes 500"] {
            engine.send(go);
            let lines = engine.read_until("bestmove");
            let pv =
                lines.iter().rev().find(|line| line.contains(" multipv 1 ")).unwrap().split(" pv ").nth(1).unwrap();
            assert_eq!(pv.split(' ').next(), lines[lines.len() - 1].split(' ').nth(1), "{option}, {go}");
        }
    }
    engine.send("go infinite");
    assert!(engine.read_within(A_WHILE).is_none_or(|line| line.starts_with("info")));
    engine.send("stop");
    engine.read_until("bestmove");
    engine.quit();
}

#[test]
fn perft_counts_and_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("go perft 4");
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with("Nodes searched")) {
        lines.push(engine.read());
    }
    let sum: u64 = lines.iter().filter_map(|line| line.split(": ").nth(1)?.parse::<u64>().ok()).sum();
    assert_eq!(lines.last().unwrap(), "Nodes searched: 1469");
    assert_eq!(sum, 2 * 1469);
    engine.send("go perft 30");
    engine.send("isready");
    engine.read_until("readyok");
    engine.send("stop");
    while !engine.read().starts_with("info string perft") {}
    engine.quit();
}

#[test]
fn ugi_replies_have_two_words() {
    let mut engine = Engine::start();
    engine.send("ugi");
    assert_eq!(engine.read_until("ugiok").last().unwrap(), "ugiok");
    engine.send("setoption name UCI_Variant value international");
    engine.send("uginewgame");
    engine.send("position fen W:W31-50:B1-20");
    for go in ["go p1time 500 p2time 500 p1inc 5 p2inc 5", "go movetime 30", "go depth 6", "go nodes 2000"] {
        let best = engine.best(go);
        assert_eq!(best.split(' ').count(), 2, "{best}");
    }
    for query in ["gameover", "p1turn", "result", "reason"] {
        let reply = engine.ask(&format!("query {query}"));
        assert_eq!(reply[0].split(' ').count(), 2, "{reply:?}");
    }
    engine.send("position fen W:WK1:B5");
    assert_eq!(engine.ask("query p1turn"), ["response true"]);
    engine.quit();
}
