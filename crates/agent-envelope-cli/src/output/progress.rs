//! A bar on a terminal for work that takes longer than a blink.

use std::io::{IsTerminal as _, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often it turns.
const TURN: Duration = Duration::from_millis(100);

/// How far the work is; shown on a terminal after half a second, never in pipes and files.
#[derive(Debug)]
pub(crate) struct Progress {
    done: u64,
    bar: Option<Bar>,
}

#[derive(Debug)]
struct Bar {
    drawn: ProgressBar,
    /// Whether it is on the terminal; it does not come there while this is locked.
    shown: Arc<Mutex<bool>>,
    /// Gone when the work is done.
    _working: Sender<()>,
}

impl Progress {
    /// `wanted` is false where nothing is to be said to people. How much there is to do is not known while folders are
    /// still read, so the bar counts.
    pub(crate) fn new(wanted: bool) -> Self {
        let bar = (wanted && stderr().is_terminal()).then(Bar::new);
        Self { done: 0, bar }
    }

    /// Does one step, with the bar off the terminal meanwhile; `write` is told whether there is one.
    pub(crate) fn step<T>(&mut self, write: impl FnOnce(bool) -> T) -> T {
        self.advance();
        let Some(Bar { drawn, shown, .. }) = &self.bar else { return write(false) };
        let shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.suspend(|| write(*shown))
    }

    /// Counts one step that writes nothing.
    pub(crate) fn advance(&mut self) {
        self.done += 1;
        if let Some(Bar { drawn, .. }) = &self.bar {
            drawn.set_position(self.done);
        }
    }

    /// Takes the bar off for good.
    pub(crate) fn finish(self) {
        if let Some(Bar { drawn, shown, .. }) = self.bar {
            let _shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            drawn.finish_and_clear();
        }
    }
}

impl Bar {
    /// Comes to the terminal when it is time, however long a step takes, and turns from then on.
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {human_pos} messages");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        let shown = Arc::new(Mutex::new(false));
        let (working, work) = channel();
        let made = Self { drawn: bar.clone(), shown: Arc::clone(&shown), _working: working };
        let wait = move || {
            if work.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
                if !bar.is_finished() {
                    *shown = true;
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TURN);
                }
            }
        };
        // Without a thread for it there is no bar.
        thread::Builder::new().spawn(wait).ok();
        made
    }
}
