//! Which rows report the same finding (R-C11).
//!
//! Rows are first grouped by their places, an unordered pair. Within a group, rows of one known type are one finding,
//! unless an input has several different ones there: then rows of different inputs are one only where their
//! descriptions are equal, and where even that leaves a choice, their suggestions too. When in doubt, both are kept.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::flat::Flat;
use super::input::Row;
use super::normal::{normal, push_normal};
use crate::check::whole_placeholder;

/// The findings as sets of rows, and which of them are at odds.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    members: Vec<usize>,
    ends: Vec<usize>,
    /// Findings at the same places with different types, a list per group.
    pub(super) types_differ: Vec<Vec<usize>>,
    /// Findings at the same places with one type that were kept apart for their texts, a list per group.
    pub(super) kept_apart: Vec<Vec<usize>>,
}

impl Clusters {
    /// How many findings there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The rows of a finding.
    pub(super) fn rows(&self, cluster: usize) -> &[usize] {
        let start = cluster.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let end = self.ends.get(cluster).copied().unwrap_or(start);
        self.members.get(start..end).unwrap_or_default()
    }

    /// Puts the rows of every finding in order.
    pub(super) fn sort_rows(&mut self, order: impl Fn(usize, usize) -> Ordering) {
        let mut start = 0;
        for end in &self.ends {
            if let Some(rows) = self.members.get_mut(start..*end).filter(|rows| rows.len() > 1) {
                rows.sort_by(|one, other| order(*one, *other));
            }
            start = *end;
        }
    }

    fn push(&mut self, rows: impl IntoIterator<Item = usize>) -> usize {
        self.members.extend(rows);
        self.ends.push(self.members.len());
        self.ends.len() - 1
    }
}

/// Puts the rows together.
pub(super) fn cluster(flat: &Flat) -> Clusters {
    let mut clusters = Clusters::default();
    clusters.members.reserve(flat.len());
    clusters.ends.reserve(flat.len());
    let groups = Groups::by_place(flat);
    for group in groups.iter() {
        if let [row] = group {
            clusters.push([*row]);
        } else {
            split(group, flat, &mut clusters);
        }
    }
    clusters
}

/// Rows by group, in their order: rows of group n stand between two ends.
struct Groups {
    rows: Vec<usize>,
    ends: Vec<usize>,
}

impl Groups {
    /// Groups rows by their places. A row without a location is a group by itself.
    fn by_place(flat: &Flat) -> Self {
        let count = flat.len();
        let mut text = Vec::with_capacity(count.saturating_mul(64));
        let mut keys: Vec<(usize, usize)> = Vec::with_capacity(count);
        for input in flat.inputs() {
            keys.extend(input.findings.iter().map(|row| push_pair(&mut text, row)));
        }
        let mut known: HashMap<&[u8], usize> = HashMap::with_capacity(count);
        let mut sizes: Vec<usize> = Vec::with_capacity(count);
        let mut group_of: Vec<usize> = Vec::with_capacity(count);
        for (start, end) in &keys {
            let key = text.get(*start..*end).filter(|key| !key.is_empty());
            let fresh = sizes.len();
            let group = key.map_or(fresh, |key| *known.entry(key).or_insert(fresh));
            match sizes.get_mut(group) {
                Some(size) => *size += 1,
                None => sizes.push(1),
            }
            group_of.push(group);
        }
        let mut next = 0;
        let mut ends: Vec<usize> = Vec::with_capacity(sizes.len());
        for size in sizes {
            ends.push(next);
            next += size;
        }
        let mut rows = vec![0; count];
        for (row, group) in group_of.into_iter().enumerate() {
            if let Some(place) = ends.get_mut(group) {
                if let Some(slot) = rows.get_mut(*place) {
                    *slot = row;
                }
                *place += 1;
            }
        }
        Self { rows, ends }
    }

    fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.rows.get(start..*end).unwrap_or_default())
    }
}

/// Stands between the two places of a pair; a normal text holds no line break.
const BETWEEN: u8 = b'\n';

/// What agents write where they know of no place, in the normal form.
const NOWHERE: [&str; 14] =
    ["", "-", "--", "---", "–", "—", "?", "n/a", "na", "none", "null", "tbd", "todo", "unknown"];

/// Whether a normal text says that there is no place.
fn is_nowhere(place: &[u8]) -> bool {
    NOWHERE.iter().any(|word| word.as_bytes() == place)
}

