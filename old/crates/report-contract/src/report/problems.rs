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
    /// What is missing, where a text had to be made up.
    made_up: Option<&'static str>,
}

impl Placed {
    /// Whether a report says just this; a blank error message says nothing.
    pub(super) fn says(&self, error_message: Option<&str>, blockers: &[String]) -> bool {
        let error_message = error_message.filter(|message| !is_blank(message));
        self.error_message.as_deref() == error_message && self.blockers == blockers
    }
}

/// The problems of a report, the error first; a blank error message is none (R-A8).
pub(super) fn listed(error_message: Option<&str>, blockers: &[String]) -> Vec<Problem> {
    let error = error_message.filter(|message| !is_blank(message)).map(Problem::new);
    let blocking = blockers.iter().map(|text| {
        let mut problem = Problem::new(text);
        problem.blocking = true;
        problem
    });
    error.into_iter().chain(blocking).collect()
}

/// The places of the messages: blocking ones are blockers, the others are one error message, a paragraph each. Blocked
/// must have a blocker and failed must have an error message, so there the other sort stands in where its own is missing,
/// and where nothing is told at all, a text says just that.
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
    let mut made_up = None;
    match status {
        ContractStatus::Failed if errors.is_empty() => {
            made_up = Some("an error message");
            errors.push("The report names no error.".to_owned());
        }
        ContractStatus::Blocked if blockers.is_empty() => {
            made_up = Some("a blocker");
            blockers.push("The report names no blocker.".to_owned());
        }
        _ => {}
    }
    Placed { error_message: (!errors.is_empty()).then(|| errors.join("\n\n")), blockers, made_up }
}

/// Puts the problems of a neutral report into their places; where coming back would give others, they are carried whole.
pub(super) fn place(
    report: &Report,
    value: &mut ContractReport,
    carried: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    let Placed { error_message, blockers, made_up } = placed(&report.problems, value.report_metadata.status);
    let back = listed(error_message.as_deref(), &blockers);
    let same = |one: &Problem, other: &Problem| (&one.message, one.blocking) == (&other.message, other.blocking);
    let as_they_were =
        back.len() == report.problems.len() && back.iter().zip(&report.problems).all(|(one, other)| same(one, other));
    if !as_they_were && !report.problems.is_empty() {
        carry_whole("problems", &report.problems, carried);
        let told = report.problems.iter().filter(|problem| !is_blank(&problem.message));
        let note = if told.clone().any(|one| back.iter().all(|other| !same(one, other))) {
            "an error message is one text, and `blocked` asks for blockers; as they were they are carried"
        } else {
            "a problem without a message has no place; as they were they are carried"
        };
        losses.push(Loss::new("problems", LossKind::Approximated, note));
    }
    if let Some(what) = made_up {
        losses.push(invented("problems", &format!("{what} is required and none was reported")));
    }
    value.report_metadata.error_message = error_message;
    value.blockers = blockers;
}
