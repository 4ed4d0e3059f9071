//! The target `clarity`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| agent_envelope_fuzz::run("clarity", bytes));
