//! Annotated games: evaluations, verdicts and better lines written back into PDN.
//!
//! The evaluations come from an [analysis](crate::tools::analyse), of this run or of an earlier one.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod evaluation;
mod html;
mod summary;

pub use evaluation::{Evaluation, EvaluationError, EvaluationFile};
pub use html::write_html;
pub use summary::{AnnotationSummary, GameSummary, PlayerSummary, TurningPoint};

use crate::engine::any_game::AnyGame;
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::Score;
use crate::tools::analyse::{Judgement, Verdict, expected_points};
use crate::tools::pdn::{PdnError, PdnGame};

/// Better lines have at most this many moves.
const LINE_LENGTH: usize = 8;

/// A game with its evaluations.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// The game with the annotations in it.
    pub pdn: PdnGame,
    /// By which its moves were checked.
    pub variant: Variant,
    /// The positions, from the start position on.
    pub positions: Vec<AnnotatedPosition>,
    /// The moves between them.
    pub moves: Vec<AnnotatedMove>,
}

/// A position of an annotated game.
#[derive(Clone, Debug)]
pub struct AnnotatedPosition {
    /// The position.
    pub fen: String,
    /// The score from White's view, if it was evaluated and the game is not over.
    pub score: Option<Score>,
    /// The depth of the search.
    pub depth: u32,
    /// White's expected points, from 0 to 1.
    pub points: Option<f64>,
}

/// A move of an annotated game.
#[derive(Clone, Debug)]
pub struct AnnotatedMove {
    /// The move number with its dots: `7.` or `7...`.
    pub number: String,
    /// The move.
    pub text: String,
    /// Who made it.
    pub side: Side,
    /// The expected points it lost, and its class; `None` if one of the two positions was not evaluated.
    pub verdict: Option<(f64, Verdict)>,
    /// The best line instead, in the notation of the game.
    pub line: Vec<String>,
    /// The better line with move numbers and its evaluation, as in game files.
    variation: String,
}

/// The score from White's view, as in the command `%eval`: `0.35`, `#3`, `#-3`.
fn eval_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// The score from White's view.
fn white_score(score: Score, side: Side) -> Score {
    match (side, score) {
        (Side::White, score) => score,
        (Side::Black, Score::Cp(cp)) => Score::Cp(-cp),
        (Side::Black, Score::Mate(moves)) => Score::Mate(-moves),
    }
}

/// The command `%eval` of a score.
fn eval_command(score: Score, depth: u32) -> String {
    format!("[%eval {},{depth}]", eval_text(score))
}

/// Counts turns: a turn begins with each move of the side that began, unless that side moves twice in a row.
#[derive(Clone, Copy)]
struct MoveCounter {
    first: Side,
    last: Option<Side>,
    turn: usize,
}

impl MoveCounter {
    /// The number of a move by a side, and whether a turn begins with it.
    fn next(&mut self, side: Side) -> (String, bool) {
        let begins = side == self.first && self.last != Some(self.first);
        self.turn += usize::from(begins || self.turn == 0);
        self.last = Some(side);
        (format!("{}{}", self.turn, if side == self.first { "." } else { "..." }), begins)
    }
}

