use std::fmt;

use serde::Serialize;

#[cfg(feature = "clarifications-md")]
use clarifications_md::Topic;

/// The instruction for an agent that is to report.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs with a protocol of their own build it")]
pub struct Prompt {
    /// The type of the report, for a protocol with several.
    pub r#type: Option<&'static str>,
    /// The instruction.
    pub text: String,
}

/// A protocol has no instruction for the type that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoPrompt {
    /// The protocol.
    pub protocol: &'static str,
    /// The types that it has.
    pub types: Vec<&'static str>,
}

impl fmt::Display for NoPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.types.as_slice() {
            [] => write!(f, "{} has no types; name none", self.protocol),
            types => write!(f, "{} has several types; name one of {}", self.protocol, types.join(", ")),
        }
    }
}

impl std::error::Error for NoPrompt {}

impl From<String> for Prompt {
    fn from(text: String) -> Self {
        Self { r#type: None, text }
    }
}

#[cfg(feature = "clarity-protocol")]
pub(crate) fn clarity(_: &crate::Options) -> Vec<Prompt> {
    let prompt = |of: crate::ResultType| Prompt { r#type: Some(of.as_str()), text: clarity_protocol::prompt(of) };
    crate::ResultType::ALL.map(prompt).to_vec()
}

#[cfg(feature = "json-return")]
pub(crate) fn json_return(options: &crate::Options) -> Vec<Prompt> {
    let delegation_path: Vec<&str> = options.delegation_path.iter().map(String::as_str).collect();
    let asked = json_return::Prompt { session_id: options.session.as_deref(), delegation_path: &delegation_path };
    vec![json_return::prompt(&asked).into()]
}

#[cfg(feature = "report-contract")]
pub(crate) fn report_contract(options: &crate::Options) -> Vec<Prompt> {
    let asked = report_contract::Prompt { task_id: options.task.as_deref(), verbosity: options.verbosity };
    vec![report_contract::prompt(&asked).into()]
}

#[cfg(feature = "clarifications-md")]
pub(crate) fn clarifications(_: &crate::Options) -> Vec<Prompt> {
    let prompt = |topic: Topic| Prompt { r#type: Some(topic.as_str()), text: clarifications_md::prompt(topic) };
    Topic::ALL.map(prompt).to_vec()
}

#[cfg(feature = "clarifications-md")]
pub(crate) fn evaluation(_: &crate::Options) -> Vec<Prompt> {
    vec![clarifications_md::prompt(Topic::Evaluation).into()]
}

#[cfg(feature = "clarifications-md")]
pub(crate) fn decisions(_: &crate::Options) -> Vec<Prompt> {
    vec![clarifications_md::prompt(Topic::Decisions).into()]
}

#[cfg(feature = "status-block")]
pub(crate) fn status_block(_: &crate::Options) -> Vec<Prompt> {
    vec![status_block::prompt().into()]
}
