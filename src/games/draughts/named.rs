//! The named draughts games, each as its difference from another.

use super::rules::{
    Board, Capture, Chain, Choice, Corner, Draws, First, Goal, KingCapture, KingMove, MenCapture, Movement, Promote,
    Removal, Rules,
};

/// Schmidt, German and Italian; also redboard and Ravensburger, German.
pub const SCHMIDT_DE: Rules = Rules {
    movement: Movement {
        board: Board::Eight,
        men_capture: MenCapture::Forward,
        king_move: KingMove::Long,
        king_capture: KingCapture::Behind,
        capture: Capture::Must,
        chain: Chain::Must,
        choice: Choice::Free,
        removal: Removal::End,
        promote: Promote::Stop,
        men_take_kings: true,
        crown_ends: false,
    },
    corner: Corner::Left,
    men_rows: 3,
    first: First::White,
    goal: Goal::Win,
    draws: Draws::Sheet,
    no_progress: 80,
};

/// Schmidt, English.
pub const SCHMIDT_GB: Rules = Rules {
    first: First::Black,
    movement: Movement { king_move: KingMove::Short, king_capture: KingCapture::Adjacent, ..SCHMIDT_DE.movement },
    ..SCHMIDT_DE
};

/// Schmidt, French. The sheet asks only that the square behind be free.
pub const SCHMIDT_FR: Rules = Rules {
    first: First::Black,
    movement: Movement { men_capture: MenCapture::All, king_capture: KingCapture::Any, ..SCHMIDT_DE.movement },
    ..SCHMIDT_DE
};

/// Schmidt, Spanish. The sheet asks only that the square behind be free.
pub const SCHMIDT_ES: Rules =
    Rules { movement: Movement { king_capture: KingCapture::Any, ..SCHMIDT_DE.movement }, ..SCHMIDT_DE };

/// Ravensburger, German.
pub const RAVENSBURGER_DE: Rules = SCHMIDT_DE;

/// Ravensburger, French.
pub const RAVENSBURGER_FR: Rules =
    Rules { movement: Movement { men_capture: MenCapture::All, ..SCHMIDT_DE.movement }, ..SCHMIDT_DE };

/// Ravensburger, Italian, Spanish and Portuguese, as their text says.
pub const RAVENSBURGER_IT: Rules =
    Rules { movement: Movement { king_capture: KingCapture::Adjacent, ..SCHMIDT_DE.movement }, ..SCHMIDT_DE };

/// Double board, all languages.
pub const DOUBLEBOARD: Rules = Rules {
    movement: Movement {
        king_capture: KingCapture::Any,
        capture: Capture::Huff,
        chain: Chain::May,
        ..SCHMIDT_DE.movement
    },
    ..SCHMIDT_DE
};

/// English draughts, or American checkers.
pub const ENGLISH: Rules = Rules { draws: Draws::Plain, ..SCHMIDT_GB };

/// International draughts.
pub const INTERNATIONAL: Rules = Rules {
    movement: Movement {
        board: Board::Ten,
        men_capture: MenCapture::All,
        king_capture: KingCapture::Any,
        choice: Choice::Most,
        promote: Promote::Pass,
        ..SCHMIDT_DE.movement
    },
    men_rows: 4,
    draws: Draws::Fmjd,
    no_progress: 50,
    ..SCHMIDT_DE
};

/// Russian draughts.
pub const RUSSIAN: Rules = Rules {
    movement: Movement {
        men_capture: MenCapture::All,
        king_capture: KingCapture::Any,
        promote: Promote::Continue,
        ..SCHMIDT_DE.movement
    },
    draws: Draws::Russian,
    no_progress: 30,
    ..SCHMIDT_DE
};

/// Brazilian draughts: international rules on 8×8.
pub const BRAZILIAN: Rules = Rules {
    movement: Movement { board: Board::Eight, ..INTERNATIONAL.movement },
    men_rows: 3,
    draws: Draws::Brazilian,
    no_progress: 40,
    ..INTERNATIONAL
};

/// American pool checkers.
pub const POOL: Rules = Rules {
    movement: Movement { promote: Promote::Pass, ..RUSSIAN.movement },
    first: First::Black,
    draws: Draws::Pool,
    no_progress: 80,
    ..RUSSIAN
};

/// Italian draughts.
pub const ITALIAN: Rules = Rules {
    movement: Movement { choice: Choice::Italian, men_take_kings: false, ..ENGLISH.movement },
    corner: Corner::Right,
    first: First::White,
    ..ENGLISH
};

/// Spanish draughts, which is also Portuguese.
pub const SPANISH: Rules = Rules {
    movement: Movement { king_capture: KingCapture::Any, choice: Choice::MostKings, ..SCHMIDT_DE.movement },
    corner: Corner::Right,
    draws: Draws::Plain,
    ..SCHMIDT_DE
};

/// Czech draughts.
pub const CZECH: Rules = Rules {
    movement: Movement { king_capture: KingCapture::Any, choice: Choice::KingFirst, ..SCHMIDT_DE.movement },
    draws: Draws::Plain,
    no_progress: 30,
    ..SCHMIDT_DE
};

/// Thai draughts, makhos.
pub const THAI: Rules = Rules {
    movement: Movement { removal: Removal::Now, ..SCHMIDT_DE.movement },
    men_rows: 2,
    draws: Draws::Plain,
    ..SCHMIDT_DE
};

/// International draughts that one strives to lose.
pub const ANTIDRAUGHTS: Rules = INTERNATIONAL.with_goal(Goal::Lose);

/// International draughts won by the first to crown.
pub const BREAKTHROUGH: Rules = INTERNATIONAL.with_goal(Goal::Crown);

/// International draughts in which a king stops just behind a king it took last.
pub const KILLER: Rules =
    Rules { movement: Movement { king_capture: KingCapture::Killer, ..INTERNATIONAL.movement }, ..INTERNATIONAL };
