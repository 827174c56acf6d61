//! Tournaments whose pairings depend on results: Swiss and knock-out.
//!
//! A tournament is a list of stages. The games of a stage are known when all games of the stages before are played, and
//! they depend on nothing else, so a log is enough to resume.

use super::schedule::Fixture;
use crate::games::Side;
use std::collections::BTreeMap;

/// The results so far: the winner of each game by its number.
pub type Winners = BTreeMap<usize, Option<Side>>;

/// A tournament in stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagedFormat {
    /// A number of rounds, in each of which engines with similar scores meet, and no two meet twice.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser of a meeting is out. A drawn meeting is prolonged pair by pair.
    Knockout,
}

/// After this many further pairs a drawn meeting of a knock-out goes to the engine with the higher seed.
pub const TIE_BREAKS: usize = 8;

/// The settings of a tournament in stages.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Swiss or knock-out.
    pub format: StagedFormat,
    /// The engines by seed, the first one first.
    pub seeds: Vec<usize>,
    /// Games per meeting.
    pub games: usize,
    /// The openings in the order in which they are used.
    pub openings: Vec<usize>,
}

/// What is known of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownStages {
    /// All games that are known, played or not.
    pub fixtures: Vec<Fixture>,
    /// Where the tournament is: `round 2 of 5`, `semi-finals`.
    pub stage: String,
    /// The engine that has won a knock-out.
    pub winner: Option<usize>,
}

/// The points of both engines of a meeting, and whether all its games are played.
struct MeetingScore {
    half_points: [u64; 2],
    complete: bool,
}

impl Stages {
    /// The games that are known after these results.
    pub fn known(&self, winners: &Winners) -> KnownStages {
        let mut known = KnownStages::default();
        match self.format {
            StagedFormat::Swiss { rounds } => self.swiss(rounds, winners, &mut known),
            StagedFormat::Knockout => self.knockout(winners, &mut known),
        }
        known
    }

    /// The number of games, without tie-breaks.
    pub fn planned(&self) -> usize {
        let engines = self.seeds.len();
        match self.format {
            StagedFormat::Swiss { rounds } => rounds * (engines / 2) * self.games,
            StagedFormat::Knockout => engines.saturating_sub(1) * self.games,
        }
    }

    /// Adds the games of a meeting from a round on.
    fn add_meeting(&self, [first, second]: [usize; 2], round: usize, games: usize, known: &mut KnownStages) {
        for game in 0..games {
            let round = round + game / 2;
            let players = if game % 2 == 0 { [first, second] } else { [second, first] };
            let opening = self.openings.get(round % self.openings.len().max(1)).copied().unwrap_or_default();
            known.fixtures.push(Fixture { number: known.fixtures.len() + 1, round, players, opening });
        }
    }

    /// Pairs of games per meeting.
    fn pairs(&self) -> usize {
        self.games.div_ceil(2)
    }

