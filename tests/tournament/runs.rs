//! Schedules, SPRT, output and bad arguments.

use super::support::{Folder, text};
use std::collections::BTreeMap;

/// The number of games by White and Black.
fn meetings(folder: &Folder) -> BTreeMap<(String, String), usize> {
    let mut met = BTreeMap::new();
    for game in folder.games("log") {
        let name = |side: &str| game[side].as_str().unwrap().to_string();
        *met.entry((name("white"), name("black"))).or_default() += 1;
    }
    met
}

fn three(folder: &Folder, format: &str) -> BTreeMap<(String, String), usize> {
    let engines = ["--engine", "name=a", "--engine", "name=b", "--engine", "name=c"];
    let mut arguments = vec!["match", "--variant", "english", "--depth", "1", "--games", "4", "--log", "log"];
    arguments.extend(engines);
    arguments.extend(["--format", format, "--concurrency", "2", "--max-plies", "20"]);
    folder.done(&arguments);
    meetings(folder)
}

#[test]
fn in_a_round_robin_every_engine_plays_every_other_with_both_colours() {
    let folder = Folder::new();
    let met = three(&folder, "round-robin");
    assert_eq!(met.len(), 6);
    assert!(met.values().all(|count| *count == 2));
}

#[test]
fn in_a_gauntlet_the_first_engine_plays_all_others() {
    let folder = Folder::new();
    let met = three(&folder, "gauntlet");
    assert_eq!(met.len(), 4);
    assert!(met.iter().all(|((white, black), count)| *count == 2 && (white == "a") != (black == "a")));
}

