//! `Key: value` pairs, on the RESULT line and in the metadata, and words of closed lists.

use std::collections::HashMap;

use envelope_core::rules::{CONFLICTING_KEY, REPEATED_KEY};
use envelope_core::text::{excerpt, find_word, is_placeholder, same_name, says_nothing, split_key, strip_decoration};
use envelope_core::{Rule, Sink, Span};

use crate::Field;

/// A key with its value.
#[derive(Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) key: &'a str,
    /// The key of the specification that it is.
    pub(crate) known: Option<&'static str>,
    pub(crate) value: String,
    pub(crate) span: Span,
}

impl Pair<'_> {
    /// Whether it has a value that says something and is no placeholder.
    pub(crate) fn is_said(&self) -> bool {
        !says_nothing(&self.value) && !is_placeholder(&self.value, &[])
    }

    pub(crate) fn into_field(self) -> Field {
        Field { key: self.key.to_owned(), value: self.value }
    }
}

/// The pairs without those that are repeated; one that is repeated with another value is no longer known (R-A11).
pub(crate) fn distinct<'a>(pairs: Vec<Pair<'a>>, sink: &mut Sink) -> Vec<Pair<'a>> {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(pairs.len());
    let mut distinct: Vec<Pair<'a>> = Vec::with_capacity(pairs.len());
    for mut pair in pairs {
        let name = pair.known.unwrap_or(pair.key).to_ascii_lowercase();
        let first = *seen.entry(name).or_insert(distinct.len());
        if let Some(first) = distinct.get(first) {
            let is_same = first.value == pair.value;
            let rule = if is_same { &REPEATED_KEY } else { &CONFLICTING_KEY };
            sink.push_pair(rule, pair.span, first.span, || format!("`{}` is there twice", pair.key));
            if is_same {
                continue;
            }
            pair.known = None;
        }
        distinct.push(pair);
    }
    distinct
}

/// The beginning of a pair.
#[derive(Debug)]
pub(crate) struct Start<'a> {
    pub(crate) written: &'a str,
    /// Without decoration.
    pub(crate) key: &'a str,
    pub(crate) known: Option<&'static str>,
    /// Where the value begins.
    pub(crate) at: usize,
}

/// The key of a text that is `Key: value`.
pub(crate) fn split(text: &str, known: impl Fn(&str) -> Option<&'static str>) -> Option<Start<'_>> {
    let (written, at) = split_key(text)?;
    let (written, key) = (written.trim(), strip_decoration(written));
    let (known, rest) = (known(key), &text[at..]);
    if known.is_none() && !(is_key(key) && starts_value(rest)) {
        return None;
    }
    // `**Key:** value` closes the bold run behind the colon.
    let signs = ["**", "__", "*", "_", "`"];
    let open = signs.into_iter().find(|sign| written.starts_with(sign) && !written.ends_with(sign));
    let closed = open.filter(|sign| rest.starts_with(sign)).map_or(0, str::len);
    Some(Start { written, key, known, at: at + closed })
}

/// Whether a text is one to three words, the first capitalised (R-C3), and not the name of the RESULT line.
pub(crate) fn is_key(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | ' ');
    text.len() <= 60
        && text.starts_with(char::is_uppercase)
        && text.chars().all(is_word)
        && text.split_whitespace().count() <= 3
        && !same_name(text, "RESULT")
}

/// Whether what stands behind a colon can be a value: in `https://…` it is none.
fn starts_value(rest: &str) -> bool {
    rest.bytes().next().is_none_or(|byte| byte.is_ascii_whitespace() || byte == b'*' || byte == b'_')
}

/// A closed list of words, and the rule that any other one breaks.
pub(crate) type List = (&'static [&'static str], &'static Rule);

/// The word of a closed list that a text is, once `strip` took signs away; another one is reported and kept.
pub(crate) fn closed_word(text: &str, strip: fn(&str) -> &str, list: List, span: Span, sink: &mut Sink) -> String {
    let (words, rule) = list;
    let Some(found) = find_word(strip(text), words) else {
        sink.push(rule, span, || format!("unknown word `{}`; expected {}", excerpt(text), words.join(", ")));
        return text.to_owned();
    };
    if words[found.index] != text {
        sink.decoration(span);
    }
    words[found.index].to_owned()
}
