//! Engines of every dialect play each other, in several variants.

use super::support::Folder;

/// Plays a round robin of this engine in some dialects, and checks that there are no faults and that the PDN replays.
fn round_robin(variant: &str, dialects: &[&str], more: &[&str]) {
    let folder = Folder::new();
    let mut arguments = vec!["match", "--variant", variant, "--depth", "2", "--games", "2", "--log", "log"];
    arguments.extend(["--pdn", "games.pdn", "--option", "Hash=1", "--concurrency", "2"]);
    let engines: Vec<String> = dialects.iter().map(|dialect| format!("name={dialect},dialect={dialect}")).collect();
    engines.iter().for_each(|engine| arguments.extend(["--engine", engine]));
    arguments.extend(more);
    folder.done(&arguments);
    let games = folder.games("log");
    assert_eq!(games.len(), dialects.len() * (dialects.len() - 1));
    for game in &games {
        assert!(game["fault"].is_null(), "{variant}: {game}");
        assert!(game["plies"].as_array().unwrap().len() > 5);
    }
    let text = folder.read("games.pdn");
    let read: Vec<_> = millstone::tools::pdn::read(&text).map(|game| game.unwrap()).collect();
    assert_eq!(read.len(), games.len());
    for game in &read {
        let replay = game.replay(None).unwrap_or_else(|error| panic!("{variant}: {error}\n{text}"));
        assert_eq!(replay.variant.to_string(), variant);
        let number: u64 = game.tag("Round").unwrap().split('.').next_back().unwrap().parse().unwrap();
        let line = games.iter().find(|line| line["game"] == number).unwrap();
        let moves: Vec<&str> =
            line["plies"].as_array().unwrap().iter().map(|ply| ply["move"].as_str().unwrap()).collect();
        assert_eq!(replay.moves, moves);
        assert_eq!(game.tag("White"), line["white"].as_str());
        assert!(game.plies.iter().all(|ply| ply.comment.is_some()));
    }
}

const ALL: [&str; 3] = ["uci", "ugi", "hub"];
const TWO: [&str; 2] = ["uci", "ugi"];

#[test]
fn draughts_in_three_dialects() {
    round_robin("english", &ALL, &["--openings", "openings.txt", "--max-plies", "60"]);
    round_robin("international", &ALL, &["--max-plies", "60"]);
    // Hub numbers the squares of these from the bottom.
    round_robin("russian", &ALL, &["--max-plies", "80"]);
    round_robin("italian", &["uci", "hub"], &["--max-plies", "80"]);
}

#[test]
fn dxp_beside_the_others() {
    round_robin("international", &["uci", "dxp"], &["--max-plies", "40"]);
    // A match of openings, of engines that both speak DXP; a clock that is never used up.
    let folder = Folder::new();
    std::fs::write(folder.path().join("ten.txt"), "startpos moves 32-28 19-23\nB:W31-50:B1-20\n").unwrap();
    let mut arguments = vec!["match", "--variant", "killer", "--games", "4", "--log", "log", "--openings", "ten.txt"];
    arguments.extend(["--engine", "dialect=dxp,name=a,depth=1", "--engine", "dialect=dxp,name=b,depth=2"]);
    arguments.extend(["--tc", "60", "--max-plies", "30", "--concurrency", "2"]);
    folder.done(&arguments);
    let games = folder.games("log");
    assert_eq!(games.len(), 4);
    assert!(
        games.iter().all(|game| game["fault"].is_null() && game["plies"].as_array().unwrap().len() > 5),
        "{games:?}"
    );
}

#[test]
fn what_dxp_cannot_do_is_said() {
    let folder = Folder::new();
    for (variant, engine, problem) in [
        ("international", "dialect=dxp,tc=10+0.1", "whole minutes"),
        ("international", "dialect=dxp,tc=60,option.Hash=1", "DXP has no options"),
        ("english", "dialect=dxp,depth=1", "10×10"),
    ] {
        let output =
            folder.run(&["match", "--variant", variant, "--engine", engine, "--engine", "name=b", "--depth", "1"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(problem), "{error}");
    }
    // Nobody listens there, and a program that does not listen.
    for engine in ["address=127.0.0.1:1", "cmd=false", "cmd=sleep 60"] {
        let engine = format!("{engine},dialect=dxp,name=a");
        let arguments = ["match", "--variant", "international", "--engine", &engine, "--engine", "name=b"];
        let output = folder.run(&[&arguments[..], &["--depth", "1", "--start-limit", "0.3"]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && error.contains("engine a does not start"), "{error}");
    }
}

#[test]
fn the_other_families_in_two() {
    round_robin("nine-mens-morris", &TWO, &[]);
    round_robin("wolf-and-sheep", &TWO, &[]);
}

#[test]
fn sides_that_move_twice() {
    round_robin("ceylon-mill", &TWO, &["--max-plies", "100"]);
    round_robin("doubleboard-de", &TWO, &["--max-plies", "100"]);
}

#[test]
fn clocks_of_every_kind() {
    for control in [["--tc", "0.2+0.005"], ["--tc", "10/0.2+0.005"], ["--movetime", "5"], ["--nodes", "300"]] {
        let more = ["--max-plies", "12", "--margin", "60000", "--openings", "openings.txt", "--concurrency", "2"];
        let folder = Folder::new();
        let mut arguments = vec!["match", "--variant", "english", "--log", "log", "--games", "2"];
        arguments.extend(["--engine", "dialect=uci", "--engine", "dialect=ugi", "--engine", "dialect=hub"]);
        arguments.extend(control);
        arguments.extend(more);
        folder.done(&arguments);
        for game in folder.games("log") {
            assert!(game["fault"].is_null(), "{control:?}: {game}");
            let last = game["plies"].as_array().unwrap().last().unwrap().clone();
            assert_eq!(last["clock"].is_null(), control[0] != "--tc", "{last}");
        }
    }
}
