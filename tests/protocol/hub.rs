//! Hub as its clients use it.

use crate::engine::Engine;
use std::time::{Duration, Instant};

const LARGE: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
const SMALL: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

fn start(variant: &str) -> Engine {
    let mut engine = Engine::with(&["hub"]);
    engine.send("hub");
    assert_eq!(engine.read_until("wait").last().unwrap(), "wait");
    engine.send(&format!("set-param name=variant value={variant}"));
    engine.send("init");
    assert_eq!(engine.read(), "ready");
    engine
}

fn done(engine: &mut Engine) -> String {
    engine.read_until("done").pop().unwrap()
}

fn ask(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(line);
    engine.send("ping");
    let mut lines = engine.read_until("pong");
    lines.pop();
    lines
}

#[test]
fn every_argument_has_one_equals_sign() {
    let mut engine = start("normal");
    engine.send("hub");
    let mut lines = engine.read_until("wait");
    engine.send(&format!("pos pos={LARGE}"));
    engine.send("level depth=8");
    engine.send("go think");
    lines.extend(engine.read_until("done"));
    for line in lines {
        let mut quoted = false;
        let outside = line.replace(
            |c| {
                quoted ^= c == '"';
                quoted && c != '"'
            },
            "_",
        );
        for word in outside.split(' ').skip(1) {
            assert_eq!(word.matches('=').count(), 1, "{line}");
        }
    }
    engine.quit();
}

#[test]
fn there_is_a_pause_between_lines() {
    let mut engine = Engine::with(&["hub"]);
    let began = Instant::now();
    engine.send("hub");
    let lines = engine.read_until("wait").len() as u32;
    let least = Duration::from_millis(2) * (lines - 1);
    assert!(began.elapsed() >= least, "{lines} lines in {:?}", began.elapsed());
    engine.quit();
}

#[test]
fn every_form_of_level_is_accepted() {
    let mut engine = start("normal");
    let levels = [
        "depth=3",
        "nodes=2000",
        "move-time=0.02",
        "time=0.5",
        "time=0.5 inc=0.01",
        "moves=10 time=0.5",
        "moves=10 time=0.5 inc=0.1",
        "time=-0.4 inc=0.5",
    ];
    for level in levels {
        engine.send(&format!("pos pos={LARGE} moves=\"32-28 18-23\""));
        assert!(ask(&mut engine, &format!("level {level}")).is_empty(), "{level}");
        engine.send("go think");
        assert!(done(&mut engine).starts_with("done move="), "{level}");
    }
    engine.quit();
}

#[test]
fn pings_are_answered_and_analysis_lasts_until_stopped() {
    let mut engine = start("normal");
    for go in ["go think", "go analyze", "go ponder"] {
        engine.send("pos start");
        engine.send("level infinite");
        engine.send(go);
        std::thread::sleep(Duration::from_millis(50));
        for _ in 0..3 {
            engine.send("ping");
            assert!(!engine.read_until("pong").iter().any(|line| line.starts_with("done")));
        }
        engine.send("stop");
        done(&mut engine);
    }
    engine.send("pos start");
    engine.send("level move-time=0.05");
    engine.send("go ponder");
    engine.send("ponder-hit");
    done(&mut engine);
    engine.quit();
}

#[test]
fn captures_list_the_captured_squares() {
    let mut engine = start("normal");
    engine.send("pos pos=W");
    assert!(engine.read().starts_with("error message="));
    let position: String = (1..=50)
        .map(|n| match n {
            28 => 'w',
            22 | 12 => 'b',
            45 => 'b',
            _ => 'e',
        })
        .collect();
    engine.send(&format!("pos pos=W{position}"));
    engine.send("level depth=2");
    engine.send("go think");
    assert!(done(&mut engine).starts_with("done move=28x8x12x22"), "from, to, then every captured square");
    engine.quit();
}

#[test]
fn small_boards_are_seen_from_the_player_who_begins() {
    // These clients number the squares from the bottom: White's a3-b4 is 9-13.
    for variant in ["russian", "brazilian", "czech"] {
        let mut engine = start(variant);
        assert!(ask(&mut engine, &format!("pos pos={SMALL} moves=\"9-13 24-20\"")).is_empty());
        assert!(!ask(&mut engine, &format!("pos pos={SMALL} moves=\"21-17\"")).is_empty());
        engine.send("level depth=3");
        engine.send("go think");
        let best = done(&mut engine);
        let from: u32 = best["done move=".len()..].split(['-', 'x']).next().unwrap().parse().unwrap();
        assert!(from <= 16, "{variant}: White's men have the low numbers: {best}");
        engine.quit();
    }
    for variant in ["english", "pool"] {
        let mut engine = start(variant);
        assert!(ask(&mut engine, &format!("pos pos={SMALL} moves=\"11-15 22-18\"")).is_empty(), "{variant}");
        assert!(ask(&mut engine, "pos start moves=\"11-15 22-18\"").is_empty());
        engine.quit();
    }
    for variant in ["italian", "spanish", "thai", "draughts"] {
        let mut engine = start(variant);
        engine.send("pos start");
        engine.send("level depth=2");
        engine.send("go think");
        done(&mut engine);
        engine.quit();
    }
}

#[test]
fn ten_by_ten_variants_have_their_hub_names() {
    for variant in ["normal", "killer", "bt", "frisian", "losing"] {
        let mut engine = start(variant);
        assert!(ask(&mut engine, &format!("pos pos={LARGE} moves=\"32-28 19-23 28x19x23\"")).is_empty(), "{variant}");
        engine.send("level depth=4");
        engine.send("go think");
        assert!(done(&mut engine).contains('x'), "{variant}: Black must recapture");
        engine.quit();
    }
}

#[test]
fn errors_are_one_line_and_change_nothing() {
    let mut engine = start("normal");
    let bad = [
        ("lvel depth=3", "did you mean `level`?"),
        ("pos", "`start` or `pos=…`"),
        ("pos pos=Wxyz", "50 squares"),
        ("level dpeth=3", "did you mean `depth`?"),
        ("go thnik", "did you mean `think`?"),
        ("go", "think, ponder, analyze"),
        ("set-param name=hsah value=3", "did you mean `hash`?"),
        ("set-param name=hash value=none", "`none`"),
        ("set-param name=variant value=canadian", "unknown variant `canadian`"),
        ("set-param name=variant value=morris", "draughts"),
        ("set-param", "`name=…`"),
        ("uci", "unknown command `uci`"),
    ];
    for (line, part) in bad {
        let lines = ask(&mut engine, line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("error message=\"") && lines[0].contains(part), "{line}: {lines:?}");
    }
    assert!(
        ask(&mut engine, "set-param name=initial-time value=60").is_empty(),
        "clients send it although it is not declared"
    );
    engine.quit();
}

#[test]
fn end_of_input_ends_the_engine() {
    let mut engine = start("normal");
    engine.send("pos start");
    engine.send("go analyze");
    std::thread::sleep(Duration::from_millis(50));
    let (status, lines) = engine.close();
    assert!(status.success());
    assert!(lines.last().unwrap().starts_with("done "), "{lines:?}");
}
