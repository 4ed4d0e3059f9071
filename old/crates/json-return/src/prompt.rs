//! What an agent is told (json-return, "Solution: Explicit JSON Format Instruction"; R-A17).

use std::fmt::Write as _;

use envelope_core::Status;
use envelope_core::json::{Field, Shape};

use crate::{MAX_SUMMARY, MAX_TOKENS, RETURN_FIELDS, ReturnStatus};

/// What the agent has to repeat: session, its own name, and the chain of delegations that ends with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delegation {
    /// The session.
    pub session: Option<String>,
    /// The agent.
    pub agent: Option<String>,
    /// The chain from the orchestrator to the agent.
    pub path: Vec<String>,
}

impl Delegation {
    /// A delegation along `path` in a session; the last of the path is the agent.
    pub fn new(session: impl Into<String>, path: Vec<String>) -> Self {
        Self { session: Some(session.into()), agent: path.last().cloned(), path }
    }
}

/// The instruction to append to what an agent is asked, without or with the delegation that it has to repeat.
///
/// ```
/// use json_return::{Delegation, prompt};
/// let path = ["orchestrator", "plan", "planner"].map(str::to_owned).to_vec();
/// let text = prompt(&Delegation::new("sess_1735460684_a1b2c3", path));
/// assert!(text.contains("sess_1735460684_a1b2c3") && text.contains("\"delegation_depth\": 2"));
/// assert!(json_return::parse(&text).accepted().is_none(), "a prompt is no report");
/// ```
pub fn prompt(delegation: &Delegation) -> String {
    let mut text = "Answer with one JSON object and nothing else: no prose before or after it, no Markdown, no code \
                    fence. Anything else is refused, and the task counts as failed.\n\nThe object has these members; \
                    replace everything in angle brackets:\n\n"
        .to_owned();
    object(&mut text, RETURN_FIELDS, "", 0, delegation);
    text.push_str("\n\nstatus is one of:\n");
    for status in ReturnStatus::ALL {
        let _ = writeln!(text, "- {}: {}", status.as_str(), meaning(*status));
    }
    text.push_str("\nRules:\n");
    for rule in rules(delegation) {
        let _ = writeln!(text, "- {rule}");
    }
    text
}

fn meaning(status: ReturnStatus) -> &'static str {
    match status {
        ReturnStatus::Completed => "everything that was asked for is done, and every artifact exists",
        ReturnStatus::Partial => "a part is done and can be used, and the rest can be resumed",
        ReturnStatus::Failed => "nothing usable came of it, and it cannot be resumed",
        ReturnStatus::Blocked => "something outside stands in the way, and it can be tried again later",
    }
}

fn rules(delegation: &Delegation) -> Vec<String> {
    let given = delegation.session.is_some() || !delegation.path.is_empty();
    let repeat = "repeat in metadata what is filled in above to the letter";
    [
        Some(format!(
            "summary: two to five sentences, less than {MAX_TOKENS} tokens, at most {MAX_SUMMARY} characters"
        )),
        Some("artifacts: every file that you created; an empty list only when failed or blocked".to_owned()),
        Some(
            "path: from the root of the project, with / between its parts; not absolute, never above the root"
                .to_owned(),
        ),
        Some("errors: at least one unless completed; when completed, leave it out".to_owned()),
        Some(format!("leave out what you do not know among {}", optional(RETURN_FIELDS).join(", "))),
        given.then(|| repeat.to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The members that may be left out; those of lists' items are told by the rules.
fn optional(fields: &[Field]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for field in fields {
        match field.shape {
            Shape::Object(below) => names.extend(optional(below)),
            _ if !field.required && !matches!(field.name, "errors" | "carried") => names.push(field.name),
            _ => {}
        }
    }
    names
}

fn object(text: &mut String, fields: &[Field], place: &str, depth: usize, delegation: &Delegation) {
    let indent = "  ".repeat(depth + 1);
    text.push_str("{\n");
    // What conversions carry along is no agent's business.
    let told: Vec<&Field> = fields.iter().filter(|field| field.name != "carried").collect();
    for (index, field) in told.iter().enumerate() {
        let comma = if index + 1 < told.len() { "," } else { "" };
        let place = if place.is_empty() { field.name.to_owned() } else { format!("{place}.{}", field.name) };
        let _ = write!(text, "{indent}\"{}\": ", field.name);
        match given(&place, delegation) {
            Some(value) => text.push_str(&value),
            None => value(text, &field.shape, &place, depth + 1, delegation),
        }
        let _ = writeln!(text, "{comma}");
    }
    let _ = write!(text, "{}}}", "  ".repeat(depth));
}

fn value(text: &mut String, shape: &Shape, place: &str, depth: usize, delegation: &Delegation) {
    match shape {
        Shape::Object(fields) | Shape::ObjectOr { fields, .. } => object(text, fields, place, depth, delegation),
        Shape::List(item) => {
            text.push('[');
            value(text, item, place, depth, delegation);
            text.push(']');
        }
        Shape::Word(words) | Shape::Status { words, .. } => {
            let _ = write!(text, "\"<{}>\"", words.join("|"));
        }
        Shape::OpenWord(words) => {
            let more = if place == "errors.type" { "|..." } else { "" };
            let _ = write!(text, "\"<{}{more}>\"", words.join("|"));
        }
        Shape::Count => text.push_str("<whole number>"),
        Shape::Number => text.push_str("<number>"),
        Shape::Bool => text.push_str("<true|false>"),
        _ => {
            let _ = write!(text, "\"<{}>\"", told(place));
        }
    }
}

/// What the delegation fills in.
fn given(place: &str, delegation: &Delegation) -> Option<String> {
    let json = |value: Option<&String>| value.and_then(|value| serde_json::to_string(value).ok());
    let known = !delegation.path.is_empty();
    match place {
        "metadata.session_id" => json(delegation.session.as_ref()),
        "metadata.agent_type" => json(delegation.agent.as_ref()),
        "metadata.delegation_depth" => known.then(|| (delegation.path.len() - 1).to_string()),
        "metadata.delegation_path" => known.then(|| serde_json::to_string(&delegation.path).ok()).flatten(),
        _ => None,
    }
}

/// What a text says, in few words.
fn told(place: &str) -> &'static str {
    match place {
        "summary" => "what you did and what came of it",
        "artifacts.path" => "relative path of the file",
        "artifacts.summary" => "what the file holds",
        "metadata.session_id" => "the session you were given",
        "metadata.agent_type" => "your name",
        "metadata.delegation_path" => "each agent from the orchestrator to you",
        "errors.message" => "what went wrong",
        "errors.recommendation" => "how to fix it or what to do next",
        "next_steps" => "what the user should do next",
        _ => "text",
    }
}
