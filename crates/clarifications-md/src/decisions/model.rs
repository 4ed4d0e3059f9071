use envelope_core::json::is_absent;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{DecisionStatus, DocumentStatus};
use crate::workflow::NOT_ANSWERED;
use crate::{DecisionId, ItemId};

/// A decisions document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Decisions {
    /// What the document says about itself.
    pub frontmatter: DecisionsFrontmatter,
    /// The text before the first decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preamble: Option<String>,
    /// The decisions, in order.
    pub decisions: Vec<Decision>,
}

/// What a decisions document says about itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct DecisionsFrontmatter {
    /// Where the document stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<DocumentStatus>,
    /// How many decisions there are.
    pub decision_count: u64,
    /// How many drafts were contradicted by later answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts_resolved: Option<u64>,
    /// Further keys, in order: text, or a list of texts.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Decision {
    /// Its id.
    pub id: DecisionId,
    /// The title, with a mark such as `[Critical Gap]` if it has one.
    pub title: String,
    /// The items that it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<ItemId>,
    /// The section of its question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// What was answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// What was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// What follows from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub implication: Option<String>,
    /// How far it is.
    pub status: DecisionStatus,
    /// What else is to be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Text that belongs to no field, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// Further fields, in order.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Decision {
    /// A decision without its fields.
    pub fn new(id: DecisionId, title: impl Into<String>, status: DecisionStatus) -> Self {
        Self {
            id,
            title: title.into(),
            source: Vec::new(),
            section: None,
            answers: Vec::new(),
            decision: None,
            reasoning: None,
            implication: None,
            status,
            note: None,
            other: None,
            extra: Map::new(),
        }
    }

    /// What was decided, or else answered; none if that says nothing (R-A5, R-A8).
    pub(crate) fn text(&self) -> Option<String> {
        let says = |text: &&String| !is_absent(text) && *text != NOT_ANSWERED;
        let one = |answer: &Answer| {
            let text = Some(&answer.text).filter(says)?;
            Some(answer.item.map_or_else(|| text.clone(), |item| format!("{item}: {text}")))
        };
        let answers: Vec<String> = self.answers.iter().filter_map(one).collect();
        let answers = (!answers.is_empty()).then(|| answers.join("\n\n"));
        self.decision.clone().filter(|text| says(&text)).or(answers)
    }
}

/// An answer that a decision rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Answer {
    /// The item that was answered, where there is more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// The answer.
    pub text: String,
}
