//! A plain generator on a grid of 8×8, and the library against it.

use crate::WOLF_AND_SHEEP;
use crate::{Random, WOLF_FIRST};
use millstone::games::notation::Notation;
use millstone::games::wolf::Wolf;
use millstone::tools::perft::perft;
use std::collections::HashSet;

type Square = (i32, i32);

#[derive(Clone)]
struct Grid {
    sheep: Vec<Square>,
    wolf: Option<Square>,
    wolf_moves: bool,
    wolf_first: bool,
}

/// The dark squares as row (from the top) and column, in the order of their numbers.
fn dark() -> Vec<Square> {
    (0..8)
        .flat_map(|row| (0..8).map(move |column| (row, column)))
        .filter(|(row, column)| (row + column) % 2 == 1)
        .collect()
}

fn number(square: Square) -> usize {
    1 + dark().iter().position(|dark| *dark == square).unwrap()
}

impl Grid {
    fn start(wolf_first: bool) -> Grid {
        Grid { sheep: vec![(7, 0), (7, 2), (7, 4), (7, 6)], wolf: None, wolf_moves: true, wolf_first }
    }

    fn free(&self, square: Square) -> bool {
        dark().contains(&square) && !self.sheep.contains(&square) && self.wolf != Some(square)
    }

    fn text(&self) -> String {
        let mut sheep: Vec<usize> = self.sheep.iter().map(|square| number(*square)).collect();
        sheep.sort();
        let sheep: Vec<String> = sheep.iter().map(usize::to_string).collect();
        let wolf = self.wolf.map(|square| number(square).to_string()).unwrap_or_default();
        format!("{}:W{}:B{wolf}", if self.wolf_moves { 'B' } else { 'W' }, sheep.join(","))
    }

    /// Every move with its text.
    fn moves(&self) -> Vec<(String, Grid)> {
        let mut found = Vec::new();
        let Some(wolf) = self.wolf else {
            for square in dark().into_iter().filter(|square| self.free(*square)) {
                let next = Grid { wolf: Some(square), wolf_moves: self.wolf_first, ..self.clone() };
                found.push((format!("@{}", number(square)), next));
            }
            return found;
        };
        if self.sheep.iter().all(|sheep| sheep.0 < wolf.0) {
            return found;
        }
        let pieces = if self.wolf_moves { vec![wolf] } else { self.sheep.clone() };
        for (index, piece) in pieces.iter().enumerate() {
            for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let to = (piece.0 + down, piece.1 + right);
                if !self.free(to) || (down > 0 && !self.wolf_moves) {
                    continue;
                }
                let mut next = self.clone();
                if self.wolf_moves {
                    next.wolf = Some(to);
                } else {
                    next.sheep[index] = to;
                }
                next.wolf_moves = !self.wolf_moves;
                found.push((format!("{}-{}", number(*piece), number(to)), next));
            }
        }
        found
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum() }
    }
}

struct Counts(Grid, Vec<u64>);

impl Counts {
    fn visit<G: Notation>(self, game: G) {
        for (depth, &expected) in (1..).zip(&self.1) {
            // The plain one is slow.
            if depth <= 5 {
                assert_eq!(self.0.perft(depth), expected, "plain, depth {depth}");
            }
            assert_eq!(perft(&game, &game.start(), depth), expected, "depth {depth}");
        }
    }
}

#[test]
fn the_counts_of_the_file_hold_for_both_generators() {
    let file = include_str!("../data/wolf.perft");
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, "start", counts] = fields[..] else { panic!("unexpected line: {line}") };
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        match name {
            "wolf-and-sheep" => Counts(Grid::start(false), counts).visit(Wolf::new(WOLF_AND_SHEEP)),
            "wolf-and-sheep+first=wolf" => Counts(Grid::start(true), counts).visit(Wolf::new(WOLF_FIRST)),
            _ => panic!("unexpected game: {line}"),
        }
    }
}

struct RandomGame<'a>(&'a mut Random, Grid);

impl RandomGame<'_> {
    fn visit<G: Notation>(self, game: G) {
        let RandomGame(random, mut grid) = self;
        let mut position = game.start();
        loop {
            let text = game.format_position(&position);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&position));
            assert_eq!(game.parse_position(&grid.text()).as_ref(), Ok(&position));
            assert_eq!(game.key(&position), game.key_from_scratch(&position));

            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert_eq!(game.count(&position, &mut Vec::new()), moves.len() as u64);
            let fast: HashSet<String> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
            let plain = grid.moves();
            assert_eq!(fast.len(), moves.len(), "a move twice in {text}");
            assert_eq!(fast, plain.iter().map(|(text, _)| text.clone()).collect(), "{text}");
            assert_eq!(game.ending(&position).is_some(), plain.is_empty());
            if plain.is_empty() {
                break;
            }
            let (written, next) = random.pick(&plain).clone();
            let mv = game.parse_move(&position, &written).unwrap();
            let after = game.play(&position, mv);
            assert!(!G::ALTERNATES || game.side(&after) != game.side(&position));
            (position, grid) = (after, next);
        }
    }
}

#[test]
fn random_games_agree_with_the_plain_generator() {
    let mut random = Random(0x0F0);
    for _ in 0..60 {
        RandomGame(&mut random, Grid::start(false)).visit(Wolf::new(WOLF_AND_SHEEP));
        RandomGame(&mut random, Grid::start(true)).visit(Wolf::new(WOLF_FIRST));
    }
}
