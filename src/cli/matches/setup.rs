//! Turns the arguments of `millstone match` into a match.

use super::{MatchArgs, OrderArg, display};
use crate::cli::error::CliError;
use crate::engine::any_game::any_game;
use crate::engine::protocol::{Dialect, hub};
use crate::games::notation::clip;
use crate::tools::dxp;
use crate::tools::tournament::adjudicate::Adjudication;
use crate::tools::tournament::dxp_engine::PORT_MARK;
use crate::tools::tournament::game::MatchRules;
use crate::tools::tournament::log::{EngineHeader, LoggedGame, MatchHeader, SCHEMA};
use crate::tools::tournament::match_pdn::{self, GameIdentity, MatchPdnFormat, time_control_tag};
use crate::tools::tournament::openings::{self, Opening};
use crate::tools::tournament::runner;
use crate::tools::tournament::schedule::{self, Fixture, OpeningOrder, Schedule, SchedulePart, TournamentFormat};
use crate::tools::tournament::spec::{EngineSpec, MatchDialect};
use crate::tools::tournament::sprt::{EloModel, Sprt, SprtDecision};
use crate::tools::tournament::stages::{StagedFormat, Stages, Winners};
use crate::tools::tournament::summary::{MatchResults, MatchSummary};
use crate::tools::tournament::time_control::{EngineLimits, TimeControl};
use crate::util::{files, suggest};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

/// A match that is ready to be played.
pub struct MatchSetup {
    pub config: runner::MatchConfig,
    pub sprt: Option<Sprt>,
    pub pdn: MatchPdnFormat,
    /// The games of a round robin or a gauntlet.
    schedule: Schedule,
    /// The games of a Swiss or a knock-out.
    stages: Option<Stages>,
    part: Option<(usize, usize)>,
    format: String,
    order: OpeningOrder,
    games: usize,
    names: Vec<String>,
}

impl MatchSetup {
    /// Checks the arguments and reads the openings.
    pub fn new(args: &MatchArgs) -> Result<MatchSetup, CliError> {
        let engines = engines(args)?;
        let openings = read_openings(args)?;
        let order = match args.order {
            OrderArg::Sequential => OpeningOrder::Sequential,
            OrderArg::Random => OpeningOrder::Random(args.seed),
        };
        let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
        if sprt.is_some() && engines.len() != 2 {
            return Err(CliError::Usage(format!("--sprt needs two engines, but {} are given", engines.len())));
        }
        let rules = MatchRules {
            margin: Duration::from_millis(args.margin as u64),
            move_limit: Duration::from_secs_f64(args.move_limit),
            adjudication: Adjudication {
                draw: args.draw,
                resign: args.resign,
                max_plies: Some(args.max_plies).filter(|plies| *plies > 0),
            },
            tables: args.tables.cache()?.and_then(|cache| cache.tables(&args.variant)),
            log_pv: args.details().pv,
        };
        let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        let stages = stages(args, engines.len(), openings.len(), order);
        if args.part.is_some() && (stages.is_some() || sprt.is_some()) {
            let other = if sprt.is_some() { "--sprt" } else { args.format.name() };
            return Err(CliError::Usage(format!("--part cannot be used with {other}: it depends on all results")));
        }
        if sprt.is_some() && stages.is_some() {
            return Err(CliError::Usage(format!("--sprt cannot be used with {}", args.format.name())));
        }
        let part = args.part.map_or_else(SchedulePart::default, |(index, of)| SchedulePart { index: index - 1, of });
        let seeds = args.seeds.unwrap_or(1).min(engines.len());
        let schedule = Schedule::new(args.format, engines.len(), seeds, args.games, openings.len(), order, part);
        let pdn = MatchPdnFormat {
            variant: args.variant.clone(),
            start_fen: any_game(&args.variant).fen(),
            event: args.event.replace(char::is_control, " "),
            site: args.site.clone(),
            time_controls: engines
                .iter()
                .map(|engine| (engine.name.clone(), time_control_tag(&engine.limits)))
                .collect(),
            details: args.details(),
        };
        let config = runner::MatchConfig {
            variant: args.variant.clone(),
            engines,
            openings,
            rules,
            concurrency: args.concurrency,
            start_limit: Duration::from_secs_f64(args.start_limit),
            trace: None,
        };
        let format = format_text(args);
        Ok(MatchSetup { config, sprt, pdn, schedule, stages, part: args.part, format, order, games: args.games, names })
    }

