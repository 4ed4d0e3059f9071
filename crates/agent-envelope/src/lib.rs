//! All five agent report protocols with one dependency.
//!
//! So far this crate brings the protocol crates together; detecting and converting follow.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use clarifications_md;
pub use clarity_protocol;
pub use envelope_core;
pub use json_return;
pub use report_contract;
pub use status_block;
