//! The RESULT line (R-C3 to R-C6).

use std::collections::HashMap;

use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::text::{Marker, excerpt, find_word, is_placeholder, same_name, says_nothing, strip_decoration};
use envelope_core::{Rule, Sink, Span, Status as _};

use crate::pairs::{Pair, distinct, split};
use crate::rules::{METRIC_FORM, MISSING_PAIR, UNKNOWN_STATUS, UNKNOWN_TYPE};
use crate::status::{NEAREST, WORDS};
use crate::types::{Form, METRICS, NAMES};
use crate::{Field, MetricValue, Metrics, ResultType, Status};

const TYPE: &str = "Type";
const COVERAGE: &str = "Coverage";
const REASON: &str = "Reason";

/// What the RESULT line says.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) status: Option<Status>,
    /// The place of the status word.
    pub(crate) word: Span,
    /// The whole line.
    pub(crate) span: Span,
    pub(crate) metrics: Option<Metrics>,
    /// The place of every metric that has a value.
    places: HashMap<&'static str, Span>,
    pub(crate) coverage: Option<(String, Span)>,
    pub(crate) reason: Option<String>,
    pub(crate) other: Vec<Field>,
    /// Whether the last pair has no value.
    pub(crate) ends_bare: bool,
}

impl Line {
    pub(crate) fn result_type(&self) -> Option<ResultType> {
        self.metrics.as_ref().map(Metrics::result_type)
    }

    /// What the line states for a metric, whether its type has it or not.
    pub(crate) fn claim(&self, key: &str) -> Option<(&MetricValue, Span)> {
        self.metrics.as_ref()?.get(key).zip(self.places.get(key).copied())
    }

    /// A number that the line states.
    pub(crate) fn count(&self, key: &str) -> Option<(u64, Span)> {
        self.metrics.as_ref()?.count(key).zip(self.places.get(key).copied())
    }
}

/// The status of a marker's value: what stands before the first pair.
pub(crate) fn stated(value: &str) -> &str {
    let end = parts(value).skip(1).find(|(start, end)| split(&value[*start..*end], known_key).is_some());
    end.map_or(value, |(start, _)| &value[..start - 1])
}

/// The parts between `|`.
fn parts(value: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_split = |at: &usize| *at == 0 || value.as_bytes()[at - 1] != b'\\';
    let ends = memchr::memchr_iter(b'|', value.as_bytes()).filter(is_split).chain([value.len()]);
    let mut start = 0;
    ends.map(move |end| (std::mem::replace(&mut start, end + 1), end))
}

/// The key of the specification that a key is.
fn known_key(key: &str) -> Option<&'static str> {
    let metrics = METRICS.iter().map(|metric| metric.key);
    [TYPE, COVERAGE, REASON].into_iter().chain(metrics).find(|known| same_name(known, key))
}

pub(crate) fn read(text: &str, marker: &Marker, sink: &mut Sink) -> Line {
    let value = unwrapped(marker.value.of(text), marker.name.start() > marker.line.start() + marker.indent);
    let stated = stated(value);
    let at = marker.value.start() + (stated.len() - stated.trim_start().len());
    let word = stated.trim();
    let place = if word.is_empty() { marker.name } else { Span::new(at, at + word.len()) };
    let status = listed(word, &WORDS, &UNKNOWN_STATUS, place, sink).map(|index| Status::ALL[index]);
    if !text[marker.line.start() + marker.indent..].starts_with("RESULT:") {
        sink.decoration(marker.line);
    }
    let pairs = distinct(pairs(value, stated.len() + 1, marker.value.start(), sink), sink);
    let span = Span::new(marker.line.start() + marker.indent, marker.line.end());
    let ends_bare = pairs.last().is_some_and(|pair| pair.value.is_empty()) || word.is_empty();
    let metrics = result_type(&pairs, span, sink).map(Metrics::new);
    let places = HashMap::new();
    let mut line =
        Line { status, word: place, span, metrics, places, coverage: None, reason: None, other: Vec::new(), ends_bare };
    for pair in pairs {
        line.add(pair, sink);
    }
    let own = line.result_type().into_iter().flat_map(ResultType::metrics);
    for metric in own.filter(|metric| !line.places.contains_key(metric.key)) {
        sink.push(&MISSING_PAIR, span, || format!("the RESULT line has no `{}`", metric.key));
    }
    line
}

/// The value without the sign that closes a line in bold or code.
fn unwrapped(value: &str, decorated: bool) -> &str {
    let value = value.trim_ascii_end();
    let signs = ["**", "__", "*", "_", "`"].into_iter().filter(|_| decorated);
    let mut rests = signs.filter_map(|sign| Some((sign, value.strip_suffix(sign)?)));
    rests.next().filter(|(sign, rest)| !rest.contains(sign)).map_or(value, |(_, rest)| rest)
}

