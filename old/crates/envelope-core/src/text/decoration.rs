//! What may stand around a word without being part of it (R-A6).

use std::fmt;

use super::signs::is_harmless;
use crate::Outcome;

/// One kind of decoration that is read through (R-A6: one warning per kind and document).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Decoration {
    /// A line number that a tool put before the line, such as `   12→`.
    LineNumber,
    /// A quote mark, `>`.
    Quote,
    /// A list mark: `-`, `*`, `+`, `•`, `1.`, `1)` or a task box.
    List,
    /// A heading mark, `#` to `######`.
    Heading,
    /// Two stars or underscores.
    Bold,
    /// One star or underscore.
    Italic,
    /// Back-ticks.
    Code,
    /// An emoji or a tick mark that says yes, or nothing.
    Emoji,
    /// An emoji that may say no, or an empty task box: beside a success it makes a conflict (R-A2).
    DoubtfulSign,
    /// Letters in another case.
    Case,
    /// The colon `：`.
    FullWidthColon,
    /// Blanks or dashes between the words of a name that has underscores.
    WordBreak,
}

impl Decoration {
    /// Every kind, in the order in which [`Decorations::iter`] gives them.
    pub const ALL: [Self; 12] = [
        Self::LineNumber,
        Self::Quote,
        Self::List,
        Self::Heading,
        Self::Bold,
        Self::Italic,
        Self::Code,
        Self::Emoji,
        Self::DoubtfulSign,
        Self::Case,
        Self::FullWidthColon,
        Self::WordBreak,
    ];

    /// Its name in a message, as in "read through bold" (R-A6).
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LineNumber => "line number",
            Self::Quote => "quote mark",
            Self::List => "list mark",
            Self::Heading => "heading mark",
            Self::Bold => "bold",
            Self::Italic => "italics",
            Self::Code => "back-ticks",
            Self::Emoji => "emoji",
            Self::DoubtfulSign => "a sign that may say no",
            Self::Case => "letter case",
            Self::FullWidthColon => "full-width colon",
            Self::WordBreak => "blanks or dashes in a name",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Decoration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of [`Decoration`]s (R-A6).
///
/// ```
/// use envelope_core::text::{Decoration, Decorations};
/// let mut seen = Decorations::new();
/// seen.insert(Decoration::Case);
/// let all = seen.union(Decoration::Bold.into());
/// assert_eq!(all.iter().map(Decoration::as_str).collect::<Vec<_>>(), ["bold", "letter case"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Decorations(u16);

impl Decorations {
    /// The empty set.
    pub const fn new() -> Self {
        Self(0)
    }

    /// Adds one; whether it was not there before.
    pub const fn insert(&mut self, decoration: Decoration) -> bool {
        let new = !self.contains(decoration);
        self.0 |= decoration.bit();
        new
    }

    /// Whether it is there.
    pub const fn contains(self, decoration: Decoration) -> bool {
        self.0 & decoration.bit() != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether what was read through speaks against this outcome: a success with a sign beside it that may say no.
    pub const fn contradict(self, outcome: Outcome) -> bool {
        outcome.is_success() && self.contains(Decoration::DoubtfulSign)
    }

    /// Those of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Each that is there, in the order of [`Decoration::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Decoration> {
        Decoration::ALL.into_iter().filter(move |decoration| self.contains(*decoration))
    }
}

impl From<Decoration> for Decorations {
    fn from(decoration: Decoration) -> Self {
        Self(decoration.bit())
    }
}

impl FromIterator<Decoration> for Decorations {
    fn from_iter<I: IntoIterator<Item = Decoration>>(all: I) -> Self {
        all.into_iter().fold(Self::new(), |set, decoration| set.union(decoration.into()))
    }
}

impl fmt::Debug for Decorations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Whether `c` is an emoji, a dingbat or a geometric sign that serves as one.
///
/// Question marks and empty boxes among them are left out: neither "success ❓" nor "☐ success" states a success (R-A2).
pub(super) fn is_emoji(c: char) -> bool {
    let doubts = matches!(c, '❓' | '❔' | '☐' | '□' | '▢' | '◻' | '◽' | '⬜' | '❏'..='❒' | '🔲');
    let signs =
        matches!(c, '\u{23e9}'..='\u{23fa}' | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | 'ℹ' | '⌚' | '⌛');
    !doubts && (signs || matches!(c, '\u{1f000}'..='\u{1faff}'))
}

/// The decoration that taking `removed` off a line or a word was: an emoji, or a sign that may say no.
pub(super) fn sign_in(removed: &str) -> Decoration {
    let doubtful = removed.chars().any(|c| is_emoji(c) && !is_harmless(c)) || removed.contains("[ ]");
    if doubtful { Decoration::DoubtfulSign } else { Decoration::Emoji }
}

/// Whether `c` changes or joins the emoji before it and shows nothing by itself.
pub(super) fn is_emoji_tail(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}' | '\u{20e3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = Decorations::new();
        assert!(set.is_empty());
        assert!(set.insert(Decoration::FullWidthColon) && !set.insert(Decoration::FullWidthColon));
        assert!(set.contains(Decoration::FullWidthColon) && !set.contains(Decoration::LineNumber));
        let all: Decorations = Decoration::ALL.into_iter().collect();
        assert_eq!(all.iter().count(), Decoration::ALL.len());
        assert_eq!(all.union(set), all);
        assert_eq!(format!("{set:?}"), "{FullWidthColon}");
    }

    #[test]
    fn signs_that_are_emoji() {
        for c in "✅❌⚠🟢✔✓✗⭐🚀⏳●ℹ".chars() {
            assert!(is_emoji(c), "{c}");
        }
        for c in "a1é→│|*-#❓❔☐⬜:中—\u{fe0f}".chars() {
            assert!(!is_emoji(c), "{c}");
        }
    }
}
