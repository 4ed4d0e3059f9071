//! Whether a phrase states that the work is not done (R-A2).
//!
//! Where a word stands tells more than how many there are: `failed because …` states it, `error handling added` does not.

use super::read_word;

/// Words that tell of what is no success; some only together with others.
pub(crate) const FAILURE: [&str; 34] = [
    "fail",
    "fails",
    "failed",
    "failing",
    "failure",
    "failures",
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
    // As in `in_progress`.
    "progress",
];
/// Signs that say the same without a word.
pub(crate) const SIGNS: [char; 10] = ['❌', '✖', '✗', '✘', '👎', '⛔', '🚫', '🔴', '🛑', '💥'];

/// Those of the words that are a failure only together with others, and those that may be about what was looked at.
const WITH_OTHERS: [&str; 4] = ["not", "never", "timed", "progress"];
const OF_THINGS: [&str; 3] = ["rejected", "killed", "denied"];
/// Those that name things: `errors fixed`.
const THINGS: [&str; 6] = ["error", "errors", "failure", "failures", "fails", "timeout"];
/// Further words that as the whole of a status are none of a success.
const NO_STATUS: [&str; 10] =
    ["pending", "stopped", "halted", "abandoned", "skipped", "insufficient", "no", "false", "paused", "waiting"];
/// What goes on behind a failure to say why.
const WHY: [&str; 18] = [
    "because", "due", "as", "since", "after", "at", "in", "on", "with", "by", "to", "and", "but", "while", "when",
    "for", "no", "without",
];
/// What people say failed when they mean all of it.
const ALL_OF_IT: [&str; 20] = [
    "it",
    "this",
    "task",
    "work",
    "job",
    "build",
    "builds",
    "run",
    "test",
    "tests",
    "the",
    "i",
    "we",
    "all",
    "execution",
    "compilation",
    "deployment",
    "migration",
    "process",
    "attempt",
];
/// What takes a failure away that follows it.
const NONE: [&str; 9] = ["no", "not", "never", "none", "zero", "0", "without", "nothing", "cannot"];
/// Failures of another time.
const FORMER: [&str; 3] = ["previously", "formerly", "earlier"];
/// What stands before a failure of another time where something else tells of this one.
const WAS: [&str; 2] = ["was", "were"];
/// What tells of this time.
const NOW: [&str; 2] = ["now", "then"];
/// What begins a clause about what may happen.
const IF: [&str; 5] = ["if", "when", "whenever", "unless", "where"];
/// What begins a clause that takes the one before it back.
const BUT: [&str; 5] = ["but", "and", "however", "though", "although"];
/// A failure that was meant to be, as that of a test before its code: `as expected`.
const MEANT: [&str; 2] = ["expected", "intended"];
/// What a count is not of: `3 retries when it failed`.
const ABOUT: [&str; 9] = ["for", "when", "that", "what", "which", "to", "if", "expected", "previously"];
/// What a success did with things that are named after failures.
const MENDED: [&str; 8] = ["fixed", "resolved", "solved", "handled", "addressed", "corrected", "removed", "repaired"];
/// What was done with a failure that is none any more, or with something that is named after one.
const SETTLED: [&str; 25] = [
    "implemented",
    "supported",
    "shown",
    "documented",
    "covered",
    "fixed",
    "resolved",
    "solved",
    "free",
    "passed",
    "handled",
    "added",
    "created",
    "logged",
    "improved",
    "reproduced",
    "gone",
    "cleared",
    "works",
    "pass",
    "passes",
    "passing",
    "complete",
    "completed",
    "done",
];
/// What is said not to be so without harm.
const HARMLESS: [&str; 14] = [
    "found",
    "applicable",
    "needed",
    "required",
    "used",
    "reproducible",
    "reproduced",
    "reproduce",
    "relevant",
    "affected",
    "a",
    "an",
    "only",
    "just",
];
/// What is not so where the work is not done.
const DONE: [&str; 55] = [
    "finish",
    "finishes",
    "finished",
    "finishing",
    "complete",
    "completes",
    "completed",
    "completing",
    "done",
    "do",
    "succeed",
    "succeeds",
    "succeeded",
    "succeeding",
    "successful",
    "pass",
    "passes",
    "passed",
    "passing",
    "work",
    "works",
    "worked",
    "working",
    "ok",
    "start",
    "starts",
    "started",
    "starting",
    "run",
    "runs",
    "running",
    "runnable",
    "deliver",
    "delivered",
    "achieve",
    "achieves",
    "achieved",
    "reach",
    "reaches",
    "reached",
    "compile",
    "compiles",
    "compiled",
    "build",
    "builds",
    "met",
    "ready",
    "good",
    "yet",
    "fully",
    "possible",
    "implement",
    "implemented",
    "able",
    "functional",
];
/// What stands before `not` where somebody tried in vain; with other words, such as `is`, it says what holds.
const COULD: [&str; 3] = ["could", "can", "cannot"];
/// The same under the name of a status, which says nothing but how the work went: `is not …`, `did not …`.
const DID: [&str; 12] = ["did", "was", "were", "is", "are", "has", "have", "had", "will", "would", "does", "must"];
/// What is left of `couldn't` and `can't`.
const COULDN: [&str; 3] = ["couldn", "can", "ca"];
/// How a contracted `not` is written here.
const NT: &str = "n't";
/// What people put beside what went well.
const GOOD_SIGN: char = '✅';
/// How much of a phrase is looked at.
const MOST: usize = 300;

