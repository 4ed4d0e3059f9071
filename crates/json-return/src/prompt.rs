//! The instruction for an agent.

use std::fmt::Write as _;

use crate::ARTIFACT_TYPES;
use crate::model::SUMMARY_LIMIT;
use crate::status::WORDS;

/// What the orchestrator knows and the agent has to return.
#[derive(Clone, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Prompt<'a> {
    /// The session to return.
    pub session_id: Option<&'a str>,
    /// The chain of agents to return.
    pub delegation_path: &'a [&'a str],
}

/// What to append to a task so that the agent returns JSON. Holds placeholders only, so that an echo of it is no return.
///
/// ```
/// use json_return::{Prompt, prompt};
///
/// let text = prompt(&Prompt { session_id: Some("sess_1"), ..Prompt::default() });
/// assert!(text.contains("\"session_id\": \"sess_1\""));
/// assert!(!json_return::parse(&text).is_accepted());
/// ```
pub fn prompt(of: &Prompt<'_>) -> String {
    let path: Vec<String> = of.delegation_path.iter().map(|agent| format!("{agent:?}")).collect();
    let (depth, path) = match path.as_slice() {
        [] => ("<depth in the chain of agents>".to_owned(), "\"<agent that called first>\", \"<you>\"".to_owned()),
        agents => (agents.len().saturating_sub(2).to_string(), agents.join(", ")),
    };
    let mut text = String::from(
        "Return one JSON object and nothing else: no text before or after it, no Markdown, no code fence.\nA return that \
         is not valid JSON is rejected. This is its form:\n\n",
    );
    let _ = write!(
        text,
        r#"{{
  "status": "{statuses}",
  "summary": "<what was done, two to five sentences>",
  "artifacts": [
    {{"type": "{types}", "path": "<path from the root of the project>", "summary": "<what is in it>"}}
  ],
  "metadata": {{
    "session_id": {session:?},
    "duration_seconds": <whole number>,
    "agent_type": "<your name>",
    "delegation_depth": {depth},
    "delegation_path": [{path}]
  }},
  "errors": [
    {{"type": "<validation, execution, timeout, permission or another>", "message": "<what went wrong>", "recoverable": <true or false>, "recommendation": "<how to fix it>"}}
  ],
  "next_steps": "<what the user should do next>"
}}
"#,
        statuses = WORDS.join("|"),
        types = ARTIFACT_TYPES.join("|"),
        session = of.session_id.unwrap_or("<session that you were given>"),
    );
    let _ = write!(
        text,
        "
Replace every placeholder. The statuses are:
- completed: all of the task is done. List every file that you created; leave errors out or empty.
- partial: part of it is done and it can be resumed. List what exists, and in errors what stopped you.
- failed: nothing usable came of it. errors says why.
- blocked: you wait for something outside. errors says for what.

The summary has less than 100 tokens, at most {SUMMARY_LIMIT} characters. Every artifact exists, is not empty, and its path is relative.
"
    );
    text
}
