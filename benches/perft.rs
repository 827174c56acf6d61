//! The speed of the generators: bulk-counted perft from the start, on one thread.
//!
//! The throughput is in nodes, so Melem/s is millions of nodes a second. Each named draughts game has a twin that
//! asks the same rules at run time. For one game: `cargo bench --bench perft -- named/english`.
//!
//! Instructions a node, counted by `valgrind --tool=callgrind` over `millstone perft 8` (international: 7; morris: 5), and
//! this bench's middle figures, in millions of nodes a second, on one core of an otherwise idle two-core virtual machine
//! whose speed varies by a third from run to run (ten samples of a second; morris by `millstone perft 7`, three runs):
//!
//! ```text
//!                    instructions   named   at run time
//! english                      40     222           168   75 %
//! international                36     282           211   75 %
//! russian                      53     196           140   71 %
//! schmidt-de                   40     181           161   89 %
//! nine-mens-morris              7    1219             –
//! ```

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use millstone::games::Game;
use millstone::games::catalog::Variant;
use millstone::games::notation::Notation;
use millstone::tools::perft::perft;
use millstone::with_game;
use std::hint::black_box;
use std::time::Duration;

/// The games, with a depth of some millions of nodes.
const GAMES: [(&str, u32); 8] = [
    ("english", 10),
    ("international", 8),
    ("russian", 9),
    ("schmidt-de", 10),
    ("brazilian", 9),
    ("italian", 10),
    ("doubleboard-de", 7),
    ("nine-mens-morris", 5),
];

/// Measures whatever the game.
struct Measure<'a, 'b> {
    group: &'a mut BenchmarkGroup<'b, WallTime>,
    name: &'a str,
    depth: u32,
}

impl Measure<'_, '_> {
    fn visit<G: Notation>(self, game: G) {
        let start = game.start();
        self.group.throughput(Throughput::Elements(perft(&game, &start, self.depth)));
        self.group.bench_function(self.name, |b| b.iter(|| perft(&game, black_box(&start), self.depth)));
    }
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("named");
    for (name, depth) in GAMES {
        let variant: Variant = name.parse().expect("a name of the catalogue");
        with_game!(*variant.rules(), game => Measure { group: &mut group, name, depth }.visit(game));
    }
    group.finish();

    let mut group = criterion.benchmark_group("run-time");
    for (name, depth) in GAMES {
        let variant: Variant = name.parse().expect("a name of the catalogue");
        with_game!(*variant.rules(), game => Measure { group: &mut group, name, depth }.visit(game.at_run_time()));
    }
    group.finish();
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
}

criterion_group! { name = perft_benches; config = config(); targets = benches }
criterion_main!(perft_benches);
