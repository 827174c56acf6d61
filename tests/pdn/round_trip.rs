//! Random games of every variant, written and read back.

use crate::support::Rng;
use millstone::engine::any_game::any_game;
use millstone::games::catalog;
use millstone::games::notation::Style;
use millstone::tools::pdn::{self, GameResult, PdnGame, PdnPly};

fn random_game(name: &str, style: Style, rng: &mut Rng) -> PdnGame {
    let mut position = any_game(&name.parse().unwrap());
    let mut tags = vec![("Variant".to_string(), name.to_string()), ("Odd".into(), "a \"b\" \\ [c]".into())];
    if rng.one_in(2) {
        for _ in 0..rng.below(10) {
            let moves = position.moves(Style::Usual);
            if let Some(text) = (!moves.is_empty()).then(|| rng.pick(&moves)) {
                position.play(text, Style::Usual).unwrap();
            }
        }
        let fen = position.fen();
        position.set_position(Some(&fen), &[]).unwrap();
        tags.push(("FEN".into(), fen));
    }
    let mut plies = Vec::new();
    while plies.len() < 80 {
        let moves = position.moves(style);
        if moves.is_empty() {
            break;
        }
        // Prefer huffs, which are rare.
        let huffs: Vec<_> = moves.iter().filter(|text| text.starts_with('x')).cloned().collect();
        let any = huffs.is_empty() || rng.one_in(2);
        let text = rng.pick(if any { &moves } else { &huffs }).clone();
        position.play(&text, style).unwrap();
        let comment = rng.one_in(7).then(|| "[%clk 0:00:07] a comment of some words; 1-0 (no) 12.".to_string());
        plies.push(PdnPly { text, comment, ..PdnPly::default() });
    }
    let result = *rng.pick(&[GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unfinished]);
    let comment = rng.one_in(3).then(|| "a word before; 1-0".to_string());
    PdnGame { tags, comment, plies, result, line: 0 }
}

#[test]
fn written_games_are_read_back() {
    let mut rng = Rng::new(7);
    for entry in catalog::entries() {
        for style in [Style::Usual, Style::Algebraic] {
            let game = random_game(entry.name, style, &mut rng);
            let mut text = Vec::new();
            pdn::write(&game, &mut text).unwrap();
            pdn::write(&game, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 79), "{text}");
            let games: Vec<PdnGame> =
                pdn::read(&text).map(|game| game.unwrap_or_else(|e| panic!("{e}\n{text}"))).collect();
            assert_eq!(games.len(), 2);
            for read in games {
                let what = |game: &PdnGame| {
                    game.plies.iter().map(|ply| (ply.text.clone(), ply.comment.clone())).collect::<Vec<_>>()
                };
                assert_eq!((what(&read), &read.comment), (what(&game), &game.comment), "{text}");
                assert_eq!(
                    (read.result, read.tag("FEN"), read.tag("Odd")),
                    (game.result, game.tag("FEN"), game.tag("Odd"))
                );
                let replay = read.replay_with(None, style, &mut |_, _, _| {}).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert!(replay.moves.iter().eq(game.plies.iter().map(|ply| &ply.text)), "{text}");
            }
        }
    }
}

#[test]
fn the_writer_is_strict() {
    let ply = |text: &str, comment: Option<&str>| PdnPly {
        text: text.into(),
        comment: comment.map(str::to_string),
        ..PdnPly::default()
    };
    let game = PdnGame {
        tags: vec![
            ("Annotator".into(), "x".into()),
            ("Variant".into(), "doubleboard-de".into()),
            ("White".into(), "A \"B\"".into()),
        ],
        plies: vec![
            ply("22-18", None),
            ply("9-14", None),
            ply("21-17", Some("a {slip}")),
            ply("x18", None),
            ply("5-9", None),
            ply("17-13", None),
        ],
        result: GameResult::Draw,
        comment: Some("at the club".into()),
        line: 0,
    };
    let mut text = Vec::new();
    pdn::write(&game, &mut text).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\"\"]\n[Black \"?\"]\n\
         [Result \"1/2-1/2\"]\n[Variant \"doubleboard-de\"]\n[Annotator \"x\"]\n\n\
         {at the club} 1. 22-18 9-14 2. 21-17 {a (slip)} 2... x18 5-9 3. 17-13 1/2-1/2\n\n"
    );
    let game = PdnGame { tags: vec![("GameType".into(), "20".into())], result: GameResult::Draw, ..PdnGame::default() };
    let mut text = Vec::new();
    pdn::write(&game, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("[Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n[Variant \"international\"]\n\n1-1\n"),
        "{text}"
    );
}
