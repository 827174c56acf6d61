//! Playing from an opening book.

use crate::engine::Engine;
use std::fs;
use std::path::PathBuf;

fn temporary(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("millstone-engine-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path
}

/// Whether the reply came from the book, and the move; the last line must lead to that move.
fn from_book(engine: &mut Engine, go: &str) -> (bool, String) {
    engine.send(go);
    let lines = engine.read_until("bestmove");
    let [.., info, reply] = lines.as_slice() else { panic!("{lines:?}") };
    let best = reply.split(' ').nth(1).unwrap();
    let (_, pv) = info.split_once(" pv ").unwrap_or_else(|| panic!("{lines:?}"));
    assert_eq!(pv.split(' ').next(), Some(best), "{lines:?}");
    (lines.iter().any(|line| line.starts_with(&format!("info string book {best} "))), best.to_string())
}

#[test]
fn a_book_file_is_played_from() {
    let path = temporary("a.book", "variant english\nstartpos | 9-13 1\n");
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value english");
    assert!(engine.ask(&format!("setoption name BookFile value {}", path.display())).is_empty());
    assert!(!from_book(&mut engine, "go depth 3").0);
    assert!(engine.ask("setoption name OwnBook value true").is_empty());
    for go in ["go depth 3", "go movetime 50", "go wtime 1000 btime 1000", "go nodes 100"] {
        assert_eq!(from_book(&mut engine, go), (true, "9-13".into()), "{go}");
    }
    // `searchmoves` and `infinite` ask for a search.
    assert_eq!(from_book(&mut engine, "go depth 2 searchmoves 9-14"), (false, "9-14".into()));
    engine.send("go infinite");
    engine.send("stop");
    assert!(!engine.read_until("bestmove").iter().any(|line| line.contains("string book")));
    engine.send("setoption name UCI_AnalyseMode value true");
    assert!(!from_book(&mut engine, "go depth 3").0);
    engine.send("setoption name UCI_AnalyseMode value false");
    // A position that is not in the book, and one that is.
    engine.send("position startpos moves 9-13");
    assert!(!from_book(&mut engine, "go depth 3").0);
    engine.send("position startpos");
    assert!(from_book(&mut engine, "go depth 3").0);
    // The book is for one variant only.
    engine.send("setoption name UCI_Variant value russian");
    assert!(!from_book(&mut engine, "go depth 3").0);
    engine.send("setoption name UCI_Variant value english");
    assert!(from_book(&mut engine, "go depth 3").0);
    engine.quit();
    fs::remove_file(path).unwrap();
}

#[test]
fn a_bad_book_changes_nothing() {
    let good = temporary("good.book", "variant english\nstartpos | 9-13 1\n");
    let bad = temporary("bad.book", "variant english\nstartpos | 9-13 1 | 9-21 3\n");
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value english");
    engine.send("setoption name OwnBook value true");
    assert!(engine.ask(&format!("setoption name BookFile value {}", good.display())).is_empty());
    for (path, expected) in [
        (bad.display().to_string(), "line 2: move `9-21`"),
        ("/no/such.book".into(), "/no/such.book"),
        ("/".into(), "not a regular file"),
    ] {
        let lines = engine.ask(&format!("setoption name BookFile value {path}"));
        assert!(lines.len() == 1 && lines[0].starts_with("info string ") && lines[0].contains(expected), "{lines:?}");
        assert_eq!(from_book(&mut engine, "go depth 3"), (true, "9-13".into()));
    }
    engine.quit();
    for path in [good, bad] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_built_in_books_are_played() {
    for game in ["english", "international", "nine-mens-morris"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        assert!(engine.ask("setoption name OwnBook value true").is_empty());
        // The engine plays from its book for a while, then searches.
        let (mut moves, mut book_moves) = (Vec::new(), 0);
        for _ in 0..30 {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            // Book moves are random, and searches this shallow may lose early.
            if engine.ask("moves") == ["moves"] {
                break;
            }
            let (book, best) = from_book(&mut engine, "go depth 2");
            book_moves += usize::from(book);
            moves.push(best);
        }
        assert!((3..30).contains(&book_moves), "{game}: {book_moves}");
        engine.quit();
    }
}

#[test]
fn hub_and_ugi_play_from_books_too() {
    let mut engine = Engine::with(&["ugi"]);
    engine.send("setoption name UCI_Variant value english");
    engine.send("setoption name OwnBook value true");
    assert!(from_book(&mut engine, "go depth 2").0);
    engine.quit();

    let path = temporary("hub.book", "variant international\nstartpos | 32-28 1\n");
    let mut engine = Engine::with(&["hub"]);
    engine.send("hub");
    engine.read_until("wait");
    engine.send("set-param name=variant value=normal");
    engine.send(&format!("set-param name=book-file value=\"{}\"", path.display()));
    engine.send("set-param name=book value=true");
    engine.send("init");
    engine.send("pos pos=start");
    engine.send("level move-time=0.1");
    engine.send("go think");
    let lines = engine.read_until("done");
    assert_eq!(lines.last().unwrap(), "done move=32-28", "{lines:?}");
    assert!(
        lines[lines.len() - 2].contains("pv=\"32-28\"") || lines[lines.len() - 2].contains("pv=32-28"),
        "{lines:?}"
    );
    fs::remove_file(path).unwrap();
}
