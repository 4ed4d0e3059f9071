//! Names under which a message states how all of it went besides its summary line (R-A2): those of this protocol, beside
//! those that `envelope_core::text::denies` knows for all.

use envelope_core::json::denies_success;
use envelope_core::text::{bare, denies, read_status};
use serde_json::Value;

use crate::verdict::Verdict;
use crate::{Field, ResultStatus};

/// The names; below the first two whatever is not the line's own status contradicts it.
const OVERALL: [&str; 12] = [
    "status",
    "result",
    "overall status",
    "overall result",
    "overall",
    "verdict",
    "overall verdict",
    "final verdict",
    "final result",
    "final status",
    "conclusion",
    "outcome",
];
const STRICT: usize = 2;
/// What they state besides a success.
const NO_SUCCESS: [&str; 10] =
    ["fail", "failed", "fails", "failing", "failure", "error", "partial", "blocked", "incomplete", "findings"];

/// Whether this is one of the names.
pub(super) fn is_overall(key: &str) -> bool {
    place(key).is_some()
}

fn place(key: &str) -> Option<usize> {
    OVERALL.iter().position(|known| known.eq_ignore_ascii_case(key))
}

/// The status that a pair or a field states besides the line's own.
pub(super) fn pair_status(field: &Field) -> Option<ResultStatus> {
    is_overall(&field.key).then(|| read_status::<ResultStatus>(&field.value).0).flatten()
}

/// Whether a pair or a field that is about the status says the line's own; `None` where it says nothing of it.
pub(super) fn restates(field: &Field, own: Option<ResultStatus>) -> Option<bool> {
    // A flag, such as `Ok: false`, denies a success in every protocol alike.
    if own == Some(ResultStatus::Clean) && denies_success(&field.key, &Value::from(field.value.as_str())) {
        return Some(false);
    }
    let strict = place(&field.key)? < STRICT;
    match pair_status(field) {
        Some(status) => Some(own == Some(status)),
        None if strict => Some(false),
        None => {
            let denied = match own {
                Some(ResultStatus::Clean) => {
                    states_no_success(&field.value) || Verdict::read(&field.value) == Verdict::Fail
                }
                Some(ResultStatus::Findings) => denies_findings(&field.key, &field.value),
                _ => false,
            };
            denied.then_some(false)
        }
    }
}

/// Whether a pair takes CLEAN back: any of the names may state that something failed.
pub(super) fn denies_clean(key: &str, value: &str) -> bool {
    is_overall(key) && states_no_success(value) || denies(key, value).is_some()
}

/// Whether a pair takes FINDINGS back. What was looked at may well have failed, so that a result, an outcome or a verdict
/// may be about that; a status is one of the work.
pub(super) fn denies_findings(key: &str, value: &str) -> bool {
    key.to_ascii_lowercase().contains("status") && denies(key, value).is_some()
}

/// Whether the value begins with a word for no success that is not part of a sentence about something else.
pub(super) fn states_no_success(value: &str) -> bool {
    let text = bare(value).text;
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let behind = text.get(word.len()..).unwrap_or_default().trim_start_matches([' ', '*', '_', '`']);
    let known = NO_SUCCESS.iter().any(|known| known.eq_ignore_ascii_case(word));
    let loud = word.chars().all(char::is_uppercase);
    known && (loud || !behind.starts_with(char::is_alphanumeric))
}
