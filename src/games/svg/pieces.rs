//! The pieces as shapes.

use crate::games::Side;
use crate::games::view::PieceKind;
use std::fmt::Write as _;

/// The face and the edge of a side's pieces.
const fn colours(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::White => ("#fdfaf3", "#6d5a44"),
        Side::Black => ("#38302c", "#0f0c0b"),
    }
}

/// A piece with its middle at a point.
pub(super) fn piece(svg: &mut String, (x, y): (f64, f64), side: Side, kind: PieceKind) {
    let (face, edge) = colours(side);
    let _ = writeln!(svg, "<g transform=\"translate({x} {y})\" fill=\"{face}\" stroke=\"{edge}\" stroke-width=\"2\">");
    let shape = match kind {
        PieceKind::Man | PieceKind::Stone => "<circle r=\"22\"/><circle r=\"14\" stroke-opacity=\"0.45\"/>".to_string(),
        PieceKind::King => format!(
            "<circle r=\"23\"/><path d=\"M-13 9L-15 -8L-7 0L0 -12L7 0L15 -8L13 9Z\" fill=\"{}\" stroke-linejoin=\"round\"/>",
            match side {
                Side::White => "#b8862b",
                Side::Black => "#e6b64c",
            }
        ),
        PieceKind::Sheep => format!(
            "{}<circle r=\"16\" stroke=\"none\"/><ellipse cy=\"3\" rx=\"7\" ry=\"10\" fill=\"#4a3f37\"/>",
            wool()
        ),
        PieceKind::Wolf => "<path d=\"M-18 -22L-7 -12H7L18 -22L20 2L0 24L-20 2Z\" stroke-linejoin=\"round\"/>\
             <path d=\"M-11 -3l7 3M11 -3l-7 3\" stroke=\"#f2cf4a\" stroke-width=\"3\" stroke-linecap=\"round\"/>\
             <circle cy=\"18\" r=\"3\" fill=\"#f3e7d0\" stroke=\"none\"/>"
            .to_string(),
    };
    let _ = writeln!(svg, "{shape}\n</g>");
}

/// A ring of curls.
fn wool() -> String {
    let curl = |number: u32| {
        let angle = std::f64::consts::TAU * f64::from(number) / 8.0;
        format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"8\"/>", 15.0 * angle.cos(), 15.0 * angle.sin())
    };
    (0..8).map(curl).collect()
}

/// A stone beside the board.
pub(super) fn small_stone(svg: &mut String, (x, y): (f64, f64), side: Side) {
    let (face, edge) = colours(side);
    let _ =
        writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{face}\" stroke=\"{edge}\" stroke-width=\"2\"/>");
}
