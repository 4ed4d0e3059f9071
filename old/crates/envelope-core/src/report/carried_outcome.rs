//! The outcome in `carried`: it can only lower the status, so none may go unread (R-A2, R-A15).

use serde_json::{Map, Value};

use super::NATURAL_PLACES;
use crate::json::{Extra, tells_no_success};
use crate::rules::BAD_CARRIED;
use crate::{Issue, Outcome, Path};

const CARRIED: &str = "carried";
const OUTCOME: &str = "outcome";

/// The outcome that was carried along: it can only lower the status (R-A15). One that is no outcome, or stands under its
/// key written otherwise, states nothing (R-A2): [`carried_issues`] refuses it.
///
/// ```
/// use envelope_core::{Outcome, report::carried_outcome};
/// let read = |json: &str| serde_json::from_str(json);
/// assert_eq!(carried_outcome(&read(r#"{"outcome": "partial"}"#)?), Some(Outcome::Partial));
/// assert_eq!(carried_outcome(&read(r#"{"Outcome": "partial"}"#)?), None);
/// assert_eq!(carried_outcome(&read(r#"{"outcome": "splendid"}"#)?), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn carried_outcome(carried: &Map<String, Value>) -> Option<Outcome> {
    carried.get(OUTCOME).and_then(read)
}

/// Whether nothing that was carried along and may have been meant as an outcome goes unread: one that is none, or one
/// under its key written otherwise, would not lower anything.
///
/// ```
/// use envelope_core::report::carried_outcome_is_read;
/// let read = |json: &str| serde_json::from_str(json);
/// assert!(carried_outcome_is_read(&read(r#"{"outcome": "partial"}"#)?));
/// assert!(carried_outcome_is_read(&read(r#"{"gaps": ["the pier"]}"#)?));
/// assert!(!carried_outcome_is_read(&read(r#"{"outcome": "splendid"}"#)?));
/// assert!(!carried_outcome_is_read(&read(r#"{"outcome": "partial", "**Outcome**": "failed"}"#)?));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn carried_outcome_is_read(carried: &Map<String, Value>) -> bool {
    carried.iter().filter(|(key, _)| is_outcome_key(key)).all(|(key, word)| key == OUTCOME && read(word).is_some())
}

/// Tells of every outcome that is carried and cannot be read, of a `carried` under its key written otherwise, and of one
/// that is no object and was kept `aside` among the unknown members: it may have said anything (R-A15). Beside a status
/// that is `stated` to be a success, members that deny it are told, too ([`carried_denials`]).
///
/// ```
/// use envelope_core::{Outcome, json::Extra, report::carried_issues};
/// let carried: Extra = serde_json::from_str(r#"{"outcome": "splendid", "**outcome**": "failed", "success": false}"#)?;
/// let mut issues = Vec::new();
/// carried_issues(Some(&carried), &Extra::default(), Outcome::Completed, &mut issues);
/// let places: Vec<_> = issues.iter().map(|issue| issue.path.as_str()).collect();
/// assert_eq!(places, ["/carried/outcome", "/carried/**outcome**", "/carried/success"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn carried_issues(carried: Option<&Extra>, aside: &Extra, stated: Outcome, issues: &mut Vec<Issue>) {
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
    for key in carried.into_iter().flat_map(|carried| carried_denials(carried.as_map(), stated)) {
        let message = format!("`{key}` denies the success beside which it was carried along");
        let at = Path::root().key(CARRIED).key(key);
        issues.push(Issue::new(&BAD_CARRIED, at, message).help("mend this member or leave it out"));
    }
    if aside.is_empty() {
        return;
    }
    for (key, value) in aside.as_map().iter().filter(|(key, _)| is_key(key, CARRIED)) {
        let at = Path::root().key(key);
        if key != CARRIED {
            issues.push(other_key(key, CARRIED, at));
        } else if !value.is_null() {
            let message = "what a conversion carried along is no object, so nobody knows what it says";
            issues.push(Issue::new(&BAD_CARRIED, at, message).help("leave it out, or carry an object"));
        }
    }
}

/// The members of what was carried that nobody knows and that deny a success, which is `stated` and which the carried
/// outcome leaves standing: what refuses a message beside its status refuses it here (R-A2).
///
/// ```
/// use envelope_core::{Outcome, report::carried_denials};
/// let carried = serde_json::json!({"status": "failed", "success": true, "data": {"success": false}});
/// let carried = carried.as_object().cloned().unwrap_or_default();
/// assert_eq!(carried_denials(&carried, Outcome::Completed), ["status"]);
/// assert!(carried_denials(&carried, Outcome::Partial).is_empty());
/// ```
pub fn carried_denials(carried: &Map<String, Value>, stated: Outcome) -> Vec<&str> {
    let lowered = carried_outcome(carried).map_or(stated, |outcome| stated.worst(outcome));
    if !lowered.is_success() {
        return Vec::new();
    }
    let unknown = |key: &str| !is_outcome_key(key) && NATURAL_PLACES.iter().all(|row| row.field.name != key);
    let denies =
        |key: &str, value: &Value| tells_no_success(&Value::Object(Map::from_iter([(key.to_owned(), value.clone())])));
    let members = carried.iter().filter(|(key, value)| unknown(key) && denies(key, value));
    members.map(|(key, _)| key.as_str()).collect()
}

/// Whether the key is `outcome`, signs around it and letter case aside.
fn is_outcome_key(key: &str) -> bool {
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
