//! Reading one word of a closed list (R-A2, R-A6).

use super::decoration::{Decoration, Decorations};
use super::lines::trim_blank;
use super::marks::{bare, marker_line};
use super::placeholder::{Placeholder, placeholder_among};
use crate::{Span, Status};

/// What a value says when it should be one word of a list (R-A2, R-A6).
///
/// Only [`Exact`](Self::Exact) and [`Decorated`](Self::Decorated) state the word; everything else is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Word<'a> {
    /// The word as it is in the list, blanks around it aside.
    Exact(usize),
    /// The word, decorated or in another case.
    Decorated {
        /// Which word.
        index: usize,
        /// What was read through.
        decorations: Decorations,
    },
    /// An instruction copied back (R-A5).
    Placeholder(Placeholder),
    /// The word and something after it: "success (with caveats)". It counts as no word read (R-A2).
    Qualified {
        /// Which word.
        index: usize,
        /// What follows the word.
        rest: &'a str,
    },
    /// Nothing but blanks.
    Missing,
    /// Anything else.
    Unknown,
}

impl Word<'_> {
    /// Which word was stated, if one was (R-A2).
    pub const fn index(self) -> Option<usize> {
        match self {
            Self::Exact(index) | Self::Decorated { index, .. } => Some(index),
            Self::Placeholder(_) | Self::Qualified { .. } | Self::Missing | Self::Unknown => None,
        }
    }
}

/// Reads the one word of `words` that `raw` states, whole and anchored (R-A2, R-A6).
///
/// Read through are decoration and letter case, and nothing else. Punctuation is not decoration: "success.", "success!"
/// and "success*" are qualified, for nobody can tell a full stop from the start of an aside, and refusing is safe.
/// Quotation marks belong to the syntax around the value and are taken off by its reader. A word behind an empty task
/// box (`[ ] success`) was not chosen and is unknown.
///
/// ```
/// use envelope_core::text::{Word, read_word};
/// let words = ["success", "blocked", "failed"];
/// assert_eq!(read_word("blocked", &words), Word::Exact(1));
/// assert_eq!(read_word("**Success** ✅", &words).index(), Some(0));
/// assert!(matches!(read_word("success (with caveats)", &words), Word::Qualified { index: 0, .. }));
/// assert_eq!(read_word("success-ish", &words), Word::Unknown);
/// assert_eq!(read_word("not a success", &words), Word::Unknown);
/// ```
pub fn read_word<'a>(raw: &'a str, words: &[&str]) -> Word<'a> {
    let text = trim_blank(raw);
    for (index, word) in words.iter().enumerate() {
        if *word == text {
            return Word::Exact(index);
        }
    }
    if text.is_empty() { Word::Missing } else { read_decorated(text, words) }
}

/// Reads a status word; a sign of failure beside a success makes the two conflict, so none is stated (R-A2).
///
/// ```
/// use envelope_core::text::{Word, read_status};
/// # use envelope_core::{Mapped, Outcome, Status};
/// # #[derive(Clone, Copy, Debug, PartialEq)]
/// # enum Light { Green, Red }
/// # impl Status for Light {
/// #     const ALL: &'static [Self] = &[Self::Green, Self::Red];
/// #     fn as_str(self) -> &'static str { match self { Self::Green => "green", Self::Red => "red" } }
/// #     fn outcome(self) -> Outcome { match self { Self::Green => Outcome::Completed, Self::Red => Outcome::Failed } }
/// #     fn from_outcome(_: Outcome) -> Mapped<Self> { Mapped::approximate(Self::Red, "all") }
/// # }
/// assert_eq!(read_status::<Light>("✅ green").0, Some(Light::Green));
/// assert_eq!(read_status::<Light>("❌ red").0, Some(Light::Red));
/// assert_eq!(read_status::<Light>("❌ green").0, None);
/// ```
pub fn read_status<S: Status>(raw: &str) -> (Option<S>, Word<'_>) {
    let words: Vec<&str> = S::ALL.iter().map(|status| status.as_str()).collect();
    let word = read_word(raw, &words);
    let status = word.index().and_then(|index| S::ALL.get(index).copied());
    match (status, word) {
        (Some(status), Word::Decorated { index, decorations }) if decorations.contradict(status.outcome()) => {
            (None, Word::Qualified { index, rest: raw })
        }
        _ => (status, word),
    }
}

fn read_decorated<'a>(text: &'a str, words: &[&str]) -> Word<'a> {
    if let Some(found) = placeholder_among(text, words) {
        return Word::Placeholder(found);
    }
    let marked = marker_line(text);
    let inner = bare(marked.rest);
    let taken = Span::new(0, Span::of_slice(text, marked.rest).start()).of(text);
    if taken.contains("[ ]") || inner.text.is_empty() {
        return Word::Unknown;
    }
    let mut decorations = marked.decorations.union(inner.decorations);
    if !decorations.is_empty() {
        if let Some(found) = placeholder_among(inner.text, words) {
            return Word::Placeholder(found);
        }
        if let Some(index) = words.iter().position(|word| *word == inner.text) {
            return Word::Decorated { index, decorations };
        }
    }
    if let Some(index) = words.iter().position(|word| word.eq_ignore_ascii_case(inner.text)) {
        decorations.insert(Decoration::Case);
        return Word::Decorated { index, decorations };
    }
    qualified(inner.text, words).unwrap_or(Word::Unknown)
}

