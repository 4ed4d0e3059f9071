//! All agent report protocols at once.
//!
//! ```
//! let parsed = agent_envelope::read(&"All done, the tests pass.".into(), None, &agent_envelope::Options::default());
//! assert_eq!((parsed.protocol(), parsed.status()), (None, None));
//! assert_eq!(parsed.outcome(), agent_envelope::Outcome::Failed);
//! ```
//!
//! [`PROTOCOLS`] is the table of protocols; the command, the schemas and the fixtures are made from it.

#![forbid(unsafe_code)]

mod aggregate;
mod detect;
mod options;
mod parsed;
mod protocols;
mod rules;
#[cfg(feature = "schema")]
mod schemas;

pub use aggregate::read_input;
pub use clarity_protocol::ResultType;
pub use detect::{Undetected, detect};
pub use envelope_core::json::{Read, read as read_json};
pub use envelope_core::{
    Diagnostic, LineIndex, Loss, MAX_INPUT, Message, Outcome, Position, Protocol, Report, Rule, Severity, Span, reask,
};
pub use json_return::{Dialect, DialectError};
pub use options::Options;
pub use parsed::{AnyParsed, AnyValue, parse, read};
pub use protocols::{AnyProtocol, PROTOCOLS, find};
pub use report_contract::Verbosity;
#[cfg(feature = "findings-schema")]
pub use report_contract::{Registry, RegistryError};
pub use rules::{RULES, all_rules};
#[cfg(feature = "schema")]
pub use schemas::{SCHEMAS, SchemaKind};
pub use {clarity_protocol, json_return, report_contract, status_block};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
