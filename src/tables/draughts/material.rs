//! Slices: how many men and kings each side has, and who is to move.

use super::endgame_rules::EndgameRules;
use super::index::SliceIndex;
use crate::games::draughts::rules::Board;
use std::fmt;

/// The men and kings of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// How many men.
    pub men: u32,
    /// How many kings.
    pub kings: u32,
}

impl Material {
    /// All pieces.
    pub const fn pieces(self) -> u32 {
        self.men + self.kings
    }

    /// All ways to have so many pieces, kings first.
    pub fn of(pieces: u32, has_kings: bool) -> impl Iterator<Item = Material> {
        (0..=pieces).map(move |men| Material { men, kings: pieces - men }).filter(move |m| has_kings || m.kings == 0)
    }

    /// One man less, and one king more.
    const fn crowned(self) -> Option<Material> {
        match self.men.checked_sub(1) {
            Some(men) => Some(Material { men, kings: self.kings + 1 }),
            None => None,
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k", self.men, self.kings)
    }
}

/// The material of both sides, whoever is to move: the stronger one first. A file holds what belongs to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The side with more pieces, or with as many and more kings.
    pub first: Material,
    /// The other side.
    pub second: Material,
}

impl Pair {
    /// The pair of two sides.
    pub fn new(one: Material, other: Material) -> Pair {
        let strength = |side: Material| (side.pieces(), side.kings);
        if strength(one) >= strength(other) {
            Pair { first: one, second: other }
        } else {
            Pair { first: other, second: one }
        }
    }

    /// All pairs up to a number of pieces, each after those that its captures and crownings lead to.
    pub fn all(rules: &EndgameRules, most: u32) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for pieces in 2..=most.min(rules.most_pieces()) {
            for second in 1..=pieces / 2 {
                for one in Material::of(pieces - second, rules.has_kings()) {
                    for other in Material::of(second, rules.has_kings()) {
                        let pair = Pair::new(one, other);
                        if !pairs.contains(&pair) {
                            pairs.push(pair);
                        }
                    }
                }
            }
        }
        pairs.sort_by_key(|pair| (pair.pieces(), pair.first.men + pair.second.men));
        pairs
    }

    /// All pieces.
    pub const fn pieces(&self) -> u32 {
        self.first.pieces() + self.second.pieces()
    }

    /// Whether both sides have the same: there is one table then, and else one for either side to move.
    pub fn is_even(&self) -> bool {
        self.first == self.second
    }

    /// The sides that can be to move, with their opponents.
    pub fn movers(&self) -> Vec<(Material, Material)> {
        let both = [(self.first, self.second), (self.second, self.first)];
        both[..if self.is_even() { 1 } else { 2 }].to_vec()
    }

    /// The slots of its tables on a board.
    pub fn slots(&self, board: Board) -> Vec<usize> {
        self.movers().into_iter().map(|(own, their)| SliceIndex::new(board, own, their).slots()).collect()
    }

    /// The pairs that a capture or a crowning leads to, in the order of [`Pair::all`].
    pub fn exits(&self, rules: &EndgameRules) -> Vec<Pair> {
        let mut exits = Vec::new();
        for (own, their) in self.movers() {
            let crowned = own.crowned().filter(|_| rules.has_kings());
            exits.extend(crowned.map(|own| Pair::new(own, their)));
            for men in 0..=their.men {
                for kings in 0..=their.kings {
                    let left = Material { men, kings };
                    if left.pieces() > 0 && left != their {
                        exits.extend([Some(own), crowned].into_iter().flatten().map(|own| Pair::new(own, left)));
                    }
                }
            }
        }
        let mut all = Pair::all(rules, self.pieces());
        all.retain(|pair| exits.contains(pair));
        all
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.second)
    }
}
