//! The neutral report of an evaluation (R-A15).

use envelope_core::report::{Check, CheckKind, Problem, Report};
use envelope_core::{Envelope as _, Outcome, Verdict};
use serde_json::Value;

use super::{Evaluation, ItemVerdict};
use crate::report::checked;

/// The evaluation as a report: each answer a check; open answers stand in the way where the outcome is blocked, else
/// they are gaps; the whole value as data.
pub(super) fn to_report(value: &Evaluation, verdict: Verdict) -> Report {
    let mut report = Report::new(verdict.outcome());
    report.kind = Some(Evaluation::PROTOCOL.to_owned());
    report.summary.clone_from(&value.reasoning);
    let counts = [
        ("answered", Some(value.answered_count)),
        ("empty", Some(value.empty_count)),
        ("vague", Some(value.vague_count)),
        ("contradictory", value.contradictory_count),
        ("total", Some(value.total_count)),
    ];
    for (name, count) in counts {
        if let Some(count) = count {
            report.metrics.insert(name.to_owned(), count.get().into());
        }
    }
    let mut open = Vec::new();
    for item in value.per_question() {
        let mut check = Check::new(CheckKind::Item, item.question_id.as_str(), checked(item.verdict));
        check.note = Some(item.verdict.as_str().to_owned());
        report.checks.push(check);
        if item.verdict != ItemVerdict::Clear {
            open.push(format!("{} is {}", item.question_id, told(item.verdict)));
        }
    }
    if value.per_question.is_none() {
        for (name, count) in counts.iter().filter(|(name, _)| !["answered", "total"].contains(name)) {
            let count = count.map_or(0, envelope_core::Count::get);
            if count > 0 {
                open.push(format!("{count} of {} answers: {name}", value.total_count));
            }
        }
    }
    if verdict.outcome() >= Outcome::Blocked {
        report.problems.extend(open.into_iter().map(|message| {
            let mut problem = Problem::new(message);
            problem.blocking = true;
            problem
        }));
    } else {
        report.gaps = open;
    }
    if let Ok(Value::Object(members)) = serde_json::to_value(value) {
        report.data = members;
    }
    report
}

fn told(verdict: ItemVerdict) -> &'static str {
    match verdict {
        ItemVerdict::Clear => "answered clearly",
        ItemVerdict::NotAnswered => "not answered",
        ItemVerdict::Vague => "answered vaguely",
        ItemVerdict::NeedsRefinement => "answered and needs refinement",
        ItemVerdict::Contradictory => "at odds with another answer",
    }
}
