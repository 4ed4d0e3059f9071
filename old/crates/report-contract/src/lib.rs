//! Reports of the Adaptive Reporting Contract (report-contract).
//!
//! [`parse`] reads a message, [`check`] applies the rules to a value, [`render`] writes the canonical text, and
//! [`prompt`] tells an agent what to send. A report can be [reduced](ContractReport::reduce) to a lower level of detail
//! and [shown as Markdown](ContractReport::to_markdown); the [context map](ContextMap) reads and writes alone, too.
//! Other protocols have crates of their own; to read any of them, take `agent-envelope`.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod confidence;
mod context_map;
mod expect;
mod findings;
mod markdown;
mod model;
mod parse;
mod prompt;
mod reduce;
#[cfg(feature = "findings-schema")]
mod registry;
mod render;
mod repo_ref;
mod report;
mod shown;
mod status;
mod table;
mod typed;
mod verbosity;

pub mod rules;
#[cfg(feature = "schemars")]
pub mod schema;

pub use check::check;
pub use confidence::{ConfidenceLevel, OutOfScale};
pub use context_map::{ContextEntry, ContextMap, ContextMapRead};
pub use expect::{Expectations, FindingsCheck};
pub use findings::Findings;
pub use model::{ContractReport, ReportMetadata};
pub use parse::{REQUIRED, parse};
pub use prompt::{Briefing, prompt};
pub use reduce::Reduced;
#[cfg(feature = "findings-schema")]
pub use registry::{FindingsRegistry, InvalidFindingsSchema, NotOffered};
pub use render::render;
pub use repo_ref::{InvalidRepoRef, LineRange, RepoRef};
pub use status::ContractStatus;
pub use table::{METADATA_FIELDS, REPORT_FIELDS};
pub use verbosity::{UnknownVerbosity, Verbosity};
