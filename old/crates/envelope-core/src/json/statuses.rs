//! Statuses that stand beside the one that the protocol asks for (R-A2).

use serde_json::{Map, Value};

use super::Extra;
use crate::text::denial::{WHOLE, overall};
use crate::text::failure::{is_strong, mentions_failure, parts};
use crate::text::{Word, read_status, states_failure};
use crate::{Outcome, Path, Status};

/// Members that say with `false` that the work did not succeed; letters alone count. Those that say it with `true` are
/// called by the words for a failure, and these.
const SUCCESS: [&str; 10] =
    ["success", "successful", "succeeded", "ok", "completed", "complete", "done", "finished", "passed", "pass"];
const NO_SUCCESS: [&str; 3] = ["timedout", "inprogress", ERROR_TEXT];
/// Where a text is asked for, and a flag was given instead.
const ERROR_TEXT: &str = "errormessage";
/// What may stand before the name of a flag.
const IS: [&str; 6] = ["is", "has", "are", "have", "was", "were"];
/// Those of them that tell of another time, and may so of a failure that is over.
const WAS: [&str; 2] = ["was", "were"];
/// What was done with work that did not end by itself: behind those it is not over.
const ENDED: [&str; 5] = ["aborted", "cancelled", "canceled", "interrupted", "terminated"];
/// Flags that with a number are flags, too, by all of their letters; under every other name a number counts something:
/// one test failed, `failed: 1`.
const NUMBERED: [&str; 24] = [
    "success",
    "ok",
    "issuccess",
    "issuccessful",
    "iscompleted",
    "taskcompleted",
    "iscomplete",
    "isdone",
    "isfinished",
    "isfailed",
    "hasfailed",
    "iserror",
    "haserror",
    "haserrors",
    "isblocked",
    "ispartial",
    "isincomplete",
    "isaborted",
    "iscancelled",
    "iscanceled",
    "ispassed",
    "haspassed",
    "isok",
    "wassuccessful",
];
/// What turns a name into its contrary.
const NOT: [&str; 2] = ["not", "no"];
/// The keys below which another protocol has its status.
const BELOW: [&str; 2] = ["reportmetadata", "metadata"];
/// The end of the keys in which a neutral report has its status, and who speaks as it does.
const OUTCOME: &str = "outcome";
/// The same for an evaluation.
const VERDICT: &str = "verdict";
/// How many lists and encoded texts a status of another protocol may lie in.
const DEPTH: usize = 3;

/// A member called `status` that the protocol does not ask for, and that does not say what the status says; or one that
/// denies a success, such as `"success": false`. It may be a part of another protocol, such as `report_metadata`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OtherStatus<'v, S> {
    /// Where it stands; for one in an encoded text, where the text stands.
    pub path: Path,
    /// What it says.
    pub value: &'v Value,
    /// The status that it states, if it is one of the protocol's words; a failure with a remark is one.
    pub status: Option<S>,
    /// The key, where it is no `status`.
    denies: Option<&'v str>,
    encoded: Option<Encoded>,
}

/// What is said in an encoded text.
#[derive(Clone, Debug, PartialEq)]
struct Encoded {
    stated: Option<Outcome>,
    says: String,
}

