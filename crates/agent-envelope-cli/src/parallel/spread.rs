//! A new worker begins on another core than the one that started it.
//!
//! The kernel often leaves both on one core for some milliseconds while another is idle, which is a fifth of what ten
//! thousand small messages take. So a worker steps aside once; where it may run is not changed for good.

/// A core, as far as the system tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core(#[cfg(target_os = "linux")] usize);

#[cfg(target_os = "linux")]
impl Core {
    /// The one that this thread is on.
    pub(super) fn here() -> Self {
        Self(rustix::thread::sched_getcpu())
    }

    /// Steps aside from it, if it is still there and may go elsewhere.
    pub(super) fn leave(self) {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let Ok(all) = sched_getaffinity(None) else { return };
        if self.0 >= CpuSet::MAX_CPU || all.count() < 2 || Self::here().0 != self.0 {
            return;
        }
        let mut others = all;
        others.unset(self.0);
        // Where this is not allowed, the kernel's choice stands.
        if sched_setaffinity(None, &others).is_ok() {
            let _ = sched_setaffinity(None, &all);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Core {
    pub(super) const fn here() -> Self {
        Self()
    }

    pub(super) const fn leave(self) {}
}
