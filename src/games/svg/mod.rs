//! A position as an SVG picture: board, pieces, the last move, and on request the legal moves and the names of the squares.
//!
//! The picture is made of [`view`](crate::games::view) data alone, so that it knows no game. Everything is drawn with plain
//! shapes and attributes, without style sheets, scripts or fonts of its own.

mod pieces;

use crate::games::Side;
use crate::games::view::{BoardKind, BoardView, GameView, MoveView, PieceView, SquareView};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

/// What to draw beside board and pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgOptions {
    /// Who sits at the bottom.
    pub bottom: Side,
    /// Mark the last move.
    pub last_move: bool,
    /// Write the names of the squares.
    pub names: bool,
}

impl Default for SvgOptions {
    fn default() -> Self {
        SvgOptions { bottom: Side::White, last_move: true, names: false }
    }
}

/// The side of a square.
const UNIT: f64 = 60.0;
/// From the first to the last point of a row; a small board is as large as the others.
const SPAN: f64 = 6.0 * UNIT;
/// Around the board.
const MARGIN: f64 = 14.0;
/// Above and below the morris board, for the stones in hand.
const BAND: f64 = 34.0;

const LIGHT: &str = "#f3e7d0";
const DARK: &str = "#a9794f";
const FRAME: &str = "#6b4a2f";
const LINE: &str = "#5b4430";
const MARK: &str = "#f2cf4a";
const TARGET: &str = "#2f7d4f";
const WARNING: &str = "#c0392b";

/// Draws a game as it stands. Of the legal moves given, the pieces that move are ringed and their targets dotted.
pub fn draw(board: &BoardView, game: &GameView, legal: &[MoveView], options: SvgOptions) -> String {
    let picture = Picture { board, options, places: board.squares.iter().map(|s| (s.name.as_str(), s)).collect() };
    let (width, height) = picture.size();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\">\n<title>{}</title>\n",
        escaped(&game.fen)
    );
    match board.kind {
        BoardKind::Squares => picture.squares(&mut svg),
        BoardKind::Points => picture.points(&mut svg),
    }
    if let Some(last) = game.last.as_ref().filter(|_| options.last_move) {
        picture.last_move(&mut svg, last);
    }
    if options.names {
        picture.names(&mut svg);
    }
    for piece in &game.position.pieces {
        picture.piece(&mut svg, piece);
    }
    if let Some(hands) = game.position.hands {
        picture.hand(&mut svg, Side::White, hands.white);
        picture.hand(&mut svg, Side::Black, hands.black);
    }
    picture.legal_moves(&mut svg, legal);
    svg.push_str("</svg>\n");
    svg
}

struct Picture<'a> {
    board: &'a BoardView,
    options: SvgOptions,
    places: HashMap<&'a str, &'a SquareView>,
}

