//! The RESULT line (R-C3 to R-C6).

use std::collections::HashMap;

use envelope_core::rules::{CONFLICTING_KEY, REPEATED_KEY, TEMPLATE_ECHO};
use envelope_core::text::{
    Marker, excerpt, find_word, is_placeholder, same_name, says_nothing, split_key, strip_decoration,
};
use envelope_core::{Sink, Span, Status as _};

use crate::rules::{INFERRED_TYPE, METRIC_FORM, MISSING_METRIC, MISSING_TYPE, UNKNOWN_STATUS, UNKNOWN_TYPE};
use crate::status::{NEAREST, WORDS};
use crate::types::{Form, NAMES, TYPES};
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
    pub(crate) coverage: Option<(String, Span)>,
    pub(crate) reason: Option<String>,
    pub(crate) other: Vec<Field>,
    /// The value of every metric of any type that is stated.
    claims: HashMap<&'static str, (MetricValue, Span)>,
    /// Whether the last pair has no value.
    pub(crate) ends_bare: bool,
}

impl Line {
    /// What the line states for a metric, whether its type has it or not.
    pub(crate) fn claim(&self, key: &str) -> Option<(&MetricValue, Span)> {
        self.claims.get(key).map(|(value, span)| (value, *span))
    }

    /// A number that the line states.
    pub(crate) fn count(&self, key: &str) -> Option<(u64, Span)> {
        match self.claim(key)? {
            (MetricValue::Count(count), span) => Some((*count, span)),
            _ => None,
        }
    }
}

/// The status of a marker's value: what stands before the first pair.
pub(crate) fn stated(value: &str) -> &str {
    let end = parts(value).skip(1).find(|(start, end)| pair(&value[*start..*end]).is_some());
    end.map_or(value, |(start, _)| &value[..start - 1])
}

/// The parts between `|`.
fn parts(value: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_split = |at: &usize| *at == 0 || value.as_bytes()[at - 1] != b'\\';
    let ends = memchr::memchr_iter(b'|', value.as_bytes()).filter(is_split).chain([value.len()]);
    let mut start = 0;
    ends.map(move |end| (std::mem::replace(&mut start, end + 1), end))
}

/// The key of a part that is `Key: value`, and where its value begins.
fn pair(part: &str) -> Option<(&str, usize)> {
    let (key, at) = split_key(part)?;
    let key = strip_decoration(key);
    let is_pair = is_key(key) && starts_value(&part[at..]) || known_key(key).is_some();
    is_pair.then_some((key, at))
}

/// Whether a text is one to three words, the first capitalised (R-C3).
pub(crate) fn is_key(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | ' ');
    text.len() <= 60
        && text.starts_with(char::is_uppercase)
        && text.chars().all(is_word)
        && text.split_whitespace().count() <= 3
}

/// Whether what stands behind a colon can be a value: in `https://…` it is none.
pub(crate) fn starts_value(rest: &str) -> bool {
    rest.bytes().next().is_none_or(|byte| byte.is_ascii_whitespace() || byte == b'*' || byte == b'_')
}

/// The key of the specification that a key is.
fn known_key(key: &str) -> Option<&'static str> {
    let metrics = TYPES.iter().flat_map(|kind| kind.metrics).map(|metric| metric.key);
    [TYPE, COVERAGE, REASON].into_iter().chain(metrics).find(|known| same_name(known, key))
}

/// A pair of the line.
struct Pair<'a> {
    key: &'a str,
    known: Option<&'static str>,
    value: &'a str,
    span: Span,
}

pub(crate) fn read(text: &str, marker: &Marker, sink: &mut Sink) -> Line {
    let value = unwrapped(marker.value.of(text), marker.name.start() > marker.line.start() + marker.indent);
    let offset = marker.value.start();
    let stated = stated(value);
    let (status, word) = status(stated, offset, marker, sink);
    if !text[marker.line.start() + marker.indent..].starts_with("RESULT:") {
        sink.decoration(marker.line);
    }
    let pairs = pairs(value, stated.len() + 1, offset, sink);
    let span = Span::new(marker.line.start() + marker.indent, marker.line.end());
    let ends_bare = pairs.last().is_some_and(|pair| pair.value.is_empty()) || stated.trim().is_empty();
    let mut line = Line {
        status,
        word,
        span,
        metrics: None,
        coverage: None,
        reason: None,
        other: Vec::new(),
        claims: HashMap::new(),
        ends_bare,
    };
    let result_type = result_type(&pairs, &line, sink);
    line.metrics = result_type.map(Metrics::new);
    for pair in &pairs {
        line.add(pair, result_type, sink);
    }
    if let Some(metrics) = &line.metrics {
        let missing: Vec<&str> =
            metrics.iter().filter(|(_, value)| value.is_none()).map(|(metric, _)| metric.key).collect();
        // A value of the wrong form, and a placeholder, were reported as such.
        let reported = |key: &&str| pairs.iter().any(|pair| pair.known == Some(key) && !is_absent(pair.value, status));
        for key in missing.into_iter().filter(|key| !reported(key)) {
            sink.push(&MISSING_METRIC, span, || format!("the RESULT line has no `{key}`"));
        }
    }
    line
}

