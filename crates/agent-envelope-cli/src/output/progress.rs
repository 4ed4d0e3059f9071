//! A bar on a terminal for work that takes longer than a blink.

use std::io::{IsTerminal as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the work is; shown on a terminal after half a second, never in pipes and files.
#[derive(Debug)]
pub(crate) struct Progress {
    total: u64,
    done: u64,
    start: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of `total` steps; `wanted` is false where something else is written to the same terminal.
    pub(crate) fn new(total: usize, wanted: bool) -> Self {
        let wanted = wanted && stderr().is_terminal();
        Self { total: total as u64, done: 0, start: Instant::now(), wanted, bar: None }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        if !self.wanted {
            return;
        }
        if self.bar.is_none() && self.start.elapsed() > PATIENCE {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}");
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
