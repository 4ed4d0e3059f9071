//! The rules on artifacts: what they say, whether their paths are safe, and whether they exist (R-J2, R-J5, R-J7).

use envelope_core::text::is_blank;
use envelope_core::{Issue, Path, Severity, Status};

use super::path::{has_back_slash, is_plain, unsafe_because};
use crate::rules::{
    ARTIFACT_ABSENT, ARTIFACT_EMPTY, ARTIFACT_LEAVES_ROOT, ARTIFACT_NO_FILE, ARTIFACT_SUMMARY_MISSING, ARTIFACT_TYPE,
    ARTIFACT_TYPE_MISSING, ARTIFACTS_ON_FAILED, PATH_BACK_SLASH, PATH_UNSAFE, PHANTOM_WORK,
};
use crate::{Artifact, ArtifactKind, ArtifactProbe, Found, ReturnStatus, SubagentReturn};

pub(super) fn rules(value: &SubagentReturn, probe: Option<&dyn ArtifactProbe>, issues: &mut Vec<Issue>) {
    let at = || Path::root().key("artifacts");
    match value.status {
        // Whether they were left out or the list is empty: there is nothing to show.
        ReturnStatus::Completed | ReturnStatus::Partial if value.artifacts().is_empty() => {
            let message = format!("`{}` without a single artifact", value.status.as_str());
            let help = "name every file that was created, or tell with another status that none was";
            issues.push(Issue::new(&PHANTOM_WORK, at(), message).help(help));
        }
        ReturnStatus::Failed if !value.artifacts().is_empty() => {
            issues.push(Issue::new(&ARTIFACTS_ON_FAILED, at(), "artifacts, though the task `failed`"));
        }
        _ => {}
    }
    for (index, artifact) in value.artifacts().iter().enumerate() {
        let at = || at().index(index);
        says(artifact, &at, issues);
        let path = artifact.path.as_str();
        let plain = is_plain(path);
        if let Some(why) = Some(path).filter(|_| !plain).and_then(unsafe_because) {
            let message = format!("the path `{}` is not safe: {why}", shown(path));
            let help = "write the path from the root of the project, like `docs/plan.md`";
            issues.push(Issue::new(&PATH_UNSAFE, at().key("path"), message).help(help));
            continue;
        }
        if !plain && has_back_slash(path) {
            let message = format!("a back-slash in the path `{}`", shown(path));
            let help = "separate the parts of the path by `/`";
            issues.push(Issue::new(&PATH_BACK_SLASH, at().key("path"), message).help(help));
        }
        if let Some(probe) = probe.filter(|_| !is_blank(path)) {
            exists(path, value.status, probe, &at, issues);
        }
    }
}

/// What the artifact says of itself.
fn says(artifact: &Artifact, at: &dyn Fn() -> Path, issues: &mut Vec<Issue>) {
    match &artifact.kind {
        Some(kind) if is_blank(kind.as_str()) => issues.push(type_missing(at())),
        None => issues.push(type_missing(at())),
        Some(ArtifactKind::Other(word)) => {
            let list = ArtifactKind::WORDS.join("`, `");
            let message = format!("the type `{word}` is none of `{list}`; it is kept");
            issues.push(Issue::new(&ARTIFACT_TYPE, at().key("type"), message));
        }
        Some(_) => {}
    }
    if artifact.summary.as_deref().is_none_or(is_blank) {
        issues.push(Issue::new(&ARTIFACT_SUMMARY_MISSING, at(), "the artifact has no `summary`"));
    }
}

fn type_missing(at: Path) -> Issue {
    Issue::new(&ARTIFACT_TYPE_MISSING, at, "the artifact has no `type`")
}

/// Whether the artifact exists, is a file and not empty. Only a completed task must have everything; a link that leaves
/// the root is an error always.
fn exists(path: &str, status: ReturnStatus, probe: &dyn ArtifactProbe, at: &dyn Fn() -> Path, issues: &mut Vec<Issue>) {
    let (rule, message) = match probe.probe(path) {
        Found::File { bytes: 0 } => (&ARTIFACT_EMPTY, format!("`{path}` is empty")),
        Found::File { .. } => return,
        Found::Missing => (&ARTIFACT_ABSENT, format!("`{path}` does not exist")),
        Found::NotAFile => (&ARTIFACT_NO_FILE, format!("`{path}` is not a file")),
        Found::LeavesRoot => (&ARTIFACT_LEAVES_ROOT, format!("a symbolic link on the way to `{path}` leaves the root")),
        Found::Unknown(why) => (&ARTIFACT_NO_FILE, format!("`{path}` cannot be looked at: {why}")),
    };
    let grave = status == ReturnStatus::Completed || rule == &ARTIFACT_LEAVES_ROOT;
    let severity = if grave { rule.severity() } else { Severity::Warning };
    issues.push(Issue::new(rule, at().key("path"), message).severity(severity));
}

/// The path as a message can show it.
fn shown(path: &str) -> String {
    path.replace('\0', "\\0")
}
