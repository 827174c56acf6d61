//! The one move generator of all draughts games.
//!
//! Quiet moves and single jumps are found set-wise: one shift moves all pieces at once. Only a jump that
//! can go on, and a king's jump, is followed square by square ([`super::captures`]). Every rule question
//! goes through a [`RuleSet`] and folds to a constant in the named games.

use super::board::{DOWN, DOWN_LEFT, DOWN_RIGHT, UP, UP_LEFT, UP_RIGHT, bits, opposite};
use super::captures::{CaptureSearch, NoPath};
use super::position::{Move, Position};
use super::rules::{Board, Choice, KingMove, MenCapture, Movement, Promote, Removal};
use super::ruleset::RuleSet;
use crate::games::Leaf;
use crate::games::Side;

/// Calls a macro-like block once for each of some directions, as a constant.
macro_rules! directions {
    ($d:ident in $($direction:ident)+ => $body:block) => {{
        $({
            const $d: usize = $crate::games::draughts::board::$direction;
            $body
        })+
    }};
}
pub(crate) use directions;

/// Calls a block once for each direction in which pieces move on a board.
macro_rules! each_step {
    ($board:expr, $d:ident => $body:block) => {{
        if $board.is_full() {
            $crate::games::draughts::movegen::directions!($d in UP LEFT RIGHT DOWN => $body);
        } else {
            $crate::games::draughts::movegen::directions!($d in UP_LEFT UP_RIGHT DOWN_LEFT DOWN_RIGHT => $body);
        }
    }};
}
pub(crate) use each_step;

/// Calls a block once for each direction in which pieces capture, by the rules `$m` of a rule set `$ruleset`.
macro_rules! each_jump {
    ($ruleset:ident, $m:expr, $d:ident => $body:block) => {{
        if $ruleset::DIAGONAL && !$m.board.is_full() {
            $crate::games::draughts::movegen::directions!($d in UP_LEFT UP_RIGHT DOWN_LEFT DOWN_RIGHT => $body);
        }
        if $ruleset::STRAIGHT && $m.captures_straight() {
            $crate::games::draughts::movegen::directions!($d in UP LEFT RIGHT DOWN => $body);
        }
    }};
}
pub(crate) use each_jump;

/// Whether a direction is forward for the side that moves up (`up`) or down; sideways is for both.
#[inline(always)]
pub(crate) const fn is_forward(up: bool, direction: usize) -> bool {
    match direction {
        UP_LEFT | UP_RIGHT | UP => up,
        DOWN_LEFT | DOWN_RIGHT | DOWN => !up,
        _ => true,
    }
}

/// The squares from which men can jump, in each direction and in any.
pub(crate) struct BeforePrey {
    pub each: [u64; 8],
    pub any: u64,
}

impl BeforePrey {
    const NONE: BeforePrey = BeforePrey { each: [0; 8], any: 0 };
}

/// A position as the generator sees it, for a mover whose men go up or down.
pub(crate) struct MoveGen<R: RuleSet, const UP: bool> {
    ruleset: R,
    pub men: u64,
    pub kings: u64,
    pub their: u64,
    pub their_kings: u64,
    pub empty: u64,
    /// The king that has made all the moves in a row that it may.
    resting: u64,
}

impl<R: RuleSet, const UP: bool> MoveGen<R, UP> {
    #[inline(always)]
    pub fn new(ruleset: R, position: &Position) -> Self {
        MoveGen {
            ruleset,
            men: position.own & !position.kings,
            kings: position.own & position.kings,
            their: position.their,
            their_kings: position.their & position.kings,
            empty: ruleset.movement().board.squares() ^ (position.own | position.their),
            resting: resting(ruleset.movement(), position),
        }
    }

    #[inline(always)]
    fn m(&self) -> Movement {
        self.ruleset.movement()
    }

    #[inline(always)]
    fn board(&self) -> Board {
        self.m().board
    }

    /// What a man may jump.
    #[inline(always)]
    pub fn prey_of_men(&self) -> u64 {
        if self.m().men_take_kings { self.their } else { self.their & !self.their_kings }
    }

    /// The squares from which a man could jump in a direction, if these are free.
    #[inline(always)]
    fn before_prey<const D: usize>(&self, free: u64) -> u64 {
        if self.m().men_capture == MenCapture::Forward && !is_forward(UP, D) {
            return 0;
        }
        let board = self.board();
        board.back::<D>(self.prey_of_men() & board.back::<D>(free))
    }

