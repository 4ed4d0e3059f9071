//! Which findings are one (R-C11), their order (R-C12), and where results disagree.

use std::cmp::{Ordering, Reverse};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use envelope_core::report::Finding;
use envelope_core::text::find_word;

use super::{Disagreement, DisagreementKind, Input, key};
use crate::{FINDING_TYPES, SEVERITIES, severity_rank};

/// Types beyond those of the specification.
const UNKNOWN_TYPE: usize = FINDING_TYPES.len();
const NO_TYPE: usize = UNKNOWN_TYPE + 1;

/// A finding of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) input: usize,
    /// Its number in the input.
    pub(super) index: usize,
    kind: usize,
    /// The number of its location and counter-location, the same for the same pair; `None` without a location.
    place: Option<usize>,
    /// Where the normal forms of location and counter-location begin and end.
    keys: [usize; 3],
}

impl Row {
    pub(super) fn finding<'i>(&self, inputs: &'i [Input]) -> &'i Finding {
        &inputs[self.input].findings[self.index]
    }
}

/// Rows that are one finding.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) rows: Range<usize>,
    pub(super) gravest: usize,
    pub(super) longest: Row,
    /// 0 for critical, 1 for major, 2 for minor.
    pub(super) rank: usize,
}

impl Cluster {
    fn new(range: Range<usize>, rows: &[Row], inputs: &[Input]) -> Self {
        let rank = |row: &Row| severity_rank(row.finding(inputs).severity.as_deref());
        let length = |row: &Row| {
            let Finding { description, suggestion, .. } = row.finding(inputs);
            Reverse((description.chars().count(), suggestion.as_deref().map_or(0, |text| text.chars().count())))
        };
        let first = rows[range.start];
        let rest = rows[range.start + 1..range.end].iter();
        let gravest = range.clone().min_by_key(|at| rank(&rows[*at])).unwrap_or_default();
        let longest = rest.fold(first, |best, row| if length(row) < length(&best) { *row } else { best });
        Self { rank: rank(&rows[gravest]), gravest, longest, rows: range }
    }
}

