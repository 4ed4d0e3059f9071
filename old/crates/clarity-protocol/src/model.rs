//! The typed value of a RESULT message: summary line, metadata block, detail section.

use envelope_core::report::Coverage;
use envelope_core::text::bare;
use envelope_core::{Envelope as _, Outcome, Status};
use serde::{Deserialize, Serialize};

use crate::{Block, Confidence, Finding, Metrics, ResultStatus, ResultType};

/// A RESULT message as far as it could be read, with everything in it (clarity-protocol, "Result Envelope"; R-A3).
///
/// Text members keep their line breaks as `\n`. What the reader did not understand stands where it stood: unknown
/// pairs and fields in `other`, everything else of the detail section as a [`Block::Raw`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "ClarityResult"))]
#[non_exhaustive]
pub struct ClarityResult {
    /// The summary line; absent when there is none or when it cannot be read (R-C1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<SummaryLine>,
    /// A line with the marker whose status or type cannot be read, as it was written; only where `summary` is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
    /// Text before the summary line (R-C2); if a table or list in it is recognised, all of it stands among the blocks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The metadata block; empty when there is none.
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    /// The detail section in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Block>,
}

impl ClarityResult {
    /// A result with a summary line and nothing else yet.
    #[must_use]
    pub fn new(summary: SummaryLine) -> Self {
        Self { summary: Some(summary), ..Self::default() }
    }

    /// The same with a metadata block.
    #[must_use]
    pub fn metadata(mut self, metadata: Metadata) -> Self {
        self.metadata = metadata;
        self
    }

    /// The same with one more block in the detail section.
    #[must_use]
    pub fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// The type of the result, where the summary line tells it.
    pub fn kind(&self) -> Option<ResultType> {
        self.summary.as_ref().map(|line| line.metrics.kind())
    }

    /// The type that the summary line states or implies, also where its status cannot be read.
    pub fn claimed_kind(&self) -> Option<ResultType> {
        let unread = || crate::line::MarkerLine::read(self.unread.as_deref()?)?.kind.kind();
        self.kind().or_else(unread)
    }

    /// The status to go by: without a summary line the result counts as PARTIAL (R-C1).
    pub fn effective_status(&self) -> ResultStatus {
        self.stated_status().unwrap_or(ResultStatus::Partial)
    }

    /// Why the work is not whole: the reason on the line, or that there is no line (R-C1).
    pub fn reason(&self) -> Option<&str> {
        match &self.summary {
            Some(line) => line.reason.as_deref(),
            None => Some("no summary line"),
        }
    }

    /// How much was covered: of line and metadata the lower (R-C7, R-C14); a text that is no percentage only where
    /// there is nothing better.
    pub fn coverage(&self) -> Option<Coverage> {
        let on_line = self.summary.as_ref().and_then(|line| line.coverage.as_deref());
        let said = [on_line, self.metadata.coverage.as_deref()].into_iter().flatten();
        let lower = said.reduce(|one, other| match (percent(one), percent(other)) {
            (Some(first), Some(second)) if second < first => other,
            (None, Some(_)) => other,
            _ => one,
        });
        lower.map(Coverage::read)
    }

    /// Every row of every finding table, in order, those with missing cells included and those that say that there is no
    /// finding left out.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.blocks.iter().flat_map(Block::findings)
    }

    /// The object that a conversion from another protocol carried along (R-A15).
    pub fn carried(&self) -> Option<&serde_json::Map<String, serde_json::Value>> {
        self.blocks.iter().find_map(|block| match block {
            Block::Carried { object } => Some(object),
            _ => None,
        })
    }

    /// The status word that the message states, on a line that could be read or not.
    pub(crate) fn stated_status(&self) -> Option<ResultStatus> {
        let unread = || self.unread.as_deref().and_then(|line| crate::line::MarkerLine::read(line)?.status());
        self.summary.as_ref().map(|line| line.status).or_else(unread)
    }

    /// The outcome of the status and of what is carried, the worse.
    pub(crate) fn stated_outcome(&self) -> Outcome {
        let stated = crate::check::stated_statuses(self).map(ResultStatus::outcome).reduce(Outcome::worst);
        let outcome = stated.unwrap_or(self.effective_status().outcome());
        self.carried_outcome().map_or(outcome, |carried| outcome.worst(carried))
    }
}