impl<S: Status> OtherStatus<'_, S> {
    /// What it means for the work: a word of another protocol is understood, and what cannot be read is the worst.
    pub fn outcome(&self) -> Outcome {
        self.stated().unwrap_or(Outcome::Failed)
    }

    /// Whether it says something about how the work went: a word of the protocol or of another one, or any text with
    /// such a word or one for failure in it. What does not is a member that nobody knows.
    pub fn is_telling(&self) -> bool {
        let own = |part: &str| S::ALL.iter().any(|status| status.as_str().eq_ignore_ascii_case(part));
        let has_one = |text: &str| tells_failure(text) || parts(text).any(own);
        self.denies.is_some()
            || self.encoded.is_some()
            || self.is_read()
            || self.value.as_str().map_or_else(|| has_one(&self.value.to_string()), has_one)
    }

    /// Whether it denies a success without being a status, such as `"success": false`.
    pub fn is_flag(&self) -> bool {
        self.denies.is_some()
    }

    /// Whether it states anything that can be read.
    pub fn is_read(&self) -> bool {
        self.stated().is_some()
    }

    fn stated(&self) -> Option<Outcome> {
        let word = || self.value.as_str().and_then(|word| word.trim().to_ascii_lowercase().parse().ok());
        let encoded = || self.encoded.as_ref().and_then(|encoded| encoded.stated);
        self.status.map(Status::outcome).or_else(encoded).or_else(word)
    }

    /// What it says, short enough for a message.
    pub fn says(&self) -> String {
        if let Some(encoded) = &self.encoded {
            return encoded.says.clone();
        }
        let text = self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned);
        let mut short: String = text.chars().take(40).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        self.denies
            .map_or_else(|| short.clone(), |key| format!("{}: {short}", key.chars().take(40).collect::<String>()))
    }
}

/// Whether a text has a word or a sign in it for what is no success.
///
/// ```
/// use envelope_core::json::tells_failure;
/// assert!(tells_failure("not completed") && tells_failure("timed_out") && tells_failure("❌"));
/// assert!(!tells_failure("completed") && !tells_failure("sent an errand"));
/// ```
pub fn tells_failure(text: &str) -> bool {
    mentions_failure(text)
}

/// Whether a part of another protocol says that the work did not succeed: by its status or a flag, in a list or encoded.
///
/// ```
/// use envelope_core::json::tells_no_success;
/// use serde_json::json;
/// assert!(tells_no_success(&json!([{"status": "failed"}])) && tells_no_success(&json!("{\"success\": false}")));
/// assert!(!tells_no_success(&json!({"status": "completed", "success": true})));
/// ```
pub fn tells_no_success(value: &Value) -> bool {
    let is_one = |(key, value): (&String, &Value)| {
        denies_success(key, value)
            || is_status(key) && !value.is_null() && {
                value.as_str().map_or_else(|| tells_failure(&value.to_string()), tells_failure)
            }
    };
    match value {
        Value::Object(members) => members.iter().any(is_one),
        Value::Array(items) => items.iter().filter(|item| item.is_object()).any(tells_no_success),
        Value::String(text) => decoded(text).is_some_and(|value| !value.is_string() && tells_no_success(&value)),
        _ => false,
    }
}

/// Whether an object says that the work did not succeed, itself or where another protocol has its status.
pub(super) fn tells_failed_work(value: &Value) -> bool {
    let is_below = |key: &str| BELOW.iter().any(|known| known.eq_ignore_ascii_case(&letters(key)));
    let mut below = value.as_object().into_iter().flatten().filter(|(key, _)| is_below(key));
    tells_no_success(value) || below.any(|(_, part)| tells_no_success(part))
}

