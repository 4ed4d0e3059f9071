//! The summary line taken apart: marker, status, pairs (R-C2 … R-C4).

use envelope_core::Status as _;
use envelope_core::text::{Decoration, Decorations, Word, marker_line, read_status, read_word, split_key, trim_blank};

use crate::row::unescape;
use crate::{COVERAGE, Field, METRICS, Metric, Metrics, REASON, ResultStatus, ResultType, SummaryLine, TYPE};

/// The word that a summary line starts with.
pub(crate) const MARKER: &str = "RESULT";

/// The longest key that is looked for, in bytes; no known key comes near it.
const LONGEST_KEY: usize = 80;

/// What a line with the marker says of its status (R-C2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// A known status word, followed by the line's end or a pair.
    Real(ResultStatus),
    /// The instruction, copied back (R-A5).
    Echo,
    /// Anything else.
    Unknown,
}

/// A line that starts with the marker.
#[derive(Clone, Debug)]
pub(crate) struct MarkerLine<'a> {
    /// The whole line.
    pub(crate) text: &'a str,
    /// What stands for the status, trimmed.
    pub(crate) status_text: &'a str,
    /// What it says.
    pub(crate) standing: Standing,
    /// The pairs in the order of the line.
    pub(crate) pairs: Vec<Pair<'a>>,
    /// The type: stated, or inferred from the keys.
    pub(crate) kind: KindRead,
    /// Whether ` \| ` separates the pairs.
    pub(crate) escaped: bool,
    /// What was read through around the marker.
    pub(crate) decorations: Decorations,
    /// What was read through around the status.
    pub(crate) status_decorations: Decorations,
    /// Whether the marker is written in capitals.
    pub(crate) in_capitals: bool,
}

/// One pair of a line; texts are slices of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    /// The key without decoration.
    pub(crate) key: &'a str,
    /// The value, trimmed, escapes still on.
    pub(crate) raw: &'a str,
    /// What was read through around the key.
    pub(crate) decorations: Decorations,
    /// Whether a pipe without blanks separates it.
    pub(crate) tight: bool,
}

/// What a line says of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KindRead {
    /// It is stated.
    Stated(ResultType, Decorations),
    /// It is not stated, but the keys belong to one type.
    Inferred(ResultType),
    /// A placeholder stands there.
    Echo,
    /// A word outside the list.
    Unknown,
    /// It is not there.
    Missing,
}

impl KindRead {
    pub(crate) const fn kind(self) -> Option<ResultType> {
        match self {
            Self::Stated(kind, _) | Self::Inferred(kind) => Some(kind),
            Self::Echo | Self::Unknown | Self::Missing => None,
        }
    }
}

impl<'a> MarkerLine<'a> {
    /// Takes a line apart, if it starts with the marker.
    pub(crate) fn read(line: &'a str) -> Option<Self> {
        let marked = marker_line(line);
        let start = marked.rest.get(..MARKER.len())?;
        if !start.eq_ignore_ascii_case(MARKER) {
            return None;
        }
        let split = split_key(marked.rest).filter(|split| split.key.eq_ignore_ascii_case(MARKER))?;
        let mut decorations = marked.decorations.union(split.decorations);
        let in_capitals = split.key == MARKER;
        if !in_capitals {
            decorations.insert(Decoration::Case);
        }
        let (status_text, pairs, escaped) = pairs(split.value);
        let (status, word) = read_status::<ResultStatus>(status_text);
        let status_decorations = match word {
            Word::Decorated { decorations, .. } => decorations,
            _ => Decorations::new(),
        };
        // A sign of failure before the marker says the contrary of a success, as one beside the word does (R-A2).
        let all = decorations.union(status_decorations);
        let status = status.filter(|status| !all.contradict(status.outcome()));
        let standing = match (status, word) {
            // In prose "Result: clean" is a phrase; only pairs behind it make it a summary line.
            (Some(status), _) if in_capitals || !pairs.is_empty() => Standing::Real(status),
            (_, Word::Placeholder(_)) => Standing::Echo,
            _ => Standing::Unknown,
        };
        let kind = kind_of(&pairs);
        Some(Self {
            text: line,
            status_text,
            standing,
            pairs,
            kind,
            escaped,
            decorations,
            status_decorations,
            in_capitals,
        })
    }

    /// The status, if the line states one.
    pub(crate) const fn status(&self) -> Option<ResultStatus> {
        match self.standing {
            Standing::Real(status) => Some(status),
            Standing::Echo | Standing::Unknown => None,
        }
    }

    /// Whether the line looks like a summary line and states none of the four words; `Result: …` is a phrase of prose.
    pub(crate) fn is_stray(&self) -> bool {
        self.standing == Standing::Unknown && self.in_capitals && !self.status_text.is_empty()
    }

