//! A line with the marker that could not be read: everything that is wrong with it at once, so that one answer can mend it
//! (R-C2, R-C4, R-C16).

use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::{Issue, Path, Status as _};

use super::{evidence, whole_placeholder};
use crate::line::{KindRead, MarkerLine, Place, Standing};
use crate::rules::{METRIC_KIND, MISSING_RESULT_LINE, MISSING_TYPE, UNKNOWN_STATUS, UNKNOWN_TYPE};
use crate::{ClarityResult, Metric, ResultStatus, ResultType, SummaryLine, TYPE};

/// Why the line could not be read.
pub(super) fn check_unread(line: &str, result: &ClarityResult, issues: &mut Vec<Issue>) {
    let Some(marker) = MarkerLine::read(line) else {
        issues.push(Issue::new(&MISSING_RESULT_LINE, path(), "the line does not start with `RESULT:`"));
        return;
    };
    let status = status_issue(&marker, result);
    // Without a status or a pair it may be any line; what a pair lacks is of no interest then.
    if status.is_none() || !marker.pairs.is_empty() {
        issues.extend(type_issue(&marker));
    }
    issues.extend(status);
    check_pairs(&marker, issues);
}

/// Under this key the tree of places lists the values of the line's pairs, for which no value has a member.
pub(crate) const UNREAD_PAIRS: &str = "unread_pairs";

fn path() -> Path {
    Path::root().key("unread")
}

fn path_of(pair: usize) -> Path {
    Path::root().key(UNREAD_PAIRS).index(pair)
}

fn status_issue(marker: &MarkerLine<'_>, result: &ClarityResult) -> Option<Issue> {
    match marker.standing {
        Standing::Real(_) => None,
        Standing::Echo => {
            let issue = Issue::new(&TEMPLATE_ECHO, path(), "the instruction was copied back in place of a status");
            Some(issue.help(format!("write one of {}", words())))
        }
        Standing::Unknown => {
            let issue = Issue::new(&UNKNOWN_STATUS, path(), format!("`{}` is not a status", marker.status_text));
            Some(issue.help(nearest(marker, result)))
        }
    }
}

fn type_issue(marker: &MarkerLine<'_>) -> Option<Issue> {
    let types = ResultType::WORDS.join(", ");
    let stated = marker.pairs.iter().position(|pair| pair.key.eq_ignore_ascii_case(TYPE) && !pair.raw.is_empty());
    let path = || stated.map_or_else(path, path_of);
    match marker.kind {
        KindRead::Stated(..) | KindRead::Inferred(_) => None,
        KindRead::Echo => {
            let issue = Issue::new(&TEMPLATE_ECHO, path(), "the instruction was copied back in place of a type");
            Some(issue.help(format!("write one of {types}")))
        }
        KindRead::Unknown => {
            Some(Issue::new(&UNKNOWN_TYPE, path(), "the type is not known").help(format!("one of {types}")))
        }
        KindRead::Missing => {
            let issue = Issue::new(&MISSING_TYPE, path(), "no type is stated");
            Some(issue.help(format!("add `Type: …`, one of {types}")))
        }
    }
}

/// Placeholders, and metrics that are not of their kind.
fn check_pairs(marker: &MarkerLine<'_>, issues: &mut Vec<Issue>) {
    let places = marker.places().0;
    let mut places = places.iter().peekable();
    for (at, pair) in marker.pairs.iter().enumerate() {
        // Blank ones have no place.
        let Some((_, place)) = places.next_if(|(placed, _)| std::ptr::eq(*placed, pair)) else { continue };
        let metric = marker.kind.kind().and_then(|kind| Metric::find(kind, pair.key));
        let path = || path_of(at);
        match (place, metric, whole_placeholder(pair.raw)) {
            (Place::Type, ..) => {}
            (.., Some(found)) => {
                let message = format!("a {} stands for the value of {}", found.as_str(), pair.key);
                issues.push(Issue::new(&TEMPLATE_ECHO, path(), message).help("fill it in"));
            }
            (Place::Other(key), Some(metric), None) => {
                let form = metric.value.form();
                let issue = Issue::new(&METRIC_KIND, path(), format!("{key} is not {form}"));
                issues.push(issue.help(format!("write {form}")));
            }
            _ => {}
        }
    }
}

