//! The books that are part of the program.

use super::Book;
use crate::games::catalog::{self, Variant};

const TEXTS: [(&str, &str); 3] = [
    ("english", include_str!("../../../openings/english.book")),
    ("international", include_str!("../../../openings/international.book")),
    ("nine-mens-morris", include_str!("../../../openings/nine-mens-morris.book")),
];

/// The book for a game, if there is one for its rules.
pub fn built_in(variant: &Variant) -> Option<Book> {
    let fits = |name: &str| catalog::find(name).is_some_and(|entry| entry.rules == *variant.rules());
    let (_, text) = TEXTS.iter().find(|(name, _)| fits(name))?;
    Book::read(text).ok()
}
