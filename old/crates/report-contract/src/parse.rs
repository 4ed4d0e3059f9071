//! From a message to a report (R-A12, R-A14, R-A16, R-P0).

use envelope_core::json::rules::UNEXPECTED;
use envelope_core::json::{self, Decoding, OtherStatus, Refused, Request, keep_refused};
use envelope_core::report::carried_outcome;
use envelope_core::rules::{KEPT_ASIDE, MISSING_FIELD, TEMPLATE_ECHO, UNKNOWN_KEY, UNKNOWN_WORD};
use envelope_core::{
    Amend, Diagnostics, Draft, Envelope, FromReport, Issue, Limits, Loss, Need, Outcome, Parsed, ReadOptions, Reading,
    Report, Rule, Source, Stated, Status, Tree, Verdict,
};

use crate::check::{check, reads_as_written, rules_on};
use crate::rules::{
    BLOCKERS_MISSING, BLOCKERS_UNBLOCKED, CONFLICTING_STATUS, ERROR_MESSAGE_MISSING, ERROR_ON_COMPLETED,
    FINDINGS_EMPTY, GAPS_NOT_COMPLETED, REFUSED_ITEMS, RULES,
};
use crate::{ContractReport, ContractStatus, Expectations, REPORT_FIELDS};

/// The keys by which a report is found in a message (R-A12).
pub const REQUIRED: &[&str] = &["report_metadata", "findings"];

/// Reads and judges a message, tolerantly and without expectations.
///
/// For a policy, limits or expectations call [`Envelope::parse_expecting`].
///
/// ```
/// use envelope_core::Outcome;
/// let parsed = report_contract::parse(r#"Done! {"report_metadata": {"agent_name": "investigator", "task_id": "t-1",
///     "status": "completed", "verbosity_level": "summary", "confidence_level": "98%"}, "findings": {"answer": 42}}"#);
/// assert_eq!(parsed.outcome(), Outcome::Completed);
/// let told: Vec<_> = parsed.diagnostics().iter().map(|found| found.rule.code()).collect();
/// assert_eq!(told, ["envelope-core/json-in-prose", "envelope-core/converted"]);
/// ```
pub fn parse(text: &str) -> Parsed<ContractReport> {
    ContractReport::parse(&Source::new(text), &ReadOptions::default())
}

impl Envelope for ContractReport {
    const PROTOCOL: &'static str = "report-contract";
    const IS_JSON: bool = true;
    const FALLBACK: Outcome = Outcome::Failed;
    const RULES: &'static [&'static Rule] = RULES;

    type Status = ContractStatus;
    type Options = ();
    type Expectations = Expectations;

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        read_exact(source, options).unwrap_or_else(|| read_slow(source, options))
    }

    fn status(&self) -> Option<ContractStatus> {
        Some(self.report_metadata.status)
    }

    fn stated(&self) -> Outcome {
        self.claimed()
    }

    fn carried_outcome(&self) -> Option<Outcome> {
        carried_outcome(self.carried.as_ref()?.as_map())
    }

    fn check(&self, expectations: &Expectations) -> Vec<Issue> {
        check(self, expectations)
    }

    fn check_draft(&self, expectations: &Expectations) -> Vec<Issue> {
        // A check of the findings must not see what nobody wrote.
        rules_on(self, &Expectations { findings: Vec::new(), ..expectations.clone() })
    }

    fn render(&self) -> String {
        crate::render(self)
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        crate::report::to_report(self, verdict)
    }
}

impl FromReport for ContractReport {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        crate::report::from_report(report)
    }
}

/// The fast path: typed serde, and nothing to say about how it is written.
///
/// That no text is blank or a placeholder is left to the rules: where they find one, the slow path reads the message
/// instead.
pub(crate) fn read_exact(source: &Source<'_>, options: &ReadOptions<()>) -> Option<Reading<ContractReport>> {
    let value: ContractReport = json::exact(source, options.limits)?;
    if !reads_as_written(&value) {
        return None;
    }
    let stated = stated(&value, &[]);
    let reading = Reading::new(Diagnostics::new(options.limits)).stated(stated).value(Some(value));
    Some(reading.scan_later(scan).read_again(|source, options, issues| {
        let refused = |issue: &Issue| [&MISSING_FIELD, &TEMPLATE_ECHO].contains(&issue.rule);
        issues.iter().any(refused).then(|| read_slow(source, options))
    }))
}

