//! The search's parameters: each technique has a switch, so that a match can measure what it is worth
//! (`examples/selfplay.rs`, docs/search-tests.md).

/// Which techniques are on, and their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Use the transposition table.
    pub tt: bool,
    /// Try the table's move first.
    pub tt_move: bool,
    /// Principal variation search: null windows for all moves but the first.
    pub pvs: bool,
    /// Start each iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// How far that window reaches to either side, in hundredths of a man.
    pub aspiration_margin: i32,
    /// Order quiet moves by history.
    pub history: bool,
    /// Try moves that win something before the quiet ones.
    pub tactical_first: bool,
    /// Late-move reductions.
    pub lmr: bool,
    /// The least reduction, in hundredths of a ply.
    pub lmr_base: i32,
    /// How slowly the reduction grows with depth and move number, in hundredths.
    pub lmr_divisor: i32,
    /// A late move is reduced by a ply more or less for each so many that its history is below or above zero; 0 for never.
    pub lmr_history: i32,
    /// How many moves of a node are not reduced.
    pub lmr_place: i32,
    /// Skip a node whose score in a shallow search is far above the window.
    pub probcut: bool,
    /// The margin of ProbCut, in hundredths of a man for each ten plies.
    pub probcut_margin: i32,
    /// The depth of its shallow search, in hundredths of the depth; it must be below 100.
    pub probcut_depth: i32,
    /// Single-reply extension: an only move costs no depth, where the game says that it pays.
    pub single_reply: bool,
    /// Mate-distance pruning: bound scores by the shortest possible win.
    pub mate_distance: bool,
    /// Search the quiescence moves of a game, not only forced ones.
    pub qsearch_moves: bool,
    /// In how many plies of quiescence search moves may be tried that could go on for long.
    pub qsearch_plies: i32,
    /// Score repetitions as draws.
    pub repetition: bool,
    /// Play a move that beats the last iteration's even if the iteration is not completed.
    pub partial_iteration: bool,
    /// Use only table entries of exactly the depth that is wanted.
    pub exact_depth: bool,
}

impl Params {
    /// As it plays: what pays in matches.
    pub const PLAY: Params = Params {
        tt: true,
        tt_move: true,
        pvs: true,
        aspiration: true,
        aspiration_margin: 15,
        history: true,
        tactical_first: true,
        lmr: true,
        lmr_base: 100,
        lmr_divisor: 160,
        lmr_history: 5000,
        lmr_place: 3,
        probcut: true,
        probcut_margin: 100,
        probcut_depth: 40,
        single_reply: true,
        mate_distance: true,
        qsearch_moves: true,
        qsearch_plies: 1,
        repetition: true,
        partial_iteration: true,
        exact_depth: false,
    };

    /// With nothing that could change a score: the result is that of plain negamax.
    pub const EXACT: Params = Params {
        lmr: false,
        probcut: false,
        single_reply: false,
        mate_distance: false,
        exact_depth: true,
        ..Params::PLAY
    };

    /// Sets a technique by name, as test matches do: `name=on|off`, or a number for a margin.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("technique `{text}`: expected name=on, name=off or name=NUMBER");
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        if let Some(number) = self.number(name) {
            *number = value.parse().map_err(|_| wrong())?;
            return Ok(());
        }
        let switch = match name {
            "tt" => &mut self.tt,
            "tt_move" => &mut self.tt_move,
            "pvs" => &mut self.pvs,
            "aspiration" => &mut self.aspiration,
            "history" => &mut self.history,
            "tactical_first" => &mut self.tactical_first,
            "lmr" => &mut self.lmr,
            "probcut" => &mut self.probcut,
            "single_reply" => &mut self.single_reply,
            "mate_distance" => &mut self.mate_distance,
            "qsearch_moves" => &mut self.qsearch_moves,
            "repetition" => &mut self.repetition,
            "partial_iteration" => &mut self.partial_iteration,
            _ => return Err(wrong()),
        };
        *switch = match value {
            "on" => true,
            "off" => false,
            _ => return Err(wrong()),
        };
        Ok(())
    }

    /// The number with a name.
    pub fn number(&mut self, name: &str) -> Option<&mut i32> {
        Some(match name {
            "aspiration_margin" => &mut self.aspiration_margin,
            "lmr_base" => &mut self.lmr_base,
            "lmr_divisor" => &mut self.lmr_divisor,
            "lmr_history" => &mut self.lmr_history,
            "lmr_place" => &mut self.lmr_place,
            "probcut_depth" => &mut self.probcut_depth,
            "probcut_margin" => &mut self.probcut_margin,
            "qsearch_plies" => &mut self.qsearch_plies,
            _ => return None,
        })
    }
}
