//! One input of an aggregation: what is kept of a result, and what a line of a state holds (R-C13).

use std::cmp::Ordering;

use envelope_core::report::Coverage;
use envelope_core::{Parsed, Verdict};
use serde::{Deserialize, Serialize};

use super::natural::natural;
use super::rows::{Rows, rows};
use super::{Cells, Fingerprint, Text, UnitStatus};
use crate::report::SUBJECT;
use crate::{ClarityResult, FindingSeverity, FindingType};

/// What an aggregation keeps of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    pub(super) file: Text,
    pub(super) fingerprint: Fingerprint,
    pub(super) status: UnitStatus,
    pub(super) accepted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) agent: Option<Text>,
    /// What the result says it is about: Doc, Pair, Task, Screen (R-C14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) about: Vec<Text>,
    /// As it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) coverage: Option<Text>,
    /// Why the work is not whole, or why the message was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Text>,
    /// How many findings the summary line claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) claimed: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) findings: Vec<Row>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) details: Vec<Discussed>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) quarantined: Vec<Held>,
}

/// A finding of an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) id: Text,
    pub(super) severity: FindingSeverity,
    #[serde(rename = "type")]
    pub(super) kind: FindingType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) location: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counter_location: Option<Text>,
    pub(super) description: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) suggestion: Option<Text>,
    #[serde(default, skip_serializing_if = "Cells::is_empty")]
    pub(super) extra: Cells,
}

/// The discussion of the finding at this place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Discussed {
    pub(super) finding: usize,
    pub(super) text: Text,
}

/// What is kept though it was not understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Held {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<Text>,
    #[serde(default, skip_serializing_if = "Cells::is_empty")]
    pub(super) cells: Cells,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Text>,
    pub(super) reason: Text,
}

impl Input {
    /// A message as it was judged: what was refused counts as what it is (R-A2, R-C14).
    pub(super) fn parsed(file: &str, fingerprint: Fingerprint, parsed: &Parsed<ClarityResult>) -> Self {
        let status = match parsed.status() {
            Some(_) => UnitStatus::of(parsed.outcome()),
            None => UnitStatus::Unparseable,
        };
        let accepted = parsed.accepted().is_some();
        let mut input = Self::new(file, fingerprint, status, accepted);
        if let Some(result) = parsed.read() {
            input.take(result);
        }
        let unread = parsed.read().is_none_or(|result| result.summary.is_none() && result.unread.is_none());
        let known = unread && input.reason.is_some();
        let mut grave = parsed.diagnostics().iter().filter(|diagnostic| diagnostic.severity >= parsed.bar());
        if let Some(first) = grave.next().filter(|_| !accepted && !known) {
            let more = match grave.count() {
                0 => String::new(),
                count => format!(", and {count} more"),
            };
            input.refuse(&format!("{} [{}]{more}", first.message, first.rule.code()));
        }
        input
    }

    /// The result that a report of another protocol was converted to; the verdict is that of the report.
    pub(super) fn converted(
        file: &str,
        fingerprint: Fingerprint,
        result: &ClarityResult,
        verdict: Verdict,
        refusal: Option<&str>,
    ) -> Self {
        let status = UnitStatus::of(verdict.outcome().worst(result.stated_outcome()));
        let mut input = Self::new(file, fingerprint, status, verdict.accepted());
        input.take(result);
        if !verdict.accepted() {
            input.status = input.status.max(UnitStatus::Partial);
            input.refuse(refusal.unwrap_or("the report breaks a rule of its protocol"));
        }
        input
    }

    /// Something that cannot be read as anything.
    pub(super) fn unreadable(file: &str, fingerprint: Fingerprint, reason: &str) -> Self {
        let mut input = Self::new(file, fingerprint, UnitStatus::Unparseable, false);
        input.reason = Some(reason.into());
        input
    }

    /// The same by this agent, about this.
    pub(super) fn of(mut self, agent: Option<&str>, about: Option<&str>) -> Self {
        self.agent = agent.map(Text::from);
        self.about.extend(about.map(Text::from));
        self
    }

    /// A damaged line of the state in this file, kept as it was (R-A3).
    pub(super) fn damaged(state: &str, line: &str, reason: &str) -> Self {
        let mut input = Self::unreadable(state, Fingerprint::of(line.as_bytes()), reason);
        let text = Some(line.into());
        input.quarantined.push(Held { id: None, cells: Cells::default(), text, reason: reason.into() });
        input
    }

    fn new(file: &str, fingerprint: Fingerprint, status: UnitStatus, accepted: bool) -> Self {
        Self {
            file: file.into(),
            fingerprint,
            status,
            accepted,
            agent: None,
            about: Vec::new(),
            coverage: None,
            reason: None,
            claimed: None,
            findings: Vec::new(),
            details: Vec::new(),
            quarantined: Vec::new(),
        }
    }

