//! Handshake, readiness, options, and ends.

use super::Flaw;
use super::courses::Place;
use super::probe::Probe;
use crate::engine::protocol::Dialect;
use crate::tools::tournament::decode::{self, Introduced};

pub fn handshake(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    probe.start()?;
    let named = |line: &String| matches!(decode::introduced(probe.dialect(), line), Some(Introduced::Name(_)));
    if probe.introduction.iter().any(named) {
        return Ok(());
    }
    let expected = if probe.dialect() == Dialect::Hub { "`id name=…`" } else { "`id name …`" };
    Err(Flaw::fail(expected, "no such line in the introduction"))
}

pub fn ready_when_idle(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    (0..3).try_for_each(|_| probe.sync().map(|_| ()))
}

/// That nothing is answered to some lines as if they were a search, and that the engine then still plays.
fn ignored(probe: &mut Probe<'_>, lines: &[String]) -> Result<(), Flaw> {
    probe.settle()?;
    for line in lines {
        probe.send(line.clone())?;
    }
    let said = probe.sync()?;
    if let Some(answer) = said.iter().find(|said| probe.speech.is_answer(&said.text)) {
        return Err(Flaw::fail("no answer, since nothing was asked", format!("`{}`", decode::shown(&answer.text))));
    }
    plays(probe)
}

/// That the engine answers a short search with a legal move.
fn plays(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let place = Place::start(probe.variant);
    let found = probe.search(&place.course, "depth 1", "depth=1", probe.patience.start)?;
    if place.is_legal(&found.best) {
        return Ok(());
    }
    Err(Flaw::fail("a legal move in the first position", format!("`{}`", decode::shown(&found.best))))
}

pub fn unknown_command(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let lines = ["xyzzy", "", "   ", "xyzzy 1 2 3", "\u{e4}\u{f6}\u{fc}", "="].map(String::from);
    ignored(probe, &lines)
}

/// An option whose change does no harm.
fn harmless(probe: &Probe<'_>) -> Option<String> {
    let options = probe.options();
    let known = ["hash", "hash-size", "threads", "ponder"];
    known.into_iter().find_map(|name| options.iter().find(|option| option.eq_ignore_ascii_case(name)).cloned())
}

pub fn option(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let Some(name) = harmless(probe) else { return Err(Flaw::skip("no option Hash, Threads or Ponder is offered")) };
    let value = match name.to_lowercase().as_str() {
        "ponder" => "true",
        "threads" => "1",
        _ => "16",
    };
    ignored(probe, &[probe.speech.set(&name, value)])
}

pub fn unknown_option(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    ignored(probe, &[probe.speech.set("Xyzzy", "1"), probe.speech.set("", "")])
}

pub fn option_out_of_range(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let options = probe.options();
    let threads = options.iter().find(|option| option.eq_ignore_ascii_case("threads"));
    let Some(name) = threads.cloned().or_else(|| harmless(probe)) else {
        return Err(Flaw::skip("no option Hash, Threads or Ponder is offered"));
    };
    let values = ["-1", "99999999999999999999", "many", ""];
    let lines: Vec<String> = values.iter().map(|value| probe.speech.set(&name, value)).collect();
    ignored(probe, &lines)
}

pub fn queries(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    if probe.dialect() != Dialect::Ugi {
        return Err(Flaw::skip("only UGI has them"));
    }
    let place = Place::start(probe.variant);
    probe.position(&place.course)?;
    for (query, answer) in [("gameover", "false"), ("p1turn", "true"), ("result", "none")] {
        let (asked, wanted) = (format!("query {query}"), format!("response {answer}"));
        let said = probe.ask(&asked, probe.patience.answer, &format!("`{wanted}` after `{asked}`"), |line| {
            line.starts_with("response")
        })?;
        let last = said.last().map(|said| said.text.trim().to_string()).unwrap_or_default();
        if last != wanted {
            return Err(Flaw::fail(format!("`{wanted}` after `{asked}`"), format!("`{}`", decode::shown(&last))));
        }
    }
    Ok(())
}

pub fn garbage(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    let long = "x".repeat(1 << 20);
    // No word of it may be a command: an engine that skips unknown words would obey it.
    let words = "xq posit\u{0} 99 \u{fffd} = \" ".repeat(10_000);
    ignored(probe, &[long, format!("xyzzy {words}")])
}

/// An end that is to come when the engine is idle, and when it searches.
fn ends(probe: &mut Probe<'_>, after: &str, end: impl Fn(&mut Probe<'_>) -> Result<bool, Flaw>) -> Result<(), Flaw> {
    probe.settle()?;
    let close = end(probe)?;
    probe.ends(after, close)?;
    let place = Place::start(probe.variant);
    probe.position(&place.course)?;
    probe.order("infinite", "infinite", "analyze")?;
    probe.settle()?;
    let close = end(probe)?;
    probe.ends(&format!("{after} during a search"), close)
}

pub fn end_of_input(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    ends(probe, "the end of its input", |_| Ok(true))
}

pub fn quit(probe: &mut Probe<'_>) -> Result<(), Flaw> {
    ends(probe, "`quit`", |probe| probe.send("quit").map(|()| false))
}
