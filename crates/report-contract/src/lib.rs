//! Agent reports with `report_metadata` and findings of the agent's own shape.
//!
//! ```
//! let parsed = report_contract::parse(r#"{
//!   "report_metadata": {
//!     "agent_name": "investigator", "task_id": "task-7", "status": "completed", "confidence_level": 0.9
//!   },
//!   "findings": {"context_map": [["Ships are read here.", "repo://src/ships.rs:10-40"]]},
//!   "recommendations": ["Add a test for ships without a name."]
//! }"#);
//! assert_eq!(parsed.outcome(), report_contract::Outcome::Completed);
//! let report = parsed.into_result()?;
//! assert_eq!(report.context_map()[0].text, "Ships are read here.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README describes the format.

#![forbid(unsafe_code)]

mod context_map;
mod decode;
mod model;
mod prompt;
#[cfg(feature = "findings-schema")]
mod registry;
mod render;
mod report;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod status;

pub use context_map::{ContextEntry, Reference, RepoRef, RepoRefError};
pub use decode::Options;
pub use envelope_core::{
    Diagnostic, FromReport, Loss, Message, Outcome, Parsed, Protocol, Rejected, Report, Severity, Span, ToReport,
};
pub use model::{ContractReport, ReportMetadata};
pub use prompt::{Prompt, prompt};
#[cfg(feature = "findings-schema")]
pub use registry::{Registry, RegistryError};
pub use rules::RULES;
pub use status::{Status, Verbosity};

/// Parses a message, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<ContractReport> {
    parse_with(message, &Options::default())
}

/// The same with what the caller expects.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, options: &Options) -> Parsed<ContractReport> {
    envelope_core::parse(&message.into(), options)
}

/// Checks a report that a program built.
pub fn check(report: &ContractReport) -> Parsed<ContractReport> {
    envelope_core::check(report, &Options::default())
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
