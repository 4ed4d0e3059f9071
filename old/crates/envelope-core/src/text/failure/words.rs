//! The words by which a phrase is judged.

use Counts::{Alone, Anywhere, OfWork, Thing, WithOthers};
use Stands::{Around, Behind};

/// Where a word tells of what is no success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// Wherever somebody tells how the work went.
    Anywhere,
    /// The same; it also names things: `errors fixed`.
    Thing,
    /// In a status, or of one item; a result may be about what was looked at: `hypothesis rejected`.
    OfWork,
    /// As the whole of a status, or of what is said of one item.
    Alone,
    /// Only together with others: `timed out`, `in progress`.
    WithOthers,
}

/// Every word that tells of what is no success.
pub(super) const FAILURE: [(&str, Counts); 57] = [
    ("fail", Anywhere),
    ("fails", Thing),
    ("failed", Anywhere),
    ("failing", Anywhere),
    ("failure", Thing),
    ("failures", Thing),
    ("error", Thing),
    ("errors", Thing),
    ("errored", Anywhere),
    ("blocked", Anywhere),
    ("partial", Anywhere),
    ("partially", Anywhere),
    ("incomplete", Anywhere),
    ("unfinished", Anywhere),
    ("abort", Thing),
    ("aborted", Anywhere),
    ("cancelled", Anywhere),
    ("canceled", Anywhere),
    ("timeout", Thing),
    ("interrupted", Anywhere),
    ("crash", Thing),
    ("crashed", Anywhere),
    ("panicked", Anywhere),
    ("segfault", Thing),
    ("stuck", Anywhere),
    ("unsuccessful", Anywhere),
    ("unsuccessfully", Anywhere),
    ("terminated", Anywhere),
    ("broken", Anywhere),
    ("unable", Anywhere),
    ("nok", Anywhere),
    ("rejected", OfWork),
    ("killed", OfWork),
    ("denied", OfWork),
    ("refused", OfWork),
    ("unresolved", OfWork),
    ("not", WithOthers),
    ("never", WithOthers),
    ("timed", WithOthers),
    // As in `in_progress`.
    ("progress", WithOthers),
    ("pending", Alone),
    ("stopped", Alone),
    ("halted", Alone),
    ("abandoned", Alone),
    ("skipped", Alone),
    ("insufficient", Alone),
    ("no", Alone),
    ("nope", Alone),
    ("ko", Alone),
    ("false", Alone),
    ("paused", Alone),
    ("waiting", Alone),
    ("red", Alone),
    ("unmet", Alone),
    ("unsatisfied", Alone),
    ("unverified", Alone),
    ("unimplemented", Alone),
];
/// What goes on behind a failure to say why.
pub(super) const WHY: [&str; 18] = [
    "because", "due", "as", "since", "after", "at", "in", "on", "with", "by", "to", "and", "but", "while", "when",
    "for", "no", "without",
];
/// What people say failed when they mean all of it.
pub(super) const ALL_OF_IT: [&str; 20] = [
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
pub(super) const NONE: [&str; 9] = ["no", "not", "never", "none", "zero", "0", "without", "nothing", "cannot"];
/// Failures of another time.
pub(super) const FORMER: [&str; 3] = ["previously", "formerly", "earlier"];
/// The same of a sign; behind a word it may also go on: `fails as before`.
pub(super) const BEFORE: &str = "before";
/// What stands before a failure of another time where something else tells of this one.
pub(super) const WAS: [&str; 2] = ["was", "were"];
/// What tells of this time.
pub(super) const NOW: [&str; 2] = ["now", "then"];
/// What begins a clause about what may happen.
pub(super) const IF: [&str; 5] = ["if", "when", "whenever", "unless", "where"];
/// What begins a clause that takes the one before it back.
pub(super) const BUT: [&str; 5] = ["but", "and", "however", "though", "although"];
/// A failure that was meant to be, as that of a test before its code: `as expected`.
pub(super) const MEANT: [&str; 2] = ["expected", "intended"];
/// What a count is not of: `3 retries when it failed`.
pub(super) const ABOUT: [&str; 9] = ["for", "when", "that", "what", "which", "to", "if", "expected", "previously"];
/// What was done with a failure that is none any more, or with something that is named after one: behind it, as in
/// `errors fixed`, and those that say so before it, too, as in `fixed 3 errors`; `complete failure` is another thing.
pub(super) const SETTLED: [(&str, Stands); 31] = [
    ("fixed", Around),
    ("resolved", Around),
    ("solved", Around),
    ("handled", Around),
    ("addressed", Around),
    ("corrected", Around),
    ("removed", Around),
    ("repaired", Around),
    ("eliminated", Around),
    ("mended", Around),
    ("reproduced", Around),
    ("implemented", Behind),
    ("supported", Behind),
    ("shown", Behind),
    ("documented", Behind),
    ("covered", Behind),
    ("free", Behind),
    ("passed", Behind),
    ("added", Behind),
    ("created", Behind),
    ("logged", Behind),
    ("improved", Behind),
    ("gone", Behind),
    ("cleared", Behind),
    ("works", Behind),
    ("pass", Behind),
    ("passes", Behind),
    ("passing", Behind),
    ("complete", Behind),
    ("completed", Behind),
    ("done", Behind),
];

/// Where a word stands that settles a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    Behind,
    Around,
}

/// What is said not to be so without harm.
pub(super) const HARMLESS: [&str; 21] = [
    "find",
    "need",
    "require",
    "change",
    "affect",
    "panic",
    "occur",
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
pub(super) const DONE: [&str; 55] = [
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
pub(super) const COULD: [&str; 4] = ["could", "can", "cannot", "did"];
/// The same under the name of a status, which says nothing but how the work went: `is not …`, `has not …`.
pub(super) const IS_NOT: [&str; 11] =
    ["was", "were", "is", "are", "has", "have", "had", "will", "would", "does", "must"];
/// What is left of `couldn't`, `can't` and `didn't`.
pub(super) const COULDN: [&str; 4] = ["couldn", "can", "ca", "didn"];
/// How a contracted `not` is written here.
pub(super) const NT: &str = "n't";
/// How much of a phrase is looked at.
pub(super) const MOST: usize = 300;
