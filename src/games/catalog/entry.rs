//! What an entry of the table of games says. The entries stand in `named.rs` of each family.

/// A named game: all that is true of it, in one place.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What users write, in lower case with hyphens.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// The game, further up in the table, from which it differs; none for the first of a family.
    pub parent: Option<&'static str>,
    /// The axes in which it differs from its parent.
    pub changes: &'static [Change],
    /// The printed sheet or the federation whose rules these are.
    pub sheet: &'static str,
    /// What it is, in a line; made from the axes where empty.
    pub description: &'static str,
    /// What Hub calls it, if Hub knows it.
    pub hub: Option<HubName>,
    /// The values of PDN's tag GameType that mean it; the first is written.
    pub game_types: &'static [&'static str],
    /// The plain weights of its evaluation; a game without has those of the game most like it.
    pub weights: Option<&'static str>,
    /// The trained weights of its evaluation, which replace the plain ones.
    pub model: Option<&'static [u8]>,
    /// Its opening book.
    pub book: Option<&'static str>,
    /// Its file in `openings/`; a game without shares that of the first game that is played alike.
    pub openings: Option<&'static str>,
}

/// An axis that a game changes.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// One of the family's; another is a compile error.
    pub axis: &'static str,
    /// As in an override.
    pub value: &'static str,
    /// Where that is written: the sheet's words or the federation's article, or that it is our reading.
    pub source: &'static str,
}

/// Hub's name for a game.
#[derive(Clone, Copy, Debug)]
pub struct HubName {
    /// The value of Hub's parameter `variant`.
    pub name: &'static str,
    /// Its place in the list that clients get.
    pub rank: u8,
    /// Whether clients number the squares of its moves from the bottom row.
    pub from_bottom: bool,
}

/// An entry that says nothing yet.
pub(crate) const GAME: Entry = Entry {
    name: "",
    aliases: &[],
    parent: None,
    changes: &[],
    sheet: "",
    description: "",
    hub: None,
    game_types: &[],
    weights: None,
    model: None,
    book: None,
    openings: None,
};

/// An axis with its value and the source of that.
pub(crate) const fn change(axis: &'static str, value: &'static str, source: &'static str) -> Change {
    Change { axis, value, source }
}

/// A name of Hub's, with squares numbered from the top.
pub(crate) const fn hub(rank: u8, name: &'static str) -> Option<HubName> {
    Some(HubName { name, rank, from_bottom: false })
}

/// A name of Hub's, with squares numbered from the bottom.
pub(crate) const fn hub_from_bottom(rank: u8, name: &'static str) -> Option<HubName> {
    Some(HubName { name, rank, from_bottom: true })
}

/// The place of a game in its family's table.
pub(crate) const fn place(table: &[Entry], name: &str) -> usize {
    let mut at = 0;
    while at < table.len() {
        if crate::games::axis::same(table[at].name, name) {
            return at;
        }
        at += 1;
    }
    panic!("no game of that name in the table")
}

/// The rules of every game of a family's table, each its parent's with its own changes.
macro_rules! resolve {
    ($rules:ty, $table:expr, $first:expr) => {{
        let mut all: [$rules; $table.len()] = [$first; $table.len()];
        let mut at = 0;
        while at < all.len() {
            let entry = &$table[at];
            if let Some(parent) = entry.parent {
                let parent = $crate::games::catalog::entry::place(&$table, parent);
                assert!(parent < at, "a parent stands above its children");
                all[at] = all[parent];
            }
            let mut next = 0;
            while next < entry.changes.len() {
                all[at] = match all[at].with(entry.changes[next].axis, entry.changes[next].value) {
                    Some(rules) => rules,
                    None => panic!("an axis or a value that the family does not have"),
                };
                next += 1;
            }
            at += 1;
        }
        all
    }};
}
pub(crate) use resolve;

/// The weights of a game, from `src/eval/weights`.
macro_rules! weights {
    ($name:literal) => {
        Some(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights/", $name, ".txt")))
    };
}
pub(crate) use weights;

/// The trained weights of a game, from `src/eval/weights`.
macro_rules! model {
    ($name:literal) => {
        Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights/", $name, ".model")) as &[u8])
    };
}
pub(crate) use model;

/// The opening book of a game, from `openings`.
macro_rules! book {
    ($name:literal) => {
        Some(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/openings/", $name, ".book")))
    };
}
pub(crate) use book;
