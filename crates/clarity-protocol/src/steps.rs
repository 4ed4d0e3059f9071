//! A count of the bytes looked at, so that tests can show that reading is linear (R-A9). Free otherwise.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts `steps` more.
#[cfg(test)]
pub(crate) fn count(steps: usize) {
    STEPS.with(|total| total.set(total.get() + steps));
}

/// Counts nothing.
#[cfg(not(test))]
pub(crate) const fn count(_: usize) {}

/// The count since the last call.
#[cfg(test)]
pub(crate) fn take() -> usize {
    STEPS.with(|total| total.replace(0))
}
