//! The books that are part of the program.

use super::Book;
use crate::games::catalog::{Variant, entries};

/// The book for a game, if there is one for its rules.
pub fn built_in(variant: &Variant) -> Option<Book> {
    let text = entries().iter().filter(|entry| entry.rules == *variant.rules()).find_map(|entry| entry.book)?;
    Book::read(text).ok()
}
