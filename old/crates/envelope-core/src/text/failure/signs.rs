//! Whether a sign in a text says that the work is not done. What takes it away stands beside it, in the same clause.

use super::words::{BEFORE, DONE, FORMER, NONE, NOW, WAS};
use super::{ends_settled, is, is_settling, is_strong, parts};
use crate::text::{BAD_SIGNS, GOOD_SIGNS};

/// Signs that are shown on buttons and banners, too: amid a text they are such a thing.
const SHOWN: [char; 2] = ['✕', '🚨'];
/// What ends a clause.
const BREAKS: [char; 14] = [',', ';', '(', ')', '[', ']', '|', '.', '!', '?', '—', '–', '\n', '\r'];

/// Whether a sign in the text tells of what is no success. One may stand for a count of none, or beside a good one be of
/// another time.
///
/// ```
/// use envelope_core::text::has_failing_sign;
/// assert!(has_failing_sign("❌ tests") && has_failing_sign("✅ lint fixed, ❌ tests") && has_failing_sign("❌ 0/12 passed"));
/// assert!(!has_failing_sign("✅ 12 ❌ 0") && !has_failing_sign("✅ (was ❌)") && !has_failing_sign("added a ✕ button"));
/// ```
pub fn has_failing_sign(text: &str) -> bool {
    if !text.contains(BAD_SIGNS) {
        return false;
    }
    let good = text.contains(GOOD_SIGNS);
    let first = text.find(is_sign).unwrap_or_default();
    let counts_first = text.find(|character: char| character.is_ascii_digit()).is_some_and(|digit| digit < first);
    let signs = text.match_indices(BAD_SIGNS);
    let mut signs = signs.map(|(at, sign)| Sign::new(text, at, sign, good));
    signs.any(|sign| {
        let count = if counts_first {
            sign.count_before().or_else(|| sign.count_after())
        } else {
            sign.count_after().or_else(|| sign.count_before())
        };
        match count {
            Some(0) => false,
            Some(_) => true,
            None => sign.is_said() && !sign.is_none() && !sign.is_former(),
        }
    })
}

fn is_sign(character: char) -> bool {
    BAD_SIGNS.contains(&character) || GOOD_SIGNS.contains(&character)
}

fn ends(character: char) -> bool {
    BREAKS.contains(&character) || is_sign(character)
}

fn words(text: &str) -> Vec<&str> {
    parts(text).filter(|part| !part.is_empty()).collect()
}

/// A bad sign, with the words of its clause on either side.
struct Sign<'t> {
    mark: &'t str,
    /// All that stands before it, and behind it.
    ahead: &'t str,
    behind: &'t str,
    before: Vec<&'t str>,
    after: Vec<&'t str>,
    /// Whether a good one stands in the text.
    good: bool,
}

impl<'t> Sign<'t> {
    fn new(text: &'t str, at: usize, sign: &'t str, good: bool) -> Self {
        let ahead = text.get(..at).unwrap_or_default();
        let behind = text.get(at + sign.len()..).unwrap_or_default();
        let before = words(ahead.rsplit(ends).next().unwrap_or_default());
        let after = words(behind.split(ends).next().unwrap_or_default());
        Self { mark: sign, ahead, behind, before, after, good }
    }

    /// `❌ 2`, `❌ 0 failed`; the none of `❌ 0/12 passed` are not the bad ones.
    fn count_after(&self) -> Option<u64> {
        let text = self.behind.trim_start_matches([' ', ':', '=', '×', '\u{fe0f}']);
        let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
        let count: u64 = text.get(..end)?.parse().ok()?;
        let of = self.after.get(1..).unwrap_or_default();
        let bad = of.last().is_none_or(|word| is_strong(word, false));
        let other = of.iter().any(|word| is(&DONE, word));
        (count > 0 || !other && (bad || self.good)).then_some(count)
    }

    /// `2 ❌`; in `passed: 0 ❌` it counts others.
    fn count_before(&self) -> Option<u64> {
        let text = self.ahead.trim_end_matches([' ', '×']);
        let start = text.trim_end_matches(|character: char| character.is_ascii_digit()).len();
        let count: u64 = text.get(start..)?.parse().ok()?;
        (count > 0 || !self.before.iter().any(|word| is(&DONE, word))).then_some(count)
    }

    /// Whether it is more than a thing that is told of.
    fn is_said(&self) -> bool {
        if !self.mark.contains(SHOWN) {
            return true;
        }
        let is_silent = |text: &str| !text.contains(char::is_alphanumeric);
        let listed = self.after.first().is_some_and(|word| is(&["and", "or"], word));
        let leads = is_silent(self.ahead) && !listed && !ends_settled(&self.after);
        let clause = self.ahead.rsplit(|character| ends(character) || character == ':').next().unwrap_or_default();
        leads || self.after.is_empty() && (self.good || is_silent(clause))
    }

    /// `no ❌`, `❌ none`, `❌ failed: 0`; not `completed? no ❌`.
    fn is_none(&self) -> bool {
        let answers = || self.ahead.trim_end().trim_end_matches(char::is_alphabetic).trim_end().ends_with(['?', ':']);
        let before = match self.before.as_slice() {
            [.., last] => is(&["no", "zero", "without"], last) && (self.good || self.before.len() == 1) && !answers(),
            [] => false,
        };
        let none = |word: &str| is(&["none", "0"], word);
        before
            || match self.after.as_slice() {
                [only] => none(only),
                [first, second] => {
                    is_strong(first, false) && none(second)
                        || none(first) && (is_strong(second, false) || is(&["found"], second))
                }
                _ => false,
            }
    }

    /// `✅ (was ❌)`, `❌ before, ✅ now`, `❌ to ✅`.
    fn is_former(&self) -> bool {
        let former = |word: &str| is(&FORMER, word) || is(&[BEFORE], word);
        let was = match self.before.as_slice() {
            [only] => is(&WAS, only) || former(only),
            [.., last] => is(&FORMER, last),
            [] => false,
        };
        let then = match self.after.as_slice() {
            [only] => former(only),
            _ => false,
        };
        self.good && (was || then || self.is_followed())
    }

    /// Whether the next sign is a good one that tells of the same thing.
    fn is_followed(&self) -> bool {
        let Some(next) = self.behind.find(is_sign) else { return false };
        let (between, from) = self.behind.split_at(next);
        if !from.starts_with(GOOD_SIGNS) {
            return false;
        }
        let mut rest = from.chars();
        rest.next();
        let behind = words(rest.as_str().split(ends).next().unwrap_or_default());
        let now = |words: &[&str]| matches!(words, [.., last] if is(&NOW, last));
        let only_now = matches!(behind.as_slice(), [only] if is(&NOW, only));
        let between = words(between);
        let turned = match between.as_slice() {
            [only] => is(&["to"], only) || is_settling(only, true) && behind.is_empty(),
            _ => false,
        };
        let denied = between.iter().any(|word| is(&NONE, word));
        !denied && (turned || only_now || now(&between) && behind.is_empty())
    }
}
