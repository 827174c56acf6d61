//! All legal moves of a morris position.
//!
//! The moves are found in families that share a way of getting to their target: from the hand, by one step in
//! one of four directions, or from one stone that flies. [`families`] gives each as two sets, the targets and
//! those targets that close a mill and so may take. Listing walks through the sets; counting only adds up
//! their sizes, since every closing move has the same choice of stones to take.

use super::board::{bits, clockwise, counterclockwise};
use super::law::Law;
use super::position::{Move, NOWHERE, Position};
use super::rules::{FEWEST, Fly, MovingMill, Placing, PlacingMill, Shield};

/// How the stones of a family of moves get to their targets.
#[derive(Clone, Copy)]
enum Way {
    Hand,
    Clockwise,
    Counterclockwise,
    Inward,
    Outward,
    Flight(u32),
}

impl Way {
    /// The point from which a stone gets to `to`.
    #[inline(always)]
    const fn origin(self, to: u32) -> u32 {
        match self {
            Way::Hand => NOWHERE,
            Way::Clockwise => to & !7 | to.wrapping_sub(1) & 7,
            Way::Counterclockwise => to & !7 | (to + 1) & 7,
            Way::Inward => to.wrapping_sub(8),
            Way::Outward => to + 8,
            Way::Flight(from) => from,
        }
    }
}

/// Whether a side has too few stones left, so that the game is over.
#[inline(always)]
pub(super) const fn decided(position: &Position) -> bool {
    position.own_left() < FEWEST || position.their_left() < FEWEST
}

/// Calls `each` with every family: its way, its targets, and those of them that may take a stone.
#[inline(always)]
fn families<L: Law>(law: L, position: &Position, mut each: impl FnMut(Way, u32, u32)) {
    if decided(position) {
        return;
    }
    let rules = law.rules();
    let (own, empty) = (position.own, position.empty());
    let in_hand = position.own_hand != 0;
    if !in_hand && rules.fly == Fly::Three && own.count_ones() <= FEWEST {
        for from in bits(own) {
            each(Way::Flight(from), empty, empty & rules.board.closers(own & !(1 << from)).all());
        }
        return;
    }
    let closers = rules.board.closers(own);
    if in_hand {
        let closing = if rules.placing_mill == PlacingMill::Take { empty & closers.all() } else { 0 };
        each(Way::Hand, empty, closing);
        if rules.placing == Placing::Phase {
            return;
        }
    }
    let mut slide = |way, reached: u32, closed: u32| each(way, reached & empty, reached & empty & closed);
    slide(Way::Clockwise, clockwise(own), closers.by_clockwise());
    slide(Way::Counterclockwise, counterclockwise(own), closers.by_counterclockwise());
    slide(Way::Inward, rules.board.inward(own), closers.by_crossing());
    slide(Way::Outward, rules.board.outward(own), closers.by_crossing());
}

/// The stones of the other side that a closed mill may take.
#[inline(always)]
pub(super) fn takeable<L: Law>(law: L, position: &Position) -> u32 {
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
pub(super) fn moves<L: Law>(law: L, position: &Position, out: &mut Vec<Move>) {
    list(law, position, true, out);
}

/// Appends every move that takes a stone.
#[inline]
pub(super) fn takings<L: Law>(law: L, position: &Position, out: &mut Vec<Move>) {
    list(law, position, false, out);
}

#[inline(always)]
fn list<L: Law>(law: L, position: &Position, all: bool, out: &mut Vec<Move>) {
    let prey = takeable(law, position);
    families(law, position, |way, targets, closing| {
        let taking = if prey == 0 { 0 } else { closing };
        if all {
            for to in bits(targets & !taking) {
                out.push(Move::from_codes(way.origin(to), to, NOWHERE));
            }
        }
        for to in bits(taking) {
            for taken in bits(prey) {
                out.push(Move::from_codes(way.origin(to), to, taken));
            }
        }
    });
}

/// The number of legal moves.
#[inline(always)]
pub(super) fn count<L: Law>(law: L, position: &Position) -> u64 {
    let (mut targets, mut closing) = (0, 0);
    families(law, position, |_, all, closers| {
        targets += all.count_ones();
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
pub(super) fn is_finished<L: Law>(law: L, position: &Position) -> bool {
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
pub(super) fn again<L: Law>(law: L, position: &Position, mv: Move) -> bool {
    if L::ALTERNATES {
        return false;
    }
    let rules = law.rules();
    let earns =
        if mv.places() { rules.placing_mill == PlacingMill::Again } else { rules.moving_mill == MovingMill::TakeAgain };
    earns && rules.board.closers(position.own & !mv.origin_set()).all() >> mv.to() & 1 != 0
}