/// The slow path: find, repair, decode by the table.
pub(crate) fn read_slow(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<ContractReport> {
    let request = Request::requiring(REQUIRED).policy(options.policy).limits(options.limits);
    let read = json::read(source, &request);
    let (truncated, at, contrary) = (read.truncated, read.span, read.contrary);
    let (tree, mut log) = read.into_parts();
    let root = tree.as_ref().map(Tree::root);
    // An object with none of the keys was found only to say that the envelope lies below it.
    let root = root.filter(|root| REQUIRED.iter().any(|key| json::member(*root, key).is_some()));
    let (Some(found), Some(_)) = (&tree, root) else {
        return Reading::new(log).tree(tree).truncated(truncated);
    };
    // An object that was closed too early does not show what it lacks.
    let left_over = log.iter().any(|found| found.rule == &UNEXPECTED && found.span.start() >= at.end());
    let decoding = Decoding::new(options.policy).extras_are_checked().drafting(!truncated && !left_over);
    let mut decoded = json::decode_with::<ContractReport>(found, REPORT_FIELDS, &decoding, &mut log);
    let words: Vec<ContractStatus> = decoded.stated.iter().filter_map(|word| ContractStatus::from_word(word)).collect();
    let stated = if let Some(value) = &decoded.value {
        stated(value, &words)
    } else {
        let own = words.iter().fold(Stated::nothing(), |stated, word| stated.and(*word));
        decoded.draft.as_ref().map_or(own, |draft| lowered(draft.value(), own))
    };
    let mut amend = Amend::new().moved(decoded.moved);
    for path in decoded.again {
        amend.told(&UNKNOWN_KEY, path);
    }
    if let Some(value) = decoded.value.as_mut().or(decoded.draft.as_mut().map(Draft::value_mut)) {
        for refused in decoded.refused {
            keep(value, refused, &mut amend);
        }
    }
    let stated = json::denied(source.text(), at, contrary, stated, &CONFLICTING_STATUS, &mut log);
    let reading = Reading::new(log).value(decoded.value).draft(decoded.draft, NEEDS);
    reading.stated(stated).amend(amend).truncated(truncated).tree(tree)
}

/// Rules that go by the status, wherever they point at.
static NEEDS: &[Need] = &[
    (&CONFLICTING_STATUS, STATUS),
    (&ERROR_MESSAGE_MISSING, STATUS),
    (&ERROR_ON_COMPLETED, STATUS),
    (&BLOCKERS_MISSING, STATUS),
    (&BLOCKERS_UNBLOCKED, STATUS),
    (&GAPS_NOT_COMPLETED, STATUS),
    (&FINDINGS_EMPTY, STATUS),
];
const STATUS: &str = "/report_metadata/status";

/// The value's own claim, and every further word that stood beside it (R-A2).
fn stated(value: &ContractReport, words: &[ContractStatus]) -> Stated<ContractStatus> {
    let own = Stated::status(value.report_metadata.status);
    let stated = words.iter().fold(own, |stated, word| stated.and(*word));
    lowered(value, stated)
}

/// What else the message says of the status can only lower it.
fn lowered(value: &ContractReport, stated: Stated<ContractStatus>) -> Stated<ContractStatus> {
    // What cannot be read states nothing; it is an error all the same.
    let others = value.other_statuses().filter(OtherStatus::is_read).map(|other| other.outcome());
    others.chain(value.carried_outcome()).fold(stated, Stated::lowered)
}

/// What was refused stays with the value (R-A3), so that it is shown and converted; it was told already.
fn keep(value: &mut ContractReport, refused: Refused, amend: &mut Amend) {
    if let Some(place) = keep_refused(value, refused) {
        for rule in [&REFUSED_ITEMS, &KEPT_ASIDE, &TEMPLATE_ECHO, &UNKNOWN_WORD] {
            amend.told(rule, place.clone());
        }
    }
}

fn scan(source: &Source<'_>) -> Option<Tree> {
    let limits = Limits::default().with_input(Limits::MAX_INPUT);
    json::read(source, &Request::requiring(REQUIRED).limits(limits)).tree
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(metadata: &str, more: &str) -> Parsed<ContractReport> {
        let text = format!(
            r#"{{"report_metadata": {{"agent_name": "a", "task_id": "t", "status": "completed",
            "verbosity_level": "detailed", {metadata}}}, "findings": {{"a": 1}}{more}}}"#
        );
        ContractReport::parse(&Source::new(&text), &ReadOptions::default())
    }

    #[test]
    fn a_flag_for_an_error_refuses() {
        for flag in [r#""error": true"#, r#""error_message": true"#, r#""passed": false"#] {
            let parsed = judged(&format!(r#""confidence_level": 0.9, {flag}"#), "");
            assert!(!parsed.verdict().accepted(), "{flag}");
            assert_eq!(parsed.outcome(), Outcome::Failed, "{flag}");
        }
        for more in [r#"verdict": "insufficient""#, r#"metadata": {"status": "failed"}"#, r#"outcome": "in_progress""#]
        {
            assert!(!judged(r#""confidence_level": 0.9"#, &format!(r#", "{more}"#)).verdict().accepted(), "{more}");
        }
        assert!(judged(r#""confidence_level": 0.9"#, r#", "verdict": "partial match""#).verdict().accepted());
    }

    #[test]
    fn a_draft_knows_what_else_was_stated() {
        for more in [r#", "status": "failed""#, r#", "carried": {"outcome": "failed"}"#] {
            let verdict = judged(r#""confidence_level": "high""#, more).verdict();
            assert_eq!((verdict.outcome(), verdict.fallback()), (Outcome::Failed, false), "{more}");
        }
    }

    #[test]
    fn a_draft_is_shown_to_no_check_of_the_findings() {
        #[derive(Debug)]
        struct Never;
        impl crate::FindingsCheck for Never {
            fn check(&self, report: &ContractReport) -> Vec<Issue> {
                panic!("asked for {report:?}")
            }
        }
        let expectations = Expectations { findings: vec![std::sync::Arc::new(Never)], ..Expectations::default() };
        let text = r#"{"report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed"}, "findings": {}}"#;
        let parsed = ContractReport::parse_expecting(&Source::new(text), &ReadOptions::default(), &expectations);
        assert!(parsed.read().is_none() && parsed.diagnostics().len() > 1);
    }

    #[test]
    fn no_help_leads_a_failed_report_to_an_earlier_one() {
        let whole = |status: &str, more: &str| {
            format!(
                r#"{{"report_metadata": {{"agent_name": "a", "task_id": "t", "status": "{status}",
                "confidence_level": 1, "error_message": "tests fail"}}, {more}}}"#
            )
        };
        let earlier = whole("completed", r#""findings": {"a": 1}"#);
        let text = whole("failed", &format!(r#""previous_report": {earlier}"#));
        let parsed = ContractReport::parse(&Source::new(&text), &ReadOptions::default());
        let named = |help: &str| help.contains("previous_report");
        assert!(!parsed.diagnostics().iter().any(|found| found.help.as_deref().is_some_and(named)));
        assert_eq!(parsed.outcome(), Outcome::Failed);
        let wrapped = format!(r#"{{"result": {earlier}}}"#);
        let parsed = ContractReport::parse(&Source::new(&wrapped), &ReadOptions::default());
        assert!(
            parsed.diagnostics().iter().any(|found| found.help.as_deref().is_some_and(|help| help.contains("/result")))
        );
    }

    #[test]
    fn a_draft_counts_nothing_twice() {
        let members: Vec<String> = (0..1_500).map(|number| format!(r#""k{number}": 1"#)).collect();
        let parsed = judged(r#""confidence_level": "high""#, &format!(", {}", members.join(", ")));
        let last = parsed.diagnostics().last().map(|found| found.message.clone()).unwrap_or_default();
        assert_eq!(last, "501 more diagnostics");
    }
}
