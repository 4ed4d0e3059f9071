use std::cmp::Ordering;
use std::sync::Arc;

use envelope_core::markdown::row;
use envelope_core::report::{Check, CheckKind, Finding};
use envelope_core::{Diagnostic, Outcome, Rejected, Report, Sink, ToReport as _};
use serde::{Deserialize, Serialize};

use super::Bucket;
use crate::decode::without_line;
use crate::findings::{COLUMNS, is_failure, lacking};
use crate::from_report::coverage_text;
use crate::render;

/// What aggregation keeps of a message: where it comes from, what became of it, and its findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    pub(super) file: Arc<str>,
    pub(super) hash: String,
    pub(super) bucket: Bucket,
    /// Why the message was rejected.
    pub(super) rejected: Option<String>,
    pub(super) agent: Option<String>,
    /// The document, the pair of documents or the screen.
    pub(super) subject: Option<String>,
    pub(super) task: Option<String>,
    pub(super) coverage: Option<String>,
    /// Why the work is not whole, in the words of the agent.
    pub(super) reason: Option<String>,
    /// What the agent says is missing.
    pub(super) gaps: Vec<String>,
    pub(super) findings: Vec<Finding>,
    /// Checks that did not pass or are discussed: what was checked, and the text.
    pub(super) discussions: Vec<(String, String)>,
    /// What could not be read, and why.
    pub(super) quarantined: Vec<(String, String)>,
}

impl Input {
    /// An accepted message. The bytes only tell whether two inputs of one name are the same (R-C13).
    pub fn accepted(file: &str, bytes: &[u8], report: Report) -> Self {
        let (outcome, is_open) = (report.outcome, !report.checks.iter().all(has_passed));
        let mut input = Self::new(file, bytes, report);
        // CLEAN claims that there are no findings; other protocols have one word for both.
        input.bucket = match outcome {
            Outcome::Completed if input.findings.is_empty() => Bucket::Clean,
            Outcome::Completed | Outcome::CompletedWithFindings => Bucket::Findings,
            Outcome::Partial | Outcome::Blocked => Bucket::Partial,
            Outcome::Failed => Bucket::Error,
        };
        if outcome == Outcome::CompletedWithFindings && input.findings.is_empty() && !is_open {
            input.gaps.push("says FINDINGS, and lists none in a table".to_owned());
        }
        input
    }

    /// A rejected message: its outcome, none if it has no envelope; why it was rejected, on one line; and what could be read.
    /// It is never clean, whatever its outcome says; without a report its text is quarantined.
    pub fn rejected(file: &str, bytes: &[u8], outcome: Option<Outcome>, why: String, report: Option<Report>) -> Self {
        let is_unread = report.is_none();
        let mut input = Self::new(file, bytes, report.unwrap_or_else(|| Report::new(Outcome::Failed)));
        input.bucket = match outcome {
            None => Bucket::Unparseable,
            Some(Outcome::Failed) => Bucket::Error,
            Some(_) => Bucket::Partial,
        };
        if is_unread || outcome.is_none() && input.findings.is_empty() {
            input.quarantined.push((String::from_utf8_lossy(bytes).into_owned(), why.clone()));
        }
        input.rejected = Some(why);
        input
    }

    /// Parses a RESULT message.
    pub fn parse(file: &str, message: impl AsRef<[u8]>) -> Self {
        let bytes = message.as_ref();
        let parsed = crate::parse(bytes);
        let outcome = parsed.has_envelope().then(|| parsed.outcome());
        let reason = Diagnostic::summary(parsed.diagnostics());
        let input = match parsed.into_result().map_err(Rejected::into_partial) {
            Ok(result) => Self::accepted(file, bytes, result.to_report()),
            Err(partial) => Self::rejected(file, bytes, outcome, reason, partial.map(|result| result.to_report())),
        };
        input.quarantine_incomplete()
    }

    fn new(file: &str, bytes: &[u8], mut report: Report) -> Self {
        // Those in the text around a report, which is in sections without a title, count, too: no row is lost.
        let around = report.sections.iter().filter(|section| section.title.is_empty());
        let tables = |text: &str| without_line(text, &mut Sink::default()).to_report().findings;
        report.findings.extend(around.flat_map(|section| tables(&section.body)));
        report.findings.shrink_to_fit();
        let reasons: Vec<String> = report.problems.into_iter().map(|problem| problem.message).collect();
        Self {
            file: file.into(),
            hash: hash(bytes),
            bucket: Bucket::Unparseable,
            rejected: None,
            agent: report.agent,
            subject: report.subject,
            task: report.task,
            coverage: report.coverage.as_ref().map(coverage_text),
            reason: Some(reasons.join("; ")).filter(|reason| !reason.is_empty()),
            gaps: report.gaps,
            findings: report.findings,
            discussions: report.checks.into_iter().filter_map(discussion).collect(),
            quarantined: Vec::new(),
        }
    }

    /// Quarantines the findings that lack a cell which RESULT messages require (R-C9); other protocols require none.
    #[must_use]
    pub fn quarantine_incomplete(mut self) -> Self {
        let quarantined = &mut self.quarantined;
        self.findings.retain(|finding| {
            let lacking = lacking(finding).next();
            quarantined.extend(lacking.map(|at| (text(finding), format!("the finding has no {}", COLUMNS[at]))));
            lacking.is_none()
        });
        self
    }

    /// Why the message was rejected.
    pub fn rejection(&self) -> Option<&str> {
        self.rejected.as_deref()
    }

    /// By file, then by bytes; what was read in two ways (with different options) has the worse first.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let by_name = (&self.file, &self.hash, other.bucket).cmp(&(&other.file, &other.hash, self.bucket));
        let json = |input: &Self| serde_json::to_string(input).unwrap_or_default();
        by_name.then_with(|| if self == other { Ordering::Equal } else { json(self).cmp(&json(other)) })
    }
}

fn has_passed(Check { kind, result, .. }: &Check) -> bool {
    if *kind == CheckKind::Item { ["applied", "not-applicable"].contains(&&**result) } else { !is_failure(result) }
}

/// A check that did not pass, or is discussed.
fn discussion(check: Check) -> Option<(String, String)> {
    let has_more = !has_passed(&check) || check.discussion.is_some();
    let Check { name, result, note, discussion, .. } = check;
    let line = std::iter::once(result).chain(note).collect::<Vec<_>>().join(": ");
    has_more.then(|| (name, discussion.map_or_else(|| line.clone(), |text| format!("{line}\n\n{text}"))))
}

/// A finding as a row of a table.
fn text(finding: &Finding) -> String {
    let row = row(&render::finding(finding, &render::columns([finding])));
    finding.discussion.as_ref().map_or_else(|| row.clone(), |text| format!("{row}\n\n{text}"))
}

/// FNV-1a with 128 bits: the same on every machine.
fn hash(bytes: &[u8]) -> String {
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013B);
    format!("{:032x}", bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step))
}
