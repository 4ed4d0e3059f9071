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

use clarifications_md::{Clarifications, Decisions, Evaluation, EvaluationRules};
use clarity_protocol::aggregate::UnifiedReport;
use clarity_protocol::{ClarityResult, ResultType};
use envelope_core::{Report, Source};

use std::collections::BTreeMap;

use json_return::{Dialect, Expectations, Found, KnownArtifacts, SubagentReturn};

use report_contract::{ConfidenceLevel, ContractReport, FindingsRegistry};
use status_block::StatusBlock;

use crate::kind::{Kind, Options, Seen, SeenDiagnostic, envelope, none, root, strict_json};

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
        name: "clarity-report",
        ext: "md",
        wire_json: false,
        schema: Some(root::<UnifiedReport>),
        // Programs make it of many results; no agent writes it.
        llm: false,
        read: unified_report,
        // The rules of aggregation are mostly about states and lists of inputs; the tests of the crate show them.
        rules: &[],
        rulings: &["R-C11", "R-C12", "R-C14"],
    },
    Kind {
        name: "json-return",
        ext: "json",
        wire_json: true,
        schema: Some(root::<SubagentReturn>),
        llm: true,
        read: |bytes, options| envelope::<SubagentReturn>(bytes, options, return_dialect, return_expectations),
        rules: &[json_return::rules::RULES],
        rulings: &[
            "R-A2", "R-A3", "R-A4", "R-A5", "R-A6", "R-A8", "R-A9", "R-A10", "R-A11", "R-A12", "R-A13", "R-A14",
            "R-A15", "R-A16", "R-J1", "R-J2", "R-J3", "R-J4", "R-J5", "R-J6", "R-J7", "R-J8",
        ],
    },
    Kind {
        name: "report-contract",
        ext: "json",
        wire_json: true,
        schema: Some(root::<ContractReport>),
        llm: true,
        read: |bytes, options| envelope::<ContractReport>(bytes, options, none, contract_expectations),
        rules: &[report_contract::rules::RULES],
        rulings: &[
            "R-A2", "R-A3", "R-A4", "R-A5", "R-A6", "R-A8", "R-A9", "R-A10", "R-A11", "R-A12", "R-A13", "R-A14",
            "R-A15", "R-A16", "R-P0", "R-P1", "R-P2", "R-P3", "R-P4", "R-P5", "R-P6",
        ],
    },
    Kind {
        name: "status-block",
        ext: "txt",
        wire_json: false,
        schema: Some(root::<StatusBlock>),
        // Without its extension sections, whose shape is open: the schema names them as left out.
        llm: true,
        read: |bytes, options| envelope::<StatusBlock>(bytes, options, none, none),
        rules: &[status_block::RULES],
        rulings: &["R-A15", "R-S1", "R-S2", "R-S3", "R-S4", "R-S5", "R-S6"],
    },
    Kind {
        name: "clarifications",
        ext: "md",
        wire_json: false,
        schema: Some(root::<Clarifications>),
        // Agents write the Markdown; the value holds places in it, which no model can count.
        llm: true,
        read: |bytes, options| envelope::<Clarifications>(bytes, options, evaluation_rules, none),
        rules: &[clarifications_md::rules::RULES],
        rulings: &[
            "R-A2", "R-A3", "R-A4", "R-A5", "R-A6", "R-A8", "R-A9", "R-A10", "R-A11", "R-A12", "R-A13", "R-A14",
            "R-A16", "R-Q1", "R-Q2", "R-Q3", "R-Q4", "R-Q6", "R-Q8", "R-Q13", "R-Q14", "R-Q15",
        ],
    },
    Kind {
        name: "answer-evaluation",
        ext: "json",
        wire_json: true,
        schema: Some(root::<Evaluation>),
        llm: true,
        read: |bytes, options| envelope::<Evaluation>(bytes, options, none, about_clarifications),
        rules: &[clarifications_md::evaluation::rules::RULES],
        rulings: &[
            "R-A2", "R-A3", "R-A4", "R-A5", "R-A6", "R-A8", "R-A9", "R-A10", "R-A11", "R-A12", "R-A13", "R-A14",
            "R-A16", "R-Q5", "R-Q6", "R-Q7", "R-Q10",
        ],
    },
    Kind {
        name: "decisions",
        ext: "md",
        wire_json: false,
        schema: Some(root::<Decisions>),
        // Agents write the Markdown; the value holds places in it, which no model can count.
        llm: true,
        read: |bytes, options| envelope::<Decisions>(bytes, options, none, about_clarifications),
        rules: &[clarifications_md::decisions::rules::RULES],
        rulings: &[
            "R-A2", "R-A3", "R-A4", "R-A5", "R-A6", "R-A8", "R-A9", "R-A11", "R-A12", "R-A13", "R-A14", "R-A16",
            "R-Q2", "R-Q9", "R-Q10", "R-Q11", "R-Q14",
        ],
    },
    Kind {
        name: "neutral-report",
        ext: "json",
        wire_json: true,
        schema: Some(root::<Report>),
        // For who asks an agent for one shape whatever the protocol; its open maps are named as left out.
        llm: true,
        read: strict_json::<Report>,
        rules: &[],
        rulings: &["R-A1", "R-A15"],
    },
];

