//! Counts and answers in lines of the text and in headings that tell of an issue (R-C8).

use envelope_core::text::bare;

use super::above::heads_failures;
use super::none::tells_of_no_failure;
use crate::list::name_and_rest;
use crate::verdict::{asks_for_issues, counts_issues, tallies_failures, whole_number};
use crate::{FindingSeverity, ItemStatus, ResultType};

/// Whether a line counts issues that the type of the result has: `Total findings: 3`, `Critical: 0, Major: 1`, `Missing: 2`,
/// or answers that there are some. An implementation may tell of those that it has mended.
pub(super) fn counts_open(line: &str, kind: ResultType) -> bool {
    let is_counted = |part: &str| {
        let (name, value) = name_and_rest(part.trim());
        let severe = || kind == ResultType::Consistency && is_severity(name);
        leading_count(value) > 0 && (is_open(name, kind) || severe() || counts_issues(unfound(name)))
            || asks_for_issues(name) && is_yes(value)
    };
    let states = || kind == ResultType::Consistency && states_findings(line);
    kind != ResultType::Implementation && (tallies_failures(line) || line.split([',', ';']).any(is_counted) || states())
}

/// Whether a sentence says how many findings there are: `Found 3 inconsistencies.`, `1 critical, 2 minor`.
fn states_findings(line: &str) -> bool {
    const NOUNS: [&str; 5] = ["findings", "contradictions", "inconsistencies", "discrepancies", "mismatches"];
    let is_past = |word: &str| PAST.iter().any(|past| past.eq_ignore_ascii_case(word));
    let words = || line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_noun = |word: &str| NOUNS.iter().any(|noun| noun.eq_ignore_ascii_case(word));
    let pairs = words().zip(words().skip(1));
    let mut counted = pairs.filter(|(number, _)| number.parse::<u64>().is_ok_and(|count| count > 0));
    counted.any(|(_, what)| is_noun(what) || is_severity(what)) && !words().any(is_past)
}

/// Whether a line names what failed, or counts it: `Failed tests: login`, `Unmet criteria: AC2`.
pub(super) fn names_failing(line: &str, kind: ResultType) -> bool {
    let (name, value) = name_and_rest(line);
    let mended = || value.split(|c: char| !c.is_alphanumeric()).any(|word| PAST.contains(&word));
    !value.is_empty() && heads_failures(name, kind) && !tells_of_no_failure(value) && !mended()
}

/// The count in brackets that a title ends with: `Findings (3)`, `Failed (2/12)`.
pub(super) fn count_behind(title: &str) -> u64 {
    let inner = bare(title).text.trim_end_matches(':').strip_suffix(')').and_then(|title| title.rsplit_once('('));
    inner.map_or(0, |(_, inner)| leading_count(inner))
}

/// Words behind a number of issues which say that they are none any more.
const PAST: [&str; 4] = ["fixed", "resolved", "closed", "addressed"];

/// The number that a text begins with, where it counts what is still so: `1`, `1 of 12`, `2 (F1, F2)`; not `2.5` or `3 fixed`.
pub(super) fn leading_count(text: &str) -> u64 {
    let text = bare(text).text;
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let is_count = rest.is_empty() || rest.starts_with([' ', '(', '/', ',', ';']);
    let past = || rest.split(|c: char| !c.is_alphanumeric()).any(|word| PAST.contains(&word));
    whole_number(digits).filter(|_| is_count && !past()).unwrap_or_default()
}

/// Whether an answer is `yes`, whatever follows.
pub(super) fn is_yes(text: &str) -> bool {
    let first = bare(text).text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    first.eq_ignore_ascii_case("yes")
}

/// Whether the name is a status of a checklist's item that is not done.
pub(super) fn is_open(name: &str, kind: ResultType) -> bool {
    kind == ResultType::Verification && matches!(ItemStatus::read(name), ItemStatus::Partial | ItemStatus::Missing)
}

/// Whether the name is a severity.
pub(super) fn is_severity(name: &str) -> bool {
    FindingSeverity::read(name).rank().is_some()
}

/// `Issues` of `Issues found`.
pub(super) fn unfound(name: &str) -> &str {
    name.strip_suffix(" found").unwrap_or(name)
}
