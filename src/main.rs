//! The `millstone` program.

fn main() -> std::process::ExitCode {
    millstone::cli::main()
}
