//! A count of the bytes looked at, so that tests and fuzzing can show that reading is linear (R-A9). Free otherwise.

// The tests of linearity take less than 9 steps a byte; the most that was found, by climbing towards it, is 296, and an
// indented block with text behind it is read twice.
envelope_core::step_counter!(800);
