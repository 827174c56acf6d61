//! Where the rule sheets differ: for each rule a position that shows it, under both answers.

use millstone::games::axis::Axes;
use millstone::games::catalog::AnyRules;
use millstone::games::morris::named;
use millstone::games::morris::rules::{Board, DoubleMill, Fly, PlacingUntil, Rules, Shield, Take};
use millstone::games::notation::{Notation, legal_texts};
use millstone::games::record::Record;
use millstone::games::{Ending, Reason, Side};
use millstone::with_game;

const CEYLON_MILL: Rules = named::rules("ceylon-mill");
const DOUBLEBOARD_MILL: Rules = named::rules("doubleboard-mill");
const LASKER_MORRIS: Rules = named::rules("lasker-morris");
const MIXED_MILL: Rules = named::rules("mixed-mill");
const NINE_MENS_MORRIS: Rules = named::rules("nine-mens-morris");
const RAVENSBURGER_MILL: Rules = named::rules("ravensburger-mill");
const SIX_MENS_MORRIS: Rules = named::rules("six-mens-morris");
const THREE_MENS_MORRIS: Rules = named::rules("three-mens-morris");
const TWELVE_MENS_MORRIS: Rules = named::rules("twelve-mens-morris");

/// Legal moves of a position text, sorted.
struct Legal<'a>(&'a str);

impl Legal<'_> {
    fn visit<G: Notation>(self, game: G) -> Vec<String> {
        let mut texts = legal_texts(&game, &game.parse_position(self.0).unwrap());
        texts.sort();
        texts
    }
}

/// The position text and the ending after some moves.
struct After<'a>(&'a str, &'a [&'a str]);

impl After<'_> {
    fn visit<G: Notation>(self, game: G) -> (String, Option<Ending>) {
        let start = if self.0 == "start" { game.start() } else { game.parse_position(self.0).unwrap() };
        let mut record = Record::new(game.clone(), start);
        for text in self.1 {
            record.play(game.parse_move(record.position(), text).unwrap());
        }
        (game.format_position(record.position()), record.ending())
    }
}

/// The legal moves whose text begins so.
fn legal(rules: Rules, position: &str, beginning: &str) -> Vec<String> {
    with_game!(AnyRules::Morris(rules), game => Legal(position).visit(game))
        .into_iter()
        .filter(|text| text.starts_with(beginning))
        .collect()
}

fn after(rules: Rules, position: &str, moves: &[&str]) -> String {
    with_game!(AnyRules::Morris(rules), game => After(position, moves).visit(game)).0
}

fn ending(rules: Rules, position: &str, moves: &[&str]) -> Option<Ending> {
    with_game!(AnyRules::Morris(rules), game => After(position, moves).visit(game)).1
}

#[test]
fn each_game_differs_from_nine_mens_morris_in_what_its_sheet_says() {
    let axes = |rules: Rules| Rules::AXES.iter().map(|axis| rules.value(axis.name)).collect::<Vec<_>>().join(" ");
    let nine = "24 9 phase take take own unless-all must one no 3 stones 100";
    assert_eq!(axes(NINE_MENS_MORRIS), nine);
    assert_eq!(axes(DOUBLEBOARD_MILL), nine);
    for (rules, overrides) in [
        (RAVENSBURGER_MILL, &["shield=always", "jumper-falls=yes"][..]),
        (MIXED_MILL, &["placing=mixed"]),
        (CEYLON_MILL, &["placing-mill=again", "moving-mill=take-again", "placing-until=both"]),
        (LASKER_MORRIS, &["placing=mixed", "men=10"]),
        (TWELVE_MENS_MORRIS, &["board=24-diagonals", "men=12"]),
        (named::rules("eleven-mens-morris"), &["board=24-diagonals", "men=11"]),
        (named::rules("morabaraba"), &["board=24-diagonals", "men=12"]),
        (SIX_MENS_MORRIS, &["board=16", "men=6", "fly=never"]),
        (named::rules("five-mens-morris"), &["board=16", "men=5", "fly=never"]),
        (THREE_MENS_MORRIS, &["board=9-diagonals", "men=3", "fly=never", "goal=mill"]),
    ] {
        let mut expected = NINE_MENS_MORRIS;
        overrides.iter().for_each(|text| expected.apply(text).unwrap());
        assert_eq!(rules, expected, "{overrides:?}");
    }
}

