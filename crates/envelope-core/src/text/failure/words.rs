//! The words by which a phrase is judged.

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
pub(super) const WITH_OTHERS: [&str; 4] = ["not", "never", "timed", "progress"];
pub(super) const OF_THINGS: [&str; 3] = ["rejected", "killed", "denied"];
/// Those that name things: `errors fixed`.
pub(super) const THINGS: [&str; 6] = ["error", "errors", "failure", "failures", "fails", "timeout"];
/// Further words that as the whole of a status are none of a success.
pub(super) const NO_STATUS: [&str; 10] =
    ["pending", "stopped", "halted", "abandoned", "skipped", "insufficient", "no", "false", "paused", "waiting"];
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
/// What a success did with things that are named after failures.
pub(super) const MENDED: [&str; 8] =
    ["fixed", "resolved", "solved", "handled", "addressed", "corrected", "removed", "repaired"];
/// What was done with a failure that is none any more, or with something that is named after one.
pub(super) const SETTLED: [&str; 25] = [
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
pub(super) const HARMLESS: [&str; 21] = [
    "find",
    "need",
    "require",
    "change",
    "affect",
    "crash",
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
/// What people put beside what went well.
pub(super) const GOOD_SIGN: char = '✅';
/// How much of a phrase is looked at.
pub(super) const MOST: usize = 300;
