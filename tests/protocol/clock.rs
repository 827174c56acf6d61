//! The clock, on the real binary: answers come when they should, and use the time there is.

use crate::engine::Engine;
use std::time::{Duration, Instant};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// A game on a clock that gives 10 ms for each move, against an opponent who takes his time; the least that was left, or why
/// it was lost.
fn game_on_a_clock(variant: &str) -> Result<Duration, String> {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine.ask("isready");
    let (mut left, mut least, mut moves) = (ms(100), ms(100), String::new());
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
        least = least.min(left);
        left += ms(10);
        moves = format!("{moves} {}", best.split(' ').nth(1).unwrap());
    }
    engine.quit();
    Ok(least)
}

#[test]
fn a_clock_with_ten_milliseconds_a_move_is_never_overstepped() {
    for variant in ["international", "ceylon-mill", "english"] {
        // A machine that does something else for a tenth of a second is not the engine's fault; twice in a row it is.
        let lost = game_on_a_clock(variant).and_then(|least| {
            // What was meant to be left for the way of the answer.
            if least < ms(20) { Err(format!("only {least:?} were left")) } else { Ok(()) }
        });
        if let Err(first) = lost {
            let again = game_on_a_clock(variant);
            assert!(again.is_ok(), "{variant}: {first}, and then {again:?}");
        }
    }
}

#[test]
fn a_stop_takes_effect_at_once_on_a_large_table_that_is_new() {
    let mut engine = Engine::start();
    let mut late: Vec<Duration> = (0..9)
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
    late.sort();
    // The machine may be busy, and slow to wake this thread: a few may be later.
    assert!(late[4] <= ms(10), "{late:?}");
}

#[test]
fn a_time_is_kept_on_a_large_table_that_is_new() {
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

/// The system has yet to find the memory of such a table, which may take it a hundred times as long as a node takes.
fn large_new_table(engine: &mut Engine, less: usize) {
    // Another size is another table.
    engine.send(&format!("setoption name Hash value {}", 1024 - less));
    engine.send("setoption name UCI_Variant value international");
}

#[test]
fn a_ponderhit_starts_the_clock() {
    let mut engine = Engine::start();
    engine.send("go ponder movetime 100");
    std::thread::sleep(ms(200));
    let began = Instant::now();
    engine.send("ponderhit");
    engine.read_until("bestmove");
    assert!(began.elapsed() < ms(500), "{:?}", began.elapsed());
    engine.quit();
}

/// How long an answer takes after a ponderhit, at best of a few: the machine may be busy.
fn after_a_ponderhit(position: &str, pondering: Duration) -> Duration {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value international");
    let mut times = (0..3).map(|_| {
        engine.send(position);
        engine.send("go ponder wtime 10000 btime 10000");
        std::thread::sleep(pondering);
        let began = Instant::now();
        engine.send("ponderhit");
        engine.read_until("bestmove");
        began.elapsed()
    });
    times.by_ref().min().unwrap()
}

#[test]
fn what_was_thought_while_pondering_counts() {
    // A move may take 1.43 s of such a clock, and more was spent on the opponent's time.
    let late = after_a_ponderhit("position startpos", ms(1500));
    assert!(late < ms(50), "{late:?}");
    let only = "position fen W:W28,45,46,33,38:B22,1-5,13,14,9";
    let late = after_a_ponderhit(only, ms(200));
    assert!(late < ms(50), "{late:?} for the only move");
}

#[test]
fn the_sheep_win_however_little_time_there_is() {
    for order in ["wtime 1 btime 1", "wtime 10 btime 10", "movetime 1", "nodes 1", "wtime 11 btime 11 winc 1000"] {
        let mut engine = Engine::start();
        engine.send("setoption name UCI_Variant value wolf-and-sheep");
        let mut moves = String::new();
        // The wolf steps to and fro as best it can.
        for _ in 0..100 {
            engine.send(&format!("position fen W:W29-32:B14 moves{moves}"));
            if engine.ask("query gameover") == ["response true"] {
                break;
            }
            let best = engine.best(&format!("go {order}"));
            moves = format!("{moves} {}", best.split(' ').nth(1).unwrap());
        }
        engine.send(&format!("position fen W:W29-32:B14 moves{moves}"));
        assert_eq!(engine.ask("query reason"), ["response the-wolf-is-caught"], "{order}:{moves}");
        engine.quit();
    }
}

#[test]
fn limits_that_say_little_do_no_harm() {
    let mut engine = Engine::start();
    engine.send("isready");
    for order in ["wtime 1000 btime 1000 movestogo 0", "movetime 5000 wtime 600 btime 600", "wtime 1000"] {
        engine.send("position startpos moves 22-18");
        let began = Instant::now();
        engine.best(&format!("go {order}"));
        assert!(began.elapsed() < ms(500), "{order}: {:?}", began.elapsed());
    }
    engine.quit();
}

#[test]
fn even_the_shortest_time_is_a_search() {
    let mut engine = Engine::start();
    engine.send("isready");
    engine.read_until("readyok");
    for order in ["go movetime 1", "go wtime 1 btime 1", "go wtime 10 btime 10"] {
        // On a busy machine the search may not have begun when it is answered for.
        let searched = (0..5).any(|_| {
            engine.send(order);
            let lines = engine.read_until("bestmove");
            !lines[lines.len() - 2].starts_with("info depth 0 ")
        });
        assert!(searched, "{order}");
    }
    engine.quit();
}