/// The longest word that `text` starts with, when it ends there.
fn qualified<'a>(text: &'a str, words: &[&str]) -> Option<Word<'a>> {
    let starts = |(index, word): (usize, &&str)| {
        let (start, rest) = text.split_at_checked(word.len())?;
        (!word.is_empty() && start.eq_ignore_ascii_case(word) && word_ends(rest)).then_some((word.len(), index, rest))
    };
    let (_, index, rest) = words.iter().enumerate().filter_map(starts).max_by_key(|(len, ..)| *len)?;
    Some(Word::Qualified { index, rest })
}

/// Whether a word ends before `rest`: neither a letter follows, nor one behind a sign that joins words.
fn word_ends(rest: &str) -> bool {
    let rest = rest.strip_prefix(['-', '.', '\'', '’', '‑']).unwrap_or(rest);
    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WORDS: [&str; 5] = ["success", "partial", "PARTIAL", "CLEAN", "CLEAN-ish"];

    #[track_caller]
    fn check_decorated(raw: &str, index: usize, decorations: &[Decoration]) {
        let expected = Word::Decorated { index, decorations: decorations.iter().copied().collect() };
        assert_eq!(read_word(raw, &WORDS), expected, "{raw}");
    }

    #[test]
    fn words_that_are_stated() {
        use Decoration::{Bold, Case, Code, Emoji, Heading, List, Quote};
        assert_eq!(read_word("CLEAN", &WORDS), Word::Exact(3));
        assert_eq!(read_word(" success\r\n", &WORDS), Word::Exact(0));
        assert_eq!(read_word("PARTIAL", &WORDS), Word::Exact(2));
        check_decorated("Partial", 1, &[Case]);
        check_decorated("**PARTIAL**", 2, &[Bold]);
        check_decorated("**Success**", 0, &[Bold, Case]);
        check_decorated("✅ success", 0, &[Emoji]);
        check_decorated("success ✅", 0, &[Emoji]);
        check_decorated("`success`", 0, &[Code]);
        check_decorated("- success", 0, &[List]);
        check_decorated("[x] success", 0, &[List]);
        check_decorated("> ## success", 0, &[Quote, Heading]);
    }

    #[test]
    fn words_that_are_not() {
        for raw in "CLEANUP ¦ successful ¦ success-ish ¦ success_x ¦ success.rb ¦ success's ¦ not a success ¦ \
            no success ¦ x ¦ unsuccess ¦ ✅ ¦ * ¦ \"success\" ¦ ~~success~~ ¦ [ ] success ¦ - [ ] success ¦ \
            !success ¦ sucçess"
            .split(" ¦ ")
        {
            assert_eq!(read_word(raw, &WORDS), Word::Unknown, "{raw}");
        }
        for raw in ["", " \t\r\n"] {
            assert_eq!(read_word(raw, &WORDS), Word::Missing);
        }
        for raw in ["<STATUS>", "**<STATUS>**", "success | partial", "`success|partial`", "...", "{N}", "success/CLEAN"]
        {
            assert!(matches!(read_word(raw, &WORDS), Word::Placeholder(_)), "{raw}");
        }
    }

    #[test]
    fn words_that_are_qualified() {
        for raw in [
            "success.",
            "success,",
            "success!",
            "success?",
            "success*",
            "success (with caveats)",
            "success, mostly",
            "success - but",
            "Success: nearly",
            "**success** (mostly)",
            "success ❓",
            "success partial",
            "success | done",
            "success\nfailed",
        ] {
            assert!(matches!(read_word(raw, &WORDS), Word::Qualified { index: 0, .. }), "{raw}");
        }
        assert_eq!(read_word("clean-ish, really", &WORDS), Word::Qualified { index: 4, rest: ", really" });
    }

    proptest! {
        #[test]
        fn nothing_added_leaves_a_stated_word(before in "[a-z0-9 !?(]{0,4}", after in "[a-z0-9 .,!?()-]{0,6}") {
            let raw = format!("{before}success{after}");
            let stated = read_word(&raw, &["success"]).index().is_some();
            prop_assert_eq!(stated, trim_blank(&raw) == "success", "{:?}", raw);
        }

        #[test]
        fn nothing_panics(raw in "[*_`\\[\\]<>{}().:#> x✅\u{fe0f}→é1-]{0,24}") {
            let word = read_word(&raw, &["x", "xé"]);
            prop_assert!(word != Word::Missing || trim_blank(&raw).is_empty());
            let inner = bare(&raw).text;
            prop_assert!(raw.contains(inner));
        }
    }
}