impl Picture<'_> {
    fn band(&self) -> f64 {
        if self.board.kind == BoardKind::Points { BAND } else { 0.0 }
    }

    /// The distance of two squares or points.
    fn step(&self) -> f64 {
        match self.board.kind {
            BoardKind::Squares => UNIT,
            BoardKind::Points => SPAN / f64::from(self.board.columns.max(2) - 1),
        }
    }

    fn size(&self) -> (f64, f64) {
        let across = |count: u32| f64::from(count.max(1) - 1) * self.step() + UNIT + 2.0 * MARGIN;
        (across(self.board.columns), across(self.board.rows) + 2.0 * self.band())
    }

    /// The middle of a place in the drawing.
    fn at(&self, row: u32, column: u32) -> (f64, f64) {
        let (mut row, mut column) = (f64::from(row), f64::from(column));
        if self.options.bottom != self.board.bottom {
            (row, column) = (f64::from(self.board.rows) - 1.0 - row, f64::from(self.board.columns) - 1.0 - column);
        }
        let edge = MARGIN + UNIT / 2.0;
        (edge + column * self.step(), edge + self.band() + row * self.step())
    }

    /// The middle of a square; every name comes from the board.
    fn centre(&self, name: &str) -> (f64, f64) {
        self.places.get(name).map_or((0.0, 0.0), |square| self.at(square.row, square.column))
    }

    /// Where pieces stand on all squares, every second one is dark, as on the boards that people have.
    fn is_dark(&self, square: &SquareView) -> bool {
        let BoardView { rows, columns, squares, dark_corner, .. } = self.board;
        let right = u32::from(*dark_corner == Some("right"));
        squares.len() < (rows * columns) as usize || (rows - 1 - square.row + square.column + right).is_multiple_of(2)
    }

    fn squares(&self, svg: &mut String) {
        let (width, height) = self.size();
        let (across, down) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN);
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{FRAME}\"/>\n\
             <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{across}\" height=\"{down}\" fill=\"{LIGHT}\"/>\n<g fill=\"{DARK}\">"
        );
        for square in self.board.squares.iter().filter(|square| self.is_dark(square)) {
            let (x, y) = self.at(square.row, square.column);
            let (x, y) = (x - UNIT / 2.0, y - UNIT / 2.0);
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\"/>");
        }
        svg.push_str("</g>\n");
    }

    fn points(&self, svg: &mut String) {
        let (width, height) = self.size();
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{LIGHT}\"/>\n<g stroke=\"{LINE}\" stroke-width=\"3\" \
             stroke-linecap=\"round\">"
        );
        // Not every line of the drawing can become a mill on every board.
        for square in &self.board.squares {
            let (x1, y1) = self.centre(&square.name);
            for (x2, y2) in square.neighbours.iter().filter(|name| **name > square.name).map(|name| self.centre(name)) {
                let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
            }
        }
        let _ = writeln!(svg, "</g>\n<g fill=\"{LINE}\">");
        for square in &self.board.squares {
            let (x, y) = self.at(square.row, square.column);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
        }
        svg.push_str("</g>\n");
    }

    /// The squares of the last move, its way, and a cross where a piece was removed.
    fn last_move(&self, svg: &mut String, last: &MoveView) {
        let _ = writeln!(svg, "<g fill=\"{MARK}\" fill-opacity=\"0.6\">");
        for name in &last.shape.path {
            let (x, y) = self.centre(name);
            let _ = match self.board.kind {
                BoardKind::Squares => writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{UNIT}\" height=\"{UNIT}\"/>",
                    x - UNIT / 2.0,
                    y - UNIT / 2.0
                ),
                BoardKind::Points => writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"28\"/>"),
            };
        }
        svg.push_str("</g>\n");
        if last.shape.path.len() > 1 {
            let points: Vec<String> =
                last.shape.path.iter().map(|name| self.centre(name)).map(|(x, y)| format!("{x},{y}")).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{MARK}\" stroke-width=\"6\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"/>",
                points.join(" ")
            );
        }
        for name in &last.shape.captured {
            let (x, y) = self.centre(name);
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}l20 20m0 -20l-20 20\" stroke=\"{WARNING}\" stroke-width=\"5\" stroke-linecap=\"round\"/>",
                x - 10.0,
                y - 10.0
            );
        }
    }

    fn names(&self, svg: &mut String) {
        // Where no piece covers them.
        let (dx, dy) = match self.board.kind {
            BoardKind::Squares => (3.0 - UNIT / 2.0, 11.0 - UNIT / 2.0),
            BoardKind::Points => (17.0, -17.0),
        };
        svg.push_str("<g font-family=\"sans-serif\" font-size=\"10\">\n");
        for square in &self.board.squares {
            let (x, y) = self.at(square.row, square.column);
            let fill = if self.board.kind == BoardKind::Squares && self.is_dark(square) { LIGHT } else { LINE };
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"{fill}\">{}</text>", x + dx, y + dy, square.name);
        }
        svg.push_str("</g>\n");
    }

    fn piece(&self, svg: &mut String, piece: &PieceView) {
        let (x, y) = self.centre(&piece.square);
        pieces::piece(svg, (x, y), piece.side, piece.kind);
    }

    /// The stones that a side has in hand, on its side of the board.
    fn hand(&self, svg: &mut String, side: Side, stones: u32) {
        let (_, height) = self.size();
        let y = if side == self.options.bottom { height - BAND / 2.0 - 4.0 } else { BAND / 2.0 + 4.0 };
        for stone in 0..stones {
            pieces::small_stone(svg, (MARGIN + 20.0 + 26.0 * f64::from(stone), y), side);
        }
    }

    fn legal_moves(&self, svg: &mut String, legal: &[MoveView]) {
        let each =
            |pick: fn(&MoveView) -> Option<&String>| -> BTreeSet<&String> { legal.iter().filter_map(pick).collect() };
        let ring = |svg: &mut String, name: &str, colour: &str| {
            let (x, y) = self.centre(name);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"26\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>"
            );
        };
        for name in each(|mv| mv.shape.from.as_ref()) {
            ring(svg, name, TARGET);
        }
        for name in each(|mv| mv.shape.path.last()) {
            let (x, y) = self.centre(name);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{TARGET}\" fill-opacity=\"0.85\"/>");
        }
        // A huff has no path, only the piece that it removes.
        for name in each(|mv| mv.shape.path.is_empty().then_some(&mv.shape.to)) {
            ring(svg, name, WARNING);
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::any_game::any_game;
    use crate::games::notation::Style;

    fn picture(variant: &str, moves: &[&str], options: SvgOptions) -> String {
        let mut game = any_game(&variant.parse().unwrap());
        game.set_position(None, moves).unwrap();
        let legal: Vec<MoveView> = game.legal_moves().into_iter().map(|mv| game.view_move(mv, Style::Usual)).collect();
        draw(&game.board(), &game.view(Style::Usual), &legal, options)
    }

    #[test]
    fn every_tag_is_closed() {
        for variant in [
            "schmidt-de",
            "international",
            "italian",
            "nine-mens-morris",
            "twelve-mens-morris",
            "six-mens-morris",
            "three-mens-morris",
            "wolf",
        ] {
            let svg = picture(variant, &[], SvgOptions { names: true, ..SvgOptions::default() });
            let mut open = Vec::new();
            for tag in svg.split('<').skip(1) {
                let (tag, _) = tag.split_once('>').unwrap();
                match tag.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name), "{variant}"),
                    None if tag.ends_with('/') => {}
                    None => open.push(tag.split(' ').next().unwrap()),
                }
            }
            assert!(open.is_empty(), "{variant}: {open:?}");
        }
    }

    #[test]
    fn a_flipped_board_has_its_corners_exchanged() {
        let plain = picture("english", &[], SvgOptions { names: true, ..SvgOptions::default() });
        let flipped = picture("english", &[], SvgOptions { names: true, bottom: Side::Black, ..SvgOptions::default() });
        let place = |svg: &str, name: &str| {
            let line = svg.lines().find(|line| line.ends_with(&format!(">{name}</text>"))).map(str::to_string);
            line.and_then(|line| line.split_once('>').map(|(place, _)| place.to_string()))
        };
        assert!(place(&plain, "1").is_some());
        assert_eq!(place(&plain, "1"), place(&flipped, "32"));
    }

    /// A board that no game has yet, so that the drawing depends on nothing but the view.
    fn drawn(kind: BoardKind, size: u32, neighbours: fn(u32, u32) -> bool) -> String {
        let name = |row: u32, column: u32| format!("{}{}", char::from(b'a' + column as u8), size - row);
        let places = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let square = |(row, column): (u32, u32)| SquareView {
            name: name(row, column),
            number: None,
            letters: None,
            row,
            column,
            neighbours: places()
                .filter(|&(r, c)| (r, c) != (row, column) && neighbours(r.abs_diff(row), c.abs_diff(column)))
                .map(|(r, c)| name(r, c))
                .collect(),
            crowns: None,
        };
        let board = BoardView {
            kind,
            rows: size,
            columns: size,
            dark_corner: (kind == BoardKind::Squares).then_some("left"),
            bottom: Side::White,
            top: Side::Black,
            squares: places().map(square).collect(),
            lines: Vec::new(),
        };
        let mut game = any_game(&"english".parse().unwrap());
        game.set_position(None, &[]).unwrap();
        let mut view = game.view(Style::Usual);
        view.position.pieces.clear();
        draw(&board, &view, &[], SvgOptions::default())
    }

    #[test]
    fn boards_of_other_sizes_are_drawn_from_the_view_alone() {
        // All 64 squares are played on, half of them are dark, and a1 is.
        let squares = drawn(BoardKind::Squares, 8, |down, right| down + right == 1);
        assert_eq!(squares.matches("width=\"60\"").count(), 32);
        assert!(squares.contains("<rect x=\"14\" y=\"434\" width=\"60\""), "{squares}");
        // Nine points are as far apart as the board is large; a line joins each pair of neighbours.
        let points = drawn(BoardKind::Points, 3, |down, right| down <= 1 && right <= 1);
        assert_eq!(points.matches("<line ").count(), 20);
        assert_eq!(points.matches("<circle ").count(), 9);
        assert!(points.contains("viewBox=\"0 0 448 516\""), "{points}");
    }

    #[test]
    fn the_last_move_is_marked_with_what_it_removed() {
        let moves = ["22-18", "9-14", "18x9"];
        let svg = picture("schmidt-de", &moves, SvgOptions::default());
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert_eq!(svg.matches("l20 20").count(), 1);
        let unmarked = picture("schmidt-de", &moves, SvgOptions { last_move: false, ..SvgOptions::default() });
        assert!(!unmarked.contains("<polyline"));
    }
}
