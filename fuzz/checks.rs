//! What must hold for any input. The fuzz targets call these functions with what the fuzzer makes up, and `tests/fuzz.rs`
//! calls them with the corpus.
#![allow(dead_code, reason = "each target uses one of them")]

use millstone::engine::any_game::{AnyGame, any_game};
use millstone::engine::protocol::{self, ConnectionLimits, Dialect};
use millstone::engine::serve::{Server, ServerSettings};
use millstone::eval::model::{self, Model};
use millstone::games::catalog::{self, Variant};
use millstone::games::notation::Style;
use millstone::search::{Limits, Signals};
use millstone::tables::file::{Encoding, TableFile};
use millstone::tables::open::{TableCache, TableSource};
use millstone::tools::analyse::{Analysis, AnalysisConfig, AnalysisInput};
use millstone::tools::book::{self, Book};
use millstone::tools::dxp::board;
use millstone::tools::dxp::message::DxpMessage;
use millstone::tools::pdn::{self, PdnGame};
use millstone::tools::tournament::log::{self, MatchHeader};
use millstone::tools::tournament::match_pdn::{self, GameIdentity, MatchPdnFormat, PdnDetails};
use millstone::tools::tournament::merged_logs::{self, MergedLogs};
use millstone::tools::tournament::report::MatchReport;
use millstone::tools::tournament::spec::EngineSpec;
use millstone::tools::tournament::{decode, openings as match_openings};
use std::fs;
use std::io::{Cursor, Read, Write, sink};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// Checks one input.
pub type Check = fn(&[u8]);

/// All checks, by the names of their targets and of their folders in the corpus.
pub const ALL: [(&str, Check); 17] = [
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
    ("tables", table_files),
    ("model", models),
    ("own", own_games),
    ("dxp", dxp_messages),
    ("config", match_files),
    ("serve", requests),
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
    analysed(AnalysisConfig { limits, ..AnalysisConfig::new("english".parse().ok()) }, data.to_vec());
}

fn analysed(config: AnalysisConfig, input: Vec<u8>) {
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
    let source = Box::new(Cursor::new(input));
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

/// A folder for files that are read by their names. One check at a time uses it: what is loaded is loaded for the process.
static FOLDER: LazyLock<Mutex<PathBuf>> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("millstone-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for files");
    Mutex::new(folder)
});

/// Searches positions with what is loaded; each has its result.
fn search(variant: &str, positions: &[&str], tables: Option<TableSource>) {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let tables = tables.map(|source| Arc::new(TableCache::new(source, |_| ())));
    let config = AnalysisConfig { limits, tables, ..AnalysisConfig::new(variant.parse().ok()) };
    analysed(config, positions.join("\n").into_bytes());
}

/// A table file as it is, and with checksums that fit, is refused or can be read in every place.
pub fn table_files(data: &[u8]) {
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = folder.join("draughts+king-move=short+king-capture=adjacent");
    for bytes in [data.to_vec(), with_checksums(data)] {
        let path = folder.join("any.wdl");
        fs::write(&path, &bytes).expect("a file is written");
        let Ok(table) = TableFile::open(&path) else { continue };
        let whole = table.check().is_ok();
        let encoding = table.header().encoding;
        for (number, section) in table.header().sections.iter().enumerate() {
            let size = encoding.bytes(section.slots as usize);
            if let Ok(frames) = table.frames(number) {
                for place in [0, size / 2, size.saturating_sub(1)].into_iter().filter(|&place| place < size) {
                    let _ = table.byte(number, &frames, place);
                }
            }
            // What a few bytes claim to hold must not take the memory.
            if size <= 1 << 24 {
                let mut cells = vec![0; size];
                let loaded = table.load(number, &mut cells, 1, |bytes, cells| cells.copy_from_slice(bytes));
                assert!(whole || loaded.is_err() || table.header().sections.len() > 1);
            }
        }
        let name = |slice: &str, encoding: Encoding| rules.join(format!("{slice}.{}", encoding.extension()));
        // Only as a part of a file's name.
        if !["0m1k-0m1k", "0m1k-1m0k", "1m0k-1m0k"].contains(&table.header().slice.as_str()) {
            continue;
        }
        fs::create_dir_all(&rules).expect("a folder for tables");
        fs::rename(&path, name(&table.header().slice, encoding)).expect("a file is renamed");
        for megabytes in [0, 1] {
            let source = TableSource { folders: vec![folder.clone()], megabytes, ..TableSource::default() };
            search("english", &["W:WK32:BK1", "B:WK30:B6", "W:W22:B11", "W:WK1:B21", "B:W21:B13"], Some(source));
        }
        let _ = fs::remove_dir_all(&rules);
    }
}