/// The members of the object at `at` that are called `status`, in any case and decoration, and do not state `own`. One
/// that is null says nothing (R-A8). Beside a success, members that deny it count too.
///
/// ```
/// # use envelope_core::{Mapped, Outcome, Path, Status, json::{Extra, other_statuses}};
/// # #[derive(Clone, Copy, Debug, PartialEq)]
/// # enum Light { Green, Red }
/// # impl Status for Light {
/// #     const ALL: &'static [Self] = &[Self::Green, Self::Red];
/// #     fn as_str(self) -> &'static str { match self { Self::Green => "green", Self::Red => "red" } }
/// #     fn outcome(self) -> Outcome { match self { Self::Green => Outcome::Completed, Self::Red => Outcome::Failed } }
/// #     fn from_outcome(_: Outcome) -> Mapped<Self> { Mapped::approximate(Self::Red, "all") }
/// # }
/// let extra: Extra = serde_json::from_str(r#"{"**Status**": "Green", "STATUS": ["red"], "mood": "red"}"#)?;
/// let others: Vec<_> = other_statuses(&extra, Light::Green, &Path::root()).collect();
/// assert_eq!(others.len(), 1);
/// assert_eq!((others[0].path.as_str(), others[0].outcome()), ("/STATUS", Outcome::Failed));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn other_statuses<'v, S: Status>(
    extra: &'v Extra,
    own: S,
    at: &Path,
) -> impl Iterator<Item = OtherStatus<'v, S>> + use<'v, S> {
    let at = at.clone();
    let below = move |key: &str, value: &'v Value, at: &Path| {
        let name = letters(key);
        if BELOW.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            part(value, own, &at.clone().key(key), DEPTH)
        } else {
            Vec::new()
        }
    };
    extra.as_map().iter().flat_map(move |(key, value)| {
        one(key, value, own, &at).into_iter().chain(below(key, value, &at)).collect::<Vec<_>>()
    })
}

/// The member, if it is a further status or denies the success.
fn one<'v, S: Status>(key: &'v str, value: &'v Value, own: S, at: &Path) -> Option<OtherStatus<'v, S>> {
    let denies = Some(key).filter(|key| own.outcome().is_success() && denies_success(key, value));
    if denies.is_none() && (!is_status(key) || value.is_null()) {
        return None;
    }
    let (exact, status) = stated::<S>(value);
    let other = || OtherStatus { path: at.clone().key(key), value, status, denies, encoded: None };
    (!exact || status != Some(own)).then(other)
}

/// The statuses in a part of another protocol: an object, a list of them, or either as text.
fn part<'v, S: Status>(value: &'v Value, own: S, at: &Path, depth: usize) -> Vec<OtherStatus<'v, S>> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    match value {
        Value::Object(members) => in_object(members, own, at).collect(),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.flat_map(|(index, item)| part(item, own, &at.clone().index(index), depth)).collect()
        }
        Value::String(text) => {
            let Some(inner) = decoded(text) else { return Vec::new() };
            let inner = part(&inner, own, at, depth);
            let worst =
                inner.iter().filter(|other| other.is_telling()).min_by_key(|other| other.outcome().is_success());
            let other = worst.map(|other| OtherStatus {
                path: at.clone(),
                value,
                status: other.status,
                denies: None,
                encoded: Some(Encoded { stated: other.stated(), says: other.says() }),
            });
            other.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn in_object<'v, S: Status>(
    members: &'v Map<String, Value>,
    own: S,
    at: &Path,
) -> impl Iterator<Item = OtherStatus<'v, S>> {
    members.iter().filter_map(move |(key, value)| one(key, value, own, at))
}

/// The JSON that a text is, if it is an object or a list.
fn decoded(text: &str) -> Option<Value> {
    text.trim_start().starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten()
}

/// Whether a member denies a success that stands beside it: a flag such as `"success": false`, the verdict of an evaluation
/// that is none, or an outcome that is none (R-A2).
///
/// ```
/// use envelope_core::json::denies_success;
/// assert!(denies_success("Is Error", &"yes".into()) && denies_success("outcome", &"timed_out".into()));
/// assert!(denies_success("done", &false.into()) && denies_success("outcome", &vec!["failed"].into()));
/// assert!(!denies_success("failed", &0.into()) && !denies_success("mood", &"failed".into()));
/// assert!(!denies_success("blocked", &2.into()) && !denies_success("outcome", &vec!["merged"].into()));
/// assert!(denies_success("task_failed", &true.into()) && denies_success("all_done", &false.into()));
/// ```
pub fn denies_success(key: &str, value: &Value) -> bool {
    let name = letters(key).to_ascii_lowercase();
    if let Some(fails) = overall(&name).filter(|_| name != "status") {
        let ends = |end: &str| name.ends_with(end);
        return match () {
            // It may be about what was looked at, but for its own words.
            () if ends(VERDICT) => value.as_str().is_some_and(fails),
            () if ends(OUTCOME) => is_failing(value, states_failure),
            () => is_failing(value, fails),
        };
    }
    let is_count = || !value.is_boolean() && value.as_str().is_none_or(|text| text.trim().parse::<u64>().is_ok());
    let counts = || !NUMBERED.contains(&name.as_str()) && !name.ends_with("success") && is_count();
    denied_by(key, &name).is_some_and(|denies| !counts() && flag(value) == Some(denies))
}

