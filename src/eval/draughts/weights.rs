//! What the counts of the evaluation are worth.
//!
//! A model has three parts, and may have a net behind them (`eval/net.rs`). The plain counts are all that a text file has: for the full board and then for the empty one, between
//! which the number of men decides, a man on every square, row by row and seen by White (Black's men are seen from his side),
//! and then a king, having a king at all, a king in the centre, a king on the main road, a free square in front of a
//! man, a man with one of its own right behind it, a man more on one wing than on the other, and having the move. The kings
//! follow likewise: one on every square, a square that one can move to, and one that cannot move. Then come the
//! windows, each state with its weight for the full board and for the empty one.

use super::windows::{self, STATES};
use crate::eval::model::{Model, loaded_for};
use crate::eval::net::Net;
use crate::eval::weights::read;
use crate::games::catalog::AnyRules;
use crate::games::draughts::named::{NAMED, RULES};
use crate::games::draughts::rules::{Board, Corner, KingCapture, Movement, Rules};
use crate::util::cpu::has_fast_pext;
use std::sync::{Arc, OnceLock};

/// The plain counts that follow those of the men.
pub(super) const OTHERS: usize = 8;
/// The counts of the kings that follow their squares.
pub(super) const KING_OTHERS: usize = 2;
/// The fullness of a board with all its men.
pub(crate) const FULL: i32 = 64;

/// Where the parts of a model begin.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// A half of the plain counts, and of those of the kings.
    pub plain: usize,
    pub kings: usize,
    /// The first of the windows.
    pub windows: usize,
    /// All weights but those of a net.
    pub count: usize,
}

impl Layout {
    pub const fn of(board: Board) -> Layout {
        let squares = board.count() as usize;
        let (plain, kings) = (squares + OTHERS, squares + KING_OTHERS);
        let windows = 2 * (plain + kings);
        Layout { plain, kings, windows, count: windows + 2 * STATES * windows::count(board) }
    }
}

/// The weights of one game, as the evaluation uses them: each is [`packed`].
pub struct Weights {
    pub(crate) model: Arc<Model>,
    /// Whether the windows are read by an instruction.
    pub(super) pext: bool,
    /// The windows, with the men of the plain counts put into them.
    pub(super) windows: Box<[i32]>,
    /// A king on each bit, White's and Black's.
    pub(super) kings: [[i32; 64]; 2],
    pub(super) king: i32,
    pub(super) crowned: i32,
    pub(super) king_centre: i32,
    pub(super) king_road: i32,
    pub(super) mobility: i32,
    pub(super) backed: i32,
    pub(super) balance: i32,
    pub(super) tempo: i32,
    pub(super) king_mobility: i32,
    pub(super) king_stuck: i32,
    /// What corrects the sum, if the model has it: its weights follow those of the windows.
    pub(super) net: Option<Net>,
}

/// The weights for the full and the empty board in one number, so that they are added and multiplied at once.
#[inline(always)]
const fn packed(full: i16, empty: i16) -> i32 {
    ((full as i32) << 16) + empty as i32
}

/// The sum of a packed number's halves, weighed by how full the board is, from 0 to [`FULL`].
#[inline(always)]
pub(crate) const fn weighed(packed: i32, fullness: i32) -> i32 {
    let empty = packed as i16 as i32;
    let full = (packed - empty) >> 16;
    (full * fullness + empty * (FULL - fullness)) / FULL
}

impl Weights {
    /// Prepares a model for a board, or `None` if it has not as many weights.
    pub(crate) fn new(model: Arc<Model>, board: Board) -> Option<Weights> {
        let layout = Layout::of(board);
        let squares = board.count() as usize;
        let (numbers, net) = model.weights.split_at_checked(layout.count)?;
        let bit = |square: usize| board.bit(square as u32 + 1, Corner::Left).unwrap_or(0) as usize;
        let net = if net.is_empty() { None } else { Some(Net::new(net, squares, bit)?) };
        let plain = |at: usize| packed(numbers[at], numbers[layout.plain + at]);
        let king_part = &numbers[2 * layout.plain..];
        let king_number = |at: usize| packed(king_part[at], king_part[layout.kings + at]);
        let pairs = numbers[layout.windows..].chunks_exact(2);
        let mut windows: Box<[i32]> = pairs.map(|pair| packed(pair[0], pair[1])).collect();
        let mut kings = [[0; 64]; 2];
        for number in 1..=board.count() {
            let turned = board.bit(board.count() + 1 - number, Corner::Left)?;
            let bit = board.bit(number, Corner::Left)?;
            put_man(&mut windows, board, bit, turned, plain(number as usize - 1));
            kings[0][bit as usize] = king_number(number as usize - 1);
            kings[1][turned as usize] = king_number(number as usize - 1);
        }
        let other = |at: usize| plain(squares + at);
        Some(Weights {
            pext: has_fast_pext(),
            windows,
            kings,
            king: other(0),
            crowned: other(1),
            king_centre: other(2),
            king_road: other(3),
            mobility: other(4),
            backed: other(5),
            balance: other(6),
            tempo: other(7),
            king_mobility: king_number(squares),
            king_stuck: king_number(squares + 1),
            net,
            model,
        })
    }

