//! Every rule in which two sheets, two languages of one box or two tournament games differ, each with a position
//! that shows the difference.

#[path = "sheets/frisian.rs"]
mod frisian;
mod support;
#[path = "sheets/turkish.rs"]
mod turkish;

use support::table;

fn moves(name: &str, fen: &str) -> Vec<String> {
    table(name).moves(fen)
}

/// The position after some moves, without what counts plies.
fn after(name: &str, fen: &str, played: &[&str]) -> String {
    let text = table(name).after(fen, played).unwrap_or_else(|error| panic!("{name}: {error}"));
    let counter = |part: &&str| part.starts_with(['H', 'E']);
    text.split(':').filter(|part| !counter(part)).collect::<Vec<_>>().join(":")
}

fn ending(name: &str, fen: &str, played: &[&str]) -> String {
    table(name).ending(fen, played)
}

/// The values of some axes of a game, in their order.
fn axes(name: &str, axes: &[&str]) -> String {
    let rules = *support::variant(name).rules();
    axes.iter().map(|axis| rules.value(axis)).collect::<Vec<_>>().join(" ")
}

mod the_names {
    use super::*;

    #[test]
    fn sheets_say_who_begins_how_men_and_kings_capture_and_what_binds() {
        let columns = ["first", "men-capture", "king-move", "king-capture", "capture", "chain", "promote"];
        for (names, expected) in [
            ("schmidt-de schmidt-it redboard-de ravensburger-de", "white forward long behind must must stop"),
            ("schmidt-gb", "black forward short adjacent must must stop"),
            ("schmidt-fr", "black all long any must must stop"),
            ("schmidt-es", "white forward long any must must stop"),
            ("ravensburger-fr", "white all long behind must must pass"),
            ("ravensburger-it ravensburger-es ravensburger-pt", "white forward long adjacent must must stop"),
            ("doubleboard-de doubleboard-gb doubleboard-fr doubleboard-it", "white forward long any huff may stop"),
        ] {
            for name in names.split(' ') {
                assert_eq!(axes(name, &columns), expected, "{name}");
                let common =
                    axes(name, &["board", "men-rows", "corner", "choice", "removal", "men-take-kings", "goal"]);
                assert_eq!(common, "8 3 left free end yes win", "{name}");
                let drawn = name.starts_with("ravensburger") || name.starts_with("doubleboard");
                let draws = if drawn { "sheet 80" } else { "plain 80" };
                assert_eq!(axes(name, &["draws", "no-progress"]), draws, "{name}");
            }
        }
    }

    #[test]
    fn forms_of_the_sheets_games_differ_in_their_rule_alone() {
        let same = |one: &str, two: &str| {
            assert_eq!(support::variant(one).rules(), support::variant(two).rules(), "{one}, {two}");
        };
        for language in ["de", "it", "gb", "fr", "es"] {
            let plain = format!("schmidt-{language}");
            same(&format!("{plain}-losing"), &format!("{plain}+goal=lose-all"));
            same(&format!("{plain}-huff"), &format!("{plain}+capture=huff+huff=may"));
        }
        same("redboard-de-huff", "redboard-de+capture=huff+huff=may");
        for language in ["de", "fr", "it", "es", "pt"] {
            let plain = format!("ravensburger-{language}");
            same(&format!("{plain}-huff"), &format!("{plain}+capture=huff+huff=must"));
            same(&format!("{plain}-100"), &format!("{plain}+board=10"));
            same(&format!("{plain}-100-huff"), &format!("{plain}+board=10+capture=huff+huff=must"));
        }
        assert_eq!(axes("doubleboard-de", &["huff"]), "may");
    }

