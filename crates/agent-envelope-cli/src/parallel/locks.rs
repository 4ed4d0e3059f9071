//! Waiting for each other, awake where it can be.

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

pub(super) fn wait<'m, T>(condition: &Condvar, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
    condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
