//! What went wrong: an error message is one text, blockers are a list (R-P4, R-A15).

use envelope_core::report::Problem;
use envelope_core::text::is_blank;
use envelope_core::{Loss, LossKind, Report};
use serde_json::{Map, Value};

use super::{carry_whole, invented};
use crate::{ContractReport, ContractStatus};

/// Where the messages go.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) error_message: Option<String>,
    pub(super) blockers: Vec<String>,
}

impl Placed {
    /// Whether a report says just this.
    pub(super) fn says(&self, error_message: Option<&str>, blockers: &[String]) -> bool {
        self.error_message.as_deref() == error_message && self.blockers == blockers
    }
}

/// The problems of a report, the error first.
pub(super) fn listed(error_message: Option<&str>, blockers: &[String]) -> Vec<Problem> {
    let error = error_message.map(Problem::new);
    let blocking = blockers.iter().map(|text| {
        let mut problem = Problem::new(text);
        problem.blocking = true;
        problem
    });
    error.into_iter().chain(blocking).collect()
}

/// The places of the messages: blocking ones are blockers, the others are one error message, a paragraph each. Blocked
/// must have a blocker and failed must have an error message, so there the other sort stands in where its own is missing.
pub(super) fn placed(problems: &[Problem], status: ContractStatus) -> Placed {
    let told = || problems.iter().filter(|problem| !is_blank(&problem.message));
    let messages = |blocking: bool| -> Vec<String> {
        told().filter(|problem| problem.blocking == blocking).map(|problem| problem.message.clone()).collect()
    };
    let (mut errors, mut blockers) = (messages(false), messages(true));
    match status {
        ContractStatus::Blocked if blockers.is_empty() => std::mem::swap(&mut errors, &mut blockers),
        ContractStatus::Failed if errors.is_empty() => std::mem::swap(&mut errors, &mut blockers),
        _ => {}
    }
    Placed { error_message: (!errors.is_empty()).then(|| errors.join("\n\n")), blockers }
}

/// Puts the problems of a neutral report into their places; where coming back would give others, they are carried whole.
pub(super) fn place(
    report: &Report,
    value: &mut ContractReport,
    carried: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    let status = value.report_metadata.status;
    let Placed { error_message, blockers } = placed(&report.problems, status);
    let back = listed(error_message.as_deref(), &blockers);
    let same = |one: &Problem, other: &Problem| (&one.message, one.blocking) == (&other.message, other.blocking);
    if back.len() != report.problems.len() || !back.iter().zip(&report.problems).all(|(one, other)| same(one, other)) {
        carry_whole("problems", &report.problems, carried);
        let moved = report.problems.iter().any(|one| back.iter().all(|other| !same(one, other)));
        if moved {
            let note = "an error message is one text, and `blocked` asks for blockers; as they were they are carried";
            losses.push(Loss::new("problems", LossKind::Approximated, note));
        }
    }
    value.report_metadata.error_message = error_message;
    value.blockers = blockers;
    if status == ContractStatus::Failed && value.report_metadata.error_message.is_none() {
        losses.push(invented("problems", "an error message is required and none was reported"));
        value.report_metadata.error_message = Some("The report names no error.".to_owned());
    }
    if status == ContractStatus::Blocked && value.blockers.is_empty() {
        losses.push(invented("problems", "a blocker is required and none was reported"));
        value.blockers.push("The report names no blocker.".to_owned());
    }
}
