//! The reader survives files that something has happened to.

use crate::fixtures::{FILES, bytes};
use millstone::tools::pdn::Reader;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Accident {
    Change(usize, u8),
    Insert(usize, u8),
    Cut(usize, usize),
    Repeat(usize, usize),
    End(usize),
}

fn accident() -> impl Strategy<Value = Accident> {
    // What means something to the reader is more likely than what does not.
    let byte = prop_oneof![any::<u8>(), prop::sample::select(b"[]{}();%$*-x:.\"\\ \n\r01/@".to_vec())];
    let place = any::<usize>();
    prop_oneof![
        (place, byte.clone()).prop_map(|(at, byte)| Accident::Change(at, byte)),
        (place, byte).prop_map(|(at, byte)| Accident::Insert(at, byte)),
        (place, 0..200usize).prop_map(|(at, length)| Accident::Cut(at, length)),
        (place, 0..400usize).prop_map(|(at, length)| Accident::Repeat(at, length)),
        place.prop_map(Accident::End),
    ]
}

fn happen(file: &mut Vec<u8>, accident: &Accident) {
    let size = file.len() + 1;
    match *accident {
        Accident::Change(at, byte) => {
            if let Some(old) = file.get_mut(at % size) {
                *old = byte;
            }
        }
        Accident::Insert(at, byte) => file.insert(at % size, byte),
        Accident::Cut(at, length) => {
            let at = at % size;
            file.drain(at..(at + length).min(size - 1));
        }
        Accident::Repeat(at, length) => {
            let at = at % size;
            let part = file[at..(at + length).min(size - 1)].to_vec();
            file.splice(at..at, part);
        }
        Accident::End(at) => file.truncate(at % size),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_breaks_the_reader(
        files in prop::collection::vec(0..FILES.len(), 1..4),
        accidents in prop::collection::vec(accident(), 1..12),
    ) {
        let mut file: Vec<u8> = files.iter().flat_map(|&file| bytes(FILES[file].0)).collect();
        for accident in &accidents {
            happen(&mut file, accident);
        }
        let lines = file.split(|&byte| byte == b'\n').count();
        let mut games = 0;
        for game in Reader::new(file.as_slice()) {
            games += 1;
            // Each takes at least a byte, so that there is an end.
            prop_assert!(games <= file.len() + 1);
            let error = match &game {
                Ok(game) => game.replay(None).err(),
                Err(_) => game.err(),
            };
            if let Some(error) = error {
                prop_assert!((1..=lines + 1).contains(&error.line) && error.column >= 1, "{error}");
                prop_assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
}
