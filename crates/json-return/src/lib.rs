//! The JSON object that a subagent returns to its orchestrator.
//!
//! ```
//! let parsed = json_return::parse(r#"Done! {
//!   "status": "completed",
//!   "summary": "Wrote the plan for the login form.",
//!   "artifacts": [{"type": "plan", "path": "specs/login/plan.md", "summary": "Two phases"}],
//!   "metadata": {
//!     "session_id": "sess_1", "agent_type": "planner",
//!     "delegation_depth": 1, "delegation_path": ["orchestrator", "plan", "planner"],
//!   }
//! }"#);
//! let rules: Vec<&str> = parsed.diagnostics().iter().map(|diagnostic| diagnostic.rule.code).collect();
//! assert_eq!(rules, ["envelope-core/text-around", "envelope-core/json-trailing-comma"]);
//! let value = parsed.into_result()?;
//! assert_eq!(value.status.status(), json_return::Status::Completed);
//! assert_eq!(value.artifacts.unwrap()[0].path, "specs/login/plan.md");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README describes the format.

#![forbid(unsafe_code)]

mod decode;
mod dialect;
#[cfg(feature = "fs")]
pub mod fs;
mod model;
mod prompt;
pub mod reject;
mod render;
mod report;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod status;

pub use decode::Options;
pub use dialect::{Dialect, DialectError};
pub use envelope_core::{
    Diagnostic, FromReport, Loss, Message, Outcome, Parsed, Protocol, Rejected, Report, Severity, Span, ToReport,
};
pub use model::{Artifact, Metadata, ReturnError, StatusWord, SubagentReturn};
pub use prompt::{Prompt, prompt};
pub use rules::RULES;
pub use status::Status;

/// The types of artifacts.
pub const ARTIFACT_TYPES: [&str; 5] = ["plan", "report", "summary", "implementation", "documentation"];

/// Parses a message, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<SubagentReturn> {
    parse_with(message, &Options::default())
}

/// The same with what the caller expects and allows.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, options: &Options) -> Parsed<SubagentReturn> {
    envelope_core::parse(&message.into(), options)
}

/// Checks a return that a program built.
pub fn check(value: &SubagentReturn) -> Parsed<SubagentReturn> {
    envelope_core::check(value, &Options::default())
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
