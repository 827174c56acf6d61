//! What several tests share.
#![allow(dead_code, reason = "each test uses its part")]

use millstone::games::catalog::Variant;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::with_game;

/// Random numbers with a fixed seed, so that every run of a test is the same.
pub struct Rng(millstone::util::random::Rng);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(millstone::util::random::Rng::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A variant by name; the test fails with the reason if there is none.
pub fn variant(name: &str) -> Variant {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A variant on texts alone.
pub struct Table(Variant);

/// The table of a variant by name.
pub fn table(name: &str) -> Table {
    Table(variant(name))
}

impl Table {
    /// The first position.
    pub fn start(&self) -> String {
        self.ask(Question::Start).unwrap_or_default().concat()
    }

    /// The legal moves, sorted by their squares.
    pub fn moves(&self, fen: &str) -> Vec<String> {
        let mut texts = self.ask(Question::Moves(fen)).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        texts.sort_by_key(|text| numbers(text));
        texts
    }

    /// The position after some moves, or why one of the texts was refused.
    pub fn after(&self, fen: &str, played: &[&str]) -> Result<String, String> {
        Ok(self.ask(Question::After(fen, played))?.concat())
    }

    /// How the game ended after some moves, in words; empty if it goes on.
    pub fn ending(&self, fen: &str, played: &[&str]) -> String {
        self.ask(Question::Ending(fen, played)).unwrap_or_else(|error| panic!("{}: {error}", self.0)).concat()
    }

    fn ask(&self, question: Question<'_>) -> Result<Vec<String>, String> {
        with_game!(*self.0.rules(), game => question.visit(game))
    }
}

/// What a table can be asked. All in one visitor, so that each game's code is compiled once a test.
enum Question<'a> {
    Start,
    Moves(&'a str),
    After(&'a str, &'a [&'a str]),
    Ending(&'a str, &'a [&'a str]),
}

impl Question<'_> {
    fn visit<G: Notation>(self, game: G) -> Result<Vec<String>, String> {
        let (fen, played) = match self {
            Question::Start => return Ok(vec![game.format_position(&game.start())]),
            Question::Moves(fen) => (fen, &[][..]),
            Question::After(fen, played) | Question::Ending(fen, played) => (fen, played),
        };
        let first = game.parse_position(fen).map_err(|error| error.to_string())?;
        let mut record = Record::new(game, first);
        for text in played {
            let mv = record.game().parse_move(record.position(), text).map_err(|error| error.to_string())?;
            record.play(mv);
        }
        Ok(match self {
            Question::Ending(..) => record.ending().iter().map(ToString::to_string).collect(),
            Question::Moves(_) => millstone::games::notation::legal_texts(record.game(), record.position()),
            _ => vec![record.game().format_position(record.position())],
        })
    }
}

/// The squares of a move text, so that moves sort by number.
fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}
