//! The levels: from positions decided in `d` plies to those decided in `d + 1`, until nothing changes.

use super::edges::Edges;
use super::first::maps;
use super::moving_rules::MovingRules;
use super::orbits::Symmetries;
use super::sets::{PointMap, rank};
use super::space::Space;
use crate::tables::cell::{Cells, find, score_of_depth};
use rayon::prelude::*;

/// The most newly decided positions that are held as sets at one time.
const HELD: usize = 8 << 20;

/// One side's table while it is being solved.
pub struct Half<'a> {
    /// How its cells are read.
    pub cells: Cells,
    /// The cells.
    pub table: &'a mut [u8],
    /// The best captures, where they take effect at their own level; empty where they took effect in the first pass.
    pub captures: &'a [u8],
}

/// The work of solving.
pub struct Levels<'a> {
    /// The positions.
    pub space: Space,
    /// What a mill takes, and who flies.
    pub rules: MovingRules,
    /// The moves of the first side.
    pub edges: &'a Edges,
}

/// The number of newly decided positions in each block.
type Counts = Vec<u32>;

impl Levels<'_> {
    /// Solves both tables; `Err` with the depth that no longer fits a cell.
    pub fn run(&self, first: &mut Half, second: &mut Half) -> Result<(), u8> {
        let seconds: Vec<u32> = self.space.seconds().collect();
        let waiting =
            [WaitingCaptures::new(&self.space, first.captures), WaitingCaptures::new(&self.space, second.captures)];
        let last_capture = waiting.iter().map(|waiting| waiting.last).max().unwrap_or_default();
        let mut news = [self.count(first.table, 0), self.count(second.table, 0)];
        for depth in 0u8..=u8::MAX {
            self.captures_at(depth, first, &waiting[0], &mut news[0]);
            self.captures_at(depth, second, &waiting[1], &mut news[1]);
            let nothing_new = news.iter().all(|news| news.iter().all(|&count| count == 0));
            if depth > 1 && nothing_new && depth > last_capture {
                return Ok(());
            }
            if depth >= first.cells.base.min(second.cells.base) {
                return Err(depth);
            }
            let second_next = self.second_from_first(depth, &seconds, first, second, &news[0]);
            let first_next = self.first_from_second(depth, &seconds, first, second, &news[1]);
            news = match depth {
                // The first pass may have decided some of these already.
                0 => [self.count(first.table, 1), self.count(second.table, 1)],
                _ => [first_next, second_next],
            };
        }
        Err(u8::MAX)
    }

    fn count(&self, table: &[u8], code: u8) -> Counts {
        let blocks = table.par_chunks(self.space.width);
        blocks.map(|block| block.iter().map(|&cell| u32::from(cell == code)).sum()).collect()
    }

    /// Captures that decide a position in `depth` plies.
    fn captures_at(&self, depth: u8, side: &mut Half, waiting: &WaitingCaptures, news: &mut Counts) {
        if side.captures.is_empty() || depth > waiting.last {
            return;
        }
        let (width, cells, score) = (self.space.width, side.cells, score_of_depth(depth));
        let blocks = side.table.par_chunks_mut(width).zip(side.captures.par_chunks(width));
        blocks.zip(&waiting.scores).zip(news).for_each(|(((table, captures), scores), news)| {
            if scores[usize::from(score) / 64] >> (score % 64) & 1 != 0 {
                let wins = depth % 2 == 1;
                find(captures, score, |place| {
                    let cell = &mut table[place];
                    *news += u32::from(if wins { cells.win(cell, depth) } else { cells.lose(cell, depth) });
                });
            }
        });
    }

    /// From the first side's newly decided positions back through the second side's moves, which stay in the block.
    fn second_from_first(&self, depth: u8, seconds: &[u32], first: &Half, second: &mut Half, news: &Counts) -> Counts {
        let (width, cells, wins) = (self.space.width, second.cells, depth.is_multiple_of(2));
        let flies = self.rules.flies(self.space.b);
        let blocks = first.table.par_chunks(width).zip(second.table.par_chunks_mut(width));
        let blocks = blocks.zip(&self.space.orbits.sets).zip(news);
        let next = blocks.map(|(((from, to), &set), &count)| {
            if count == 0 {
                return 0;
            }
            let (spreading, squeezing) = maps(self.space.free(set));
            let quiet_mill = self.rules.quiet_mill(set);
            let mut next = 0;
            find(from, depth, |place| {
                let stones = spreading.apply(seconds[place]);
                let arrived = if quiet_mill { stones } else { stones & !self.rules.board.in_mills(stones) };
                self.rules.retractions(stones, arrived, self.rules.empty(set, stones), flies, |before| {
                    let cell = &mut to[rank(squeezing.apply(before)) as usize];
                    next += u32::from(if wins { cells.win(cell, depth + 1) } else { cells.lose(cell, depth + 1) });
                });
            });
            next
        });
        next.collect()
    }

    /// From the second side's newly decided positions back through the first side's moves, from block to block.
    ///
    /// Each block gathers from the blocks that its edges lead to, so that no two threads write to one block.
    fn first_from_second(&self, depth: u8, seconds: &[u32], first: &mut Half, second: &Half, news: &Counts) -> Counts {
        let mut next = vec![0; news.len()];
        let mut begin = 0;
        while begin < news.len() {
            let (mut end, mut held) = (begin, 0);
            while end < news.len() && (end == begin || held + news[end] as usize <= HELD) {
                held += news[end] as usize;
                end += 1;
            }
            if held > 0 {
                let found = Found::new(depth, &self.space, seconds, second.table, begin, &news[begin..end]);
                self.gather(depth, first, &found, &mut next);
            }
            begin = end;
        }
        next
    }

    fn gather(&self, depth: u8, first: &mut Half, found: &Found, next: &mut Counts) {
        let (width, cells, wins) = (self.space.width, first.cells, depth.is_multiple_of(2));
        let symmetries = Symmetries::of(self.space.board);
        let blocks = first.table.par_chunks_mut(width).zip(&self.space.orbits.sets).zip(next).enumerate();
        blocks.for_each(|(block, ((table, &set), next))| {
            let squeezing = PointMap::squeeze(self.space.free(set));
            for edge in self.edges.from(block) {
                let sets = found.in_block(edge.to as usize);
                if sets.is_empty() || edge.closes && !self.rules.quiet_mills() {
                    continue;
                }
                let turn = symmetries.map(symmetries.inverse(edge.symmetry.into()));
                for &stones in sets {
                    let not_here = stones >> edge.left & 1 != 0 || edge.closes && !self.rules.quiet_mill(stones);
                    // Half of the sets hold the point that was left, unforeseeably: no branch for that.
                    let place = if not_here { 0 } else { rank(squeezing.apply(turn.apply(stones))) };
                    let cell = &mut table[place as usize];
                    let mut after = *cell;
                    let news = if wins { cells.win(&mut after, depth + 1) } else { cells.lose(&mut after, depth + 1) };
                    *cell = if not_here { *cell } else { after };
                    *next += u32::from(news & !not_here);
                }
            }
        });
    }
}

