//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

crate::step_counter!();

/// The count since the last call; for fuzzing.
#[cfg(fuzzing)]
pub fn taken() -> usize {
    take()
}
