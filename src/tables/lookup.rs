//! What a search asks of tables, whichever the game.

use super::Wdl;
use crate::eval::score::{DRAW, LIKELY_WIN, TABLE_WIN, WIN, is_decided};
use std::any::Any;

/// What tables say of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableValue {
    /// Who wins.
    pub wdl: Wdl,
    /// Plies until the position is in another table or the game is over, if it is decided.
    pub progress: Progress,
    /// Plies to the end of the game, if it is decided and they are known.
    pub end: Option<u32>,
    /// For so many plies no draw by rule comes that the position does not count yet.
    pub sure: u32,
}

/// Plies to the next capture, or crowning, or the end. The rules against games without progress count them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Exactly so many with best play, and no count of the rules begins anew before.
    Exactly(u32),
    /// So many with best play, but a count of the rules may begin anew before.
    Within(u32),
    /// No more than so many.
    AtMost(u32),
    /// Not known.
    Unknown,
}

impl TableValue {
    /// A drawn position, of which no distance is asked.
    pub const DRAW: TableValue = TableValue { wdl: Wdl::Draw, progress: Progress::Unknown, end: None, sure: u32::MAX };

    /// The end of the game, won by the side to move or by the other.
    pub const fn finished(won: bool) -> TableValue {
        let wdl = if won { Wdl::Win } else { Wdl::Loss };
        TableValue { wdl, progress: Progress::Exactly(0), end: Some(0), sure: u32::MAX }
    }

    /// Whether a distance is known by which moves can be compared.
    pub const fn has_distance(&self) -> bool {
        matches!(self.progress, Progress::Exactly(_) | Progress::Within(_)) || self.end.is_some()
    }

    /// The score if a game without progress is drawn after so many plies. A win that comes too late is a draw; one that may
    /// come too late is a likely win.
    pub fn score(&self, plies_left: u32) -> i32 {
        let plies_left = plies_left.min(self.sure);
        let win = match (self.progress, self.end) {
            _ if self.wdl == Wdl::Draw => DRAW,
            (_, Some(end)) if end <= plies_left => WIN - end as i32,
            (Progress::Exactly(plies), _) if plies > plies_left => DRAW,
            (Progress::Exactly(plies), _) => TABLE_WIN - plies as i32,
            (Progress::Within(plies), _) if plies <= plies_left => TABLE_WIN - plies as i32,
            (Progress::Within(plies), None) => LIKELY_WIN - plies as i32,
            (Progress::AtMost(plies), _) if plies <= plies_left => TABLE_WIN,
            (_, end) => LIKELY_WIN - end.unwrap_or(0) as i32,
        };
        if self.wdl == Wdl::Win { win } else { -win }
    }
}

/// What tables say of a position of a game in progress, in which there are so many plies left before a draw by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableVerdict {
    /// What tables say, without draws by rule.
    pub value: TableValue,
    plies_left: u32,
}

impl TableVerdict {
    /// The verdict with so many plies left.
    pub const fn new(value: TableValue, plies_left: u32) -> TableVerdict {
        TableVerdict { value, plies_left }
    }

    /// What the position is worth to the side to move; `None` if a win may come too late.
    pub fn wdl(&self) -> Option<Wdl> {
        match self.value.score(self.plies_left) {
            DRAW => Some(Wdl::Draw),
            score => is_decided(score).then_some(self.value.wdl),
        }
    }
}

/// The tables of a rule set with positions of type `P`.
pub trait TableProbe<P>: Send + Sync {
    /// No position with more pieces is in memory.
    fn most_pieces(&self) -> u32;

    /// What memory holds of a position.
    fn look_up(&self, position: &P) -> Option<TableValue>;

    /// Whether two positions are in the same table, so that distances to the next capture go on from one to the other.
    fn same_table(&self, position: &P, next: &P) -> bool;

    /// What memory and files hold of a position.
    fn read(&self, position: &P) -> Option<TableValue>;
}

/// The tables of any rule set.
pub struct AnyTables(Box<dyn Any + Send + Sync>);

impl AnyTables {
    /// Tables of whatever game has such positions.
    pub fn new<P: 'static>(tables: impl TableProbe<P> + 'static) -> AnyTables {
        AnyTables::from(Box::new(tables) as Box<dyn TableProbe<P>>)
    }

    /// The tables, if they are of a game with such positions.
    pub fn of_positions<P: 'static>(&self) -> Option<&dyn TableProbe<P>> {
        self.0.downcast_ref::<Box<dyn TableProbe<P>>>().map(|tables| &**tables)
    }
}

impl<P: 'static> From<Box<dyn TableProbe<P>>> for AnyTables {
    fn from(tables: Box<dyn TableProbe<P>>) -> AnyTables {
        AnyTables(Box::new(tables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_counts_if_it_comes_in_time() {
        let win = |progress, end| TableValue { wdl: Wdl::Win, progress, end, sure: u32::MAX };
        let both = win(Progress::Exactly(9), Some(33));
        assert_eq!([both.score(100), both.score(20), both.score(8)], [WIN - 33, TABLE_WIN - 9, DRAW]);
        let bound = win(Progress::AtMost(50), None);
        assert_eq!([bound.score(50), bound.score(49)], [TABLE_WIN, LIKELY_WIN]);
        let within = win(Progress::Within(9), None);
        assert_eq!([within.score(9), within.score(8)], [TABLE_WIN - 9, LIKELY_WIN - 9]);
        let end = TableValue { wdl: Wdl::Loss, ..win(Progress::Unknown, Some(150)) };
        assert_eq!([end.score(150), end.score(100)], [150 - WIN, 150 - LIKELY_WIN]);
        let other_draw = TableValue { sure: 11, ..within };
        assert_eq!([other_draw.score(60), TableValue { sure: 8, ..within }.score(60)], [TABLE_WIN - 9, LIKELY_WIN - 9]);
        assert_eq!(TableValue::DRAW.score(0), DRAW);
    }
}
