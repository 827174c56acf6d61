//! A search with tables: it wins what is won, holds out in what is lost, and respects the rules that tables leave out.

use millstone::engine::any_game::{AnyGame, Report, Tools, any_game};
use millstone::games::Side;
use millstone::games::catalog::Variant;
use millstone::games::notation::Style;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, Score, Settings, Signals, Strength};
use millstone::tables::Wdl;
use millstone::tables::lookup::{AnyTables, Progress};
use millstone::tables::open::{SmallTables, TableSource, open};
use millstone::util::random::Rng;
use std::sync::{Arc, OnceLock};

const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3", "b2",
    "d2", "f2", "a1", "d1", "g1",
];

/// Morris up to eight stones, whatever draws by rule there are.
fn tables() -> Arc<AnyTables> {
    static TABLES: OnceLock<Arc<AnyTables>> = OnceLock::new();
    let build = || {
        let variant: Variant = "nine-mens-morris".parse().unwrap();
        let source = TableSource { small: SmallTables::Quick, ..TableSource::default() };
        Arc::new(open(variant.rules(), &source, &|| true, &|problem| panic!("{problem}")).unwrap().unwrap())
    };
    Arc::clone(TABLES.get_or_init(build))
}

fn game(variant: &str, fen: &str, moves: &[&str]) -> Box<dyn AnyGame> {
    let mut game = any_game(&variant.parse().unwrap());
    game.set_position(Some(fen), moves).unwrap();
    game
}

/// The lines of a search with tables.
fn search(game: &dyn AnyGame, settings: Settings) -> Vec<Report> {
    let tools = Tools { table: Arc::new(TranspositionTable::new(1)), pool: None, settings, tables: Some(tables()) };
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut lines = Vec::new();
    game.search(&limits, Style::Usual).run(&tools, &Signals::default(), &mut |reports| lines = reports.to_vec());
    lines
}

fn best(game: &dyn AnyGame) -> Report {
    search(game, Settings::default()).remove(0)
}

/// A random position without stones in hand, White to move.
fn random_fen(rng: &mut Rng, white: usize, black: usize) -> String {
    let mut points = POINTS;
    for place in 0..white + black {
        let other = place + (rng.next_u64() % (24 - place) as u64) as usize;
        points.swap(place, other);
    }
    format!("W:W{}:B{}:H0,0", points[..white].join(","), points[white..white + black].join(","))
}

/// Random positions of a kind that the side to move wins.
fn won(seed: u64, white: usize, black: usize) -> impl Iterator<Item = String> {
    let mut rng = Rng::new(seed);
    let fens = std::iter::repeat_with(move || random_fen(&mut rng, white, black));
    fens.filter(|fen| {
        let verdict = game("nine-mens-morris", fen, &[]).table_verdict(&tables());
        verdict.and_then(|verdict| verdict.wdl()) == Some(Wdl::Win)
    })
}

#[test]
fn forty_wins_with_three_stones_are_won_as_fast_as_can_be() {
    for fen in won(1, 3, 4).take(20).chain(won(2, 3, 5).take(20)) {
        let mut game = game("nine-mens-morris", &fen, &[]);
        let first = best(&*game);
        let Score::Mate(moves) = Score::new(first.score) else { panic!("{fen}: {first:?}") };
        assert_eq!((first.wdl, first.tbhits > 0), ([1000, 0, 0], true), "{fen}");
        let verdict = game.table_verdict(&tables()).unwrap();
        assert_eq!(verdict.value.end, Some(2 * moves as u32 - 1), "{fen}");
        // Both sides play by tables: neither can gain a ply.
        let mut plies = 0;
        while game.ending().is_none() {
            let report = best(&*game);
            let expected = moves - plies / 2;
            let expected = if plies % 2 == 0 { expected } else { 1 - expected };
            assert_eq!(Score::new(report.score), Score::Mate(expected), "{fen} at ply {plies}");
            game.play(&report.pv[0], Style::Usual).unwrap();
            plies += 1;
        }
        assert_eq!(game.ending().unwrap().winner, Some(Side::White), "{fen}");
        assert_eq!(plies, 2 * moves - 1, "{fen}");
    }
}

#[test]
fn a_capture_into_the_tables_is_seen_from_outside() {
    // Nine stones are too many for these tables; g4-g7 closes a mill and takes one of them.
    let game = game("nine-mens-morris", "W:Wa7,d7,g4,a1,f2:Bb6,d6,c3,e3:H0,0", &[]);
    assert_eq!(game.table_verdict(&tables()), None);
    let line = best(&*game);
    assert!(line.tbhits > 0 && line.depth > 1, "{line:?}");
}