/// The findings of the inputs, of which those of a cluster stand together, and the clusters in the order of the report.
pub(super) fn merge(inputs: &[Input]) -> (Vec<Row>, Vec<Cluster>) {
    let (mut rows, keys) = rows(inputs);
    rows.sort_unstable_by_key(|row| (row.place, row.kind, row.input, row.index));
    let groups = rows.chunk_by_mut(|a, b| (a.place, a.kind) == (b.place, b.kind));
    let mut lengths = Vec::new();
    groups.for_each(|group| split(group, inputs, &mut lengths));
    let (mut end, mut clusters) = (0, Vec::with_capacity(lengths.len()));
    for length in lengths {
        clusters.push(Cluster::new(end..end + length, &rows, inputs));
        end += length;
    }
    clusters.sort_unstable_by(|a, b| {
        let r#type = |row: &Row| &row.finding(inputs).r#type;
        let (row_a, row_b) = (&a.longest, &b.longest);
        let [start, middle, end] = row_a.keys;
        let [start_b, middle_b, end_b] = row_b.keys;
        (a.rank, row_a.kind)
            .cmp(&(b.rank, row_b.kind))
            .then_with(|| if row_a.kind == UNKNOWN_TYPE { r#type(row_a).cmp(r#type(row_b)) } else { Ordering::Equal })
            .then_with(|| keys[start..middle].cmp(&keys[start_b..middle_b]))
            .then_with(|| keys[middle..end].cmp(&keys[middle_b..end_b]))
            .then_with(|| by_origin(&rows[a.rows.start], &rows[b.rows.start], inputs))
    });
    (rows, clusters)
}

/// The findings of all inputs, and the normal forms of their locations.
fn rows(inputs: &[Input]) -> (Vec<Row>, Vec<u8>) {
    let mut rows = Vec::with_capacity(inputs.iter().map(|input| input.findings.len()).sum());
    let mut keys = Vec::new();
    for (input, Input { findings, .. }) in inputs.iter().enumerate() {
        for (index, finding) in findings.iter().enumerate() {
            let start = keys.len();
            key::push(&mut keys, finding.location.as_deref().unwrap_or_default());
            let middle = keys.len();
            key::push(&mut keys, finding.counter_location.as_deref().unwrap_or_default());
            let known = |word: &str| find_word(word, &FINDING_TYPES).map_or(UNKNOWN_TYPE, |known| known.index);
            let kind = finding.r#type.as_deref().map_or(NO_TYPE, known);
            rows.push(Row { input, index, kind, place: None, keys: [start, middle, keys.len()] });
        }
    }
    let mut places = HashMap::with_capacity(rows.len());
    for row in &mut rows {
        let [start, middle, end] = row.keys;
        let (a, b) = (&keys[start..middle], &keys[middle..end]);
        let next = places.len();
        row.place = (!a.is_empty()).then(|| *places.entry((a.min(b), a.max(b))).or_insert(next));
    }
    (rows, keys)
}

/// File, agent and local id: inputs are in the order of their files and agents.
fn by_origin(a: &Row, b: &Row, inputs: &[Input]) -> Ordering {
    let id = |row: &Row| key::normal(row.finding(inputs).id.as_deref());
    a.input.cmp(&b.input).then_with(|| id(a).cmp(&id(b))).then(a.index.cmp(&b.index))
}

/// Sorts rows with the same locations and type, and adds the lengths of those that are one finding. Where a result has two
/// that differ, it is uncertain which of them another result means: then only rows with the same words are one.
fn split(group: &mut [Row], inputs: &[Input], lengths: &mut Vec<usize>) {
    if group[0].place.is_none() || group[0].kind >= UNKNOWN_TYPE {
        return lengths.extend(group.iter().map(|_| 1));
    }
    if group.windows(2).all(|pair| pair[0].input != pair[1].input) {
        return lengths.push(group.len());
    }
    let words = |row: &Row| {
        let Finding { description, suggestion, .. } = row.finding(inputs);
        key::normal([description.as_str(), suggestion.as_deref().unwrap_or_default()])
    };
    group.sort_by(|a, b| by_origin(a, b, inputs));
    let results: HashSet<usize> = group.iter().map(|row| row.input).collect();
    let assessments: HashSet<(usize, Vec<u8>)> = group.iter().map(|row| (row.input, words(row))).collect();
    if results.len() == assessments.len() {
        return lengths.push(group.len());
    }
    group.sort_by_cached_key(words);
    lengths.extend(group.chunk_by(|a, b| words(a) == words(b)).map(<[Row]>::len));
}

/// The numbers of findings in the report, and what is named about them.
type Named = (Vec<usize>, Disagreement);

/// Where severities differ, and where results find other types at the same location; with the numbers of the findings.
pub(super) fn disagreements(inputs: &[Input], rows: &[Row], clusters: &[Cluster]) -> Vec<Named> {
    let mut disagreements = Vec::new();
    let mut at_place = Vec::with_capacity(clusters.len());
    for (cluster, number) in clusters.iter().zip(1..) {
        let rows_of = rows[cluster.rows.clone()].iter().filter(|_| cluster.rows.len() > 1);
        let stated = rows_of.filter_map(|row| Some((row, row.finding(inputs).severity.as_deref()?)));
        let stated: Vec<(&Row, &str)> = stated.collect();
        let same = |text: &str| {
            find_word(text, &SEVERITIES).map_or_else(|| text.to_lowercase(), |word| SEVERITIES[word.index].to_owned())
        };
        if stated.windows(2).any(|pair| same(pair[0].1) != same(pair[1].1)) {
            let notes = stated.iter().map(|(row, word)| format!("{word} ({})", inputs[row.input].file));
            disagreements.push(disagreement(DisagreementKind::Severity, vec![number], &notes.collect::<Vec<_>>()));
        }
        let longest = cluster.longest;
        let known = FINDING_TYPES.get(longest.kind).copied();
        let word = known.or(longest.finding(inputs).r#type.as_deref());
        at_place.extend(longest.place.zip(word).map(|(place, word)| (place, number, word)));
    }
    at_place.sort_unstable();
    for group in at_place.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
        let types: HashSet<String> = group.iter().map(|(.., word)| word.to_lowercase()).collect();
        let rows_of = group.iter().flat_map(|(_, number, _)| &rows[clusters[number - 1].rows.clone()]);
        let results: HashSet<usize> = rows_of.map(|row| row.input).collect();
        if types.len() > 1 && results.len() > 1 {
            let numbers = group.iter().map(|(_, number, _)| *number).collect();
            let notes = group.iter().map(|(_, number, word)| format!("{word} ({})", id(*number)));
            disagreements.push(disagreement(DisagreementKind::Type, numbers, &notes.collect::<Vec<_>>()));
        }
    }
    disagreements.sort_by_key(|(numbers, disagreement)| (numbers[0], disagreement.kind));
    disagreements
}

/// A disagreement about numbered findings.
fn disagreement(kind: DisagreementKind, numbers: Vec<usize>, notes: &[String]) -> Named {
    let ids = numbers.iter().copied().map(id).collect();
    (numbers, Disagreement { kind, ids, note: notes.join(", ") })
}

/// The id of a finding in the report.
pub(super) fn id(number: usize) -> String {
    format!("G{number}")
}