/// With what a flag of this name denies a success. Each word less is tried: `has_failed`, `allDone`, `is-not-complete`; a
/// name in which no words can be told apart is one of the flags, or none.
fn denied_by(key: &str, name: &str) -> Option<bool> {
    // No name has more words, and most have none of them.
    const MOST: usize = 4;
    let words = words(key);
    let (mut rest, mut turned, mut was, mut has) = (words.as_slice(), false, false, false);
    for _ in 0..=MOST {
        if let Some(denies) = denying(&rest.concat()) {
            // `was_broken` is over, and `has_timeout` tells what there is; `was_aborted` tells what became of it.
            let became = || ENDED.contains(&rest.concat().as_str());
            let over = was && denies && !became() || has && rest.concat() == "timeout";
            return (!over).then_some(denies != turned);
        }
        let (first, others) = rest.split_first()?;
        let is = |known: &[&str]| known.contains(&first.as_str());
        if !is(&IS) && !is(&NOT) && !is(&WHOLE) && !is(&["all"]) {
            break;
        }
        (turned, was, has) = (turned != is(&NOT), was || is(&WAS), has || is(&["has", "have"]));
        rest = others;
    }
    // `iserror`, as it was always read.
    let less = name.strip_prefix("is").or_else(|| name.strip_prefix("has")).or_else(|| name.strip_prefix("task"));
    NUMBERED.contains(&name).then(|| less.and_then(denying)).flatten()
}

/// The words of a name in small letters, told apart by signs and by capitals: `is_done`, `isDone`, `IS DONE`.
fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for character in key.chars() {
        let starts = !character.is_alphanumeric() || small && character.is_uppercase();
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.push(character.to_ascii_lowercase());
        }
        small = character.is_lowercase() || character.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// With what a flag of this plain name denies a success.
fn denying(name: &str) -> Option<bool> {
    let fails = || is_strong(name, true) || NO_SUCCESS.contains(&name);
    if SUCCESS.contains(&name) { Some(false) } else { fails().then_some(true) }
}

/// Whether what stands for all of the work is no success, be it no text: a flag, an object with a status of its own, or a
/// list of either.
fn is_failing(value: &Value, fails: fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => fails(text) || tells_no_success(value),
        Value::Bool(says) => !says,
        Value::Object(_) => tells_no_success(value),
        Value::Array(items) => {
            // Flags in a list are of parts.
            let flat = |item: &Value| !item.is_array() && !item.is_boolean() && is_failing(item, fails);
            items.iter().any(|item| item.as_array().map_or_else(|| flat(item), |inner| inner.iter().any(flat)))
        }
        Value::Null | Value::Number(_) => false,
    }
}

/// What a flag says, however it is written.
fn flag(value: &Value) -> Option<bool> {
    let is = |text: &str, words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text.trim()));
    match value {
        Value::Bool(says) => Some(*says),
        // How many errors there are is no matter.
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        Value::String(text) if is(first_of(text), ["true", "yes", "1"]) => Some(true),
        Value::String(text) if is(first_of(text), ["false", "no", "0"]) || states_failure(text) => Some(false),
        _ => None,
    }
}

