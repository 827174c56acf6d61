//! A side that has placed all its stones while the other has not, in games where a mill then gives another turn.
//!
//! It moves. A move that closes a mill leaves it to move once more, so a side may go round in circles for ever: that is a
//! draw. Everything else leads to a position in which the other side places, and is known.

use super::edges::Edges;
use super::first::maps;
use super::moving_rules::MovingRules;
use super::orbits::Symmetries;
use super::placing::{DRAWN, LOST, Stage, WON};
use super::sets::{rank, squeeze};
use super::space::Space;
use rayon::prelude::*;

/// The values of a stage in which the mover's hand is empty and it has more stones on the board than the other side.
/// `passed` has the same positions with the other side to move.
pub fn wait(stage: Stage, rules: &MovingRules, passed: &[u8]) -> Vec<u8> {
    let space = stage.space(rules.board);
    let edges = Edges::new(&space, rules);
    let mut exits = vec![LOST; space.slots()];
    follow(&space, &edges, false, &mut exits, |value, next| value.max(WON - next), passed);
    // With a mill to close, the worst is to close mills for ever, until it is known that these moves lose too.
    let mut values = exits.clone();
    follow(&space, &edges, true, &mut values, |value, _| value.max(DRAWN), passed);
    loop {
        let mut better = exits.clone();
        follow(&space, &edges, true, &mut better, u8::max, &values);
        if better == values {
            return values;
        }
        values = better;
    }
}

/// Updates every value by the values that moves of one kind lead to: those that close a mill, or the others.
fn follow(
    space: &Space,
    edges: &Edges,
    closing: bool,
    values: &mut [u8],
    better: impl Fn(u8, u8) -> u8 + Sync,
    after: &[u8],
) {
    let symmetries = Symmetries::of(space.board);
    values.par_chunks_mut(space.width).zip(&space.orbits.sets).enumerate().for_each(|(block, (values, &set))| {
        let (spreading, _) = maps(space.free(set));
        for edge in edges.from(block).iter().filter(|edge| edge.closes == closing) {
            let to = edge.to as usize;
            let next = &after[to * space.width..][..space.width];
            let map =
                spreading.then(symmetries.map(edge.symmetry.into())).then(&maps(space.free(space.orbits.sets[to])).1);
            let entered = squeeze(1 << edge.entered, space.free(set));
            for (value, second) in values.iter_mut().zip(space.seconds()) {
                if second & entered == 0 {
                    *value = better(*value, next[rank(map.apply(second)) as usize]);
                }
            }
        }
    });
}
