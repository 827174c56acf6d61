//! Frisian draughts and Frysk!: captures along rows and columns, their value, and the limit of a king's moves.

use super::*;

/// The position after some moves, with the counts of kings' moves.
fn counted(fen: &str, played: &[&str]) -> String {
    let text = table("frisian").after(fen, played).unwrap_or_else(|error| panic!("{error}"));
    text.split(':').next_back().unwrap_or_default().to_string()
}

#[test]
fn the_axes_and_the_start() {
    let columns = ["board", "men-capture", "capture-lines", "king-limit", "choice", "removal", "promote", "draws"];
    for name in ["frisian", "frysk"] {
        assert_eq!(axes(name, &columns), "10 all all 3 frisian end pass frisian", "{name}");
    }
    assert_eq!(table("frisian").start(), "W:W31-50:B1-20");
    assert_eq!(table("frysk").start(), "W:W46-50:B1-5");
    assert_eq!(axes("international", &["capture-lines", "king-limit"]), "moves never");
}

#[test]
fn a_man_captures_along_rows_and_columns_international_does_not() {
    for (victim, capture) in [(18, "28x8"), (29, "28x30"), (27, "28x26"), (38, "28x48")] {
        let position = format!("W:W28:B{victim},45");
        assert_eq!(moves("frisian", &position), [capture]);
        assert_eq!(moves("international", &position), ["28-22", "28-23"]);
    }
}

#[test]
fn a_man_does_not_move_along_rows_and_columns() {
    assert_eq!(moves("frisian", "W:W28:B45"), ["28-22", "28-23"]);
}

#[test]
fn no_capture_runs_round_the_edge_of_the_board() {
    // 25 ends a row and 26 begins the next one.
    assert_eq!(moves("frisian", "W:W24:B25,45"), ["24-19", "24-20"]);
    assert_eq!(moves("frisian", "W:W25:B26,45"), ["25-20"]);
    assert_eq!(moves("frisian", "W:W36:B35,45"), ["36-31"]);
}

#[test]
fn pieces_on_the_edge_are_captured() {
    assert_eq!(moves("frisian", "W:WK1:BK2,45"), ["1x3", "1x4", "1x5"]);
    assert_eq!(moves("frisian", "B:WK49,6:BK50"), ["50x46", "50x47", "50x48"]);
    assert_eq!(moves("frisian", "W:W36:B26"), ["36x16"]);
}

#[test]
fn a_king_captures_from_afar_over_dark_squares() {
    assert_eq!(moves("frisian", "W:WK46:B16"), ["46x6"]);
    assert_eq!(moves("frisian", "W:WK46:B36"), ["46x6", "46x16", "46x26"]);
    let two_in_a_row = moves("frisian", "W:WK46:B26,36,1");
    assert!(two_in_a_row.iter().all(|mv| mv.starts_with("46-")), "{two_in_a_row:?}");
}

#[test]
fn a_capture_goes_on_in_any_of_the_eight_directions() {
    assert_eq!(moves("frisian", "W:W28:B24,29"), ["28x30x19"]);
    assert_eq!(moves("frisian", "W:W28:B24,29,18"), ["28x30x19x17"]);
    assert_eq!(moves("frisian", "W:WK46:B16,7"), ["46x6x8", "46x6x9", "46x6x10"]);
}

#[test]
fn two_men_count_more_than_a_king_and_a_king_more_than_a_man() {
    assert_eq!(moves("frisian", "W:W28,47:B24,29,K42"), ["28x30x19"]);
    assert_eq!(moves("frisian", "W:W28,47:B29,K42"), ["47x38"]);
}

#[test]
fn at_equal_value_a_king_captures() {
    assert_eq!(moves("frisian", "W:WK46,28:B16,29"), ["46x6"]);
}

