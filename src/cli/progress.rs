//! Progress bars on stderr, hidden where stderr is not a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// A number of items out of a known total.
const COUNT: &str = "{bar:24} {percent:>3} %  {pos} of {len} {prefix}, {left}";
/// An input of known size; the message is the number of items.
const INPUT: &str = "{bar:24} {percent:>3} %  {msg} {prefix}, {left}";
/// An input of unknown size.
const STREAM: &str = "{msg} {prefix}";
/// Work without items.
const CLOCK: &str = "{msg}, {elapsed} so far";

/// A command that takes longer shows its bar.
const TICK: Duration = Duration::from_millis(500);

/// A bar that counts items up to a total. `to_stdout` says that results go to stdout: if that is a terminal, there is no
/// bar between them.
pub fn count_bar(items: &'static str, total: u64, to_stdout: bool) -> ProgressBar {
    bar(Some(total), COUNT, items, to_stdout)
}

/// A bar for an input of `size` bytes, which shows the number of items as its message. `to_stdout` as above.
pub fn input_bar(items: &'static str, size: Option<u64>, to_stdout: bool) -> ProgressBar {
    bar(size, if size.is_some() { INPUT } else { STREAM }, items, to_stdout).with_message("0")
}

/// A line for work whose end is not known; its text is the message, followed by the time used.
pub fn clock_bar(message: String) -> ProgressBar {
    let bar = bar(None, CLOCK, "", false);
    bar.set_message(message);
    bar
}

fn bar(length: Option<u64>, template: &str, items: &'static str, to_stdout: bool) -> ProgressBar {
    let target = if to_stdout && io::stdout().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    // The bar disappears when it is dropped.
    let bar = ProgressBar::with_draw_target(length, target)
        .with_style(style(template))
        .with_prefix(items)
        .with_finish(ProgressFinish::AndClear);
    // What takes longer is shown even if the first item is not done.
    bar.enable_steady_tick(TICK);
    bar
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("█░").with_key("left", left)
}

/// The time that is left; before anything is done nobody knows, and it is the time used.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    // Writing to a text cannot fail.
    let _ = match state.pos() {
        0 => write!(out, "{:#} so far", HumanDuration(state.elapsed())),
        _ => write!(out, "{:#} left", HumanDuration(state.eta())),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_valid() {
        for template in [COUNT, INPUT, STREAM, CLOCK] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
