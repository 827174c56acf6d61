//! The speed of the search: the time to a fixed depth from middle games, on one thread and on two.
//!
//! With one thread the throughput is in nodes, so that Melem/s is millions of nodes a second. With two the nodes
//! differ from run to run, and the time is what counts. For one game: `cargo bench --bench search -- morris`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use millstone::eval::Evaluate;
use millstone::games::draughts::{self, Draughts};
use millstone::games::morris::{self, Morris};
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Settings, Signals, pool, search};
use std::time::Duration;

/// Middle games of international draughts: one of the engine against itself, and Woldouby's.
const INTERNATIONAL: [&str; 2] = [
    "W:W26-28,32,34,35,37,39,46,47,49,50:B1-3,11,15-19,23-25",
    "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
];

/// Middle games of nine men's morris, of the engine against itself: all stones placed, and the last ones in hand.
const MORRIS: [&str; 2] =
    ["W:Wb6,c5,d5,e5,g4,c3,d2,f2:Bd7,g7,f6,a4,e4,f4,b2,a1:H0,0", "W:Wb6,d6,d5,g4,d3,d2:Bd7,f6,b4,e3,b2,d1:H3,3"];

fn measure<G: Notation + Evaluate>(criterion: &mut Criterion, name: &str, game: G, positions: &[&str], depth: u32) {
    let mut group = criterion.benchmark_group(name);
    let table = TranspositionTable::new(64);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    for (number, fen) in (1..).zip(positions) {
        let position = game.parse_position(fen).expect("a position of the game");
        let record = Record::new(game.clone(), position);
        for threads in [1, 2] {
            let pool = pool(threads).expect("threads");
            let run = || {
                let (settings, signals) = (Settings::default(), Signals::default());
                let answer = search(&record, &table, &limits, &settings, &signals, pool.as_deref(), &mut |_| {});
                answer.lines.first().map_or(0, |line| line.nodes)
            };
            table.new_game();
            group.throughput(Throughput::Elements(run()));
            group.bench_function(format!("{number}/depth-{depth}/threads-{threads}"), |b| {
                b.iter_batched(|| table.new_game(), |()| run(), criterion::BatchSize::PerIteration);
            });
        }
    }
    group.finish();
}

fn benches(criterion: &mut Criterion) {
    measure(
        criterion,
        "international",
        Draughts::<50, false>::new(draughts::named::rules("international")),
        &INTERNATIONAL,
        15,
    );
    measure(criterion, "morris", Morris::<false>::new(morris::named::rules("nine-mens-morris")), &MORRIS, 13);
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(3))
}

criterion_group! { name = search_benches; config = config(); targets = benches }
criterion_main!(search_benches);
