//! What a search may be asked for, and what it must answer.

use super::Flaw;
use super::courses::Place;
use super::probe::{Probe, Search};
use crate::engine::protocol::Dialect;
use crate::games::notation::Style;
use crate::tools::tournament::decode;
use std::time::Duration;

/// A short while in which an engine that ends a search by itself would have done so.
const WHILE: Duration = Duration::from_millis(300);
/// How much longer than asked for a search may take.
const SLACK: Duration = Duration::from_millis(150);
/// How often a time is taken, the best of them counting: a busy machine is not the engine's fault.
const TRIES: usize = 3;

fn legal(place: &Place, found: &Search) -> Result<(), Flaw> {
    if place.is_legal(&found.best) {
        return Ok(());
    }
    let legal = place.seat.moves(Style::Usual).join(" ");
    Err(Flaw::fail(
        format!("one of the legal moves: {}", decode::shown(&legal)),
        format!("`{}`", decode::shown(&found.best)),
    ))
}

/// A search of a place that must be answered by a legal move.
fn searched(probe: &mut Probe<'_>, place: &Place, uci: &str, level: &str) -> Result<Search, Flaw> {
    let found = probe.search(&place.course, uci, level, probe.patience.start)?;
    legal(place, &found)?;
    Ok(found)
}

pub fn position_with_moves(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    for plies in [1, 4, 9] {
        searched(probe, &Place::after(probe.variant, plies), "depth 1", "depth=1")?;
    }
    Ok(())
}

/// That a position stays when a line is sent that sets up none.
fn stays(probe: &mut Probe<'_>, line: &str) -> Result<(), Flaw> {
    // After one move the other side is to move, so that hardly a move is legal here and at the start.
    let place = Place::after(probe.variant, 1);
    probe.position(&place.course)?;
    probe.send(line)?;
    probe.order("depth 1", "depth=1", "think")?;
    let found = probe.answer(probe.patience.start)?;
    legal(&place, &found)
}

pub fn bad_position(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let hub = probe.dialect() == Dialect::Hub;
    stays(probe, if hub { "pos pos=Wx" } else { "position fen no such thing" })
}

pub fn bad_move(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let mut place = Place::after(probe.variant, 1);
    place.course.moves.push("1-1".into());
    place.course.victims.push("1-1".into());
    let line = probe.speech.position(&place.course);
    stays(probe, &line)
}

pub fn depth(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::start(probe.variant);
    for depth in [1, 4] {
        searched(probe, &place, &format!("depth {depth}"), &format!("depth={depth}"))?;
    }
    Ok(())
}

pub fn nodes(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    searched(probe, &Place::start(probe.variant), "nodes 2000", "nodes=2000").map(|_| ())
}

/// That some searches are answered in time; the quickest counts.
fn in_time(probe: &mut Probe<'_>, uci: &str, level: &str, most: Duration) -> Result<(), Flaw> {
    let place = Place::after(probe.variant, 2);
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        best = best.min(searched(probe, &place, uci, level)?.time);
        if best <= most {
            return Ok(());
        }
    }
    Err(Flaw::fail(format!("a move within {most:?}"), format!("one after {best:?}")))
}

pub fn movetime(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    in_time(probe, "movetime 100", "move-time=0.1", Duration::from_millis(100) + SLACK)
}

pub fn clock(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let uci = match probe.dialect() {
        Dialect::Ugi => "p1time 500 p2time 500 p1inc 10 p2inc 10",
        _ => "wtime 500 btime 500 winc 10 binc 10",
    };
    in_time(probe, uci, "time=0.5 inc=0.01", Duration::from_millis(500))
}

/// Begins a search that lasts until it is stopped.
fn endless(probe: &mut Probe<'_>, place: &Place) -> Result<(), Flaw> {
    probe.position(&place.course)?;
    probe.order("infinite", "infinite", "analyze")
}

/// Stops a search.
fn stopped(probe: &mut Probe<'_>, place: &Place) -> Result<Search, Flaw> {
    probe.send("stop")?;
    let found = probe.answer(probe.patience.answer)?;
    legal(place, &found)?;
    Ok(found)
}

pub fn infinite(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::after(probe.variant, 2);
    endless(probe, &place)?;
    probe.no_answer(WHILE, "no answer before `stop`")?;
    stopped(probe, &place).map(|_| ())
}

pub fn ready_while_searching(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::start(probe.variant);
    endless(probe, &place)?;
    for _ in 0..3 {
        let said = probe.sync()?;
        if let Some(answer) = said.iter().find(|said| probe.speech.is_answer(&said.text)) {
            return Err(Flaw::fail("the search goes on", format!("`{}`", decode::shown(&answer.text))));
        }
    }
    stopped(probe, &place).map(|_| ())
}

pub fn stop(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::start(probe.variant);
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        endless(probe, &place)?;
        probe.no_answer(Duration::from_millis(100), "no answer before `stop`")?;
        best = best.min(stopped(probe, &place)?.time);
        if best <= probe.patience.stop {
            return Ok(());
        }
    }
    Err(Flaw::fail(format!("a move within {:?} after `stop`", probe.patience.stop), format!("one after {best:?}")))
}

