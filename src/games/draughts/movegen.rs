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
#[derive(Clone, Copy)]
pub(crate) struct BeforePrey {
    pub each: [u64; 8],
    pub any: u64,
}

impl BeforePrey {
    const NONE: BeforePrey = BeforePrey { each: [0; 8], any: 0 };
}

/// A position as the generator sees it, for a mover whose men go up or down.
#[derive(Clone, Copy)]
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
        Self::eight_ways() && self.m().removal == Removal::End
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

    /// The squares from which a man that has just jumped could jump on, or must be followed square by square for another reason.
    /// `any` are those from which men can jump: not back the way they came, since the square that a man has left is not free there.
    #[inline(always)]
    fn going_on(&self, any: u64) -> u64 {
        let crown_row = self.board().crown_row(UP);
        match self.m().promote {
            Promote::Stop => any & !crown_row,
            Promote::Pass => any,
            Promote::Continue => any | crown_row,
        }
    }

    /// Those of some men that can go on after a jump, if they land on one of the squares `on`.
    #[inline(always)]
    fn goers(&self, men: u64, before: &BeforePrey, on: u64) -> u64 {
        let board = self.board();
        let mut goers = 0;
        each_jump!(R, self.m(), D => {
            let jumpers = men & before.each[D];
            if Self::worthwhile(jumpers) {
                goers |= board.leap_back::<D>(board.leap::<D>(jumpers) & on);
            }
        });
        goers
    }

    /// Whether pieces may capture in eight directions.
    #[inline(always)]
    const fn eight_ways() -> bool {
        R::STRAIGHT && R::DIAGONAL
    }

    /// Whether to look at the jumps in a direction. With four directions it costs less to look than to ask.
    #[inline(always)]
    const fn worthwhile(jumpers: u64) -> bool {
        !Self::eight_ways() || jumpers != 0
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

    /// Hands every capture to `out`.
    #[inline(always)]
    pub fn captures(&self, out: &mut Vec<Move>) {
        let before = self.all_before_prey(self.empty);
        let (men, kings) = (self.men & before.any, self.capturing_kings());
        if men | kings == 0 {
            return;
        }
        let board = self.board();
        let mut followed = men;
        if kings == 0 && self.singles_rank_alike() {
            followed = self.goers(men, &before, self.going_on(before.any));
            // A compulsory longest capture leaves no room for the single ones.
            let longest = self.longest();
            if longest && followed != 0 && self.m().promote == Promote::Continue {
                // A man that is crowned on the way is followed without knowing that it can go on.
                followed = men;
            }
            if followed == 0 || !longest {
                each_jump!(R, self.m(), D => {
                    for to in bits(board.leap::<D>(men & before.each[D] & !followed)) {
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
            self.follow_captures(followed, kings, base, out);
        }
    }

    /// Follows the captures of the given pieces square by square.
    // By value: where nothing is to be followed, `self` then never has to be in memory.
    #[inline(never)]
    fn follow_captures(self, men: u64, kings: u64, base: usize, out: &mut Vec<Move>) {
        let looked_up;
        let before = if self.looks_up() {
            // A man leaves its square, so that it may land there.
            looked_up = self.all_before_prey(self.empty | men);
            &looked_up
        } else {
            &BeforePrey::NONE
        };
        let mut captures = CaptureSearch::<R, NoPath, UP>::new(self.ruleset, &self, before, base, out, NoPath);
        for from in bits(kings) {
            captures.king(from);
        }
        // A king's capture comes before a man's where the rules say so.
        if self.m().choice == Choice::KingFirst && kings != 0 {
            return;
        }
        for from in bits(men) {
            captures.man(from);
        }
    }

    /// The number of captures, or `None` if there is none.
    #[inline(always)]
    pub fn count_captures(&self, scratch: &mut Vec<Move>) -> Option<u64> {
        let before = self.all_before_prey(self.empty);
        let (men, kings) = (self.men & before.any, self.capturing_kings());
        if men | kings == 0 {
            return None;
        }
        let board = self.board();
        let (mut followed, mut singles) = (men, 0);
        if kings == 0 && self.singles_rank_alike() {
            let on = self.going_on(before.any);
            let (mut landed, mut goers) = (0, 0);
            each_jump!(R, self.m(), D => {
                let jumpers = men & before.each[D];
                if Self::worthwhile(jumpers) {
                    let there = board.leap::<D>(jumpers);
                    landed |= there;
                    goers |= if Self::eight_ways() { 0 } else { board.leap_back::<D>(there & on) };
                    singles += there.count_ones();
                }
            });
            if landed & on == 0 {
                return Some(u64::from(singles));
            }
            if Self::eight_ways() {
                return Some(self.count_eight_ways(before, landed, singles, scratch));
            }
            (followed, singles) = (goers, 0);
            if !self.longest() {
                each_jump!(R, self.m(), D => { singles += (men & before.each[D] & !followed).count_ones() });
            } else if self.m().promote == Promote::Continue {
                followed = men;
            }
        }
        Some(self.count_followed(followed, kings, scratch) + u64::from(singles))
    }

    /// The number of captures that are followed square by square.
    #[inline(always)]
    fn count_followed(self, men: u64, kings: u64, scratch: &mut Vec<Move>) -> u64 {
        let base = scratch.len();
        self.follow_captures(men, kings, base, scratch);
        let count = (scratch.len() - base) as u64;
        scratch.truncate(base);
        count
    }

    /// The number of captures by men in eight directions, once they have `landed` by their first jumps, of which there are
    /// `singles`, and some go on.
    // Apart: inlined, it would cost the positions that have no captures.
    #[inline(never)]
    fn count_eight_ways(self, before: BeforePrey, landed: u64, singles: u32, scratch: &mut Vec<Move>) -> u64 {
        if self.longest() && singles == landed.count_ones() {
            let pairs = self.count_pairs(&before, landed);
            if pairs != 0 {
                return u64::from(pairs);
            }
        }
        let men = self.men & before.any;
        let mut followed = self.goers(men, &before, self.going_on(before.any));
        let mut singles = 0;
        if !self.longest() {
            each_jump!(R, self.m(), D => { singles += (men & before.each[D] & !followed).count_ones() });
        } else if self.m().promote == Promote::Continue {
            followed = men;
        }
        self.count_followed(followed, 0, scratch) + u64::from(singles)
    }

    /// The number of captures where the longest take two pieces; 0 if one may take more, or where other rules hold. Men have
    /// `landed` by a first jump, each on a square of its own, and some of them go on.
    ///
    /// Set-wise, as single jumps are counted: with eight directions half of all captures go on.
    #[inline(always)]
    fn count_pairs(&self, before: &BeforePrey, landed: u64) -> u32 {
        let m = self.m();
        if m.promote != Promote::Pass || m.removal != Removal::End {
            return 0;
        }
        let board = self.board();
        let (mut pairs, mut all, mut there) = (0, 0, [0; 8]);
        each_jump!(R, m, D => {
            there[D] = board.leap::<D>(landed & before.each[D]);
            all |= there[D];
            pairs += there[D].count_ones();
        });
        // A third jump is not back over the second piece. It may end where the first began.
        let free = self.empty | self.men;
        let mut third = 0;
        each_jump!(R, m, D => {
            let victims = board.step::<D>(all & !there[opposite(D)]) & self.prey_of_men();
            third |= board.step::<D>(victims) & free;
        });
        if third == 0 && pairs == all.count_ones() { pairs } else { 0 }
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
        let mut next = position.play_unkeyed(board, stack[at]);
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
