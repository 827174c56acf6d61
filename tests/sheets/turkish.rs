//! Turkish draughts: all 64 squares, along rows and columns. Numbers run from 1 (a8) to 64 (h1).

use super::*;

#[test]
fn the_axes_and_the_start() {
    let columns = ["men-capture", "king-capture", "choice", "removal", "turn-back", "promote", "draws", "first"];
    assert_eq!(axes("turkish", &columns), "forward any most now no pass turkish white");
    assert_eq!(axes("thai", &["removal", "turn-back"]), "now yes");
    // The first row of each player is free.
    assert_eq!(table("turkish").start(), "W:W41-56:B9-24");
    assert_eq!(moves("turkish", "W:W41-56:B9-24").len(), 8);
}

#[test]
fn a_man_steps_forward_and_sideways() {
    assert_eq!(moves("turkish", "W:W36,64:B1,2"), ["36-28", "36-35", "36-37", "64-56", "64-63"]);
    assert_eq!(moves("turkish", "B:W64,63:B29,1"), ["1-2", "1-9", "29-28", "29-30", "29-37"]);
}

#[test]
fn a_man_captures_forward_and_sideways_but_neither_back_nor_diagonally() {
    for (victim, capture) in [(28, "36x20"), (35, "36x34"), (37, "36x38")] {
        assert_eq!(moves("turkish", &format!("W:W36:B{victim},1")), [capture]);
    }
    assert_eq!(moves("turkish", "W:W36:B44,1"), ["36-28", "36-35", "36-37"]);
    assert_eq!(moves("turkish", "W:W36:B27,1"), ["36-28", "36-35", "36-37"]);
    assert_eq!(moves("turkish+men-capture=all", "W:W36:B44,1"), ["36x52"]);
}

#[test]
fn no_move_runs_round_the_edge_of_the_board() {
    assert_eq!(moves("turkish", "W:W39:B40,1"), ["39-31", "39-38"]);
    assert_eq!(moves("turkish", "W:W40:B41,1"), ["40-32", "40-39"]);
}

#[test]
fn a_king_moves_and_captures_along_rows_and_columns_and_lands_anywhere_behind() {
    assert_eq!(moves("turkish", "W:WK57:B2,3").len(), 14);
    assert_eq!(moves("turkish", "W:WK57:B33,55"), ["57x1", "57x9", "57x17", "57x25"]);
    assert_eq!(moves("turkish+king-capture=behind", "W:WK57:B33,55"), ["57x25"]);
    let two_in_a_row = moves("turkish", "W:WK57:B33,25,3");
    assert!(two_in_a_row.iter().all(|mv| mv.starts_with("57-")), "{two_in_a_row:?}");
}

#[test]
fn the_most_pieces_must_be_taken_and_a_king_counts_as_one() {
    assert_eq!(moves("turkish", "W:W36,64:B28,19,K63"), ["36x20x18"]);
    assert_eq!(moves("turkish", "W:W36,64:B28,K63"), ["36x20", "64x62"]);
}

#[test]
fn jumped_pieces_leave_at_once_and_open_lines() {
    assert_eq!(moves("turkish", "W:WK59:B43,29,38,42"), ["59x27x30x46x41"]);
    let later = moves("turkish+removal=end", "W:WK59:B43,29,38,42");
    assert_eq!(later, ["59x27x30x46", "59x27x30x54", "59x27x30x62"]);
}

#[test]
fn no_turn_by_180_degrees_between_two_jumps() {
    assert_eq!(moves("turkish", "W:WK36:B34,38"), ["36x33", "36x39", "36x40"]);
    assert_eq!(moves("turkish+turn-back=yes", "W:WK36:B34,38"), ["36x33x39", "36x33x40", "36x39x33"]);
}

#[test]
fn a_man_on_the_last_row_goes_on_as_a_man_and_is_crowned_where_it_ends() {
    assert_eq!(after("turkish", "W:W20:B5,12,1", &["20x4x6"]), "B:WK6:B1");
    // Only a king would see 6 from 4.
    assert_eq!(moves("turkish", "W:W20:B6,12,1"), ["20x4"]);
    assert_eq!(moves("turkish+promote=continue", "W:W20:B6,12"), ["20x4x7", "20x4x8"]);
    assert_eq!(moves("turkish+promote=stop", "W:W20:B5,12"), ["20x4"]);
}

#[test]
fn one_piece_each_and_no_capture_at_hand_is_a_draw() {
    for position in ["W:W36:B1", "W:WK36:BK1", "B:W36:BK1"] {
        assert_eq!(ending("turkish", position, &[]), "draw: drawn ending", "{position}");
    }
    assert_eq!(ending("turkish", "W:W36:B28", &[]), "");
    assert_eq!(ending("turkish", "W:W36,37:B1", &[]), "");
    assert_eq!(ending("turkish+goal=lose", "W:W36:B1", &[]), "");
    assert_eq!(ending("thai", "W:W18:B1", &[]), "");
}

#[test]
fn squares_have_numbers_and_letters() {
    assert_eq!(after("turkish", "W:Wd4:Ba8,b8", &["d4-d5"]), "B:W28:B1,2");
    assert_eq!(after("turkish", "W:Wd4:Bd5,b8", &["d4xd6"]), "B:W20:B2");
    assert_eq!(after("turkish", "W:W57,Kh1:B1-2", &["h1-h8"]), "B:WK8,57:B1,2");
}

#[test]
fn what_makes_no_sense_on_64_squares_is_refused_with_the_reason() {
    for (name, reason) in [
        ("turkish+corner=right", "add corner=left"),
        ("italian+board=64", "add corner=left"),
        ("turkish+capture-lines=all", "add capture-lines=moves"),
        ("frisian+board=64", "add capture-lines=moves"),
        ("turkish+men-rows=3", "no free row"),
    ] {
        let error = name.parse::<millstone::games::catalog::Variant>().unwrap_err().to_string();
        assert!(error.contains(reason), "{name}: {error}");
    }
}
