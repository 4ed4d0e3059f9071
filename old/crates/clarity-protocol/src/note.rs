//! What a note behind the word for a pass leaves of it (R-C8).

use crate::verdict::Verdict::{Fail, Open, Pass};
use crate::verdict::{NEGATIONS, NONE, PARTLY, THINGS, of_word};
use crate::words::is_limited;

/// Words in a note behind a dash or a colon that leave a doubt, besides those for a failure, for what is still open, and
/// for what takes something back.
const DOUBTS: [&str; 50] = [
    "critical",
    "major",
    "only",
    "some",
    "sometimes",
    "once",
    "half",
    "part",
    "retry",
    "retries",
    "retried",
    "rerun",
    "attempt",
    "caveat",
    "caveats",
    "warning",
    "warnings",
    "assumed",
    "assuming",
    "expected",
    "should",
    "would",
    "will",
    "if",
    "maybe",
    "probably",
    "likely",
    "might",
    "unclear",
    "unverified",
    "unconfirmed",
    "apparently",
    "theoretically",
    "yet",
    "bug",
    "bugs",
    "issue",
    "issues",
    "workaround",
    "timed",
    "hangs",
    "wrong",
    "panics",
    "disabled",
    "stub",
    "simulated",
    "unstable",
    "intermittent",
    "needs",
    "lacks",
];
/// Words of notes in brackets or behind a comma that tell how it was tested, and nothing else.
const PLAIN: [&str; 18] = [
    "by",
    "hand",
    "manually",
    "checked",
    "tested",
    "on",
    "in",
    "ci",
    "all",
    "both",
    "unit",
    "e2e",
    "integration",
    "the",
    "and",
    "with",
    "of",
    "twice",
];

/// Whether nothing stands behind a pass, in small letters, but a note that leaves it one: `pass (12/12)`, `pass, see the log`,
/// `Pass.`, `pass — by hand`.
pub(crate) fn is_plain_note(behind: &str) -> bool {
    let behind = behind.trim();
    if behind.starts_with(['—', '–', '-', ':']) {
        return leaves_no_doubt(behind);
    }
    let note = behind.trim_matches(|c: char| c.is_whitespace() || "()[].,;!".contains(c));
    let cited = behind.starts_with('[') && note.bytes().all(|byte| byte.is_ascii_digit());
    behind.starts_with(['(', '[', ',', ';', '.', '!'])
        && (note.is_empty() || cited || is_reference(note) || is_harmless(note))
}

/// `see the log`, `by hand`, `no errors`.
fn is_harmless(note: &str) -> bool {
    let words: Vec<&str> = words(note).collect();
    let plain = |word: &&str| PLAIN.contains(word) || THINGS.contains(word) || of_word(word) == Some(Pass);
    match words.as_slice() {
        ["see", ..] => leaves_no_doubt(note),
        [how_many, failure] if NONE.contains(how_many) => is_failure(failure),
        words => words.iter().all(plain),
    }
}

/// A path or the like, which is no word for a result: `tests/a.rs`.
fn is_reference(note: &str) -> bool {
    note.starts_with(|c: char| c.is_ascii_alphabetic())
        && note.contains(['/', '.', '#', '_'])
        && !note.contains(char::is_whitespace)
        && of_word(note).is_none()
}

fn leaves_no_doubt(note: &str) -> bool {
    let words: Vec<&str> = words(note).collect();
    let ends = |at: usize| words.get(at).is_none_or(|word| ["and", "or"].contains(word));
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).filter(|_| NONE.contains(word));
        // `no errors` is no doubt; `no tests run` is one.
        if next.is_some_and(|next| is_failure(next)) && ends(at + 2) {
            at += 2;
        } else if next.is_some_and(|next| THINGS.contains(next)) || is_doubt(word) {
            return false;
        } else {
            at += 1;
        }
    }
    !is_limited(note)
}

fn is_doubt(word: &str) -> bool {
    let open = |part: &str| matches!(of_word(part), Some(Fail | Open)) && !NONE.contains(&part);
    [&DOUBTS[..], &PARTLY, &NEGATIONS].iter().any(|words| words.contains(&word))
        || word.ends_with("n't")
        || is_failure(word)
        || open(word)
        || word.split('/').any(open)
}

fn is_failure(word: &str) -> bool {
    word.starts_with("fail") || of_word(word) == Some(Fail) && !NONE.contains(&word)
}

fn words(note: &str) -> impl Iterator<Item = &str> {
    note.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '/')).filter(|word| !word.is_empty())
}

/// Whether nothing but how long it took stands behind the word for a pass: `pass (2.1s)`, `passed in 3 ms`.
pub(crate) fn passed_in_time(lower: &str) -> bool {
    const UNITS: [&str; 11] = ["ns", "us", "µs", "ms", "s", "sec", "secs", "second", "seconds", "m", "min"];
    let (_, behind) = lower.split_at(lower.find(|c: char| !c.is_alphabetic()).unwrap_or(lower.len()));
    let time = behind.trim_matches([' ', '(', ')', '[', ']', ',', '.']);
    let time = time.strip_prefix("in ").unwrap_or(time);
    let unit = time.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < time.len() && UNITS.contains(&unit.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_that_leave_a_pass_one() {
        for note in " . ¦ , see the log ¦  — unit and by hand ¦ ! ¦ : no errors ¦ ; 0 failed ¦ (tests/a.rs) ¦ [3] ¦ (by hand) ¦ \
                     (verified on ci) ¦ — no changes were needed"
            .split('¦')
        {
            assert!(is_plain_note(note), "{note}");
        }
        for note in " (11/12) ¦ on CI ¦ , except S3 ¦ (after retry) ¦ (1 failed) ¦ ; 2 errors ¦ (3 skipped) ¦ - crashed once ¦ \
                     (not run) ¦ (assumed) ¦ , broken elsewhere ¦ (11 of 12) ¦ (no tests run) ¦ — no tests run ¦ (7/5) ¦ (80%) ¦ \
                     (in part) ¦ , with limitations ¦ (hangs) ¦ . Crashes on Windows ¦ (couldn't run) ¦ (stub) ¦ (dry run) ¦ \
                     (without errors handled) ¦ (no run) ¦ [see f1 critical failure] ¦ (n/a) ¦ (to be confirmed)"
            .split('¦')
        {
            assert!(!is_plain_note(note.trim()), "{note}");
        }
    }
}