/// Whether a text states that the work is not done, as the value of a status does.
///
/// ```
/// use envelope_core::text::states_failure;
/// for text in ["work failed", "could not finish", "blocked: no access", "failed because the disk was full", "❌", "(failed)"] {
///     assert!(states_failure(text), "{text}");
/// }
/// for text in ["failed tests were fixed", "no new errors", "not failed", "errors: 0", "blocked → completed", "✅ 0 ❌", ""] {
///     assert!(!states_failure(text), "{text}");
/// }
/// ```
pub fn states_failure(text: &str) -> bool {
    states(text, false)
}

/// Whether a text states that the work is not done, where it could also tell what was found: `not found` is a result.
///
/// ```
/// use envelope_core::text::is_failing_result;
/// assert!(is_failing_result("FAILED") && is_failing_result("could not finish") && is_failing_result("tests fail"));
/// assert!(!is_failing_result("not found") && !is_failing_result("hypothesis rejected") && !is_failing_result("no errors"));
/// ```
pub fn is_failing_result(text: &str) -> bool {
    states(text, true)
}

/// Whether a text is the verdict of an evaluation that is no success, decoration aside. Other words of a verdict may be
/// about what was looked at: a review that is completed may reject.
///
/// ```
/// use envelope_core::text::is_failing_verdict;
/// assert!(is_failing_verdict("**Insufficient**") && is_failing_verdict("mixed"));
/// assert!(!is_failing_verdict("rejected") && !is_failing_verdict("mixed feelings"));
/// ```
pub fn is_failing_verdict(text: &str) -> bool {
    read_word(text, &["insufficient", "mixed"]).index().is_some()
}

/// The words of a text.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
}

fn states(text: &str, of_result: bool) -> bool {
    let text = text.char_indices().nth(MOST).map_or(text, |(end, _)| text.get(..end).unwrap_or_default());
    let now = text.rsplit(['→', '⇒']).next().unwrap_or_default();
    let now = now.rsplit("->").next().unwrap_or_default();
    // One of several signs may stand for a count of none.
    if now.contains(SIGNS) && !now.contains(GOOD_SIGN) && parts(now).all(|part| part != "0") {
        return true;
    }
    let clauses = clauses(now);
    Clauses { clauses: &clauses, of_result }.fail()
}

