//! The files in the folder `openings`, and `millstone openings`.

use millstone::engine::any_game::any_game;
use millstone::games::catalog::{self, Variant};
use millstone::tools::openings::{self, file_for, read};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("openings")
}

fn millstone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_millstone")).arg("openings").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Every line must be legal, not over, and distinct up to symmetry.
#[test]
fn every_variant_has_a_file_of_good_openings() {
    const MANY: [&str; 10] = [
        "english",
        "international",
        "russian",
        "brazilian",
        "italian",
        "schmidt-de",
        "ravensburger-fr",
        "nine-mens-morris",
        "mixed-mill",
        "ceylon-mill",
    ];
    let mut used = BTreeSet::from(["english-three-move.txt".to_string()]);
    for entry in catalog::entries() {
        let variant: Variant = entry.name.parse().unwrap();
        let file = file_for(&variant).unwrap();
        let text = fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let served = text.lines().next().unwrap().trim_start_matches("# Openings for ");
        assert!(served.split(", ").any(|name| name == entry.name), "{file} does not name {}", entry.name);
        let list = read(&text);
        let least = if MANY.contains(&entry.name) { 200 } else { 50 };
        assert!(list.len() >= least, "{file}: {}", list.len());
        assert_eq!(openings::check(&*any_game(&variant), &list, None, |_| {}), [], "{file}");
        used.insert(file.to_string());
    }
    let there: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".txt"))
        .collect();
    assert_eq!(there, used);
}

#[test]
fn the_three_move_ballots_are_complete() {
    let list = read(&fs::read_to_string(folder().join("english-three-move.txt")).unwrap());
    assert_eq!(list.len(), 156);
    assert!(list.iter().all(|(_, opening)| opening.moves.len() == 3));
    assert_eq!(openings::check(&*any_game(&"english".parse().unwrap()), &list, None, |_| {}), []);
}

#[test]
fn the_same_options_make_the_same_file_with_any_threads() {
    let options = ["--variant", "russian", "--count", "20", "--plies", "3..9", "--window", "30", "--depth", "6"];
    let run = |more: &[&str]| {
        let output = millstone(&[&options[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        output.stdout
    };
    let one = run(&["--seed", "5"]);
    assert_eq!(one, run(&["--threads", "2", "--seed", "5"]));
    assert_ne!(one, run(&["--seed", "6"]));
    assert_eq!(read(text(&one)).len(), 20);
    // The comment has the command that makes the file.
    let command = text(&one).lines().find_map(|line| line.strip_prefix("# millstone openings ")).unwrap();
    assert_eq!(millstone(&command.split(' ').collect::<Vec<_>>()).stdout, one);

    let path = std::env::temp_dir().join(format!("millstone-openings-{}.txt", std::process::id()));
    let made = millstone(&[&options[..], &["--seed", "5", "--output", path.to_str().unwrap()]].concat());
    assert!(made.status.success() && made.stdout.is_empty());
    assert_eq!(fs::read(&path).unwrap(), one);
    let window = ["--variant", "russian", "--window", "30", "--depth", "6"];
    let checked = millstone(&[&["check", path.to_str().unwrap()][..], &window].concat());
    assert!(checked.status.success());
    assert!(text(&checked.stdout).contains("20 openings, all legal and distinct"));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_check_finds_all_errors() {
    let path = std::env::temp_dir().join(format!("millstone-bad-openings-{}.txt", std::process::id()));
    // Line 4 transposes to line 2, line 5 is illegal, line 6 is over, line 7 is unbalanced.
    let bad = "# comment\nstartpos moves 9-13 24-20 10-15\nstartpos\nstartpos moves 10-15 24-20 9-13\n\
               startpos moves 9-13 24-21\nB:W:B1\nB:W32:B1,2,5,6\n";
    fs::write(&path, bad).unwrap();
    let window = ["--variant", "english", "--window", "80", "--depth", "4"];
    let output = millstone(&[&["check", path.to_str().unwrap()][..], &window].concat());
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("line 4: the same position as line 2"), "{lines:?}");
    assert!(lines[1].starts_with("line 5: move `24-21` is not legal here"), "{lines:?}");
    assert!(lines[2].starts_with("line 6: "), "{lines:?}");
    assert!(lines[3].starts_with("line 7: the search score is "), "{lines:?}");
    assert!(text(&output.stderr).contains("4 of 6 openings have errors"));
    fs::remove_file(path).unwrap();
}

#[test]
fn bad_options_are_named() {
    for (arguments, wanted) in [
        (&["--plies", "8..4"][..], "or a range such as 4..8"),
        (&["--window", "wide"], "or `any`"),
        (&["--variant", "rusian"], "did you mean `russian`?"),
        (&["check", "no-such-file", "--variant", "english"], "no-such-file"),
        (&["--output", "/no/such/folder/file"], "/no/such/folder/file"),
    ] {
        let output = millstone(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(wanted), "{}", text(&output.stderr));
    }
    // English draughts has only seven first moves.
    let output = millstone(&["--variant", "english", "--plies", "1", "--window", "any"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("only 7 of 200 openings found"), "{}", text(&output.stderr));
    assert_eq!(read(text(&output.stdout)).len(), 7);
}
