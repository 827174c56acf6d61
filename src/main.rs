//! The `millstone` program.

use millstone::util::cpu;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(reason) = cpu::refusal() {
        // Without formatting, which would be compiled here, with the instructions that the CPU lacks.
        let mut stderr = std::io::stderr();
        for text in ["error: ", reason, "; see docs/building.md\n"] {
            let _ = stderr.write_all(text.as_bytes());
        }
        return ExitCode::FAILURE;
    }
    millstone::main()
}
