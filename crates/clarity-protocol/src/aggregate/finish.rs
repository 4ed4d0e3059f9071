//! From inputs to the report: merging (R-C11), order and numbering (R-C12), disagreements.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use envelope_core::report::Finding;
use envelope_core::text::find_word;

use super::{
    Bucket, ClarityReport, Detail, Disagreement, DisagreementKind, Dispute, Expected, Ids, Input, Source, Stats,
    UnifiedFinding, coverage, key,
};
use crate::{FindingSeverity, FindingType};

/// The rank of `major`, and of unknown severities (R-C9).
const MAJOR: usize = 1;
/// Types beyond those of the specification.
const UNKNOWN_TYPE: usize = FindingType::WORDS.len();
const NO_TYPE: usize = UNKNOWN_TYPE + 1;

/// The report of inputs that are in order and distinct.
pub(super) fn finish(mut inputs: Vec<Input>, expected: &Expected) -> ClarityReport {
    let (coverage, gaps, percent) = coverage::coverage(&inputs, expected);
    let mut stats = Stats { results: inputs.len(), coverage_percent: percent, ..Stats::default() };
    for input in &inputs {
        *match input.bucket {
            Bucket::Clean => &mut stats.clean,
            Bucket::Findings => &mut stats.findings,
            Bucket::Partial => &mut stats.partial,
            Bucket::Error => &mut stats.error,
            Bucket::Unparseable | Bucket::Missing => &mut stats.unparseable,
        } += 1;
    }
    let mut table = Table::new(&inputs);
    table.merge();
    table.number();
    stats.total_findings = table.clusters.len();
    for cluster in &table.clusters {
        *[&mut stats.critical, &mut stats.major, &mut stats.minor][table.rows[cluster.gravest].rank] += 1;
    }
    let disagreements = table.disagreements();
    let Table { rows, clusters, .. } = table;
    let mut details: Vec<(usize, Detail)> = Vec::new();
    let mut findings: Vec<(usize, UnifiedFinding)> = Vec::with_capacity(clusters.len());
    let mut ids = Vec::with_capacity(rows.len());
    for Cluster { range, gravest, longest, number } in clusters {
        let severity = inputs[rows[gravest].input].findings[rows[gravest].index].severity.clone();
        let Finding { r#type, location, counter_location, description, suggestion, .. } =
            inputs[rows[longest].input].findings[rows[longest].index].clone();
        let sources = rows[range].iter().map(|row| {
            let input = &mut inputs[row.input];
            let mut finding = std::mem::take(&mut input.findings[row.index]);
            let (file, agent) = (input.file.clone(), input.agent.clone());
            let detail = finding.discussion.take().map(|text| Detail { id: id(number), file: file.clone(), text });
            details.extend(detail.map(|detail| (number, detail)));
            ids.push((row.input, number, Ids { file: file.clone(), local: finding.id.clone(), global: id(number) }));
            Source { file, agent, finding }
        });
        let sources = sources.collect();
        let id = id(number);
        let disagreements = Vec::new();
        let finding = UnifiedFinding {
            id,
            severity,
            r#type,
            location,
            counter_location,
            description,
            suggestion,
            sources,
            disagreements,
        };
        findings.push((number, finding));
    }
    findings.sort_unstable_by_key(|(number, _)| *number);
    details.sort_by_key(|(number, _)| *number);
    ids.sort_by_key(|(input, number, _)| (*input, *number));
    let mut findings: Vec<UnifiedFinding> = findings.into_iter().map(|(_, finding)| finding).collect();
    let mut details: Vec<Detail> = details.into_iter().map(|(_, detail)| detail).collect();
    let ids = ids.into_iter().map(|(.., ids)| ids).collect();
    for (numbers, Disagreement { kind, note, .. }) in &disagreements {
        for number in numbers {
            findings[number - 1].disagreements.push(Dispute { kind: *kind, note: note.clone() });
        }
    }
    let disagreements = disagreements.into_iter().map(|(_, disagreement)| disagreement).collect();
    let mut quarantined = Vec::new();
    for Input { file, discussions, quarantined: texts, .. } in inputs {
        details.extend(discussions.into_iter().map(|(id, text)| Detail { id, file: file.clone(), text }));
        quarantined.extend(texts);
    }
    ClarityReport { stats, findings, details, ids, coverage, gaps, disagreements, quarantined }
}

/// The findings of all inputs, with what they are compared by.
struct Table<'a> {
    inputs: &'a [Input],
    /// The normal forms of locations, counter-locations and ids.
    keys: Vec<u8>,
    rows: Vec<Row>,
    clusters: Vec<Cluster>,
}

