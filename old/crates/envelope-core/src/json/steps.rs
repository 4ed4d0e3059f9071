//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

// Texts of ordinary damage take less than 100 steps a byte, which the test of laws holds to 200. Braces of prose that nothing
// closes are each read to the end, nine of them at most: 358 steps a byte is the most that was found.
crate::step_counter!(1000);
