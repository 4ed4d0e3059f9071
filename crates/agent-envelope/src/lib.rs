//! All agent report protocols at once.
//!
//! ```
//! let parsed = agent_envelope::read(&"All done, the tests pass.".into(), None, &agent_envelope::Options::default());
//! assert_eq!((parsed.protocol(), parsed.status()), (None, None));
//! assert_eq!(parsed.outcome(), agent_envelope::Outcome::Failed);
//! ```
//!
//! [`PROTOCOLS`] is the table of protocols, each of them a feature; the command, the schemas and the fixtures are made
//! from it. A protocol of your own is an [`AnyProtocol`] like these.

#![forbid(unsafe_code)]

#[cfg(feature = "clarity-protocol")]
mod aggregate;
mod convert;
mod detect;
mod explain;
pub mod hook;
#[cfg(feature = "html")]
pub mod html;
mod options;
mod parsed;
mod prompts;
mod protocols;
mod rules;
#[cfg(feature = "sarif")]
pub mod sarif;
#[cfg(feature = "schema")]
mod schemas;

#[cfg(feature = "clarity-protocol")]
pub use aggregate::{UnreadableState, add_input, read_input};
pub use convert::{Conversion, Source, Unconverted, convert};
pub use detect::{Undetected, detect};
pub use envelope_core;
pub use envelope_core::json::{Read, read as read_json};
pub use envelope_core::{
    Diagnostic, LineIndex, Loss, LossKind, MAX_INPUT, Message, Outcome, Position, Protocol, Report, Rule, Severity,
    Span, reask,
};
pub use explain::{Explanation, explain};
pub use options::Options;
pub use parsed::{AnyParsed, AnyValue, parse, read};
pub use prompts::{NoPrompt, Prompt};
pub use protocols::{AnyProtocol, PROTOCOLS, find};
#[cfg(feature = "findings-schema")]
pub use report_contract::{Registry, RegistryError};
pub use rules::{RULES, all_rules};
#[cfg(feature = "schema")]
pub use schemas::{SCHEMAS, SchemaKind};

#[cfg(feature = "clarifications-md")]
pub use clarifications_md;
#[cfg(feature = "clarity-protocol")]
pub use clarity_protocol::{self, ResultType};
#[cfg(feature = "json-return")]
pub use json_return::{self, Dialect, DialectError};
#[cfg(feature = "report-contract")]
pub use report_contract::{self, Verbosity};
#[cfg(feature = "status-block")]
pub use status_block;

#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
