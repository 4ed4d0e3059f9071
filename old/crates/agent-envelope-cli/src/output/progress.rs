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

/// What is shown until it is known how much there is to do, and then.
const COUNTING: &str = "{spinner} {human_pos} read";
const MEASURED: &str = "{spinner} {bar:30} {human_pos} of {human_len} read";

/// How far the work is; shown on a terminal after half a second, never in pipes and files.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<Bar>,
}

/// Counts what is done, on whichever thread.
#[derive(Clone, Debug)]
pub(crate) struct Counter(Option<ProgressBar>);

impl Counter {
    /// Counts one more.
    pub(crate) fn count(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }
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
    /// `wanted` is false where nothing is to be said to people. How much there is to do is asked for only when the bar
    /// comes, since folders are read while the work goes on.
    pub(crate) fn new(wanted: bool, total: impl FnOnce() -> Option<u64> + Send + 'static) -> Self {
        Self { bar: (wanted && stderr().is_terminal()).then(|| Bar::new(total)) }
    }

    /// For those who do the work.
    pub(crate) fn counter(&self) -> Counter {
        Counter(self.bar.as_ref().map(|bar| bar.drawn.clone()))
    }

    /// Writes something, with the bar off the terminal meanwhile if that is where it is `seen`: to draw the bar again takes
    /// longer than most messages. `write` is told whether there is one that comes back.
    pub(crate) fn step<T>(&mut self, seen: bool, write: impl FnOnce(bool) -> T) -> T {
        let Some(Bar { drawn, shown, .. }) = self.bar.as_ref().filter(|_| seen) else { return write(false) };
        let shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.suspend(|| write(*shown))
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
    fn new(total: impl FnOnce() -> Option<u64> + Send + 'static) -> Self {
        let bar = styled(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), COUNTING);
        let shown = Arc::new(Mutex::new(false));
        let (working, work) = channel();
        let made = Self { drawn: bar.clone(), shown: Arc::clone(&shown), _working: working };
        let wait = move || {
            if work.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            {
                let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
                if bar.is_finished() {
                    return;
                }
                *shown = true;
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(TURN);
            }
            if let Some(total) = total() {
                bar.set_length(total);
                styled(bar, MEASURED);
            }
        };
        // Without a thread for it there is no bar.
        thread::Builder::new().spawn(wait).ok();
        made
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