#[test]
fn the_same_king_makes_three_quiet_moves_at_most() {
    assert_eq!(counted("W:WK46,35:B1,2", &["46-41"]), "+0+141");
    assert_eq!(counted("W:WK46,35:B1,2", &["46-41", "1-6", "41-46"]), "+0+246");
    assert_eq!(counted("W:WK46,35:B1,2", &["46-41", "1-6", "41-46", "6-11", "46-41"]), "+0+341");
    assert_eq!(moves("frisian", "W:WK41,35:B2:+0+341"), ["35-30"]);
    assert_eq!(moves("frisian+king-limit=never", "W:WK46,35:B2").len(), 10);
}

#[test]
fn another_piece_or_a_capture_lifts_the_limit() {
    assert_eq!(counted("W:WK46,35:B1,2:+0+346", &["35-30"]), "B1,2");
    assert_eq!(counted("W:WK46,K47,35:B1,2:+0+346", &["47-41"]), "+0+141");
    assert_eq!(moves("frisian", "W:WK46,35:B19:+0+346"), ["46x5", "46x10", "46x14"]);
    assert_eq!(counted("W:WK46,35:B19:+0+346", &["46x5"]), "B");
}

#[test]
fn a_side_without_men_moves_its_kings_freely() {
    assert_eq!(moves("frisian", "W:WK46:B5:+0+346").len(), 8);
    // The last man is captured: White's king is free from now on.
    assert_eq!(counted("B:WK46,28:B29,5:+0+346", &["29x27"]), "B5,27");
    // The king itself is captured, and another one has made no move.
    assert_eq!(counted("B:WK38,K50,35:B28,5:+0+338", &["28x48"]), "BK48,5");
}

#[test]
fn a_side_that_may_not_move_its_only_free_piece_has_lost() {
    assert_eq!(moves("frisian", "W:WK46,6:B1:+0+346"), [""; 0]);
    assert_eq!(ending("frisian", "W:WK46,6:B1:+0+346", &[]), "Black wins: no legal move");
}

#[test]
fn one_king_each_is_drawn_after_two_moves_and_two_against_one_after_seven() {
    assert_eq!(ending("frisian", "W:WK46:BK4:E2", &["46-41"]), "");
    assert_eq!(ending("frisian", "W:WK46:BK4:E3", &["46-41"]), "draw: drawn ending");
    assert_eq!(ending("frisian", "W:WK46,K47:BK4:E12", &["46-41"]), "");
    assert_eq!(ending("frisian", "W:WK46,K47:BK4:E13", &["46-41"]), "draw: drawn ending");
    assert_eq!(ending("frisian", "W:WK46,35:BK4:E99", &["35-30"]), "", "a man is left");
}

#[test]
fn the_counts_of_a_position_are_read_as_lidraughts_writes_them() {
    let read = |fen: &str| table("frisian").after(fen, &[]);
    assert_eq!(read("W:WK46,35:BK5,6:H0:F1:+0+0").as_deref(), Ok("W:WK46,35:BK5,6"));
    assert_eq!(read("W:WK46,35:BK5,6:H0:F9:+25+146").as_deref(), Ok("W:WK46,35:BK5,6:+25+146"));
    assert_eq!(read("W:WK46,35:BK5,6:+2+0").as_deref(), Ok("W:WK46,35:BK5,6:+25+0"), "the only king");
    for (fen, problem) in [
        ("W:WK46,35:BK5,6:+45+0", "counts 4 moves"),
        ("W:WK46,35:BK5,6:+16+0", "on 6, where none is"),
        ("W:WK46,35:BK5,6:+1", "1 counts"),
        ("W:WK46,35:BK5,6:+x+0", "`x` is not a number"),
        ("W:WK46,35:BK5,6:+1é+0", "not a square"),
    ] {
        let error = read(fen).unwrap_err();
        assert!(error.contains(problem), "{fen}: {error}");
    }
    let other = table("international").after("W:WK46,35:BK5,6:+15+0", &[]).unwrap_err();
    assert!(other.contains("no limit"), "{other}");
}