    #[test]
    fn tournament_games() {
        let columns =
            ["board", "corner", "men-rows", "first", "men-capture", "king-move", "king-capture", "choice", "promote"];
        for (name, expected) in [
            ("english", "8 left 3 black forward short adjacent free stop"),
            ("international", "10 left 4 white all long any most pass"),
            ("russian", "8 left 3 white all long any free continue"),
            ("brazilian", "8 left 3 white all long any most pass"),
            ("pool", "8 left 3 black all long any free pass"),
            ("italian", "8 right 3 white forward short adjacent italian stop"),
            ("spanish", "8 right 3 white forward long any most-kings stop"),
            ("czech", "8 left 3 white forward long any king-first stop"),
            ("tanzanian", "8 left 3 white forward long any free stop"),
            ("philippine", "8 right 3 white all long any most pass"),
            ("jamaican", "8 right 3 black all long any free pass"),
            ("thai", "8 left 2 white forward long behind free stop"),
            ("antidraughts", "10 left 4 white all long any most pass"),
        ] {
            assert_eq!(axes(name, &columns), expected, "{name}");
            assert_eq!(axes(name, &["capture", "chain"]), "must must", "{name}");
            let removal = if name == "thai" { "now" } else { "end" };
            let kings = if name == "italian" { "no" } else { "yes" };
            assert_eq!(axes(name, &["removal", "men-take-kings"]), format!("{removal} {kings}"), "{name}");
        }
        assert_eq!(axes("antidraughts", &["goal", "draws", "no-progress"]), "lose plain never");
        assert_eq!(axes("breakthrough", &["goal", "draws", "no-progress"]), "crown plain never");
        for (name, alias) in
            [("schmidt-de", "draughts"), ("english", "checkers"), ("spanish", "portuguese"), ("thai", "makhos")]
        {
            assert_eq!(support::variant(alias).to_string(), name);
        }
    }
}

mod the_start {
    use super::*;

    #[test]
    fn schmidt_gb_and_fr_let_black_begin_the_others_white() {
        for name in ["schmidt-gb", "schmidt-fr", "english", "pool"] {
            assert_eq!(table(name).start(), "B:W21-32:B1-12", "{name}");
        }
        for name in ["schmidt-de", "schmidt-it", "schmidt-es", "redboard-de", "ravensburger-fr", "doubleboard-gb"] {
            assert_eq!(table(name).start(), "W:W21-32:B1-12", "{name}");
        }
    }

    #[test]
    fn ravensburger_100_has_twenty_men_and_thai_eight() {
        for language in ["de", "fr", "it", "es", "pt"] {
            assert_eq!(table(&format!("ravensburger-{language}-100")).start(), "W:W31-50:B1-20");
        }
        assert_eq!(table("thai").start(), "W:W25-32:B1-8");
    }

    #[test]
    fn italian_spanish_philippine_and_jamaican_corner_is_at_the_right() {
        // 21 lies on the edge where the corner is at the left, and one column in where it is at the right.
        assert_eq!(moves("schmidt-de", "W:W21:B1"), ["21-17"]);
        assert_eq!(moves("italian", "W:W21:B1"), ["21-17", "21-18"]);
        for name in ["spanish", "philippine"] {
            assert_eq!(moves(name, "W:W21:B1"), ["21-17", "21-18"], "{name}");
        }
        assert_eq!(moves("jamaican", "B:W32:B12"), ["12-15", "12-16"]);
    }
}

mod men {
    use super::*;

    #[test]
    fn schmidt_fr_men_jump_backwards_schmidt_de_do_not() {
        assert_eq!(moves("schmidt-fr", "W:W18:B23"), ["18x27"]);
        for name in ["schmidt-de", "schmidt-gb", "schmidt-it", "schmidt-es"] {
            assert_eq!(moves(name, "W:W18:B23"), ["18-14", "18-15"], "{name}");
        }
    }

    #[test]
    fn ravensburger_fr_men_jump_backwards_ravensburger_de_do_not() {
        assert_eq!(moves("ravensburger-fr", "W:W18:B23"), ["18x27"]);
        for name in ["ravensburger-de", "ravensburger-it", "ravensburger-es", "ravensburger-pt"] {
            assert_eq!(moves(name, "W:W18:B23"), ["18-14", "18-15"], "{name}");
        }
    }

    #[test]
    fn italian_men_do_not_take_kings_spanish_do() {
        assert_eq!(moves("italian", "W:W22:BK18"), ["22-19"]);
        assert_eq!(moves("italian", "W:W22:B18"), ["22x13"]);
        assert_eq!(moves("spanish", "W:W22:BK18"), ["22x13"]);
    }
}

mod kings {
    use super::*;

    #[test]
    fn schmidt_gb_king_moves_one_step_schmidt_de_any_distance() {
        assert_eq!(moves("schmidt-gb", "W:WK29:B1"), ["29-25"]);
        assert_eq!(moves("schmidt-de", "W:WK29:B1"), ["29-4", "29-8", "29-11", "29-15", "29-18", "29-22", "29-25"]);
    }

