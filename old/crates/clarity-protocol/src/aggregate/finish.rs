//! From what was read to the report: a pure function of the multiset of inputs (R-C13).

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use envelope_core::Count;

use super::cluster::{Clusters, cluster};
use super::coverage::{Covering, covering};
use super::disagree::{disagreements, share};
use super::flat::Flat;
use super::input::{Input, Row};
use super::natural::{natural, push_key};
use super::normal::length;
use super::{Detail, GlobalId, IdEntry, Quarantined, Stats, Text, UnifiedFinding, UnifiedReport, UnitStatus};
use crate::{FindingSeverity, FindingType};

/// Merges, sorts, numbers and counts.
pub(super) fn finish(mut inputs: Vec<Input>, expected: &BTreeSet<Text>) -> UnifiedReport {
    once(&mut inputs);
    let Covering { units, gaps, mean } = covering(&inputs, expected);
    let mut stats = Stats { coverage_percent: mean, ..buckets(&inputs) };
    let quarantined = quarantined(&mut inputs);
    let flat = Flat::new(inputs);
    let mut clusters = cluster(&flat);
    clusters.sort_rows(|one, other| by_source(flat.told(one), flat.told(other)));
    let order = order(&flat, &clusters);
    let mut ranks = vec![0; order.len()];
    for (rank, cluster) in order.into_iter().enumerate() {
        ranks.get_mut(cluster).into_iter().for_each(|slot| *slot = rank);
    }
    let mut globals = vec![0; flat.len()];
    for (cluster, rank) in ranks.iter().enumerate() {
        for row in clusters.rows(cluster) {
            globals.get_mut(*row).into_iter().for_each(|slot| *slot = *rank);
        }
    }
    let (ids, details) = (ids(&flat, &globals), details(&flat, &globals));
    drop(globals);
    let found = disagreements(&flat, &clusters, &ranks);
    let mut findings = build(flat, &clusters, ranks);
    share(&found, &mut findings);
    severities(&findings, &mut stats);
    UnifiedReport { stats, findings, details, ids, coverage: units, gaps, disagreements: found, quarantined }
}

/// Puts the inputs in their one order, each once: the same file with the same bytes does not count twice.
pub(super) fn once(inputs: &mut Vec<Input>) {
    inputs.sort_by(Input::order);
    // The worst judgement of the same rows stands first.
    inputs.dedup_by(|other, first| first.is_same(other));
}

/// File, agent, local id, text, and all the rest, so that only equal rows are equal (R-C12).
fn by_source(one: Option<(&Input, &Row)>, other: Option<(&Input, &Row)>) -> Ordering {
    let (Some((input, one)), Some((other_input, other))) = (one, other) else {
        return one.is_some().cmp(&other.is_some());
    };
    let place = |row: &Row| (row.location.clone(), row.counter_location.clone());
    let words = |row: &Row| [row.severity.as_str().to_owned(), row.kind.as_str().to_owned()];
    by_name(&input.file, &other_input.file)
        .then_with(|| by_text(input.agent.as_ref(), other_input.agent.as_ref()))
        .then_with(|| natural(&one.id, &other.id))
        .then_with(|| natural(&one.description, &other.description))
        .then_with(|| by_text(one.suggestion.as_ref(), other.suggestion.as_ref()))
        .then_with(|| words(one).cmp(&words(other)))
        .then_with(|| place(one).cmp(&place(other)))
        .then_with(|| one.extra.cmp(&other.extra))
}

fn by_text(one: Option<&Text>, other: Option<&Text>) -> Ordering {
    natural(text(one), text(other)).then_with(|| one.is_some().cmp(&other.is_some()))
}

/// Names of files are mostly the very same text.
fn by_name(one: &Text, other: &Text) -> Ordering {
    if one.is_same(other) { Ordering::Equal } else { natural(one, other) }
}

fn text(text: Option<&Text>) -> &str {
    text.map_or("", |text| text)
}

/// The severity that stands: the highest; of equal ones a word of the specification, then the first by name.
fn gravest<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<&'a FindingSeverity> {
    let order = |word: &FindingSeverity, other: &FindingSeverity| {
        let known = word.rank().is_none().cmp(&other.rank().is_none());
        word.order().cmp(&other.order()).then(known).then_with(|| natural(word.as_str(), other.as_str()))
    };
    rows.map(|row| &row.severity).min_by(|word, other| order(word, other))
}