    /// The weights of a rule set: those loaded for it, its own where it has a name, and else those of the named game that is most like it.
    pub(crate) fn of(rules: &Rules) -> Arc<Weights> {
        if let Some(weights) =
            loaded_for(&AnyRules::Draughts(*rules)).and_then(|model| Weights::new(model, rules.movement.board))
        {
            return Arc::new(weights);
        }
        static KNOWN: [OnceLock<Arc<Weights>>; NAMED.len()] = [const { OnceLock::new() }; NAMED.len()];
        let place = most_alike(rules);
        let board = rules.movement.board;
        let read = || {
            let trained = NAMED[place].model.and_then(|bytes| Model::from_bytes(bytes).ok());
            // A test reads every file.
            let model = trained.unwrap_or_else(|| plain_model(NAMED[place].weights.and_then(read), board));
            let empty = || Model::plain(vec![0; Layout::of(board).count]);
            let prepared = Weights::new(Arc::new(model), board).or_else(|| Weights::new(Arc::new(empty()), board));
            Arc::new(prepared.unwrap_or_else(|| unreachable!("a model of the right size")))
        };
        KNOWN[place].get_or_init(read).clone()
    }
}

/// A model of plain counts alone.
fn plain_model(numbers: Option<Vec<i16>>, board: Board) -> Model {
    let mut weights = numbers.unwrap_or_default();
    weights.resize(Layout::of(board).count, 0);
    Model::plain(weights)
}

/// Puts what a man of White's on a square is worth into the first window that sees it: from White's side, or else from Black's.
fn put_man(windows: &mut [i32], board: Board, bit: u32, turned: u32, weight: i32) {
    let sees = |bit: u32| (0..windows::count(board)).find(|window| windows::mask(board, *window) >> bit & 1 != 0);
    let (window, at, white) = match sees(bit) {
        Some(window) => (window, bit, true),
        None => (sees(turned).unwrap_or(0), turned, false),
    };
    let place = windows::extract(board, window, 1 << at).trailing_zeros();
    let power = 3usize.pow(place);
    for (state, value) in windows[window * STATES..][..STATES].iter_mut().enumerate() {
        match state / power % 3 {
            1 if white => *value += weight,
            2 if !white => *value -= weight,
            _ => {}
        }
    }
}

/// The game with weights of its own that is most like a rule set.
fn most_alike(rules: &Rules) -> usize {
    let fits = |place: &usize| NAMED[*place].weights.is_some() && RULES[*place].movement.board == rules.movement.board;
    // Of equals the first.
    (0..NAMED.len()).rev().filter(fits).max_by_key(|place| likeness(&RULES[*place], rules)).unwrap_or(0)
}

/// How much alike two games are played.
fn likeness(one: &Rules, other: &Rules) -> u32 {
    let (a, b) = (one.movement, other.movement);
    let far = |m: Movement| matches!(m.king_capture, KingCapture::Any | KingCapture::Killer);
    [
        (one.plays_to_lose() == other.plays_to_lose() && a.crown_ends == b.crown_ends, 256),
        (a.king_move == b.king_move, 128),
        (a.king_reaches() == b.king_reaches(), 64),
        (far(a) == far(b), 32),
        (a.men_capture == b.men_capture, 16),
        (a.must_capture() == b.must_capture(), 8),
        (a.capture_lines == b.capture_lines, 4),
        (a.men_take_kings == b.men_take_kings, 2),
        (a.king_capture == b.king_capture, 2),
        (a.choice == b.choice, 2),
        (a.promote == b.promote, 2),
        (a.chain == b.chain, 1),
        (a.capture == b.capture, 1),
        (a.removal == b.removal, 2),
        (one.men_rows == other.men_rows, 1),
    ]
    .iter()
    .map(|(same, worth)| if *same { *worth } else { 0 })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::named;

    #[test]
    fn halves_are_packed_and_weighed() {
        for (full, empty) in [(100, -7), (-30, 250), (0, -1), (-1, 0)] {
            let three = 3 * packed(full, empty);
            assert_eq!((weighed(three, FULL), weighed(three, 0)), (3 * i32::from(full), 3 * i32::from(empty)));
        }
    }

    #[test]
    fn every_file_has_its_numbers() {
        for (entry, rules) in NAMED.iter().zip(RULES) {
            let Some(text) = entry.weights else { continue };
            let layout = Layout::of(rules.movement.board);
            assert_eq!(read(text).map(|numbers| numbers.len()), Some(2 * layout.plain), "{}", entry.name);
            if let Some(bytes) = entry.model {
                let model = Model::from_bytes(bytes).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
                let net = crate::eval::net::count(rules.movement.board.count() as usize);
                assert!([layout.count, layout.count + net].contains(&model.weights.len()), "{}", entry.name);
            }
            let own = NAMED[most_alike(&rules)].name;
            assert_eq!(own, entry.name, "a game has its own weights");
        }
    }

    #[test]
    fn games_without_weights_have_those_of_their_kind() {
        let like = |name| NAMED[most_alike(&named::rules(name))].name;
        assert_eq!(like("schmidt-gb"), "english");
        assert_eq!(like("schmidt-it-losing"), "schmidt-de-losing");
        assert_eq!(like("ravensburger-de-huff"), "schmidt-de-huff");
        assert_eq!(like("ravensburger-es-100-huff"), "ravensburger-it-100");
    }
}
