//! Which choice an answer names, by its letter or by its text (R-Q5).

use crate::model::Choice;

/// A choice that an answer names, and what it says beyond the name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'c, 'a> {
    pub(crate) choice: &'c Choice,
    pub(crate) rest: &'a str,
    /// By its letter, not by its text.
    pub(crate) by_letter: bool,
}

/// The choice that these words name: by its letter alone or before `.`, `)`, `:`, a dash or a parenthesis, in either
/// case, or by its text (R-Q5).
pub(crate) fn named_choice<'c, 'a>(choices: &'c [Choice], words: &'a str) -> Option<Named<'c, 'a>> {
    by_letter(choices, words).or_else(|| {
        let choice = choices.iter().find(|choice| same_words(choice.text.as_str(), words))?;
        Some(Named { choice, rest: "", by_letter: false })
    })
}

/// Whether two texts are the same but for case, blanks, and signs at their ends; without a copy, since most are not.
fn same_words(one: &str, other: &str) -> bool {
    let bare = |text| str::trim_matches(text, |c: char| c.is_whitespace() || is_end_sign(c));
    let (mut one, mut other) = (bare(one).split_whitespace(), bare(other).split_whitespace());
    let mut any = false;
    loop {
        match (one.next(), other.next()) {
            (None, None) => return any,
            (Some(one), Some(other)) if one.eq_ignore_ascii_case(other) || same_letters(one, other) => any = true,
            _ => return false,
        }
    }
}

fn same_letters(one: &str, other: &str) -> bool {
    !(one.is_ascii() && other.is_ascii()) && one.to_lowercase() == other.to_lowercase()
}

pub(super) fn is_end_sign(c: char) -> bool {
    c.is_ascii_punctuation() && c != '(' && c != ')'
}

pub(super) const DECORATION: [char; 3] = ['*', '_', '`'];
const OPENERS: [char; 6] = ['(', '[', '"', '\'', '“', '‘'];
/// What closes each of them.
const CLOSED_BY: [char; 6] = [')', ']', '"', '\'', '”', '’'];
const CLOSERS: [char; 5] = [']', '"', '\'', '”', '’'];

/// The letter that the words start with, and where it stands; after marks of lists and quotes, brackets and quotation
/// marks, which decorate it (R-A6).
pub(crate) fn leading_letter(words: &str) -> Option<(usize, char)> {
    let inner = words.trim_start();
    let item = ["- ", "* ", "+ ", "> "].iter().find_map(|mark| inner.strip_prefix(mark));
    let inner = item.unwrap_or(inner).trim_start().trim_start_matches(DECORATION).trim_start_matches(OPENERS);
    let inner = inner.trim_start_matches(DECORATION);
    let letter = inner.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((words.len() - inner.len(), letter))
}

/// Whether what opens directly before the letter is closed behind it: `(a` may be the beginning of anything (R-A10).
fn is_closed_again(words: &str, at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default().trim_end_matches(DECORATION);
    let opener = before.chars().next_back().and_then(|last| OPENERS.iter().position(|opener| *opener == last));
    let Some(closer) = opener.and_then(|opener| CLOSED_BY.get(opener)) else { return true };
    words.get(at..).is_some_and(|behind| behind.contains(*closer))
}

fn by_letter<'c, 'a>(choices: &'c [Choice], words: &'a str) -> Option<Named<'c, 'a>> {
    let (at, letter) = leading_letter(words)?;
    let opened = words.get(..at).is_some_and(|before| before.ends_with(OPENERS));
    if !is_closed_again(words, at) {
        return None;
    }
    let closers = |c: char| DECORATION.contains(&c) || (opened && CLOSERS.contains(&c));
    let rest = words.trim_end().get(at + 1..)?.trim_start_matches(closers);
    let line_ends = rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    let after = rest.trim_start();
    // `a.m.` and `A-ha` are words, not letters of a choice.
    let apart = |sign: char| {
        let behind = after.strip_prefix(sign).map(|behind| behind.trim_start_matches(DECORATION));
        behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    // `B.because` and `B -because` lack a blank and are no words.
    let glued = after.strip_prefix('.').is_some_and(|behind| {
        let word = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        word > 2 && !behind.get(word..).is_some_and(|rest| rest.starts_with('.'))
    });
    let dashed = after.len() < rest.len() && after.starts_with('-');
    let signed = after.starts_with([')', ':', '–', '—', '(']) || apart('.') || apart('-') || glued || dashed;
    let separated = after.is_empty() || line_ends || signed;
    if !separated {
        return None;
    }
    let letter = letter.to_ascii_uppercase();
    // A letter that is written counts before one that a choice would get by its place.
    let written = choices.iter().find(|choice| choice.letter == Some(letter));
    let choice = written.or_else(|| choices.iter().find(|choice| choice.answer_letter() == letter))?;
    let rest = after.trim_start_matches(['.', ')', ':', '-', '–', '—']).trim_start_matches(DECORATION).trim_start();
    // `D. Other (please specify): we use three` repeats the choice before it says something.
    let own = choice.text.as_str().trim();
    let rest = match rest.get(..own.len()) {
        Some(start) if start.eq_ignore_ascii_case(own) => {
            rest.get(own.len()..)?.trim_start_matches([' ', ':', '.', '-', '–', '—'])
        }
        _ => rest,
    };
    Some(Named { choice, rest, by_letter: true })
}