    #[test]
    fn schmidt_de_king_lands_just_behind_schmidt_es_anywhere() {
        for name in ["schmidt-de", "schmidt-it", "redboard-de", "ravensburger-de", "ravensburger-fr"] {
            assert_eq!(moves(name, "W:WK29:B18"), ["29x15"], "{name}");
        }
        for name in ["schmidt-es", "schmidt-fr"] {
            assert_eq!(moves(name, "W:WK29:B18"), ["29x4", "29x8", "29x11", "29x15"], "{name}");
        }
    }

    #[test]
    fn ravensburger_it_king_takes_neighbours_only() {
        for name in ["ravensburger-it", "ravensburger-es", "ravensburger-pt"] {
            assert_eq!(moves(name, "W:WK29:B18"), ["29-22", "29-25"], "{name}");
            assert_eq!(moves(name, "W:WK29:B25"), ["29x22"], "{name}");
        }
    }

    #[test]
    fn doubleboard_king_lands_anywhere() {
        for language in ["de", "gb", "fr", "it"] {
            let captures: Vec<String> = moves(&format!("doubleboard-{language}"), "W:WK29:B18")
                .into_iter()
                .filter(|m| m.contains('x'))
                .collect();
            assert_eq!(captures, ["29x4", "29x8", "29x11", "29x15"]);
        }
    }

    #[test]
    fn killer_stops_just_behind_a_king_taken_last() {
        let everywhere = ["46x5", "46x10", "46x14", "46x19", "46x23"];
        assert_eq!(moves("international", "W:WK46:BK28"), everywhere);
        assert_eq!(moves("killer", "W:WK46:BK28"), ["46x23"]);
        assert_eq!(moves("killer", "W:WK46:B28"), everywhere);
        // On the way it may land anywhere: only the last victim binds.
        assert_eq!(moves("killer", "W:WK46:BK28,K13"), ["46x19x8"]);
    }

    #[test]
    fn thai_victims_leave_at_once_schmidt_de_at_the_end() {
        assert_eq!(moves("thai", "W:WK18:B15,22"), ["18x11x25", "18x25x11"]);
        // Here the first victim still bars the way back.
        assert_eq!(moves("schmidt-de", "W:WK18:B15,22"), ["18x11", "18x25"]);
    }
}

mod promotion {
    use super::*;

    #[test]
    fn schmidt_fr_crowned_man_stops_pool_passes_russian_goes_on() {
        assert_eq!(after("schmidt-fr", "W:W10:B7,8", &["10x3"]), "B:WK3:B8");
        assert_eq!(after("pool", "W:W10:B7,8", &["10x3x12"]), "B:W12:B");
        assert_eq!(after("russian", "W:W10:B7,8", &["10x3x12"]), "B:WK12:B");
    }

    #[test]
    fn ravensburger_fr_man_passes_the_last_row_ravensburger_de_stops_there() {
        for name in ["ravensburger-fr", "ravensburger-fr-huff"] {
            assert_eq!(after(name, "W:W10:B7,8", &["10x3x12"]), "B:W12:B", "{name}");
            // It is crowned where the move ends, and not before: a king would go on from here.
            assert_eq!(after(name, "W:W11:B7,9", &["11x2"]), "B:WK2:B9", "{name}");
        }
        assert_eq!(moves("ravensburger-fr", "W:W10:B7,8"), ["10x3x12"]);
        assert_eq!(after("ravensburger-fr-100", "W:W12:B8,9", &["12x3x14"]), "B:W14:B");
        assert_eq!(after("ravensburger-fr+promote=stop", "W:W10:B7,8", &["10x3"]), "B:WK3:B8");
        assert_eq!(after("ravensburger-de", "W:W10:B7,8", &["10x3"]), "B:WK3:B8");
        // To stop on the last row where it could go on is a fault.
        assert_eq!(after("ravensburger-fr-huff", "W:W10:B7,8", &["10x3"]), "B:WK3:B8:X3");
    }

    #[test]
    fn russian_man_goes_on_as_a_long_king_pool_ends_as_a_king() {
        assert_eq!(moves("russian", "W:W11:B7,9"), ["11x2x13"]);
        assert_eq!(moves("pool", "W:W11:B7,9"), ["11x2"]);
        assert_eq!(after("pool", "W:W11:B7,9", &["11x2"]), "B:WK2:B9");
    }
}

