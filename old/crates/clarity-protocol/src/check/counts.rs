//! Claims on the line against the detail, and the status against both (R-C8).

use envelope_core::text::bare;
use envelope_core::{Issue, Path, Severity};

use super::{evidence, told};
use crate::model::percent;
use crate::results::{Totals, results, statuses, totals};
use crate::roles::Role;
use crate::rules::{
    CLEAN_UNCOVERED, CLEAN_WITH_ISSUES, COUNT_DISAGREES, FINDINGS_DENIED, FINDINGS_WITHOUT_ISSUES, UNLISTED_FINDINGS,
};
use crate::verdict::Verdict;
use crate::views::entries;
use crate::words::says_none;
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
    if let Some(message) = evidence::unlisted(line, result) {
        let path = Path::root().key("summary").key("metrics");
        issues.push(Issue::new(&UNLISTED_FINDINGS, path, message).help("list them in a finding table"));
    }
    check_status(line, result, issues);
}

struct Seen<'a> {
    issues: Vec<Issue>,
    metrics: &'a Metrics,
}

impl Seen<'_> {
    /// A claim that is not what the detail shows, in any of its readings.
    fn compare(&mut self, key: &str, found: &[usize], what: &str, severity: Severity) {
        let Some((claimed, first)) = self.metrics.count(key).zip(found.first()) else { return };
        if found.iter().all(|found| claimed != *found as u64) {
            self.push(key, format!("{key} is {claimed}, but the count of {what} is {first}"), severity);
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
            self.compare("Findings", &[result.findings().count()], "rows", Severity::Error);
            for (key, severity) in BY_SEVERITY {
                let found = result.findings().filter(|row| row.severity.as_ref() == Some(&severity)).count();
                self.compare(key, &[found], "such rows", Severity::Error);
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
        let Some(source) = Source::of(result, Role::Checklist) else { return };
        let mut read: Vec<Vec<ItemStatus>> = source.readings.iter().map(|blocks| statuses(blocks)).collect();
        // Where one reading has as many items as claimed, the statuses are those of that one.
        let fits = |items: &Vec<ItemStatus>| claimed == Some(items.len() as u64);
        if read.iter().any(fits) {
            read.retain(fits);
        }
        let counts =
            |of: &dyn Fn(&[ItemStatus]) -> usize| -> Vec<usize> { read.iter().map(|items| of(items)).collect() };
        self.compare("Items", &counts(&<[ItemStatus]>::len), "items", source.severity);
        // Items of a list often name no status, and then it does not tell how many there are.
        let named = read.iter().flatten().all(|status| !status.as_str().is_empty());
        if source.severity == Severity::Error || named {
            for (key, status) in BY_STATUS {
                let found = counts(&|items| items.iter().filter(|item| **item == status).count());
                self.compare(key, &found, "such items", source.severity);
            }
        }
    }

    fn rows(&mut self, result: &ClarityResult) {
        for (key, role) in COUNTED {
            let Some(metric) = Metric::find(self.metrics.kind(), key) else { continue };
            let Some(Source { readings, severity }) = Source::of(result, role) else { continue };
            if metric.value == MetricKind::Count {
                let found: Vec<usize> =
                    readings.iter().map(|blocks| blocks.iter().map(|block| entries(block, role).len()).sum()).collect();
                self.compare(key, &found, "entries", severity);
                continue;
            }
            let Some(claimed) = self.metrics.ratio(key) else { continue };
            // A row `40 passed, 0 failed` is one entry or forty tests.
            let both = |blocks: &Vec<&Block>| [false, true].map(|counting| Tally::of(blocks, role, counting));
            let tallies: Vec<Tally> = readings.iter().flat_map(both).collect();
            let fits = |tally: &Tally| {
                let passed = tally.passed..=tally.passed + tally.unsaid;
                claimed.total.get() == tally.total && passed.contains(&claimed.passed.get())
            };
            if let Some(Tally { passed, total, .. }) = tallies.first().filter(|_| !tallies.iter().any(fits)) {
                self.push(key, format!("{key} is {claimed}, but {passed} of {total} entries pass"), severity);
            }
        }
    }
}

/// What a claim is held against: the tables of a role where there is one, and lists beside them added or not; the lists
/// alone where there is none, and then a disagreement is a warning.
struct Source<'a> {
    readings: Vec<Vec<&'a Block>>,
    severity: Severity,
}

