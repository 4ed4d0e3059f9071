//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

#[cfg(any(test, fuzzing))]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts `steps` more.
#[cfg(any(test, fuzzing))]
pub(super) fn count(steps: usize) {
    STEPS.with(|total| total.set(total.get() + steps));
}

/// Counts nothing.
#[cfg(not(any(test, fuzzing)))]
pub(super) fn count(_: usize) {}

/// The count since the last call.
#[cfg(fuzzing)]
pub fn take() -> usize {
    STEPS.with(|total| total.replace(0))
}

/// The count since the last call.
#[cfg(all(test, not(fuzzing)))]
pub(super) fn take() -> usize {
    STEPS.with(|total| total.replace(0))
}
