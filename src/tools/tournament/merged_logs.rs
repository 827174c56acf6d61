//! The logs of one or several matches, read for a report.

use super::log::{self, LoggedGame, MatchHeader, MatchLogError};
use crate::games::notation::clip;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

/// A game with the engines that played it.
#[derive(Clone, Debug)]
pub struct MergedGame {
    /// The game as its log has it.
    pub game: LoggedGame,
    /// The indices of White and Black.
    pub players: [usize; 2],
    /// A number that only the other game of its pair shares.
    pub pair: usize,
}

/// The games of all logs.
#[derive(Clone, Debug, Default)]
pub struct MergedLogs {
    /// The variant of all games.
    pub variant: String,
    /// The names of the engines.
    pub names: Vec<String>,
    /// In the order of the logs.
    pub games: Vec<MergedGame>,
    /// The headers of the logs.
    headers: Vec<MatchHeader>,
    pairs: usize,
}

/// The settings of a match and its games. A truncated last line is skipped.
pub fn read(source: impl BufRead) -> Result<(MatchHeader, Vec<LoggedGame>), MatchLogError> {
    let content = log::read(source, None, &mut check_players)?;
    let header = content.header.ok_or_else(|| MatchLogError::NotALog("it is empty".into()))?;
    Ok((header, content.games))
}

/// Checks that two engines of the match play a game.
fn check_players(header: &MatchHeader, game: &LoggedGame) -> Result<(), String> {
    let LoggedGame { game: number, white, black, .. } = game;
    if *number == 0 {
        return Err("game 0, expected a number from 1 on".into());
    }
    for (side, name) in [("White", white), ("Black", black)] {
        if !header.engines.iter().any(|engine| engine.name == *name) {
            return Err(format!("game {number}: {side} is `{}`, expected an engine of the match", clip(name)));
        }
    }
    if white == black { Err(format!("game {number}: `{}` plays itself", clip(white))) } else { Ok(()) }
}

impl MergedLogs {
    /// Adds a log. It must be of the same variant as the others, and its games must be others.
    pub fn add(&mut self, header: MatchHeader, games: Vec<LoggedGame>) -> Result<(), String> {
        if self.headers.is_empty() {
            self.variant.clone_from(&header.variant);
        } else if self.variant != header.variant {
            return Err(format!("the variant is {}, and {} in the other logs", header.variant, self.variant));
        }
        let mut others: BTreeMap<usize, Vec<&LoggedGame>> = BTreeMap::new();
        for MergedGame { game, .. } in &self.games {
            others.entry(game.game).or_default().push(game);
        }
        let mut colours = BTreeSet::new();
        for game in &games {
            let LoggedGame { game: number, round, white, black, .. } = game;
            // The same log twice, or the same part of a match.
            if others.get(number).is_some_and(|others| others.contains(&game)) {
                return Err(format!("game {number} is in another log, too"));
            }
            // In a round, two engines play one opening with both colours.
            if !colours.insert((round, white, black)) {
                let (white, black) = (clip(white), clip(black));
                return Err(format!("game {number}: `{white}` has White against `{black}` twice in round {round}"));
            }
        }
        // The engines are in the order of the match.
        let playing: BTreeSet<&String> = games.iter().flat_map(|game| [&game.white, &game.black]).collect();
        for engine in header.engines.iter().filter(|engine| playing.contains(&engine.name)) {
            self.engine(&engine.name);
        }
        let mut pairs: BTreeMap<(usize, [usize; 2]), usize> = BTreeMap::new();
        for game in games {
            let players = [&game.white, &game.black].map(|name| self.engine(name));
            let [a, b] = players;
            let pair = *pairs.entry((game.round, [a.min(b), a.max(b)])).or_insert_with(|| {
                self.pairs += 1;
                self.pairs - 1
            });
            self.games.push(MergedGame { game, players, pair });
        }
        self.headers.push(header);
        Ok(())
    }

    /// The number of logs.
    pub fn logs(&self) -> usize {
        self.headers.len()
    }

    fn engine(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        })
    }
}
