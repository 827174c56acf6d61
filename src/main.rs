//! The engine's program.

use millstone::protocol::{self, Dialect};

fn main() {
    let word = std::env::args().nth(1);
    protocol::run(word.as_deref().and_then(Dialect::from_word));
}