/// `literal`: whether choices are left out of account (R-Q5).
fn evaluation_rules(options: &mut Options) -> Result<EvaluationRules, String> {
    let literal = options.take("literal")?.unwrap_or(false);
    Ok(if literal { EvaluationRules::literal() } else { EvaluationRules::default() })
}

/// `clarifications`: the text of the document that it is about.
fn about_clarifications(options: &mut Options) -> Result<clarifications_md::Expectations, String> {
    let Some(text) = options.take::<String>("clarifications")? else {
        return Ok(clarifications_md::Expectations::default());
    };
    let document = clarifications_md::parse(&text).into_accepted();
    let document = document.map_err(|_| "option `clarifications`: the document is not accepted".to_owned())?;
    Ok(clarifications_md::Expectations::clarifications(document))
}

/// `dialect`: `"spec"`, `"contextual"`, or a dialect as a file holds it.
fn return_dialect(options: &mut Options) -> Result<Dialect, String> {
    match options.take::<serde_json::Value>("dialect")? {
        None => Ok(Dialect::spec()),
        Some(name) if name == "spec" => Ok(Dialect::spec()),
        Some(name) if name == "contextual" => Ok(Dialect::contextual()),
        Some(dialect) => serde_json::from_value(dialect).map_err(|error| format!("option `dialect`: {error}")),
    }
}

/// `session`, `agent`, and `files`: what stands at each path, a size or `folder`, `outside` (a link that leaves the
/// root) or `unreadable`.
fn return_expectations(options: &mut Options) -> Result<Expectations, String> {
    let mut expected = Expectations::default();
    expected.session = options.take("session")?;
    expected.agent = options.take("agent")?;
    if let Some(files) = options.take::<BTreeMap<String, serde_json::Value>>("files")? {
        let found = |(path, what): (String, serde_json::Value)| match (what.as_u64(), what.as_str()) {
            (Some(bytes), _) => Ok((path, Found::File { bytes })),
            (_, Some("folder")) => Ok((path, Found::NotAFile)),
            (_, Some("outside")) => Ok((path, Found::LeavesRoot)),
            (_, Some("unreadable")) => Ok((path, Found::Unknown("permission denied".to_owned()))),
            _ => Err(format!("option `files`: `{what}` is no size and none of `folder`, `outside`, `unreadable`")),
        };
        let known: KnownArtifacts = files.into_iter().map(found).collect::<Result<Vec<_>, _>>()?.into_iter().collect();
        expected = expected.artifacts(known);
    }
    Ok(expected)
}

/// `task`, `agent`, `verbosity`, `review_below` (a number from 0 to 1), and `findings_schemas`: a schema by agent.
fn contract_expectations(options: &mut Options) -> Result<report_contract::Expectations, String> {
    let mut expected = report_contract::Expectations::default();
    expected.task = options.take("task")?;
    expected.agent = options.take("agent")?;
    expected.verbosity = options.take("verbosity")?;
    expected.review_below = options.take::<ConfidenceLevel>("review_below")?.unwrap_or(ConfidenceLevel::REVIEW);
    let mut registry = FindingsRegistry::new();
    for (agent, schema) in options.take::<BTreeMap<String, serde_json::Value>>("findings_schemas")?.unwrap_or_default()
    {
        registry.insert(agent, schema).map_err(|error| format!("option `findings_schemas`: {error}"))?;
    }
    Ok(expected.findings(registry))
}

/// `type`: the result type that was asked for.
fn clarity_expectations(options: &mut Options) -> Result<clarity_protocol::Expectations, String> {
    let Some(word) = options.take::<String>("type")? else { return Ok(clarity_protocol::Expectations::default()) };
    let kind = ResultType::from_word(&word).ok_or_else(|| format!("option `type`: `{word}` is not a result type"))?;
    Ok(clarity_protocol::Expectations::kind(kind))
}

/// A report of many results, from its Markdown.
fn unified_report(bytes: &[u8], options: &serde_json::Value) -> Result<Seen, String> {
    if !options.is_null() {
        return Err("a report has no options".to_owned());
    }
    let source = Source::from_bytes(bytes);
    match clarity_protocol::aggregate::parse(source.text()) {
        Ok(report) => {
            let value = serde_json::to_value(report).map_err(|error| error.to_string())?;
            Ok(Seen { accepted: true, outcome: None, value: Some(value), diagnostics: Vec::new() })
        }
        Err(wrong) => {
            let seen = SeenDiagnostic::new(&wrong, &source);
            Ok(Seen { accepted: false, outcome: None, value: None, diagnostics: vec![seen] })
        }
    }
}

/// Folders under `fixtures/` that hold inputs and outputs of whole operations; their own tests read them.
pub(crate) const OTHER_FIXTURES: &[&str] =
    &["aggregate", "clarify", "convert", "demo", "hook", "json", "rules", "scratchpad"];
