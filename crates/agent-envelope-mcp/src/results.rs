//! What the tools give back: a structured result, and text for people and for clients that show nothing else.

use std::sync::Arc;

use agent_envelope::clarity_protocol::aggregate::ClarityReport;
use agent_envelope::envelope_core::schema::{full, of};
use agent_envelope::envelope_core::text::visible;
use agent_envelope::{AnyParsed, Conversion};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of a tool; an error is text for the agent, which may call again.
pub(crate) type Answer = Result<CallToolResult, String>;

/// An answer with a summary, and with a document if the result has one.
pub(crate) fn answer(result: &impl Serialize, summary: &str, document: Option<String>) -> Answer {
    // Nothing that an agent wrote acts on the terminal of a client. Documents are for programs and stay as they are.
    let texts = std::iter::once(visible(summary.trim_end()).into_owned()).chain(document);
    let mut answer = CallToolResult::success(texts.map(ContentBlock::text).collect());
    answer.structured_content = Some(serde_json::to_value(result).map_err(|error| error.to_string())?);
    Ok(answer)
}

/// What to do about a report; if no protocol claims it, or several do, that includes how to learn the form of one.
pub(crate) fn fix(parsed: &AnyParsed) -> String {
    let undetected = parsed.diagnostics().iter().find(|one| one.rule.code.starts_with("agent-envelope/"));
    parsed.reask() + undetected.map_or("", |_| "- name `protocol`, and ask `report_instructions` for its form\n")
}

/// The schema of arguments or of a structured result, with the settings of all our schemas.
pub(crate) fn schema<T: JsonSchema>() -> Arc<JsonObject> {
    let mut schema = full("", of::<T>);
    // Clients disagree about which draft may be named, and what an id means inside of a message.
    for key in ["$schema", "$id", "title", "description"] {
        schema.remove(key);
    }
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Checked {
    #[serde(flatten)]
    pub(crate) parsed: AnyParsed,
    /// How many diagnostics are left out. Where some are, the gravest come first.
    pub(crate) omitted: usize,
    /// What to do before the report is sent; empty if it is accepted.
    pub(crate) fix: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Converted {
    #[serde(flatten)]
    pub(crate) conversion: Conversion,
    /// Why there is no text, and what to fix in a report that is rejected.
    pub(crate) rejection: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Aggregated {
    /// The unified report for people.
    pub(crate) markdown: String,
    /// The unified report.
    pub(crate) report: ClarityReport,
}
