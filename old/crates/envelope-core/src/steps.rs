//! A counter of the bytes that a reader looks at, so that tests and fuzzing can show that reading is linear (R-A9).

/// The items of a module that counts, for each reader one of its own; free but in tests and in fuzzing. It is given how
/// many steps a byte may take at most, which tests and fuzzing hold the reader to.
#[doc(hidden)]
#[macro_export]
macro_rules! step_counter {
    ($a_byte:literal) => {
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
        #[allow(unreachable_pub, reason = "the module is public in fuzzing only")]
        pub fn take() -> usize {
            STEPS.replace(0)
        }

        /// How many steps a text of this length may take; its end counts as one byte more.
        #[cfg(any(test, fuzzing))]
        #[allow(unreachable_pub, reason = "the module is public in fuzzing only")]
        pub const fn allowed(length: usize) -> usize {
            $a_byte * (length + 1)
        }
    };
}
