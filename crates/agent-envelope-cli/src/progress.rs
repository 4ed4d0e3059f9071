#![allow(clippy::disallowed_methods, reason = "the command reads the clock")]

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

/// How long a command runs before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A progress bar on standard error, if that is a terminal and the work takes long enough.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    is_terminal: bool,
}

impl Progress {
    pub(crate) fn new(total: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        Self { bar, start: Instant::now(), is_terminal: std::io::stderr().is_terminal() }
    }

    /// One more is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if self.is_terminal && self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Prints beside the bar.
    pub(crate) fn print<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
