//! Clocks, on the real binary. The tests that measure time need an idle machine and are ignored by default:
//! `cargo test --release --test protocol clock -- --ignored`.

use crate::engine::Engine;
use std::time::{Duration, Instant};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Plays a game on a clock with an increment of 10 ms; the opponent takes a while for each move. Gives the lowest value
/// of the clock, or an error if it ran out.
fn game_on_a_clock(variant: &str) -> Result<Duration, String> {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine.ask("isready");
    let (mut left, mut lowest, mut moves) = (ms(100), ms(100), String::new());
    for number in 1..=60 {
        engine.send(&format!("position startpos moves{moves}"));
        if engine.ask("query gameover") == ["response true"] {
            break;
        }
        std::thread::sleep(ms(15));
        let clock = left.as_millis();
        let asked = Instant::now();
        let best = engine.best(&format!("go wtime {clock} btime {clock} winc 10 binc 10"));
        let taken = asked.elapsed();
        left = left.checked_sub(taken).ok_or_else(|| format!("move {number} took {taken:?} of {left:?}"))?;
        lowest = lowest.min(left);
        left += ms(10);
        moves = format!("{moves} {}", best.split(' ').nth(1).unwrap());
    }
    engine.quit();
    Ok(lowest)
}

#[test]
#[ignore = "needs an idle machine"]
fn a_clock_with_ten_milliseconds_a_move_never_runs_out() {
    for variant in ["international", "ceylon-mill", "english"] {
        let game = game_on_a_clock(variant).and_then(|lowest| {
            // The engine keeps a reserve for the transfer of its reply.
            if lowest < ms(20) { Err(format!("the clock went down to {lowest:?}")) } else { Ok(()) }
        });
        // The system may pause the engine for a tenth of a second, but hardly in two games in a row.
        if let Err(first) = game {
            let second = game_on_a_clock(variant);
            assert!(second.is_ok(), "{variant}: {first}, then {second:?}");
        }
    }
}

#[test]
fn moves_on_a_short_clock_are_legal() {
    for variant in ["international", "ceylon-mill", "english"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        let mut moves = String::new();
        for _ in 0..60 {
            let errors = engine.ask(&format!("position startpos moves{moves}"));
            assert!(errors.is_empty(), "{variant}: {errors:?}");
            if engine.ask("query gameover") == ["response true"] {
                break;
            }
            let best = engine.best("go wtime 20 btime 20 winc 10 binc 10");
            moves = format!("{moves} {}", best.split(' ').nth(1).unwrap());
        }
        engine.quit();
    }
}

#[test]
#[ignore = "needs an idle machine"]
fn stop_is_answered_at_once_on_a_large_new_table() {
    let mut engine = Engine::start();
    let mut times: Vec<Duration> = (0..9)
        .map(|less| {
            large_new_table(&mut engine, less);
            engine.send("go infinite");
            std::thread::sleep(ms(30));
            let begun = Instant::now();
            engine.send("stop");
            engine.read_until("bestmove");
            begun.elapsed()
        })
        .collect();
    times.sort();
    // The median: the system may be slow to wake this thread.
    assert!(times[4] <= ms(10), "{times:?}");
}

#[test]
#[ignore = "needs an idle machine"]
fn movetime_is_kept_on_a_large_new_table() {
    let mut engine = Engine::start();
    let mut times: Vec<Duration> = (0..9)
        .map(|less| {
            large_new_table(&mut engine, less);
            let begun = Instant::now();
            engine.send("go movetime 60");
            engine.read_until("bestmove");
            begun.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[4] <= ms(60), "{times:?}");
}

/// A table whose pages were never touched: the first access to a page may take a hundred times as long as a node.
fn large_new_table(engine: &mut Engine, less: usize) {
    // A new size makes a new table.
    engine.send(&format!("setoption name Hash value {}", 1024 - less));
    engine.send("setoption name UCI_Variant value international");
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::start();
    engine.send("go ponder movetime 1");
    std::thread::sleep(ms(50));
    let lines = engine.ask("isready");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.send("ponderhit");
    engine.read_until("bestmove");
    engine.quit();
}

/// The shortest of three times from `ponderhit` to `bestmove`.
fn time_after_ponderhit(position: &str, pondering: Duration) -> Duration {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value international");
    let times = (0..3).map(|_| {
        engine.send(position);
        engine.send("go ponder wtime 10000 btime 10000");
        std::thread::sleep(pondering);
        let began = Instant::now();
        engine.send("ponderhit");
        engine.read_until("bestmove");
        began.elapsed()
    });
    times.min().unwrap()
}

const ONLY_MOVE: &str = "position fen W:W28,45,46,33,38:B22,1-5,13,14,9";

#[test]
#[ignore = "needs an idle machine"]
fn time_spent_pondering_counts() {
    // On this clock a move may take 1.43 s at most, and the engine has pondered longer.
    let time = time_after_ponderhit("position startpos", ms(1500));
    assert!(time < ms(50), "{time:?}");
    let time = time_after_ponderhit(ONLY_MOVE, ms(200));
    assert!(time < ms(50), "{time:?} for the only move");
}

#[test]
fn an_only_move_does_not_use_up_the_clock() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value international");
    engine.send(ONLY_MOVE);
    // An hour for each move: this ends only because there is nothing to decide.
    engine.send("go ponder wtime 100000000 btime 100000000");
    engine.send("ponderhit");
    engine.read_until("bestmove");
    engine.best("go wtime 100000000 btime 100000000");
    engine.quit();
}

#[test]
fn the_sheep_win_however_little_time_there_is() {
    for go in ["wtime 1 btime 1", "wtime 10 btime 10", "movetime 1", "nodes 1", "wtime 11 btime 11 winc 1000"] {
        let mut engine = Engine::start();
        engine.send("setoption name UCI_Variant value wolf-and-sheep");
        let mut moves = String::new();
        for _ in 0..100 {
            engine.send(&format!("position fen W:W29-32:B14 moves{moves}"));
            if engine.ask("query gameover") == ["response true"] {
                break;
            }
            let best = engine.best(&format!("go {go}"));
            moves = format!("{moves} {}", best.split(' ').nth(1).unwrap());
        }
        engine.send(&format!("position fen W:W29-32:B14 moves{moves}"));
        assert_eq!(engine.ask("query reason"), ["response the-wolf-is-caught"], "{go}:{moves}");
        engine.quit();
    }
}

#[test]
fn unusual_limits_end_the_search() {
    let mut engine = Engine::start();
    // Read wrongly, each of these would take minutes: the clock limits a long movetime, and the other player's clock is
    // taken where ours is missing.
    for go in ["wtime 1000 btime 1000 movestogo 0", "movetime 500000 wtime 600 btime 600", "wtime 1000"] {
        engine.send("position startpos moves 22-18");
        engine.best(&format!("go {go}"));
    }
    engine.quit();
}

#[test]
fn even_the_shortest_time_is_a_search() {
    let mut engine = Engine::start();
    engine.send("isready");
    engine.read_until("readyok");
    for go in ["go movetime 1", "go wtime 1 btime 1", "go wtime 10 btime 10"] {
        // On a loaded machine the session may have to reply before the search thread runs, but not every time.
        let searched = (0..1000).any(|_| {
            engine.send(go);
            let lines = engine.read_until("bestmove");
            !lines[lines.len() - 2].starts_with("info depth 0 ")
        });
        assert!(searched, "{go}");
    }
    engine.quit();
}