/// Whether a value says nothing; a placeholder in a success is an error of its own (R-A5).
fn is_absent(value: &str, status: Option<Status>) -> bool {
    says_nothing(value) || is_placeholder(value, &[]) && !is_success(status)
}

fn is_success(status: Option<Status>) -> bool {
    status.is_none_or(|status| status.outcome().is_success())
}

/// The value without the sign that closes a line in bold or code.
fn unwrapped(value: &str, decorated: bool) -> &str {
    let value = value.trim_ascii_end();
    let closing =
        ["**", "__", "*", "_", "`"].into_iter().find_map(|sign| value.strip_suffix(sign).map(|rest| (sign, rest)));
    match closing {
        Some((sign, rest)) if decorated && !rest.contains(sign) => rest,
        _ => value,
    }
}

/// The status, and the place of its word.
fn status(stated: &str, offset: usize, marker: &Marker, sink: &mut Sink) -> (Option<Status>, Span) {
    let word = stated.trim();
    let at = offset + (stated.len() - stated.trim_start().len());
    let span = Span::new(at, at + word.len());
    if word.is_empty() {
        sink.push(&UNKNOWN_STATUS, marker.name, || "the RESULT line has no status".to_owned());
        return (None, marker.name);
    }
    if is_placeholder(word, &WORDS) {
        sink.report(&TEMPLATE_ECHO, span);
        return (None, span);
    }
    let Some(found) = find_word(word, &WORDS) else {
        let stripped = strip_decoration(word);
        let nearest = NEAREST.iter().find(|(other, _)| same_name(other, stripped));
        let nearest = nearest.map(|(_, near)| format!("; the nearest is `{near}`")).unwrap_or_default();
        sink.push(&UNKNOWN_STATUS, span, || format!("unknown status `{}`{nearest}", excerpt(stripped)));
        return (None, span);
    };
    if found.decorated {
        sink.decoration(marker.line);
    }
    (Some(Status::ALL[found.index]), span)
}

/// The pairs behind the status, without repeated ones (R-A11).
fn pairs<'a>(value: &'a str, from: usize, offset: usize, sink: &mut Sink) -> Vec<Pair<'a>> {
    let Some(rest) = value.get(from..) else { return Vec::new() };
    // Where each pair begins, its key and where its value begins; other parts belong to the pair before.
    let mut starts: Vec<(usize, &str, usize)> = Vec::new();
    for (start, end) in parts(rest) {
        if let Some((key, at)) = pair(&rest[start..end]) {
            starts.push((start, key, start + at));
        }
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for (index, (_, key, at)) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(rest.len(), |(next, _, _)| next - 1);
        let trimmed = rest[*at..end].trim();
        let value = trimmed.trim_start_matches("**").trim_start();
        let start = offset + from + at + (rest[*at..end].find(value).unwrap_or(0));
        let pair = Pair { key, known: known_key(key), value, span: Span::new(start, start + value.len()) };
        if pair.known.is_some_and(|known| {
            known != rest[..*at].rsplit('|').next().unwrap_or_default().trim().trim_end_matches(':')
        }) {
            sink.decoration(pair.span);
        }
        let name = pair.known.unwrap_or(pair.key).to_ascii_lowercase();
        let first = *seen.entry(name).or_insert(pairs.len());
        match pairs.get(first) {
            None => pairs.push(pair),
            Some(first) => {
                let is_same = first.value == pair.value;
                let rule = if is_same { &REPEATED_KEY } else { &CONFLICTING_KEY };
                sink.push_pair(rule, pair.span, first.span, || format!("`{key}` is there twice"));
                if !is_same {
                    pairs.push(Pair { known: None, ..pair });
                }
            }
        }
    }
    pairs
}