/// White closes with f4-f6 while all of Black's six stones stand in mills.
const ALL_IN_MILLS: &str = "W:Wb6,d6,f4,c3:Ba7,d7,g7,a1,d1,g1:H0,0";
/// The same against a side whose last three stones form a mill.
const JUMPER_IN_MILL: &str = "W:Wb6,d6,f4,c3:Ba7,d7,g7:H0,0";

#[test]
fn nine_mens_morris_takes_from_mills_when_all_stones_are_in_mills() {
    let expected = ["f4-f6xa1", "f4-f6xa7", "f4-f6xd1", "f4-f6xd7", "f4-f6xg1", "f4-f6xg7"];
    assert_eq!(legal(NINE_MENS_MORRIS, ALL_IN_MILLS, "f4-f6"), expected);
}

#[test]
fn nine_mens_morris_spares_mills_while_another_stone_stands_free() {
    let position = "W:Wb6,d6,f4,c3:Ba7,d7,g7,a1:H0,0";
    assert_eq!(legal(NINE_MENS_MORRIS, position, "f4-f6"), ["f4-f6xa1"]);
}

#[test]
fn ravensburger_takes_nothing_when_all_stones_are_in_mills_doubleboard_always_does() {
    assert_eq!(legal(RAVENSBURGER_MILL, ALL_IN_MILLS, "f4-f6"), ["f4-f6"]);
    // A closing that takes nothing is no progress.
    let expected = "B:Wb6,d6,f6,c3:Ba7,d7,g7,a1,d1,g1:H0,0:P1";
    assert_eq!(after(RAVENSBURGER_MILL, ALL_IN_MILLS, &["f4-f6"]), expected);
    assert_eq!(legal(DOUBLEBOARD_MILL, ALL_IN_MILLS, "f4-f6").len(), 6);
}

#[test]
fn ravensburger_jumper_falls_even_with_its_mill() {
    let expected = ["f4-f6xa7", "f4-f6xd7", "f4-f6xg7"];
    assert_eq!(legal(RAVENSBURGER_MILL, JUMPER_IN_MILL, "f4-f6"), expected);
    let won = Some(Ending::win(Side::White, Reason::TooFewStones));
    assert_eq!(ending(RAVENSBURGER_MILL, JUMPER_IN_MILL, &["f4-f6xd7"]), won);
    // The rule speaks of three stones: it holds where nobody flies, too.
    let never = Rules { fly: Fly::Never, ..RAVENSBURGER_MILL };
    assert_eq!(legal(never, JUMPER_IN_MILL, "f4-f6"), expected);
}

#[test]
fn ravensburger_shield_holds_against_four_stones() {
    let position = "W:Wb6,d6,f4,c3:Ba7,d7,g7,g1:H0,0";
    assert_eq!(legal(RAVENSBURGER_MILL, position, "f4-f6"), ["f4-f6xg1"]);
}

#[test]
fn a_jumper_keeps_its_mill_where_mills_are_safe_for_ever() {
    let rules = Rules { shield: Shield::Always, ..NINE_MENS_MORRIS };
    assert_eq!(legal(rules, JUMPER_IN_MILL, "f4-f6"), ["f4-f6"]);
    assert_eq!(ending(rules, JUMPER_IN_MILL, &["f4-f6"]), None);
}

#[test]
fn mixed_mill_moves_before_all_stones_are_placed() {
    let position = "W:Wb4:Bd2:H8,8";
    assert_eq!(legal(NINE_MENS_MORRIS, position, "").len(), 22);
    assert_eq!(legal(MIXED_MILL, position, "").len(), 26);
    assert_eq!(legal(MIXED_MILL, position, "b4-"), ["b4-a4", "b4-b2", "b4-b6", "b4-c4"]);
    assert_eq!(after(MIXED_MILL, position, &["b4-a4"]), "B:Wa4:Bd2:H8,8:P1");
}

#[test]
fn mixed_mill_does_not_fly_with_a_stone_in_hand() {
    let (held, empty) = ("W:Wa7,c5:Bb2,f2,d6:H1,0", "W:Wa7,c5,e3:Bb2,f2,d6:H0,0");
    assert_eq!(legal(MIXED_MILL, held, "a7-"), ["a7-a4", "a7-d7"]);
    assert_eq!(legal(MIXED_MILL, empty, "a7-").len(), 18);
}

