//! UCI and UGI in the states where engines go wrong.

use crate::engine::Engine;
use std::time::{Duration, Instant};

/// Long enough for a wrong answer to arrive.
const A_WHILE: Duration = Duration::from_millis(200);

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
        "TablePath type string default <empty>",
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
    assert!(engine.read_until("bestmove").len() > 1, "an info comes before the answer");
    engine.quit();
}

#[test]
fn what_is_sent_during_a_search_holds_for_the_next() {
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
    assert!(from > 20, "the answer is White's: {best}");
    engine.send("go depth 3");
    let lines = engine.read_until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")));
    let from: u32 = lines.last().unwrap()["bestmove ".len()..].split('-').next().unwrap().parse().unwrap();
    assert!(from < 13, "the answer is Black's");
    engine.quit();
}

#[test]
fn a_variant_changed_during_a_search_holds_for_the_next() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("setoption name UCI_Variant value morris");
    engine.send("stop");
    assert!(engine.read_until("bestmove").pop().unwrap().contains('-'), "a draughts move");
    assert!(!engine.best("go depth 2").contains('-'), "a stone is placed");
    engine.quit();
}

#[test]
fn every_go_has_its_answer() {
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
fn stop_and_ponderhit_without_a_search_say_nothing() {
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
fn a_stop_holds_for_its_own_search_only() {
    let mut engine = Engine::start();
    engine.send_bytes(b"go infinite\nstop\nposition startpos\ngo depth 4\nisready\n");
    engine.read_until("bestmove");
    let lines = engine.read_until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
    engine.quit();
}

#[test]
fn endless_searches_last_until_they_are_stopped() {
    // A single legal move, a finished game, a forced loss, and pondering: none of them ends by itself.
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
        for order in ["go infinite", "go ponder wtime 10 btime 10", "go ponder movetime 1", "go depth 1 infinite"] {
            engine.send(order);
            let end = Instant::now() + A_WHILE;
            while Instant::now() < end {
                if let Some(line) = engine.read_within(Duration::from_millis(20)) {
                    assert!(line.starts_with("info"), "{variant} {position} {order}: {line}");
                }
            }
            engine.send("stop");
            engine.read_until("bestmove");
        }
    }
    engine.quit();
}

#[test]
fn a_new_game_knows_nothing_of_the_last() {
    let mut engine = Engine::start();
    let mut nodes = |before: &str| {
        engine.send(before);
        engine.send("position startpos");
        engine.send("go depth 11");
        let last = engine.read_until("bestmove").into_iter().rev().find(|line| line.contains(" nodes ")).unwrap();
        last.split_whitespace().skip_while(|word| *word != "nodes").nth(1).unwrap().parse::<u64>().unwrap()
    };
    let first = nodes("isready");
    assert!(nodes("isready") < first, "what the last search found is used");
    for forget in ["ucinewgame", "setoption name Clear Hash", "ucinewgame"] {
        assert_eq!(nodes(forget), first, "{forget}");
    }
}

#[test]
fn no_legal_move_is_told_as_such() {
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
fn the_last_line_before_the_answer_is_the_answers() {
    let mut engine = Engine::start();
    for order in ["go depth 5", "go nodes 3000", "go movetime 30", "go wtime 300 btime 300", "go mate 1 depth 4"] {
        engine.send(order);
        let lines = engine.read_until("bestmove");
        let pv = lines[lines.len() - 2].split(" pv ").nth(1).expect("an info with moves");
        let best = lines[lines.len() - 1].split(' ').nth(1).unwrap();
        assert_eq!(pv.split(' ').next(), Some(best), "{order}");
    }
    engine.quit();
}

#[test]
fn searchmoves_and_notation_are_obeyed() {
    let mut engine = Engine::start();
    assert_eq!(engine.best("go depth 3 searchmoves 21-17").split(' ').nth(1), Some("21-17"));
    assert_eq!(engine.best("go searchmoves a3-b4 depth 3").split(' ').nth(1), Some("21-17"));
    engine.send("setoption name notation value Algebraic");
    assert_eq!(engine.best("go searchmoves 21-17 depth 3").split(' ').nth(1), Some("a3-b4"));
    assert_eq!(engine.ask("moves"), ["moves a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4"]);
    engine.send("setoption name UCI_Variant value international");
    assert!(engine.ask("moves")[0].starts_with("moves 31-26"), "a large board has numbers only");
    engine.quit();
}

#[test]
fn bad_lines_leave_the_state_alone() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 22-18");
    let before = engine.ask("d");
    let bad = [
        ("position startpos moves 22-18 9-14 18x10", "move `18x10` is not legal here"),
        ("position startpos moves 22-18 9-99", "square 99 is off the board"),
        ("position fen W:W99:B1", "square 99 is off the board"),
        ("position fen", "expected a position text"),
        ("position strtpos", "did you mean `startpos`?"),
        ("positoin startpos", "did you mean `position`?"),
        ("setoption name Hsah value 1", "did you mean `Hash`?"),
        ("setoption name Hash value 0", "a whole number from 1 to 65536"),
        ("setoption name Hash value 1e9", "`1e9`"),
        ("setoption name UCI_Variant value internatonal", "did you mean `international`?"),
        ("setoption name UCI_Variant value draughts+king-captur=any", "did you mean `king-capture`?"),
        ("setoption name Ponder value maybe", "`true` or `false`"),
        ("setoption name Notation value latin", "expected numeric, algebraic"),
        ("setoption", "`name NAME`"),
        ("debug", "`on` or `off`"),
        ("query", "gameover, p1turn, result, reason"),
        ("query p2turn", "did you mean `p1turn`?"),
        ("ugi", "only a first command"),
        ("hub", "only a first command"),
        ("xyzzy", "unknown command `xyzzy`"),
    ];
    for (line, part) in bad {
        let answer = engine.ask(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(answer[0].starts_with("info string ") && answer[0].contains(part), "{line}: {answer:?}");
        assert_eq!(engine.ask("d"), before, "{line}");
    }
    engine.quit();
}

#[test]
fn a_limit_that_cannot_be_read_is_answered_at_once() {
    let mut engine = Engine::start();
    for order in ["go depth x", "go movetime", "go wtime btime", "go depth -1", "go nodes 1e5"] {
        engine.send(order);
        let lines = engine.read_until("bestmove");
        assert!(lines[0].starts_with("info string go "), "{order}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn a_set_capture_may_be_written_apart() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value morris");
    assert!(engine.ask("position startpos moves a1 d2 d1 d3 g1 xd2").is_empty());
    assert_eq!(engine.ask("d").last().unwrap(), "fen B:Wa1,d1,g1:Bd3:H6,7");
    engine.quit();
}

#[test]
fn chances_are_told_on_request_and_books_that_are_not_there() {
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
fn weaker_play_answers_like_any_other() {
    let mut engine = Engine::start();
    for option in ["Skill Level value 0", "UCI_LimitStrength value true", "UCI_Elo value 700", "MultiPV value 2"] {
        assert!(engine.ask(&format!("setoption name {option}")).is_empty());
        for order in ["go depth 4", "go movetime 30", "go wtime 500 btime 500", "go nodes 500"] {
            engine.send(order);
            let lines = engine.read_until("bestmove");
            let pv =
                lines.iter().rev().find(|line| line.contains(" multipv 1 ")).unwrap().split(" pv ").nth(1).unwrap();
            assert_eq!(pv.split(' ').next(), lines[lines.len() - 1].split(' ').nth(1), "{option}, {order}");
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
fn ugi_answers_have_two_words() {
    let mut engine = Engine::start();
    engine.send("ugi");
    assert_eq!(engine.read_until("ugiok").last().unwrap(), "ugiok");
    engine.send("setoption name UCI_Variant value international");
    engine.send("uginewgame");
    engine.send("position fen W:W31-50:B1-20");
    for order in ["go p1time 500 p2time 500 p1inc 5 p2inc 5", "go movetime 30", "go depth 6", "go nodes 2000"] {
        let best = engine.best(order);
        assert_eq!(best.split(' ').count(), 2, "{best}");
    }
    for question in ["gameover", "p1turn", "result", "reason"] {
        let answer = engine.ask(&format!("query {question}"));
        assert_eq!(answer[0].split(' ').count(), 2, "{answer:?}");
    }
    engine.send("position fen W:WK1:B5");
    assert_eq!(engine.ask("query p1turn"), ["response true"]);
    engine.quit();
}