mod precedence {
    use super::*;

    #[test]
    fn schmidt_de_takes_what_it_likes_international_the_most() {
        let position = "W:W18,32:B8,15,27";
        assert_eq!(moves("schmidt-de", position), ["18x11x4", "32x23"]);
        assert_eq!(moves("brazilian", position), ["18x11x4"]);
        assert_eq!(moves("spanish+corner=left", position), ["18x11x4"]);
    }

    #[test]
    fn italian_first_the_most_pieces() {
        // The longer capture is a man's, the shorter a king's.
        assert_eq!(moves("italian", "W:W22,K24:B10,18,20"), ["22x13x6"]);
    }

    #[test]
    fn italian_then_by_a_king() {
        assert_eq!(moves("italian", "W:WK22,24:B18,20"), ["22x13"]);
        assert_eq!(moves("spanish", "W:WK22,24:B18,20"), ["22x9", "22x13", "24x15"]);
    }

    #[test]
    fn italian_then_the_most_kings() {
        assert_eq!(moves("italian", "W:WK22,K24:B18,K20"), ["24x15"]);
        assert_eq!(moves("italian", "W:WK22,K24:B18,20"), ["22x13", "24x15"]);
    }

    #[test]
    fn italian_then_the_kings_soonest() {
        assert_eq!(moves("italian", "W:WK22,K24:BK18,10,20,K12"), ["22x13x6"]);
        assert_eq!(moves("italian", "W:WK22,K24:B18,K10,K20,12"), ["24x15x8"]);
        assert_eq!(moves("italian", "W:WK22,K24:BK18,10,K20,12"), ["22x13x6", "24x15x8"]);
    }

    #[test]
    fn italian_king_goes_round_the_way_that_meets_the_king_first() {
        assert_eq!(moves("italian", "W:WK19:B13,14,21,K22"), ["19x26x17x10x19"]);
        assert_eq!(moves("italian", "W:WK19:B13,K14,21,22"), ["19x10x17x26x19"]);
    }

    #[test]
    fn italian_order_binds_men_that_may_take_kings() {
        assert_eq!(moves("italian+men-take-kings=yes", "W:W22,24:BK18,10,20,K12"), ["22x13x6"]);
    }

    #[test]
    fn spanish_takes_the_most_kings_brazilian_does_not_ask() {
        assert_eq!(moves("spanish", "W:W22,24:B18,K20"), ["24x15"]);
        assert_eq!(moves("brazilian+corner=right", "W:W22,24:B18,K20"), ["22x13", "24x15"]);
    }

    #[test]
    fn czech_king_takes_first_schmidt_es_and_tanzanian_do_not_ask() {
        let kings = ["29x4", "29x8", "29x11", "29x15", "29x18", "29x22"];
        assert_eq!(moves("czech", "W:WK29,32:B25,27"), kings);
        for name in ["schmidt-es", "tanzanian"] {
            assert_eq!(moves(name, "W:WK29,32:B25,27"), [&kings[..], &["32x23"]].concat(), "{name}");
        }
    }
}

mod huffing {
    use super::*;

    #[test]
    fn every_row_but_doubleboard_has_it_as_a_form() {
        for name in ["schmidt-de", "schmidt-gb", "schmidt-fr", "redboard-de", "ravensburger-it"] {
            assert_eq!(moves(name, "W:W18,21:B15"), ["18x11"], "{name}");
            assert_eq!(moves(&format!("{name}-huff"), "W:W18,21:B15"), ["18x11", "18-14", "21-17"], "{name}");
        }
        assert_eq!(moves("doubleboard-it", "W:W18,21:B15"), ["18x11", "18-14", "21-17"]);
    }

    #[test]
    fn a_quiet_move_leaves_the_piece_that_could_capture_at_fault() {
        let position = "W:W18,21:B15";
        assert_eq!(after("schmidt-de-huff", position, &["21-17"]), "B:W17,18:B15:X18");
        // The piece that moved is at fault where it stands now.
        assert_eq!(after("schmidt-de-huff", position, &["18-14"]), "B:W14,21:B15:X14");
        assert_eq!(after("doubleboard-de", position, &["18-14"]), "B:W14,21:B15:X14");
    }

