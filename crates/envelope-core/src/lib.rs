//! The parts that agent report protocols share.
//!
//! A protocol crate implements [`Protocol`]; [`parse()`] checks size and encoding, locates the envelope in a message,
//! decodes it and returns [`Parsed`]: the outcome, the diagnostics with their byte spans, and the value if the message
//! was accepted. This crate knows no protocol. To read messages, use a protocol crate such as `status-block`, or
//! `agent-envelope` for all of them.
//!
//! | module | what |
//! |---|---|
//! | [`json`] | finds and reads JSON in a message, with repairs, spans and pointers |
//! | [`markdown`] | blocks of Markdown with byte spans, and cells of table rows |
//! | [`text`] | lines, fences, thoughts, marker lines, decorated words, placeholders, frontmatter |
//! | [`mod@edit`] | changes to a text by splices |
//! | [`report`] | the neutral report that conversions go through |
//! | [`mod@rules`] | the rules that every protocol shares |
//! | `schema`, `conformance` | features: JSON Schemas, and the tests of a protocol crate |

#![forbid(unsafe_code)]

mod diagnostic;
mod message;
mod outcome;
mod parsed;
mod protocol;
mod reask;
mod rule;
mod sink;
mod span;
mod status;

#[cfg(feature = "conformance")]
pub mod conformance;
pub mod edit;
pub mod json;
pub mod markdown;
pub mod report;
pub mod rules;
#[cfg(feature = "schema")]
pub mod schema;
pub mod text;

pub use diagnostic::Diagnostic;
pub use edit::Edit;
pub use message::{Message, Unreadable};
pub use outcome::Outcome;
pub use parsed::{Parsed, Rejected, check, parse};
pub use protocol::{Canonical, Decoded, FromReport, Info, Located, Protocol, ToReport};
pub use reask::reask;
pub use report::{Loss, LossKind, Report};
pub use rule::{Example, Rule, Severity};
pub use sink::Sink;
pub use span::{LineIndex, Position, Span};
pub use status::{Mapped, Status};

/// The largest message that is read, in bytes (R-A9).
pub const MAX_INPUT: usize = 16 * 1024 * 1024;
/// The most diagnostics that one message gets (R-A9).
pub const MAX_DIAGNOSTICS: usize = 1_000;
