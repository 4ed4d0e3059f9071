//! The rules between the RESULT line, the metadata and the detail section (R-C6 to R-C8).

use envelope_core::rules::CONFLICTING_KEY;
use envelope_core::{Sink, Span, Status as _};

use crate::detail::{Facts, Issue};
use crate::line::Line;
use crate::metadata::{self, coverage_percent};
use crate::rules::{
    CLEAN_WITH_ISSUES, COUNT_MISMATCH, COUNT_MISMATCH_UNFINISHED, COVERAGE_GAP, FINDINGS_WITHOUT_ISSUES, INCOMPLETE,
    MISSING_METADATA, MISSING_PAIR,
};
use crate::types::Form;
use crate::{MetricValue, Metrics, ResultType, Status};

/// Applies the rules; without a status only those that hold for every status.
pub(crate) fn check(line: &Line, metadata: &metadata::Read, mut facts: Facts, has_detail: bool, sink: &mut Sink) {
    let mut issues = std::mem::take(&mut facts.issues);
    if metadata.metadata.is_none() {
        sink.report(&MISSING_METADATA, line.word);
    }
    let low = coverage(line, metadata, sink).filter(|(percent, _)| *percent < 100.0);
    let Some(status) = line.status else { return };
    counted_issues(line, &facts, &mut issues);
    if status.outcome().is_success() {
        whole(line, metadata.metadata.is_some() || has_detail, facts.has_content, sink);
        match low {
            Some((percent, place)) if status == Status::Clean && percent < 90.0 => {
                issues.push((place, format!("only {percent} % is covered").into()));
            }
            Some((_, place)) => sink.report(&COVERAGE_GAP, place),
            None => {}
        }
    } else {
        if line.reason.is_none() {
            sink.push(&INCOMPLETE, line.span, || format!("`{}` without Reason", status.as_str()));
        }
        if status == Status::Partial && line.coverage.is_none() {
            sink.push(&MISSING_PAIR, line.span, || "`PARTIAL` without Coverage".to_owned());
        }
    }
    counts(line, &facts, status, sink);
    let is_of_issues = |kind| !matches!(kind, ResultType::Digest | ResultType::DesignPlan);
    match status {
        Status::Clean => clean_with_issues(&issues, line.word, sink),
        Status::Findings if issues.is_empty() && line.result_type().is_some_and(is_of_issues) => {
            sink.report(&FINDINGS_WITHOUT_ISSUES, line.word);
        }
        _ => {}
    }
}

/// The coverage: where line and metadata differ, the lower one (R-C7).
fn coverage(line: &Line, metadata: &metadata::Read, sink: &mut Sink) -> Option<(f64, Span)> {
    let on_line = line.coverage.as_ref().and_then(|(text, span)| Some((coverage_percent(text)?, *span)));
    let text = metadata.metadata.as_ref().and_then(|metadata| metadata.coverage.as_deref());
    let in_block = text.and_then(coverage_percent).zip(metadata.coverage);
    match (on_line, in_block) {
        (Some(line), Some(block)) if (line.0 - block.0).abs() > f64::EPSILON => {
            let message = || format!("the coverage is {} % here and {} % on the RESULT line", block.0, line.0);
            sink.push_pair(&CONFLICTING_KEY, block.1, line.1, message);
            Some(if line.0 < block.0 { line } else { block })
        }
        (line, block) => line.or(block),
    }
}

/// A success has the parts that come last (R-C7).
fn whole(line: &Line, is_followed: bool, has_content: bool, sink: &mut Sink) {
    let Some(metrics) = &line.metrics else { return };
    let mut counted = metrics.result_type().metrics().filter(|metric| metric.form != Form::Text);
    let is_zero = counted.all(|metric| metrics.get(metric.key).is_some_and(MetricValue::is_zero));
    let is_clean = line.status == Some(Status::Clean);
    let what = if !is_followed {
        "nothing follows the RESULT line"
    } else if !is_zero && !has_content {
        "what was counted is not listed"
    } else if is_zero && is_clean && metrics.result_type() != ResultType::Consistency {
        "CLEAN, and all counts are zero"
    } else {
        return;
    };
    sink.push(&INCOMPLETE, line.word, || what.to_owned());
}

/// Compares counts with tables, and with each other (R-C8).
fn counts(line: &Line, facts: &Facts, status: Status, sink: &mut Sink) {
    let rule = if status.outcome().is_success() { &COUNT_MISMATCH } else { &COUNT_MISMATCH_UNFINISHED };
    let stated = |key: &str| line.count(key).map(|(count, _)| count);
    let sum = ["Critical", "Major", "Minor"].into_iter().try_fold(0_u64, |sum, key| sum.checked_add(stated(key)?));
    let sum = sum.map(|sum| ("Findings", sum, "Critical, Major and Minor are"));
    let tables = facts.counts.iter().map(|(key, rows)| (*key, *rows, "the tables have"));
    for (key, other, what) in tables.chain(sum) {
        if let Some((count, span)) = line.count(key).filter(|(count, _)| *count != other) {
            sink.push(rule, span, || format!("`{key}` is {count}, but {what} {other}"));
        }
    }
}

/// Adds what the line counts that contradicts CLEAN (R-C8).
fn counted_issues(line: &Line, facts: &Facts, issues: &mut Vec<Issue>) {
    const OF_ISSUES: [&str; 6] = ["Findings", "Critical", "Major", "Minor", "Partial", "Missing"];
    for (metric, value) in line.metrics.iter().flat_map(Metrics::iter) {
        let is_issue = match value {
            MetricValue::Count(count) => *count > 0 && OF_ISSUES.contains(&metric.key),
            MetricValue::Ratio { passed, total } => passed < total,
            MetricValue::Text(_) => false,
        };
        if let Some((_, span)) = line.claim(metric.key).filter(|_| is_issue) {
            issues.push((span, format!("`{}` is {value}", metric.key).into()));
        }
    }
    let not_applicable = facts.counts.get("Not-applicable").copied().unwrap_or(0);
    if let (Some((items, _)), Some((applied, span))) = (line.count("Items"), line.count("Applied"))
        && applied < items.saturating_sub(not_applicable)
    {
        issues.push((span, format!("only {applied} of {items} items are applied").into()));
    }
}

/// Reports issues that contradict CLEAN.
pub(crate) fn clean_with_issues(issues: &[Issue], word: Span, sink: &mut Sink) {
    for (span, what) in issues {
        sink.push_pair(&CLEAN_WITH_ISSUES, *span, word, || format!("{what}, but the status is CLEAN"));
    }
}
