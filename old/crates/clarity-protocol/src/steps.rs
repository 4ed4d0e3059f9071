//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

// The tests of linearity take up to 26 steps a byte; the most that was found, by climbing towards it, is 81.
envelope_core::step_counter!(160);
