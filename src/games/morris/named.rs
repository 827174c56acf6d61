//! The table of morris games: an entry for each, as its difference from another.
//!
//! A source is the sheet's section in the sheet's language; *our reading* where it is silent. A game that needs no new rule is
//! an entry here and its data files, nothing else.

use super::rules::Rules;
use crate::games::catalog::entry::{Entry, GAME, book, change, model, place, resolve, weights};

/// The games.
pub const NAMED: &[Entry] = &[
    Entry {
        name: "nine-mens-morris",
        aliases: &["morris", "mill"],
        sheet: "Schmidt, all languages; Red board",
        description: "place nine stones, then move; three in a row take one",
        changes: &[
            change("board", "24", "three squares joined at the middles of their sides (the board)"),
            change("men", "9", "nine stones each (preparation)"),
            change("placing", "phase", "moving begins when all stones are placed (course of play)"),
            change("placing-mill", "take", "a mill closed by placing takes a stone at once (course of play)"),
            change("moving-mill", "take", "a closed mill takes a stone (course of play)"),
            change("placing-until", "own", "our reading: nothing depends on it here"),
            change("shield", "unless-all", "stones in mills only when there are no others (course of play)"),
            change("take", "must", "our reading"),
            change("double-mill", "one", "our reading"),
            change("jumper-falls", "no", "the sheet has no such rule"),
            change("fly", "3", "with three stones left one may jump anywhere (course of play)"),
            change("goal", "stones", "fewer than three stones lose, and so does a side that cannot move (end)"),
            change("no-progress", "100", "our reading"),
        ],
        weights: weights!("nine-mens-morris"),
        model: model!("nine-mens-morris"),
        book: book!("nine-mens-morris"),
        openings: Some("nine-mens-morris.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-mill",
        parent: Some("nine-mens-morris"),
        sheet: "Ravensburger, all languages",
        description: "mills are safe for ever, but a mill against three stones wins",
        changes: &[
            change("shield", "always", "the stone taken must not be part of a mill (placing)"),
            change("jumper-falls", "yes", "a mill against three stones wins, even if they form a mill (end)"),
        ],
        weights: weights!("ravensburger-mill"),
        model: model!("ravensburger-mill"),
        openings: Some("ravensburger-mill.txt"),
        ..GAME
    },
    Entry {
        name: "doubleboard-mill",
        parent: Some("nine-mens-morris"),
        sheet: "Double board, all languages",
        description: "nine men's morris as its own sheet has it",
        changes: &[change("shield", "unless-all", "a closed mill may *always* take a stone (course of play)")],
        openings: Some("doubleboard-mill.txt"),
        ..GAME
    },
    Entry {
        name: "mixed-mill",
        parent: Some("nine-mens-morris"),
        sheet: "Schmidt, all languages",
        description: "place or move, as one likes",
        changes: &[change("placing", "mixed", "placing and moving are not separate (variants: Gemischte Mühle)")],
        weights: weights!("mixed-mill"),
        model: model!("mixed-mill"),
        openings: Some("mixed-mill.txt"),
        ..GAME
    },
    Entry {
        name: "ceylon-mill",
        parent: Some("nine-mens-morris"),
        sheet: "Schmidt, all languages",
        description: "a mill gives another turn",
        changes: &[
            change("placing-mill", "again", "no stone, but another turn (variants: Ceylonische Mühle)"),
            change("moving-mill", "take-again", "a stone and another turn (variants: Ceylonische Mühle)"),
            change("placing-until", "both", "once *all* stones are in the game (variants: Ceylonische Mühle)"),
        ],
        weights: weights!("ceylon-mill"),
        model: model!("ceylon-mill"),
        openings: Some("ceylon-mill.txt"),
        ..GAME
    },
    Entry {
        name: "lasker-morris",
        parent: Some("mixed-mill"),
        sheet: "Emanuel Lasker",
        description: "ten stones, place or move, as one likes",
        changes: &[change("men", "10", "ten stones each")],
        weights: weights!("lasker-morris"),
        model: model!("lasker-morris"),
        openings: Some("lasker-morris.txt"),
        ..GAME
    },
    Entry {
        name: "twelve-mens-morris",
        parent: Some("nine-mens-morris"),
        sheet: "traditional",
        description: "twelve stones on a board with diagonals",
        changes: &[
            change("board", "24-diagonals", "the corners are joined too"),
            change("men", "12", "twelve stones each"),
        ],
        weights: weights!("twelve-mens-morris"),
        model: model!("twelve-mens-morris"),
        openings: Some("twelve-mens-morris.txt"),
        ..GAME
    },
    Entry {
        name: "eleven-mens-morris",
        parent: Some("twelve-mens-morris"),
        sheet: "traditional",
        description: "eleven stones on a board with diagonals",
        changes: &[change("men", "11", "eleven stones each: the board is never full")],
        weights: weights!("eleven-mens-morris"),
        model: model!("eleven-mens-morris"),
        openings: Some("eleven-mens-morris.txt"),
        ..GAME
    },
    Entry {
        name: "morabaraba",
        parent: Some("twelve-mens-morris"),
        sheet: "South African tradition",
        description: "twelve cows on a board with diagonals, twelve men's morris by its own name",
        changes: &[
            change("double-mill", "one", "two mills closed at once shoot one cow"),
            change("fly", "3", "three cows fly"),
        ],
        openings: Some("morabaraba.txt"),
        ..GAME
    },
    Entry {
        name: "six-mens-morris",
        parent: Some("nine-mens-morris"),
        sheet: "traditional",
        description: "six stones on two squares; nobody flies",
        changes: &[
            change("board", "16", "two squares joined at the middles of their sides, mills on the squares only"),
            change("men", "6", "six stones each"),
            change("fly", "never", "stones always move along the lines"),
        ],
        openings: Some("six-mens-morris.txt"),
        ..GAME
    },
    Entry {
        name: "five-mens-morris",
        parent: Some("six-mens-morris"),
        sheet: "traditional",
        description: "five stones on two squares; nobody flies",
        changes: &[change("men", "5", "five stones each")],
        openings: Some("five-mens-morris.txt"),
        ..GAME
    },
    Entry {
        name: "three-mens-morris",
        parent: Some("nine-mens-morris"),
        sheet: "traditional",
        description: "three stones on nine points; the first three in a row win",
        changes: &[
            change("board", "9-diagonals", "three rows of three points with both diagonals"),
            change("men", "3", "three stones each"),
            change("fly", "never", "a stone steps along a line to a neighbouring free point"),
            change("goal", "mill", "the first line of three wins at once"),
        ],
        openings: Some("three-mens-morris.txt"),
        ..GAME
    },
];

/// The rules of the games, in their order.
pub const RULES: [Rules; NAMED.len()] = resolve!(Rules, NAMED, Rules::COMMON);

/// The rules of a game by name.
///
/// # Panics
///
/// If there is no such game: meant for names that are known to be right, best in constants.
pub const fn rules(name: &str) -> Rules {
    RULES[place(NAMED, name)]
}
