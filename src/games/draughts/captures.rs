//! Captures followed square by square: chains of jumps, long kings, and the orders of precedence.
//!
//! One depth-first search serves the generator, which wants each move once and fast, and the notation,
//! which wants every way in which it can be made. What differs is the [`PathRecorder`].

use super::board::opposite;
use super::movegen::{BeforePrey, MoveGen, each_jump, is_forward};
use super::position::Move;
use super::rules::{Chain, Choice, KingCapture, MenCapture, Movement, Promote, Removal};
use super::ruleset::RuleSet;

/// Who follows the search along the landing squares.
pub(crate) trait PathRecorder {
    /// Whether every route is wanted, and not only one for each move.
    const EVERY_ROUTE: bool;
    /// The victims worth taking next, once some are taken and the piece may have been crowned: asked once at each square.
    fn prey(&mut self, taken: u64, crowned: bool) -> u64;
    /// The piece lands on a square.
    fn land(&mut self, bit: u32);
    /// The search takes the last landing back.
    fn leave(&mut self);
    /// A capture of a higher rank was found: those so far are void.
    fn outrank(&mut self);
    /// The squares landed on so far make a move.
    fn complete(&mut self, mv: Move);
}

/// Nobody: the generator.
pub(crate) struct NoPath;

impl PathRecorder for NoPath {
    const EVERY_ROUTE: bool = false;
    #[inline(always)]
    fn prey(&mut self, _: u64, _: bool) -> u64 {
        !0
    }
    #[inline(always)]
    fn land(&mut self, _: u32) {}
    #[inline(always)]
    fn leave(&mut self) {}
    #[inline(always)]
    fn outrank(&mut self) {}
    #[inline(always)]
    fn complete(&mut self, _: Move) {}
}

/// What a capture has taken so far: two words, which are passed in registers.
#[derive(Clone, Copy, Default)]
struct Taken {
    squares: u64,
    /// One bit a victim, set for kings, the first victim's highest.
    order: u32,
    /// A man has become a king on the way.
    crowned: bool,
}

impl Taken {
    #[inline(always)]
    fn and(self, victim: u64, is_king: bool, keep_order: bool) -> Taken {
        Taken {
            squares: self.squares | victim,
            order: if keep_order { self.order | u32::from(is_king) << (31 - self.count().min(31)) } else { 0 },
            crowned: self.crowned,
        }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.squares.count_ones()
    }
}

/// The search for the captures of one position.
pub(crate) struct CaptureSearch<'a, R: RuleSet, T: PathRecorder, const UP: bool> {
    ruleset: R,
    movegen: &'a MoveGen<R, UP>,
    /// The square the capturing piece comes from.
    from: u32,
    by_king: bool,
    /// The highest rank found so far; captures below it are dropped.
    best: u64,
    /// Where this position's captures begin in `out`.
    base: usize,
    out: &'a mut Vec<Move>,
    /// Where men can jump at all, if it is looked up.
    before: &'a BeforePrey,
    pub path: T,
}

/// No direction: the start of a chain.
const NONE: usize = 8;

impl<'a, R: RuleSet, T: PathRecorder, const UP: bool> CaptureSearch<'a, R, T, UP> {
    #[inline(always)]
    pub fn new(
        ruleset: R,
        movegen: &'a MoveGen<R, UP>,
        before: &'a BeforePrey,
        base: usize,
        out: &'a mut Vec<Move>,
        path: T,
    ) -> Self {
        CaptureSearch { ruleset, movegen, before, from: 0, by_king: false, best: 0, base, out, path }
    }

    #[inline(always)]
    fn m(&self) -> Movement {
        self.ruleset.movement()
    }

    /// All captures of a man.
    pub fn man(&mut self, from: u32) {
        self.from = from;
        self.by_king = false;
        self.man_jumps::<NONE>(1 << from, Taken::default());
    }

    /// All captures of a king.
    pub fn king(&mut self, from: u32) {
        self.from = from;
        self.by_king = true;
        self.king_jumps::<NONE>(1 << from, Taken::default());
    }

    /// The squares one may land on or slide over: the square the piece left is free.
    #[inline(always)]
    fn free(&self, taken: Taken) -> u64 {
        let free = self.movegen.empty | 1 << self.from;
        if self.m().removal == Removal::Now { free | taken.squares } else { free }
    }

    /// What is taken with one more victim. The order matters to two rules alone.
    #[inline(always)]
    fn take(&self, taken: Taken, victim: u64) -> Taken {
        let m = self.m();
        let keep_order = m.choice == Choice::Italian || m.king_capture == KingCapture::Killer;
        taken.and(victim, victim & self.movegen.their_kings != 0, keep_order)
    }

    /// Jumps on as a man that came in a direction; whether there was anything to jump.
    fn man_jumps<const CAME: usize>(&mut self, at: u64, taken: Taken) -> bool {
        let m = self.m();
        let mut went_on = false;
        let looks_up = self.movegen.looks_up();
        if looks_up && at & self.before.any == 0 {
            return false;
        }
        let prey = self.path.prey(taken.squares, taken.crowned) & self.movegen.prey_of_men() & !taken.squares;
        each_jump!(R, m, D => {
            // Back over the piece just taken leads nowhere: it may not be jumped twice.
            let allowed = m.men_capture == MenCapture::All || is_forward(UP, D);
            let possible = !looks_up || at & self.before.each[D] != 0;
            if allowed && (CAME == NONE || D != opposite(CAME)) && possible {
                let victim = m.board.step::<D>(at) & prey;
                let land = m.board.step::<D>(victim) & self.free(taken);
                if land != 0 {
                    went_on = true;
                    self.man_lands::<D>(land, self.take(taken, victim));
                }
            }
        });
        went_on
    }