    /// The settings for the log.
    pub fn header(&self) -> MatchHeader {
        let Adjudication { draw, resign, max_plies } = self.config.rules.adjudication;
        let adjudication = [
            draw.map(|rule| format!("draw {rule}")),
            resign.map(|rule| format!("resign {rule}")),
            max_plies.map(|plies| format!("max-plies {plies}")),
            self.config.rules.tables.as_ref().map(|_| "tables".to_string()),
        ];
        let sprt = self.sprt.map(|sprt| {
            let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
            format!("{:?} elo0={elo0} elo1={elo1} bounds={lower:.4},{upper:.4}", sprt.model()).to_lowercase()
        });
        MatchHeader {
            millstone_match: SCHEMA,
            variant: self.config.variant.standard().to_string(),
            engines: self.config.engines.iter().map(EngineHeader::from).collect(),
            format: self.format.clone(),
            games: self.games,
            openings: self.config.openings.len(),
            openings_sum: openings::checksum(&self.config.openings),
            order: match self.order {
                OpeningOrder::Sequential => "sequential".into(),
                OpeningOrder::Random(seed) => format!("random {seed}"),
            },
            margin: self.config.rules.margin.as_millis() as u64,
            move_limit: self.config.rules.move_limit.as_millis() as u64,
            adjudication: adjudication.into_iter().flatten().collect(),
            sprt,
            part: self.part.map(|(index, of)| format!("{index}/{of}")),
        }
    }

    /// The results of the games in the log.
    pub fn results(&self, before: &[LoggedGame]) -> MatchResults {
        let mut results = MatchResults::new(self.schedule.pairings().iter().copied());
        let scheduled = self.scheduled(&winners(before));
        for game in before {
            scheduled(game.game).into_iter().for_each(|fixture| results.add(&fixture, game));
        }
        results
    }

