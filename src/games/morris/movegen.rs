//! All legal moves of a morris position.
//!
//! The moves are found in families: from the hand or from one stone that flies, by one step along the rings, by one step
//! across them. [`families`] gives each as a table of moves and two sets of places in it: the legal moves, and
//! those of them that close a mill and so may take. Listing walks through the sets; counting only adds up their
//! sizes, since every closing move has the same choice of stones to take.

use super::board::{bits, clockwise, counterclockwise};
use super::position::{Move, NOWHERE, Position};
use super::rules::{FEWEST, Fly, MovingMill, Placing, PlacingMill, Shield};
use super::ruleset::Law;

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

/// Whether a side has too few stones left, so that the game is over.
#[inline(always)]
pub(crate) const fn decided(position: &Position) -> bool {
    position.own_left() < FEWEST || position.their_left() < FEWEST
}

/// Calls `each` with every family: its moves, the places of the legal ones, and of those that may take a stone.
#[inline(always)]
fn families<L: Law>(law: L, position: &Position, mut each: impl FnMut(&'static Family, u64, u64)) {
    if decided(position) {
        return;
    }
    let rules = law.rules();
    let (own, empty) = (position.own, position.empty());
    let in_hand = position.own_hand != 0;
    if !in_hand && rules.fly == Fly::Three && own.count_ones() <= FEWEST {
        for from in bits(own) {
            let closing = empty & rules.board.closers(own & !(1 << from)).all();
            each(&FLIGHTS[from as usize & 31], empty.into(), closing.into());
        }
        return;
    }
    let closers = rules.board.closers(own);
    if in_hand {
        let closing = if rules.placing_mill == PlacingMill::Take { empty & closers.all() } else { 0 };
        each(&FLIGHTS[NOWHERE as usize], empty.into(), closing.into());
        if rules.placing == Placing::Phase {
            return;
        }
    }
    let (right, left) = (clockwise(own) & empty, counterclockwise(own) & empty);
    let closing = places(right & closers.by_clockwise(), left & closers.by_counterclockwise());
    each(&ALONG, places(right, left), closing);
    let (inward, outward) = (rules.board.inward(own) & empty, rules.board.outward(own) & empty);
    let closing = places(inward & closers.by_crossing(), outward & closers.by_crossing());
    each(&ACROSS, places(inward, outward), closing);
}

/// The stones of the other side that a closed mill may take.
#[inline(always)]
pub(crate) fn takeable<L: Law>(law: L, position: &Position) -> u32 {
    let rules = law.rules();
    let free = position.their & !rules.board.in_mills(position.their);
    let exposed = rules.jumper_falls && position.their_left() == FEWEST;
    let all = match rules.shield {
        Shield::UnlessAll => free == 0 || exposed,
        Shield::Always => exposed,
    };
    if all { position.their } else { free }
}

/// Appends every legal move.
#[inline]
pub(crate) fn moves<L: Law>(law: L, position: &Position, out: &mut Vec<Move>) {
    list(law, position, true, out);
}

/// Appends every move that takes a stone.
#[inline]
pub(crate) fn takings<L: Law>(law: L, position: &Position, out: &mut Vec<Move>) {
    list(law, position, false, out);
}

#[inline(always)]
fn list<L: Law>(law: L, position: &Position, all: bool, out: &mut Vec<Move>) {
    let mut prey = None;
    families(law, position, |family, legal, closing| {
        let prey = if closing == 0 { 0 } else { *prey.get_or_insert_with(|| takeable(law, position)) };
        let taking = if prey == 0 { 0 } else { closing };
        if all {
            out.extend(bits(legal & !taking).map(|place| family[place as usize & 63]));
        }
        for place in bits(taking) {
            let mv = family[place as usize & 63];
            out.extend(bits(prey).map(|taken| mv.taking(taken)));
        }
    });
}

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count<L: Law>(law: L, position: &Position) -> u64 {
    let (mut targets, mut closing) = (0, 0);
    families(law, position, |_, legal, closers| {
        targets += legal.count_ones();
        closing += closers.count_ones();
    });
    if closing != 0 {
        // A target that closes a mill is one move already; each stone to choose from beyond the first is one more.
        targets += closing * takeable(law, position).count_ones().saturating_sub(1);
    }
    u64::from(targets)
}

/// Whether there is no legal move, which is quicker to tell than how many there are.
#[inline(always)]
pub(crate) fn is_finished<L: Law>(law: L, position: &Position) -> bool {
    let (rules, empty) = (law.rules(), position.empty());
    let flies = position.own_hand == 0 && rules.fly == Fly::Three && position.own.count_ones() <= FEWEST;
    let places = position.own_hand != 0;
    let steps = !places || rules.placing != Placing::Phase;
    let moves =
        if flies || places && empty != 0 { empty != 0 } else { steps && rules.board.beside(position.own) & empty != 0 };
    decided(position) || !moves
}

/// Whether the side that plays the move has another turn after it.
#[inline(always)]
pub(crate) fn again<L: Law>(law: L, position: &Position, mv: Move) -> bool {
    if L::ALTERNATES {
        return false;
    }
    let rules = law.rules();
    let earns =
        if mv.places() { rules.placing_mill == PlacingMill::Again } else { rules.moving_mill == MovingMill::TakeAgain };
    earns && rules.board.closers(position.own & !mv.origin_set()).all() >> mv.to() & 1 != 0
}
