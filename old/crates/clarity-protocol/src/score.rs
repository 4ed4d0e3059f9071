//! Rows and items that stand for many: how many passed of how many (R-C8).

use envelope_core::text::bare;

use crate::verdict::Verdict::{self, Fail, Open, Pass, Unknown};
use crate::verdict::{THINGS, of_word, tallied};

/// What a text counts in place of a word: `12/12 passed`, `40 passed, 0 failed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// What did neither is in here too.
    pub(crate) total: u64,
}

impl Score {
    /// Reads a cell or the part of an item that holds the result.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = bare(text).text;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Self::of_ratio(text).or_else(|| Self::of_tally(text));
        }
        // `pass (12/12)`, `passed: 12 tests`
        let behind = behind_pass(text)?;
        let all = || match tallied(behind)? {
            (None, total) if total > 0 => Some(Self { passed: total, failed: 0, total }),
            _ => None,
        };
        Self::of_ratio(behind).or_else(|| Self::of_tally(behind)).or_else(all)
    }

    fn of_ratio(text: &str) -> Option<Self> {
        let (passed, rest) = text.split_once('/')?;
        let rest = rest.trim_start();
        let (total, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        let (passed, total) = (passed.trim_end().parse().ok()?, total.parse().ok()?);
        let plain = |word: &str| THINGS.contains(&word) || of_word(word) == Some(Pass);
        let known = behind.split_whitespace().all(plain) && (behind.is_empty() || behind.starts_with(' '));
        let failed = u64::checked_sub(total, passed)?;
        known.then_some(Self { passed, failed, total })
    }

    fn of_tally(text: &str) -> Option<Self> {
        let (mut passed, mut failed, mut others, mut stated) = (0_u64, 0_u64, 0_u64, 0_u64);
        for part in text.split([',', ';']) {
            match tallied(part.trim())? {
                (Some(Pass), count) => passed = passed.saturating_add(count),
                (Some(Fail), count) => failed = failed.saturating_add(count),
                (Some(_), count) => others = others.saturating_add(count),
                (None, count) => stated = stated.max(count),
            }
        }
        let counted = passed.saturating_add(failed).saturating_add(others);
        (counted > 0).then_some(Self { passed, failed, total: counted.max(stated) })
    }

    pub(crate) const fn verdict(self) -> Verdict {
        match self {
            Self { failed: 1.., .. } => Fail,
            Self { passed, total, .. } if passed < total => Open,
            Self { total: 0, .. } => Unknown,
            _ => Pass,
        }
    }
}

/// What stands behind a pass in brackets, or behind a colon or a dash, and begins with a figure.
fn behind_pass(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic())?;
    let (word, behind) = text.split_at_checked(end)?;
    let behind = behind.trim();
    let inner = behind.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let inner = inner.or_else(|| behind.strip_prefix([':', '-', '—', '–', ',']))?.trim();
    (of_word(word) == Some(Pass) && inner.starts_with(|c: char| c.is_ascii_digit())).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stand_alone_or_behind_a_pass() {
        let all = |total| Some(Score { passed: total, failed: 0, total });
        assert_eq!(Score::read("pass (12/12)"), all(12));
        assert_eq!(Score::read("passed: 12 tests"), all(12));
        assert_eq!(Score::read("pass (11/12)").map(Score::verdict), Some(Fail));
        for text in ["pass (all)", "fail (1/2)", "pass (0 tests)", "pass (7/5)", "pass (11 of 12)", "pass (80%)"] {
            assert_eq!(Score::read(text), None, "{text}");
        }
    }
}
