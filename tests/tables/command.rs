//! `millstone tables`, driven as a user drives it.

use super::files::Folder;
use millstone::util::random::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Instant;

pub fn tables(args: &[&str], folder: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_millstone"));
    command.arg("tables").args(args).args(["--path", folder.0.to_str().unwrap()]);
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn good(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

pub fn run(args: &[&str], folder: &Folder) -> String {
    good(&tables(args, folder).output().unwrap())
}

const BUILD: [&str; 7] = ["build", "--variant", "nine-mens-morris", "--pieces", "7", "--jobs", "1"];

#[test]
fn tables_are_built_listed_counted_verified_and_probed() {
    let folder = Folder::new("command");
    let built = tables(&BUILD, &folder).output().unwrap();
    assert!(good(&built).contains("2 units") && text(&built.stderr).contains("100 % done"), "{built:?}");
    assert!(run(&BUILD, &folder).contains("0 of them new"));
    assert_eq!(run(&["list"], &folder).matches("positions").count(), 4);

    let stats = run(&["stats"], &folder);
    assert!(stats.contains("3-4 wins 102281 losses 0 draws 658117 positions 760398 longest-win 11 dtc W:W"), "{stats}");
    let verified = run(&["verify", "--step", "5000"], &folder);
    assert!(verified.contains("3-3 right") && verified.contains("4-3 right"), "{verified}");

    // Of all moves, two win.
    let fen = "W:Wg1,d1,d3:Bg7,b6,e4,c3:H0,0";
    let probed = run(&["probe", "--variant", "nine-mens-morris", fen], &folder);
    assert_eq!(probed, run(&["probe", "--fen", fen], &folder), "the usual game, as with the other commands");
    let wins: Vec<&str> = probed.lines().skip(1).take_while(|line| line.contains(" win")).collect();
    assert!(probed.starts_with("win, "), "{probed}");
    assert_eq!(wins.len(), 2, "{probed}");
    assert!(wins.iter().all(|line| line.starts_with("d3-a1x")), "{probed}");

    let file = folder.0.join("morris/4-3.dtc");
    let mut bytes = fs::read(&file).unwrap();
    bytes[5000] ^= 1;
    fs::write(&file, bytes).unwrap();
    let verified = tables(&["verify"], &folder).output().unwrap();
    assert!(!verified.status.success() && text(&verified.stderr).contains("4-3.dtc: damaged"), "{verified:?}");
}

#[test]
fn small_tables_need_no_files() {
    let folder = Folder::new("no-files");
    let fen = "W:Wa7,d7,g4:Ba1,d1,b2:H0,0";
    assert!(run(&["probe", "--variant", "nine-mens-morris", "--fen", fen], &folder).contains("plies to a capture"));
}

#[test]
fn whole_games_are_solved() {
    is_solved("nine-mens-morris+men=3");
    is_solved("mixed-mill+men=3");
}

fn is_solved(game: &str) {
    let folder = Folder::new(&format!("solve-{game}"));
    let solve = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_millstone"));
        command.args(["solve", "--variant", game, "--path", folder.0.to_str().unwrap()]).output().unwrap()
    };
    let early = solve();
    assert!(!early.status.success() && text(&early.stderr).contains("tables build --variant"), "{early:?}");
    assert!(run(&["build", "--variant", game], &folder).contains("stages with stones in hand"));
    let verified = run(&["verify", "--variant", game, "--step", "50"], &folder);
    assert!(verified.contains("0-0 with 3-3 in hand right; 1 positions"), "{verified}");
    let stats = run(&["stats", "--variant", game], &folder);
    assert!(stats.contains("\n0+3-0+3 wins "), "{stats}");
    let probed = run(&["probe", "--variant", game, "--moves", "a7 d7"], &folder);
    // 22 points to place at, and what a side may move.
    assert_eq!(probed.lines().count(), if game.starts_with("mixed") { 24 } else { 23 }, "{probed}");
    let solved = good(&solve());
    let values: Vec<&str> = solved.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(values.len(), 25, "{solved}");
    // The start is worth what the best move is worth, and the four corners of a ring are worth the same.
    let order = ["loss", "draw", "win"];
    let best = values[1..].iter().max_by_key(|value| order.iter().position(|word| word == *value));
    assert_eq!(best, Some(&values[0]), "{solved}");
    let corner = |name: &str| solved.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    assert!(["g7", "a1", "g1"].iter().all(|name| corner(name) == corner("a7")), "{solved}");
}

#[test]
fn what_cannot_be_built_is_refused_before_it_begins() {
    let folder = Folder::new("refused");
    let refused = |args: &[&str]| {
        let output = tables(args, &folder).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        text(&output.stderr)
    };
    assert!(refused(&["build", "--variant", "wolf-and-sheep"]).contains("no tables for `wolf-and-sheep`"));
    assert!(refused(&["build", "--variant", "doubleboard-de"]).contains("capture=huff"));
    assert!(refused(&["build", "--variant", "russian", "--pieces", "7"]).contains("expected 2 to 6 pieces on board=8"));
    assert!(refused(&["build", "--variant", "english", "--distance", "none"]).contains("always have distances"));
    assert!(refused(&["build", "--variant", "english", "--compact"]).contains("nothing to leave out"));
    assert!(refused(&["build", "--variant", "morris", "--compact", "--pieces", "7"]).contains("--compact"));
    assert!(refused(&["build", "--variant", "morris+double-mill=two"]).contains("double-mill=two"));
    assert!(refused(&["build", "--variant", "ceylon-mill", "--distance", "end"]).contains("another turn"));
    assert!(refused(&["build", "--variant", "morris", "--memory", "1"]).contains("of memory, --memory allows 1.0 GB"));
    for command in ["verify", "stats"] {
        assert!(refused(&[command, "--variant", "morris"]).contains("no tables in"));
        assert!(refused(&[command, "--variant", "english"]).contains("no tables in"));
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

/// The files of a folder and of those in it, but for lists of files, with their bytes.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let inner = contents(&path).into_iter();
            found.extend(inner.map(|(name, bytes)| (Path::new(path.file_name().unwrap()).join(name), bytes)));
        } else if path.extension().is_none_or(|extension| extension != "txt") {
            found.insert(path.file_name().unwrap().into(), fs::read(&path).unwrap());
        }
    }
    found
}