/// A table file whose header says of its sections what they are. Else hardly any change would pass the checksums.
fn with_checksums(data: &[u8]) -> Vec<u8> {
    const PREFIX: usize = 40;
    let start = data.windows(9).rposition(|window| window == b"{\"rules\":").filter(|&start| start >= PREFIX);
    let Some(start) = start else { return data.to_vec() };
    let (body, text) = data.split_at(start);
    let Ok(mut header) = serde_json::from_slice::<serde_json::Value>(text) else { return data.to_vec() };
    for section in header["sections"].as_array_mut().into_iter().flatten() {
        let number = |key: &str| section[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let (Some(offset), Some(packed), Some(frames)) = (number("offset"), number("packed"), number("frames")) else {
            continue;
        };
        let end = frames.checked_mul(4).and_then(|lengths| offset.checked_add(packed)?.checked_add(lengths));
        if let Some(bytes) = end.and_then(|end| body.get(offset..end)) {
            section["checksum"] = format!("{:016x}", xxh3_64(bytes)).into();
        }
    }
    let text = header.to_string().into_bytes();
    let mut bytes = body.to_vec();
    bytes[12..16].copy_from_slice(&(text.len() as u32).to_le_bytes());
    bytes[16..24].copy_from_slice(&(start as u64).to_le_bytes());
    bytes[24..32].copy_from_slice(&xxh3_64(&text).to_le_bytes());
    let sum = xxh3_64(&bytes[..32]);
    bytes[32..40].copy_from_slice(&sum.to_le_bytes());
    bytes.extend(text);
    bytes
}

/// Weights that are read are written so that they are read back as the same, and can be searched with.
pub fn models(data: &[u8]) {
    const LARGEST: i16 = 100;
    const GAMES: [(&str, &str); 3] =
        [("english", "W:W21,24,K2:B5,11,K30"), ("nine-mens-morris", "startpos"), ("pool", "startpos")];
    let mut found = Vec::new();
    for bytes in [data.to_vec(), with_sum(data)] {
        let Ok(model) = Model::from_bytes(&bytes) else { continue };
        let again = Model::from_bytes(&model.to_bytes()).expect("what is written is read");
        assert_eq!(again, model);
        assert!(!model.describe().contains(char::is_control), "{:?}", model.describe());
        // Sums of greater weights overflow: a program as it is shipped goes on with a wrong score, but here that would end it.
        if model.weights.iter().all(|weight| (-LARGEST..=LARGEST).contains(weight)) {
            found.push((model.rules.clone(), bytes));
        }
    }
    // The input as weights.
    let (game, _) = GAMES[data.len() % GAMES.len()];
    let variant: Variant = game.parse().expect("a name of the catalogue");
    let count = millstone::with_game!(*variant.rules(), game => millstone::eval::Evaluate::weight_count(&game));
    let pairs = data.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]) % (LARGEST + 1));
    let numbers: Vec<i16> = pairs.chain([LARGEST, -LARGEST]).collect();
    let weights = numbers.iter().copied().cycle().take(count).collect();
    let model = Model { rules: game.into(), ..Model::plain(weights) };
    found.push((game.into(), model.to_bytes()));
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    let path = folder.join("weights.model");
    for (rules, bytes) in found {
        fs::write(&path, bytes).expect("a file is written");
        if model::load(&path).is_ok() {
            let fen = GAMES.iter().find(|(name, _)| *name == rules).map_or("startpos", |(_, fen)| fen);
            search(&rules, &["startpos", fen], None);
        }
    }
    model::unload();
}

