//! The rules on the summary line (R-C1 … R-C6, R-C15, R-C16).

use envelope_core::rules::UNKNOWN_KEY;
use envelope_core::text::denies;
use envelope_core::{Issue, Path, Severity, Status as _};

use super::overall::restates;
use super::said::said_lines;
use super::unread::{check_unread, near};
use super::{Expectations, echo};
use crate::line::{MARKER, MarkerLine, known_key};
use crate::model::percent;
use crate::rules::{
    CONFLICTING_RESULT_LINE, METRIC_KIND, MISSING_COVERAGE, MISSING_METRIC, MISSING_REASON, MISSING_RESULT_LINE,
    PAIR_SPLIT, PASS_OVER_TOTAL, REPEATED_PAIR, REPEATED_RESULT_LINE, TEXT_BEFORE, UNEXPECTED_TYPE,
};
use crate::verdict::Verdict;
use crate::views::split_pair;
use crate::words::says_none;
use crate::{Block, COVERAGE, ClarityResult, Metric, MetricKind, REASON, ResultStatus, ResultType, SummaryLine, TYPE};

pub(super) fn check_line(result: &ClarityResult, expectations: Expectations, issues: &mut Vec<Issue>) {
    if !result.before.is_empty() && (result.summary.is_some() || result.unread.is_some()) {
        let path = Path::root().key("before");
        issues
            .push(Issue::new(&TEXT_BEFORE, path, "text stands before the summary line").help("begin with `RESULT: …`"));
    }
    match (&result.summary, &result.unread) {
        (Some(line), _) => {
            check_summary(line, issues);
            check_others(line, result, issues);
            if let Some(kind) = expectations.kind.filter(|kind| *kind != line.metrics.kind()) {
                let message = format!("the type is {}, but {kind} was asked for", line.metrics.kind());
                issues.push(Issue::new(&UNEXPECTED_TYPE, summary().key("metrics").key("type"), message));
            }
        }
        (None, Some(line)) => {
            check_unread(line, result, issues);
            check_beside_unread(line, result, issues);
        }
        (None, None) => {
            let help = "begin with `RESULT: <status> | Type: <type> | …`";
            issues.push(Issue::new(&MISSING_RESULT_LINE, Path::root(), "no summary line").help(help));
        }
    }
}

fn summary() -> Path {
    Path::root().key("summary")
}

fn check_summary(line: &SummaryLine, issues: &mut Vec<Issue>) {
    let kind = line.metrics.kind();
    let other = |key: &str| line.other.iter().any(|field| field.key == key);
    for (metric, slot) in line.metrics.figures() {
        let path = || summary().key("metrics").key(metric.field);
        match slot.text() {
            None if other(metric.key) => {}
            None => {
                let message = format!("no {} is given", metric.key);
                let help = format!("add `{}: …`, {}", metric.key, metric.value.form());
                issues.push(Issue::new(&MISSING_METRIC, summary().key("metrics"), message).help(help));
            }
            Some(text) => match echo(&text, path) {
                Some(issue) => issues.push(issue),
                None if metric.value == MetricKind::Pair && split_pair(&text).is_none() => {
                    issues.push(Issue::new(&PAIR_SPLIT, path(), "where the first document ends is not certain"));
                }
                None => {}
            },
        }
        if slot.ratio().is_some_and(|ratio| ratio.passed > ratio.total) {
            issues.push(Issue::new(&PASS_OVER_TOTAL, path(), "more passed than there are"));
        }
    }
    for (key, value) in [("coverage", &line.coverage), ("reason", &line.reason)] {
        issues.extend(value.as_ref().and_then(|text| echo(text, || summary().key(key))));
    }
    issues.extend(line.coverage.as_deref().and_then(|text| no_share(text, || summary().key("coverage"))));
    check_kept(line, kind, issues);
    check_reason(line, issues);
}

/// Pairs that have no place in the typed line.
fn check_kept(line: &SummaryLine, kind: ResultType, issues: &mut Vec<Issue>) {
    for (at, field) in line.other.iter().enumerate() {
        let path = || summary().key("other").index(at);
        let first = match known_key(&field.key, Some(kind)) {
            Some(TYPE) => Some(kind.as_str().to_owned()),
            Some(COVERAGE) => line.coverage.clone(),
            Some(REASON) => line.reason.clone(),
            Some(key) => line.metrics.text(key),
            None => None,
        };
        if let Some(equal) = restates(field, Some(line.status)) {
            issues.push(repeated("the status", equal, path()));
            continue;
        }
        issues.push(match (known_key(&field.key, Some(kind)), first) {
            (Some(key), Some(first)) => repeated(key, first == field.value, path()),
            (Some(key), None) => echo(&field.value, || path().key("value")).unwrap_or_else(|| {
                let form = Metric::find(kind, key).map_or("a text", |metric| metric.value.form());
                let message = format!("{key} is not {form}");
                Issue::new(&METRIC_KIND, path().key("value"), message).help(format!("write {form}"))
            }),
            (None, _) => echo(&field.value, || path().key("value"))
                .unwrap_or_else(|| Issue::new(&UNKNOWN_KEY, path(), format!("{kind} has no pair `{}`", field.key))),
        });
    }
}

/// A key for the second time: with the same value a warning, else an error (R-A11).
pub(super) fn repeated(key: &str, equal: bool, path: Path) -> Issue {
    let (severity, what) = if equal { (Severity::Warning, "again") } else { (Severity::Error, "with another value") };
    Issue::new(&REPEATED_PAIR, path, format!("{key} is given {what}")).severity(severity)
}

