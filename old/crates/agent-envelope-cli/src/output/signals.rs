//! Signals that come while a file is changed.

/// Signals that would end the program, held back so that no temporary file is left behind.
#[cfg(unix)]
pub(super) struct Held(Vec<(i32, std::sync::Arc<std::sync::atomic::AtomicBool>)>);

#[cfg(unix)]
impl Held {
    pub(super) fn new() -> Self {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let hold = |signal| {
            let flag = std::sync::Arc::default();
            signal_hook::flag::register(signal, std::sync::Arc::clone(&flag)).ok().map(|_| (signal, flag))
        };
        Self([SIGINT, SIGTERM, SIGHUP].into_iter().filter_map(hold).collect())
    }

    /// Ends the program if a signal for it came.
    pub(super) fn release(self) {
        for (signal, flag) in self.0 {
            if flag.load(std::sync::atomic::Ordering::Relaxed) {
                signal_hook::low_level::emulate_default_handler(signal).ok();
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) struct Held;

#[cfg(not(unix))]
impl Held {
    pub(super) fn new() -> Self {
        Self
    }

    pub(super) fn release(self) {}
}
