//! Draughts tables in files: the same as in memory, resumed, damaged, and by command.

use super::command::{good, kill_and_resume, run, tables, text};
use super::files::Folder;
use millstone::games::draughts::named::rules;
use millstone::games::draughts::position::Position;
use millstone::tables::cell::Metric;
use millstone::tables::draughts::build::EndgameBuild;
use millstone::tables::draughts::endgame_rules::EndgameRules;
use millstone::tables::draughts::index::{Cursor, SliceIndex};
use millstone::tables::draughts::material::{Material, Pair};
use millstone::tables::draughts::probe::DraughtsTables;
use millstone::tables::file::Encoding;
use millstone::tables::load::Keep;
use std::fs;
use std::path::Path;

fn english() -> EndgameRules {
    EndgameRules::new(&rules("english")).unwrap()
}

/// Builds up to `most` pieces in all; returns the slices that were not there.
fn build(folder: &Path, most: u32) -> Vec<String> {
    let (store, mut built) = (english().store(folder), Vec::new());
    EndgameBuild { store: &store, rules: english(), metric: Metric::Conversion, most }
        .run(|done| built.extend(done.counts.as_ref().map(|_| done.pair.to_string())))
        .unwrap();
    built
}

fn load(folder: &Path, keep: Keep) -> (DraughtsTables, Vec<String>) {
    let (store, mut errors) = (english().store(folder), Vec::new());
    let tables = DraughtsTables::load(english(), &store, 6, keep, |error| errors.push(error.to_string()));
    (tables, errors)
}

/// Positions from all over the slices with up to three pieces.
fn positions() -> Vec<Position> {
    let movers = Pair::all(&english(), 3).into_iter().flat_map(|pair| pair.movers());
    let some = movers.flat_map(|(own, their)| {
        let index = SliceIndex::new(english().board(), own, their);
        let mut cursor = Cursor::new(index);
        (0..index.slots()).step_by(997).filter_map(move |slot| cursor.seek(slot))
    });
    some.map(|pieces| pieces.position()).collect()
}

#[test]
fn files_say_what_memory_says() {
    let folder = Folder::new("draughts-same");
    assert_eq!(build(&folder.0, 3).len(), 9);
    let [(loaded, errors), (filed, more_errors)] = [Keep::Memory, Keep::Disk].map(|keep| load(&folder.0, keep));
    assert!(errors.is_empty() && more_errors.is_empty(), "{errors:?} {more_errors:?}");
    let built = DraughtsTables::build(english(), 3);
    let positions = positions();
    assert!(positions.len() > 100);
    for position in positions {
        let expected = built.probe_root(&position);
        assert!(expected.is_some());
        for tables in [&loaded, &filed] {
            assert_eq!(tables.probe_root(&position), expected);
            assert_eq!(tables.probe(&position), expected.map(|probed| probed.wdl));
        }
    }
}

#[test]
fn a_second_build_goes_on_where_the_first_ended_and_gives_the_same_bytes() {
    let [whole, halted] = [Folder::new("draughts-whole"), Folder::new("draughts-halted")];
    build(&whole.0, 3);
    assert_eq!(build(&halted.0, 2), ["0m1k-0m1k", "0m1k-1m0k", "1m0k-1m0k"]);
    // What a build that was killed leaves behind: a file without its right name.
    fs::write(halted.0.join("0m2k-0m1k.wdl.part"), b"half a file").unwrap();
    assert_eq!(build(&halted.0, 3).len(), 6);
    let mut names = 0;
    for entry in fs::read_dir(&whole.0).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(fs::read(whole.0.join(&name)).unwrap() == fs::read(halted.0.join(&name)).unwrap(), "{name:?}");
        names += 1;
    }
    assert_eq!((names, fs::read_dir(&halted.0).unwrap().count()), (19, 19));
}

