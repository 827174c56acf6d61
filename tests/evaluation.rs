//! The evaluations: sums of what they count, and fair to both sides.

mod support;

use millstone::engine::any_game::{AnyGame, any_game};
use millstone::eval::Evaluate;
use millstone::games::catalog::{self, Variant};
use millstone::games::notation::{Notation, Style};
use millstone::with_game;
use support::Rng;

/// Calls `look` with many positions of random games of a variant.
fn random_positions(variant: &Variant, mut look: impl FnMut(&dyn AnyGame)) {
    let mut rng = Rng::new(7);
    for _ in 0..if cfg!(debug_assertions) { 2 } else { 12 } {
        let mut seat = any_game(variant);
        for _ in 0..120 {
            let moves = seat.moves(Style::Usual);
            if moves.is_empty() {
                break;
            }
            seat.play(&moves[rng.below(moves.len())], Style::Usual).unwrap();
            look(&*seat);
        }
    }
}

fn variants() -> impl Iterator<Item = Variant> {
    catalog::entries().iter().map(|entry| entry.name.parse().unwrap())
}

/// Compares the sum of the features with the evaluation in random games; says how often.
fn compare<G: Notation + Evaluate>(game: &G, name: &str) -> usize {
    let (mut rng, mut moves, mut checked) = (Rng::new(7), Vec::new(), 0);
    let weights = &game.model().weights;
    assert!(game.fits(&game.model()), "{name}");
    for _ in 0..if cfg!(debug_assertions) { 2 } else { 12 } {
        let mut position = game.start();
        for _ in 0..120 {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, moves[rng.below(moves.len())]);
            let mut features = Vec::new();
            game.features(&position, &mut features);
            let sum: f32 = features.iter().map(|(at, count)| f32::from(weights[*at as usize]) * count).sum();
            let sum = sum + game.net_value(&position) as f32;
            let score = game.evaluate(&position) as f32;
            // A drawish ending is worth a part of that.
            let near = [1.0, 16.0].iter().any(|part| (sum / part - score).abs() <= 2.0);
            assert!(near, "{name} {}: {sum} is not {score}", game.format_position(&position));
            let again = game.unpack(game.pack(&position)).expect("a position");
            assert_eq!(game.evaluate(&again), game.evaluate(&position), "{name}: packed and unpacked");
            checked += 1;
        }
    }
    checked
}

#[test]
fn an_evaluation_is_the_sum_of_its_features() {
    for variant in variants().filter(|variant| !variant.to_string().starts_with("wolf")) {
        let name = variant.to_string();
        let checked = with_game!(*variant.rules(), game => compare(&game, &name));
        assert!(checked > 20, "{variant}: {checked}");
    }
}

/// A position with the colours exchanged, on a board whose last square has this number; none for those whose text says more
/// than where the pieces stand.
fn exchanged(fen: &str, last: u32) -> Option<String> {
    let fields: Vec<&str> = fen.split(':').collect();
    let [side, white, black, rest @ ..] = fields.as_slice() else { return None };
    let squares = |field: &str| -> Option<String> {
        let turned = |word: &str| -> Option<String> {
            let (king, number) = word.strip_prefix('K').map_or(("", word), |number| ("K", number));
            // Points of the morris board have letters, and lie the same for both.
            let Ok(number) = number.parse::<u32>() else { return Some(word.to_string()) };
            Some(format!("{king}{}", last + 1 - number))
        };
        let mut words = Vec::new();
        for word in field[1..].split(',').filter(|word| !word.is_empty()) {
            match word.split_once('-') {
                Some((from, to)) if !from.starts_with('K') => {
                    for number in from.parse::<u32>().ok()?..=to.parse().ok()? {
                        words.push(turned(&number.to_string())?);
                    }
                }
                Some(_) => return None,
                None => words.push(turned(word)?),
            }
        }
        Some(words.join(","))
    };
    let hands = match rest {
        [] => String::new(),
        [hands] if hands.starts_with('H') && hands.contains(',') => {
            let (white, black) = hands[1..].split_once(',')?;
            format!(":H{black},{white}")
        }
        _ => return None,
    };
    let other = if *side == "W" { "B" } else { "W" };
    Some(format!("{other}:W{}:B{}{hands}", squares(black)?, squares(white)?))
}

#[test]
fn an_evaluation_is_the_same_for_both_sides() {
    for variant in variants().filter(|variant| !variant.to_string().starts_with("wolf")) {
        // The number of squares, told by where men stand at the start.
        let last = match any_game(&variant).fen() {
            fen if fen.contains("41-56") => 64,
            fen if fen.contains("50") => 50,
            _ => 32,
        };
        let mut checked = 0;
        random_positions(&variant, |position| {
            let Some(fen) = exchanged(&position.fen(), last) else { return };
            let mut other = any_game(&variant);
            other.set_position(Some(&fen), &[]).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
            assert_eq!(other.evaluate(), position.evaluate(), "{variant} {} and {fen}", position.fen());
            checked += 1;
        });
        assert!(checked > 20, "{variant}: {checked}");
    }
}

/// The first position without each of White's men in turn; with a stone less in White's hand where they are placed.
fn with_one_less(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(':').collect();
    if let Some(hands) = fields.get(3).and_then(|field| field.strip_prefix('H')) {
        let (white, black) = hands.split_once(',').unwrap();
        return vec![format!("W:W:B:H{},{black}", white.parse::<u32>().unwrap() - 1)];
    }
    let mut squares = Vec::new();
    for word in fields[1][1..].split(',') {
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        squares.extend(from.parse::<u32>().unwrap()..=to.parse().unwrap());
    }
    let without = |gone: &u32| {
        let left: Vec<String> = squares.iter().filter(|square| *square != gone).map(u32::to_string).collect();
        format!("W:W{}:{}", left.join(","), fields[2])
    };
    squares.iter().map(without).collect()
}

#[test]
fn a_man_less_in_the_first_position_is_a_hundred() {
    // With two stones three men's morris is over.
    let counts = |variant: &Variant| !["wolf-and-sheep", "three-mens-morris"].contains(&variant.base_name());
    for variant in variants().filter(counts) {
        let start = any_game(&variant);
        let positions = with_one_less(&start.fen());
        let lost = positions.iter().map(|fen| {
            let mut game = any_game(&variant);
            game.set_position(Some(fen), &[]).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
            start.evaluate() - game.evaluate()
        });
        let mean = lost.sum::<i32>() as f64 / positions.len() as f64;
        // Where pieces are to be lost, a man more or less says little of who is ahead.
        let expected = if variant.to_string().contains("losing") || variant.to_string() == "antidraughts" {
            0.0..=120.0
        } else {
            80.0..=120.0
        };
        assert!(expected.contains(&mean.abs()), "{variant}: a man less is {mean:.0}");
    }
}
