//! `millstone completions`: shell completion scripts.

use super::Cli;
use super::error::CliError;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  millstone completions bash \\
      > ~/.local/share/bash-completion/completions/millstone
  millstone completions fish > ~/.config/fish/completions/millstone.fish
  millstone completions zsh > \"${fpath[1]}/_millstone\"";

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell whose syntax the script has
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the script.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        // The generator panics on write errors, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "millstone", &mut script);
        Ok(out.write_all(&script)?)
    }
}