    /// The squares from which a man could jump in each direction, and those from which it could in any, if these are free.
    #[inline(always)]
    pub fn all_before_prey(&self, free: u64) -> BeforePrey {
        let mut before = BeforePrey::NONE;
        each_jump!(R, self.m(), D => {
            before.each[D] = self.before_prey::<D>(free);
            before.any |= before.each[D];
        });
        before
    }

    /// Whether to look up where a man can jump. With eight directions that is worth its cost; but pieces that leave at once open
    /// further ways.
    #[inline(always)]
    pub fn looks_up(&self) -> bool {
        R::DIAGONAL && R::STRAIGHT && self.m().removal == Removal::End
    }

    /// The kings that can jump in a direction.
    #[inline(always)]
    fn king_jumpers<const D: usize>(&self) -> u64 {
        let board = self.board();
        // Walk back from the victims over free squares, for all kings at once.
        let mut seen = board.back::<D>(self.their & board.back::<D>(self.empty));
        let mut found = seen & self.kings;
        if self.m().king_reaches() {
            loop {
                seen &= self.empty;
                if seen == 0 {
                    break;
                }
                seen = board.back::<D>(seen);
                found |= seen & self.kings;
            }
        }
        found
    }

    /// The pieces that can capture.
    #[inline(always)]
    pub fn capturers(&self) -> u64 {
        let mut found = 0;
        each_jump!(R, self.m(), D => { found |= self.men & self.before_prey::<D>(self.empty) });
        found | self.capturing_kings()
    }

    #[inline(always)]
    fn capturing_kings(&self) -> u64 {
        let mut found = 0;
        if self.kings != 0 {
            each_jump!(R, self.m(), D => { found |= self.king_jumpers::<D>() });
        }
        found
    }

    /// The squares from which a man that has just jumped in direction `D` could jump on, or must be followed
    /// square by square for another reason.
    #[inline(always)]
    fn going_on<const D: usize>(&self, before: [u64; 8]) -> u64 {
        let mut on = 0;
        each_jump!(R, self.m(), E => {
            if E != opposite(D) {
                on |= before[E];
            }
        });
        let crown_row = self.board().crown_row(UP);
        match self.m().promote {
            Promote::Stop => on & !crown_row,
            Promote::Pass => on,
            Promote::Continue => on | crown_row,
        }
    }

    /// Whether to look at the jumps in a direction. With four directions it costs less to look than to ask.
    #[inline(always)]
    const fn worthwhile(jumpers: u64) -> bool {
        !(R::STRAIGHT && R::DIAGONAL) || jumpers != 0
    }

    /// Whether a capture must be as long as any.
    #[inline(always)]
    fn longest(&self) -> bool {
        !matches!(self.m().choice, Choice::Free | Choice::KingFirst)
    }

    /// Whether all captures of one piece by a man rank alike here.
    #[inline(always)]
    fn singles_rank_alike(&self) -> bool {
        match self.m().choice {
            Choice::MostKings | Choice::Frisian => self.their_kings == 0,
            // Men do not take kings where this order is played; elsewhere they might.
            Choice::Italian => !self.m().men_take_kings || self.their_kings == 0,
            Choice::Free | Choice::Most | Choice::KingFirst => true,
        }
    }

    /// The squares from which a jump in each direction is possible, and the men and kings that can take something.
    #[inline(always)]
    fn jumpers(&self) -> ([u64; 8], u64, u64) {
        let before = self.all_before_prey(self.empty);
        (before.each, self.men & before.any, self.capturing_kings())
    }

    /// Hands every capture to `out`.
    #[inline(always)]
    pub fn captures(&self, out: &mut Vec<Move>) {
        let (before, men, kings) = self.jumpers();
        if men | kings == 0 {
            return;
        }
        let board = self.board();
        let mut followed = if self.singles_rank_alike() && kings == 0 { 0 } else { men };
        if followed == 0 {
            each_jump!(R, self.m(), D => {
                let jumpers = men & before[D];
                if Self::worthwhile(jumpers) {
                    let landed = board.step::<D>(board.step::<D>(jumpers));
                    followed |= board.back::<D>(board.back::<D>(landed & self.going_on::<D>(before)));
                }
            });
            // A compulsory longest capture leaves no room for the single ones.
            let longest = self.longest();
            if longest && followed != 0 && self.m().promote == Promote::Continue {
                // A man that is crowned on the way is followed without knowing that it can go on.
                followed = men;
            }
            if followed == 0 || !longest {
                each_jump!(R, self.m(), D => {
                    let jumpers = men & before[D] & !followed;
                    for to in bits(board.step::<D>(board.step::<D>(jumpers))) {
                        let bit = 1u64 << to;
                        let victim = board.back::<D>(bit);
                        let from = board.back::<D>(victim).trailing_zeros();
                        let crowns = bit & board.crown_row(UP) != 0;
                        out.push(board.capture((from, to), victim, self.their, crowns, false));
                    }
                });
            }
        }
        if followed | kings != 0 {
            let base = out.len();
            self.chase(followed, kings, base, out);
        }
    }

