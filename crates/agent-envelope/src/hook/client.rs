//! The programs that run hooks, and what each wants to be told.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::Decision;

/// A program that runs the hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Client {
    /// Claude Code: nothing is printed when the agent may stop.
    ClaudeCode,
    /// Codex: an empty object is printed then.
    Codex,
}

impl Client {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::ClaudeCode, Self::Codex];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
        }
    }

    /// What is printed for a decision, as JSON; `None` for nothing at all.
    pub fn answer(self, decision: &Decision) -> Option<Value> {
        match (decision, self) {
            (Decision::Block { reason }, _) => Some(json!({"decision": "block", "reason": reason})),
            (Decision::Allow { .. }, Self::ClaudeCode) => None,
            (Decision::Allow { .. }, Self::Codex) => Some(json!({})),
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Client {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().copied().find(|client| client.as_str() == name);
        known.ok_or_else(|| format!("`{name}` is neither claude-code nor codex"))
    }
}