    /// Looks games up by their number, as far as they are known after these.
    pub fn scheduled<'a>(&'a self, played: &Winners) -> Box<dyn Fn(usize) -> Option<Fixture> + 'a> {
        match &self.stages {
            Some(stages) => {
                let known = stages.known(played).fixtures;
                Box::new(move |number| known.get(number.checked_sub(1)?).copied())
            }
            None => Box::new(|number| self.schedule.fixture(number)),
        }
    }

    /// The games that can be played now, after these; `None` if there are none.
    pub fn open_games<'a>(&'a self, winners: &Winners) -> Option<Box<dyn Iterator<Item = Fixture> + Send + 'a>> {
        let played: BTreeSet<usize> = winners.keys().copied().collect();
        let known: Box<dyn Iterator<Item = Fixture> + Send + 'a> = match &self.stages {
            Some(stages) => Box::new(stages.known(winners).fixtures.into_iter()),
            None => Box::new(self.schedule.fixtures()),
        };
        let mut open = known.filter(move |fixture| !played.contains(&fixture.number)).peekable();
        open.peek().is_some().then(|| Box::new(open) as Box<_>)
    }

    /// Where a Swiss or a knock-out is.
    pub fn stage(&self, played: &Winners) -> Option<String> {
        let known = self.stages.as_ref()?.known(played);
        let winner = known.winner.and_then(|winner| self.names.get(winner));
        Some(winner.map_or(known.stage, |winner| format!("{winner} wins the knock-out")))
    }

    /// Looks up the round and players of games by their number, after these. In stages also after those of a PDN file,
    /// which may have games that the log has lost.
    pub fn identities(&self, played: &Winners, pdn: &str) -> Box<dyn Fn(usize) -> Option<GameIdentity> + '_> {
        let mut winners = if self.stages.is_some() { match_pdn::winners(pdn) } else { Winners::new() };
        winners.extend(played);
        let scheduled = self.scheduled(&winners);
        Box::new(move |number| self.identity(&scheduled(number)?))
    }

    /// The round and players of a game.
    fn identity(&self, fixture: &Fixture) -> Option<GameIdentity> {
        let [white, black] = fixture.players.map(|player| self.names.get(player).cloned());
        Some(GameIdentity { round: fixture.round + 1, white: white?, black: black? })
    }

    /// Checks one game of a log after another: each must be as scheduled. The games of a stage are known when all games
    /// of the stages before are in the log.
    pub fn log_check(&self) -> impl FnMut(&LoggedGame) -> Result<(), String> + '_ {
        let mut played = Winners::new();
        let mut scheduled = self.scheduled(&played);
        move |game| {
            if scheduled(game.game).is_none() {
                scheduled = self.scheduled(&played);
            }
            self.check(game, scheduled(game.game))?;
            played.insert(game.game, game.winner());
            Ok(())
        }
    }

    fn check(&self, game: &LoggedGame, fixture: Option<Fixture>) -> Result<(), String> {
        let number = game.game;
        let identity = fixture.and_then(|fixture| self.identity(&fixture));
        let (Some(fixture), Some(identity)) = (fixture, identity) else {
            if self.stages.is_some() {
                return Err(format!("game {number} depends on games that are not in the log before it"));
            }
            return Err(format!("game {number} is not in the schedule; give --games as before, or more"));
        };
        let GameIdentity { round, white, black } = identity;
        let differ = |what: &str, found: &dyn Display, expected: &dyn Display| {
            Err(format!("game {number}: {what} is {}, expected {expected}", clip(&found.to_string())))
        };
        if game.white != white {
            return differ("White", &game.white, &white);
        }
        if game.black != black {
            return differ("Black", &game.black, &black);
        }
        if game.round != round {
            return differ("the round", &game.round, &round);
        }
        if game.opening != fixture.opening + 1 {
            return differ("the opening", &game.opening, &(fixture.opening + 1));
        }
        Ok(())
    }

    /// Summarises the results.
    pub fn summary(&self, results: &MatchResults) -> MatchSummary {
        let variant = self.config.variant.to_string();
        // Meetings of a knock-out that are drawn go on.
        let of_stages = |stages: &Stages| stages.planned().max(results.standings.games() as usize);
        let planned = self.stages.as_ref().map_or(self.schedule.len(), of_stages);
        MatchSummary::new(&variant, &self.names, planned, results, self.sprt.as_ref())
    }

    /// Whether the SPRT is decided.
    pub fn is_decided(&self, results: &MatchResults) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(&results.sprt_counts()) != SprtDecision::Open)
    }
}

/// The winners of games.
pub fn winners(games: &[LoggedGame]) -> Winners {
    games.iter().map(|game| (game.game, game.winner())).collect()
}

/// The format with what its games depend on, for the log.
fn format_text(args: &MatchArgs) -> String {
    let name = args.format.name();
    let seeds = args.seeds.map(|seeds| format!(" seeds={seeds}")).unwrap_or_default();
    match args.format {
        TournamentFormat::RoundRobin => name.into(),
        TournamentFormat::Gauntlet => format!("{name}{seeds}"),
        TournamentFormat::Swiss => {
            format!("{name} rounds={} games={}{seeds} seed={}", args.rounds, args.games, args.seed)
        }
        TournamentFormat::Knockout => format!("{name} games={}{seeds} seed={}", args.games, args.seed),
    }
}

