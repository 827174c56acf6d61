//! Captures, jump by jump.

use super::board::{Board, Piece, Square};
use super::laws::{Crowning, Laws, Reach};

const DIAGONALS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const SIDES: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// From a dark square to the next one of its row or column.
const STRAIGHTS: [(isize, isize); 4] = [(-2, 0), (0, -2), (0, 2), (2, 0)];

/// A capture, whole or stopped.
#[derive(Clone, Debug)]
pub struct Capture {
    pub from: Square,
    /// The landing squares; the last is where the piece ends.
    pub route: Vec<Square>,
    /// The victims in order, and whether each was a king.
    pub victims: Vec<(Square, bool)>,
    pub by_king: bool,
    pub crowned: bool,
    /// It went on as long as it could.
    pub complete: bool,
}

/// One victim, and the squares behind it on which the jumper may land.
struct Jump {
    direction: (isize, isize),
    victim: Square,
    landings: Vec<Square>,
}

/// A jumper on its way.
struct Runner<'a> {
    laws: &'a Laws,
    /// Without the jumper, and where they leave at once without the victims.
    board: Board,
    piece: Piece,
    at: Square,
    /// The direction of the last jump.
    came: Option<(isize, isize)>,
    so_far: Capture,
}

/// All captures of a piece, the stopped ones included.
pub fn captures(laws: &Laws, board: &Board, from: Square, budget: &mut usize) -> Vec<Capture> {
    let mut found = Vec::new();
    Runner::start(laws, board, from).run(budget, &mut found);
    found
}

/// Whether a piece can capture.
pub fn can_capture(laws: &Laws, board: &Board, from: Square) -> bool {
    !Runner::start(laws, board, from).jumps().is_empty()
}

/// The quiet moves of a piece.
pub fn steps(laws: &Laws, board: &Board, from: Square) -> Vec<Square> {
    let piece = board.get(from).expect("a piece");
    let mut found = Vec::new();
    for direction in if laws.full { SIDES } else { DIAGONALS } {
        if !piece.king && !is_forward(piece, direction) {
            continue;
        }
        let mut at = from;
        while let Some(next) = board.step(at, direction).filter(|next| board.get(*next).is_none()) {
            found.push(next);
            at = next;
            if !piece.king || !laws.long_moves {
                break;
            }
        }
    }
    found
}

fn is_forward(piece: Piece, (down, _): (isize, isize)) -> bool {
    down == 0 || (down < 0) == piece.white
}

impl Runner<'_> {
    fn start<'a>(laws: &'a Laws, board: &Board, from: Square) -> Runner<'a> {
        let piece = board.get(from).expect("a piece");
        let mut board = board.clone();
        board.put(from, None);
        let (route, victims) = (Vec::new(), Vec::new());
        let so_far = Capture { from, route, victims, by_king: piece.king, crowned: false, complete: false };
        Runner { laws, board, piece, at: from, came: None, so_far }
    }

    fn run(&self, budget: &mut usize, found: &mut Vec<Capture>) {
        for jump in self.jumps() {
            let runners: Vec<Runner> = jump.landings.iter().map(|landing| self.jump(&jump, *landing)).collect();
            // Whoever could go on from one of the squares should land there and go on.
            let can_go_on = runners.iter().any(|runner| !runner.jumps().is_empty());
            let victim_is_king = self.board.get(jump.victim).is_some_and(|piece| piece.king);
            for (place, runner) in runners.iter().enumerate() {
                if *budget == 0 {
                    return;
                }
                *budget -= 1;
                let bound = self.piece.king && self.laws.reach == Reach::Killer && victim_is_king;
                if !(bound && place > 0) {
                    found.push(Capture { complete: !can_go_on, ..runner.stop() });
                }
                runner.run(budget, found);
            }
        }
    }

    /// The jumper after one jump.
    fn jump(&self, &Jump { direction, victim, .. }: &Jump, landing: Square) -> Runner<'_> {
        let mut next = Runner {
            laws: self.laws,
            board: self.board.clone(),
            piece: self.piece,
            at: landing,
            came: Some(direction),
            so_far: self.so_far.clone(),
        };
        let king = self.board.get(victim).expect("a victim").king;
        next.so_far.victims.push((victim, king));
        next.so_far.route.push(landing);
        if self.laws.removed_at_once {
            next.board.put(victim, None);
        }
        let last_row = !self.piece.king && self.board.crowns(self.piece.white, landing);
        if last_row && self.laws.crowning == Crowning::Continue {
            next.piece.king = true;
            next.so_far.crowned = true;
        }
        next
    }

    /// The capture if it ends here.
    fn stop(&self) -> Capture {
        let crowned = !self.piece.king && self.board.crowns(self.piece.white, self.at);
        let mut capture = self.so_far.clone();
        capture.crowned |= crowned;
        capture
    }

    fn jumps(&self) -> Vec<Jump> {
        let started = !self.so_far.route.is_empty();
        let man_on_last_row = !self.piece.king && self.board.crowns(self.piece.white, self.at);
        if started && man_on_last_row && self.laws.crowning == Crowning::Stop {
            return Vec::new();
        }
        let straights = STRAIGHTS.into_iter().filter(|_| self.laws.straight_captures);
        let own = if self.laws.full { SIDES } else { DIAGONALS };
        own.into_iter().chain(straights).filter_map(|direction| self.jump_along(direction)).collect()
    }

    fn jump_along(&self, direction: (isize, isize)) -> Option<Jump> {
        let man = !self.piece.king;
        if man && !self.laws.men_jump_back && !is_forward(self.piece, direction) {
            return None;
        }
        if !self.laws.turn_back && self.came == Some((-direction.0, -direction.1)) {
            return None;
        }
        let far = !man && self.laws.reach != Reach::Adjacent;
        let mut victim = self.board.step(self.at, direction)?;
        while far && self.board.get(victim).is_none() {
            victim = self.board.step(victim, direction)?;
        }
        let prey = self.board.get(victim)?;
        let jumped = self.so_far.victims.iter().any(|(square, _)| *square == victim);
        if prey.white == self.piece.white || jumped || (man && prey.king && !self.laws.men_take_kings) {
            return None;
        }
        let anywhere = !man && matches!(self.laws.reach, Reach::Any | Reach::Killer);
        let mut landings = Vec::new();
        let mut at = victim;
        while let Some(next) = self.board.step(at, direction).filter(|next| self.board.get(*next).is_none()) {
            landings.push(next);
            at = next;
            if !anywhere {
                break;
            }
        }
        (!landings.is_empty()).then_some(Jump { direction, victim, landings })
    }
}