pub fn one_answer(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::start(probe.variant);
    searched(probe, &place, "depth 2", "depth=2")?;
    // Stopping what does not run is no reason to answer again.
    probe.send("stop")?;
    let said = probe.sync()?;
    endless(probe, &place)?;
    stopped(probe, &place)?;
    probe.send("stop")?;
    let more = probe.sync()?;
    match said.iter().chain(&more).find(|said| probe.speech.is_answer(&said.text)) {
        None => Ok(()),
        Some(answer) => {
            Err(Flaw::fail("one answer to each search", format!("a second one, `{}`", decode::shown(&answer.text))))
        }
    }
}

pub fn info_before_answer(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::after(probe.variant, 3);
    let found = searched(probe, &place, "depth 4", "depth=4")?;
    let mut lines = found.lines.iter().rev();
    let answer = lines.next().cloned().unwrap_or_default();
    let expected = "a line `info` with score, depth and the line of play right before the answer";
    let Some(info) = lines.next() else {
        return Err(Flaw::fail(expected, format!("only `{}`", decode::shown(&answer))));
    };
    let whole = matches!(decode::info(probe.dialect(), info), Some((Some(_), Some(_))));
    let came = || format!("`{}`", decode::shown(info));
    if !whole {
        return Err(Flaw::fail(expected, came()));
    }
    match decode::line(probe.dialect(), info).first().map(|first| probe.speech.heard(first)) {
        None => Err(Flaw::fail(expected, came())),
        Some(first) if first == found.best => Ok(()),
        Some(first) => Err(Flaw::fail(
            format!("a line of play that begins with the answer, {}", decode::shown(&found.best)),
            format!("one that begins with {}", decode::shown(&first)),
        )),
    }
}

pub fn no_legal_move(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let Some(place) = Place::finished(probe.variant) else { return Err(Flaw::skip("no finished game was found")) };
    let found = probe.search(&place.course, "depth 3", "depth=3", probe.patience.start)?;
    // Hub does not say what the answer is, only that there is one.
    if probe.dialect() == Dialect::Hub || found.best == "0000" {
        return Ok(());
    }
    Err(Flaw::fail("`bestmove 0000`", format!("`bestmove {}`", decode::shown(&found.best))))
}

pub fn ponder(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let hub = probe.dialect() == Dialect::Hub;
    if probe.dialect() == Dialect::Ugi {
        return Err(Flaw::skip("UGI has no pondering"));
    }
    if !probe.offers("Ponder") {
        return Err(Flaw::skip("no option Ponder is offered"));
    }
    let place = Place::after(probe.variant, 2);
    let order = |probe: &mut Probe<'_>| {
        probe.position(&place.course)?;
        probe.order("ponder wtime 500 btime 500 winc 10 binc 10", "time=0.5 inc=0.01", "ponder")?;
        probe.no_answer(WHILE, "no answer before `ponderhit`")
    };
    order(probe)?;
    probe.send(if hub { "ponder-hit" } else { "ponderhit" })?;
    let found = probe.answer(Duration::from_millis(500) + SLACK)?;
    legal(&place, &found)?;
    order(probe)?;
    stopped(probe, &place).map(|_| ())
}

pub fn searchmoves(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    if probe.dialect() != Dialect::Uci {
        return Err(Flaw::skip("only UCI has it"));
    }
    let place = Place::start(probe.variant);
    for wanted in place.seat.moves(Style::Usual).iter().take(3) {
        let found = searched(probe, &place, &format!("depth 2 searchmoves {wanted}"), "")?;
        if found.best != *wanted {
            return Err(Flaw::fail(format!("{wanted}, the only move to search"), decode::shown(&found.best)));
        }
    }
    Ok(())
}

pub fn several_lines(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    if probe.dialect() == Dialect::Hub || !probe.offers("MultiPV") {
        return Err(Flaw::skip("no option MultiPV is offered"));
    }
    let place = Place::start(probe.variant);
    let lines = place.seat.moves(Style::Usual).len().min(3);
    probe.send(probe.speech.set("MultiPV", &lines.to_string()))?;
    let found = searched(probe, &place, "depth 3", "")?;
    probe.send(probe.speech.set("MultiPV", "1"))?;
    let firsts = |line: usize| {
        let mark = format!(" multipv {line} ");
        let last = found.lines.iter().rev().find(|text| text.contains(&mark))?;
        decode::line(Dialect::Uci, last).into_iter().next()
    };
    let mut seen: Vec<String> = (1..=lines).filter_map(firsts).collect();
    seen.sort();
    seen.dedup();
    if seen.len() == lines {
        return Ok(());
    }
    Err(Flaw::fail(format!("{lines} lines with different first moves"), format!("{} of them", seen.len())))
}

pub fn whole_game(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    const LONGEST: usize = 300;
    probe.send(probe.speech.new_game())?;
    probe.settle()?;
    let mut place = Place::start(probe.variant);
    for _ in 0..LONGEST {
        if place.seat.ending().is_some() {
            break;
        }
        let found = searched(probe, &place, "depth 1", "depth=1")?;
        place.play(&found.best);
    }
    Ok(())
}