    #[test]
    fn the_huff_is_written_x_and_the_same_side_moves() {
        let at_fault = "B:W17,18:B15:X18";
        assert_eq!(moves("schmidt-de-huff", at_fault), ["15-19", "15x22", "x18"]);
        assert_eq!(after("schmidt-de-huff", at_fault, &["x18"]), "B:W17:B15");
        assert_eq!(after("schmidt-de-huff", at_fault, &["x18", "15-18"]), "W:W17:B18");
    }

    #[test]
    fn the_right_lapses_with_the_next_move() {
        // Black forgoes the huff; it captures, and nothing of White's is at fault any more.
        assert_eq!(after("schmidt-de-huff", "B:W17,18:B15:X18", &["15x22"]), "W:W17:B22");
        // Black too fails to capture: now it is Black's piece alone.
        assert_eq!(after("schmidt-de-huff", "B:W17,18:B15:X18", &["15-19"]), "W:W17,18:B19:X19");
    }

    #[test]
    fn one_piece_at_most_of_several_at_fault() {
        // Both 18 and 32 could have captured.
        let faults = after("schmidt-de-huff", "W:W18,21,32:B15,27", &["21-17"]);
        assert_eq!(faults, "B:W17,18,32:B15,27:X18,32");
        assert_eq!(after("schmidt-de-huff", &faults, &["x32"]), "B:W17,18:B15,27");
    }

    #[test]
    fn schmidt_de_stopping_a_chain_is_a_fault_in_doubleboard_it_is_none() {
        let chain = "W:W18:B8,15";
        assert_eq!(moves("schmidt-de", chain), ["18x11x4"]);
        assert_eq!(moves("schmidt-de-huff", chain), ["18x11", "18x11x4", "18-14"]);
        assert_eq!(after("schmidt-de-huff", chain, &["18x11"]), "B:W11:B8:X11");
        assert_eq!(after("schmidt-de-huff", chain, &["18x11x4"]), "B:WK4:B");
        assert_eq!(moves("doubleboard-de", chain), ["18x11", "18x11x4", "18-14"]);
        assert_eq!(after("doubleboard-de", chain, &["18x11"]), "B:W11:B8");
    }

    #[test]
    fn any_complete_capture_is_without_fault() {
        // The man on 18 could have taken two; one was taken elsewhere.
        assert_eq!(after("schmidt-de-huff", "W:W18,32:B8,15,27", &["32x23"]), "B:W18,23:B8,15");
    }

    #[test]
    fn schmidt_fr_king_should_land_where_it_can_go_on() {
        let position = "W:WK29:B7,18";
        assert_eq!(moves("schmidt-fr", position), ["29x11x2"]);
        assert_eq!(after("schmidt-fr-huff", position, &["29x11x2"]), "B:WK2:B");
        assert_eq!(after("schmidt-fr-huff", position, &["29x15"]), "B:WK15:B7:X15");
        assert_eq!(after("doubleboard-fr", position, &["29x15"]), "B:WK15:B7");
    }

    #[test]
    fn ravensburger_huffs_must_be_made_schmidts_may() {
        let at_fault = "B:W18,20:B1,8:X18";
        assert_eq!(moves("ravensburger-de-huff", at_fault), ["x18"]);
        assert_eq!(moves("schmidt-de-huff", at_fault), ["1-5", "1-6", "8-11", "8-12", "x18"]);
        for name in ["ravensburger-fr-huff", "ravensburger-it-100-huff", "ravensburger-pt-100-huff"] {
            assert_eq!(moves(name, at_fault), ["x18"], "{name}");
        }
        // The same side moves after it.
        assert_eq!(after("ravensburger-de-huff", at_fault, &["x18", "1-5"]), "W:W20:B5,8");
    }

    #[test]
    fn doubleboard_may_huff_for_a_capture_overlooked_and_for_nothing_else() {
        for language in ["de", "gb", "fr", "it"] {
            let name = format!("doubleboard-{language}");
            assert_eq!(after(&name, "W:W18,21:B15", &["21-17"]), "B:W17,18:B15:X18", "{name}");
            assert_eq!(moves(&name, "B:W17,18:B15:X18"), ["15-19", "15x22", "x18"], "{name}");
            // A king that stops early, where it lands or how many it takes.
            assert_eq!(after(&name, "W:WK29:B18", &["29x4"]), "B:WK4:B", "{name}");
            assert_eq!(after(&name, "W:WK29:B7,18", &["29x11"]), "B:WK11:B7", "{name}");
            // Two men in a row stop a king.
            assert_eq!(moves(&name, "W:WK29:B18,15"), ["29-22", "29-25"], "{name}");
        }
    }

