//! What the rules mean for positions without stones in hand, and which rules the tables can do.

use super::sets::points as points_of;
use crate::games::morris::board::{POINTS, clockwise, counterclockwise};
use crate::games::morris::rules::{Board, DoubleMill, FEWEST, Fly, Goal, MovingMill, Rules, Shield, Take};
use crate::tables::name_by_changes;
#[cfg(not(target_family = "wasm"))]
use crate::tables::{morris::space::INDEX, store::Store};
#[cfg(not(target_family = "wasm"))]
use std::path::Path;

/// The rules of the moving phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovingRules {
    /// The lines of the board.
    pub board: Board,
    /// Whether three stones fly.
    pub fly: bool,
    /// Whether stones in mills stay safe when there are no others.
    pub always_shielded: bool,
    /// Whether three stones can always be taken.
    pub jumper_falls: bool,
    /// Whether a stone may be left.
    pub may_leave: bool,
    /// Whether the side that takes a stone has another turn.
    pub again: bool,
}

impl MovingRules {
    /// The rules of a rule set, or why there are no tables for it.
    pub fn new(rules: &Rules) -> Result<MovingRules, String> {
        if matches!(rules.board, Board::Nine | Board::NineDiagonals) {
            return Err(format!("board={}: so small a game is solved in memory when it is needed", rules.board.word()));
        }
        if rules.goal == Goal::Mill {
            return Err("goal=mill: tables of this board are for games in which stones are taken".into());
        }
        if rules.double_mill == DoubleMill::Two {
            return Err("double-mill=two: tables take one stone at a time".into());
        }
        let rules = MovingRules {
            board: rules.board,
            fly: rules.fly == Fly::Three,
            always_shielded: rules.shield == Shield::Always,
            jumper_falls: rules.jumper_falls,
            may_leave: rules.take == Take::May,
            again: rules.moving_mill == MovingMill::TakeAgain,
        };
        if rules.again && (rules.always_shielded || rules.may_leave) {
            let other = if rules.may_leave { "take=may" } else { "shield=always" };
            return Err(format!(
                "moving-mill=take-again with {other}: a mill that takes nothing gives another turn, and tables know \
                 another turn only after a capture"
            ));
        }
        Ok(rules)
    }

    /// The rules as text: what tables of the moving phase depend on, and nothing else.
    pub fn text(&self) -> String {
        let yes_no = |value| if value { "yes" } else { "no" };
        format!(
            "morris moving: board={} fly={} shield={} jumper-falls={} moving-mill={} take={} double-mill=one",
            self.board.word(),
            if self.fly { Fly::Three } else { Fly::Never }.word(),
            if self.always_shielded { Shield::Always } else { Shield::UnlessAll }.word(),
            yes_no(self.jumper_falls),
            if self.again { MovingMill::TakeAgain } else { MovingMill::Take }.word(),
            if self.may_leave { Take::May } else { Take::Must }.word(),
        )
    }

    /// A name for the folder of these tables: the axes that are not at their most common value.
    pub fn folder_name(&self) -> String {
        let common = MovingRules::new(&Rules::COMMON).map(|common| common.text()).unwrap_or_default();
        name_by_changes("morris", &self.text(), &common)
    }

    /// The files of these rules in a folder of their own.
    #[cfg(not(target_family = "wasm"))]
    pub fn store(&self, folder: &Path) -> Store {
        Store::new(folder, self.text(), INDEX)
    }

    /// The stones that a mill closed against them can take; none where all are shielded.
    #[inline(always)]
    pub fn takeable(&self, stones: u32) -> u32 {
        self.takeable_of(stones, stones.count_ones())
    }

    /// The same for a side that has so many stones left, on the board and in hand.
    #[inline(always)]
    pub fn takeable_of(&self, stones: u32, left: u32) -> u32 {
        let free = stones & !self.board.in_mills(stones);
        let exposed = self.jumper_falls && left == FEWEST;
        let all = exposed || free == 0 && !self.always_shielded;
        if all { stones } else { free }
    }

    /// Whether a mill closed against these stones can take nothing, so that closing it is also a quiet move.
    #[inline(always)]
    pub fn quiet_mill(&self, stones: u32) -> bool {
        self.may_leave || self.always_shielded && self.takeable(stones) == 0
    }

    /// Whether there can be such mills at all.
    #[inline(always)]
    pub fn quiet_mills(&self) -> bool {
        self.may_leave || self.always_shielded
    }

    /// Whether a side with so many stones flies.
    #[inline(always)]
    pub fn flies(&self, stones: u32) -> bool {
        self.fly && stones <= FEWEST
    }

    /// The most stones of a side: two such sides fill the board.
    pub const fn most(&self) -> u32 {
        self.board.points().count_ones() / 2
    }

    /// The most moves a side with so many stones can have, counting a mill as one.
    pub fn most_moves(&self, stones: u32) -> u32 {
        let points = self.board.points();
        let ends: u32 = points_of(points).map(|point| (self.board.beside(point) & points).count_ones()).sum();
        if self.flies(stones) { stones * (points.count_ones() - stones - FEWEST) } else { (ends / 2).min(stones * 4) }
    }

