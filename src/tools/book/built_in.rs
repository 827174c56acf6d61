//! The built-in books.

use super::Book;
use crate::games::catalog::{Variant, entries};

/// The built-in book for the rules of a variant, if there is one.
pub fn built_in(variant: &Variant) -> Option<Book> {
    let text = entries().iter().filter(|entry| entry.rules == *variant.rules()).find_map(|entry| entry.book)?;
    Book::parse(text).ok()
}