#[test]
fn draughts_with_three_pieces_are_looked_up_too() {
    let variant: Variant = "english".parse().unwrap();
    let source = TableSource { small: SmallTables::Quick, ..TableSource::default() };
    let tables = open(variant.rules(), &source, &|| true, &|problem| panic!("{problem}")).unwrap().unwrap();
    let tables = Arc::new(tables);
    let mut game = game("english", "W:WK14,K18:BK1", &[]);
    let won = |game: &dyn AnyGame| game.table_verdict(&tables).and_then(|verdict| verdict.wdl());
    let winner = match won(&*game) {
        Some(Wdl::Win) => game.side(),
        other => panic!("{other:?}"),
    };
    let tools = Tools {
        table: Arc::new(TranspositionTable::new(1)),
        pool: None,
        settings: Settings::default(),
        tables: Some(Arc::clone(&tables)),
    };
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut scores = Vec::new();
    while game.ending().is_none() {
        let mut score = None;
        let told = &mut |reports: &[Report]| score = reports.first().map(|report| Score::new(report.score));
        let outcome = game.search(&limits, Style::Usual).run(&tools, &Signals::default(), told);
        game.play(&outcome.best.unwrap(), Style::Usual).unwrap();
        scores.push(score.unwrap());
    }
    assert_eq!(game.ending().unwrap().winner, Some(winner));
    // Both sides play by tables: the game takes as long as the first score says, and so do all that follow.
    for (ply, &score) in scores.iter().enumerate() {
        let left = (scores.len() - ply) as i32;
        assert_eq!(score, Score::Mate(if left % 2 == 1 { (left + 1) / 2 } else { -left / 2 }), "ply {ply}");
    }
}

#[test]
fn a_win_that_comes_after_the_limit_of_the_rules_is_a_draw() {
    let late = won(4, 3, 4).find(|fen| {
        let verdict = game("nine-mens-morris", fen, &[]).table_verdict(&tables()).unwrap();
        matches!(verdict.value.progress, Progress::Exactly(plies) if plies > 6)
    });
    let fen = late.unwrap();
    let short = game("nine-mens-morris+no-progress=6", &fen, &[]);
    assert_eq!(short.table_verdict(&tables()).unwrap().wdl(), Some(Wdl::Draw));
    let line = best(&*short);
    assert_eq!((line.score, line.wdl), (0, [0, 1000, 0]), "{fen}");
    assert!(matches!(Score::new(best(&*game("nine-mens-morris", &fen, &[])).score), Score::Mate(_)));
}

#[test]
fn a_move_that_repeats_a_position_for_the_third_time_wins_nothing() {
    let mut seen = [false; 2];
    for fen in won(5, 3, 4).take(2000) {
        let before = game("nine-mens-morris", &fen, &[]);
        let lines = search(&*before, Settings { lines: 2, ..Settings::default() });
        let (Some((from, to)), [_, second]) = (lines[0].pv[0].split_once('-'), lines.as_slice()) else { continue };
        if to.contains('x') {
            continue;
        }
        // White goes there and back, and so does Black: after that the position has stood twice, and the move would bring
        // another one for the third time.
        let (go, back) = (format!("{from}-{to}"), format!("{to}-{from}"));
        let mut after = before.copy();
        after.play(&go, Style::Usual).unwrap();
        let start = after.fen();
        let replies = after.moves(Style::Usual);
        let reply = replies.iter().filter(|reply| !reply.contains('x')).find_map(|reply| {
            let (from, to) = reply.split_once('-')?;
            let round = [reply.clone(), back.clone(), format!("{to}-{from}"), go.clone()];
            let moves: Vec<&str> = round.iter().cycle().take(7).map(String::as_str).collect();
            let mut game = any_game(&"nine-mens-morris".parse().unwrap());
            game.set_position(Some(&start), &moves).ok()?;
            (game.ending().is_none() && game.fen().starts_with('W')).then_some(game)
        });
        let Some(repeated) = reply else { continue };
        let line = best(&*repeated);
        assert_ne!((line.pv[0].as_str(), line.score > 0), (go.as_str(), true), "{fen}");
        // Another move may win as well, or none.
        let other_wins = second.score > 0;
        seen[usize::from(other_wins)] = true;
        assert!(other_wins || line.score == 0, "{fen}: {line:?}");
        if seen == [true; 2] {
            return;
        }
    }
    panic!("{seen:?}");
}

#[test]
fn several_lines_have_their_own_values() {
    let game = game("nine-mens-morris", "W:Wg1,d1,d3:Bg7,b6,e4,c3:H0,0", &[]);
    let lines = search(&*game, Settings { lines: 3, ..Settings::default() });
    let firsts: Vec<&str> = lines.iter().map(|line| line.pv[0].as_str()).collect();
    assert!(firsts[0].starts_with("d3-a1x") && firsts[1].starts_with("d3-a1x"), "{firsts:?}");
    assert_eq!((lines[2].score, lines[2].wdl), (0, [0, 1000, 0]));
}

#[test]
fn weaker_players_do_not_see_tables() {
    let game = game("nine-mens-morris", "W:Wg1,d1,d3:Bg7,b6,e4,c3:H0,0", &[]);
    let weak = Settings { strength: Some(Strength::from_level(5)), ..Settings::default() };
    let lines = search(&*game, weak);
    assert!(lines.iter().all(|line| line.tbhits == 0 && line.depth > 0), "{lines:?}");
}