    /// Follows the captures of the given pieces square by square.
    #[inline(never)]
    fn chase(&self, men: u64, kings: u64, base: usize, out: &mut Vec<Move>) {
        let looked_up;
        let before = if self.looks_up() {
            // A man leaves its square, so that it may land there.
            looked_up = self.all_before_prey(self.empty | men);
            &looked_up
        } else {
            &BeforePrey::NONE
        };
        let mut chase = CaptureSearch::<R, NoPath, UP>::new(self.ruleset, self, before, base, out, NoPath);
        for from in bits(kings) {
            chase.king(from);
        }
        // A king's capture comes before a man's where the rules say so.
        if self.m().choice == Choice::KingFirst && kings != 0 {
            return;
        }
        for from in bits(men) {
            chase.man(from);
        }
    }

    /// The number of captures, or `None` if there is none.
    #[inline(always)]
    pub fn count_captures(&self, scratch: &mut Vec<Move>) -> Option<u64> {
        let (before, men, kings) = self.jumpers();
        if men | kings == 0 {
            return None;
        }
        let board = self.board();
        let (mut followed, mut singles) = (men, 0);
        if kings == 0 && self.singles_rank_alike() {
            followed = 0;
            each_jump!(R, self.m(), D => {
                let jumpers = men & before[D];
                if Self::worthwhile(jumpers) {
                    let landed = board.step::<D>(board.step::<D>(jumpers));
                    followed |= board.back::<D>(board.back::<D>(landed & self.going_on::<D>(before)));
                    singles += landed.count_ones();
                }
            });
            if followed == 0 {
                return Some(u64::from(singles));
            }
            singles = 0;
            if !self.longest() {
                each_jump!(R, self.m(), D => { singles += (men & before[D] & !followed).count_ones() });
            } else if self.m().promote == Promote::Continue {
                followed = men;
            }
        }
        let base = scratch.len();
        self.chase(followed, kings, base, scratch);
        let count = (scratch.len() - base) as u64;
        scratch.truncate(base);
        Some(count + u64::from(singles))
    }

    /// Hands every quiet move to `out`.
    #[inline(always)]
    pub fn quiets(&self, out: &mut Vec<Move>) {
        let board = self.board();
        let crown_row = board.crown_row(UP);
        each_step!(board, D => {
            if is_forward(UP, D) {
                for to in bits(board.step::<D>(self.men) & self.empty) {
                    let bit = 1u64 << to;
                    out.push(Move::quiet(board.back::<D>(bit).trailing_zeros(), to, bit & crown_row != 0));
                }
            }
        });
        for from in bits(self.kings & !self.resting) {
            each_step!(board, D => {
                let mut at = board.step::<D>(1 << from) & self.empty;
                while at != 0 {
                    out.push(Move::quiet(from, at.trailing_zeros(), false));
                    if self.m().king_move == KingMove::Short {
                        break;
                    }
                    at = board.step::<D>(at) & self.empty;
                }
            });
        }
    }

    /// The number of quiet moves.
    #[inline(always)]
    pub fn count_quiets(&self) -> u64 {
        let board = self.board();
        let mut count = 0;
        each_step!(board, D => {
            if is_forward(UP, D) {
                count += (board.step::<D>(self.men) & self.empty).count_ones();
            }
        });
        let kings = self.kings & !self.resting;
        if kings != 0 {
            each_step!(board, D => {
                // All kings slide in step; two of them never meet.
                let mut at = board.step::<D>(kings) & self.empty;
                while at != 0 {
                    count += at.count_ones();
                    if self.m().king_move == KingMove::Short {
                        break;
                    }
                    at = board.step::<D>(at) & self.empty;
                }
            });
        }
        u64::from(count)
    }

    #[inline(always)]
    fn moves(&self, out: &mut Vec<Move>) {
        let base = out.len();
        self.captures(out);
        if out.len() == base || !self.m().must_capture() {
            self.quiets(out);
        }
    }

    #[inline(always)]
    fn count(&self, scratch: &mut Vec<Move>) -> u64 {
        match self.count_captures(scratch) {
            Some(captures) if self.m().must_capture() => captures,
            captures => captures.unwrap_or(0) + self.count_quiets(),
        }
    }

