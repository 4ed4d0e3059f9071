//! A made-up JSON protocol: `state`, `owner`, optional `left` and `tags`, anything else kept.

use envelope_core::json::{self, Extra, Field, KeepExtra, Request, Shape};
use envelope_core::text::{is_blank, placeholder, read_status};
use envelope_core::{Count, Diagnostic, Diagnostics, LossKind, Mapped, Path, Policy, Reading, Status, Tree};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Envelope, FromReport, Issue, Loss, Outcome, ReadOptions, Report, Source, Stated, Verdict};

envelope_core::rules! {
    /// Closed with work left.
    WORK_LEFT = "ticket/work-left", Error, Content, "a closed ticket has no work left", "it is not done", "made up";
    /// A tag twice.
    REPEATED_TAG = "ticket/repeated-tag", Warning, Content, "tags are distinct", "twice says no more than once", "made up";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TicketStatus {
    Closed,
    Waiting,
    Open,
}

const STATES: &[&str] = &["closed", "waiting", "open"];

impl Status for TicketStatus {
    const ALL: &'static [Self] = &[Self::Closed, Self::Waiting, Self::Open];

    fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Waiting => "waiting",
            Self::Open => "open",
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Closed => Outcome::Completed,
            Self::Waiting => Outcome::Blocked,
            Self::Open => Outcome::Failed,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Closed),
            Outcome::CompletedWithFindings => Mapped::approximate(Self::Closed, "that there are findings"),
            Outcome::Partial => Mapped::approximate(Self::Waiting, "that some of it is done"),
            Outcome::Blocked => Mapped::exact(Self::Waiting),
            Outcome::Failed => Mapped::exact(Self::Open),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub(crate) state: TicketStatus,
    pub(crate) owner: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) left: Option<Count>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    #[serde(flatten)]
    pub(crate) extra: Extra,
}

static FIELDS: &[Field] = &[
    Field::required("state", Shape::Word(STATES)),
    Field::required("owner", Shape::Text),
    Field::optional("left", Shape::Count),
    Field::optional("tags", Shape::List(&Shape::Text)),
];

impl KeepExtra for Ticket {
    fn extra_at(&mut self, path: &Path) -> Option<&mut Extra> {
        path.as_str().is_empty().then_some(&mut self.extra)
    }
}

impl Ticket {
    /// Whether the slow path would have nothing to say of it.
    fn is_plain(&self) -> bool {
        let texts = std::iter::once(&self.owner).chain(&self.tags);
        self.extra.is_empty() && !is_blank(&self.owner) && texts.into_iter().all(|text| placeholder(text).is_none())
    }
}

/// The slow path by itself.
pub(crate) fn slow(source: &Source<'_>, policy: Policy) -> (Option<Ticket>, Vec<Diagnostic>) {
    let (value, _, diagnostics, _) = read_slowly(source, policy);
    (value, diagnostics.finish())
}

fn read_slowly(source: &Source<'_>, policy: Policy) -> (Option<Ticket>, Option<Tree>, Diagnostics, bool) {
    let read = json::read(source, &Request::requiring(&["state", "owner"]).policy(policy));
    let truncated = read.truncated;
    let (tree, mut diagnostics) = read.into_parts();
    let value = tree.as_ref().and_then(|tree| json::decode(tree, FIELDS, policy, &mut diagnostics));
    (value, tree, diagnostics, truncated)
}

