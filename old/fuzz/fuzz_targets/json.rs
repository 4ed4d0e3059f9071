//! The target `json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| agent_envelope_fuzz::run("json", bytes));
