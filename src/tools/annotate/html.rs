//! A report of annotated games to look at: one HTML file with everything in it.

use super::{AnnotatedGame, AnnotationSummary, eval_text};
use crate::engine::any_game::any_game;
use crate::games::Side;
use crate::games::view::BoardView;
use serde::Serialize;
use std::io::{self, Write};

const PAGE: &str = include_str!("report.html");
/// Where the data goes in the page.
const MARK: &str = "\"@DATA@\"";

#[derive(Serialize)]
struct ReportData<'a> {
    title: &'a str,
    summary: &'a AnnotationSummary,
    games: Vec<ReportGame<'a>>,
}

#[derive(Serialize)]
struct ReportGame<'a> {
    white: &'a str,
    black: &'a str,
    result: &'static str,
    event: Option<&'a str>,
    date: Option<&'a str>,
    variant: String,
    board: BoardView,
    positions: Vec<ReportPosition<'a>>,
    moves: Vec<ReportMove<'a>>,
}

#[derive(Serialize)]
struct ReportPosition<'a> {
    fen: &'a str,
    score: Option<String>,
    points: Option<f64>,
}

#[derive(Serialize)]
struct ReportMove<'a> {
    number: &'a str,
    text: &'a str,
    glyph: &'static str,
    side: Side,
    verdict: Option<&'static str>,
    loss: Option<f64>,
    line: String,
    comment: Option<&'a str>,
}

fn report_game(game: &AnnotatedGame) -> ReportGame<'_> {
    let known = |tag: &str| game.pdn.tag(tag).filter(|value| !value.chars().all(|c| matches!(c, '?' | '.')));
    let moves = game.moves.iter().zip(&game.pdn.plies).map(|(played, ply)| ReportMove {
        number: &played.number,
        text: &played.text,
        glyph: ply.glyph,
        side: played.side,
        verdict: played.verdict.map(|(_, verdict)| verdict.name()),
        loss: played.verdict.map(|(loss, _)| loss),
        line: played.line.join(" "),
        comment: ply.comment.as_deref().and_then(|comment| comment.split_once(']')).map(|(_, rest)| rest.trim()),
    });
    let positions = game.positions.iter().map(|position| ReportPosition {
        fen: &position.fen,
        score: position.score.map(eval_text),
        points: position.points,
    });
    ReportGame {
        white: known("White").unwrap_or("White"),
        black: known("Black").unwrap_or("Black"),
        result: game.pdn.result.text(false),
        event: known("Event"),
        date: known("Date"),
        variant: game.variant.to_string(),
        board: any_game(&game.variant).board(),
        positions: positions.collect(),
        moves: moves.collect(),
    }
}

/// Writes the report.
pub fn write_html(
    title: &str,
    games: &[AnnotatedGame],
    summary: &AnnotationSummary,
    out: &mut impl Write,
) -> io::Result<()> {
    let data = ReportData { title, summary, games: games.iter().map(report_game).collect() };
    // A tag in a name must not end the script.
    let json = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let (head, tail) = PAGE.split_once(MARK).unwrap_or((PAGE, ""));
    out.write_all(head.as_bytes())?;
    out.write_all(json.as_bytes())?;
    out.write_all(tail.as_bytes())
}
