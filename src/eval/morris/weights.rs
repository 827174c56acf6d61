//! What the counts of the evaluation are worth, a table for each game ([`crate::eval::weights`]).
//!
//! The numbers of a table are for the time in which stones are placed, and then the same for that in which they only move: a
//! stone on the board or in hand, a free point beside a stone, a stone that cannot move, a point at which a stone at
//! hand would close a mill, a stone that leaves one mill to close another, a stone in a mill, a stone on a point with four neighbours,
//! and having the move.

use crate::eval::weights::read;
use crate::games::morris::named::{self, NAMED};
use crate::games::morris::rules::{Board, MovingMill, Placing, Rules, Shield};

/// How much is counted.
pub(crate) const COUNTS: usize = 8;

/// The weights of one game, while stones are placed and while they move.
pub type Tables = [[i16; COUNTS]; 2];

macro_rules! table {
    ($name:literal) => {{
        const NUMBERS: [i16; 2 * COUNTS] = read(include_str!(concat!("../weights/", $name, ".txt")));
        let (placing, moving) = NUMBERS.split_at(COUNTS);
        match (placing.first_chunk(), moving.first_chunk()) {
            (Some(placing), Some(moving)) => [*placing, *moving],
            _ => unreachable!(),
        }
    }};
}

/// The tables of the named games, in the order of [`NAMED`].
static TABLES: [Tables; NAMED.len()] = [
    table!("nine-mens-morris"),
    table!("ravensburger-mill"),
    table!("doubleboard-mill"),
    table!("mixed-mill"),
    table!("ceylon-mill"),
    table!("lasker-morris"),
    table!("twelve-mens-morris"),
];

/// The table of a rule set: its own where it has a name, and else that of the named game that is most like it.
pub(crate) fn of(rules: &Rules) -> &'static Tables {
    let like = match rules {
        Rules { board: Board::Diagonals, .. } => named::TWELVE_MENS_MORRIS,
        Rules { moving_mill: MovingMill::TakeAgain, .. } => named::CEYLON_MILL,
        Rules { placing: Placing::Mixed, men: ..=9, .. } => named::MIXED_MILL,
        Rules { placing: Placing::Mixed, .. } => named::LASKER_MORRIS,
        Rules { shield: Shield::Always, .. } => named::DOUBLEBOARD_MILL,
        _ => named::NINE_MENS_MORRIS,
    };
    let place = |rules: &Rules| NAMED.iter().position(|named| named == rules);
    place(rules).or_else(|| place(&like)).map_or(&TABLES[0], |place| &TABLES[place])
}
