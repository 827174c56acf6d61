//! The fuzz targets' checks on their corpus, and on random changes of it; `fuzz/run.sh` runs them for longer.

#[path = "../fuzz/checks.rs"]
mod checks;
mod support;

use std::fs;
use std::path::Path;
use support::Rng;

/// The inputs of a target, by name.
fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut inputs: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    inputs.sort();
    inputs
}

#[test]
fn the_corpus_holds() {
    for (target, check) in checks::ALL {
        let inputs = corpus(target);
        assert!(!inputs.is_empty(), "{target}");
        for (name, input) in inputs {
            // Shown only if the check panics.
            println!("{name}");
            check(&input);
        }
    }
}

/// Cuts, copies and flips parts of an input, and mixes it with another.
fn mutate(rng: &mut Rng, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(12)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part.repeat(1 + rng.below(3)));
            }
            2 => bytes.insert(at, rng.next() as u8),
            3 => bytes.insert(at, *rng.pick(b" \n:-x,;[](){}\"*.#|=0129KWB")),
            4 if !other.is_empty() => {
                let from = rng.below(other.len());
                let part = other[from..(from + rng.below(40)).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
            _ => bytes[at..end].iter_mut().for_each(|byte| *byte ^= 1 << (*byte % 7)),
        }
    }
    bytes
}

#[test]
fn random_changes_of_the_corpus_hold() {
    /// What searches, or starts threads, takes a hundred times as long as the others.
    const SLOW: [&str; 7] = ["analyse", "uci", "ugi", "hub", "tables", "model", "serve"];
    let mut rng = Rng::new(18);
    for (target, check) in checks::ALL {
        let inputs = corpus(target);
        for _ in 0..if SLOW.contains(&target) { 60 } else { 1500 } {
            let [input, other] = [&rng.pick(&inputs).1, &rng.pick(&inputs).1];
            let input = mutate(&mut rng, input, other);
            println!("{target}: {:?}", String::from_utf8_lossy(&input));
            check(&input);
        }
    }
}
