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
    type Err = UnknownClient;

    fn from_str(name: &str) -> Result<Self, UnknownClient> {
        let known = Self::ALL.iter().copied().find(|client| client.as_str() == name);
        known.ok_or_else(|| UnknownClient { given: name.to_owned() })
    }
}

/// The name of no program that runs hooks.
///
/// ```
/// use agent_envelope::hook::Client;
/// let error = "clippy".parse::<Client>().unwrap_err();
/// assert_eq!(error.to_string(), "`clippy` is not the name of a client; there are: claude-code, codex");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownClient {
    /// What was given for one.
    pub given: String,
}

impl fmt::Display for UnknownClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Client::ALL.iter().map(|client| client.as_str()).collect();
        write!(f, "`{}` is not the name of a client; there are: {}", self.given, names.join(", "))
    }
}

impl std::error::Error for UnknownClient {}
