//! Draughts: small slices against the game's own generator, and against known counts.

use millstone::games::Game;
use millstone::games::draughts::Draughts;
use millstone::games::draughts::named::rules;
use millstone::games::draughts::position::{Move, Position};
use millstone::games::draughts::rules::{Board, Rules};
use millstone::tables::Wdl;
use millstone::tables::cell::Metric;
use millstone::tables::draughts::check::by_moves;
use millstone::tables::draughts::endgame_rules::EndgameRules;
use millstone::tables::draughts::index::{Cursor, SliceIndex};
use millstone::tables::draughts::material::{Material, Pair};
use millstone::tables::draughts::probe::DraughtsTables;
use millstone::tables::draughts::solve::solve;
use millstone::tables::values::{Loaded, Values};

fn endgame(name: &str, overrides: &[(&str, &str)]) -> EndgameRules {
    let change = |rules: Rules, &(axis, value): &(&str, &str)| rules.with(axis, value).unwrap();
    EndgameRules::new(&overrides.iter().fold(rules(name), change)).unwrap()
}

const fn side(men: u32, kings: u32) -> Material {
    Material { men, kings }
}

/// All positions of a slice.
fn positions(board: Board, own: Material, their: Material) -> impl Iterator<Item = Position> {
    let index = SliceIndex::new(board, own, their);
    let mut cursor = Cursor::new(index);
    (0..index.slots()).filter_map(move |slot| cursor.seek(slot)).map(|pieces| pieces.position())
}

/// Compares every `step`-th position with what the plain rules make of its successors.
fn check(rules: EndgameRules, most: u32, step: usize) {
    for metric in [Metric::Conversion, Metric::End] {
        match rules.board() {
            Board::Ten => check_game(&Draughts::<50, false>::new(*rules.rules()), rules, metric, most, step),
            Board::Eight | Board::Full => {
                check_game(&Draughts::<32, false>::new(*rules.rules()), rules, metric, most, step);
            }
        }
    }
}

fn check_game<G>(game: &G, rules: EndgameRules, metric: Metric, most: u32, step: usize)
where
    G: Game<Position = Position, Move = Move>,
{
    let tables = some(rules, metric, most, |_| true);
    let (mut moves, mut seen) = (Vec::new(), [0; 3]);
    for pair in Pair::all(&rules, most) {
        for (own, their) in pair.movers() {
            for position in positions(rules.board(), own, their).step_by(step) {
                let plain = by_moves(game, &tables, &position, metric, &mut moves);
                assert_eq!(tables.code(&position), plain, "{metric:?} {} {own}-{their} {position:?}", rules.text());
                seen[tables.probe(&position).unwrap() as usize] += 1;
                // The other colour is worth the same.
                assert_eq!(tables.probe_root(&position.turned(rules.board())), tables.probe_root(&position));
            }
        }
    }
    assert!(seen[Wdl::Win as usize] > 100 && seen[Wdl::Loss as usize] > 100, "{seen:?}");
}

#[test]
fn english_and_russian_up_to_three_pieces_are_as_the_plain_rules_say() {
    check(endgame("english", &[]), 3, 1);
    check(endgame("russian", &[]), 3, 1);
}

#[test]
fn other_rule_sets_are_as_the_plain_rules_say() {
    for name in ["italian", "thai", "spanish", "czech", "ravensburger-de", "ravensburger-fr", "killer"] {
        check(endgame(name, &[]), 3, 17);
    }
    check(endgame("international", &[]), 3, 101);
}

#[test]
fn losing_games_are_as_the_plain_rules_say() {
    check(endgame("schmidt-gb-losing", &[]), 3, 7);
    check(endgame("russian", &[("goal", "lose")]), 3, 7);
    check(endgame("breakthrough", &[]), 4, 5);
}

#[test]
fn captures_that_may_be_left_are_as_the_plain_rules_say() {
    check(endgame("english", &[("capture", "may")]), 3, 3);
    check(endgame("russian", &[("capture", "may"), ("chain", "may")]), 3, 3);
}

#[test]
fn one_king_each_in_english_draughts() {
    let tables = DraughtsTables::build(endgame("english", &[]), 2);
    let (mut counts, mut longest) = ([0; 3], 0);
    for position in positions(Board::Eight, side(0, 1), side(0, 1)) {
        let probed = tables.probe_root(&position).unwrap();
        counts[probed.wdl as usize] += 1;
        longest = longest.max(probed.plies.map_or(0, |(plies, _)| plies));
    }
    assert_eq!((counts[Wdl::Win as usize], counts[Wdl::Draw as usize], counts[Wdl::Loss as usize]), (230, 654, 108));
    assert_eq!(longest, 11);
}

#[test]
fn breakthrough_has_the_known_counts() {
    let rules = endgame("brazilian", &[("goal", "crown")]);
    let game = Draughts::<32, false>::new(*rules.rules());
    let tables = some(rules, Metric::Conversion, 6, |pair| pair.first.men <= 3);
    let mut moves = Vec::new();
    // Positions with a capture at hand are not counted.
    let mut count = |men| {
        let mut counts = [0; 3];
        for position in positions(Board::Eight, side(men, 0), side(men, 0)) {
            moves.clear();
            game.moves(&position, &mut moves);
            if !moves.first().is_some_and(|mv| mv.is_capture()) {
                counts[tables.probe(&position).unwrap() as usize] += 1;
            }
        }
        (counts[Wdl::Win as usize], counts[Wdl::Loss as usize], counts[Wdl::Draw as usize])
    };
    assert_eq!((count(1), count(2)), ((388, 306, 0), (56_410, 33_269, 0)));
    assert_eq!(count(3), (2_699_916, 1_255_259, 0));
}

/// The tables of some pairs, which lead to no others.
fn some(rules: EndgameRules, metric: Metric, most: u32, wanted: impl Fn(&Pair) -> bool) -> DraughtsTables {
    let mut tables = DraughtsTables::empty(rules);
    for pair in Pair::all(&rules, most).into_iter().filter(wanted) {
        let values = solve(&tables, pair, metric).unwrap().into_iter().map(|half| Values::Cells(half.cells)).collect();
        tables.add(pair, Loaded::new(values));
    }
    tables
}

#[test]
fn three_kings_do_not_beat_one_on_ten_by_ten() {
    let only_kings = |pair: &Pair| pair.first.men + pair.second.men == 0;
    let tables = some(endgame("international", &[]), Metric::Conversion, 4, only_kings);
    let (mut drawn, mut all) = (0, 0);
    for position in positions(Board::Ten, side(0, 1), side(0, 3)).step_by(13) {
        all += 1;
        drawn += u32::from(tables.probe(&position) == Some(Wdl::Draw));
    }
    assert!(all > 60_000 && drawn * 10 > all * 8, "{drawn} of {all} are drawn");
}

#[test]
fn what_no_table_holds_is_not_found() {
    let tables = DraughtsTables::build(endgame("english", &[]), 2);
    let board = Board::Eight;
    let known = positions(board, side(0, 1), side(0, 1)).next().unwrap();
    assert!(tables.probe(&known).is_some() && tables.probe(&Position { own: 0, ..known }).is_none());
    // Three pieces, men where they would have been crowned, and a board full of men.
    let more = Position { own: board.row(3), ..known };
    let crowned = Position::new(board.row(0) & 1, board.row(4) & !(board.row(4) - 1), 0, known.side);
    let full = Game::start(&Draughts::<32, false>::new(rules("english")));
    for position in [more, crowned, full] {
        assert_eq!(tables.probe(&position), None, "{position:?}");
    }
}
