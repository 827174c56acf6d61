//! Turns the arguments of `millstone match` into a match.

use super::{MatchArgs, OrderArg, display};
use crate::cli::error::CliError;
use crate::engine::protocol::{Dialect, hub};
use crate::games::notation::clip;
use crate::tools::tournament::adjudicate::Adjudication;
use crate::tools::tournament::game::MatchRules;
use crate::tools::tournament::log::{EngineHeader, LoggedGame, MatchHeader, SCHEMA};
use crate::tools::tournament::match_pdn::GameIdentity;
use crate::tools::tournament::openings::{self, Opening};
use crate::tools::tournament::runner;
use crate::tools::tournament::schedule::{OpeningOrder, Schedule, TournamentFormat};
use crate::tools::tournament::spec::EngineSpec;
use crate::tools::tournament::sprt::{EloModel, Sprt, SprtDecision};
use crate::tools::tournament::summary::{MatchResults, MatchSummary};
use crate::tools::tournament::time_control::EngineLimits;
use crate::util::suggest;
use std::path::Path;
use std::time::Duration;

/// A match that is ready to be played.
pub struct MatchSetup {
    pub config: runner::MatchConfig,
    pub sprt: Option<Sprt>,
    format: TournamentFormat,
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
        };
        let names = engines.iter().map(|engine| engine.name.clone()).collect();
        let schedule = Schedule::new(args.format, engines.len(), args.games, openings.len(), order);
        let config = runner::MatchConfig {
            variant: args.variant.clone(),
            engines,
            schedule,
            openings,
            rules,
            concurrency: args.concurrency,
            start_limit: Duration::from_secs_f64(args.start_limit),
        };
        Ok(MatchSetup { config, sprt, format: args.format, order, games: args.games, names })
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
            format: self.format.name().into(),
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
        }
    }

    /// The results of the games in the log.
    pub fn results(&self, before: &[LoggedGame]) -> MatchResults {
        let mut results = MatchResults::new(&self.config.schedule);
        for game in before {
            if let Some(fixture) = self.config.schedule.fixture(game.game) {
                results.add(&fixture, game);
            }
        }
        results
    }

    /// The round and players of a game by its number, from the schedule; or from the log, if the match had more games.
    pub fn identity(&self, number: usize, before: &[LoggedGame]) -> Option<GameIdentity> {
        let Some(fixture) = self.config.schedule.fixture(number) else {
            let game = before.iter().find(|game| game.game == number)?;
            return Some(GameIdentity { round: game.round, white: game.white.clone(), black: game.black.clone() });
        };
        let [white, black] = fixture.players.map(|player| self.names.get(player).cloned());
        Some(GameIdentity { round: fixture.round + 1, white: white?, black: black? })
    }

    /// Summarises the results.
    pub fn summary(&self, results: &MatchResults) -> MatchSummary {
        let variant = self.config.variant.to_string();
        MatchSummary::new(&variant, &self.names, &self.config.schedule, results, self.sprt.as_ref())
    }

    /// Whether the SPRT is decided.
    pub fn is_decided(&self, results: &MatchResults) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(&results.sprt_counts()) != SprtDecision::Open)
    }
}

fn engines(args: &MatchArgs) -> Result<Vec<EngineSpec>, CliError> {
    let usage = |error: &dyn std::fmt::Display| CliError::Usage(error.to_string());
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
        if engine.command.is_empty() {
            let program = std::env::current_exe()?.to_string_lossy().into_owned();
            engine.command = vec![program, engine.dialect.word().into()];
        }
        let given = !engine.name.is_empty();
        let wanted = if given { engine.name.clone() } else { engine.default_name() };
        let taken = |name: &str| engines.iter().any(|other| other.name == name);
        if given && taken(&wanted) {
            return Err(CliError::Usage(format!("two engines are named `{}`; names must differ", clip(&wanted))));
        }
        let mut names = (1..).map(|n| if n == 1 { wanted.clone() } else { format!("{wanted}-{n}") });
        engine.name = names.find(|name| !taken(name)).unwrap_or_default();
        engine.limits = engine.limits.or(shared);
        if engine.limits.is_unlimited() {
            return Err(CliError::Usage(format!(
                "engine {}: no search limit; expected --tc, --movetime, --depth or --nodes",
                engine.name
            )));
        }
        if engine.dialect == Dialect::Hub && hub::name(&args.variant).is_none() {
            return Err(CliError::Usage(format!("engine {}: Hub does not support {}", engine.name, args.variant)));
        }
        // An engine's own options override shared ones.
        let own = std::mem::take(&mut engine.options);
        let shared = options.iter().filter(|(name, _)| !own.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        engine.options = shared.cloned().chain(own.iter().cloned()).collect();
        engines.push(engine);
    }
    if engines.len() < 2 {
        return Err(CliError::Usage("a match needs at least two engines; give --engine twice or more".into()));
    }
    Ok(engines)
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
    let wrong = |error: &dyn std::fmt::Display| CliError::Usage(format!("openings {}: {error}", path.display()));
    let text = std::fs::read(path).map_err(|error| wrong(&error))?;
    let text = String::from_utf8_lossy(&text);
    let is_pdn = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
    if !is_pdn {
        return openings::read(&text, &args.variant).map_err(|error| wrong(&error));
    }
    let (openings, over) = openings::read_pdn(&text, &args.variant).map_err(|error| wrong(&error))?;
    if let Some(first) = over.first() {
        let (path, more) = (path.display(), over.len() - 1);
        let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
        display::note(&format!("openings {path}: skipped the finished game at line {first}{more}"));
    }
    Ok(openings)
}

fn read_sprt(text: &str) -> Result<Sprt, CliError> {
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
