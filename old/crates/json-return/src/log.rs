//! An entry of `errors.json`, and how a log grows by one without touching what it holds (R-J1).

use std::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// A refused return, as `errors.json` records it (json-return, "Validation Failures").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LogEntry {
    /// When it was refused, as the caller writes time; absent where nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The agent that returned it.
    pub agent: String,
    /// The session.
    pub session: String,
    /// What was wrong.
    pub errors: Vec<LogError>,
    /// What to do about it.
    pub recommendation: String,
}

impl LogEntry {
    /// The same with the time at which it was refused.
    #[must_use]
    pub fn at(mut self, time: impl Into<String>) -> Self {
        self.time = Some(time.into());
        self
    }
}

/// One thing that was wrong with a return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LogError {
    /// The rule's code.
    pub rule: String,
    /// Where in the return, a JSON pointer; absent where it is about the message as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// The text is no log: not one JSON array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotALog;

impl fmt::Display for NotALog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the log is not one JSON array, like `[{\"agent\": \"planner\"}]`")
    }
}

impl std::error::Error for NotALog {}

/// The log with one more entry at its end; what it holds stays byte for byte. An empty text is an empty log.
///
/// ```
/// # let parsed = json_return::parse("plain text");
/// let entry = json_return::reject(&parsed, "planner", "sess_1735460684_a1b2c3").expect("refused").entry;
/// let one = json_return::append_entry("", &entry)?;
/// let two = json_return::append_entry(&one, &entry)?;
/// assert_eq!(serde_json::from_str::<Vec<json_return::LogEntry>>(&two).ok(), Some(vec![entry.clone(), entry]));
/// # Ok::<(), json_return::NotALog>(())
/// ```
pub fn append_entry(log: &str, entry: &LogEntry) -> Result<String, NotALog> {
    let log = if log.trim().is_empty() { "[]" } else { log };
    let entries: Vec<IgnoredAny> = serde_json::from_str(log).map_err(|_| NotALog)?;
    let (before, _) = log.rsplit_once(']').ok_or(NotALog)?;
    let entry = serde_json::to_string_pretty(entry).map_err(|_| NotALog)?;
    let comma = if entries.is_empty() { "" } else { "," };
    let indented = entry.replace('\n', "\n  ");
    Ok(format!("{}{comma}\n  {indented}\n]\n", before.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(agent: &str) -> LogEntry {
        LogEntry {
            time: None,
            agent: agent.to_owned(),
            session: "s".to_owned(),
            errors: Vec::new(),
            recommendation: "mend it".to_owned(),
        }
    }

    #[test]
    fn what_the_log_holds_stays_byte_for_byte() {
        let held = "[ {\"odd\" : 1e999, \"twice\":1, \"twice\":2} ,7";
        let log = append_entry(&format!("{held}\n ]  "), &entry("a")).unwrap();
        assert!(log.starts_with(held), "{log}");
        let log = append_entry(&log, &entry("b")).unwrap();
        assert!(log.starts_with(held), "{log}");
        assert_eq!(serde_json::from_str::<Vec<IgnoredAny>>(&log).unwrap().len(), 4);
    }

    #[test]
    fn what_is_no_array_is_refused() {
        for log in ["{}", "[", "[1] [2]", "null", "[1,]", "nonsense"] {
            assert_eq!(append_entry(log, &entry("a")), Err(NotALog), "{log}");
        }
    }
}
