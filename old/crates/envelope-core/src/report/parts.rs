//! The parts of a neutral report.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An issue that the work brought to light (clarity-protocol, "Finding Table Format").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Finding {
    /// The agent's own number for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How grave it is, in the protocol's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    /// What nature it has, in the protocol's word.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// What it stands against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter_location: Option<String>,
    /// What is wrong.
    pub description: String,
    /// How to resolve it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// A longer discussion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discussion: Option<String>,
    /// Further columns.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Finding {
    /// A finding that has only a description yet.
    pub fn new(description: impl Into<String>) -> Self {
        Self { description: description.into(), ..Self::default() }
    }
}

/// What was checked: an item of a checklist, a criterion, a test (clarity-protocol, "Result Types").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Check {
    /// What sort of check it is.
    pub kind: CheckKind,
    /// What was checked.
    pub name: String,
    /// The result, in the protocol's word: `applied`, `pass`, …
    pub result: String,
    /// Evidence or a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A longer discussion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discussion: Option<String>,
}

impl Check {
    /// A check without a note.
    pub fn new(kind: CheckKind, name: impl Into<String>, result: impl Into<String>) -> Self {
        Self { kind, name: name.into(), result: result.into(), note: None, discussion: None }
    }
}

/// The sorts of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CheckKind {
    /// An item of a checklist.
    Item,
    /// An acceptance criterion.
    Criterion,
    /// A test.
    Test,
}

impl CheckKind {
    const ALL: [Self; 3] = [Self::Item, Self::Criterion, Self::Test];

    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Criterion => "criterion",
            Self::Test => "test",
        }
    }
}

crate::word_from_string!(CheckKind, CheckKind::ALL, CheckKind::as_str);

/// A file that the agent made, changed or read (json-return, "artifacts"; status-block, FILES).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Artifact {
    /// Where it lies, relative to the project.
    pub path: String,
    /// What it is, such as `plan`.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What the agent did with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// What it holds, or what was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

impl Artifact {
    /// A file of which only the path is known.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), kind: None, change: None, summary: None }
    }
}

/// What an agent did with a file (status-block, FILES).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Change {
    /// It was made.
    Created,
    /// It was changed.
    Modified,
    /// It was only read.
    Read,
}

impl Change {
    const ALL: [Self; 3] = [Self::Created, Self::Modified, Self::Read];

    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Modified => "modified",
            Self::Read => "read",
        }
    }
}

crate::word_from_string!(Change, Change::ALL, Change::as_str);

/// A statement and the place that it rests on (report-contract, "Context Map").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reference {
    /// The statement.
    pub text: String,
    /// The place, such as `repo://src/lib.rs:10-20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl Reference {
    /// A statement with its place.
    pub fn new(text: impl Into<String>, target: Option<String>) -> Self {
        Self { text: text.into(), target }
    }
}

/// What went wrong or stands in the way (json-return, "errors"; status-block, ERRORS; report-contract, "blockers").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Problem {
    /// What sort of problem it is, such as `timeout`.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What is wrong, for a person.
    pub message: String,
    /// Technical details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Whether trying again can help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recoverable: Option<bool>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<String>,
    /// Whether the work waits for something from outside.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocking: bool,
}

impl Problem {
    /// A problem of which only the message is known.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }
}

/// What should happen next (json-return, `next_steps`; status-block, `NEXT_ACTION`; report-contract, `recommendations`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NextStep {
    /// What to do, or why this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Who should do it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What that agent needs to know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

impl NextStep {
    /// A step of which only the action is known.
    pub fn new(action: impl Into<String>) -> Self {
        Self { action: Some(action.into()), ..Self::default() }
    }
}

/// Prose under a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Section {
    /// The title; empty for prose without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The text, Markdown.
    pub body: String,
}

impl Section {
    /// A titled section.
    pub fn new(title: impl Into<String>, body: impl Into<String>) -> Self {
        Self { title: title.into(), body: body.into() }
    }
}
