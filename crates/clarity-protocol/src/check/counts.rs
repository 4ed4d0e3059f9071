//! Claims on the line against the detail, and the status against both (R-C8).

use envelope_core::{Issue, Path, Severity};

use super::evidence;
use crate::roles::Role;
use crate::rules::{CLEAN_WITH_ISSUES, COUNT_DISAGREES, FINDINGS_WITHOUT_ISSUES};
use crate::verdict::Verdict;
use crate::{
    Block, ClarityResult, FindingSeverity, ItemStatus, Metric, MetricKind, Metrics, ResultStatus, ResultType,
    SummaryLine,
};

/// Metrics that count the rows of a role.
const COUNTED: [(&str, Role); 7] = [
    ("Sections", Role::Sections),
    ("Entities", Role::Terms),
    ("Cross-refs", Role::CrossReferences),
    ("Files", Role::Files),
    ("Components", Role::Components),
    ("Criteria", Role::Criteria),
    ("Tests", Role::Tests),
];
/// Metrics that count findings by severity.
pub(super) const BY_SEVERITY: [(&str, FindingSeverity); 3] =
    [("Critical", FindingSeverity::Critical), ("Major", FindingSeverity::Major), ("Minor", FindingSeverity::Minor)];
/// Metrics that count items by status.
pub(super) const BY_STATUS: [(&str, ItemStatus); 3] =
    [("Applied", ItemStatus::Applied), ("Partial", ItemStatus::Partial), ("Missing", ItemStatus::Missing)];

pub(super) fn check_counts(result: &ClarityResult, issues: &mut Vec<Issue>) {
    let Some(line) = &result.summary else { return };
    let mut seen = Seen { issues: Vec::new(), metrics: &line.metrics };
    match line.metrics.kind() {
        ResultType::Consistency => seen.findings(result),
        ResultType::Verification => seen.items(result),
        ResultType::Digest | ResultType::Implementation | ResultType::DesignPlan => seen.rows(result),
    }
    issues.extend(seen.issues);
    check_status(line, result, issues);
}

struct Seen<'a> {
    issues: Vec<Issue>,
    metrics: &'a Metrics,
}

impl Seen<'_> {
    /// A claim that is not what the detail shows.
    fn compare(&mut self, key: &str, found: usize, what: &str, severity: Severity) {
        let claimed = self.metrics.count(key);
        if claimed.is_some_and(|claimed| claimed != found as u64) {
            let message = format!("{key} is {}, but there are {found} {what}", claimed.unwrap_or_default());
            self.push(key, message, severity);
        }
    }

    fn push(&mut self, key: &str, message: String, severity: Severity) {
        let field = Metric::find(self.metrics.kind(), key).map_or("type", |metric| metric.field);
        let path = Path::root().key("summary").key("metrics").key(field);
        self.issues.push(Issue::new(&COUNT_DISAGREES, path, message).severity(severity));
    }

    fn sum(&self, keys: [&str; 3]) -> Option<u64> {
        keys.into_iter().try_fold(0_u64, |sum, key| sum.checked_add(self.metrics.count(key)?))
    }

    fn findings(&mut self, result: &ClarityResult) {
        let claimed = self.metrics.count("Findings");
        if let (Some(claimed), Some(sum)) = (claimed, self.sum(BY_SEVERITY.map(|(key, _)| key)))
            && claimed != sum
        {
            self.push(
                "Findings",
                format!("Findings is {claimed}, but the severities add up to {sum}"),
                Severity::Error,
            );
        }
        if result.blocks.iter().any(|block| matches!(block, Block::Findings { .. })) {
            self.compare("Findings", result.findings().count(), "rows", Severity::Error);
            for (key, severity) in BY_SEVERITY {
                let found = result.findings().filter(|row| row.severity.as_ref() == Some(&severity)).count();
                self.compare(key, found, "such rows", Severity::Error);
            }
        }
    }

    fn items(&mut self, result: &ClarityResult) {
        let claimed = self.metrics.count("Items");
        if let (Some(claimed), Some(sum)) = (claimed, self.sum(BY_STATUS.map(|(key, _)| key)))
            && sum > claimed
        {
            self.push("Items", format!("Items is {claimed}, but the statuses add up to {sum}"), Severity::Error);
        }
        let Some(severity) = source(result, Role::Checklist) else { return };
        let items = result.checklist();
        self.compare("Items", items.len(), "items", severity);
        // Items of a list often name no status, and then it does not tell how many there are.
        if severity == Severity::Error || items.iter().all(|item| item.status.rank().is_some()) {
            for (key, status) in BY_STATUS {
                let found = items.iter().filter(|item| item.status == status).count();
                self.compare(key, found, "such items", severity);
            }
        }
    }

    fn rows(&mut self, result: &ClarityResult) {
        for (key, role) in COUNTED {
            let Some(metric) = Metric::find(self.metrics.kind(), key) else { continue };
            let claimed = self.metrics.ratio(key);
            let Some(severity) = source(result, role) else { continue };
            if metric.value == MetricKind::Count {
                self.compare(key, result.entries(role).count(), "entries", severity);
                continue;
            }
            let Some(claimed) = claimed else { continue };
            let verdicts: Vec<Verdict> = result.verdicts(role).collect();
            let count = |verdict| verdicts.iter().filter(|said| **said == verdict).count() as u64;
            let (passed, unknown) = (count(Verdict::Pass), count(Verdict::Unknown));
            let fits = (passed..=passed + unknown).contains(&claimed.passed.get());
            if claimed.total.get() != verdicts.len() as u64 || !fits {
                let message = format!("{key} is {claimed}, but {passed} of {} entries pass", verdicts.len());
                self.push(key, message, severity);
            }
        }
    }
}

/// How grave a disagreement with a role's entries is: from a list, a warning; `None` where there are none.
fn source(result: &ClarityResult, role: Role) -> Option<Severity> {
    let listed = |block: &Block| matches!(block, Block::List { .. });
    let mut blocks = result.blocks.iter().filter(|block| block.role() == Some(role)).peekable();
    blocks.peek()?;
    Some(if blocks.any(listed) { Severity::Warning } else { Severity::Error })
}

fn check_status(line: &SummaryLine, result: &ClarityResult, issues: &mut Vec<Issue>) {
    let path = || Path::root().key("summary").key("status");
    let kind = line.metrics.kind();
    match line.status {
        ResultStatus::Clean => {
            let shown = evidence::shown(line, result);
            if !shown.is_empty() {
                let message = format!("CLEAN, although there are issues ({})", shown.join(", "));
                issues.push(Issue::new(&CLEAN_WITH_ISSUES, path(), message).help("write FINDINGS"));
            }
        }
        ResultStatus::Findings if !matches!(kind, ResultType::Digest | ResultType::DesignPlan) => {
            // A task that is CLEAN may name gaps; one that reports FINDINGS may mean them.
            let gaps = kind == ResultType::Implementation && result.entries(Role::Gaps).next().is_some();
            if !gaps && !evidence::is_any(line, result) {
                let message = "FINDINGS, although neither the counts nor the tables show an issue";
                let help = "write CLEAN, or list the issues";
                issues.push(Issue::new(&FINDINGS_WITHOUT_ISSUES, path(), message).help(help));
            }
        }
        _ => {}
    }
}