#[test]
fn damaged_truncated_and_foreign_files_are_refused() {
    let folder = Folder::new("draughts-damaged");
    build(&folder.0, 2);
    let path = folder.0.join("0m1k-0m1k.wdl");
    let good = fs::read(&path).unwrap();
    let king = Material { men: 0, kings: 1 };
    let problems = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let (tables, errors) = load(&folder.0, Keep::Memory);
        assert_eq!(tables.has(king, king), errors.is_empty());
        errors
    };
    assert!(problems(&good).is_empty());
    for place in (0..good.len()).step_by(good.len() / 53).chain([good.len() - 1]) {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        let errors = problems(&bad);
        assert!(errors.len() == 1 && errors[0].contains("0m1k-0m1k.wdl"), "byte {place}: {errors:?}");
    }
    for length in [0, 39, 40, good.len() / 2, good.len() - 1] {
        assert_eq!(problems(&good[..length]).len(), 1, "{length} bytes");
    }
    fs::write(&path, &good).unwrap();
    let russian = EndgameRules::new(&rules("russian")).unwrap().store(&folder.0);
    let refused = russian.open("0m1k-0m1k", Encoding::Wdl).unwrap_err().to_string();
    assert!(refused.contains("rules is") && refused.contains("king-move=long"), "{refused}");
    fs::copy(folder.0.join("1m0k-1m0k.wdl"), &path).unwrap();
    let refused = english().store(&folder.0).open("0m1k-0m1k", Encoding::Wdl).unwrap_err().to_string();
    assert!(refused.contains("slice is `1m0k-1m0k`, expected `0m1k-0m1k`"), "{refused}");
}

const BUILD: [&str; 7] = ["build", "--variant", "english", "--pieces", "3", "--jobs", "1"];

#[test]
fn tables_are_built_listed_counted_verified_and_probed() {
    let folder = Folder::new("draughts-command");
    let built = tables(&BUILD, &folder).output().unwrap();
    assert!(good(&built).contains("9 slices") && text(&built.stderr).contains("100 % done"), "{built:?}");
    assert!(run(&BUILD, &folder).contains("0 of them new"));
    assert_eq!(run(&["list"], &folder).matches("positions").count(), 18);
    let stats = run(&["stats", "--variant", "english"], &folder);
    let row = "0m1k-0m1k wins 230 losses 108 draws 654 positions 992 longest-win 11 dtc W:W";
    assert!(stats.contains(row), "{stats}");
    // Schmidt's English game has the same tables.
    let verified = run(&["verify", "--variant", "schmidt-gb", "--step", "50"], &folder);
    assert_eq!(verified.matches(" right; ").count(), 9, "{verified}");

    // Plies to the end beside those to the next capture or crowning.
    run(&[&BUILD[..], &["--distance", "end"]].concat(), &folder);
    assert!(run(&["stats", "--variant", "english"], &folder).contains("992 longest-win 11 dtw W:W"));
    let verified = run(&["verify", "--variant", "english", "--step", "50"], &folder);
    assert_eq!(verified.matches(" right; ").count(), 9, "{verified}");

    let probe = |fen| run(&["probe", "--variant", "english", "--fen", fen], &folder);
    let probed = probe("W:WK15,K18:BK1");
    assert!(probed.starts_with("win, ") && probed.contains("a capture, a crowning or the end"), "{probed}");
    assert!(probed.lines().skip(1).any(|line| line.contains(" win, ")), "{probed}");
    let more = tables(&["probe", "--variant", "english", "--fen", "W:WK15,K18:BK1,K5"], &folder).output().unwrap();
    assert!(text(&more.stderr).contains("no table for 0m2k against 0m2k"), "{more:?}");

    let file = folder.0.join("draughts+king-move=short+king-capture=adjacent/0m2k-0m1k.dtc");
    let mut bytes = fs::read(&file).unwrap();
    bytes[100] ^= 1;
    fs::write(&file, bytes).unwrap();
    let verified = tables(&["verify", "--variant", "english"], &folder).output().unwrap();
    assert!(!verified.status.success() && text(&verified.stderr).contains("0m2k-0m1k.dtc: damaged"), "{verified:?}");
}

#[test]
fn a_build_that_is_killed_goes_on_and_gives_the_same_bytes() {
    kill_and_resume("draughts", &BUILD);
}