    /// The typed line; `None` where status or type cannot be read (R-A16).
    pub(crate) fn summary(&self) -> Option<SummaryLine> {
        let (places, metrics) = self.places();
        let mut line = SummaryLine::new(self.status()?, metrics?);
        for (pair, place) in places {
            let value = || unescape(pair.raw).into_owned();
            match place {
                Place::Type | Place::Metric(_) => {}
                Place::Coverage => line.coverage = Some(value()),
                Place::Reason => line.reason = Some(value()),
                Place::Other(key) => line.other.push(Field::new(key, value())),
            }
        }
        Some(line)
    }

    /// Where each pair goes in the typed line, and the metrics among them; blank values of known keys go nowhere, for
    /// blank is missing (R-A8).
    pub(crate) fn places(&self) -> (Vec<(&Pair<'a>, Place<'a>)>, Option<Metrics>) {
        let mut metrics = self.kind.kind().map(Metrics::new);
        let (mut kind, mut coverage, mut reason) = (false, false, false);
        let mut places = Vec::with_capacity(self.pairs.len());
        for pair in &self.pairs {
            let metric = self.kind.kind().and_then(|kind| Metric::find(kind, pair.key));
            let known = known_key(pair.key, self.kind.kind());
            if known.is_some() && pair.raw.is_empty() {
                continue;
            }
            let first = |seen: &mut bool| !std::mem::replace(seen, true);
            let place = match (known, metric) {
                (Some(TYPE), _) if first(&mut kind) => Place::Type,
                (Some(COVERAGE), _) if first(&mut coverage) => Place::Coverage,
                (Some(REASON), _) if first(&mut reason) => Place::Reason,
                (_, Some(metric)) if metrics.as_mut().is_some_and(|it| it.set(metric.key, &unescape(pair.raw))) => {
                    Place::Metric(metric)
                }
                (Some(key), _) => Place::Other(key),
                _ => Place::Other(pair.key),
            };
            places.push((pair, place));
        }
        (places, metrics)
    }
}

/// Where a pair goes in the typed line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// It is the type.
    Type,
    /// It is the coverage.
    Coverage,
    /// It is the reason.
    Reason,
    /// It is a metric of the type.
    Metric(&'static Metric),
    /// It is kept under this key.
    Other(&'a str),
}

/// The key as the specification writes it, if the type has it (without a type: if any has it).
pub(crate) fn known_key(key: &str, kind: Option<ResultType>) -> Option<&'static str> {
    let metrics = METRICS.iter().filter(|metric| kind.is_none_or(|kind| metric.of == kind)).map(|metric| metric.key);
    [TYPE, COVERAGE, REASON].into_iter().chain(metrics).find(|known| known.eq_ignore_ascii_case(key))
}

/// What the pairs say of the type; without the word, the type that all their known keys belong to (R-C4).
fn kind_of(pairs: &[Pair<'_>]) -> KindRead {
    if let Some(pair) = pairs.iter().find(|pair| pair.key.eq_ignore_ascii_case(TYPE) && !pair.raw.is_empty()) {
        let read = |index: usize| ResultType::ALL.get(index).copied();
        return match read_word(pair.raw, &ResultType::WORDS) {
            Word::Exact(index) => {
                read(index).map_or(KindRead::Unknown, |kind| KindRead::Stated(kind, Decorations::new()))
            }
            Word::Decorated { index, decorations } => {
                read(index).map_or(KindRead::Unknown, |kind| KindRead::Stated(kind, decorations))
            }
            Word::Placeholder(_) => KindRead::Echo,
            _ => KindRead::Unknown,
        };
    }
    let has = |kind: &ResultType| pairs.iter().any(|pair| Metric::find(*kind, pair.key).is_some());
    let mut of: Vec<ResultType> = ResultType::ALL.into_iter().filter(has).collect();
    match (of.pop(), of.is_empty()) {
        (Some(kind), true) => KindRead::Inferred(kind),
        _ => KindRead::Missing,
    }
}

/// The status, the pairs after it, and whether they are separated by ` \| ` (R-C3).
fn pairs(value: &str) -> (&str, Vec<Pair<'_>>, bool) {
    let (status, found, escaped) = split(value, None);
    // Which keys are known depends on the type, which one of the pairs tells.
    let certain =
        |pair: &Pair<'_>, kind| known_key(pair.key, Some(kind)).is_some() || (!pair.tight && is_unknown_key(pair.key));
    match kind_of(&found).kind() {
        Some(kind) if !found.iter().all(|pair| certain(pair, kind)) => split(value, Some(kind)),
        _ => (status, found, escaped),
    }
}

/// The pairs that begin behind a pipe in a part of a line.
pub(crate) fn split_pairs(part: &str, kind: Option<ResultType>) -> Vec<Pair<'_>> {
    split(part, kind).1
}

