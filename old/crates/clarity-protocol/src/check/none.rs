//! Sentences below a heading of failures which say that there are none (R-C8).

use envelope_core::text::bare;

use crate::verdict::Verdict::Pass;
use crate::verdict::{ISSUES, THINGS, of_word};
use crate::words::{is_limited, says_none};

/// Words before the one that says how many.
const LEADS: [&str; 14] =
    ["there", "are", "is", "were", "was", "currently", "the", "suite", "has", "had", "we", "i", "have", "found"];
const NO: [&str; 5] = ["no", "none", "nothing", "zero", "0"];
const ALL: [&str; 3] = ["all", "every", "everything"];
/// Words that may stand in such a sentence besides those for a failure and for what is tested.
const FILLING: [&str; 28] = [
    "of",
    "the",
    "any",
    "were",
    "was",
    "are",
    "is",
    "have",
    "has",
    "been",
    "found",
    "observed",
    "remaining",
    "introduced",
    "currently",
    "known",
    "new",
    "open",
    "at",
    "this",
    "time",
    "reported",
    "left",
    "detected",
    "identified",
    "to",
    "report",
    "now",
];

/// Whether a line says that nothing failed: `None`, `No failing tests`, `All 12 tests passed`, `0 (all passed)`. `No retry
/// after a timeout` and `No test passes` name a failure.
pub(super) fn tells_of_no_failure(text: &str) -> bool {
    let lower = bare(text).text.to_lowercase();
    if is_limited(&lower) {
        return false;
    }
    let (said, remark) = lower.split_once(" (").unwrap_or((&lower, ""));
    let cut = [". ", " - ", " — ", "; ", ": ", " in ", " during ", " between ", " across "]
        .iter()
        .filter_map(|mark| said.find(mark))
        .min();
    let (said, rest) = said.split_at(cut.unwrap_or(said.len()));
    let fails = |word: &str| word.starts_with("fail") || word.starts_with("time");
    let counts = |part: &str| words(part).any(is_number) && !words(part).any(|word| of_word(word) == Some(Pass));
    let quiet = [rest, remark].iter().all(|part| !words(part).any(fails) && !counts(part));
    // `unit: none`
    let value = lower.split_once(": ").map_or("", |(_, value)| value);
    quiet && (says_none(said) || is_none(said) || says_none(value) || value == "0")
}

fn is_none(said: &str) -> bool {
    if ["n/a", "not applicable", "empty"].contains(&said.trim_end_matches('.')) || said.starts_with("0/") {
        return true;
    }
    let mut words = words(said).skip_while(|word| LEADS.contains(word));
    let first = words.next().unwrap_or_default();
    let failed = |word: &str| {
        word.starts_with("fail") || ["unmet", "missing", "partial"].contains(&word) || ISSUES.contains(&word)
    };
    let none = |word: &str| failed(word) || THINGS.contains(&word) || FILLING.contains(&word);
    let passed = |word: &str| {
        let counted = word.bytes().all(|byte| byte.is_ascii_digit());
        counted
            || ["previously", "failing"].contains(&word)
            || THINGS.contains(&word)
            || FILLING.contains(&word)
            || of_word(word) == Some(Pass)
    };
    // Alone, `no tests` names what is not there.
    let says = |word: &str| failed(word) || FILLING.contains(&word);
    NO.contains(&first) && words.clone().all(none) && (words.clone().next().is_none() || words.clone().any(says))
        || of_word(first) == Some(Pass) && words.clone().all(passed)
        || ALL.contains(&first) && words.clone().any(|word| of_word(word) == Some(Pass)) && words.all(passed)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_said_in_many_ways() {
        for text in "None ¦ none. ¦ - ¦ 0 ¦ N/A ¦ Not applicable. ¦ No failing tests. ¦ No tests failed ¦ None of the tests failed. ¦ \
                     There were no failures. ¦ There are currently no failing tests. ¦ The suite has no failing tests. ¦ None observed. ¦ \
                     None at this time. ¦ None remaining ¦ Nothing to report. ¦ Nothing failed. ¦ All tests passed. ¦ All 12 tests pass ¦ \
                     Everything passes. ¦ The suite is green. ¦ All previously failing tests now pass. ¦ Empty. ¦ All criteria are met. ¦ 0 (all 12 passed) ¦ 0/12 ¦ N/A - all tests pass ¦ unit: none ¦ \
                     No failing tests. The suite ran twice. ¦ No failures were found in this run. ¦ No failures: all 12 checks pass. ¦ I found \
                     no failures. ¦ None found in this pass. ¦ No issues were found during the review. ¦ There were no issues in either \
                     document. ¦ No inconsistencies found between a.md and b.md."
            .split('¦')
        {
            assert!(tells_of_no_failure(text.trim()), "{text}");
        }
        for text in "login ¦ No retry is made ¦ No retry after a timeout ¦ No test passes on Windows ¦ 0 of 3 checks passed ¦ No check of \
                     the token's expiry ¦ No tests for lockout ¦ All login tests passed on Linux, two time out on Windows ¦ None, except \
                     login ¦ No tests ¦ all login tests ¦ None in unit. Two failed in e2e ¦ None in unit, 2 in e2e ¦ No failures in unit; 3 in e2e"
            .split('¦')
        {
            assert!(!tells_of_no_failure(text.trim()), "{text}");
        }
    }
}
