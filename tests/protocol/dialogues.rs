//! The dialogues of protocol.md, run against the engine.
//!
//! A code block marked `dialogue` is a whole session; the words after the mark are the program's arguments. Lines that
//! begin with `> ` are sent, all others are expected. A line `…` matches any number of lines; within a line `<number>`
//! matches a number, `<move>` a word, and `<text>` anything.

use crate::engine::Engine;

struct Dialogue {
    line: usize,
    arguments: Vec<String>,
    lines: Vec<String>,
}

fn dialogues(text: &str) -> Vec<Dialogue> {
    let mut found: Vec<Dialogue> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        match line.strip_prefix("```dialogue") {
            Some(arguments) => {
                let arguments = arguments.split_whitespace().map(String::from).collect();
                found.push(Dialogue { line: at + 1, arguments, lines: Vec::new() });
                inside = true;
            }
            None if line.starts_with("```") => inside = false,
            None if inside => found.last_mut().unwrap().lines.push(line.to_string()),
            None => {}
        }
    }
    found
}

/// Whether a line matches a pattern.
fn matches(pattern: &str, line: &str) -> bool {
    let Some(start) = pattern.find('<') else { return pattern == line };
    let Some(end) = pattern[start..].find('>').map(|end| start + end + 1) else { return pattern == line };
    let (Some(rest), after) = (line.strip_prefix(&pattern[..start]), &pattern[end..]) else { return false };
    let allowed = |c: char| match &pattern[start..end] {
        "<number>" => c.is_ascii_digit() || c == '-' || c == '.',
        "<move>" => !c.is_whitespace() && c != '"',
        "<text>" => true,
        _ => false,
    };
    if !["<number>", "<move>", "<text>"].contains(&&pattern[start..end]) {
        // Literal angle brackets.
        return rest.strip_prefix(&pattern[start..end]).is_some_and(|rest| matches(after, rest));
    }
    let most = rest.find(|c| !allowed(c)).unwrap_or(rest.len());
    let mut ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.any(|end| end <= most && matches(after, &rest[end..]))
}

fn play(dialogue: &Dialogue) {
    let arguments: Vec<&str> = dialogue.arguments.iter().map(String::as_str).collect();
    let mut engine = Engine::with(&arguments);
    let mut skipping = false;
    for (at, line) in dialogue.lines.iter().enumerate() {
        let place = format!("protocol.md:{}", dialogue.line + 1 + at);
        if let Some(input) = line.strip_prefix("> ") {
            assert!(!skipping, "{place}: an input directly after …");
            engine.send(input);
        } else if line == "…" {
            skipping = true;
        } else {
            let mut found = engine.try_read();
            while skipping && found.as_deref().is_some_and(|found| !matches(line, found)) {
                found = engine.try_read();
            }
            let found = found.unwrap_or_else(|| panic!("{place}: expected `{line}`, but the engine has exited"));
            assert!(matches(line, &found), "{place}: expected\n  {line}\nfound\n  {found}");
            skipping = false;
        }
    }
    let (status, rest) = engine.close();
    assert!(status.success());
    assert!(skipping || rest.is_empty(), "protocol.md:{}: unexpected output: {rest:?}", dialogue.line);
}

#[test]
fn the_dialogues_of_the_document_are_true() {
    let text = include_str!("../../protocol.md");
    let dialogues = dialogues(text);
    assert!(dialogues.len() >= 8, "{} dialogues", dialogues.len());
    dialogues.iter().for_each(play);
}

#[test]
fn the_document_names_every_option_and_command() {
    let text = include_str!("../../protocol.md");
    for line in Engine::start().ask("uci") {
        if let Some(rest) = line.strip_prefix("option name ") {
            let name = rest.split(" type ").next().unwrap();
            assert!(text.contains(&format!("`{name}`")), "option {name}");
        }
        if let Some(version) = line.strip_prefix("id protocol ") {
            assert!(text.contains(&format!("### {version}")), "the changelog has no version {version}");
        }
    }
    let mut hub = Engine::with(&["hub"]);
    hub.send("hub");
    for line in hub.read_until("wait") {
        if let Some(rest) = line.strip_prefix("param name=") {
            let name = rest.split(' ').next().unwrap();
            assert!(text.contains(&format!("`{name}`")), "parameter {name}");
        }
    }
}

#[test]
fn patterns_match_as_described() {
    assert!(matches("a <number> b", "a -12.5 b") && !matches("a <number> b", "a x b"));
    assert!(matches("pv <text>", "pv 1-2 3-4") && !matches("pv <text>", "pv "));
    assert!(matches("<move> <move>", "1-2 @3") && !matches("<move> <move>", "1-2"));
}
