//! The rules on a value (report-contract, section 4; R-P0 to R-P5).

mod findings;
mod maps;
mod texts;

use envelope_core::json::{extra_issues, refused_list};
use envelope_core::report::carried_issues;
use envelope_core::rules::{MISSING_FIELD, TEMPLATE_ECHO};
use envelope_core::text::is_blank;
use envelope_core::{Issue, Path, Status};
use serde_json::Value;

use crate::rules::{
    AGENT_MISMATCH, BLOCKERS_MISSING, BLOCKERS_UNBLOCKED, CONFLICTING_STATUS, ERROR_MESSAGE_MISSING,
    ERROR_ON_COMPLETED, GAPS_NOT_COMPLETED, LOW_CONFIDENCE, REFUSED_ITEMS, TASK_MISMATCH, VERBOSITY_ABSENT,
    VERBOSITY_MISMATCH,
};
use crate::typed::cut;
use crate::{ContractReport, ContractStatus, Expectations, METADATA_FIELDS, REPORT_FIELDS, ReportMetadata, Verbosity};

pub(crate) use texts::reads_as_written;

/// Applies every rule to a value.
///
/// ```
/// use report_contract::{ConfidenceLevel, ContractReport, ContractStatus, Expectations, ReportMetadata, Verbosity, check};
/// let metadata = ReportMetadata::new("builder", "t-1", ContractStatus::Blocked, ConfidenceLevel::FULL);
/// let report = ContractReport::new(metadata.verbosity(Verbosity::Summary));
/// let issues = check(&report, &Expectations::default());
/// assert_eq!(issues[0].rule.code(), "report-contract/blockers-missing");
/// ```
pub fn check(value: &ContractReport, expectations: &Expectations) -> Vec<Issue> {
    let mut issues = rules_on(value, expectations);
    Issue::settle(&mut issues);
    issues
}

pub(crate) fn rules_on(value: &ContractReport, expectations: &Expectations) -> Vec<Issue> {
    let mut issues = Vec::new();
    texts::each(value, &mut |text| {
        if text.is_placeholder() {
            issues.push(Issue::new(&TEMPLATE_ECHO, text.path(), "a placeholder of the instruction, not a value"));
        } else if text.required && is_blank(text.value) {
            let message = format!("`{}` is blank", text.path().steps().last().unwrap_or_default());
            issues.push(Issue::new(&MISSING_FIELD, text.path(), message));
        }
    });
    expected(&value.report_metadata, expectations, &mut issues);
    status(value, &mut issues);
    if value.needs_review(expectations.review_below) {
        let (level, least) = (value.report_metadata.confidence_level, expectations.review_below);
        let message = format!("the agent's confidence is {level}, below {least}: a person should look at it");
        issues.push(Issue::new(&LOW_CONFIDENCE, metadata("confidence_level"), message));
    }
    findings::rules(value, &mut issues);
    findings::maps_elsewhere(value, &mut issues);
    for check in &expectations.findings {
        issues.extend(check.check(value));
    }
    carried_issues(value.carried.as_ref(), &value.extra, value.report_metadata.status.outcome(), &mut issues);
    unknown(value, &mut issues);
    issues
}

/// Members that nobody knows, and known ones of another type (R-A3, R-A14).
fn unknown(value: &ContractReport, issues: &mut Vec<Issue>) {
    let mut told = Vec::new();
    if !value.extra.is_empty() {
        extra_issues(&value.extra, REPORT_FIELDS, &Path::root(), &mut told);
    }
    if !value.report_metadata.extra.is_empty() {
        let at = Path::root().key("report_metadata");
        extra_issues(&value.report_metadata.extra, METADATA_FIELDS, &at, &mut told);
    }
    for mut issue in told {
        if let Some(list) = refused_list(&issue.path, &value.extra, REPORT_FIELDS) {
            let message = format!("items that were refused as texts of `{list}`");
            let help = format!("write each of them as a text in `{list}`, and leave this member out");
            issue = Issue::new(&REFUSED_ITEMS, issue.path, message).help(help);
        }
        issues.push(issue);
    }
}

fn metadata(name: &str) -> Path {
    Path::root().key("report_metadata").key(name)
}

