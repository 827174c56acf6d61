//! Table files: what is written can be read, and nothing else can.

use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::games::morris::rules::Board;
use millstone::tables::Wdl;
use millstone::tables::cell::Metric;
use millstone::tables::file::{Encoding, TableFile};
use millstone::tables::load::Keep;
use millstone::tables::morris::build::MovingBuild;
use millstone::tables::morris::forward::position;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::probe::MorrisTables;
use millstone::tables::morris::space::{INDEX, Space};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is removed in the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("millstone-tables-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn nine() -> MovingRules {
    MovingRules::new(&rules("nine-mens-morris")).unwrap()
}

/// Builds up to `most` stones in all; returns the units that were not there.
fn build(folder: &Path, metric: Metric, most: u32) -> Vec<(u32, u32)> {
    let store = nine().store(folder);
    let mut built = Vec::new();
    MovingBuild { store: &store, rules: nine(), metric, most: 9, most_in_all: most }
        .run(|done| built.extend(done.counts.as_ref().map(|_| (done.a, done.b))))
        .unwrap();
    built
}

fn load(folder: &Path, keep: Keep) -> (MorrisTables, Vec<String>) {
    let (store, mut errors) = (nine().store(folder), Vec::new());
    let tables = MorrisTables::load(nine(), &store, 24, keep, |error| errors.push(error.to_string()));
    (tables, errors)
}

#[test]
fn files_say_what_memory_says() {
    let folder = Folder::new("same");
    assert_eq!(build(&folder.0, Metric::Conversion, 7), [(3, 3), (4, 3)]);
    let (loaded, errors) = load(&folder.0, Keep::Memory);
    let (filed, more_errors) = load(&folder.0, Keep::Disk);
    assert!(errors.is_empty() && more_errors.is_empty());
    let built = MorrisTables::build(nine(), 7);
    let space = Space::new(Board::Plain, 4, 3);
    let mut seen = Vec::new();
    for slot in (0..space.slots()).step_by(1009) {
        let (first, second) = space.sets(slot);
        for position in [position(first, second), position(second, first)] {
            assert_eq!(loaded.probe_root(&position), built.probe_root(&position));
            assert_eq!(loaded.probe(&position), built.probe(&position));
            assert_eq!(filed.probe(&position), built.probe(&position));
            seen.extend(built.probe(&position));
        }
    }
    assert!([Wdl::Win, Wdl::Draw].iter().all(|wdl| seen.contains(wdl)));
    let in_hand = Position { own_hand: 1, ..position(7, 7 << 8) };
    assert_eq!((loaded.probe(&in_hand), loaded.probe(&position(31, 7 << 8))), (None, None));
}

#[test]
fn a_second_build_goes_on_where_the_first_ended_and_gives_the_same_bytes() {
    let [whole, halted] = [Folder::new("whole"), Folder::new("halted")];
    build(&whole.0, Metric::End, 7);
    build(&halted.0, Metric::End, 6);
    // What a build that was killed leaves behind: a file without its right name.
    fs::write(halted.0.join("4-3.wdl.part"), b"half a file").unwrap();
    assert_eq!(build(&halted.0, Metric::End, 7), [(4, 3)]);
    for name in ["3-3.wdl", "3-3.dtw", "4-3.wdl", "4-3.dtw", "manifest.txt"] {
        assert_eq!(fs::read(whole.0.join(name)).unwrap(), fs::read(halted.0.join(name)).unwrap(), "{name}");
    }
    assert!(!halted.0.join("4-3.wdl.part").exists());
}

#[test]
fn damaged_truncated_and_foreign_files_are_refused() {
    let folder = Folder::new("damaged");
    build(&folder.0, Metric::Conversion, 6);
    let path = folder.0.join("3-3.wdl");
    let good = fs::read(&path).unwrap();
    let usable = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let (tables, errors) = load(&folder.0, Keep::Memory);
        assert_eq!(tables.has(3, 3), errors.is_empty());
        errors
    };
    assert!(usable(&good).is_empty());
    for place in (0..good.len()).step_by(good.len() / 97).chain([8, 12, 16, 24, 32, 40, good.len() - 1]) {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        let errors = usable(&bad);
        assert_eq!(errors.len(), 1, "byte {place}");
        assert!(errors[0].contains("3-3.wdl"), "{errors:?}");
    }
    for length in [0, 7, 39, 40, good.len() / 2, good.len() - 1] {
        assert_eq!(usable(&good[..length]).len(), 1, "{length} bytes");
    }
    let longer = [good.as_slice(), b"more"].concat();
    assert!(usable(&longer)[0].contains("bytes long"));
    assert!(usable(b"Something else, but long enough to be looked at.")[0].contains("not a table file"));

    fs::write(&path, &good).unwrap();
    let other = MovingRules::new(&rules("ceylon-mill")).unwrap();
    let refused = TableFile::expect(&path, &other.text(), "3-3", INDEX, Encoding::Wdl).unwrap_err().to_string();
    assert!(refused.contains("rules is") && refused.contains("take-again"), "{refused}");
    let refused = TableFile::expect(&path, &nine().text(), "4-3", INDEX, Encoding::Wdl).unwrap_err().to_string();
    assert!(refused.contains("slice is `3-3`, expected `4-3`"), "{refused}");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_an_error() {
    let store = nine().store(Path::new("/no/such/folder"));
    let build =
        MovingBuild { store: &store, rules: nine(), metric: Metric::Conversion, most: 9, most_in_all: 6 }.run(|_| {});
    assert!(build.unwrap_err().to_string().contains("/no/such/folder"));
}
