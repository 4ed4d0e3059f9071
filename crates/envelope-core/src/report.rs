//! The neutral report: what an agent reported, without the protocol that it used.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Outcome;

/// What an agent reported, without the protocol that it used. Every field but the outcome may be absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NeutralReport"))]
#[non_exhaustive]
pub struct Report {
    /// What became of the work.
    pub outcome: Outcome,
    /// The kind of work, such as `consistency`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The agent that reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The task that the report answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The session in which the agent was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// What the agent was asked to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<String>,
    /// The documents or work units that it covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The one thing that the report is about: a document, a pair of documents, a screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The chain of agents from the orchestrator to this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub delegation_path: Vec<String>,
    /// How deep in the chain this agent is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delegation_depth: Option<u64>,
    /// The level of detail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verbosity: Option<String>,
    /// What was done, in a few sentences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// How sure the agent is of its work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// How much of the scope was covered: a percentage, or a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// How many rounds the agent needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<u64>,
    /// How many tokens it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Issues found by the work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// Things that were checked one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Check>,
    /// Files that were created, modified or read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<Artifact>,
    /// Statements with the place in the repository that they rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// What is missing or worth knowing, without being in the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
    /// What went wrong or is in the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// What should happen next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// Further figures by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub metrics: Map<String, Value>,
    /// The agent's own payload.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub data: Map<String, Value>,
    /// Titled prose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
    /// What the protocol's reader did not know.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// How sure an agent is of its work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Confidence {
    /// A number from 0 to 1.
    Number(f64),
    /// `high`, `medium`, `low`, or what the agent wrote instead.
    Word(String),
}

/// How much of the scope was covered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Coverage {
    /// A percentage from 0 to 100.
    Percent(f64),
    /// Anything else, as it was written.
    Text(String),
}

/// An issue that the work brought to light.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Finding {
    /// The agent's own number for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How grave it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    /// What nature it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// What it contradicts.
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
    /// The findings of a JSON array, one for each item; none if it is no array or empty. Nothing is left out: a further key
    /// becomes `extra`, and an item without a description is described by its own JSON.
    pub fn list(array: &Value) -> Option<Vec<Self>> {
        let items = array.as_array().filter(|items| !items.is_empty())?;
        Some(items.iter().map(Self::item).collect())
    }

    /// The finding as an item of such an array, with its further keys beside the others.
    pub fn to_item(&self) -> Value {
        let mut item = serde_json::to_value(self).unwrap_or_default();
        if let Some(object) = item.as_object_mut()
            && !self.extra.keys().any(|key| object.contains_key(key))
        {
            object.shift_remove("extra");
            object.extend(self.extra.clone());
        }
        item
    }

    /// One item of such an array.
    pub fn item(item: &Value) -> Self {
        const TEXTS: [&str; 8] =
            ["id", "severity", "type", "location", "counter_location", "description", "suggestion", "discussion"];
        let (mut texts, mut extra) = (Map::new(), Map::new());
        for (key, value) in item.as_object().into_iter().flatten() {
            match value {
                Value::Null => {}
                Value::Object(further) if key == "extra" => extra.extend(further.clone()),
                Value::String(_) if TEXTS.contains(&key.as_str()) => drop(texts.insert(key.clone(), value.clone())),
                _ => drop(extra.insert(key.clone(), value.clone())),
            }
        }
        let whole = || item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        texts.entry("description").or_insert_with(|| whole().into());
        Self { extra, ..serde_json::from_value(Value::Object(texts)).unwrap_or_default() }
    }
}

/// Something that was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Check {
    /// What sort of check it is.
    pub kind: CheckKind,
    /// What was checked.
    pub name: String,
    /// The result in the protocol's word.
    pub result: String,
    /// Evidence or a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A longer discussion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discussion: Option<String>,
}

/// The sorts of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// A file that the agent created, modified or read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Artifact {
    /// Its path, relative to the project.
    pub path: String,
    /// What it is, such as `plan`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// What the agent did with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// What it holds, or what was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// What an agent did with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Change {
    /// It is new.
    Created,
    /// It was changed.
    Modified,
    /// It was only read.
    Read,
}

/// A statement and the place that it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Reference {
    /// The statement.
    pub text: String,
    /// The place, such as `repo://src/lib.rs:10-20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// What went wrong or is in the way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Problem {
    /// What sort of problem it is, such as `timeout`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
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

/// What should happen next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct NextStep {
    /// What to do, or why.
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
    /// The step as one text, for protocols that have no fields for agent and context.
    pub fn to_text(&self) -> String {
        let agent = self.agent.iter().map(|agent| format!("Next agent: {agent}"));
        let parts: Vec<String> = agent.chain(self.action.clone()).chain(self.context.clone()).collect();
        parts.join(". ")
    }
}

/// Prose under a title.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Section {
    /// The title; empty for prose without one.
    #[serde(default)]
    pub title: String,
    /// The text.
    pub body: String,
}

impl Report {
    /// A report with nothing but an outcome.
    pub fn new(outcome: Outcome) -> Self {
        Self { outcome, ..Self::default() }
    }

    /// The further keys that are none of the protocol's own; the others are lost.
    pub fn extra_beside(&self, own: &[&str], losses: &mut Vec<Loss>) -> Map<String, Value> {
        let mut extra = self.extra.clone();
        // An object under the name of an own object holds further keys of that.
        for key in own.iter().filter(|key| extra.get(**key).is_some_and(|value| !value.is_object())) {
            losses.push(Loss::dropped("extra", format!("`{key}` means something else in this protocol")));
        }
        extra.retain(|key, _| !own.contains(&key.as_str()));
        extra
    }

    /// A loss for every field that has a value and is not among the placed ones.
    pub fn unplaced(&self, placed: &[&str]) -> Vec<Loss> {
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else { return Vec::new() };
        let lost = fields.keys().filter(|field| !placed.contains(&field.as_str()));
        lost.map(|field| Loss::dropped(field, "has no place in this protocol")).collect()
    }
}

/// Something that a conversion could not carry over as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// The field of the neutral report, or of the target for what was invented.
    pub field: String,
    /// What happened to it.
    pub kind: LossKind,
    /// What is lost, in words.
    pub note: String,
}

/// What happened to a field in a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LossKind {
    /// It is not in the target.
    Dropped,
    /// The target says something similar.
    Approximated,
    /// The target needs it and the source does not have it.
    Invented,
}

impl LossKind {
    /// The lower-case name.
    pub fn as_str(self) -> &'static str {
        ["dropped", "approximated", "invented"][self as usize]
    }
}

impl Loss {
    /// A field that is not in the target.
    pub fn dropped(field: &str, note: impl Into<String>) -> Self {
        Self { field: field.to_owned(), kind: LossKind::Dropped, note: note.into() }
    }

    /// A field that the target says in another way.
    pub fn approximated(field: &str, note: impl Into<String>) -> Self {
        Self { field: field.to_owned(), kind: LossKind::Approximated, note: note.into() }
    }

    /// A field that the source does not have.
    pub fn invented(field: &str, note: impl Into<String>) -> Self {
        Self { field: field.to_owned(), kind: LossKind::Invented, note: note.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.as_str();
        write!(f, "{kind} `{}`: {}", self.field, self.note)
    }
}
