//! In what the sources differ: severity and texts of one finding, types and texts of several at one place (R-C11).

use envelope_core::text::shortened;

use super::cluster::Clusters;
use super::flat::Flat;
use super::input::{Input, Row};
use super::natural::natural;
use super::normal::normal;
use super::{Disagreement, DisagreementKind, GlobalId, Text, UnifiedFinding};
use crate::FindingSeverity;

/// Every disagreement, in the order of the findings; `ranks` has the place of each cluster in the report.
pub(super) fn disagreements(flat: &Flat, clusters: &Clusters, ranks: &[usize]) -> Vec<Disagreement> {
    let mut found = Vec::new();
    for (cluster, rank) in ranks.iter().enumerate().filter(|(cluster, _)| clusters.rows(*cluster).len() > 1) {
        let rows: Vec<(&Input, &Row)> = clusters.rows(cluster).iter().filter_map(|row| flat.told(*row)).collect();
        let ids = vec![GlobalId::at(*rank)];
        let notes = [(DisagreementKind::Severity, severities(&rows)), (DisagreementKind::Text, texts(&rows))];
        for (kind, note) in notes {
            found.extend(note.map(|note| Disagreement { kind, ids: ids.clone(), note: note.into() }));
        }
    }
    let ids = |group: &Vec<usize>| {
        let mut ids: Vec<GlobalId> =
            group.iter().filter_map(|cluster| ranks.get(*cluster)).map(|rank| GlobalId::at(*rank)).collect();
        ids.sort_unstable();
        ids
    };
    for group in &clusters.kept_apart {
        let note = "a result reports several findings here, and another's description is equal to none or to more than one of them".into();
        found.push(Disagreement { kind: DisagreementKind::Text, ids: ids(group), note });
    }
    for group in &clusters.types_differ {
        let note = format!("one place, different types: {}", types(group, flat, clusters)).into();
        found.push(Disagreement { kind: DisagreementKind::Type, ids: ids(group), note });
    }
    found.sort_by(|one, other| {
        let order = one.ids.first().cmp(&other.ids.first()).then(one.kind.cmp(&other.kind));
        order.then_with(|| one.ids.cmp(&other.ids))
    });
    found
}

/// A finding lists a disagreement whole up to this many findings; of a larger one, the first finding and itself.
const WHOLE: usize = 16;

/// Gives every finding the disagreements that concern it.
pub(super) fn share(found: &[Disagreement], findings: &mut [UnifiedFinding]) {
    for disagreement in found {
        for id in &disagreement.ids {
            let Some(finding) = findings.get_mut(id.index()) else { continue };
            let (kind, note) = (disagreement.kind, disagreement.note.clone());
            let mut own = Disagreement { kind, ids: Vec::new(), note };
            if disagreement.ids.len() <= WHOLE {
                own.ids.clone_from(&disagreement.ids);
            } else {
                // A list per finding of all the others would be quadratic.
                own.ids.extend(disagreement.ids.first().filter(|first| *first != id));
                own.ids.push(*id);
            }
            finding.disagreements.push(own);
        }
    }
}

/// The severities with the first source of each, the gravest first; `None` where there is but one.
fn severities(rows: &[(&Input, &Row)]) -> Option<String> {
    let first = rows.first().map(|(_, row)| &row.severity)?;
    if rows.iter().all(|(_, row)| row.severity == *first) {
        return None;
    }
    let mut words: Vec<(&FindingSeverity, &Input, &Text)> =
        rows.iter().map(|(input, row)| (&row.severity, *input, &row.id)).collect();
    // Stable: within a severity the sources keep their order.
    words.sort_by(|(one, ..), (other, ..)| {
        one.order().cmp(&other.order()).then_with(|| natural(one.as_str(), other.as_str()))
    });
    let sides: Vec<String> = words
        .chunk_by(|(one, ..), (other, ..)| one == other)
        .filter_map(|side| {
            let (word, input, id) = side.first()?;
            let more = if side.len() > 1 { format!(" and {} more", side.len() - 1) } else { String::new() };
            Some(format!("{word} in {} {id}{more}", input.file))
        })
        .collect();
    (sides.len() > 1).then(|| sides.join("; "))
}

/// How many descriptions and suggestions there are, compared as keys are; a row without a suggestion has no other.
fn texts(rows: &[(&Input, &Row)]) -> Option<String> {
    let descriptions = distinct(rows.iter().map(|(_, row)| &*row.description));
    let suggestions = distinct(rows.iter().filter_map(|(_, row)| row.suggestion.as_deref()));
    let several = |count: usize, what: &str| (count > 1).then(|| format!("{count} different {what}"));
    let sides = [several(descriptions, "descriptions"), several(suggestions, "suggestions")];
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    (!sides.is_empty()).then(|| sides.join(", "))
}

/// How many different texts there are, blank ones aside.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let mut texts: Vec<Vec<u8>> = texts.map(normal).filter(|text| !text.is_empty()).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.len()
}

/// The types of a group, those of the specification first.
fn types(group: &[usize], flat: &Flat, clusters: &Clusters) -> String {
    let first = |cluster: &usize| clusters.rows(*cluster).first().and_then(|row| flat.get(*row));
    let mut kinds: Vec<(usize, String)> = group
        .iter()
        .filter_map(first)
        .map(|source| match source.kind.rank() {
            Some(rank) => (rank, source.kind.as_str().to_owned()),
            None => (usize::MAX, String::from_utf8_lossy(&normal(source.kind.as_str())).into_owned()),
        })
        .collect();
    kinds.sort();
    kinds.dedup();
    let more = match kinds.len().saturating_sub(NAMED) {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let words: Vec<_> = kinds.iter().take(NAMED).map(|(_, word)| shortened(word, LONGEST)).collect();
    words.join(", ") + &more
}

/// A note names this many types. It stands at every finding of its place: with all of them it would be quadratic.
const NAMED: usize = 10;

/// Of a longer word a note has this many characters, for the same reason.
const LONGEST: usize = 40;
