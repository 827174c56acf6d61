//! Looking a position up.

use super::endgame_rules::EndgameRules;
use super::index::{Pieces, SliceIndex};
use super::material::{Material, Pair};
use super::solve::solve;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Draws;
use crate::tables::Wdl;
use crate::tables::cell::{DRAW, Metric};
use crate::tables::lookup::{Progress, TableProbe, TableValue};
use crate::tables::values::{Loaded, Probed, Values};

/// The most pieces of both sides for which tables are built in memory, in a few hundredths of a second.
pub const SMALL: u32 = 3;
/// The same on 32 squares, where nobody waits for them: a second.
pub const LARGER: u32 = 4;

/// One more than the most men or kings of a side.
const SIDES: usize = 6;
/// A king that steps onto the main road is drawn so many plies from now.
const STEP_ONTO_ROAD: u32 = 1 + Draws::ROAD as u32;
/// No table.
const NONE: u16 = u16::MAX;

/// The tables of one rule set, as far as there are any.
pub struct DraughtsTables {
    rules: EndgameRules,
    pairs: Vec<LoadedPair>,
    /// Twice the place of a pair in the list, and one more for its second table: by own men, own kings, their men and
    /// their kings.
    places: [u16; SIDES * SIDES * SIDES * SIDES],
    /// The most pieces of a table that is in memory.
    most_in_memory: u32,
    /// Whether a lone king against three pieces is drawn sooner on the main road than elsewhere.
    main_road: bool,
}

struct LoadedPair {
    indices: Vec<SliceIndex>,
    loaded: Loaded,
}

impl DraughtsTables {
    /// Tables for up to `most` pieces of both sides in all, built in memory.
    pub fn build(rules: EndgameRules, most: u32) -> DraughtsTables {
        let mut tables = DraughtsTables::empty(rules);
        tables.solve_all(most, Metric::Conversion, &|| true);
        tables
    }

    /// Adds the tables of up to so many pieces that are not there, built in memory, up to [`SMALL`] with all distances; whether
    /// that was done before `going` said to stop.
    pub fn add_small(&mut self, most: u32, going: &(dyn Fn() -> bool + Sync)) -> bool {
        let pairs = Pair::all(&self.rules, most);
        if pairs.iter().all(|pair| self.has(pair.first, pair.second)) {
            return true;
        }
        let [mut small, mut ends] = [DraughtsTables::empty(self.rules), DraughtsTables::empty(self.rules)];
        let done = small.solve_all(most, Metric::Conversion, going) && ends.solve_all(SMALL, Metric::End, going);
        let mut ends = ends.pairs.into_iter();
        for (pair, mut built) in pairs.into_iter().zip(small.pairs).filter(|_| done) {
            // What did not fit is missing at the end of the list.
            built.loaded.distances.extend(ends.next().map(|end| end.loaded.into_distances(Metric::End)));
            if !self.has(pair.first, pair.second) {
                self.add(pair, built.loaded);
            }
        }
        done
    }

    /// Solves all pairs up to so many pieces; whether that was done before `going` said to stop.
    fn solve_all(&mut self, most: u32, metric: Metric, going: &(dyn Fn() -> bool + Sync)) -> bool {
        for pair in Pair::all(&self.rules, most) {
            if !going() {
                return false;
            }
            // What does not fit leaves out all that rests on it.
            let Ok(solved) = solve(self, pair, metric) else { break };
            self.add(pair, Loaded::new(solved.into_iter().map(|half| Values::Cells(half.cells)).collect()));
        }
        true
    }

    /// No tables yet.
    pub fn empty(rules: EndgameRules) -> DraughtsTables {
        DraughtsTables {
            rules,
            pairs: Vec::new(),
            places: [NONE; SIDES * SIDES * SIDES * SIDES],
            most_in_memory: 0,
            main_road: false,
        }
    }

    /// Adds the tables of a pair, in the order of [`Pair::movers`].
    pub fn add(&mut self, pair: Pair, loaded: Loaded) {
        let index = |(own, their)| SliceIndex::new(self.rules.board(), own, their);
        let indices: Vec<SliceIndex> = pair.movers().into_iter().map(index).collect();
        for (section, (own, their)) in pair.movers().into_iter().enumerate() {
            if let Some(place) = place(own, their) {
                self.places[place] = (2 * self.pairs.len() + section) as u16;
            }
        }
        if loaded.bytes() > 0 {
            self.most_in_memory = self.most_in_memory.max(pair.pieces());
        }
        self.pairs.push(LoadedPair { indices, loaded });
    }

