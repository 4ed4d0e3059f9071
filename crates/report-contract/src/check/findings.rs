//! What holds for findings of every agent: they are there, they are no template, and a context map is one (R-P0, R-P5).

use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::text::placeholder;
use envelope_core::{Issue, Path};
use serde_json::{Map, Value};

use crate::context_map::{self, NAME};
use crate::rules::{CONTEXT_MAP, CONTEXT_MAP_NESTED, FINDINGS_EMPTY, FINDINGS_PLACEHOLDER};
use crate::{ContractReport, ContractStatus};

/// Paths longer than this are cut at a parent, and past this number of placeholders only the findings as a whole are
/// pointed at: a message of endless keys must not make endless paths (R-A9).
const LONGEST_PATH: usize = 4096;
const MOST_PLACES: usize = 1000;

pub(super) fn rules(value: &ContractReport, issues: &mut Vec<Issue>) {
    let at = || Path::root().key("findings");
    let findings = value.findings.as_map();
    if findings.is_empty() && value.report_metadata.status == ContractStatus::Completed {
        let message = "no findings, though the task is `completed`";
        issues.push(Issue::new(&FINDINGS_EMPTY, at(), message).help("say in `findings` what came of the work"));
    }
    if let Some(map) = findings.get(NAME) {
        context_map::check(map, &at().key(NAME), &CONTEXT_MAP, issues);
    }
    let survey = survey(findings);
    if survey.placeholders > 0 && survey.values == 0 {
        issues.push(Issue::new(&TEMPLATE_ECHO, at(), "nothing but placeholders of the instruction"));
    }
    if survey.nested_maps || survey.placeholders > 0 && survey.values > 0 {
        places(findings, survey.values > 0, issues);
    }
}

/// What there is in the findings, without a path for each.
#[derive(Debug, Default)]
struct Survey {
    /// Texts that are placeholders.
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
            value => left.push(value),
        }
    }
    while let Some(value) = left.pop() {
        match value {
            Value::Null => {}
            Value::String(text) if text.is_empty() => {}
            Value::String(text) if placeholder(text).is_some() => survey.placeholders += 1,
            Value::String(_) | Value::Bool(_) | Value::Number(_) => survey.values += 1,
            Value::Array(items) => left.extend(items),
            Value::Object(members) => {
                survey.nested_maps |= members.contains_key(NAME);
                left.extend(members.values());
            }
        }
    }
    survey
}

/// A node of the findings and the way to it, so that a path is only made where something is to be said.
struct Step<'v> {
    value: &'v Value,
    name: Name<'v>,
    parent: Option<usize>,
    /// The length of the path, roughly.
    length: usize,
}

#[derive(Clone, Copy)]
enum Name<'v> {
    Key(&'v str),
    Index(usize),
}

/// Tells of placeholders and of context maps further down, with their places.
fn places(findings: &Map<String, Value>, tell_placeholders: bool, issues: &mut Vec<Issue>) {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for (key, value) in findings.iter().filter(|(key, value)| *key != NAME || !value.is_array()) {
        steps.push(Step { value, name: Name::Key(key), parent: None, length: key.len() });
    }
    let (mut at, mut told) = (0, 0);
    while let Some(step) = steps.get(at) {
        let (value, length) = (step.value, step.length);
        match value {
            Value::String(text) if tell_placeholders && placeholder(text).is_some() => {
                told += 1;
                let path = if told > MOST_PLACES { Path::root().key("findings") } else { path(&steps, Some(at)) };
                issues.push(Issue::new(&FINDINGS_PLACEHOLDER, path, "it looks like a placeholder of the instruction"));
            }
            Value::Array(items) => {
                let below = items.iter().enumerate();
                steps.extend(below.map(|(index, value)| Step {
                    value,
                    name: Name::Index(index),
                    parent: Some(at),
                    length: length + 8,
                }));
            }
            Value::Object(members) => {
                if let Some(map) = members.get(NAME) {
                    context_map::check(map, &path(&steps, Some(at)).key(NAME), &CONTEXT_MAP_NESTED, issues);
                }
                let others = members.iter().filter(|(key, value)| *key != NAME || !value.is_array());
                steps.extend(others.map(|(key, value)| Step {
                    value,
                    name: Name::Key(key),
                    parent: Some(at),
                    length: length + key.len() + 1,
                }));
            }
            _ => {}
        }
        at += 1;
    }
}

fn path(steps: &[Step<'_>], at: Option<usize>) -> Path {
    let mut names = Vec::new();
    let mut next = at;
    while let Some(step) = next.and_then(|at| steps.get(at)) {
        if step.length <= LONGEST_PATH {
            names.push(step.name);
        }
        next = step.parent;
    }
    names.into_iter().rev().fold(Path::root().key("findings"), |path, name| match name {
        Name::Key(key) => path.key(key),
        Name::Index(index) => path.index(index),
    })
}
