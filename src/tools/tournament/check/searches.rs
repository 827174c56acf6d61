//! Checks of searches.

use super::CheckFailure;
use super::positions::TestPosition;
use super::probe::{EngineProbe, ProbeSearch, quoted};
use crate::engine::protocol::Dialect;
use crate::games::notation::Style;
use crate::games::notation::clip;
use crate::tools::tournament::decode;
use std::time::Duration;

/// An engine that ends an infinite search by itself would do so within this time.
const QUIET_TIME: Duration = Duration::from_millis(300);
/// How often a time is measured. The best one counts, since a busy machine is not the engine's fault.
const TRIES: usize = 3;

fn check_legal(position: &TestPosition, found: &ProbeSearch) -> Result<(), CheckFailure> {
    if position.is_legal(&found.best) {
        return Ok(());
    }
    let legal = position.game.moves(Style::Usual).join(" ");
    Err(CheckFailure::fail(format!("one of the legal moves: {}", clip(&legal)), quoted(&found.best)))
}

/// Searches a position; the best move must be legal.
fn search(
    probe: &mut EngineProbe<'_>,
    position: &TestPosition,
    uci: &str,
    level: &str,
) -> Result<ProbeSearch, CheckFailure> {
    let found = probe.search(&position.history, uci, level, probe.timeouts.start)?;
    check_legal(position, &found)?;
    Ok(found)
}

pub fn position_with_moves(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    for plies in [1, 4, 9] {
        search(probe, &TestPosition::after(probe.variant, plies), "depth 1", "depth=1")?;
    }
    Ok(())
}

/// Checks that a bad position command leaves the position unchanged.
fn keeps_position(probe: &mut EngineProbe<'_>, line: &str) -> Result<(), CheckFailure> {
    // After one move the other side is to move, so hardly any move is also legal at the start.
    let position = TestPosition::after(probe.variant, 1);
    probe.position(&position.history)?;
    probe.send(line)?;
    probe.go("depth 1", "depth=1", "think")?;
    let found = probe.best_move(probe.timeouts.start)?;
    check_legal(&position, &found)
}

pub fn bad_position(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let hub = probe.dialect() == Dialect::Hub;
    keeps_position(probe, if hub { "pos pos=Wx" } else { "position fen no such thing" })
}

pub fn bad_move(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let mut history = TestPosition::after(probe.variant, 1).history;
    history.moves.push("1-1".into());
    history.hub_moves.push("1-1".into());
    let line = probe.protocol.position(&history);
    keeps_position(probe, &line)
}

pub fn depth(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::start(probe.variant);
    for depth in [1, 4] {
        search(probe, &position, &format!("depth {depth}"), &format!("depth={depth}"))?;
    }
    Ok(())
}

pub fn nodes(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    search(probe, &TestPosition::start(probe.variant), "nodes 2000", "nodes=2000").map(|_| ())
}

/// Checks that the fastest of some searches is in time.
fn in_time(probe: &mut EngineProbe<'_>, uci: &str, level: &str, limit: Duration) -> Result<(), CheckFailure> {
    let position = TestPosition::after(probe.variant, 2);
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        best = best.min(search(probe, &position, uci, level)?.time);
        if best <= limit {
            return Ok(());
        }
    }
    Err(CheckFailure::fail(format!("a move within {limit:?}"), format!("a move after {best:?}")))
}

pub fn movetime(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    in_time(probe, "movetime 100", "move-time=0.1", Duration::from_millis(100) + probe.timeouts.margin)
}

pub fn clock(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let uci = match probe.dialect() {
        Dialect::Ugi => "p1time 500 p2time 500 p1inc 10 p2inc 10",
        _ => "wtime 500 btime 500 winc 10 binc 10",
    };
    // With the default margin of 150 ms, the whole clock.
    in_time(probe, uci, "time=0.5 inc=0.01", Duration::from_millis(350) + probe.timeouts.margin)
}

/// Starts an infinite search.
fn start_infinite(probe: &mut EngineProbe<'_>, position: &TestPosition) -> Result<(), CheckFailure> {
    probe.position(&position.history)?;
    probe.go("infinite", "infinite", "analyze")
}

/// Stops the search; the best move must be legal.
fn stop_search(probe: &mut EngineProbe<'_>, position: &TestPosition) -> Result<ProbeSearch, CheckFailure> {
    probe.send("stop")?;
    let found = probe.best_move(probe.timeouts.reply)?;
    check_legal(position, &found)?;
    Ok(found)
}

pub fn infinite(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::after(probe.variant, 2);
    start_infinite(probe, &position)?;
    probe.no_best_move(QUIET_TIME, "no best move before `stop`")?;
    stop_search(probe, &position).map(|_| ())
}

pub fn ready_while_searching(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::start(probe.variant);
    start_infinite(probe, &position)?;
    for _ in 0..3 {
        let lines = probe.sync()?;
        if let Some(line) = lines.iter().find(|line| probe.protocol.is_best_move(&line.text)) {
            return Err(CheckFailure::fail("the search continues", quoted(&line.text)));
        }
    }
    stop_search(probe, &position).map(|_| ())
}

pub fn stop(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::start(probe.variant);
    let limit = probe.timeouts.stop;
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        start_infinite(probe, &position)?;
        probe.no_best_move(Duration::from_millis(100), "no best move before `stop`")?;
        best = best.min(stop_search(probe, &position)?.time);
        if best <= limit {
            return Ok(());
        }
    }
    Err(CheckFailure::fail(format!("a move within {limit:?} after `stop`"), format!("a move after {best:?}")))
}

