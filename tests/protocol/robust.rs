//! Input that no client should send, and unexpected ends of input.

use crate::engine::Engine;
use std::time::Duration;

#[test]
fn end_of_input_ends_the_engine() {
    let (status, lines) = Engine::start().close();
    assert!(status.success() && lines.is_empty());
    for go in ["go infinite", "go ponder", "go depth 200", "go perft 40", "go wtime 3600000 btime 3600000"] {
        let mut engine = Engine::start();
        engine.send(go);
        std::thread::sleep(Duration::from_millis(50));
        let (status, lines) = engine.close();
        assert!(status.success(), "{go}");
        assert!(go.contains("perft") || lines.last().unwrap().starts_with("bestmove"), "{go}: {lines:?}");
    }
}

#[test]
fn quit_ends_the_engine_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    std::thread::sleep(Duration::from_millis(50));
    engine.quit();
}

#[test]
fn a_line_of_a_megabyte_is_read() {
    let mut engine = Engine::start();
    for start in ["", "position startpos moves ", "setoption name ", "go depth 1 searchmoves ", "position fen W:W"] {
        let unit = if start.contains("moves") { "22-18 " } else { "x1,y2-3" };
        let line = format!("{start}{}", unit.repeat(1_000_000 / unit.len()));
        engine.send(&line);
        if start.starts_with("go") {
            engine.read_until("bestmove");
        } else {
            let reply = engine.ask("");
            assert_eq!(reply.len(), 1);
            assert!(reply[0].len() < 4000, "{} bytes", reply[0].len());
        }
    }
    assert!(engine.ask("position startpos moves 22-18 9-13").is_empty());
    engine.quit();
}

#[test]
fn a_game_of_a_hundred_thousand_moves_is_read() {
    let mut engine = Engine::start();
    let moves = "32-28 1-5 28-32 5-1 ".repeat(25_000);
    assert!(engine.ask(&format!("position fen W:WK32:BK1 moves {moves}")).is_empty());
    assert_eq!(engine.ask("query gameover"), ["response true"]);
    assert!(engine.best("go depth 3").starts_with("bestmove "));
    engine.quit();
}

#[test]
fn invalid_utf8_is_an_unknown_word() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\xff\xfe\x80 \xc3\nposition startpos moves \xf0\x9f\n\0\0\nisready\n");
    let lines = engine.read_until("readyok");
    assert_eq!(lines.len(), 4, "{lines:?}");
    engine.quit();
}

#[test]
fn lines_may_end_in_a_carriage_return() {
    let mut engine = Engine::start();
    engine.send_bytes(b"uci\r\nsetoption name UCI_Variant value russian\r\nisready\r\ngo depth 1\r\n");
    engine.read_until("uciok");
    let lines = engine.read_until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("info string")), "{lines:?}");
    engine.send_bytes(b"query gameover\r\nquit\r\n");
    assert_eq!(engine.read(), "response false");
}

#[test]
fn extreme_values_are_rejected_or_used() {
    let mut engine = Engine::start();
    let commands = [
        "go depth 99999999999999999999",
        "go nodes 18446744073709551615 depth 1",
        "go depth 1 movestogo 4294967296",
        "go nodes 1 wtime 9223372036854775807 winc 9223372036854775807",
        "go wtime -9223372036854775808 btime 0",
        "go movetime 0",
        "go depth 0",
        "go nodes 0",
        "go mate 0 depth 2",
    ];
    for go in commands {
        engine.send(go);
        engine.read_until("bestmove");
    }
    engine.quit();
}

/// The engine's resident memory in kB, if the system reports it.
fn memory(engine: &Engine) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok())
}

#[test]
fn memory_does_not_grow() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1");
    let cycles = |engine: &mut Engine, count| {
        for n in 0..count {
            engine.send(if n % 2 == 0 { "position startpos moves 22-18 9-14" } else { "position startpos" });
            engine.best("go depth 1");
        }
    };
    cycles(&mut engine, 1000);
    let before = memory(&engine);
    cycles(&mut engine, 9000);
    if let (Some(before), Some(after)) = (before, memory(&engine)) {
        assert!(after < before + 2048, "from {before} kB to {after} kB");
    }
    engine.quit();
}

#[test]
fn the_largest_number_of_nodes_is_no_error() {
    let mut engine = Engine::start();
    engine.send("go nodes 18446744073709551615 movetime 10");
    let lines = engine.read_until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("info string")), "{lines:?}");
    engine.quit();
}

/// Sends many commands in each dialect while nobody reads the replies.
#[cfg(target_os = "linux")]
#[test]
fn commands_do_not_pile_up_in_memory() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    for (dialect, command) in [("uci", "d\n"), ("hub", "pos\n")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_millstone"))
            .arg(dialect)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let feeder = std::thread::spawn(move || {
            let block = command.repeat(1 << 15);
            let mut sent = 0;
            while sent < 39 << 20 && input.write_all(block.as_bytes()).is_ok() {
                sent += block.len();
            }
        });
        let begun = std::time::Instant::now();
        let mut peak = 0;
        while begun.elapsed() < Duration::from_secs(6) && !feeder.is_finished() {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
            peak = line.and_then(|number| number.parse().ok()).unwrap_or(peak);
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        feeder.join().unwrap();
        assert!(peak < 150_000, "{dialect}: {peak} kB");
    }
}
