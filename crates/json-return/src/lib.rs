//! The JSON that subagents return to their orchestrator (json-return).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod status;

pub use status::ReturnStatus;
