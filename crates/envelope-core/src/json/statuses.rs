//! Statuses that stand beside the one that the protocol asks for (R-A2).

use serde_json::Value;

use super::Extra;
use crate::text::{Word, read_status};
use crate::{Outcome, Path, Status};

/// Words for what is no success, whatever stands around them.
const FAILURE: [&str; 31] = [
    "fail",
    "failed",
    "failing",
    "failure",
    "error",
    "errors",
    "errored",
    "blocked",
    "partial",
    "partially",
    "incomplete",
    "unfinished",
    "aborted",
    "cancelled",
    "canceled",
    "timeout",
    "interrupted",
    "crashed",
    "rejected",
    "stuck",
    "not",
    "never",
    "unsuccessful",
    "unsuccessfully",
    "timed",
    "killed",
    "terminated",
    "denied",
    "broken",
    "unable",
    "nok",
];
/// Signs that say the same without a word.
const SIGNS: [char; 6] = ['❌', '✖', '✗', '✘', '👎', '⛔'];

/// Members that say with `false` that the work did not succeed, and those that say it with `true`.
const DENY: [(&[&str], bool); 2] = [
    (&["success", "successful", "succeeded", "ok", "completed"], false),
    (&["failed", "failure", "error", "errored", "iserror"], true),
];

/// A member called `status` that the protocol does not ask for, and that does not say what the status says; or one that
/// denies a success, such as `"success": false`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OtherStatus<'v, S> {
    /// Where it stands.
    pub path: Path,
    /// What it says.
    pub value: &'v Value,
    /// The status that it states, if it is one of the protocol's words; a failure with a remark is one.
    pub status: Option<S>,
    /// The key, where it is no `status`.
    denies: Option<&'v str>,
}

impl<S: Status> OtherStatus<'_, S> {
    /// What it means for the work: a word of another protocol is understood, and what cannot be read is the worst.
    pub fn outcome(&self) -> Outcome {
        self.stated().unwrap_or(Outcome::Failed)
    }

    /// Whether it says something about how the work went: a word of the protocol or of another one, or any text with
    /// such a word or one for failure in it. What does not is a member that nobody knows.
    pub fn is_telling(&self) -> bool {
        let words = || S::ALL.iter().map(|status| status.as_str());
        let failure = |part: &str| FAILURE.iter().copied().chain(words()).any(|word| word.eq_ignore_ascii_case(part));
        let has_one = |text: &str| {
            text.contains(SIGNS) || text.split(|character: char| !character.is_alphanumeric()).any(failure)
        };
        self.denies.is_some()
            || self.is_read()
            || self.value.as_str().map_or_else(|| has_one(&self.value.to_string()), has_one)
    }

    /// Whether it states anything that can be read.
    pub fn is_read(&self) -> bool {
        self.stated().is_some()
    }

    fn stated(&self) -> Option<Outcome> {
        let word = || self.value.as_str().and_then(|word| word.trim().to_ascii_lowercase().parse().ok());
        self.status.map(Status::outcome).or_else(word)
    }

    /// What it says, short enough for a message.
    pub fn says(&self) -> String {
        let text = self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned);
        let mut short: String = text.chars().take(40).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        self.denies.map_or_else(|| short.clone(), |key| format!("{key}: {short}"))
    }
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
    extra.as_map().iter().filter_map(move |(key, value)| {
        let denies = Some(key.as_str()).filter(|key| own.outcome().is_success() && denies(key, value));
        if denies.is_none() && (!is_status(key) || value.is_null()) {
            return None;
        }
        let (exact, status) = stated::<S>(value);
        (!exact || status != Some(own)).then(|| OtherStatus { path: at.clone().key(key), value, status, denies })
    })
}

/// Whether the member says that the work did not succeed.
fn denies(key: &str, value: &Value) -> bool {
    let says = match value {
        Value::Bool(says) => *says,
        Value::String(text) if text.trim().eq_ignore_ascii_case("true") => true,
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => false,
        _ => return false,
    };
    let name: String = key.chars().filter(|character| character.is_alphanumeric()).collect();
    let named = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(&name));
    DENY.iter().any(|(names, denial)| *denial == says && named(names))
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
