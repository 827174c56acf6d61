//! All legal moves of a morris position.
//!
//! The moves are found in families: from the hand or from one stone that flies, by one step along the rings, by one step
//! across them. [`families`] gives each as a table of moves and sets of places in it: the legal moves, and
//! those of them that close a mill and so may take. Listing walks through the sets; counting only adds up their
//! sizes, since every closing move has the same choice of stones to take.

use super::board::{SLANTS, bits, clockwise, counterclockwise};
use super::position::{Move, NOWHERE, Position};
use super::rules::{
    DoubleMill, FEWEST, Fly, Goal, MovingMill, Placing, PlacingMill, PlacingUntil, Rules, Shield, Take,
};
use super::ruleset::RuleSet;

/// Moves that take nothing, by where they go. Two directions share a table: the second begins half-way.
type Family = [Move; 64];

/// From a point or from [`NOWHERE`], the hand, to any other.
static FLIGHTS: [Family; 32] = {
    let mut families = [[Move::from_codes(0, 0, NOWHERE); 64]; 32];
    let mut place = 0;
    while place < 32 * 64 {
        families[place / 64][place % 64] = Move::from_codes(place as u32 / 64, place as u32 % 32, NOWHERE);
        place += 1;
    }
    families
};

/// One step clockwise, or against the clock.
static ALONG: Family = steps([(0o70, 7), (0o70, 1)]);
/// One step inward, or outward.
static ACROSS: Family = steps([(0, 24), (0, 8)]);
/// One step down, or up, along each of the long diagonals of nine points.
static SLANTED: [Family; 2] = [steps([(0, 23), (0, 9)]), steps([(0, 25), (0, 7)])];

/// Moves from points that lie so far on, in a part of the point's number that is left alone.
const fn steps(directions: [(u32, u32); 2]) -> Family {
    let mut moves = [Move::from_codes(0, 0, NOWHERE); 64];
    let mut place = 0;
    while place < 64 {
        let (to, (kept, back)) = (place % 32, directions[place as usize / 32]);
        let from = to & kept | (to + back) & !kept & 31;
        moves[place as usize] = Move::from_codes(from, to, NOWHERE);
        place += 1;
    }
    moves
}

/// The sets of two directions as places in a family.
#[inline(always)]
const fn places(first: u32, second: u32) -> u64 {
    first as u64 | (second as u64) << 32
}

/// Whether the game is over: a side has too few stones left, or has closed a mill where that wins.
#[inline(always)]
fn decided(rules: Rules, position: &Position) -> bool {
    let too_few = position.own_left() < FEWEST || position.their_left() < FEWEST;
    too_few
        || rules.goal == Goal::Mill && rules.board.in_mills(position.own) | rules.board.in_mills(position.their) != 0
}

/// A family of moves, and the places in it of the legal ones, of those that may take a stone, and of those that may take two.
struct MoveFamily {
    family: &'static Family,
    legal: u64,
    closing: u64,
    twice: u64,
}

/// Calls `each` with every family.
#[inline(always)]
fn families<R: RuleSet>(ruleset: R, position: &Position, mut each: impl FnMut(MoveFamily)) {
    let rules = ruleset.rules();
    if decided(rules, position) {
        return;
    }
    let (own, empty) = (position.own, position.empty(rules.board));
    let in_hand = position.own_hand != 0;
    // What a mill earns does not depend on how it is closed, but on whose stones are still in hand.
    let takes =
        rules.goal == Goal::Stones && (rules.placing_mill == PlacingMill::Take || !counts_as_placed(rules, position));
    let mut tell = |family, legal, closing, twice| {
        let closing = if takes { legal & closing } else { 0 };
        let twice = if rules.double_mill == DoubleMill::Two { closing & twice } else { 0 };
        each(MoveFamily { family, legal, closing, twice });
    };
    if !in_hand && rules.fly == Fly::Three && own.count_ones() <= FEWEST {
        for from in bits(own) {
            let closers = rules.board.closers(own & !(1 << from));
            tell(&FLIGHTS[from as usize & 31], empty.into(), closers.all().into(), closers.twice().into());
        }
        return;
    }
    let closers = rules.board.closers(own);
    if in_hand {
        tell(&FLIGHTS[NOWHERE as usize], empty.into(), closers.all().into(), closers.twice().into());
        if rules.placing == Placing::Phase {
            return;
        }
    }
    let (right, left) = (clockwise(own) & empty, counterclockwise(own) & empty);
    let closing = places(closers.by_clockwise(), closers.by_counterclockwise());
    let [twice_right, twice_left, twice_across] = closers.twice_by_step();
    tell(&ALONG, places(right, left), closing, places(twice_right, twice_left));
    let (inward, outward) = (rules.board.inward(own) & empty, rules.board.outward(own) & empty);
    let closing = places(closers.by_crossing(), closers.by_crossing());
    tell(&ACROSS, places(inward, outward), closing, places(twice_across, twice_across));
    if rules.board.slants() {
        for (number, slant) in SLANTS.iter().enumerate() {
            let others = closers.without_slant(number);
            let (closing, twice) = (others.all(), others.twice());
            let steps = places(slant.down(own) & empty, slant.up(own) & empty);
            tell(&SLANTED[number], steps, places(closing, closing), places(twice, twice));
        }
    }
}

/// Whether a mill that is closed now counts as closed by placing.
#[inline(always)]
const fn counts_as_placed(rules: Rules, position: &Position) -> bool {
    match rules.placing_until {
        PlacingUntil::Own => position.own_hand != 0,
        PlacingUntil::Both => position.own_hand | position.their_hand != 0,
    }
}