/// A file of weights with the checksum of what it has.
fn with_sum(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if let Some((head, body)) = bytes.split_at_mut_checked(32) {
        let mut sum = 0xCBF2_9CE4_8422_2325_u64;
        for chunk in body.chunks(8) {
            let word = chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
            sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3);
            sum ^= sum >> 29;
        }
        head[24..].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

/// The games of a file can be named with it and without it, and played.
pub fn own_games(data: &[u8]) {
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    let path = folder.join("games.txt");
    fs::write(&path, data).expect("a file is written");
    match catalog::load_own(&path) {
        Ok(count) => {
            let games = catalog::own_games();
            assert_eq!(games.len(), count);
            for own in games.iter().take(20) {
                assert!(!own.description().contains(char::is_control));
                for text in [own.base_name().to_string(), own.to_string(), own.standard().to_string()] {
                    let again: Variant = text.parse().expect("what is written is read");
                    assert_eq!(again.rules(), own.rules(), "{text}");
                }
                look_at(&*any_game(own));
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
    }
    catalog::forget_own();
}

/// A message that is read is written so that it is read back as the same; its position and its move are taken or refused.
pub fn dxp_messages(data: &[u8]) {
    let variant: Variant = "international".parse().expect("a name of the catalogue");
    let rules = board::rules(&variant).expect("a game on 10x10");
    let mut game = any_game(&variant);
    for bytes in data.split(|byte| *byte == 0) {
        let message = match DxpMessage::parse(bytes) {
            Ok(message) => message,
            Err(error) => {
                assert!(!error.to_string().contains(char::is_control), "{error:?}");
                continue;
            }
        };
        let text = message.encode();
        assert!(text.len() <= 127 && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
        assert_eq!(DxpMessage::parse(text.as_bytes()).map(|again| again.encode()), Ok(text));
        match message {
            DxpMessage::GameRequest(request) => {
                let Some(Ok(fen)) = request.position.map(|position| board::fen(&rules, &position)) else { continue };
                if game.set_position(Some(&fen), &[]).is_ok() {
                    look_at(&*game);
                    let sent = board::position(&rules, &game.fen()).expect("every position can be sent");
                    assert_eq!(board::fen(&rules, &sent), Ok(fen));
                }
            }
            DxpMessage::Move(fields) => {
                let Some(mv) = board::find_move(&*game, &fields) else { continue };
                let sent = board::move_fields(&*game, mv, 0).expect("every move can be sent");
                assert_eq!((sent.from, sent.to), (fields.from, fields.to));
                assert!(game.play_move(mv));
            }
            _ => {}
        }
    }
}

/// The file of a match is arguments, or refused; an engine's command is what the file says.
pub fn match_files(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(arguments) = millstone::match_file(&text) else { return };
    assert!(arguments.iter().all(|argument| argument.starts_with("--")));
    let engines = arguments.iter().filter_map(|argument| argument.strip_prefix("--engine="));
    let table: toml::Table = text.parse().expect("it was read before");
    let described = table.get("engine").and_then(toml::Value::as_array).into_iter().flatten();
    for (engine, described) in engines.zip(described) {
        let Ok(spec) = EngineSpec::parse(engine) else { continue };
        let words = described.get("cmd").and_then(toml::Value::as_array);
        let words = words.map(|words| words.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>());
        let plain =
            described.as_table().is_some_and(|table| table.keys().all(|key| !key.contains([',', '=', '"', '\''])));
        if let Some(words) = words.filter(|_| plain) {
            assert_eq!(spec.command, words, "{engine}");
        }
    }
}

/// The server that answers requests.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let limits = ConnectionLimits { files: false, hash: 1, threads: 1, waiting_lines: Some(64) };
    let settings = ServerSettings { hosts: Vec::new(), origins: Vec::new(), engines: 16, limits };
    let server = Server::bind(SocketAddr::from(([127, 0, 0, 1], 0)), settings).expect("a free port");
    let address = server.address();
    thread::spawn(move || server.run());
    address
});

/// A client that sends anything and hangs up is answered with HTTP or not at all, and its connection ends.
pub fn requests(data: &[u8]) {
    let mut stream = TcpStream::connect(*SERVER).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    // A server that has answered reads no more.
    let _ = stream.write_all(data);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
            panic!("the connection does not end");
        }
        _ => assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&answer)),
    }
}
