//! Reports of the Adaptive Reporting Contract (report-contract).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod status;

pub use status::ContractStatus;
