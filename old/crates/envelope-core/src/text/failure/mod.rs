//! Whether a phrase states that the work is not done (R-A2).
//!
//! Where a word stands tells more than how many there are: `failed because …` states it, `error handling added` does not.

mod signs;
#[cfg(test)]
mod tests;
mod words;

pub use signs::has_failing_sign;
use words::{
    ABOUT, ALL_OF_IT, BUT, COULD, COULDN, Counts, DONE, FAILURE, FORMER, HARMLESS, IF, IS_NOT, MEANT, MOST, NONE, NOW,
    NT, SETTLED, Stands, WAS, WHY,
};

use super::{BAD_SIGNS, read_word};

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

/// Whether a text states that the work is not done, where most texts tell what was found: a word or a sign alone, or what
/// became of all of the work. `Cannot be exploited` is a conclusion.
pub(crate) fn is_failing_conclusion(text: &str) -> bool {
    /// What an agent says it could not do.
    const ENDS: [&str; 6] = ["finish", "finished", "complete", "completed", "succeed", "succeeded"];
    let clauses = clauses(text);
    let first = clauses.first().map(Vec::as_slice).unwrap_or_default();
    let of_all = |word: &&str| is(&ALL_OF_IT, word) && !is(&["the", "this", "all"], word);
    let leads = || first.iter().take(2).any(of_all);
    let ends = || first.iter().any(|word| is(&ENDS, word));
    let explained = || first.get(1).is_some_and(|word| is(&["after", "because", "due", "since"], word));
    (first.len() <= 1 || leads() || ends() || explained()) && is_failing_result(text)
}

/// Whether a text is the verdict of an evaluation that is no success, decoration aside. Other words of a verdict may be
/// about what was looked at: a review that is completed may reject.
///
/// ```
/// use envelope_core::text::is_failing_verdict;
/// assert!(is_failing_verdict("**Insufficient**") && is_failing_verdict("mixed") && is_failing_verdict("NOT clean"));
/// assert!(!is_failing_verdict("rejected") && !is_failing_verdict("mixed feelings") && !is_failing_verdict("not safe"));
/// ```
pub fn is_failing_verdict(text: &str) -> bool {
    read_word(text, &["insufficient", "mixed"]).index().is_some() || negates_success(text)
}

/// Whether a text is the word of a protocol for a success, taken back, and nothing else: `NOT CLEAN`.
pub(crate) fn negates_success(text: &str) -> bool {
    const SUCCESS: [&str; 5] = ["sufficient", "clean", "completed", "complete", "success"];
    let mut words = parts(text).filter(|word| !word.is_empty());
    let [not, word, end] = [(); 3].map(|()| words.next());
    not.is_some_and(|not| is(&["not"], not)) && word.is_some_and(|word| is(&SUCCESS, word)) && end.is_none()
}

/// Whether a word, in a status or of one item, tells of what is no success; `alone`, as all that is said of it.
///
/// ```
/// use envelope_core::text::is_failure_word;
/// assert!(is_failure_word("Failed", false) && is_failure_word("refused", false) && is_failure_word("no", true));
/// assert!(!is_failure_word("no", false) && !is_failure_word("done", true) && !is_failure_word("not", true));
/// ```
pub fn is_failure_word(word: &str, alone: bool) -> bool {
    is_strong(word, false) || alone && counts(word) == Some(Counts::Alone)
}

/// Whether a word or a sign in a text tells of what is no success, be it only together with others.
pub(crate) fn mentions_failure(text: &str) -> bool {
    text.contains(BAD_SIGNS) || parts(text).any(|part| counts(part).is_some_and(|counts| counts != Counts::Alone))
}

/// The words of a text.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
}

fn states(text: &str, of_result: bool) -> bool {
    let text = text.char_indices().nth(MOST).map_or(text, |(end, _)| text.get(..end).unwrap_or_default());
    let now = text.rsplit(['→', '⇒']).next().unwrap_or_default();
    let now = now.rsplit("->").next().unwrap_or_default();
    if has_failing_sign(now) {
        return true;
    }
    let clauses = clauses(now);
    Clauses { clauses: &clauses, of_result }.fail()
}