/// The type that is stated, or that the keys of the metrics tell (R-C4).
fn result_type(pairs: &[Pair<'_>], line: &Line, sink: &mut Sink) -> Option<ResultType> {
    let stated = pairs.iter().find(|pair| pair.known == Some(TYPE)).filter(|pair| !says_nothing(pair.value));
    if let Some(pair) = stated {
        if is_placeholder(pair.value, &NAMES) {
            sink.push(&TEMPLATE_ECHO, pair.span, || "the Type is the placeholder of the template".to_owned());
            return None;
        }
        let Some(word) = find_word(pair.value, &NAMES) else {
            sink.push(&UNKNOWN_TYPE, pair.span, || format!("unknown type `{}`", excerpt(pair.value)));
            return None;
        };
        if word.decorated {
            sink.decoration(pair.span);
        }
        return Some(ResultType::ALL[word.index]);
    }
    let has = |kind: &ResultType| {
        let mut keys = kind.info().metrics.iter().map(|metric| metric.key);
        keys.any(|key| pairs.iter().any(|pair| pair.known == Some(key)))
    };
    let mut kinds = ResultType::ALL.into_iter().filter(has);
    match (kinds.next(), kinds.next()) {
        (Some(kind), None) => {
            sink.push(&INFERRED_TYPE, line.span, || format!("no Type, read as `{}`", kind.as_str()));
            Some(kind)
        }
        _ => {
            sink.report(&MISSING_TYPE, line.span);
            None
        }
    }
}

impl Line {
    /// Reads a pair into its place.
    fn add(&mut self, pair: &Pair<'_>, result_type: Option<ResultType>, sink: &mut Sink) {
        let text = || pair.value.replace("\\|", "|");
        let keep = || Field { key: pair.key.to_owned(), value: text() };
        let is_said = !says_nothing(pair.value) && !is_placeholder(pair.value, &[]);
        let Some(known) = pair.known else { return self.other.push(keep()) };
        match known {
            TYPE => return,
            COVERAGE => return self.coverage = is_said.then(|| (text(), pair.span)),
            REASON => return self.reason = is_said.then(text),
            _ => {}
        }
        let is_own = |metrics: &Metrics| metrics.iter().any(|(metric, _)| metric.key == known);
        let is_own = self.metrics.as_ref().is_some_and(is_own);
        if is_placeholder(pair.value, &[]) && is_success(self.status) {
            let message = || format!("`{known}` is the placeholder of the template");
            return sink.push(&TEMPLATE_ECHO, pair.span, message);
        }
        if !is_said {
            return;
        }
        let form =
            TYPES.iter().flat_map(|kind| kind.metrics).find(|metric| metric.key == known).map(|metric| metric.form);
        let value = match form {
            Some(Form::Count) => number(pair.value).map(MetricValue::Count),
            Some(Form::Ratio) => ratio(pair.value),
            _ => Some(MetricValue::Text(text())),
        };
        let is_over = matches!(value, Some(MetricValue::Ratio { passed, total }) if passed > total);
        if is_own && (value.is_none() || is_over) {
            sink.push(&METRIC_FORM, pair.span, || match form {
                Some(Form::Ratio) if is_over => format!("`{known}`: more passed than there are"),
                Some(Form::Ratio) => format!("`{known}` is not `passed/total`: `{}`", excerpt(pair.value)),
                _ => format!("`{known}` is not a number: `{}`", excerpt(pair.value)),
            });
        }
        let is_kept = match (&mut self.metrics, value) {
            (metrics, Some(value)) => {
                self.claims.insert(known, (value.clone(), pair.span));
                metrics.as_mut().is_some_and(|metrics| metrics.set(known, value))
            }
            (_, None) => false,
        };
        // The Type says which metrics belong to the line; without one, nothing is lost either.
        if !is_kept && result_type.is_some() {
            self.other.push(keep());
        }
    }
}

/// A whole number, decorated or not.
fn number(text: &str) -> Option<u64> {
    let digits = text.trim_matches(|c: char| matches!(c, '*' | '_' | '`' | '"' | '\'' | '.') || c.is_whitespace());
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

fn ratio(text: &str) -> Option<MetricValue> {
    let (passed, total) = text.split_once('/')?;
    Some(MetricValue::Ratio { passed: number(passed)?, total: number(total)? })
}