    fn swiss(&self, rounds: usize, winners: &Winners, known: &mut KnownStages) {
        let mut half_points: BTreeMap<usize, u64> = self.seeds.iter().map(|engine| (*engine, 0)).collect();
        let (mut met, mut byes) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            known.stage = format!("round {} of {rounds}", round + 1);
            let points = |engine: &usize| half_points.get(engine).copied().unwrap_or_default();
            let mut order = self.seeds.clone();
            // Stable, so engines with equal scores are in the order of their seeds.
            order.sort_by_key(|engine| std::cmp::Reverse(points(engine)));
            if order.len() % 2 == 1 {
                let last = order.iter().rposition(|engine| !byes.contains(engine)).unwrap_or(order.len() - 1);
                byes.push(order.remove(last));
                if let Some(points) = byes.last().and_then(|engine| half_points.get_mut(engine)) {
                    *points += 2 * self.games as u64;
                }
            }
            let meetings = if round == 0 { fold(&order) } else { pair_up(&order, &met) };
            let first = known.fixtures.len();
            for meeting in &meetings {
                self.add_meeting(*meeting, round * self.pairs(), self.games, known);
                met.push(*meeting);
            }
            let mut complete = true;
            for fixture in known.fixtures.iter().skip(first) {
                let Some(winner) = winners.get(&fixture.number) else {
                    complete = false;
                    continue;
                };
                for (side, player) in [Side::White, Side::Black].into_iter().zip(fixture.players) {
                    if let Some(points) = half_points.get_mut(&player) {
                        *points += winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
                    }
                }
            }
            if !complete {
                return;
            }
        }
    }

    fn knockout(&self, winners: &Winners, known: &mut KnownStages) {
        // The bracket: the first seed meets the last, and the best seeds meet late. Free places go to the best seeds.
        let size = self.seeds.len().next_power_of_two();
        let mut places: Vec<Option<usize>> =
            bracket(size).into_iter().map(|seed| self.seeds.get(seed).copied()).collect();
        let seed = |engine: usize| self.seeds.iter().position(|other| *other == engine).unwrap_or_default();
        let mut round = 0;
        while places.len() > 1 {
            known.stage = match places.len() {
                2 => "final".into(),
                4 => "semi-finals".into(),
                8 => "quarter-finals".into(),
                left => format!("last {left}"),
            };
            let meetings: Vec<[Option<usize>; 2]> =
                places.chunks(2).map(|two| [two.first().copied().flatten(), two.get(1).copied().flatten()]).collect();
            for meeting in &meetings {
                if let [Some(first), Some(second)] = *meeting {
                    self.add_meeting([first, second], round, self.games, known);
                }
            }
            let stage_round = round;
            round += self.pairs();
            for tie_break in 0..=TIE_BREAKS {
                let scores: Vec<MeetingScore> =
                    meetings.iter().map(|meeting| score(meeting, stage_round, &known.fixtures, winners)).collect();
                if scores.iter().any(|score| !score.complete) {
                    return;
                }
                let drawn = |score: &MeetingScore| matches!(score.half_points, [a, b] if a == b);
                let open: Vec<[usize; 2]> = meetings
                    .iter()
                    .zip(&scores)
                    .filter(|(_, score)| drawn(score) && tie_break < TIE_BREAKS)
                    .filter_map(|(meeting, _)| Some([meeting[0]?, meeting[1]?]))
                    .collect();
                if open.is_empty() {
                    places = meetings
                        .iter()
                        .zip(&scores)
                        .map(|(meeting, score)| match (*meeting, score.half_points) {
                            ([Some(a), Some(b)], [x, y]) if x == y => Some(if seed(a) < seed(b) { a } else { b }),
                            ([Some(a), Some(b)], [x, y]) => Some(if x > y { a } else { b }),
                            ([a, b], _) => a.or(b),
                        })
                        .collect();
                    break;
                }
                for meeting in open {
                    self.add_meeting(meeting, round, 2, known);
                }
                round += 1;
            }
        }
        known.winner = places.first().copied().flatten();
        known.stage = "finished".into();
    }
}

/// The score of a meeting from a round on.
fn score(meeting: &[Option<usize>; 2], from: usize, fixtures: &[Fixture], winners: &Winners) -> MeetingScore {
    let mut score = MeetingScore { half_points: [0; 2], complete: true };
    let [Some(first), Some(second)] = *meeting else { return MeetingScore { half_points: [1, 0], ..score } };
    let own = |fixture: &&Fixture| {
        fixture.round >= from && fixture.players.contains(&first) && fixture.players.contains(&second)
    };
    for fixture in fixtures.iter().filter(own) {
        let Some(winner) = winners.get(&fixture.number) else {
            score.complete = false;
            continue;
        };
        let [a, b] = &mut score.half_points;
        match winner.map(|winner| fixture.player(winner)) {
            Some(player) if player == first => *a += 2,
            Some(_) => *b += 2,
            None => {
                *a += 1;
                *b += 1;
            }
        }
    }
    score
}

/// The first half against the second half.
fn fold(order: &[usize]) -> Vec<[usize; 2]> {
    let (top, bottom) = order.split_at(order.len() / 2);
    top.iter().zip(bottom).map(|(a, b)| [*a, *b]).collect()
}