/// The words of each clause, with what is left of `can't` as a `not`.
fn clauses(text: &str) -> Vec<Vec<&str>> {
    const ENDS: [char; 17] = [':', '：', '=', ';', ',', '(', ')', '[', ']', '.', '!', '?', '|', '—', '–', '\n', '\r'];
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

    /// `failed at first, then passed`, `was failing, fixed`, `crash at startup, fixed`.
    fn is_settled(self) -> bool {
        if let [first, last] = self.clauses
            && let ([begins, ..], [.., ends], [settles]) = (first.as_slice(), first.as_slice(), last.as_slice())
            && (is_thing(begins) || is(&FORMER, ends))
            && (is_settling(settles, true) || is(&["gone"], settles))
        {
            return true;
        }
        let former = self.clause(0).first().is_some_and(|word| is(&WAS, word));
        self.clauses.iter().skip(1).any(|clause| {
            let now = clause.iter().any(|word| is(&NOW, word));
            (now || former) && ends_settled(clause)
        })
    }

    /// Whether a clause behind the first one says it: a word alone, a count, or what takes the first one back.
    fn further_fails(self, at: usize) -> bool {
        let former = match self.clause(at.saturating_sub(1)) {
            [word] => is(&WAS, word) || is(&FORMER, word),
            words => words.last().is_some_and(|word| is(&WAS, word)),
        };
        if former || self.is_none_of(at) {
            return false;
        }
        let clause = self.clause(at);
        match clause {
            [word] => is_strong(word, true) && !is_thing(word),
            [now, word] if is(&["now", "still", "then"], now) => is_strong(word, true),
            [but, rest @ ..] if is(&BUT, but) => self.phrase(rest).fails(),
            _ => self.phrase(clause).counts_failures(),
        }
    }
}

fn is(known: &[&str], word: &str) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn counts(word: &str) -> Option<Counts> {
    FAILURE.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, counts)| *counts)
}

/// Whether the word tells of a failure wherever it stands; in a result some may be about what was looked at.
pub(crate) fn is_strong(word: &str, of_result: bool) -> bool {
    match counts(word) {
        Some(Counts::Anywhere | Counts::Thing) => true,
        Some(Counts::OfWork) => !of_result,
        Some(Counts::Alone | Counts::WithOthers) | None => false,
    }
}

fn is_thing(word: &str) -> bool {
    counts(word) == Some(Counts::Thing)
}

/// Whether the word settles a failure that stands before it, or, `leading`, one that follows it.
fn is_settling(word: &str, leading: bool) -> bool {
    SETTLED.iter().any(|(known, stands)| known.eq_ignore_ascii_case(word) && (!leading || *stands == Stands::Around))
}

/// `errors fixed`, but not `errors not fixed`.
fn ends_settled(words: &[&str]) -> bool {
    let denied = || words.iter().any(|word| is(&NONE, word) || *word == NT);
    words.last().is_some_and(|word| is_settling(word, false)) && !denied()
}

/// `failed uploads retried`; a retry of the work itself settles nothing.
fn are_retried(words: &[&str]) -> bool {
    matches!(words, [things, retried] if things.ends_with('s') && is(&["retried"], retried) && !is(&ALL_OF_IT, things))
}

