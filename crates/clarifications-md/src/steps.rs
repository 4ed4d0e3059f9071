//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

envelope_core::step_counter!();
