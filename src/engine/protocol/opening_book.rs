//! The books the engine plays from: the one that was named, or those that are part of the program.

use super::options::Options;
use crate::engine::any_game::AnyGame;
use crate::games::catalog::Rules;
use crate::games::notation::{Style, clip};
use crate::search::Limits;
use crate::tools::book::{Book, Choice, built_in};
use crate::util::random::Rng;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// The books at hand.
pub struct Shelf {
    /// The book of the option BookFile, with the name it was read by.
    named: Option<(String, Book)>,
    /// The built-in book of the rules last asked for, if those have one.
    own: Option<(Rules, Option<Book>)>,
    /// What settles the choice between moves; no two runs begin alike.
    random: Rng,
}

impl Default for Shelf {
    fn default() -> Self {
        let seed = RandomState::new().build_hasher().finish();
        Shelf { named: None, own: None, random: Rng::new(seed) }
    }
}

impl Shelf {
    /// Fetches the book that the options ask for, from its file even if it is at hand where `afresh` says so. Gives a remark where there is one to make, or what is wrong with
    /// the file, which is then not used.
    pub fn fetch(&mut self, options: &Options, afresh: bool) -> Result<Option<String>, String> {
        let path = &options.book_file;
        if path.is_empty() {
            self.named = None;
        } else if afresh || self.named.as_ref().is_none_or(|(name, _)| name != path) {
            let wrong = |problem: String| format!("option BookFile: `{}`: {problem}; nothing changes", clip(path));
            // A pipe or a device may never end.
            if !std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.is_file() {
                return Err(wrong("not a file".into()));
            }
            let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
            let book = Book::read(&text).map_err(|error| wrong(error.to_string()))?;
            self.named = Some((path.clone(), book));
        }
        if !options.own_book || self.book(options).is_some() {
            return Ok(None);
        }
        let variant = &options.variant;
        Ok(Some(match &self.named {
            Some((name, book)) => {
                format!("option OwnBook: `{}` is a book for {}, not for {variant}", clip(name), book.variant())
            }
            None => format!("option OwnBook: there is no book for {variant} but with BookFile"),
        }))
    }

    /// A move from the book, if the order is one to play: in analysis, and where the order says which moves to look at or
    /// to think until it is stopped, a search is wanted.
    pub fn choice(
        &mut self,
        options: &Options,
        limits: &Limits<String>,
        seat: &dyn AnyGame,
        style: Style,
    ) -> Option<Choice> {
        let playing = options.own_book
            && !options.analyse
            && !limits.infinite
            && !limits.ponder
            && limits.moves.is_empty()
            && limits.mate.is_none();
        // What stood before was left by someone for a reason.
        if !playing || seat.ending().is_some() || seat.repetitions() > 1 {
            return None;
        }
        let mut random = self.random.clone();
        let choice = self.book(options)?.pick(seat, style, &mut random);
        self.random = random;
        choice
    }

    /// The book for the game of the options.
    fn book(&mut self, options: &Options) -> Option<&Book> {
        let rules = options.variant.rules();
        if let Some((_, book)) = &self.named {
            return (book.variant().rules() == rules).then_some(book);
        }
        if self.own.as_ref().is_none_or(|(known, _)| known != rules) {
            self.own = Some((*rules, built_in(&options.variant)));
        }
        self.own.as_ref()?.1.as_ref()
    }
}
