//! What a hook decides when an agent stops: may it, or must it send its report again?
//!
//! ```
//! use agent_envelope::hook::{Decision, Past, decide};
//! use agent_envelope::{Options, read};
//!
//! let parsed = read(&"All done.".into(), None, &Options::default());
//! let first = Past { tries: Some(0), retries: 3, is_continuing: false, sent_earlier: false };
//! assert!(matches!(decide(&parsed, &first), Decision::Block { reason } if reason.contains("no protocol claims")));
//! assert_eq!(decide(&parsed, &Past { tries: Some(3), is_continuing: true, ..first }), Decision::Allow);
//! ```

use serde::Deserialize;
use serde_json::Value;

use crate::AnyParsed;

/// The JSON that a client gives to a hook, as far as it matters here. Claude Code and Codex use the same names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct HookInput {
    /// `SubagentStop`, or `Stop` for the agent that a person talks to.
    pub hook_event_name: Option<String>,
    /// The session.
    pub session_id: Option<String>,
    /// The agent, one of several of its type.
    pub agent_id: Option<String>,
    /// The name of the agent.
    pub agent_type: Option<String>,
    /// What the agent said last; older clients leave it out.
    pub last_assistant_message: Option<String>,
    /// The file with what a subagent said.
    pub agent_transcript_path: Option<String>,
    /// The file with what was said in the session; of a subagent, in its parent's.
    pub transcript_path: Option<String>,
    /// Whether the agent goes on already because a hook asked it to.
    pub stop_hook_active: Option<bool>,
}

impl HookInput {
    /// Whether the event is one at which an agent can be asked to go on.
    pub fn is_stop(&self) -> bool {
        self.hook_event_name.as_deref().is_none_or(|event| event == "Stop" || event == "SubagentStop")
    }

    /// The transcript: the agent's own, or else the session's.
    pub fn transcript(&self) -> Option<&str> {
        let paths = [&self.agent_transcript_path, &self.transcript_path];
        paths.into_iter().flatten().map(String::as_str).find(|path| !path.is_empty())
    }

    /// What the agent said, by the lines of its transcript, in order. Everything else in a transcript is passed over.
    pub fn said(&self, transcript: &str) -> Vec<String> {
        let is_subagent = self.agent_id.is_some() || self.hook_event_name.as_deref() == Some("SubagentStop");
        let is_own = !is_subagent || self.agent_transcript_path.as_ref().is_some_and(|path| !path.is_empty());
        // Most of a transcript is what tools gave back; it is not worth reading as JSON.
        let lines = transcript.lines().filter(|line| line.contains("\"assistant\""));
        let lines = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        // Claude Code marks the lines of subagents, which older versions kept in the session's transcript.
        let is_said = |line: &Value| line["isSidechain"].as_bool().map_or(is_own, |aside| aside == is_subagent);
        lines.filter(is_said).filter_map(|line| text_of(&line)).collect()
    }
}

/// The text of a line if it is an assistant's: Claude Code has it in `message`, Codex in `payload`.
fn text_of(line: &Value) -> Option<String> {
    let message = [&line["message"], &line["payload"]].into_iter().find(|message| message["role"] == "assistant")?;
    let text = match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    };
    Some(text).filter(|text| !text.trim().is_empty())
}

/// What happened before.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Past {
    /// How often the agent was asked already; none if that cannot be counted.
    pub tries: Option<u32>,
    /// How often it may be asked.
    pub retries: u32,
    /// Whether it goes on because it was asked to.
    pub is_continuing: bool,
    /// Whether an earlier message of it was accepted.
    pub sent_earlier: bool,
}

/// Whether an agent may stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "every hook must handle both")]
pub enum Decision {
    /// It may.
    Allow,
    /// It must go on, and is told why.
    Block {
        /// What to tell it.
        reason: String,
    },
}

/// Whether the agent that sent a message may stop. It may when the message is accepted or the tries are spent; where
/// tries cannot be counted, when it was asked before.
pub fn decide(parsed: &AnyParsed, past: &Past) -> Decision {
    let is_spent = past.tries.map_or(past.is_continuing, |tries| tries >= past.retries);
    if parsed.is_accepted() || is_spent {
        return Decision::Allow;
    }
    let mut reason = parsed.reask();
    if past.sent_earlier && !parsed.has_envelope() {
        reason += "You sent a report earlier, but only your last message counts: send that report again, as a whole.\n";
    }
    Decision::Block { reason }
}
