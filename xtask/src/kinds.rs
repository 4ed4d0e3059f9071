//! The registry of document kinds. Schemas, fixtures and the rule reference follow from it.
//!
//! A protocol crate adds a kind with one entry:
//!
//! ```text
//! Kind {
//!     name: "status-block",
//!     ext: "txt",
//!     wire_json: false,
//!     schema: Some(root::<StatusBlock>),
//!     llm: true,
//!     read: |bytes, options| envelope::<StatusBlock>(bytes, options, none, none),
//!     rules: &[status_block::RULES, envelope_core::rules::RULES],
//!     rulings: &["R-S1", "R-S2"],
//! },
//! ```
//!
//! Where the protocol has options or expectations, a closure takes them from the case's `options.json` in place of
//! `none`: `|options| Ok(Expected { session: options.take("session")? })`. Then `cargo xtask schemas` writes its
//! schemas, and `cargo xtask fixtures` says which cases are missing.

use envelope_core::Report;

use crate::kind::{Kind, root, strict_json};

/// Every kind, in the order of the documentation.
pub(crate) static KINDS: &[Kind] = &[Kind {
    name: "neutral-report",
    ext: "json",
    wire_json: true,
    schema: Some(root::<Report>),
    // No agent writes it, and its open maps have no place in a narrowed schema.
    llm: false,
    read: strict_json::<Report>,
    rules: &[],
    rulings: &["R-A1", "R-A15"],
}];

/// Folders under `fixtures/` that hold inputs and outputs of whole operations; their own tests read them.
pub(crate) const OTHER_FIXTURES: &[&str] = &["aggregate", "clarify", "convert", "demo", "scratchpad"];
