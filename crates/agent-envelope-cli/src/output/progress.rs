//! A bar on a terminal for work that takes longer than a blink.

use std::io::{IsTerminal as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the work is; shown on a terminal after half a second, never in pipes and files.
#[derive(Debug)]
pub(crate) struct Progress {
    done: u64,
    start: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// `wanted` is false where nothing is to be said to people. How much there is to do is not known while folders are
    /// still read, so the bar counts.
    pub(crate) fn new(wanted: bool) -> Self {
        let wanted = wanted && stderr().is_terminal();
        Self { done: 0, start: Instant::now(), wanted, bar: None }
    }

    /// Does one step, with the bar off the terminal meanwhile.
    pub(crate) fn step<T>(&mut self, write: impl FnOnce(bool) -> T) -> T {
        self.advance();
        match &self.bar {
            Some(bar) => bar.suspend(|| write(true)),
            None => write(false),
        }
    }

    /// Counts one step that writes nothing.
    pub(crate) fn advance(&mut self) {
        self.done += 1;
        if !self.wanted {
            return;
        }
        if self.bar.is_none() && self.start.elapsed() > PATIENCE {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{spinner} {human_pos} messages");
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// Takes the bar off for good.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
