//! Checks of handshake, readiness, options and exit.

use super::CheckFailure;
use super::positions::TestPosition;
use super::probe::{EngineProbe, quoted};
use crate::engine::protocol::Dialect;
use crate::tools::tournament::decode::{self, HandshakeLine};

const NO_OPTION: &str = "the engine has no option Hash, Threads or Ponder";

pub fn handshake(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    probe.start()?;
    let named = |line: &String| matches!(decode::handshake_line(probe.dialect(), line), Some(HandshakeLine::Name(_)));
    if probe.handshake.iter().any(named) {
        return Ok(());
    }
    let expected = if probe.dialect() == Dialect::Hub { "`id name=…`" } else { "`id name …`" };
    Err(CheckFailure::fail(expected, "no such line in the handshake"))
}

pub fn ready_when_idle(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    (0..3).try_for_each(|_| probe.sync().map(|_| ()))
}

/// Checks that lines are not answered like a search, and that the engine then still plays.
fn ignored(probe: &mut EngineProbe<'_>, lines: &[String]) -> Result<(), CheckFailure> {
    probe.sync()?;
    for line in lines {
        probe.send(line.clone())?;
    }
    let lines = probe.sync()?;
    if let Some(line) = lines.iter().find(|line| probe.protocol.is_best_move(&line.text)) {
        return Err(CheckFailure::fail("no best move, since no search was started", quoted(&line.text)));
    }
    plays(probe)
}

/// Checks that the engine answers a short search with a legal move.
fn plays(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let position = TestPosition::start(probe.variant);
    let found = probe.search(&position.history, "depth 1", "depth=1", probe.timeouts.start)?;
    if position.is_legal(&found.best) {
        return Ok(());
    }
    Err(CheckFailure::fail("a legal move in the start position", quoted(&found.best)))
}

pub fn unknown_command(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let lines = ["xyzzy", "", "   ", "xyzzy 1 2 3", "\u{e4}\u{f6}\u{fc}", "="].map(String::from);
    ignored(probe, &lines)
}

/// An option that can be changed without effect on the other checks.
fn harmless(probe: &EngineProbe<'_>) -> Option<String> {
    let options = probe.options();
    let known = ["hash", "hash-size", "threads", "ponder"];
    known.into_iter().find_map(|name| options.iter().find(|option| option.eq_ignore_ascii_case(name)).cloned())
}

pub fn option(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let Some(name) = harmless(probe) else { return Err(CheckFailure::skip(NO_OPTION)) };
    let value = match name.to_lowercase().as_str() {
        "ponder" => "true",
        "threads" => "1",
        _ => "16",
    };
    ignored(probe, &[probe.protocol.set_option(&name, value)])
}

pub fn unknown_option(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    ignored(probe, &[probe.protocol.set_option("Xyzzy", "1"), probe.protocol.set_option("", "")])
}

pub fn option_out_of_range(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let options = probe.options();
    let threads = options.iter().find(|option| option.eq_ignore_ascii_case("threads"));
    let Some(name) = threads.cloned().or_else(|| harmless(probe)) else {
        return Err(CheckFailure::skip(NO_OPTION));
    };
    let values = ["-1", "99999999999999999999", "many", ""];
    let lines: Vec<String> = values.iter().map(|value| probe.protocol.set_option(&name, value)).collect();
    ignored(probe, &lines)
}

pub fn queries(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    if probe.dialect() != Dialect::Ugi {
        return Err(CheckFailure::skip("only UGI has queries"));
    }
    let position = TestPosition::start(probe.variant);
    probe.position(&position.history)?;
    for (query, reply) in [("gameover", "false"), ("p1turn", "true"), ("result", "none")] {
        let query = format!("query {query}");
        let expected = format!("`response {reply}` after `{query}`");
        let lines = probe.ask(&query, probe.timeouts.reply, &expected, |line| line.starts_with("response"))?;
        let last = lines.last().map(|line| line.text.trim().to_string()).unwrap_or_default();
        if last != format!("response {reply}") {
            return Err(CheckFailure::fail(expected, quoted(&last)));
        }
    }
    Ok(())
}

pub fn garbage(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    let long = "x".repeat(1 << 20);
    // None of the words may be a command, since an engine may skip unknown words before a command.
    let words = "xq posit\u{0} 99 \u{fffd} = \" ".repeat(10_000);
    ignored(probe, &[long, format!("xyzzy {words}")])
}

/// Checks that the engine exits when it is idle, and during a search. `cause` returns whether to close its input.
fn exits(
    probe: &mut EngineProbe<'_>,
    after: &str,
    cause: impl Fn(&mut EngineProbe<'_>) -> Result<bool, CheckFailure>,
) -> Result<(), CheckFailure> {
    probe.sync()?;
    let close = cause(probe)?;
    probe.expect_exit(after, close)?;
    let position = TestPosition::start(probe.variant);
    probe.position(&position.history)?;
    probe.go("infinite", "infinite", "analyze")?;
    probe.sync()?;
    let close = cause(probe)?;
    probe.expect_exit(&format!("{after} during a search"), close)
}

pub fn end_of_input(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    exits(probe, "the end of its input", |_| Ok(true))
}

pub fn quit(probe: &mut EngineProbe<'_>) -> Result<(), CheckFailure> {
    exits(probe, "`quit`", |probe| probe.send("quit").map(|()| false))
}