    /// The points that a stone can go to.
    pub fn reach(&self, from: u32, stones: u32, empty: u32) -> u32 {
        if self.flies(stones) { empty } else { self.board.beside(from) & empty }
    }

    /// The points that two sets leave empty.
    #[inline(always)]
    pub const fn empty(&self, first: u32, second: u32) -> u32 {
        self.board.points() & !(first | second)
    }

    /// The number of moves of a side, and calls `closing` with the side's stones after each that closes a mill.
    #[inline(always)]
    pub fn moves(&self, own: u32, empty: u32, flies: bool, mut closing: impl FnMut(u32)) -> u32 {
        let mut closed = 0;
        let mut close = |from: u32, to: u32| {
            closed += 1;
            closing(own ^ from ^ to);
        };
        if flies {
            for from in points_of(own) {
                points_of(empty & self.board.closers(own ^ from).all()).for_each(|to| close(from, to));
            }
            return own.count_ones() * empty.count_ones();
        }
        let closers = self.board.closers(own);
        let (right, left) = (clockwise(own) & empty, counterclockwise(own) & empty);
        let (inward, outward) = (self.board.inward(own) & empty, self.board.outward(own) & empty);
        if closers.all() & empty != 0 {
            points_of(right & closers.by_clockwise()).for_each(|to| close(counterclockwise(to), to));
            points_of(left & closers.by_counterclockwise()).for_each(|to| close(clockwise(to), to));
            points_of(inward & closers.by_crossing()).for_each(|to| close(to >> 8, to));
            points_of(outward & closers.by_crossing()).for_each(|to| close(to << 8, to));
        }
        right.count_ones() + left.count_ones() + inward.count_ones() + outward.count_ones()
    }

    /// Calls `each` with the side's stones as they stood before each move that can have brought one of `arrived`
    /// to where it is.
    #[inline(always)]
    pub fn retractions(&self, own: u32, arrived: u32, empty: u32, flies: bool, mut each: impl FnMut(u32)) {
        if flies {
            for to in points_of(arrived) {
                points_of(empty).for_each(|from| each(own ^ to ^ from));
            }
            return;
        }
        // Two directions to a word: the loops end half as often where nobody can foresee it.
        let along = join(clockwise(arrived) & empty, counterclockwise(arrived) & empty);
        let across = join(self.board.inward(arrived) & empty, self.board.outward(arrived) & empty);
        places(along).for_each(|place| each(own ^ ALONG[place & 63]));
        places(across).for_each(|place| each(own ^ ACROSS[place & 63]));
    }
}

/// The two points of a step along a ring, by the point it leads to: clockwise, and from 32 on against the clock.
static ALONG: [u32; 64] = {
    let mut ends = [0; 64];
    let mut place = 0;
    while place < 64 {
        let (to, back) = (place as u32 % 32, if place < 32 { 7 } else { 1 });
        ends[place] = (1 << to | 1 << (to & 0o30 | (to + back) & 7)) & POINTS;
        place += 1;
    }
    ends
};

/// The two points of a step across the rings, by the point it leads to: inward, and from 32 on outward.
static ACROSS: [u32; 64] = {
    let mut ends = [0; 64];
    let mut place = 0;
    while place < 64 {
        let to = 1 << (place as u32 % 32);
        ends[place] = (to | if place < 32 { to >> 8 } else { to << 8 }) & POINTS;
        place += 1;
    }
    ends
};

#[inline(always)]
const fn join(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

/// The numbers of the bits of a word.
#[inline(always)]
fn places(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        let more = word != 0;
        word &= word.wrapping_sub(1);
        more.then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::morris::named::rules;

    #[test]
    fn folders_are_named_by_what_matters_once_hands_are_empty() {
        let name = |game| MovingRules::new(&rules(game)).unwrap().folder_name();
        assert_eq!((name("nine-mens-morris"), name("lasker-morris")), ("morris".into(), "morris".into()));
        assert_eq!(name("ravensburger-mill"), "morris+shield=always+jumper-falls=yes");
        assert_eq!(name("ceylon-mill"), "morris+moving-mill=take-again");
        assert_eq!((name("six-mens-morris"), name("five-mens-morris")), {
            let folder = "morris+board=16+fly=never".to_string();
            (folder.clone(), folder)
        });
    }

    #[test]
    fn what_tables_cannot_do_is_refused_with_the_reason() {
        let refused = |axis, value| {
            let changed = rules("ceylon-mill").with(axis, value).unwrap();
            MovingRules::new(&changed).unwrap_err()
        };
        assert!(refused("shield", "always").contains("take-again with shield=always"));
        assert!(refused("take", "may").contains("take-again with take=may"));
        assert!(refused("double-mill", "two").contains("double-mill=two"));
        assert!(MovingRules::new(&rules("three-mens-morris")).unwrap_err().contains("board=9-diagonals"));
        let first_mill = rules("six-mens-morris").with("goal", "mill").unwrap();
        assert!(MovingRules::new(&first_mill).unwrap_err().contains("goal=mill"));
    }
}