#[test]
fn ceylon_mill_closed_by_placing_earns_a_turn_instead_of_a_stone() {
    let position = "W:Wa7,d7:Bb2,f2:H7,7";
    assert_eq!(legal(NINE_MENS_MORRIS, position, "g7"), ["g7xb2", "g7xf2"]);
    assert_eq!(legal(CEYLON_MILL, position, "g7"), ["g7"]);
    assert_eq!(after(CEYLON_MILL, position, &["g7"]), "W:Wa7,d7,g7:Bb2,f2:H6,7");
    // The turn is a full one: it may close the next mill and go on.
    assert_eq!(after(CEYLON_MILL, "W:Wa7,d7,g1:Bb2,f2:H6,7", &["g7", "g4"]), "W:Wa7,d7,g7,g4,g1:Bb2,f2:H4,7");
}

#[test]
fn ceylon_mill_closed_by_moving_takes_and_earns_a_turn() {
    let position = "W:Wa7,d7,g4,c3:Bb2,f2,b4,f4:H0,0";
    assert_eq!(after(NINE_MENS_MORRIS, position, &["g4-g7xb2"]), "B:Wa7,d7,g7,c3:Bb4,f4,f2:H0,0");
    assert_eq!(after(CEYLON_MILL, position, &["g4-g7xb2"]), "W:Wa7,d7,g7,c3:Bb4,f4,f2:H0,0");
    // Also when nothing could be taken, and the game is over at two stones although White would be to move.
    let shielded = Rules { shield: Shield::Always, ..CEYLON_MILL };
    let all = "W:Wa7,d7,g4,c3:Bb6,b4,b2:H0,0";
    assert_eq!(after(shielded, all, &["g4-g7"]), "W:Wa7,d7,g7,c3:Bb6,b4,b2:H0,0:P1");
    let won = Some(Ending::win(Side::White, Reason::TooFewStones));
    assert_eq!(ending(CEYLON_MILL, all, &["g4-g7xb4"]), won);
}

#[test]
fn ceylon_side_with_an_empty_hand_moves_while_the_other_places() {
    let position = "W:Wa7,d7,g4,c3:Bb2,f2:H0,4";
    assert!(legal(CEYLON_MILL, position, "").iter().all(|text| text.contains('-')));
    // Until all stones are in the game a mill is one of the first phase, even if it is closed by moving.
    assert_eq!(legal(CEYLON_MILL, position, "g4-g7"), ["g4-g7"]);
    assert_eq!(after(CEYLON_MILL, position, &["g4-g7"]), "W:Wa7,d7,g7,c3:Bb2,f2:H0,4:P1");
    let own = Rules { placing_until: PlacingUntil::Own, ..CEYLON_MILL };
    assert_eq!(legal(own, position, "g4-g7"), ["g4-g7xb2", "g4-g7xf2"]);
    assert_eq!(after(own, position, &["g4-g7xb2"]), "W:Wa7,d7,g7,c3:Bf2:H0,4");
}

#[test]
fn ceylon_mill_takes_again_once_all_stones_are_in_the_game() {
    // Black places its last stone; from now on a mill that is closed by moving takes.
    let position = "B:Wa7,d7,g4,c3:Bb2,f2,b4:H0,1";
    assert_eq!(after(CEYLON_MILL, position, &["f4", "g4-g7xb2"]), "W:Wa7,d7,g7,c3:Bb4,f4,f2:H0,0");
    // The last stone of all closes a mill: it was placed, so it earns a turn and no stone.
    let last = "B:Wa7,d7,g4,c3:Bb2,f2,b4:H0,1";
    assert_eq!(after(CEYLON_MILL, last, &["d2"]), "B:Wa7,d7,g4,c3:Bb4,b2,d2,f2:H0,0");
    assert!(legal(CEYLON_MILL, "B:Wa7,d7,g4,c3:Bb4,b2,d2,f2:H0,0", "").iter().all(|text| text.contains('-')));
}