/// The word before a remark: `no` of `no, the tests fail`. What goes on without a sign is another statement.
fn first_of(text: &str) -> &str {
    let text = text.trim().trim_start_matches(['*', '_', '`', '"']);
    let word = text.split(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    let behind = text.get(word.len()..).unwrap_or_default().trim_start_matches(['*', '_', '`', '"', ' ']);
    if behind.starts_with(char::is_alphanumeric) { "" } else { word }
}

fn letters(key: &str) -> String {
    key.chars().filter(|character| character.is_alphanumeric()).collect()
}

/// Whether the value is a word of the list, and which status it states.
fn stated<S: Status>(value: &Value) -> (bool, Option<S>) {
    let Some(text) = value.as_str() else { return (false, None) };
    match read_status::<S>(text) {
        (Some(status), _) => (true, Some(status)),
        // `failed (see below)` states no success, and that is enough to contradict one.
        (None, Word::Qualified { index, .. }) => {
            (false, S::ALL.get(index).copied().filter(|status| !status.outcome().is_success()))
        }
        _ => (false, None),
    }
}

/// Whether the key is `status`, in any case and decoration.
fn is_status(key: &str) -> bool {
    key.trim_matches(|character: char| !character.is_alphanumeric()).eq_ignore_ascii_case("status")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_that_deny_a_success() {
        for (key, value) in [
            ("task_failed", json!(true)),
            ("unsuccessful", json!(true)),
            ("is_passed", json!(false)),
            ("has_passed", json!(false)),
            ("all_done", json!(false)),
            ("All Passed", json!("no")),
            ("was_successful", json!(false)),
            ("is_task_done", json!(false)),
            ("task_is_complete", json!(false)),
            ("overall_success", json!(false)),
            ("execution_failed", json!("yes")),
            ("hasErrors", json!(true)),
            ("not_done", json!(true)),
            ("is_not_complete", json!(true)),
            ("no_errors", json!(false)),
            ("in_progress", json!(true)),
            ("has_failed", json!(1)),
            ("is_success", json!(0)),
            ("success", json!(0)),
            ("task_completed", json!(0)),
            ("panicked", json!(true)),
            ("conclusion", json!("failure")),
            ("task_completed", json!(false)),
            ("taskFailed", json!(true)),
            ("isOK", json!(false)),
            ("IS-DONE", json!(false)),
            ("iserror", json!(true)),
            ("issuccess", json!(false)),
            ("timedout", json!(true)),
            ("overall_success", json!(0)),
            ("was_aborted", json!(true)),
        ] {
            assert!(denies_success(key, &value), "{key}: {value}");
        }
    }

    #[test]
    fn members_that_leave_a_success() {
        for (key, value) in [
            ("task_failed", json!(false)),
            ("unsuccessful", json!(false)),
            ("is_passed", json!(true)),
            ("all_done", json!(true)),
            ("failed", json!(3)),
            ("failed", json!("3")),
            ("tests_failed", json!(0)),
            ("tests_failed", json!(2)),
            ("overall_failed", json!(2)),
            ("all_passed", json!(40)),
            ("passed", json!(0)),
            ("errors", json!(4)),
            ("timeout", json!(30)),
            ("not_done", json!(false)),
            ("no_errors", json!(true)),
            ("not_found", json!(true)),
            ("rejected", json!(true)),
            ("refused", json!(true)),
            ("red", json!(true)),
            ("allowed", json!(false)),
            ("isolated", json!(false)),
            ("notes", json!(false)),
            ("has_tests", json!(false)),
            ("task", json!(false)),
            ("conclusion", json!("no failure")),
            ("is", json!(false)),
            ("isisisisisisisdone", json!(false)),
            ("task_timeout", json!(30)),
            ("task_failures", json!(2)),
            ("task_errors", json!(3)),
            ("task_blocked", json!(1)),
            ("was_failing", json!(true)),
            ("was_broken", json!(true)),
            ("has_timeout", json!(true)),
            ("nook", json!(true)),
            ("nodone", json!(true)),
            ("wasPassing", json!(false)),
        ] {
            assert!(!denies_success(key, &value), "{key}: {value}");
        }
    }
}
