//! RESULT messages of the Structured Agent Result Protocol (clarity-protocol).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod status;

pub use status::ResultStatus;
