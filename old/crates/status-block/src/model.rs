//! The types of a status block (status-block, "Required Output Format").

use envelope_core::{Count, Envelope as _, Outcome, Status};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::fields::CONFIDENCE;
use crate::{BlockStatus, Paths, Section};

/// What one agent reports to its orchestrator (status-block, "Required Output Format").
///
/// Only the status is required: whatever else is missing is a matter for the rules, so that the value shows what was
/// said and nothing else (R-A16).
///
/// ```
/// use status_block::{BlockStatus, NextAction, StatusBlock, Summary};
/// let block = StatusBlock::new(BlockStatus::Success)
///     .summary(Summary::new("Added the ledger", "high".into(), 1))
///     .next_action(NextAction::new("validator", "Tests are written", "Run: cargo test -p ledger"));
/// assert_eq!(block.next_action.unwrap().agents(), ["validator"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StatusBlock {
    /// What became of the task.
    pub status: BlockStatus,
    /// The section SUMMARY.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// The section FILES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Files>,
    /// The section `NEXT_ACTION`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_action: Option<NextAction>,
    /// The section ERRORS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Errors>,
    /// Every other section, in order (R-S3). One of the four stands here only when it does not have the shape of its
    /// type, such as a sentence after `SUMMARY:`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extensions: Map<String, Value>,
    /// Text around and between the lines of the block (R-S6).
    #[serde(default, skip_serializing_if = "Prose::is_empty")]
    pub prose: Prose,
}

impl StatusBlock {
    /// A block that says nothing but its status.
    pub fn new(status: BlockStatus) -> Self {
        Self {
            status,
            summary: None,
            files: None,
            next_action: None,
            errors: None,
            extensions: Map::new(),
            prose: Prose::default(),
        }
    }

    /// The same block with this SUMMARY.
    #[must_use]
    pub fn summary(mut self, summary: Summary) -> Self {
        self.summary = Some(summary);
        self
    }

    /// The same block with these FILES.
    #[must_use]
    pub fn files(mut self, files: Files) -> Self {
        self.files = Some(files);
        self
    }

    /// The same block with this `NEXT_ACTION`.
    #[must_use]
    pub fn next_action(mut self, next_action: NextAction) -> Self {
        self.next_action = Some(next_action);
        self
    }

    /// The same block with these ERRORS.
    #[must_use]
    pub fn errors(mut self, errors: Errors) -> Self {
        self.errors = Some(errors);
        self
    }

    /// The same block with one more extension section; `name` is in upper case, like `ROOT_CAUSE` (R-S3).
    #[must_use]
    pub fn extension(mut self, name: impl Into<String>, content: impl Into<Value>) -> Self {
        self.extensions.insert(name.into(), content.into());
        self
    }

    /// The outcome that the block states: of its status, lowered by what a conversion carried along (R-A15).
    pub fn stated_outcome(&self) -> Outcome {
        let own = self.status.outcome();
        self.carried_outcome().map_or(own, |outcome| own.worst(outcome))
    }

    /// Whether the section is there in its own shape.
    pub(crate) fn has(&self, section: Section) -> bool {
        match section {
            Section::Summary => self.summary.is_some(),
            Section::Files => self.files.is_some(),
            Section::NextAction => self.next_action.is_some(),
            Section::Errors => self.errors.is_some(),
        }
    }
}

/// What was done (status-block, SUMMARY).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "BlockSummary"))]
#[non_exhaustive]
pub struct Summary {
    /// The work, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_i_did: Option<String>,
    /// How sure the agent is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// How many rounds it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations_used: Option<Iterations>,
    /// Further keys in order, and known ones whose content is not of their type (R-S3, R-A14).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Summary {
    /// A complete summary.
    pub fn new(what_i_did: impl Into<String>, confidence: Confidence, iterations_used: u32) -> Self {
        Self {
            what_i_did: Some(what_i_did.into()),
            confidence: Some(confidence),
            iterations_used: Some(Iterations::Count(iterations_used.into())),
            extra: Map::new(),
        }
    }
}