/// Words seen in place of a status, with the nearest one (R-C16).
const NEAREST: &[(&str, ResultStatus)] = &[
    ("complete", ResultStatus::Clean),
    ("completed", ResultStatus::Clean),
    ("pass", ResultStatus::Clean),
    ("passed", ResultStatus::Clean),
    ("success", ResultStatus::Clean),
    ("ok", ResultStatus::Clean),
    ("done", ResultStatus::Clean),
    ("issues", ResultStatus::Findings),
    ("warnings", ResultStatus::Findings),
    ("blocked", ResultStatus::Partial),
    ("incomplete", ResultStatus::Partial),
    ("fail", ResultStatus::Error),
    ("failed", ResultStatus::Error),
    ("failure", ResultStatus::Error),
];

/// The status nearest to the first word.
pub(super) fn near(text: &str) -> Option<ResultStatus> {
    let first = parts(text).next().unwrap_or(text);
    let known = ResultStatus::ALL.iter().copied().find(|status| status.as_str().eq_ignore_ascii_case(first));
    let near = || NEAREST.iter().find(|(word, _)| word.eq_ignore_ascii_case(first)).map(|(_, status)| *status);
    known.or_else(near)
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty())
}

/// Names a word only where one alone stands there, and never CLEAN beside issues: `done with issues` is not nearly CLEAN,
/// and an agent does what it is told (R-A2).
fn nearest(marker: &MarkerLine<'_>, result: &ClarityResult) -> String {
    let alone = parts(marker.status_text).nth(1).is_none();
    match near(marker.status_text).filter(|_| alone) {
        Some(ResultStatus::Clean) if has_issues(marker, result) => {
            format!("one of {}; with issues it is FINDINGS where the work is done", words())
        }
        Some(status) => format!("one of {}; the nearest is {}", words(), status.as_str()),
        None => format!("one of {}", words()),
    }
}

fn has_issues(marker: &MarkerLine<'_>, result: &ClarityResult) -> bool {
    let line = marker.places().1.map(|metrics| SummaryLine::new(ResultStatus::Clean, metrics));
    result.findings().next().is_some() || line.is_some_and(|line| evidence::is_any(&line, result))
}

fn words() -> String {
    ResultStatus::ALL.iter().map(|status| status.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// What an agent is told to write in place of a status.
    fn told(text: &str) -> String {
        let parsed = parse(text);
        let unknown = |found: &&envelope_core::Diagnostic| found.rule == &crate::rules::UNKNOWN_STATUS;
        parsed.diagnostics().iter().find(unknown).and_then(|found| found.help.clone()).unwrap_or_default()
    }

    #[test]
    fn nobody_is_talked_into_a_success() {
        let table = "\n\n| ID | Severity | Type | Location | Description |\n|---|---|---|---|---|\n\
                     | F1 | minor | regression | a.md S1 | gone |\n";
        assert!(told("RESULT: COMPLETE | Type: design-plan | Screen: a | Components: 1").ends_with("nearest is CLEAN"));
        for text in [
            "RESULT: done with issues | Type: consistency",
            "RESULT: passed (mostly) | Type: digest",
            "RESULT: COMPLETE | Type: consistency | Pair: a.md/b.md | Findings: 3 | Critical: 1 | Major: 1 | Minor: 1",
            "RESULT: PASS | Type: implementation | Task: T-1 | Files: 1 | Criteria: 1/2 | Tests: 1/1",
            &format!("RESULT: DONE | Type: digest{table}"),
            &format!("RESULT: DONE{table}"),
        ] {
            assert!(!told(text).is_empty() && !told(text).contains("nearest is CLEAN"), "{text}: {}", told(text));
        }
    }
}
