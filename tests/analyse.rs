//! `millstone analyse` as a script would run it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_millstone"))
        .arg("analyse")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn objects(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn analyse(args: &[&str], input: &[u8]) -> Run {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // It may exit before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The objects of a run that must succeed without stderr.
fn good(args: &[&str], input: &str) -> Vec<Value> {
    let run = analyse(args, input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}: {}", run.out);
    run.objects()
}

/// Positions of a game of draughts, one on each line.
fn positions(count: usize) -> String {
    let variant: millstone::games::catalog::Variant = "english".parse().unwrap();
    let mut game = millstone::engine::any_game::any_game(&variant);
    let mut lines = String::new();
    for n in 0..count {
        let moves = game.moves(millstone::games::notation::Style::Usual);
        if moves.is_empty() || n % 40 == 0 {
            game = millstone::engine::any_game::any_game(&variant);
        } else {
            let text = &moves[(n * 7 + n / 40) % moves.len()];
            game.play(text, millstone::games::notation::Style::Usual).unwrap();
        }
        lines += &game.fen();
        lines.push('\n');
    }
    lines
}

#[test]
fn a_position_has_all_fields() {
    let found = good(&["--variant", "english", "--depth", "5"], "B:W18,21,23,24,26-32:B1-10,12\n");
    let [object] = found.as_slice() else { panic!("{found:?}") };
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected = vec![
        "v", "line", "variant", "fen", "side", "legal", "best", "score", "wdl", "depth", "seldepth", "nodes",
        "time_ms", "pv",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!((&object["v"], &object["line"]), (&json!(2), &json!(1)));
    assert_eq!((&object["variant"], &object["side"]), (&json!("english"), &json!("black")));
    assert_eq!(object["fen"], "B:W18,21,23,24,26-32:B1-10,12");
    assert_eq!(object["depth"], 5);
    assert!(object["legal"].as_u64().unwrap() > 3 && object["nodes"].as_u64().unwrap() > 10);
    assert!(object["score"]["cp"].is_i64() && object["time_ms"].is_f64());
    assert_eq!(object["wdl"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 1000);
    assert_eq!(object["pv"][0], object["best"]);
}

#[test]
fn every_kind_of_line_is_parsed() {
    let input = "\
# a comment\n\n   \nstartpos\r\nstartpos moves 11-15 22-18\nB:W21-32:B1-12\nW:W21-32:B1-10,12,15 moves 22-18\n\
{\"id\":\"x\"}\n{\"id\":{\"deep\":[1,2.50]},\"variant\":\"morris\",\"moves\":[\"a1\",\"d7\"]}\n\
{\"id\":null,\"fen\":\"W:Wa1:Bd7:H8,8\",\"variant\":\"nine-mens-morris\",\"moves\":\"b2 xx\",\"other\":7}\n\
{\"id\":12345678901234567890123,\"fen\":\"startpos\",\"variant\":\"wolf\"}";
    let input = input.replace("b2 xx", "b2 b4");
    let run = analyse(&["--variant", "english", "--depth", "2"], input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let objects = run.objects();
    let lines: Vec<u64> = objects.iter().map(|object| object["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 5, 6, 7, 8, 9, 10, 11]);
    let fens: Vec<&str> = objects.iter().map(|object| object["fen"].as_str().unwrap()).collect();
    assert_eq!(
        fens,
        [
            "B:W21-32:B1-12",
            "B:W18,21,23-32:B1-10,12,15",
            "B:W21-32:B1-12",
            "B:W18,21,23-32:B1-10,12,15",
            "B:W21-32:B1-12",
            "W:Wa1:Bd7:H8,8",
            "W:Wb2,a1:Bd7,b4:H7,7",
            "B:W29-32:B",
        ]
    );
    // Ids are copied as they were written.
    assert!(run.out.contains(r#""id":{"deep":[1,2.50]},"#), "{}", run.out);
    assert!(run.out.contains(r#""id":12345678901234567890123,"#), "{}", run.out);
    assert_eq!(objects[4]["id"], "x");
    assert_eq!(objects[0].get("id"), None);
}

#[test]
fn a_bad_line_does_not_affect_others() {
    let mut input = b"startpos\nW:Wx:B1\n{\"id\":3,\"fen\":7}\n{\"id\":4,\"variant\":\"engish\"}\n".to_vec();
    input.extend(b"startpos moves 11-15 11-15\n\xFF\xFE\n[1,2]\n{\"id\":8,\"moves\":\"11-16 x\"}\nstartpos\n");
    let run = analyse(&["--variant", "english", "--depth", "2", "--jobs", "2"], &input);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err, "error: 7 of 9 positions have errors\n");
    let objects = run.objects();
    let errors: Vec<(u64, &str)> =
        objects.iter().filter_map(|object| Some((object["line"].as_u64()?, object["error"].as_str()?))).collect();
    let expected = [
        (2, "position `"),
        (3, "invalid type: integer `7`"),
        (4, "unknown variant `engish` (did you mean `english`?)"),
        (5, "move `11-15` is not legal here"),
        (6, "the line is not UTF-8"),
        (7, "a list, expected a JSON object"),
        (8, "move `x`"),
    ];
    for (found, expected) in errors.iter().zip(expected) {
        assert!(found.0 == expected.0 && found.1.starts_with(expected.1), "{found:?}, expected {expected:?}");
    }
    assert_eq!(errors.len(), 7);
    assert_eq!([2, 3, 7].map(|at: usize| objects[at]["id"].clone()), [json!(3), json!(4), json!(8)]);
    assert_eq!(objects[0]["best"], objects[8]["best"]);
    assert!(run.out.contains("{\"v\":2,\"line\":6,\"error\":"), "{}", run.out);
}

#[test]
fn the_positions_of_games_are_analysed() {
    let games = "\
\n[Variant \"morris\"]\n\n1. a1 d7\n2. d1 *\n\n[White \"x\"]\n1. 11-15 22-18\n2. 15x23 *\n\n[GameType \"20\"] 32-28 1-0\n";
    let run = analyse(&["-", "--variant", "english", "--depth", "1"], games.as_bytes());
    assert_eq!(run.code, Some(2));
    let objects = run.objects();
    let ids: Vec<&str> = objects.iter().map(|object| object["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "2", "3.0", "3.1"]);
    let lines: Vec<u64> = objects.iter().map(|object| object["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 4, 4, 5, 7, 8, 8, 9, 11, 11]);
    assert_eq!(objects[3]["fen"], "B:Wa1,d1:Bd7:H7,8");
    assert!(objects[7]["error"].as_str().unwrap().starts_with("column 4: move `15x23` is not legal here"));
    assert_eq!(objects[9]["variant"], "international");
}

#[test]
fn lines_are_parsed_like_openings() {
    let input = "startpos\tmoves\t11-15\nmoves 11-15\nstartpos moves 11-15 # a comment\nB:W21-32:B1-12 # so\n";
    let objects = good(&["--variant", "english", "--depth", "1"], input);
    let fens: Vec<&str> = objects.iter().map(|object| object["fen"].as_str().unwrap()).collect();
    let after = "W:W21-32:B1-10,12,15";
    assert_eq!(fens, [after, after, after, "B:W21-32:B1-12"]);
}

#[test]
fn an_empty_variant_is_an_error() {
    let run = analyse(
        &["--variant", "english", "--depth", "1", "--jobs", "1"],
        b"{\"variant\":\"\"}\nstartpos\n{\"variant\":\"\"}\n",
    );
    let wrong: Vec<bool> = run.objects().iter().map(|object| object["error"].is_string()).collect();
    assert_eq!((run.code, wrong), (Some(2), vec![true, false, true]));
    // A list is not an object.
    let run = analyse(&["--variant", "english", "--depth", "1"], b"startpos\n[7,\"english\",null,null]\n");
    assert_eq!((run.code, run.objects()[1]["error"].is_string()), (Some(2), true));
}

#[test]
fn pdn_is_recognised_by_its_first_line_or_name() {
    for head in ["% by hand\n", "\n; by hand\n", "{A game\n of two plies} ", ""] {
        let games = format!("{head}1. 11-15 22-18 *\n");
        let objects = good(&["--variant", "english", "--depth", "1"], &games);
        let ids: Vec<&str> = objects.iter().map(|object| object["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["1.0", "1.1", "1.2"], "{games}");
    }
    let file = std::env::temp_dir().join(format!("millstone-analyse-{}.PDN", std::process::id()));
    std::fs::write(&file, "11-15 22-18 *\n").unwrap();
    let objects = good(&["--variant", "english", "--depth", "1", file.to_str().unwrap()], "");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(objects.len(), 3);
}

#[test]
fn positions_before_a_syntax_error_are_analysed() {
    let games = "1. 11-15 bad *\n\n[White \"x\"]\n11-15 22-18 15x23 bad 1-0\n11-15 {no end";
    let run = analyse(&["--variant", "english", "--depth", "1"], games.as_bytes());
    assert_eq!(run.code, Some(2));
    let objects = run.objects();
    let ids: Vec<&str> = objects.iter().map(|object| object["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["1.0", "1.1", "1", "2.0", "2.1", "2.2", "2", "3.0", "3.1", "3"]);
    let error = |at: usize| objects[at]["error"].as_str().unwrap();
    assert!(error(2).starts_with("column 10: `bad` is not a move"), "{}", error(2));
    assert!(error(6).starts_with("column 13: move `15x23` is not legal"), "the first error counts: {}", error(6));
    assert!(error(9).starts_with("column 7: unclosed comment"), "{}", error(9));
}

#[test]
fn a_too_long_line_is_reported_at_once() {
    let mut child = start(&["--variant", "english", "--depth", "1"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let feeder = std::thread::spawn(move || {
        stdin.write_all(&vec![b'x'; 5 << 20]).unwrap();
        stdin
    });
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "{\"v\":2,\"line\":1,\"error\":\"the line is longer than 4 MB\"}\n");
    let mut stdin = feeder.join().unwrap();
    stdin.write_all(b"\nstartpos\n").unwrap();
    line.clear();
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"v\":2,\"line\":2,\"variant\""), "{line}");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn finished_games_have_an_ending() {
    let input = "{\"fen\":\"W:W18:B14\",\"moves\":\"18x9\"}\nW:W:B1\n\
{\"variant\":\"morris\",\"fen\":\"W:Wa1,d1,b2:Ba7,d7,b6:H0,0\"}\n";
    let objects = good(&["--variant", "english", "--depth", "3"], input);
    assert_eq!(objects[0]["ending"], json!({ "winner": "white", "reason": "no-pieces-left" }));
    assert_eq!((&objects[0]["best"], &objects[0]["score"]), (&Value::Null, &json!({ "mate": 0 })));
    assert_eq!((&objects[0]["legal"], &objects[0]["pv"]), (&json!(0), &json!([])));
    assert_eq!(objects[0]["wdl"], json!([0, 0, 1000]));
    assert_eq!(objects[1]["ending"]["winner"], "black");
    assert_eq!((objects[2].get("ending"), &objects[2]["score"]), (None, &json!({ "mate": 1 })));
    // A draw by repetition needs the moves.
    let again = "11-15 23-19 8-11 26-23".to_string();
    let kings = format!("W:WK32:BK1,K2 moves {}", "32-27 1-5 27-32 5-1 ".repeat(2));
    let objects = good(&["--variant", "english", "--depth", "3"], &format!("{kings}\nstartpos moves {again}\n"));
    assert_eq!(objects[0]["ending"], json!({ "winner": null, "reason": "third-repetition" }));
    assert!(objects[0]["best"].is_string());
}

#[test]
fn lines_are_sorted_best_first() {
    let objects = good(&["--variant", "english", "--depth", "4", "--multipv", "3"], "startpos\nB:W23:B18,1\n");
    let lines = objects[0]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    let scores: Vec<i64> = lines.iter().map(|line| line["score"]["cp"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!((&lines[0]["pv"], &lines[0]["score"]), (&objects[0]["pv"], &objects[0]["score"]));
    assert!(lines.iter().all(|line| line["wdl"].is_array() && line["depth"] == 4 && line["seldepth"].is_u64()));
    // There is only one legal move.
    assert_eq!(objects[1]["lines"].as_array().unwrap().len(), objects[1]["legal"].as_u64().unwrap() as usize);
}

#[test]
fn results_do_not_depend_on_the_jobs() {
    let input = positions(150);
    let run = |jobs: &str, limit: [&str; 2]| {
        let mut objects = good(&["--variant", "english", limit[0], limit[1], "--jobs", jobs], &input);
        for object in &mut objects {
            object.as_object_mut().unwrap().remove("time_ms");
        }
        objects
    };
    for limit in [["--depth", "6"], ["--nodes", "2000"]] {
        let one = run("1", limit);
        assert_eq!(one.len(), 150);
        assert!(one.iter().enumerate().all(|(n, object)| object["line"] == n + 1));
        assert_eq!(one, run("2", limit));
    }
    // Nor on earlier positions.
    let last = input.lines().last().unwrap();
    let alone = &good(&["--variant", "english", "--depth", "6"], last)[0];
    let (best, nodes) = (&alone["best"], &alone["nodes"]);
    let among = &run("2", ["--depth", "6"])[149];
    assert_eq!((best, nodes), (&among["best"], &among["nodes"]));
}

#[test]
fn text_output_is_readable() {
    let run = analyse(&["--variant", "schmidt-de", "--depth", "3", "--format", "text"], b"startpos\nwrong\nW:W:B1\n");
    assert_eq!(run.code, Some(2));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("1: W:W21-32:B1-12  ") && lines[0].contains(" depth 3/"), "{}", run.out);
    assert!(lines[1].starts_with("2: error: position `wrong`"), "{}", run.out);
    assert_eq!(lines[2], "3: W:W:B1  Black wins: no pieces left");
    let run =
        analyse(&["--variant", "schmidt-de", "--depth", "3", "--format", "text", "--multipv", "2"], b"startpos\n");
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
}

#[test]
fn output_begins_before_the_input_ends() {
    let mut child = start(&["--variant", "english", "--depth", "2", "--jobs", "2"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 1..4 {
        stdin.write_all(b"startpos\n").unwrap();
        stdin.flush().unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"v\":2,\"line\":{n},")), "{line}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Waits for the exit; fails if it hangs.
fn wait_for_exit(mut child: Child, stdin: Option<ChildStdin>) -> (Option<i32>, String) {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            drop(stdin);
            return (status.code(), err);
        }
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("it does not exit");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    // The input stays open, and the last positions would take very long.
    let mut child = start(&["--variant", "english", "--depth", "200", "--jobs", "2"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"W:W18:B14\nW:W:B1\n").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    stdin.write_all(b"W:W:B1\nW:W:B1\nW:W:B1\nstartpos\nstartpos\n").unwrap();
    assert_eq!(wait_for_exit(child, Some(stdin)), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_whole_lines() {
    let mut child = start(&["--variant", "english", "--depth", "200", "--jobs", "2"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"W:W:B1\nstartpos\nstartpos\nstartpos\n").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.ends_with("}\n"));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(wait_for_exit(child, Some(stdin)), (Some(130), "error: interrupted\n".into()));
    line.clear();
    stdout.read_to_string(&mut line).unwrap();
    assert_eq!(line, "");
}

#[test]
fn the_arguments_are_checked() {
    for (args, problem) in [
        (&[][..], "expected --depth, --nodes or --movetime"),
        (&["--depth", "0"], "expected a whole number from 1 to 250"),
        (&["--depth", "3", "no-such-file"], "cannot open `no-such-file`"),
        (&["--depth", "3", "--variant", "engish"], "did you mean `english`?"),
        (&["--depth", "3", "src"], "cannot read the input"),
    ] {
        let run = analyse(args, b"");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}: {}", run.err);
        assert!(run.err.starts_with("error: ") && run.err.contains(problem), "{args:?}: {}", run.err);
    }
    assert!(analyse(&["--help"], b"").out.contains("millstone analyse positions.txt"));
    assert_eq!(good(&["--depth", "3"], "").len(), 0);
    assert_eq!(good(&["--variant", "english", "--movetime", "20"], "startpos\n").len(), 1);
}

#[test]
fn a_position_without_a_variant_is_an_error() {
    let run = analyse(&["--depth", "1"], b"W:W21-32:B1-12\n{\"id\":2}\n{\"variant\":\"russian\"}\n");
    assert_eq!(run.code, Some(2), "{}", run.out);
    let objects = run.objects();
    for object in &objects[..2] {
        assert_eq!(object["error"], "no variant named; give `variant` or --variant");
    }
    assert_eq!(objects[2]["variant"], "russian");
    // As `pdn check` does.
    let run = analyse(&["--depth", "1"], b"[White \"x\"]\n1. 11-15 *\n\n[GameType \"21\"]\n1. 11-15 *\n");
    let objects = run.objects();
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert_eq!(objects[0]["error"], "column 1: no tag Variant or GameType");
    assert!(objects[1..].iter().all(|object| object["variant"] == "english"), "{}", run.out);
    assert!(run.err.contains("1 of 3 positions have errors"), "{}", run.err);
}

/// The help's own example: the positions of games as JSON, each with its variant.
#[test]
fn positions_of_games_keep_their_variant() {
    let games = format!("{}/tests/pdn/games/russian.pdn", env!("CARGO_MANIFEST_DIR"));
    let program = env!("CARGO_BIN_EXE_millstone");
    let positions =
        Command::new(program).args(["pdn", "final", "--positions", "--json", &games]).output().unwrap().stdout;
    let from_positions = good(&["--depth", "3"], std::str::from_utf8(&positions).unwrap());
    let from_games = good(&["--depth", "3", &games], "");
    assert!(from_games.len() > 10);
    let essence = |objects: &[Value]| -> Vec<String> {
        objects.iter().map(|o| format!("{} {} {} {}", o["id"], o["variant"], o["fen"], o["legal"])).collect()
    };
    assert_eq!(essence(&from_positions), essence(&from_games));
}

/// The largest resident memory of a process so far, in kB.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok())
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_game_takes_little_memory() {
    const PLIES: usize = 20_000;
    let mut child = start(&["--variant", "english", "--nodes", "1", "--jobs", "1", "--hash", "1"]);
    let moves = "1. 32-28 1-5 28-32 5-1 ".repeat(PLIES / 4);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || drop(write!(stdin, "[FEN \"W:WK32:BK1\"]\n{moves}*\n")));
    let (mut peak, mut results) = (0, 0);
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        assert!(!line.unwrap().contains("error"));
        results += 1;
        if results == 3 * PLIES / 4 {
            // The results wait to be read, and the reader of the input goes as far ahead as it may.
            std::thread::sleep(Duration::from_secs(3));
            peak = peak_memory(&child).unwrap();
        }
    }
    feeder.join().unwrap();
    child.wait().unwrap();
    assert_eq!(results, PLIES + 1);
    assert!(peak < 200_000, "{peak} kB");
}

#[cfg(target_os = "linux")]
#[test]
fn long_lines_take_little_memory() {
    /// In kB.
    const LIMIT: u64 = 400_000;
    // Nothing is done for as long as the test takes.
    let mut child = start(&["--variant", "english", "--movetime", "100000", "--jobs", "1", "--hash", "1"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let line = format!("startpos # {}\n", "x".repeat(3_000_000));
        for _ in 0..400 {
            if stdin.write_all(line.as_bytes()).is_err() {
                return;
            }
        }
    });
    // Until it reads no more, or too much.
    let (mut peak, mut grown) = (0, Instant::now());
    while grown.elapsed() < Duration::from_secs(3) && peak < LIMIT && !feeder.is_finished() {
        let now = peak_memory(&child).unwrap_or(peak);
        if now > peak {
            (peak, grown) = (now, Instant::now());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    feeder.join().unwrap();
    assert!(peak < LIMIT, "{peak} kB");
}

#[test]
fn tables_are_asked_on_request() {
    let fen = "W:Wg1,d1,d3:Bg7,b6,e4,c3:H0,0";
    let input = format!("{fen}\nW:Wg1,d1,d3:Bg7,b6,e4,c3,a7,d7,g4:H0,0\n");
    let args = ["--variant", "nine-mens-morris", "--depth", "3"];
    assert!(good(&args, &input).iter().all(|object| object.get("table").is_none()));
    let folder = std::env::temp_dir();
    let tables = format!("--tables={}", folder.display());
    let objects = good(&[&args[..], &[&tables]].concat(), &input);
    let table = &objects[0]["table"];
    assert_eq!((&table["result"], &table["to_capture"]), (&json!("win"), &json!(1)), "{table}");
    let plies = table["to_end"].as_u64().unwrap();
    assert_eq!(objects[0]["score"]["mate"].as_u64().unwrap(), plies.div_ceil(2), "{objects:?}");
    assert!(objects[1].get("table").is_none(), "too many stones");
    // With so few plies left to make progress, what tables call a win is a draw.
    let late = "W:Wd7,a4,g4:Bb6,d6,c5,g1:H0,0";
    let args = ["--variant", "nine-mens-morris+no-progress=2", "--depth", "3", &tables];
    let table = &good(&args, late)[0]["table"];
    assert_eq!((&table["result"], &table["unlimited"]), (&json!("draw"), &json!("win")), "{table}");
    let refused = analyse(&["--depth", "1", "--tables=no-such-folder"], b"");
    assert!(refused.code == Some(2) && refused.err.contains("`no-such-folder` is not a folder"), "{}", refused.err);
}