/// The stages of a Swiss or a knock-out. Engines that are not seeded are shuffled.
fn stages(args: &MatchArgs, engines: usize, openings: usize, order: OpeningOrder) -> Option<Stages> {
    let format = match args.format {
        TournamentFormat::Swiss => StagedFormat::Swiss { rounds: args.rounds },
        TournamentFormat::Knockout => StagedFormat::Knockout,
        TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => return None,
    };
    let mut seeds: Vec<usize> = (0..engines).collect();
    let seeded = args.seeds.unwrap_or(engines).min(engines);
    let (_, unseeded) = seeds.split_at_mut(seeded);
    schedule::shuffle(unseeded, args.seed);
    Some(Stages { format, seeds, games: args.games, openings: schedule::opening_order(openings, order) })
}

fn engines(args: &MatchArgs) -> Result<Vec<EngineSpec>, CliError> {
    let usage = |error: &dyn Display| CliError::Usage(error.to_string());
    let shared = EngineLimits {
        clock: args.tc,
        move_time: args.movetime.map(|ms| Duration::from_millis(ms as u64)),
        depth: args.depth.and_then(|depth| u32::try_from(depth).ok()),
        nodes: args.nodes.map(|nodes| nodes as u64),
    };
    let options: Vec<(String, String)> = args.option.iter().map(|text| option(text)).collect::<Result<_, _>>()?;
    let mut engines: Vec<EngineSpec> = Vec::new();
    for text in &args.engine {
        let mut engine = EngineSpec::parse(text).map_err(|error| usage(&error))?;
        engine.limits = engine.limits.or(shared);
        if engine.command.is_empty() && engine.address.is_none() {
            engine.command = own_command(&engine, args)?;
        }
        let given = !engine.name.is_empty();
        let wanted = if given { engine.name.clone() } else { engine.default_name() };
        let taken = |name: &str| engines.iter().any(|other| other.name == name);
        if given && taken(&wanted) {
            return Err(CliError::Usage(format!("two engines are named `{}`; names must differ", clip(&wanted))));
        }
        let mut names = (1..).map(|n| if n == 1 { wanted.clone() } else { format!("{wanted}-{n}") });
        engine.name = names.find(|name| !taken(name)).unwrap_or_default();
        engine.ponder |= args.ponder;
        engine.restart |= args.restart;
        if engine.limits.is_unlimited() {
            return Err(CliError::Usage(format!(
                "engine {}: no search limit; expected --tc, --movetime, --depth or --nodes",
                engine.name
            )));
        }
        if engine.dialect == MatchDialect::Lines(Dialect::Hub) && hub::name(&args.variant).is_none() {
            return Err(CliError::Usage(format!("engine {}: Hub does not support {}", engine.name, args.variant)));
        }
        if engine.dialect == MatchDialect::Dxp {
            check_dxp(&engine, args)?;
        } else {
            // An engine's own options override shared ones.
            let own = std::mem::take(&mut engine.options);
            let same = |name: &str| own.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
            let shared = options.iter().filter(|(name, _)| !same(name));
            engine.options = shared.cloned().chain(own.iter().cloned()).collect();
        }
        engines.push(engine);
    }
    if engines.len() < 2 {
        return Err(CliError::Usage("a match needs at least two engines; give --engine twice or more".into()));
    }
    Ok(engines)
}

/// This program as an engine.
fn own_command(engine: &EngineSpec, args: &MatchArgs) -> Result<Vec<String>, CliError> {
    let program = std::env::current_exe()?.to_string_lossy().into_owned();
    let mut command = vec![program, engine.dialect.word().into()];
    if engine.dialect == MatchDialect::Dxp {
        let EngineLimits { move_time, depth, nodes, .. } = engine.limits;
        command.extend(["listen", "--port", PORT_MARK, "--variant"].map(String::from));
        command.push(args.variant.standard().to_string());
        let limits = [
            ("--movetime", move_time.map(|time| time.as_millis().to_string())),
            ("--depth", depth.map(|depth| depth.to_string())),
            ("--nodes", nodes.map(|nodes| nodes.to_string())),
        ];
        for (name, value) in limits {
            command.extend(value.into_iter().flat_map(|value| [name.to_string(), value]));
        }
    }
    Ok(command)
}