impl Envelope for Ticket {
    const PROTOCOL: &'static str = "ticket";
    const IS_JSON: bool = true;
    const FALLBACK: Outcome = Outcome::Failed;
    const RULES: &'static [&'static envelope_core::Rule] = RULES;
    type Status = TicketStatus;
    type Options = ();
    type Expectations = ();

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        if let Some(ticket) = json::exact::<Self>(source, options.limits).filter(Self::is_plain) {
            let stated = Stated::status(ticket.state);
            let scan = |source: &Source<'_>| json::read(source, &Request::default()).tree;
            return Reading::new(Diagnostics::new(options.limits)).value(Some(ticket)).stated(stated).scan_later(scan);
        }
        let (value, tree, diagnostics, truncated) = read_slowly(source, options.policy);
        let word = tree.as_ref().and_then(|tree| tree.root().get("state")?.as_str().map(str::to_owned));
        let status = word.and_then(|word| read_status::<TicketStatus>(&word).0);
        let stated = status.map_or(Stated::nothing(), Stated::status);
        Reading::new(diagnostics).value(value).tree(tree).truncated(truncated).stated(stated)
    }

    fn status(&self) -> Option<TicketStatus> {
        Some(self.state)
    }

    fn stated(&self) -> Outcome {
        self.state.outcome()
    }

    fn check(&self, (): &()) -> Vec<Issue> {
        let mut issues = Vec::new();
        if self.state == TicketStatus::Closed && self.left.is_some_and(|left| left.get() > 0) {
            issues.push(Issue::new(&WORK_LEFT, Path::root().key("left"), "closed with work left"));
        }
        for (at, tag) in self.tags.iter().enumerate() {
            if self.tags[..at].contains(tag) {
                issues.push(Issue::new(&REPEATED_TAG, Path::root().key("tags").index(at), "this tag is there already"));
            }
        }
        issues
    }

    fn render(&self) -> String {
        serde_json::to_string_pretty(self).expect("a ticket is JSON")
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        let mut report = Report::new(verdict.outcome());
        report.agent = Some(self.owner.clone());
        report.extra.insert("ticket".into(), Value::Object(self.extra.as_map().clone()));
        report.metrics.insert("tags".into(), self.tags.clone().into());
        report
    }
}

impl FromReport for Ticket {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mapped = TicketStatus::from_outcome(report.outcome);
        let losses = mapped.lost().map(|lost| Loss::new("outcome", LossKind::Approximated, lost));
        let extra = report.extra.get("ticket").and_then(Value::as_object).cloned().unwrap_or_default();
        let tags = report.metrics.get("tags").and_then(|tags| serde_json::from_value(tags.clone()).ok());
        let ticket = Self {
            state: mapped.status(),
            owner: report.agent.clone().unwrap_or_default(),
            left: None,
            tags: tags.unwrap_or_default(),
            extra: extra.into(),
        };
        (ticket, losses.into_iter().collect())
    }
}

/// Ticket-like JSON, most of it valid, some of it odd.
pub(crate) fn any_ticket_text() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("\"closed\"".to_owned()),
        Just("\"open\"".to_owned()),
        Just("\"mira\"".to_owned()),
        Just("3".to_owned()),
        Just("3.0".to_owned()),
        Just("9007199254740993".to_owned()),
        Just("123456789012345678901234567890".to_owned()),
        Just("1e400".to_owned()),
        Just("null".to_owned()),
        Just("[\"a\", \"b\"]".to_owned()),
        Just("{\"x\": 1, \"x\": 2}".to_owned()),
        Just("{\"x\": {\"y\": []}}".to_owned()),
        Just("\"\\ud800\"".to_owned()),
        Just("\"<owner>\"".to_owned()),
    ];
    let key = prop_oneof![Just("state"), Just("owner"), Just("left"), Just("tags"), Just("odd"), Just("more")];
    let member = (key, value, prop_oneof![9 => Just(": "), 1 => Just(":")])
        .prop_map(|(key, value, colon)| format!("\"{key}\"{colon}{value}"));
    (prop::collection::vec(member, 0..4), prop_oneof![6 => Just("\n"), 1 => Just(" \n"), 1 => Just("\r\n")]).prop_map(
        |(members, end)| {
            format!(
                "{{\"state\": \"closed\", \"owner\": \"mira\"{}{}}}{end}",
                if members.is_empty() { "" } else { ", " },
                members.join(", ")
            )
        },
    )
}
