//! Signals that come while a file is changed, or while a bar is on the terminal.

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

/// Ctrl-C, held back while something is on the terminal that must be taken off first.
#[cfg(unix)]
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    came: std::sync::Arc<std::sync::atomic::AtomicBool>,
    ends: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

#[cfg(unix)]
impl Interrupt {
    /// Holds it back from now on.
    pub(super) fn hold(&self) {
        use signal_hook::consts::SIGINT;
        use signal_hook::flag::{register, register_conditional_default};
        if register_conditional_default(SIGINT, std::sync::Arc::clone(&self.ends)).is_ok() {
            register(SIGINT, std::sync::Arc::clone(&self.came)).ok();
        }
    }

    /// Whether it came.
    pub(super) fn came(&self) -> bool {
        self.came.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Lets it end the program, also if it came before.
    pub(super) fn release(&self) {
        self.ends.store(true, std::sync::atomic::Ordering::SeqCst);
        if self.came() {
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT).ok();
        }
    }
}

#[cfg(not(unix))]
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt;

#[cfg(not(unix))]
impl Interrupt {
    pub(super) fn hold(&self) {}

    pub(super) fn came(&self) -> bool {
        false
    }

    pub(super) fn release(&self) {}
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
