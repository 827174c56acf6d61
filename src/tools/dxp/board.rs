//! Positions and moves of DXP: a letter for each square (`w W z Z e`), moves as squares.

use super::message::MoveFields;
use crate::engine::any_game::{AnyGame, AnyMove};
use crate::engine::protocol::hub::squares;
use crate::games::catalog::{AnyRules, Variant};
use crate::games::draughts::rules::Rules;
use crate::games::notation::Style;

/// The rules of a variant that can be played over DXP: draughts on 10×10 in which the sides alternate.
pub fn rules(variant: &Variant) -> Option<Rules> {
    match variant.rules() {
        AnyRules::Draughts(rules) if rules.movement.board.count() == 50 && !rules.movement.huffs() => Some(*rules),
        _ => None,
    }
}

/// The FEN of a position: the side to move and the squares. What is wrong with it otherwise.
pub fn fen(rules: &Rules, position: &str) -> Result<String, String> {
    let hub = |letter: char| match letter {
        'z' => 'b',
        'Z' => 'B',
        // Hub has these letters, DXP has not.
        'b' | 'B' => '?',
        other => other,
    };
    let text: String = position.chars().map(hub).collect();
    squares::fen(rules, &text)
        .map_err(|_| format!("position `{position}` is not W or Z and one of w W z Z e for each of the 50 squares"))
}

/// The position of a FEN as the engine writes it. Draw counters are lost.
pub fn position(rules: &Rules, fen: &str) -> Option<String> {
    let dutch = |letter: char| match letter {
        'b' => 'z',
        'B' => 'Z',
        other => other,
    };
    Some(squares::position(rules, fen)?.chars().map(dutch).collect())
}

/// A legal move as it is sent.
pub fn move_fields(game: &dyn AnyGame, mv: AnyMove, seconds: u64) -> Option<MoveFields> {
    let text = game.move_text(mv, Style::Victims);
    let mut numbers = text.split(['x', '-']).map(|square| square.parse().ok());
    let (from, to) = (numbers.next()??, numbers.next()??);
    let captured = numbers.collect::<Option<Vec<u8>>>()?;
    Some(MoveFields { seconds: u16::try_from(seconds).unwrap_or(u16::MAX), from, to, captured })
}

/// The legal move that a message means. Some programs leave the captured squares out; then from and to must be enough.
pub fn find_move(game: &dyn AnyGame, wanted: &MoveFields) -> Option<AnyMove> {
    let sorted = |squares: &[u8]| {
        let mut squares = squares.to_vec();
        squares.sort_unstable();
        squares
    };
    let captured = sorted(&wanted.captured);
    let legal = game.legal_moves();
    let from_to = legal.into_iter().filter_map(|mv| {
        let fields = move_fields(game, mv, 0)?;
        ((fields.from, fields.to) == (wanted.from, wanted.to)).then_some((mv, sorted(&fields.captured)))
    });
    let fitting: Vec<(AnyMove, Vec<u8>)> = from_to.collect();
    if let Some((mv, _)) = fitting.iter().find(|(_, squares)| *squares == captured) {
        return Some(*mv);
    }
    match fitting.as_slice() {
        [(mv, _)] if captured.is_empty() => Some(*mv),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::any_game::any_game;

    fn international() -> (Rules, Box<dyn AnyGame>) {
        let variant: Variant = "international".parse().unwrap();
        (rules(&variant).unwrap(), any_game(&variant))
    }

    #[test]
    fn positions_are_read_and_written() {
        let (rules, mut game) = international();
        let text = position(&rules, &game.fen()).unwrap();
        assert_eq!(text, format!("W{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20)));
        game.set_position(Some(&fen(&rules, &text).unwrap()), &[]).unwrap();
        assert_eq!(game.fen(), "W:W31-50:B1-20");
        let kings = format!("ZW{}Z", "e".repeat(48));
        game.set_position(Some(&fen(&rules, &kings).unwrap()), &[]).unwrap();
        assert_eq!(game.fen(), "B:WK1:BK50");
        assert_eq!(position(&rules, &game.fen()).as_deref(), Some(kings.as_str()));
        for wrong in ["", "W", "Wx", &kings.replace('Z', "B"), &"W".repeat(52)] {
            assert!(fen(&rules, wrong).unwrap_err().contains("50 squares"), "{wrong}");
        }
    }

    #[test]
    fn moves_are_found_by_their_squares() {
        let (_, mut game) = international();
        let plain = |from, to, captured: &[u8]| MoveFields { seconds: 0, from, to, captured: captured.to_vec() };
        let mv = find_move(&*game, &plain(32, 28, &[])).unwrap();
        assert_eq!(move_fields(&*game, mv, 7), Some(MoveFields { seconds: 7, ..plain(32, 28, &[]) }));
        game.set_position(None, &["32-28", "19-23"]).unwrap();
        let mv = find_move(&*game, &plain(28, 19, &[23])).unwrap();
        assert_eq!(move_fields(&*game, mv, 0), Some(plain(28, 19, &[23])));
        assert_eq!(find_move(&*game, &plain(28, 19, &[])), Some(mv));
        assert_eq!(find_move(&*game, &plain(28, 19, &[24])), None);
        assert_eq!(find_move(&*game, &plain(31, 26, &[])), None);
        // Two captures with the same start and end: the captured squares are needed, in any order.
        game.set_position(Some("W:WK26:B12,18,21,31,32,38,41"), &[]).unwrap();
        let captures: Vec<MoveFields> =
            game.legal_moves().into_iter().filter_map(|mv| move_fields(&*game, mv, 0)).collect();
        for fields in captures {
            let reversed = fields.captured.iter().rev().copied().collect();
            assert!(find_move(&*game, &MoveFields { captured: reversed, ..fields }).is_some());
        }
    }

    #[test]
    fn only_draughts_on_ten_by_ten() {
        let can = |name: &str| rules(&name.parse().unwrap()).is_some();
        assert!(can("international") && can("killer") && can("antidraughts") && can("russian+board=10"));
        assert!(!can("english") && !can("nine-mens-morris") && !can("ravensburger-de-100-huff"));
    }
}
