//! What must hold for any input. The fuzz targets call these functions with what the fuzzer makes up, and `tests/fuzz.rs`
//! calls them with the corpus.
#![allow(dead_code, reason = "each target uses one of them")]

use millstone::engine::any_game::{AnyGame, any_game};
use millstone::engine::protocol::{self, Dialect};
use millstone::games::catalog::{self, Variant};
use millstone::games::notation::Style;
use millstone::search::{Limits, Signals};
use millstone::tools::analyse::{Analysis, AnalysisConfig, AnalysisInput};
use millstone::tools::book::{self, Book};
use millstone::tools::pdn::{self, PdnGame};
use millstone::tools::tournament::log::{self, MatchHeader};
use millstone::tools::tournament::match_pdn::{self, GameIdentity, MatchPdnFormat, PdnDetails};
use millstone::tools::tournament::merged_logs::{self, MergedLogs};
use millstone::tools::tournament::report::MatchReport;
use millstone::tools::tournament::spec::EngineSpec;
use millstone::tools::tournament::{decode, openings as match_openings};
use std::io::{Cursor, sink};
use std::sync::Arc;

/// Checks one input.
pub type Check = fn(&[u8]);

/// All checks, by the names of their targets and of their folders in the corpus.
pub const ALL: [(&str, Check); 11] = [
    ("fen", fen),
    ("moves", moves),
    ("variants", variants),
    ("pdn", pdn_games),
    ("book", books),
    ("openings", openings),
    ("analyse", analyse),
    ("uci", uci),
    ("ugi", ugi),
    ("hub", hub),
    ("log", match_log),
];

/// A variant chosen by the first line of the input, and the rest of the input.
fn variant_and_rest(data: &[u8]) -> (Variant, String) {
    let text = String::from_utf8_lossy(data).into_owned();
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let named = first.trim().parse().ok();
    let by_number = || {
        let entries = catalog::entries();
        let sum: usize = first.bytes().map(usize::from).sum();
        entries[sum % entries.len()].name.parse().expect("a name of the catalogue")
    };
    (named.unwrap_or_else(by_number), rest.to_string())
}

/// A position that is read is written so that it is read back as the same.
pub fn fen(data: &[u8]) {
    let (variant, text) = variant_and_rest(data);
    let mut game = any_game(&variant);
    if game.set_position(Some(&text), &[]).is_err() {
        return;
    }
    let mut again = any_game(&variant);
    again.set_position(Some(&game.fen()), &[]).expect("what is written is read");
    assert_eq!((again.fen(), again.key(), again.side()), (game.fen(), game.key(), game.side()));
    look_at(&*game);
}

/// Asks a position everything that a user can ask.
fn look_at(game: &dyn AnyGame) {
    assert_eq!(game.legal(), game.moves(Style::Usual).len());
    assert!(game.ending().is_some() || game.legal() > 0);
    let _ = (game.diagram(), game.evaluate(), game.symmetric_key(), game.repetitions());
}

/// A move that is read is legal, and its text means the same move, in every style.
pub fn moves(data: &[u8]) {
    let (variant, text) = variant_and_rest(data);
    let mut game = any_game(&variant);
    for word in text.split_whitespace().take(300) {
        let Ok(mv) = game.parse_move(word) else { continue };
        assert!(game.legal_moves().contains(&mv));
        for style in [Style::Usual, Style::Algebraic] {
            assert_eq!(game.parse_move(&game.move_text(mv, style)), Ok(mv), "{}", game.fen());
        }
        assert!(game.play_move(mv));
    }
    look_at(&*game);
}

/// A variant that is read is written so that it is read back as the same.
pub fn variants(data: &[u8]) {
    let Ok(variant) = String::from_utf8_lossy(data).parse::<Variant>() else { return };
    for text in [variant.to_string(), variant.standard().to_string()] {
        let again: Variant = text.parse().expect("what is written is read");
        assert_eq!(again.rules(), variant.rules(), "{text}");
    }
    look_at(&*any_game(&variant));
}

/// A game that is replayed is written as one that is the same, and nothing else.
pub fn pdn_games(data: &[u8]) {
    let english: Variant = "english".parse().expect("a name of the catalogue");
    for game in pdn::PdnReader::new(data).flatten() {
        let Ok(replay) = game.replay(Some(&english)) else { continue };
        let canonical = game.canonical(&replay);
        let mut text = Vec::new();
        pdn::write(&canonical, &mut text).expect("memory can be written");
        let read: Vec<PdnGame> = pdn::PdnReader::new(text.as_slice()).map(|game| game.expect("it is read")).collect();
        let [again] = read.as_slice() else { panic!("{} games for one", read.len()) };
        let words = |game: &PdnGame| game.plies.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>();
        assert_eq!((words(again), again.result), (words(&canonical), canonical.result));
        for (name, value) in &game.tags {
            if !["variant", "gametype", "fen", "result"].contains(&name.to_ascii_lowercase().as_str()) {
                let written = value.replace(char::is_control, " ");
                assert!(again.tag(name).is_some_and(|again| again == written || value.is_empty()), "{name}");
            }
        }
        let second = again.replay(None).expect("it is replayed");
        assert_eq!(second.game.fen(), replay.game.fen());
    }
}

