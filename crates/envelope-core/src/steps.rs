//! A counter of the bytes that a reader looks at, so that tests and fuzzing can show that reading is linear (R-A9).

/// The items of a module that counts, for each reader one of its own; free but in tests and in fuzzing.
#[doc(hidden)]
#[macro_export]
macro_rules! step_counter {
    () => {
        #[cfg(any(test, fuzzing))]
        ::std::thread_local! {
            static STEPS: ::std::cell::Cell<usize> = const { ::std::cell::Cell::new(0) };
        }

        /// Counts `steps` more.
        #[cfg(any(test, fuzzing))]
        pub(crate) fn count(steps: usize) {
            STEPS.set(STEPS.get() + steps);
        }

        /// Counts nothing.
        #[cfg(not(any(test, fuzzing)))]
        pub(crate) const fn count(_: usize) {}

        /// The count since the last call.
        #[cfg(any(test, fuzzing))]
        #[cfg_attr(fuzzing, allow(dead_code, reason = "not every reader is held to its steps there"))]
        pub(crate) fn take() -> usize {
            STEPS.replace(0)
        }
    };
}