    #[test]
    fn optional_captures_are_not_punished() {
        let position = "W:W18,32:B15,27";
        assert_eq!(moves("schmidt-de", position), ["18x11", "32x23"]);
        let free = moves("schmidt-de+capture=may", position);
        assert_eq!(free, ["18x11", "18-14", "32x23", "32-28"]);
        assert_eq!(after("schmidt-de+capture=may", position, &["18-14"]), "B:W14,32:B15,27");
        // A capture that can go on must, unless the chain is free too.
        let chain = "W:W32:B19,27";
        assert!(!moves("schmidt-de+capture=may", chain).contains(&"32x23".to_string()));
        assert!(moves("schmidt-de+capture=may+chain=may", chain).contains(&"32x23".to_string()));
    }

    #[test]
    fn optional_captures_keep_their_order_of_precedence() {
        let position = "W:W18,32:B8,15,27";
        assert_eq!(moves("brazilian", position), ["18x11x4"]);
        for capture in ["capture=may", "capture=may+chain=may"] {
            let name = format!("brazilian+{capture}");
            assert_eq!(moves(&name, position), ["18x11x4", "18-14", "32-28"], "{name}");
        }
        // Stopping is no way around the majority rule.
        assert_eq!(moves("brazilian+chain=may", position), ["18x11x4"]);
        assert_eq!(
            moves("czech+capture=may+chain=may", "W:WK29,32:B25,27").iter().filter(|mv| mv.contains('x')).count(),
            6
        );
    }
}

mod the_end {
    use super::*;

    #[test]
    fn a_blocked_side_loses_schmidts_losing_game_and_wins_antidraughts() {
        let blocked = "W:W13:B6,9";
        assert!(moves("schmidt-de", blocked).is_empty());
        assert_eq!(ending("schmidt-de", blocked, &[]), "Black wins: no legal move");
        for language in ["de", "it", "gb", "fr", "es"] {
            // Otherwise the normal rules hold, the sheet says.
            assert_eq!(ending(&format!("schmidt-{language}-losing"), blocked, &[]), "Black wins: no legal move");
        }
        assert_eq!(ending("schmidt-de+goal=lose", blocked, &[]), "White wins: no legal move");
        assert_eq!(ending("antidraughts", "W:W16:B6,7,11,12", &[]), "White wins: no legal move");
    }

    #[test]
    fn losing_the_side_without_pieces_wins() {
        assert_eq!(ending("schmidt-de", "W:W:B9", &[]), "Black wins: no pieces left");
        assert_eq!(ending("schmidt-de-losing", "W:W:B9", &[]), "White wins: no pieces left");
        assert_eq!(ending("international", "W:W18:B13", &["18x9"]), "White wins: no pieces left");
        assert_eq!(ending("antidraughts", "W:W18:B13", &["18x9"]), "Black wins: no pieces left");
    }

    #[test]
    fn breakthrough_ends_with_the_first_crown_international_goes_on() {
        assert_eq!(ending("breakthrough", "W:W6:B35", &["6-1"]), "White wins: a man was crowned");
        assert!(moves("breakthrough", "B:WK1:B35").is_empty());
        assert_eq!(ending("international", "W:W6:B35", &["6-1"]), "");
    }
}

mod draws {
    use super::*;

    #[test]
    fn one_king_each_is_drawn_where_the_sheet_says_so_unless_a_capture_is_at_hand() {
        for name in ["ravensburger-de", "ravensburger-pt", "doubleboard-de", "doubleboard-it"] {
            assert_eq!(ending(name, "W:WK29:BK1", &[]), "draw: drawn ending", "{name}");
            assert_eq!(ending(name, "W:WK22:BK18", &[]), "", "{name}");
        }
        assert_eq!(ending("ravensburger-de", "W:WK29:B1", &[]), "", "a king and a man");
        for name in ["schmidt-de", "schmidt-gb", "schmidt-fr-huff", "redboard-de", "redboard-de-huff", "english"] {
            assert_eq!(ending(name, "W:WK29:BK1", &[]), "", "{name} has no such sentence");
        }
    }

