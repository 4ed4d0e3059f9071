//! The outcome in `carried`: it can only lower the status, so none may go unread (R-A2, R-A15).

use serde_json::Value;

use crate::json::Extra;
use crate::rules::BAD_CARRIED;
use crate::{Issue, Outcome, Path};

const CARRIED: &str = "carried";
const OUTCOME: &str = "outcome";

/// The outcome that was carried along: it can only lower the status (R-A15). One that is no outcome, or stands under its
/// key written otherwise, counts as the worst, and so does anything that is carried and could not be read, which is kept
/// `aside` among the unknown members.
///
/// ```
/// use envelope_core::{Outcome, json::Extra, report::carried_outcome};
/// let read = |json: &str| serde_json::from_str::<Extra>(json);
/// let none = Extra::default();
/// assert_eq!(carried_outcome(Some(&read(r#"{"outcome": "partial"}"#)?), &none), Some(Outcome::Partial));
/// assert_eq!(carried_outcome(Some(&read(r#"{"Outcome": "partial"}"#)?), &none), Some(Outcome::Failed));
/// assert_eq!(carried_outcome(None, &read(r#"{"carried": "{\"outcome\": \"failed\"}"}"#)?), Some(Outcome::Failed));
/// assert_eq!(carried_outcome(None, &none), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn carried_outcome(carried: Option<&Extra>, aside: &Extra) -> Option<Outcome> {
    let unread = |(key, value): (&String, &Value)| is_key(key, CARRIED) && !value.is_null();
    if !aside.is_empty() && aside.as_map().iter().any(unread) {
        return Some(Outcome::Failed);
    }
    let said = carried?.as_map().iter().filter(|(key, _)| is_outcome_key(key));
    said.map(|(key, word)| read(word).filter(|_| key == OUTCOME).unwrap_or(Outcome::Failed)).reduce(Outcome::worst)
}

/// Tells of every outcome that is carried and cannot be read, and of a `carried` under its key written otherwise (R-A15).
///
/// ```
/// use envelope_core::{json::Extra, report::carried_issues};
/// let carried: Extra = serde_json::from_str(r#"{"outcome": "splendid", "**outcome**": "failed"}"#)?;
/// let mut issues = Vec::new();
/// carried_issues(Some(&carried), &Extra::default(), &mut issues);
/// let places: Vec<_> = issues.iter().map(|issue| issue.path.as_str()).collect();
/// assert_eq!(places, ["/carried/outcome", "/carried/**outcome**"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn carried_issues(carried: Option<&Extra>, aside: &Extra, issues: &mut Vec<Issue>) {
    let members = carried.into_iter().flat_map(Extra::as_map);
    for (key, word) in members.filter(|(key, _)| is_outcome_key(key)) {
        let at = Path::root().key(CARRIED).key(key);
        if key != OUTCOME {
            issues.push(other_key(key, OUTCOME, at));
        } else if read(word).is_none() {
            let words: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::as_str).collect();
            let help = format!("an outcome is one of `{}`", words.join("`, `"));
            issues.push(Issue::new(&BAD_CARRIED, at, "the outcome that a conversion carried along is none").help(help));
        }
    }
    if aside.is_empty() {
        return;
    }
    for key in aside.as_map().keys().filter(|key| *key != CARRIED && is_key(key, CARRIED)) {
        issues.push(other_key(key, CARRIED, Path::root().key(key)));
    }
}

/// Whether the key is `outcome`, signs around it and letter case aside.
pub fn is_outcome_key(key: &str) -> bool {
    is_key(key, OUTCOME)
}

fn is_key(key: &str, word: &str) -> bool {
    key.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(word)
}

fn read(word: &Value) -> Option<Outcome> {
    word.as_str().and_then(|word| word.parse().ok())
}

/// Under such a key it would not lower anything.
fn other_key(key: &str, word: &str, at: Path) -> Issue {
    let message = format!("`{key}` is not read as what a conversion carried along");
    Issue::new(&BAD_CARRIED, at, message).at_key().help(format!("write the key as `{word}`"))
}
