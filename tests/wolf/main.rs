//! Wolf and sheep: the rules, the counts against a plain generator, the texts, and who wins.

mod notation;
mod plain;

use millstone::games::notation::{Notation, legal_texts};
use millstone::games::wolf::Wolf;
use millstone::games::wolf::rules::{First, Rules};
use millstone::games::{Ending, Game, Reason, Side};
use std::collections::HashMap;

/// A small random number generator, the same everywhere (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const WOLF_AND_SHEEP: Rules = Rules::COMMON;
const WOLF_FIRST: Rules = Rules { first: First::Wolf };

fn ending(text: &str) -> Option<Ending> {
    let game = Wolf::new(WOLF_AND_SHEEP);
    game.ending(&game.parse_position(text).unwrap())
}

fn legal(text: &str) -> Vec<String> {
    let game = Wolf::new(WOLF_AND_SHEEP);
    let mut texts = legal_texts(&game, &game.parse_position(text).unwrap());
    texts.sort();
    texts
}

#[test]
fn the_wolf_is_placed_first_and_then_either_side_moves() {
    let (sheep, wolf) = (Wolf::new(WOLF_AND_SHEEP), Wolf::new(WOLF_FIRST));
    let start = sheep.start();
    assert_eq!(sheep.format_position(&start), "B:W29-32:B");
    assert_eq!(sheep.count(&start, &mut Vec::new()), 28);
    let place = sheep.parse_move(&start, "@14").unwrap();
    assert_eq!(sheep.format_position(&sheep.play(&start, place)), "W:W29-32:B14");
    assert_eq!(wolf.format_position(&wolf.play(&start, place)), "B:W29-32:B14");
}

#[test]
fn the_wolf_steps_everywhere_and_the_sheep_up_only() {
    assert_eq!(legal("B:W29-32:B14"), ["14-10", "14-17", "14-18", "14-9"]);
    assert_eq!(legal("W:W29,30,22,18:B14"), ["18-15", "22-17", "29-25", "30-25", "30-26"]);
}

#[test]
fn the_wolf_escapes_below_every_sheep() {
    let escaped = Some(Ending::win(Side::Black, Reason::WolfEscaped));
    assert_eq!(ending("W:W21-24:B25"), escaped);
    assert_eq!(ending("B:W21-24:B25"), escaped);
    // Beside the last sheep is not behind it.
    assert_eq!(ending("W:W21-23,25:B26"), None);
}

#[test]
fn the_wolf_is_caught_when_it_cannot_move() {
    assert_eq!(ending("B:W8,22,23,24:B4"), Some(Ending::win(Side::White, Reason::WolfCaught)));
    // It is Black's turn that matters.
    assert_eq!(ending("W:W8,22,23,24:B4"), None);
}

#[test]
fn sheep_that_cannot_move_lose() {
    let lost = Some(Ending::win(Side::Black, Reason::Blocked));
    assert_eq!(ending("W:W1-4:B5").map(|end| end.reason), Some(Reason::WolfEscaped));
    assert_eq!(ending("W:W2,3,4,5:B1"), lost);
}

/// Whether the side to move wins.
fn wins<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<G::Position, bool>) -> bool {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let (mut moves, side) = (Vec::new(), game.side(position));
    game.moves(position, &mut moves);
    let result = if moves.is_empty() {
        game.finish(position).winner == Some(side)
    } else {
        moves.into_iter().any(|mv| {
            let next = game.play(position, mv);
            wins(game, &next, known) == (game.side(&next) == side)
        })
    };
    known.insert(position.clone(), result);
    result
}

struct SheepWin;

impl SheepWin {
    fn visit<G: Notation>(self, game: G) {
        let (start, mut known, mut moves) = (game.start(), HashMap::new(), Vec::new());
        game.moves(&start, &mut moves);
        assert_eq!(moves.len(), 28);
        for mv in moves {
            let placed = game.play(&start, mv);
            let sheep_win = wins(&game, &placed, &mut known) == (game.side(&placed) == Side::White);
            assert!(sheep_win, "{}", game.format_position(&placed));
        }
        assert!(!wins(&game, &start, &mut known));
    }
}

#[test]
fn the_sheep_win_from_every_placement_whoever_moves_first() {
    SheepWin.visit(Wolf::new(WOLF_AND_SHEEP));
    SheepWin.visit(Wolf::new(WOLF_FIRST));
}
