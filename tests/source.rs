//! The source itself: what its reader may rely on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Types of one purpose, which have one name in the folder of each family.
const IN_EACH_FAMILY: [&str; 8] =
    ["AtRunTime", "Compiled", "Generator", "Move", "Position", "RuleSet", "Rules", "Weights"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The type that a line declares.
fn declared(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let words = match words.as_slice() {
        [first, rest @ ..] if first.starts_with("pub") => rest,
        all => all,
    };
    match *words {
        // An indented `type` belongs to a trait.
        ["type", ..] if line.starts_with(' ') => None,
        ["struct" | "enum" | "trait" | "union" | "type", name, ..] => name.split(|c: char| !c.is_alphanumeric()).next(),
        _ => None,
    }
}

#[test]
fn no_two_types_share_a_name() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    // By name, the files that declare it: one file may do so twice, for two systems.
    let mut types: BTreeMap<String, BTreeSet<&Path>> = BTreeMap::new();
    for file in &files {
        for name in fs::read_to_string(file).unwrap().lines().filter_map(declared) {
            types.entry(name.to_string()).or_default().insert(file);
        }
    }
    assert!(types.len() > 300, "only {} types found", types.len());
    types.retain(|name, files| files.len() > 1 && !IN_EACH_FAMILY.contains(&name.as_str()));
    assert!(types.is_empty(), "types of the same name: {types:#?}");
}
