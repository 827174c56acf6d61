//! Swiss and knock-out, shares of a match, files of arguments, reports, pondering and traces.

use super::support::{BINARY, Folder, text};
use serde_json::Value;
use std::collections::BTreeSet;

const FIVE: [&str; 10] = [
    "--engine",
    "name=a,depth=4",
    "--engine",
    "name=b,depth=3",
    "--engine",
    "name=c,depth=2",
    "--engine",
    "name=d,depth=1",
    "--engine",
    "name=e,depth=1",
];

fn tournament<'a>(format: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["match", "--variant", "english", "--openings", "openings.txt", "--max-plies", "60"];
    arguments.extend(FIVE);
    arguments.extend(format);
    arguments
}

/// The two engines of a game.
fn players(game: &Value) -> BTreeSet<String> {
    ["white", "black"].iter().map(|side| game[*side].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_swiss_has_rounds_without_second_meetings() {
    let folder = Folder::new();
    let arguments = tournament(&["--format", "swiss", "--rounds", "3", "--log", "log", "--concurrency", "2"]);
    let out = folder.done(&arguments);
    assert!(out.contains("english: 12 of 12 games, round 3 of 3\n"), "{out}");
    let games = folder.games("log");
    let meetings: BTreeSet<BTreeSet<String>> = games.iter().map(players).collect();
    assert_eq!((games.len(), meetings.len()), (12, 6));
    assert_eq!(
        players(&games[0]),
        BTreeSet::from(["a".to_string(), "c".to_string()]),
        "the first half meets the second"
    );
}

#[test]
fn a_knockout_ends_with_a_winner_and_resumes_anywhere() {
    let folder = Folder::new();
    let arguments = tournament(&["--format", "knockout", "--log", "log", "--pdn", "games.pdn"]);
    let out = folder.done(&arguments);
    assert!(out.contains(" wins the knock-out\n"), "{out}");
    let whole = folder.read("log");
    // Drawn meetings go on beyond what was planned.
    let played = whole.lines().count() - 1;
    assert!(out.contains(&format!(": {played} of {played} games, ")), "{out}");
    let winner = |out: &str| out.lines().find(|line| line.contains(" wins the knock-out")).map(str::to_string);
    let resume = [&arguments[..], &["--resume"]].concat();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for kept in [2, 3, lines.len() - 1, lines.len()] {
        std::fs::write(folder.path().join("log"), lines[..kept].concat()).unwrap();
        let out = folder.done(&resume);
        assert!(winner(&out).is_some(), "{kept}: {out}");
        let games = folder.games("log");
        let mut numbers: Vec<u64> = games.iter().map(|game| game["game"].as_u64().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "no game twice, and none missing");
        assert_eq!(folder.read("games.pdn").matches("[Event ").count(), games.len());
    }
    // Other settings are another tournament.
    let other = [&resume[..], &["--games", "4"]].concat();
    let output = folder.run(&other);
    assert!(text(&output.stderr).contains("it is the log of another match: format is"), "{}", text(&output.stderr));
}

#[test]
fn the_shares_of_a_match_are_reported_together() {
    let folder = Folder::new();
    let base = [
        "match",
        "--variant",
        "english",
        "--openings",
        "openings.txt",
        "--depth",
        "2",
        "--games",
        "6",
        "--max-plies",
        "40",
        "--engine",
        "name=a",
        "--engine",
        "name=b",
        "--engine",
        "name=c",
    ];
    let play = |more: &[&str]| folder.done(&[&base[..], more].concat());
    play(&["--log", "whole"]);
    play(&["--part", "1/2", "--log", "one"]);
    play(&["--part", "2/2", "--log", "two"]);
    let identity =
        |game: &Value| (game["game"].as_u64(), players(game), game["opening"].as_u64(), game["round"].as_u64());
    let mut parts = [folder.games("one"), folder.games("two")].concat();
    parts.sort_by_key(|game| game["game"].as_u64());
    let whole = folder.games("whole");
    assert!(parts.iter().map(identity).eq(whole.iter().map(identity)));
    let report = |logs: &[&str]| -> Value {
        let arguments = [&["match", "report", "--json"], logs].concat();
        let output = std::process::Command::new(BINARY).args(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (together, alone) = (report(&["one", "two"]), report(&["whole"]));
    for key in ["games", "pairings", "white_advantage", "lengths", "endings", "openings"] {
        assert_eq!(together[key], alone[key], "{key}");
    }
    assert_eq!((&together["logs"], &together["games"]), (&2.into(), &18.into()));
    let ranking = alone["ranking"].as_array().unwrap();
    let sum: f64 = ranking.iter().map(|engine| engine["rating"]["elo"].as_f64().unwrap()).sum();
    assert!(ranking.len() == 3 && sum.abs() < 1e-6, "{ranking:?}");
    for engine in ranking {
        assert_eq!(engine["speed"]["depth"], 2.0);
        assert!(engine["speed"]["nps"].as_f64().unwrap() > 0.0 && engine["speed"]["latency"].is_f64());
        assert_eq!(engine["against"].as_array().unwrap().iter().filter(|score| score.is_object()).count(), 2);
    }
    let run = |arguments: &[&str]| {
        std::process::Command::new(BINARY).args(arguments).current_dir(folder.path()).output().unwrap()
    };
    let out = text(&run(&["match", "report", "whole"]).stdout);
    assert!(out.starts_with("english: 18 games of 1 log\n"), "{out}");
    for head in ["  # engine ", "  # points ", "    colour ", "    speed ", "plies: ", "endings: ", "openings: 3;"] {
        assert!(out.contains(&format!("\n{head}")), "{head}: {out}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80 || line.contains(" – ")), "{out}");
    // A log counts once, and only logs count.
    let twice = run(&["match", "report", "one", "one"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("log one: game 1 is in another log, too"), "{}", text(&twice.stderr));
    let bad = run(&["match", "report", "openings.txt"]);
    assert!(text(&bad.stderr).contains("log openings.txt: it is not the log of a match"), "{}", text(&bad.stderr));
    // The share is a setting of the match.
    let output = folder.run(&[&base[..], &["--part", "2/2", "--log", "one", "--resume"]].concat());
    assert!(text(&output.stderr).contains("part is \"1/2\" in the log"), "{}", text(&output.stderr));
}

#[test]
fn a_match_is_described_by_a_file() {
    let folder = Folder::new();
    let config = "variant = \"english\"\ndepth = 1\ngames = 4\nmax-plies = 20\nopenings = \"openings.txt\"\n\
                  event = \"The \\\"cup\\\"\"\nsite = \"here\"\npdn = \"games.pdn\"\npdn-info = [\"nodes\", \"nps\", \"pv\"]\n\
                  [[engine]]\nname = \"a, first\"\ndepth = 2\n[[engine]]\nname = \"b\"\noptions = { Threads = 1 }\n";
    std::fs::write(folder.path().join("match.toml"), config).unwrap();
    // The command line comes first.
    folder.done(&["match", "--config", "match.toml", "--games", "2", "--log", "log"]);
    let games = folder.games("log");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["white"], "a, first");
    let pdn = folder.read("games.pdn");
    for tag in ["[Event \"The \\\"cup\\\"\"]", "[Site \"here\"]", "[TimeControl \"-\"]"] {
        assert_eq!(pdn.matches(tag).count(), 2, "{tag}: {pdn}");
    }
    let flat = pdn.replace('\n', " ");
    assert!(flat.contains("s nodes ") && flat.contains(" nps ") && flat.contains(" pv "), "{pdn}");
    assert!(folder.read("log").contains("\"pv\":["));
    folder.done(&["match", "--config=match.toml", "--games", "4", "--log", "log", "--resume"]);
    assert_eq!(folder.games("log").len(), 4);
    assert_eq!(folder.read("games.pdn").matches("[Event ").count(), 4);
    for (text_of_file, message) in [
        ("gamse = 2\n", "config bad.toml: unknown key `gamse` (did you mean `games`?)"),
        ("games = \n", "config bad.toml: line 1: "),
        ("games = \"x\"\n", "'x' for '--games <N>'"),
        ("[[engine]]\nnam = \"a\"\n", "engine: unknown key `nam` (did you mean `name`?)"),
    ] {
        std::fs::write(folder.path().join("bad.toml"), text_of_file).unwrap();
        let output = folder.run(&["match", "--config", "bad.toml", "--engine", "name=x"]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn engines_ponder_and_are_traced_and_restarted() {
    let folder = Folder::new();
    // With a fixed time and a wide margin nothing is lost on time on a busy machine.
    let mut arguments = vec!["match", "--variant", "english", "--openings", "openings.txt", "--games", "4"];
    arguments.extend(["--engine", "name=a,ponder=on", "--engine", "name=h,dialect=hub,restart=on", "--ponder"]);
    arguments.extend([
        "--movetime",
        "20",
        "--margin",
        "20000",
        "--max-plies",
        "24",
        "--log",
        "log",
        "--trace",
        "trace",
    ]);
    folder.done(&arguments);
    let games = folder.games("log");
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.get("fault").is_none_or(Value::is_null)), "{games:?}");
    let hits = |game: &Value| game["plies"].as_array().unwrap().iter().filter(|ply| ply["ponder_hit"] == true).count();
    assert!(games.iter().map(hits).sum::<usize>() > 0);
    let trace = folder.read("trace");
    for said in
        [" > go ponder movetime 20", " > ponderhit", " > ponder-hit", " < bestmove ", " < done move=", " > stop"]
    {
        assert!(trace.contains(said), "{said}");
    }
    // One process of the first, one for each game of the second.
    let processes = |name: &str| -> BTreeSet<&str> {
        let labels = trace.lines().filter_map(|line| line.split_whitespace().nth(1));
        labels.filter(|label| label.starts_with(&format!("{name}["))).collect()
    };
    assert_eq!((processes("a").len(), processes("h").len()), (1, 4));
    let times: Vec<f64> = trace.lines().map(|line| line.split_whitespace().next().unwrap().parse().unwrap()).collect();
    assert!(times.first().unwrap() <= times.last().unwrap());
    let again = folder.run(&arguments);
    assert_eq!(again.status.code(), Some(2), "an old trace is not overwritten");
    assert_eq!(folder.read("trace"), trace);
}

#[test]
fn one_side_may_resign_and_openings_may_be_cut() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("won.txt"), "W:WK10,K11,K15,K18,K19:B1,2\n").unwrap();
    let mut arguments = vec!["match", "--variant", "english", "--games", "2", "--log", "log", "--depth", "4"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--openings", "won.txt"]);
    arguments.extend(["--resign", "movecount=1,score=200,sides=1"]);
    folder.done(&arguments);
    assert!(folder.games("log").iter().all(|game| game["reason"] == "adjudicated: win by score"));
    assert!(folder.read("log").contains("resign movecount=1,score=200,sides=1"));
    let mut arguments = vec!["match", "--variant", "english", "--games", "2", "--log", "cut", "--depth", "1"];
    arguments.extend(["--engine", "name=a", "--engine", "name=b", "--openings", "openings.txt", "--max-plies", "9"]);
    folder.done(&[&arguments[..], &["--start", "6", "--plies", "1"]].concat());
    let first = &folder.games("cut")[0];
    let book: Vec<&Value> = first["plies"].as_array().unwrap().iter().filter(|ply| ply["book"] == true).collect();
    assert_eq!(book.iter().map(|ply| ply["move"].as_str().unwrap()).collect::<Vec<_>>(), ["10-14"]);
    let output = folder.run(&[&arguments[..5], &arguments[7..], &["--start", "99"]].concat());
    assert!(text(&output.stderr).contains("--start 99: there are only 6 openings"), "{}", text(&output.stderr));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = Folder::new();
    let cases: [(&[&str], &str); 4] = [
        (&["--format", "swiss", "--part", "1/2"], "--part cannot be used with swiss"),
        (&["--format", "swis"], "swis"),
        (&["--resign", "sides=3"], "sides: `3` is not 1 or 2"),
        (&["--pdn-info", "nodes"], "--pdn"),
    ];
    for (more, message) in cases {
        let output = folder.run(&tournament(more));
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{error}");
    }
    let two = [
        "match",
        "--engine",
        "name=a",
        "--engine",
        "name=b",
        "--depth",
        "1",
        "--sprt",
        "elo0=0,elo1=5",
        "--part",
        "1/2",
    ];
    let output = folder.run(&two);
    assert!(text(&output.stderr).contains("--part cannot be used with --sprt"), "{}", text(&output.stderr));
}