fn split(value: &str, kind: Option<ResultType>) -> (&str, Vec<Pair<'_>>, bool) {
    let escaped = value.contains(" \\| ") && !value.contains(" | ");
    let mut cuts: Vec<(usize, usize, Pair<'_>)> = Vec::new();
    let bytes = value.as_bytes();
    let mut slashes = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\\' => slashes += 1,
            b'|' => {
                let plain = slashes % 2 == 0;
                let start = if plain { at } else { at - 1 };
                if (plain || (escaped && slashes == 1))
                    && let Some(pair) = pair_at(value, start, at + 1, kind, !plain)
                {
                    cuts.push((start, at + 1, pair));
                }
                slashes = 0;
            }
            _ => slashes = 0,
        }
    }
    let ends = cuts.iter().skip(1).map(|(start, ..)| *start).chain([value.len()]);
    let mut pairs = Vec::with_capacity(cuts.len());
    for ((_, _, pair), end) in cuts.iter().zip(ends) {
        // The pair found runs to the end of the line; it ends before the next one.
        let from = envelope_core::Span::of_slice(value, pair.raw).start();
        let raw = trim_blank(value.get(from..end.max(from)).unwrap_or_default());
        pairs.push(Pair { raw, ..*pair });
    }
    let end = cuts.first().map_or(value.len(), |(start, ..)| *start);
    (trim_blank(value.get(..end).unwrap_or_default()), pairs, escaped && !cuts.is_empty())
}

/// The pair that begins behind the pipe at `start..after`, if a key and a colon follow it.
fn pair_at(value: &str, start: usize, after: usize, kind: Option<ResultType>, must_be_wide: bool) -> Option<Pair<'_>> {
    let rest = value.get(after..)?;
    let mut end = rest.len().min(LONGEST_KEY);
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    let split = split_key(rest.get(..end)?)?;
    if split.key.contains(['|', '\\']) {
        return None;
    }
    let blank = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    let wide = blank(start.checked_sub(1).and_then(|at| value.as_bytes().get(at))) && rest.starts_with([' ', '\t']);
    let known = known_key(split.key, kind);
    let unknown = || is_unknown_key(split.key);
    if !(wide && (known.is_some() || unknown()) || known.is_some() && !must_be_wide) {
        return None;
    }
    let mut decorations = split.decorations;
    if known.is_some_and(|known| known != split.key) {
        decorations.insert(Decoration::Case);
    }
    let from = envelope_core::Span::of_slice(value, split.value).start();
    let raw = value.get(from..)?;
    Some(Pair { key: split.key, raw, decorations, tight: !wide })
}

/// A key that the specification does not know: at most three words, the first with a capital (R-C3).
pub(crate) fn is_unknown_key(key: &str) -> bool {
    key.starts_with(char::is_uppercase) && key.split_whitespace().nth(3).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, standing: Standing, pairs: &[(&str, &str)]) {
        let read = MarkerLine::read(line).expect("a marker");
        assert_eq!(read.standing, standing, "{line}");
        let found: Vec<_> = read.pairs.iter().map(|pair| (pair.key, pair.raw)).collect();
        assert_eq!(found, pairs, "{line}");
    }

    #[test]
    fn lines_are_taken_apart() {
        use ResultStatus::{Clean, Error, Partial};
        use Standing::{Echo, Real, Unknown};
        check("RESULT: CLEAN", Real(Clean), &[]);
        check("RESULT: CLEAN | Type: digest | Doc: a.md", Real(Clean), &[("Type", "digest"), ("Doc", "a.md")]);
        check(
            "**RESULT**: ERROR | Type: digest | Reason: a | b",
            Real(Error),
            &[("Type", "digest"), ("Reason", "a | b")],
        );
        check("RESULT: CLEAN|Type: digest|Doc:x|y", Real(Clean), &[("Type", "digest"), ("Doc", "x|y")]);
        check(r"RESULT: CLEAN \| Type: digest \| Doc: a", Real(Clean), &[("Type", "digest"), ("Doc", "a")]);
        check(
            r"RESULT: CLEAN | Type: digest | Doc: a \| Foo: b",
            Real(Clean),
            &[("Type", "digest"), ("Doc", r"a \| Foo: b")],
        );
        check(
            "RESULT: PARTIAL | Type: digest | Reason: see https://a.b | c",
            Real(Partial),
            &[("Type", "digest"), ("Reason", "see https://a.b | c")],
        );
        check(
            "RESULT: PARTIAL | Type: digest | Reason: no | files: x",
            Real(Partial),
            &[("Type", "digest"), ("Reason", "no | files: x")],
        );
        check("RESULT: CLEANUP | Type: digest", Unknown, &[("Type", "digest")]);
        check("RESULT: CLEAN (mostly) | Type: digest", Unknown, &[("Type", "digest")]);
        check("RESULT: <STATUS> | Type: <TYPE>", Echo, &[("Type", "<TYPE>")]);
        check("RESULT: {CLEAN|FINDINGS} | Type: digest", Echo, &[("Type", "digest")]);
        check("RESULT: CLEAN | FINDINGS | Type: digest", Echo, &[("Type", "digest")]);
        check("Result: clean", Unknown, &[]);
        check("Result: clean | Type: digest", Real(Clean), &[("Type", "digest")]);
        for line in ["RESULTS: CLEAN", "The RESULT: CLEAN", "RESULT CLEAN", "", "| RESULT: CLEAN |"] {
            assert!(MarkerLine::read(line).is_none(), "{line}");
        }
    }
}