/// What the briefing asked for (R-P2).
fn expected(found: &ReportMetadata, expectations: &Expectations, issues: &mut Vec<Issue>) {
    let pairs = [
        (&expectations.task, &found.task_id, &TASK_MISMATCH, "task_id"),
        (&expectations.agent, &found.agent_name, &AGENT_MISMATCH, "agent_name"),
    ];
    for (expected, found, rule, name) in pairs {
        if let Some(expected) = expected.as_ref().filter(|expected| *expected != found) {
            let message = format!("`{}` where `{expected}` was briefed", cut(found));
            let help = format!("repeat it as it was given: `{expected}`");
            issues.push(Issue::new(rule, metadata(name), message).help(help));
        }
    }
    let at = || metadata("verbosity_level");
    // A level that is none is told of where the unknown members are; an unknown word is an error there already.
    let aside = found.extra.as_map().get("verbosity_level").filter(|level| !level.is_null());
    match (expectations.verbosity, found.verbosity_level) {
        (None, None) if aside.is_some() => {}
        (Some(_), None) if aside.is_some_and(Value::is_string) => {}
        (None, None) => {
            let message = format!("no verbosity level; read as `{}`", Verbosity::default());
            issues.push(Issue::new(&VERBOSITY_ABSENT, at(), message).help("add `\"verbosity_level\": \"detailed\"`"));
        }
        (Some(expected), None) => {
            let message = format!("no verbosity level where `{expected}` was asked for");
            issues.push(
                Issue::new(&VERBOSITY_MISMATCH, at(), message)
                    .help(format!("add `\"verbosity_level\": \"{expected}\"`")),
            );
        }
        (Some(expected), Some(found)) if expected != found => {
            let message = format!("`{found}` where `{expected}` was asked for");
            issues
                .push(Issue::new(&VERBOSITY_MISMATCH, at(), message).help(format!("report at the level `{expected}`")));
        }
        _ => {}
    }
}

/// What each status brings along (R-P4, section 4.4), and whether another one stands beside it (R-A2).
fn status(value: &ContractReport, issues: &mut Vec<Issue>) {
    let found = &value.report_metadata;
    let word = found.status.as_str();
    for other in value.other_statuses() {
        let message = format!("`{}` beside the status `{word}` of the metadata", other.says());
        let help = if other.is_flag() {
            "mend this member or leave it out: what the status says, it says alone"
        } else {
            "write the status in `report_metadata` alone, and once"
        };
        issues.push(Issue::new(&CONFLICTING_STATUS, other.path, message).help(help));
    }
    let error = found.error_message.as_deref().is_some_and(|text| !is_blank(text));
    match found.status {
        ContractStatus::Failed if !error => {
            let help = "say in `error_message` what went wrong, in technical terms and in brief";
            let message = "`failed` without an error message that says why";
            issues.push(Issue::new(&ERROR_MESSAGE_MISSING, metadata("error_message"), message).help(help));
        }
        ContractStatus::Completed if error => {
            let message = "an error message, though the task is `completed`";
            issues.push(Issue::new(&ERROR_ON_COMPLETED, metadata("error_message"), message));
        }
        _ => {}
    }
    let at = || Path::root().key("blockers");
    let blocked = found.status == ContractStatus::Blocked;
    match (blocked, value.blockers.iter().any(|text| !is_blank(text))) {
        (true, false) => {
            let help = "say in `blockers` what keeps you from completing the task, one text each";
            issues
                .push(Issue::new(&BLOCKERS_MISSING, at(), "`blocked` without a blocker that says by what").help(help));
        }
        (false, true) => {
            issues.push(Issue::new(&BLOCKERS_UNBLOCKED, at(), format!("blockers, though the task is `{word}`")));
        }
        _ => {}
    }
    if found.status != ContractStatus::Completed && !value.identified_gaps.is_empty() {
        let message = format!("gaps, though the task is `{word}`");
        issues.push(Issue::new(&GAPS_NOT_COMPLETED, Path::root().key("identified_gaps"), message));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ConfidenceLevel;

    /// R-A9: however many places are wrong under however long a key, what is told stays within bounds.
    #[test]
    fn many_faults_under_a_long_key_make_no_endless_paths() {
        let metadata = ReportMetadata::new("a", "t", ContractStatus::Completed, ConfidenceLevel::FULL);
        let wrong = Value::Array(vec![json!(1); 5_000]);
        let many = Value::Array(vec![json!({"context_map": [1, 2]}); 2_500]);
        for (key, count) in [("k".repeat(4_000), 5_000), ("k".repeat(100_000), 5_000)] {
            for held in [json!({"context_map": wrong.clone()}), many.clone()] {
                let mut value = ContractReport::new(metadata.clone()).finding(key.clone(), held.clone());
                let issues = check(&value, &Expectations::default());
                let told = issues.iter().filter(|issue| issue.rule.severity() == envelope_core::Severity::Error);
                assert_eq!(told.count(), count, "all are counted");
                assert!(issues.iter().map(|issue| issue.path.as_str().len()).sum::<usize>() < 6_000_000);
                value.findings.as_map_mut().clear();
                value.extra.as_map_mut().insert(key.clone(), held);
                let issues = check(&value, &Expectations::default());
                assert!(issues.len() > count);
                assert!(issues.iter().map(|issue| issue.path.as_str().len()).sum::<usize>() < 6_000_000);
            }
        }
    }

    #[test]
    fn a_long_name_is_not_repeated_whole() {
        let metadata = ReportMetadata::new("a".repeat(9_000), "t", ContractStatus::Completed, ConfidenceLevel::FULL);
        let issues = check(&ContractReport::new(metadata), &Expectations::default().agent("b"));
        assert!(issues.iter().all(|issue| issue.message.len() < 400));
    }
}
