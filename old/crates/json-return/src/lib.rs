//! The JSON that subagents return to their orchestrator (json-return).
//!
//! [`parse`] reads a message, [`check`] applies the rules to a value, [`render`] writes the canonical text, [`prompt`]
//! tells an agent what to send, and [`reject`] makes of a refused return what the specification asks for. Other
//! protocols have crates of their own; to read any of them, take `agent-envelope`.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod dialect;
mod expect;
mod extra;
#[cfg(feature = "fs")]
mod fs;
mod log;
mod model;
mod parse;
mod prompt;
mod reject;
mod render;
mod report;
#[cfg(feature = "schemars")]
mod schema;
mod status;
mod table;
mod word;

pub mod rules;

pub use check::{MAX_SUMMARY, MAX_TOKENS, check};
pub use dialect::{Dialect, InvalidDialect};
pub use expect::{ArtifactProbe, Expectations, Found, KnownArtifacts, TokenCounter};
#[cfg(feature = "fs")]
pub use fs::{Appended, DiskArtifacts, ErrorLog, LogStep};
pub use log::{LogEntry, LogError, NotALog, append_entry};
pub use model::{Artifact, Metadata, ReturnError, SubagentReturn};
pub use parse::{REQUIRED, parse};
pub use prompt::{Delegation, prompt};
pub use reject::{Rejection, reject};
pub use render::render;
pub use status::ReturnStatus;
pub use table::{ARTIFACT_FIELDS, ERROR_FIELDS, METADATA_FIELDS, RETURN_FIELDS};
pub use word::{ArtifactKind, ErrorKind};
