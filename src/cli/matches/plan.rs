//! The arguments of a match made into the match.

use super::{FormatWord, Match, OrderWord, watch};
use crate::cli::error::Error;
use crate::engine::protocol::{Dialect, hub};
use crate::games::notation::clip;
use crate::tools::tournament::adjudicate::Adjudication;
use crate::tools::tournament::control::Control;
use crate::tools::tournament::game::Terms;
use crate::tools::tournament::games::Identity;
use crate::tools::tournament::log::{EngineHeader, GameLine, Header, SCHEMA};
use crate::tools::tournament::openings::{self, Opening};
use crate::tools::tournament::runner;
use crate::tools::tournament::schedule::{Format, Order, Schedule};
use crate::tools::tournament::spec::EngineSpec;
use crate::tools::tournament::sprt::{Model, Sprt, Verdict};
use crate::tools::tournament::summary::{Results, Summary};
use crate::util::suggest;
use std::path::Path;
use std::time::Duration;

/// A match that is ready to be played.
pub struct Plan {
    pub task: runner::Match,
    pub sprt: Option<Sprt>,
    format: Format,
    order: Order,
    games: usize,
    names: Vec<String>,
}

impl Plan {
    /// The match that the arguments mean.
    pub fn new(args: &Match) -> Result<Plan, Error> {
        let engines = engines(args)?;
        let openings = read_openings(args)?;
        let format = match args.format {
            FormatWord::RoundRobin => Format::RoundRobin,
            FormatWord::Gauntlet => Format::Gauntlet,
        };
        let order = match args.order {
            OrderWord::Sequential => Order::Sequential,
            OrderWord::Random => Order::Random(args.seed),
        };
        let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
        if sprt.is_some() && engines.len() != 2 {
            return Err(Error::Usage(format!("--sprt tests two engines, and there are {}", engines.len())));
        }
        let terms = Terms {
            margin: Duration::from_millis(args.margin as u64),
            patience: Duration::from_secs_f64(args.move_limit),
            adjudication: Adjudication {
                draw: args.draw,
                resign: args.resign,
                length: Some(args.max_plies).filter(|plies| *plies > 0),
            },
        };
        let names = engines.iter().map(|engine| engine.name.clone()).collect();
        let schedule = Schedule::new(format, engines.len(), args.games, openings.len(), order);
        let task = runner::Match {
            variant: args.variant.clone(),
            engines,
            schedule,
            openings,
            terms,
            concurrency: args.concurrency,
            start: Duration::from_secs_f64(args.start_limit),
        };
        Ok(Plan { task, sprt, format, order, games: args.games, names })
    }

    /// The settings as the log has them.
    pub fn header(&self) -> Header {
        let Adjudication { draw, resign, length } = self.task.terms.adjudication;
        let adjudication = [
            draw.map(|rule| format!("draw {rule}")),
            resign.map(|rule| format!("resign {rule}")),
            length.map(|plies| format!("max-plies {plies}")),
        ];
        let sprt = self.sprt.map(|sprt| {
            let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
            format!("{:?} elo0={elo0} elo1={elo1} bounds={lower:.4},{upper:.4}", sprt.model()).to_lowercase()
        });
        Header {
            millstone_match: SCHEMA,
            variant: self.task.variant.to_string(),
            engines: self.task.engines.iter().map(EngineHeader::from).collect(),
            format: match self.format {
                Format::RoundRobin => "round-robin".into(),
                Format::Gauntlet => "gauntlet".into(),
            },
            games: self.games,
            openings: self.task.openings.len(),
            openings_sum: openings::sum(&self.task.openings),
            order: match self.order {
                Order::Sequential => "sequential".into(),
                Order::Random(seed) => format!("random {seed}"),
            },
            margin: self.task.terms.margin.as_millis() as u64,
            move_limit: self.task.terms.patience.as_millis() as u64,
            adjudication: adjudication.into_iter().flatten().collect(),
            sprt,
        }
    }

    /// The results of games played before.
    pub fn results(&self, before: &[GameLine]) -> Results {
        let mut results = Results::new(&self.task.schedule);
        for line in before {
            if let Some(fixture) = self.task.schedule.fixture(line.game) {
                results.add(&fixture, line);
            }
        }
        results
    }

