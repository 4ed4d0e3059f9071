//! All five agent report protocols with one dependency: [`read`] any message, [`convert`] it to another protocol.
//!
//! [`detect`] tells which protocol a message follows, how sure that is, and why. [`read`] takes what was detected,
//! [`read_as`] what the caller knows; both give an [`AnyEnvelope`], which has an outcome whatever was read. A program
//! that reads one protocol depends on that crate alone.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(all(
        feature = "clarity-protocol",
        feature = "json-return",
        feature = "status-block",
        feature = "report-contract",
        feature = "clarifications-md"
    )),
    allow(
        dead_code,
        unused_imports,
        unused_variables,
        unreachable_code,
        unreachable_patterns,
        reason = "some parts serve one protocol only"
    )
)]

#[cfg(feature = "clarity-protocol")]
pub mod aggregate;
mod any;
mod convert;
mod detect;
pub mod export;
mod format;
pub mod hook;
mod prompts;
mod protocol;
mod reask;
mod record;
pub mod rules;
mod settings;
mod shallow;
mod unclaimed;
mod unkept;

pub use any::{AnyEnvelope, read, read_as};
pub use convert::{Conversion, NotATarget, Side, convert, convert_report};
pub use detect::{Candidate, Certainty, Detection, detect};
pub use format::{Canonical, canonical};
pub use prompts::{UnknownType, prompt, prompt_types};
pub use protocol::{Protocol, UnknownProtocol};
pub use record::CheckRecord;
pub use settings::{Asked, Settings};
pub use unclaimed::Unclaimed;

#[cfg(feature = "clarifications-md")]
pub use clarifications_md;
#[cfg(feature = "clarity-protocol")]
pub use clarity_protocol;
pub use envelope_core;
#[cfg(feature = "json-return")]
pub use json_return;
#[cfg(feature = "report-contract")]
pub use report_contract;
#[cfg(feature = "status-block")]
pub use status_block;