impl<'a> Source<'a> {
    fn of(result: &'a ClarityResult, role: Role) -> Option<Self> {
        let all: Vec<&Block> = result.blocks.iter().filter(|block| block.role() == Some(role)).collect();
        let tables: Vec<&Block> = all.iter().copied().filter(|block| matches!(block, Block::Table { .. })).collect();
        match (all.len(), tables.len()) {
            (0, _) => None,
            (_, 0) => Some(Self { readings: vec![all], severity: Severity::Warning }),
            (some, every) if some == every => Some(Self { readings: vec![all], severity: Severity::Error }),
            _ => Some(Self { readings: vec![tables, all], severity: Severity::Error }),
        }
    }
}

/// How many entries pass, of how many, and how many items of lists leave it open.
struct Tally {
    passed: u64,
    unsaid: u64,
    total: u64,
}

impl Tally {
    fn of(blocks: &[&Block], role: Role, counting: bool) -> Self {
        let mut tally = Self { passed: 0, unsaid: 0, total: 0 };
        for block in blocks {
            if let Some(Totals { passed, total }) = totals(block) {
                tally.passed += passed;
                tally.total += total;
                continue;
            }
            let listed = matches!(block, Block::List { .. });
            let said = results(block, role);
            let parts = said.iter().any(|said| !said.is_total);
            for said in said.iter().filter(|said| !(said.is_total && parts)) {
                if let Some(score) = said.score.filter(|_| said.counts || counting) {
                    tally.passed = tally.passed.saturating_add(score.passed);
                    tally.total = tally.total.saturating_add(score.total);
                    continue;
                }
                tally.total += 1;
                tally.passed += u64::from(said.verdict == Verdict::Pass);
                // What a cell says of no pass is none; items of a list often are names alone.
                tally.unsaid += u64::from(listed && said.verdict == Verdict::Unknown);
            }
        }
        tally
    }
}

/// FINDINGS is a success, too: it is no way out for work that failed.
const CLEAN_HELP: &str = "write FINDINGS, or PARTIAL or ERROR where the work is not done";

fn check_status(line: &SummaryLine, result: &ClarityResult, issues: &mut Vec<Issue>) {
    let path = || Path::root().key("summary").key("status");
    let kind = line.metrics.kind();
    if line.status == ResultStatus::Findings
        && let Some(denial) = told::denied(result, kind)
    {
        let message = format!("FINDINGS, although `{denial}` says that the work is not done");
        let help = "state one outcome: PARTIAL or ERROR where the work is not done";
        issues.push(Issue::new(&FINDINGS_DENIED, path(), message).help(help));
    }
    match line.status {
        ResultStatus::Clean => {
            let shown = evidence::shown(line, result);
            if !shown.is_empty() {
                let message = format!("CLEAN, although there are issues ({})", shown.join(", "));
                issues.push(Issue::new(&CLEAN_WITH_ISSUES, path(), message).help(CLEAN_HELP));
            }
            if let Some(covered) = uncovered(line, result) {
                let message = format!("CLEAN, although the coverage is {}", bare(covered).text);
                issues.push(Issue::new(&CLEAN_UNCOVERED, path(), message).help("write PARTIAL, or ERROR"));
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

/// The coverage by which CLEAN is said of what was not looked at: nothing was covered, or less than all of it and the line
/// says why, as only PARTIAL and ERROR do (R-C14, clarity-protocol, "Status Taxonomy").
fn uncovered<'r>(line: &'r SummaryLine, result: &'r ClarityResult) -> Option<&'r str> {
    let is_nothing =
        |text: &str| ["0", "none", "nothing"].iter().any(|word| word.eq_ignore_ascii_case(bare(text).text));
    let said = || [line.coverage.as_deref(), result.metadata.coverage.as_deref()].into_iter().flatten();
    let covered = |text: &str| if is_nothing(text) { Some(0.0) } else { percent(text) };
    said().find(|text| covered(text).is_some_and(|percent| percent <= 0.0)).or_else(|| {
        line.reason.as_deref().filter(|reason| !says_none(reason))?;
        said().find(|text| covered(text).is_some_and(|percent| percent < 100.0))
    })
}
