//! The rules on the metadata block (R-C7).

use envelope_core::rules::{TEMPLATE_ECHO, UNKNOWN_KEY};
use envelope_core::text::alternatives;
use envelope_core::{Issue, Path};

use super::echo;
use super::line::{no_share, repeated};
use super::overall::restates;
use crate::model::percent;
use crate::rules::{
    COVERAGE_DISAGREES, MISSING_METADATA, MISSING_METADATA_FIELD, PROTOCOL_VERSION, UNKNOWN_CONFIDENCE,
};
use crate::{CONFIDENCE, COVERAGE, ClarityResult, Confidence, FIELDS, Metadata};

pub(super) fn check_metadata(result: &ClarityResult, issues: &mut Vec<Issue>) {
    if result.summary.is_none() && result.unread.is_none() {
        // Without a summary line the message is no result, and what else it lacks does not matter.
        return;
    }
    let metadata = &result.metadata;
    let path = Path::root().key("metadata");
    if metadata.is_empty() {
        let names: Vec<&str> = FIELDS.iter().map(|(key, _)| *key).collect();
        let help = format!("put {} between two lines `---`", names.join(", "));
        issues.push(Issue::new(&MISSING_METADATA, path, "no metadata block").help(help));
        return;
    }
    for (key, member) in FIELDS {
        match metadata.get(key) {
            None => {
                let message = format!("the metadata block has no {key}");
                issues.push(
                    Issue::new(&MISSING_METADATA_FIELD, path.clone(), message).help(format!("add `**{key}**: …`")),
                );
            }
            Some(value) => issues.extend(field(key, value, || path.clone().key(member))),
        }
    }
    for (at, field) in metadata.other.iter().enumerate() {
        let path = path.clone().key("other").index(at);
        let own = result.summary.as_ref().map(|line| line.status);
        if let Some(equal) = restates(field, own) {
            issues.push(repeated("the status", equal, path));
            continue;
        }
        issues.push(match metadata.get(&field.key) {
            Some(first) => repeated(&field.key, first == field.value, path),
            None => Issue::new(&UNKNOWN_KEY, path, format!("the metadata block has no field `{}`", field.key)),
        });
    }
    let line = result.summary.as_ref().and_then(|line| line.coverage.as_deref());
    let percents =
        line.zip(metadata.coverage.as_deref()).and_then(|(line, block)| Some((percent(line)?, percent(block)?)));
    if let Some((line, block)) = percents.filter(|(line, block)| (line - block).abs() > f64::EPSILON) {
        let message = format!("{COVERAGE} is {line}% on the line and {block}% here");
        issues.push(Issue::new(&COVERAGE_DISAGREES, path.key("coverage"), message));
    }
}

fn field(key: &str, value: &str, path: impl Fn() -> Path) -> Option<Issue> {
    if key == CONFIDENCE {
        let known = Confidence::WORDS.contains(&value);
        return match () {
            () if known => None,
            () if alternatives(value, Confidence::WORDS) => {
                Some(Issue::new(&TEMPLATE_ECHO, path(), "none of the words was chosen").help("write one of them"))
            }
            () => echo(value, &path).or_else(|| {
                let message = format!("`{value}` is not a confidence");
                Some(Issue::new(&UNKNOWN_CONFIDENCE, path(), message).help(Confidence::WORDS.join(", ")))
            }),
        };
    }
    let echoed = echo(value, &path);
    if echoed.is_none() && key == "Protocol" && value != Metadata::PROTOCOL {
        let message = format!("the protocol is `{value}`");
        return Some(Issue::new(&PROTOCOL_VERSION, path(), message).help(format!("write {}", Metadata::PROTOCOL)));
    }
    echoed.or_else(|| (key == COVERAGE).then(|| no_share(value, path))?)
}
