//! Waiting for each other, awake where it can be.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

/// How often a worker asks before it goes to sleep.
const PATIENCE: usize = 400;

/// Locks, and goes to sleep only where that takes long.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    let now = || match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    };
    soon(now).unwrap_or_else(|| mutex.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Asks for something that others are about to give. A worker that goes to sleep may be woken on the core of the one that
/// wakes it, and there the two work in turns while another core is idle.
pub(super) fn soon<T>(ask: impl Fn() -> Option<T>) -> Option<T> {
    (0..PATIENCE).find_map(|tries| {
        ask().or_else(|| {
            if tries < PATIENCE / 2 {
                std::hint::spin_loop();
            } else {
                // The one that is waited for may be on this very core.
                thread::yield_now();
            }
            None
        })
    })
}

/// Wakes those who sleep until something has changed. It calls on the system only where somebody sleeps.
#[derive(Debug, Default)]
pub(super) struct Bell {
    condition: Condvar,
    /// How many sleep; changed and asked by who holds the lock alone.
    sleeping: AtomicUsize,
}

impl Bell {
    /// Sleeps until it rings; the lock is given back meanwhile.
    pub(super) fn wait<'m, T>(&self, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
        self.sleeping.fetch_add(1, Ordering::Relaxed);
        let guard = self.condition.wait(guard).unwrap_or_else(PoisonError::into_inner);
        self.sleeping.fetch_sub(1, Ordering::Relaxed);
        guard
    }

    /// Wakes all who sleep; the lock that they gave back is held.
    pub(super) fn ring<T>(&self, _guard: &MutexGuard<'_, T>) {
        if self.sleeping.load(Ordering::Relaxed) > 0 {
            self.condition.notify_all();
        }
    }
}