/// Appends the places of a row in one order; gives where they stand, nothing where there is no location.
fn push_pair(text: &mut Vec<u8>, row: &Row) -> (usize, usize) {
    let start = text.len();
    let location = row.location.as_deref().filter(|place| whole_placeholder(place).is_none());
    push_normal(text, location.unwrap_or_default());
    let middle = text.len();
    let against = row.counter_location.as_deref().unwrap_or_default();
    // A placeholder stands for a place that is not known: with which other it is the same, nobody can say (R-A5).
    if text.get(start..).is_none_or(is_nowhere) || whole_placeholder(against).is_some() {
        text.truncate(start);
        return (start, start);
    }
    text.push(BETWEEN);
    let counter = text.len();
    push_normal(text, against);
    if text.get(counter..).is_none_or(is_nowhere) {
        text.truncate(counter);
    }
    if text.get(counter..) < text.get(start..middle) {
        // Swapped: written once more, the lesser place first.
        let end = text.len();
        text.extend_from_within(counter..end);
        text.push(BETWEEN);
        text.extend_from_within(start..middle);
        return (end, text.len());
    }
    (start, text.len())
}

/// Splits rows at the same places by type, and by text where they must be.
fn split(group: &[usize], flat: &Flat, clusters: &mut Clusters) {
    let first = clusters.len();
    let source = |row: usize| flat.get(row);
    let mut known: Vec<(usize, usize)> = Vec::with_capacity(group.len());
    let mut words: Vec<Vec<u8>> = Vec::new();
    for row in group {
        if let Some(rank) = source(*row).and_then(|source| source.kind.rank()) {
            known.push((rank, *row));
        } else {
            // An unknown type is never merged.
            clusters.push([*row]);
            words.extend(source(*row).map(|source| normal(source.kind.as_str())));
        }
    }
    known.sort_unstable();
    words.sort_unstable();
    words.dedup();
    let mut types = words.len();
    for run in known.chunk_by(|one, other| one.0 == other.0) {
        let rows: Vec<usize> = run.iter().map(|(_, row)| *row).collect();
        split_by_text(&rows, flat, clusters);
        types += 1;
    }
    if types > 1 {
        clusters.types_differ.push((first..clusters.len()).collect());
    }
}

/// A row with the texts by which it is compared.
struct Told {
    description: Vec<u8>,
    suggestion: Vec<u8>,
    input: usize,
    row: usize,
}

/// Rows with the same key: one finding, unless an input has several different ones.
fn split_by_text(rows: &[usize], flat: &Flat, clusters: &mut Clusters) {
    let input = |row: &usize| flat.input_of(*row);
    let one_each = rows.windows(2).all(|pair| pair.first().map(input) != pair.last().map(input));
    if one_each {
        clusters.push(rows.iter().copied());
        return;
    }
    let mut told: Vec<Told> = rows.iter().filter_map(|row| tell(*row, flat)).collect();
    told.sort_by(|a, b| {
        (&a.description, &a.suggestion, a.input, a.row).cmp(&(&b.description, &b.suggestion, b.input, b.row))
    });
    let same_text = |a: &Told, b: &Told| a.description == b.description && a.suggestion == b.suggestion;
    // How many different texts each input has here; those with several are crowded.
    let mut texts: HashMap<usize, usize> = HashMap::new();
    for run in told.chunk_by(same_text) {
        distinct(run).for_each(|input| *texts.entry(input).or_default() += 1);
    }
    let is_crowded = |input: usize| texts.get(&input).is_some_and(|count| *count > 1);
    let mut crowded: Vec<usize> = told.iter().map(|told| told.input).filter(|input| is_crowded(*input)).collect();
    crowded.sort_unstable();
    crowded.dedup();
    if crowded.is_empty() {
        clusters.push(rows.iter().copied());
        return;
    }
    let first = clusters.len();
    let mut apart = false;
    for run in told.chunk_by(|a, b| a.description == b.description) {
        // The same description twice in one input with different suggestions: which one another means is not known.
        let mut met: Vec<usize> = run.chunk_by(same_text).flat_map(distinct).collect();
        met.sort_unstable();
        let doubtful = met.windows(2).any(|pair| pair.first() == pair.last());
        let runs: Vec<&[Told]> = if doubtful { run.chunk_by(same_text).collect() } else { vec![run] };
        for run in runs {
            clusters.push(run.iter().map(|told| told.row));
            // A finding that a crowded input does not report: somebody else's, equal to none of its own.
            apart |= distinct(run).filter(|input| is_crowded(*input)).count() < crowded.len();
        }
    }
    if apart {
        clusters.kept_apart.push((first..clusters.len()).collect());
    }
}

fn tell(row: usize, flat: &Flat) -> Option<Told> {
    let source = flat.get(row)?;
    let suggestion = normal(source.suggestion.as_deref().unwrap_or_default());
    Some(Told { description: normal(&source.description), suggestion, input: flat.input_of(row)?, row })
}

/// The inputs of rows with one text, each once; the rows are in the order of their inputs.
fn distinct(run: &[Told]) -> impl Iterator<Item = usize> {
    run.chunk_by(|a, b| a.input == b.input).filter_map(|rows| rows.first().map(|told| told.input))
}
