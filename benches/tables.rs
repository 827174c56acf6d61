//! Tables: how long it takes to look a position up, to build small tables, and to search a middle game with and without them.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use millstone::eval::Evaluate;
use millstone::games::draughts;
use millstone::games::morris::Morris;
use millstone::games::morris::named::rules;
use millstone::games::morris::position::Position;
use millstone::games::morris::rules::Board;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, SearchMemory, Settings, Signals, search};
use millstone::tables::draughts::endgame_rules::EndgameRules;
use millstone::tables::draughts::index::{Cursor, SliceIndex};
use millstone::tables::draughts::material::Pair;
use millstone::tables::draughts::probe::{DraughtsTables, SMALL as SMALL_DRAUGHTS};
use millstone::tables::lookup::TableProbe;
use millstone::tables::morris::forward::position;
use millstone::tables::morris::moving_rules::MovingRules;
use millstone::tables::morris::probe::{MorrisTables, SMALL};
use millstone::tables::morris::space::Space;
use millstone::util::random::Rng;
use std::hint::black_box;

/// Positions of four stones against four, from all over the table, turned at random.
fn positions(count: usize) -> Vec<Position> {
    let (space, mut rng) = (Space::new(Board::Plain, 4, 4), Rng::new(1));
    let mut next = |end: usize| (rng.next_u64() % end as u64) as usize;
    (0..count)
        .map(|_| {
            let (first, second) = space.sets(next(space.slots()));
            let turn = next(16) as u32;
            let image = |set| Board::Plain.image(set, turn);
            position(image(first), image(second))
        })
        .collect()
}

/// Draughts positions with four pieces, from all over the tables, half of them with Black to move.
fn draughts_positions(rules: &EndgameRules, count: usize) -> Vec<draughts::position::Position> {
    let mut rng = Rng::new(1);
    let mut next = |end: usize| (rng.next_u64() % end as u64) as usize;
    let pairs: Vec<Pair> = Pair::all(rules, 4).into_iter().filter(|pair| pair.pieces() == 4).collect();
    let mut positions = Vec::new();
    while positions.len() < count {
        let movers = pairs[next(pairs.len())].movers();
        let (own, their) = movers[next(movers.len())];
        let index = SliceIndex::new(rules.board(), own, their);
        if let Some(pieces) = Cursor::new(index).seek(next(index.slots())) {
            let position = pieces.position();
            positions.push(if next(2) == 0 { position } else { position.turned(rules.board()) });
        }
    }
    positions
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
    let english = EndgameRules::new(&draughts::named::rules("english")).unwrap();
    let four = DraughtsTables::build(english, 4);
    let positions = draughts_positions(&english, 1 << 16);
    c.bench_function("tables/probe draughts", |b| {
        b.iter(|| {
            at = (at + 1) % positions.len();
            four.probe(black_box(&positions[at]))
        });
    });
    let mut group = c.benchmark_group("tables/build");
    group.sample_size(10);
    // As the engine builds them, with distances to the next capture and to the end.
    group.bench_function("8 stones", |b| b.iter(|| MorrisTables::empty(black_box(rules)).add_small(&|| true)));
    group.bench_function("3 pieces of draughts", |b| {
        b.iter(|| DraughtsTables::build(black_box(english), SMALL_DRAUGHTS));
    });
    group.finish();
}

/// The same search of a middle game without tables and with them: what looking costs where nothing is found.
fn middle_games(c: &mut Criterion) {
    let nine = rules("nine-mens-morris");
    let small = MorrisTables::build(MovingRules::new(&nine).unwrap(), SMALL);
    let fen = "W:Wb6,c5,d5,e5,g4,c3,d2,f2:Bd7,g7,f6,a4,e4,f4,b2,a1:H0,0";
    middle_game(c, "morris", Morris::<false>::new(nine), fen, 13, &small);
    let english = draughts::named::rules("english");
    let four = DraughtsTables::build(EndgameRules::new(&english).unwrap(), 4);
    let fen = "W:W18,21,22,25,26,29,30,31:B1,2,6,7,10,11,12,16";
    middle_game(c, "english", draughts::Draughts::<32, false>::new(english), fen, 15, &four);
}

fn middle_game<G>(c: &mut Criterion, name: &str, game: G, fen: &str, depth: u32, tables: &dyn TableProbe<G::Position>)
where
    G: Evaluate + Notation,
{
    let position = game.parse_position(fen).unwrap();
    let record = Record::new(game, position);
    let tt = TranspositionTable::new(64);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let run = |tables: Option<&dyn TableProbe<G::Position>>| {
        let memory = SearchMemory { tt: &tt, tables };
        let found = search(&record, memory, &limits, &Settings::default(), &Signals::default(), None, &mut |_| {});
        found.lines.first().map_or(0, |line| line.nodes)
    };
    let mut group = c.benchmark_group(format!("tables/middle game of {name}"));
    for (name, tables) in [("without", None), ("with", Some(tables))] {
        tt.new_game();
        group.throughput(Throughput::Elements(run(tables)));
        group.bench_function(name, |b| b.iter_batched(|| tt.new_game(), |()| run(tables), BatchSize::PerIteration));
    }
    group.finish();
}

criterion_group!(benches, tables, middle_games);
criterion_main!(benches);