/// The words of each clause, with what is left of `can't` as a `not`.
fn clauses(text: &str) -> Vec<Vec<&str>> {
    const ENDS: [char; 16] = [':', '：', ';', ',', '(', ')', '[', ']', '.', '!', '?', '|', '—', '–', '\n', '\r'];
    let clauses = text.split(ENDS).flat_map(|clause| clause.split(" - ")).flat_map(|clause| clause.split(" / "));
    let words = clauses.map(|clause| {
        let mut words: Vec<&str> = parts(clause).filter(|part| !part.is_empty()).collect();
        for at in 1..words.len() {
            if words.get(at).is_some_and(|word| is(&["t"], word))
                && words.get(at - 1).is_some_and(|word| word.ends_with(['n', 'N']))
            {
                words[at] = NT;
            }
        }
        words
    });
    words.filter(|words| !words.is_empty()).collect()
}

/// A statement in several clauses: the first says it, others take it back, settle it, or count.
#[derive(Clone, Copy)]
struct Clauses<'p> {
    clauses: &'p [Vec<&'p str>],
    of_result: bool,
}

impl<'p> Clauses<'p> {
    fn fail(self) -> bool {
        let Some(first) = self.clauses.first() else { return false };
        if self.of_result && self.is_meant() {
            return false;
        }
        let first_fails = !self.is_none_of(0) && !self.is_settled() && self.phrase(first).fails();
        first_fails || (1..self.clauses.len()).any(|at| self.further_fails(at))
    }

    fn phrase(self, words: &'p [&'p str]) -> Phrase<'p> {
        Phrase { words, of_result: self.of_result }
    }

    fn clause(self, at: usize) -> &'p [&'p str] {
        self.clauses.get(at).map(Vec::as_slice).unwrap_or_default()
    }

    /// `the test fails, as expected`; `failed: expected 3` is another thing.
    fn is_meant(self) -> bool {
        let words: Vec<&str> = self.clauses.iter().flatten().copied().collect();
        words.windows(2).enumerate().any(|(at, pair)| {
            let before = at.checked_sub(1).and_then(|at| words.get(at));
            is(&["as"], pair[0]) && is(&MEANT, pair[1]) && !before.is_some_and(|word| is(&NONE, word))
        })
    }

    /// `failed: 0`, `failures: 0/12`, `errors found: none`.
    fn is_none_of(self, at: usize) -> bool {
        let none = |words: &[&str]| match words {
            [first, rest @ ..] if is(&["0"], first) => rest.iter().all(|word| word.parse::<u64>().is_ok()),
            [first, ..] => is(&["none"], first),
            [] => false,
        };
        self.clause(at).len() <= 3 && none(self.clause(at + 1))
    }

    /// `failed at first, then passed`, `was failing, fixed`.
    fn is_settled(self) -> bool {
        let former = self.clause(0).first().is_some_and(|word| is(&WAS, word));
        self.clauses.iter().skip(1).any(|clause| {
            let now = clause.iter().any(|word| is(&NOW, word)) && !clause.iter().any(|word| is(&NONE, word));
            (now || former) && clause.last().is_some_and(|word| is(&SETTLED, word))
        })
    }

    /// Whether a clause behind the first one says it: a word alone, a count, or what takes the first one back.
    fn further_fails(self, at: usize) -> bool {
        let former = self.clause(at.saturating_sub(1)).last().is_some_and(|word| is(&WAS, word) || is(&FORMER, word));
        if former || self.is_none_of(at) {
            return false;
        }
        let clause = self.clause(at);
        match clause {
            [word] => is_strong(word, true) && !is(&THINGS, word),
            [now, word] if is(&["now", "still", "then"], now) => is_strong(word, true),
            [but, rest @ ..] if is(&BUT, but) => self.phrase(rest).fails(),
            _ => self.phrase(clause).counts_failures(),
        }
    }
}

fn is(known: &[&str], word: &str) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_strong(word: &str, of_result: bool) -> bool {
    is(&FAILURE, word) && !is(&WITH_OTHERS, word) && !(of_result && is(&OF_THINGS, word))
}

/// A clause.
#[derive(Clone, Copy)]
struct Phrase<'p> {
    words: &'p [&'p str],
    of_result: bool,
}