    fn man_lands<const D: usize>(&mut self, at: u64, mut taken: Taken) {
        let m = self.m();
        self.path.land(at.trailing_zeros());
        let last_row = at & m.board.crown_row(UP) != 0;
        let goes_on = if last_row && m.promote == Promote::Stop {
            false
        } else if last_row && m.promote == Promote::Continue {
            taken.crowned = true;
            self.king_jumps::<D>(at, taken)
        } else {
            self.man_jumps::<D>(at, taken)
        };
        taken.crowned |= last_row;
        if !goes_on || m.may_stop() {
            self.complete(at, taken, goes_on);
        }
        self.path.leave();
    }

    /// Whether a king may go back the way it came. Pieces that stay until the end block it anyway.
    #[inline(always)]
    fn way_back(&self) -> bool {
        self.m().removal == Removal::Now && self.m().turn_back
    }

    /// Jumps on as a king that came in a direction; whether there was anything to jump.
    fn king_jumps<const CAME: usize>(&mut self, at: u64, taken: Taken) -> bool {
        let mut went_on = false;
        let prey = self.path.prey(taken.squares, taken.crowned);
        each_jump!(R, self.m(), D => {
            if CAME == NONE || D != opposite(CAME) || self.way_back() {
                went_on |= self.king_jump::<D>(at, taken, prey);
            }
        });
        went_on
    }

    /// As [`Self::king_jumps`], but not straight on.
    fn king_turns<const CAME: usize>(&mut self, at: u64, taken: Taken) -> bool {
        let mut went_on = false;
        let prey = self.path.prey(taken.squares, taken.crowned);
        each_jump!(R, self.m(), D => {
            if D != CAME && (D != opposite(CAME) || self.way_back()) {
                went_on |= self.king_jump::<D>(at, taken, prey);
            }
        });
        went_on
    }

    fn king_jump<const D: usize>(&mut self, at: u64, taken: Taken, prey: u64) -> bool {
        let m = self.m();
        let free = self.free(taken);
        let mut ahead = m.board.step::<D>(at);
        if m.king_reaches() {
            while ahead & free != 0 {
                ahead = m.board.step::<D>(ahead);
            }
        }
        let victim = ahead & self.movegen.their & !taken.squares & prey;
        let land = m.board.step::<D>(victim) & free;
        if land == 0 {
            return false;
        }
        self.king_lands::<D>(land, self.take(taken, victim), free);
        true
    }

    /// Lands behind a victim, on every square the rules allow, and goes on from there.
    fn king_lands<const D: usize>(&mut self, first: u64, taken: Taken, free: u64) {
        let m = self.m();
        let far = matches!(m.king_capture, KingCapture::Any | KingCapture::Killer);
        let mut goes_on = false;
        let mut at = first;
        loop {
            self.path.land(at.trailing_zeros());
            // What lies straight ahead is the same from every landing square.
            goes_on |= if at == first || T::EVERY_ROUTE {
                self.king_jumps::<D>(at, taken)
            } else {
                self.king_turns::<D>(at, taken)
            };
            self.path.leave();
            at = m.board.step::<D>(at) & free;
            if !far || at == 0 {
                break;
            }
        }
        if goes_on && !m.may_stop() {
            return;
        }
        // The square the king ends on; a killed king binds its killer to the first one.
        let last_was_king = taken.order >> (32 - taken.count().min(32)) & 1 != 0;
        let far = far && !(m.king_capture == KingCapture::Killer && last_was_king);
        let mut at = first;
        loop {
            self.path.land(at.trailing_zeros());
            self.complete(at, taken, goes_on);
            self.path.leave();
            at = m.board.step::<D>(at) & free;
            if !far || at == 0 {
                break;
            }
        }
    }

    /// The place of a capture in the order of precedence.
    #[inline(always)]
    fn rank(&self, taken: Taken) -> u64 {
        let by_king = u64::from(self.by_king);
        let (count, kings) = (taken.count(), (taken.squares & self.movegen.their_kings).count_ones());
        let (count, kings) = (u64::from(count), u64::from(kings));
        match self.m().choice {
            Choice::Free => 0,
            Choice::Most => count,
            Choice::MostKings => count << 8 | kings,
            Choice::KingFirst => by_king,
            Choice::Italian => count << 48 | by_king << 47 | kings << 32 | u64::from(taken.order),
            // A king is worth a hundredth less than two men.
            Choice::Frisian => (100 * count + 99 * kings) << 1 | by_king,
        }
    }

    /// Adds a whole capture, unless a better one is known or it is known itself.
    fn complete(&mut self, at: u64, taken: Taken, goes_on: bool) {
        let m = self.m();
        if m.choice != Choice::Free {
            let rank = self.rank(taken);
            if rank < self.best {
                return;
            }
            if rank > self.best {
                self.best = rank;
                self.out.truncate(self.base);
                self.path.outrank();
            }
        }
        let at_fault = goes_on && m.huffs() && m.chain == Chain::Must;
        let ends = (self.from, at.trailing_zeros());
        let mv = m.board.capture(ends, taken.squares, self.movegen.their, taken.crowned, at_fault);
        self.path.complete(mv);
        // Two routes over the same pieces make a loop, and a loop has more than two sides; only where the
        // way back is open can a route be shorter.
        if taken.count() > 2 || m.removal == Removal::Now {
            let same = |known: &&mut Move| known.completed() == mv.completed();
            if let Some(known) = self.out[self.base..].iter_mut().find(same) {
                if !at_fault {
                    *known = mv;
                }
                return;
            }
        }
        self.out.push(mv);
    }
}