/// Checks that an engine can be asked over DXP for what it is to play.
fn check_dxp(engine: &EngineSpec, args: &MatchArgs) -> Result<(), CliError> {
    let wrong = |problem: String| Err(CliError::Usage(format!("engine {}: {problem}", engine.name)));
    if dxp::board::rules(&args.variant).is_none() {
        return wrong(format!("DXP is for draughts on 10×10 without huffing, not for {}", args.variant));
    }
    if let Some((name, _)) = engine.options.first() {
        return wrong(format!("DXP has no options, so `{name}` cannot be set; use the engine's own arguments"));
    }
    let whole_minutes = |clock: &TimeControl| {
        let seconds = clock.time.as_secs_f64();
        clock.moves.is_none() && clock.increment.is_zero() && seconds % 60.0 == 0.0 && seconds <= 999.0 * 60.0
    };
    match engine.limits.clock {
        Some(clock) if !whole_minutes(&clock) => {
            wrong(format!("tc={clock}: DXP has whole minutes for the whole game, as in tc=300"))
        }
        _ => Ok(()),
    }
}

fn option(text: &str) -> Result<(String, String), CliError> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err(CliError::Usage(format!("--option: `{}`: expected NAME=VALUE", clip(text)))),
    }
}

fn read_openings(args: &MatchArgs) -> Result<Vec<Opening>, CliError> {
    let Some(path) = &args.openings else {
        if args.games > 2 {
            display::note("without --openings all games start from the same position, and many may be identical");
        }
        return Ok(vec![Opening::default()]);
    };
    let wrong = |error: &dyn Display| CliError::Usage(format!("openings {}: {error}", path.display()));
    let text = files::read(path, files::MAX_TEXT).map_err(|error| wrong(&error))?;
    let text = String::from_utf8_lossy(&text);
    let is_pdn = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
    let plies = args.plies.unwrap_or(usize::MAX);
    // From --start on, and then from the first on.
    let from_start = |mut openings: Vec<Opening>| {
        let (start, count) = (args.start, openings.len());
        if start > count {
            return Err(wrong(&format!("--start {start}: there are only {count} openings")));
        }
        openings.rotate_left(start - 1);
        Ok(openings)
    };
    if !is_pdn {
        return from_start(openings::read(&text, &args.variant, plies).map_err(|error| wrong(&error))?);
    }
    let (openings, over) = openings::read_pdn(&text, &args.variant, plies).map_err(|error| wrong(&error))?;
    if let Some(first) = over.first() {
        let (path, more) = (path.display(), over.len() - 1);
        let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
        display::note(&format!("openings {path}: skipped the finished game at line {first}{more}"));
    }
    from_start(openings)
}

pub fn read_sprt(text: &str) -> Result<Sprt, CliError> {
    const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
    let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (None, None, 0.05, 0.05, EloModel::Normalised);
    let wrong = |problem: String| CliError::Usage(format!("--sprt: {problem}"));
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (key.trim(), value.trim());
        let number = || {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| wrong(format!("{key}: `{}` is not a number", clip(value))))
        };
        match key {
            "elo0" => elo0 = Some(number()?),
            "elo1" => elo1 = Some(number()?),
            "alpha" => alpha = number()?,
            "beta" => beta = number()?,
            "model" => {
                model = match value {
                    "normalized" | "normalised" => EloModel::Normalised,
                    "logistic" => EloModel::Logistic,
                    _ => return Err(wrong(format!("model: `{}` is not normalized or logistic", clip(value)))),
                }
            }
            _ => {
                let hint = suggest::hint(key, KEYS.into_iter());
                return Err(wrong(format!("unknown key `{}`{hint}; expected {}", clip(key), KEYS.join(", "))));
            }
        }
    }
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        return Err(wrong("expected elo0=N,elo1=N".into()));
    };
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| CliError::Usage(error.to_string()))
}