/// The summary line (clarity-protocol, "Section 1 — Summary Line"; R-C3, R-C4).
///
/// Its texts hold no line breaks and no blanks at their ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SummaryLine {
    /// What became of the work.
    pub status: ResultStatus,
    /// The type and its metrics.
    pub metrics: Metrics,
    /// How much was covered, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    /// Why the work is not whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Pairs with keys that the type does not have, with values that are not of their metric's kind, or given twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<Field>,
}

impl SummaryLine {
    /// A line without optional pairs.
    #[must_use]
    pub const fn new(status: ResultStatus, metrics: Metrics) -> Self {
        Self { status, metrics, coverage: None, reason: None, other: Vec::new() }
    }

    /// The same with what was covered.
    #[must_use]
    pub fn coverage(mut self, coverage: impl Into<String>) -> Self {
        self.coverage = Some(coverage.into());
        self
    }

    /// The same with a reason.
    #[must_use]
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// The same with one more pair.
    #[must_use]
    pub fn pair(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.other.push(Field::new(key, value));
        self
    }
}

/// The percentage that a coverage tells; a sign for about before it and a note in parentheses behind it do not count.
pub(crate) fn percent(text: &str) -> Option<f64> {
    Coverage::read(text).percent().or_else(|| {
        let text = bare(text).text.trim_start_matches(['~', '≈', '<', '>', '≤', '≥', ' ']);
        let lead = ["about ", "approx. ", "approximately ", "ca. ", "around "];
        let text = lead.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
        let (number, note) = text.split_once('%')?;
        let plain = number.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let noted = note.is_empty() || note.trim_start().starts_with('(');
        (plain && noted).then(|| number.trim_end().parse().ok())?
    })
}

/// A key with its value, kept as it was written (R-A3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Field {
    /// The key, without decoration.
    pub key: String,
    /// The value.
    pub value: String,
}

impl Field {
    /// A key with its value.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }
}

/// The metadata block (clarity-protocol, "Section 2 — Metadata Block"; R-C7).
///
/// A value may run over several lines, the first of them not blank; a field without a value is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Metadata {
    /// The version of the protocol: `v1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// What role the agent has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What it was asked to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned: Option<String>,
    /// The documents or work units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// A percentage or a list of sections, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    /// How sure the agent is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Fields that the protocol does not know, and second values of those that it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<Field>,
}

/// The field whose word is one of three.
pub const CONFIDENCE: &str = "Confidence";

/// The fields of the metadata block with their members in [`Metadata`], in order; parser, rules, renderer and prompts
/// use it.
pub static FIELDS: &[(&str, &str)] = &[
    ("Protocol", "protocol"),
    ("Agent", "agent"),
    ("Assigned", "assigned"),
    ("Scope", "scope"),
    (crate::COVERAGE, "coverage"),
    (CONFIDENCE, "confidence"),
];

impl Metadata {
    /// The version that this crate knows.
    pub const PROTOCOL: &'static str = "v1";

    /// A block of this protocol's version with the agent's role.
    #[must_use]
    pub fn new(agent: impl Into<String>) -> Self {
        Self { protocol: Some(Self::PROTOCOL.to_owned()), agent: Some(agent.into()), ..Self::default() }
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.other.is_empty() && FIELDS.iter().all(|(key, _)| self.get(key).is_none())
    }

    /// The value of a field by its key in [`FIELDS`].
    pub fn get(&self, key: &str) -> Option<&str> {
        match key {
            "Protocol" => self.protocol.as_deref(),
            "Agent" => self.agent.as_deref(),
            "Assigned" => self.assigned.as_deref(),
            "Scope" => self.scope.as_deref(),
            crate::COVERAGE => self.coverage.as_deref(),
            CONFIDENCE => self.confidence.as_ref().map(Confidence::as_str),
            _ => None,
        }
    }

    /// Sets a field by its key, in any letter case; what is unknown or given twice goes to the others.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        let known = FIELDS.iter().map(|(known, _)| *known).find(|known| known.eq_ignore_ascii_case(key));
        let free = known.is_some_and(|known| self.get(known).is_none());
        let slot = match known.filter(|_| free) {
            Some("Protocol") => &mut self.protocol,
            Some("Agent") => &mut self.agent,
            Some("Assigned") => &mut self.assigned,
            Some("Scope") => &mut self.scope,
            Some(crate::COVERAGE) => &mut self.coverage,
            Some(_) => {
                self.confidence = Some(Confidence::read(&value));
                return;
            }
            None => {
                self.other.push(Field::new(known.unwrap_or(key), value));
                return;
            }
        };
        *slot = Some(value);
    }
}