#[test]
fn pairs_share_an_opening() {
    let folder = Folder::new();
    let mut arguments = vec!["match", "--variant", "english", "--depth", "1", "--games", "8", "--log", "log"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--openings", "openings.txt", "--order", "random"]);
    arguments.extend(["--max-plies", "20"]);
    folder.done(&arguments);
    let mut pairs: BTreeMap<u64, Vec<(u64, String, String)>> = BTreeMap::new();
    for game in folder.games("log") {
        let opening = (game["opening"].as_u64().unwrap(), game["fen"].to_string(), game["white"].to_string());
        pairs.entry(game["round"].as_u64().unwrap()).or_default().push(opening);
    }
    assert_eq!(pairs.len(), 4);
    for pair in pairs.values() {
        assert_eq!((pair[0].0, &pair[0].1), (pair[1].0, &pair[1].1));
        assert_ne!(pair[0].2, pair[1].2);
    }
}

#[test]
fn an_sprt_ends_the_match() {
    for (model, elo, verdict) in [("normalized", "elo0=0,elo1=100", "H1"), ("logistic", "elo0=-10,elo1=200", "H1")] {
        let folder = Folder::new();
        let test = format!("{elo},model={model}");
        let mut arguments = vec!["match", "--variant", "english", "--games", "2000", "--log", "log", "--json"];
        arguments.extend(["--engine", "name=strong,depth=3", "--engine", "name=weak,depth=1,option.Skill Level=0"]);
        arguments.extend(["--openings", "openings.txt", "--sprt", &test, "--concurrency", "2"]);
        let summary: serde_json::Value = serde_json::from_str(&folder.done(&arguments)).unwrap();
        assert_eq!(summary["sprt"]["verdict"], verdict, "{summary}");
        assert_eq!(summary["complete"], true);
        assert!(summary["games"].as_u64().unwrap() < 400, "{summary}");
        assert_eq!(summary["games"].as_u64().unwrap() as usize, folder.games("log").len());
        // A decided match does not continue.
        arguments.push("--resume");
        let again: serde_json::Value = serde_json::from_str(&folder.done(&arguments)).unwrap();
        assert_eq!(again["games"], summary["games"]);
    }
}

#[test]
fn games_are_adjudicated_by_score() {
    let folder = Folder::new();
    let mut arguments = vec!["match", "--variant", "english", "--games", "2", "--log", "log", "--depth", "4"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--draw", "movenumber=2,movecount=1,score=100000"]);
    folder.done(&arguments);
    for game in folder.games("log") {
        assert_eq!(game["reason"], "adjudicated: draw by score");
        assert_eq!(game["plies"].as_array().unwrap().len(), 4);
    }
    let folder = Folder::new();
    std::fs::write(folder.path().join("won.txt"), "W:WK10,K11,K15,K18,K19:B1,2\n").unwrap();
    let mut arguments = vec!["match", "--variant", "english", "--games", "2", "--log", "log", "--depth", "4"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--openings", "won.txt"]);
    arguments.extend(["--resign", "movecount=1,score=200"]);
    folder.done(&arguments);
    for game in folder.games("log") {
        assert_eq!(
            (game["reason"].as_str(), game["result"].as_str()),
            (Some("adjudicated: win by score"), Some("1-0"))
        );
    }
}

#[test]
fn finished_games_are_skipped_as_openings() {
    let folder = Folder::new();
    let games = "[FEN \"W:W18:B14\"]\n1. 18x9 1-0\n\n[Event \"x\"]\n1. 9-13 *\n";
    std::fs::write(folder.path().join("first.pdn"), games).unwrap();
    let mut arguments = vec!["match", "--variant", "english", "--depth", "1", "--games", "2", "--max-plies", "3"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--openings", "first.pdn", "--pdn", "games.pdn"]);
    let output = folder.run(&arguments);
    let error = text(&output.stderr);
    assert_eq!(
        (output.status.code(), error.as_str()),
        (Some(0), "note: openings first.pdn: skipped the finished game at line 1\n")
    );
    let written = folder.read("games.pdn");
    assert_eq!(written.matches("1. 9-13 {book}").count(), 2, "{written}");
    // Not compared with today: midnight may pass during the test.
    let date = written.lines().find_map(|line| line.strip_prefix("[Date \"20")).unwrap();
    assert!(date.len() == 10 && date.bytes().filter(u8::is_ascii_digit).count() == 6, "{date}");
}

#[test]
fn the_summary_is_stable() {
    let folder = Folder::new();
    let mut arguments = vec!["match", "--variant", "wolf-and-sheep", "--depth", "1", "--games", "2"];
    arguments.extend(["--engine", "name=first", "--engine", "name=second"]);
    let out = folder.done(&arguments);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("game 1: first – second "), "{out}");
    assert!(lines[1].starts_with("game 2: second – first "), "{out}");
    assert_eq!(lines[2], "wolf-and-sheep: 2 of 2 games");
    assert_eq!(lines[3], "engine  games   won drawn  lost  points      %  Elo (95 %)");
    assert_eq!(lines[4], "first       2     1     0     1     1.0   50.0  +0.0 ± 495.3");
    assert_eq!(lines[6], "first – second: +1 =0 -1, pairs 0 0 1 0 0, draws 0.0 %");
    // One pair has no variance.
    assert!(lines[7].starts_with("  Elo +0.0 ± 495.3, normalised ") && lines[7].ends_with(", LOS -"), "{out}");
    assert!(lines[8].ends_with(" elapsed"), "{out}");
    assert_eq!(lines.len(), 9);
    assert!(lines.iter().all(|line| line.chars().count() < 80), "{out}");
}

#[test]
fn errors_name_the_bad_argument() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("bad.txt"), "startpos\nstartpos moves 9-31\n").unwrap();
    std::fs::write(folder.path().join("old"), "not empty").unwrap();
    let two = ["--engine", "name=a", "--engine", "name=b"];
    let depth = ["--depth", "1"];
    let cases: [(&[&str], &str); 14] = [
        (&["--engine", "name=a", "--depth", "1"], "a match needs at least two engines"),
        (&two, "engine a: no search limit"),
        (&["--engine", "name=a", "--engine", "name=a", "--depth", "1"], "two engines are named `a`"),
        (&["--engine", "nam=a", "--engine", "name=b", "--depth", "1"], "did you mean `name`?"),
        (&[&two[..], &["--tc", "1+x"]].concat(), "time control `1+x`"),
        (&["--engine", "cmd='a b,name=x", "--engine", "name=b"], "unclosed quote ' in `'a b,name=x`"),
        (&[&two[..], &depth, &["--openings", "bad.txt"]].concat(), "openings bad.txt: line 2: move `9-31`"),
        (&[&two[..], &depth, &["--openings", "none.txt"]].concat(), "openings none.txt: "),
        (&[&two[..], &depth, &["--sprt", "elo0=0"]].concat(), "expected elo0=N,elo1=N"),
        (&[&two[..], &depth, &["--sprt", "elo0=5,elo1=0"]].concat(), "the smaller first"),
        (&[&two[..], &depth, &["--log", "old"]].concat(), "log old already exists"),
        (&[&two[..], &depth, &["--pdn", "old"]].concat(), "PDN file old already exists"),
        (&[&two[..], &depth, &["--resume"]].concat(), "--log"),
        (
            &["--engine", "dialect=hub", "--engine", "name=b", "--depth", "1", "--variant", "ceylon-mill"],
            "Hub does not support ceylon-mill",
        ),
    ];
    for (arguments, message) in cases {
        let output = folder.run(&[&["match"], arguments].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn games_are_adjudicated_by_tables_on_request() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("won.txt"), "W:Wg1,d1,d3:Bg7,b6,e4,c3:H0,0\n").unwrap();
    let arguments = |more: &[&'static str]| {
        let common =
            ["match", "--variant", "nine-mens-morris", "--depth", "1", "--games", "2", "--openings", "won.txt"];
        let engines = ["--engine", "name=a", "--engine", "name=b", "--max-plies", "4"];
        [&common[..], &engines, more].concat()
    };
    folder.done(&arguments(&["--log", "plain"]));
    assert!(folder.games("plain").iter().all(|game| game["reason"] == "adjudicated: maximum length"));
    folder.done(&arguments(&["--log", "tables", "--tables=."]));
    let games = folder.games("tables");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["reason"] == "adjudicated: tables" && game["result"] == "1-0"), "{games:?}");
}