/// The most detailed row: the longest description, then the longest suggestion, then the first (R-C11).
fn main_row<'a>(mut rows: impl Iterator<Item = &'a Row> + Clone) -> Option<&'a Row> {
    let mut others = rows.clone().skip(1);
    if others.next().is_none() {
        return rows.next();
    }
    rows.min_by_key(|row| Reverse((length(&row.description), length(text(row.suggestion.as_ref())))))
}

/// The findings in the order of the report (R-C12).
fn order(flat: &Flat, clusters: &Clusters) -> Vec<usize> {
    let mut keys = Keys { bytes: Vec::with_capacity(clusters.len().saturating_mul(64)), ends: Vec::new() };
    let mut heads: Vec<u8> = Vec::with_capacity(clusters.len());
    for cluster in 0..clusters.len() {
        let rows = || clusters.rows(cluster).iter().filter_map(|row| flat.get(*row));
        let kind = main_row(rows()).map_or(FindingType::WORDS.len(), |main| keys.push(main));
        let severity = gravest(rows()).map_or(0, FindingSeverity::order);
        heads.push(u8::try_from(severity * (FindingType::WORDS.len() + 1) + kind).unwrap_or(u8::MAX));
        keys.ends.push(keys.bytes.len());
    }
    let common = common_prefix((0..clusters.len()).map(|cluster| keys.get(cluster)));
    // Severity, type and the first bytes in which keys differ: most comparisons need no look at the key.
    let peek = |(cluster, head): (usize, &u8)| {
        let behind = keys.get(cluster).iter().skip(common).chain(std::iter::repeat(&0)).take(7);
        (std::iter::once(head).chain(behind).fold(0_u64, |peek, byte| peek << 8 | u64::from(*byte)), cluster)
    };
    let mut ranked: Vec<(u64, usize)> = heads.iter().enumerate().map(peek).collect();
    let first = |cluster: usize| clusters.rows(cluster).first().and_then(|row| flat.told(*row));
    ranked.sort_unstable_by(|(peek, one), (other_peek, other)| {
        let order = peek.cmp(other_peek).then_with(|| keys.get(*one).cmp(keys.get(*other)));
        order.then_with(|| by_source(first(*one), first(*other))).then(one.cmp(other))
    });
    ranked.into_iter().map(|(_, cluster)| cluster).collect()
}

/// The keys of the findings' places, one after the other.
struct Keys {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    /// Appends to the last key; gives the place of the type in the list of the specification.
    fn push(&mut self, main: &Row) -> usize {
        let kind = main.kind.rank();
        if kind.is_none() {
            push_key(&mut self.bytes, main.kind.as_str());
        }
        push_key(&mut self.bytes, text(main.location.as_ref()));
        push_key(&mut self.bytes, text(main.counter_location.as_ref()));
        kind.unwrap_or(FindingType::WORDS.len())
    }

    fn get(&self, cluster: usize) -> &[u8] {
        let start = cluster.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let end = self.ends.get(cluster).copied().unwrap_or(start);
        self.bytes.get(start..end).unwrap_or_default()
    }
}

/// How many bytes all keys begin with.
fn common_prefix<'a>(mut keys: impl Iterator<Item = &'a [u8]>) -> usize {
    let Some(first) = keys.next() else { return 0 };
    let shared = |common: &[u8], key: &[u8]| common.iter().zip(key).take_while(|(one, other)| one == other).count();
    keys.fold(first, |common, key| common.get(..shared(common, key)).unwrap_or_default()).len()
}

/// Builds the findings in the order in which their rows lie, then puts them in the order of the report.
fn build(mut flat: Flat, clusters: &Clusters, mut ranks: Vec<usize>) -> Vec<UnifiedFinding> {
    let mut findings = Vec::with_capacity(clusters.len());
    for (cluster, rank) in ranks.iter().enumerate() {
        findings.extend(unify(GlobalId::at(*rank), clusters.rows(cluster), &mut flat));
    }
    for at in 0..findings.len() {
        // Every swap puts one finding in its place for good.
        while let Some(rank) = ranks.get(at).copied().filter(|rank| ranks.get(*rank).is_some_and(|it| it != rank)) {
            findings.swap(at, rank);
            ranks.swap(at, rank);
        }
    }
    findings
}

