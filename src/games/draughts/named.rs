//! The table of draughts games: an entry for each, as its difference from another.
//!
//! A source is the sheet's section in the sheet's language, or the federation's rules; *our reading* where they are silent. A
//! game that needs no new rule is an entry here and its data files, nothing else.

use super::rules::Rules;
use crate::games::catalog::entry::{
    Change, Entry, GAME, book, change, hub, hub_from_bottom, model, place, resolve, weights,
};

/// What huffing changes, where the sheet allows it.
const HUFFING: Change = change("capture", "huff", "who overlooks a capture may lose the piece (course of play)");
/// Ravensburger's sheets make it a duty.
const HUFFING_MUST: [Change; 2] = [
    change("capture", "huff", "variant, agreed before the game (capturing)"),
    change("huff", "must", "the piece *is* removed as a penalty (capturing)"),
];
/// Schmidt's losing game: the sheet keeps the normal rules for all but the men that are lost.
const LOSING: Change =
    change("goal", "lose-all", "the first to lose all men wins; otherwise the normal rules (variants)");
/// Dame 100 and its translations.
const LARGE: [Change; 2] = [
    change("board", "10", "10×10 squares, 20 men each; the basic rules (Dame 100)"),
    change("men-rows", "4", "the first four rows (Dame 100)"),
];

