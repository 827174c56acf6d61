//! Complete games in the styles of existing files, one for each quirk.

use millstone::tools::pdn::{self, GameResult, PdnGame, PdnReader};

/// The files, with their variant, the number of moves, the result, and the last position.
pub const FILES: [(&str, &str, usize, GameResult, &str); 9] = [
    ("ceylon", "ceylon-mill", 29, GameResult::Black, "B:Wg4,g1:Ba7,f6,d5,a4,b4,f4,c3,f2,a1:H0,0"),
    ("english", "english", 90, GameResult::White, "B:WK1,K11,15:B"),
    ("huffing", "doubleboard-de", 50, GameResult::White, "B:WK2,K16,15,21,31,32:B"),
    ("international", "international", 106, GameResult::Black, "W:W:BK41,3,11,14,21,24"),
    ("italian", "italian", 60, GameResult::Draw, "W:WK7:BK23,K31,K32,1:H2"),
    ("leaflet", "schmidt-de", 53, GameResult::Unfinished, "B:WK2,K4,K28,23,32:B"),
    ("nine", "nine-mens-morris", 35, GameResult::White, "B:Wd7,d6,d5,a4,b4,c4,g4,d2:Be4,e3:H0,0"),
    ("russian", "russian", 57, GameResult::White, "B:WK2,K28,17:B"),
    ("wolf", "wolf-and-sheep", 45, GameResult::Black, "W:W1,5,6,20:B21"),
];

pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/pdn/games/{name}.pdn", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn only(bytes: &[u8]) -> PdnGame {
    let mut games = PdnReader::new(bytes);
    let game = games.next().unwrap().unwrap();
    assert!(games.next().is_none());
    game
}

#[test]
fn every_file_is_read_to_its_end() {
    for (name, variant, plies, result, last) in FILES {
        let game = only(&bytes(name));
        let replay = game.replay(None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(replay.variant.to_string(), variant);
        assert_eq!((replay.moves.len(), replay.game.fen().as_str(), game.result), (plies, last, result), "{name}");
    }
}

#[test]
fn every_file_is_the_same_game_after_writing() {
    for (name, ..) in FILES {
        let game = only(&bytes(name));
        let replay = game.replay(None).unwrap();
        let mut text = Vec::new();
        pdn::write(&game.canonical(&replay), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= 79), "{text}");
        let again = only(text.as_bytes());
        assert_eq!(
            again.plies.iter().map(|ply| &ply.text).collect::<Vec<_>>(),
            replay.moves.iter().collect::<Vec<_>>()
        );
        let comments = |game: &PdnGame| game.plies.iter().filter_map(|ply| ply.comment.clone()).collect::<Vec<_>>();
        assert_eq!((comments(&again), again.result), (comments(&game), game.result), "{name}");
        for tag in ["Event", "White", "Black"] {
            assert_eq!(again.tag(tag), game.tag(tag).or(Some("?")), "{name}");
        }
        let mut twice = Vec::new();
        pdn::write(&again, &mut twice).unwrap();
        assert_eq!(text.as_bytes(), twice, "strict PDN is unchanged");
    }
}

#[test]
fn comments_and_names_survive() {
    let english = only(&bytes("english"));
    assert_eq!(english.tag("event"), Some("Club evening, the \"Swan\""));
    assert_eq!(english.plies[0].comment.as_deref(), Some("[%clk 0:10:00] the Double Corner"));
    let russian = only(&bytes("russian"));
    assert_eq!((russian.tag("White"), russian.tag("Black")), (Some("Müller"), Some("José")));
    assert!(russian.plies.last().unwrap().comment.as_ref().unwrap().ends_with("schön"));
    let ceylon = only(&bytes("ceylon"));
    assert_eq!(ceylon.plies[4].comment.as_deref(), Some("this comment goes on over two lines"));
}
