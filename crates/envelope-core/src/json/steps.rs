//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

// Texts of ordinary damage take less than 100 steps a byte, which the test of laws holds to 200.
crate::step_counter!(400);