#[test]
fn with_a_stone_in_hand_a_mill_closed_by_moving_counts_as_placed() {
    let mut rules = MIXED_MILL;
    rules.apply("placing-mill=again").unwrap();
    assert_eq!(legal(rules, "W:Wa7,d7,g4:Bb2,f2:H6,7", "g4-g7"), ["g4-g7"]);
    assert_eq!(after(rules, "W:Wa7,d7,g4:Bb2,f2:H6,7", &["g4-g7"]), "W:Wa7,d7,g7:Bb2,f2:H6,7:P1");
    assert_eq!(legal(rules, "W:Wa7,d7,g4:Bb2,f2:H0,7", "g4-g7"), ["g4-g7xb2", "g4-g7xf2"]);
}

#[test]
fn fewer_than_three_stones_lose_counting_the_hand() {
    // Two on the board and one in hand are three.
    assert_eq!(ending(NINE_MENS_MORRIS, "B:Wa7,d7,g7,c3:Bb2,f2:H0,1", &[]), None);
    let lost = Some(Ending::win(Side::White, Reason::TooFewStones));
    assert_eq!(ending(NINE_MENS_MORRIS, "W:Wa7,d7,g4,c3:Bb2,f2,f4:H0,0", &["g4-g7xf4"]), lost);
}

#[test]
fn lasker_morris_is_mixed_with_ten_stones() {
    assert_eq!(after(LASKER_MORRIS, "start", &[]), "W:W:B:H10,10");
    assert_eq!(after(LASKER_MORRIS, "start", &["d6", "d2", "d6-b6"]), "B:Wb6:Bd2:H9,9:P1");
}

#[test]
fn twelve_mens_morris_has_lines_over_the_corners() {
    let position = "W:Wa7,b6:Bg1,d1:H10,10";
    assert_eq!(legal(TWELVE_MENS_MORRIS, position, "c5"), ["c5xd1", "c5xg1"]);
    assert_eq!(legal(Rules { board: Board::Plain, ..TWELVE_MENS_MORRIS }, position, "c5"), ["c5"]);
    let moving = "W:Wa7,g4,e3,d2:Bg1,d1,a1,a4:H0,0";
    assert_eq!(legal(TWELVE_MENS_MORRIS, moving, "a7-"), ["a7-b6", "a7-d7"]);
    assert_eq!(legal(NINE_MENS_MORRIS, moving, "a7-"), ["a7-d7"]);
}

#[test]
fn eleven_mens_morris_has_diagonals_and_never_a_full_board() {
    let eleven = named::rules("eleven-mens-morris");
    assert_eq!(after(eleven, "start", &["a7", "g1", "b6", "e3", "c5xg1"]), "B:Wa7,b6,c5:Be3:H8,9");
    assert_eq!(ending(eleven, ".BWBWBWBWBWBWBWBWBWBWBW. w 0 0", &[]), None);
    assert_eq!(legal(eleven, "W:Wa7,c5,c3:Bb2,f2,d6,d2:H0,0", "a7-").len(), 17);
}

#[test]
fn morabaraba_takes_one_cow_for_two_mills_and_three_cows_fly() {
    let morabaraba = named::rules("morabaraba");
    // A diagonal and a side at once.
    let two = "W:Wd7,g7,b6,c5:Bb2,f2,d6:H8,9";
    assert_eq!(legal(morabaraba, two, "a7"), ["a7xb2", "a7xd6", "a7xf2"]);
    // Cows on a diagonal are in a mill and safe while another is not.
    assert_eq!(legal(morabaraba, "W:Wd7,g7:Bg1,f2,e3,a1:H9,8", "a7"), ["a7xa1"]);
    assert_eq!(legal(morabaraba, "W:Wa7,c5,c3:Bb2,f2,d6,d2:H0,0", "a7-").len(), 17);
    assert_eq!(legal(morabaraba, "W:Wa7,c5,c3,g1:Bb2,f2,d6,d2:H0,0", "a7-"), ["a7-a4", "a7-b6", "a7-d7"]);
}

