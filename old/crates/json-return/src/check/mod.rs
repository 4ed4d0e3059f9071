//! The rules on a return (json-return, "Validation Rules"; R-J2 to R-J7).

mod artifacts;
mod path;
mod summary;
mod template;
mod texts;

use envelope_core::json::extra_issues;
use envelope_core::report::carried_issues;
use envelope_core::rules::{MISSING_FIELD, TEMPLATE_ECHO};
use envelope_core::text::is_blank;
use envelope_core::{Issue, Path, Status as _};

use crate::rules::{
    AGENT_MISMATCH, DELEGATION_PATH_END, ERROR_INCOMPLETE, ERRORS_MISSING, ERRORS_ON_COMPLETED, NOTHING_RECOVERABLE,
    SESSION_MISMATCH, SESSION_SHAPE, STATUS_CONFLICT,
};
use crate::{
    ARTIFACT_FIELDS, ERROR_FIELDS, Expectations, METADATA_FIELDS, Metadata, RETURN_FIELDS, ReturnStatus, SubagentReturn,
};

pub(crate) use summary::shortened;
pub use summary::{MAX_SUMMARY, MAX_TOKENS};
pub(crate) use texts::reads_as_written;

/// Applies every rule to a value, by the specification: a dialect excuses nothing that a program built.
///
/// ```
/// use json_return::{Expectations, Metadata, ReturnStatus, SubagentReturn, check};
/// let metadata = Metadata::new("sess_1735460684_a1b2c3", "planner", vec!["planner".to_owned()]);
/// let value = SubagentReturn::new(ReturnStatus::Blocked, "The ledger is locked. Nothing was done.", metadata);
/// let issues = check(&value, &Expectations::default());
/// assert_eq!(issues[0].rule.code(), "json-return/errors-missing");
/// ```
pub fn check(value: &SubagentReturn, expectations: &Expectations) -> Vec<Issue> {
    let mut issues = rules_on(value, expectations);
    Issue::settle(&mut issues);
    issues
}

pub(crate) fn rules_on(value: &SubagentReturn, expectations: &Expectations) -> Vec<Issue> {
    let mut issues = Vec::new();
    required(value, &mut issues);
    if !texts::are_plain(value) {
        texts::each(value, &mut |text| {
            if text.is_placeholder() {
                let message = "a placeholder of the instruction, not a value";
                issues.push(Issue::new(&TEMPLATE_ECHO, text.path(), message));
            } else if text.required && is_blank(text.says) {
                issues.push(missing(text.path(), "blank"));
            }
        });
    }
    summary::rules(value, expectations, &mut issues);
    expected_but_absent(value.metadata.as_ref(), expectations, &mut issues);
    if let Some(metadata) = &value.metadata {
        delegation(metadata, expectations, &mut issues);
    }
    errors(value, &mut issues);
    artifacts::rules(value, expectations.artifacts.as_deref(), &mut issues);
    extras(value, &mut issues);
    carried_issues(value.carried.as_ref(), &value.extra, value.status.outcome(), &mut issues);
    conflicts(value, &mut issues);
    issues
}

/// Required fields that a program left out (R-J2); reading tells of them before there is a value.
fn required(value: &SubagentReturn, issues: &mut Vec<Issue>) {
    let mut need = |there: bool, place: &[&str]| {
        if !there {
            issues.push(missing(place.iter().copied().fold(Path::root(), Path::key), "missing"));
        }
    };
    need(value.summary.is_some(), &["summary"]);
    need(value.artifacts.is_some(), &["artifacts"]);
    need(value.metadata.is_some(), &["metadata"]);
    if let Some(metadata) = &value.metadata {
        need(metadata.session_id.is_some(), &["metadata", "session_id"]);
        need(metadata.agent_type.is_some(), &["metadata", "agent_type"]);
        need(metadata.delegation_depth.is_some(), &["metadata", "delegation_depth"]);
        need(metadata.delegation_path.is_some(), &["metadata", "delegation_path"]);
    }
}

fn missing(path: Path, how: &str) -> Issue {
    let name = path.steps().last().unwrap_or_default();
    Issue::new(&MISSING_FIELD, path, format!("`{name}` is {how}"))
}

/// A session or agent that is expected must be there, whatever a dialect lets be missing (R-J6).
fn expected_but_absent(metadata: Option<&Metadata>, expectations: &Expectations, issues: &mut Vec<Issue>) {
    let session = metadata.and_then(|metadata| metadata.session_id.as_ref());
    let agent = metadata.and_then(|metadata| metadata.agent_type.as_ref());
    let absent = [
        (&SESSION_MISMATCH, "session_id", expectations.session.as_ref().filter(|_| session.is_none())),
        (&AGENT_MISMATCH, "agent_type", expectations.agent.as_ref().filter(|_| agent.is_none())),
    ];
    for (rule, name, expected) in absent {
        if let Some(expected) = expected {
            let message = format!("no `{name}` where `{expected}` is expected");
            issues.push(Issue::new(rule, Path::root().key("metadata").key(name), message));
        }
    }
}

