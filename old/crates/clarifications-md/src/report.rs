//! The neutral report of a document (R-A15). It is never made from one: nobody asked the questions then.

use envelope_core::report::{Check, CheckKind, Problem, Report, Section};
use envelope_core::{Envelope, Outcome, Verdict};
use serde_json::Value;

use crate::evaluate::AnswerVerdict;
use crate::evaluation::ItemVerdict;
use crate::model::Clarifications;

/// The document as a report: each item a check whose result is what a checklist calls the verdict on its answer, open questions that must be
/// answered as blocking problems, other open ones as gaps, the whole value as data.
pub(crate) fn to_report(document: &Clarifications, verdict: Verdict) -> Report {
    let mut report = Report::new(verdict.outcome());
    report.kind = Some(Clarifications::PROTOCOL.to_owned());
    report.subject = title(document.preamble().as_str());
    let tally = document.tally();
    let (answered, empty, vague, total) = (tally.answered, tally.empty, tally.vague, tally.total());
    report.summary =
        Some(format!("{answered} of {total} questions are answered clearly; {empty} are empty, {vague} are vague."));
    for (name, figure) in [("answered", answered), ("empty", empty), ("vague", vague), ("total", total)] {
        report.metrics.insert(name.to_owned(), figure.into());
    }
    for (id, item) in document.items() {
        let name = format!("{id}: {}", item.title.as_str());
        let verdict = document.judge(item);
        let mut check = Check::new(CheckKind::Item, name, checked(verdict.into()));
        check.note = Some(noted(verdict.as_str(), item.answer_text()));
        report.checks.push(check);
    }
    for question in document.questions() {
        let open = document.judge(&question.item) != AnswerVerdict::Clear;
        let name = format!("{}: {}", question.id, question.item.title.as_str());
        // Where the outcome is blocked, every open question stands in the way.
        if open && (question.must_answer || verdict.outcome() >= Outcome::Blocked) {
            let must = if question.must_answer { "must be answered" } else { "is not answered clearly" };
            let mut problem = Problem::new(format!("{name} {must}"));
            problem.blocking = true;
            problem.recommendation =
                Some(question.item.recommendation_text().to_owned()).filter(|text| !text.is_empty());
            report.problems.push(problem);
        } else if open {
            report.gaps.push(format!("{name} is not answered clearly"));
        }
    }
    for entry in document.needs_clarification().iter().flat_map(|needs| &needs.entries) {
        let title = format!("{}: {}", entry.kind.heading(), entry.title.as_str());
        report.sections.push(Section::new(title, entry.body.as_str()));
    }
    if let Ok(Value::Object(value)) = serde_json::to_value(document) {
        report.data = value;
    }
    report
}

fn title(preamble: &str) -> Option<String> {
    let title = preamble.lines().find_map(|line| line.strip_prefix("# "))?;
    Some(title.trim().to_owned()).filter(|title| !title.is_empty())
}

/// The word of a checklist for a verdict; other readers know no others.
pub(crate) fn checked(verdict: ItemVerdict) -> &'static str {
    match verdict {
        ItemVerdict::Clear => "applied",
        ItemVerdict::Vague | ItemVerdict::NeedsRefinement | ItemVerdict::Contradictory => "partial",
        ItemVerdict::NotAnswered => "missing",
    }
}

/// The protocol's own word, and what was said.
pub(crate) fn noted(word: &str, said: &str) -> String {
    if said.is_empty() { word.to_owned() } else { format!("{word}: {said}") }
}