/// A percentage that is none of a whole (R-C4).
pub(super) fn no_share(text: &str, path: impl Fn() -> Path) -> Option<Issue> {
    let share = percent(text).filter(|percent| !(0.0..=100.0).contains(percent))?;
    let issue = Issue::new(&METRIC_KIND, path(), format!("{COVERAGE} is {share}%, which is no part of the whole"));
    Some(issue.help("write a percentage of at most 100%"))
}

fn check_reason(line: &SummaryLine, issues: &mut Vec<Issue>) {
    if !matches!(line.status, ResultStatus::Partial | ResultStatus::Error) {
        return;
    }
    let path = || summary().key("status");
    if line.reason.as_deref().is_none_or(says_none) {
        let message = format!("{} without a reason", line.status.as_str());
        issues.push(Issue::new(&MISSING_REASON, path(), message).help("add `Reason: …`"));
    }
    if line.coverage.is_none() {
        let message = format!("{} without coverage", line.status.as_str());
        let failed = line.status == ResultStatus::Error;
        let severity = if failed { Severity::Note } else { Severity::Warning };
        issues.push(Issue::new(&MISSING_COVERAGE, path(), message).help("add `Coverage: …%`").severity(severity));
    }
}

/// Further lines that state a result beside one that lacks its type: which of them counts is not known either.
fn check_beside_unread(line: &str, result: &ClarityResult, issues: &mut Vec<Issue>) {
    for (at, block) in result.blocks.iter().enumerate() {
        if let Block::Result { line: other } = block {
            issues.push(further(other.trim() == line.trim(), Path::root().key("blocks").index(at)));
        }
    }
}

fn further(same: bool, path: Path) -> Issue {
    if same {
        return Issue::new(&REPEATED_RESULT_LINE, path, "the summary line stands again");
    }
    let issue = Issue::new(&CONFLICTING_RESULT_LINE, path, "another summary line says something else");
    issue.help("send one result a message")
}

/// Further lines that state a result, or look as if they did.
fn check_others(line: &SummaryLine, result: &ClarityResult, issues: &mut Vec<Issue>) {
    check_strays(&result.before, line.status, |at| Path::root().key(STRAYS).index(at), issues);
    for (at, block) in result.blocks.iter().enumerate() {
        let path = || Path::root().key("blocks").index(at);
        let other = match block {
            Block::Result { line } => line,
            Block::Section { heading, text } => {
                let strays = stray_lines(heading).chain(stray_lines(text)).enumerate();
                issues.extend(strays.map(|(at, marker)| stray(&marker, line.status, path().key(STRAYS).index(at))));
                continue;
            }
            Block::Discussion { text, .. } | Block::List { text, .. } | Block::Raw { text } => {
                check_strays(text, line.status, |at| path().key(STRAYS).index(at), issues);
                continue;
            }
            _ => continue,
        };
        let path = path();
        let same = MarkerLine::read(other).and_then(|marker| marker.summary()).is_some_and(|other| other == *line);
        issues.push(further(same, path));
    }
}

/// Lines of a text that look like summary lines and state none of the four words: they do not count, and are not passed
/// over in silence either (R-A2, R-C2).
fn check_strays(text: &str, status: ResultStatus, path: impl Fn(usize) -> Path, issues: &mut Vec<Issue>) {
    for (at, marker) in stray_lines(text).enumerate() {
        issues.push(stray(&marker, status, path(at)));
    }
}

/// Under this key the tree of places lists the lines of [`stray_lines`], which no value has a member for.
pub(crate) const STRAYS: &str = "lines";

/// The lines of a text that look like summary lines.
pub(crate) fn stray_lines(text: &str) -> impl Iterator<Item = MarkerLine<'_>> {
    let text = memchr::memmem::find(text.as_bytes(), MARKER.as_bytes()).map_or("", |_| text);
    said_lines(text).filter_map(MarkerLine::read).filter(MarkerLine::is_stray)
}

/// A line with the marker and a word that is no status, beside the one that counts: a conflict where that one is a success
/// or the words say a failure or deny something (R-A2). Another sentence behind the marker is only worth a warning.
fn stray(marker: &MarkerLine<'_>, status: ResultStatus, path: Path) -> Issue {
    let text = marker.status_text;
    let failure = Verdict::read(text) == Verdict::Fail || denies(MARKER, text).is_some() || negates_status(text);
    let claims = !marker.pairs.is_empty() || !text.contains(' ') || near(text).is_some();
    let conflict = failure || claims && status.outcome().is_success();
    let severity = if conflict { Severity::Error } else { Severity::Warning };
    let message = format!("another summary line says `{text}`, which is not a status");
    Issue::new(&CONFLICTING_RESULT_LINE, path, message).severity(severity).help("send one result a message")
}

/// `NOT CLEAN`, `isn't CLEAN`, `not all was read`.
fn negates_status(text: &str) -> bool {
    const ALL: [&str; 5] = ["all", "every", "everything", "fully", "entirely"];
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(6).collect();
    let is = |word: &str, known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    words.windows(2).enumerate().any(|(at, pair)| {
        let contracted =
            || at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| word.ends_with(['n', 'N']));
        let not = is(pair[0], &["not", "never"]) || is(pair[0], &["t"]) && contracted();
        not && (is(pair[1], &ALL) || near(pair[1]).is_some())
    })
}
