//! The STATUS/SUMMARY/FILES block with which an agent reports to its orchestrator.
//!
//! ```
//! let parsed = status_block::parse("\
//! STATUS: success
//!
//! SUMMARY:
//!   what_i_did: \"Wrote tests for the login form\"
//!   confidence: high
//!   iterations_used: 1
//!
//! FILES:
//!   created: [\"tests/login.rs\"]
//!   modified: []
//!   read: [\"src/login.rs\"]
//!
//! NEXT_ACTION:
//!   recommended_agent: \"validator\"
//!   reason: \"The tests must fail first\"
//!   context_forward: \"Run: cargo test --test login\"
//! ");
//! assert_eq!(parsed.outcome(), status_block::Outcome::Completed);
//! let block = parsed.into_result()?;
//! assert_eq!(block.files.unwrap().created.unwrap(), ["tests/login.rs"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README describes the format. A missing, unknown or qualified status is never a success; a success without
//! SUMMARY and `NEXT_ACTION` is rejected as incomplete.

#![forbid(unsafe_code)]

mod fields;
#[cfg(feature = "fs")]
pub mod fs;
mod model;
mod parse;
mod prompt;
mod render;
mod report;
mod rules;
pub mod scratchpad;
mod status;

pub use envelope_core::{
    Diagnostic, FromReport, Loss, Message, Outcome, Parsed, Protocol, Rejected, Report, Severity, Span, ToReport,
};
pub use model::{Confidence, Errors, Files, Iterations, NextAction, StatusBlock, Summary};
pub use prompt::prompt;
pub use rules::RULES;
pub use status::Status;

/// Parses a message, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<StatusBlock> {
    parse_with(message, &())
}

/// The same with options, of which this protocol has none.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, options: &()) -> Parsed<StatusBlock> {
    envelope_core::parse(&message.into(), options)
}

/// Checks a block that a program built.
pub fn check(block: &StatusBlock) -> Parsed<StatusBlock> {
    envelope_core::check(block, &())
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
