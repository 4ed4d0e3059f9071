//! What a new worker has apart from the one that started it, for as long as it works: a core, and credentials.

/// A core, as far as the system tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core(#[cfg(target_os = "linux")] usize);

#[cfg(target_os = "linux")]
impl Core {
    /// The one that this thread is on.
    pub(super) fn here() -> Self {
        Self(rustix::thread::sched_getcpu())
    }

    /// Steps aside from it, if it is still there and may go elsewhere. The kernel often leaves both workers on one core
    /// for some milliseconds while another is idle, which is a fifth of what ten thousand small messages take. Where a
    /// worker may run is not changed for good.
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

/// Gives this thread credentials of its own, with nothing in them changed. Every file that is opened and closed is counted
/// in those it was opened with, and two cores that count in one place wait for each other.
#[cfg(target_os = "linux")]
pub(super) fn own_credentials() {
    use rustix::thread::{get_keep_capabilities, set_keep_capabilities};
    if let Ok(as_it_is) = get_keep_capabilities() {
        // The kernel makes a copy whatever is set; where it does not, they stay shared.
        let _ = set_keep_capabilities(as_it_is);
    }
}

#[cfg(not(target_os = "linux"))]
impl Core {
    pub(super) const fn here() -> Self {
        Self()
    }

    pub(super) const fn leave(self) {}
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn own_credentials() {}