/// The index of a word in a closed list; a placeholder and any other word are reported.
fn listed(word: &str, words: &[&str], rule: &'static Rule, place: Span, sink: &mut Sink) -> Option<usize> {
    let found = find_word(word, words);
    match found {
        Some(found) if found.decorated => sink.decoration(place),
        Some(_) => {}
        None if is_placeholder(word, words) => sink.report(&TEMPLATE_ECHO, place),
        None => {
            let stripped = strip_decoration(word);
            let nearest = NEAREST.iter().find(|(other, _)| same_name(other, stripped));
            let nearest = nearest.map(|(_, near)| format!("; the nearest is `{near}`")).unwrap_or_default();
            let message = || format!("`{}` is none of {}{nearest}", excerpt(stripped), words.join(", "));
            sink.push(rule, place, message);
        }
    }
    Some(found?.index)
}

/// The pairs behind the status.
fn pairs<'a>(value: &'a str, from: usize, offset: usize, sink: &mut Sink) -> Vec<Pair<'a>> {
    let Some(rest) = value.get(from..) else { return Vec::new() };
    // A part that is no pair belongs to the pair before it.
    let starts = parts(rest).filter_map(|(start, end)| Some((start, split(&rest[start..end], known_key)?)));
    let mut starts = starts.peekable();
    let mut pairs = Vec::new();
    while let Some((start, key)) = starts.next() {
        let end = starts.peek().map_or(rest.len(), |(next, _)| next - 1);
        let value = rest[start + key.at..end].trim_start();
        let at = offset + from + end - value.len();
        let value = value.trim_end();
        let span = Span::new(at, at + value.len());
        if key.known.is_some_and(|known| known != key.written) {
            sink.decoration(span);
        }
        pairs.push(Pair { key: key.key, known: key.known, value: value.replace("\\|", "|"), span });
    }
    pairs
}

/// The type that is stated, or that the keys of the metrics tell (R-C4).
fn result_type(pairs: &[Pair<'_>], line: Span, sink: &mut Sink) -> Option<ResultType> {
    let stated = pairs.iter().find(|pair| pair.known == Some(TYPE)).filter(|pair| !says_nothing(&pair.value));
    if let Some(Pair { value, span, .. }) = stated {
        return listed(value, &NAMES, &UNKNOWN_TYPE, *span, sink).map(|index| ResultType::ALL[index]);
    }
    let has = |kind: &ResultType| kind.metrics().any(|own| pairs.iter().any(|pair| pair.known == Some(own.key)));
    let mut kinds = ResultType::ALL.into_iter().filter(has);
    let kind = kinds.next().filter(|_| kinds.next().is_none());
    match kind {
        Some(kind) => sink.push(&MISSING_PAIR, line, || format!("no Type, read as `{}`", kind.as_str())),
        None => sink.report(&UNKNOWN_TYPE, line),
    }
    kind
}

impl Line {
    /// Reads a pair into its place.
    fn add(&mut self, pair: Pair<'_>, sink: &mut Sink) {
        let Some(known) = pair.known else { return self.other.push(pair.into_field()) };
        let Some(metric) = METRICS.iter().find(|metric| metric.key == known) else {
            match known {
                COVERAGE if pair.is_said() => self.coverage = Some((pair.value, pair.span)),
                REASON if pair.is_said() => self.reason = Some(pair.value),
                _ => {}
            }
            return;
        };
        let is_success = self.status.is_none_or(|status| status.outcome().is_success());
        if is_placeholder(&pair.value, &[]) && is_success {
            self.places.insert(known, pair.span);
            let message = || format!("`{known}` is the placeholder of the template");
            return sink.push(&TEMPLATE_ECHO, pair.span, message);
        }
        if !pair.is_said() {
            return;
        }
        self.places.insert(known, pair.span);
        let value = metric_value(metric.form, &pair.value);
        let is_over = matches!(value, Some(MetricValue::Ratio { passed, total }) if passed > total);
        if self.result_type() == Some(metric.of) && (value.is_none() || is_over) {
            let form = if metric.form == Form::Ratio { "`passed/total`" } else { "a number" };
            sink.push(&METRIC_FORM, pair.span, || format!("`{known}` is not {form}: `{}`", excerpt(&pair.value)));
        }
        match (&mut self.metrics, value) {
            (Some(metrics), Some(value)) => drop(metrics.set(known, value)),
            _ => self.other.push(pair.into_field()),
        }
    }
}

/// A whole number, decorated or not.
fn number(text: &str) -> Option<u64> {
    let digits = text.trim_matches(|c: char| matches!(c, '*' | '_' | '`' | '"' | '\'' | '.') || c.is_whitespace());
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// The value of a metric of a form.
pub(crate) fn metric_value(form: Form, text: &str) -> Option<MetricValue> {
    match form {
        Form::Count => number(text).map(MetricValue::Count),
        Form::Ratio => {
            let (passed, total) = text.split_once('/')?;
            Some(MetricValue::Ratio { passed: number(passed)?, total: number(total)? })
        }
        Form::Text => Some(MetricValue::Text(text.to_owned())),
    }
}
