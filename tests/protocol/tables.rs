//! Endgame tables in the engine: files, small tables in memory, and files that cannot be used.

use crate::engine::Engine;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A won position: of all moves, only those that go to a1 win.
const WON: &str = "W:Wg1,d1,d3:Bg7,b6,e4,c3:H0,0";

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("millstone-engine-tables-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A folder with the tables of up to seven stones.
    fn with_tables(name: &str) -> Folder {
        let folder = Folder::new(name);
        let build = ["tables", "build", "--variant", "nine-mens-morris", "--pieces", "7", "--jobs", "1", "--path"];
        let built = Command::new(env!("CARGO_BIN_EXE_millstone")).args(build).arg(&folder.0).output().unwrap();
        assert!(built.status.success(), "{built:?}");
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn morris() -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value nine-mens-morris");
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send(&format!("position fen {WON}"));
    engine
}

/// Sets `TablePath` and waits for the files; what the engine says meanwhile.
fn load(engine: &mut Engine, path: &str) -> Vec<String> {
    engine.send(&format!("setoption name TablePath value {path}"));
    engine.send("isready");
    let mut lines = engine.read_until("readyok");
    lines.pop();
    lines
}

/// The last line of a search, and its move.
fn go(engine: &mut Engine, go: &str) -> (String, String) {
    engine.send(go);
    let mut lines = engine.read_until("bestmove");
    let best = lines.pop().unwrap().split(' ').nth(1).unwrap().to_string();
    (lines.pop().unwrap(), best)
}

fn found(line: &str) -> bool {
    !line.contains(" tbhits 0 ")
}

#[test]
fn the_files_of_table_path_are_used() {
    let [empty, folder] = [Folder::new("none"), Folder::with_tables("used")];
    let mut engine = morris();
    let (line, _) = go(&mut engine, "go depth 3");
    assert!(!found(&line), "without TablePath a search to a depth uses no tables: {line}");
    let path = std::env::join_paths([&empty.0, &folder.0]).unwrap();
    assert_eq!(load(&mut engine, path.to_str().unwrap()), [""; 0]);
    let (line, best) = go(&mut engine, "go depth 3");
    assert!(found(&line) && line.contains(" wdl 1000 0 0 ") && best.starts_with("d3-a1x"), "{line}");
    engine.send("setoption name Skill Level value 3");
    assert!(!found(&go(&mut engine, "go depth 3").0), "weaker players do not see tables");
    engine.send("setoption name Skill Level value 20");
    engine.send("setoption name UseTables value false");
    assert!(!found(&go(&mut engine, "go depth 3").0));
    engine.quit();
}

#[test]
fn files_that_cannot_be_used_are_named_and_the_engine_plays_on() {
    let folder = Folder::with_tables("bad");
    let path = folder.0.join("morris/4-3.wdl");
    let good = fs::read(&path).unwrap();
    let mut damaged = good.clone();
    damaged[5000] ^= 1;
    let foreign = fs::read(folder.0.join("morris/3-3.wdl")).unwrap();
    let cases: [(&[u8], &str); 4] = [
        (&damaged, "damaged"),
        (&good[..good.len() / 2], "damaged"),
        (&foreign, "slice is `3-3`, expected `4-3`"),
        (b"not a table at all, but more than forty bytes long", "not a table file"),
    ];
    for (bytes, problem) in cases {
        fs::write(&path, bytes).unwrap();
        let mut engine = morris();
        let said = load(&mut engine, folder.0.to_str().unwrap());
        let named = |line: &String| line.starts_with("info string ") && line.contains("4-3.wdl: ");
        assert!(said.iter().any(|line| named(line) && line.contains(problem)), "{problem}: {said:?}");
        // What no file has is built in memory.
        let (line, best) = go(&mut engine, "go depth 3");
        assert!(found(&line) && best.starts_with("d3-a1x"), "{line}");
        engine.quit();
    }
}

#[test]
fn a_path_that_is_no_folder_changes_nothing() {
    let folder = Folder::with_tables("kept");
    let mut engine = morris();
    load(&mut engine, folder.0.to_str().unwrap());
    let said = load(&mut engine, Path::new("no").join("such").join("folder").to_str().unwrap());
    assert!(
        said.len() == 1 && said[0].contains("option TablePath: `no") && said[0].contains("not a folder"),
        "{said:?}"
    );
    assert!(found(&go(&mut engine, "go depth 3").0));
    engine.quit();
}

#[test]
fn small_tables_are_built_in_the_background() {
    let mut engine = morris();
    let begun = Instant::now();
    while !found(&go(&mut engine, "go movetime 20").0) {
        assert!(begun.elapsed() < Duration::from_secs(100), "no tables yet");
    }
    let (line, best) = go(&mut engine, "go movetime 20");
    // They know the way to the end.
    assert!(line.contains(" score mate ") && line.contains(" wdl 1000 0 0 ") && best.starts_with("d3-a1x"), "{line}");
    assert!(
        !found(&go(&mut engine, "go nodes 2000").0),
        "a search by nodes does not depend on what happens to be there"
    );
    engine.quit();
}

#[test]
fn tables_of_four_pieces_on_the_small_board_follow() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value english");
    engine.send("setoption name UCI_ShowWDL value true");
    // A win in 73 plies, which no search sees.
    engine.send("position fen W:WK30,K31:BK12,8");
    let begun = Instant::now();
    while !go(&mut engine, "go movetime 20").0.contains(" wdl 1000 0 0 ") {
        assert!(begun.elapsed() < Duration::from_secs(200), "no tables yet");
    }
    engine.quit();
}

/// Plays a game in which Black answers at random; who won, as `query result` has it, and why.
fn game_against_chance(engine: &mut Engine, go: &str, seed: usize) -> [String; 2] {
    let mut moves: Vec<String> = Vec::new();
    loop {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        if engine.ask("query gameover") == ["response true"] {
            return ["query result", "query reason"].map(|query| engine.ask(query).concat());
        }
        moves.push(if moves.len().is_multiple_of(2) {
            engine.best(go).split(' ').nth(1).unwrap().to_string()
        } else {
            let legal = engine.ask("moves").concat();
            let legal: Vec<&str> = legal.split(' ').skip(1).collect();
            legal[(seed * 31 + moves.len() * 17) % legal.len()].to_string()
        });
    }
}

#[test]
fn a_small_game_is_solved_at_the_first_isready_and_played_perfectly() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value three-mens-morris");
    engine.ask("isready");
    for game in ["go depth 1", "go nodes 1", "go movetime 20"] {
        let (line, best) = go(&mut engine, game);
        assert!(found(&line) && line.contains(" score mate ") && best == "b2", "{game}: {line}");
    }
    for seed in 0..5 {
        let won = ["response p1win", "response a-mill-was-closed"].map(String::from);
        assert_eq!(game_against_chance(&mut engine, "go depth 1", seed), won);
    }
    // Without a word of isready, too.
    engine.send("setoption name UCI_Variant value six-mens-morris");
    engine.send("position fen W:Wa5,c5,e3,c2:Ba1,e1,d3,b4:H0,0");
    let (line, best) = go(&mut engine, "go depth 1");
    assert!(found(&line) && best.starts_with("e3-e5x"), "{line}");
    engine.send("position startpos");
    assert!(found(&go(&mut engine, "go nodes 1").0));
    engine.send("setoption name UseTables value false");
    assert!(!found(&go(&mut engine, "go nodes 100").0));
    engine.quit();
}
