//! What a message states of all of it besides its summary line (R-A2): the names are those that all protocols know, and
//! some words beside them are this protocol's own.

use envelope_core::json::denies_success;
use envelope_core::text::{
    bare, denies, is_failure_word, names_all_of_it as is_overall, read_status, split_key, states_failure,
};
use serde_json::Value;

use crate::verdict::Verdict;
use crate::{Field, ResultStatus};

/// Names below which whatever is not the line's own status contradicts it.
const STRICT: [&str; 2] = [STATUS, "result"];
const STATUS: &str = "status";
/// What contradicts CLEAN, and is no failure.
const FINDINGS: &str = "findings";

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
    if !is_overall(&field.key) {
        return None;
    }
    let strict = STRICT.iter().any(|known| known.eq_ignore_ascii_case(&field.key));
    match pair_status(field) {
        Some(status) => Some(own == Some(status)),
        None if strict => Some(false),
        None => {
            let denied = match own {
                Some(ResultStatus::Clean) => {
                    states_no_success(&field.value) || Verdict::read(&field.value) == Verdict::Fail
                }
                Some(ResultStatus::Findings) => Against::Findings.is_denied_by(&field.key, &field.value),
                _ => false,
            };
            denied.then_some(false)
        }
    }
}

/// A success that something beside it may take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// Any of the names may state that something failed.
    Clean,
    /// What was looked at may well have failed, so that a result, an outcome or a verdict may be about that; a status is
    /// one of the work.
    Findings,
}

impl Against {
    /// Whether a name and its value take the success back.
    pub(super) fn is_denied_by(self, key: &str, value: &str) -> bool {
        let denied = || denies(key, value).is_some();
        match self {
            Self::Clean => is_overall(key) && states_no_success(value) || denied(),
            Self::Findings => self.heeds(key) && denied(),
        }
    }

    /// Whether what stands under this name may be about the work.
    pub(super) fn heeds(self, name: &str) -> bool {
        self == Self::Clean || name.to_ascii_lowercase().contains(STATUS)
    }
}

/// Whether the value begins with a word for no success that is not part of a sentence about something else.
pub(super) fn states_no_success(value: &str) -> bool {
    let text = bare(value).text;
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let behind = text.get(word.len()..).unwrap_or_default().trim_start_matches([' ', '*', '_', '`']);
    let findings = FINDINGS.eq_ignore_ascii_case(word);
    let loud = word.chars().all(char::is_uppercase);
    let led = (findings || is_failure_word(word, false)) && (loud || !behind.starts_with(char::is_alphanumeric));
    // `FAILED: 0` and `blocked → completed` state none; findings are no failure.
    led && (findings || states_failure(text))
}

/// Whether a title states how all of it went rather than to name a thing: `Overall status: failed`, `Status: FAILED`.
pub(super) fn speaks_of_all(title: &str) -> bool {
    let Some(split) = split_key(title) else { return false };
    let word = split.value.split(|character: char| !character.is_alphanumeric()).find(|word| !word.is_empty());
    let loud = word.is_some_and(|word| word.len() > 2 && word.chars().all(char::is_uppercase));
    loud || may_be_of_all(split.key)
}

/// Whether a name of whatever decoration may be no plain `Status`: `Overall status`, `Task status`.
pub(super) fn may_be_of_all(name: &str) -> bool {
    name.split_whitespace().nth(1).is_some() || name.eq_ignore_ascii_case("overall")
}

/// Whether a value lists what it may be, and so says nothing: `one of pending, failed`, `pending, running, failed, done`.
pub(super) fn is_enumeration(value: &str) -> bool {
    const OTHERS: [&str; 10] =
        ["done", "running", "completed", "active", "queued", "started", "succeeded", "success", "passed", "ok"];
    let said = bare(value).text;
    let (least, list) = said.strip_prefix("one of ").map_or((4, said), |list| (2, list));
    let is_other = |word: &str| OTHERS.iter().any(|known| known.eq_ignore_ascii_case(word));
    let words = || list.split([',', '|', '/']).map(|part| bare(part.trim().trim_start_matches("or ")).text);
    words().count() >= least
        && words().any(is_other)
        && words().all(|word| is_other(word) || is_failure_word(word, true))
}

/// Whether nothing that a document or a plan holds is called so.
pub(super) fn names_overall(name: &str) -> bool {
    name.to_ascii_lowercase().contains("overall")
}
