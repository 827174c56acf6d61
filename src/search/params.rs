//! The techniques of the search, each with a switch, so that a match can say what it is worth.

/// Which techniques are on, and their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Use the transposition table.
    pub table: bool,
    /// Try the table's move first.
    pub table_move: bool,
    /// Null windows for all but the first move.
    pub pvs: bool,
    /// Start each iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// Order quiet moves by how they have done elsewhere.
    pub history: bool,
    /// Try moves that win something before the quiet ones.
    pub gains_first: bool,
    /// Late-move reductions.
    pub reductions: bool,
    /// Skip a node whose score a shallow search puts far above the window.
    pub probcut: bool,
    /// The margin of that, in hundredths of a man for each ten plies.
    pub probcut_margin: i32,
    /// The least reduction of a late move, in hundredths of a ply.
    pub reduction_base: i32,
    /// How slowly the reduction grows with depth and lateness, in hundredths.
    pub reduction_divisor: i32,
    /// A forced reply costs no depth, where the game says that it pays.
    pub single_reply: bool,
    /// A move much better than all others costs no depth.
    pub singular: bool,
    /// Bound scores by the shortest possible win.
    pub mate_distance: bool,
    /// Let a quiet leaf try what its game hands out, not only what is forced.
    pub tries: bool,
    /// How many plies past the horizon a leaf may still try what is not forced.
    pub settle_plies: i32,
    /// Score repetitions as draws.
    pub repetition: bool,
    /// Play what an iteration has found better than the last one's move, even if it is broken off then.
    pub unfinished: bool,
    /// Take from the table only what was searched to exactly the same depth.
    pub same_depth: bool,
}

impl Params {
    /// As it plays: what matches have shown to pay (docs/search-tests.md).
    pub const PLAY: Params = Params {
        table: true,
        table_move: true,
        pvs: true,
        aspiration: true,
        history: true,
        gains_first: true,
        reductions: true,
        probcut: true,
        probcut_margin: 100,
        reduction_base: 100,
        reduction_divisor: 160,
        single_reply: true,
        singular: false,
        mate_distance: true,
        tries: true,
        settle_plies: 1,
        repetition: true,
        unfinished: true,
        same_depth: false,
    };

    /// With nothing that could change a score: the result is that of plain negamax.
    pub const EXACT: Params = Params {
        reductions: false,
        probcut: false,
        single_reply: false,
        mate_distance: false,
        same_depth: true,
        ..Params::PLAY
    };
}

impl Params {
    /// Sets a technique by name, as test matches do: `name=on|off`, or a number for a margin.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("technique `{text}`: expected name=on, name=off or name=NUMBER");
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let number = match name {
            "probcut_margin" => Some(&mut self.probcut_margin),
            "settle_plies" => Some(&mut self.settle_plies),
            "reduction_base" => Some(&mut self.reduction_base),
            "reduction_divisor" => Some(&mut self.reduction_divisor),
            _ => None,
        };
        if let Some(number) = number {
            *number = value.parse().map_err(|_| wrong())?;
            return Ok(());
        }
        let switch = match name {
            "table" => &mut self.table,
            "table_move" => &mut self.table_move,
            "pvs" => &mut self.pvs,
            "aspiration" => &mut self.aspiration,
            "history" => &mut self.history,
            "gains_first" => &mut self.gains_first,
            "reductions" => &mut self.reductions,
            "tries" => &mut self.tries,
            "probcut" => &mut self.probcut,
            "single_reply" => &mut self.single_reply,
            "singular" => &mut self.singular,
            "mate_distance" => &mut self.mate_distance,
            "repetition" => &mut self.repetition,
            "unfinished" => &mut self.unfinished,
            _ => return Err(wrong()),
        };
        *switch = match value {
            "on" => true,
            "off" => false,
            _ => return Err(wrong()),
        };
        Ok(())
    }
}