impl Phrase<'_> {
    fn fails(self) -> bool {
        let Some((first, rest)) = self.words.split_first() else { return false };
        if is(&IF, first) || self.words.iter().any(|word| is(&FORMER, word)) {
            return false;
        }
        rest.is_empty() && !self.of_result && is(&NO_STATUS, first)
            || self.is_unfinished()
            || self.begins_with_failure(first, rest)
            || self.could_not()
            || self.ends_with_failure()
            || self.counts_failures()
    }

    /// `2 failed`, `3 of 12 tests failed`.
    fn counts_failures(self) -> bool {
        let ([number, rest @ ..], Some(last)) = (self.words, self.words.last()) else { return false };
        let some = number.parse::<u64>().is_ok_and(|number| number > 0);
        let named = |word: &str| is_strong(word, self.of_result) && !(self.of_result && is(&THINGS, word));
        let of_others = rest.iter().any(|word| is(&ABOUT, word)) || is(&["timeout"], last);
        some && !rest.is_empty() && rest.len() <= 6 && named(last) && !of_others
    }

    /// `timed out`, `given up`, `still in progress`.
    fn is_unfinished(self) -> bool {
        let pair = |one: &str, two: &str| {
            self.words.windows(2).any(|pair| pair[0].eq_ignore_ascii_case(one) && pair[1].eq_ignore_ascii_case(two))
        };
        let short = self.words.len() <= 4;
        let out = || pair("timed", "out") || pair("given", "up") || pair("gave", "up");
        out() && !self.is_taken_away(self.words.len()) || short && pair("in", "progress")
    }

    fn begins_with_failure(self, first: &str, rest: &[&str]) -> bool {
        if !is_strong(first, self.of_result) {
            return false;
        }
        let (Some(next), Some(last)) = (rest.first(), rest.last()) else { return true };
        let settled = is(&SETTLED, last);
        if is(&WHY, next) {
            return !(is(&THINGS, first) && settled);
        }
        let loud = first.len() > 2 && first.chars().all(char::is_uppercase);
        let most = if self.of_result { 1 } else { 2 };
        first.eq_ignore_ascii_case("partially") || (loud || rest.len() <= most) && !settled
    }

    /// `could not be completed`, `not done`.
    fn could_not(self) -> bool {
        let not = |word: &&str| is(&["not", "never", "cannot", NT], word);
        let Some(at) = self.words.iter().position(not) else { return false };
        let (before, after) = (self.words.get(..at).unwrap_or_default(), self.words.get(at + 1..).unwrap_or_default());
        let after = after.strip_prefix(&["be"]).or_else(|| after.strip_prefix(&["been"])).unwrap_or(after);
        let Some(next) = after.first() else { return !self.of_result && before.is_empty() };
        if is(&HARMLESS, next) || is_strong(next, false) {
            return false;
        }
        let contracted = self.words.get(at) == Some(&NT);
        let in_vain = if contracted { &COULDN } else { &COULD };
        let of_work = |word: &str| !self.of_result && (contracted || is(&DID, word));
        let could = before.last().is_some_and(|word| is(in_vain, word) || of_work(word));
        let cannot = self.words.get(at).is_some_and(|word| is(&COULD, word));
        could || cannot || after.iter().any(|word| is(&DONE, word))
    }

    /// `work failed`, `it was aborted after two tries`.
    fn ends_with_failure(self) -> bool {
        let strong = |word: &str| is_strong(word, self.of_result);
        let Some(at) = self.words.iter().rposition(|word| strong(word)).filter(|at| *at > 0) else { return false };
        let of_all = self.words.iter().take(at).any(|word| is(&ALL_OF_IT, word));
        let last = at + 1 == self.words.len() && self.words.len() <= 4;
        let reason = ["because", "due", "at", "in", "on", "with", "after"];
        let explained = self.words.get(at + 1).is_some_and(|word| is(&reason, word));
        let thing = self.words.get(at).is_some_and(|word| is(&THINGS, word));
        let mended = thing && self.words.first().is_some_and(|word| is(&MENDED, word));
        (last || explained) && (of_all || !self.of_result) && !mended && !self.is_taken_away(at)
    }

    fn is_taken_away(self, at: usize) -> bool {
        self.words.iter().take(at).any(|word| is(&NONE, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_states_a_failure() {
        for text in [
            "failed because the tests do not compile",
            "Failed due to missing credentials",
            "blocked because I have no access to the database",
            "Partial because two of the five files remain",
            "timed out after 30 seconds",
            "could not be completed",
            "I could not complete the task",
            "couldn't finish",
            "can't complete",
            "cannot complete",
            "FAILED with error logged",
            "FAILED no files created",
            "BLOCKED no errors",
            "failed and logged",
            "completed (failed)",
            "was completed, now failed",
            "completed? no, failed",
            "partially complete",
            "in_progress",
            "given up",
            "pending",
            "no",
            "not done",
            "not yet started",
            "access denied",
            "tests ❌",
            "🔴",
            "10 passed, 2 failed",
            "3 of 12 tests failed",
            "passed: 10, failed: 2",
            "done, but tests fail",
            "completed with failures",
            "failed, then failed again",
            "could not open the database",
            "didn't finish",
            "does not work",
            "timeout",
            "🟢 → 🔴",
            "never completes",
            "did not reach the goal",
            "not succeeding",
            "won't compile",
            "is not functional",
            "failed, since not fixed",
            "DIDN'T FINISH",
        ] {
            assert!(states_failure(text), "{text}");
        }
    }

    #[test]
    fn a_status_that_states_none() {
        for text in [
            "errors: 0",
            "failed: 0",
            "not pushed",
            "not applicable",
            "blocked → completed",
            "previously failing, now passing",
            "Error handling complete",
            "no new errors",
            "no longer blocked",
            "FAILED tests were fixed",
            "0 failed",
            "done, no failures",
            "completed",
            "passed: 12, failed: 0, skipped: 0",
            "completed; failed: 0",
            "done (blocked: none)",
            "was failing, now fixed",
            "fixed (was: failed)",
            "fixed 3 errors",
            "2 errors fixed",
            "🔴 → 🟢",
            "❌ → done",
            "version not changed",
            "12 passed / 0 failed",
            "failures: 0/12",
            "done; failed: None",
            "ERRORS: none found",
            "done, 3 tests added for errors",
            "done, 30 second timeout",
            "3 retries when it failed",
            "tests pass, but one test previously failed",
            "partial refunds implemented",
        ] {
            assert!(!states_failure(text), "{text}");
        }
    }

    #[test]
    fn a_result_may_tell_of_anything() {
        for text in [
            "no compile errors",
            "Errors: 0",
            "none failed",
            "nothing broken",
            "no broken links",
            "no timeout",
            "without any error",
            "all errors gone",
            "error reproduced",
            "better error messages",
            "error handling improved",
            "failing tests pass",
            "all mutants killed",
            "Mutants killed: 12",
            "hypothesis rejected",
            "partial index works",
            "progress bar works",
            "not a bug",
            "not applicable",
            "could not reproduce",
            "could not be reproduced",
            "version not changed",
            "token not expired",
            "migration not necessary",
            "not in the docs",
            "not stored with the password",
            "doesn't crash",
            "secrets are not logged any more",
            "the app is not vulnerable to CVE-2024-1",
            "the library does not support streaming",
            "Timeout in CI fixed",
            "The build failed at first, then passed.",
            "if the build fails, the job is retried",
            "the new tests fail, as expected in the RED phase",
            "3 errors",
        ] {
            assert!(!is_failing_result(text), "{text}");
        }
        for text in [
            "could not finish",
            "it failed",
            "FAIL",
            "error",
            "the build is broken",
            "not completed",
            "3 tests failed",
            "failed: disk full",
            "2 failed, 10 passed",
            "could not be finished",
            "it does not work",
            "did not compile",
            "failed: expected 3, got 2",
            "failed (expected 200, got 500)",
            "failed, not as expected",
        ] {
            assert!(is_failing_result(text), "{text}");
        }
    }
}