struct Row {
    input: usize,
    index: usize,
    /// 0 for critical, 1 for major, 2 for minor.
    rank: usize,
    kind: usize,
    /// The number of its location and counter-location, the same for the same pair.
    place: usize,
    /// Where its keys end in `keys`: location, counter-location, id.
    start: usize,
    ends: [usize; 3],
}

impl Row {
    fn has_location(&self) -> bool {
        self.start < self.ends[0]
    }
}

/// Rows that are one finding.
struct Cluster {
    range: Range<usize>,
    gravest: usize,
    longest: usize,
    /// The place in the order of all findings, from 1.
    number: usize,
}

impl<'a> Table<'a> {
    fn new(inputs: &'a [Input]) -> Self {
        let mut rows = Vec::with_capacity(inputs.iter().map(|input| input.findings.len()).sum());
        let mut keys = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            for (index, finding) in input.findings.iter().enumerate() {
                let start = keys.len();
                let ends = [&finding.location, &finding.counter_location, &finding.id].map(|text| {
                    key::push(&mut keys, text.as_deref().unwrap_or_default());
                    keys.len()
                });
                let rank = word(finding.severity.as_deref(), FindingSeverity::WORDS).unwrap_or(MAJOR);
                let kind = word(finding.r#type.as_deref(), FindingType::WORDS);
                let kind = kind.unwrap_or(if finding.r#type.is_some() { UNKNOWN_TYPE } else { NO_TYPE });
                rows.push(Row { input: number, index, rank, kind, place: 0, start, ends });
            }
        }
        let mut places = HashMap::with_capacity(rows.len());
        for row in &mut rows {
            let (a, b) = (&keys[row.start..row.ends[0]], &keys[row.ends[0]..row.ends[1]]);
            let next = places.len();
            row.place = *places.entry((a.min(b), a.max(b))).or_insert(next);
        }
        Self { inputs, keys, rows, clusters: Vec::new() }
    }

    fn finding(&self, row: &Row) -> &'a Finding {
        &self.inputs[row.input].findings[row.index]
    }

    fn location(&self, row: &Row) -> &[u8] {
        &self.keys[row.start..row.ends[0]]
    }

    fn counter_location(&self, row: &Row) -> &[u8] {
        &self.keys[row.ends[0]..row.ends[1]]
    }

    /// File, agent and local id: inputs are in the order of their files and agents.
    fn origin(&self, row: &Row) -> (usize, &[u8], usize) {
        (row.input, &self.keys[row.ends[1]..row.ends[2]], row.index)
    }

    /// Finds the rows that are one finding.
    fn merge(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.sort_unstable_by_key(|row| (row.place, row.kind, row.input, row.index));
        let mut start = 0;
        while start < rows.len() {
            let same = |row: &&Row| (row.place, row.kind) == (rows[start].place, rows[start].kind);
            let end = start + rows[start..].iter().take_while(same).count();
            let group = &mut rows[start..end];
            if !group[0].has_location() || group[0].kind >= UNKNOWN_TYPE {
                (start..end).for_each(|row| self.add(&rows, row..row + 1));
            } else {
                for length in self.split(group) {
                    self.add(&rows, start..start + length);
                    start += length;
                }
            }
            start = end;
        }
        self.rows = rows;
    }