    /// Says by which rule endings are drawn that tables do not know of.
    pub fn set_draws(&mut self, draws: Draws) {
        self.main_road = matches!(draws, Draws::Russian | Draws::Brazilian);
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Those the tables were made for.
    pub fn rules(&self) -> &EndgameRules {
        &self.rules
    }

    /// Whether there is a table with one side to move against the other.
    pub fn has(&self, own: Material, their: Material) -> bool {
        place(own, their).is_some_and(|place| self.places[place] != NONE)
    }

    /// Who wins a position, if there is a table for it.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Wdl> {
        let (pair, section, slot) = self.find(position)?;
        pair.wdl(section, slot)
    }

    /// The cell of a position in memory; where there are no distances, the least depth that says who wins.
    #[inline]
    pub fn code(&self, position: &Position) -> Option<u8> {
        let (pair, section, slot) = self.find(position)?;
        match pair.cells(section) {
            Some(cells) => cells.get(slot).copied(),
            None => pair.wdl(section, slot).map(|wdl| match wdl {
                Wdl::Loss => 0,
                Wdl::Draw => DRAW,
                Wdl::Win => 1,
            }),
        }
    }

    /// Who wins a position and how far it is to the next capture or crowning or the end, if there is a table for it.
    /// Reads a file where distances are not in memory.
    pub fn probe_root(&self, position: &Position) -> Option<Probed> {
        let (pair, section, slot) = self.find(position)?;
        pair.probe(section, slot)
    }

    /// The tables of a position, which of them, and the slot.
    #[inline]
    fn find(&self, position: &Position) -> Option<(&Loaded, usize, usize)> {
        let [own_men, own_kings, their_men, their_kings] = position.material();
        let (own, their) =
            (Material { men: own_men, kings: own_kings }, Material { men: their_men, kings: their_kings });
        let place = usize::from(self.places[place(own, their)?]);
        let pair = self.pairs.get(place / 2)?;
        let index = pair.indices.get(place % 2)?;
        let pieces = Pieces::of(position, index.board);
        (position.huffable == 0 && index.holds(&pieces)).then(|| (&pair.loaded, place % 2, index.slot(&pieces)))
    }
}

impl DraughtsTables {
    /// Where there are men, a rule that counts moves of kings may begin its count anew before a capture or crowning; and
    /// a lone king may never come to where it is drawn soonest.
    #[inline]
    fn counted(&self, position: &Position, value: TableValue) -> TableValue {
        let (own, their) = (position.own.count_ones(), position.their.count_ones());
        let road = self.main_road && own.min(their) == 1 && own + their == 4;
        let may_be_later = position.kings != position.own | position.their || road;
        let progress = match value.progress {
            Progress::Exactly(plies) if may_be_later => Progress::Within(plies),
            progress => progress,
        };
        TableValue { progress, sure: if road { STEP_ONTO_ROAD } else { value.sure }, ..value }
    }
}

/// The place of a material in a list of all, the mover's first; `None` if there is more of it than any table has.
#[inline(always)]
fn place(own: Material, their: Material) -> Option<usize> {
    let counts = [own.men, own.kings, their.men, their.kings];
    let fits = counts.iter().all(|&count| count < SIDES as u32);
    fits.then(|| counts.iter().fold(0, |place, &count| place * SIDES + count as usize))
}

impl TableProbe<Position> for DraughtsTables {
    fn most_pieces(&self) -> u32 {
        self.most_in_memory
    }

    #[inline]
    fn look_up(&self, position: &Position) -> Option<TableValue> {
        let (pair, section, slot) = self.find(position)?;
        pair.value(section, slot, false).map(|value| self.counted(position, value))
    }

    fn same_table(&self, position: &Position, next: &Position) -> bool {
        let sides = |position: &Position| {
            let [own_men, own_kings, their_men, their_kings] = position.material();
            Pair::new(Material { men: own_men, kings: own_kings }, Material { men: their_men, kings: their_kings })
        };
        sides(position) == sides(next)
    }

    fn read(&self, position: &Position) -> Option<TableValue> {
        let (pair, section, slot) = self.find(position)?;
        pair.value(section, slot, true).map(|value| self.counted(position, value))
    }
}