fn unify(id: GlobalId, rows: &[usize], flat: &mut Flat) -> Option<UnifiedFinding> {
    let told = || rows.iter().filter_map(|row| flat.get(*row));
    let main = main_row(told())?;
    // In the order of the sources, so that of equally long ones the first is taken.
    let longest = || told().filter_map(|row| row.suggestion.as_ref()).min_by_key(|text| Reverse(length(text)));
    let mut finding = UnifiedFinding {
        id,
        severity: gravest(told())?.clone(),
        kind: main.kind.clone(),
        location: main.location.clone(),
        counter_location: main.counter_location.clone(),
        description: main.description.clone(),
        suggestion: main.suggestion.as_ref().or_else(longest).cloned(),
        sources: Vec::with_capacity(rows.len()),
        disagreements: Vec::new(),
    };
    finding.sources.extend(rows.iter().filter_map(|row| flat.take(*row)));
    Some(finding)
}

/// From each local id to the global one.
fn ids(flat: &Flat, globals: &[usize]) -> Vec<IdEntry> {
    let mut ids = Vec::with_capacity(globals.len());
    let rows = flat.inputs().iter().flat_map(|input| input.findings.iter().map(move |row| (&input.file, &row.id)));
    ids.extend(rows.zip(globals).map(|((file, id), rank)| IdEntry {
        file: file.clone(),
        local: id.clone(),
        global: GlobalId::at(*rank),
    }));
    for of_file in ids.chunk_by_mut(|one, other| by_name(&one.file, &other.file).is_eq()) {
        of_file.sort_by(|one, other| natural(&one.local, &other.local).then(one.global.cmp(&other.global)));
    }
    ids
}

/// The map of ids of findings that were read, in the same order.
pub(super) fn ids_of(findings: &[UnifiedFinding]) -> Vec<IdEntry> {
    let mut ids: Vec<IdEntry> = Vec::new();
    for finding in findings {
        ids.extend(finding.sources.iter().map(|source| IdEntry {
            file: source.file.clone(),
            local: source.id.clone(),
            global: finding.id,
        }));
    }
    ids.sort_by(|one, other| {
        let order = by_name(&one.file, &other.file).then_with(|| natural(&one.local, &other.local));
        order.then(one.global.cmp(&other.global))
    });
    ids
}

/// The discussions in the order of their findings, then of their files.
fn details(flat: &Flat, globals: &[usize]) -> Vec<Detail> {
    let mut details = Vec::new();
    for (at, input) in flat.inputs().iter().enumerate() {
        for discussed in &input.details {
            let rank = flat.start(at).checked_add(discussed.finding).and_then(|row| globals.get(row));
            details.extend(rank.map(|rank| Detail {
                id: GlobalId::at(*rank),
                file: input.file.clone(),
                text: discussed.text.clone(),
            }));
        }
    }
    details.sort_by_key(|detail| detail.id);
    details
}

fn quarantined(inputs: &mut [Input]) -> Vec<Quarantined> {
    let mut all = Vec::new();
    for input in inputs {
        for held in std::mem::take(&mut input.quarantined) {
            let (file, agent) = (input.file.clone(), input.agent.clone());
            let (id, cells, text, reason) = (held.id, held.cells, held.text, held.reason);
            all.push(Quarantined { file, agent, id, cells, text, reason });
        }
    }
    all
}

/// How many results are in each bucket.
fn buckets(inputs: &[Input]) -> Stats {
    let results = |status| count(inputs.iter().filter(|input| input.status == status).count());
    Stats {
        results: count(inputs.len()),
        clean: results(UnitStatus::Clean),
        findings: results(UnitStatus::Findings),
        partial: results(UnitStatus::Partial),
        error: results(UnitStatus::Error),
        unparseable: results(UnitStatus::Unparseable),
        ..Stats::default()
    }
}

/// How many findings there are of each severity; one outside the list counts where it is sorted.
pub(super) fn severities(findings: &[UnifiedFinding], stats: &mut Stats) {
    let mut graves = [0; FindingSeverity::WORDS.len()];
    for finding in findings {
        graves.get_mut(finding.severity.order()).into_iter().for_each(|count| *count += 1);
    }
    stats.total_findings = count(findings.len());
    [stats.critical, stats.major, stats.minor] = graves.map(count);
}

/// No machine holds as many things as the largest count.
pub(super) fn count(things: usize) -> Count {
    Count::new(things as u64).unwrap_or_default()
}
