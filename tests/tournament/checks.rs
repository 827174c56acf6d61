//! The compliance checks: this engine passes, and faulty engines fail.

use super::support::{BINARY, Folder, text};
use std::path::Path;

/// Runs `millstone check`: exit code, results by check, and all output.
fn check(arguments: &[&str]) -> (Option<i32>, Vec<(String, String)>, String) {
    let folder = Folder::new();
    // Generous limits: the checks must pass on a busy machine.
    let limits = ["--stop-limit", "20000", "--time-margin", "20000", "--answer-limit", "20000", "--json"];
    let output = folder.run(&[&["check"], arguments, &limits].concat());
    let out = text(&output.stdout);
    let of = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        (value["check"].as_str().unwrap().to_string(), value["result"].as_str().unwrap().to_string())
    };
    let error = text(&output.stderr);
    (output.status.code(), out.lines().map(of).collect(), format!("{out}{error}"))
}

fn passes(arguments: &[&str], skipped: &[&str]) {
    let (code, checks, all) = check(arguments);
    assert_eq!(code, Some(0), "{arguments:?}\n{all}");
    assert!(checks.len() > 20);
    let not_made: Vec<&str> =
        checks.iter().filter(|(_, result)| result != "ok").map(|(name, _)| name.as_str()).collect();
    assert_eq!(not_made, skipped, "{all}");
}

#[test]
fn our_engine_passes_in_uci() {
    passes(&[], &["queries"]);
}

#[test]
fn our_engine_passes_in_ugi() {
    passes(&["--dialect", "ugi", "--variant", "ceylon-mill"], &["ponder", "searchmoves"]);
}

#[test]
fn our_engine_passes_in_hub() {
    let engine = format!("'{BINARY}' hub");
    passes(&[&engine, "--dialect", "hub", "--variant", "english"], &["searchmoves", "several lines", "queries"]);
}

/// The checks that the stub fails when its Nth search goes wrong.
fn failed(fault: &str, when: usize, variant: &str) -> (Option<i32>, Vec<String>, String) {
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tournament/stub.py");
    let command = format!("python3 -IS '{}' {fault} {when} '{BINARY}'", stub.display());
    let (code, checks, all) = check(&[&command, "--variant", variant]);
    let names = checks.into_iter().filter(|(_, result)| result == "fail").map(|(name, _)| name).collect();
    (code, names, all)
}

#[test]
fn a_second_answer_is_found() {
    // Wolf and sheep is solved, so searches cost little.
    let (code, names, all) = failed("twice", 1, "wolf-and-sheep");
    assert_eq!(code, Some(1), "{all}");
    assert!(names.iter().any(|name| name == "one answer to each search"), "{all}");
    assert!(!names.iter().any(|name| name == "handshake" || name == "quit"), "{all}");
}

#[test]
fn illegal_moves_are_found() {
    let (code, names, all) = failed("illegal", 1, "english");
    assert_eq!(code, Some(1), "{all}");
    for name in ["position with moves", "depth", "searchmoves", "no legal move", "infinite does not end by itself"] {
        assert!(names.iter().any(|failed| failed == name), "{name}: {all}");
    }
    assert!(all.contains("9-9"), "{all}");
}

#[test]
fn a_crash_is_found_and_the_checks_continue() {
    // The tenth search is the first of the check "depth".
    let (code, names, all) = failed("crash", 10, "english");
    assert_eq!(code, Some(1), "{all}");
    assert!(names.iter().any(|name| name == "depth") && names.iter().any(|name| name == "a game to its end"), "{all}");
    assert!(all.contains("the engine exited (exit 3)"), "{all}");
}

/// Only the last lines of a long output are kept.
#[test]
fn a_flood_of_output_is_no_fault() {
    let (code, _, all) = failed("flood", 0, "wolf-and-sheep");
    assert_eq!(code, Some(0), "{all}");
}

#[test]
fn a_missing_engine_fails_the_handshake() {
    let (code, checks, all) = check(&["./there-is-none"]);
    assert_eq!((code, checks.len()), (Some(1), 1), "{all}");
    assert_eq!(checks[0].1, "fail");
}
