//! From inputs to the report.

use super::merge::{Cluster, Row, disagreements, id, merge};
use super::{
    Bucket, ClarityReport, Detail, Expected, Ids, Input, Quarantined, Source, Stats, UnifiedFinding, coverage,
};

/// The report of inputs that are in order and distinct.
pub(super) fn finish(mut inputs: Vec<Input>, expected: &Expected) -> ClarityReport {
    let (coverage, gaps, coverage_percent) = coverage::coverage(&inputs, expected);
    let (rows, clusters) = merge(&inputs);
    let disagreements = disagreements(&inputs, &rows, &clusters);
    let count = |bucket| inputs.iter().filter(|input| input.bucket == bucket).count();
    let severity = |rank| clusters.iter().filter(|cluster| rows[cluster.gravest].rank == rank).count();
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
    let mut findings = Vec::with_capacity(clusters.len());
    let mut ids = Vec::with_capacity(rows.len());
    let mut details = Vec::new();
    for (Cluster { range, gravest, longest }, number) in clusters.into_iter().zip(1..) {
        let finding = |Row { input, index, .. }: &Row| &inputs[*input].findings[*index];
        let shown = finding(&rows[longest]);
        findings.push(UnifiedFinding {
            id: id(number),
            severity: finding(&rows[gravest]).severity.clone(),
            r#type: shown.r#type.clone(),
            location: shown.location.clone(),
            counter_location: shown.counter_location.clone(),
            description: shown.description.clone(),
            suggestion: shown.suggestion.clone(),
            sources: Vec::with_capacity(range.len()),
            disagreements: Vec::new(),
        });
        for row in &rows[range] {
            let Input { file, agent, findings: all, .. } = &mut inputs[row.input];
            let mut finding = std::mem::take(&mut all[row.index]);
            details.extend(finding.discussion.take().map(|text| Detail { id: id(number), file: file.clone(), text }));
            ids.push(Ids { file: file.clone(), local: finding.id.clone(), global: id(number) });
            let source = Source { file: file.clone(), agent: agent.clone(), finding };
            findings[number - 1].sources.push(source);
        }
    }
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