/// The games.
pub const NAMED: &[Entry] = &[
    Entry {
        name: "schmidt-de",
        aliases: &["draughts"],
        sheet: "Schmidt, German",
        changes: &[
            change("board", "8", "12 men each on the dark squares of three rows (preparation)"),
            change("corner", "left", "a dark corner at each player's left (preparation)"),
            change("men-rows", "3", "the first three rows (preparation)"),
            change("first", "white", "White begins (preparation)"),
            change("men-capture", "forward", "no jumping backwards (course of play)"),
            change("capture-lines", "moves", "men and kings jump diagonally (course of play)"),
            change("king-move", "long", "any distance over free squares (course of play)"),
            change("king-limit", "never", "the sheet names no such limit"),
            change("king-capture", "behind", "from afar, landing on the square just behind (course of play)"),
            change("capture", "must", "who can capture must (course of play)"),
            change("huff", "may", "the opponent *may* take the piece away (course of play)"),
            change("chain", "must", "our reading: the sheet is silent; a man that *must* jump must go on"),
            change("choice", "free", "of several captures one may choose (course of play)"),
            change("removal", "end", "our reading: the sheet is silent"),
            change("turn-back", "yes", "our reading: the sheet is silent"),
            change("promote", "stop", "our reading: the sheet is silent"),
            change("men-take-kings", "yes", "a king is taken like any other piece (course of play)"),
            change("goal", "win", "who takes or blocks all men wins (end)"),
            change("draws", "plain", "the sheet names no drawn ending"),
            change("no-progress", "80", "our reading: the sheet is silent"),
        ],
        hub: hub(14, "draughts"),
        weights: weights!("schmidt-de"),
        model: model!("schmidt-de"),
        openings: Some("schmidt-de.txt"),
        ..GAME
    },
    Entry { name: "schmidt-it", parent: Some("schmidt-de"), sheet: "Schmidt, Italian", ..GAME },
    Entry {
        name: "schmidt-gb",
        parent: Some("schmidt-de"),
        sheet: "Schmidt, English",
        changes: &[
            change("first", "black", "Black begins (preparation)"),
            change("king-move", "short", "one square (course of play)"),
            change("king-capture", "adjacent", "follows from the short king"),
        ],
        openings: Some("schmidt-gb.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-fr",
        parent: Some("schmidt-de"),
        sheet: "Schmidt, French",
        changes: &[
            change("first", "black", "Black begins (preparation)"),
            change("men-capture", "all", "men may jump backwards (course of play)"),
            change("king-capture", "any", "our reading: only the square behind must be free (course of play)"),
        ],
        weights: weights!("schmidt-fr"),
        model: model!("schmidt-fr"),
        openings: Some("schmidt-fr.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-es",
        parent: Some("schmidt-de"),
        sheet: "Schmidt, Spanish",
        changes: &[change("king-capture", "any", "our reading: only the square behind must be free (course of play)")],
        weights: weights!("schmidt-es"),
        model: model!("schmidt-es"),
        openings: Some("schmidt-es.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-de-losing",
        parent: Some("schmidt-de"),
        sheet: "Schmidt, German",
        changes: &[LOSING],
        weights: weights!("schmidt-de-losing"),
        model: model!("schmidt-de-losing"),
        openings: Some("schmidt-de-losing.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-de-huff",
        parent: Some("schmidt-de"),
        sheet: "Schmidt, German",
        changes: &[HUFFING],
        weights: weights!("schmidt-de-huff"),
        model: model!("schmidt-de-huff"),
        openings: Some("schmidt-de-huff.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-it-losing",
        parent: Some("schmidt-it"),
        sheet: "Schmidt, Italian",
        changes: &[LOSING],
        ..GAME
    },
    Entry {
        name: "schmidt-it-huff",
        parent: Some("schmidt-it"),
        sheet: "Schmidt, Italian",
        changes: &[HUFFING],
        ..GAME
    },
    Entry {
        name: "schmidt-gb-losing",
        parent: Some("schmidt-gb"),
        sheet: "Schmidt, English",
        changes: &[LOSING],
        weights: weights!("schmidt-gb-losing"),
        model: model!("schmidt-gb-losing"),
        openings: Some("schmidt-gb-losing.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-gb-huff",
        parent: Some("schmidt-gb"),
        sheet: "Schmidt, English",
        changes: &[HUFFING],
        weights: weights!("schmidt-gb-huff"),
        model: model!("schmidt-gb-huff"),
        openings: Some("schmidt-gb-huff.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-fr-losing",
        parent: Some("schmidt-fr"),
        sheet: "Schmidt, French",
        changes: &[LOSING],
        weights: weights!("schmidt-fr-losing"),
        model: model!("schmidt-fr-losing"),
        openings: Some("schmidt-fr-losing.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-fr-huff",
        parent: Some("schmidt-fr"),
        sheet: "Schmidt, French",
        changes: &[HUFFING],
        weights: weights!("schmidt-fr-huff"),
        model: model!("schmidt-fr-huff"),
        openings: Some("schmidt-fr-huff.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-es-losing",
        parent: Some("schmidt-es"),
        sheet: "Schmidt, Spanish",
        changes: &[LOSING],
        weights: weights!("schmidt-es-losing"),
        model: model!("schmidt-es-losing"),
        openings: Some("schmidt-es-losing.txt"),
        ..GAME
    },
    Entry {
        name: "schmidt-es-huff",
        parent: Some("schmidt-es"),
        sheet: "Schmidt, Spanish",
        changes: &[HUFFING],
        weights: weights!("schmidt-es-huff"),
        model: model!("schmidt-es-huff"),
        openings: Some("schmidt-es-huff.txt"),
        ..GAME
    },
    Entry {
        name: "redboard-de",
        parent: Some("schmidt-de"),
        sheet: "Red board, German",
        changes: &[change("chain", "must", "a king that can go on must (course of play)")],
        ..GAME
    },
    Entry {
        name: "redboard-de-huff",
        parent: Some("redboard-de"),
        sheet: "Red board, German",
        changes: &[HUFFING],
        ..GAME
    },
    Entry {
        name: "ravensburger-de",
        parent: Some("schmidt-de"),
        sheet: "Ravensburger, German",
        changes: &[
            change("chain", "must", "who can go on must (capturing)"),
            change(
                "removal",
                "end",
                "jumped men leave at the end of the move, and none is jumped twice (capturing, kings)",
            ),
            change("draws", "sheet", "one king each is a draw (end)"),
        ],
        ..GAME
    },
    Entry {
        name: "ravensburger-fr",
        parent: Some("ravensburger-de"),
        sheet: "Ravensburger, French",
        changes: &[
            change("men-capture", "all", "men may jump backwards (capturing)"),
            change(
                "promote",
                "pass",
                "our reading: a man is obliged to go on wherever it can, the last row included (capturing)",
            ),
        ],
        weights: weights!("ravensburger-fr"),
        model: model!("ravensburger-fr"),
        openings: Some("ravensburger-fr.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-it",
        parent: Some("ravensburger-de"),
        sheet: "Ravensburger, Italian",
        changes: &[change("king-capture", "adjacent", "the king jumps what stands next to it (kings)")],
        weights: weights!("ravensburger-it"),
        model: model!("ravensburger-it"),
        openings: Some("ravensburger-it.txt"),
        ..GAME
    },
    Entry { name: "ravensburger-es", parent: Some("ravensburger-it"), sheet: "Ravensburger, Spanish", ..GAME },
    Entry { name: "ravensburger-pt", parent: Some("ravensburger-it"), sheet: "Ravensburger, Portuguese", ..GAME },
    Entry {
        name: "ravensburger-de-huff",
        parent: Some("ravensburger-de"),
        sheet: "Ravensburger, German",
        changes: &HUFFING_MUST,
        openings: Some("ravensburger-de-huff.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-de-100",
        parent: Some("ravensburger-de"),
        sheet: "Ravensburger, German",
        changes: &LARGE,
        weights: weights!("ravensburger-de-100"),
        model: model!("ravensburger-de-100"),
        openings: Some("ravensburger-de-100.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-de-100-huff",
        parent: Some("ravensburger-de-100"),
        sheet: "Ravensburger, German",
        changes: &HUFFING_MUST,
        openings: Some("ravensburger-de-100-huff.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-fr-huff",
        parent: Some("ravensburger-fr"),
        sheet: "Ravensburger, French",
        changes: &HUFFING_MUST,
        weights: weights!("ravensburger-fr-huff"),
        model: model!("ravensburger-fr-huff"),
        openings: Some("ravensburger-fr-huff.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-fr-100",
        parent: Some("ravensburger-fr"),
        sheet: "Ravensburger, French",
        changes: &LARGE,
        weights: weights!("ravensburger-fr-100"),
        model: model!("ravensburger-fr-100"),
        openings: Some("ravensburger-fr-100.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-fr-100-huff",
        parent: Some("ravensburger-fr-100"),
        sheet: "Ravensburger, French",
        changes: &HUFFING_MUST,
        openings: Some("ravensburger-fr-100-huff.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-it-huff",
        parent: Some("ravensburger-it"),
        sheet: "Ravensburger, Italian",
        changes: &HUFFING_MUST,
        weights: weights!("ravensburger-it-huff"),
        model: model!("ravensburger-it-huff"),
        openings: Some("ravensburger-it-huff.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-it-100",
        parent: Some("ravensburger-it"),
        sheet: "Ravensburger, Italian",
        changes: &LARGE,
        weights: weights!("ravensburger-it-100"),
        model: model!("ravensburger-it-100"),
        openings: Some("ravensburger-it-100.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-it-100-huff",
        parent: Some("ravensburger-it-100"),
        sheet: "Ravensburger, Italian",
        changes: &HUFFING_MUST,
        openings: Some("ravensburger-it-100-huff.txt"),
        ..GAME
    },
    Entry {
        name: "ravensburger-es-huff",
        parent: Some("ravensburger-es"),
        sheet: "Ravensburger, Spanish",
        changes: &HUFFING_MUST,
        ..GAME
    },
    Entry {
        name: "ravensburger-es-100",
        parent: Some("ravensburger-es"),
        sheet: "Ravensburger, Spanish",
        changes: &LARGE,
        ..GAME
    },
    Entry {
        name: "ravensburger-es-100-huff",
        parent: Some("ravensburger-es-100"),
        sheet: "Ravensburger, Spanish",
        changes: &HUFFING_MUST,
        ..GAME
    },
    Entry {
        name: "ravensburger-pt-huff",
        parent: Some("ravensburger-pt"),
        sheet: "Ravensburger, Portuguese",
        changes: &HUFFING_MUST,
        ..GAME
    },
    Entry {
        name: "ravensburger-pt-100",
        parent: Some("ravensburger-pt"),
        sheet: "Ravensburger, Portuguese",
        changes: &LARGE,
        ..GAME
    },
    Entry {
        name: "ravensburger-pt-100-huff",
        parent: Some("ravensburger-pt-100"),
        sheet: "Ravensburger, Portuguese",
        changes: &HUFFING_MUST,
        ..GAME
    },
    Entry {
        name: "doubleboard-de",
        parent: Some("schmidt-de"),
        sheet: "Double board, German",
        changes: &[
            change("king-capture", "any", "from afar; only two men in a row or the edge stop a king (kings)"),
            change(
                "capture",
                "huff",
                "one *may* jump; who overlooks a capture may lose the man (capturing, further rules)",
            ),
            change("chain", "may", "one *may* go on (capturing)"),
            change("draws", "sheet", "one king each is a draw (end)"),
        ],
        weights: weights!("doubleboard-de"),
        model: model!("doubleboard-de"),
        openings: Some("doubleboard-de.txt"),
        ..GAME
    },
    Entry { name: "doubleboard-gb", parent: Some("doubleboard-de"), sheet: "Double board, English", ..GAME },
    Entry { name: "doubleboard-fr", parent: Some("doubleboard-de"), sheet: "Double board, French", ..GAME },
    Entry { name: "doubleboard-it", parent: Some("doubleboard-de"), sheet: "Double board, Italian", ..GAME },
    Entry {
        name: "english",
        aliases: &["checkers"],
        parent: Some("schmidt-gb"),
        sheet: "tournament",
        description: "English draughts, American checkers: short kings",
        changes: &[
            change("board", "8", "WCDF 1.1: 64 squares"),
            change("corner", "left", "WCDF 1.4: a dark square at each player's near left"),
            change("men-rows", "3", "WCDF 1.11: twelve men each"),
            change("first", "black", "WCDF 1.13: the darker men begin"),
            change("men-capture", "forward", "WCDF 1.18: a man captures forward"),
            change("king-move", "short", "WCDF 1.17: one square"),
            change("king-capture", "adjacent", "WCDF 1.21: as a man, in any direction"),
            change("capture", "must", "WCDF 1.20: captures are compulsory"),
            change("chain", "must", "WCDF 1.20: a capture is completed"),
            change("choice", "free", "WCDF 1.20: any capture, not just the longest"),
            change("removal", "end", "WCDF 1.19: no piece is jumped twice"),
            change("promote", "stop", "WCDF 1.16, 1.19: the move ends on the king row"),
            change("men-take-kings", "yes", "WCDF 1.18: a piece, man or king"),
            change("draws", "plain", "WCDF 1.32 names no drawn ending"),
            change("no-progress", "80", "WCDF 1.32.2: 40 moves each without a capture or a man's advance"),
        ],
        hub: hub(8, "english"),
        game_types: &["21,B,8,8,N1,0"],
        weights: weights!("english"),
        model: model!("english"),
        book: book!("english"),
        openings: Some("english.txt"),
    },
    Entry {
        name: "international",
        parent: Some("schmidt-de"),
        sheet: "tournament (FMJD)",
        description: "10×10, long kings, the most pieces must be taken",
        changes: &[
            change("board", "10", "FMJD Annex 1, 2.1: 100 squares"),
            change("corner", "left", "FMJD Annex 1, 2.4: the long diagonal begins at each player's left"),
            change("men-rows", "4", "FMJD Annex 1, 2.7–2.8: 20 men each, on 1–20 and 31–50"),
            change("first", "white", "FMJD Annex 1, 3.3: White begins"),
            change("men-capture", "all", "FMJD Annex 1, 4.1: forwards and backwards"),
            change("king-move", "long", "FMJD Annex 1, 3.9: over any number of free squares"),
            change("king-capture", "any", "FMJD Annex 1, 4.3: near or far, on any free square behind"),
            change("capture", "must", "FMJD Annex 1, 4.2–4.3: obligatory"),
            change("chain", "must", "FMJD Annex 1, 4.5–4.6: obligatory"),
            change("choice", "most", "FMJD Annex 1, 4.13: the most pieces, a king counting as one"),
            change("removal", "end", "FMJD Annex 1, 4.8, 4.11: after the whole move, none jumped twice"),
            change("promote", "pass", "FMJD Annex 1, 3.5, 4.15: crowned only if the move ends there"),
            change("men-take-kings", "yes", "FMJD Annex 1, 3.1, 4.2: a man takes a piece, man or king"),
            change("goal", "win", "FMJD Annex 1, 7.2: no pieces left, or all blocked"),
            change("draws", "fmjd", "FMJD Annex 1, 6.3–6.4: 16 moves against three pieces, 5 against two or one"),
            change("no-progress", "50", "FMJD Annex 1, 6.2: 25 moves each by kings alone"),
        ],
        hub: hub(1, "normal"),
        game_types: &["20,W,10,10,N2,0"],
        weights: weights!("international"),
        model: model!("international"),
        book: book!("international"),
        openings: Some("international.txt"),
        ..GAME
    },
    Entry {
        name: "russian",
        parent: Some("schmidt-de"),
        sheet: "tournament (IDF)",
        description: "8×8, long kings, a man goes on capturing as a king",
        changes: &[
            change("men-capture", "all", "IDF: forward and backward"),
            change("king-capture", "any", "IDF: from afar, any free square behind"),
            change("choice", "free", "IDF draughts-64, 4.13: any capture"),
            change("promote", "continue", "IDF draughts-64, 4.14: crowned on arrival, goes on as a king"),
            change(
                "draws",
                "russian",
                "IDF: 5, 30 or 60 moves each by pieces; a lone king on the main road, 5 moves each",
            ),
            change("no-progress", "30", "IDF: 15 moves each by kings alone"),
        ],
        hub: hub_from_bottom(6, "russian"),
        game_types: &["25,W,8,8,A0,0"],
        weights: weights!("russian"),
        model: model!("russian"),
        openings: Some("russian.txt"),
        ..GAME
    },
    Entry {
        name: "brazilian",
        parent: Some("international"),
        sheet: "tournament",
        description: "international rules on 8×8",
        changes: &[
            change("board", "8", "CBJD: international rules on 8×8"),
            change("men-rows", "3", "CBJD: 12 men each"),
            change(
                "draws",
                "brazilian",
                "CBJD 99: one king against at most a king and another piece; CBJD 100: a lone king on the long diagonal against \
                 three pieces; 5 moves each",
            ),
            change("no-progress", "40", "CBJD 97b: 20 moves each by kings alone"),
        ],
        hub: hub_from_bottom(7, "brazilian"),
        game_types: &["26,W,8,8,A0,0"],
        weights: weights!("brazilian"),
        model: model!("brazilian"),
        openings: Some("brazilian.txt"),
        ..GAME
    },
    Entry {
        name: "pool",
        parent: Some("russian"),
        sheet: "tournament",
        description: "American pool checkers: long kings, free choice of captures",
        changes: &[
            change("first", "black", "APCA 7: Black begins"),
            change("men-capture", "all", "APCA 14: forward and backward"),
            change("choice", "free", "APCA 20: any capture, the greater or the lesser number"),
            change("promote", "pass", "APCA 22, 23: crowned only if the move ends there"),
            change("draws", "pool", "APCA 27: three kings against one, 13 moves each"),
            change("no-progress", "80", "our reading"),
        ],
        hub: hub(11, "pool"),
        game_types: &["23,B,8,8,N1,0"],
        weights: weights!("pool"),
        model: model!("pool"),
        openings: Some("pool.txt"),
        ..GAME
    },
    Entry {
        name: "italian",
        parent: Some("english"),
        sheet: "tournament (FID)",
        description: "short kings that no man can take, a strict order of captures",
        changes: &[
            change("corner", "right", "FID 1.1.2.3: the dark corner at the right"),
            change("first", "white", "FID 1.1.3.4: White begins"),
            change("choice", "italian", "FID 1.1.6.6 ff.: the most pieces, by a king, the most kings, kings soonest"),
            change("men-take-kings", "no", "FID 1.1.5.3: a man takes men, not kings"),
        ],
        hub: hub(9, "italian"),
        game_types: &["22,W,8,8,N2,1"],
        weights: weights!("italian"),
        model: model!("italian"),
        openings: Some("italian.txt"),
        ..GAME
    },
    Entry {
        name: "spanish",
        aliases: &["portuguese"],
        parent: Some("schmidt-de"),
        sheet: "tournament",
        description: "long kings, the most pieces and then the most kings must be taken",
        changes: &[
            change("corner", "right", "the dark corner at the right"),
            change("king-capture", "any", "from afar, any free square behind"),
            change("choice", "most-kings", "FPD 3.7: the most pieces, then the most kings among them"),
        ],
        hub: hub(10, "spanish"),
        game_types: &["24,W,8,8,N2,1", "28,W,8,8,N2,1"],
        weights: weights!("spanish"),
        model: model!("spanish"),
        openings: Some("spanish.txt"),
        ..GAME
    },
    Entry {
        name: "czech",
        parent: Some("schmidt-de"),
        sheet: "tournament",
        description: "long kings, whose captures come before a man's",
        changes: &[
            change("men-capture", "forward", "FMJD, brief rules of Czech draughts: forward only"),
            change("king-capture", "any", "FMJD, brief rules of Czech draughts: any field behind"),
            change("choice", "king-first", "FMJD, brief rules of Czech draughts: a king's capture before a man's"),
            change("removal", "end", "FMJD, brief rules of Czech draughts: after the whole move, none jumped twice"),
            change(
                "no-progress",
                "30",
                "FMJD, brief rules of Czech draughts: 15 moves without a capture or a man's move",
            ),
        ],
        hub: hub_from_bottom(12, "czech"),
        game_types: &["29,W,8,8,A0,0"],
        weights: weights!("czech"),
        model: model!("czech"),
        openings: Some("czech.txt"),
        ..GAME
    },
    Entry {
        name: "thai",
        aliases: &["makhos"],
        parent: Some("schmidt-de"),
        sheet: "tournament",
        description: "eight men each, captured pieces leave one by one",
        changes: &[
            change("men-rows", "2", "eight men each on two rows"),
            change("removal", "now", "jumped pieces leave one by one"),
        ],
        hub: hub(13, "thai"),
        game_types: &["31,W,8,8,N2,0"],
        weights: weights!("thai"),
        model: model!("thai"),
        openings: Some("thai.txt"),
        ..GAME
    },
    Entry {
        name: "tanzanian",
        parent: Some("czech"),
        sheet: "tournament",
        description: "long kings, men jump forward, any capture may be chosen",
        changes: &[change("choice", "free", "as czech, but any capture may be chosen")],
        ..GAME
    },
    Entry {
        name: "philippine",
        parent: Some("brazilian"),
        sheet: "tournament",
        description: "Brazilian rules on the mirrored board",
        changes: &[change("corner", "right", "as brazilian, with the dark corner at the right")],
        openings: Some("philippine.txt"),
        ..GAME
    },
    Entry {
        name: "jamaican",
        parent: Some("pool"),
        sheet: "tournament",
        description: "pool checkers on the mirrored board",
        changes: &[change("corner", "right", "PDN 3.0, GameType 23 with the board inverted")],
        game_types: &["23,B,8,8,A1,1"],
        openings: Some("jamaican.txt"),
        ..GAME
    },
    Entry {
        name: "antidraughts",
        parent: Some("international"),
        sheet: "tournament",
        description: "international, and a side without a legal move wins",
        changes: &[
            change("goal", "lose", "a side without a legal move wins"),
            change("draws", "plain", "no draw but the third repetition"),
            change("no-progress", "never", "no draw but the third repetition"),
        ],
        hub: hub(5, "losing"),
        game_types: &["98,W,10,10,N2,0"],
        weights: weights!("antidraughts"),
        model: model!("antidraughts"),
        openings: Some("antidraughts.txt"),
        ..GAME
    },
    Entry {
        name: "breakthrough",
        parent: Some("international"),
        sheet: "tournament",
        description: "international, and the first to crown wins",
        changes: &[
            change("goal", "crown", "the first to crown wins"),
            change("draws", "plain", "no draw but the third repetition"),
            change("no-progress", "never", "no draw but the third repetition"),
        ],
        hub: hub(3, "bt"),
        game_types: &["96,W,10,10,N2,0"],
        weights: weights!("breakthrough"),
        model: model!("breakthrough"),
        openings: Some("breakthrough.txt"),
        ..GAME
    },
    Entry {
        name: "killer",
        parent: Some("international"),
        sheet: "tournament",
        description: "international, and a king stops just behind a king it takes last",
        changes: &[change("king-capture", "killer", "a king that takes a king last stops just behind it")],
        hub: hub(2, "killer"),
        weights: weights!("killer"),
        model: model!("killer"),
        openings: Some("killer.txt"),
        ..GAME
    },
    Entry {
        name: "frisian",
        parent: Some("international"),
        sheet: "tournament",
        description: "10×10, captures along rows and columns too, the greatest value must be taken",
        changes: &[
            change("capture-lines", "all", "Frisian rules: diagonally, horizontally and vertically"),
            change(
                "choice",
                "frisian",
                "Frisian rules: the greatest value, a king just less than two men; then by a king",
            ),
            change(
                "king-limit",
                "3",
                "Frisian rules: a side with men moves the same king at most three times in a row",
            ),
            change("draws", "frisian", "Frisian rules: two kings against one, 7 moves each; lidraughts: one each, 2"),
            change("no-progress", "never", "Frisian rules name no such limit"),
        ],
        hub: hub(4, "frisian"),
        game_types: &["40,W,10,10,N2,0"],
        weights: weights!("frisian"),
        model: model!("frisian"),
        openings: Some("frisian.txt"),
        ..GAME
    },
    Entry {
        name: "frysk",
        parent: Some("frisian"),
        sheet: "tournament",
        description: "Frisian draughts with five men each",
        changes: &[change("men-rows", "1", "lidraughts: five men each on the first row")],
        game_types: &["97,W,10,10,N2,0"],
        weights: weights!("frysk"),
        model: model!("frysk"),
        openings: Some("frysk.txt"),
        ..GAME
    },
    Entry {
        name: "turkish",
        aliases: &["dama"],
        parent: Some("schmidt-de"),
        sheet: "tournament",
        description: "all squares of 8×8, along rows and columns; the most pieces must be taken",
        changes: &[
            change(
                "board",
                "64",
                "World championships: 64 squares; men and kings move and capture along rows and columns",
            ),
            change("men-rows", "2", "World championships: 16 men each on the second and third row"),
            change("first", "white", "World championships: White begins"),
            change("men-capture", "forward", "World championships: forward and sideways"),
            change("king-move", "long", "World championships: any distance"),
            change("king-capture", "any", "World championships: from afar, any free square behind"),
            change("choice", "most", "World championships: the most pieces"),
            change("removal", "now", "World championships: jumped pieces leave one by one"),
            change("turn-back", "no", "World championships: no turn by 180° between two jumps"),
            change(
                "promote",
                "pass",
                "our reading: the rule books differ; it goes on as a man, and is crowned if it ends there",
            ),
            change("draws", "turkish", "World championships: one piece each is a draw"),
        ],
        game_types: &["30,W,8,8,A0,0"],
        weights: weights!("turkish"),
        model: model!("turkish"),
        openings: Some("turkish.txt"),
        ..GAME
    },
];

/// The rules of the games, in their order.
pub const RULES: [Rules; NAMED.len()] = resolve!(Rules, NAMED, Rules::COMMON);

/// The rules of a game by name.
///
/// # Panics
///
/// If there is no such game: meant for names that are known to be right, best in constants.
pub const fn rules(name: &str) -> Rules {
    RULES[place(NAMED, name)]
}
