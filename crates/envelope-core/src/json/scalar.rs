//! Decoding scalars: strings, words of a list, numbers, booleans, and the sure conversions between them (R-A14).

use super::Shape;
use super::at::At;
use super::decode::Decoder;
use crate::rules::{DECORATION, TEMPLATE_ECHO, UNKNOWN_WORD};
use crate::text::{Word, placeholder, read_word, trim_blank};
use crate::tree::{Kind, NodeRef, exact_number};
use crate::{Count, Outcome, Policy, Rule};

/// A scalar, as the table wants it.
pub(super) enum Read<'t> {
    /// It is what the table wants.
    Same,
    /// It stands for this string.
    Text(&'t str),
    /// It stands for this number.
    Number(&'t str),
    /// It stands for this boolean.
    Bool(bool),
    /// There is no value, and that was reported.
    Refused,
    /// It has another type.
    WrongType,
}

impl<'t> Decoder<'t, '_> {
    pub(super) fn read_scalar(&mut self, node: NodeRef<'t>, shape: &'static Shape, at: &At<'_>) -> Read<'t> {
        match (shape, node.kind()) {
            (Shape::Text, Kind::String(text)) if placeholder(text).is_some() => self.echo(node, at),
            (Shape::Text, Kind::String(_)) | (Shape::Bool, Kind::Bool(_)) => Read::Same,
            (Shape::Text | Shape::OpenWord(_), Kind::Number(text)) => {
                self.converted(node, at, "a string", Read::Text(text))
            }
            (Shape::Word(words), Kind::String(text)) => self.word(node, text, words, &[], at),
            (Shape::Status { words, successes }, Kind::String(text)) => {
                if let (Some((word, _)), _) = self.among(text, words, successes, at) {
                    self.stated.push(word);
                }
                self.word(node, text, words, successes, at)
            }
            (Shape::OpenWord(words), Kind::String(text)) => self.open_word(node, text, words, at),
            (Shape::Count, Kind::Number(text)) if is_count(text) => Read::Same,
            (Shape::Number, Kind::Number(text)) if exact_number(text).is_some() => Read::Same,
            (_, Kind::String(text)) => match read_in_quotes(text.trim(), shape) {
                Some(read) => self.converted(node, at, shape.expected(), read),
                None => Read::WrongType,
            },
            _ => Read::WrongType,
        }
    }

    fn converted(&mut self, node: NodeRef<'t>, at: &At<'_>, into: &str, read: Read<'t>) -> Read<'t> {
        if self.converts(node, at, into) { read } else { Read::Refused }
    }

    fn word(
        &mut self,
        node: NodeRef<'t>,
        text: &str,
        words: &'static [&'static str],
        successes: &'static [&'static str],
        at: &At<'_>,
    ) -> Read<'t> {
        let (found, read) = self.among(text, words, successes, at);
        if let Word::Placeholder(_) = read {
            return self.echo(node, at);
        }
        let Some((word, rule)) = found else {
            let here = at.dotted();
            let synonyms = self.options.synonyms.iter().filter(|synonym| synonym.place == here);
            let list: Vec<&str> = words.iter().copied().chain(synonyms.map(|synonym| synonym.word)).collect();
            let list = list.join("`, `");
            self.report(&UNKNOWN_WORD, node, at, || format!("`{text}` is none of `{list}`"));
            return Read::Refused;
        };
        let strict = self.options.policy == Policy::Strict;
        if self.told_decoration(node, text, read) && strict {
            return Read::Refused;
        }
        if let Some(rule) = rule {
            self.report(rule, node, at, || format!("`{text}` read as `{word}`, a word of the dialect"));
        }
        Read::Text(word)
    }

    /// The word that `text` states, its rule where it is a dialect's, and how it was read. A sign of failure beside a
    /// success says two things, so nothing is stated (R-A2).
    pub(super) fn among<'x>(
        &self,
        text: &'x str,
        words: &'static [&'static str],
        successes: &'static [&'static str],
        at: &At<'_>,
    ) -> (Option<(&'static str, Option<&'static Rule>)>, Word<'x>) {
        let synonyms = self.options.synonyms;
        let here = if synonyms.is_empty() { String::new() } else { at.dotted() };
        let synonyms = synonyms.iter().filter(|synonym| synonym.place == here);
        let list: Vec<&str> = words.iter().copied().chain(synonyms.clone().map(|synonym| synonym.word)).collect();
        let read = read_word(text, &list);
        let found = read.index().and_then(|index| match words.get(index) {
            Some(word) => Some((*word, None)),
            None => synonyms.clone().nth(index - words.len()).map(|synonym| (synonym.means, Some(synonym.rule))),
        });
        let contradicted = |word: &str| match read {
            Word::Decorated { decorations, .. } => {
                successes.contains(&word) && decorations.contradict(Outcome::Completed)
            }
            _ => false,
        };
        let found = found.filter(|(word, _)| !contradicted(word));
        (found, read)
    }

    /// Tells what was read through; whether there was anything.
    fn told_decoration(&mut self, node: NodeRef<'t>, text: &str, read: Word<'_>) -> bool {
        match read {
            Word::Decorated { decorations, .. } => {
                for kind in decorations.iter() {
                    self.log.tally(&DECORATION, kind.as_str(), node.span(), format!("read through {kind}"));
                }
                true
            }
            Word::Exact(_) if trim_blank(text).len() < text.len() => {
                self.log.tally(&DECORATION, "blanks", node.span(), "read through blanks around the word");
                true
            }
            _ => false,
        }
    }

    /// A word of an open list: decoration around a known one is read through, anything else stays as it is. Under the
    /// strict policy the decorated word stays, too: the list is open.
    fn open_word(&mut self, node: NodeRef<'t>, text: &str, words: &'static [&'static str], at: &At<'_>) -> Read<'t> {
        let read = read_word(text, words);
        if let Word::Placeholder(_) = read {
            return self.echo(node, at);
        }
        if !self.told_decoration(node, text, read) || self.options.policy == Policy::Strict {
            return Read::Same;
        }
        read.index().and_then(|index| words.get(index)).map_or(Read::Same, |word| Read::Text(word))
    }

    fn echo(&mut self, node: NodeRef<'t>, at: &At<'_>) -> Read<'t> {
        self.report(&TEMPLATE_ECHO, node, at, || "a placeholder of the instruction, not a value".to_owned());
        Read::Refused
    }
}

/// A number or boolean that was put in quotes.
fn read_in_quotes<'t>(text: &'t str, shape: &Shape) -> Option<Read<'t>> {
    match shape {
        Shape::Count if is_count(text) => Some(Read::Number(text)),
        Shape::Number if exact_number(text).is_some() => Some(Read::Number(text)),
        Shape::Bool if text.eq_ignore_ascii_case("true") => Some(Read::Bool(true)),
        Shape::Bool if text.eq_ignore_ascii_case("false") => Some(Read::Bool(false)),
        _ => None,
    }
}

fn is_count(text: &str) -> bool {
    exact_number(text).and_then(|number| number.as_f64()).and_then(Count::from_f64).is_some()
}
