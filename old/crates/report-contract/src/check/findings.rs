//! What holds for findings of every agent: they are there, they are no template, and a context map is one (R-P0, R-P5).

use envelope_core::json::Extra;
use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::text::{is_blank, placeholder, stands_for_more};
use envelope_core::{Issue, Path};
use serde_json::{Map, Value};

use super::maps::{check_findings, check_maps, holds_map};
use crate::context_map::{self, NAME};
use crate::rules::{CONTEXT_MAP, FINDINGS_EMPTY};
use crate::{ContractReport, ContractStatus};

pub(super) fn rules(value: &ContractReport, issues: &mut Vec<Issue>) {
    let at = || Path::root().key("findings");
    let findings = value.findings.as_map();
    if findings.is_empty() && value.report_metadata.status == ContractStatus::Completed {
        let message = "no findings, though the task is `completed`";
        issues.push(Issue::new(&FINDINGS_EMPTY, at(), message).help("say in `findings` what came of the work"));
    }
    if let Some(map) = findings.get(NAME) {
        context_map::check(map, [&|| at().key(NAME), &at], &CONTEXT_MAP, issues);
    }
    let survey = survey(findings);
    let nothing = !findings.is_empty() && survey.placeholders == 0 && survey.values == 0;
    if nothing && value.report_metadata.status == ContractStatus::Completed {
        let message = "findings that hold no value, though the task is `completed`";
        issues.push(Issue::new(&FINDINGS_EMPTY, at(), message).help("say in `findings` what came of the work"));
    }
    if survey.placeholders > 0 && survey.values == 0 {
        issues.push(Issue::new(&TEMPLATE_ECHO, at(), "nothing but placeholders of the instruction"));
    }
    if survey.nested_maps || survey.placeholders > 0 && survey.values > 0 {
        check_findings(findings, survey.values > 0, issues);
    }
}

/// Context maps among members that the specification does not know (R-P5: wherever they appear). What a conversion
/// carried is left out: it says what another protocol said, in that one's words.
pub(super) fn maps_elsewhere(value: &ContractReport, issues: &mut Vec<Issue>) {
    let check = |extra: &Extra, at: fn() -> Path, issues: &mut Vec<Issue>| {
        if !extra.is_empty() && holds_map(extra.as_map()) {
            check_maps(extra.as_map(), &at(), issues);
        }
    };
    check(&value.extra, Path::root, issues);
    check(&value.report_metadata.extra, || Path::root().key("report_metadata"), issues);
}

/// What there is in the findings, without a path for each.
#[derive(Debug, Default)]
struct Survey {
    /// Texts that are placeholders, and items that stand for others.
    placeholders: usize,
    /// Anything else that says something.
    values: usize,
    /// Whether a context map stands further down.
    nested_maps: bool,
}

/// One pass over all values; the context map of the findings themselves has been checked and counts as a value.
fn survey(findings: &Map<String, Value>) -> Survey {
    let mut survey = Survey::default();
    let mut left: Vec<&Value> = Vec::new();
    for (name, value) in findings {
        match value {
            Value::Array(entries) if name == NAME => survey.values += entries.len(),
            value => survey.look_at(value, &mut left),
        }
    }
    while let Some(container) = left.pop() {
        match container {
            Value::Array(items) => items.iter().for_each(|item| match item.as_str() {
                Some(text) if stands_for_more(text) => survey.placeholders += 1,
                _ => survey.look_at(item, &mut left),
            }),
            Value::Object(members) => {
                survey.nested_maps |= members.contains_key(NAME);
                members.values().for_each(|value| survey.look_at(value, &mut left));
            }
            _ => {}
        }
    }
    survey
}

impl Survey {
    /// Counts the value; what holds others is left for later.
    fn look_at<'v>(&mut self, value: &'v Value, left: &mut Vec<&'v Value>) {
        match value {
            Value::Null => {}
            Value::String(text) if is_blank(text) => {}
            Value::String(text) if placeholder(text).is_some() => self.placeholders += 1,
            Value::String(_) | Value::Bool(_) | Value::Number(_) => self.values += 1,
            Value::Array(_) | Value::Object(_) => left.push(value),
        }
    }
}
