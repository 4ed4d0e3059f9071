//! The arguments of the tools. Their doc comments are what an agent reads.

use std::borrow::Cow;

use agent_envelope::{AnyProtocol, Dialect, Options, PROTOCOLS, ResultType, Verbosity};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The arguments of `report_instructions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Instructions {
    /// The protocol.
    pub(crate) protocol: Word<Protocol>,
    /// The type of the report: clarity has the first five, clarifications the others; other protocols have none.
    pub(crate) r#type: Option<Word<&'static str>>,
    /// What the receiver will expect; the instruction asks for its session, task and verbosity.
    pub(crate) options: Option<Expected>,
}

/// The arguments of `check_report`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    /// The whole report, exactly as it is to be sent.
    pub(crate) text: String,
    /// The protocol; without it, the one that claims the report.
    pub(crate) protocol: Option<Word<Protocol>>,
    /// What the receiver expects.
    pub(crate) options: Option<Expected>,
}

/// What the receiver of a report expects.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Expected {
    /// Reject reports with warnings, too.
    pub(crate) strict: bool,
    /// The type that the report must have (clarity).
    r#type: Option<ResultType>,
    /// The session that the report must name (json-return).
    session: Option<String>,
    /// The task that the report must name (report-contract).
    task: Option<String>,
    /// The agent that the report must name (json-return, report-contract).
    agent: Option<String>,
    /// The level of detail that was asked for (report-contract).
    verbosity: Option<Verbosity>,
    /// Allow the status words and optional fields of the contextual dialect (json-return).
    contextual: bool,
}

impl From<Expected> for Options {
    fn from(expected: Expected) -> Self {
        Self {
            session: expected.session,
            task: expected.task,
            agent: expected.agent,
            verbosity: expected.verbosity,
            result_type: expected.r#type,
            dialect: if expected.contextual { Dialect::contextual() } else { Dialect::spec() },
            ..Self::default()
        }
    }
}

/// The arguments of `convert_report`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Convert {
    /// The whole report.
    pub(crate) text: String,
    /// The protocol to convert to.
    pub(crate) to: Word<Target>,
    /// The protocol of the report; without it, the one that claims the report.
    pub(crate) protocol: Option<Word<Protocol>>,
}

/// The arguments of `aggregate_reports`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Aggregate {
    /// The reports; leave this out to read a folder.
    pub(crate) reports: Option<Vec<Named>>,
    /// A folder of reports: its path in a root, such as `.` for the root, or from where the server runs, or absolute. Only
    /// the roots that the server was started with, and the folders in them, are read.
    pub(crate) folder: Option<String>,
}

/// A report with its name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    /// The name, such as that of its file.
    pub(crate) name: String,
    /// The whole report.
    pub(crate) text: String,
}

/// The arguments of `explain_rule`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    /// The rule, as a diagnostic names it: `<crate>/<name>`.
    pub(crate) rule: String,
}

/// A word of a closed list.
pub(crate) trait Listed: Sized {
    /// The words with their meanings.
    fn all() -> Vec<(&'static str, Self)>;
}

/// The meaning of a word; the schema lists the words.
#[derive(Debug)]
pub(crate) struct Word<T>(pub(crate) T);

impl<'de, T: Listed> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (words, meanings): (Vec<_>, Vec<_>) = T::all().into_iter().unzip();
        let found = words.iter().zip(meanings).find(|(word, _)| **word == text);
        let error = || D::Error::custom(format!("`{text}` is none of {}", words.join(", ")));
        found.map(|(_, meaning)| Self(meaning)).ok_or_else(error)
    }
}

impl<T: Listed> JsonSchema for Word<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Word".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = T::all().into_iter().map(|(word, _)| word).collect();
        json_schema!({"type": "string", "enum": words})
    }
}

/// A protocol.
pub(crate) type Protocol = &'static AnyProtocol;

impl Listed for Protocol {
    fn all() -> Vec<(&'static str, Self)> {
        PROTOCOLS.iter().map(|protocol| (protocol.info.name, protocol)).collect()
    }
}

/// A protocol that reports can be converted to.
#[derive(Debug)]
pub(crate) struct Target(pub(crate) Protocol);

impl Listed for Target {
    fn all() -> Vec<(&'static str, Self)> {
        let targets = Protocol::all().into_iter().filter(|(_, protocol)| protocol.is_target());
        targets.map(|(name, protocol)| (name, Self(protocol))).collect()
    }
}

/// A type of report for which a protocol has instructions.
impl Listed for &'static str {
    fn all() -> Vec<(&'static str, Self)> {
        let prompts = PROTOCOLS.iter().flat_map(|protocol| (protocol.prompts)(&Options::default()));
        prompts.filter_map(|prompt| prompt.r#type.map(|name| (name, name))).collect()
    }
}