pub fn one_answer(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::start(probe.variant);
    search(probe, &position, "depth 2", "depth=2")?;
    // `stop` without a running search must not be answered.
    probe.send("stop")?;
    let first = probe.sync()?;
    start_infinite(probe, &position)?;
    stop_search(probe, &position)?;
    probe.send("stop")?;
    let second = probe.sync()?;
    match first.iter().chain(&second).find(|line| probe.protocol.is_best_move(&line.text)) {
        None => Ok(()),
        Some(line) => {
            Err(CheckFailure::fail("one best move for each search", format!("a second one, {}", quoted(&line.text))))
        }
    }
}

pub fn info_before_answer(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::after(probe.variant, 3);
    let found = search(probe, &position, "depth 4", "depth=4")?;
    let mut lines = found.lines.iter().rev();
    let best_move = lines.next().cloned().unwrap_or_default();
    let expected = "an `info` line with score, depth and pv right before the best move";
    let Some(info) = lines.next() else {
        return Err(CheckFailure::fail(expected, format!("only {}", quoted(&best_move))));
    };
    let complete =
        decode::search_info(probe.dialect(), info).is_some_and(|info| info.score.is_some() && info.depth.is_some());
    let first = decode::pv(probe.dialect(), info).first().map(|first| probe.protocol.to_our_squares(first));
    match first.filter(|_| complete) {
        None => Err(CheckFailure::fail(expected, quoted(info))),
        Some(first) if first == found.best => Ok(()),
        Some(first) => Err(CheckFailure::fail(
            format!("a pv that begins with the best move, {}", clip(&found.best)),
            format!("a pv that begins with {}", clip(&first)),
        )),
    }
}

pub fn no_legal_move(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let Some(position) = TestPosition::without_moves(probe.variant) else {
        return Err(CheckFailure::skip("no position without legal moves was found"));
    };
    let found = probe.search(&position.history, "depth 3", "depth=3", probe.timeouts.start)?;
    // Hub requires a reply here, but does not say which.
    if probe.dialect() == Dialect::Hub || found.best == "0000" {
        return Ok(());
    }
    Err(CheckFailure::fail("`bestmove 0000`", format!("`bestmove {}`", clip(&found.best))))
}

pub fn ponder(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let hub = probe.dialect() == Dialect::Hub;
    if probe.dialect() == Dialect::Ugi {
        return Err(CheckFailure::skip("UGI has no pondering"));
    }
    if !probe.has_option("Ponder") {
        return Err(CheckFailure::skip("the engine has no option Ponder"));
    }
    let position = TestPosition::after(probe.variant, 2);
    let start = |probe: &mut EngineProbe<'_>| {
        probe.position(&position.history)?;
        probe.go("ponder wtime 500 btime 500 winc 10 binc 10", "time=0.5 inc=0.01", "ponder")?;
        probe.no_best_move(QUIET_TIME, "no best move before `ponderhit`")
    };
    start(probe)?;
    probe.send(if hub { "ponder-hit" } else { "ponderhit" })?;
    let found = probe.best_move(Duration::from_millis(500) + probe.timeouts.margin)?;
    check_legal(&position, &found)?;
    start(probe)?;
    stop_search(probe, &position).map(|_| ())
}

pub fn searchmoves(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    if probe.dialect() != Dialect::Uci {
        return Err(CheckFailure::skip("only UCI has searchmoves"));
    }
    let position = TestPosition::start(probe.variant);
    for wanted in position.game.moves(Style::Usual).iter().take(3) {
        let found = search(probe, &position, &format!("depth 2 searchmoves {wanted}"), "")?;
        if found.best != *wanted {
            return Err(CheckFailure::fail(format!("{wanted}, the only move to search"), clip(&found.best)));
        }
    }
    Ok(())
}

pub fn multi_pv(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    if probe.dialect() == Dialect::Hub || !probe.has_option("MultiPV") {
        return Err(CheckFailure::skip("the engine has no option MultiPV"));
    }
    let position = TestPosition::start(probe.variant);
    let lines = position.game.moves(Style::Usual).len().min(3);
    probe.send(probe.protocol.set_option("MultiPV", &lines.to_string()))?;
    let found = search(probe, &position, "depth 3", "")?;
    probe.send(probe.protocol.set_option("MultiPV", "1"))?;
    let first_move = |line: usize| {
        let mark = format!(" multipv {line} ");
        let last = found.lines.iter().rev().find(|text| text.contains(&mark))?;
        decode::pv(Dialect::Uci, last).into_iter().next()
    };
    let mut seen: Vec<String> = (1..=lines).filter_map(first_move).collect();
    seen.sort();
    seen.dedup();
    if seen.len() == lines {
        return Ok(());
    }
    Err(CheckFailure::fail(format!("{lines} lines with different first moves"), format!("{} of them", seen.len())))
}

pub fn whole_game(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    const MAX_PLIES: usize = 300;
    probe.send(probe.protocol.new_game())?;
    probe.sync()?;
    let mut position = TestPosition::start(probe.variant);
    for _ in 0..MAX_PLIES {
        if position.game.ending().is_some() {
            break;
        }
        let found = search(probe, &position, "depth 1", "depth=1")?;
        position.play(&found.best);
    }
    Ok(())
}
