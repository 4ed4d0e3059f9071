//! What an agent is told (report-contract, sections 5 and 6; R-A17).

use std::fmt::Write as _;

use envelope_core::Status;
use envelope_core::json::{Field, Shape};
use serde_json::Value;

use crate::table::SCALE;
use crate::{ContractStatus, REPORT_FIELDS, Verbosity};

/// What the agent is given: its name, the task, the level of detail, and the shape of its findings.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Briefing {
    /// The agent.
    pub agent: Option<String>,
    /// The task.
    pub task: Option<String>,
    /// The level of detail that is asked for.
    pub verbosity: Option<Verbosity>,
    /// The JSON Schema of its findings.
    pub findings: Option<Value>,
}

impl Briefing {
    /// A briefing of an agent on a task.
    pub fn new(agent: impl Into<String>, task: impl Into<String>) -> Self {
        Self { agent: Some(agent.into()), task: Some(task.into()), ..Self::default() }
    }

    /// The same at a level of detail.
    #[must_use]
    pub fn verbosity(mut self, level: Verbosity) -> Self {
        self.verbosity = Some(level);
        self
    }

    /// The same with the schema of the findings.
    #[must_use]
    pub fn findings(mut self, schema: Value) -> Self {
        self.findings = Some(schema);
        self
    }
}

/// The instruction for an agent's system prompt.
///
/// ```
/// use report_contract::{Briefing, Verbosity, prompt};
/// let text = prompt(&Briefing::new("investigator", "sprint-1-task-3").verbosity(Verbosity::Summary));
/// assert!(text.contains("sprint-1-task-3") && text.contains("\"verbosity_level\": \"summary\""));
/// assert!(report_contract::parse(&text).accepted().is_none(), "a prompt is no report");
/// ```
pub fn prompt(briefing: &Briefing) -> String {
    let mut text =
        "Your last message is one JSON object and nothing else: no word before or after it, no Markdown and \
                    no code fence around it. Anything else is refused, and the task counts as failed.\n\nThe object \
                    has these members; replace everything in angle brackets:\n\n"
            .to_owned();
    object(&mut text, REPORT_FIELDS, 0, briefing);
    text.push_str("\n\nstatus is one of:\n");
    for status in ContractStatus::ALL {
        let _ = writeln!(text, "- {}: {}", status.as_str(), meaning(*status));
    }
    text.push_str("\nverbosity_level is how much you report:\n");
    for level in Verbosity::ALL.into_iter().filter(|level| briefing.verbosity.is_none_or(|asked| asked == *level)) {
        let _ = writeln!(text, "- {level}: {}", amount(level));
    }
    text.push_str("\nRules:\n");
    for rule in rules(briefing) {
        let _ = writeln!(text, "- {rule}");
    }
    if let Some(schema) = &briefing.findings {
        let _ = write!(text, "\nThe findings keep to this JSON Schema:\n\n{schema:#}\n");
    }
    text.push_str("\nBefore you write, think of who reads it, an orchestrator that decides by it what happens next:\n");
    for question in QUESTIONS {
        let _ = writeln!(text, "- {question}");
    }
    text
}

/// Section 5.2, in our words.
const QUESTIONS: [&str; 3] = [
    "Which facts does its next decision depend on? They come first.",
    "Can any sentence be taken in two ways, or not be acted upon? Say it so that it can.",
    "Is all the context there, with a reference to each place that matters?",
];

fn meaning(status: ContractStatus) -> &'static str {
    match status {
        ContractStatus::Completed => "the task is done",
        ContractStatus::Blocked => {
            "it cannot be done without something from outside: a dependency, a decision, an access"
        }
        ContractStatus::Failed => "an error that nobody expected ended it",
    }
}

fn amount(level: Verbosity) -> &'static str {
    match level {
        Verbosity::Summary => "conclusions only",
        Verbosity::Detailed => "the main findings, what follows from them, and references",
        Verbosity::Comprehensive => "everything, logs and whole files included",
    }
}