/// The lines of a book are positions with legal moves.
pub fn books(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (count, errors) = book::check(&text);
    if let Ok(book) = Book::parse(&text) {
        assert!(book.len() <= count || !errors.is_empty());
        let _ = book.moves(&*any_game(book.variant()), Style::Usual);
    }
}

/// The openings of a file can be played.
pub fn openings(data: &[u8]) {
    let (variant, text) = variant_and_rest(data);
    let list = millstone::tools::openings::read(&text);
    let start = any_game(&variant);
    let problems = millstone::tools::openings::check(&*start, &list, None, |_| {});
    assert!(problems.len() <= list.len());
    if let Ok(read) = match_openings::read(&text, &variant, usize::MAX) {
        let mut game = any_game(&variant);
        for opening in &read {
            opening.set_up(&mut *game).expect("a checked opening");
            assert!(game.ending().is_none());
        }
        assert_eq!(match_openings::checksum(&read).len(), 16);
    }
    let _ = match_openings::read_pdn(&text, &variant, 8);
}

/// Every line has one result, in order.
pub fn analyse(data: &[u8]) {
    let limits = Limits { nodes: Some(20), depth: Some(2), ..Limits::default() };
    let config = AnalysisConfig { limits, ..AnalysisConfig::new("english".parse().ok()) };
    let mut last = 0;
    let mut count = 0;
    let mut write = |result: &millstone::tools::analyse::AnalysisResult, _| {
        assert!(result.line >= last, "{} after {last}", result.line);
        let problem = result.error.as_deref().unwrap_or_default();
        // At the start: a bad line is quoted.
        assert!(!problem.starts_with("internal error"), "{problem}");
        (last, count) = (result.line, count + 1);
        serde_json::to_writer(sink(), result).map_err(Into::into)
    };
    let source = Box::new(Cursor::new(data.to_vec()));
    let inputs = vec![AnalysisInput { name: "fuzz".into(), is_pdn: false, source }];
    let totals = Analysis::new(config, Arc::new(Signals::default())).run(inputs, &mut write, &mut || Ok(()));
    assert_eq!(totals.expect("memory can be read").done.results, count);
}

/// The engine reads every line and ends with its input.
fn session(data: &[u8], dialect: Dialect) {
    // Not what would take the machine's memory, its threads, or its files.
    const LEFT_OUT: [&str; 5] = ["hash", "threads", "file", "path", "perft"];
    let text = String::from_utf8_lossy(data);
    let wanted = |line: &&str| !LEFT_OUT.iter().any(|word| line.to_lowercase().contains(word));
    let input: String = text.lines().filter(wanted).take(100).flat_map(|line| [line, "\n"]).collect();
    protocol::run_on(Cursor::new(input), sink(), Some(dialect));
}

pub fn uci(data: &[u8]) {
    session(data, Dialect::Uci);
    lines_of_an_engine(data, Dialect::Uci);
}

pub fn ugi(data: &[u8]) {
    session(data, Dialect::Ugi);
    lines_of_an_engine(data, Dialect::Ugi);
}

pub fn hub(data: &[u8]) {
    session(data, Dialect::Hub);
    lines_of_an_engine(data, Dialect::Hub);
}

/// What an engine of a match may send.
fn lines_of_an_engine(data: &[u8], dialect: Dialect) {
    for line in String::from_utf8_lossy(data).lines() {
        let _ = decode::handshake_line(dialect, line);
        let _ = (decode::best_move(dialect, line), decode::search_info(dialect, line), decode::pv(dialect, line));
        let _ = EngineSpec::parse(line);
    }
}

/// A log is read to its end, or refused with the line that is wrong.
pub fn match_log(data: &[u8]) {
    let first = data.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header: Option<MatchHeader> = serde_json::from_slice(first).ok();
    let header = header.unwrap_or_else(|| serde_json::from_str(HEADER).expect("a header"));
    if let Ok(content) = log::read(data, Some(&header), &mut |_, _| Ok(())) {
        assert_eq!(content.whole + content.rest, data.len() as u64);
        let format = MatchPdnFormat {
            variant: "english".parse().expect("a name of the catalogue"),
            start_fen: "B:W21-32:B1-12".into(),
            event: match_pdn::EVENT.into(),
            site: None,
            time_controls: Vec::new(),
            details: PdnDetails { nodes: true, nps: true, pv: true },
        };
        for game in &content.games {
            let mut text = Vec::new();
            let pdn_game = match_pdn::to_pdn(game, &format);
            pdn::write(&pdn_game, &mut text).expect("memory can be written");
        }
    }
    let mut logs = MergedLogs::default();
    if let Ok((header, games)) = merged_logs::read(data)
        && logs.add(header, games).is_ok()
    {
        let text = MatchReport::new(&logs, None).to_string();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
    let identity = |_| Some(GameIdentity { round: 1, white: "a".into(), black: "b".into() });
    let _ = match_pdn::all_belong_to_match(&String::from_utf8_lossy(data), match_pdn::EVENT, &identity);
}

const HEADER: &str = r#"{"millstone_match":1,"variant":"english","engines":[],"format":"round-robin","games":2,
"openings":1,"openings_sum":"","order":"sequential","margin":20,"move_limit":60000,"adjudication":[],"sprt":null}"#;