    /// What is known of a game by its number: planned, or played when more were planned.
    pub fn identity(&self, number: usize, before: &[GameLine]) -> Option<Identity> {
        let Some(fixture) = self.task.schedule.fixture(number) else {
            let line = before.iter().find(|line| line.game == number)?;
            return Some(Identity { round: line.round, white: line.white.clone(), black: line.black.clone() });
        };
        let [white, black] = fixture.players.map(|player| self.names.get(player).cloned());
        Some(Identity { round: fixture.round + 1, white: white?, black: black? })
    }

    /// What the results come to.
    pub fn summary(&self, results: &Results) -> Summary {
        let variant = self.task.variant.to_string();
        Summary::new(&variant, &self.names, &self.task.schedule, results, self.sprt.as_ref())
    }

    /// Whether the test has come to an end.
    pub fn is_decided(&self, results: &Results) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&results.test_counts()) != Verdict::Open)
    }
}

fn engines(args: &Match) -> Result<Vec<EngineSpec>, Error> {
    let usage = |error: &dyn std::fmt::Display| Error::Usage(error.to_string());
    let shared = Control {
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
        let wanted = if given { engine.name.clone() } else { engine.own_name() };
        let taken = |name: &str| engines.iter().any(|other| other.name == name);
        if given && taken(&wanted) {
            return Err(Error::Usage(format!("two engines are called `{}`; give them different names", clip(&wanted))));
        }
        let mut names = (1..).map(|n| if n == 1 { wanted.clone() } else { format!("{wanted}-{n}") });
        engine.name = names.find(|name| !taken(name)).unwrap_or_default();
        engine.control = engine.control.or(shared);
        if engine.control.is_endless() {
            return Err(Error::Usage(format!(
                "engine {}: nothing limits its thinking; expected --tc, --movetime, --depth or --nodes",
                engine.name
            )));
        }
        if engine.dialect == Dialect::Hub && hub::name(&args.variant).is_none() {
            return Err(Error::Usage(format!("engine {}: Hub cannot speak of {}", engine.name, args.variant)));
        }
        // An engine's own options come later, and so hold.
        let own = std::mem::take(&mut engine.options);
        let shared = options.iter().filter(|(name, _)| !own.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        engine.options = shared.cloned().chain(own.iter().cloned()).collect();
        engines.push(engine);
    }
    if engines.len() < 2 {
        return Err(Error::Usage("a match needs two engines; expected --engine twice or more".into()));
    }
    Ok(engines)
}

fn option(text: &str) -> Result<(String, String), Error> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err(Error::Usage(format!("--option: `{}` is not NAME=VALUE", clip(text)))),
    }
}

fn read_openings(args: &Match) -> Result<Vec<Opening>, Error> {
    let Some(path) = &args.openings else {
        if args.games > 2 {
            watch::remark("without --openings all games begin alike, and many will be the same");
        }
        return Ok(vec![Opening::default()]);
    };
    let wrong = |error: &dyn std::fmt::Display| Error::Usage(format!("openings {}: {error}", path.display()));
    let text = std::fs::read(path).map_err(|error| wrong(&error))?;
    let text = String::from_utf8_lossy(&text);
    let is_pdn = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
    if !is_pdn {
        return openings::read(&text, &args.variant).map_err(|error| wrong(&error));
    }
    let (openings, over) = openings::read_games(&text, &args.variant).map_err(|error| wrong(&error))?;
    if let Some(first) = over.first() {
        let (path, more) = (path.display(), over.len() - 1);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        watch::remark(&format!("openings {path}: the game of line {first} is over, and so left out{more}"));
    }
    Ok(openings)
}

fn read_sprt(text: &str) -> Result<Sprt, Error> {
    const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
    let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (None, None, 0.05, 0.05, Model::Normalised);
    let wrong = |problem: String| Error::Usage(format!("--sprt: {problem}"));
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
                    "normalized" | "normalised" => Model::Normalised,
                    "logistic" => Model::Logistic,
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
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| Error::Usage(error.to_string()))
}
