//! The rules between the RESULT line, the metadata and the detail section (R-C6 to R-C8).

use envelope_core::{Sink, Span, Status as _};

use crate::detail::Facts;
use crate::line::Line;
use crate::metadata::{self, coverage_percent};
use crate::rules::{
    CLEAN_WITH_ISSUES, COUNT_MISMATCH, COUNT_MISMATCH_UNFINISHED, COVERAGE_CONFLICT, COVERAGE_GAP,
    FINDINGS_WITHOUT_ISSUES, INCOMPLETE, LOW_COVERAGE, MISSING_COVERAGE, MISSING_METADATA, MISSING_REASON,
    NOTHING_DONE,
};
use crate::types::Form;
use crate::{MetricValue, ResultType, Status};

/// What was read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) line: &'a Line,
    pub(crate) metadata: &'a metadata::Read,
    pub(crate) facts: &'a Facts,
    pub(crate) has_detail: bool,
}

/// Applies the rules; without a status only those that hold for every status.
pub(crate) fn check(reading: &Reading<'_>, sink: &mut Sink) {
    let Reading { line, metadata, facts, .. } = *reading;
    if metadata.metadata.is_none() {
        sink.report(&MISSING_METADATA, line.word);
    }
    let percent = coverage(line, metadata, sink);
    let Some(status) = line.status else { return };
    if status.outcome().is_success() {
        whole(reading, sink);
        match percent {
            Some((percent, place)) if status == Status::Clean && percent < 90.0 => sink.report(&LOW_COVERAGE, place),
            Some((percent, place)) if percent < 100.0 => sink.report(&COVERAGE_GAP, place),
            _ => {}
        }
    } else {
        if line.reason.is_none() {
            sink.push(&MISSING_REASON, line.span, || format!("`{}` without Reason", status.as_str()));
        }
        if status == Status::Partial && line.coverage.is_none() {
            sink.report(&MISSING_COVERAGE, line.span);
        }
    }
    counts(line, facts, status, sink);
    let has_issues = counted_issues(line, facts, status, sink) || !facts.issues.is_empty();
    match status {
        Status::Clean => clean_with_issues(&facts.issues, line.word, sink),
        Status::Findings => {
            let of_issues = [ResultType::Consistency, ResultType::Verification, ResultType::Implementation];
            let is_of_issues = line.metrics.as_ref().is_some_and(|metrics| of_issues.contains(&metrics.result_type()));
            if is_of_issues && !has_issues {
                sink.report(&FINDINGS_WITHOUT_ISSUES, line.word);
            }
        }
        Status::Partial | Status::Error => {}
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
            sink.push_pair(&COVERAGE_CONFLICT, block.1, line.1, message);
            Some(if line.0 < block.0 { line } else { block })
        }
        (line, block) => line.or(block),
    }
}

/// A success has the parts that come last (R-C7).
fn whole(reading: &Reading<'_>, sink: &mut Sink) {
    let Reading { line, metadata, facts, has_detail } = *reading;
    let Some(metrics) = &line.metrics else { return };
    let mut counts = metrics.iter().filter(|(metric, _)| metric.form != Form::Text);
    let is_zero = counts.all(|(_, value)| value.is_some_and(MetricValue::is_zero));
    if metadata.metadata.is_none() && !has_detail {
        sink.push(&INCOMPLETE, line.word, || "nothing follows the RESULT line".to_owned());
    } else if !is_zero && !facts.has_content {
        sink.push(&INCOMPLETE, line.word, || "what was counted is not listed".to_owned());
    }
    if is_zero && line.status == Some(Status::Clean) && metrics.result_type() != ResultType::Consistency {
        sink.report(&NOTHING_DONE, line.word);
    }
}

/// Compares counts with tables, and with each other (R-C8).
fn counts(line: &Line, facts: &Facts, status: Status, sink: &mut Sink) {
    let rule = if status.outcome().is_success() { &COUNT_MISMATCH } else { &COUNT_MISMATCH_UNFINISHED };
    let mut compare = |key: &str, rows: u64| {
        if let Some((count, span)) = line.count(key)
            && count != rows
        {
            sink.push(rule, span, || format!("`{key}` is {count}, but the tables have {rows}"));
        }
    };
    compare("Findings", facts.findings);
    if !facts.has_odd_severity {
        for (key, rows) in ["Critical", "Major", "Minor"].into_iter().zip(facts.severities) {
            compare(key, rows);
        }
    }
    if facts.has_checklist {
        compare("Items", facts.items);
        for (key, rows) in ["Applied", "Partial", "Missing"].into_iter().zip(facts.item_statuses) {
            compare(key, rows);
        }
    }
    let sum = ["Critical", "Major", "Minor"].map(|key| line.count(key).map(|(count, _)| count));
    if let ([Some(critical), Some(major), Some(minor)], Some((all, span))) = (sum, line.count("Findings")) {
        let sum = critical.saturating_add(major).saturating_add(minor);
        // Where both differ from the tables, that was said.
        if sum != all && all == facts.findings {
            sink.push(rule, span, || format!("`Findings` is {all}, but Critical, Major and Minor are {sum} together"));
        }
    }
}

/// Whether the line counts issues; each contradicts CLEAN (R-C8).
fn counted_issues(line: &Line, facts: &Facts, status: Status, sink: &mut Sink) -> bool {
    let mut issues: Vec<(Span, String)> = Vec::new();
    for key in ["Findings", "Critical", "Major", "Minor", "Partial", "Missing"] {
        if let Some((count, span)) = line.count(key).filter(|(count, _)| *count > 0) {
            issues.push((span, format!("`{key}` is {count}")));
        }
    }
    if let (Some((items, _)), Some((applied, span))) = (line.count("Items"), line.count("Applied")) {
        let [.., not_applicable] = facts.item_statuses;
        if applied < items.saturating_sub(not_applicable) {
            issues.push((span, format!("only {applied} of {items} items are applied")));
        }
    }
    for key in ["Criteria", "Tests"] {
        if let Some((MetricValue::Ratio { passed, total }, span)) = line.claim(key)
            && passed < total
        {
            issues.push((span, format!("`{key}` is {passed}/{total}")));
        }
    }
    if status == Status::Clean {
        for (span, what) in &issues {
            sink.push_pair(&CLEAN_WITH_ISSUES, *span, line.word, || format!("{what}, but the status is CLEAN"));
        }
    }
    !issues.is_empty()
}

/// Reports issues that contradict CLEAN.
pub(crate) fn clean_with_issues(issues: &[(Span, &'static str)], word: Span, sink: &mut Sink) {
    for (span, what) in issues {
        sink.push_pair(&CLEAN_WITH_ISSUES, *span, word, || format!("{what}, but the status is CLEAN"));
    }
}
