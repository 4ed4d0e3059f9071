//! What a note behind the word for a pass leaves of it (R-C8).

use crate::verdict::Verdict::{Fail, Open, Pass};
use crate::verdict::{NEGATIONS, NONE, PARTLY, of_word};

/// Signs that a note begins with.
const MARKS: [char; 10] = ['—', '–', '-', ':', '(', '[', ',', ';', '.', '!'];
/// Words in a note that leave a doubt, besides those for a failure and for what is still open.
const DOUBTS: [&str; 42] = [
    "but",
    "except",
    "however",
    "although",
    "though",
    "unless",
    "until",
    "only",
    "some",
    "sometimes",
    "once",
    "retry",
    "retries",
    "retried",
    "rerun",
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
];

/// Whether nothing stands behind a pass, in small letters, but its end or a note that leaves it one: `pass (12/12)`,
/// `pass, see the log`, `Pass.`
pub(crate) fn is_plain_note(behind: &str) -> bool {
    let mut none = false;
    behind.trim_start().starts_with(MARKS)
        && behind.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '/')).filter(|word| !word.is_empty()).all(
            |word| {
                // `no errors`, `0 failed`
                let denied = std::mem::replace(&mut none, NONE.contains(&word));
                none || denied || !is_doubt(word)
            },
        )
}

fn is_doubt(word: &str) -> bool {
    [&DOUBTS[..], &PARTLY, &NEGATIONS].iter().any(|words| words.contains(&word))
        || word.starts_with("fail")
        || word.split('/').any(|part| matches!(of_word(part), Some(Fail | Open)))
        || word.contains(|c: char| c.is_ascii_digit()) && matches!(of_word(word), Some(Fail))
}

/// What stands behind a pass in brackets, or behind a colon or a dash, and begins with a figure.
pub(crate) fn score_behind(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic())?;
    let (word, behind) = text.split_at_checked(end)?;
    let behind = behind.trim();
    let inner = behind.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let inner = inner.or_else(|| behind.strip_prefix([':', '-', '—', '–', ',']))?.trim();
    (of_word(word) == Some(Pass) && inner.starts_with(|c: char| c.is_ascii_digit())).then_some(inner)
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
        for note in
            " (12/12) ¦ . ¦ , see the log ¦  — unit and by hand ¦ ! ¦ : no errors ¦ ; 0 failed ¦ (0 skipped)".split('¦')
        {
            assert!(is_plain_note(note), "{note}");
        }
        for note in " (11/12) ¦  on CI ¦ , except S3 ¦ (after retry) ¦ (1 failed) ¦ ; 2 errors ¦ (3 skipped) ¦ - crashed once ¦ \
                     (not run) ¦ (assumed) ¦ , broken elsewhere"
            .split('¦')
        {
            assert!(!is_plain_note(note), "{note}");
        }
        assert_eq!(score_behind("pass (12/12)"), Some("12/12"));
        assert_eq!((score_behind("pass (all)"), score_behind("fail (1/2)"), score_behind("12/12")), (None, None, None));
    }
}
