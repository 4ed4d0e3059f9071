//! Decoding scalars: strings, words of a list, numbers, booleans, and the sure conversions between them (R-A14).

use std::borrow::Cow;

use super::Shape;
use super::at::At;
use super::decode::Decoder;
use crate::rules::{DECORATION, TEMPLATE_ECHO, UNKNOWN_WORD};
use crate::text::{Word, is_type_name, placeholder, read_word, shortened, trim_blank};
use crate::tree::{Kind, NodeRef, exact_number};
use crate::{Count, Diagnostic, Outcome, Policy, Rule};

/// Of a longer text a message has this many characters.
const LONGEST: usize = 40;

/// A scalar, as the table wants it.
pub(super) enum Read<'t> {
    /// It is what the table wants.
    Same,
    /// It stands for this string.
    Text(&'t str),
    /// It stands for this number.
    Number(Cow<'t, str>),
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
                if let (Some((word, _)), read) = self.among(text, words, successes, at)
                    && (self.options.policy == Policy::Tolerant || is_as_written(read, text))
                {
                    self.stated.push(word);
                }
                self.word(node, text, words, successes, at)
            }
            (Shape::OpenWord(words), Kind::String(text)) => self.open_word(node, text, words, at),
            (Shape::Count, Kind::Number(text)) if is_count(text) => Read::Same,
            (Shape::Number, Kind::Number(text)) if exact_number(text).is_some() => Read::Same,
            (Shape::Ratio { rule, help }, kind) => self.ratio(node, &kind, rule, help, at),
            (_, Kind::String(text)) => match read_in_quotes(text.trim(), shape) {
                Some(read) => self.converted(node, at, &shape.expected(), read),
                None => Read::WrongType,
            },
            _ => Read::WrongType,
        }
    }

    /// A number from 0 to 1, also in quotes or as a percentage.
    fn ratio(&mut self, node: NodeRef<'t>, kind: &Kind<'t>, rule: &'static Rule, help: &str, at: &At<'_>) -> Read<'t> {
        let within = |number: &str| {
            exact_number(number).and_then(|number| number.as_f64()).is_some_and(|ratio| (0.0..=1.0).contains(&ratio))
        };
        let found = match kind {
            Kind::Number(text) if within(text) => return Read::Same,
            Kind::Number(text) => format!("`{text}`"),
            Kind::String(text) if placeholder(text).is_some() || is_type_name(text) => return self.echo(node, at),
            Kind::String(text) => {
                let number = trim_blank(text);
                let number =
                    number.strip_suffix('%').map_or(Some(number.into()), |percent| of_a_hundred(percent.trim_end()));
                if let Some(number) = number.filter(|number| within(number)) {
                    return self.converted(node, at, "a number from 0 to 1", Read::Number(number));
                }
                format!("`{}`", shortened(text, LONGEST))
            }
            _ => node.kind_word().to_owned(),
        };
        let message = format!("{found} where a number from 0 to 1 is meant");
        self.log.push(Diagnostic::new(rule, node.span(), message).path(at.path()).help(help));
        Read::Refused
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
        if self.told_decoration(node, text, read, at) && strict {
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
    fn told_decoration(&mut self, node: NodeRef<'t>, text: &str, read: Word<'_>, at: &At<'_>) -> bool {
        match read {
            Word::Decorated { decorations, .. } => {
                for kind in decorations.iter() {
                    let said = || (format!("read through {kind}"), at.path());
                    self.log.tally_at(&DECORATION, kind.as_str(), node.span(), said);
                }
                true
            }
            Word::Exact(_) if trim_blank(text).len() < text.len() => {
                let said = || ("read through blanks around the word".to_owned(), at.path());
                self.log.tally_at(&DECORATION, "blanks", node.span(), said);
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
        if !self.told_decoration(node, text, read, at) || self.options.policy == Policy::Strict {
            return Read::Same;
        }
        read.index().and_then(|index| words.get(index)).map_or(Read::Same, |word| Read::Text(word))
    }

    pub(super) fn echo(&mut self, node: NodeRef<'t>, at: &At<'_>) -> Read<'t> {
        self.report(&TEMPLATE_ECHO, node, at, || "a placeholder of the instruction, not a value".to_owned());
        Read::Refused
    }
}

/// Whether nothing had to be read through: what is decorated is left unread under the strict policy.
fn is_as_written(read: Word<'_>, text: &str) -> bool {
    matches!(read, Word::Exact(_)) && trim_blank(text).len() == text.len()
}

/// A number or boolean that was put in quotes.
fn read_in_quotes<'t>(text: &'t str, shape: &Shape) -> Option<Read<'t>> {
    match shape {
        Shape::Count if is_count(text) => Some(Read::Number(text.into())),
        Shape::Number if exact_number(text).is_some() => Some(Read::Number(text.into())),
        Shape::Bool if text.eq_ignore_ascii_case("true") => Some(Read::Bool(true)),
        Shape::Bool if text.eq_ignore_ascii_case("false") => Some(Read::Bool(false)),
        _ => None,
    }
}

/// The percentage as a part of one, by its digits, so that nothing is rounded. Below one per cent there is no sure
/// reading: `0.98%` is meant as `0.98` as often as not.
fn of_a_hundred(percent: &str) -> Option<Cow<'_, str>> {
    let (whole, part) = percent.split_once('.').unwrap_or((percent, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let sure = digits(whole) && digits(part) && (1..=3).contains(&whole.len()) && part.len() <= 17;
    let zero = whole.bytes().all(|byte| byte == b'0');
    if !sure || zero && part.bytes().any(|byte| byte != b'0') {
        return None;
    }
    let padded = format!("{whole:0>3}");
    let (ones, hundredths) = padded.split_at_checked(padded.len() - 2)?;
    Some(Cow::Owned(format!("{ones}.{hundredths}{part}")))
}

fn is_count(text: &str) -> bool {
    exact_number(text).and_then(|number| number.as_f64()).and_then(Count::from_f64).is_some()
}