/// Kills a build at random moments; in the end it must have given the same bytes as one that was let alone.
pub fn kill_and_resume(name: &str, build: &[&str]) {
    let [whole, killed] = [Folder::new(&format!("{name}-let-alone")), Folder::new(&format!("{name}-killed"))];
    let begun = Instant::now();
    run(build, &whole);
    let (time, mut rng) = (begun.elapsed(), Rng::new(1));
    let mut stopped = false;
    for _ in 0..8 {
        let mut build = tables(build, &killed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(time.mul_f64((rng.next_u64() % 1000) as f64 / 1000.0));
        build.kill().unwrap();
        stopped |= !build.wait().unwrap().success();
    }
    assert!(stopped);
    run(build, &killed);
    let [whole, killed] = [whole, killed].map(|folder| contents(&folder.0));
    assert!(whole.len() > 3 && whole.keys().eq(killed.keys()), "{:?}", killed.keys());
    for (name, bytes) in &whole {
        assert!(killed[name] == *bytes, "{}", name.display());
    }
}

#[test]
fn a_build_that_is_killed_goes_on_and_gives_the_same_bytes() {
    kill_and_resume("moving", &BUILD);
    kill_and_resume("mixed", &["build", "--variant", "mixed-mill+men=3", "--jobs", "1"]);
    kill_and_resume("placing", &["build", "--variant", "ceylon-mill+men=3", "--jobs", "2"]);
}

/// A disk that is full, as a process sees it: writing fails beyond a size.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_a_build_and_leaves_what_is_complete() {
    let [whole, full] = [Folder::new("enough"), Folder::new("full")];
    run(&BUILD, &whole);
    let program = env!("CARGO_BIN_EXE_millstone");
    // 40 blocks of 512 bytes: enough for 3-3.wdl, not for 3-3.dtc.
    let script = format!("trap '' XFSZ; ulimit -f 40; exec {program} tables {} --path \"$0\"", BUILD.join(" "));
    let stopped = Command::new("sh").args(["-c", &script]).arg(&full.0).output().unwrap();
    assert_eq!((stopped.status.code(), stopped.stdout.len()), (Some(1), 0), "{stopped:?}");
    assert!(text(&stopped.stderr).contains("3-3.dtc: "), "{stopped:?}");
    let mut left: Vec<String> = fs::read_dir(full.0.join("morris"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["3-3.wdl", "manifest.txt"]);
    run(&BUILD, &full);
    for name in ["3-3.wdl", "3-3.dtc", "4-3.wdl", "4-3.dtc"] {
        let read = |folder: &Folder| fs::read(folder.0.join("morris").join(name)).unwrap();
        assert!(read(&whole) == read(&full), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn two_builds_do_not_write_to_one_folder() {
    let folder = Folder::new("two-builds");
    let build = ["build", "--variant", "english", "--pieces", "2"];
    run(&build, &folder);
    let rules = fs::read_dir(&folder.0).unwrap().next().unwrap().unwrap().path();
    let lock = fs::File::open(&rules).unwrap();
    lock.lock().unwrap();
    let refused = tables(&build, &folder).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(text(&refused.stderr).ends_with("another build is writing it\n"), "{refused:?}");
    drop(lock);
    assert!(run(&build, &folder).contains("0 of them new"));
}

/// Pipes, links to other files and links in circles, where tables are expected.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read_and_links_are_not_written_to() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("special");
    let build = ["build", "--variant", "english", "--pieces", "2"];
    run(&build, &folder);
    let whole = contents(&folder.0);
    let rules = fs::read_dir(&folder.0).unwrap().next().unwrap().unwrap().path();
    let precious = folder.0.join("precious");
    fs::write(&precious, "precious").unwrap();
    symlink(&precious, rules.join("0m1k-0m1k.wdl.part")).unwrap();
    for name in ["0m1k-0m1k.wdl", "0m1k-0m1k.dtc"] {
        fs::remove_file(rules.join(name)).unwrap();
    }
    assert!(Command::new("mkfifo").arg(rules.join("0m1k-0m1k.wdl")).status().unwrap().success());
    for circle in ["a", "b", "c"] {
        symlink(".", rules.join(circle)).unwrap();
    }
    let listed = run(&["list"], &folder);
    assert!(listed.contains("0m1k-0m1k.wdl: not a regular file"), "{listed}");
    assert!(listed.lines().count() < 100, "{listed}");
    for circle in ["a", "b", "c"] {
        fs::remove_file(rules.join(circle)).unwrap();
    }
    let probed = tables(&["probe", "--variant", "english", "W:WK32:BK1"], &folder).output().unwrap();
    assert!(text(&probed.stderr).contains("not a regular file"), "{probed:?}");
    assert!(run(&build, &folder).contains("1 of them new"));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    fs::remove_file(&precious).unwrap();
    assert!(contents(&folder.0) == whole);
}
