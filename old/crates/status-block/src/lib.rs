//! STATUS/SUMMARY/FILES blocks and the scratchpad that keeps them (status-block).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod chain;
mod check;
mod envelope;
#[cfg(test)]
mod faults;
mod fields;
#[cfg(feature = "fs")]
pub mod fs;
mod model;
mod parse;
mod paths;
mod prompt;
mod render;
mod report;
pub mod rules;
pub mod scratchpad;
mod status;
#[cfg(not(fuzzing))]
mod steps;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod steps;

pub use chain::{Attempt, CircuitBreaker, Handoff, Step, Stop, Trip, next_step};
pub use check::check;
pub use fields::Section;
pub use model::{Confidence, Errors, Files, Iterations, NextAction, Prose, StatusBlock, Summary};
pub use parse::parse;
pub use paths::{Iter, Paths};
pub use prompt::prompt;
pub use render::render;
pub use rules::RULES;
pub use status::BlockStatus;
