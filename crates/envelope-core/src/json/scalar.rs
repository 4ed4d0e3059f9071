//! Decoding scalars: strings, words of a list, numbers, booleans, and the sure conversions between them (R-A14).

use super::Shape;
use super::at::At;
use super::decode::Decoder;
use crate::rules::{DECORATION, TEMPLATE_ECHO, UNKNOWN_WORD};
use crate::text::{Word, placeholder_among, read_word};
use crate::tree::{Kind, NodeRef, exact_number};
use crate::{Count, Policy};

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
            (Shape::Text, Kind::String(text)) => self.text(node, text, &[], at),
            (Shape::Text | Shape::OpenWord(_), Kind::Number(text)) => {
                self.converted(node, at, "a string", Read::Text(text))
            }
            (Shape::Word(words), Kind::String(text)) => self.word(node, text, words, at),
            (Shape::OpenWord(words), Kind::String(text)) => match read_word(text, words) {
                Word::Decorated { .. } => self.word(node, text, words, at),
                _ => self.text(node, text, words, at),
            },
            (Shape::Count, Kind::Number(text)) if is_count(text) => Read::Same,
            (Shape::Number, Kind::Number(text)) if exact_number(text).is_some() => Read::Same,
            (Shape::Bool, Kind::Bool(_)) => Read::Same,
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

    fn text(&mut self, node: NodeRef<'t>, text: &str, words: &'static [&'static str], at: &At<'_>) -> Read<'t> {
        if placeholder_among(text, words).is_some() { self.echo(node, at) } else { Read::Same }
    }

    fn word(&mut self, node: NodeRef<'t>, text: &'t str, words: &'static [&'static str], at: &At<'_>) -> Read<'t> {
        let word = read_word(text, words);
        if let Word::Decorated { decorations, .. } = word {
            for kind in decorations.iter() {
                self.log.tally(&DECORATION, kind.as_str(), node.span(), format!("read through {kind}"));
            }
            if self.policy == Policy::Strict {
                return Read::Refused;
            }
        }
        match word {
            Word::Exact(_) | Word::Decorated { .. } => {
                word.index().and_then(|index| words.get(index)).map_or(Read::WrongType, |word| Read::Text(word))
            }
            Word::Placeholder(_) => self.echo(node, at),
            _ => {
                let list = words.join("`, `");
                self.report(&UNKNOWN_WORD, node, at, || format!("`{text}` is none of `{list}`"));
                Read::Refused
            }
        }
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
