//! What agents are told, for every protocol (R-A17).

use std::fmt;

use crate::Protocol;

/// The types of instructions that a protocol has, for [`prompt`]; empty where it has one only.
pub fn prompt_types(protocol: Protocol) -> Vec<&'static str> {
    match protocol {
        #[cfg(feature = "clarity-protocol")]
        Protocol::Clarity => clarity_protocol::ResultType::WORDS.to_vec(),
        #[cfg(feature = "clarifications-md")]
        Protocol::Clarifications => clarifications_md::PromptKind::ALL.iter().map(|kind| kind.as_str()).collect(),
        #[cfg(feature = "clarifications-md")]
        Protocol::Decisions => DECISIONS_TYPES.iter().map(|(word, _)| *word).collect(),
        _ => Vec::new(),
    }
}

/// The two ages of decisions by the word of their front matter. `clarifications` has the instructions of the whole
/// workflow, these two under `decisions` and `draft` included; whoever asks for decisions by name gets the final ones.
#[cfg(feature = "clarifications-md")]
const DECISIONS_TYPES: [(&str, clarifications_md::PromptKind); 2] =
    [("final", clarifications_md::PromptKind::Decisions), ("draft", clarifications_md::PromptKind::Draft)];

/// The instruction to give an agent that is to answer in this protocol.
///
/// ```
/// use agent_envelope::{Protocol, prompt};
/// # #[cfg(feature = "clarity-protocol")] {
/// assert!(prompt(Protocol::Clarity, Some("digest")).is_ok_and(|text| text.contains("RESULT:")));
/// assert!(prompt(Protocol::Clarity, None).is_err(), "its types differ too much for one instruction");
/// # }
/// ```
pub fn prompt(protocol: Protocol, kind: Option<&str>) -> Result<String, UnknownType> {
    let unknown = || UnknownType { protocol, given: kind.map(str::to_owned) };
    match protocol {
        #[cfg(feature = "clarity-protocol")]
        Protocol::Clarity => {
            let kind = kind.and_then(clarity_protocol::ResultType::from_word).ok_or_else(unknown)?;
            Ok(clarity_protocol::prompt(kind))
        }
        #[cfg(feature = "clarifications-md")]
        Protocol::Clarifications => {
            let all = clarifications_md::PromptKind::ALL;
            let kind = all.into_iter().find(|known| kind.is_none_or(|word| known.as_str() == word));
            kind.map(clarifications_md::prompt).ok_or_else(unknown)
        }
        #[cfg(feature = "clarifications-md")]
        Protocol::Evaluation if kind.is_none() => {
            Ok(clarifications_md::prompt(clarifications_md::PromptKind::Evaluation))
        }
        #[cfg(feature = "clarifications-md")]
        Protocol::Decisions => {
            let known = DECISIONS_TYPES.iter().find(|(word, _)| kind.is_none_or(|kind| kind == *word));
            known.map(|(_, kind)| clarifications_md::prompt(*kind)).ok_or_else(unknown)
        }
        #[cfg(feature = "json-return")]
        Protocol::JsonReturn if kind.is_none() => Ok(json_return::prompt(&json_return::Delegation::default())),
        #[cfg(feature = "status-block")]
        Protocol::StatusBlock if kind.is_none() => Ok(status_block::prompt()),
        #[cfg(feature = "report-contract")]
        Protocol::ReportContract if kind.is_none() => {
            Ok(report_contract::prompt(&report_contract::Briefing::default()))
        }
        #[allow(unreachable_patterns, reason = "with some features left out no other protocol is there")]
        _ => Err(unknown()),
    }
}

/// The protocol has no instruction of this type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownType {
    /// The protocol.
    pub protocol: Protocol,
    /// What was asked for.
    pub given: Option<String>,
}

impl fmt::Display for UnknownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = prompt_types(self.protocol).join(", ");
        match (&self.given, types.is_empty()) {
            (Some(given), true) => write!(f, "{} has one instruction and no type `{given}`", self.protocol),
            (Some(given), false) => write!(f, "{} has no type `{given}`; there are: {types}", self.protocol),
            (None, _) => write!(f, "{} needs a type: {types}", self.protocol),
        }
    }
}

impl std::error::Error for UnknownType {}
