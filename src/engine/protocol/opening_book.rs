//! The opening books: the one of the option BookFile, and those built into the program.

use super::options::EngineOptions;
use crate::engine::any_game::AnyGame;
use crate::games::catalog::AnyRules;
use crate::games::notation::{Style, clip};
use crate::search::Limits;
use crate::tools::book::{Book, BookMove, built_in};
use crate::util::files;
use crate::util::random::Rng;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

/// The loaded opening books.
pub struct OpeningBooks {
    /// The book of BookFile, with its path.
    from_file: Option<(String, Book)>,
    /// The built-in book of the current rules, `None` inside if there is none.
    built_in: Option<(AnyRules, Option<Book>)>,
    /// Picks among the moves of a position; seeded differently in every run.
    rng: Rng,
}

impl Default for OpeningBooks {
    fn default() -> Self {
        let seed = RandomState::new().build_hasher().finish();
        OpeningBooks { from_file: None, built_in: None, rng: Rng::new(seed) }
    }
}

impl OpeningBooks {
    /// Loads the book that the options name; `reload` reads the file again even if it is loaded. Gives a message for the
    /// user if there is no book to play from. After an error the old book stays loaded.
    pub fn load(&mut self, options: &EngineOptions, reload: bool) -> Result<Option<String>, String> {
        let path = &options.book_file;
        if path.is_empty() {
            self.from_file = None;
        } else if reload || self.from_file.as_ref().is_none_or(|(loaded, _)| loaded != path) {
            let error =
                |problem: String| format!("option BookFile: `{}`: {problem}; the book is unchanged", clip(path));
            let text = files::read_text(Path::new(path)).map_err(|problem| error(problem.to_string()))?;
            let book = Book::parse(&text).map_err(|problem| error(problem.to_string()))?;
            self.from_file = Some((path.clone(), book));
        }
        if !options.own_book || self.current(options).is_some() {
            return Ok(None);
        }
        let variant = &options.variant;
        Ok(Some(match &self.from_file {
            Some((path, book)) => {
                format!("option OwnBook: `{}` is a book for {}, not for {variant}", clip(path), book.variant())
            }
            None => format!("option OwnBook: there is no built-in book for {variant}; set BookFile"),
        }))
    }

    /// A book move, if the engine is to play from a book. Analysis, pondering, `searchmoves`, `mate` and `infinite`
    /// ask for a search.
    pub fn choose(
        &mut self,
        options: &EngineOptions,
        limits: &Limits<String>,
        game: &dyn AnyGame,
        style: Style,
    ) -> Option<BookMove> {
        let playing = options.own_book
            && !options.analyse_mode
            && !limits.infinite
            && !limits.ponder
            && limits.moves.is_empty()
            && limits.mate.is_none();
        // In a repeated position the book would repeat its move too.
        if !playing || game.ending().is_some() || game.repetitions() > 1 {
            return None;
        }
        let mut rng = self.rng.clone();
        let choice = self.current(options)?.pick(game, style, &mut rng);
        self.rng = rng;
        choice
    }

    /// The book for the current variant.
    fn current(&mut self, options: &EngineOptions) -> Option<&Book> {
        let rules = options.variant.rules();
        if let Some((_, book)) = &self.from_file {
            return (book.variant().rules() == rules).then_some(book);
        }
        if self.built_in.as_ref().is_none_or(|(known, _)| known != rules) {
            self.built_in = Some((*rules, built_in(&options.variant)));
        }
        self.built_in.as_ref()?.1.as_ref()
    }
}
