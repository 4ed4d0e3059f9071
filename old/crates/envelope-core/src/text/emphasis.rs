//! Rows of stars, underscores and back-ticks, and which of them belong together (R-A6).

use super::decoration::{Decoration, Decorations, is_emoji, is_emoji_tail};
use super::lines::{BLANKS, trim_blank};

/// What a row of `len` marks means.
pub(super) fn mark_kind(mark: char, len: usize) -> Decorations {
    match (mark, len) {
        ('`', _) => Decoration::Code.into(),
        (_, 1) => Decoration::Italic.into(),
        (_, 2) => Decoration::Bold.into(),
        _ => [Decoration::Bold, Decoration::Italic].into_iter().collect(),
    }
}

/// How many `mark`s `text` starts with.
pub(super) fn run_len(text: &str, mark: char) -> usize {
    text.chars().take_while(|c| *c == mark).count()
}

/// How many `mark`s `text` ends with.
pub(super) fn run_len_end(text: &str, mark: char) -> usize {
    text.chars().rev().take_while(|c| *c == mark).count()
}

/// `text` without the emoji it starts with.
pub(super) fn strip_emoji(text: &str) -> &str {
    if text.starts_with(is_emoji) { text.trim_start_matches(|c| is_emoji(c) || is_emoji_tail(c)) } else { text }
}

/// `text` without the emoji it ends with.
pub(super) fn strip_emoji_end(text: &str) -> &str {
    let without = text.trim_end_matches(|c| is_emoji(c) || is_emoji_tail(c));
    // What changes an emoji is taken off only behind one.
    if text.get(without.len()..).is_some_and(|tail| tail.starts_with(is_emoji)) { without } else { text }
}

/// One row of opening marks with a word directly after it.
pub(super) struct Opening<'a> {
    pub(super) mark: char,
    len: usize,
    /// What follows the row.
    pub(super) body: &'a str,
    /// Where in the body the partner stands.
    pub(super) closer: Option<usize>,
}

impl<'a> Opening<'a> {
    /// The row that `text` starts with; of underscores only where it has a partner.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let mark = text.chars().next().filter(|c| matches!(c, '*' | '_' | '`'))?;
        let len = run_len(text, mark);
        let body = text.get(len..)?;
        // Three back-ticks are a fence; four stars are a rule or a password.
        let fits = len < if mark == '`' { 3 } else { 4 };
        let word = |c: char| c.is_alphanumeric() || is_emoji(c) || "*_`<[({\"'#".contains(c);
        if !fits || !body.starts_with(word) {
            return None;
        }
        let closer = closer(body, mark, len);
        (closer.is_some() || mark != '_').then_some(Self { mark, len, body, closer })
    }

    /// Each of the three marks is taken off once, so that the search for partners stays linear.
    pub(super) fn first_use(&self, used: &mut Decorations) -> bool {
        used.insert(match self.mark {
            '`' => Decoration::Code,
            '*' => Decoration::Bold,
            _ => Decoration::Italic,
        })
    }

    /// Where a partner stands that closes the whole.
    pub(super) fn whole_end(&self) -> usize {
        self.body.len().saturating_sub(self.len)
    }

    /// What stands between the row and a partner at the very end.
    pub(super) fn inside(&self) -> &'a str {
        self.body.get(..self.whole_end()).map_or(self.body, trim_blank)
    }

    /// What the row means.
    pub(super) fn decorations(&self) -> Decorations {
        mark_kind(self.mark, self.len)
    }
}

/// Where the first row of `len` marks stands that can close one opened before `body`.
fn closer(body: &str, mark: char, len: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = body.get(at..) {
        let found = at + rest.find(mark)?;
        let (before, after) = body.split_at_checked(found)?;
        let run = run_len(after, mark);
        let inside_word = mark == '_' && after.get(run..).is_some_and(|it| it.starts_with(char::is_alphanumeric));
        let after_blank = mark != '`' && before.ends_with(BLANKS);
        if run >= len && !inside_word && !after_blank && !before.is_empty() {
            return Some(found + run - len);
        }
        at = found + run;
    }
    None
}

/// `text` without the closing marks at its end, where nothing in it opens them.
pub(super) fn dangling_end(text: &str) -> Option<(&str, Decorations)> {
    let mark = text.chars().next_back().filter(|c| matches!(c, '*' | '`'))?;
    let len = run_len_end(text, mark);
    let inside = text.get(..text.len() - len)?;
    let closes = if mark == '*' { matches!(len, 2 | 3) } else { len < 3 };
    let after_word =
        inside.ends_with(|c: char| c.is_alphanumeric() || is_emoji(c) || is_emoji_tail(c) || "_`*>)]}".contains(c));
    (closes && after_word && !inside.contains(mark)).then(|| (inside, mark_kind(mark, len)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, Option<usize>)>) {
        assert_eq!(Opening::read(text).map(|it| (it.body, it.closer)), expected, "{text}");
    }

    #[test]
    fn rows_and_their_partners() {
        check("**a** b", Some(("a** b", Some(1))));
        check("**a", Some(("a", None)));
        check("**a * b**", Some(("a * b**", Some(5))));
        check("*a **", Some(("a **", None)));
        check("_a_b_", Some(("a_b_", Some(3))));
        check("_a_b", None);
        check("`a `", Some(("a `", Some(2))));
        check("** a**", None);
        check("*.rs", None);
        check("```", None);
        check("***a***", Some(("a***", Some(1))));
    }

    #[test]
    fn emoji_at_either_end() {
        assert_eq!(strip_emoji("⚠️✅ a"), " a");
        assert_eq!(strip_emoji("\u{fe0f}a"), "\u{fe0f}a");
        assert_eq!(strip_emoji_end("a ⚠️"), "a ");
        assert_eq!(strip_emoji_end("a\u{fe0f}"), "a\u{fe0f}");
    }
}
