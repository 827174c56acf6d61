//! `millstone check`: protocol compliance checks of an engine.

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use crate::engine::protocol::{Dialect, hub};
use crate::games::catalog::{self, Variant};
use crate::tools::tournament::check::{self, CheckOutcome, CheckResult, CheckTimeouts};
use crate::tools::tournament::process::{self, StopFlag};
use crate::tools::tournament::spec::{EngineSpec, split_command};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  millstone check                       this program itself
  millstone check ./engine --variant english
  millstone check \"./scan hub\" --dialect hub --dir /opt/scan \\
      --variant international
  millstone check ./engine --json       a JSON object for each check

Each line is `ok`, `FAIL` or `skipped`, the name of the check, and for a failure what was expected and what the \
engine did. The exit code is 0 if no check failed, else 1.";

/// Check that an engine follows its protocol
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// The command line of the engine [default: this program]
    engine: Option<String>,

    /// The protocol of the engine: uci, ugi or hub
    #[arg(long, value_name = "D", default_value = "uci", value_parser = dialect)]
    dialect: Dialect,

    /// The variant: a name from `millstone variants`, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// The working directory of the engine
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Time limit for the engine to start
    #[arg(long, value_name = "MS", default_value = "10000", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    start_limit: usize,

    /// Time limit for replies without a search
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    answer_limit: usize,

    /// Time limit for the move after `stop`
    #[arg(long, value_name = "MS", default_value = "100", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    stop_limit: usize,

    /// How far a search may exceed its time; more for a busy machine
    #[arg(long, value_name = "MS", default_value = "150", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    time_margin: usize,

    /// Print a JSON object for each check
    #[arg(long)]
    json: bool,
}

fn dialect(text: &str) -> Result<Dialect, String> {
    Dialect::from_word(text).ok_or_else(|| "expected uci, ugi or hub".into())
}

impl CheckArgs {
    /// Runs the checks.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.dialect == Dialect::Hub && hub::name(&self.variant).is_none() {
            return Err(CliError::Usage(format!("Hub does not support {}", self.variant)));
        }
        let command = match &self.engine {
            Some(text) => split_command(text).map_err(|error| CliError::Usage(error.to_string()))?,
            None => vec![std::env::current_exe()?.to_string_lossy().into_owned(), self.dialect.word().into()],
        };
        let spec = EngineSpec { command, dir: self.dir.clone(), ..EngineSpec::default() };
        let ms = |ms: usize| Duration::from_millis(ms as u64);
        let timeouts = CheckTimeouts {
            start: ms(self.start_limit),
            reply: ms(self.answer_limit),
            stop: ms(self.stop_limit),
            margin: ms(self.time_margin),
        };
        // Engines are in process groups of their own, which Ctrl-C does not reach.
        let stop = || {
            process::kill_all();
            std::process::exit(130);
        };
        ctrlc::set_handler(stop).map_err(|error| CliError::Failed(format!("cannot set a Ctrl-C handler: {error}")))?;
        let mut counts = [0; 3];
        let passed = check::run(&spec, self.dialect, &self.variant, &timeouts, &StopFlag::default(), &mut |result| {
            let [ok, failed, skipped] = &mut counts;
            match result.outcome {
                CheckOutcome::Ok => *ok += 1,
                CheckOutcome::Fail { .. } => *failed += 1,
                CheckOutcome::Skipped { .. } => *skipped += 1,
            }
            if self.json {
                serde_json::to_writer(&mut *out, result)?;
                writeln!(out)?;
            } else {
                writeln!(out, "{}", describe(result))?;
            }
            out.flush()
        })?;
        let [ok, failed, skipped] = counts;
        if !self.json {
            writeln!(out, "{ok} ok, {failed} failed, {skipped} skipped")?;
        }
        out.flush()?;
        if passed { Ok(()) } else { Err(CliError::Exit(1)) }
    }
}

fn describe(result: &CheckResult) -> String {
    let name = result.check;
    match &result.outcome {
        CheckOutcome::Ok => format!("ok       {name}"),
        CheckOutcome::Fail { expected, got } => format!("FAIL     {name}: expected {expected}; got {got}"),
        CheckOutcome::Skipped { reason } => format!("skipped  {name}: {reason}"),
    }
}
