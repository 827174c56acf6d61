//! What holds in every position of every game: random games under the named rules and random ones.

use crate::Random;
use millstone::games::catalog::AnyRules;
use millstone::games::notation::Notation;
use millstone::with_game;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

struct RandomGame<'a>(&'a mut Random);

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl RandomGame<'_> {
    fn visit<G: Notation>(self, game: G) -> bool {
        let RandomGame(random) = self;
        let (mut position, mut moves) = (game.start(), Vec::new());
        let mut extra_turns = false;
        for _ in 0..120 {
            assert_eq!(game.key(&position), game.key_from_scratch(&position));

            let text = game.format_position(&position);
            let read = game.parse_position(&text).unwrap();
            assert_eq!(read, position, "{text}");
            assert_eq!(hash(&read), hash(&position));
            assert_eq!(game.key(&read), game.key(&position));
            assert_eq!(game.format_position(&read), text);
            assert_eq!(game.draw(&read), game.draw(&position));

            moves.clear();
            game.moves(&position, &mut moves);
            assert_eq!(game.count(&position, &mut Vec::new()), moves.len() as u64, "{text}");
            let mut texts = HashSet::new();
            for &mv in &moves {
                let written = game.format_move(&position, mv);
                assert_eq!(game.parse_move(&position, &written), Ok(mv), "{text}");
                assert!(texts.insert(written), "a move twice in {text}");
            }
            assert_eq!(game.ending(&position).is_some(), moves.is_empty() || game.draw(&position).is_some());
            if moves.is_empty() {
                break;
            }
            let next = game.play(&position, *random.pick(&moves));
            extra_turns |= game.side(&next) == game.side(&position);
            position = next;
        }
        assert!(!(G::ALTERNATES && extra_turns));
        extra_turns
    }
}

#[test]
fn random_games_keep_the_invariants() {
    let mut random = Random(0xFEED);
    let rule_sets = random.rule_sets(100);
    for rules in rule_sets {
        let mut extra_turns = false;
        for _ in 0..5 {
            extra_turns |= with_game!(AnyRules::Morris(rules), game => RandomGame(&mut random).visit(game));
        }
        assert!(!(rules.alternates() && extra_turns), "{rules:?}");
    }
}
