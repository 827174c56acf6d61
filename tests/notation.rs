//! Positions and moves of draughts as text: every form that is read, and what is said of a text that is wrong.

mod support;

use support::table;

/// The position after one move, given by this text.
fn play(name: &str, fen: &str, text: &str) -> String {
    table(name).after(fen, &[text]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Why a position is refused.
fn refused(name: &str, fen: &str) -> String {
    table(name).after(fen, &[]).expect_err("a wrong position")
}

/// Why a move is refused.
fn refused_move(name: &str, fen: &str, text: &str) -> String {
    table(name).after(fen, &[text]).expect_err("a wrong move")
}

mod positions {
    use super::*;

    #[test]
    fn sides_come_in_either_order_and_runs_as_ranges() {
        let printed = "W:WK5,12,13:BK32,20-22";
        for text in [
            printed,
            "W:BK32,20-22:WK5,12,13",
            "w:wk5,12,13:bk32,20,21,22",
            " W : W K5 , 12,13 : B 20-22,K32 . ",
            "W:W12,K5,13:B22,21,20,K32.",
        ] {
            assert_eq!(table("english").after(text, &[]).as_deref(), Ok(printed), "{text}");
        }
    }

    #[test]
    fn algebraic_squares_are_read_on_eight_by_eight() {
        assert_eq!(table("russian").after("W:Wa1,c3,Kg1:Bb8,Kh8", &[]).as_deref(), Ok("W:WK32,22,29:BK4,1"));
        // The mirrored boards have their corner at h1.
        assert_eq!(table("italian").after("W:Wh1:Ba8", &[]).as_deref(), Ok("W:W32:B1"));
        assert!(refused("russian", "W:Wa2:B1").contains("`a2` is not a dark square"));
        assert!(refused("international", "W:Wa1:B1").contains("`a1` is not a square"));
    }

    #[test]
    fn counters_and_huffable_pieces_are_read_and_printed() {
        let fen = "W:WK29,K32:BK1,K2:H12";
        assert_eq!(table("schmidt-de").after(fen, &[]).as_deref(), Ok(fen));
        assert_eq!(table("schmidt-de").after("W:WK29,K32:BK1,K2:H12:F30", &[]).as_deref(), Ok(fen));
        let fen = "B:W17,18:B15:X18";
        assert_eq!(table("doubleboard-gb").after(fen, &[]).as_deref(), Ok(fen));
    }

    #[test]
    fn a_side_without_pieces_is_no_error() {
        for fen in ["W:W:B1", "B:W:B1", "W:W:B", "W:W21-23:B"] {
            assert_eq!(table("schmidt-de").after(fen, &[]).as_deref(), Ok(fen));
        }
    }

    #[test]
    fn a_square_twice_is_refused_by_number() {
        assert!(refused("english", "W:W21,22,21:B1").contains("square 21 is named twice"));
        assert!(refused("english", "W:W21-23,22:B1").contains("square 22 is named twice"));
        assert!(refused("english", "W:W21:B1,21").contains("square 21 is named twice"));
    }

    #[test]
    fn a_number_off_the_board_is_refused_with_the_range() {
        assert!(refused("english", "W:W33:B1").contains("square 33 is off the board, whose squares are 1 to 32"));
        assert!(refused("international", "W:W51:B1").contains("1 to 50"));
        for number in ["0", "99999999999999999999", "1-4000000000"] {
            assert!(refused("international", &format!("W:W{number}:B9")).contains("off the board"), "{number}");
        }
    }

    #[test]
    fn a_man_on_its_crowning_row_is_refused() {
        assert!(refused("english", "W:W3:B9").contains("White has a man on 3, its crowning row"));
        assert!(refused("english", "W:W9:B30").contains("Black has a man on 30, its crowning row"));
        assert!(table("english").after("W:WK3,30:BK31,2", &[]).is_ok());
    }

    #[test]
    fn too_many_pieces_are_refused() {
        assert!(refused("english", "W:W20-32:B1").contains("White has 13 pieces; a side has 12 at the most"));
        assert!(refused("international", "W:W50:B1-21").contains("Black has 21 pieces; a side has 20 at the most"));
    }

    #[test]
    fn pieces_to_huff_must_be_there_and_the_game_must_have_it() {
        assert!(refused("schmidt-de", "B:W17:B15:X17").contains("without huffing"));
        assert!(refused("doubleboard-de", "B:W17:B15:X18").contains("`X` names 18"));
        // Only the side that has just moved can be at fault.
        assert!(refused("doubleboard-de", "B:W17:B15:X15").contains("`X` names 15"));
    }

    #[test]
    fn other_nonsense_is_refused_where_it_stands() {
        assert!(refused("english", "").contains("no side to move"));
        assert!(refused("english", "X:W21:B1").contains("`X`"));
        assert!(refused("english", "W:W21").contains("Black's pieces are missing"));
        assert!(refused("english", "W:W21:W22:B1").contains("given twice"));
        assert!(refused("english", "W:W23-21:B1").contains("runs backwards"));
        assert!(refused("english", "W:W21:B1:Z3").contains("unknown part `Z`"));
        assert!(refused("english", "W:W21:B1:Hx").contains("no number of plies"));
        assert!(refused("english", "W:W21,,22:B1").contains("is not a square"));
    }
}

mod moves {
    use super::*;

    #[test]
    fn a_quiet_move_is_read_in_numbers_and_letters() {
        for text in ["22-18", " 22-18 ", "c3-d4", "C3-D4", "c3d4"] {
            assert!(play("schmidt-de", "W:W22:B1", text).starts_with("B:W18:B1"), "{text}");
        }
    }

    #[test]
    fn a_capture_is_read_in_every_form() {
        // Two captured by one man: 28 over 22 to 17, over 11 to 6.
        let position = "W:W28:B11,22";
        for text in ["28x17x6", "28:17:6", "28X17X6", "28x6", "28x6x22x11", "28x6x11x22"] {
            assert!(play("international", position, text).starts_with("B:W6:B"), "{text}");
        }
        assert_eq!(table("international").moves(position), ["28x17x6"]);
        for text in ["18x11x4", "d4xf6xh8", "d4:f6:h8", "d4xh8", "18x4x15x8"] {
            assert!(play("schmidt-de", "W:W18:B8,15", text).starts_with("B:WK4:B"), "{text}");
        }
    }

    #[test]
    fn the_form_that_names_the_victims_is_read() {
        assert!(play("international", "W:W28:B23", "28x19x23").starts_with("B:W19:B"));
    }

    #[test]
    fn the_short_form_must_fit_one_move_only() {
        // Two ways from 31 to 15, over different pieces.
        let fork = "W:W31:B18,19,26,27";
        assert_eq!(table("schmidt-de").moves(fork), ["31x22x15", "31x24x15"]);
        let error = refused_move("schmidt-de", fork, "31x15");
        assert_eq!(error, "move `31x15` fits several legal moves: 31x22x15 31x24x15");
        assert!(play("schmidt-de", fork, "31x24x15").starts_with("B:W15:B18,26"));
        assert!(play("schmidt-de", fork, "31x15x27x19").starts_with("B:W15:B18,26"));
    }

    #[test]
    fn a_single_jump_is_itself_and_not_the_short_form_of_a_longer_one() {
        let position = "W:W18:B8,15";
        assert_eq!(table("doubleboard-de").moves(position), ["18x11", "18x11x4", "18-14"]);
        assert!(play("doubleboard-de", position, "18x11").starts_with("B:W11:B8"));
        let error = refused_move("doubleboard-de", position, "18x8");
        assert!(error.contains("legal and like it: 18x11"), "{error}");
    }

    #[test]
    fn a_huff_is_read_with_its_own_sign() {
        for text in ["x18", "X18", ":18", "xd4"] {
            assert_eq!(play("schmidt-de-huff", "B:W17,18:B15:X18", text), "B:W17:B15", "{text}");
        }
        assert!(refused_move("schmidt-de-huff", "B:W17,18:B15:X18", "x17").contains("not legal"));
    }

    #[test]
    fn an_illegal_move_names_the_legal_ones_like_it() {
        let error = refused_move("schmidt-de", "W:W21-32:B1-12", "22-13");
        assert_eq!(error, "move `22-13` is not legal here; legal and like it: 22-17 22-18");
        // A capture is compulsory, so the quiet move is refused.
        let error = refused_move("schmidt-de", "W:W18,21:B15", "18-14");
        assert_eq!(error, "move `18-14` is not legal here; legal and like it: 18x11");
        // A capture is not written as a quiet move, nor a quiet move as a capture.
        assert!(refused_move("schmidt-de", "W:W18,21:B15", "18-11").contains("18x11"));
        assert!(refused_move("schmidt-de", "W:W22:B1", "22x18").contains("22-18"));
    }

    #[test]
    fn a_text_that_is_no_move_is_a_syntax_error() {
        for (text, problem) in [
            ("", "empty"),
            ("22", "not a move"),
            ("22-", "not a move"),
            ("22--18", "two separators"),
            ("22-18x15", "not a move"),
            ("22-18-15", "not a move"),
            ("hello", "is not a square"),
            ("22-99", "square 99 is off the board"),
            ("a2-b3", "is not a dark square"),
            ("22-18!", "is not a square"),
        ] {
            let error = refused_move("schmidt-de", "W:W22:B1", text);
            assert!(error.contains(problem) && error.contains("expected"), "{text}: {error}");
        }
        assert!(refused_move("schmidt-de", "W:W22:B1", &"22-18".repeat(100)).contains("too long"));
    }
}

/// A king with thousands of captures, most of which can be made in very many ways.
#[test]
fn captures_with_many_routes_are_written_and_read_quickly() {
    use std::time::Instant;
    let variant = support::variant("international+choice=free+removal=now");
    let mut game = millstone::engine::any_game::any_game(&variant);
    game.set_position(Some("W:WK12:B7,8,9,10,13,17,20,22,27,28,29,30,31,38,41,43,44"), &[]).unwrap();
    let start = Instant::now();
    for _ in 0..3 {
        assert_eq!(game.legal(), 2067);
    }
    let generation = start.elapsed() / 3;
    let style = millstone::games::notation::Style::Usual;
    let start = Instant::now();
    let texts = game.moves(style);
    let writing = start.elapsed();
    assert!(writing < generation * 200, "{writing:?} for the texts, {generation:?} for the moves");
    for text in texts.iter().step_by(97) {
        let start = Instant::now();
        let mv = game.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        let reading = start.elapsed();
        assert!(reading < generation * 200, "{text}: {reading:?}, {generation:?} for the moves");
        assert_eq!(game.move_text(mv, style), *text);
    }
}