    #[test]
    fn one_king_each_is_never_drawn_in_a_losing_game() {
        assert_eq!(ending("schmidt-de-losing", "W:WK29:BK3", &[]), "");
        assert_eq!(ending("schmidt-de-losing", "W:WK29:BK3", &["29-8", "3x12"]), "White wins: no pieces left");
        for goal in ["lose", "lose-all"] {
            assert_eq!(ending(&format!("ravensburger-de+goal={goal}"), "W:WK29:BK1", &[]), "", "{goal}");
        }
    }

    #[test]
    fn one_king_each_is_not_drawn_while_one_may_be_huffed() {
        assert_eq!(ending("ravensburger-de-huff", "W:WK22:BK18", &["22-17"]), "");
        let huffed = ending("ravensburger-de-huff", "W:WK22:BK18", &["22-17", "x17", "18-15"]);
        assert_eq!(huffed, "Black wins: no pieces left");
    }

    #[test]
    fn antidraughts_and_breakthrough_are_drawn_by_repetition_alone() {
        assert_eq!(ending("antidraughts", "W:WK46:BK1,K2:H900", &["46-41"]), "");
        assert_eq!(ending("breakthrough", "W:W46:B5:H900", &["46-41"]), "");
        let round = ["48-43", "3-9", "43-48", "9-3"];
        assert_eq!(ending("antidraughts", "W:WK48:BK3", &[round, round].concat()), "draw: third repetition");
        assert_eq!(ending("english+no-progress=never", "W:WK29,K32:BK1,K2:H900", &["29-25"]), "");
    }

    #[test]
    fn the_third_repetition_is_drawn() {
        let round = ["29-25", "1-5", "25-29", "5-1"];
        let twice = [round, round].concat();
        for name in ["schmidt-de", "international+board=8", "english"] {
            assert_eq!(ending(name, "W:WK29,K32:BK1,K2", &twice[..7]), "", "{name}");
            assert_eq!(ending(name, "W:WK29,K32:BK1,K2", &twice), "draw: third repetition", "{name}");
        }
    }

    #[test]
    fn sheets_eighty_plies_without_progress_are_drawn() {
        assert_eq!(ending("schmidt-de", "W:WK29,K32:BK1,K2:H78", &["29-25"]), "");
        assert_eq!(ending("schmidt-de", "W:WK29,K32:BK1,K2:H79", &["29-25"]), "draw: no progress");
        assert_eq!(ending("schmidt-de+no-progress=20", "W:WK29,K32:BK1,K2:H19", &["29-25"]), "draw: no progress");
        assert_eq!(ending("schmidt-de", "W:WK29,21:BK1,K2:H79", &["21-17"]), "", "a man's move");
        assert_eq!(ending("schmidt-de", "W:WK29,K32:BK2,25:H79", &["29x22"]), "", "a capture");
    }

    #[test]
    fn international_twenty_five_moves_of_kings_are_drawn() {
        assert_eq!(ending("international", "W:WK46,K47:BK1,K2:H48", &["46-41"]), "");
        assert_eq!(ending("international", "W:WK46,K47:BK1,K2:H49", &["46-41"]), "draw: no progress");
    }

    #[test]
    fn international_five_moves_of_a_lone_king_against_two() {
        assert_eq!(ending("international", "W:WK46:BK1,K2:H8", &["46-41"]), "");
        assert_eq!(ending("international", "W:WK46:BK1,K2:H9", &["46-41"]), "draw: drawn ending");
        // A man's move is no progress here.
        assert_eq!(ending("international", "B:WK46:BK1,20:H9", &["20-25"]), "draw: drawn ending");
    }

    #[test]
    fn international_sixteen_moves_of_a_lone_king_against_three() {
        assert_eq!(ending("international", "W:WK46:BK1,K2,K3:H30", &["46-41"]), "");
        assert_eq!(ending("international", "W:WK46:BK1,K2,K3:H31", &["46-41"]), "draw: drawn ending");
        assert_eq!(ending("international", "W:WK46:BK1,K2,K3,K4:H31", &["46-41"]), "", "four are too many");
    }