#[test]
fn six_mens_morris_has_mills_on_the_squares_only() {
    assert_eq!(after(SIX_MENS_MORRIS, "start", &["a5", "b4", "c5", "d2", "e5xb4"]), "B:Wa5,c5,e5:Bd2:H3,4");
    // The inner square has mills, too.
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wb4,c4:Ba1,e1:H4,4", "d4"), ["d4xa1", "d4xe1"]);
    // c5 and c4 are joined, but no third point lies on that line.
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wc5,c4:Ba1,e1:H4,4", "").len(), 12);
    // Corners are not joined to corners.
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wa5,b4,c1,d3:Ba1,e1,e5:H0,0", "a5-"), ["a5-a3", "a5-c5"]);
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wa5,b4,c1,d3:Ba1,e1,e5:H0,0", "b4-"), ["b4-b3", "b4-c4"]);
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wa5,b4,c1,d3:Ba1,e1,e5:H0,0", "c1-"), ["c1-c2"]);
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wa5,b4,c1,d3:Ba1,e1,e5:H0,0", "d3-"), ["d3-d2", "d3-d4", "d3-e3"]);
}

#[test]
fn six_mens_morris_does_not_fly_and_two_stones_lose() {
    let three = "W:Wa5,b4,c1:Ba1,e1,e5,d3:H0,0";
    assert_eq!(legal(SIX_MENS_MORRIS, three, "a5-"), ["a5-a3", "a5-c5"]);
    assert_eq!(legal(Rules { fly: Fly::Three, ..SIX_MENS_MORRIS }, three, "a5-").len(), 9);
    let won = Some(Ending::win(Side::White, Reason::TooFewStones));
    assert_eq!(ending(SIX_MENS_MORRIS, "W:Wa5,c5,e3,c2:Ba1,e1,d3:H0,0", &["e3-e5xd3"]), won);
    // A mill protects its stones while another stands free.
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wa5,c5,e3:Bb4,c4,d4,c1:H3,2", "e5"), ["e5xc1"]);
    assert_eq!(legal(SIX_MENS_MORRIS, "W:Wa5,c5,e3:Bb4,c4,d4:H3,2", "e5").len(), 3);
}

#[test]
fn two_mills_at_once_on_two_squares() {
    // a5 closes the upper and the left side of the outer square.
    let position = "W:Wc5,e5,a3,a1:Bb4,d2,d4:H2,2";
    assert_eq!(legal(SIX_MENS_MORRIS, position, "a5"), ["a5xb4", "a5xd2", "a5xd4"]);
    let two = Rules { double_mill: DoubleMill::Two, ..SIX_MENS_MORRIS };
    assert_eq!(legal(two, position, "a5"), ["a5xb4xd2", "a5xb4xd4", "a5xd2xd4"]);
}

#[test]
fn a_blocked_side_loses_on_two_squares() {
    let blocked = "B:Wc5,a3,b4,e3:Ba5,e5,c4:H0,0";
    assert_eq!(ending(SIX_MENS_MORRIS, blocked, &[]), None);
    let blocked = "B:Wc5,a3,e3,c1,d4:Ba5,e5,a1:H0,0";
    assert_eq!(ending(SIX_MENS_MORRIS, blocked, &[]), Some(Ending::win(Side::White, Reason::Blocked)));
}

#[test]
fn the_first_line_wins_three_mens_morris() {
    let won = |side| Some(Ending::win(side, Reason::MillClosed));
    for (moves, side) in [
        (&["a1", "a3", "b1", "b3", "c1"][..], Side::White),
        (&["b2", "a3", "a1", "a2", "c3"], Side::White),
        (&["a1", "b2", "a2", "a3", "c3", "c1"], Side::Black),
    ] {
        assert_eq!(ending(THREE_MENS_MORRIS, "start", &moves[..moves.len() - 1]), None, "{moves:?}");
        assert_eq!(ending(THREE_MENS_MORRIS, "start", moves), won(side), "{moves:?}");
    }
    // By a move, along a row and over a diagonal; nothing is taken.
    assert_eq!(after(THREE_MENS_MORRIS, "W:Wa1,b1,c2:Ba3,b2,c3:H0,0", &["c2-c1"]), "B:Wa1,b1,c1:Ba3,c3,b2:H0,0:P1");
    assert_eq!(ending(THREE_MENS_MORRIS, "W:Wa1,b1,c2:Ba3,b2,c3:H0,0", &["c2-c1"]), won(Side::White));
    assert_eq!(ending(THREE_MENS_MORRIS, "B:Wb1,c2,b3:Ba1,c3,a2:H0,0", &["a2-b2"]), won(Side::Black));
    // Whoever has a line has won, whoever is to move.
    assert_eq!(ending(THREE_MENS_MORRIS, "W:Wa1,b1,c1:Ba3,b2:H0,1", &[]), won(Side::White));
}

