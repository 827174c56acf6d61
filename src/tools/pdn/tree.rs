//! The opening tree of games, with their results.

use super::{GameResult, PdnGame, Replay};
use crate::games::notation::printable;
use serde::Serialize;
use std::fmt;

/// The opening trees of games: one for each variant and start position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OpeningTrees {
    /// The trees, the one with most games first.
    pub trees: Vec<OpeningTree>,
}

/// The opening tree of a variant and a start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningTree {
    /// The game that all lines are of.
    pub variant: String,
    /// The start position, if it is not the variant's own.
    pub fen: Option<String>,
    /// All games.
    #[serde(flatten)]
    pub root: TreeNode,
}

/// The games with the same first moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TreeNode {
    /// How many there are.
    pub games: u64,
    /// How many White won.
    pub white: u64,
    /// How many were drawn.
    pub drawn: u64,
    /// How many Black won; the others are unfinished.
    pub black: u64,
    /// The next moves, the most frequent first.
    pub moves: Vec<TreeMove>,
}

/// A move that was played from a node, and how its games ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The games in which it was played.
    #[serde(flatten)]
    pub node: TreeNode,
}

impl TreeNode {
    fn count(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.drawn += 1,
            GameResult::Black => self.black += 1,
            GameResult::Unfinished => {}
        }
    }

    /// Removes moves with fewer games than `least`, and sorts the others.
    fn finish(&mut self, least: u64) {
        self.moves.retain(|next| next.node.games >= least);
        self.moves.sort_by(|a, b| b.node.games.cmp(&a.node.games).then_with(|| a.text.cmp(&b.text)));
        self.moves.iter_mut().for_each(|next| next.node.finish(least));
    }

    /// White's share of the points of finished games, in percent.
    fn percent(&self) -> Option<f64> {
        let finished = self.white + self.drawn + self.black;
        (finished > 0).then(|| 100.0 * (self.white as f64 + self.drawn as f64 / 2.0) / finished as f64)
    }

    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeNode { white, drawn, black, .. } = self;
        write!(f, "+{white} ={drawn} -{black}")?;
        self.percent().map_or(Ok(()), |percent| write!(f, "  {percent:.1} %"))
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        /// The column of the numbers, unless the tree is deeper.
        const COLUMN: usize = 26;
        for TreeMove { text, node } in &self.moves {
            let text = format!("{}{text}", "  ".repeat(depth));
            write!(f, "{text:COLUMN$} {:6}  ", node.games)?;
            node.write_score(f)?;
            writeln!(f)?;
            node.write_moves(f, depth + 1)?;
        }
        Ok(())
    }
}

impl OpeningTrees {
    /// Adds the first `plies` moves of a game.
    pub fn add(&mut self, game: &PdnGame, replay: &Replay, plies: usize) {
        let variant = replay.variant.to_string();
        let known = self.trees.iter().position(|tree| tree.variant == variant && tree.fen == replay.fen);
        let at = known.unwrap_or_else(|| {
            self.trees.push(OpeningTree { variant, fen: replay.fen.clone(), root: TreeNode::default() });
            self.trees.len() - 1
        });
        let Some(tree) = self.trees.get_mut(at) else { return };
        let mut node = &mut tree.root;
        node.count(game.result);
        for text in replay.moves.iter().take(plies) {
            let at = node.moves.iter().position(|next| next.text == *text).unwrap_or_else(|| {
                node.moves.push(TreeMove { text: text.clone(), node: TreeNode::default() });
                node.moves.len() - 1
            });
            let Some(next) = node.moves.get_mut(at) else { return };
            node = &mut next.node;
            node.count(game.result);
        }
    }

    /// Sorts the trees, and removes moves with fewer games than `least`.
    pub fn finish(&mut self, least: u64) {
        self.trees.sort_by_key(|tree| std::cmp::Reverse(tree.root.games));
        self.trees.iter_mut().for_each(|tree| tree.root.finish(least));
    }
}

impl fmt::Display for OpeningTrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for OpeningTree { variant, fen, root } in &self.trees {
            write!(f, "{variant}")?;
            fen.iter().try_for_each(|fen| write!(f, " from {}", printable(fen)))?;
            write!(f, ": {} game{}, ", root.games, if root.games == 1 { "" } else { "s" })?;
            root.write_score(f)?;
            writeln!(f, " for White")?;
            root.write_moves(f, 1)?;
        }
        Ok(())
    }
}
