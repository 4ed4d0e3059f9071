//! RESULT messages of the Structured Agent Result Protocol (clarity-protocol).
//!
//! [`parse`] reads a message, [`check`] applies the rules to a value, [`render`] writes the canonical text, [`prompt`]
//! tells an agent what to send. Other protocols have crates of their own; to read any of them, take `agent-envelope`.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod block;
mod check;
mod envelope;
mod judged;
mod line;
#[cfg(test)]
mod linear;
mod list;
mod metrics;
mod model;
mod note;
mod parse;
mod prompt;
mod render;
mod report;
mod results;
mod roles;
mod row;
mod score;
mod status;
#[cfg(not(fuzzing))]
mod steps;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod steps;
mod stray;
mod verdict;
mod views;
mod words;

pub mod aggregate;
pub mod rules;

pub use aggregate::{Aggregate, UnifiedReport};
pub use block::{Block, Finding};
pub use check::{Expectations, check};
pub use envelope::parse;
pub use metrics::{COVERAGE, METRICS, Metric, MetricKind, Metrics, REASON, Ratio, TYPE};
pub use model::{CONFIDENCE, ClarityResult, FIELDS, Field, Metadata, SummaryLine};
pub use prompt::prompt;
pub use render::render;
pub use roles::{COLUMNS, Column, ROLES, Role, RoleSpec};
pub use rules::RULES;
pub use status::ResultStatus;
pub use views::{
    Checked, ChecklistItem, ComponentPlan, ConsistencyView, DesignPlanView, DigestView, FileChange, Identified,
    ImplementationView, Named, Passed, VerificationView, View,
};
pub use words::{Confidence, FindingSeverity, FindingType, ItemStatus, ResultType};