#[test]
fn three_mens_morris_steps_to_neighbours_also_along_diagonals() {
    let position = "W:Wb2,a3,c2:Ba1,b3,c3:H0,0";
    assert_eq!(legal(THREE_MENS_MORRIS, position, "b2-"), ["b2-a2", "b2-b1", "b2-c1"]);
    assert_eq!(legal(THREE_MENS_MORRIS, position, "a3-"), ["a3-a2"]);
    assert_eq!(legal(THREE_MENS_MORRIS, position, "c2-"), ["c2-c1"]);
    // The middle of a side is not joined to the middle of another.
    assert_eq!(legal(THREE_MENS_MORRIS, "W:Wb3,a1,c1:Bb2,a3,c2:H0,0", "b3-"), ["b3-c3"]);
    let plain = Rules { board: Board::Nine, ..THREE_MENS_MORRIS };
    assert_eq!(legal(plain, position, "b2-"), ["b2-a2", "b2-b1"]);
    assert_eq!(ending(plain, "W:Wa1,c3:Ba3,b3:H1,1", &["b2"]), None);
    assert_eq!(legal(Rules { fly: Fly::Three, ..THREE_MENS_MORRIS }, position, "a3-").len(), 3);
}

#[test]
fn a_side_without_a_move_loses_on_nine_points() {
    // With the diagonals the stones that would block White are a line.
    let blocked = "W:Wa1,a2,b1:Ba3,c1,b2:H0,0";
    assert_eq!(ending(THREE_MENS_MORRIS, blocked, &[]), Some(Ending::win(Side::Black, Reason::MillClosed)));
    let plain = Rules { board: Board::Nine, ..THREE_MENS_MORRIS };
    assert_eq!(ending(plain, blocked, &[]), Some(Ending::win(Side::Black, Reason::Blocked)));
}

#[test]
fn lines_on_nine_points_take_stones_where_that_is_the_goal() {
    let nine = Rules { board: Board::NineDiagonals, men: 4, fly: Fly::Never, ..NINE_MENS_MORRIS };
    assert_eq!(legal(nine, "W:Wa1,c3,b1:Ba3,b3,c2:H1,1", "b2"), ["b2xa3", "b2xb3", "b2xc2"]);
    assert_eq!(legal(nine, "W:Wa1,c3,b1,a2:Ba3,b3,c2:H0,1", "a2-b2"), ["a2-b2xa3", "a2-b2xb3", "a2-b2xc2"]);
    // Along a diagonal into a row; its own line it leaves.
    assert_eq!(legal(nine, "W:Wa3,a2,c2,b1:Ba1,b3,c1:H0,1", "a3-b2").len(), 3);
    assert_eq!(legal(nine, "W:Wa3,c1,b1,a2:Ba1,b3,c2:H0,1", "a3-b2"), ["a3-b2"]);
    // Without the diagonals they are neither lines nor steps.
    let plain = Rules { board: Board::Nine, ..nine };
    assert_eq!(legal(plain, "W:Wa1,c3,b1:Ba3,b3,c2:H1,1", "b2"), ["b2"]);
    assert_eq!(legal(plain, "W:Wa3,a2,c2,b1:Ba1,b3,c1:H0,1", "a3-"), [""; 0]);
}

#[test]
fn a_full_board_blocks_the_side_to_move() {
    let position = "WBWBWBWBWBWBWBWBWBWBWBWB w 0 0";
    assert_eq!(legal(TWELVE_MENS_MORRIS, position, ""), [""; 0]);
    let lost = Some(Ending::win(Side::Black, Reason::Blocked));
    assert_eq!(ending(TWELVE_MENS_MORRIS, position, &[]), lost);
}

#[test]
fn three_stones_fly_unless_nobody_does() {
    let position = "W:Wa7,c5,c3:Bb2,f2,d6,d2:H0,0";
    assert_eq!(legal(NINE_MENS_MORRIS, position, "a7-").len(), 17);
    assert_eq!(legal(Rules { fly: Fly::Never, ..NINE_MENS_MORRIS }, position, "a7-"), ["a7-a4", "a7-d7"]);
}

