//! From inputs to the report.

use super::merge::{Cluster, disagreements, id, merge};
use super::{
    Bucket, ClarityReport, Detail, Expected, Ids, Input, Quarantined, Source, Stats, UnifiedFinding, coverage,
};

/// The report of inputs that are in order and distinct.
pub(super) fn finish(mut inputs: Vec<Input>, expected: &Expected) -> ClarityReport {
    let (coverage, gaps, coverage_percent) = coverage::coverage(&inputs, expected);
    let (rows, clusters) = merge(&inputs);
    let disagreements = disagreements(&inputs, &rows, &clusters);
    let count = |bucket| inputs.iter().filter(|input| input.bucket == bucket).count();
    let severity = |rank| clusters.iter().filter(|cluster| cluster.rank == rank).count();
    let stats = Stats {
        results: inputs.len(),
        clean: count(Bucket::Clean),
        findings: count(Bucket::Findings),
        partial: count(Bucket::Partial),
        error: count(Bucket::Error),
        unparseable: count(Bucket::Unparseable),
        total_findings: clusters.len(),
        critical: severity(0),
        major: severity(1),
        minor: severity(2),
        coverage_percent,
    };
    let mut findings: Vec<UnifiedFinding> = clusters.iter().map(|_| UnifiedFinding::default()).collect();
    let mut ids = Vec::with_capacity(rows.len());
    let mut details = Vec::new();
    // In the order in which the findings lie in memory, which is much faster; then in that of the report.
    let mut clusters: Vec<(usize, Cluster)> = (1..).zip(clusters).collect();
    clusters.sort_unstable_by_key(|(_, cluster)| cluster.rows.start);
    for (number, cluster) in clusters {
        let shown = cluster.longest.finding(&inputs);
        let id = id(number);
        let mut unified = UnifiedFinding {
            id: id.clone(),
            severity: rows[cluster.gravest].finding(&inputs).severity.clone(),
            r#type: shown.r#type.clone(),
            location: shown.location.clone(),
            counter_location: shown.counter_location.clone(),
            description: shown.description.clone(),
            suggestion: shown.suggestion.clone(),
            sources: Vec::with_capacity(cluster.rows.len()),
            disagreements: Vec::new(),
        };
        for row in &rows[cluster.rows] {
            let Input { file, agent, findings, .. } = &mut inputs[row.input];
            let mut finding = std::mem::take(&mut findings[row.index]);
            let detail = |text| (number, Detail { id: id.clone(), file: file.clone(), text });
            details.extend(finding.discussion.take().map(detail));
            ids.push((number, Ids { file: file.clone(), local: finding.id.clone(), global: id.clone() }));
            unified.sources.push(Source { file: file.clone(), agent: agent.clone(), finding });
        }
        findings[number - 1] = unified;
    }
    let (mut details, ids) = (in_order(details), in_order(ids));
    for (numbers, disagreement) in &disagreements {
        for number in numbers {
            findings[number - 1].disagreements.push(disagreement.kind);
        }
    }
    let disagreements = disagreements.into_iter().map(|(_, disagreement)| disagreement).collect();
    let mut quarantined = Vec::new();
    for Input { file, discussions, quarantined: texts, .. } in inputs {
        details.extend(discussions.into_iter().map(|(id, text)| Detail { id, file: file.clone(), text }));
        let quarantine = |(text, reason)| Quarantined { file: file.clone(), text, reason };
        quarantined.extend(texts.into_iter().map(quarantine));
    }
    ClarityReport { stats, findings, details, ids, coverage, gaps, disagreements, quarantined }
}

fn in_order<T>(mut numbered: Vec<(usize, T)>) -> Vec<T> {
    numbered.sort_by_key(|(number, _)| *number);
    numbered.into_iter().map(|(_, value)| value).collect()
}