/// Session, agent and the chain between them (R-J6).
fn delegation(metadata: &Metadata, expectations: &Expectations, issues: &mut Vec<Issue>) {
    let at = |name: &str| Path::root().key("metadata").key(name);
    if let Some(session) = &metadata.session_id {
        match &expectations.session {
            Some(expected) if expected != session => {
                let message = format!("session `{session}` where `{expected}` was given");
                let help = format!("repeat the session as it was given: `{expected}`");
                issues.push(Issue::new(&SESSION_MISMATCH, at("session_id"), message).help(help));
            }
            _ => {}
        }
        if !is_session(session) && !is_blank(session) {
            let message = format!("`{session}` does not look like a session");
            let help = "a session looks like `sess_1735460684_a1b2c3`";
            issues.push(Issue::new(&SESSION_SHAPE, at("session_id"), message).help(help));
        }
    }
    let Some(agent) = &metadata.agent_type else { return };
    if let Some(expected) = expectations.agent.as_ref().filter(|expected| *expected != agent) {
        let message = format!("agent `{agent}` where `{expected}` was called");
        issues.push(Issue::new(&AGENT_MISMATCH, at("agent_type"), message));
    }
    if let Some(path) = &metadata.delegation_path
        && path.last() != Some(agent)
    {
        let message = format!("the delegation path does not end with `{agent}`");
        issues.push(Issue::new(&DELEGATION_PATH_END, at("delegation_path"), message));
    }
}

/// `sess_`, seconds, `_`, six letters or digits.
fn is_session(text: &str) -> bool {
    let parts = text.strip_prefix("sess_").and_then(|rest| rest.split_once('_'));
    parts.is_some_and(|(seconds, id)| {
        !seconds.is_empty()
            && seconds.bytes().all(|byte| byte.is_ascii_digit())
            && id.len() == 6
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Whether there are errors where there should be, and what they lack (R-J2, R-J4).
fn errors(value: &SubagentReturn, issues: &mut Vec<Issue>) {
    let at = || Path::root().key("errors");
    let completed = value.status == ReturnStatus::Completed;
    match (completed, value.errors.is_empty()) {
        (false, true) => {
            let message = format!("`{}` without an error that says why", word(value));
            let help = "add `errors` with type, message, recoverable and recommendation";
            issues.push(Issue::new(&ERRORS_MISSING, at(), message).help(help));
        }
        (true, false) => issues.push(Issue::new(&ERRORS_ON_COMPLETED, at(), "errors, though the task is `completed`")),
        _ => {}
    }
    let goes_on = matches!(value.status, ReturnStatus::Partial | ReturnStatus::Blocked);
    if goes_on && !value.errors.is_empty() && value.errors.iter().all(|error| error.recoverable == Some(false)) {
        let message = format!("`{}`, though no error can be recovered from", word(value));
        issues.push(Issue::new(&NOTHING_RECOVERABLE, at(), message));
    }
    for (index, error) in value.errors.iter().enumerate() {
        let mut lacks = |lacking: bool, name: &str| {
            if lacking {
                let message = format!("the error has no `{name}`");
                issues.push(Issue::new(&ERROR_INCOMPLETE, at().index(index).key(name), message));
            }
        };
        lacks(error.kind.as_ref().is_none_or(|kind| is_blank(kind.as_str())), "type");
        lacks(error.recoverable.is_none(), "recoverable");
        lacks(error.recommendation.as_deref().is_none_or(is_blank), "recommendation");
    }
}

fn word(value: &SubagentReturn) -> &'static str {
    value.status.as_str()
}

/// Another status that contradicts the first (R-A2): more than a member that nobody knows.
fn conflicts(value: &SubagentReturn, issues: &mut Vec<Issue>) {
    if !value.may_conflict() {
        return;
    }
    for other in value.conflicting() {
        let message = format!("`{}` here, though the status is `{}`", other.says(), word(value));
        let help = if other.is_flag() { "mend this member or leave it out" } else { "state one status" };
        issues.push(Issue::new(&STATUS_CONFLICT, other.path, message).help(help));
    }
}

/// Members that nobody knows, and known ones of another type (R-A3, R-A14).
fn extras(value: &SubagentReturn, issues: &mut Vec<Issue>) {
    extra_issues(&value.extra, RETURN_FIELDS, &Path::root(), issues);
    if let Some(metadata) = value.metadata.as_ref().filter(|metadata| !metadata.extra.is_empty()) {
        extra_issues(&metadata.extra, METADATA_FIELDS, &Path::root().key("metadata"), issues);
    }
    for (index, artifact) in value.artifacts().iter().enumerate().filter(|(_, artifact)| !artifact.extra.is_empty()) {
        extra_issues(&artifact.extra, ARTIFACT_FIELDS, &Path::root().key("artifacts").index(index), issues);
    }
    for (index, error) in value.errors.iter().enumerate().filter(|(_, error)| !error.extra.is_empty()) {
        extra_issues(&error.extra, ERROR_FIELDS, &Path::root().key("errors").index(index), issues);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions() {
        for good in ["sess_1735460684_a1b2c3", "sess_0_ABCDEF", "sess_1_123456"] {
            assert!(is_session(good), "{good}");
        }
        for bad in [
            "",
            "sess_",
            "sess_1_12345",
            "sess_1_1234567",
            "sess__a1b2c3",
            "sess_x_a1b2c3",
            "sess_1_a1b2cé",
            "1_a1b2c3",
        ] {
            assert!(!is_session(bad), "{bad}");
        }
    }
}