    fn take(&mut self, result: &ClarityResult) {
        self.agent = result.metadata.agent.as_deref().map(Text::from);
        self.about = about(result);
        self.coverage = result.coverage().map(|coverage| match coverage {
            Coverage::Percent(percent) => format!("{percent}%").into(),
            Coverage::Text(text) => text.into(),
        });
        self.reason = result.reason().map(Text::from);
        let Rows { findings, details, quarantined } = rows(result);
        (self.findings, self.details, self.quarantined) = (findings, details, quarantined);
        self.claimed = claimed(result);
        if self.status == UnitStatus::Clean && !self.is_empty() {
            self.status = UnitStatus::Findings;
        }
    }

    fn refuse(&mut self, why: &str) {
        let own = self.reason.as_deref().map(|reason| format!("{reason}; ")).unwrap_or_default();
        self.reason = Some(format!("{own}not accepted: {why}").into());
    }

    /// Whether there is neither a finding nor anything that may be one.
    fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.quarantined.is_empty()
    }

    /// What may be missing from the findings; of what is no success it is known that something is.
    pub(super) fn doubt(&self) -> Option<String> {
        let listed = self.findings.len() as u64;
        let claim = self.claimed.filter(|claimed| *claimed > listed).map(|claimed| {
            let listed = if listed == 0 { "none".to_owned() } else { listed.to_string() };
            let findings = if claimed == 1 { "finding" } else { "findings" };
            format!("claims {claimed} {findings}, lists {listed}")
        });
        let held = self.status.is_success() && !self.quarantined.is_empty();
        let held = held.then(|| "something that may be a finding is in quarantine".to_owned());
        [claim, held].into_iter().flatten().reduce(|one, other| format!("{one}; {other}"))
    }

    /// Whether it could have been added: what a state says of itself is not believed (R-A2).
    pub(super) fn is_sound(&self) -> bool {
        self.status != UnitStatus::Missing
            && (self.accepted || !self.status.is_success())
            && !(self.accepted && self.status == UnitStatus::Unparseable)
            && (self.is_empty() || self.status != UnitStatus::Clean)
            && self.details.iter().all(|detail| detail.finding < self.findings.len())
    }

    /// Whether the other is the same file with the same bytes and the same rows, however they were judged (R-C13).
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.file == other.file && self.fingerprint == other.fingerprint && self.rows() == other.rows()
    }

    fn rows(&self) -> (&[Row], &[Discussed], &[Held]) {
        (&self.findings, &self.details, &self.quarantined)
    }

    /// One order for all inputs, whatever order they come in: by name, then by bytes, by rows, the worst judgement
    /// first, then by all else that was read.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let order = natural(&self.file, &other.file).then(self.fingerprint.cmp(&other.fingerprint));
        order.then_with(|| {
            if self == other {
                return Ordering::Equal;
            }
            let rows = |input: &Self| serde_json::to_string(&input.rows()).unwrap_or_default();
            let order = if self.is_same(other) { Ordering::Equal } else { rows(self).cmp(&rows(other)) };
            order
                .then(other.status.cmp(&self.status))
                .then(self.accepted.cmp(&other.accepted))
                .then_with(|| self.line().cmp(&other.line()))
        })
    }

    /// The line of a state.
    pub(super) fn line(&self) -> String {
        // Texts, numbers and words alone: there is nothing that could not be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The pairs that name what a result is about, and the one that a conversion uses for them.
const ABOUT: [&str; 5] = ["Doc", "Pair", "Task", "Screen", SUBJECT];

fn about(result: &ClarityResult) -> Vec<Text> {
    let Some(line) = &result.summary else { return Vec::new() };
    let metrics = ABOUT.iter().filter_map(|key| line.metrics.text(key)).map(Text::from);
    let other = line.other.iter().filter(|field| ABOUT.contains(&field.key.as_str()));
    metrics.chain(other.map(|field| field.value.as_str().into())).collect()
}

/// The pairs that count the findings of one severity.
const BY_SEVERITY: [&str; 3] = ["Critical", "Major", "Minor"];

/// How many findings the line claims: all of them, or those of the severities where they are more.
fn claimed(result: &ClarityResult) -> Option<u64> {
    let line = result.summary.as_ref()?;
    let count = |key: &str| {
        let other = || line.other.iter().find(|field| field.key.eq_ignore_ascii_case(key));
        line.metrics.count(key).or_else(|| other()?.value.trim().parse().ok())
    };
    let graves = BY_SEVERITY.iter().filter_map(|key| count(key)).reduce(u64::saturating_add);
    count("Findings").max(graves)
}