#[test]
fn two_mills_closed_at_once_take_one_stone() {
    let position = "W:Wd7,g7,a4,a1:Bb2,f2,d6:H5,6";
    assert_eq!(legal(NINE_MENS_MORRIS, position, "a7"), ["a7xb2", "a7xd6", "a7xf2"]);
}

#[test]
fn two_mills_closed_at_once_take_two_stones_where_the_rules_say_so() {
    let two = Rules { double_mill: DoubleMill::Two, ..NINE_MENS_MORRIS };
    let position = "W:Wd7,g7,a4,a1:Bb2,f2,d6:H5,6";
    assert_eq!(legal(two, position, "a7"), ["a7xb2xd6", "a7xb2xf2", "a7xd6xf2"]);
    assert_eq!(after(two, position, &["a7xf2xb2"]), after(two, position, &["a7xb2xf2"]));
    assert_eq!(after(two, position, &["a7xb2xf2"]), "B:Wa7,d7,g7,a4,a1:Bd6:H4,6");
    // One mill takes one.
    assert_eq!(legal(two, "W:Wd7,g7,a4:Bb2,f2:H6,7", "a7"), ["a7xb2", "a7xf2"]);
    // The first opens a mill for the second; a pair is one move, whichever goes first.
    let shielded = "W:Wd7,g7,a4,a1:Bb6,b4,b2,f2:H5,5";
    assert_eq!(legal(two, shielded, "a7"), ["a7xb2xf2", "a7xb4xf2", "a7xb6xf2"]);
    // The second is left out where the game is over with the first, or none can be taken.
    assert_eq!(legal(two, "W:Wd7,g7,a4,a1:Bb2,f2,d6:H5,0", "a7"), ["a7xb2", "a7xd6", "a7xf2"]);
    let safe = Rules { shield: Shield::Always, ..two };
    assert_eq!(legal(safe, shielded, "a7"), ["a7xf2"]);
}

#[test]
fn a_stone_may_be_left_where_the_rules_say_so() {
    let may = Rules { take: Take::May, ..NINE_MENS_MORRIS };
    let position = "W:Wd7,g7:Bb2,f2:H7,7";
    assert_eq!(legal(may, position, "a7"), ["a7", "a7xb2", "a7xf2"]);
    let two = Rules { double_mill: DoubleMill::Two, ..may };
    let both = "W:Wd7,g7,a4,a1:Bb2,f2:H5,7";
    assert_eq!(legal(two, both, "a7"), ["a7", "a7xb2", "a7xb2xf2", "a7xf2"]);
}

#[test]
fn a_blocked_side_loses() {
    let position = "B:Wd7,a4,d6,f4,d2:Ba7,b6,f6,f2:H0,0";
    let blocked = "B:Wd7,a4,b4,d6,g4,d1:Ba7,g7,b6,a1:H0,0";
    assert_eq!(ending(NINE_MENS_MORRIS, position, &[]), None);
    assert_eq!(ending(NINE_MENS_MORRIS, blocked, &[]), Some(Ending::win(Side::White, Reason::Blocked)));
}

#[test]
fn quiet_plies_and_repetition_draw() {
    let position = "W:Wa7,c5,c3,d2:Bb2,f2,d6,g4:H0,0:P99";
    assert_eq!(ending(NINE_MENS_MORRIS, position, &[]), None);
    let drawn = Some(Ending::draw(Reason::NoProgress));
    assert_eq!(ending(NINE_MENS_MORRIS, position, &["a7-a4"]), drawn);
    let mut rules = NINE_MENS_MORRIS;
    rules.apply("no-progress=200").unwrap();
    assert_eq!(ending(rules, position, &["a7-a4"]), None);

    let fresh = "W:Wa7,c5,c3,d2:Bb2,f2,d6,g4:H0,0";
    let round = ["a7-a4", "g4-g1", "a4-a7", "g1-g4"];
    assert_eq!(ending(NINE_MENS_MORRIS, fresh, &round), None);
    let twice: Vec<&str> = round.iter().chain(&round).copied().collect();
    assert_eq!(ending(NINE_MENS_MORRIS, fresh, &twice), Some(Ending::draw(Reason::Repetition)));
}