/// Writes a line from a position on, with move numbers and the evaluation after its first move.
fn line_text(game: &dyn AnyGame, line: &[String], mut counter: MoveCounter, style: Style, eval: &str) -> String {
    let mut game = game.copy();
    let mut words = Vec::new();
    for (at, text) in line.iter().enumerate() {
        let (number, begins) = counter.next(game.side());
        if at <= 1 || begins {
            words.push(number);
        }
        words.push(text.clone());
        if at == 0 {
            words.push(format!("{{{eval}}}"));
        }
        if game.play(text, style).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// A line in another notation, up to the first move that does not fit.
fn restyled(game: &dyn AnyGame, line: &[String], style: Style) -> Vec<String> {
    let mut game = game.copy();
    line.iter().take(LINE_LENGTH).map_while(|text| game.play(text, style).ok()).collect()
}

/// Annotates a game. `evaluations` are those of its positions, from the start position on.
pub fn annotate(
    game: &PdnGame,
    default: Option<&Variant>,
    evaluations: &[Option<Evaluation>],
) -> Result<AnnotatedGame, PdnError> {
    let first = game.plies.iter().find_map(|ply| ply.text.chars().find(char::is_ascii_alphanumeric));
    let algebraic = first.is_some_and(|c| c.is_ascii_alphabetic() && c != 'x');
    let style = if algebraic { Style::Algebraic } else { Style::Usual };
    let mut positions: Vec<AnnotatedPosition> = Vec::new();
    let mut moves: Vec<AnnotatedMove> = Vec::new();
    // The position before: its side, expected points, evaluation and better line.
    let mut before: Option<MoveContext> = None;
    let mut counter: Option<MoveCounter> = None;
    let replay = game.replay_with(default, style, &mut |ply, last, game| {
        let side = game.side();
        let evaluation = evaluations.get(ply).and_then(Option::as_ref).filter(|found| found.fen == game.fen());
        let (ending, wdl) = (game.ending(), evaluation.map_or([0; 3], |found| found.wdl));
        let known = ending.is_some() || evaluation.is_some();
        let points = known.then(|| expected_points(side, ending, wdl));
        if let (Some(context), Some((_, text))) = (before.take(), last) {
            moves.push(context.into_move(text, side, points));
        }
        let evaluation = evaluation.filter(|_| ending.is_none());
        let counter = counter.get_or_insert(MoveCounter { first: side, last: None, turn: 0 });
        let line = evaluation.map(|found| restyled(game, &found.pv, style)).unwrap_or_default();
        let variation = evaluation.map(|found| {
            let eval = eval_command(white_score(found.score, side), found.depth);
            line_text(game, &line, *counter, style, &eval)
        });
        let legal = evaluation.map_or(0, |found| found.legal);
        let (number, _) = counter.next(side);
        before = Some(MoveContext { number, side, points, legal, line, variation: variation.unwrap_or_default() });
        positions.push(AnnotatedPosition {
            fen: game.fen(),
            score: evaluation.map(|found| white_score(found.score, side)),
            depth: evaluation.map_or(0, |found| found.depth),
            points: points.map(|points| if side == Side::White { points } else { 1.0 - points }),
        });
    })?;
    let mut pdn = game.canonical(&replay);
    for ((ply, played), after) in pdn.plies.iter_mut().zip(&moves).zip(positions.iter().skip(1)) {
        let comment = without_eval(ply.comment.as_deref().unwrap_or_default());
        let eval = after.score.map(|score| eval_command(score, after.depth)).unwrap_or_default();
        let comment = [eval, comment].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ");
        ply.comment = Some(comment).filter(|comment| !comment.is_empty());
        let Some((_, verdict)) = played.verdict else { continue };
        // Lines and glyphs of an earlier annotation are replaced; those of people are kept.
        ply.variations.retain(|line| !line.contains("{[%eval "));
        if !verdict.glyph().is_empty() {
            ply.glyph = verdict.glyph();
            ply.variations.extend(Some(played.variation.clone()).filter(|line| !line.is_empty()));
        } else if ply.glyph.starts_with('?') {
            ply.glyph = "";
        }
    }
    Ok(AnnotatedGame { pdn, variant: replay.variant, positions, moves })
}

/// What is known about a position when the next move is seen.
struct MoveContext {
    number: String,
    side: Side,
    points: Option<f64>,
    legal: usize,
    line: Vec<String>,
    variation: String,
}

impl MoveContext {
    /// The move made here; `after` are the expected points of the side to move after it.
    fn into_move(self, text: &str, next_side: Side, after: Option<f64>) -> AnnotatedMove {
        let MoveContext { number, side, points, legal, line, variation } = self;
        let mut judgement = Judgement::pending(text.to_string());
        if let (Some(before), Some(after)) = (points, after) {
            let after = if next_side == side { after } else { 1.0 - after };
            judgement.judge(before, after, line.first().map(String::as_str), legal);
        }
        AnnotatedMove {
            number,
            text: text.to_string(),
            side,
            verdict: judgement.loss.zip(judgement.verdict),
            line,
            variation,
        }
    }
}

/// A comment without the command `%eval`.
fn without_eval(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once("[%eval ") else { return comment.trim().to_string() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    without_eval(&format!("{} {}", before.trim_end(), after.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(fen: &str, wdl: [u32; 3], cp: i32, pv: &str) -> Option<Evaluation> {
        let pv: Vec<String> = pv.split_whitespace().map(String::from).collect();
        Some(Evaluation { fen: fen.into(), legal: 7, score: Score::Cp(cp), wdl, depth: 9, pv })
    }

    /// Black gives a man away with the second move.
    fn annotated(text: &str) -> AnnotatedGame {
        let game = crate::tools::pdn::read(text).next().unwrap().unwrap();
        let evaluations = [
            evaluation("B:W21-32:B1-12", [300, 400, 300], 0, "11-15 23-19"),
            evaluation("W:W21-32:B1-8,10-14", [300, 400, 300], 5, "22-18 10-15"),
            None,
        ];
        annotate(&game, None, &evaluations).unwrap()
    }

    const GAME: &str = "[GameType \"21\"]\n1. 9-14? {old [%eval 9.00,3] words} (1. 9-13 {[%eval 1.00,3]}) (1. 10-15 {mine}) 22-18 {x} *\n";

    #[test]
    fn evaluations_are_from_whites_view() {
        let game = annotated(GAME);
        let mut text = Vec::new();
        crate::tools::pdn::write(&game.pdn, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        // The second evaluation does not fit the position, so no move is judged.
        assert_eq!(game.positions[0].points, Some(0.5));
        assert_eq!(game.positions[1].points, None);
        assert!(text.contains("1. 9-14? {old words}"), "{text}");
    }

    #[test]
    fn mistakes_get_a_glyph_and_a_better_line() {
        let game = crate::tools::pdn::read(GAME).next().unwrap().unwrap();
        let mut fens = Vec::new();
        game.replay_with(None, Style::Usual, &mut |_, _, game| fens.push(game.fen())).unwrap();
        let evaluations = [
            evaluation(&fens[0], [300, 400, 300], 0, "11-15 23-19 8-11 22-17"),
            evaluation(&fens[1], [600, 400, 0], 50, "22-18 10-15"),
            evaluation(&fens[2], [0, 400, 600], -50, "14-17"),
        ];
        let game = annotate(&game, None, &evaluations).unwrap();
        let mut text = Vec::new();
        crate::tools::pdn::write(&game.pdn, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap().replace('\n', " ");
        let expected = "1. 9-14?? {[%eval 0.50,9] old words} (1. 10-15 {mine}) \
                        (1. 11-15 {[%eval 0.00,9]} 1... 23-19 2. 8-11 22-17) 1... 22-18 {[%eval 0.50,9] x} *";
        assert!(text.contains(expected), "{text}");
        assert_eq!(game.moves[0].verdict, Some((0.3, Verdict::Blunder)));
        assert_eq!(game.moves[1].verdict, Some((0.0, Verdict::Best)));
        assert_eq!((game.moves[0].side, game.moves[1].number.as_str()), (Side::Black, "1..."));
        // To annotate again changes nothing.
        let again = annotate(&game.pdn, None, &evaluations).unwrap();
        assert_eq!(again.pdn.plies, game.pdn.plies);
    }
}