fn rules(briefing: &Briefing) -> Vec<String> {
    let given = [&briefing.agent, &briefing.task].iter().any(|given| given.is_some()) || briefing.verbosity.is_some();
    [
        given.then(|| "repeat what is filled in above to the letter".to_owned()),
        Some("every text is Markdown inside its JSON string: headings, lists and code are welcome there, line breaks are written \\n".to_owned()),
        Some(format!("confidence_level: {}", SCALE.replace("write ", ""))),
        Some("error_message: what went wrong, in brief and in technical terms; only when failed, and then always".to_owned()),
        Some("blockers: what stands in the way, one text each; only when blocked, and then at least one".to_owned()),
        Some("recommendations: what to do next, one step each".to_owned()),
        Some("identified_gaps: what you noticed beside the way of a completed task, one text each".to_owned()),
        Some("findings: an object, for every status; not empty when completed".to_owned()),
        Some("context_map, where you use one, is a list of pairs: a statement, and null or a reference repo://path:line-line, lines from 1; the lines may be left out".to_owned()),
        Some(format!("leave out what you do not know among {}", optional(REPORT_FIELDS).join(", "))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The members that may be left out; those that depend on the status are told by the rules.
fn optional(fields: &[Field]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for field in fields {
        match field.shape {
            Shape::Object(below) => names.extend(optional(below)),
            _ if !field.required
                && !matches!(field.name, "carried" | "error_message" | "blockers" | "verbosity_level") =>
            {
                names.push(field.name);
            }
            _ => {}
        }
    }
    names
}

fn object(text: &mut String, fields: &[Field], depth: usize, briefing: &Briefing) {
    let indent = "  ".repeat(depth + 1);
    text.push_str("{\n");
    // What conversions carry along is no agent's business.
    let told: Vec<&Field> = fields.iter().filter(|field| field.name != "carried").collect();
    for (index, field) in told.iter().enumerate() {
        let comma = if index + 1 < told.len() { "," } else { "" };
        let _ = write!(text, "{indent}\"{}\": ", field.name);
        match given(field.name, briefing) {
            Some(value) => text.push_str(&value),
            None => value(text, &field.shape, field.name, depth + 1, briefing),
        }
        let _ = writeln!(text, "{comma}");
    }
    let _ = write!(text, "{}}}", "  ".repeat(depth));
}

fn value(text: &mut String, shape: &Shape, name: &str, depth: usize, briefing: &Briefing) {
    match shape {
        Shape::Object(fields) => object(text, fields, depth, briefing),
        Shape::List(item) => {
            text.push('[');
            value(text, item, name, depth, briefing);
            text.push(']');
        }
        Shape::Word(words) | Shape::Status { words, .. } => {
            let _ = write!(text, "\"<{}>\"", words.join("|"));
        }
        Shape::Count => text.push_str("<whole number>"),
        Shape::Ratio { .. } => text.push_str("<number from 0 to 1>"),
        Shape::Map => text.push_str("{<what came of the work>}"),
        _ => {
            let _ = write!(text, "\"<{}>\"", told(name));
        }
    }
}

/// What the briefing fills in.
fn given(name: &str, briefing: &Briefing) -> Option<String> {
    let json = |value: Option<&str>| value.and_then(|value| serde_json::to_string(value).ok());
    match name {
        "agent_name" => json(briefing.agent.as_deref()),
        "task_id" => json(briefing.task.as_deref()),
        "verbosity_level" => json(briefing.verbosity.map(Verbosity::as_str)),
        _ => None,
    }
}

/// What a text says, in few words.
fn told(name: &str) -> &'static str {
    match name {
        "agent_name" => "your name",
        "task_id" => "the task you were given",
        "error_message" => "what went wrong, when failed",
        "recommendations" => "a next step",
        "identified_gaps" => "something missing",
        "blockers" => "what stands in the way, when blocked",
        _ => "text",
    }
}
