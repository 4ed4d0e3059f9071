//! The instruction for an agent.

use std::fmt::Write as _;

use crate::Verbosity;
use crate::status::{LEVELS, WORDS};

/// What the orchestrator knows and asks for.
#[derive(Clone, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Prompt<'a> {
    /// The task to return.
    pub task_id: Option<&'a str>,
    /// How much to report; `detailed` if it is absent.
    pub verbosity: Option<Verbosity>,
}

/// What to tell an agent that is to report with this protocol. Holds placeholders only, so that an echo of it is no
/// report.
///
/// ```
/// use report_contract::{Prompt, Verbosity, prompt};
///
/// let text = prompt(&Prompt { verbosity: Some(Verbosity::Summary), ..Prompt::default() });
/// assert!(text.contains("\"verbosity_level\": \"summary\""));
/// assert!(!report_contract::parse(&text).is_accepted());
/// ```
pub fn prompt(of: &Prompt<'_>) -> String {
    let asked = of.verbosity.unwrap_or(Verbosity::Detailed);
    let mut text = String::from(
        "Your last message is one valid JSON object in this form, with no text and no Markdown around it. A report that \
         is not in this form counts as a failed task.\n\n",
    );
    let _ = write!(
        text,
        r#"{{
  "report_metadata": {{
    "agent_name": "<your name>",
    "task_id": {task:?},
    "status": "{statuses}",
    "verbosity_level": "{level}",
    "confidence_level": <0.0 to 1.0>,
    "token_usage": <whole number, optional>,
    "execution_time_seconds": <whole number, optional>,
    "error_message": "<what went wrong, if failed>"
  }},
  "findings": {{
    "context_map": [["<statement>", "repo://<path>:<first line>-<last line>"], ["<statement without a place>", null]]
  }},
  "recommendations": ["<next step>"],
  "identified_gaps": ["<what you noticed beside your task>"],
  "blockers": ["<what keeps you from completing the task, if blocked>"]
}}
"#,
        task = of.task_id.unwrap_or("<task that you were given>"),
        statuses = WORDS.join(" | "),
        level = asked.as_str(),
    );
    text.push_str(
        "
Replace every placeholder. The statuses are:
- completed: the task is done. Leave error_message and blockers out or empty.
- blocked: you need a person or something else first. blockers says what, one entry each.
- failed: an unexpected error stopped you. error_message says which, briefly and technically.

confidence_level says how good and complete your own work is, from 0.0 (no confidence) to 1.0 (complete); no words.
",
    );
    let levels = LEVELS.iter().zip(Verbosity::ALL).map(|(word, level)| format!("{word} ({})", level.meaning()));
    let _ = write!(
        text,
        "The verbosity levels are {}. You are asked for {}.

Write the texts in findings, recommendations, identified_gaps and blockers as rich Markdown: headings, lists, code. Before
you answer, think of the orchestrator that reads it: What does it need for its next decision? Is every finding unambiguous
and usable at once? Are all places and references there?
",
        levels.collect::<Vec<_>>().join(", "),
        asked.as_str(),
    );
    text
}
