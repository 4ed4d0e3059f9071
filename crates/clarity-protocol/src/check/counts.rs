//! Claims on the line against the detail, and the status against both (R-C8).

use envelope_core::{Issue, Path, Severity};

use crate::roles::Role;
use crate::rules::{CLEAN_WITH_ISSUES, COUNT_DISAGREES, FINDINGS_WITHOUT_ISSUES};
use crate::views::Passed;
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
const BY_SEVERITY: [(&str, FindingSeverity); 3] =
    [("Critical", FindingSeverity::Critical), ("Major", FindingSeverity::Major), ("Minor", FindingSeverity::Minor)];
/// Metrics that count items by status.
const BY_STATUS: [(&str, ItemStatus); 3] =
    [("Applied", ItemStatus::Applied), ("Partial", ItemStatus::Partial), ("Missing", ItemStatus::Missing)];

pub(super) fn check_counts(result: &ClarityResult, issues: &mut Vec<Issue>) {
    let Some(line) = &result.summary else { return };
    let mut seen = Seen { issues: Vec::new(), metrics: &line.metrics, shown: Shown::default() };
    match line.metrics.kind() {
        ResultType::Consistency => seen.findings(result),
        ResultType::Verification => seen.items(result),
        ResultType::Digest | ResultType::Implementation | ResultType::DesignPlan => seen.rows(result),
    }
    let Seen { issues: found, mut shown, .. } = seen;
    issues.extend(found);
    shown.count("findings in a table", result.findings().count());
    check_status(line, result, &shown, issues);
}

/// What shows that something is wrong.
#[derive(Debug, Default)]
struct Shown(Vec<String>);

impl Shown {
    fn count(&mut self, what: &str, count: usize) {
        if count > 0 {
            self.0.push(format!("{what}: {count}"));
        }
    }

    fn claim(&mut self, key: &str, count: Option<u64>) {
        if let Some(count) = count.filter(|count| *count > 0) {
            self.0.push(format!("{key}: {count}"));
        }
    }
}

struct Seen<'a> {
    issues: Vec<Issue>,
    metrics: &'a Metrics,
    shown: Shown,
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
        for key in ["Findings", "Critical", "Major", "Minor"] {
            self.shown.claim(key, self.metrics.count(key));
        }
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
        self.shown.claim("Partial", self.metrics.count("Partial"));
        self.shown.claim("Missing", self.metrics.count("Missing"));
        let claimed = self.metrics.count("Items");
        if let (Some(claimed), Some(sum)) = (claimed, self.sum(BY_STATUS.map(|(key, _)| key)))
            && sum > claimed
        {
            self.push("Items", format!("Items is {claimed}, but the statuses add up to {sum}"), Severity::Error);
        }
        let Some(severity) = source(result, Role::Checklist) else { return };
        let items = result.checklist();
        self.compare("Items", items.len(), "items", severity);
        if severity == Severity::Error {
            for (key, status) in BY_STATUS {
                let found = items.iter().filter(|item| item.status == status).count();
                self.compare(key, found, "such items", severity);
                if status != ItemStatus::Applied {
                    self.shown.count(key, found);
                }
            }
        }
    }

    fn rows(&mut self, result: &ClarityResult) {
        for (key, role) in COUNTED {
            let Some(metric) = Metric::find(self.metrics.kind(), key) else { continue };
            let claimed = self.metrics.ratio(key);
            if let Some(open) = claimed.and_then(|ratio| ratio.total.get().checked_sub(ratio.passed.get())) {
                self.shown.claim(&format!("{key} not passed"), Some(open));
            }
            let Some(severity) = source(result, role) else { continue };
            if metric.value == MetricKind::Count {
                self.compare(key, result.entries(role).count(), "entries", severity);
                continue;
            }
            let checked = result.checked(role);
            let count = |passed| checked.iter().filter(|check| check.passed == passed).count() as u64;
            let (passed, unknown) = (count(Passed::Yes), count(Passed::Unknown));
            self.shown.claim(&format!("failing {}", key.to_lowercase()), Some(count(Passed::No)));
            let Some(claimed) = claimed else { continue };
            let fits = (passed..=passed + unknown).contains(&claimed.passed.get());
            if claimed.total.get() != checked.len() as u64 || (severity == Severity::Error && !fits) {
                let message = format!("{key} is {claimed}, but {passed} of {} entries pass", checked.len());
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

fn check_status(line: &SummaryLine, result: &ClarityResult, shown: &Shown, issues: &mut Vec<Issue>) {
    let path = || Path::root().key("summary").key("status");
    let kind = line.metrics.kind();
    // A task that is CLEAN may name gaps; one that reports FINDINGS may mean them.
    let gaps = kind == ResultType::Implementation && result.entries(Role::Gaps).next().is_some();
    match line.status {
        ResultStatus::Clean if !shown.0.is_empty() => {
            let message = format!("CLEAN, although there are issues ({})", shown.0.join(", "));
            issues.push(Issue::new(&CLEAN_WITH_ISSUES, path(), message).help("write FINDINGS"));
        }
        ResultStatus::Findings
            if shown.0.is_empty() && !gaps && !matches!(kind, ResultType::Digest | ResultType::DesignPlan) =>
        {
            let message = "FINDINGS, although neither the counts nor the tables show an issue";
            issues.push(Issue::new(&FINDINGS_WITHOUT_ISSUES, path(), message).help("write CLEAN, or list the issues"));
        }
        _ => {}
    }
}
