//! Everything in a message that says an issue, whatever its type and however it is written (R-C8).

use envelope_core::text::{Fences, LineRole};

use super::counts::BY_SEVERITY;
use crate::list::is_finding_id;
use crate::roles::{Role, is_finding_header};
use crate::row::{cells, is_delimiter};
use crate::verdict::Verdict;
use crate::views::verdicts;
use crate::{Block, ClarityResult, ItemStatus, METRICS, Metric, MetricKind, Metrics, ResultType, SummaryLine};

/// Whether the claims or the detail show an issue.
pub(super) fn is_any(line: &SummaryLine, result: &ClarityResult) -> bool {
    result.findings().next().is_some() || !shown(line, result).is_empty()
}

/// What the claims and the detail show, in words; empty when they show no issue.
pub(super) fn shown(line: &SummaryLine, result: &ClarityResult) -> Vec<String> {
    let mut shown = Vec::new();
    let mut say = |what: &str, count: u64| {
        if count > 0 {
            shown.push(format!("{what}: {count}"));
        }
    };
    for (key, count) in claims(line) {
        say(&key, count);
    }
    say("findings in a table", result.findings().count() as u64);
    say("findings in a table inside other text", nested_findings(result));
    if line.metrics.kind() == ResultType::Consistency {
        say("discussions of findings", stray_discussions(result));
    }
    let items = result.checklist();
    for status in [ItemStatus::Partial, ItemStatus::Missing] {
        say(&format!("{status} items"), items.iter().filter(|item| item.status == status).count() as u64);
    }
    let failing = |item: &&crate::ChecklistItem<'_>| match &item.status {
        ItemStatus::Other(word) => Verdict::read(word) == Verdict::Fail,
        _ => false,
    };
    say("failing items", items.iter().filter(failing).count() as u64);
    for (role, what) in [(Role::Criteria, "failing criteria"), (Role::Tests, "failing tests")] {
        say(what, result.verdicts(role).filter(|verdict| *verdict == Verdict::Fail).count() as u64);
    }
    if line.metrics.kind() == ResultType::Implementation {
        for (role, what) in [(Role::Criteria, "criteria not said to pass"), (Role::Tests, "tests not said to pass")] {
            say(what, unsaid(result, role));
        }
    }
    shown
}

/// Rows of tables that say neither pass nor failure: a cell that is blank or holds another word is no pass.
fn unsaid(result: &ClarityResult, role: Role) -> u64 {
    let tables = result.blocks.iter().filter(|block| matches!(block, Block::Table { role: of, .. } if *of == role));
    let open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown | Verdict::Open);
    tables.flat_map(|block| verdicts(block, role)).filter(open).count() as u64
}

/// Claims of the line that count issues, in the metrics of its type or in pairs of another's.
fn claims(line: &SummaryLine) -> Vec<(String, u64)> {
    let mut claims = Vec::new();
    let mut add = |metric: &Metric, metrics: &Metrics| match metric.value {
        MetricKind::Count if counts_issues(metric) => {
            claims.push((metric.key.to_owned(), metrics.count(metric.key).unwrap_or_default()));
        }
        MetricKind::Ratio => {
            let open = metrics.ratio(metric.key).map(|ratio| ratio.total.get().saturating_sub(ratio.passed.get()));
            claims.push((format!("{} not passed", metric.key), open.unwrap_or_default()));
        }
        _ => {}
    };
    for metric in Metric::of(line.metrics.kind()) {
        add(metric, &line.metrics);
    }
    for field in &line.other {
        let of_another =
            |metric: &&Metric| metric.of != line.metrics.kind() && metric.key.eq_ignore_ascii_case(&field.key);
        for metric in METRICS.iter().filter(of_another) {
            let mut metrics = Metrics::new(metric.of);
            metrics.set(metric.key, &field.value);
            add(metric, &metrics);
        }
    }
    claims
}

/// Whether a count above none is an issue by itself.
fn counts_issues(metric: &Metric) -> bool {
    metric.key == "Findings"
        || BY_SEVERITY.iter().any(|(key, _)| *key == metric.key)
        || ["Partial", "Missing"].contains(&metric.key)
}

/// Rows of finding tables that stand inside a quotation or a list, and so are kept as text.
fn nested_findings(result: &ClarityResult) -> u64 {
    let texts = result.blocks.iter().filter_map(|block| match block {
        Block::Section { text, .. }
        | Block::Discussion { text, .. }
        | Block::List { text, .. }
        | Block::Raw { text } => Some(text.as_str()),
        _ => None,
    });
    // Few texts hold what every table does, and only they are looked at by line.
    let likely = |text: &&str| memchr::memchr(b'|', text.as_bytes()).is_some() && text.contains('-');
    [result.before.as_str()].into_iter().chain(texts).filter(likely).map(rows_of_findings).sum()
}

fn rows_of_findings(text: &str) -> u64 {
    let mut fences = Fences::new();
    let mut rows = 0;
    // How many lines below a header this is: the row of dashes, then rows.
    let mut below = 0_u64;
    for line in text.lines() {
        let quoted = fences.classify(line) != LineRole::Text;
        let line = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        below = match below {
            _ if quoted || !line.contains('|') => 0,
            0 => u64::from(is_finding_header(&cells(line, None))),
            1 if !is_delimiter(line) => 0,
            1 => 2,
            _ => {
                rows += 1;
                2
            }
        };
    }
    rows
}

/// Discussions of findings where no table has any.
fn stray_discussions(result: &ClarityResult) -> u64 {
    if result.findings().next().is_some() {
        return 0;
    }
    let of_finding = |block: &&Block| matches!(block, Block::Discussion { id, .. } if is_finding_id(id));
    result.blocks.iter().filter(of_finding).count() as u64
}
