//! The target `status_block`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| agent_envelope_fuzz::run("status_block", bytes));
