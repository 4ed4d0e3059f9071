//! Judgements: what a confirmer says of each entry of the draft (clarifications-md, "merge protocol"; R-Q11).

use serde::{Deserialize, Serialize};

use crate::{DecisionId, DecisionStatus, ItemId};

/// What a confirmer says of one entry of the draft, or of a new decision (R-Q11).
///
/// It names either the entry (`decision`), or what a new one rests on (`source`) and how it is called (`title`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Judgement {
    /// The entry of the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionId>,
    /// The items that a new decision rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<ItemId>,
    /// The title of a new decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How the new answers stand to the draft; a new decision needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<JudgementWord>,
    /// What is decided; needed where the draft is contradicted and where a gap is settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_text: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reasoning: String,
    /// What follows from it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub implication: String,
}

impl Judgement {
    /// A judgement on an entry of the draft.
    pub fn on(
        decision: DecisionId,
        word: JudgementWord,
        reasoning: impl Into<String>,
        implication: impl Into<String>,
    ) -> Self {
        Self { decision: Some(decision), judgement: Some(word), ..Self::bare(reasoning.into(), implication.into()) }
    }

    /// A new decision that rests on these items.
    pub fn new_decision(
        source: Vec<ItemId>,
        title: impl Into<String>,
        reasoning: impl Into<String>,
        implication: impl Into<String>,
    ) -> Self {
        Self { source, title: Some(title.into()), ..Self::bare(reasoning.into(), implication.into()) }
    }

    /// The same with the text of the decision.
    #[must_use]
    pub fn decision_text(mut self, text: impl Into<String>) -> Self {
        self.decision_text = Some(text.into());
        self
    }

    fn bare(reasoning: String, implication: String) -> Self {
        Self {
            decision: None,
            source: Vec::new(),
            title: None,
            judgement: None,
            decision_text: None,
            reasoning,
            implication,
        }
    }
}

/// How the new answers stand to a draft (clarifications-md, "merge protocol").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "the ruling closes the list")]
pub enum JudgementWord {
    /// They support it.
    Supported,
    /// They contradict its core.
    Contradicted,
    /// There are none.
    NoNewInformation,
    /// They support it and change a part (clarifications-md, "Open Design Questions" 3).
    PartlyChanged,
}

envelope_core::word_from_string!(JudgementWord, JudgementWord::ALL, JudgementWord::as_str);

impl JudgementWord {
    /// Every word.
    pub const ALL: [Self; 4] = [Self::Supported, Self::Contradicted, Self::NoNewInformation, Self::PartlyChanged];

    /// The word as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::NoNewInformation => "no-new-information",
            Self::PartlyChanged => "partly-changed",
        }
    }

    /// What becomes of a draft that is judged so (R-Q11).
    pub const fn settles(self) -> DecisionStatus {
        match self {
            Self::Supported | Self::NoNewInformation | Self::PartlyChanged => DecisionStatus::Resolved,
            Self::Contradicted => DecisionStatus::ConflictResolved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_the_same_everywhere() {
        for word in JudgementWord::ALL {
            assert_eq!(serde_json::to_value(word).unwrap(), word.as_str());
        }
    }

    #[test]
    fn what_is_misspelt_is_refused() {
        assert!(serde_json::from_str::<Judgement>(r#"{"decision": "D1", "judgment": "supported"}"#).is_err());
        assert!(serde_json::from_str::<Judgement>(r#"{"decision": "D01"}"#).is_err());
    }
}
