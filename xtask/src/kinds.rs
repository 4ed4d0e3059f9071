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

use clarity_protocol::{ClarityResult, Expectations, ResultType};
use envelope_core::Report;

use crate::kind::{Kind, Options, envelope, none, root, strict_json};

/// Every kind, in the order of the documentation.
pub(crate) static KINDS: &[Kind] = &[
    Kind {
        name: "clarity-result",
        ext: "md",
        wire_json: false,
        schema: Some(root::<ClarityResult>),
        llm: true,
        read: |bytes, options| envelope::<ClarityResult>(bytes, options, none, clarity_expectations),
        rules: &[clarity_protocol::RULES],
        rulings: &[
            "R-A2", "R-A3", "R-A4", "R-A5", "R-A6", "R-A8", "R-A9", "R-A10", "R-A11", "R-A12", "R-A13", "R-A15",
            "R-C1", "R-C2", "R-C3", "R-C4", "R-C5", "R-C6", "R-C7", "R-C8", "R-C9", "R-C10", "R-C15", "R-C16",
        ],
    },
    Kind {
        name: "neutral-report",
        ext: "json",
        wire_json: true,
        schema: Some(root::<Report>),
        // No agent writes it, and its open maps have no place in a narrowed schema.
        llm: false,
        read: strict_json::<Report>,
        rules: &[],
        rulings: &["R-A1", "R-A15"],
    },
];

fn clarity_expectations(options: &mut Options) -> Result<Expectations, String> {
    let Some(word) = options.take::<String>("type")? else { return Ok(Expectations::default()) };
    let kind = ResultType::from_word(&word).ok_or_else(|| format!("option `type`: `{word}` is not a result type"))?;
    Ok(Expectations::kind(kind))
}

/// Folders under `fixtures/` that hold inputs and outputs of whole operations; their own tests read them.
pub(crate) const OTHER_FIXTURES: &[&str] = &["aggregate", "clarify", "convert", "demo", "scratchpad"];
