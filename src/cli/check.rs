//! `millstone check`: does an engine keep to its protocol?

use super::error::Error;
use super::number::whole;
use super::start::VariantParser;
use crate::engine::protocol::{Dialect, hub};
use crate::games::catalog::{self, Variant};
use crate::tools::tournament::check::{self, Checked, Outcome, Patience};
use crate::tools::tournament::process::{self, Halt};
use crate::tools::tournament::spec::{EngineSpec, words};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  millstone check                                this program itself
  millstone check ./engine --variant english
  millstone check \"./scan hub\" --dialect hub --dir /opt/scan --variant international
  millstone check ./engine --json                a JSON object for each check

Each line is `ok`, `FAIL` or `skipped`, the name of the check, and what was expected and what came. The exit code is 0 \
if no check failed, else 1.";

/// Try an engine against its protocol, and say what it does wrong
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// The command line of the engine; this program if it is left out
    engine: Option<String>,

    /// How to speak to it: uci, ugi or hub
    #[arg(long, value_name = "D", default_value = "uci", value_parser = dialect)]
    dialect: Dialect,

    /// The game: a name of `millstone variants`, with any overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = catalog::DEFAULT, value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// The folder it runs in
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// How long it may take to start
    #[arg(long, value_name = "MS", default_value = "10000", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    start_limit: usize,

    /// How long an answer without thinking may take
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    answer_limit: usize,

    /// How long the move after `stop` may take
    #[arg(long, value_name = "MS", default_value = "100", value_parser = |text: &str| whole(text, 1..=1 << 31))]
    stop_limit: usize,

    /// Print a JSON object for each check
    #[arg(long)]
    json: bool,
}

fn dialect(text: &str) -> Result<Dialect, String> {
    Dialect::from_word(text).ok_or_else(|| "expected uci, ugi or hub".into())
}

impl Check {
    /// Makes the checks.
    pub fn run(self, out: &mut impl Write) -> Result<(), Error> {
        if self.dialect == Dialect::Hub && hub::name(&self.variant).is_none() {
            return Err(Error::Usage(format!("Hub cannot speak of {}", self.variant)));
        }
        let command = match &self.engine {
            Some(text) => words(text).map_err(|error| Error::Usage(error.to_string()))?,
            None => vec![std::env::current_exe()?.to_string_lossy().into_owned(), self.dialect.word().into()],
        };
        let spec = EngineSpec { command, folder: self.dir.clone(), dialect: self.dialect, ..EngineSpec::default() };
        let ms = |ms: usize| Duration::from_millis(ms as u64);
        let patience =
            Patience { start: ms(self.start_limit), answer: ms(self.answer_limit), stop: ms(self.stop_limit) };
        // An engine is a group of processes of its own, which Ctrl-C does not reach.
        let stop = || {
            process::end_all();
            std::process::exit(130);
        };
        ctrlc::set_handler(stop).map_err(|error| Error::Failed(format!("cannot watch for Ctrl-C: {error}")))?;
        let mut counts = [0; 3];
        let passed = check::run(&spec, &self.variant, &patience, &Halt::default(), &mut |checked| {
            let [ok, failed, skipped] = &mut counts;
            match checked.outcome {
                Outcome::Ok => *ok += 1,
                Outcome::Fail { .. } => *failed += 1,
                Outcome::Skipped { .. } => *skipped += 1,
            }
            if self.json {
                serde_json::to_writer(&mut *out, checked)?;
                writeln!(out)?;
            } else {
                writeln!(out, "{}", told(checked))?;
            }
            out.flush()
        })?;
        let [ok, failed, skipped] = counts;
        if !self.json {
            writeln!(out, "{ok} ok, {failed} failed, {skipped} skipped")?;
        }
        out.flush()?;
        if passed { Ok(()) } else { Err(Error::Exit(1)) }
    }
}

fn told(checked: &Checked) -> String {
    let name = checked.check;
    match &checked.outcome {
        Outcome::Ok => format!("ok       {name}"),
        Outcome::Fail { expected, came } => format!("FAIL     {name}: expected {expected}; came {came}"),
        Outcome::Skipped { reason } => format!("skipped  {name}: {reason}"),
    }
}
