//! How well the players of annotated games played.

use super::AnnotatedGame;
use crate::games::Side;
use crate::games::notation::printable;
use crate::tools::analyse::Verdict;
use serde::Serialize;
use std::fmt;

/// The play of all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnnotationSummary {
    /// In the order of the input.
    pub games: Vec<GameSummary>,
    /// The players, the most accurate first.
    pub players: Vec<PlayerSummary>,
}

/// The play of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameSummary {
    /// The file, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// As the PDN file has it.
    pub result: &'static str,
    /// White's accuracy in percent.
    pub white_accuracy: Option<f64>,
    /// Black's accuracy in percent.
    pub black_accuracy: Option<f64>,
    /// Where the game turned.
    pub turned: Option<TurningPoint>,
}

/// The move of a game that lost most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurningPoint {
    /// The move with its number and glyph: `14... 23-18??`.
    #[serde(rename = "move")]
    pub text: String,
    /// How many moves were played before it.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The expected points it lost.
    pub loss: f64,
    /// The better move.
    pub better: String,
}

/// The play of one player in all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// As the tags White and Black have it.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// Moves judged.
    pub moves: usize,
    /// The mean accuracy of the moves that were not forced, in percent.
    pub accuracy: Option<f64>,
    /// The expected points lost per move.
    pub loss: f64,
    /// Moves that the search prefers.
    pub best: usize,
    /// Moves marked ?!.
    pub inaccuracies: usize,
    /// Moves marked ?.
    pub mistakes: usize,
    /// Moves marked ??.
    pub blunders: usize,
    #[serde(skip)]
    free_moves: usize,
    #[serde(skip)]
    accuracy_sum: f64,
    #[serde(skip)]
    loss_sum: f64,
}

/// The accuracy of a move in percent, by the expected points it lost. The curve is that of lichess.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.3544 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

impl PlayerSummary {
    fn add(&mut self, loss: f64, verdict: Verdict) {
        self.moves += 1;
        match verdict {
            Verdict::Forced => return,
            Verdict::Best => self.best += 1,
            Verdict::Good => {}
            Verdict::Inaccuracy => self.inaccuracies += 1,
            Verdict::Mistake => self.mistakes += 1,
            Verdict::Blunder => self.blunders += 1,
        }
        self.free_moves += 1;
        self.accuracy_sum += accuracy(loss);
        self.loss_sum += loss;
    }

    fn finish(&mut self) {
        let rounded = |sum: f64, digits: f64| (sum / self.free_moves.max(1) as f64 * digits).round() / digits;
        self.accuracy = (self.free_moves > 0).then(|| rounded(self.accuracy_sum, 10.0));
        self.loss = rounded(self.loss_sum, 10_000.0);
    }
}

impl AnnotationSummary {
    /// Adds a game.
    pub fn add(&mut self, file: Option<String>, number: usize, game: &AnnotatedGame) {
        let name = |tag: &str, other: &str| {
            let name = game.pdn.tag(tag).map(str::trim).filter(|name| !name.is_empty() && *name != "?");
            name.unwrap_or(other).replace(char::is_control, " ")
        };
        let names = [name("White", "White"), name("Black", "Black")];
        let mut sides = [PlayerSummary::default(), PlayerSummary::default()];
        let mut turned: Option<TurningPoint> = None;
        for (ply, played) in game.moves.iter().enumerate() {
            let Some((loss, verdict)) = played.verdict else { continue };
            let [white, black] = &mut sides;
            if played.side == Side::White { white } else { black }.add(loss, verdict);
            let worse = turned.as_ref().is_none_or(|turned| loss > turned.loss);
            if matches!(verdict, Verdict::Mistake | Verdict::Blunder) && worse {
                let text = format!("{} {}{}", played.number, played.text, verdict.glyph());
                let better = played.line.first().cloned().unwrap_or_default();
                turned = Some(TurningPoint { text, ply, side: played.side, loss, better });
            }
        }
        for (name, side) in names.iter().zip(&sides) {
            let at = self.players.iter().position(|player| player.name == *name).unwrap_or_else(|| {
                self.players.push(PlayerSummary { name: name.clone(), ..PlayerSummary::default() });
                self.players.len() - 1
            });
            let Some(player) = self.players.get_mut(at) else { continue };
            player.games += 1;
            player.moves += side.moves;
            player.best += side.best;
            player.inaccuracies += side.inaccuracies;
            player.mistakes += side.mistakes;
            player.blunders += side.blunders;
            player.free_moves += side.free_moves;
            player.accuracy_sum += side.accuracy_sum;
            player.loss_sum += side.loss_sum;
        }
        sides.iter_mut().for_each(PlayerSummary::finish);
        let ([white, black], [first, second]) = (names, sides);
        self.games.push(GameSummary {
            file,
            game: number,
            white,
            black,
            result: game.pdn.result.text(false),
            white_accuracy: first.accuracy,
            black_accuracy: second.accuracy,
            turned,
        });
    }

    /// Computes the means, and puts the most accurate player first.
    pub fn finish(&mut self) {
        self.players.iter_mut().for_each(PlayerSummary::finish);
        let accuracy = |player: &PlayerSummary| player.accuracy.unwrap_or(-1.0);
        self.players.sort_by(|a, b| accuracy(b).total_cmp(&accuracy(a)));
    }
}

fn percent(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "-".into(), |accuracy| format!("{accuracy:.1}"))
}

/// Two lines for each game, then a table of the players.
impl fmt::Display for AnnotationSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in &self.games {
            let GameSummary { file, game: number, white, black, result, white_accuracy, black_accuracy, turned } = game;
            if let Some(file) = file {
                write!(f, "{}:", printable(file))?;
            }
            let (first, second) = (percent(*white_accuracy), percent(*black_accuracy));
            writeln!(f, "{number}: {white} – {black} {result}")?;
            write!(f, "  accuracy {first} – {second}")?;
            match turned {
                Some(TurningPoint { text, better, .. }) => writeln!(f, ", turned at {text} (better {better})")?,
                None => writeln!(f, ", no mistakes")?,
            }
        }
        const MAX_NAME: usize = 28;
        let clipped = |name: &str| name.chars().take(MAX_NAME).collect::<String>();
        let width = self.players.iter().map(|player| clipped(&player.name).chars().count()).max().unwrap_or(0).max(6);
        writeln!(f, "{:width$}  games  moves  accuracy    ?!     ?    ??  loss per move", "player")?;
        for player in &self.players {
            let PlayerSummary { games, moves, inaccuracies, mistakes, blunders, loss, .. } = player;
            let (name, accuracy) = (clipped(&player.name), percent(player.accuracy));
            writeln!(
                f,
                "{name:width$} {games:6}{moves:7}{accuracy:>10}{inaccuracies:6}{mistakes:6}{blunders:6}{loss:15.3}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_points_lost() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.001);
        assert!((60.0..70.0).contains(&accuracy(0.1)));
        assert!(accuracy(1.0) < 1.0);
    }
}
