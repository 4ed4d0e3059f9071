//! The vocabulary shared by the protocols in which agents report back.
//!
//! This crate knows no protocol. It says what an outcome is and how a protocol's status maps to it ([`Outcome`],
//! [`Status`]), what reading a message gives ([`Source`], [`Parsed`], [`Diagnostic`]), how a protocol is implemented
//! ([`Envelope`]), and what a report says apart from its protocol ([`report`]). To read the messages of a protocol,
//! take its crate; to read any of them, take `agent-envelope`.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod amend;
mod bytes;
mod count;
mod diagnostic;
mod draft;
mod edit;
mod envelope;
mod line_index;
mod outcome;
mod parsed;
mod path;
mod places;
mod policy;
mod reask;
mod rule;
mod source;
mod span;
mod status;
mod steps;

#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "fs")]
pub mod fs;
pub mod json;
pub mod report;
pub mod rules;
#[cfg(feature = "schemars")]
pub mod schema;
pub mod text;
pub mod tree;

pub use amend::Amend;
pub use bytes::{note_bytes, note_line_ends, too_large};
pub use count::Count;
pub use diagnostic::{Diagnostic, DiagnosticRecord, Diagnostics, Issue};
pub use draft::{Draft, Need};
pub use edit::{BadEdit, Edit, Fix, apply_edits};
pub use envelope::{Envelope, FromReport};
pub use line_index::{LineIndex, Position};
pub use outcome::{Outcome, UnknownOutcome};
pub use parsed::{Parsed, Reading, Stated, Verdict};
pub use path::{InvalidPath, Path};
pub use places::Places;
pub use policy::{Limits, Policy, ReadOptions};
pub use reask::reask;
pub use report::{Loss, LossKind, Report};
pub use rule::{Class, Rule, Severity};
pub use source::Source;
pub use span::Span;
pub use status::{Mapped, Status};
pub use tree::Tree;
