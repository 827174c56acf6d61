//! The reader survives damaged files.

use crate::fixtures::{FILES, bytes};
use millstone::tools::pdn::PdnReader;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Mutation {
    Change(usize, u8),
    Insert(usize, u8),
    Cut(usize, usize),
    Repeat(usize, usize),
    End(usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    // Characters with a meaning in PDN are more likely.
    let byte = prop_oneof![any::<u8>(), prop::sample::select(b"[]{}();%$*-x:.\"\\ \n\r01/@".to_vec())];
    let place = any::<usize>();
    prop_oneof![
        (place, byte.clone()).prop_map(|(at, byte)| Mutation::Change(at, byte)),
        (place, byte).prop_map(|(at, byte)| Mutation::Insert(at, byte)),
        (place, 0..200usize).prop_map(|(at, length)| Mutation::Cut(at, length)),
        (place, 0..400usize).prop_map(|(at, length)| Mutation::Repeat(at, length)),
        place.prop_map(Mutation::End),
    ]
}

fn mutate(file: &mut Vec<u8>, mutation: &Mutation) {
    let size = file.len() + 1;
    match *mutation {
        Mutation::Change(at, byte) => {
            if let Some(old) = file.get_mut(at % size) {
                *old = byte;
            }
        }
        Mutation::Insert(at, byte) => file.insert(at % size, byte),
        Mutation::Cut(at, length) => {
            let at = at % size;
            file.drain(at..(at + length).min(size - 1));
        }
        Mutation::Repeat(at, length) => {
            let at = at % size;
            let part = file[at..(at + length).min(size - 1)].to_vec();
            file.splice(at..at, part);
        }
        Mutation::End(at) => file.truncate(at % size),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_breaks_the_reader(
        files in prop::collection::vec(0..FILES.len(), 1..4),
        mutations in prop::collection::vec(mutation(), 1..12),
    ) {
        let mut file: Vec<u8> = files.iter().flat_map(|&file| bytes(FILES[file].0)).collect();
        for mutation in &mutations {
            mutate(&mut file, mutation);
        }
        let lines = file.split(|&byte| byte == b'\n').count();
        let mut games = 0;
        for game in PdnReader::new(file.as_slice()) {
            games += 1;
            // Each game takes at least a byte.
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
