//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

// The tests of linearity take up to 40 steps a byte, and no more was found by climbing towards the most.
envelope_core::step_counter!(80);
