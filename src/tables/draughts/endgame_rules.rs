//! Which rules matter to endgame tables, and which rules the tables can do.

use crate::games::axis::Axes;
use crate::games::draughts::rules::{Board, Corner, Draws, First, Goal, Huff, KingMove, NEVER, Rules};
use crate::tables::name_by_changes;
#[cfg(not(target_family = "wasm"))]
use crate::tables::{draughts::index::INDEX, store::Store};
#[cfg(not(target_family = "wasm"))]
use std::path::Path;

/// The axes that tables depend on. Which corner is dark, the rows of men, who begins and the draws that count plies
/// make no difference.
const AXES: [&str; 13] = [
    "board",
    "men-capture",
    "king-move",
    "king-capture",
    "capture",
    "chain",
    "choice",
    "removal",
    "promote",
    "men-take-kings",
    "goal",
    "draws",
    "huff",
];

/// Axes that are named only where they are not at their most common value: there were tables before there were these.
const LATER_AXES: [&str; 2] = ["capture-lines", "turn-back"];

/// The rules of a game's endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameRules {
    /// The rules with what does not matter at its usual value.
    rules: Rules,
}

impl EndgameRules {
    /// The rules as far as tables depend on them, or why there are no tables for them.
    pub fn new(rules: &Rules) -> Result<EndgameRules, String> {
        if rules.movement.huffs() {
            return Err("capture=huff: what a position is worth depends on what may be huffed, which tables leave \
                        out"
            .into());
        }
        if rules.movement.board == Board::Full {
            return Err("board=64: the index of a position is that of a board with dark squares".into());
        }
        if rules.movement.limits_kings() {
            return Err(format!(
                "king-limit={}: what a position is worth depends on how often a king has moved in a row, which tables leave \
                 out",
                rules.movement.king_limit
            ));
        }
        let no_kings = rules.goal == Goal::Crown;
        // One king or piece each is drawn on the spot by two of the rules. All other drawn endings count plies.
        let at_once = rules.draws.at_once() && !rules.plays_to_lose() && !no_kings;
        Ok(EndgameRules {
            rules: Rules {
                corner: Corner::Left,
                men_rows: rules.movement.board.usual_rows(),
                first: First::White,
                huff: Huff::May,
                draws: if at_once { rules.draws } else { Draws::Plain },
                no_progress: NEVER,
                ..*rules
            },
        })
    }

    /// The rules, without draws that count plies.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board that the index is made for.
    pub fn board(&self) -> Board {
        self.rules.movement.board
    }

    /// Whether there are kings at all: where the first one wins, no position has any.
    pub fn has_kings(&self) -> bool {
        self.rules.goal != Goal::Crown
    }

    /// Whether kings move any distance.
    pub fn long_kings(&self) -> bool {
        self.rules.movement.king_move == KingMove::Long
    }

    /// The most pieces of both sides that tables can be built for.
    pub fn most_pieces(&self) -> u32 {
        match self.board() {
            Board::Eight => 6,
            Board::Ten => 5,
            Board::Full => 0,
        }
    }

    /// The rules as text: what tables depend on, and nothing else.
    pub fn text(&self) -> String {
        let uncommon = |axis: &&&str| self.rules.value(axis) != Rules::COMMON.value(axis);
        let axes = AXES.iter().chain(LATER_AXES.iter().filter(uncommon));
        axes.fold("draughts:".into(), |text, axis| format!("{text} {axis}={}", self.rules.value(axis)))
    }

    /// A name for the folder of these tables: the axes that are not at their most common value.
    pub fn folder_name(&self) -> String {
        let common = EndgameRules::new(&Rules::COMMON).map(|common| common.text()).unwrap_or_default();
        let text = self.text();
        let name = name_by_changes("draughts", &text, &common);
        // What the common text does not name is not common.
        text.split(' ').skip(1 + AXES.len()).fold(name, |name, axis| name + "+" + axis)
    }

    /// The files of these rules in a folder of their own.
    #[cfg(not(target_family = "wasm"))]
    pub fn store(&self, folder: &Path) -> Store {
        Store::new(folder, self.text(), INDEX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::named::rules;
    use crate::games::draughts::rules::{Movement, NO_KING_LIMIT};

    fn name(game: &str) -> String {
        EndgameRules::new(&rules(game)).unwrap().folder_name()
    }

    #[test]
    fn folders_are_named_by_what_matters_in_endings() {
        assert_eq!(name("schmidt-es"), "draughts");
        assert_eq!(name("english"), "draughts+king-move=short+king-capture=adjacent");
        assert_eq!(name("english"), name("schmidt-gb"));
        assert!(name("ravensburger-de").ends_with("+draws=sheet"));
    }

    #[test]
    fn huffing_is_refused_with_the_reason() {
        let refused = EndgameRules::new(&rules("doubleboard-de")).unwrap_err();
        assert!(refused.contains("capture=huff"), "{refused}");
    }

    #[test]
    fn a_limit_of_king_moves_is_refused_with_the_reason() {
        let refused = EndgameRules::new(&rules("frisian")).unwrap_err();
        assert!(refused.contains("king-limit=3"), "{refused}");
        let unlimited =
            Rules { movement: Movement { king_limit: NO_KING_LIMIT, ..rules("frisian").movement }, ..rules("frisian") };
        assert!(EndgameRules::new(&unlimited).is_ok_and(|rules| rules.folder_name().ends_with("capture-lines=all")));
    }

    #[test]
    fn the_board_of_64_squares_is_refused_with_the_reason() {
        let refused = EndgameRules::new(&rules("turkish")).unwrap_err();
        assert!(refused.contains("board=64"), "{refused}");
    }
}