/// Neighbours in the order meet, unless they have met before; if that is not possible, they meet again.
fn pair_up(order: &[usize], met: &[[usize; 2]]) -> Vec<[usize; 2]> {
    /// With more tries, a second meeting is accepted.
    const TRIES: usize = 100_000;
    fn search(order: &[usize], met: &[[usize; 2]], tries: &mut usize) -> Option<Vec<[usize; 2]>> {
        let Some((first, rest)) = order.split_first() else { return Some(Vec::new()) };
        for (at, second) in rest.iter().enumerate() {
            *tries = tries.checked_sub(1)?;
            if met.contains(&[*first, *second]) || met.contains(&[*second, *first]) {
                continue;
            }
            let mut others = rest.to_vec();
            others.remove(at);
            if let Some(mut found) = search(&others, met, tries) {
                found.insert(0, [*first, *second]);
                return Some(found);
            }
        }
        None
    }
    let again = || order.chunks_exact(2).filter_map(|two| Some([*two.first()?, *two.last()?])).collect();
    search(order, met, &mut { TRIES }).unwrap_or_else(again)
}

/// The seeds of a bracket in the order of its places: `[0, 3, 1, 2]` for four.
fn bracket(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(format: StagedFormat, engines: usize) -> Stages {
        Stages { format, seeds: (0..engines).collect(), games: 2, openings: vec![0, 1, 2] }
    }

    /// Plays a tournament in which the engine with the lower number wins, unless both are in `drawn`.
    fn play(stages: &Stages, drawn: &[usize]) -> (KnownStages, usize) {
        let mut winners = Winners::new();
        for step in 0.. {
            let known = stages.known(&winners);
            let open: Vec<Fixture> =
                known.fixtures.iter().filter(|fixture| !winners.contains_key(&fixture.number)).copied().collect();
            if open.is_empty() {
                return (known, step);
            }
            for Fixture { number, players: [white, black], .. } in open {
                let draw = drawn.contains(&white) && drawn.contains(&black);
                let winner = if white < black { Side::White } else { Side::Black };
                winners.insert(number, (!draw).then_some(winner));
            }
        }
        unreachable!()
    }

    #[test]
    fn in_a_swiss_no_two_engines_meet_twice() {
        for engines in [5, 6, 8] {
            let stages = stages(StagedFormat::Swiss { rounds: 4 }, engines);
            let (known, steps) = play(&stages, &[]);
            assert_eq!(steps, 4);
            assert_eq!(known.fixtures.len(), stages.planned());
            let mut meetings: Vec<[usize; 2]> =
                known.fixtures.iter().map(|fixture| fixture.players).map(|[a, b]| [a.min(b), a.max(b)]).collect();
            meetings.sort_unstable();
            assert!(meetings.chunks(2).all(|two| two[0] == two[1]), "{meetings:?}");
            meetings.dedup();
            assert_eq!(meetings.len() * 2, known.fixtures.len());
            let numbers: Vec<usize> = known.fixtures.iter().map(|fixture| fixture.number).collect();
            assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_leaders_of_a_swiss_meet() {
        let stages = stages(StagedFormat::Swiss { rounds: 3 }, 8);
        let (known, _) = play(&stages, &[]);
        assert_eq!(known.fixtures[0].players, [0, 4]);
        // 0 to 3 won in the first round.
        assert_eq!(known.fixtures[8].players, [0, 1]);
        // More rounds than opponents: they meet again.
        let long = Stages { format: StagedFormat::Swiss { rounds: 3 }, seeds: vec![0, 1], ..stages };
        assert_eq!(play(&long, &[]).0.fixtures.len(), 6);
    }

    #[test]
    fn the_strongest_wins_a_knockout() {
        for engines in 2..=9 {
            let stages = stages(StagedFormat::Knockout, engines);
            let (known, _) = play(&stages, &[]);
            assert_eq!(known.winner, Some(0));
            assert_eq!(known.fixtures.len(), stages.planned(), "{engines}");
            // The best two seeds meet in the final.
            assert_eq!(known.fixtures.last().unwrap().players, [1, 0]);
        }
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn a_drawn_meeting_is_prolonged_and_then_goes_to_the_higher_seed() {
        let stages = stages(StagedFormat::Knockout, 2);
        let (known, steps) = play(&stages, &[0, 1]);
        assert_eq!((known.winner, steps), (Some(0), 1 + TIE_BREAKS));
        assert_eq!(known.fixtures.len(), 2 + 2 * TIE_BREAKS);
        // A win in the second pair decides.
        let winners = Winners::from([(1, None), (2, None), (3, Some(Side::White)), (4, None)]);
        let known = stages.known(&winners);
        assert_eq!((known.winner, known.fixtures.len()), (Some(0), 4));
        assert_eq!(known.fixtures[2].round, 1);
    }
}
