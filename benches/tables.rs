//! Tables: how long it takes to look a position up, and to build small tables.

use criterion::{Criterion, criterion_group, criterion_main};
use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::tables::morris::forward::position;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::probe::{MorrisTables, SMALL};
use millstone::tables::morris::space::Space;
use millstone::util::random::Rng;
use std::hint::black_box;

/// Positions of four stones against four, from all over the table, turned at random.
fn positions(count: usize) -> Vec<Position> {
    let (space, mut rng) = (Space::new(4, 4), Rng::new(1));
    let mut next = |end: usize| (rng.next_u64() % end as u64) as usize;
    (0..count)
        .map(|_| {
            let (first, second) = space.sets(next(space.slots()));
            let turn = next(16) as u32;
            let image = |set| millstone::games::morris::board::image(set, turn);
            position(image(first), image(second))
        })
        .collect()
}

fn tables(c: &mut Criterion) {
    let rules = MovingRules::new(&rules("nine-mens-morris")).unwrap();
    let small = MorrisTables::build(rules, SMALL);
    let positions = positions(1 << 16);
    let mut at = 0;
    c.bench_function("tables/probe", |b| {
        b.iter(|| {
            at = (at + 1) % positions.len();
            small.probe(black_box(&positions[at]))
        });
    });
    let mut group = c.benchmark_group("tables/build");
    group.sample_size(10);
    group.bench_function("7 stones", |b| b.iter(|| MorrisTables::build(black_box(rules), 7)));
    group.finish();
}

criterion_group!(benches, tables);
criterion_main!(benches);