/// The captures that have not taken effect yet: which scores each block holds.
struct WaitingCaptures {
    scores: Vec<[u64; 4]>,
    last: u8,
}

impl WaitingCaptures {
    fn new(space: &Space, captures: &[u8]) -> WaitingCaptures {
        let present = |block: &[u8]| {
            let mut scores = [0u64; 4];
            block.iter().for_each(|&score| scores[usize::from(score) / 64] |= 1 << (score % 64));
            scores
        };
        let scores: Vec<[u64; 4]> = captures.par_chunks(space.width).map(present).collect();
        let holds = |depth: &u8| {
            let score = score_of_depth(*depth);
            scores.iter().any(|scores| scores[usize::from(score) / 64] >> (score % 64) & 1 != 0)
        };
        // Beyond the last depth, the scores of wins and losses meet those of draws.
        let last = (1..250u8).rev().find(holds).unwrap_or_default();
        WaitingCaptures { scores, last }
    }
}

/// The newly decided positions of some blocks, as the second side's sets.
struct Found {
    begin: usize,
    starts: Vec<usize>,
    sets: Vec<u32>,
}

impl Found {
    fn new(depth: u8, space: &Space, seconds: &[u32], table: &[u8], begin: usize, news: &[u32]) -> Found {
        let mut starts = vec![0];
        starts.extend(news.iter().scan(0, |sum, &count| {
            *sum += count as usize;
            Some(*sum)
        }));
        let mut sets = vec![0; starts.last().copied().unwrap_or_default()];
        let (mut rest, mut parts) = (sets.as_mut_slice(), Vec::new());
        for (block, &count) in (begin..).zip(news).filter(|(_, count)| **count > 0) {
            let (part, others) = rest.split_at_mut(count as usize);
            parts.push((block, part));
            rest = others;
        }
        parts.into_par_iter().for_each(|(block, part)| {
            let spreading = PointMap::spread(space.free(space.orbits.sets[block]));
            let mut places = part.iter_mut();
            find(&table[block * space.width..][..space.width], depth, |place| {
                if let Some(set) = places.next() {
                    *set = spreading.apply(seconds[place]);
                }
            });
        });
        Found { begin, starts, sets }
    }

    #[inline(always)]
    fn in_block(&self, block: usize) -> &[u32] {
        let place = block.wrapping_sub(self.begin);
        if place < self.starts.len() - 1 { &self.sets[self.starts[place]..self.starts[place + 1]] } else { &[] }
    }
}
