//! A search ends when it was asked to, and not before.

use crate::{Rng, legal, random_game, record, run, with};
use millstone::eval::Evaluate;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Clock, Deadlines, Limits, Score, SearchInfo, SearchResult, Settings, Signals, pool, search};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

const GAMES: [&str; 5] = ["international", "english", "doubleboard-de", "ceylon-mill", "nine-mens-morris"];

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// How long a thread has waited for a processor that others had, by its folder under `/proc`; 0 where the system
/// does not say. What a search is held to is the time it takes, not the time it is kept from running.
fn waited(thread: &Path) -> Duration {
    let text = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    Duration::from_nanos(text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The folder of this thread under `/proc`.
fn this_thread() -> PathBuf {
    fs::read_link("/proc/thread-self").map_or_else(|_| PathBuf::new(), |link| Path::new("/proc").join(link))
}

/// Tries what depends on the clock a few times: a busy system may be late in other ways.
fn timely(mut attempt: impl FnMut() -> Result<(), String>) {
    const TRIES: usize = 6;
    let mut late = Vec::new();
    for _ in 0..TRIES {
        match attempt() {
            Ok(()) => return,
            Err(problem) => late.push(problem),
        }
    }
    panic!("{late:#?}");
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// What each game is put through. One visitor, so that each game's code is compiled once.
#[derive(Clone, Copy)]
enum Task {
    Nodes,
    MoveTime,
    ClockGame,
    Stop,
    Endless,
    Ponder,
    Moves,
    Lines,
    OneMove(&'static str),
    Mate(&'static str, u32),
    Threads,
    Reports,
}

impl Task {
    fn visit<G: Notation + Evaluate>(self, game: G) {
        let start = Record::new(game.clone(), game.start());
        match self {
            Task::Nodes => nodes(&game),
            Task::MoveTime => timely(|| move_time(&start)),
            Task::ClockGame => timely(|| clock_game(&game)),
            Task::Stop => timely(|| stop(&start)),
            Task::Endless => endless(&start),
            Task::Ponder => timely(|| ponder(&start)),
            Task::Moves => moves(&game),
            Task::Lines => lines(&game),
            Task::OneMove(fen) => timely(|| one_move(&record(game.clone(), fen))),
            Task::Mate(fen, most) => mate(&record(game, fen), most),
            Task::Threads => threads(&game),
            Task::Reports => reports(&start),
        }
    }
}

/// What identifies a run to the node.
fn print<M: Copy + std::fmt::Debug>(answer: &SearchResult<M>) -> String {
    let line = &answer.lines[0];
    format!("{} {} {} {:?}", line.depth, line.score, line.nodes, line.pv)
}

fn nodes<G: Notation + Evaluate>(game: &G) {
    let mut rng = Rng(1);
    for limit in [1, 2, 100, 1023, 1024, 1025, 20_000, 54_321] {
        let record = random_game(game, &mut rng, 8);
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let run = || run(&record, &TranspositionTable::new(1), &limits, &Settings::default());
        let first = run();
        assert_eq!(first.lines[0].nodes, limit);
        assert_eq!(print(&first), print(&run()));
        assert!(legal(game, record.position()).contains(&first.best().unwrap()));
    }
}

/// The time of a search: all that passed, and that during which it ran.
struct Spent {
    passed: Duration,
    running: Duration,
}

/// A search with its time.
fn timed<G: Evaluate>(record: &Record<G>, limits: &Limits<G::Move>) -> (SearchResult<G::Move>, Spent) {
    let (table, settings) = (TranspositionTable::new(4), Settings::default());
    let thread = this_thread();
    let (before, began) = (waited(&thread), Instant::now());
    let answer = run(record, &table, limits, &settings);
    let passed = began.elapsed();
    (answer, Spent { passed, running: passed.saturating_sub(waited(&thread) - before) })
}

fn move_time<G: Evaluate>(record: &Record<G>) -> Result<(), String> {
    for time in [1, 10, 30, 100] {
        let limits = Limits { deadlines: Deadlines::new(Some(ms(time)), None, ms(5)), ..Limits::default() };
        let (answer, spent) = timed(record, &limits);
        assert!(answer.best().is_some());
        ensure(spent.running <= ms(time), || format!("{:?} of {time} ms", spent.running))?;
        ensure(spent.passed >= ms(time / 3), || format!("{:?} of {time} ms is too little", spent.passed))?;
    }
    Ok(())
}

/// A whole game with next to no time but 10 ms for each move; the opponent takes his time.
fn clock_game<G: Notation + Evaluate>(game: &G) -> Result<(), String> {
    let overhead = ms(8);
    let mut record = Record::new(game.clone(), game.start());
    let mut left = ms(200);
    for _ in 0..60 {
        if record.ending().is_some() {
            break;
        }
        let clock = Clock { time: left, increment: ms(10), moves_to_go: None };
        let limits = Limits { deadlines: Deadlines::new(None, Some(clock), overhead), ..Limits::default() };
        let (answer, Spent { running: spent, .. }) = timed(&record, &limits);
        left = left.checked_sub(spent).ok_or_else(|| format!("{spent:?} with {left:?} left"))? + ms(10);
        record.play(answer.best().unwrap());
        thread::sleep(ms(1));
    }
    Ok(())
}

/// Runs a search on its own thread while `meddle` gives orders; returns what `meddle` does, and how long the search
/// went on after it.
fn during<G: Evaluate, T>(
    record: &Record<G>,
    limits: &Limits<G::Move>,
    meddle: impl FnOnce(&Signals, &dyn Fn() -> bool) -> T,
) -> (T, Duration) {
    let (table, signals) = (TranspositionTable::new(4), Signals::default());
    let settings = Settings::default();
    let place = OnceLock::new();
    thread::scope(|scope| {
        let work = || {
            let place = place.get_or_init(this_thread);
            let answer = search(record, &table, limits, &settings, &signals, None, &mut |_| {});
            assert!(answer.best().is_some());
            (Instant::now(), waited(place))
        };
        let handle = scope.spawn(work);
        let result = meddle(&signals, &|| handle.is_finished());
        let (ordered, before) = (Instant::now(), place.get().map_or(Duration::ZERO, |place| waited(place)));
        let (ended, after) = handle.join().unwrap();
        (result, ended.saturating_duration_since(ordered).saturating_sub(after.saturating_sub(before)))
    })
}

fn stop<G: Evaluate>(record: &Record<G>) -> Result<(), String> {
    for wait in [0, 3, 40] {
        let limits = Limits { infinite: true, ..Limits::default() };
        let ((), late) = during(record, &limits, |signals, _| {
            thread::sleep(ms(wait));
            signals.stop.store(true, Relaxed);
        });
        ensure(late <= ms(10), || format!("stopped after {late:?}"))?;
    }
    Ok(())
}

fn endless<G: Evaluate>(record: &Record<G>) {
    let some = Limits { infinite: true, ..Limits::default() };
    let kinds = [
        Limits { depth: Some(2), ..some.clone() },
        Limits { nodes: Some(500), ..some.clone() },
        Limits { mate: Some(500), ..some.clone() },
        Limits { moves: legal(record.game(), record.position())[..1].to_vec(), ..some },
    ];
    for limits in kinds {
        let (over, _) = during(record, &limits, |signals, finished| {
            thread::sleep(ms(30));
            let over = finished();
            signals.stop.store(true, Relaxed);
            over
        });
        assert!(!over, "ended by itself: {limits:?}");
    }
}

fn ponder<G: Evaluate>(record: &Record<G>) -> Result<(), String> {
    let clock = Clock { time: ms(400), increment: ms(0), moves_to_go: None };
    let base = Limits { ponder: true, ..Limits::default() };
    let kinds = [
        (Limits { deadlines: Some(Deadlines::fixed(ms(18))), ..base.clone() }, ms(20)),
        (Limits { deadlines: Deadlines::new(None, Some(clock), ms(2)), ..base.clone() }, ms(160)),
        (Limits { depth: Some(2), ..base }, ms(10)),
    ];
    for (limits, most) in kinds {
        let (over, late) = during(record, &limits, |signals, finished| {
            thread::sleep(ms(60));
            let over = finished();
            signals.ponder_hit();
            over
        });
        assert!(!over, "ended before the expected move was played: {limits:?}");
        // The clock began when the move was played: a fixed time, or two fifths of what is left at most.
        ensure(late <= most, || format!("{late:?} after the hit"))?;
    }
    let limits = Limits { ponder: true, deadlines: Some(Deadlines::fixed(ms(20))), ..Limits::default() };
    let ((), late) = during(record, &limits, |signals, _| {
        thread::sleep(ms(20));
        signals.stop.store(true, Relaxed);
    });
    ensure(late <= ms(10), || format!("a ponder search stopped after {late:?}"))
}

fn moves<G: Notation + Evaluate>(game: &G) {
    let mut rng = Rng(2);
    for _ in 0..10 {
        let record = random_game(game, &mut rng, 10);
        let all = legal(game, record.position());
        let some: Vec<G::Move> = all.iter().copied().skip(rng.below(all.len())).step_by(2).collect();
        let limits = Limits { depth: Some(4), moves: some.clone(), ..Limits::default() };
        let settings = Settings { lines: 50, ..Settings::default() };
        let answer = run(&record, &TranspositionTable::new(1), &limits, &settings);
        assert_eq!(answer.lines.len(), some.len());
        assert!(answer.lines.iter().all(|line| some.contains(&line.pv[0])));
    }
}

fn lines<G: Notation + Evaluate>(game: &G) {
    let mut rng = Rng(3);
    for wanted in 1..=6 {
        let record = random_game(game, &mut rng, 12);
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let settings = Settings { lines: wanted, ..Settings::default() };
        let answer = run(&record, &TranspositionTable::new(1), &limits, &settings);
        let all = legal(game, record.position());
        assert_eq!(answer.lines.len(), wanted.min(all.len()));
        for (number, line) in (1..).zip(&answer.lines) {
            assert_eq!(line.multipv, number);
            let same = answer.lines.iter().filter(|other| other.pv[0] == line.pv[0]).count();
            assert_eq!(same, 1, "a move heads two lines");
            let mut position = record.position().clone();
            for mv in &line.pv {
                assert!(legal(game, &position).contains(mv), "a line with an illegal move");
                position = game.play(&position, *mv);
            }
        }
        assert!(answer.lines.is_sorted_by(|a, b| a.score >= b.score));
    }
}

fn one_move<G: Notation + Evaluate>(record: &Record<G>) -> Result<(), String> {
    assert_eq!(legal(record.game(), record.position()).len(), 1);
    let clock = Clock { time: ms(600_000), increment: ms(0), moves_to_go: None };
    let deadlines = Deadlines::new(None, Some(clock), ms(10));
    let (_, spent) = timed(record, &Limits { deadlines, ..Limits::default() });
    ensure(spent.running <= ms(10), || format!("{:?} for the only move", spent.running))
}

fn mate<G: Notation + Evaluate>(record: &Record<G>, most: u32) {
    let limits = Limits { mate: Some(most), ..Limits::default() };
    let answer = run(record, &TranspositionTable::new(16), &limits, &Settings::default());
    match Score::new(answer.lines[0].score) {
        Score::Mate(moves) => assert!((1..=most as i32).contains(&moves), "mate in {moves}"),
        Score::Cp(cp) => panic!("no mate: {cp}"),
    }
    assert!(answer.lines[0].depth < 200, "the search did not end when it had found the win");
}

fn threads<G: Notation + Evaluate>(game: &G) {
    let mut rng = Rng(4);
    for threads in [2, 4] {
        let pool = pool(threads).unwrap();
        for limits in [
            Limits { depth: Some(7), ..Limits::default() },
            Limits { nodes: Some(50_000), ..Limits::default() },
            Limits { nodes: Some(1), ..Limits::default() },
            Limits { deadlines: Some(Deadlines::fixed(ms(5))), ..Limits::default() },
        ] {
            let record = random_game(game, &mut rng, 10);
            let mut deepest = 0;
            let mut note = |lines: &[SearchInfo<G::Move>]| deepest = deepest.max(lines[0].depth);
            let settings = Settings::default();
            let signals = Signals::default();
            let answer =
                search(&record, &TranspositionTable::new(4), &limits, &settings, &signals, pool.as_deref(), &mut note);
            let line = &answer.lines[0];
            assert!(!line.pv.is_empty());
            // Parts of the line may have been found by different threads.
            let mut position = record.position().clone();
            for &mv in &line.pv {
                assert!(legal(game, &position).contains(&mv), "{}", game.format_position(record.position()));
                position = game.play(&position, mv);
            }
            assert_eq!(line.depth, deepest, "not the deepest that was found");
            assert!(line.depth == 0 || line.seldepth as usize >= line.pv.len(), "{} is not its line's", line.seldepth);
            if let Some(depth) = limits.depth {
                assert_eq!(line.depth, depth);
            }
            if let Some(nodes) = limits.nodes {
                // Each thread looks up at least every 1024 nodes.
                assert!((nodes..=nodes + 2048 * threads as u64).contains(&line.nodes), "{} of {nodes}", line.nodes);
            }
        }
    }
}

fn reports<G: Evaluate>(record: &Record<G>) {
    let mut told: Vec<(u32, i32, u64, Vec<G::Move>)> = Vec::new();
    let mut note = |lines: &[SearchInfo<G::Move>]| {
        told.extend(lines.iter().map(|info| (info.depth, info.score, info.nodes, info.pv.clone())));
    };
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let answer = search(
        record,
        &TranspositionTable::new(1),
        &limits,
        &Settings::default(),
        &Signals::default(),
        None,
        &mut note,
    );
    let depths: Vec<u32> = told.iter().map(|report| report.0).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 7], "every depth, and the answer last");
    assert!(told.is_sorted_by_key(|report| report.2), "nodes never go back");
    let line = &answer.lines[0];
    assert_eq!(told.last(), Some(&(line.depth, line.score, line.nodes, line.pv.clone())));
}

fn each(task: Task) {
    for name in GAMES {
        with!(name, task);
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node_and_the_result_is_the_same_each_time() {
    each(Task::Nodes);
}

#[test]
fn a_fixed_time_is_used_and_kept() {
    with!("international", Task::MoveTime);
    with!("nine-mens-morris", Task::MoveTime);
}

#[test]
fn the_clock_is_never_overstepped() {
    with!("international", Task::ClockGame);
    with!("ceylon-mill", Task::ClockGame);
}

#[test]
fn stop_takes_effect_within_ten_milliseconds() {
    each(Task::Stop);
}

#[test]
fn an_endless_search_never_ends_by_itself() {
    with!("english", Task::Endless);
    with!("wolf-and-sheep", Task::Endless);
}

#[test]
fn pondering_waits_for_the_move_and_then_goes_by_the_clock() {
    with!("english", Task::Ponder);
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    each(Task::Moves);
}

#[test]
fn the_best_lines_are_distinct_sorted_and_legal() {
    each(Task::Lines);
}

#[test]
fn the_only_move_is_answered_at_once() {
    with!("english", Task::OneMove("W:W22,29,30:B18,1"));
    with!("international", Task::OneMove("W:W28,45,46:B22,1-5"));
}

#[test]
fn a_win_in_as_many_moves_as_asked_for_ends_the_search() {
    with!("wolf-and-sheep", Task::Mate("W:W29-32:B14", 40));
    with!("english", Task::Mate("W:WK14,K15:BK1", 12));
}

#[test]
fn many_threads_give_legal_answers_within_the_limits() {
    each(Task::Threads);
}

#[test]
fn the_last_report_is_the_answer() {
    each(Task::Reports);
}