/// `crash no longer occurs`; not `error: no longer compiles`.
fn is_no_longer(words: &[&str]) -> bool {
    matches!(words, [no, longer, rest @ ..] if is(&["no"], no) && is(&["longer"], longer)
        && !rest.iter().any(|word| is(&DONE, word)))
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
        if is(&IF, first) {
            return false;
        }
        rest.is_empty() && !self.of_result && is_failure_word(first, true)
            || self.is_unfinished()
            || self.begins_with_failure(first, rest)
            || self.could_not()
            || self.ends_with_failure()
            || self.still_fails()
            || self.counts_failures()
    }

    /// `previously failing`, `the build failed earlier`: a failure of another time. What a clause begins with is of this one.
    fn is_former(self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.words.get(at));
        before
            .is_some_and(|before| [Some(before), self.words.last()].into_iter().flatten().any(|word| is(&FORMER, word)))
    }

    /// `2 failed`, `3 of 12 tests failed`.
    fn counts_failures(self) -> bool {
        let ([number, rest @ ..], Some(last)) = (self.words, self.words.last()) else { return false };
        let some = number.parse::<u64>().is_ok_and(|number| number > 0);
        let named = |word: &str| is_strong(word, self.of_result) && !(self.of_result && is_thing(word));
        let of_others = rest.iter().any(|word| is(&ABOUT, word)) || is(&["timeout"], last);
        some && !rest.is_empty() && rest.len() <= 6 && named(last) && !of_others
    }

    /// `timed out`, `given up`, `still in progress`.
    fn is_unfinished(self) -> bool {
        let pair = |one: &str, two: &str| {
            self.words.windows(2).enumerate().any(|(at, pair)| {
                pair[0].eq_ignore_ascii_case(one) && pair[1].eq_ignore_ascii_case(two) && !self.is_former(at)
            })
        };
        let short = self.words.len() <= 4;
        let out = || pair("timed", "out") || pair("given", "up") || pair("gave", "up");
        out() && !self.is_taken_away(self.words.len()) || short && pair("in", "progress")
    }

    fn begins_with_failure(self, first: &str, rest: &[&str]) -> bool {
        if !is_strong(first, self.of_result) {
            return false;
        }
        let Some(next) = rest.first() else { return true };
        let settled = ends_settled(rest) || are_retried(rest);
        if is_thing(first) && is_no_longer(rest) {
            return false;
        }
        // `failed earlier than expected`
        let sooner = is(&FORMER, next);
        if sooner || is(&WHY, next) {
            return !(settled && (sooner || is_thing(first)));
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
        let of_work = |word: &str| !self.of_result && (contracted || is(&IS_NOT, word));
        let could = before.last().is_some_and(|word| is(in_vain, word) || of_work(word));
        if self.is_former(at - usize::from(could)) {
            return false;
        }
        let cannot = self.words.get(at).is_some_and(|word| is(&COULD, word));
        could || cannot || after.iter().any(|word| is(&DONE, word))
    }

    /// `work failed`, `it was aborted after two tries`.
    fn ends_with_failure(self) -> bool {
        let strong = |word: &str| is_strong(word, self.of_result);
        let now = |at: &usize| self.words.get(*at).is_some_and(|word| strong(word)) && !self.is_former(*at);
        let Some(at) = (1..self.words.len()).rev().find(now) else { return false };
        let of_all = self.words.iter().take(at).any(|word| is(&ALL_OF_IT, word));
        let last = at + 1 == self.words.len() && self.words.len() <= 4;
        let reason = ["because", "due", "at", "in", "on", "with", "after"];
        let explained = match self.words.get(at + 1..) {
            Some([sooner, than, ..]) if is(&FORMER, sooner) && is(&["than"], than) => true,
            Some([next, ..]) => is(&reason, next),
            _ => false,
        };
        let thing = self.words.get(at).is_some_and(|word| is_thing(word));
        let mended = thing && self.words.first().is_some_and(|word| is_settling(word, true));
        (last || explained) && (of_all || !self.of_result) && !mended && !self.is_taken_away(at)
    }

    /// `the tests of the parser still fail`.
    fn still_fails(self) -> bool {
        let [before @ .., still, word] = self.words else { return false };
        let of_others = before.iter().any(|word| is(&NONE, word) || is(&ABOUT, word));
        is(&["still"], still) && is_strong(word, self.of_result) && !of_others
    }

    fn is_taken_away(self, at: usize) -> bool {
        self.words.iter().take(at).any(|word| is(&NONE, word))
    }
}
