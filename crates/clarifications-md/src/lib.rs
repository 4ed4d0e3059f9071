//! Clarifications documents, answer evaluations and decisions (clarifications-md).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod status;

pub use status::{DecisionStatus, EvaluationVerdict};
