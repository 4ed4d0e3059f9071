use std::cmp::Ordering;

use envelope_core::report::{Coverage, Finding};
use envelope_core::{Outcome, Rejected, Report, ToReport as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Bucket, Quarantined};
use crate::ClarityResult;
use crate::rules::MISSING_RESULT;

/// What aggregation keeps of a message: where it comes from, what became of it, and its findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    pub(super) file: String,
    hash: String,
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
    pub(super) findings: Vec<Finding>,
    /// Discussions of checks: what was checked, and the text.
    pub(super) discussions: Vec<(String, String)>,
    pub(super) quarantined: Vec<Quarantined>,
}

/// Why a message was rejected, and what could be read of it.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::exhaustive_structs, reason = "callers build it")]
pub struct Rejection {
    /// The outcome; `None` if the message has no envelope, which makes it unparseable.
    pub outcome: Option<Outcome>,
    /// Why it was rejected, on one line.
    pub reason: String,
    /// What could be read.
    pub report: Option<Report>,
}

impl Input {
    /// An accepted message.
    pub fn accepted(file: &str, bytes: &[u8], report: Report) -> Self {
        // CLEAN claims that there are no findings; other protocols have one word for both.
        let bucket = match report.outcome {
            Outcome::Completed if report.findings.is_empty() => Bucket::Clean,
            Outcome::Completed | Outcome::CompletedWithFindings => Bucket::Findings,
            Outcome::Partial | Outcome::Blocked => Bucket::Partial,
            Outcome::Failed => Bucket::Error,
        };
        Self::new(file, bytes, bucket, report)
    }

    /// A rejected message. It is never clean, whatever its outcome says; without a report its text is quarantined.
    pub fn rejected(file: &str, bytes: &[u8], rejection: Rejection) -> Self {
        let Rejection { outcome, reason, report } = rejection;
        let bucket = match outcome {
            None => Bucket::Unparseable,
            Some(Outcome::Failed) => Bucket::Error,
            Some(_) => Bucket::Partial,
        };
        let is_lost = report.as_ref().is_none_or(|report| outcome.is_none() && report.findings.is_empty());
        let mut input = Self::new(file, bytes, bucket, report.unwrap_or_else(|| Report::new(Outcome::Failed)));
        if is_lost {
            let text = String::from_utf8_lossy(bytes).into_owned();
            input.quarantined.push(Quarantined { file: file.to_owned(), text, reason: reason.clone() });
        }
        input.rejected = Some(reason);
        input
    }

    /// Parses a RESULT message.
    pub fn parse(file: &str, message: impl AsRef<[u8]>) -> Self {
        let bytes = message.as_ref();
        let input = match crate::parse(bytes).into_result() {
            Ok(result) => Self::accepted(file, bytes, result.to_report()),
            Err(rejected) => Self::rejected(file, bytes, Rejection::from(&rejected)),
        };
        input.quarantine_incomplete()
    }

    fn new(file: &str, bytes: &[u8], bucket: Bucket, report: Report) -> Self {
        let discussions = report.checks.into_iter().filter_map(|check| Some((check.name, check.discussion?)));
        Self {
            file: file.to_owned(),
            hash: hash(bytes),
            bucket,
            rejected: None,
            agent: report.agent,
            subject: report.subject,
            task: report.task,
            coverage: report.coverage.map(|coverage| match coverage {
                Coverage::Text(text) => text,
                Coverage::Percent(percent) => format!("{percent}%"),
                _ => String::new(),
            }),
            reason: report.problems.into_iter().next().map(|problem| problem.message),
            findings: report.findings,
            discussions: discussions.collect(),
            quarantined: Vec::new(),
        }
    }

    /// Quarantines the findings that lack a cell which RESULT messages require (R-C9).
    #[must_use]
    pub fn quarantine_incomplete(mut self) -> Self {
        for finding in std::mem::take(&mut self.findings) {
            let description = Some(&finding.description).filter(|text| !text.is_empty());
            let cells = [
                ("Severity", finding.severity.as_ref()),
                ("Type", finding.r#type.as_ref()),
                ("Location", finding.location.as_ref()),
                ("Description", description),
            ];
            match cells.iter().find(|(_, cell)| cell.is_none()) {
                None => self.findings.push(finding),
                Some((column, _)) => {
                    let reason = format!("the finding has no {column}");
                    self.quarantined.push(Quarantined { file: self.file.clone(), text: text(finding), reason });
                }
            }
        }
        self
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Why the message was rejected.
    pub fn rejection(&self) -> Option<&str> {
        self.rejected.as_deref()
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        (&self.file, &self.hash) == (&other.file, &other.hash)
    }

    /// By file, then by bytes; what was read in two ways (with different options) has the worse first.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let by_name = (&self.file, &self.hash, other.bucket).cmp(&(&other.file, &other.hash, self.bucket));
        by_name.then_with(|| if self == other { Ordering::Equal } else { self.to_json().cmp(&other.to_json()) })
    }

    fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<&Rejected<ClarityResult>> for Rejection {
    fn from(rejected: &Rejected<ClarityResult>) -> Self {
        let has_line = rejected.diagnostics().iter().all(|diagnostic| diagnostic.rule.code != MISSING_RESULT.code);
        Self {
            outcome: has_line.then(|| rejected.outcome()),
            reason: rejected.to_string(),
            report: rejected.partial().map(ClarityResult::to_report),
        }
    }
}

/// The cells of a finding, as a row of a table.
fn text(finding: Finding) -> String {
    let Finding { id, severity, r#type, location, counter_location, description, suggestion, discussion, extra } =
        finding;
    let known = [id, severity, r#type, location, counter_location, Some(description), suggestion];
    let known = known.into_iter().map(Option::unwrap_or_default);
    let extra = extra.into_iter().map(|(_, value)| match value {
        Value::String(text) => text,
        value => value.to_string(),
    });
    let row = envelope_core::markdown::row(&known.chain(extra).collect::<Vec<String>>());
    discussion.map_or_else(|| row.clone(), |discussion| format!("{row}\n\n{discussion}"))
}

/// FNV-1a with 128 bits: the same on every machine.
fn hash(bytes: &[u8]) -> String {
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013B);
    format!("{:032x}", bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step))
}