/// How sure an agent is of its work (status-block, `confidence`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "BlockConfidence"))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the specification knows three words; anything else is kept (R-S4)")]
pub enum Confidence {
    /// Very sure.
    High,
    /// Fairly sure.
    Medium,
    /// Not sure.
    Low,
    /// What the agent wrote instead (R-S4: kept, warning).
    #[serde(untagged)]
    Other(String),
}

// What serde derives takes an object `{"low": null}`, too.
impl<'de> Deserialize<'de> for Confidence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let known = [Self::High, Self::Medium, Self::Low].into_iter().find(|known| known.as_str() == word);
        Ok(known.unwrap_or(Self::Other(word)))
    }
}

impl Confidence {
    /// The word.
    pub fn as_str(&self) -> &str {
        let [high, medium, low] = CONFIDENCE;
        match self {
            Self::High => high,
            Self::Medium => medium,
            Self::Low => low,
            Self::Other(word) => word,
        }
    }
}

impl From<&str> for Confidence {
    fn from(word: &str) -> Self {
        let known = [Self::High, Self::Medium, Self::Low];
        known.into_iter().find(|known| known.as_str() == word).unwrap_or_else(|| Self::Other(word.to_owned()))
    }
}

/// How many rounds an agent needed (status-block, `iterations_used`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(clippy::exhaustive_enums, reason = "a number, or what stands in its place (R-S4)")]
pub enum Iterations {
    /// A whole number.
    Count(Count),
    /// What the agent wrote instead (R-S4: kept, warning).
    Text(String),
}

/// Files that the agent made, changed and read (status-block, FILES).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Files {
    /// New files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Paths>,
    /// Changed files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<Paths>,
    /// Files that were only read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Paths>,
    /// Further keys in order, and known ones whose content is not of their type (R-S3, R-A14).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Files {
    /// All three lists.
    pub fn new(created: impl Into<Paths>, modified: impl Into<Paths>, read: impl Into<Paths>) -> Self {
        Self {
            created: Some(created.into()),
            modified: Some(modified.into()),
            read: Some(read.into()),
            extra: Map::new(),
        }
    }
}

/// Who should go on (status-block, `NEXT_ACTION`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NextAction {
    /// The agent that should run next; it may name several, as `a or b`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended_agent: Option<String>,
    /// Why that agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What it must know (status-block, "Context Forward Rules").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_forward: Option<String>,
    /// Further keys in order, and known ones whose content is not of their type (R-S3, R-A14).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl NextAction {
    /// A complete recommendation.
    pub fn new(agent: impl Into<String>, reason: impl Into<String>, context_forward: impl Into<String>) -> Self {
        Self {
            recommended_agent: Some(agent.into()),
            reason: Some(reason.into()),
            context_forward: Some(context_forward.into()),
            extra: Map::new(),
        }
    }
}

/// What went wrong (status-block, ERRORS).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Errors {
    /// For a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// For debugging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Whether trying again can help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub can_retry: Option<bool>,
    /// Further keys in order, and known ones whose content is not of their type (R-S3, R-A14).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Errors {
    /// An error without details.
    pub fn new(message: impl Into<String>, can_retry: bool) -> Self {
        Self { message: Some(message.into()), details: None, can_retry: Some(can_retry), extra: Map::new() }
    }

    /// The same error with technical details.
    #[must_use]
    pub fn details(mut self, details: impl Into<String>) -> Self {
        self.details = Some(details.into());
        self
    }
}

/// Text of the message that is not part of the block (R-S6), without the blank lines around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Prose {
    /// What stands before the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Lines inside the block that belong to no key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<String>,
    /// What stands after the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Prose {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.before.is_none() && self.inside.is_none() && self.after.is_none()
    }
}