    #[inline(always)]
    fn leaf(&self, out: &mut Vec<Move>) -> Leaf {
        let base = out.len();
        if self.m().must_capture() {
            self.captures(out);
            if out.len() > base {
                return Leaf::Forced;
            }
            return if self.count_quiets() == 0 { Leaf::Finished } else { Leaf::Quiet };
        }
        if self.count_quiets() == 0 && self.capturers() == 0 { Leaf::Finished } else { Leaf::Quiet }
    }
}

/// The king of the side to move that has made all the quiet moves in a row that it may.
#[inline(always)]
fn resting(m: Movement, position: &Position) -> u64 {
    let run = position.own_run;
    if m.limits_kings() && run.moves() >= u32::from(m.king_limit) { run.square() } else { 0 }
}

/// Whether a crowned man has ended the game.
#[inline(always)]
fn crowned<R: RuleSet>(ruleset: R, position: &Position) -> bool {
    ruleset.movement().crown_ends && position.kings != 0
}

/// Calls a method of the generator for the side to move.
macro_rules! by_side {
    ($ruleset:expr, $position:expr, $method:ident($($argument:expr),*)) => {
        match $position.side {
            Side::White => MoveGen::<R, true>::new($ruleset, $position).$method($($argument),*),
            Side::Black => MoveGen::<R, false>::new($ruleset, $position).$method($($argument),*),
        }
    };
}

/// Appends the legal moves, huffs left out.
pub(super) fn moves<R: RuleSet>(movement: &Movement, position: &Position, out: &mut Vec<Move>) {
    let ruleset = R::new(movement);
    if !crowned(ruleset, position) {
        by_side!(ruleset, position, moves(out));
    }
}

/// Counts the legal moves, huffs left out.
// Inlined into `count_twice`: what it does not ask of the position before it is then never computed.
#[inline(always)]
pub(super) fn count<R: RuleSet>(movement: &Movement, position: &Position, scratch: &mut Vec<Move>) -> u64 {
    count_here::<R>(movement, position, scratch)
}

#[inline(always)]
fn count_here<R: RuleSet>(movement: &Movement, position: &Position, scratch: &mut Vec<Move>) -> u64 {
    let ruleset = R::new(movement);
    if crowned(ruleset, position) { 0 } else { by_side!(ruleset, position, count(scratch)) }
}

/// Counts the positions after two plies, in a game without huffing: the innermost loop of perft, in which nothing is called
/// through a pointer, and no key is computed.
pub(super) fn count_twice<R: RuleSet>(movement: &Movement, position: &Position, stack: &mut Vec<Move>) -> u64 {
    let base = stack.len();
    moves::<R>(movement, position, stack);
    let mut total = 0;
    let Movement { board, .. } = R::new(movement).movement();
    let limits_kings = R::new(movement).movement().limits_kings();
    for at in base..stack.len() {
        let mut next = position.play(board, stack[at], 0);
        if limits_kings {
            next = position.count_runs(stack[at], next);
        }
        total += count_here::<R>(movement, &next, stack);
    }
    stack.truncate(base);
    total
}

/// Appends the captures.
pub(super) fn captures<R: RuleSet>(movement: &Movement, position: &Position, out: &mut Vec<Move>) {
    by_side!(R::new(movement), position, captures(out));
}

/// The pieces of the side to move that can capture.
pub(super) fn capturers<R: RuleSet>(movement: &Movement, position: &Position) -> u64 {
    by_side!(R::new(movement), position, capturers())
}

/// How a leaf of the search is to be judged, huffs left out; appends the captures where they are compulsory.
pub(super) fn leaf<R: RuleSet>(movement: &Movement, position: &Position, out: &mut Vec<Move>) -> Leaf {
    let ruleset = R::new(movement);
    if crowned(ruleset, position) { Leaf::Finished } else { by_side!(ruleset, position, leaf(out)) }
}

/// Appends the quiet moves that crown a man; the same in every rule set.
#[inline(always)]
pub(crate) fn crownings(board: Board, position: &Position, out: &mut Vec<Move>) {
    let (men, empty) = (position.own & !position.kings, board.squares() ^ (position.own | position.their));
    macro_rules! crown {
        ($up:literal, $($direction:ident)+) => {{
            $(for to in bits(board.step::<$direction>(men) & empty & board.crown_row($up)) {
                out.push(Move::quiet(board.back::<$direction>(1 << to).trailing_zeros(), to, true));
            })+
        }};
    }
    match (position.side, board.is_full()) {
        (Side::White, false) => crown!(true, UP_LEFT UP_RIGHT),
        (Side::Black, false) => crown!(false, DOWN_LEFT DOWN_RIGHT),
        (Side::White, true) => crown!(true, UP),
        (Side::Black, true) => crown!(false, DOWN),
    }
}
