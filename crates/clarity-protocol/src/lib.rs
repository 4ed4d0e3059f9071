//! The RESULT message with which a subagent reports to its orchestrator.
//!
//! ```
//! let parsed = clarity_protocol::parse("\
//! RESULT: CLEAN | Type: consistency | Pair: ports.md/tides.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0
//!
//! ---
//! **Protocol**: v1
//! **Agent**: consistency checker
//! **Assigned**: Compare ports.md with tides.md
//! **Scope**: ports.md, tides.md
//! **Coverage**: 100%
//! **Confidence**: high
//! ---
//! ");
//! assert_eq!(parsed.outcome(), clarity_protocol::Outcome::Completed);
//! let result = parsed.into_result()?;
//! assert_eq!(result.summary.metrics.unwrap().text("Pair"), Some("ports.md/tides.md"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README describes the format. A missing or unknown status is never a success; counts that differ from the tables, and
//! a CLEAN over findings, are rejected.

#![forbid(unsafe_code)]

pub mod aggregate;
mod check;
mod decode;
mod detail;
mod findings;
mod from_report;
mod line;
mod metadata;
mod model;
mod pairs;
mod prompt;
mod render;
mod report;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod status;
mod types;

pub use decode::Options;
pub use envelope_core::report::Finding;
pub use envelope_core::{
    Diagnostic, FromReport, Loss, Message, Outcome, Parsed, Protocol, Rejected, Report, Severity, Span, ToReport,
};
pub use findings::{FINDING_TYPES, SEVERITIES, severity_rank};
pub use metadata::coverage_percent;
pub use model::{Block, ClarityResult, Field, Metadata, Role, SummaryLine};
pub use prompt::prompt;
pub use rules::RULES;
pub use status::Status;
pub use types::{MetricValue, Metrics, ResultType};

/// Parses a message, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<ClarityResult> {
    parse_with(message, &Options::default())
}

/// The same with what the caller expects.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, options: &Options) -> Parsed<ClarityResult> {
    envelope_core::parse(&message.into(), options)
}

/// Checks a result that a program built.
pub fn check(result: &ClarityResult) -> Parsed<ClarityResult> {
    envelope_core::check(result, &Options::default())
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