    /// Sorts rows with the same locations and type, and gives the lengths of those that are one finding. Where a result has
    /// two that differ, it is uncertain which of them another result means: then only rows with the same words are one.
    fn split(&self, group: &mut [Row]) -> Vec<usize> {
        let is_distinct = group.windows(2).all(|pair| pair[0].input != pair[1].input);
        if is_distinct {
            return vec![group.len()];
        }
        let words = |row: &Row| {
            let Finding { description, suggestion, .. } = self.finding(row);
            key::normal([description.as_str(), suggestion.as_deref().unwrap_or_default()])
        };
        let words: HashMap<(usize, usize), Vec<u8>> =
            group.iter().map(|row| ((row.input, row.index), words(row))).collect();
        let of = |row: &Row| &words[&(row.input, row.index)];
        group.sort_by(|a, b| a.input.cmp(&b.input).then_with(|| of(a).cmp(of(b))));
        if group.windows(2).all(|pair| pair[0].input != pair[1].input || of(&pair[0]) == of(&pair[1])) {
            group.sort_by(|a, b| self.origin(a).cmp(&self.origin(b)));
            return vec![group.len()];
        }
        group.sort_by(|a, b| of(a).cmp(of(b)).then_with(|| self.origin(a).cmp(&self.origin(b))));
        group.chunk_by(|a, b| of(a) == of(b)).map(<[Row]>::len).collect()
    }

    fn add(&mut self, rows: &[Row], range: Range<usize>) {
        let (mut gravest, mut longest) = (range.start, range.start);
        let is_unknown = |row: &Row| word(self.finding(row).severity.as_deref(), FindingSeverity::WORDS).is_none();
        let length = |row: &Row| {
            let Finding { description, suggestion, .. } = self.finding(row);
            (description.chars().count(), suggestion.as_deref().map_or(0, |text| text.chars().count()))
        };
        for at in range.clone().skip(1) {
            let (row, grave) = (&rows[at], &rows[gravest]);
            if (row.rank, is_unknown(row)) < (grave.rank, is_unknown(grave)) {
                gravest = at;
            }
            if length(row) > length(&rows[longest]) {
                longest = at;
            }
        }
        self.clusters.push(Cluster { range, gravest, longest, number: 0 });
    }