    #[test]
    fn russian_limits_grow_with_the_pieces() {
        assert_eq!(ending("russian", "W:WK29:BK1,K2:H8", &["29-25"]), "");
        assert_eq!(ending("russian", "W:WK29:BK1,K2:H9", &["29-25"]), "draw: drawn ending");
        assert_eq!(ending("russian", "W:WK29,21:BK1,K2:E58", &["21-17"]), "");
        assert_eq!(ending("russian", "W:WK29,21:BK1,K2:E59", &["21-17"]), "draw: drawn ending");
        assert_eq!(ending("russian", "W:WK29,K32:BK1,K2:H29", &["29-25"]), "draw: no progress");
    }

    #[test]
    fn russian_lone_king_on_the_main_road_draws_after_five_moves() {
        // 29 and 4 are the ends of the main road.
        assert_eq!(ending("russian", "B:WK1,K2,K3:BK29:E8", &["29-25"]), "");
        assert_eq!(ending("russian", "B:WK1,K2,K3:BK29:E9", &["29-25"]), "draw: drawn ending");
        assert_eq!(ending("russian", "B:WK1,K2,20:BK29:E9", &["29-25"]), "draw: drawn ending");
        assert_eq!(ending("russian", "B:WK1,K2,K3:BK30:E9", &["30-26"]), "", "off the road");
        assert_eq!(ending("russian", "B:WK1,K2,K3,K5:BK29:E9", &["29-25"]), "", "four pieces");
    }

    #[test]
    fn moves_on_the_main_road_count_from_the_one_that_leads_there() {
        for name in ["russian", "brazilian"] {
            // However long the ending has lasted.
            assert_eq!(ending(name, "B:WK1,K2,K3:BK30:E20", &["30-25"]), "", "{name}");
            assert_eq!(ending(name, "B:WK9,K18,K29:BK24:E20", &["24-15"]), "", "{name}");
            let after = |fen, played: &[&str]| table(name).after(fen, played).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(after("B:WK1,K2,K3:BK30:H20", &["30-25"]), "W:WK1,K2,K3:BK25:H21:R0", "{name}");
            assert_eq!(after("B:WK1,K2,K3:BK30:H20", &["30-25", "3-8"]), "B:WK1,K2,K8:BK25:H22:R1", "{name}");
            // Who leaves the road begins anew.
            assert_eq!(after("B:WK1,K2,K3:BK25:H20:R5", &["25-30"]), "W:WK1,K2,K3:BK30:H21", "{name}");
            assert_eq!(ending(name, "W:WK1,K2,K3:BK29:H20:R8", &["1-5"]), "", "{name}");
            assert_eq!(ending(name, "W:WK1,K2,K3:BK29:H20:R9", &["1-5"]), "draw: drawn ending", "{name}");
            // The capture that makes the ending begins it, and so does a man that is crowned.
            assert_eq!(after("W:WK1,K2,K32:BK29,27", &["32x23"]), "B:WK1,K2,K23:BK29", "{name}");
            assert_eq!(ending(name, "W:WK2,K3,6:BK29:H20:E20:R9", &["6-1"]), "", "{name}");
        }
    }

    #[test]
    fn brazilian_lone_king_on_the_long_diagonal_draws_after_five_moves() {
        assert_eq!(ending("brazilian", "B:WK1,K2,K3:BK29:E8", &["29-25"]), "");
        assert_eq!(ending("brazilian", "B:WK1,K2,K3:BK29:E9", &["29-25"]), "draw: drawn ending");
        assert_eq!(ending("brazilian", "B:WK1,9,12:BK29:E9", &["29-25"]), "draw: drawn ending");
        assert_eq!(ending("brazilian", "B:WK1,K2,K3:BK30:E9", &["30-26"]), "", "off the diagonal");
        assert_eq!(ending("brazilian", "B:WK1,K2,K3,K5:BK29:E9", &["29-25"]), "", "four pieces");
    }

    #[test]
    fn brazilian_five_moves_and_pool_thirteen() {
        assert_eq!(ending("brazilian", "W:WK29:BK1,K2:H9", &["29-25"]), "draw: drawn ending");
        assert_eq!(ending("pool", "W:WK29:BK1,K2,K3:H24", &["29-25"]), "");
        assert_eq!(ending("pool", "W:WK29:BK1,K2,K3:H25", &["29-25"]), "draw: drawn ending");
    }
}