/// Those of the other side's stones that a closed mill may take, if it has so many left, in hand too.
#[inline(always)]
fn takeable(rules: Rules, their: u32, left: u32) -> u32 {
    let free = their & !rules.board.in_mills(their);
    let exposed = rules.jumper_falls && left == FEWEST;
    let all = match rules.shield {
        Shield::UnlessAll => free == 0 || exposed,
        Shield::Always => exposed,
    };
    if all { their } else { free }
}

/// Appends every legal move.
// Not inlined into the counting of perft, whose loop needs the registers.
#[inline(never)]
pub(super) fn moves<R: RuleSet>(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
    list(R::new(rules), position, true, out);
}

/// Appends every move that takes a stone.
pub(super) fn takings<R: RuleSet>(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
    list(R::new(rules), position, false, out);
}

#[inline(always)]
fn list<R: RuleSet>(ruleset: R, position: &Position, all: bool, out: &mut Vec<Move>) {
    let mut prey = None;
    let rules = ruleset.rules();
    families(ruleset, position, |MoveFamily { family, legal, closing, twice }| {
        let first = || takeable(rules, position.their, position.their_left());
        let prey = if closing == 0 { 0 } else { *prey.get_or_insert_with(first) };
        let taking = if prey == 0 { 0 } else { closing };
        let leaving = if rules.take == Take::May { legal } else { legal & !taking };
        if all {
            out.extend(bits(leaving).map(|place| family[place as usize & 63]));
        }
        for place in bits(taking & !twice) {
            let mv = family[place as usize & 63];
            out.extend(bits(prey).map(|taken| mv.taking(taken)));
        }
        for place in bits(taking & twice) {
            take_two(rules, position, prey, family[place as usize & 63], out);
        }
    });
}

/// Appends the ways to take two stones, one after the other, and one where that is all there is.
#[inline(never)]
fn take_two(rules: Rules, position: &Position, prey: u32, mv: Move, out: &mut Vec<Move>) {
    let second = |taken: u32| {
        let left = position.their_left() - 1;
        if left < FEWEST { 0 } else { takeable(rules, position.their & !(1 << taken), left) }
    };
    for first in bits(prey) {
        let then = second(first);
        if then == 0 || rules.take == Take::May {
            out.push(mv.taking(first));
        }
        // A pair in either order is one move: it is listed with its lower stone first, if that order is possible.
        let possible = |other: u32| prey >> other & 1 != 0 && second(other) >> first & 1 != 0;
        out.extend(
            bits(then).filter(|&other| first < other || !possible(other)).map(|other| mv.taking_two(first, other)),
        );
    }
}

/// The number of legal moves.
// Inlined into `count_twice`: what it does not ask of the position before it is then never computed.
#[inline(always)]
pub(super) fn count<R: RuleSet>(rules: &Rules, position: &Position, scratch: &mut Vec<Move>) -> u64 {
    if R::new(rules).rules().double_mill == DoubleMill::One {
        return sum_up::<R>(rules, position);
    }
    let base = scratch.len();
    list(R::new(rules), position, true, scratch);
    let count = scratch.len() - base;
    scratch.truncate(base);
    count as u64
}

/// The number of legal moves where two mills at once take one stone: no list is needed.
#[inline(never)]
fn sum_up<R: RuleSet>(rules: &Rules, position: &Position) -> u64 {
    let ruleset = R::new(rules);
    let rules = ruleset.rules();
    let (mut targets, mut closing) = (0, 0);
    families(ruleset, position, |found| {
        targets += found.legal.count_ones();
        closing += found.closing.count_ones();
    });
    if closing != 0 {
        let prey = takeable(rules, position.their, position.their_left()).count_ones();
        // A target that closes a mill is one move already; each stone to choose from beyond the first is one more.
        targets += closing * if rules.take == Take::May { prey } else { prey.saturating_sub(1) };
    }
    u64::from(targets)
}

/// Counts the positions after two plies: the innermost loop of perft, in which nothing is called through a pointer, and
/// no key is computed.
pub(super) fn count_twice<R: RuleSet>(rules: &Rules, position: &Position, stack: &mut Vec<Move>) -> u64 {
    let base = stack.len();
    moves::<R>(rules, position, stack);
    let next = |mv| position.play_without_key(mv, !R::ALTERNATES && again(R::new(rules).rules(), position, mv));
    let total = match R::new(rules).rules().double_mill {
        DoubleMill::One => stack[base..].iter().map(|&mv| sum_up::<R>(rules, &next(mv))).sum(),
        DoubleMill::Two => (base..stack.len()).map(|at| count::<R>(rules, &next(stack[at]), stack)).sum(),
    };
    stack.truncate(base);
    total
}

/// Whether there is no legal move, which is quicker to tell than how many there are.
#[inline(always)]
pub(crate) fn is_finished(rules: Rules, position: &Position) -> bool {
    let empty = position.empty(rules.board);
    let flies = position.own_hand == 0 && rules.fly == Fly::Three && position.own.count_ones() <= FEWEST;
    let places = position.own_hand != 0;
    let steps = !places || rules.placing != Placing::Phase;
    let moves =
        if flies || places && empty != 0 { empty != 0 } else { steps && rules.board.beside(position.own) & empty != 0 };
    decided(rules, position) || !moves
}

/// Whether the side that plays the move has another turn after it.
#[inline(always)]
pub(super) fn again(rules: Rules, position: &Position, mv: Move) -> bool {
    let earns = if counts_as_placed(rules, position) {
        rules.placing_mill == PlacingMill::Again
    } else {
        rules.moving_mill == MovingMill::TakeAgain
    };
    earns && rules.board.closers(position.own & !mv.origin_set()).all() >> mv.to() & 1 != 0
}