    /// Numbers the findings in the order of R-C12.
    fn number(&mut self) {
        let locations = self.rows.iter().map(|row| self.location(row));
        let shared = locations.reduce(|a, b| &a[..a.iter().zip(b).take_while(|(a, b)| a == b).count()]);
        let shared = shared.map_or(0, <[u8]>::len);
        // Most comparisons end here: severity, type, and what follows what all locations begin with.
        let prefix = |cluster: &Cluster| {
            let (rank, row) = (self.rows[cluster.gravest].rank, &self.rows[cluster.longest]);
            let mut prefix = [0; 16];
            prefix[0] = u8::try_from(rank * (NO_TYPE + 1) + row.kind).unwrap_or(u8::MAX);
            if row.kind != UNKNOWN_TYPE {
                prefix[1..].iter_mut().zip(&self.location(row)[shared..]).for_each(|(to, byte)| *to = *byte);
            }
            u128::from_be_bytes(prefix)
        };
        let clusters = self.clusters.iter().enumerate();
        let mut order: Vec<(u128, usize)> = clusters.map(|(index, cluster)| (prefix(cluster), index)).collect();
        order.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| self.compare(&self.clusters[a.1], &self.clusters[b.1]))
        });
        for ((_, index), number) in order.into_iter().zip(1..) {
            self.clusters[index].number = number;
        }
    }

    fn compare(&self, a: &Cluster, b: &Cluster) -> Ordering {
        let rows = |cluster: &Cluster| {
            (&self.rows[cluster.gravest], &self.rows[cluster.longest], &self.rows[cluster.range.start])
        };
        let ((grave_a, a, first_a), (grave_b, b, first_b)) = (rows(a), rows(b));
        let of_type = |row: &Row| if row.kind == UNKNOWN_TYPE { self.finding(row).r#type.as_deref() } else { None };
        (grave_a.rank, a.kind)
            .cmp(&(grave_b.rank, b.kind))
            .then_with(|| of_type(a).cmp(&of_type(b)))
            .then_with(|| self.location(a).cmp(self.location(b)))
            .then_with(|| self.counter_location(a).cmp(self.counter_location(b)))
            .then_with(|| self.origin(first_a).cmp(&self.origin(first_b)))
    }

    /// Where severities differ, and where results find other types at the same location.
    fn disagreements(&self) -> Vec<(Vec<usize>, Disagreement)> {
        let mut disagreements = Vec::new();
        for cluster in self.clusters.iter().filter(|cluster| cluster.range.len() > 1) {
            let rows = &self.rows[cluster.range.clone()];
            let stated = rows.iter().filter_map(|row| Some((row, self.finding(row).severity.as_deref()?)));
            let stated: Vec<(&Row, &str)> = stated.collect();
            if stated.windows(2).any(|pair| !is_same_word(pair[0].1, pair[1].1)) {
                let notes = stated.iter().map(|(row, word)| format!("{word} ({})", self.inputs[row.input].file));
                disagreements.push(disagreement(DisagreementKind::Severity, vec![cluster.number], notes));
            }
        }
        // Findings at the same place follow each other until they are sorted.
        let first = |cluster: &Cluster| &self.rows[cluster.range.start];
        for group in self.clusters.chunk_by(|a, b| first(a).place == first(b).place) {
            if group.len() == 1 || !first(&group[0]).has_location() {
                continue;
            }
            let mut typed: Vec<(usize, &Cluster, &str)> = Vec::new();
            typed.extend(group.iter().filter_map(|it| Some((it.number, it, self.type_of(&self.rows[it.longest])?))));
            typed.sort_unstable_by_key(|(number, ..)| *number);
            let types: HashSet<&str> = typed.iter().map(|(.., word)| *word).collect();
            let rows = typed.iter().flat_map(|(_, cluster, _)| &self.rows[cluster.range.clone()]);
            let results: HashSet<usize> = rows.map(|row| row.input).collect();
            if types.len() > 1 && results.len() > 1 {
                let numbers = typed.iter().map(|(number, ..)| *number).collect();
                let notes = typed.iter().map(|(number, _, word)| format!("{word} ({})", id(*number)));
                disagreements.push(disagreement(DisagreementKind::Type, numbers, notes));
            }
        }
        disagreements.sort_by_key(|(numbers, disagreement)| (numbers[0], disagreement.kind));
        disagreements
    }

    fn type_of(&self, row: &Row) -> Option<&'a str> {
        FindingType::WORDS.get(row.kind).copied().or_else(|| self.finding(row).r#type.as_deref())
    }
}

/// The index of a word in a closed list.
fn word(text: Option<&str>, words: &[&'static str]) -> Option<usize> {
    let text = text?;
    words.iter().position(|word| *word == text).or_else(|| Some(find_word(text, words)?.index))
}

fn is_same_word(a: &str, b: &str) -> bool {
    match (word(Some(a), FindingSeverity::WORDS), word(Some(b), FindingSeverity::WORDS)) {
        (None, None) => a == b,
        (a, b) => a == b,
    }
}

/// A disagreement about numbered findings; the note has the first assessments, and how many follow.
fn disagreement(
    kind: DisagreementKind,
    numbers: Vec<usize>,
    notes: impl Iterator<Item = String>,
) -> (Vec<usize>, Disagreement) {
    const SHOWN: usize = 8;
    let notes: Vec<String> = notes.collect();
    let more = notes.len().saturating_sub(SHOWN);
    let mut note = notes[..notes.len() - more].join(", ");
    if more > 0 {
        note += &format!(" and {more} more");
    }
    let ids = numbers.iter().copied().map(id).collect();
    (numbers, Disagreement { kind, ids, note })
}

fn id(number: usize) -> String {
    format!("G{number}")
}
