//! STATUS/SUMMARY/FILES blocks and the scratchpad that keeps them (status-block).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod status;

pub use status::BlockStatus;
